"""Pure questions about a position: who stands where, command status and routes, facing and retreat, tracks.

Coalitions are Red, and Germans with Whites. Answers that depend on nothing but the places of the pieces are remembered
until a piece moves.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from wardiary.core.games.helsinki.data import STACK, Data
from wardiary.core.games.helsinki.state import HelsinkiState, board_of
from wardiary.core.kit.graph import walk
from wardiary.events.helsinki import Side

__all__ = [
    "NOBODY",
    "Ids",
    "State",
    "Status",
    "allies",
    "can_retreat",
    "command_hexes",
    "direct_hexes",
    "enemies",
    "enemies_at",
    "first_reserve",
    "flags_with_red",
    "free_column",
    "friends",
    "friends_at",
    "is_night",
    "morale_level",
    "morale_room",
    "night_now",
    "open_rear",
    "placement_hexes",
    "rear",
    "recall",
    "retreat_modifier",
    "room",
    "spared_squares",
    "squads_touching",
    "status",
    "test_distance",
    "tikkurila_control",
    "units_of",
    "vertex_is_free",
]

State = HelsinkiState
Status = Literal["direct", "command", "out"]
Ids = tuple[int, ...]
NOBODY: Ids = ()
T = TypeVar("T")


def recall(d: Data, s: State, question: str, build: Callable[[], T]) -> T:
    """The answer to a question about pieces and facings, a derived value of the state: dropped when one changes.

    All else that the answer depends on is in the words of the question, but for the component data, which are named
    by their digest.
    """
    return s.derived(f"{d.digest} {question}", build)


def allies(side: Side) -> tuple[Side, ...]:
    """The sides of a coalition, the side itself first (HEL-2.3-01, -04)."""
    return {"red": ("red",), "german": ("german", "white"), "white": ("white", "german")}[side]  # type: ignore[return-value]


def units_of(s: State, side: Side, where: str) -> Ids:
    """A side's units in a hex or box."""
    return board_of(s).at[side].get(where, NOBODY)


def friends(s: State, side: Side) -> Mapping[str, Ids]:
    """The units of a side's coalition by hex."""
    board = board_of(s)
    return board.red if side == "red" else board.allied


def enemies(s: State, side: Side) -> Mapping[str, Ids]:
    """The units of the other coalition by hex."""
    board = board_of(s)
    return board.allied if side == "red" else board.red


def friends_at(s: State, side: Side, cell: str) -> Ids:
    """The units of a side's coalition in a hex."""
    return friends(s, side).get(cell, NOBODY)


def enemies_at(s: State, side: Side, cell: str) -> Ids:
    """The enemy units in a hex."""
    return enemies(s, side).get(cell, NOBODY)


def room(s: State, side: Side, cell: str) -> int:
    """Free places for a side's coalition (HEL-10.6-01)."""
    return STACK - len(friends_at(s, side, cell))


# Night (HEL-5).


def night_now(d: Data, s: State) -> bool:
    """Whether the clock stands on a black square."""
    return d.time[s.tracks["time"]].night


def is_night(d: Data, s: State) -> bool:
    """Whether what is being done is done by night: a paid order keeps its own light (HEL-5.0-R1, -R3)."""
    return s.order.night if s.order is not None and s.order.paid else night_now(d, s)


def spared_squares(d: Data, s: State) -> int:
    """Squares that the time marker can still enter (HEL-15.0-01)."""
    return len(d.time) - 1 - s.covered - s.tracks["time"]


# Status and routes (HEL-6).


def direct_hexes(d: Data, s: State, side: Side) -> frozenset[str]:
    """Hexes with an own headquarters in them or on a vertex (HEL-6.1-01, HEL-1.3-02)."""
    return recall(d, s, f"direct {side}", lambda: frozenset(_hq_hexes(d, s, side)))


def _hq_hexes(d: Data, s: State, side: Side, hqs: Iterable[int] | None = None) -> Iterator[str]:
    if side == "white":
        for vertex in board_of(s).squad_at:
            yield from d.ground.touching[vertex]
        return
    for number in s.hqs if hqs is None else hqs:
        hq = s.hqs[number]
        if hq.side == side:
            yield from (hq.where,) if side == "red" else d.ground.touching[hq.where]


