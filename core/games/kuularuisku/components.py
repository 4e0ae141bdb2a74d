"""The shapes of the data files. Every table has a list `fact` of its keys that the rulebook prints."""

from typing import Annotated, Literal

from msgspec import Meta, field

from wardiary.core.component_data import Marks, Table
from wardiary.events.kuularuisku import Side

__all__ = [
    "AreaTable",
    "ChartsFile",
    "CoverTable",
    "EdgeName",
    "Files",
    "FormationTable",
    "LineTable",
    "Marked",
    "MeasuresTable",
    "Millimetres",
    "MovementTable",
    "Nationality",
    "ObjectiveTable",
    "Point",
    "PointsTable",
    "Positive",
    "PostTable",
    "ScenarioFile",
    "ScenarioTable",
    "SkillTable",
    "Small",
    "TerrainFile",
    "TerrainTable",
    "Text",
    "UnitTable",
    "UnitTypeTable",
    "UnitWord",
    "UnitsFile",
    "Value",
    "WeaponTable",
    "WeaponsFile",
    "Width",
    "Word",
    "WoundsTable",
]

Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
UnitWord = Annotated[str, Meta(min_length=1, max_length=12, pattern=r"^[A-Za-z][A-Za-z0-9]*$")]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Value = Annotated[int, Meta(ge=2, le=6)]
Millimetres = Annotated[int, Meta(ge=0, le=100_000)]
Positive = Annotated[int, Meta(ge=1, le=100_000)]
Width = Annotated[int, Meta(ge=1, le=10_000)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Point = tuple[Millimetres, Millimetres]
Nationality = Literal["FI", "SE", "DE", "RU"]
EdgeName = Literal["N", "E", "S", "W"]


class Marked(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table some of whose keys the rulebook prints."""

    fact: Marks = ()


class UnitTypeTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    special: dict[str, Word] = field(default_factory=dict)
    nationality: Nationality
    languages: tuple[Nationality, ...] = ()
    skills: tuple[Word, ...] = ()


class UnitsFile(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    unit_type: tuple[UnitTypeTable, ...]


class WeaponTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"kind": "class"}):
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


class WeaponsFile(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    weapon: tuple[WeaponTable, ...]


class TerrainTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class TerrainFile(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    terrain: tuple[TerrainTable, ...]


class MovementTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    normal: Positive
    fast: Positive
    difficult_divisor: Annotated[int, Meta(ge=1, le=10)]


class WoundsTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a die of 1 to 6 means."""

    results: Annotated[
        tuple[Literal["dead", "severe", "light", "scratch"], ...],
        Meta(min_length=6, max_length=6),
    ]


class CoverTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die below the value is a wound."""

    open: Value
    light: Value
    hard: Value
    house_fort: Value
    armoured: Value


class MeasuresTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class PointsTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What figures are worth, for building forces."""

    leader: Small
    light_machine_gun_die: Small
    machine_gun_die: Small
    grenades: Small
    snow_suit: Small
    no_retreat: Small
    languages: Small
    medic: Small


class FormationTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    steps: Annotated[tuple[tuple[int, int], ...], Meta(min_length=8, max_length=8)]


class SkillTable(Marked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Word
    en: Text
    fi: Text


class ChartsFile(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    movement: MovementTable
    wounds: WoundsTable
    cover: CoverTable
    measures: MeasuresTable
    points: PointsTable
    formation: FormationTable
    skill: tuple[SkillTable, ...]


class ObjectiveTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Word
    at: Point
    points: Small = 0


class PostTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: Side
    at: Point


class AreaTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A polygon of terrain; `floors` of a building, `height` of a hill."""

    id: Word
    type: Word
    polygon: Annotated[tuple[Point, ...], Meta(max_length=100)]
    floors: Annotated[int, Meta(ge=1, le=9)] | None = None
    height: Annotated[int, Meta(ge=1, le=9)] | None = None


class LineTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of terrain."""

    id: Word
    type: Word
    points: Annotated[tuple[Point, ...], Meta(min_length=2, max_length=100)]


class UnitTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of a force: where it stands, how many it has, what single figures have besides."""

    id: UnitWord
    type: Word
    at: Point
    heading: Annotated[int, Meta(ge=0, le=7)]
    formation: Literal["line", "double", "column"]
    size: Annotated[int, Meta(ge=1, le=40)] | None = None
    level: Annotated[int, Meta(ge=0, le=9)] = 0
    give: dict[str, Word] = field(default_factory=dict)
    kit: tuple[Literal["grenades", "snow_suit"], ...] = ()
    en: Text | None = None
    fi: Text | None = None


class ScenarioTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: table, terrain, forces, how it is won."""

    id: Word
    en: Text
    fi: Text
    table: tuple[Width, Width]
    turns: Annotated[int, Meta(ge=1, le=50)]
    winter: bool
    edges: dict[Side, EdgeName]
    defender: Side
    zones: dict[Side, tuple[Millimetres, Millimetres, Millimetres, Millimetres]]
    aid_posts: Annotated[tuple[PostTable, ...], Meta(max_length=20)] = ()
    special_actions: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    objectives: Annotated[tuple[ObjectiveTable, ...], Meta(max_length=20)] = ()
    victory: Annotated[str, Meta(max_length=60)]
    area: Annotated[tuple[AreaTable, ...], Meta(max_length=200)] = ()
    line: Annotated[tuple[LineTable, ...], Meta(max_length=200)] = ()
    unit: Annotated[tuple[UnitTable, ...], Meta(max_length=32)]


class ScenarioFile(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scenario: ScenarioTable


class Files(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data files, each in its own shape; the last is for scenarios of the players' own."""

    units: UnitsFile
    weapons: WeaponsFile
    terrain: TerrainFile
    charts: ChartsFile
    s1: ScenarioFile
    s2: ScenarioFile
    s3: ScenarioFile
    s4: ScenarioFile
    own: ScenarioFile

    @property
    def scenarios(self) -> dict[str, ScenarioTable]:
        """The scenarios by the ids that they must have."""
        files = {"S1": self.s1, "S2": self.s2, "S3": self.s3, "S4": self.s4, "own": self.own}
        return {name: file.scenario for name, file in files.items()}
