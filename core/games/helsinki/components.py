"""The shapes of the data files. Every table may name by `fact` the keys that are not reconstructed."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.core.component_data import Marks, Table
from wardiary.core.games.helsinki.operations import Operation
from wardiary.events.helsinki import Deck, Effect, Result, Side, Window

__all__ = [
    "ArrestRow",
    "ArrestTable",
    "BattleTable",
    "BoxTable",
    "CardTable",
    "CardsFile",
    "Change",
    "ChartsFile",
    "CommandPointsTable",
    "Files",
    "HexName",
    "Letter",
    "LineKind",
    "MapFile",
    "MapTable",
    "MoraleTable",
    "OrdersTable",
    "OrganiseRow",
    "OrganiseTable",
    "ReserveTable",
    "ResultRow",
    "RowTable",
    "SecretEventsTable",
    "SetupFile",
    "SetupTable",
    "Small",
    "Starts",
    "TerrainExtra",
    "TerrainTable",
    "TimeTable",
    "TracksFile",
    "TracksTable",
    "UpRow",
    "Value",
    "Values",
    "VertexName",
    "Word",
]

Letter = Literal["O", "W", "S", "C"]
LineKind = Literal["rail", "road", "minor"]
HexName = Annotated[str, Meta(min_length=2, max_length=4)]
VertexName = Annotated[str, Meta(min_length=5, max_length=5)]
Word = Annotated[str, Meta(min_length=1, max_length=200)]
Small = Annotated[int, Meta(ge=0, le=99)]
Value = Annotated[int, Meta(ge=1, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]


class MapTable(Table, frozen=True):
    """The battlefield as printed: letters of terrain, lines, water, places with a meaning."""

    hex_metres: Annotated[int, Meta(ge=1, le=10_000)]
    columns: Annotated[int, Meta(ge=2, le=99)]
    rows: Annotated[int, Meta(ge=2, le=99)]
    terrain: str
    roads: str
    west_exits: Mapping[HexName, LineKind]
    other_exits: tuple[HexName, ...]
    water_edges: tuple[Word, ...]
    bridges: tuple[Word, ...]
    forts: tuple[HexName, ...]
    flags: tuple[HexName, ...]
    red_hq_hexes: tuple[HexName, ...]
    arrival_hex: HexName
    squad_symbols: str
    names: Mapping[HexName, Word] = {}
    fact: Marks = ()


class BoxTable(Table, frozen=True):
    """The box of Tikkurila: hexes from the left, and the direction from each to the next."""

    hexes: tuple[HexName, ...]
    terrain: Mapping[HexName, Letter]
    railway: HexName
    steps: tuple[Literal["N", "NE", "SE", "S", "SW", "NW"], ...]
    fact: Marks = ()


class MapFile(Table, frozen=True):
    map: MapTable
    tikkurila: BoxTable


class SetupTable(Table, frozen=True):
    """Where pieces stand at the start."""

    german_units: Mapping[HexName, Value]
    german_hqs: tuple[VertexName, ...]
    german_meurer: Small
    german_tikkurila: Mapping[HexName, Value]
    german_reserve: Small
    red_units: Mapping[HexName, Value]
    red_hqs: tuple[HexName, ...]
    red_tikkurila: Mapping[HexName, Value]
    red_reserve: Small
    white_squads: Small
    white_reserve: Small
    fact: Marks = ()


class SetupFile(Table, frozen=True):
    setup: SetupTable


class TerrainTable(Table, frozen=True):
    """A terrain: hexes that Red, and Germans and Whites, move at most; the defender's least results."""

    name: Word
    move: Value
    gw: Value
    M: Small
    B: Small
    fact: Marks = ()


class Values(Table, frozen=True):
    """The defender's least results after a movement (M) and in a battle that goes on (B)."""

    M: Small
    B: Small


class TerrainExtra(Table, frozen=True):
    city_with_friend: Value
    road_move: Value
    fort: Values
    fact: Marks = ()


class UpRow(Table, frozen=True):
    up: Small
    max: Change | None = None


class ResultRow(Table, frozen=True):
    result: Result
    max: Change | None = None