def _closed(d: Data, s: State, side: Side) -> frozenset[str]:
    """Hexes that no route may lead through (HEL-6.2-03 to -05).

    Enemies close a hex; so does an enemy beside it, or for Germans the city, unless a friend stands there; beside an
    enemy the own headquarters keeps it open too.
    """

    def build() -> frozenset[str]:
        foes = enemies(s, side)
        barred = frozenset[str]().union(*map(d.ground.beside.__getitem__, foes)) - direct_hexes(d, s, side)
        if side == "german":
            barred |= d.ground.city
        return barred.difference(friends(s, side)).union(foes)

    return recall(d, s, f"closed {side}", build)


def _flood(d: Data, s: State, side: Side, start: Iterable[str], minor: bool) -> tuple[set[str], set[str]]:
    """Hexes that routes can lead through from these, themselves included; and these with all hexes beside them."""
    routes, closed = d.ground.routes[minor], _closed(d, s, side)
    through = {cell for cell in start if cell not in closed}
    found, waiting = through.copy(), list(through)
    for here in waiting:
        for there in routes[here]:
            if there not in found:
                found.add(there)
                if there not in closed:
                    waiting.append(there)
    return set(waiting), found


def _has_minor(side: Side, night: bool) -> bool:
    """Whether minor roads are roads: not for Germans by night (HEL-5.1-03)."""
    return not (night and side == "german")


def _net(d: Data, s: State, side: Side, start: Iterable[str], minor: bool) -> frozenset[str]:
    """Hexes from which a route leads to one of these; a unit's own hex is not bound (HEL-6.2-R1)."""
    return frozenset(_flood(d, s, side, start, minor)[1])


def command_hexes(d: Data, s: State, side: Side, night: bool) -> frozenset[str]:
    """Hexes in which a unit of the side is in command by a route (HEL-6.2-01 to -05)."""
    minor = _has_minor(side, night)
    return recall(d, s, f"net {side} {minor}", lambda: _net(d, s, side, direct_hexes(d, s, side), minor))


def status(d: Data, s: State, side: Side, cell: str) -> Status:
    """The command status of a side's units in a hex (HEL-6.0-01, HEL-13.0-05)."""
    if cell in direct_hexes(d, s, side):
        return "direct"
    if cell in d.ground.box or _is_linked(d, s, side, cell, _has_minor(side, is_night(d, s))):
        return "command"
    return "out"


def _is_linked(d: Data, s: State, side: Side, cell: str, minor: bool) -> bool:
    """Whether a hex is one of `command_hexes`: looked for from the hex, and only until a headquarters is found."""
    routes, closed, wanted = d.ground.routes[minor], _closed(d, s, side), direct_hexes(d, s, side)
    found, waiting = {cell}, [cell]
    for here in waiting:
        for there in routes[here]:
            if there not in found:
                found.add(there)
                if there not in closed:
                    if there in wanted:
                        return True
                    waiting.append(there)
    return False


def test_distance(d: Data, s: State, side: Side, cell: str) -> int | None:
    """Steps to the nearest hex in command without enemies, not through enemies; None: there is none (HEL-6.4).

    0: a German unit that was out of command by night when it was named, and whose order was paid into the day
    (HEL-5.0-R3).
    """
    wanted = command_hexes(d, s, side, is_night(d, s)) | direct_hexes(d, s, side)
    foes = enemies(s, side)
    way_out = walk([cell], lambda here: (there for _, there in d.ground.ways[here]), foes)
    return next((steps for here, steps in way_out if here in wanted and here not in foes), None)


def placement_hexes(d: Data, s: State, side: Side, placement: str) -> list[str]:
    """Where a recruited or deployed unit may stand (HEL-7.2-02 to -R5, HEL-9.2-02 to -R4), sorted."""
    if placement == "none":
        return []
    night = is_night(d, s)
    hqs = _supplied_hqs(d, s, night) if side == "german" else None
    start = frozenset(_hq_hexes(d, s, side, hqs))
    wanted = set(start)
    if placement == "command":
        wanted |= _net(d, s, side, start, _has_minor(side, night))
        if side == "red" and not night:
            wanted |= set(d.ground.box)
    return sorted(cell for cell in wanted if not enemies_at(s, side, cell) and room(s, side, cell) > 0)


