"""What the rules make of a battle, and of headquarters that fall."""

from typing import Literal

from wardiary.events.helsinki.values import (
    BattleKind,
    Cards,
    Columns,
    Direction,
    Effect,
    Hex,
    PieceId,
    Place,
    Side,
    UnitIds,
)
from wardiary.events.kinds import CardId, Number, Outcome

__all__ = [
    "BATTLE_DEEDS",
    "BattleDeclared",
    "BattleEnded",
    "BattleFought",
    "BattleResolved",
    "ColumnShifted",
    "EffectApplied",
    "FacingSet",
    "HqDestroyed",
    "UnitDestroyed",
    "UnitDisordered",
    "UnitRetreated",
    "UnitsReturned",
]


class FacingSet(Outcome, tag="helsinki.facing_set", kw_only=True):
    """A battle began in a hex; the attacker's side came from this direction."""

    hex: Hex
    side: Side
    direction: Direction


class BattleDeclared(Outcome, tag="helsinki.battle_declared", kw_only=True):
    """Units attack all enemies in a hex; `origin` is where they came from."""

    hex: Hex
    kind: BattleKind
    side: Side
    units: UnitIds
    enemies: UnitIds
    origin: Hex | None = None
    bridge: bool = False
    cards: Cards = ()
    """Cards that brought it about, this battle or one that it answers."""


class BattleResolved(Outcome, tag="helsinki.battle_resolved", kw_only=True):
    """Both dice with their modifiers, the defender's raised to the terrain; without a loser nothing follows."""

    hex: Hex
    attack: Number
    defence: Number
    loser: Literal["attacker", "defender"] | None = None


class ColumnShifted(Outcome, tag="helsinki.column_shifted", kw_only=True):
    """A side shifts the effect; to the right is milder for the loser."""

    side: Side
    columns: Columns
    card: CardId | None = None


class EffectApplied(Outcome, tag="helsinki.effect_applied", kw_only=True):
    """What the loser suffers."""

    hex: Hex
    effect: Effect
    loser: Literal["attacker", "defender"]


class UnitRetreated(Outcome, tag="helsinki.unit_retreated", kw_only=True):
    """A unit retreated to a hex."""

    unit: PieceId
    hex: Hex


class UnitDisordered(Outcome, tag="helsinki.unit_disordered", kw_only=True):
    """A unit in disorder went to its reserve."""

    unit: PieceId
    where: Place


class UnitDestroyed(Outcome, tag="helsinki.unit_destroyed", kw_only=True):
    """A unit is lost; a Red one lies on the morale track."""

    unit: PieceId


class UnitsReturned(Outcome, tag="helsinki.units_returned", kw_only=True):
    """Attackers from the flank or over a bridge went back."""

    units: UnitIds
    hex: Hex


class BattleFought(Outcome, tag="helsinki.battle_fought", kw_only=True):
    """A battle roll and all its effects are done."""

    hex: Hex


class BattleEnded(Outcome, tag="helsinki.battle_ended", kw_only=True):
    """Only one side is left in a hex; facings are forgotten."""

    hex: Hex


class HqDestroyed(Outcome, tag="helsinki.hq_destroyed", kw_only=True):
    """A headquarters is out of the game; a Red one by this side."""

    hq: PieceId
    side: Side


BATTLE_DEEDS: tuple[type[Outcome], ...] = (
    FacingSet,
    BattleDeclared,
    BattleResolved,
    ColumnShifted,
    EffectApplied,
    UnitRetreated,
    UnitDisordered,
    UnitDestroyed,
    UnitsReturned,
    BattleFought,
    BattleEnded,
    HqDestroyed,
)
