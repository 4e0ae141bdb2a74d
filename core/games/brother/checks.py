"""What component data must be before a game may be played with it: the facts of the rulebook that data cannot undo.

Each check yields lines "file: key: reason"; an empty list is what is wanted. Shapes, unknown fields and bounds of
numbers have been judged by the decoder before.
"""

from collections import Counter
from collections.abc import Iterator

from wardiary.core.component_data import twice
from wardiary.core.games.brother.battle_tables import column_range
from wardiary.core.games.brother.components import (
    CardTable,
    ChartTable,
    CountersFile,
    Files,
    TownsFile,
    UnitsFile,
)
from wardiary.core.games.brother.operations import (
    ChooseTown,
    Fortify,
    Hit,
    Land,
    Offensive,
    Operation,
    Place,
    Refit,
    Relocate,
    Table,
    Where,
)
from wardiary.core.games.brother.state import SIDE_OF
from wardiary.core.games.brother.zones import fixed_zones, is_known
from wardiary.core.kit.graph import walk
from wardiary.events.brother import GUARDS, MONTHS, SIDES, Side, UnitType

__all__ = ["CAPITAL", "JANUARY", "STRATEGIC", "breaches"]

CAPITAL = "vaasa"
STRATEGIC = 5
JANUARY = 3


def breaches(files: Files) -> Iterator[str]:
    """Every breach, file by file. Set-up, reinforcements and cards are judged only when map and units stand."""
    found = [*_towns(files.towns), *_links(files), *_counters(files.counters), *_units(files.units)]
    found += _chart("attack", files.charts.attack)
    found += _chart("defence", files.charts.defence)
    yield from found
    if not found:
        for check in (_setup, _reinforcements, _cards):
            yield from check(files)


def _ids(files: Files) -> frozenset[str]:
    return frozenset(town.id for town in files.towns.towns)


def _towns(table: TownsFile) -> Iterator[str]:
    yield from twice("towns.toml: towns.id", (town.id for town in table.towns))
    yield from twice("towns.toml: towns.name", (town.name for town in table.towns))
    strategic = [town.id for town in table.towns if town.strategic]
    if len(strategic) != STRATEGIC:
        yield f"towns.toml: strategic: {len(strategic)} Strategic Towns, there are {STRATEGIC} (BAB-2.1-02)"
    if CAPITAL not in strategic:
        yield f"towns.toml: {CAPITAL}: is a Strategic Town (BAB-5-01)"


def _links(files: Files) -> Iterator[str]:
    towns, table = _ids(files), files.links
    pairs = [(link.a, link.b) for link in (*table.rail, *table.road)]
    for a, b in pairs:
        for town in (a, b):
            if town not in towns:
                yield f"links.toml: {a}, {b}: there is no town {town!r}"
        if a == b:
            yield f"links.toml: {a}, {b}: a link joins two towns"
    yield from twice("links.toml", (" and ".join(sorted(pair)) for pair in pairs))
    near: dict[str, list[str]] = {town: [] for town in (*towns, *(town for pair in pairs for town in pair), CAPITAL)}
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    if lost := sorted(towns.difference(town for town, _ in walk([CAPITAL], near.__getitem__))):
        yield f"links.toml: no way leads from {CAPITAL} to {', '.join(lost)}"


def _counters(table: CountersFile) -> Iterator[str]:
    counted = sum(getattr(table, name) for name in table.__struct_fields__ if name not in ("total", "fact"))
    if counted != table.total:
        yield f"counters.toml: total: the counters are {counted}, not {table.total} (BAB-2-01)"


def _units(table: UnitsFile) -> Iterator[str]:
    for kind, unit in table.by_type.items():
        if unit.side != SIDE_OF[kind]:
            yield f"units.toml: {kind}.side: is {SIDE_OF[kind]} (BAB-2.3-02)"
        for name in ("battle", "mp"):
            if getattr(unit.partial, name) >= getattr(unit.full, name):
                yield f"units.toml: {kind}.partial.{name}: must be lower than the full unit's (BAB-2.3-03)"


def _chart(name: str, table: ChartTable) -> Iterator[str]:
    where, expected = f"battle_tables.toml: {name}", 1
    for at, label in enumerate(table.columns):
        low, high = column_range(label)
        if low != expected or high < low:
            yield f"{where}.columns: {label!r} must begin with {expected}"
        if label.endswith("+") != (at == len(table.columns) - 1):
            yield f"{where}.columns: the last column, and no other, is open (BAB-4.3-16)"
        expected = high + 1
    for die, row in enumerate(table.rows, 1):
        if len(row) != len(table.columns):
            yield f"{where}.rows: the row of {die} has {len(row)} cells, there are {len(table.columns)} columns"
    for column, _ in table.fact:
        if column not in table.columns:
            yield f"{where}.fact: there is no column {column!r}"


