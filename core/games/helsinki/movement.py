"""Where units and headquarters can go in one movement order (HEL-10).

A unit's way matters only by its last step: where it ends, and from where it enters a battle. So the answers are ends,
each with one shortest way, the least by name among equals; whatever end some legal path has is among them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol

from wardiary.core.games.helsinki.data import STACK, Data
from wardiary.core.games.helsinki.operations import Movement
from wardiary.core.games.helsinki.queries import (
    enemies,
    enemies_at,
    friends,
    friends_at,
    is_night,
    open_rear,
    rear,
    recall,
    room,
    vertex_is_free,
)
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events.helsinki import Side

__all__ = [
    "Entry",
    "Reach",
    "State",
    "Steps",
    "Values",
    "Way",
    "can_move",
    "entry_of",
    "hq_ends",
    "is_attack",
    "is_threatened",
    "may_stand",
    "reach",
    "values_of",
]

State = HelsinkiState
Way = tuple[str, ...]
Entry = Literal["assault", "reinforcement", "flank"]


class Values(NamedTuple):
    """Movement values of an order: by terrain, in the city after a friend, along a road."""

    terrain: Mapping[str, int]
    city_with_friend: int
    road: int
    minor: bool


class Reach(NamedTuple):
    """Ends of a movement: hexes without enemies, and (hex, from where) of hexes with enemies; with their ways."""

    quiet: dict[str, Way]
    entries: dict[tuple[str, str], Way]


class Steps(Protocol):
    """The type of a function from a hex to the hexes one step away."""

    def __call__(self, here: str) -> tuple[str, ...]: ...


def values_of(d: Data, s: State, side: Side) -> Values:
    """The values of a side's movement order, cards that wait for it or work on it included (HEL-10.5, HEL-12.0-R5)."""
    cards = s.order.cards if s.order is not None else s.effects
    more, city = 0, None
    for card in cards:
        match d.op(card):
            case Movement(side=of, more=plus, city=value) if of == side:
                more += plus
                city = value if value is not None else city
    by = {letter: (table.move if side == "red" else table.gw) + more for letter, table in d.terrain.items()}
    with_friend = by["C"] if side == "red" else max(by["C"], d.extra.city_with_friend + more)
    if city is not None:
        by["C"] = with_friend = city + more
    minor = not (side == "german" and is_night(d, s))
    return Values(by, with_friend, d.extra.road_move + more, minor)


def entry_of(d: Data, s: State, side: Side, cell: str, origin: str) -> Entry | None:
    """What entering a hex from another one is; None where no enemies are (HEL-10.7-01, HEL-10.8-01 to -03)."""
    if not enemies_at(s, side, cell):
        return None
    if not friends_at(s, side, cell):
        return "assault"
    behind = rear(s, side, cell)
    return "reinforcement" if behind and d.ground.direction[cell, origin] in behind else "flank"


def is_attack(entry: Entry | None) -> bool:
    """Whether it leads to a battle roll."""
    return entry in ("assault", "flank")


def _held_forts(d: Data, s: State, side: Side) -> list[str]:
    foes = enemies(s, side)
    return [fort for fort in d.ground.forts if fort in foes]


def _fort_bars(d: Data, s: State, side: Side, forts: list[str], here: str, there: str) -> bool:
    """Whether enemy forts forbid a step: beside one before and after it, and no attack on one (HEL-10.11-01, -R1)."""
    if not forts:
        return False
    near = d.ground.forts_beside
    if not (any(fort in forts for fort in near[here]) and any(fort in forts for fort in near[there])):
        return False
    return not (there in forts and is_attack(entry_of(d, s, side, there, here)))


def reach(d: Data, s: State, side: Side, start: str) -> Reach:
    """All ends of a unit that starts here (HEL-10.1 to HEL-10.11), the hex itself left out."""
    cards, moving = _terms(s)
    values = values_of(d, s, side)
    question = f"reach {side} {start} {values.minor} {cards} {moving}"
    return recall(d, s, question, lambda: _reach(d, s, side, start, values, moving))


