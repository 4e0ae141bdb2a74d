"""2.4 Actions: what an element does in its activation, step by step; K-09."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.moves import has_to_regroup, may_move, other_half
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.phases.joining import anything_to_close
from wardiary.core.games.kuularuisku.queries import able, commandable, ground_of
from wardiary.core.games.kuularuisku.targets import has_target
from wardiary.core.points import option, unbarred
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Action

__all__ = ["STEPS", "ElementAction"]

STEPS: dict[Action, tuple[e.Step, ...]] = {
    "move_shoot": ("move", "shoot", "closing"),
    "shoot_move": ("shoot", "move", "closing"),
    "fast_move": ("move", "closing"),
    "rejoin": ("move", "closing"),
    "rejoin_fast": ("move", "closing"),
    "shoot": ("shoot",),
    "special": (),
    "pass": (),
}
"""The steps of each action; the first part is finished before the second begins (KUU-2.4-02, -03, -06)."""


def _actions(d: Data, s: State, f: e.AskElement) -> Iterator[tuple[Action, str | None]]:
    plain: tuple[Action, ...] = ("move_shoot", "shoot_move", "fast_move", "rejoin", "rejoin_fast", "shoot")
    yield from ((action, None) for action in plain)
    yield from (("special", name) for name in ground_of(d, s).special_actions)
    yield "pass", None


def _units_in_reach(d: Data, s: State, f: e.AskElement) -> Iterator[tuple[str]]:
    lone = s.elements[f.element].kind == "leader" and f.commander is None
    return ((owner,) for owner in (commandable(d, s, able(d, s, f.element)[0]) if lone else ()))


class ElementAction(KuularuiskuPoint[e.AskElement]):
    """KUU-2.4-01, -04, KUU-1.0-05, KUU-1.1-02, -07, -15, KUU-7.1-10: one action, or one of its steps."""

    def arrive(self, s: State, f: e.AskElement, run: Step) -> bool:
        """An element that is gone, fights, flees or lost its action goes no further."""
        element = s.elements.get(f.element)
        if element is None or not able(self.data, s, f.element) or element.melee or element.fleeing:
            self._finish(s, f, run)
            return False
        if f.action is None:
            return True
        if not f.ahead:
            self._finish(s, f, run)
            return False
        run.become(replace(f, ahead=f.ahead[1:]))
        self._begin(s, f, f.ahead[0], run)
        return False

    @staticmethod
    def _finish(s: State, f: e.AskElement, run: Step) -> None:
        if f.element in s.elements and not s.elements[f.element].activated:
            run.emit(e.ActivationEnded(element=f.element))
        run.pop()

    def _begin(self, s: State, f: e.AskElement, step: e.Step, run: Step) -> None:
        match step:
            case "move":
                rejoin = f.action in ("rejoin", "rejoin_fast")
                if not rejoin and may_move(self.data, s, f.element, f.commander is not None):
                    return
                mode: e.Mode = "fast" if f.action in ("fast_move", "rejoin_fast") else "normal"
                run.push(e.AskMove(side=f.side, element=f.element, mode=mode, commander=f.commander, rejoin=rejoin))
            case "shoot":
                if has_target(self.data, s, f.element, f.leaders):
                    optional = f.action == "move_shoot"
                    run.push(e.AskTarget(side=f.side, element=f.element, optional=optional, leaders=f.leaders))
            case "closing":
                picks = f.action in ("move_shoot", "shoot_move")
                if anything_to_close(self.data, s, f.element, picks):
                    run.push(e.AskClosing(side=f.side, element=f.element, bound=f.bound, picks=picks))

    @option(e.Act, over=_actions, outside="KUU-2.4-01: one of the actions, a special one by its name")
    def act(self, s: State, f: e.AskElement, action: Action, name: str | None) -> str | None:
        d, element = self.data, s.elements[f.element]
        still = may_move(d, s, f.element, f.commander is not None)
        moves = action in ("move_shoot", "shoot_move", "fast_move")
        if moves and still:
            return still
        if action in ("rejoin", "rejoin_fast"):
            return self._rejoin_refusal(s, f)
        if not moves and still is None and has_to_regroup(d, s, f.element, f.commander is not None):
            return "KUU-1.0-05: those who are more than 3 cm away must come back first"
        if action == "special" and (element.prone or element.covering):
            return "KUU-7.1-10: it only shoots or passes"
        if action in ("shoot", "shoot_move") and not has_target(d, s, f.element, f.leaders):
            return "KUU-5.1-01: no enemy is in range and visible"
        return None

    def _rejoin_refusal(self, s: State, f: e.AskElement) -> str | None:
        """KUU-1.1-04, -15: the covering half, not while prone, not toward a half in melee or fleeing."""
        element, other = s.elements[f.element], other_half(self.data, s, f.element)
        if not element.covering or other is None:
            return "KUU-1.1-08: only a covering half rejoins the other"
        if element.prone or s.elements[other].melee or s.elements[other].fleeing:
            return "KUU-1.1-15: not while prone, nor toward a half that fights or flees"
        if element.halted:
            return "KUU-1.2-03: others joined it this turn"
        return None

    command = unbarred(
        e.Command, over=_units_in_reach, outside="KUU-2.2-01: an own unit within 15 cm that has not acted"
    )

    def then(self, s: State, f: e.AskElement, answer: Any, run: Step) -> None:
        if isinstance(answer, e.Command):
            leader = able(self.data, s, f.element)[0]
            run.emit(e.Commanded(figure=leader, owner=answer.host))
            run.become(e.AskReady(side=f.side, owner=answer.host, card=answer.host, commander=leader))
            return
        if answer.action == "special":
            run.emit(e.ActionTaken(element=f.element, name=answer.name))
        run.become(replace(f, action=answer.action, ahead=STEPS[answer.action]))
