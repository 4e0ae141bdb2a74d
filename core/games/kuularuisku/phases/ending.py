"""The end of a turn and of the game (KUU-S-01 to S-03, S-06): the rulebook has none, scenarios say how to win."""

from wardiary.core.games.kuularuisku.checks import victory_of
from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.phases.base import State, Step
from wardiary.core.games.kuularuisku.queries import elements_of, ground_of
from wardiary.core.games.kuularuisku.state import ABLE
from wardiary.core.kit.plane.measure import Point, within
from wardiary.events import kuularuisku as e
from wardiary.events.common import Ended
from wardiary.events.kuularuisku import SIDES, Side

__all__ = ["controller", "end_turn", "victory_points"]

_CASUALTY_POINTS = {"dead": 2, "captured": 2, "severe": 1}
"""For enemy figures at the end; leaders count double (KUU-S-02)."""


def end_turn(d: Data, s: State, run: Step) -> None:
    """Unused waiting lapses; then the game may be over (KUU-2.3-05, KUU-S-03)."""
    if waiting := tuple(sorted(name for name, element in s.elements.items() if element.waiting)):
        run.emit(e.OverwatchLapsed(elements=waiting))
    able_sides = {side for side in SIDES if any(_fights(s, name) for name in elements_of(d, s, side))}
    score = victory_points(d, s, "red") - victory_points(d, s, "white")
    if len(able_sides) < 2:
        run.decide(Ended(kind="annihilation", winners=tuple(sorted(able_sides)), score=score))
    ground = ground_of(d, s)
    last = s.turn >= ground.turns
    goal = victory_of(ground.victory)
    if goal is not None:
        _judge_goal(d, s, run, goal, last, score)
    elif last:
        winners: tuple[str, ...] = ("red",) if score > 0 else ("white",) if score < 0 else ()
        run.decide(Ended(kind="points", winners=winners, score=score))


def _judge_goal(d: Data, s: State, run: Step, goal: tuple[str, str, int], last: bool, score: int) -> None:
    """KUU-S-06: one objective is won at any turn's end, several at the last one; else the other side wins."""
    side, objective, number = goal
    held = [entry for entry in ground_of(d, s).objectives if controller(d, s, entry.at) == side]
    if objective:
        if any(entry.id == objective for entry in held):
            run.decide(Ended(kind="objective", winners=(side,), score=score))
    elif last and len(held) >= number:
        run.decide(Ended(kind="objective", winners=(side,), score=score))
    if last:
        other = "white" if side == "red" else "red"
        run.decide(Ended(kind="objective", winners=(other,), score=score))


def _fights(s: State, element: str) -> bool:
    return any(figure.element == element and figure.status in ABLE for figure in s.figures.values())


def controller(d: Data, s: State, at: Point) -> Side | None:
    """The side that alone has a steady able figure within 100 mm of a point, levels ignored (KUU-S-01, KUU-S-06)."""
    near = {
        s.elements[figure.element].side
        for figure in s.figures.values()
        if figure.status in ABLE and within(figure.at, at, d.control) and _is_steady(s, figure.element)
    }
    return next(iter(near)) if len(near) == 1 else None


def _is_steady(s: State, element: str) -> bool:
    return not s.elements[element].prone and not s.elements[element].fleeing


def victory_points(d: Data, s: State, side: Side) -> int:
    """Points for enemy losses and for objectives (KUU-S-02)."""
    ground, total = ground_of(d, s), 0
    for name, soldier in ground.roster.soldiers.items():
        if soldier.side == OTHER[side] and name in s.figures:
            total += _CASUALTY_POINTS.get(s.figures[name].status, 0) * (2 if soldier.leader else 1)
    return total + sum(entry.points for entry in ground.objectives if controller(d, s, entry.at) == side)
