"""Where units and headquarters can go in one movement order (HEL-10).

A unit's way matters only by its last step: where it ends, and from where it enters a battle. So the answers are ends,
each with one shortest way, the least by name among equals; whatever end some legal path has is among them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from wardiary.core.games.helsinki.battlefield import Near
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
from wardiary.core.games.helsinki.state import HelsinkiState, board_of
from wardiary.events.helsinki import Side

__all__ = [
    "Entry",
    "Reach",
    "State",
    "Values",
    "Way",
    "can_move",
    "entry_of",
    "hq_ends",
    "is_attack",
    "is_threatened",
    "may_stand",
    "movable",
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


def values_of(d: Data, s: State, side: Side) -> Values:
    """The values of a side's movement order, cards that wait for it or work on it included (HEL-10.5, HEL-12.0-R5)."""
    return _values(d, side, _terms(s)[0], _has_minor(d, s, side))


def _values(d: Data, side: Side, cards: tuple[str, ...], minor: bool) -> Values:
    """The same by the cards, and by whether minor roads are roads."""
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
    return Values(by, with_friend, d.extra.road_move + more, minor)


def _has_minor(d: Data, s: State, side: Side) -> bool:
    """Whether minor roads are roads: not for Germans by night (HEL-5.1-03)."""
    return not (side == "german" and is_night(d, s))


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


def _guarded(d: Data, s: State, side: Side) -> frozenset[str]:
    """The hexes beside enemy forts."""
    foes, beside = enemies(s, side), d.ground.beside
    return frozenset[str]().union(*[beside[fort] for fort in d.ground.forts if fort in foes])


def _fort_bars(d: Data, s: State, side: Side, guarded: frozenset[str], here: str, there: str) -> bool:
    """Whether enemy forts forbid a step: beside one before and after it, and no attack on one (HEL-10.11-01, -R1)."""
    if here not in guarded or there not in guarded:
        return False
    return not (there in d.ground.forts and is_attack(entry_of(d, s, side, there, here)))


def reach(d: Data, s: State, side: Side, start: str) -> Reach:
    """All ends of a unit that starts here (HEL-10.1 to HEL-10.11), the hex itself left out."""
    (cards, moving), minor = _terms(s), _has_minor(d, s, side)
    question = f"reach {side} {start} {minor} {cards} {moving}"
    return recall(d, s, question, lambda: _reach(d, s, side, start, _values(d, side, cards, minor), moving))