def _supplied_hqs(d: Data, s: State, night: bool) -> list[int]:
    """German headquarters with a route from the west edge (HEL-9.2-05, HEL-9.2-R1, -R4)."""
    minor = _has_minor("german", night)
    reached, _ = _flood(d, s, "german", d.ground.exits[minor], minor)
    return [
        number
        for number, hq in sorted(s.hqs.items())
        if hq.side == "german" and any(cell in reached for cell in d.ground.touching[hq.where])
    ]


# Facing and retreat (HEL-10.7, HEL-11.5).


def rear(s: State, side: Side, cell: str) -> tuple[int, int, int] | None:
    """The three directions behind a side in a battle hex; None where there is no battle (HEL-10.7-R1)."""
    facing = s.facings.get(cell)
    if facing is None:
        return None
    behind = facing.direction if (facing.side == "red") == (side == "red") else (facing.direction + 3) % 6
    return (behind - 1) % 6, behind, (behind + 1) % 6


def open_rear(d: Data, s: State, side: Side, cell: str) -> list[str]:
    """Rear hexes that can be entered and hold no enemies, stacking aside; clockwise."""
    behind, way, foes = rear(s, side, cell) or (), d.ground.way[cell], enemies(s, side)
    return [way[direction] for direction in behind if direction in way and way[direction] not in foes]


def can_retreat(d: Data, s: State, side: Side, cell: str) -> bool:
    """Whether a unit has a way to retreat at all (HEL-11.6-R1)."""
    return bool(open_rear(d, s, side, cell))


def retreat_modifier(d: Data, s: State, side: Side, cell: str) -> int:
    """-1 for each rear hex that is blocked or holds enemies (HEL-11.2-01, -02, -R1)."""
    return len(open_rear(d, s, side, cell)) - 3


# Tracks, boxes, flags.


def morale_level(d: Data, s: State) -> int:
    """The level printed on the marker's square."""
    return d.morale[s.tracks["morale"]]


def morale_room(s: State) -> int:
    """Squares that the marker could rise: to the top, or to below the casualties (HEL-7.1-02, -R1)."""
    return s.tracks["morale"] - s.casualties


def tikkurila_control(d: Data, s: State) -> Literal["red", "german", "none"]:
    """Who alone holds the railway hex (HEL-13.0-10, -R1)."""
    board, cell = board_of(s), d.ground.railway_hex
    if cell in board.red:
        return "none" if cell in board.allied else "red"
    return "german" if cell in board.allied else "none"


def flags_with_red(d: Data, s: State) -> list[str]:
    """Flag hexes with a Red unit (HEL-15.0-R1)."""
    red = board_of(s).red
    return [flag for flag in d.ground.flags if flag in red]


def squads_touching(d: Data, s: State, cell: str) -> int:
    """White squads on the vertices of a hex."""
    squads = board_of(s).squad_at
    return sum(vertex in squads for vertex in d.ground.corners[cell])


def vertex_is_free(s: State, vertex: str) -> bool:
    """Whether neither a German headquarters nor a squad is there (HEL-10.6-03)."""
    board = board_of(s)
    return vertex not in board.squad_at and vertex not in board.hq_at


def free_column(d: Data, s: State) -> str:
    """The leftmost column of the German reserve with a free square (HEL-9.3-02)."""
    for number, capacity in enumerate(d.capacity, 1):
        if len(units_of(s, "german", f"reserve.{number}")) < capacity:
            return f"reserve.{number}"
    raise ValueError("the German reserve is full; the checks of the data leave room for every unit")


def first_reserve(d: Data, s: State, side: Side) -> tuple[int, str] | None:
    """The unit that leaves a reserve next and its box: German ones from the rightmost column (HEL-9.2-03)."""
    if side != "german":
        waiting = units_of(s, side, "reserve")
        return (waiting[0], "reserve") if waiting else None
    for number in range(len(d.capacity), 0, -1):
        if waiting := units_of(s, "german", f"reserve.{number}"):
            return waiting[0], f"reserve.{number}"
    return None
