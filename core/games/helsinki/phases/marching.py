"""10 Movement: where the units, or the headquarters, of a movement order go."""

from collections.abc import Iterator

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.movement import Way, hq_ends, reach
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.phases.battle import begin_battle
from wardiary.core.games.helsinki.queries import enemies_at, friends_at, rear, room
from wardiary.core.points import unbarred
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

__all__ = ["LEGAL_WAY", "HqMarch", "March", "chosen_way", "ends_of_next", "hq_vertices", "marches"]


def marches(d: Data, s: State, side: Side, unit: int) -> dict[tuple[str, str | None], Way]:
    """Ends of a unit of the order in hand with their ways; into enemies an end says from where.

    Once a unit has gone into a battle the others of the order follow it or stay (HEL-7.3-02, -R1 to -R3).
    """
    assert s.order is not None
    routes = s.order.routes
    if routes and enemies_at(s, side, routes[0][-1]):
        way = routes[0]
        return {(way[-1], way[-2]): way} if _fits(d, s, side, way, len(routes)) else {}
    found = reach(d, s, side, s.units[unit].where)
    ends: dict[tuple[str, str | None], Way] = {(cell, None): way for cell, way in sorted(found.quiet.items())}
    if not routes:
        ends |= {(cell, origin): way for (cell, origin), way in sorted(found.entries.items())}
    return ends


def chosen_way(d: Data, s: State, side: Side, unit: int, cell: str, origin: str | None) -> Way:
    """The way to one of the ends that `marches` lists."""
    assert s.order is not None
    if s.order.routes and origin is not None:
        return s.order.routes[0]
    found = reach(d, s, side, s.units[unit].where)
    return found.quiet[cell] if origin is None else found.entries[cell, origin]


def _fits(d: Data, s: State, side: Side, way: Way, ahead: int) -> bool:
    """Whether one more unit can follow into a battle: room there, or behind when it must come back."""
    start, origin, cell = way[0], way[-2], way[-1]
    if _arrivals_only(s, side, cell, ahead):
        returns = (origin, cell) in d.ground.bridges
    elif (behind := rear(s, side, cell)) and d.ground.direction[cell, origin] in behind:
        return room(s, side, cell) > 0
    else:
        returns = True
    return not returns or origin == start or room(s, side, origin) > ahead


def _arrivals_only(s: State, side: Side, cell: str, ahead: int) -> bool:
    """Whether the only friends in a hex are those that have just come."""
    return len(friends_at(s, side, cell)) == ahead


def ends_of_next(d: Data, s: State, f: e.AskMarch) -> Iterator[tuple[str, str | None]]:
    yield from marches(d, s, f.side, f.units[0])


LEGAL_WAY = "HEL-7.3-R1, HEL-10.1-04, HEL-10.3-01, HEL-10.6-01, HEL-10.8-R2, HEL-10.9-01, HEL-10.11-01"


class March(HelsinkiPoint[e.AskMarch]):
    """HEL-7.3-R3: one unit after another says where it goes, after payment and tests; then they fight."""

    def arrive(self, s: State, f: e.AskMarch, run: Step) -> bool:
        if f.units:
            return True
        run.pop()
        self.fight(s, f, run)
        return False

    march = unbarred(
        e.March, over=ends_of_next, outside=f"{LEGAL_WAY}: an end within the movement values, with room, on a legal way"
    )
    stay = unbarred(e.Stay)

    def then(self, s: State, f: e.AskMarch, answer: e.March | e.Stay, run: Step) -> None:
        if isinstance(answer, e.March):
            way = chosen_way(self.data, s, f.side, f.units[0], answer.hex, answer.origin)
            run.emit(e.UnitMarched(unit=f.units[0], path=way))
        run.become(e.AskMarch(side=f.side, units=f.units[1:]))

    def fight(self, s: State, f: e.AskMarch, run: Step) -> None:
        """Units that came into enemies attack, but not as reinforcements (HEL-10.7-01, -03, HEL-10.8-02, -03)."""
        assert s.order is not None
        routes = s.order.routes
        if not routes or not enemies_at(s, f.side, routes[0][-1]):
            return
        origin, cell = routes[0][-2], routes[0][-1]
        units = tuple(unit for unit in s.order.units if s.units[unit].where == cell)
        if _arrivals_only(s, f.side, cell, len(units)):
            begin_battle(self.data, s, run, f.side, cell, units, "assault", origin=origin)
            return
        behind = rear(s, f.side, cell) or ()
        if self.data.ground.direction[cell, origin] not in behind:
            begin_battle(self.data, s, run, f.side, cell, units, "flank", origin=origin)


def hq_vertices(d: Data, s: State, f: e.AskHqMarch) -> list[tuple[str]]:
    return [(vertex,) for vertex in sorted(hq_ends(d, s, f.hq))]


class HqMarch(HelsinkiPoint[e.AskHqMarch]):
    """HEL-10.2: a German headquarters goes through hexes to a vertex, or stays."""

    march = unbarred(
        e.MarchHq, over=hq_vertices, outside="HEL-10.2-04: a free vertex within reach, on land, not beside Reds alone"
    )
    stay = unbarred(e.Stay)

    def then(self, s: State, f: e.AskHqMarch, answer: e.MarchHq | e.Stay, run: Step) -> None:
        run.pop()
        if isinstance(answer, e.MarchHq):
            way = hq_ends(self.data, s, f.hq)[answer.vertex]
            run.emit(e.HqMarched(hq=f.hq, path=way, vertex=answer.vertex))