def _terms(s: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Cards that can change a movement, and the units of the order in hand, which are no friends to it."""
    return (s.order.cards, s.order.units) if s.order is not None else (s.effects, ())


def _reach(d: Data, s: State, side: Side, start: str, values: Values, moving: tuple[int, ...]) -> Reach:
    quiet: dict[str, Way] = {}
    entries: dict[tuple[str, str], Way] = {}
    guarded = _guarded(d, s, side)
    if enemies_at(s, side, start):
        for cell in open_rear(d, s, side, start):
            if room(s, side, cell) > 0 and not _fort_bars(d, s, side, guarded, start, cell):
                quiet[cell] = (start, cell)
        return Reach(quiet, entries)
    foes, own = enemies(s, side), friends(s, side)
    for way in _walks(d, s, side, start, guarded, values, moving):
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
    d: Data,
    s: State,
    side: Side,
    start: str,
    guarded: frozenset[str],
    values: Values,
    moving: tuple[int, ...],
) -> Iterator[Way]:
    """One shortest way to every hex within the values, and one to every enemy hex from every side."""
    foes = enemies(s, side)

    def barred(here: str, there: str) -> bool:
        return _fort_bars(d, s, side, guarded, here, there)

    def spread(most: int, near: Near, first: Iterable[str]) -> list[Way]:
        return _spread(start, most, near, first, foes, guarded, barred)

    for most, fast in _by_value(d, values.terrain):
        yield from spread(most, fast, fast[start])
    if values.city_with_friend > values.terrain["C"]:
        helped = [cell for cell in d.ground.steps[start] if _is_helped(s, side, cell, moving)]
        if helped:
            for most, fast in _by_value(d, {**values.terrain, "C": values.city_with_friend}):
                yield from spread(most, fast, [there for there in fast[start] if there in helped])
    lines = d.ground.road_steps[values.minor]
    if start in lines:
        yield from spread(values.road, lines, lines[start])


def _by_value(d: Data, values: Mapping[str, int]) -> Iterator[tuple[int, Near]]:
    """For each value the steps onto terrain as fast: a way may have as many hexes as its slowest allows (HEL-10.1)."""
    for most in sorted(set(values.values())):
        yield most, d.ground.onto[frozenset([letter for letter, value in values.items() if value >= most])]


def _is_helped(s: State, side: Side, cell: str, moving: tuple[int, ...]) -> bool:
    """Whether a friend stood there before this order, without enemies (HEL-10.5-02, -R1)."""
    if cell in enemies(s, side):
        return False
    return any(unit not in moving for unit in friends_at(s, side, cell))


def _spread(
    start: str,
    most: int,
    near: Near,
    first: Iterable[str],
    foes: Mapping[str, tuple[int, ...]],
    guarded: frozenset[str],
    barred: Callable[[str, str], bool],
) -> list[Way]:
    """Shortest ways of at most so many steps: one to each hex, and to an enemy hex one from each side; none goes on.

    The first step leads to one of `first`; only a step between guarded hexes can be barred.
    """
    found, ways = {start}, list[Way]()
    ring: list[Way] = [(start,)]
    for _ in range(most):
        following: list[Way] = []
        for way in ring:
            here = way[-1]
            onward = near[here] if len(way) > 1 else first
            if here in guarded:
                onward = [there for there in onward if not barred(here, there)]
            for there in onward:
                if there not in found:
                    longer = (*way, there)
                    ways.append(longer)
                    if there not in foes:
                        found.add(there)
                        following.append(longer)
        ring = following
    return ways


def can_move(d: Data, s: State, side: Side, start: str) -> bool:
    """Whether a unit that starts here has any end."""
    return any(True for _ in movable(d, s, side, (start,)))


def movable(d: Data, s: State, side: Side, starts: Iterable[str]) -> Iterator[str]:
    """The hexes from which `reach` finds any end; it is asked only where no first step is one."""
    foes, own, steps, guarded = enemies(s, side), friends(s, side), d.ground.steps, _guarded(d, s, side)

    def has_step(start: str) -> bool:
        for there in steps[start]:
            free = there not in foes and len(own.get(there, ())) < STACK
            if free and not (start in guarded and _fort_bars(d, s, side, guarded, start, there)):
                return True
        return False

    for start in starts:
        if (start not in foes and has_step(start)) or any(reach(d, s, side, start)):
            yield start


# Headquarters (HEL-10.2).


def hq_ends(d: Data, s: State, hq: int) -> dict[str, Way]:
    """Vertices where a German headquarters may end its order, each with a way there (HEL-10.2-02 to -04)."""
    (cards, moving), minor = _terms(s), _has_minor(d, s, "german")
    here = s.hqs[hq].where
    question = f"headquarters {here} {minor} {cards} {moving}"
    return recall(d, s, question, lambda: _hq_ends(d, s, here, _values(d, "german", cards, minor), moving))


def _hq_ends(d: Data, s: State, here: str, values: Values, moving: tuple[int, ...]) -> dict[str, Way]:
    foes, guarded = enemies(s, "german"), _guarded(d, s, "german")
    ways: dict[str, Way] = {}
    for start in d.ground.touching[here]:
        if start not in foes:
            ways[start] = (start,)
            for way in _walks(d, s, "german", start, guarded, values, moving):
                if way[-1] not in foes:
                    ways.setdefault(way[-1], way)
    closed, ends = _closed_vertices(d, s, here), dict[str, Way]()
    for cell, way in ways.items():
        for vertex in d.ground.corners[cell]:
            if vertex not in closed:
                ends.setdefault(vertex, way)
    return ends


def _closed_vertices(d: Data, s: State, here: str) -> set[str]:
    """The vertices on which a headquarters may not come to stand: those that `may_stand` denies."""
    board, corners = board_of(s), d.ground.corners
    alone = [corners[cell] for cell in enemies(s, "german") if cell not in friends(s, "german")]
    taken = (board.hq_at.keys() | board.squad_at.keys()) - {here}
    return taken.union(d.ground.in_water, *alone)


def may_stand(d: Data, s: State, here: str, vertex: str) -> bool:
    """Whether a headquarters that is on one vertex may come to stand on another, or stay (HEL-10.2-04)."""
    if vertex in d.ground.in_water or (vertex != here and not vertex_is_free(s, vertex)):
        return False
    return not is_threatened(d, s, vertex)


def is_threatened(d: Data, s: State, vertex: str) -> bool:
    """Whether a hex that touches the vertex holds only Red units (HEL-10.10-02, -R3)."""
    board = board_of(s)
    return any(cell in board.red and cell not in board.allied for cell in d.ground.touching[vertex])
