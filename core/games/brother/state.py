"""The state of a game of Brother Against Brother: towns, units, cards, and what the turn in progress has done."""

from msgspec import Struct, field

from wardiary.core.state import State
from wardiary.events import brother as e
from wardiary.events.brother import Mode, Month, Side, UnitType

__all__ = [
    "SIDE_OF",
    "AnyFrame",
    "Battle",
    "BrotherState",
    "Cards",
    "Glimpse",
    "Ids",
    "Pile",
    "Towns",
    "Unit",
    "no_numbers",
]

AnyFrame = (
    e.AskDraw
    | e.AskReinforcements
    | e.AskCard
    | e.AskPoints
    | e.AskActivating
    | e.AskMoves
    | e.AskMoving
    | e.AskBattles
    | e.AskAttackers
    | e.AskReaction
    | e.AskBattle
    | e.AskLosses
    | e.AskWithdrawal
    | e.AskAdvance
    | e.AskPlacing
    | e.AskLanding
    | e.AskRefit
    | e.AskStriking
    | e.AskRelocating
    | e.AskTown
    | e.AskLink
)
Cards = tuple[str, ...]
Ids = tuple[int, ...]
Pile = dict[str, Side]
"""Cards, each with its side: one dict for both sides, so that a card comes and goes in one write."""
Towns = tuple[str, ...]

SIDE_OF: dict[UnitType, Side] = {
    "civil_guard": "white",
    "jaeger": "white",
    "german": "white",
    "red_guard": "red",
    "armoured_train": "red",
}
"""Whose a unit type is (BAB-2.3-02)."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A counter on the map."""

    type: UnitType
    full: bool
    town: str


class Battle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The battle being fought: who takes part, the table cards used in it, whom its hits bind and struck."""

    side: Side
    town: str
    attackers: Ids
    defenders: Ids
    cards: Cards = ()
    defender_bound: Ids = ()
    attacker_bound: Ids = ()
    struck: Ids = ()
    withdrawal: bool = False


class Glimpse(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The other side's hand as it was in a turn."""

    turn: int
    cards: Cards


def no_numbers() -> dict[Side, int]:
    """Zero for each side."""
    return {"white": 0, "red": 0}


class BrotherState(State, kw_only=True):
    """Everything that can change. The order of the cards in hands, pools and piles means nothing."""

    frames: tuple[AnyFrame, ...] = ()
    month: Month = "jan"

    controller: dict[str, Side] = field(default_factory=dict)
    units: dict[int, Unit] = field(default_factory=dict)
    last_unit: int = 0
    forts: Towns = ()
    cut: Towns = ()
    """Railway links that count as roads this month."""
    russia_open: bool = True

    hands: Pile = field(default_factory=dict)
    pools: Pile = field(default_factory=dict)
    reshuffle: Pile = field(default_factory=dict)
    table: Pile = field(default_factory=dict)
    removed: Pile = field(default_factory=dict)
    shuffles: dict[Side, int] = field(default_factory=no_numbers)
    ap_bonus: dict[Side, int] = field(default_factory=no_numbers)
    glimpses: dict[Side, Glimpse] = field(default_factory=dict)

    reinforcing: Side | None = None
    waiting: dict[UnitType, int] = field(default_factory=dict)
    """Reinforcements of the side that is placing them, still to be placed."""

    card: str | None = None
    """The card in play; it is in no pile."""
    mode: Mode | None = None
    ap_change: int = 0
    activated_towns: Towns = ()
    activated: Ids = ()
    moved: Ids = ()
    path: Towns = ()
    """The towns of the unit on its way, the first and the present one too."""
    attacked: Ids = ()
    """Units that have used their attack of this turn."""
    targets: Towns = ()
    """Towns that have been attacked in this turn."""
    picked: Ids = ()
    picked_towns: Towns = ()
    """Units and towns picked for what is being asked, in order."""
    chosen: str | None = None
    """The town that the event in play is about."""
    landing: str | None = None
    """Where a German unit lands as soon as the Red units there have left."""
    battle: Battle | None = None
    attack_die: int = 0
    defence_die: int = 0
    """The dice of the last battle that was rolled for, 0 before the first."""
    due: dict[Side, int] = field(default_factory=no_numbers)
    """Hits that each side has still to take."""
    left: tuple[tuple[int, str], ...] = ()
    """Units that have withdrawn from the town in question, each with the town it went to."""
