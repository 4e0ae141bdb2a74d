"""4.2 Movement, and the choice of the next battle, which is the same for points and for events that activate."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.games.freezing.data import BOX_LIMIT, Data
from wardiary.core.games.freezing.operations import Bypass
from wardiary.core.games.freezing.phases.base import Picking
from wardiary.core.games.freezing.phases.battle import begin_battle
from wardiary.core.games.freezing.phases.fronts import check_box
from wardiary.core.games.freezing.phases.script import carry_on, operations_of
from wardiary.core.games.freezing.queries import battle_boxes, is_first_attack, is_front_line, is_peace, units_at
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import freezing as e

__all__ = [
    "BattleChoice",
    "Movement",
    "boxes_to_fight",
    "bypass_of",
    "steps_of_activated",
]


def bypass_of(d: Data, s: FreezingState, f: e.AskMoves) -> Bypass | None:
    """The operation that leads past a front line, if that is what activated the units."""
    operation = operations_of(d, s)[f.op] if f.op else None
    return operation if isinstance(operation, Bypass) else None


def steps_of_activated(d: Data, s: FreezingState, f: e.AskMoves) -> Iterator[tuple[int, str]]:
    """One box along the front, the passage from LK-1, or the one way of a bypass (FRD-4.2-03, FRD-C-13)."""
    bypass = bypass_of(d, s, f)
    for number in sorted(s.activated):
        unit = s.units.get(number)
        if unit is None:
            continue
        if bypass is not None:
            if unit.box == bypass.source:
                yield number, bypass.target
            continue
        if f.side == "sov" and unit.box == d.passage.source:
            yield number, d.passage.target
        for box in d.steps[f.side][unit.box]:
            yield number, box


class Movement(Picking[e.AskMoves]):
    """FRD-4.2-01 to -09, FRD-S-12: activated units, one at a time, one box each."""

    @option(
        e.MoveUnit,
        over=steps_of_activated,
        outside="FRD-4.2-01, FRD-4.2-03: an activated unit, one box along its front",
    )
    def move(self, s: FreezingState, f: e.AskMoves, unit: int, box: str) -> str | None:
        if unit in s.moved:
            return "FRD-4.2-03: it has moved"
        here, passage = s.units[unit].box, self.data.passage
        if bypass_of(self.data, s, f) is None:
            if box == passage.target and here == passage.source and "LK" not in s.fronts_taken:
                return "FRD-4.5-05: Ladoga Karelia is not taken"
            if box != self.data.back[f.side][here] and is_front_line(s, here):
                return "FRD-4.2-07: enemies in its box hold it"
        if self.data.territory[box] != f.side and is_peace(self.data, s):
            return "FRD-4.2-04: it is peace"
        if len(units_at(s, f.side, box)) >= BOX_LIMIT:
            return "FRD-4.2-09: four units stand there"
        return None

    done = unbarred(e.Done)

    def picked(self, s: FreezingState, f: e.AskMoves, answer: e.MoveUnit, run: Run[FreezingState]) -> None:
        check_box(self.data, s, run, s.moved[answer.unit])
        check_box(self.data, s, run, answer.box)

    def conclude(self, s: FreezingState, f: e.AskMoves, run: Run[FreezingState]) -> None:
        run.become(e.AskBattles(side=f.side, op=f.op))


def boxes_to_fight(_d: Data, s: FreezingState, f: e.AskBattles) -> list[tuple[str]]:
    return [(box,) for box in battle_boxes(s, f.side)]


class BattleChoice(Point[FreezingState, Data, e.AskBattles]):
    """FRD-4.2-06, FRD-4.3-01 to -03, -29, -37: one battle a box, in the attacker's order; first attacks are due."""

    def arrive(self, s: FreezingState, f: e.AskBattles, run: Run[FreezingState]) -> bool:
        boxes = battle_boxes(s, f.side)
        if not boxes:
            self.conclude(s, f, run)
        elif len(boxes) == 1 and is_first_attack(s, boxes[0]):
            begin_battle(s, run, f.side, boxes[0])
        else:
            return True
        return False

    attack = unbarred(
        e.Attack, over=boxes_to_fight, outside="FRD-4.3-01, FRD-4.3-29: a box with an activated unit and an enemy, once"
    )

    @option(e.Done)
    def done(self, s: FreezingState, f: e.AskBattles) -> str | None:
        for box in battle_boxes(s, f.side):
            if is_first_attack(s, box):
                return f"FRD-4.2-06: the units that entered {box} must attack"
        return None

    def then(self, s: FreezingState, f: e.AskBattles, answer: Any, run: Run[FreezingState]) -> None:
        if isinstance(answer, e.Attack):
            begin_battle(s, run, f.side, answer.box)
        else:
            self.conclude(s, f, run)

    def conclude(self, s: FreezingState, f: e.AskBattles, run: Run[FreezingState]) -> None:
        if f.op:
            carry_on(self.data, s, run, f.op)
        else:
            run.pop()
