"""Deployment and leaders with units (KUU-S-04, -05, -07, -08, KUU-1.3-03)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.formations import slots
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.phases.cards import begin_turn
from wardiary.core.games.kuularuisku.queries import (
    able,
    compatible,
    ground_of,
    own_leaders,
    soldier,
    standing,
    standings,
)
from wardiary.core.games.kuularuisku.roster import UnitInfo
from wardiary.core.games.kuularuisku.standing import are_separate, are_touching, cohesive_groups, stand
from wardiary.core.games.kuularuisku.state import Memo
from wardiary.core.games.kuularuisku.terrain import EDGES, has_level, is_impassable, is_on_high_wall, is_on_table
from wardiary.core.kit.plane.measure import Point, in_box, plus
from wardiary.core.points import option, unbarred
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import SIDES, Shape, Side, Spot

__all__ = [
    "Attachment",
    "Deployment",
    "begin_attachments",
    "form_unit",
    "leader_place",
    "place_fault",
    "set_up_units",
]

_COLUMNS, _ROWS = 6, 2
"""Places that are listed in a zone, across and up."""
_FORMATIONS: tuple[Shape, ...] = ("line", "double", "column")
_Placing = tuple[str, Point, Shape, int, int]
"""Unit, anchor, formation, heading and floor."""


def form_unit(s: State, run: Step, info: UnitInfo, places: tuple[Point, ...], level: int) -> None:
    """A unit is on the table with its special weapons and its squad leader (KUU-S-05, KUU-1.4-05)."""
    spots = tuple(
        Spot(figure=figure, x=x, y=y, level=level) for figure, (x, y) in zip(info.figures, places, strict=True)
    )
    kind: e.ElementKind = "leader" if info.leader else "unit"
    run.emit(e.ElementFormed(element=info.id, owner=info.id, side=info.side, kind=kind, base=info.size, spots=spots))
    if info.squad_leader:
        run.emit(e.SquadLeaderNamed(owner=info.id, figure=info.figures[0]))


def _issue_guns(d: Data, s: State, run: Step, info: UnitInfo) -> None:
    """Special weapons bear the id of the man who has them first."""
    for figure in info.figures:
        if weapon := ground_of(d, s).roster.soldiers[figure].gun:
            run.emit(e.GunIssued(gun=figure, weapon=weapon, figure=figure))


def set_up_units(d: Data, s: State, run: Step) -> None:
    """Fixed deployment: everybody where the scenario says (KUU-S-04)."""
    for info in ground_of(d, s).roster.units.values():
        form_unit(s, run, info, info.places, info.table.level)
        _issue_guns(d, s, run, info)


def _missing(d: Data, s: State, side: Side) -> list[UnitInfo]:
    """Units of a side that are not on the table yet and have not been left out."""
    return [
        info
        for info in ground_of(d, s).roster.units.values()
        if info.side == side and info.id not in s.elements and info.id not in s.left_out
    ]


def place_fault(d: Data, s: State, info: UnitInfo, places: tuple[Point, ...], level: int) -> str | None:
    """Why a unit cannot be deployed like this, clause first, or None (KUU-S-04, -08)."""
    ground = ground_of(d, s)
    table, everybody = ground.table, standings(d, s).values()
    for point in places:
        if not is_on_table(table, point):
            return f"KUU-G-01: {list(point)} is off the table"
        if not in_box(point, ground.zones[info.side]):
            return f"KUU-S-04: {list(point)} is outside of the zone"
        if is_impassable(table, point) or is_on_high_wall(table, point):
            return f"KUU-S-08: nobody can stand at {list(point)}"
        if not has_level(table, point, level):
            return f"KUU-S-08: there is no level {level} at {list(point)}"
        one = stand(table, "", point, level, side=info.side)
        if not are_separate(table, one, everybody):
            return f"KUU-G-04: somebody stands at {list(point)}"
        if any(other.side != info.side and are_touching(table, one, other) for other in everybody):
            return f"KUU-S-08: {list(point)} is in contact with an enemy"
    figures = [stand(table, str(number), point, level) for number, point in enumerate(places)]
    if len(cohesive_groups(table, figures)) > 1:
        return "KUU-1.0-02: the unit would not hang together"
    return None


def _anchors(d: Data, s: State, f: e.AskDeployment) -> Iterator[_Placing]:
    """What is listed: a coarse grid, or for a unit that has no place there the first one that is found."""
    for info in _missing(d, s, f.side):
        listed = list(_grid(d, s, info))
        if not any(_is_legal(d, s, info, placing) for placing in listed):
            found = _room(d, s, info)
            listed = [found] if found is not None else []
        yield from listed


def _grid(d: Data, s: State, info: UnitInfo) -> Iterator[_Placing]:
    """A coarse grid over the zone, in line or double line, facing the enemy."""
    ground = ground_of(d, s)
    west, south, east, north = ground.zones[info.side]
    heading = (EDGES.index(ground.edges[info.side]) * 2 + 4) % 8
    for x in _spread(west, east, _COLUMNS):
        for y in _spread(south, north, _ROWS):
            for shape in _FORMATIONS[:2] if info.size > 1 else _FORMATIONS[:1]:
                yield info.id, (x, y), shape, heading, 0


def _room(d: Data, s: State, info: UnitInfo) -> _Placing | None:
    """The first legal place of a unit anywhere in its zone, None when there is none (KUU-S-08); kept with the position.

    Every formation has a man at its anchor: where he cannot stand no formation can.
    """

    def work(unit: str) -> _Placing | None:
        known = ground_of(d, s).roster.units[unit]
        anchors = (
            (spot, level)
            for spot, level in _everywhere(d, s, known.side)
            if place_fault(d, s, known, (spot,), level) is None
        )
        placings: Iterator[_Placing] = (
            (unit, spot, shape, heading, level)
            for spot, level in anchors
            for shape in _FORMATIONS
            for heading in range(8)
        )
        return next((placing for placing in placings if _is_legal(d, s, known, placing)), None)

    rooms: Memo[str, _Placing | None] = s.derived("rooms", lambda: Memo(work))
    return rooms.of(info.id, work)


def _everywhere(d: Data, s: State, side: Side) -> Iterator[tuple[Point, int]]:
    """Every point of a side's zone on every floor, in steps of 50 mm, then 10, then 1."""
    ground = ground_of(d, s)
    west, south, east, north = ground.zones[side]
    levels = range(1 + max((building.floors for building in ground.table.buildings), default=0))
    for step in (50, 10, 1):
        for x in range(west, east + 1, step):
            for y in range(south, north + 1, step):
                yield from (((x, y), level) for level in levels)


