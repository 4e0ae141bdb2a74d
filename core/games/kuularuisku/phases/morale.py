"""7.1 Morale test, 7.3 the second test, 8 Ei peräännytä!: the die, executions, and what a failure brings."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step, answer_below, die, settle
from wardiary.core.games.kuularuisku.phases.flight import flee
from wardiary.core.games.kuularuisku.phases.wounds import guns_without_user
from wardiary.core.games.kuularuisku.queries import able, below_half, best_morale, no_retreat_leader, soldier
from wardiary.core.points import unbarred
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Verdict

__all__ = ["Morale", "victims"]

_ANSWERED = ("assault", "melee", "surrender")
"""Contexts in which what stands below wants to know the verdict."""


def victims(d: Data, s: State, f: e.AskMorale, hero: str | None) -> list[str]:
    """Who may be executed: soldiers, other leaders only when no soldier is left, never the hero (KUU-T-06)."""
    everybody = [figure for element in f.elements for figure in able(d, s, element) if figure != hero]
    soldiers = [figure for figure in everybody if not soldier(d, s, figure).leader]
    return soldiers or everybody


def _condemned(d: Data, s: State, f: e.AskMorale) -> Iterator[tuple[str]]:
    return ((figure,) for figure in (victims(d, s, f, f.hero) if f.step == "execute" else ()))


class Morale(KuularuiskuPoint[e.AskMorale]):
    """KUU-7.1-01, -03, -05, -07 to -13, KUU-7.3-01, -11, KUU-T-03 to -09, -12."""

    def arrive(self, s: State, f: e.AskMorale, run: Step) -> bool:
        if f.step == "guns":
            self._guns(s, f, run)
            return False
        if not any(able(self.data, s, element) for element in f.elements):
            self._conclude(s, f, "failed", run)
            return False
        return True

    def _guns(self, s: State, f: e.AskMorale, run: Step) -> None:
        """The executed man's weapon first; then the test is rolled again by those who are left (KUU-T-13, KUU-T-03)."""
        if f.guns:
            run.become(replace(f, guns=f.guns[1:]))
            holder = s.guns[f.guns[0]].holder
            run.push(e.AskGun(side=f.side, element=s.figures[holder].element, gun=f.guns[0], figure=holder))
            return
        members = [figure for element in f.elements for figure in able(self.data, s, element)]
        settle(self.data, s, run)
        elements = dict.fromkeys(s.figures[figure].element for figure in members)
        run.become(replace(f, step="roll", elements=tuple(elements)))

    def chance(self, s: State, f: e.AskMorale) -> Roll | None:
        return die(s, "morale", f.side, f"{f.context}.{f.elements[0]}") if f.step == "roll" else None

    execute = unbarred(
        e.Execute, over=_condemned, outside="KUU-T-06: an able man of the unit, leaders last, never he himself"
    )

    def then(self, s: State, f: e.AskMorale, answer: Any, run: Step) -> None:
        if isinstance(answer, e.Execute):
            run.emit(e.Executed(figure=answer.figure, hero=f.hero or ""))
            run.become(replace(f, step="guns", executed=True, guns=guns_without_user(s, [answer.figure])))
            return
        needed = f.needed or best_morale(self.data, s, f.elements)
        passed = answer.dice[0] >= needed
        run.emit(e.MoraleTested(elements=f.elements, context=f.context, needed=needed, passed=passed))
        if passed:
            self._conclude(s, f, "passed", run)
            return
        hero = no_retreat_leader(self.data, s, f.elements)
        if hero is not None and victims(self.data, s, f, hero):
            run.become(replace(f, step="execute", hero=hero))
        else:
            self._conclude(s, f, "alone" if hero is not None and f.executed else "failed", run)

    def _conclude(self, s: State, f: e.AskMorale, verdict: Verdict, run: Step) -> None:
        """What the verdict means in its context (step R3)."""
        standing = [element for element in f.elements if element in s.elements and able(self.data, s, element)]
        if f.context in _ANSWERED:
            answer_below(run, verdict)
            return
        run.pop()
        if not standing:
            return
        element = standing[0]
        if verdict == "alone":
            flee(self.data, s, run, element)
        elif verdict == "passed":
            if f.context in ("start", "rally"):
                run.emit(e.GotUp(element=element))
        elif f.context == "fire":
            for shaken in standing:
                if not s.elements[shaken].prone:
                    run.emit(e.WentProne(element=shaken))
            if below_half(self.data, s, element):
                run.push(e.AskMorale(side=f.side, elements=(element,), context="second", step="roll"))
        elif f.context == "second":
            flee(self.data, s, run, element)
