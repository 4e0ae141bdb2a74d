"""4 Movement, 6.1 the charge, 7.4 leaving the table: an order to move and what becomes of it."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.choices import assault_choices, move_choices
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.moves import Judged, Wish, judge_assault, judge_move
from wardiary.core.games.kuularuisku.phases.assault import begin_assault
from wardiary.core.games.kuularuisku.phases.base import OTHER, KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.phases.moving import go
from wardiary.core.games.kuularuisku.queries import elements_of
from wardiary.core.points import option
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Pairs, Place, Shape

__all__ = ["Movement"]


def _moves(d: Data, s: State, f: e.AskMove) -> Iterator[tuple[Any, ...]]:
    return move_choices(d, s, f.element, f.mode, f.rejoin)


def _assaults(d: Data, s: State, f: e.AskMove) -> Iterator[tuple[Any, ...]]:
    return assault_choices(d, s, f.element, f.mode) if not f.rejoin else iter(())


class Movement(KuularuiskuPoint[e.AskMove]):
    """KUU-4.0 to 4.2, KUU-1.0-04 to -06, KUU-6.1: a menu; any order that the rules allow is accepted."""

    @option(e.Move, over=_moves, menu=True)
    def move(
        self,
        s: State,
        f: e.AskMove,
        shape: Shape,
        shift: tuple[int, int] | None,
        anchor: tuple[int, int] | None,
        heading: int,
        via: tuple[tuple[int, int], ...],
        carry: Pairs,
        places: tuple[Place, ...],
    ) -> str | None:
        return self._judge_move(s, f, Wish(shape, shift, anchor, heading, via, carry, places)).refused

    @option(e.Assault, over=_assaults, menu=True)
    def assault(
        self,
        s: State,
        f: e.AskMove,
        target: str,
        shape: Shape,
        shift: tuple[int, int] | None,
        anchor: tuple[int, int] | None,
        heading: int,
        via: tuple[tuple[int, int], ...],
        carry: Pairs,
        places: tuple[Place, ...],
    ) -> str | None:
        if f.rejoin:
            return "KUU-1.1-02: a covering half does not charge"
        if target not in elements_of(self.data, s, OTHER[f.side]):
            return "KUU-6.1-01: an enemy element on the table"
        wish = Wish(shape, shift, anchor, heading, via, carry, places)
        return judge_assault(self.data, s, f.element, f.mode, target, wish, f.commander is not None).refused

    def _judge_move(self, s: State, f: e.AskMove, wish: Wish) -> Judged:
        return judge_move(self.data, s, f.element, f.mode, wish, f.commander is not None, f.rejoin)

    def then(self, s: State, f: e.AskMove, answer: Any, run: Step) -> None:
        wish = Wish(answer.shape, answer.shift, answer.anchor, answer.heading, answer.via, answer.carry, answer.places)
        run.pop()
        if isinstance(answer, e.Assault):
            judged = judge_assault(self.data, s, f.element, f.mode, answer.target, wish, f.commander is not None)
            run.become(replace(run.stack[-1], ahead=()))
            begin_assault(self.data, s, run, f.element, answer.target, judged.tracks)
            return
        judged = self._judge_move(s, f, wish)
        if judged.bound:
            run.become(replace(run.stack[-1], bound=True))
        go(self.data, s, run, f.element, judged.tracks, "move")
