"""The component data as it stands in the TOML files: one table each, and the six files together.

`fact` names the fields of an entry that the rulebook or a public source pins down; the others are reconstructed.
`CardTable.fact` may also name a field of the card's operation, as "ops.front_line".
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from wardiary.core.component_data import Marks, Table
from wardiary.core.games.freezing.operations import Operation
from wardiary.events.freezing import Front, Side, UnitType

__all__ = [
    "BoxTable",
    "CardTable",
    "CardsFile",
    "Count",
    "Face",
    "Files",
    "FrontTable",
    "FrontsFile",
    "InterventionTable",
    "LineLevel",
    "LineTable",
    "Name",
    "Options",
    "PassageTable",
    "PiecesTable",
    "SetupFile",
    "SetupTable",
    "Strength",
    "TracksFile",
    "Turn",
    "TurnsTable",
    "UnitTypeTable",
    "UnitsFile",
    "Value",
]

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Value = Annotated[int, Meta(ge=-100, le=100)]
Count = Annotated[int, Meta(ge=0, le=200)]
Strength = Annotated[int, Meta(ge=1, le=16)]
Face = Annotated[int, Meta(ge=1, le=6)]
Turn = Annotated[int, Meta(ge=1, le=6)]


class BoxTable(Table, frozen=True, kw_only=True):
    """A box: whose territory it is and what it is worth in the end."""

    id: Name
    territory: Side
    vp: Value
    en: Name
    fi: Name
    fact: Marks


class FrontTable(Table, frozen=True, kw_only=True):
    """A front with its boxes from left to right."""

    id: Front
    en: Name
    fi: Name
    boxes: Annotated[tuple[BoxTable, ...], Meta(min_length=2, max_length=12)]
    fact: Marks


class PassageTable(Table, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """The way that opens for the Soviet side when Ladoga Karelia is taken."""

    source: Name
    target: Name
    fact: Marks


class FrontsFile(Table, frozen=True, kw_only=True):
    """fronts.toml."""

    fronts: tuple[FrontTable, ...]
    passage: PassageTable


class InterventionTable(Table, frozen=True, kw_only=True):
    """The intervention track; boxes count from 1."""

    values: Annotated[tuple[Value, ...], Meta(min_length=2, max_length=30)]
    start_box: Annotated[int, Meta(ge=1)]
    sweden_box: Annotated[int, Meta(ge=1)]
    sweden_units: tuple[tuple[UnitType, Strength], ...]
    win_box: Annotated[int, Meta(ge=1)]
    fact: Marks


class TurnsTable(Table, frozen=True, kw_only=True):
    """The turn track; turns count from 1."""

    en: tuple[Name, ...]
    fi: tuple[Name, ...]
    peace: tuple[Turn, ...]
    fact: Marks


class LineLevel(Table, frozen=True, kw_only=True):
    """What one level of the Mannerheim Line does for Finns who defend in its box."""

    level: Annotated[int, Meta(ge=1, le=3)]
    defence_drm: Value
    ignored_hits: Count = 0
    armour_as_infantry: bool = False


class LineTable(Table, frozen=True, kw_only=True):
    """The Mannerheim Line: its box and its levels."""

    box: Name
    start_level: Annotated[int, Meta(ge=1, le=3)]
    levels: tuple[LineLevel, ...]
    fact: Marks


class TracksFile(Table, frozen=True, kw_only=True):
    """tracks.toml."""

    intervention: InterventionTable
    turns: TurnsTable
    line: LineTable


class UnitTypeTable(Table, frozen=True, kw_only=True):
    """A unit type: how many counters each side has, what its dice hit on, where it may be placed."""

    id: UnitType
    en: Name
    fi: Name
    counters: Mapping[Side, Count]
    hits_on: Face
    hits_on_front: Mapping[Front, Face] = {}
    placeable: tuple[Front, ...]
    max_strength: Strength
    fact: Marks


class PiecesTable(Table, frozen=True, kw_only=True):
    """How many of the other pieces are in the box."""

    fortification_tokens: Count
    intervention_markers: Count
    turn_markers: Count
    dice: Count
    fact: Marks


class UnitsFile(Table, frozen=True, kw_only=True):
    """units.toml."""

    unit_types: tuple[UnitTypeTable, ...]
    pieces: PiecesTable


class SetupTable(Table, frozen=True, kw_only=True):
    """`count` equal units at the start."""

    side: Side
    box: Name
    type: UnitType
    strength: Strength
    count: Annotated[int, Meta(ge=1, le=16)]


class SetupFile(Table, frozen=True, kw_only=True):
    """setup.toml."""

    units: tuple[SetupTable, ...]
    fact: Marks


class CardTable(Table, frozen=True, kw_only=True):
    """A card: its printed number, owner, turn of entry, action points, asterisk, names and operations."""

    id: Annotated[str, Meta(pattern=r"^[0-9]{2,3}$")]
    side: Side
    turn: Turn
    ap: Annotated[int, Meta(ge=1, le=20)]
    one_shot: bool
    en: Name
    fi: Name
    ops: Annotated[tuple[Operation, ...], Meta(min_length=1, max_length=16)]
    fact: Marks


class CardsFile(Table, frozen=True, kw_only=True):
    """cards.toml."""

    cards: tuple[CardTable, ...]


class Options(Table, frozen=True, kw_only=True):
    """options.toml: what the text leaves open."""

    destroyed_counters_reusable: bool
    first_attack_dice_after_losses: bool


class Files(Struct, frozen=True, kw_only=True):
    """The six data files."""

    fronts: FrontsFile
    tracks: TracksFile
    units: UnitsFile
    setup: SetupFile
    cards: CardsFile
    options: Options
