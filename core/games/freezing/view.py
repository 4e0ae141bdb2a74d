"""What a seat may see (FRD-V-01 to -06), of a position and of an event."""

from typing import Annotated

import msgspec
from msgspec import Meta

from wardiary.core.contract import Choose, View
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import cards_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.kit.dealing import deal
from wardiary.core.sight import redaction_table
from wardiary.core.state import copy_state
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES, Side
from wardiary.events.kinds import Event

__all__ = [
    "REDACTIONS",
    "FreezingView",
    "Sizes",
    "imagine",
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
    hands = {side: cards_of(s.hands, side) for side in SIDES}
    bags = {side: cards_of(s.bags, side) for side in SIDES}
    known = {side: tuple(card for card in hands[side] if d.cards[card].turn == s.turn) for side in hidden}
    seen = msgspec.structs.replace(
        s,
        hands={card: side for side in SIDES for card in known.get(side, hands[side])},
        bags={card: side for side in SIDES if side not in hidden for card in bags[side]},
    )
    seen.__dict__.update(s.__dict__)
    return FreezingView(
        seat=seat,
        state=seen,
        hand_sizes={side: len(hands[side]) for side in SIDES},
        bag_sizes={side: len(bags[side]) for side in SIDES},
        unseen={side: tuple(sorted({*hands[side], *bags[side]} - {*known[side]})) for side in hidden},
    )


def imagine(_d: Data, seen: FreezingView, choose: Choose) -> FreezingState:
    """A position behind a view: another's unseen cards are dealt into his hand and his bag."""
    s = copy_state(seen.state)
    for side, cards in seen.unseen.items():
        hidden = seen.hand_sizes[side] - len(cards_of(s.hands, side))
        hand, bag = deal(cards, (hidden, len(cards) - hidden), choose)
        s.hands.update(dict.fromkeys(hand, side))
        s.bags.update(dict.fromkeys(bag, side))
    return s


_OPEN: tuple[type[Event], ...] = (
    e.PlayCard,
    e.Activate,
    e.Strengthen,
    e.MoveUnit,
    e.Attack,
    e.Assign,
    e.UseCard,
    e.Pass,
    e.TakeHit,
    e.PlaceUnit,
    e.Strike,
    e.Weaken,
    e.Withdraw,
    e.Done,
    e.CardsDealt,
    e.Reshuffled,
    e.ImpulsePassed,
    e.ImpulseEnded,
    e.CardSpent,
    e.PointsSpent,
    e.OperationEnded,
    e.PointsModified,
    e.AttackModified,
    e.InterventionModified,
    e.InterventionRolled,
    e.MarkerMoved,
    e.LineRaised,
    e.TurnEnded,
    e.Scored,
    e.UnitPlaced,
    e.PlacementFailed,
    e.ControlChanged,
    e.FrontTaken,
    e.BattleDeclared,
    e.HitsScored,
    e.HitsIgnored,
    e.HitsLost,
    e.BoxStruck,
    e.UnitHit,
    e.BattleEnded,
    e.AskRefill,
    e.AskCard,
    e.AskAllocating,
    e.AskMoves,
    e.AskBattles,
    e.AskAttackers,
    e.AskBattle,
    e.AskReaction,
    e.AskLoss,
    e.AskPlacing,
    e.AskBoosting,
    e.AskActivating,
    e.AskBypassing,
    e.AskStriking,
    e.AskWeakening,
    e.AskWithdrawing,
    e.AskMarking,
    e.AskIntervention,
    e.AskTurnEnd,
)
"""All orders are open: cards are played face up, and units stand on the board (FRD-V-06)."""
REDACTIONS = redaction_table(e.CODEC, open_to_all=_OPEN)
"""A card drawn is seen by its owner alone (FRD-V-05)."""
