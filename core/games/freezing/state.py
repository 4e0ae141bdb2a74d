"""The state of a game of Freezing Death: units, boxes, cards, tracks, and what the impulse in progress has done."""

from typing import Annotated

from msgspec import Meta, Struct, field

from wardiary.core.state import State
from wardiary.events import freezing as e
from wardiary.events.freezing import Front, Mode, Side, UnitType

__all__ = [
    "AnyFrame",
    "Battle",
    "Cards",
    "FreezingState",
    "Pile",
    "Unit",
    "no_numbers",
]

AnyFrame = (
    e.AskRefill
    | e.AskCard
    | e.AskAllocating
    | e.AskMoves
    | e.AskBattles
    | e.AskAttackers
    | e.AskBattle
    | e.AskReaction
    | e.AskLoss
    | e.AskPlacing
    | e.AskBoosting
    | e.AskActivating
    | e.AskBypassing
    | e.AskStriking
    | e.AskWeakening
    | e.AskWithdrawing
    | e.AskMarking
    | e.AskIntervention
    | e.AskTurnEnd
)
Cards = tuple[str, ...]
Pile = dict[str, Side]
"""Cards, each with its side: one dict for both sides, so that a card comes and goes in one write."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A counter on the board."""

    side: Side
    type: UnitType
    strength: Annotated[int, Meta(ge=1, le=16)]
    box: str


class Battle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The battle being fought: who takes part, the strength points at its start, the kept cards used in it."""

    side: Side
    box: str
    first: bool
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack_dice: tuple[int, int]
    defence_dice: tuple[int, int]
    cards: Cards = ()


def no_numbers() -> dict[Side, int]:
    """Zero for each side."""
    return {"sov": 0, "fin": 0}


class FreezingState(State, kw_only=True):
    """Everything that can change. The order of a bag means nothing (FRD-S-03)."""

    frames: tuple[AnyFrame, ...] = ()

    units: dict[int, Unit] = field(default_factory=dict)
    last_unit: int = 0
    created: dict[str, int] = field(default_factory=dict)
    """How many units of a side and type there have been ("fin.ski"): counters used when none can be used again."""
    control: dict[str, Side] = field(default_factory=dict)
    fronts_taken: tuple[Front, ...] = ()
    line_level: int = 0
    marker: int = 0

    hands: Pile = field(default_factory=dict)
    bags: Pile = field(default_factory=dict)
    discards: Pile = field(default_factory=dict)
    removed: Pile = field(default_factory=dict)
    tableaux: Pile = field(default_factory=dict)
    shuffles: dict[Side, int] = field(default_factory=no_numbers)

    points_change: dict[Side, int] = field(default_factory=no_numbers)
    attack_drm: dict[Side, int] = field(default_factory=no_numbers)
    intervention_drm: int = 0

    card: str | None = None
    """The card in play; it is in no pile."""
    mode: Mode | None = None
    activated: tuple[int, ...] = ()
    """Units activated in this impulse, in order."""
    picked: tuple[int, ...] = ()
    """Units picked for what is being asked, in order; a unit stands twice that got two points."""
    moved: dict[int, str] = field(default_factory=dict)
    """Units that moved in this impulse, and own units that fell in it before they did; each with its box before."""
    newest: int = 0
    """The last unit there was when the impulse began."""
    fought: tuple[str, ...] = ()
    battle: Battle | None = None
    due: dict[Side, int] = field(default_factory=no_numbers)
    """Hits that each side has still to take."""
