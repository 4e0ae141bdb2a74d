"""What component data must be before a game may be played with it.

Each check yields lines "file: key: reason"; an empty list is what is wanted. Shapes, unknown fields and bounds of
numbers have been judged by the decoder before. The map comes first: other files are judged only when it stands.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from wardiary.core.component_data import twice
from wardiary.core.games.helsinki.battlefield import WATER, Battlefield, lines_of, terrain_rows
from wardiary.core.games.helsinki.clock import expand
from wardiary.core.games.helsinki.components import CardTable, Files, MapTable, RowTable
from wardiary.core.games.helsinki.operations import CardBattle, Movement, PassTest, PlaceUnits
from wardiary.core.kit import hexes as kit
from wardiary.core.kit.graph import parts, walk
from wardiary.events.helsinki import DECKS, SIDES, Side

__all__ = ["KINDS", "MEURER_UNITS", "OWNERS", "STACK", "WINDOWS", "breaches", "map_breaches"]

STACK = 3
KINDS = ("rail", "road", "minor")
MEURER_UNITS = 3


def map_breaches(files: Files) -> Iterator[str]:
    """Every breach for which no battlefield can be worked out."""
    found = [*_picture(files.map.map), *_box(files)]
    yield from found
    if not found:
        yield from _lines(files.map.map)
        yield from _places(files.map.map)


def breaches(files: Files, ground: Battlefield) -> Iterator[str]:
    """Every other breach, file by file; `ground` is the map's battlefield."""
    found = [*_ground(ground)]
    yield from found
    if not found:
        for check in (_setup, _charts, _tracks):
            yield from check(files, ground)
        yield from _cards(files, ground)


def _picture(table: MapTable) -> Iterator[str]:
    rows = terrain_rows(table)
    if len(rows) != table.rows:
        yield f"map.toml: map.terrain: {len(rows)} rows, map.rows says {table.rows}"
    for number, row in enumerate(rows, 1):
        if len(row) != table.columns:
            yield f"map.toml: map.terrain: row {number} has {len(row)} hexes, map.columns says {table.columns}"
        if wrong := sorted(set(row) - set("OWSC" + WATER)):
            yield f"map.toml: map.terrain: row {number}: no terrain {wrong[0]!r}; there are O, W, S, C and {WATER}"


def _box(files: Files) -> Iterator[str]:
    box = files.map.tikkurila
    yield from twice("map.toml: tikkurila.hexes", box.hexes)
    if len(box.hexes) != 3:
        yield f"map.toml: tikkurila.hexes: {len(box.hexes)} hexes, there are three (HEL-13.0-01)"
    if len(box.steps) != len(box.hexes) - 1:
        yield "map.toml: tikkurila.steps: one direction from each hex to the next"
    if sorted(box.terrain) != sorted(box.hexes):
        yield "map.toml: tikkurila.terrain: one letter for each hex of the box"
    if box.railway not in box.hexes:
        yield f"map.toml: tikkurila.railway: {box.railway!r} is no hex of the box"
    for name in box.hexes:
        if not name[0].isupper():
            yield f"map.toml: tikkurila.hexes: {name!r} must begin with a capital letter"


def _land(table: MapTable) -> dict[str, str]:
    return {
        kit.name_cell((column, row)): letter
        for row, line in enumerate(terrain_rows(table), 1)
        for column, letter in enumerate(line, 1)
        if letter != WATER
    }


def _lines(table: MapTable) -> Iterator[str]:
    land, crossings = _land(table), set()
    for number, (kind, path) in enumerate(lines_of(table), 1):
        where = f"map.toml: map.roads: line {number}"
        if kind not in KINDS:
            yield f"{where}: no kind {kind!r}; there are {', '.join(KINDS)}"
        if off := [name for name in path if name not in land]:
            yield f"{where}: {off[0]!r} is no land hex"
            continue
        for here, there in pairwise(path):
            if kit.distance(kit.cell_of(here), kit.cell_of(there)) != 1:
                yield f"{where}: {here} and {there} are not adjacent"
            crossings.add("-".join(sorted((here, there))))
    for key, edges in (("water_edges", table.water_edges), ("bridges", table.bridges)):
        yield from twice(f"map.toml: map.{key}", edges)
        for edge in edges:
            yield from _edge(f"map.toml: map.{key}", edge, land)
    bridged = sorted(crossings & set(table.water_edges))
    if bridged != sorted(table.bridges):
        yield f"map.toml: map.bridges: a bridge is a water edge with a line over it; those are {', '.join(bridged)}"


