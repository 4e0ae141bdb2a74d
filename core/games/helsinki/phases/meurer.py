"""14 Abteilung Meurer: the landing."""

from wardiary.core.games.helsinki.data import STACK, Data
from wardiary.core.games.helsinki.movement import is_threatened
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.phases.settling import settle
from wardiary.core.games.helsinki.queries import enemies_at, free_column, room, units_of, vertex_is_free
from wardiary.core.points import unbarred
from wardiary.events import helsinki as e

__all__ = ["LandingRoom", "LandingVertex", "begin_landing", "landing_vertices", "meurer_hq", "ways_out"]


def begin_landing(d: Data, s: State, run: Step) -> None:
    """Reds in the arrival hex are disordered without a check, then the headquarters lands (HEL-14.0-02, -03, -R1)."""
    settle(run, "german", victory=True)
    run.push(e.AskLandingVertex(side="german"))
    if reds := units_of(s, "red", d.ground.arrival):
        run.push(e.AskLosses(side="red", hex=d.ground.arrival, disordered=reds))


def landing_vertices(d: Data, s: State, _f: e.AskLandingVertex) -> list[tuple[str]]:
    """Free vertices of the arrival hex, in water too; safe ones if there are any (HEL-14.0-04, -R3)."""
    free = sorted(vertex for vertex in d.ground.corners[d.ground.arrival] if vertex_is_free(s, vertex))
    safe = [vertex for vertex in free if not is_threatened(d, s, vertex)]
    return [(vertex,) for vertex in safe or free]


def meurer_hq(d: Data) -> int:
    """The number of the fourth German headquarters."""
    return len(d.setup.german_hqs) + len(d.setup.red_hqs) + 1


class LandingVertex(HelsinkiPoint[e.AskLandingVertex]):
    """HEL-14.0-02, -04, -R3: where the headquarters lands; with no free vertex it does not."""

    def arrive(self, s: State, f: e.AskLandingVertex, run: Step) -> bool:
        if landing_vertices(self.data, s, f):
            return True
        self.make_room(s, run)
        return False

    land = unbarred(
        e.LandHq, over=landing_vertices, outside="HEL-14.0-02, HEL-14.0-R3: a free vertex of the arrival hex"
    )

    def then(self, s: State, f: e.AskLandingVertex, answer: e.LandHq, run: Step) -> None:
        run.emit(e.HqPlaced(hq=meurer_hq(self.data), side="german", where=answer.vertex))
        self.make_room(s, run)

    def make_room(self, s: State, run: Step) -> None:
        """As many friends leave as the landing needs places, Germans first (HEL-14.0-R2, -R6)."""
        arrival = self.data.ground.arrival
        there = (*units_of(s, "german", arrival), *units_of(s, "white", arrival))
        surplus = max(0, len(there) + len(units_of(s, "german", "meurer")) - STACK)
        run.become(e.AskLandingRoom(side=self.owner(s, there[:surplus]), units=there[:surplus]))

    def owner(self, s: State, units: tuple[int, ...]) -> e.Side:
        """Who decides for the first of these units."""
        return s.units[units[0]].side if units else "german"


def ways_out(d: Data, s: State, f: e.AskLandingRoom) -> list[tuple[str | None]]:
    """Hexes beside the arrival hex without enemies and with room; the reserve only where there are none."""
    if not f.units:
        return []
    side = s.units[f.units[0]].side
    cells = sorted(c for _, c in d.ground.ways[d.ground.arrival] if not enemies_at(s, side, c) and room(s, side, c) > 0)
    return [(cell,) for cell in cells] or [(None,)]


class LandingRoom(HelsinkiPoint[e.AskLandingRoom]):
    """HEL-14.0-R2, -R6: units make room; then Meurer's units stand in the arrival hex."""

    def arrive(self, s: State, f: e.AskLandingRoom, run: Step) -> bool:
        if f.units:
            return True
        units = units_of(s, "german", "meurer")
        run.pop()
        run.emit(e.MeurerLanded(units=units, hex=self.data.ground.arrival))
        return False

    make_room = unbarred(
        e.MakeRoom, over=ways_out, outside="HEL-14.0-R2: a hex beside with room, the reserve only without one"
    )

    def then(self, s: State, f: e.AskLandingRoom, answer: e.MakeRoom, run: Step) -> None:
        unit, rest = f.units[0], f.units[1:]
        reserve = free_column(self.data, s) if s.units[unit].side == "german" else "reserve"
        run.emit(e.UnitMoved(unit=unit, where=answer.hex or reserve))
        run.become(e.AskLandingRoom(side=s.units[rest[0]].side if rest else "german", units=rest))
