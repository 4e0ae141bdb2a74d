"""5.6 Evacuation, 8 Välskäri: groups of wounded form, go at the end of the turn, and their escorts come back."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, Picking, State, Step, settle, take_out
from wardiary.core.games.kuularuisku.phases.escorts import advance, blocked, lead_of, make_returner, walk_home
from wardiary.core.games.kuularuisku.queries import (
    able,
    elements_of,
    ground_of,
    halves,
    members,
    number_of,
    severe,
    soldier,
    standings,
)
from wardiary.core.games.kuularuisku.sight_lines import hidden_by
from wardiary.core.games.kuularuisku.standing import are_touching
from wardiary.core.games.kuularuisku.terrain import edge_point
from wardiary.core.kit.plane.measure import distance_squared, within
from wardiary.core.points import option, unbarred
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Side

__all__ = [
    "Detaching",
    "Evacuation",
    "ReturnChoice",
    "goals_of",
    "home_of_returner",
    "returners_of",
    "send_medics",
    "sought_by",
    "wounded_may_leave",
]


def goals_of(d: Data, s: State, side: Side) -> list[str]:
    """Where wounded of a side may go: the own edge, and its aid posts (KUU-5.6-01, -08)."""
    posts = [f"post.{number}" for number, (owner, _) in enumerate(ground_of(d, s).posts, 1) if owner == side]
    return ["edge", *posts]


def _may_evacuate(d: Data, s: State, element: str) -> bool:
    """Not from melee, flight or while prone (KUU-5.6-07)."""
    me = s.elements[element]
    return me.kind in ("unit", "leader") and not (me.melee or me.fleeing or me.prone)


def _light(d: Data, s: State, element: str) -> list[str]:
    return [figure for figure in able(d, s, element) if s.figures[figure].status == "light"]


def _pairs(d: Data, s: State, element: str) -> list[tuple[str, str]]:
    """An able man of the element, and a severely wounded one of it or left behind, in contact (KUU-5.6-02, -12)."""
    side, table, everybody = s.elements[element].side, ground_of(d, s).table, standings(d, s)
    lying = [*severe(d, s, element)]
    lying += [f for name in elements_of(d, s, side) if s.elements[name].kind == "left" for f in members(d, s, name)]
    return [
        (escort, wounded)
        for escort in able(d, s, element)
        for wounded in lying
        if are_touching(table, everybody[escort], everybody[wounded])
    ]


def wounded_may_leave(d: Data, s: State, element: str) -> bool:
    """Whether anybody of the element could be detached now (KUU-5.6-01, -02, -07)."""
    return _may_evacuate(d, s, element) and bool(_light(d, s, element) or _pairs(d, s, element))


def _light_goals(d: Data, s: State, f: e.AskWounded) -> Iterator[tuple[str, str]]:
    goals = goals_of(d, s, f.side)
    return ((figure, goal) for figure in _light(d, s, f.element) for goal in goals)


def _pair_goals(d: Data, s: State, f: e.AskWounded) -> Iterator[tuple[str, str, str]]:
    goals = goals_of(d, s, f.side)
    return ((escort, wounded, goal) for escort, wounded in _pairs(d, s, f.element) for goal in goals)


def _form(
    s: State, run: Step, owner: str, side: Side, kind: e.ElementKind, figures: tuple[str, ...], goal: str
) -> None:
    """A group with the next number; it first moves at the end of this turn (KUU-5.6-04, -07, -11, -13)."""
    run.emit(
        e.GroupFormed(element=f"#{s.groups + 1}", owner=owner, side=side, kind=kind, figures=figures, base=1, goal=goal)
    )


class Detaching(Picking[e.AskWounded]):
    """Step A4: who leaves the element as a group of his own (KUU-5.6-01, -02, -07, -12)."""

    def wanted(self, s: State, f: e.AskWounded) -> bool:
        return f.element in s.elements and _may_evacuate(self.data, s, f.element)

    detach_light = unbarred(
        e.DetachLight, over=_light_goals, outside="KUU-5.6-01: a lightly wounded man of this element, and a goal"
    )

    detach_pair = unbarred(
        e.DetachPair, over=_pair_goals, outside="KUU-5.6-12: an able man and a severely wounded one in contact"
    )

    done = unbarred(e.Done)

    def picked(self, s: State, f: e.AskWounded, answer: e.DetachLight | e.DetachPair, run: Step) -> None:
        figures = (answer.figure, answer.patient) if isinstance(answer, e.DetachPair) else (answer.figure,)
        _form(s, run, s.elements[f.element].owner, f.side, "evacuation", figures, answer.goal)
        settle(self.data, s, run)

    def conclude(self, s: State, f: e.AskWounded, run: Step) -> None:
        run.pop()


# Medics.


def sought_by(d: Data, s: State, medic: str, taken: set[str]) -> str | None:
    """The nearest severely wounded man of his side whom a medic must fetch (KUU-T-41, -43, -44).

    Within 15 cm, without escort, no terrain between them, nobody else's; ties by id.
    """
    me, everybody = s.figures[medic], standings(d, s)
    table, rank = ground_of(d, s).table, ground_of(d, s).roster.rank
    side, found = s.elements[me.element].side, []
    for figure, one in everybody.items():
        element = s.elements[one.element]
        if one.able or one.side != side or element.kind == "evacuation" or element.melee or figure in taken:
            continue
        if not within(one.at, me.at, d.medic):
            continue
        mine = everybody[medic]
        if hidden_by(table, mine.at, mine.height, one.at, one.height) is None:
            found.append((distance_squared(one.at, me.at), rank[figure], figure))
    return min(found)[2] if found else None


def _taken(s: State, but: str = "") -> set[str]:
    """The men whom other medics seek."""
    return {element.goal for name, element in s.elements.items() if element.kind == "medic" and name != but}


def send_medics(d: Data, s: State, run: Step, element: str) -> None:
    """Step A3: medics leave their unit when they must (KUU-T-41, -43)."""
    if not _may_evacuate(d, s, element):
        return
    owner, side = s.elements[element].owner, s.elements[element].side
    for figure in able(d, s, element):
        if soldier(d, s, figure).medic and (goal := sought_by(d, s, figure, _taken(s))):
            _form(s, run, owner, side, "medic", (figure,), goal)
            settle(d, s, run)


# Escorts on their way back.


def returners_of(d: Data, s: State, owner: str) -> tuple[str, ...]:
    """Escorts that go back to this unit (KUU-5.6-03, -09)."""
    return tuple(
        name
        for name in sorted(s.elements, key=number_of)
        if (element := s.elements[name]).kind == "returner"
        and element.owner == owner
        and element.goal == "own"
        and not element.melee
        and not element.prone
        and able(d, s, name)
    )


def home_of_returner(d: Data, s: State, escort: str) -> str | None:
    """The half of his unit, or the other unit, that an escort goes to: the nearest; None when it is gone."""
    element = s.elements[escort]
    owner = element.owner if element.goal == "own" else element.goal
    at = s.figures[able(d, s, escort)[0]].at
    parts = [
        (min(distance_squared(at, s.figures[figure].at) for figure in able(d, s, part)), part)
        for part in halves(d, s, owner)
        if not s.elements[part].melee and not s.elements[part].fleeing
    ]
    return min(parts)[1] if parts else None


def _paces(_d: Data, _s: State, _f: Any) -> tuple[tuple[str], ...]:
    return (("normal",), ("fast",))


class ReturnChoice(KuularuiskuPoint[e.AskReturn]):
    """Step A4: an escort goes back toward its unit when that acts (KUU-5.6-03, -09)."""

    return_ = unbarred(e.Return, over=_paces, outside="KUU-5.6-09: normal or fast")

    done = unbarred(e.Done)

    def then(self, s: State, f: e.AskReturn, answer: Any, run: Step) -> None:
        run.pop()
        if isinstance(answer, e.Return):
            walk_home(self.data, s, run, f.element, f.host, answer.pace)


# The end of the turn.


def _next_group(d: Data, s: State) -> str | None:
    """The lowest group that has not had its turn."""
    for name in sorted(s.elements, key=number_of):
        if name.startswith("#") and not s.elements[name].activated and able(d, s, name):
            return name
    return None


def _new_goals(d: Data, s: State, f: e.AskEvacuation) -> Iterator[tuple[str]]:
    if f.element is None:
        return iter(())
    element = s.elements[f.element]
    if element.kind == "returner":
        return ((goal,) for goal in _units_to_join(d, s, f.element))
    return ((goal,) for goal in goals_of(d, s, f.side) if goal != element.goal)


def _units_to_join(d: Data, s: State, escort: str) -> list[str]:
    """The escort's own unit, and the nearest unit that it sees (KUU-5.6-03, -09)."""
    element, everybody = s.elements[escort], standings(d, s)
    me = everybody[able(d, s, escort)[0]]
    found = ["own"] if halves(d, s, element.owner) else []
    seen = []
    for name in elements_of(d, s, element.side):
        other = s.elements[name]
        if other.kind != "unit" or other.melee or other.fleeing or other.owner == element.owner:
            continue
        for figure in able(d, s, name):
            one = everybody[figure]
            if hidden_by(ground_of(d, s).table, me.at, me.height, one.at, one.height) is None:
                seen.append((distance_squared(me.at, one.at), other.owner))
    return [*found, min(seen)[1]] if seen else found