class ArrestRow(Table, frozen=True):
    result: Literal["fail", "arrested"]
    max: Change | None = None


class OrganiseRow(Table, frozen=True):
    result: Literal["fail", "here", "level", "north", "south"]
    max: Change | None = None


class RowTable(Table, frozen=True):
    """Recruitment or deployment."""

    rows: tuple[ResultRow, ...]
    tikkurila: Mapping[str, Change] = {}
    fact: Marks = ()


class MoraleTable(Table, frozen=True):
    rows: tuple[UpRow, ...]
    tikkurila: Mapping[str, Change]
    per_flag_without_red_unit: Change
    fact: Marks = ()


class ArrestTable(Table, frozen=True):
    rows: tuple[ArrestRow, ...]
    fact: Marks = ()


class OrganiseTable(Table, frozen=True):
    rows: tuple[OrganiseRow, ...]
    red_near: Change
    fact: Marks = ()


class OrdersTable(Table, frozen=True):
    """The order tables; `night` is added to recruitment and deployment dice by night."""

    night: Change
    morale: MoraleTable
    recruit: RowTable
    deploy: RowTable
    arrest: ArrestTable
    organise: OrganiseTable
    fact: Marks = ()


class BattleTable(Table, frozen=True):
    """Modifiers, and the effects by difference (last row: and above) and column from left to right."""

    night: Change
    flank_behind: Change
    flank: Change
    effects: tuple[tuple[Effect, Effect, Effect], ...]
    fact: Marks = ()


class ChartsFile(Table, frozen=True):
    terrain: Mapping[Letter, TerrainTable]
    terrain_extra: TerrainExtra
    orders: OrdersTable
    battle: BattleTable


class Starts(Table, frozen=True):
    time: Small
    morale: Small
    meurer: Small
    headquarters: Small
    tikkurila: Small
    activity: Small


class TracksTable(Table, frozen=True):
    """The numbers printed in the squares, from the first (morale: from the top)."""

    meurer: tuple[Small, ...]
    headquarters: tuple[Small, ...]
    tikkurila: tuple[Small, ...]
    activity_points: tuple[Small, ...]
    activity_arrest: tuple[Change, ...]
    morale: tuple[Small, ...]
    starts: Starts
    fact: Marks = ()


class TimeTable(Table, frozen=True):
    first: Word
    last: Word
    day_first: Word
    day_last: Word
    day_minutes: Annotated[int, Meta(ge=1, le=720)]
    night_first: Word
    night_last: Word
    night_minutes: Annotated[int, Meta(ge=1, le=720)]
    squares_a_casualty: Value
    fact: Marks = ()


class ReserveTable(Table, frozen=True):
    capacity: tuple[Value, ...]
    modifier: tuple[Change, ...]
    fact: Marks = ()


class CommandPointsTable(Table, frozen=True):
    first_initiative: Value
    fact: Marks = ()


class SecretEventsTable(Table, frozen=True):
    three_players: Small
    two_players: Small
    fact: Marks = ()


class TracksFile(Table, frozen=True):
    tracks: TracksTable
    time: TimeTable
    reserve: ReserveTable
    command_points: CommandPointsTable
    secret_events: SecretEventsTable


class CardTable(Table, frozen=True):
    """A card; its deck is the first two letters of its id."""

    id: Annotated[str, Meta(min_length=3, max_length=8)]
    copies: Value
    window: Window
    title: Word
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    op: Operation
    remove: bool = False
    fact: Marks = ()

    @property
    def deck(self) -> Deck:
        """The deck it belongs to."""
        return self.id[:2]  # type: ignore[return-value]

    @property
    def owner(self) -> Side:
        """The side that draws it."""
        return {"G": "german", "R": "red", "W": "white"}[self.id[0]]  # type: ignore[return-value]


class CardsFile(Table, frozen=True):
    card: tuple[CardTable, ...]


class Files(Struct, frozen=True, kw_only=True):
    """The five data files."""

    map: MapFile
    setup: SetupFile
    charts: ChartsFile
    tracks: TracksFile
    cards: CardsFile
