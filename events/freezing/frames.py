"""What the game can be in the middle of; `side` is the side that is asked."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.freezing.values import BattleStep, Box, Front, Operation, Reinforcement, Side, Small
from wardiary.events.kinds import Frame, SeatFrame

__all__ = [
    "FRAMES",
    "AskActivating",
    "AskAllocating",
    "AskAttackers",
    "AskBattle",
    "AskBattles",
    "AskBoosting",
    "AskBypassing",
    "AskCard",
    "AskIntervention",
    "AskLoss",
    "AskMarking",
    "AskMoves",
    "AskPlacing",
    "AskReaction",
    "AskRefill",
    "AskStriking",
    "AskTurnEnd",
    "AskWeakening",
    "AskWithdrawing",
]


class AskRefill(SeatFrame, tag="freezing.ask_refill", kw_only=True):
    """A side's hand is filled up to eight; a card is drawn."""

    side: Side


class AskCard(SeatFrame, tag="freezing.ask_card", kw_only=True):
    """An impulse: a side plays a card."""

    side: Side
    impulse: Small


class AskAllocating(SeatFrame, tag="freezing.ask_allocating", kw_only=True):
    """Action points are spent, `points` in all."""

    side: Side
    points: Small


class AskMoves(SeatFrame, tag="freezing.ask_moves", kw_only=True):
    """Activated units move; `op` is the card operation that activated them, if one did."""

    side: Side
    op: Operation | None = None


class AskBattles(SeatFrame, tag="freezing.ask_battles", kw_only=True):
    """The attacker chooses the next battle."""

    side: Side
    op: Operation | None = None


class AskAttackers(SeatFrame, tag="freezing.ask_attackers", kw_only=True):
    """The attacker says who takes part."""

    side: Side
    box: Box


class AskBattle(SeatFrame, tag="freezing.ask_battle", kw_only=True):
    """A battle, at this step of its script; `side` attacks."""

    side: Side
    box: Box
    step: BattleStep


class AskReaction(SeatFrame, tag="freezing.ask_reaction", kw_only=True):
    """A side may use kept cards in the battle."""

    side: Side
    box: Box


class AskLoss(SeatFrame, tag="freezing.ask_loss", kw_only=True):
    """A side takes the hits due to it; `op` is the card operation that caused them, if one did."""

    side: Side
    box: Box
    op: Operation | None = None


class AskPlacing(SeatFrame, tag="freezing.ask_placing", kw_only=True):
    """New units are placed, the first of `waiting` next, on one of these fronts."""

    side: Side
    waiting: Annotated[tuple[Reinforcement, ...], Meta(max_length=64)]
    fronts: Annotated[tuple[Front, ...], Meta(max_length=3)]
    op: Operation | None = None


class AskBoosting(SeatFrame, tag="freezing.ask_boosting", kw_only=True):
    """An event strengthens units."""

    side: Side
    op: Operation


class AskActivating(SeatFrame, tag="freezing.ask_activating", kw_only=True):
    """An event activates units."""

    side: Side
    op: Operation


class AskBypassing(SeatFrame, tag="freezing.ask_bypassing", kw_only=True):
    """An event activates units that may pass a front line."""

    side: Side
    op: Operation


class AskStriking(SeatFrame, tag="freezing.ask_striking", kw_only=True):
    """The box that an event's hits fall on is chosen."""

    side: Side
    op: Operation


class AskWeakening(SeatFrame, tag="freezing.ask_weakening", kw_only=True):
    """An event weakens enemy units."""

    side: Side
    op: Operation


class AskWithdrawing(SeatFrame, tag="freezing.ask_withdrawing", kw_only=True):
    """An event takes units back."""

    side: Side
    op: Operation


class AskMarking(SeatFrame, tag="freezing.ask_marking", kw_only=True):
    """An event moves the intervention marker, so many boxes to the right still."""

    side: Side
    op: Operation
    steps: Small


class AskIntervention(SeatFrame, tag="freezing.ask_intervention", kw_only=True):
    """The intervention die is rolled."""

    side: Side


class AskTurnEnd(SeatFrame, tag="freezing.ask_turn_end", kw_only=True):
    """The turn ends when what stands above is done."""

    side: Side


FRAMES: tuple[type[Frame], ...] = (
    AskRefill,
    AskCard,
    AskAllocating,
    AskMoves,
    AskBattles,
    AskAttackers,
    AskBattle,
    AskReaction,
    AskLoss,
    AskPlacing,
    AskBoosting,
    AskActivating,
    AskBypassing,
    AskStriking,
    AskWeakening,
    AskWithdrawing,
    AskMarking,
    AskIntervention,
    AskTurnEnd,
)