class Evacuation(KuularuiskuPoint[e.AskEvacuation]):
    """KUU-5.6-04 to -10, -13, KUU-T-43, -44: group after group, in the order of their numbers."""

    def arrive(self, s: State, f: e.AskEvacuation, run: Step) -> bool:
        name = _next_group(self.data, s)
        if name is None:
            run.pop()
            return False
        element = s.elements[name]
        if f.element != name:
            run.become(e.AskEvacuation(side=element.side, element=name))
        elif element.prone and not f.tested:
            run.become(replace(f, tested=True))
            run.push(e.AskMorale(side=f.side, elements=(name,), context="start", step="roll"))
        elif element.prone or element.melee:
            run.emit(e.EvacuationMoved(element=name))
        elif self._calls_medic(s, run, name):
            pass
        elif element.kind == "medic":
            self._walk_medic(s, run, name)
        elif element.kind == "returner" and (element.goal == "own" or not self._has_aim(s, name)):
            return self._returner(s, name, run)
        else:
            return True
        return False

    def _has_aim(self, s: State, name: str) -> bool:
        return s.elements[name].goal not in ("", "own") and home_of_returner(self.data, s, name) is not None

    def _returner(self, s: State, name: str, run: Step) -> bool:
        """Who goes to his own unit waits for it to act; one without a unit to go to picks one, or stays."""
        if s.elements[name].goal == "own" and halves(self.data, s, s.elements[name].owner):
            run.emit(e.EvacuationMoved(element=name))
            return False
        if _units_to_join(self.data, s, name):
            return True
        run.emit(e.EvacuationMoved(element=name))
        return False

    def _calls_medic(self, s: State, run: Step, name: str) -> bool:
        """A medic by himself must go to whom he sees (KUU-T-43)."""
        element, figures = s.elements[name], members(self.data, s, name)
        if element.kind not in ("returner", "evacuation") or len(figures) != 1:
            return False
        if not soldier(self.data, s, figures[0]).medic:
            return False
        goal = sought_by(self.data, s, figures[0], _taken(s))
        if goal is None:
            return False
        run.emit(_regrouped(s, name, "medic", figures, goal))
        return True

    def _walk_medic(self, s: State, run: Step, name: str) -> None:
        """Straight to the man he seeks; in contact they are a pair that moves from the next turn on (KUU-T-43, -44)."""
        d, medic = self.data, able(self.data, s, name)[0]
        goal = s.elements[name].goal
        if sought_by(d, s, medic, {other for other in standings(d, s) if other != goal}) is None:
            following = sought_by(d, s, medic, _taken(s, name))
            if following is None:
                make_returner(d, s, run, name)
                return
            run.emit(e.GoalSet(element=name, goal=following))
            return
        advance(d, s, run, name, "normal")
        everybody = standings(d, s)
        if are_touching(ground_of(d, s).table, everybody[medic], everybody[goal]):
            run.emit(_regrouped(s, name, "evacuation", (medic, goal), "edge"))
            settle(d, s, run)
        run.emit(e.EvacuationMoved(element=name))

    @option(e.Proceed, over=_paces, outside="KUU-5.6-06: normal or fast")
    def proceed(self, s: State, f: e.AskEvacuation, pace: e.Pace) -> str | None:
        assert f.element is not None
        element = s.elements[f.element]
        if element.kind == "returner" and not self._has_aim(s, f.element):
            return "KUU-5.6-09: it has nowhere to go yet"
        if pace == "fast" and element.kind == "evacuation" and severe(self.data, s, f.element):
            return "KUU-5.6-05: a severely wounded man cannot be moved fast"
        return None

    @option(e.Seek, over=_new_goals, outside="KUU-5.6-08: another goal of this group")
    def seek(self, s: State, f: e.AskEvacuation, goal: str) -> str | None:
        assert f.element is not None
        if s.elements[f.element].kind == "returner":
            return None if not self._has_aim(s, f.element) else "KUU-5.6-09: it goes where it chose"
        return None if blocked(self.data, s, f.element) else "KUU-5.6-08: only a group that cannot move has a new goal"

    done = unbarred(e.Done)

    def then(self, s: State, f: e.AskEvacuation, answer: Any, run: Step) -> None:
        d, name = self.data, f.element
        assert name is not None
        match answer:
            case e.Proceed(pace=pace) if s.elements[name].kind == "returner":
                host = home_of_returner(d, s, name)
                if host is not None:
                    walk_home(d, s, run, name, host, pace)
            case e.Proceed(pace=pace):
                advance(d, s, run, name, pace)
                self._arrive_at_goal(s, run, name)
            case e.Seek(goal=goal):
                run.emit(e.GoalSet(element=name, goal=goal))
        if name in s.elements and s.elements[name].goal != "":
            run.emit(e.EvacuationMoved(element=name))

    def _arrive_at_goal(self, s: State, run: Step, name: str) -> None:
        """The wounded are safe; their escort stays and may choose whom to join (KUU-5.6-03, -08)."""
        d = self.data
        if not _has_arrived(d, s, name):
            return
        figures = members(d, s, name)
        escort = [figure for figure in able(d, s, name) if len(figures) > 1]
        take_out(d, s, run, [figure for figure in figures if figure not in escort], "evacuated")
        if escort:
            make_returner(d, s, run, name)
        settle(d, s, run)


def _regrouped(s: State, name: str, kind: e.ElementKind, figures: tuple[str, ...], goal: str) -> e.GroupFormed:
    element = s.elements[name]
    return e.GroupFormed(
        element=name,
        owner=element.owner,
        side=element.side,
        kind=kind,
        figures=figures,
        base=1,
        goal=goal,
        numbered=False,
    )


def _has_arrived(d: Data, s: State, name: str) -> bool:
    """The edge line is reached, or the aid post is within 30 mm (KUU-5.6-08); the wounded man's place counts."""
    ground, goal = ground_of(d, s), s.elements[name].goal
    at = s.figures[lead_of(d, s, name)].at
    if goal == "edge":
        return edge_point(ground.table, at, ground.edges[s.elements[name].side]) == at
    _, post = ground.posts[int(goal.partition(".")[2]) - 1]
    return within(at, post, d.post_radius)
