"""The battlefield worked out from the map file: which hex lies beside which, where lines, water and corners are.

Hexes are looked up by name; the three hexes of Tikkurila are hexes like others that touch nothing else
(HEL-13.0-01, HEL-13.0-R4). Beside a hex means geometry, a step needs land and an edge that can be crossed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

from wardiary.core.games.helsinki.components import BoxTable, MapTable
from wardiary.core.kit import hexes as kit
from wardiary.core.kit.graph import cheapest, walk

__all__ = ["WATER", "Battlefield", "Near", "Ways", "build_battlefield", "lines_of", "terrain_rows"]

WATER = "~"
Ways = tuple[tuple[int, str], ...]
Near = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Battlefield:
    """Everything about the ground; never changed. Tuples of hexes are sorted."""

    land: tuple[str, ...]
    """The land hexes of the map; those of Tikkurila are in `box`."""
    box: tuple[str, ...]
    terrain: Mapping[str, str]
    city: frozenset[str]
    names: Mapping[str, str]
    ways: Mapping[str, Ways]
    """Direction and hex of every step that terrain allows."""
    way: Mapping[str, Mapping[int, str]]
    steps: Near
    """The hexes of those steps, sorted."""
    onto: Mapping[frozenset[str], Near]
    """Of those hexes the ones of certain terrain, for every set of letters."""
    direction: Mapping[tuple[str, str], int]
    beside: Near
    """Land hexes next to a hex, over water edges too."""
    roads: tuple[Near, Near]
    """Steps along lines: without and with minor roads."""
    road_steps: tuple[Near, Near]
    """Of the steps those along lines and not into a city hex; without and with minor roads."""
    routes: tuple[Near, Near]
    """Connections for status: lines, and city to city (HEL-6.2-02); without and with minor roads."""
    railways: frozenset[str]
    bridges: frozenset[tuple[str, str]]
    exits: tuple[tuple[str, ...], tuple[str, ...]]
    """Hexes where lines leave to the west: without and with minor roads."""
    forts: tuple[str, ...]
    forts_beside: Near
    flags: tuple[str, ...]
    marching: Mapping[str, Mapping[str, int]]
    """For Germans and Whites, how far each hex is from a flag, in twelfths of a movement order."""
    flags_near: Near
    """Flag hexes that a hex is or lies beside."""
    corners: Near
    """The six vertices of a land hex, clockwise from east."""
    touching: Near
    """The land hexes that meet in a vertex."""
    in_water: frozenset[str]
    vertex_steps: Mapping[str, Mapping[str, str]]
    symbols: tuple[str, ...]
    water_distance: Mapping[str, int]
    arrival: str
    railway_hex: str


def terrain_rows(table: MapTable) -> list[str]:
    """The rows of the terrain picture."""
    return table.terrain.split()


def lines_of(table: MapTable) -> Iterator[tuple[str, list[str]]]:
    """Kind and hexes of each road or railway."""
    for line in table.roads.strip().splitlines():
        kind, *path = line.split()
        yield kind, path


def build_battlefield(table: MapTable, box: BoxTable) -> Battlefield:
    """The battlefield of a map that has passed the checks."""
    terrain = {
        kit.name_cell((column, row)): letter
        for row, line in enumerate(terrain_rows(table), 1)
        for column, letter in enumerate(line, 1)
    }
    land = tuple(sorted(name for name, letter in terrain.items() if letter != WATER))
    around = {name: _around(name) for name in terrain}
    beside = {name: around[name] for name in land}
    on_land = set(land)
    crossed = {tuple(edge.split("-")) for edge in set(table.water_edges) - set(table.bridges)}
    ways: dict[str, Ways] = {
        name: tuple(
            (way, other) for way, other in beside[name] if other in on_land and _pair(name, other) not in crossed
        )
        for name in land
    }
    ways |= _box_ways(box)
    all_terrain = {name: terrain[name] for name in land} | dict(box.terrain)
    lines = [(kind, path) for kind, path in lines_of(table)]
    roads = (_roads(lines, land, minor=False), _roads(lines, land, minor=True))
    near = {name: tuple(sorted(other for _, other in six if other in on_land)) for name, six in beside.items()}
    corners = {name: tuple(map(kit.name_corner, kit.corners(kit.cell_of(name)))) for name in land}
    vertices = sorted({corner for six in corners.values() for corner in six})
    touched = {v: tuple(map(kit.name_cell, kit.touching(kit.corner_of(v)))) for v in vertices}
    flags = tuple(sorted(table.flags))
    steps = {name: tuple(sorted(other for _, other in pairs)) for name, pairs in ways.items()}
    return Battlefield(
        land=land,
        box=tuple(box.hexes),
        terrain=all_terrain,
        city=frozenset(name for name, letter in all_terrain.items() if letter == "C"),
        names=dict(table.names),
        ways=ways,
        steps=steps,
        onto=_onto(steps, all_terrain),
        way={name: dict(steps) for name, steps in ways.items()},
        direction={(name, other): way for name, steps in ways.items() for way, other in steps},
        beside=near | dict.fromkeys(box.hexes, ()),
        roads=roads,
        road_steps=(_along(roads[0], steps, terrain), _along(roads[1], steps, terrain)),
        routes=(_routes(roads[0], ways, terrain), _routes(roads[1], ways, terrain)),
        railways=frozenset(h for kind, path in lines if kind == "rail" for h in path) | {box.railway},
        bridges=frozenset(pair for edge in table.bridges for pair in _both(edge)),
        exits=(
            tuple(sorted(name for name, kind in table.west_exits.items() if kind != "minor")),
            tuple(sorted(table.west_exits)),
        ),
        forts=tuple(sorted(table.forts)),
        forts_beside={name: tuple(f for f in sorted(table.forts) if f in others) for name, others in near.items()}
        | dict.fromkeys(box.hexes, ()),
        flags=flags,
        marching={flag: _marching(flag, ways, roads[1], terrain) for flag in flags},
        flags_near={name: tuple(f for f in flags if f == name or f in others) for name, others in near.items()}
        | dict.fromkeys(box.hexes, ()),
        corners=corners | dict.fromkeys(box.hexes, ()),
        touching={v: tuple(sorted(h for h in cells if h in on_land)) for v, cells in touched.items()},
        in_water=frozenset(v for v, cells in touched.items() if sum(terrain.get(h) == WATER for h in cells) >= 2),
        vertex_steps={v: _vertex_steps(v) for v in vertices},
        symbols=tuple(sorted(table.squad_symbols.split())),
        water_distance=_water_distance(terrain, around),
        arrival=table.arrival_hex,
        railway_hex=box.railway,
    )


def _around(name: str) -> tuple[tuple[int, str], ...]:
    return tuple((way, kit.name_cell(cell)) for way, cell in enumerate(kit.neighbours(kit.cell_of(name))))


def _pair(name: str, other: str) -> tuple[str, str]:
    return (name, other) if name < other else (other, name)


def _both(edge: str) -> tuple[tuple[str, str], tuple[str, str]]:
    low, high = edge.split("-")
    return (low, high), (high, low)


def _box_ways(box: BoxTable) -> dict[str, Ways]:
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in box.hexes}
    for left, right, step in zip(box.hexes, box.hexes[1:], box.steps, strict=False):
        way = kit.DIRECTIONS.index(step)
        found[left].append((way, right))
        found[right].append((kit.opposite(way), left))
    return {name: tuple(sorted(steps)) for name, steps in found.items()}


def _roads(lines: Iterable[tuple[str, list[str]]], land: Iterable[str], *, minor: bool) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {name: set() for name in land}
    for kind, path in lines:
        if minor or kind != "minor":
            for here, there in pairwise(path):
                found[here].add(there)
                found[there].add(here)
    return {name: tuple(sorted(others)) for name, others in found.items()}


def _routes(roads: Near, ways: Mapping[str, Ways], terrain: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(
            sorted(
                {
                    *others,
                    *(other for _, other in ways[name] if terrain[name] == "C" and terrain[other] == "C"),
                }
            )
        )
        for name, others in roads.items()
    }


def _onto(steps: Near, terrain: Mapping[str, str]) -> Mapping[frozenset[str], Near]:
    """The steps onto terrain of some letters, for every set of them."""
    sets = [frozenset(letters) for count in range(5) for letters in combinations("COSW", count)]
    onto: dict[frozenset[str], dict[str, tuple[str, ...]]] = {letters: {} for letters in sets}
    for name, others in steps.items():
        there = {terrain[other] for other in others}
        for letters in sets:
            onto[letters][name] = (
                others if there <= letters else tuple(other for other in others if terrain[other] in letters)
            )
    return onto


def _along(roads: Near, steps: Near, terrain: Mapping[str, str]) -> Near:
    return {
        name: tuple(other for other in steps[name] if other in others and terrain[other] != "C")
        for name, others in roads.items()
    }


def _vertex_steps(vertex: str) -> dict[str, str]:
    level, north, south = map(kit.name_corner, kit.next_corners(kit.corner_of(vertex)))
    return {"here": vertex, "level": level, "north": north, "south": south}


def _marching(flag: str, ways: Mapping[str, Ways], roads: Near, terrain: Mapping[str, str]) -> dict[str, int]:
    """The cheapest ways to a flag: 3 along a line outside the city, elsewhere more the slower the ground."""
    price = {"O": 4, "W": 6, "S": 6, "C": 8}

    def steps(here: str) -> Iterator[tuple[str, int]]:
        for _, there in ways[here]:
            yield there, 3 if there in roads[here] and terrain[here] != "C" else price[terrain[here]]

    return cheapest(flag, steps)


def _water_distance(terrain: Mapping[str, str], around: Mapping[str, Ways]) -> dict[str, int]:
    """Steps from each land hex to the nearest water hex, over everything."""
    water = sorted(name for name, letter in terrain.items() if letter == WATER)

    def near(here: str) -> list[str]:
        return [name for _, name in around[here] if name in terrain]

    return {name: steps for name, steps in walk(water, near) if steps}
