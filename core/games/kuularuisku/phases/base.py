"""What the decision points of Kuularuisku 1918 share."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.queries import (
    able,
    attached,
    ground_of,
    guns_of,
    halves,
    members,
    number_of,
    severe,
    soldier,
    soldiers_in,
)
from wardiary.core.games.kuularuisku.state import ABLE, KuularuiskuState
from wardiary.core.kit.plane.measure import Point as Place
from wardiary.core.points import Picks, Point
from wardiary.core.requests import Roll
from wardiary.core.run import Run
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Frame
from wardiary.events.kuularuisku import By, RollPurpose, Verdict, WoundResult

__all__ = [
    "DICE",
    "OTHER",
    "KuularuiskuPoint",
    "Picking",
    "Place",
    "State",
    "Step",
    "answer_below",
    "die",
    "drop_guns",
    "settle",
    "take_out",
    "wound_results",
]

State = KuularuiskuState
DICE = "dice are rolled now"
Step = Run[KuularuiskuState]
F = TypeVar("F", bound=Frame)


class KuularuiskuPoint(Point[KuularuiskuState, Data, F]):
    """A point of this game."""


class Picking(KuularuiskuPoint[F], Picks[KuularuiskuState, Data, F]):
    """Orders one at a time, until none is legal or the side says `Done`."""

    stop = e.Done


def die(s: State, purpose: RollPurpose, by: By, place: str, count: int = 1) -> Roll:
    """A roll of six-sided dice; its key is the turn and the element or place that it is about (KUU-0-03, KUU-K-06)."""
    return s.next_roll(purpose, by, f"{s.turn}.{place}", count)


def answer_below(run: Step, verdict: Verdict) -> None:
    """The topmost frame is done; the one below is told how it went."""
    run.pop()
    run.become(replace(run.stack[-1], verdict=verdict))


def wound_results(d: Data, faces: Iterable[int]) -> tuple[WoundResult, ...]:
    """What wound dice mean (KUU-5.5-04)."""
    return tuple(d.wound_table[face - 1] for face in faces)


def take_out(d: Data, s: State, run: Step, figures: Iterable[str], fate: e.Fate) -> None:
    """Figures leave the game; weapons of the withdrawn leave with them, all others lie where they were (KUU-5.5-16)."""
    gone = tuple(figures)
    if not gone:
        return
    run.emit(e.FiguresOut(figures=gone, fate=fate))
    drop_guns(s, run, gone)


def drop_guns(s: State, run: Step, figures: Iterable[str]) -> None:
    """The special weapons of figures that can hold them no more (KUU-5.5-11, KUU-5.5-16)."""
    for figure in figures:
        who = s.figures[figure]
        for gun in guns_of(s, figure):
            if who.status == "withdrawn":
                run.emit(e.GunLost(gun=gun))
            else:
                run.emit(e.GunDropped(gun=gun, spot=who.at, level=who.level))


def settle(d: Data, s: State, run: Step) -> None:
    """What losses bring about by themselves, once it is known who takes whose weapon.

    KUU-5.5-16 (weapons left, elements without able figures, wounded left behind), KUU-1.3-06 (leaders alone again),
    KUU-5.6-13 (groups of wounded), KUU-1.4-05, -08 (squad leaders), KUU-1.1-13 (halves).
    """
    drop_guns(s, run, [name for name, who in sorted(s.figures.items()) if who.status not in ABLE])
    for name in sorted(s.elements, key=number_of):
        _settle_element(d, s, run, name)
    for owner in sorted(s.squad_leaders):
        _settle_squad_leader(d, s, run, owner)
    for owner in ground_of(d, s).roster.units:
        parts = halves(d, s, owner)
        if len(parts) == 1 and s.elements[parts[0]].covering:
            run.emit(e.HalfWhole(element=parts[0]))


def _settle_element(d: Data, s: State, run: Step, name: str) -> None:
    element = s.elements[name]
    if not members(d, s, name):
        run.emit(e.ElementGone(element=name))
        return
    if element.kind == "left":
        return
    if element.kind == "unit":
        if soldiers_in(d, s, name):
            return
        for leader in attached(d, s, name):
            run.emit(e.LeaderParted(figure=leader, element=soldier(d, s, leader).unit))
    elif element.kind == "evacuation":
        _settle_group(d, s, run, name)
        return
    elif able(d, s, name):
        return
    _leave_all(d, s, run, name)


def _settle_group(d: Data, s: State, run: Step, name: str) -> None:
    """A pair without escort, an escort without charge, a light man hurt more (KUU-5.6-13).

    A leader without charge is a lone leader, as after a delivery: he counts in no host's strength (KUU-1.2-07).
    """
    element, lying = s.elements[name], severe(d, s, name)
    figures = able(d, s, name)
    if not figures:
        _leave_all(d, s, run, name)
    elif element.base == 1 and not lying and _was_pair(s, name, figures[0]):
        if soldier(d, s, figures[0]).leader:
            run.emit(e.LeaderParted(figure=figures[0], element=soldier(d, s, figures[0]).unit))
            run.emit(e.ElementGone(element=name))
            return
        run.emit(
            e.GroupFormed(
                element=name,
                owner=element.owner,
                side=element.side,
                kind="returner",
                figures=figures,
                base=1,
                numbered=False,
            )
        )


def _was_pair(s: State, name: str, escort: str) -> bool:
    """Whether a group of one able man has lost its charge: somebody else belonged to it."""
    return any(who.element == name and figure != escort for figure, who in s.figures.items())


def _leave_all(d: Data, s: State, run: Step, name: str) -> None:
    """The severely wounded of an element without able figures are left behind, each by himself."""
    for figure in members(d, s, name):
        run.emit(e.LeftBehind(figure=figure, element=figure))
    if name in s.elements and not members(d, s, name):
        run.emit(e.ElementGone(element=name))


def _settle_squad_leader(d: Data, s: State, run: Step, owner: str) -> None:
    """A squad leader lost; a leader who is with the unit takes over at once, the best of several (KUU-1.4-05, -08)."""
    leader = s.squad_leaders[owner]
    parts = halves(d, s, owner)
    if any(leader in able(d, s, part) for part in parts):
        return
    roster = ground_of(d, s).roster
    heirs = [
        (roster.soldiers[figure].morale, roster.rank[figure], figure)
        for part in parts
        for figure in attached(d, s, part)
    ]
    if heirs:
        run.emit(e.SquadLeaderNamed(owner=owner, figure=min(heirs)[2]))
    elif leader:
        run.emit(e.SquadLeaderLost(owner=owner))
