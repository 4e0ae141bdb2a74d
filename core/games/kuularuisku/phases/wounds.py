"""5.5 Wounds: who takes them, the wound test, the medic's second test, weapons of the fallen."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import DICE, KuularuiskuPoint, State, Step, die
from wardiary.core.games.kuularuisku.queries import able, guns_of, soldier
from wardiary.core.games.kuularuisku.state import ABLE
from wardiary.core.kit.plane.measure import within
from wardiary.core.points import option, unbarred
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Spot

__all__ = ["Allocation", "GunChoice", "WoundTests", "guns_without_user", "takers_of"]


def _least_hurt(_d: Data, _s: State, f: e.AskAllocation) -> Iterator[tuple[str]]:
    """Nobody gets another wound while a visible comrade has fewer (KUU-5.5-02)."""
    taken = Counter(f.given)
    least = min(taken[figure] for figure in f.pool)
    return ((figure,) for figure in f.pool if taken[figure] == least)


class Allocation(KuularuiskuPoint[e.AskAllocation]):
    """KUU-5.5-01, -02, -10, KUU-6.4-03: the owner spreads the wounds evenly over the figures that can be hit."""

    def arrive(self, s: State, f: e.AskAllocation, run: Step) -> bool:
        if f.pool and len(f.given) < f.wounds:
            return True
        run.pop()
        changes = {"wounded_other" if f.answering else "wounded": f.given}
        run.become(replace(run.stack[-1], **changes))
        return False

    suffer = unbarred(e.Suffer, over=_least_hurt, outside="KUU-5.5-02: a visible figure with the fewest wounds so far")

    def then(self, s: State, f: e.AskAllocation, answer: e.Suffer, run: Step) -> None:
        run.become(replace(f, given=(*f.given, answer.figure)))


class WoundTests(KuularuiskuPoint[e.AskWoundTests]):
    """KUU-5.5-03, KUU-T-40, -42: a die for each wound; where a medic is with the unit, each may be rolled once more."""

    def arrive(self, s: State, f: e.AskWoundTests, run: Step) -> bool:
        if f.wounded and (not f.faces or f.again):
            return True
        if f.number < len(f.wounded):
            if self._has_medic(s, f.wounded[f.number]):
                return True
            run.become(replace(f, number=f.number + 1))
            return False
        run.pop()
        changes = {"faces_other" if f.answering else "faces": f.faces}
        run.become(replace(run.stack[-1], **changes))
        return False

    def _has_medic(self, s: State, figure: str) -> bool:
        element = s.figures[figure].element
        return any(soldier(self.data, s, one).medic for one in able(self.data, s, element))

    def chance(self, s: State, f: e.AskWoundTests) -> Roll | None:
        if not f.faces:
            return die(s, "wounds", f.side, f.place, len(f.wounded))
        return die(s, "medic", f.side, f"{f.place}.{f.number}") if f.again else None

    @option(e.Reroll)
    def reroll(self, s: State, f: e.AskWoundTests) -> str | None:
        return None if f.faces and not f.again else DICE

    @option(e.Keep)
    def keep(self, s: State, f: e.AskWoundTests) -> str | None:
        return None if f.faces and not f.again else DICE

    def then(self, s: State, f: e.AskWoundTests, answer: Any, run: Step) -> None:
        match answer:
            case e.Reroll():
                run.become(replace(f, again=True))
            case e.Keep():
                run.become(replace(f, number=f.number + 1))
            case e.Rolled() if f.again:
                faces = (*f.faces[: f.number], answer.dice[0], *f.faces[f.number + 1 :])
                run.become(replace(f, faces=faces, again=False, number=f.number + 1))
            case e.Rolled():
                run.become(replace(f, faces=answer.dice))


def guns_without_user(s: State, figures: Iterable[str]) -> tuple[str, ...]:
    """The special weapons of figures that cannot use them any more (KUU-5.5-11)."""
    fallen = [figure for figure in dict.fromkeys(figures) if s.figures[figure].status not in ABLE]
    return tuple(gun for figure in fallen for gun in guns_of(s, figure))


def takers_of(d: Data, s: State, gun: str) -> list[str]:
    """The able figures of the fallen man's element within 3 cm, at his level (KUU-5.5-13, KUU-G-28)."""
    fallen = s.figures[s.guns[gun].holder]
    return [
        figure
        for figure in (able(d, s, fallen.element) if fallen.element in s.elements else ())
        if s.figures[figure].level == fallen.level and within(s.figures[figure].at, fallen.at, d.measures.cohesion)
    ]


def _takers(d: Data, s: State, f: e.AskGun) -> Iterator[tuple[str]]:
    return ((figure,) for figure in takers_of(d, s, f.gun))


class GunChoice(KuularuiskuPoint[e.AskGun]):
    """KUU-5.5-11, -13, KUU-T-13: another man takes the place and the weapon of the fallen one, or it stays there."""

    def arrive(self, s: State, f: e.AskGun, run: Step) -> bool:
        if takers_of(self.data, s, f.gun):
            return True
        self._drop(s, f, run)
        return False

    def _drop(self, s: State, f: e.AskGun, run: Step) -> None:
        fallen = s.figures[f.figure]
        run.emit(e.GunDropped(gun=f.gun, spot=fallen.at, level=fallen.level))
        run.pop()

    take = unbarred(e.Take, over=_takers, outside="KUU-5.5-13: an able figure of the same element within 3 cm")

    pass_ = unbarred(e.Pass)

    def then(self, s: State, f: e.AskGun, answer: Any, run: Step) -> None:
        if isinstance(answer, e.Pass):
            self._drop(s, f, run)
            return
        fallen, taker = s.figures[f.figure], s.figures[answer.figure]
        spots = [Spot(figure=answer.figure, x=fallen.at[0], y=fallen.at[1], level=fallen.level)]
        if fallen.status == "severe":
            spots.append(Spot(figure=f.figure, x=taker.at[0], y=taker.at[1], level=taker.level))
        run.pop()
        run.emit(e.GunTaken(gun=f.gun, figure=answer.figure))
        run.emit(e.FiguresPlaced(spots=tuple(spots)))
