"""What the game can be in the middle of; `side` is the side that is asked."""

from wardiary.events.brother.values import BattleStep, Operation, Side, Small, Town, UnitId
from wardiary.events.kinds import Frame, SeatFrame

__all__ = [
    "FRAMES",
    "AskActivating",
    "AskAdvance",
    "AskAttackers",
    "AskBattle",
    "AskBattles",
    "AskCard",
    "AskDraw",
    "AskLanding",
    "AskLink",
    "AskLosses",
    "AskMoves",
    "AskMoving",
    "AskPlacing",
    "AskPoints",
    "AskReaction",
    "AskRefit",
    "AskReinforcements",
    "AskRelocating",
    "AskStriking",
    "AskTown",
    "AskWithdrawal",
]


class AskDraw(Frame, tag="brother.ask_draw", kw_only=True):
    """Hands are filled, White's before Red's; a card is drawn."""


class AskReinforcements(SeatFrame, tag="brother.ask_reinforcements", kw_only=True):
    """A side places the month's reinforcements."""

    side: Side


class AskCard(SeatFrame, tag="brother.ask_card", kw_only=True):
    """A side plays a card; `number` counts its turns of the month from 1."""

    side: Side
    number: Small


class AskPoints(SeatFrame, tag="brother.ask_points", kw_only=True):
    """A side may use table cards against the action points that the other has announced."""

    side: Side


class AskActivating(SeatFrame, tag="brother.ask_activating", kw_only=True):
    """Towns are activated, `points` in all."""

    side: Side
    points: Small


class AskMoves(SeatFrame, tag="brother.ask_moves", kw_only=True):
    """The next activated unit sets out."""

    side: Side


class AskMoving(SeatFrame, tag="brother.ask_moving", kw_only=True):
    """A unit is on its way."""

    side: Side
    unit: UnitId


class AskBattles(SeatFrame, tag="brother.ask_battles", kw_only=True):
    """The attacker chooses the next target."""

    side: Side


class AskAttackers(SeatFrame, tag="brother.ask_attackers", kw_only=True):
    """The attacker says who takes part."""

    side: Side
    town: Town


class AskReaction(SeatFrame, tag="brother.ask_reaction", kw_only=True):
    """A side may use table cards in the battle."""

    side: Side
    town: Town


class AskBattle(SeatFrame, tag="brother.ask_battle", kw_only=True):
    """The dice of a battle; `side` attacks."""

    side: Side
    town: Town
    step: BattleStep


class AskLosses(SeatFrame, tag="brother.ask_losses", kw_only=True):
    """A side takes the hits due to it."""

    side: Side
    town: Town


class AskWithdrawal(SeatFrame, tag="brother.ask_withdrawal", kw_only=True):
    """A side's units leave the town."""

    side: Side
    town: Town


class AskAdvance(SeatFrame, tag="brother.ask_advance", kw_only=True):
    """The attacker may move into the town."""

    side: Side
    town: Town


class AskPlacing(SeatFrame, tag="brother.ask_placing", kw_only=True):
    """An event brings units."""

    side: Side
    op: Operation


class AskLanding(SeatFrame, tag="brother.ask_landing", kw_only=True):
    """An event lands German units."""

    side: Side
    op: Operation


class AskRefit(SeatFrame, tag="brother.ask_refit", kw_only=True):
    """An event turns partial units full."""

    side: Side
    op: Operation


class AskStriking(SeatFrame, tag="brother.ask_striking", kw_only=True):
    """An event weakens enemy units."""

    side: Side
    op: Operation


class AskRelocating(SeatFrame, tag="brother.ask_relocating", kw_only=True):
    """An event carries units to another town."""

    side: Side
    op: Operation


class AskTown(SeatFrame, tag="brother.ask_town", kw_only=True):
    """An event is about a town that the side chooses."""

    side: Side
    op: Operation


class AskLink(SeatFrame, tag="brother.ask_link", kw_only=True):
    """An event cuts a railway link that the side chooses."""

    side: Side
    op: Operation


FRAMES: tuple[type[Frame], ...] = (
    AskDraw,
    AskReinforcements,
    AskCard,
    AskPoints,
    AskActivating,
    AskMoves,
    AskMoving,
    AskBattles,
    AskAttackers,
    AskReaction,
    AskBattle,
    AskLosses,
    AskWithdrawal,
    AskAdvance,
    AskPlacing,
    AskLanding,
    AskRefit,
    AskStriking,
    AskRelocating,
    AskTown,
    AskLink,
)
