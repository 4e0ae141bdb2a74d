"""A computer player with a few rules of thumb: gain ground (SOV), hold it (FIN), fight only where it looks good.

Worths are counted in sixtieths of a strength point, so that a die's sixth is a whole number.
"""

from wardiary.core.contract import Decision
from wardiary.core.games.freezing.charts import battle_terms, hitting_faces
from wardiary.core.games.freezing.data import OTHER, Data
from wardiary.core.games.freezing.operations import (
    Act,
    Boost,
    Fort,
    Hit,
    Keep,
    Mark,
    Operation,
    Place,
    Roll,
    Weak,
)
from wardiary.core.games.freezing.phases.ending import front_value
from wardiary.core.games.freezing.queries import board_of, is_peace, points_by_type, units_at
from wardiary.core.games.freezing.state import FreezingState
from wardiary.events import freezing as e
from wardiary.events.freezing import Front, Side
from wardiary.events.kinds import Order

__all__ = [
    "greedy",
]

_POINT = 60
_FACES = 6


def greedy(decision: Decision) -> Order:
    """The listed order that looks best by itself; of equals the first."""
    d: Data = decision.data
    s: FreezingState = decision.view().state
    side: Side = "sov" if decision.seat == "sov" else "fin"
    return max(decision.legal, key=lambda order: _worth(d, s, side, order))


def _worth(d: Data, s: FreezingState, side: Side, order: Order) -> int:
    """How good an order looks; 0 is as good as being done."""
    match order:
        case e.PlayCard(card=card, mode="event"):
            return sum(_event_worth(d, s, side, operation) for operation in d.cards[card].ops)
        case e.PlayCard(card=card):
            return d.cards[card].ap * (54 if is_peace(d, s) else 72)
        case e.Activate(unit=unit):
            return _activation_worth(d, s, side, unit)
        case e.Strengthen(unit=unit):
            return 30 + _POINT // (2 + _distance(d, s, side, s.units[unit].box))
        case e.MoveUnit(unit=unit, box=box):
            return _move_worth(d, s, side, s.units[unit].box, box, unit)
        case e.Attack(box=box):
            here = tuple(unit for unit in s.activated if unit in s.units and s.units[unit].box == box)
            return _attack_worth(d, s, side, box, here)
        case e.TakeHit(unit=unit):
            return _POINT if s.units[unit].type == "infantry" else 30
        case e.PlaceUnit(front=front):
            return _place_worth(d, s, side, front)
        case e.Strike(box=box):
            return sum(s.units[unit].strength for unit in units_at(s, OTHER[side], box))
        case e.Weaken(unit=unit):
            return s.units[unit].strength
        case e.Assign() | e.UseCard():
            return _POINT
        case e.Withdraw():
            return -_POINT
        case _:
            return 0


def _event_worth(d: Data, s: FreezingState, side: Side, operation: Operation) -> int:
    """What an event brings, against about a point for each action point."""
    match operation:
        case Place(units=units):
            return 90 * sum(strength for _, strength in units)
        case Boost(points=points):
            return 66 * points
        case Act(units=units, attack_drm=drm):
            return 0 if is_peace(d, s) else 27 * units * (2 + drm)
        case Fort():
            return 5 * _POINT
        case Mark(steps=steps):
            return 4 * _POINT * abs(steps)
        case Roll(drm=drm):
            return 48 * abs(drm)
        case Hit(hits=hits, fronts=fronts):
            victims = any(unit.side != side and d.front_of[unit.box] in fronts for unit in s.units.values())
            return 90 * hits if victims else 0
        case Weak(units=units):
            return 72 * units
        case Keep():
            return 150
        case _:
            return 90


def _distance(d: Data, s: FreezingState, side: Side, box: str) -> int:
    """Boxes from here to the nearest enemy ahead, or to the end of the front."""
    enemies, steps, here = board_of(s).at[OTHER[side]], 0, box
    while here not in enemies and (ahead := d.forward[side][here]) is not None:
        here, steps = ahead, steps + 1
    return steps


def _exchange(d: Data, s: FreezingState, side: Side, box: str, own: tuple[int, ...]) -> int:
    """Expected hits of an attack less those it costs; worked out once for the view, which is the player's own."""
    return s.derived(f"exchange.{box}.{own}", lambda: _exchange_anew(d, s, side, box, own))


def _exchange_anew(d: Data, s: FreezingState, side: Side, box: str, own: tuple[int, ...]) -> int:
    terms = battle_terms(
        d,
        side=side,
        box=box,
        line_level=s.line_level,
        attack_drm=s.attack_drm[side],
        ladoga_taken="LK" in s.fronts_taken,
        cards=(),
    )
    given = _hits(points_by_type(s, own), terms.attack_drm, terms.attack_hits_on)
    taken = _hits(points_by_type(s, units_at(s, OTHER[side], box)), terms.defence_drm, terms.defence_hits_on)
    return given - taken - terms.defender_ignores * _POINT


def _hits(dice: tuple[int, int], drm: int, hits_on: tuple[int, int]) -> int:
    return sum(_POINT // _FACES * count * hitting_faces(drm, need) for count, need in zip(dice, hits_on, strict=True))


def _attack_worth(d: Data, s: FreezingState, side: Side, box: str, own: tuple[int, ...]) -> int:
    """An even exchange is good enough."""
    return _exchange(d, s, side, box, own) + 12


def _activation_worth(d: Data, s: FreezingState, side: Side, unit: int) -> int:
    """What a unit can do: fight where it stands, or step forward."""
    here = s.units[unit].box
    ahead = d.forward[side][here]
    if is_peace(d, s):
        return 36 if ahead and d.territory[ahead] == side and not units_at(s, side, ahead) else 0
    if units_at(s, OTHER[side], here):
        return 30 + _attack_worth(d, s, side, here, units_at(s, side, here))
    return 0 if ahead is None else _move_worth(d, s, side, here, ahead, unit)


def _move_worth(d: Data, s: FreezingState, side: Side, here: str, there: str, unit: int) -> int:
    """Ground and a good fight ahead; never a step back, and no Finnish box left empty."""
    if there not in (d.forward[side][here], d.passage.target):
        return -_POINT
    ground = 4 * _POINT if side == "sov" and d.boxes[there].vp < front_value(d, s, d.front_of[there]) else 30
    if units_at(s, OTHER[side], there):
        friends = tuple(number for number in units_at(s, side, here) if number not in s.moved)
        odds = _exchange(d, s, side, there, (*friends, *units_at(s, side, there)))
        return ground // 2 + odds if odds > -30 else -_POINT
    return -_POINT if side == "fin" and units_at(s, side, here) == (unit,) else ground


def _place_worth(d: Data, s: FreezingState, side: Side, front: Front) -> int:
    """Finns go where they are fewest against the Soviets; Soviets where they are most, the Isthmus before others."""
    points = {"sov": 0, "fin": 0}
    for unit in s.units.values():
        if d.front_of[unit.box] == front:
            points[unit.side] += unit.strength
    lead = points["sov"] - points["fin"]
    return lead if side == "fin" else lead + 2 * (front == "KI")
