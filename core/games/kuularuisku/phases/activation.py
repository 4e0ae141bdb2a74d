"""2.0, 2.2 A unit acts: leaders with it, tests, medics, escorts, wounded, splitting, then each of its elements."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.phases.evacuation import (
    home_of_returner,
    returners_of,
    send_medics,
    wounded_may_leave,
)
from wardiary.core.games.kuularuisku.phases.flight import flee_on
from wardiary.core.games.kuularuisku.phases.melee import fight_round
from wardiary.core.games.kuularuisku.phases.splitting import may_split
from wardiary.core.games.kuularuisku.queries import (
    attached,
    halves,
    is_permanent,
    soldier,
)
from wardiary.core.points import unbarred
from wardiary.events import kuularuisku as e

__all__ = ["Activation", "LeaderChoice", "begin_activation"]


def begin_activation(
    d: Data, s: State, owner: str, commander: str | None, card_leader: str | None = None
) -> e.AskActivation:
    """The frame in which a unit or lone leader acts; `card_leader` is with it since it is his card (KUU-2.2-04)."""
    parts = halves(d, s, owner)
    leaders = tuple(leader for part in parts for leader in attached(d, s, part))
    return e.AskActivation(
        side=s.elements[parts[0]].side,
        owner=owner,
        commander=commander,
        step="leaders",
        queue=leaders,
        leaders=(card_leader,) if card_leader in leaders and card_leader is not None else (),
    )


def _idle(d: Data, s: State, owner: str) -> list[str]:
    """The elements of a unit that have not acted."""
    return [part for part in halves(d, s, owner) if not s.elements[part].activated]


def _normal(d: Data, s: State, owner: str) -> list[str]:
    return [part for part in _idle(d, s, owner) if not s.elements[part].melee and not s.elements[part].fleeing]


def _choices(d: Data, s: State, f: e.AskActivation) -> Iterator[tuple[str]]:
    return ((part,) for part in _idle(d, s, f.owner))


class Activation(KuularuiskuPoint[e.AskActivation]):
    """KUU-1.1-07, -12, -14, KUU-2.0-01, KUU-2.2-05: the unit's steps before it acts, and the order of its halves."""

    def arrive(self, s: State, f: e.AskActivation, run: Step) -> bool:
        if not _idle(self.data, s, f.owner):
            run.pop()
            return False
        match f.step:
            case "leaders":
                self._leaders(s, f, run)
            case "tests":
                self._tests(s, f, run)
            case "medics":
                for part in _normal(self.data, s, f.owner):
                    send_medics(self.data, s, run, part)
                self._enter(
                    f, run, "returns", returners_of(self.data, s, f.owner) if _normal(self.data, s, f.owner) else ()
                )
            case "returns":
                self._returns(s, f, run)
            case "wounded":
                self._wounded(s, f, run)
            case "split":
                run.become(replace(f, step="elements", queue=()))
                parts = halves(self.data, s, f.owner)
                if len(parts) == 1 and may_split(self.data, s, parts[0]) is None:
                    run.push(e.AskSplit(side=f.side, element=parts[0]))
            case "elements":
                return self._elements(s, f, run)
        return False

    @staticmethod
    def _enter(f: e.AskActivation, run: Step, step: e.ActivationStep, queue: tuple[str, ...] | list[str]) -> None:
        run.become(replace(f, step=step, queue=tuple(queue)))

    def _leaders(self, s: State, f: e.AskActivation, run: Step) -> None:
        """Who has not acted acts with it or leaves it.

        No choice is left to bound ones, to those in a melee or flight, and to one whose card is this: now, or earlier
        this turn when the unit waited on it (digest 3.2, 3.3; KUU-2.2-04).
        """
        if not f.queue:
            self._enter(f, run, "tests", _normal(self.data, s, f.owner))
            return
        leader, rest = f.queue[0], f.queue[1:]
        if s.figures[leader].acted:
            run.become(replace(f, queue=rest))
            return
        group = s.elements[s.figures[leader].element]
        waited = soldier(self.data, s, leader).unit not in s.deck
        if leader in f.leaders or waited or is_permanent(self.data, s, leader) or group.melee or group.fleeing:
            run.emit(e.LeaderActed(figure=leader))
            leaders = f.leaders if leader in f.leaders else (*f.leaders, leader)
            run.become(replace(f, queue=rest, leaders=leaders))
            return
        run.become(replace(f, queue=rest))
        run.push(e.AskLeader(side=f.side, figure=leader))

    def _tests(self, s: State, f: e.AskActivation, run: Step) -> None:
        """The prone test at the start of their own activation, in element order (KUU-7.1-05, KUU-1.1-12)."""
        if not f.queue:
            self._enter(f, run, "medics", ())
            return
        run.become(replace(f, queue=f.queue[1:]))
        if f.queue[0] in s.elements and s.elements[f.queue[0]].prone:
            run.push(e.AskMorale(side=f.side, elements=(f.queue[0],), context="start", step="roll"))

    def _returns(self, s: State, f: e.AskActivation, run: Step) -> None:
        """Escorts of this unit come back before it acts (KUU-5.6-03, -09)."""
        if not f.queue:
            self._enter(f, run, "wounded", _normal(self.data, s, f.owner))
            return
        escort = f.queue[0]
        run.become(replace(f, queue=f.queue[1:]))
        host = home_of_returner(self.data, s, escort) if escort in s.elements else None
        if host is not None and s.elements[host].owner == f.owner:
            run.push(e.AskReturn(side=f.side, element=escort, host=host))

    def _wounded(self, s: State, f: e.AskActivation, run: Step) -> None:
        if not f.queue:
            self._enter(f, run, "split", ())
            return
        run.become(replace(f, queue=f.queue[1:]))
        if f.queue[0] in s.elements and wounded_may_leave(self.data, s, f.queue[0]):
            run.push(e.AskWounded(side=f.side, element=f.queue[0]))

    def _elements(self, s: State, f: e.AskActivation, run: Step) -> bool:
        parts = _idle(self.data, s, f.owner)
        if len(parts) > 1:
            return True
        self._let_act(s, f, parts[0], run)
        return False

    def _let_act(self, s: State, f: e.AskActivation, part: str, run: Step) -> None:
        """KUU-6.3-01 (in melee: a round of it), KUU-7.3-04 (fleeing: on), else it does as it likes."""
        element = s.elements[part]
        if element.melee:
            fight_round(self.data, s, run, part)
        elif element.fleeing:
            run.emit(e.ActivationEnded(element=part))
            flee_on(self.data, s, run, part)
        else:
            run.push(e.AskElement(side=f.side, element=part, commander=f.commander, leaders=f.leaders))

    go_first = unbarred(e.GoFirst, over=_choices, outside="KUU-1.1-14: a half of this unit that has not acted")

    def then(self, s: State, f: e.AskActivation, answer: e.GoFirst, run: Step) -> None:
        self._let_act(s, f, answer.element, run)


class LeaderChoice(KuularuiskuPoint[e.AskLeader]):
    """KUU-2.2-05: a leader who is with the unit acts with it, or leaves it and keeps his card."""

    bring = unbarred(e.Bring)

    part = unbarred(e.Part)

    def then(self, s: State, f: e.AskLeader, answer: Any, run: Step) -> None:
        run.pop()
        below = run.stack[-1]
        if isinstance(answer, e.Part):
            run.emit(e.LeaderParted(figure=f.figure, element=soldier(self.data, s, f.figure).unit))
        elif isinstance(below, e.AskActivation):
            run.emit(e.LeaderActed(figure=f.figure))
            run.become(replace(below, leaders=(*below.leaders, f.figure)))
