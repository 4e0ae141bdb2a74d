"""11.5 Retreat, 11.6 Disorder, 11.7 Destroyed; and the same in the box of Tikkurila (13)."""

from msgspec.structs import replace

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step, die
from wardiary.core.games.helsinki.queries import can_retreat, free_column, morale_level, open_rear, room, spared_squares
from wardiary.core.points import unbarred
from wardiary.core.requests import Roll
from wardiary.events import helsinki as e

__all__ = ["Losses", "destroy", "rear_hexes", "to_reserve"]


def destroy(d: Data, s: State, run: Step, unit: int) -> None:
    """A unit is lost: Red ones go onto the morale track, German ones onto the time track (HEL-11.7-01 to -05).

    A Red casualty takes the highest empty square; the marker drops when it stands there (HEL-11.7-R2, -R3). A German
    one covers the last free squares of the clock, as far as there are any (HEL-11.7-04, -R1).
    """
    side = s.units[unit].side
    square = s.casualties
    run.emit(e.UnitDestroyed(unit=unit))
    if side == "red" and s.tracks["morale"] == square:
        run.emit(e.MarkerMoved(track="morale", square=square + 1))
    elif side == "german" and (squares := min(d.squares_a_casualty, spared_squares(d, s))):
        run.emit(e.TimeCovered(squares=squares))


def to_reserve(d: Data, s: State, run: Step, unit: int) -> None:
    """A disordered unit goes to its reserve, a German one to the leftmost free column (HEL-11.6-01, -R1)."""
    where = free_column(d, s) if s.units[unit].side == "german" else "reserve"
    run.emit(e.UnitDisordered(unit=unit, where=where))


def rear_hexes(d: Data, s: State, f: e.AskLosses) -> list[tuple[str]]:
    """Where the next unit may retreat: rear hexes without enemies and with room (HEL-11.5-01, -04), sorted."""
    if f.disordered or not f.retreating:
        return []
    side = s.units[f.retreating[0]].side
    return [(cell,) for cell in sorted(open_rear(d, s, side, f.hex)) if room(s, side, cell) > 0]


class Losses(HelsinkiPoint[e.AskLosses]):
    """HEL-11.5 to 11.7: first the destroyed, then the disordered, then those that retreat, one by one."""

    def arrive(self, s: State, f: e.AskLosses, run: Step) -> bool:
        for unit in f.destroyed:
            destroy(self.data, s, run, unit)
        if f.destroyed:
            run.become(replace(f, destroyed=()))
        elif f.disordered:
            return self.disorder_next(s, f, run)
        elif f.retreating:
            return self.retreat_next(s, f, run)
        else:
            run.pop()
        return False

    def disorder_next(self, s: State, f: e.AskLosses, run: Step) -> bool:
        """A way to retreat, then the reserve; Reds roll first (HEL-11.6-01, -02, HEL-13.0-09, HEL-14.0-R1)."""
        unit, rest = f.disordered[0], f.disordered[1:]
        side, in_box = s.units[unit].side, f.hex in self.data.ground.box
        blocked = f.checked and not in_box and f.origin is None and not can_retreat(self.data, s, side, f.hex)
        if not blocked and side == "red":
            return True
        if blocked:
            destroy(self.data, s, run, unit)
        elif not in_box:
            to_reserve(self.data, s, run, unit)
        run.become(replace(f, disordered=rest, retreating=(*f.retreating, unit) if in_box else f.retreating))
        return False

    def chance(self, s: State, f: e.AskLosses) -> Roll | None:
        return die(s, "disorder", "red", f.disordered[0]) if f.disordered else None

    def retreat_next(self, s: State, f: e.AskLosses, run: Step) -> bool:
        """Where it may go; without a way destroyed, without room all disordered (HEL-11.5-02, -04, -R1).

        In Tikkurila a unit without room in the box leaves it and is destroyed (HEL-13.0-08, -R2). Attackers from the
        flank go back the way they came (HEL-10.8-R3).
        """
        unit, rest, d = f.retreating[0], f.retreating[1:], self.data
        side = s.units[unit].side
        if f.origin is not None:
            run.emit(e.UnitRetreated(unit=unit, hex=f.origin))
            run.become(replace(f, retreating=rest))
            return False
        ways = rear_hexes(d, s, f)
        if f.hex in d.ground.box:
            if not ways:
                destroy(d, s, run, unit)
                run.become(replace(f, retreating=rest))
                return False
        elif not can_retreat(d, s, side, f.hex):
            run.become(replace(f, retreating=(), destroyed=f.retreating))
            return False
        elif sum(room(s, side, cell) for (cell,) in ways) < len(f.retreating):
            run.become(replace(f, retreating=(), disordered=f.retreating, checked=True))
            return False
        if len(ways) > 1:
            if f.side != side:
                run.become(replace(f, side=side))
            return True
        self.retreat_to(f, run, ways[0][0])
        return False

    def retreat_to(self, f: e.AskLosses, run: Step, cell: str) -> None:
        """The next unit is in its new hex."""
        run.emit(e.UnitRetreated(unit=f.retreating[0], hex=cell))
        run.become(replace(f, retreating=f.retreating[1:]))

    retreat = unbarred(e.Retreat, over=rear_hexes, outside="HEL-11.5-01: a rear hex without enemies and with room")

    def then(self, s: State, f: e.AskLosses, answer: e.Retreat | e.Rolled, run: Step) -> None:
        if isinstance(answer, e.Retreat):
            self.retreat_to(f, run, answer.hex)
            return
        unit, rest, in_box = f.disordered[0], f.disordered[1:], f.hex in self.data.ground.box
        retreating = f.retreating
        if answer.dice[0] > morale_level(self.data, s):
            destroy(self.data, s, run, unit)
        elif in_box:
            retreating = (*retreating, unit)
        else:
            to_reserve(self.data, s, run, unit)
        run.become(replace(f, disordered=rest, retreating=retreating))
