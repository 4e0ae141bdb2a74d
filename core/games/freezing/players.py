"""A computer player with a few rules of thumb: gain ground (SOV), hold it (FIN), fight only where it looks good."""

from wardiary.core.contract import Sight
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

__all__ = ["greedy"]

BOX_WORTH = 4.0
FACES = 6


def greedy(sight: Sight) -> Order:
    """The listed order that looks best by itself; of equals the first."""
    d: Data = sight.data
    s: FreezingState = sight.view().state
    side: Side = "sov" if sight.seat == "sov" else "fin"
    return max(sight.legal, key=lambda order: worth(d, s, side, order))


def worth(d: Data, s: FreezingState, side: Side, order: Order) -> float:
    """How good an order looks; 0 is as good as being done."""
    match order:
        case e.PlayCard(card=card, mode="event"):
            return sum(event_worth(d, s, side, operation) for operation in d.cards[card].ops)
        case e.PlayCard(card=card):
            return d.cards[card].ap * (0.9 if is_peace(d, s) else 1.2)
        case e.Activate(unit=unit):
            return activation_worth(d, s, side, unit)
        case e.Strengthen(unit=unit):
            return 0.5 + 1 / (2 + distance(d, s, side, s.units[unit].box))
        case e.MoveUnit(unit=unit, box=box):
            return move_worth(d, s, side, s.units[unit].box, box, unit)
        case e.Attack(box=box):
            return attack_worth(d, s, side, box, s.activated)
        case e.Assign() | e.UseCard():
            return 1.0
        case e.TakeHit(unit=unit):
            return 1.0 if s.units[unit].type == "infantry" else 0.5
        case e.PlaceUnit(front=front):
            return place_worth(d, s, side, front)
        case e.Strike(box=box):
            return float(sum(s.units[number].strength for number in units_at(s, OTHER[side], box)))
        case e.Weaken(unit=unit):
            return float(s.units[unit].strength)
        case e.Withdraw():
            return -1.0
        case _:
            return 0.0


def event_worth(d: Data, s: FreezingState, side: Side, operation: Operation) -> float:
    """An event against about one for each action point."""
    match operation:
        case Place(units=units):
            return 1.5 * sum(strength for _, strength in units)
        case Boost(points=points):
            return 1.1 * points
        case Act(units=units, attack_drm=drm):
            return 0.0 if is_peace(d, s) else 0.9 * units * (1 + drm / 2)
        case Fort():
            return 5.0
        case Mark(steps=steps):
            return 4.0 * abs(steps)
        case Roll(drm=drm):
            return 0.8 * abs(drm)
        case Hit(hits=hits, fronts=fronts):
            victims = [unit for unit in s.units.values() if unit.side != side and d.front_of[unit.box] in fronts]
            return 1.5 * hits if victims else 0.0
        case Weak(units=units):
            return 1.2 * units
        case Keep():
            return 2.5
        case _:
            return 1.5


def distance(d: Data, s: FreezingState, side: Side, box: str) -> int:
    """Boxes from here to the nearest enemy ahead."""
    enemies, steps, here = board_of(s).at[OTHER[side]], 0, box
    while here not in enemies and (ahead := d.forward[side][here]) is not None:
        here, steps = ahead, steps + 1
    return steps


def exchange(d: Data, s: FreezingState, side: Side, box: str, own: tuple[int, ...]) -> float:
    """Expected hits of an attack less those it costs."""
    terms = battle_terms(
        d,
        side=side,
        box=box,
        line_level=s.line_level,
        attack_drm=s.attack_drm[side],
        ladoga_taken="LK" in s.fronts_taken,
        cards=(),
    )
    attack, defence = points_by_type(s, own), points_by_type(s, units_at(s, OTHER[side], box))
    given = sum(n * hitting_faces(terms.attack_drm, need) for n, need in zip(attack, terms.attack_hits_on, strict=True))
    taken = sum(
        n * hitting_faces(terms.defence_drm, need) for n, need in zip(defence, terms.defence_hits_on, strict=True)
    )
    return (given - taken) / FACES - terms.defender_ignores


def attack_worth(d: Data, s: FreezingState, side: Side, box: str, units: tuple[int, ...]) -> float:
    """An even exchange is worth it for the attacker who can clear the box."""
    here = tuple(number for number in units if number in s.units and s.units[number].box == box)
    return exchange(d, s, side, box, here) + 0.2


def activation_worth(d: Data, s: FreezingState, side: Side, unit: int) -> float:
    """The better of fighting where it stands and stepping forward."""
    if is_peace(d, s):
        ahead = d.forward[side][s.units[unit].box]
        return 0.6 if ahead and d.territory[ahead] == side and not units_at(s, side, ahead) else 0.0
    here = s.units[unit].box
    if units_at(s, OTHER[side], here):
        return 0.5 + attack_worth(d, s, side, here, units_at(s, side, here))
    ahead = d.forward[side][here]
    return 0.0 if ahead is None else move_worth(d, s, side, here, ahead, unit)


def move_worth(d: Data, s: FreezingState, side: Side, here: str, there: str, unit: int) -> float:
    """Ground and a good fight ahead; never a step back."""
    if d.forward[side][here] != there and there != d.passage.target:
        return -1.0
    friends = tuple(number for number in units_at(s, side, here) if number not in s.moved) + units_at(s, side, there)
    ground = BOX_WORTH if side == "sov" and d.boxes[there].vp < front_value(d, s, d.front_of[there]) else 0.5
    if units_at(s, OTHER[side], there):
        odds = exchange(d, s, side, there, friends)
        return ground * 0.5 + odds if odds > -0.5 else -1.0
    leaves_line_open = side == "fin" and not [number for number in units_at(s, side, here) if number != unit]
    return -1.0 if leaves_line_open else ground


def place_worth(d: Data, s: FreezingState, side: Side, front: Front) -> float:
    """Finns go where they are fewest against the Soviets there; Soviets to the Isthmus first, where it pays most."""
    points = {
        of: sum(u.strength for u in s.units.values() if u.side == of and d.front_of[u.box] == front) for of in OTHER
    }
    if side == "fin":
        return float(points["sov"] - points["fin"])
    return float(points["sov"] - points["fin"]) + (2.0 if front == "KI" else 0.0)
