"""5.1 Night: the test of Red units out of command at midnight."""

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.state import is_hex
from wardiary.core.points import unbarred
from wardiary.events import helsinki as e

__all__ = ["Midnight", "next_units", "still_there"]


def still_there(s: State, f: e.AskMidnight) -> tuple[int, ...]:
    """Units of the set that stand on the map."""
    return tuple(unit for unit in f.units if is_hex(s.units[unit].where))


def next_units(_d: Data, s: State, f: e.AskMidnight) -> list[tuple[int]]:
    """One unit of each hex: those of one hex are alike."""
    first: dict[str, int] = {}
    for unit in still_there(s, f):
        first.setdefault(s.units[unit].where, unit)
    return [(unit,) for unit in sorted(first.values())]


class Midnight(HelsinkiPoint[e.AskMidnight]):
    """HEL-5.1-05, -06, -R1 to -R5: Red picks the order; each unit stays, or is disordered without a check."""

    def arrive(self, s: State, f: e.AskMidnight, run: Step) -> bool:
        if f.unit is not None:
            run.become(e.AskMidnight(side=f.side, units=f.units))
            return False
        ways = next_units(self.data, s, f)
        if len(ways) > 1:
            return True
        if ways:
            self.test(f, ways[0][0], run)
        else:
            run.pop()
        return False

    pick = unbarred(e.TestUnit, over=next_units, outside="HEL-5.1-R1: a unit of the set that is still to be tested")

    def then(self, s: State, f: e.AskMidnight, answer: e.TestUnit, run: Step) -> None:
        self.test(f, answer.unit, run)

    def test(self, f: e.AskMidnight, unit: int, run: Step) -> None:
        """The unit leaves the set and is tested."""
        run.become(e.AskMidnight(side=f.side, units=tuple(u for u in f.units if u != unit), unit=unit))
        run.push(e.AskCommandTest(side=f.side, unit=unit, step="window"))