def _edge(where: str, edge: str, land: Mapping[str, str]) -> Iterator[str]:
    low, _, high = edge.partition("-")
    if low not in land or high not in land or low >= high:
        yield f"{where}: {edge!r} names no two land hexes, the lesser first"
    elif kit.distance(kit.cell_of(low), kit.cell_of(high)) != 1:
        yield f"{where}: {edge}: the hexes are not adjacent"


def _places(table: MapTable) -> Iterator[str]:
    land = _land(table)
    lists: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("west_exits", tuple(table.west_exits)),
        ("other_exits", table.other_exits),
        ("forts", table.forts),
        ("flags", table.flags),
        ("red_hq_hexes", table.red_hq_hexes),
        ("arrival_hex", (table.arrival_hex,)),
        ("names", tuple(table.names)),
    )
    for key, names in lists:
        yield from twice(f"map.toml: map.{key}", names)
        yield from (f"map.toml: map.{key}: {name!r} is no land hex" for name in names if name not in land)
    for key, there_are, wanted in (("flags", table.flags, 5), ("red_hq_hexes", table.red_hq_hexes, 3)):
        if len(there_are) != wanted:
            yield f"map.toml: map.{key}: {len(there_are)} hexes, there are {wanted}"
    on_lines = {(kind, name) for kind, path in lines_of(table) for name in path}
    for name, kind in table.west_exits.items():
        if not name.startswith("01") or (kind, name) not in on_lines:
            yield f"map.toml: map.west_exits: {name} is no hex of column 01 with a {kind} line"
    symbols = table.squad_symbols.split()
    yield from twice("map.toml: map.squad_symbols", symbols)
    for symbol in symbols:
        try:
            cells = kit.touching(kit.corner_of(symbol))
        except ValueError as error:
            yield f"map.toml: map.squad_symbols: {error}"
            continue
        if not any(land.get(kit.name_cell(cell)) == "C" for cell in cells):
            yield f"map.toml: map.squad_symbols: {symbol} touches no city hex"


def _ground(ground: Battlefield) -> Iterator[str]:
    """All land hangs together, and held forts close the way from the west edge to the city (HEL-10.11-01)."""
    _, *apart = parts(ground.land, lambda here: (there for _, there in ground.ways[here]))
    if apart:
        yield f"map.toml: map.terrain: {apart[0][0]} cannot be reached from {ground.land[0]}"
    edge = [name for name in ground.land if name.startswith("01")]
    reached = dict(walk(edge, lambda here: _past_forts(ground, here)))
    if through := [flag for flag in ground.flags if flag in reached]:
        yield f"map.toml: map.forts: {through[0]} can be reached from the west edge while all forts are held"


def _past_forts(ground: Battlefield, here: str) -> Iterator[str]:
    """The hexes one step away while all forts are held."""
    for _, there in ground.ways[here]:
        if there not in ground.forts and not (ground.forts_beside[here] and ground.forts_beside[there]):
            yield there


