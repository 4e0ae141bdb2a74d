"""What a seat may see (FRD-V-01 to -06), of a position and of an event."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from wardiary.core.contract import Redaction, View, public
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import cards_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.words import common_redactions
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES, Side
from wardiary.events.kinds import Event

__all__ = [
    "REDACTIONS",
    "FreezingView",
    "Sizes",
    "hide_draw",
    "view",
]

Sizes = dict[Side, Annotated[int, Meta(ge=0)]]


class FreezingView(View[FreezingState], frozen=True, kw_only=True):
    """The position as a seat knows it.

    Of another's cards the state holds only those that entered his hand this turn. `unseen` holds his other hidden
    cards, hand and bag together, sorted; the sizes of both are public.
    """

    hand_sizes: Sizes
    bag_sizes: Sizes
    unseen: dict[Side, tuple[str, ...]]


def view(d: Data, s: FreezingState, seat: str | None) -> FreezingView:
    """The view of a seat, everything for None; an unknown seat is a spectator and sees no hand."""
    hidden: list[Side] = [side for side in SIDES if seat not in (side, None)]
    hands, bags = s.hands, s.bags
    known = {side: [card for card in cards_of(hands, side) if d.cards[card].turn == s.turn] for side in hidden}
    seen = msgspec.structs.replace(
        s,
        hands={card: side for side in SIDES for card in known.get(side, cards_of(hands, side))},
        bags={card: side for side in SIDES if side not in hidden for card in cards_of(bags, side)},
    )
    return FreezingView(
        seat=seat,
        state=seen,
        hand_sizes={side: len(cards_of(hands, side)) for side in SIDES},
        bag_sizes={side: len(cards_of(bags, side)) for side in SIDES},
        unseen={
            side: tuple(sorted({*cards_of(hands, side), *cards_of(bags, side)} - {*known[side]})) for side in hidden
        },
    )


def hide_draw(_state: Any, event: Event, seat: str) -> Event:
    """FRD-V-05: the owner alone sees the card."""
    if isinstance(event, e.Drawn) and event.by != seat:
        return msgspec.structs.replace(event, cards=("?",) * len(event.cards))
    return event


REDACTIONS: dict[type[Event], Redaction] = {
    **common_redactions(e.CODEC),
    e.Drawn: hide_draw,
    **dict.fromkeys((*e.ORDERS, *e.OUTCOMES, *e.FRAMES), public),
}
"""All orders are open: cards are played face up, and units stand on the board (FRD-V-06)."""
