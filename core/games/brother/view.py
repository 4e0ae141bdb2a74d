"""What a seat may see: everything but the other side's hand, and of his pool what it cannot tell from his hand."""

import msgspec
from msgspec import Struct

from wardiary.core.contract import Redaction, View, public
from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.words import common_redactions
from wardiary.events import brother as e
from wardiary.events.brother import SIDES, Side
from wardiary.events.kinds import Event

__all__ = ["REDACTIONS", "REVEALS", "BrotherView", "Sizes", "hide_drawn", "hide_seen", "known_cards", "view"]


class Sizes(Struct, frozen=True, kw_only=True):
    """How many cards are in a side's hand and pool."""

    hand: int
    pool: int


class BrotherView(View[BrotherState], frozen=True, kw_only=True):
    """The state without the other hand; what is left of it is its size and the cards that the rules make known.

    `state.pools` of the other side holds its hand and pool together (BAB-4.1-30), and `state.hands` its known cards.
    """

    sizes: dict[str, Sizes]


def known_cards(d: Data, s: BrotherState, side: Side) -> tuple[str, ...]:
    """The fixed card of the month, as long as it is in the hand: it came there openly (BAB-4.1-04, -06, -30)."""
    share = d.shares[side].month(s.month)
    fixed = share.fixed_card if share is not None else None
    return (fixed,) if fixed is not None and fixed in s.hands[side] else ()


def view(d: Data, s: BrotherState, seat: str) -> BrotherView:
    """The other side's hand lies in its pool, but for the fixed card of the month."""
    hands, pools = dict(s.hands), dict(s.pools)
    for side in SIDES:
        if side != seat:
            hands[side] = known_cards(d, s, side)
            hidden = [card for card in s.hands[side] if card not in hands[side]]
            pools[side] = tuple(sorted((*s.pools[side], *hidden)))
    sizes: dict[str, Sizes] = {side: Sizes(hand=len(s.hands[side]), pool=len(s.pools[side])) for side in SIDES}
    return BrotherView(seat=seat, state=msgspec.structs.replace(s, hands=hands, pools=pools), sizes=sizes)


def hide_drawn(_s: BrotherState, event: Event, seat: str) -> Event:
    """A drawn card is seen by its owner only."""
    if isinstance(event, e.Drawn) and event.by != seat:
        return msgspec.structs.replace(event, cards=("?",) * len(event.cards))
    return event


def hide_seen(_s: BrotherState, event: Event, seat: str) -> Event:
    """A hand that was looked into is seen by the side that looked and by its owner."""
    if isinstance(event, e.HandSeen) and seat not in (event.side, OTHER[event.side]):
        return msgspec.structs.replace(event, cards=("?",) * len(event.cards))
    return event


REVEALS: frozenset[type[Event]] = frozenset({e.HandSeen})
REDACTIONS: dict[type[Event], Redaction] = {
    **common_redactions(e.CODEC),
    **dict.fromkeys((*e.ORDERS, *e.OUTCOMES, *e.FRAMES), public),
    e.Drawn: hide_drawn,
    e.HandSeen: hide_seen,
}
