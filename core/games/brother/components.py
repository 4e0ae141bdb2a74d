"""The component data as it stands in the TOML files: one Struct for each table.

`fact` names the fields of an entry that the rulebook or a public source pins down, `inferred` those that follow from
one; the others are reconstructed. Entries without fields of their own carry one `mark`.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from wardiary.core.component_data import Mark, Marks, Table
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
    "Files",
    "LinkTable",
    "LinksFile",
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


class TownTable(Table, frozen=True, kw_only=True):
    """A town; `side` is whose side of the initial front line it lies on."""

    id: TownId
    name: Name
    side: Side
    strategic: bool = False
    anchor: bool = False
    north: Annotated[int, Meta(ge=0, le=9000)]
    east: Annotated[int, Meta(ge=-18000, le=18000)]
    fact: Marks


class TownsFile(Table, frozen=True, kw_only=True):
    """towns.toml."""

    russia_open: bool
    towns: Annotated[tuple[TownTable, ...], Meta(min_length=1, max_length=256)]


class LinkTable(Table, frozen=True, array_like=True):
    """A link as it is written: town, town, mark."""

    a: TownId
    b: TownId
    mark: Mark

    @property
    def id(self) -> str:
        """The same whichever town comes first."""
        return f"{min(self.a, self.b)}-{max(self.a, self.b)}"


class LinksFile(Table, frozen=True, kw_only=True):
    """links.toml."""

    rail: tuple[LinkTable, ...]
    road: tuple[LinkTable, ...]


class CountersFile(Table, frozen=True, kw_only=True):
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
    fact: Marks = ()


class Values(Table, frozen=True, kw_only=True):
    """One face of a unit's counter."""

    battle: Annotated[int, Meta(ge=1, le=20)]
    mp: Annotated[int, Meta(ge=2, le=5)]


class UnitTable(Table, frozen=True, kw_only=True):
    """A unit type."""

    side: Side
    name: Name
    full: Values
    partial: Values
    elite: bool
    fact: Marks
    inferred: Marks


class UnitsFile(Table, frozen=True, kw_only=True):
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


class ChartTable(Table, frozen=True, kw_only=True):
    """A battle table: the label of each column, a row of results for each die roll, the cells that are facts."""

    columns: Annotated[tuple[Annotated[str, Meta(pattern=r"^[0-9]+(-[0-9]+|\+)?$")], ...], Meta(min_length=1)]
    rows: Annotated[
        tuple[tuple[Annotated[str, Meta(pattern=r"^[0-9]{1,2}\*?$")], ...], ...], Meta(min_length=6, max_length=6)
    ]
    fact: tuple[tuple[str, Annotated[int, Meta(ge=1, le=6)]], ...]

    def own_marks(self) -> Iterator[tuple[str, Mark]]:
        """Each cell, by column and die roll."""
        for at, column in enumerate(self.columns):
            for die in range(1, len(self.rows) + 1):
                if at < len(self.rows[die - 1]):
                    yield f"{column}.{die}", "fact" if (column, die) in self.fact else "reconstructed"


class ChartsFile(Table, frozen=True, kw_only=True):
    """battle_tables.toml."""

    attack: ChartTable
    defence: ChartTable


class MonthShare(Table, frozen=True, kw_only=True):
    """A side's reinforcements of one month."""

    guards_per_strategic: Count
    elite: Count = 0
    fixed_card: CardId | None = None


class ShareTable(Table, frozen=True, kw_only=True):
    """A side's reinforcements."""

    guards: UnitType
    elite: UnitType
    elite_towns: Annotated[tuple[TownId, ...], Meta(min_length=1)]
    feb: MonthShare
    mar: MonthShare
    apr: MonthShare
    may: MonthShare
    fact: Marks = ()

    def month(self, month: Month) -> MonthShare | None:
        """The share of a month; none in January."""
        share: MonthShare | None = getattr(self, month, None)
        return share


class ReinforcementsFile(Table, frozen=True, kw_only=True):
    """reinforcements.toml."""

    white: ShareTable
    red: ShareTable


class SetupTable(Table, frozen=True, kw_only=True):
    """Units of one type in one town at the start."""

    town: TownId
    type: UnitType
    full: Annotated[int, Meta(ge=0, le=3)]
    partial: Annotated[int, Meta(ge=0, le=3)]
    mark: Mark


class SetupFile(Table, frozen=True, kw_only=True):
    """setup.toml."""

    fortifications: tuple[TownId, ...]
    units: tuple[SetupTable, ...]
    fact: Marks = ()


class CardTable(Table, frozen=True, kw_only=True):
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


class CardsFile(Table, frozen=True, kw_only=True):
    """cards.toml."""

    cards: tuple[CardTable, ...]


class Files(Struct, frozen=True, kw_only=True):
    """The eight data files."""

    towns: TownsFile
    links: LinksFile
    counters: CountersFile
    units: UnitsFile
    charts: ChartsFile
    reinforcements: ReinforcementsFile
    setup: SetupFile
    cards: CardsFile
