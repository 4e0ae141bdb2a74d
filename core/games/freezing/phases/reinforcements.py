"""4.4 Reinforcements: new units in the home box of a front."""

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.fronts import check_box
from wardiary.core.games.freezing.phases.script import carry_on
from wardiary.core.games.freezing.queries import cannot_place
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point, option
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.freezing import Front

__all__ = [
    "Placing",
    "fronts_named",
]


def fronts_named(_d: Data, _s: FreezingState, f: e.AskPlacing) -> list[tuple[Front]]:
    return [(front,) for front in sorted(f.fronts)]


class Placing(Point[FreezingState, Data, e.AskPlacing]):
    """FRD-4.4-02 to -12, FRD-C-02: each unit in turn, on a front of its owner's choice; lost if there is no room."""

    def arrive(self, s: FreezingState, f: e.AskPlacing, run: Run[FreezingState]) -> bool:
        if not f.waiting:
            self.conclude(s, f, run)
            return False
        new = f.waiting[0]
        open_fronts = [front for (front,) in fronts_named(self.data, s, f) if self.place(s, f, front) is None]
        if len(open_fronts) > 1:
            return True
        if open_fronts:
            self.put(s, f, run, open_fronts[0])
        else:
            self.next_unit(f, run)
            run.emit(e.PlacementFailed(side=f.side, type=new.type, strength=new.strength))
        return False

    @option(e.PlaceUnit, over=fronts_named, outside="FRD-4.4-09: one of the fronts that the card names")
    def place(self, s: FreezingState, f: e.AskPlacing, front: Front) -> str | None:
        return cannot_place(self.data, s, f.side, f.waiting[0].type, front)

    def then(self, s: FreezingState, f: e.AskPlacing, answer: e.PlaceUnit, run: Run[FreezingState]) -> None:
        self.put(s, f, run, answer.front)

    def put(self, s: FreezingState, f: e.AskPlacing, run: Run[FreezingState], front: Front) -> None:
        new, home = f.waiting[0], self.data.home[f.side][front]
        self.next_unit(f, run)
        number = s.last_unit + 1
        run.emit(e.UnitPlaced(unit=number, side=f.side, type=new.type, strength=new.strength, box=home))
        check_box(self.data, s, run, home)

    @staticmethod
    def next_unit(f: e.AskPlacing, run: Run[FreezingState]) -> None:
        run.become(e.AskPlacing(side=f.side, waiting=f.waiting[1:], fronts=f.fronts, op=f.op))

    def conclude(self, s: FreezingState, f: e.AskPlacing, run: Run[FreezingState]) -> None:
        if f.op:
            carry_on(self.data, s, run, f.op)
        else:
            run.pop()
