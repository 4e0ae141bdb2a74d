"""What each event of Kuularuisku 1918 writes. Nothing is decided here."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from wardiary.core.fold import evolve_table, nothing
from wardiary.core.games.kuularuisku.state import Element, Figure, Gun, KuularuiskuState
from wardiary.events import kuularuisku as e
from wardiary.events.common import Began

__all__ = ["EVOLVE"]

State = KuularuiskuState


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


def lay_scenario(s: State, ev: e.ScenarioLaid) -> None:
    s.scenario = ev.scenario


def form_element(s: State, ev: e.ElementFormed) -> None:
    s.elements[ev.element] = Element(owner=ev.owner, side=ev.side, kind=ev.kind, base=ev.base)
    for spot in ev.spots:
        s.figures[spot.figure] = Figure(ev.element, (spot.x, spot.y), spot.level)
    s.forget()


def issue_gun(s: State, ev: e.GunIssued) -> None:
    s.guns[ev.gun] = Gun(weapon=ev.weapon, holder=ev.figure)


def name_squad_leader(s: State, ev: e.SquadLeaderNamed) -> None:
    s.squad_leaders[ev.owner] = ev.figure


def lose_squad_leader(s: State, ev: e.SquadLeaderLost) -> None:
    s.squad_leaders[ev.owner] = ""


def place_figures(s: State, ev: e.FiguresPlaced) -> None:
    for spot in ev.spots:
        _figure(s, spot.figure, at=(spot.x, spot.y), level=spot.level)


def leave_out(s: State, ev: e.UnitLeftOut) -> None:
    s.left_out = (*s.left_out, ev.owner)


# Turns and cards.


def begin(s: State, ev: Began) -> None:
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


def shuffle(s: State, ev: e.CardsShuffled) -> None:
    s.deck = ev.cards


def draw(s: State, ev: e.Drawn) -> None:
    s.deck = tuple(card for card in s.deck if card not in ev.cards)


def wait(s: State, ev: e.Waited) -> None:
    for element in ev.elements:
        _element(s, element, waiting=True)


def lapse(s: State, ev: e.OverwatchLapsed) -> None:
    for element in ev.elements:
        _element(s, element, waiting=False)


def want(s: State, ev: e.Want) -> None:
    s.wants[ev.by] = ev.want


def reveal(s: State, _ev: e.OverwatchRevealed) -> None:
    s.wants = {}


def leader_acted(s: State, ev: e.LeaderActed | e.Commanded) -> None:
    _figure(s, ev.figure, acted=True)
    element = s.figures[ev.figure].element
    if s.elements[element].kind == "leader":
        _element(s, element, activated=True, waiting=False)


def leader_parted(s: State, ev: e.LeaderParted) -> None:
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


def end_activation(s: State, ev: e.ActivationEnded) -> None:
    _element(s, ev.element, activated=True, waiting=False)


# Movement.


def move_figures(s: State, ev: e.FiguresMoved) -> None:
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


def split_unit(s: State, ev: e.UnitSplit) -> None:
    one = s.elements[ev.element]
    s.elements[ev.element] = replace(one, base=ev.rest, whole=ev.whole)
    s.elements[ev.covering] = replace(one, covering=True, base=ev.base, whole=ev.whole, waiting=False)
    _regroup(s, ev.figures, ev.covering)


def merge_halves(s: State, ev: e.HalvesMerged) -> None:
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


def half_whole(s: State, ev: e.HalfWhole) -> None:
    _element(s, ev.element, covering=False)


def join(s: State, ev: e.Joined) -> None:
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


def element_gone(s: State, ev: e.ElementGone) -> None:
    del s.elements[ev.element]
    s.forget()


def leave_behind(s: State, ev: e.LeftBehind) -> None:
    old = s.elements[s.figures[ev.figure].element]
    s.elements[ev.element] = Element(owner=old.owner, side=old.side, kind="left", base=0)
    _figure(s, ev.figure, element=ev.element)


def form_group(s: State, ev: e.GroupFormed) -> None:
    old = s.elements.get(ev.element)
    s.elements[ev.element] = Element(
        owner=ev.owner,
        side=ev.side,
        kind=ev.kind,
        base=ev.base,
        goal=ev.goal,
        prone=old is not None and old.prone,
        melee=old.melee if old is not None else 0,
        activated=old is not None and old.activated,
    )
    _regroup(s, ev.figures, ev.element)
    s.groups += ev.numbered


# Shooting, wounds, weapons.


def fire_shots(s: State, ev: e.ShotsFired) -> None:
    ends = {name: s.figures[name].at for name in ev.seen}
    s.last_shots = tuple(
        (shot.figure, min(ev.seen, key=lambda name: _square(s.figures[shot.figure].at, ends[name])))
        for shot in ev.shots
    )


def _square(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def bind_guns(s: State, ev: e.GunsBound) -> None:
    for gun in ev.guns:
        s.guns[gun] = replace(s.guns[gun], fired=True)


def use_defence(s: State, ev: e.DefensiveFireUsed) -> None:
    _element(s, ev.element, defended=True)


_WORSE = {"ok": 0, "light": 1, "severe": 2, "dead": 3}


def test_wounds(s: State, ev: e.WoundsTested) -> None:
    for figure, result in zip(ev.wounded, ev.results, strict=True):
        if result != "scratch" and _WORSE[result] > _WORSE[s.figures[figure].status]:
            _figure(s, figure, status=result)


def execute(s: State, ev: e.Executed) -> None:
    _figure(s, ev.figure, status="dead")


def figures_out(s: State, ev: e.FiguresOut) -> None:
    for figure in ev.figures:
        _figure(s, figure, status=ev.fate)


def drop_gun(s: State, ev: e.GunDropped) -> None:
    s.guns[ev.gun] = replace(s.guns[ev.gun], holder="", at=ev.spot, level=ev.level)


def take_gun(s: State, ev: e.GunTaken) -> None:
    gun = s.guns[ev.gun]
    s.guns[ev.gun] = replace(gun, holder=ev.figure, at=None, level=0, moved=gun.moved or ev.carried)
    if ev.carried:
        _figure(s, ev.figure, moved=True)


def lose_gun(s: State, ev: e.GunLost) -> None:
    s.guns[ev.gun] = replace(s.guns[ev.gun], holder="", at=None, level=0)


# Morale, assault, melee.


def go_prone(s: State, ev: e.WentProne) -> None:
    _element(s, ev.element, prone=True)


def get_up(s: State, ev: e.GotUp) -> None:
    _element(s, ev.element, prone=False, fleeing=False, fled_with=())


def flee(s: State, ev: e.Fled) -> None:
    _element(s, ev.element, prone=False, fleeing=True, waiting=False, fled_with=ev.leaders)


def meet(s: State, ev: e.ElementsMelee) -> None:
    for element in ev.elements:
        _element(s, element, melee=ev.melee, waiting=False)
    s.melees = max(s.melees, ev.melee)


def end_melee(s: State, ev: e.MeleeEnded) -> None:
    for name, element in s.elements.items():
        if element.melee == ev.melee:
            s.elements[name] = replace(element, melee=0)
    s.forget()


def set_goal(s: State, ev: e.GoalSet) -> None:
    _element(s, ev.element, goal=ev.goal)


def evacuation_moved(s: State, ev: e.EvacuationMoved) -> None:
    _element(s, ev.element, activated=True)


EVOLVE = evolve_table(
    e.CODEC,
    {
        Began: begin,
        **dict.fromkeys([order for order in e.ORDERS if order is not e.Want], nothing),
        e.Want: want,
        e.Drawn: draw,
        e.ScenarioLaid: lay_scenario,
        e.ElementFormed: form_element,
        e.GunIssued: issue_gun,
        e.SquadLeaderNamed: name_squad_leader,
        e.SquadLeaderLost: lose_squad_leader,
        e.FiguresPlaced: place_figures,
        e.UnitLeftOut: leave_out,
        e.CardsShuffled: shuffle,
        e.CardSkipped: nothing,
        e.Waited: wait,
        e.Commanded: leader_acted,
        e.LeaderActed: leader_acted,
        e.LeaderParted: leader_parted,
        e.ActivationEnded: end_activation,
        e.ActionTaken: nothing,
        e.FiguresMoved: move_figures,
        e.UnitSplit: split_unit,
        e.HalvesMerged: merge_halves,
        e.HalfWhole: half_whole,
        e.Joined: join,
        e.ElementGone: element_gone,
        e.LeftBehind: leave_behind,
        e.GroupFormed: form_group,
        e.GoalSet: set_goal,
        e.EvacuationMoved: evacuation_moved,
        e.ShotsFired: fire_shots,
        e.GunsBound: bind_guns,
        e.DefensiveFireUsed: use_defence,
        e.ShootingResolved: nothing,
        e.WoundsTested: test_wounds,
        e.Executed: execute,
        e.FiguresOut: figures_out,
        e.GunDropped: drop_gun,
        e.GunTaken: take_gun,
        e.GunLost: lose_gun,
        e.MoraleTested: nothing,
        e.WentProne: go_prone,
        e.GotUp: get_up,
        e.Fled: flee,
        e.AssaultDeclared: nothing,
        e.AssaultRepelled: nothing,
        e.ElementsMelee: meet,
        e.MeleeFought: nothing,
        e.MeleeEnded: end_melee,
        e.OverwatchRevealed: reveal,
        e.OverwatchCalled: nothing,
        e.OverwatchLapsed: lapse,
    },
)