def _setup(files: Files) -> Iterator[str]:
    towns, standing, counters = _ids(files), Counter[str](), Counter[UnitType]()
    trains = Counter[str]()
    sides: dict[str, set[Side]] = {}
    for number, entry in enumerate(files.setup.units):
        if entry.town not in towns:
            yield f"setup.toml: units[{number}].town: there is no town {entry.town!r}"
        standing[entry.town] += entry.full + entry.partial
        counters[entry.type] += entry.full + entry.partial
        if entry.type == "armoured_train":
            trains[entry.town] += entry.full + entry.partial
        sides.setdefault(entry.town, set()).add(SIDE_OF[entry.type])
        if entry.full + entry.partial == 0:
            yield f"setup.toml: units[{number}]: no unit at all"
    for town, count in standing.items():
        if count > 3:
            yield f"setup.toml: {town}: {count} units, three are the most (BAB-2.3-06)"
        if trains[town] > 2:
            yield f"setup.toml: {town}: {trains[town]} trains, two are the most (BAB-2.3-06)"
        if len(sides[town]) > 1:
            yield f"setup.toml: {town}: units of both sides (BAB-2.1-14)"
    for kind, count in counters.items():
        if count > getattr(files.counters, kind):
            yield f"setup.toml: {kind}: {count} units, there are {getattr(files.counters, kind)} counters"
    yield from twice("setup.toml: fortifications", files.setup.fortifications)
    for town in files.setup.fortifications:
        if town not in towns:
            yield f"setup.toml: fortifications: there is no town {town!r}"
    if len(files.setup.fortifications) > files.counters.fortification:
        yield f"setup.toml: fortifications: there are {files.counters.fortification} counters (BAB-2-01)"


def _reinforcements(files: Files) -> Iterator[str]:
    towns, cards = _ids(files), {card.id: card for card in files.cards.cards}
    for side in SIDES:
        share = getattr(files.reinforcements, side)
        where = f"reinforcements.toml: {side}"
        for key in ("guards", "elite"):
            if SIDE_OF[getattr(share, key)] != side:
                yield f"{where}.{key}: {getattr(share, key)} is no unit of {side} (BAB-2.3-02)"
        if share.guards not in GUARDS:
            yield f"{where}.guards: Civil Guards or Red Guards (BAB-4.5-06, -11)"
        for town in share.elite_towns:
            if town not in towns:
                yield f"{where}.elite_towns: there is no town {town!r}"
        for month in MONTHS[1:]:
            fixed = share.month(month).fixed_card
            if fixed is not None and (fixed not in cards or (cards[fixed].side, cards[fixed].month) != (side, month)):
                yield f"{where}.{month}.fixed_card: {fixed!r} is no card of {side} and {month} (BAB-4.1-24)"


def _cards(files: Files) -> Iterator[str]:
    cards = files.cards.cards
    yield from twice("cards.toml: cards.id", (card.id for card in cards))
    for side in SIDES:
        if (count := sum((c.side, c.month) == (side, "jan") for c in cards)) != JANUARY:
            yield f"cards.toml: {side} has {count} cards of January, needs {JANUARY} (BAB-3-01)"
    linked: dict[str, list[str]] = {town: [] for town in _ids(files)}
    for link in (*files.links.rail, *files.links.road):
        linked[link.a].append(link.b)
        linked[link.b].append(link.a)
    zones = fixed_zones(files.towns.towns, linked)
    anchors = frozenset(town.id for town in files.towns.towns if town.anchor)
    for card in cards:
        yield from _card(card, cards, zones, anchors)


def _card(
    card: CardTable, cards: tuple[CardTable, ...], zones: dict[str, frozenset[str]], anchors: frozenset[str]
) -> Iterator[str]:
    where = f"cards.toml: card {card.id}"
    if card.needs is not None and not any(c.id == card.needs and c.side == card.side for c in cards):
        yield f"{where}.needs: {card.side} has no card {card.needs!r}"
    if sum(isinstance(op, Offensive) for op in card.ops) > 1:
        yield f"{where}.ops: one offensive is the most that a card may hold"
    if len(card.ops) > 1 and any(isinstance(op, Table) for op in card.ops):
        yield f"{where}.ops: a table operation stands alone"
    for op in card.ops:
        key = f"{where}.ops.{op.__struct_config__.tag}"
        for reason in _operation(card.side, op, zones):
            yield f"{key}.{reason}"
        for town in op.clear if isinstance(op, Land) else ():
            if town in zones["any"] and town not in anchors:
                yield f"{key}.clear: {town} is no landing site (BAB-2.1-09)"


def _operation(side: Side, op: Operation, zones: dict[str, frozenset[str]]) -> Iterator[str]:
    words: dict[str, Where] = {}
    match op:
        case Place(unit=unit) | Relocate(unit=unit):
            words["where"] = op.where if isinstance(op, Place) else (op.target,)
            if SIDE_OF[unit] != side:
                yield f"unit: {unit} is no unit of {side} (BAB-2.3-02)"
        case Hit(unit=unit, where=where):
            words["where"] = where
            if SIDE_OF[unit] == side:
                yield f"unit: {unit} is no enemy of {side}"
        case Refit(units=units, where=where):
            words["where"] = where
            if wrong := [unit for unit in units if SIDE_OF[unit] != side]:
                yield f"units: {wrong[0]} is no unit of {side} (BAB-2.3-02)"
        case Land(clear=clear):
            words["clear"] = clear
            if side != "white":
                yield "side: German units are White's (BAB-2.3-02)"
        case ChooseTown(where=where) | Fortify(where=where):
            words["where"] = where
        case Offensive(scope=scope) | Table(scope=scope):
            words["scope"] = scope
        case _:
            pass
    for name, word in words.items():
        if not is_known(word, zones):
            yield f"{name}: {word!r} names no towns"
