"""The component data, loaded and checked once: board, tracks, units, set-up, cards, options, and maps made of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.core.component_data import Provenance, content_of, data_digest, load_files, provenance, refuse_faulty
from wardiary.core.games.freezing.checks import breaches
from wardiary.core.games.freezing.components import (
    BoxTable,
    CardTable,
    Files,
    FrontTable,
    InterventionTable,
    LineLevel,
    LineTable,
    Options,
    PassageTable,
    PiecesTable,
    SetupTable,
    TurnsTable,
    UnitTypeTable,
)
from wardiary.core.games.freezing.operations import Operation
from wardiary.core.kit.script import named_operations
from wardiary.events.freezing import FRONTS, SIDES, Front, Side, UnitType

__all__ = [
    "BOX_LIMIT",
    "HAND_SIZE",
    "OTHER",
    "PACKAGE",
    "SPECIAL",
    "Data",
    "load_data",
]

PACKAGE = "wardiary.core.games.freezing"
HAND_SIZE = 8
BOX_LIMIT = 4
OTHER: Mapping[Side, Side] = {"sov": "fin", "fin": "sov"}
SPECIAL: Mapping[Side, UnitType] = {"sov": "armour", "fin": "ski"}
"""The unit type of each side that is not infantry (FRD-2.3-03)."""


@dataclass(frozen=True, kw_only=True)
class Data:
    """Everything that is printed on board, counters and cards. Never changed."""

    digest: str
    replaced: Mapping[str, str]
    files: Files

    fronts: Mapping[Front, FrontTable]
    boxes: Mapping[str, BoxTable]
    """All boxes, front by front from left to right."""
    front_of: Mapping[str, Front]
    territory: Mapping[str, Side]
    home: Mapping[Side, Mapping[Front, str]]
    """The edge box of each side: leftmost for FIN, rightmost for SOV (FRD-4.4-02)."""
    forward: Mapping[Side, Mapping[str, str | None]]
    """The next box towards the opponent's edge (FRD-4.2-15)."""
    back: Mapping[Side, Mapping[str, str | None]]
    steps: Mapping[Side, Mapping[str, tuple[str, ...]]]
    """The boxes one step away, in order of their ids; the passage is not among them."""
    passage: PassageTable

    line: LineTable
    levels: Mapping[int, LineLevel]
    intervention: InterventionTable
    turns: TurnsTable
    unit_types: Mapping[UnitType, UnitTypeTable]
    pieces: PiecesTable
    setup: tuple[SetupTable, ...]
    options: Options

    cards: Mapping[str, CardTable]
    deck: Mapping[Side, tuple[str, ...]]
    dealt: Mapping[Side, Mapping[int, tuple[str, ...]]]
    """The cards that come to a side's hand at the start of each turn (FRD-2.2-03, FRD-4.1-15)."""
    operations: Mapping[str, Mapping[str, Operation]]
    """The operations of each card by name, in their order: "place", "place.2"."""

    @property
    def provenance(self) -> Provenance:
        """For each file the mark of each datum."""
        return provenance(self.files)


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    files = load_files(PACKAGE, replaced, Files)
    refuse_faulty(breaches(files))
    return _assemble(files, replaced)


def _assemble(files: Files, replaced: Mapping[str, str]) -> Data:
    fronts = {front.id: front for front in sorted(files.fronts.fronts, key=lambda front: FRONTS.index(front.id))}
    rows = {name: tuple(box.id for box in front.boxes) for name, front in fronts.items()}
    right = {box: following for row in rows.values() for box, following in zip(row, (*row[1:], None), strict=True)}
    left = {box: before for row in rows.values() for box, before in zip(row, (None, *row[:-1]), strict=True)}
    near = {box: tuple(b for b in (left[box], right[box]) if b is not None) for box in right}
    boxes = {box.id: box for front in fronts.values() for box in front.boxes}
    cards = {card.id: card for card in sorted(files.cards.cards, key=lambda card: card.id)}
    turns = range(1, len(files.tracks.turns.en) + 1)
    return Data(
        digest=data_digest(_content(files)),
        replaced=dict(replaced),
        files=files,
        fronts=fronts,
        boxes=boxes,
        front_of={box: front for front, row in rows.items() for box in row},
        territory={name: box.territory for name, box in boxes.items()},
        home={"fin": {f: row[0] for f, row in rows.items()}, "sov": {f: row[-1] for f, row in rows.items()}},
        forward={"fin": right, "sov": left},
        back={"fin": left, "sov": right},
        steps={"fin": near, "sov": near},
        passage=files.fronts.passage,
        line=files.tracks.line,
        levels={level.level: level for level in files.tracks.line.levels},
        intervention=files.tracks.intervention,
        turns=files.tracks.turns,
        unit_types={kind.id: kind for kind in files.units.unit_types},
        pieces=files.units.pieces,
        setup=files.setup.units,
        options=files.options,
        cards=cards,
        deck={side: tuple(c.id for c in cards.values() if c.side == side) for side in SIDES},
        dealt={
            side: {turn: tuple(c.id for c in cards.values() if (c.side, c.turn) == (side, turn)) for turn in turns}
            for side in SIDES
        },
        operations={card.id: named_operations(card.ops) for card in cards.values()},
    )


def _content(files: Files) -> object:
    """What the digest covers. The order of the set-up counts, as it numbers the units; so does that of boxes."""
    any_order = {"fronts.fronts": "id", "units.unit_types": "id", "cards.cards": "id", "tracks.line.levels": "level"}
    return content_of(files, any_order)
