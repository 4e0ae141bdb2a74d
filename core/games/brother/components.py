"""The component data as it stands in the TOML files: one Struct for each table.

`fact` names the fields of an entry that the rulebook or a public source pins down, `inferred` those that follow from
one; the others are reconstructed. Entries without fields of their own carry one `mark`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.core.games.brother.operations import Operation
from wardiary.events.brother import UNIT_TYPES, Month, Side, UnitType

__all__ = [
    "CardId",
    "CardTable",
    "CardsFile",
    "ChartTable",
    "ChartsFile",
    "Count",
    "CountersFile",
    "LinksFile",
    "Mark",
    "Marks",
    "MonthShare",
    "Name",
    "ReinforcementsFile",
    "SetupFile",
    "SetupTable",
    "ShareTable",
    "TownId",
    "TownTable",
    "TownsFile",
    "UnitTable",
    "UnitsFile",
    "Values",
]

Name = Annotated[str, Meta(min_length=1, max_length=64)]
TownId = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}$")]
CardId = Annotated[str, Meta(pattern=r"^[0-9]{2}$")]
Count = Annotated[int, Meta(ge=0, le=1000)]
Mark = Literal["fact", "inferred", "reconstructed"]
Marks = tuple[str, ...]


class _Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a data file."""


class TownTable(_Table, frozen=True, kw_only=True):
    """A town; `side` is whose side of the initial front line it lies on."""

    id: TownId
    name: Name
    side: Side
    strategic: bool = False
    anchor: bool = False
    north: Annotated[int, Meta(ge=0, le=9000)]
    east: Annotated[int, Meta(ge=-18000, le=18000)]
    fact: Marks


class TownsFile(_Table, frozen=True, kw_only=True):
    """towns.toml."""

    russia_open: bool
    towns: Annotated[tuple[TownTable, ...], Meta(min_length=1, max_length=256)]


class LinksFile(_Table, frozen=True, kw_only=True):
    """links.toml: town, town, mark."""

    rail: tuple[tuple[TownId, TownId, Mark], ...]
    road: tuple[tuple[TownId, TownId, Mark], ...]


class CountersFile(_Table, frozen=True, kw_only=True):
    """counters.toml."""

    civil_guard: Count
    red_guard: Count
    german: Count
    jaeger: Count
    armoured_train: Count
    fortification: Count
    control_token: Count
    activation_token: Count
    round_marker: Count
    total: Count


class Values(_Table, frozen=True, kw_only=True):
    """One face of a unit's counter."""

    battle: Annotated[int, Meta(ge=1, le=20)]
    mp: Annotated[int, Meta(ge=2, le=5)]


class UnitTable(_Table, frozen=True, kw_only=True):
    """A unit type."""

    side: Side
    name: Name
    full: Values
    partial: Values
    elite: bool
    fact: Marks
    inferred: Marks


class UnitsFile(_Table, frozen=True, kw_only=True):
    """units.toml."""

    civil_guard: UnitTable
    red_guard: UnitTable
    jaeger: UnitTable
    german: UnitTable
    armoured_train: UnitTable

    @property
    def by_type(self) -> dict[UnitType, UnitTable]:
        """Each type's table."""
        return {kind: getattr(self, kind) for kind in UNIT_TYPES}


class ChartTable(_Table, frozen=True, kw_only=True):
    """A battle table: the label of each column, a row of results for each die roll, the cells that are facts."""

    columns: Annotated[tuple[Annotated[str, Meta(pattern=r"^[0-9]+(-[0-9]+|\+)?$")], ...], Meta(min_length=1)]
    rows: Annotated[
        tuple[tuple[Annotated[str, Meta(pattern=r"^[0-9]{1,2}\*?$")], ...], ...], Meta(min_length=6, max_length=6)
    ]
    fact: tuple[tuple[str, Annotated[int, Meta(ge=1, le=6)]], ...]


class ChartsFile(_Table, frozen=True, kw_only=True):
    """battle_tables.toml."""

    attack: ChartTable
    defence: ChartTable


class MonthShare(_Table, frozen=True, kw_only=True):
    """A side's reinforcements of one month."""

    guards_per_strategic: Count
    elite: Count = 0
    fixed_card: CardId | None = None


class ShareTable(_Table, frozen=True, kw_only=True):
    """A side's reinforcements."""

    guards: UnitType
    elite: UnitType
    elite_towns: Annotated[tuple[TownId, ...], Meta(min_length=1)]
    feb: MonthShare
    mar: MonthShare
    apr: MonthShare
    may: MonthShare

    def month(self, month: Month) -> MonthShare | None:
        """The share of a month; none in January."""
        share: MonthShare | None = getattr(self, month, None)
        return share


class ReinforcementsFile(_Table, frozen=True, kw_only=True):
    """reinforcements.toml."""

    white: ShareTable
    red: ShareTable


class SetupTable(_Table, frozen=True, kw_only=True):
    """Units of one type in one town at the start."""

    town: TownId
    type: UnitType
    full: Annotated[int, Meta(ge=0, le=3)]
    partial: Annotated[int, Meta(ge=0, le=3)]
    mark: Mark


class SetupFile(_Table, frozen=True, kw_only=True):
    """setup.toml."""

    fortifications: tuple[TownId, ...]
    units: tuple[SetupTable, ...]


class CardTable(_Table, frozen=True, kw_only=True):
    """A card: printed number, side, month of entry, action points, asterisk, names, conditions, operations."""

    id: CardId
    side: Side
    month: Month
    ap: Annotated[int, Meta(ge=1, le=20)]
    star: bool
    name: Name
    fi: Name | None = None
    event_months: tuple[Month, ...] | None = None
    russia: bool = False
    needs: CardId | None = None
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    ops: Annotated[tuple[Operation, ...], Meta(min_length=1, max_length=8)]
    fact: Marks


class CardsFile(_Table, frozen=True, kw_only=True):
    """cards.toml."""

    cards: tuple[CardTable, ...]