def _setup(files: Files, ground: Battlefield) -> Iterator[str]:
    setup, where = files.setup.setup, "setup.toml: setup"
    for key, hexes, units in (
        ("german_units", ground.land, setup.german_units),
        ("red_units", ground.land, setup.red_units),
        ("german_tikkurila", ground.box, setup.german_tikkurila),
        ("red_tikkurila", ground.box, setup.red_tikkurila),
    ):
        for name, count in units.items():
            if name not in hexes:
                yield f"{where}.{key}: {name!r} is no hex there"
            if count > STACK:
                yield f"{where}.{key}: {count} units in {name}, three are the most (HEL-10.6-01)"
    counts = (
        ("german_units", sum(setup.german_units.values()), 8),
        ("german_hqs", len(setup.german_hqs), 3),
        ("german_meurer", setup.german_meurer, MEURER_UNITS),
        ("german_tikkurila", sum(setup.german_tikkurila.values()), 3),
        ("german_reserve", setup.german_reserve, 12),
        ("red_units", sum(setup.red_units.values()), 15),
        ("red_hqs", len(setup.red_hqs), 3),
        ("red_tikkurila", sum(setup.red_tikkurila.values()), 1),
        ("red_reserve", setup.red_reserve, 8),
        ("white_squads", setup.white_squads, 8),
        ("white_reserve", setup.white_reserve, 6),
    )
    yield from (f"{where}.{key}: {found} pieces, there are {fact}" for key, found, fact in counts if found != fact)
    if set(setup.german_tikkurila) - {ground.box[0]}:
        yield f"{where}.german_tikkurila: all stand in {ground.box[0]} (HEL-3.3-01)"
    if set(setup.red_tikkurila) - {ground.railway_hex}:
        yield f"{where}.red_tikkurila: stands in {ground.railway_hex} (HEL-3.5-01)"
    if sorted(setup.red_hqs) != sorted(files.map.map.red_hq_hexes):
        yield f"{where}.red_hqs: one stands in each of map.red_hq_hexes (HEL-3.5-01)"
    yield from twice(f"{where}.german_hqs", setup.german_hqs)
    for vertex in setup.german_hqs:
        if vertex not in ground.touching or vertex in ground.in_water:
            yield f"{where}.german_hqs: {vertex!r} is no vertex on land"
    if both := sorted(set(setup.german_units) & set(setup.red_units)):
        yield f"{where}.red_units: {both[0]} holds Germans too"
    if bare := [flag for flag in ground.flags if flag not in setup.red_units]:
        yield f"{where}.red_units: flag hex {bare[0]} holds no Red unit, so the game is over as it begins"


def _charts(files: Files, _ground: Battlefield) -> Iterator[str]:
    charts = files.charts
    for letter in "OWSC":
        if letter not in charts.terrain:
            yield f"charts.toml: terrain.{letter}: is missing"
    if "C" in charts.terrain and charts.terrain["C"].gw != 1:
        yield "charts.toml: terrain.C.gw: is 1 (HEL-10.5-01)"
    orders = charts.orders
    for name in ("morale", "recruit", "deploy", "arrest", "organise"):
        table = getattr(orders, name)
        yield from _rows(f"charts.toml: orders.{name}.rows", table)
    for name in ("morale", "recruit"):
        if sorted(getattr(orders, name).tikkurila) != ["german", "none", "red"]:
            yield f"charts.toml: orders.{name}.tikkurila: wants red, german and none"
    if not charts.battle.effects:
        yield "charts.toml: battle.effects: no row"


def _rows(where: str, table: RowTable) -> Iterator[str]:
    """The rows cover every total once: rising, and the last one open above."""
    ends = [row.max for row in table.rows]
    if not ends or ends[-1] is not None or any(end is None for end in ends[:-1]):
        yield f"{where}: every row but the last has a max, the last has none"
    elif any(low >= high for low, high in pairwise(ends[:-1])):  # type: ignore[operator]
        yield f"{where}: the max of the rows must rise"