def _terms(s: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Cards that can change a movement, and the units of the order in hand, which are no friends to it."""
    return (s.order.cards, s.order.units) if s.order is not None else (s.effects, ())


def _reach(d: Data, s: State, side: Side, start: str, values: Values, moving: tuple[int, ...]) -> Reach:
    quiet: dict[str, Way] = {}
    entries: dict[tuple[str, str], Way] = {}
    forts = _held_forts(d, s, side)
    if enemies_at(s, side, start):
        for cell in open_rear(d, s, side, start):
            if room(s, side, cell) > 0 and not _fort_bars(d, s, side, forts, start, cell):
                quiet[cell] = (start, cell)
        return Reach(quiet, entries)
    foes, own = enemies(s, side), friends(s, side)
    for way in _walks(d, s, side, start, forts, values, moving):
        end = way[-1]
        if end not in foes:
            if end not in quiet and len(own.get(end, ())) < STACK:
                quiet[end] = way
        elif (end, way[-2]) not in entries and _may_enter(d, s, side, way):
            entries[end, way[-2]] = way
    return Reach(quiet, entries)


def _may_enter(d: Data, s: State, side: Side, way: Way) -> bool:
    """Room in the hex for a reinforcement, for others room behind if they must go back (HEL-10.8-R2, HEL-11.8-R1)."""
    cell, origin, start = way[-1], way[-2], way[0]
    entry = entry_of(d, s, side, cell, origin)
    if entry == "reinforcement":
        return room(s, side, cell) > 0
    if entry == "flank" or (origin, cell) in d.ground.bridges:
        return origin == start or room(s, side, origin) > 0
    return True


def _walks(
    d: Data, s: State, side: Side, start: str, forts: list[str], values: Values, moving: tuple[int, ...]
) -> Iterator[Way]:
    """One shortest way to every hex within the values, and one to every enemy hex from every side."""
    steps: dict[str, tuple[str, ...]] = {}

    def out_of(here: str) -> tuple[str, ...]:
        if not forts:
            return d.ground.steps[here]
        if here not in steps:
            steps[here] = tuple(
                there for there in d.ground.steps[here] if not _fort_bars(d, s, side, forts, here, there)
            )
        return steps[here]

    first = out_of(start)
    helped: tuple[str, ...] = ()
    if values.city_with_friend > values.terrain["C"]:
        helped = tuple(cell for cell in first if _is_helped(s, side, cell, moving))
    foes = enemies(s, side)
    yield from _by_terrain(d, values.terrain, start, first, out_of, foes)
    if helped:
        with_friend = {**values.terrain, "C": values.city_with_friend}
        yield from _by_terrain(d, with_friend, start, helped, out_of, foes)
    roads = d.ground.roads[values.minor].get(start, ())
    if roads:
        yield from _along_roads(d, values, start, out_of, foes)


def _is_helped(s: State, side: Side, cell: str, moving: tuple[int, ...]) -> bool:
    """Whether a friend stood there before this order, without enemies (HEL-10.5-02, -R1)."""
    if cell in enemies(s, side):
        return False
    return any(unit not in moving for unit in friends(s, side).get(cell, ()))


def _by_terrain(
    d: Data,
    values: Mapping[str, int],
    start: str,
    first: tuple[str, ...],
    out_of: Steps,
    foes: Mapping[str, tuple[int, ...]],
) -> Iterator[Way]:
    """Ways of at most the least value entered (HEL-10.1-02 to -04): for each value a walk over terrain as fast."""
    terrain = d.ground.terrain
    for most in sorted(set(values.values())):
        fast = frozenset(letter for letter, value in values.items() if value >= most)

        def onward(way: Way, fast: frozenset[str] = fast) -> list[str]:
            return [there for there in (first if len(way) == 1 else out_of(way[-1])) if terrain[there] in fast]

        yield from _spread(start, most, onward, foes)


def _along_roads(
    d: Data, values: Values, start: str, out_of: Steps, foes: Mapping[str, tuple[int, ...]]
) -> Iterator[Way]:
    """Ways along lines, never into a city hex (HEL-10.4-01, -02, -R1, -R2)."""
    roads, terrain = d.ground.roads[values.minor], d.ground.terrain

    def onward(way: Way) -> list[str]:
        return [there for there in out_of(way[-1]) if terrain[there] != "C" and there in roads[way[-1]]]

    yield from _spread(start, values.road, onward, foes)


def _spread(
    start: str, most: int, onward: Callable[[Way], list[str]], foes: Mapping[str, tuple[int, ...]]
) -> Iterator[Way]:
    """Shortest ways of at most so many steps: one to each hex, and to an enemy hex one from each side; none goes on."""
    found = {start}
    ring: list[Way] = [(start,)]
    for _ in range(most):
        following: list[Way] = []
        for way in ring:
            for there in onward(way):
                if there in found:
                    continue
                longer = (*way, there)
                yield longer
                if there not in foes:
                    found.add(there)
                    following.append(longer)
        ring = following


def can_move(d: Data, s: State, side: Side, start: str) -> bool:
    """Whether a unit that starts here has any end; the same as `reach`, but stops at the first step that is one."""
    forts = _held_forts(d, s, side)
    if not enemies_at(s, side, start):
        for _, there in d.ground.ways[start]:
            if enemies_at(s, side, there) or room(s, side, there) <= 0:
                continue
            if not _fort_bars(d, s, side, forts, start, there):
                return True
    found = reach(d, s, side, start)
    return bool(found.quiet or found.entries)


# Headquarters (HEL-10.2).


def hq_ends(d: Data, s: State, hq: int) -> dict[str, Way]:
    """Vertices where a German headquarters may end its order, each with a way there (HEL-10.2-02 to -04)."""
    cards, moving = _terms(s)
    values = values_of(d, s, "german")
    here = s.hqs[hq].where
    question = f"headquarters {here} {values.minor} {cards} {moving}"
    return recall(d, s, question, lambda: _hq_ends(d, s, here, values, moving))


def _hq_ends(d: Data, s: State, here: str, values: Values, moving: tuple[int, ...]) -> dict[str, Way]:
    foes = enemies(s, "german")
    forts = _held_forts(d, s, "german")
    ways: dict[str, Way] = {}
    for start in d.ground.touching[here]:
        if start not in foes:
            ways[start] = (start,)
            for way in _walks(d, s, "german", start, forts, values, moving):
                if way[-1] not in foes:
                    ways.setdefault(way[-1], way)
    ends: dict[str, Way] = {}
    for cell, way in ways.items():
        for vertex in d.ground.corners[cell]:
            ends.setdefault(vertex, way)
    return {vertex: way for vertex, way in ends.items() if may_stand(d, s, here, vertex)}


def may_stand(d: Data, s: State, here: str, vertex: str) -> bool:
    """Whether a headquarters that is on one vertex may come to stand on another, or stay (HEL-10.2-04)."""
    if vertex in d.ground.in_water or (vertex != here and not vertex_is_free(s, vertex)):
        return False
    return not is_threatened(d, s, vertex)


def is_threatened(d: Data, s: State, vertex: str) -> bool:
    """Whether a hex that touches the vertex holds only Red units (HEL-10.10-02, -R3)."""
    return vertex in recall(d, s, "threatened", lambda: _threatened(d, s))


def _threatened(d: Data, s: State) -> frozenset[str]:
    """All vertices of hexes that hold only Red units."""
    alone = frozenset(enemies(s, "german")).difference(friends(s, "german"))
    return frozenset(vertex for cell in alone for vertex in d.ground.corners[cell])
