"""A computer player with a few rules of thumb: shoot where it hurts, get where it counts, charge who is down."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from wardiary.core.contract import Decision, Player
from wardiary.core.games.kuularuisku.charts import chance, cover_value, expected_hits, shooting_dice
from wardiary.core.games.kuularuisku.checks import victory_of
from wardiary.core.games.kuularuisku.cover import area_cover
from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.formations import slots
from wardiary.core.games.kuularuisku.phases.ending import controller
from wardiary.core.games.kuularuisku.phases.shooting import volleys
from wardiary.core.games.kuularuisku.queries import (
    able,
    best_morale,
    elements_of,
    ground_of,
    guns_of,
    is_leaderless,
    is_permanent,
    members,
    moving_order,
    soldier,
)
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.targets import has_target, sighting
from wardiary.core.kit.plane.measure import Point, distance_squared, plus, within
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Order
from wardiary.events.kuularuisku import Side

__all__ = ["PLAYERS", "greedy"]

_COVER_WORTH = 25
"""What a point of cover is worth, in millimetres of way."""
_CHARGE = 170
"""How far a charge of some ten men gets in a fast move, as a rule."""
_CLOSE_ENOUGH = 60
"""Millimetres from the goal at which an element is there."""
_NEVER = -1_000_000


def greedy(sight: Decision) -> Order:
    """The listed order that looks best by itself; of equals the first."""
    d: Data = sight.data
    s: State = sight.view().state
    side: Side = "red" if sight.seat == "red" else "white"
    frame: Any = s.frames[-1]
    return max(sight.legal, key=lambda order: _worth(d, s, side, frame, order))


def _worth(d: Data, s: State, side: Side, frame: Any, order: Order) -> int:
    """How good an order looks; 0 is as good as being done."""
    match order:
        case e.Act(action=action):
            return _action_worth(d, s, side, frame.element, action)
        case e.Move() | e.Assault():
            return _way_worth(d, s, side, frame, order)
        case e.Shoot() if isinstance(frame, e.AskDefence):
            return 1
        case e.Shoot(target=target):
            return 1 + _target_worth(d, s, frame, target)
        case e.Fire(observer=observer, shots=shots):
            return _volley_worth(d, s, frame, observer, shots)
        case e.Suffer(figure=figure) | e.Execute(figure=figure):
            return -_figure_worth(d, s, figure)
        case e.Reroll():
            return _reroll_worth(d, frame)
        case e.Want(want=want):
            waiting = [name for name, one in s.elements.items() if one.waiting and one.side == side]
            return int(any(has_target(d, s, name) for name in waiting) == want)
        case e.Wait():
            return 2 * int(_goal_of(d, s, side, frame.owner) is None and not _any_target(d, s, frame.owner))
        case e.Command(host=host):
            return 2 * int(_any_target(d, s, host) or any(is_leaderless(d, s, p) for p in _parts(s, host)))
        case e.Attach(host=host):
            return len(able(d, s, host))
        case e.Deploy(spot=spot):
            return _deployment_worth(d, s, side, spot)
    return _plain_worth(order)


def _plain_worth(order: Order) -> int:
    """Orders whose worth does not depend on where things stand."""
    match order:
        case e.Activate() | e.Bring() | e.Take() | e.Throw() | e.PickUp() | e.CallUp() | e.Return() | e.Seek():
            return 1
        case e.Join():
            return 1
        case e.Proceed(pace=pace):
            return 1 + (pace == "fast")
        case e.Split() | e.DetachLight() | e.DetachPair() | e.Leave() | e.Part():
            return -1
    return 0


def _parts(s: State, owner: str) -> list[str]:
    return [name for name, element in sorted(s.elements.items()) if element.owner == owner]


def _any_target(d: Data, s: State, owner: str) -> bool:
    return any(able(d, s, part) and has_target(d, s, part) for part in _parts(s, owner))


# Where to go.


def _goal_of(d: Data, s: State, side: Side, owner: str) -> Point | None:
    """Where an element should go: an objective that its side must control and does not; None: it holds its ground."""
    ground = ground_of(d, s)
    wanted = victory_of(ground.victory)
    if wanted is not None and wanted[0] != side:
        return None
    names = [wanted[1]] if wanted is not None and wanted[1] else [entry.id for entry in ground.objectives]
    open_ones = [
        entry.at for entry in ground.objectives if entry.id in names and controller(d, s, entry.at) != side
    ] or [entry.at for entry in ground.objectives if entry.id in names]
    figures = [figure for part in _parts(s, owner) for figure in able(d, s, part)]
    if not figures or not open_ones:
        return None
    at = s.figures[figures[0]].at
    return min(open_ones, key=lambda place: distance_squared(place, at))


def _away(places: list[Point], goal: Point) -> int:
    """The mean distance to a goal, near enough counting as there."""
    total = 0
    for place in places:
        total += (
            max(abs(place[0] - goal[0]), abs(place[1] - goal[1]))
            + min(abs(place[0] - goal[0]), abs(place[1] - goal[1])) // 2
        )
    return max(total // len(places), _CLOSE_ENOUGH)


def _ends(d: Data, s: State, element: str, order: e.Move | e.Assault) -> list[Point]:
    figures = moving_order(d, s, element)
    match order.shape:
        case "keep" if order.shift is not None:
            return [plus(s.figures[figure].at, order.shift) for figure in figures]
        case "line" | "double" | "column" if order.anchor is not None:
            return list(slots(d.steps, order.shape, order.anchor, order.heading, len(figures)))
    return [s.figures[figure].at for figure in figures]


def _way_worth(d: Data, s: State, side: Side, frame: e.AskMove, order: e.Move | e.Assault) -> int:
    if isinstance(order, e.Assault):
        worth = _charge_worth(d, s, frame.element, order.target)
        return 10_000 + worth * 100 if worth > 0 else _NEVER
    if any(place.to == "exit" for place in order.places):
        return _NEVER
    if order.shape == "regroup" or frame.rejoin:
        return 5000 * int(order.shape != "stay")
    table, places = ground_of(d, s).table, _ends(d, s, frame.element, order)
    goal = _goal_of(d, s, side, s.elements[frame.element].owner)
    cover = sum(6 - area_cover(table, place, 0) for place in places) * _COVER_WORTH // len(places)
    if goal is None:
        return cover - 10 * int(order.shape != "stay")
    return cover - _away(places, goal)


def _deployment_worth(d: Data, s: State, side: Side, anchor: Point) -> int:
    """As near to the first objective as the zone allows."""
    objectives = ground_of(d, s).objectives
    return -_away([anchor], objectives[0].at) if objectives else 0


# Shooting.


def _target_worth(d: Data, s: State, frame: Any, target: str) -> int:
    """The wounds to be expected, in thousandths; leaders and gunners count more."""
    asked = e.AskFire(side=frame.side, element=frame.element, target=target, leaders=frame.leaders)
    best = max((_volley_worth(d, s, asked, observer, shots) for observer, shots in volleys(d, s, asked)), default=0)
    seen = members(d, s, target)
    weight = sum(_figure_worth(d, s, figure) for figure in seen)
    return best * (weight + 10 * len(seen)) // max(1, 20 * len(seen))


def _volley_worth(d: Data, s: State, frame: e.AskFire, observer: str, shots: tuple[e.Shot, ...]) -> int:
    """The wounds to be expected of a volley, in thousandths."""
    dice = shooting_dice(d, s, frame.element, shots, frame.portion == "half")
    view = sighting(d, s, frame.element, frame.target, frame.leaders, frame.portion is not None).seen[observer]
    cover = cover_value(d, s, [shot.figure for shot in shots], view, frame.portion is not None)
    return int(expected_hits(dice, False) * Fraction(cover - 1, 6) * 1000)


def _figure_worth(d: Data, s: State, figure: str) -> int:
    """How much a side loses with a figure: nothing more with one who is down, most with leaders and gunners."""
    who, what = s.figures[figure], soldier(d, s, figure)
    if who.status == "severe":
        return 1
    worth = 10 - 4 * (who.status == "light")
    worth += 10 * what.leader + 4 * what.medic + 8 * bool(guns_of(s, figure))
    element = s.elements[who.element]
    return worth + 6 * (s.squad_leaders.get(element.owner) == figure) + 2 * is_permanent(d, s, figure)


def _reroll_worth(d: Data, frame: Any) -> int:
    """Dice that missed are always rolled again; a medic helps who is dead or severely wounded."""
    if isinstance(frame, e.AskWoundTests):
        return 1 if d.wound_table[frame.faces[frame.number] - 1] in ("dead", "severe") else -1
    return 1


# What to do.


def _charge_worth(d: Data, s: State, element: str, target: str) -> int:
    """Own strikes less the enemy's, in tenths; who is down and may surrender is worth a charge."""
    foe = s.elements[target]
    own, theirs = able(d, s, element), able(d, s, target)
    if not theirs:
        return 5
    strikes = 10 * (_strikes(d, s, own) - _strikes(d, s, theirs))
    if foe.prone or foe.fleeing:
        return int(strikes + 10 * len(theirs) * (1 - chance(best_morale(d, s, [target]))))
    fire = Fraction(0) if foe.defended or foe.melee else _strikes(d, s, theirs) * Fraction(5, 6)
    return int(strikes - 10 * (fire / 2 if foe.activated else fire))


