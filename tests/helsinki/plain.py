"""The clauses of movement and command word for word, without tables or short cuts: what the rules are held to."""

from collections.abc import Callable, Iterator, Mapping

from wardiary.core.games.helsinki.data import STACK, Data
from wardiary.core.games.helsinki.movement import Reach, Values, Way, entry_of, is_attack, values_of
from wardiary.core.games.helsinki.queries import enemies, enemies_at, friends_at, open_rear, room
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.kit.graph import walk
from wardiary.events.helsinki import Side

__all__ = ["direct", "hq_ends", "in_command", "reach", "threatened"]

Onward = Callable[[Way], list[str]]


# Command (HEL-6).


def direct(d: Data, s: State, side: Side) -> set[str]:
    """Hexes in direct command."""
    if side == "white":
        return {cell for where in s.squads.values() for cell in d.ground.touching.get(where, ())}
    own = [hq.where for hq in s.hqs.values() if hq.side == side]
    return set(own) if side == "red" else {cell for vertex in own for cell in d.ground.touching[vertex]}


def in_command(d: Data, s: State, side: Side, night: bool) -> set[str]:
    """Hexes in command by a route."""
    routes = d.ground.routes[not (night and side == "german")]
    near = direct(d, s, side)

    def is_closed(cell: str) -> bool:
        if enemies_at(s, side, cell):
            return True
        if friends_at(s, side, cell):
            return False
        beside_enemy = any(enemies_at(s, side, other) for other in d.ground.beside[cell])
        return (beside_enemy and cell not in near) or (side == "german" and d.ground.terrain[cell] == "C")

    closed = {cell for cell in d.ground.terrain if is_closed(cell)}
    through = {cell for cell, _ in walk(sorted(near - closed), routes.__getitem__, closed)}
    return through.union(*(routes[cell] for cell in through))


# Movement (HEL-10).


def threatened(d: Data, s: State) -> set[str]:
    """Vertices of hexes that hold only Red units."""
    return {v for cell in d.ground.land if _only_red(s, cell) for v in d.ground.corners[cell]}


def _only_red(s: State, cell: str) -> bool:
    return bool(enemies_at(s, "german", cell)) and not friends_at(s, "german", cell)


def _is_barred(d: Data, s: State, side: Side, here: str, there: str) -> bool:
    """Whether enemy forts forbid a step."""
    held = [fort for fort in d.ground.forts if enemies_at(s, side, fort)]
    near = d.ground.forts_beside
    if not (any(fort in held for fort in near[here]) and any(fort in held for fort in near[there])):
        return False
    return not (there in held and is_attack(entry_of(d, s, side, there, here)))


def reach(d: Data, s: State, side: Side, start: str) -> Reach:
    """All ends of a unit that starts here."""
    quiet: dict[str, Way] = {}
    entries: dict[tuple[str, str], Way] = {}
    if enemies_at(s, side, start):
        for cell in open_rear(d, s, side, start):
            if room(s, side, cell) > 0 and not _is_barred(d, s, side, start, cell):
                quiet[cell] = (start, cell)
        return Reach(quiet, entries)
    for way in _walks(d, s, side, start):
        end = way[-1]
        if not enemies_at(s, side, end):
            if end not in quiet and len(friends_at(s, side, end)) < STACK:
                quiet[end] = way
        elif (end, way[-2]) not in entries and _may_enter(d, s, side, way):
            entries[end, way[-2]] = way
    return Reach(quiet, entries)


def _may_enter(d: Data, s: State, side: Side, way: Way) -> bool:
    cell, origin, start = way[-1], way[-2], way[0]
    entry = entry_of(d, s, side, cell, origin)
    if entry == "reinforcement":
        return room(s, side, cell) > 0
    if entry == "flank" or (origin, cell) in d.ground.bridges:
        return origin == start or room(s, side, origin) > 0
    return True


def _walks(d: Data, s: State, side: Side, start: str) -> Iterator[Way]:
    values = values_of(d, s, side)

    def out_of(here: str) -> list[str]:
        return [there for there in d.ground.steps[here] if not _is_barred(d, s, side, here, there)]

    yield from _by_terrain(d, s, side, values.terrain, start, out_of(start), out_of)
    if values.city_with_friend > values.terrain["C"]:
        moving = s.order.units if s.order is not None else ()
        helped = [
            cell
            for cell in out_of(start)
            if not enemies_at(s, side, cell) and any(unit not in moving for unit in friends_at(s, side, cell))
        ]
        with_friend = {**values.terrain, "C": values.city_with_friend}
        yield from _by_terrain(d, s, side, with_friend, start, helped, out_of)
    yield from _along_lines(d, s, side, values, start, out_of)


def _by_terrain(
    d: Data,
    s: State,
    side: Side,
    values: Mapping[str, int],
    start: str,
    first: list[str],
    out_of: Callable[[str], list[str]],
) -> Iterator[Way]:
    for most in sorted(set(values.values())):

        def onward(way: Way, most: int = most) -> list[str]:
            steps = first if len(way) == 1 else out_of(way[-1])
            return [there for there in steps if values[d.ground.terrain[there]] >= most]

        yield from _spread(s, side, start, most, onward)


def _along_lines(
    d: Data, s: State, side: Side, values: Values, start: str, out_of: Callable[[str], list[str]]
) -> Iterator[Way]:
    lines, terrain = d.ground.roads[values.minor], d.ground.terrain

    def onward(way: Way) -> list[str]:
        return [there for there in out_of(way[-1]) if terrain[there] != "C" and there in lines.get(way[-1], ())]

    yield from _spread(s, side, start, values.road, onward)


def _spread(s: State, side: Side, start: str, most: int, onward: Onward) -> Iterator[Way]:
    found = {start}
    ring: list[Way] = [(start,)]
    for _ in range(most):
        following: list[Way] = []
        for way in ring:
            for there in onward(way):
                if there not in found:
                    yield (*way, there)
                    if not enemies_at(s, side, there):
                        found.add(there)
                        following.append((*way, there))
        ring = following


def hq_ends(d: Data, s: State, hq: int) -> dict[str, Way]:
    """Vertices where a German headquarters may end its order, each with a way there."""
    here, foes = s.hqs[hq].where, enemies(s, "german")
    ways: dict[str, Way] = {}
    for start in d.ground.touching[here]:
        if start not in foes:
            ways[start] = (start,)
            for way in _walks(d, s, "german", start):
                if way[-1] not in foes:
                    ways.setdefault(way[-1], way)
    ends: dict[str, Way] = {}
    taken = {other.where for other in s.hqs.values()} | set(s.squads.values())
    closed = threatened(d, s) | d.ground.in_water | taken - {here}
    for cell, way in ways.items():
        for vertex in d.ground.corners[cell]:
            if vertex not in closed:
                ends.setdefault(vertex, way)
    return ends
