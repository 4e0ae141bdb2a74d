"""A computer player that looks one turn ahead: towards the aims of its side, attacking where the odds are good.

It sees what its seat sees and nothing else. Each question is answered by the listed order of the highest worth; the
worths are whole numbers, a hundred of them about the worth of a battle point.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from wardiary.core.contract import Decision
from wardiary.core.games.brother.operations import (
    ApBonus,
    DegradeLink,
    FlipControl,
    Fortify,
    Hit,
    Land,
    Offensive,
    Operation,
    Place,
    Refit,
    Table,
)
from wardiary.core.games.brother.players.appraisal import Appraisal
from wardiary.events import brother as e
from wardiary.events.brother import Side
from wardiary.events.kinds import Event, Order

__all__ = [
    "WORTH",
    "activate",
    "advance",
    "assign",
    "attack",
    "choose_town",
    "cut_link",
    "greedy",
    "land",
    "move",
    "place",
    "play_card",
    "refit",
    "step",
    "strike",
    "take_hit",
    "withdraw",
    "worth_of_operation",
]

_POINT = 150
"""What an action point is worth when there is nothing special to do with it."""


def worth_of_operation(a: Appraisal, op: Operation) -> int:
    """What an operation of a card is worth to its owner now."""
    match op:
        case Place(unit=unit, full=full, n=n, where=where):
            room = min(n, a.places(unit, where))
            return room * a.data.values[unit, full].battle * 130
        case Refit(units=units, n=n, any_town=any_town):
            return min(n, a.partial_units(units, supplied=not any_town)) * 110
        case Hit(unit=unit, full=full, n=n):
            return min(n, a.enemies(unit, full=full)) * 130
        case Land(n=n):
            return n * 400
        case Offensive(towns=towns, roll=roll, shift=shift, mp=mp, attack=attack):
            useful = min(towns, a.useful_towns())
            return useful * _POINT + (useful * (roll + 2 * shift) * 60 if attack else -_POINT) + mp * 40
        case Table():
            return 320
        case FlipControl():
            return 200
        case Fortify():
            return 150
        case ApBonus():
            return 200
        case DegradeLink():
            return 60
        case _:
            return 50


def play_card(a: Appraisal, o: e.PlayCard) -> int:
    card = a.data.cards[o.card]
    if o.mode == "ap":
        points = min(card.ap + a.state.ap_bonus[a.side], a.useful_towns())
        return points * _POINT - (100 if card.star else 0)
    return sum(worth_of_operation(a, op) for op in card.ops)


def activate(a: Appraisal, o: e.ActivateTown) -> int:
    return a.worth_of_activating(o.town)


def move(a: Appraisal, o: e.MoveUnit) -> int:
    return a.gain_of_moving(o.unit)


def step(a: Appraisal, o: e.StepTo) -> int:
    return a.best_beyond(o.town)


def attack(a: Appraisal, o: e.Attack) -> int:
    return a.worth_of_attack(o.town, a.eligible(o.town))


def assign(a: Appraisal, o: e.Assign) -> int:
    town = a.frame.town
    picked = a.state.picked
    return a.worth_of_attack(town, (*picked, o.unit)) - (a.worth_of_attack(town, picked) if picked else -10_000)


def take_hit(a: Appraisal, o: e.TakeHit) -> int:
    """Cheap losses first; an attacker keeps full units, for they advance."""
    unit, battle = a.state.units[o.unit], a.state.battle
    lost = a.data.values[unit.type, unit.full].battle
    if unit.full:
        lost -= a.data.values[unit.type, False].battle
    keeps_full = battle is not None and battle.side == a.side and battle.withdrawal
    return -10 * lost - (5 if unit.full == keeps_full else 0)


def withdraw(a: Appraisal, o: e.WithdrawUnit) -> int:
    return a.worth_of_standing(o.unit, o.town) + 40 * a.friends(o.town)


def advance(a: Appraisal, o: e.Advance) -> int:
    origin = a.state.units[o.unit].town
    return a.worth_of_standing(o.unit, a.frame.town) - a.worth_of_standing(o.unit, origin) + 150


def place(a: Appraisal, o: e.PlaceUnit) -> int:
    """Elite units first: guards may take their room."""
    return a.need_of(o.type, o.town) + (20_000 if o.type in a.data.elite else 10_000)


def land(a: Appraisal, o: e.LandUnit) -> int:
    return a.need_of("german", o.town) + 10_000


def refit(a: Appraisal, o: e.Refit) -> int:
    unit = a.state.units[o.unit]
    gain = a.data.values[unit.type, True].battle - a.data.values[unit.type, False].battle
    return 100 * gain + a.need_of(unit.type, unit.town) // 10 + 1_000


def strike(a: Appraisal, o: e.StrikeUnit) -> int:
    return 1_000 - a.distance_to_aim(a.state.units[o.unit].town)


def choose_town(a: Appraisal, o: e.ChooseTown) -> int:
    return -a.distance_to_enemy(o.town)


def cut_link(a: Appraisal, o: e.CutLink) -> int:
    ends = a.data.rails[o.link]
    sides = {a.state.controller[town] for town in ends}
    return 50 * len(sides) - min(a.distance_to_enemy(town) for town in ends)


WORTH: Mapping[type[Event], Callable[[Appraisal, Any], int]] = {
    e.PlayCard: play_card,
    e.UseCard: lambda a, o: 1,
    e.ActivateTown: activate,
    e.MoveUnit: move,
    e.StepTo: step,
    e.Stop: lambda a, o: a.worth_of_stopping(),
    e.Attack: attack,
    e.Assign: assign,
    e.TakeHit: take_hit,
    e.WithdrawUnit: withdraw,
    e.Advance: advance,
    e.PlaceUnit: place,
    e.LandUnit: land,
    e.Refit: refit,
    e.StrikeUnit: strike,
    e.Relocate: lambda a, o: 1_000,
    e.ChooseTown: choose_town,
    e.CutLink: cut_link,
    e.Done: lambda a, o: 0,
}


def greedy(decision: Decision) -> Order:
    """The listed order of the highest worth, the first of equals."""
    if len(decision.legal) == 1:
        return decision.legal[0]
    appraisal = Appraisal(decision.data, decision.view().state, cast(Side, decision.seat), decision.request)
    return max(decision.legal, key=lambda order: WORTH[type(order)](appraisal, order))
