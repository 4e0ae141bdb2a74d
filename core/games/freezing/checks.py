"""What component data must be before a game may be played with it (FRD-C-16 and the facts of FRD-5).

Each check yields lines "file: key: reason"; an empty list is what is wanted. Shapes, unknown fields and bounds of
numbers have been judged by the decoder before.
"""

from collections import Counter
from collections.abc import Iterator

from wardiary.core.component_data import twice
from wardiary.core.games.freezing.components import CardTable, Files
from wardiary.core.games.freezing.operations import Act, Boost, Bypass, Hit, Keep, Mark, Place, Withdraw
from wardiary.events.freezing import FRONTS, SIDES, UNIT_TYPES, Side, UnitType

__all__ = [
    "FIRST_HAND",
    "SIDES_OF",
    "TURNS",
    "breaches",
]

SIDES_OF: dict[UnitType, frozenset[Side]] = {
    "infantry": frozenset({"fin", "sov"}),
    "ski": frozenset({"fin"}),
    "armour": frozenset({"sov"}),
}
FIRST_HAND = 8
TURNS = 6


def breaches(files: Files) -> Iterator[str]:
    """Every breach, file by file. Later files are judged only when the board stands."""
    found = [*_fronts(files), *_units(files)]
    yield from found
    if not found:
        for check in (_tracks, _setup, _cards):
            yield from check(files)


def _boxes(files: Files) -> dict[str, Side]:
    return {box.id: box.territory for front in files.fronts.fronts for box in front.boxes}


def _fronts(files: Files) -> Iterator[str]:
    fronts = files.fronts.fronts
    if sorted(front.id for front in fronts) != sorted(FRONTS):
        yield f"fronts.toml: fronts: the fronts are {', '.join(FRONTS)}, each once (FRD-1-03)"
    for front in fronts:
        where = f"fronts.toml: fronts.{front.id}"
        for number, box in enumerate(front.boxes, 1):
            if box.id != f"{front.id}-{number}":
                yield f"{where}.boxes: box {number} from the left is named {box.id!r}, not {front.id}-{number}"
        if [box.territory for box in front.boxes] != ["fin"] * (len(front.boxes) - 2) + ["sov"] * 2:
            yield f"{where}.boxes: the two rightmost boxes are Soviet, all others Finnish (FRD-2.1-01)"
    passage = files.fronts.passage
    if (passage.source, passage.target) != ("LK-1", "KI-1"):
        yield "fronts.toml: passage: leads from LK-1 to KI-1 (FRD-4.5-05)"


def _units(files: Files) -> Iterator[str]:
    kinds = files.units.unit_types
    if sorted(kind.id for kind in kinds) != sorted(UNIT_TYPES):
        yield f"units.toml: unit_types: the types are {', '.join(UNIT_TYPES)}, each once (FRD-2.3-03)"
    for kind in kinds:
        where = f"units.toml: unit_types.{kind.id}"
        if set(kind.counters) != SIDES_OF[kind.id]:
            yield f"{where}.counters: belongs to {', '.join(sorted(SIDES_OF[kind.id]))} (FRD-2.3-03)"


def _tracks(files: Files) -> Iterator[str]:
    track, turns, line = files.tracks.intervention, files.tracks.turns, files.tracks.line
    last = len(track.values)
    if track.win_box != last:
        yield f"tracks.toml: intervention.win_box: is the last box, {last} (FRD-4.6-05)"
    for name in ("start_box", "sweden_box"):
        if not 1 <= getattr(track, name) < last:
            yield f"tracks.toml: intervention.{name}: a box from 1 to {last - 1}"
    for kind, strength in track.sweden_units:
        yield from _unit(files, "tracks.toml: intervention.sweden_units", "fin", kind, strength)
    if not len(turns.en) == len(turns.fi) >= TURNS:
        yield f"tracks.toml: turns: there are {TURNS} turns or more, each with a name in en and fi (FRD-1-05)"
    levels = sorted(level.level for level in line.levels)
    if levels != list(range(1, files.units.pieces.fortification_tokens + 1)):
        yield "tracks.toml: line.levels: one level for each fortification token, counted from 1 (FRD-4.3-27)"
    elif line.start_level not in levels:
        yield f"tracks.toml: line.start_level: one of {', '.join(map(str, levels))}"
    if _boxes(files).get(line.box) != "fin":
        yield f"tracks.toml: line.box: {line.box!r} is no Finnish box"


