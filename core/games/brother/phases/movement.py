"""4.2 Movement: activated units one at a time, town by town."""

from typing import Any

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.conquest import conquer
from wardiary.core.games.brother.phases.script import end_phases
from wardiary.core.games.brother.queries import (
    can_go_on,
    has_room,
    is_enemy_held,
    movement_points,
    points_left,
    steps_of,
)
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import brother as e

__all__ = [
    "Movement",
    "Moving",
    "activated_units",
    "next_towns",
]


def activated_units(_d: Data, s: BrotherState, _f: e.AskMoves) -> list[tuple[int]]:
    return [(number,) for number in sorted(s.activated) if number in s.units]


class Movement(Picking[e.AskMoves]):
    """M1: the next activated unit sets out, in any order (BAB-4.2-02, -03, -11, -23)."""

    @option(e.MoveUnit, over=activated_units, outside="BAB-4.2-02: an activated unit")
    def move(self, s: BrotherState, f: e.AskMoves, unit: int) -> str | None:
        if unit in s.moved:
            return "BAB-4.2-03: the unit has moved"
        town, points = s.units[unit].town, movement_points(self.data, s, unit)
        if any(
            cost <= points and not is_enemy_held(s, f.side, near) and can_go_on(self.data, s, unit, near, points - cost)
            for near, cost in steps_of(self.data, s, s.units[unit].type)[town]
        ):
            return None
        return "BAB-4.2-20: there is no step that it could take"

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskMoves, answer: Any, run: Run[BrotherState]) -> None:
        run.push(e.AskMoving(side=f.side, unit=answer.unit))

    def conclude(self, s: BrotherState, f: e.AskMoves, run: Run[BrotherState]) -> None:
        """Then come the battles, unless the event allows none."""
        if s.mode == "event" and not self.data.offensive[s.card or ""].attack:
            end_phases(self.data, s, run)
        else:
            run.become(e.AskBattles(side=f.side))


def next_towns(d: Data, s: BrotherState, f: e.AskMoving) -> list[tuple[str]]:
    return [(town,) for town in d.near[s.units[f.unit].town]]


class Moving(Point[BrotherState, Data, e.AskMoving]):
    """M2: a unit goes from town to town and stops (BAB-4.2-01, -04 to -10, -17 to -21; 2.3-08, -12)."""

    @option(e.StepTo, over=next_towns, outside="BAB-4.2-04, -12: a town at the other end of a road or railway")
    def step(self, s: BrotherState, f: e.AskMoving, town: str) -> str | None:
        unit = s.units[f.unit]
        cost = next((cost for other, cost in steps_of(self.data, s, unit.type)[unit.town] if other == town), None)
        if cost is None:
            return "BAB-2.3-12: a train moves over railways only"
        left = points_left(self.data, s, f.unit) - cost
        if left < 0:
            return "BAB-4.2-05: too few Movement Points"
        if is_enemy_held(s, f.side, town):
            return "BAB-4.2-09: an enemy unit stands there"
        if not can_go_on(self.data, s, f.unit, town, left):
            return "BAB-4.2-20: it could stop nowhere from there"
        return None

    @option(e.Stop)
    def stop(self, s: BrotherState, f: e.AskMoving) -> str | None:
        if len(s.path) < 2:
            return "BAB-4.2-17: it has made no step"
        if not has_room(s, s.path[-1], s.units[f.unit].type, without=f.unit):
            return "BAB-4.2-10: the town is full"
        return None

    def then(self, s: BrotherState, f: e.AskMoving, answer: Any, run: Run[BrotherState]) -> None:
        if isinstance(answer, e.StepTo):
            conquer(s, run, answer.town, f.side)
        else:
            run.emit(e.UnitMarched(unit=f.unit, path=s.path))
            run.pop()
