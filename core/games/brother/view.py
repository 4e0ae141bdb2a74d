"""What a seat may see: everything but the other side's hand, and of his pool what it cannot tell from his hand."""

import msgspec
from msgspec import Struct

from wardiary.core.contract import Choose, View
from wardiary.core.games.brother.data import OTHER, TURNS, Data
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.state import BrotherState, Cards, Pile
from wardiary.core.kit.dealing import deal
from wardiary.core.sight import redaction_table
from wardiary.core.state import copy_state
from wardiary.events import brother as e
from wardiary.events.brother import SIDES, Side
from wardiary.events.kinds import Event

__all__ = ["REDACTIONS", "REVEALS", "BrotherView", "Sizes", "hide_seen", "imagine", "known_cards", "view"]


class Sizes(Struct, frozen=True, kw_only=True):
    """How many cards are in a side's hand and pool."""

    hand: int
    pool: int


class BrotherView(View[BrotherState], frozen=True, kw_only=True):
    """The state without the other hand; what is left of it is its size and the cards that the rules make known.

    `state.pools` of the other side holds its hand and pool together (BAB-4.1-30), and `state.hands` its known cards.
    Both are in the order of side and number, which tells nothing.
    """

    sizes: dict[str, Sizes]


def known_cards(d: Data, s: BrotherState, side: Side) -> tuple[str, ...]:
    """The fixed card of the month, as long as it is in the hand: it came there openly (BAB-4.1-04, -06, -30)."""
    share = d.shares[side].month(s.month)
    fixed = share.fixed_card if share is not None else None
    return (fixed,) if fixed is not None and s.hands.get(fixed) == side else ()


def view(d: Data, s: BrotherState, seat: str | None) -> BrotherView:
    """The other side's hand lies in its pool, but for the fixed card of the month; for None every hand is open."""
    hands: Pile = {}
    pools: Pile = {}
    sizes: dict[str, Sizes] = {}
    for side in SIDES:
        hand, pool = cards_of(s.hands, side), cards_of(s.pools, side)
        sizes[side] = Sizes(hand=len(hand), pool=len(pool))
        if seat not in (side, None):
            known = known_cards(d, s, side)
            hand, pool = known, tuple(sorted({*hand, *pool} - {*known}))
        hands.update(dict.fromkeys(hand, side))
        pools.update(dict.fromkeys(pool, side))
    seen = msgspec.structs.replace(s, hands=hands, pools=pools)
    seen.__dict__.update(s.__dict__)
    return BrotherView(seat=seat, state=seen, sizes=sizes)


def imagine(_d: Data, seen: BrotherView, choose: Choose) -> BrotherState:
    """A position behind a view: another's unseen cards are dealt into his hand and his pool."""
    s = copy_state(seen.state)
    for side in SIDES:
        if seen.seat in (side, None):
            continue
        known = (*cards_of(s.hands, side), *_cards_looked_at(s, side))
        unseen = [card for card in cards_of(s.pools, side) if card not in known]
        hidden = seen.sizes[side].hand - len(known)
        hand, pool = deal(unseen, (hidden, len(unseen) - hidden), choose)
        s.hands.update(dict.fromkeys((*known, *hand), side))
        s.pools = {card: of for card, of in s.pools.items() if of != side} | dict.fromkeys(pool, side)
    return s


def _cards_looked_at(s: BrotherState, side: Side) -> Cards:
    """What is left of a hand that the other side has seen this month: cards leave it openly, and none come in."""
    months = list(TURNS)
    first = 1 + 2 * sum(TURNS[month] for month in months[: months.index(s.month)])
    glimpse = s.glimpses.get(OTHER[side])
    if glimpse is None or glimpse.turn < first:
        return ()
    return tuple(card for card in glimpse.cards if s.pools.get(card) == side)


def hide_seen(_s: BrotherState, event: Event, seat: str) -> Event:
    """A hand that was looked into is seen by the side that looked and by its owner."""
    if isinstance(event, e.HandSeen) and seat not in (event.side, OTHER[event.side]):
        return msgspec.structs.replace(event, cards=("?",) * len(event.cards))
    return event


REVEALS: frozenset[type[Event]] = frozenset({e.HandSeen})
_OPEN: tuple[type[Event], ...] = (
    e.PlayCard,
    e.UseCard,
    e.ActivateTown,
    e.MoveUnit,
    e.StepTo,
    e.Stop,
    e.Attack,
    e.Assign,
    e.TakeHit,
    e.WithdrawUnit,
    e.Advance,
    e.PlaceUnit,
    e.LandUnit,
    e.Refit,
    e.StrikeUnit,
    e.Relocate,
    e.ChooseTown,
    e.CutLink,
    e.Done,
    e.MonthBegan,
    e.MonthEnded,
    e.CardsAdded,
    e.PoolRefilled,
    e.FixedCardTaken,
    e.TurnSkipped,
    e.CardFinished,
    e.CardSpent,
    e.PointsModified,
    e.BonusGiven,
    e.OperationEnded,
    e.RussiaOpened,
    e.TownsAssigned,
    e.ControlChanged,
    e.FortificationBuilt,
    e.FortificationDestroyed,
    e.UnitPlaced,
    e.UnitsWeakened,
    e.UnitsActivated,
    e.UnitMarched,
    e.ReinforcementsDue,
    e.ReinforcementsEnded,
    e.BattleDeclared,
    e.AttackersDropped,
    e.BattleCalledOff,
    e.BattleResolved,
    e.DefenderWithdrew,
    e.UnitsSurrendered,
    e.BattleEnded,
    e.AskDraw,
    e.AskReinforcements,
    e.AskCard,
    e.AskPoints,
    e.AskActivating,
    e.AskMoves,
    e.AskMoving,
    e.AskBattles,
    e.AskAttackers,
    e.AskReaction,
    e.AskBattle,
    e.AskLosses,
    e.AskWithdrawal,
    e.AskAdvance,
    e.AskPlacing,
    e.AskLanding,
    e.AskRefit,
    e.AskStriking,
    e.AskRelocating,
    e.AskTown,
    e.AskLink,
)
REDACTIONS = redaction_table(e.CODEC, {e.HandSeen: hide_seen}, open_to_all=_OPEN)
