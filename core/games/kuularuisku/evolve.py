"""What each event of Kuularuisku 1918 writes. Nothing is decided here."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from wardiary.core.fold import evolve_table, nothing
from wardiary.core.games.kuularuisku.state import Element, Figure, Gun
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.kit.plane.measure import distance_squared
from wardiary.events import kuularuisku as e
from wardiary.events.common import Began

__all__ = ["EVOLVE", "want"]


def _figure(s: State, figure: str, **changes: Any) -> None:
    s.figures[figure] = replace(s.figures[figure], **changes)
    s.forget()


def _element(s: State, element: str, **changes: Any) -> None:
    s.elements[element] = replace(s.elements[element], **changes)
    s.forget()


def _regroup(s: State, figures: Iterable[str], element: str) -> None:
    for figure in figures:
        s.figures[figure] = replace(s.figures[figure], element=element)
    s.forget()


# Set-up.


def _lay_scenario(s: State, ev: e.ScenarioLaid) -> None:
    s.scenario = ev.scenario


def _form_element(s: State, ev: e.ElementFormed) -> None:
    s.elements[ev.element] = Element(owner=ev.owner, side=ev.side, kind=ev.kind, base=ev.base)
    for spot in ev.spots:
        s.figures[spot.figure] = Figure(ev.element, (spot.x, spot.y), spot.level)
    s.forget()


def _issue_gun(s: State, ev: e.GunIssued) -> None:
    s.guns[ev.gun] = Gun(weapon=ev.weapon, holder=ev.figure)
    s.forget()


def _name_squad_leader(s: State, ev: e.SquadLeaderNamed) -> None:
    s.squad_leaders[ev.owner] = ev.figure
    s.forget()


def _lose_squad_leader(s: State, ev: e.SquadLeaderLost) -> None:
    s.squad_leaders[ev.owner] = ""
    s.forget()


def _place_figures(s: State, ev: e.FiguresPlaced) -> None:
    for spot in ev.spots:
        _figure(s, spot.figure, at=(spot.x, spot.y), level=spot.level)


def _leave_out(s: State, ev: e.UnitLeftOut) -> None:
    s.left_out = (*s.left_out, ev.owner)


# Turns and cards.


def _begin(s: State, ev: Began) -> None:
    s.turn, s.phase = ev.turn, ev.phase or ""
    if ev.phase is not None:
        return
    s.rolled = {}
    for name, figure in s.figures.items():
        if figure.moved or figure.acted:
            s.figures[name] = replace(figure, moved=False, acted=False)
    for name, element in s.elements.items():
        s.elements[name] = replace(element, activated=False, waiting=False, defended=False, halted=False)
    for name, gun in s.guns.items():
        s.guns[name] = replace(gun, moved=False, fired=False)
    s.forget()


def _shuffle(s: State, ev: e.CardsShuffled) -> None:
    s.deck = ev.cards


def _draw(s: State, ev: e.Drawn) -> None:
    s.deck = tuple(card for card in s.deck if card not in ev.cards)


def _wait(s: State, ev: e.Waited) -> None:
    for element in ev.elements:
        _element(s, element, waiting=True)


def _lapse(s: State, ev: e.OverwatchLapsed) -> None:
    for element in ev.elements:
        _element(s, element, waiting=False)


def want(s: State, ev: e.Want) -> None:
    s.wants[ev.by] = ev.want


def _reveal(s: State, _ev: e.OverwatchRevealed) -> None:
    s.wants = {}


def _leader_acted(s: State, ev: e.LeaderActed | e.Commanded) -> None:
    _figure(s, ev.figure, acted=True)
    element = s.figures[ev.figure].element
    if s.elements[element].kind == "leader":
        _element(s, element, activated=True, waiting=False)


def _leader_parted(s: State, ev: e.LeaderParted) -> None:
    figure = s.figures[ev.figure]
    host = s.elements[figure.element]
    s.elements[ev.element] = Element(
        owner=ev.element,
        side=host.side,
        kind="leader",
        base=1,
        prone=host.prone,
        fleeing=host.fleeing,
        melee=host.melee,
        activated=figure.acted,
        fled_with=host.fled_with,
    )
    _figure(s, ev.figure, element=ev.element)


def _end_activation(s: State, ev: e.ActivationEnded) -> None:
    _element(s, ev.element, activated=True, waiting=False)


# Movement.


def _move_figures(s: State, ev: e.FiguresMoved) -> None:
    for track in ev.tracks:
        old = s.figures[track.figure]
        end = track.points[-1]
        moved = old.moved or len(track.points) > 1 or track.level != old.level
        s.figures[track.figure] = replace(
            old, at=end, level=track.level, moved=moved, status="withdrawn" if track.off else old.status
        )
        if moved and not old.moved:
            for name, gun in s.guns.items():
                if gun.holder == track.figure:
                    s.guns[name] = replace(gun, moved=True)
    s.forget()


def _split_unit(s: State, ev: e.UnitSplit) -> None:
    one = s.elements[ev.element]
    s.elements[ev.element] = replace(one, base=ev.rest, whole=ev.whole)
    s.elements[ev.covering] = replace(one, covering=True, base=ev.base, whole=ev.whole, waiting=False)
    _regroup(s, ev.figures, ev.covering)


def _merge_halves(s: State, ev: e.HalvesMerged) -> None:
    _regroup(s, [f for f, figure in s.figures.items() if figure.element == ev.other], ev.element)
    other = s.elements.pop(ev.other)
    whole = s.elements[ev.element]
    _element(
        s,
        ev.element,
        base=ev.base,
        whole=0,
        prone=ev.prone,
        covering=False,
        activated=whole.activated or other.activated,
        defended=whole.defended or other.defended,
        halted=whole.halted or other.halted,
        waiting=False,
    )


def _half_whole(s: State, ev: e.HalfWhole) -> None:
    _element(s, ev.element, covering=False)


def _join(s: State, ev: e.Joined) -> None:
    _regroup(s, ev.figures, ev.host)
    if ev.acted:
        for figure in ev.figures:
            _figure(s, figure, acted=True)
    host = s.elements[ev.host]
    whole = host.whole + ev.soldiers if host.whole else 0
    _element(s, ev.host, base=host.base + ev.soldiers, whole=whole, halted=host.halted or ev.halted)
    if ev.element != ev.host and not any(figure.element == ev.element for figure in s.figures.values()):
        s.elements.pop(ev.element, None)
    s.forget()


def _element_gone(s: State, ev: e.ElementGone) -> None:
    del s.elements[ev.element]
    s.forget()


def _leave_behind(s: State, ev: e.LeftBehind) -> None:
    old = s.elements[s.figures[ev.figure].element]
    s.elements[ev.element] = Element(owner=old.owner, side=old.side, kind="left", base=0)
    _figure(s, ev.figure, element=ev.element)


def _form_group(s: State, ev: e.GroupFormed) -> None:
    old = s.elements.get(ev.element)
    s.elements[ev.element] = Element(
        owner=ev.owner,
        side=ev.side,
        kind=ev.kind,
        base=ev.base,
        goal=ev.goal or "",
        prone=old is not None and old.prone,
        melee=old.melee if old is not None else 0,
        activated=old is not None and old.activated,
    )
    _regroup(s, ev.figures, ev.element)
    s.groups += ev.numbered


# Shooting, wounds, weapons.


def _fire_shots(s: State, ev: e.ShotsFired) -> None:
    ends = {name: s.figures[name].at for name in ev.seen}
    s.last_shots = tuple(
        (shot.figure, min(ev.seen, key=lambda name: distance_squared(s.figures[shot.figure].at, ends[name])))
        for shot in ev.shots
    )


def _bind_guns(s: State, ev: e.GunsBound) -> None:
    for gun in ev.guns:
        s.guns[gun] = replace(s.guns[gun], fired=True)
    s.forget()


def _use_defence(s: State, ev: e.DefensiveFireUsed) -> None:
    _element(s, ev.element, defended=True)


_WORSE = {"ok": 0, "light": 1, "severe": 2, "dead": 3}


def _test_wounds(s: State, ev: e.WoundsTested) -> None:
    for figure, result in zip(ev.wounded, ev.results, strict=True):
        if result != "scratch" and _WORSE[result] > _WORSE[s.figures[figure].status]:
            _figure(s, figure, status=result)


def _execute(s: State, ev: e.Executed) -> None:
    _figure(s, ev.figure, status="dead")


def _figures_out(s: State, ev: e.FiguresOut) -> None:
    for figure in ev.figures:
        _figure(s, figure, status=ev.fate)


def _drop_gun(s: State, ev: e.GunDropped) -> None:
    s.guns[ev.gun] = replace(s.guns[ev.gun], holder="", at=ev.spot, level=ev.level)
    s.forget()


def _take_gun(s: State, ev: e.GunTaken) -> None:
    gun = s.guns[ev.gun]
    s.guns[ev.gun] = replace(gun, holder=ev.figure, at=None, level=0, moved=gun.moved or ev.carried)
    s.forget()
    if ev.carried:
        _figure(s, ev.figure, moved=True)


def _lose_gun(s: State, ev: e.GunLost) -> None:
    s.guns[ev.gun] = replace(s.guns[ev.gun], holder="", at=None, level=0)
    s.forget()


# Morale, assault, melee.


def _go_prone(s: State, ev: e.WentProne) -> None:
    _element(s, ev.element, prone=True)


def _get_up(s: State, ev: e.GotUp) -> None:
    _element(s, ev.element, prone=False, fleeing=False, fled_with=())


def _flee(s: State, ev: e.Fled) -> None:
    _element(s, ev.element, prone=False, fleeing=True, waiting=False, fled_with=ev.leaders)


def _meet(s: State, ev: e.ElementsMelee) -> None:
    for element in ev.elements:
        _element(s, element, melee=ev.melee, waiting=False)
    s.melees = max(s.melees, ev.melee)


def _end_melee(s: State, ev: e.MeleeEnded) -> None:
    for name, element in s.elements.items():
        if element.melee == ev.melee:
            s.elements[name] = replace(element, melee=0)
    s.forget()


def _set_goal(s: State, ev: e.GoalSet) -> None:
    _element(s, ev.element, goal=ev.goal)


def _evacuation_moved(s: State, ev: e.EvacuationMoved) -> None:
    _element(s, ev.element, activated=True)


EVOLVE = evolve_table(
    e.CODEC,
    {
        Began: _begin,
        **dict.fromkeys([order for order in e.ORDERS if order is not e.Want], nothing),
        e.Want: want,
        e.Drawn: _draw,
        e.ScenarioLaid: _lay_scenario,
        e.ElementFormed: _form_element,
        e.GunIssued: _issue_gun,
        e.SquadLeaderNamed: _name_squad_leader,
        e.SquadLeaderLost: _lose_squad_leader,
        e.FiguresPlaced: _place_figures,
        e.UnitLeftOut: _leave_out,
        e.CardsShuffled: _shuffle,
        e.CardSkipped: nothing,
        e.Waited: _wait,
        e.Commanded: _leader_acted,
        e.LeaderActed: _leader_acted,
        e.LeaderParted: _leader_parted,
        e.ActivationEnded: _end_activation,
        e.ActionTaken: nothing,
        e.FiguresMoved: _move_figures,
        e.UnitSplit: _split_unit,
        e.HalvesMerged: _merge_halves,
        e.HalfWhole: _half_whole,
        e.Joined: _join,
        e.ElementGone: _element_gone,
        e.LeftBehind: _leave_behind,
        e.GroupFormed: _form_group,
        e.GoalSet: _set_goal,
        e.EvacuationMoved: _evacuation_moved,
        e.ShotsFired: _fire_shots,
        e.GunsBound: _bind_guns,
        e.DefensiveFireUsed: _use_defence,
        e.ShootingResolved: nothing,
        e.WoundsTested: _test_wounds,
        e.Executed: _execute,
        e.FiguresOut: _figures_out,
        e.GunDropped: _drop_gun,
        e.GunTaken: _take_gun,
        e.GunLost: _lose_gun,
        e.MoraleTested: nothing,
        e.WentProne: _go_prone,
        e.GotUp: _get_up,
        e.Fled: _flee,
        e.AssaultDeclared: nothing,
        e.AssaultRepelled: nothing,
        e.ElementsMelee: _meet,
        e.MeleeFought: nothing,
        e.MeleeEnded: _end_melee,
        e.OverwatchRevealed: _reveal,
        e.OverwatchCalled: nothing,
        e.OverwatchLapsed: _lapse,
    },
)