def _unit(files: Files, where: str, side: Side, kind: UnitType, strength: int) -> Iterator[str]:
    table = next(table for table in files.units.unit_types if table.id == kind)
    if side not in table.counters:
        yield f"{where}: {side} has no {kind} (FRD-2.3-03)"
    if strength > table.max_strength:
        yield f"{where}: strength {strength} is more than {table.max_strength} (FRD-2.3-12)"


def _setup(files: Files) -> Iterator[str]:
    territory = _boxes(files)
    standing: Counter[tuple[Side, str]] = Counter()
    counters: Counter[tuple[Side, UnitType]] = Counter()
    for number, units in enumerate(files.setup.units):
        where = f"setup.toml: units[{number}]"
        if units.box not in territory:
            yield f"{where}.box: there is no box {units.box!r}"
        elif territory[units.box] != units.side:
            yield f"{where}.box: {units.box} is not {units.side} territory"
        yield from _unit(files, where, units.side, units.type, units.strength)
        standing[units.side, units.box] += units.count
        counters[units.side, units.type] += units.count
    for (side, box), count in standing.items():
        if count > 4:
            yield f"setup.toml: units: {count} {side} units in {box}, four are the most (FRD-2.3-05)"
    for kind in files.units.unit_types:
        for side, there_are in kind.counters.items():
            if counters[side, kind.id] > there_are:
                yield f"setup.toml: units: {counters[side, kind.id]} {side} {kind.id}, there are {there_are} counters"


def _cards(files: Files) -> Iterator[str]:
    cards = files.cards.cards
    yield from twice("cards.toml: cards.id", (card.id for card in cards))
    shares = Counter((card.side, card.turn) for card in cards)
    for side in SIDES:
        if shares[side, 1] != FIRST_HAND:
            yield f"cards.toml: cards: {side} has {shares[side, 1]} cards of turn 1, needs {FIRST_HAND} (FRD-2.2-03)"
        for turn in range(2, TURNS + 1):
            if shares[side, turn] > FIRST_HAND:
                yield f"cards.toml: cards: {side} has {shares[side, turn]} cards of turn {turn}, more than {FIRST_HAND}"
    for card in cards:
        yield from _card(files, card)


def _card(files: Files, card: CardTable) -> Iterator[str]:
    where, boxes = f"cards.toml: card {card.id}", _boxes(files)
    if len(card.ops) > 1 and any(isinstance(op, Keep) for op in card.ops):
        yield f"{where}.ops: KEEP stands alone (FRD-C-16)"
    for op in card.ops:
        key = f"{where}.ops.{op.__struct_config__.tag}"
        match op:
            case Place(units=units, fronts=fronts):
                yield from twice(f"{key}.fronts", fronts)
                for kind, strength in units:
                    yield from _unit(files, f"{key}.units", card.side, kind, strength)
            case Boost(types=types, fronts=fronts) | Act(types=types, fronts=fronts):
                yield from twice(f"{key}.fronts", fronts)
                yield from twice(f"{key}.types", types)
            case Hit(fronts=fronts):
                yield from twice(f"{key}.fronts", fronts)
            case Mark(steps=0):
                yield f"{key}.steps: 0 moves nothing"
            case Bypass(source=source, target=target):
                for name, box in (("from", source), ("to", target)):
                    if box not in boxes:
                        yield f"{key}.{name}: there is no box {box!r}"
            case Keep(boxes=window) if window is not None:
                for box in window:
                    if box not in boxes:
                        yield f"{key}.boxes: there is no box {box!r}"
            case Withdraw() | _:
                pass