def _is_legal(d: Data, s: State, info: UnitInfo, placing: _Placing) -> bool:
    _, spot, shape, heading, level = placing
    return place_fault(d, s, info, slots(d.steps, shape, spot, heading, info.size), level) is None


def _spread(least: int, most: int, count: int) -> list[int]:
    """So many places, evenly spread, none at the ends."""
    return list(dict.fromkeys(least + (most - least) * (2 * number + 1) // (2 * count) for number in range(count)))


class Deployment(KuularuiskuPoint[e.AskDeployment]):
    """Free deployment: the sides alternate, the defender first (KUU-S-04, -08); a menu of places."""

    def arrive(self, s: State, f: e.AskDeployment, run: Step) -> bool:
        waiting = {side: _missing(self.data, s, side) for side in SIDES}
        if not any(waiting.values()):
            begin_attachments(self.data, s, run, f.headings)
            return False
        if not waiting[f.side]:
            run.become(replace(f, side=OTHER[f.side]))
            return False
        for info in waiting[f.side]:
            if not self._has_place(s, info):
                run.emit(e.UnitLeftOut(owner=info.id))
                return False
        return True

    def _has_place(self, s: State, info: UnitInfo) -> bool:
        """Any place that may be ordered, listed or not."""
        on_grid = any(_is_legal(self.data, s, info, placing) for placing in _grid(self.data, s, info))
        return on_grid or _room(self.data, s, info) is not None

    @option(e.Deploy, over=_anchors, menu=True)
    def deploy(
        self, s: State, f: e.AskDeployment, element: str, spot: Point, shape: Shape, heading: int, level: int
    ) -> str | None:
        info = ground_of(self.data, s).roster.units.get(element)
        if info is None or info not in _missing(self.data, s, f.side):
            return f"KUU-S-08: {element} is no unit of {f.side} that waits to be placed"
        if shape not in _FORMATIONS:
            return "KUU-S-08: in line, double line or column"
        return place_fault(self.data, s, info, slots(self.data.steps, shape, spot, heading, info.size), level)

    def then(self, s: State, f: e.AskDeployment, answer: e.Deploy, run: Step) -> None:
        info = ground_of(self.data, s).roster.units[answer.element]
        places = slots(self.data.steps, answer.shape, answer.spot, answer.heading, info.size)
        form_unit(s, run, info, places, answer.level)
        _issue_guns(self.data, s, run, info)
        run.become(replace(f, side=OTHER[f.side], headings=(*f.headings, (answer.element, answer.heading))))


def begin_attachments(d: Data, s: State, run: Step, headings: e.Headings = ()) -> None:
    """The first leader is asked about, the defender's first, each side's in id order; then the first turn begins."""
    ground = ground_of(d, s)
    order = [f for side in (ground.defender, OTHER[ground.defender]) for f in own_leaders(d, s, side)]
    if order:
        first = order[0]
        run.become(e.AskAttachment(side=soldier(d, s, first).side, figure=first, headings=headings))
    else:
        begin_turn(d, s, run, 1)


def leader_place(d: Data, s: State, leader: str, host: str, headings: e.Headings = ()) -> Point | None:
    """Where a leader stands who begins with a unit (KUU-S-07); None when there is no place.

    `headings` are those of units that were placed freely; all others have the scenario's.
    """
    ground = ground_of(d, s)
    heading, table = dict(headings).get(host, ground.roster.units[host].table.heading), ground.table
    everybody = [one for one in standings(d, s).values() if one.figure != leader]
    for one in standing(d, s, able(d, s, host)):
        for turn in range(4, 12):
            point = plus(one.at, d.steps[(heading + turn) % 8])
            me = stand(table, leader, point, one.level, side=one.side)
            if not is_on_table(table, point) or not in_box(point, ground.zones[soldier(d, s, leader).side]):
                continue
            if is_impassable(table, point) or is_on_high_wall(table, point) or not has_level(table, point, one.level):
                continue
            if not are_separate(table, me, everybody):
                continue
            if not any(other.side != one.side and are_touching(table, me, other) for other in everybody):
                return point
    return None


def _hosts(d: Data, s: State, f: e.AskAttachment) -> Iterator[tuple[str]]:
    return (
        (name,)
        for name, element in sorted(s.elements.items())
        if element.side == f.side and element.kind == "unit" and compatible(d, s, f.figure, name)
    )


class Attachment(KuularuiskuPoint[e.AskAttachment]):
    """Each leader begins alone or with a unit (KUU-1.3-03, KUU-S-07)."""

    @option(e.Attach, over=_hosts, outside="KUU-T-31: a unit of the leader's side and nationality")
    def attach(self, s: State, f: e.AskAttachment, host: str) -> str | None:
        place = leader_place(self.data, s, f.figure, host, f.headings)
        return None if place is not None else "KUU-S-07: there is no room beside it"

    alone = unbarred(e.Alone)

    def then(self, s: State, f: e.AskAttachment, answer: Any, run: Step) -> None:
        d, element = self.data, s.figures[f.figure].element
        if isinstance(answer, e.Attach):
            place = leader_place(d, s, f.figure, answer.host, f.headings)
            level = next(one.level for one in standing(d, s, able(d, s, answer.host)))
            if place is not None:
                run.emit(e.FiguresPlaced(spots=(Spot(figure=f.figure, x=place[0], y=place[1], level=level),)))
                run.emit(e.Joined(element=element, host=answer.host, figures=(f.figure,), soldiers=0))
        self._next(s, f, run)

    def _next(self, s: State, f: e.AskAttachment, run: Step) -> None:
        ground = ground_of(self.data, s)
        order = [x for side in (ground.defender, OTHER[ground.defender]) for x in own_leaders(self.data, s, side)]
        following = order[order.index(f.figure) + 1 :]
        if following:
            run.become(replace(f, side=soldier(self.data, s, following[0]).side, figure=following[0]))
        else:
            begin_turn(self.data, s, run, 1)
