"""6.1 Assault, 6.2 defensive fire, 7.2 assault on prone or fleeing units."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.charts import shooting_dice
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.forced_moves import way_back
from wardiary.core.games.kuularuisku.phases.base import OTHER, KuularuiskuPoint, State, Step, settle, take_out
from wardiary.core.games.kuularuisku.phases.flight import flee
from wardiary.core.games.kuularuisku.phases.melee import open_melee
from wardiary.core.games.kuularuisku.phases.moving import leave_lying
from wardiary.core.games.kuularuisku.phases.shooting import volleys
from wardiary.core.games.kuularuisku.queries import able, ground_of, members, standings
from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.state import ABLE
from wardiary.core.points import unbarred
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Spot, Track

__all__ = ["Assault", "DefenceChoice", "begin_assault"]


def begin_assault(d: Data, s: State, run: Step, element: str, target: str, tracks: tuple[Track, ...]) -> None:
    """The assaulters are where they meet the enemy; what comes next depends on him (KUU-6.1-01, KUU-7.2-01, -03)."""
    starts = tuple(
        Spot(figure=figure, x=s.figures[figure].at[0], y=s.figures[figure].at[1], level=s.figures[figure].level)
        for figure in members(d, s, element)
    )
    run.emit(e.AssaultDeclared(element=element, target=target))
    if tracks:
        run.emit(e.FiguresMoved(element=element, tracks=tracks, reason="assault"))
    leave_lying(d, s, run, element)
    if not able(d, s, target):
        take_out(d, s, run, members(d, s, target), "captured")
        settle(d, s, run)
        return
    foe = s.elements[target]
    frame = e.AskAssault(
        side=s.elements[element].side,
        element=element,
        target=target,
        step="surrender" if foe.prone or foe.fleeing else "defence",
        origins=starts,
        fresh=not foe.melee,
        defenders=able(d, s, target),
    )
    run.push(frame)
    if frame.step == "surrender":
        run.push(e.AskMorale(side=foe.side, elements=(target,), context="surrender", step="roll"))


class Assault(KuularuiskuPoint[e.AskAssault]):
    """The steps between contact and blows (steps C2 to C4)."""

    def arrive(self, s: State, f: e.AskAssault, run: Step) -> bool:
        match f.step:
            case "surrender":
                self._surrender(s, f, run)
            case "defence":
                run.become(replace(f, step="fired"))
                if self._may_fire(s, f):
                    run.push(e.AskDefence(side=OTHER[f.side], element=f.target, target=f.element))
            case "fired":
                self._fired(s, f, run)
            case "shaken":
                self._shaken(s, f, run)
            case "over":
                run.pop()
        return False

    def _surrender(self, s: State, f: e.AskAssault, run: Step) -> None:
        """KUU-7.2-01, -02: it fights, or all of it is captured, leaders with it too; KUU-T-08: the last hero flees."""
        defenders = _elements_left(s, f.defenders)
        if defenders and f.verdict == "passed":
            for element in defenders:
                run.emit(e.GotUp(element=element))
            run.become(replace(f, step="over"))
            open_melee(self.data, s, run, (f.element,), defenders, f.fresh)
            return
        run.pop()
        if f.verdict == "alone":
            for element in defenders:
                flee(self.data, s, run, element)
        elif f.target in s.elements:
            take_out(self.data, s, run, members(self.data, s, f.target), "captured")
            settle(self.data, s, run)

    def _may_fire(self, s: State, f: e.AskAssault) -> bool:
        """Whether the target may fire and has a volley of one die at least (KUU-6.2-01, -02, -09, KUU-6.5-02)."""
        foe = s.elements[f.target]
        if foe.melee or foe.defended or foe.kind not in ("unit", "leader"):
            return False
        asked = _fire_frame(s, f.target, f.element)
        return any(
            shooting_dice(self.data, s, f.target, shots, asked.portion == "half")
            for _, shots in volleys(self.data, s, asked)
        )

    def _fired(self, s: State, f: e.AskAssault, run: Step) -> None:
        """KUU-6.2-04, -05, -10: wound tests were rolled, so the assaulter tests morale; nobody left, no assault."""
        assaulters = _elements_left(s, (spot.figure for spot in f.origins))
        if not assaulters:
            run.pop()
            return
        run.become(replace(f, step="shaken", verdict=None if f.tested else "passed"))
        if f.tested:
            run.push(e.AskMorale(side=f.side, elements=assaulters, context="assault", step="roll"))

    def _shaken(self, s: State, f: e.AskAssault, run: Step) -> None:
        """KUU-6.2-04, -06: back to where they came from, or on into the melee."""
        assaulters = _elements_left(s, (spot.figure for spot in f.origins))
        if assaulters and f.verdict == "passed":
            run.become(replace(f, step="over"))
            open_melee(self.data, s, run, assaulters, (f.target,), f.fresh)
            return
        run.pop()
        spots = _places_back(self.data, s, [spot for spot in f.origins if s.figures[spot.figure].status in ABLE])
        run.emit(e.AssaultRepelled(element=f.element, target=f.target))
        if spots:
            run.emit(e.FiguresPlaced(spots=spots))
        leave_lying(self.data, s, run, f.element)
        if f.verdict == "alone":
            for name in assaulters:
                flee(self.data, s, run, name)


def _places_back(d: Data, s: State, origins: Sequence[Spot]) -> tuple[Spot, ...]:
    """Where survivors stand again: first those whose start is free; who finds a fallen comrade there stands beside him.

    KUU-6.2-06, KUU-G-04.
    """
    table, everybody = ground_of(d, s).table, standings(d, s)
    fixed = [one for name, one in everybody.items() if name not in {spot.figure for spot in origins}]

    def back(spot: Spot) -> Standing:
        return way_back(table, everybody[spot.figure], (spot.x, spot.y), spot.level, fixed)

    found: dict[str, Spot] = {}
    for spot in sorted(origins, key=lambda spot: back(spot).at != (spot.x, spot.y)):
        there = back(spot)
        fixed.append(there)
        found[spot.figure] = Spot(figure=spot.figure, x=there.at[0], y=there.at[1], level=there.level)
    return tuple(found[spot.figure] for spot in origins)


def _elements_left(s: State, figures: Iterable[str]) -> tuple[str, ...]:
    """The elements of those who can still fight: the one that it was, or leaders who alone are left (KUU-1.3-06)."""
    return tuple(dict.fromkeys(s.figures[figure].element for figure in figures if s.figures[figure].status in ABLE))


def _fire_frame(s: State, element: str, target: str) -> e.AskFire:
    """The question who of an assaulted element fires (KUU-6.2-01: half of it has acted already)."""
    me = s.elements[element]
    return e.AskFire(side=me.side, element=element, target=target, portion="half" if me.activated else "whole")


def _assaulter(_d: Data, _s: State, f: e.AskDefence) -> Iterator[tuple[str]]:
    yield (f.target,)


class DefenceChoice(KuularuiskuPoint[e.AskDefence]):
    """KUU-6.2-01: the assaulted unit may fire; full or half, by whether it has acted."""

    shoot = unbarred(e.Shoot, over=_assaulter, outside="KUU-6.2-01: defensive fire is at the assaulter")

    hold = unbarred(e.Hold)

    def then(self, s: State, f: e.AskDefence, answer: Any, run: Step) -> None:
        if isinstance(answer, e.Hold):
            run.pop()
        else:
            run.become(_fire_frame(s, f.element, f.target))
