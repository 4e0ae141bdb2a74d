"""2.3 Overwatch: after an activation, sides with waiting units may use them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.phases.activation import begin_activation
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step, die
from wardiary.core.games.kuularuisku.queries import able
from wardiary.core.points import option, unbarred
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import SIDES, Side

__all__ = ["Calls", "Overwatch", "read_calls", "waiting_units"]


def waiting_units(d: Data, s: State, side: Side) -> list[str]:
    """The units and lone leaders of a side that are on overwatch, in id order."""
    return sorted(
        {
            element.owner
            for name, element in s.elements.items()
            if element.waiting and element.side == side and able(d, s, name)
        }
    )


def _answers(d: Data, s: State, _f: e.AskOverwatch) -> Iterator[tuple[Side, bool | None]]:
    return ((side, want) for side in _asked(d, s) for want in (True, False))


def _asked(d: Data, s: State) -> list[Side]:
    return [side for side in SIDES if side not in s.wants and waiting_units(d, s, side)]


class Overwatch(KuularuiskuPoint[e.AskOverwatch]):
    """KUU-2.3-02 to -04: both say, unseen, whether they want to use a waiting unit."""

    def arrive(self, s: State, f: e.AskOverwatch, run: Step) -> bool:
        if _asked(self.data, s):
            return True
        wanted = tuple(side for side in SIDES if s.wants.get(side))
        if s.wants:
            run.emit(e.OverwatchRevealed(wanted_by=wanted))
        if not wanted:
            run.pop()
        else:
            run.push(e.AskCalls(side=wanted[0], both=len(wanted) > 1))
        return False

    def seats(self, s: State, f: e.AskOverwatch) -> tuple[str, ...]:
        return tuple(_asked(self.data, s))

    want = unbarred(e.Want, over=_answers, outside="KUU-2.3-02: a side that has waiting units, once")

    def then(self, s: State, f: e.AskOverwatch, answer: e.Want, run: Step) -> None:
        pass


def _waiting(d: Data, s: State, f: e.AskCalls) -> Iterator[tuple[str]]:
    rolled = f.rolled or not f.both
    return ((owner,) for owner in (waiting_units(d, s, f.side) if rolled else ()))


def read_calls(_d: Data, _s: State, _roll: Roll, dice: Sequence[int]) -> str:
    """Of the two dice, red's and white's, it counts which is higher."""
    red, white = dice
    return f"{'red' if red > white else 'white'} calls first" if red != white else "once more"


class Calls(KuularuiskuPoint[e.AskCalls]):
    """KUU-2.3-03, -04: one side calls one unit; where both want, the higher die calls first, then the other."""

    def arrive(self, s: State, f: e.AskCalls, run: Step) -> bool:
        if f.both and not f.rolled:
            return True
        if waiting_units(self.data, s, f.side) and (f.both or not f.called):
            return True
        self._next(f, run)
        return False

    @staticmethod
    def _next(f: e.AskCalls, run: Step) -> None:
        if f.both and not f.last:
            run.become(e.AskCalls(side=OTHER[f.side], both=True, rolled=True, last=True))
        else:
            run.pop()

    def chance(self, s: State, f: e.AskCalls) -> Roll | None:
        return die(s, "overwatch", "both", "window", 2) if f.both and not f.rolled else None

    call_up = unbarred(e.CallUp, over=_waiting, outside="KUU-2.3-02: an own unit that is on overwatch")

    @option(e.Done)
    def done(self, s: State, f: e.AskCalls) -> str | None:
        if f.both and f.rolled and (f.called or f.last):
            return None
        return "KUU-2.3-04: who wants to use a waiting unit uses one"

    def then(self, s: State, f: e.AskCalls, answer: Any, run: Step) -> None:
        match answer:
            case e.Rolled(dice=(red, white)):
                if red != white:
                    run.become(replace(f, rolled=True, side="red" if red > white else "white"))
            case e.Done():
                self._next(f, run)
            case e.CallUp(host=host):
                run.become(replace(f, called=f.called + 1))
                run.emit(e.OverwatchCalled(owner=host))
                run.push(begin_activation(self.data, s, host, None))
