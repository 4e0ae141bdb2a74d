"""The shapes of the data files. Every table has a list `fact` of its keys that the rulebook prints."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.kuularuisku import Side

__all__ = [
    "AreaTable",
    "ChartsFile",
    "CoverTable",
    "FormationTable",
    "LineTable",
    "MeasuresTable",
    "MovementTable",
    "ObjectiveTable",
    "PointsTable",
    "PostTable",
    "ScenarioFile",
    "ScenarioTable",
    "SkillTable",
    "TerrainFile",
    "TerrainTable",
    "UnitTable",
    "UnitTypeTable",
    "UnitsFile",
    "WeaponTable",
    "WeaponsFile",
    "WoundsTable",
]

Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
UnitWord = Annotated[str, Meta(min_length=1, max_length=12, pattern=r"^[A-Za-z][A-Za-z0-9]*$")]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Value = Annotated[int, Meta(ge=2, le=6)]
Millimetres = Annotated[int, Meta(ge=0, le=100_000)]
Positive = Annotated[int, Meta(ge=1, le=100_000)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Point = tuple[Millimetres, Millimetres]
Fact = tuple[str, ...]
Nationality = Literal["FI", "SE", "DE", "RU"]
EdgeName = Literal["N", "E", "S", "W"]


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all tables have in common."""

    fact: Fact = ()


class UnitTypeTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the unit table; `special` gives figures by number another weapon."""

    id: Word
    en: Text
    fi: Text
    side: Side
    skill: Value
    morale: Value
    size: Annotated[int, Meta(ge=1, le=40)]
    squad_leader: bool = False
    leader: bool = False
    weapon: Word
    special: dict[str, Word] = {}
    nationality: Nationality
    languages: tuple[Nationality, ...] = ()
    skills: tuple[Word, ...] = ()


class UnitsFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    unit_type: tuple[UnitTypeTable, ...]


class WeaponTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A weapon: `dice` is its firepower."""

    id: Word
    en: Text
    fi: Text
    kind: Literal["pistol", "rifle", "lmg", "mg"]
    range: Positive
    dice: Annotated[int, Meta(ge=1, le=20)]
    dice_without_loader: Annotated[int, Meta(ge=1, le=20)] | None = None
    half_speed: bool = False
    no_move_and_fire: bool = False


class WeaponsFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    weapon: tuple[WeaponTable, ...]


class TerrainTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a type of terrain does."""

    id: Word
    en: Text
    fi: Text
    kind: Literal["area", "hill", "linear"]
    cover: Value | None = None
    difficult: bool = False
    dense: bool = False
    opaque: bool = False
    impassable: bool = False
    blocks_sight: bool = False


class TerrainFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    terrain: tuple[TerrainTable, ...]


class MovementTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    normal: Positive
    fast: Positive
    difficult_divisor: Annotated[int, Meta(ge=1, le=10)]


class WoundsTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a die of 1 to 6 means."""

    results: Annotated[
        tuple[Literal["dead", "severe", "light", "scratch"], ...],
        Meta(min_length=6, max_length=6),
    ]


class CoverTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die below the value is a wound."""

    open: Value
    light: Value
    hard: Value
    house_fort: Value
    armoured: Value


class MeasuresTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Distances of the rules, in millimetres."""

    cohesion: Positive
    close_range: Positive
    command: Positive
    rally: Positive
    no_retreat: Positive
    medic: Positive
    dense_sight: Positive
    fall_back: Positive
    min_sep: Positive
    contact: Positive
    linear_cover: Positive
    floor_cost: Millimetres
    post_radius: Positive
    mm_per_cm: Positive
    snow_cover: Value
    figure_radius: Positive
    control: Positive


class PointsTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What figures are worth, for building forces."""

    leader: Small
    light_machine_gun_die: Small
    machine_gun_die: Small
    grenades: Small
    snow_suit: Small
    no_retreat: Small
    languages: Small
    medic: Small


class FormationTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    steps: Annotated[tuple[tuple[int, int], ...], Meta(min_length=8, max_length=8)]


class SkillTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Word
    en: Text
    fi: Text


class ChartsFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    movement: MovementTable
    wounds: WoundsTable
    cover: CoverTable
    measures: MeasuresTable
    points: PointsTable
    formation: FormationTable
    skill: tuple[SkillTable, ...]


class ObjectiveTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Word
    at: Point
    points: Small = 0


class PostTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: Side
    at: Point


class AreaTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A polygon of terrain; `floors` of a building, `height` of a hill."""

    id: Word
    type: Word
    polygon: Annotated[tuple[Point, ...], Meta(max_length=100)]
    floors: Annotated[int, Meta(ge=1, le=9)] | None = None
    height: Annotated[int, Meta(ge=1, le=9)] | None = None


class LineTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of terrain."""

    id: Word
    type: Word
    points: Annotated[tuple[Point, ...], Meta(min_length=2, max_length=100)]


class UnitTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of a force: where it stands, how many it has, what single figures have besides."""

    id: UnitWord
    type: Word
    at: Point
    heading: Annotated[int, Meta(ge=0, le=7)]
    formation: Literal["line", "double", "column"]
    size: Annotated[int, Meta(ge=1, le=40)] | None = None
    level: Annotated[int, Meta(ge=0, le=9)] = 0
    give: dict[str, Word] = {}
    kit: tuple[Literal["grenades", "snow_suit"], ...] = ()
    en: Text | None = None
    fi: Text | None = None


class ScenarioTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: table, terrain, forces, how it is won."""

    id: Word
    en: Text
    fi: Text
    table: tuple[Positive, Positive]
    turns: Annotated[int, Meta(ge=1, le=50)]
    winter: bool
    edges: dict[Side, EdgeName]
    defender: Side
    zones: dict[Side, tuple[Millimetres, Millimetres, Millimetres, Millimetres]]
    aid_posts: tuple[PostTable, ...] = ()
    special_actions: tuple[Word, ...] = ()
    objectives: tuple[ObjectiveTable, ...] = ()
    victory: Annotated[str, Meta(max_length=60)]
    area: tuple[AreaTable, ...] = ()
    line: tuple[LineTable, ...] = ()
    unit: tuple[UnitTable, ...]


class ScenarioFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scenario: ScenarioTable