def _tracks(files: Files, _ground: Battlefield) -> Iterator[str]:
    where, tracks = "tracks.toml: tracks", files.tracks.tracks
    try:
        time = expand(files.tracks.time)
    except ValueError as error:
        yield f"tracks.toml: time: {error}"
        return
    if len(tracks.activity_points) != len(tracks.activity_arrest):
        yield f"{where}.activity_arrest: {len(tracks.activity_arrest)} squares, {len(tracks.activity_points)} points"
    if any(not 1 <= points <= 3 for points in tracks.activity_points):
        yield f"{where}.activity_points: 1 to 3 (HEL-4.5-01)"
    starts = tracks.starts
    for name, start, length in (
        ("time", starts.time, len(time)),
        ("morale", starts.morale, len(tracks.morale)),
        ("meurer", starts.meurer, len(tracks.meurer)),
        ("headquarters", starts.headquarters, len(tracks.headquarters)),
        ("tikkurila", starts.tikkurila, len(tracks.tikkurila)),
        ("activity", starts.activity, len(tracks.activity_points)),
    ):
        if start >= length:
            yield f"{where}.starts.{name}: square {start}, the track has {length}"
            return
    facts = {"time": 0, "meurer": 0, "headquarters": 1, "tikkurila": 0, "activity": 0}
    for name, square in facts.items():
        if getattr(starts, name) != square:
            yield f"{where}.starts.{name}: is {square} (HEL-3.6)"
    if tracks.meurer[0]:
        yield f"{where}.meurer: begins with 0 (HEL-3.6-03)"
    for name in ("headquarters", "tikkurila"):
        if list(getattr(tracks, name)) != list(range(len(getattr(tracks, name)))):
            yield f"{where}.{name}: a square forward is a point more, so they are 0, 1, 2 ... (HEL-3.6-04, -05)"
    level = tracks.morale[starts.morale]
    if level != 3 or 3 in tracks.morale[: starts.morale]:
        yield f"{where}.starts.morale: the highest square of level 3 (HEL-3.6-02)"
    if list(tracks.morale) != sorted(tracks.morale, reverse=True) or len(tracks.morale) < 25:
        yield f"{where}.morale: levels fall from the top, over at least 25 squares for 24 units (HEL-11.7-R2)"
    reserve = files.tracks.reserve
    if len(reserve.capacity) != len(reserve.modifier) or sum(reserve.capacity) < 23:
        yield "tracks.toml: reserve: a modifier for each column, and room for 23 units"


def _cards(files: Files, ground: Battlefield) -> Iterator[str]:
    cards = files.cards.card
    yield from twice("cards.toml: card.id", (card.id for card in cards))
    for card in cards:
        yield from _card(card, ground)
    events = sum(card.copies for card in cards if card.id.startswith("RE"))
    if events != 6:
        yield f"cards.toml: card: {events} Red events, there are six"


def _card(card: CardTable, ground: Battlefield) -> Iterator[str]:
    where = f"cards.toml: card {card.id}"
    if card.id[:2] not in DECKS:
        yield f"{where}: an id begins with its deck, one of {', '.join(DECKS)}"
        return
    kind = str(card.op.__struct_config__.tag)
    if card.window not in WINDOWS[kind]:
        yield f"{where}.window: {kind} is played in {' or '.join(WINDOWS[kind])}, not in {card.window}"
    match card.op:
        case PlaceUnits(hexes=hexes, near_flags=near_flags):
            yield from (f"{where}.op.hexes: {name!r} is no land hex" for name in hexes if name not in ground.land)
            if bool(hexes) == near_flags:
                yield f"{where}.op: either hexes or near_flags"
        case CardBattle(side=side) | Movement(side=side) if side != card.owner:
            yield f"{where}.op.side: the card is {card.owner}'s"
        case PassTest(side=side) if (side == "red") != (card.owner == "red"):
            yield f"{where}.op.side: {card.owner} is not asked for cards when units of {side} are tested"
    if card.owner not in (owners := OWNERS.get(kind, SIDES)):
        yield f"{where}: {kind} is for cards of {' or '.join(owners)}, not of {card.owner}"


WINDOWS: Mapping[str, tuple[str, ...]] = {
    "modifier": ("pre",),
    "terrain_value": ("pre",),
    "shift": ("post",),
    "battle": ("own", "after"),
    "track": ("own",),
    "movement": ("own",),
    "pass_test": ("ooc",),
    "arrest_die": ("arrest",),
    "arrest_fails": ("arrest",),
    "arrests": ("start",),
    "organise_as": ("organise",),
    "form_squads": ("organise",),
    "command_points": ("start",),
    "place_units": ("start",),
    "barricades": ("start",),
    "night_raid": ("start",),
}
"""The windows in which each kind of card operation has a meaning."""

OWNERS: Mapping[str, tuple[Side, ...]] = {
    "arrest_die": ("red", "white"),
    "arrest_fails": ("red", "white"),
    "organise_as": ("white",),
    "form_squads": ("white",),
    "arrests": ("red",),
    "place_units": ("red",),
    "barricades": ("red",),
    "night_raid": ("red",),
}
"""Kinds of card operations that only some sides are asked for, or that work for Red alone."""