def _best_charge(d: Data, s: State, side: Side, element: str) -> int:
    """The worth of the best charge at an enemy within reach of a fast move."""
    if s.elements[element].kind != "unit" or is_leaderless(d, s, element):
        return 0
    mine = [s.figures[figure].at for figure in able(d, s, element)]
    reach = _CHARGE + d.measures.contact
    return max(
        (
            _charge_worth(d, s, element, foe)
            for foe in elements_of(d, s, OTHER[side])
            if any(within(at, s.figures[figure].at, reach) for at in mine for figure in members(d, s, foe))
        ),
        default=0,
    )


def _strikes(d: Data, s: State, figures: tuple[str, ...]) -> Fraction:
    return sum((chance(soldier(d, s, figure).skill) for figure in figures), Fraction(0))


def _action_worth(d: Data, s: State, side: Side, element: str, action: str) -> int:
    """An element without a goal shoots from where it is; one with a goal gets nearer, shooting when it can."""
    goal = _goal_of(d, s, side, s.elements[element].owner)
    enemies = [s.figures[f].at for foe in elements_of(d, s, OTHER[side]) for f in able(d, s, foe)]
    places = [s.figures[figure].at for figure in able(d, s, element)]
    there = goal is None or _away(places, goal) <= _CLOSE_ENOUGH
    heavy = any(d.weapons[s.guns[gun].weapon].no_move_and_fire for f in able(d, s, element) for gun in guns_of(s, f))
    near = min((distance_squared(a, b) for a in places for b in enemies), default=10**9)
    charges = action in ("move_shoot", "fast_move") and near <= (_CHARGE + d.measures.contact) ** 2
    if charges and _best_charge(d, s, side, element) > 0:
        return 70 + (action == "fast_move")
    match action:
        case "shoot":
            return 60 if heavy or there else 30
        case "move_shoot":
            return 50
        case "shoot_move":
            return 45 + 10 * int(near <= 250 * 250)
        case "fast_move":
            return 55 if not there and near > 620 * 620 else 10
        case "rejoin" | "rejoin_fast":
            return 20
    return 0


PLAYERS: Mapping[str, Player] = {"greedy": greedy}
