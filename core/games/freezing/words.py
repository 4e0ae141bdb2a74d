"""What the game asks, in a person's words, and the short names that a person types for orders."""

from collections.abc import Mapping
from typing import Any

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.operations import Act, Boost, Bypass, Weak, Withdraw
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.texts import SIDE_NAMES, card_title
from wardiary.core.requests import Choice, Draw, Request, Roll
from wardiary.core.words import common_ask, counted, plain_name
from wardiary.events import freezing as e
from wardiary.events.kinds import Order

__all__ = ["ask", "explain_order", "name_order"]


def ask(d: Data, s: FreezingState, request: Request) -> str:
    """What is asked, in a sentence."""
    match request:
        case Choice(frame=frame, seats=(seat, *_)):
            return f"{_side(seat)}: {_question(d, s, frame)}"
        case Roll(purpose=purpose, by=by, count=count):
            return f"{_side(by)}: roll {count}d6 ({purpose.replace('.', ' ')})"
        case Draw(by=by):
            return f"{_side(by)}: draw a card"
        case _:
            return common_ask(request)


def _side(seat: str) -> str:
    return SIDE_NAMES["sov" if seat == "sov" else "fin"]


def _question(d: Data, s: FreezingState, frame: Any) -> str:
    operation = d.operations[s.card or ""].get(frame.op) if getattr(frame, "op", None) else None
    left = len(s.picked)
    match frame, operation:
        case e.AskCard(impulse=impulse), _:
            return f"impulse {impulse} of 8, play a card as its event or for its action points"
        case e.AskAllocating(points=points), _:
            return f"{points - left} of {points} action points left: activate, strengthen, or done"
        case e.AskMoves(), _:
            return "move an activated unit, or done"
        case e.AskBattles(), _:
            return "attack in a box, or done"
        case e.AskAttackers(box=box), _:
            return f"who attacks in {box}?"
        case e.AskReaction(box=box), _:
            return f"use a kept card in the battle of {box}, or pass"
        case e.AskLoss(box=box), _:
            return f"{counted(s.due[frame.side], 'hit')} to take in {box}: which of the strongest units?"
        case e.AskPlacing(waiting=waiting), _:
            return f"place {waiting[0].type} {waiting[0].strength}: on which front?"
        case _, Boost(points=points):
            return f"{points - left} of {points} points left: strengthen a unit, or done"
        case _, Act(units=units) | Bypass(units=units):
            return f"{units - left} of {units} units left: activate one, or done"
        case _, Weak(units=units):
            return f"{units - left} of {units} enemy units left: weaken one, or done"
        case _, Withdraw(units=units):
            return f"{units - left} of {units} units left: withdraw one, or done"
        case e.AskStriking(), _:
            return "which box is struck?"
        case _:
            return "decide"


def explain_order(d: Data, s: FreezingState, order: Order) -> str:
    """A card by its title, a unit by what it is and where it stands, a place by its name."""
    match order:
        case e.PlayCard(card=card, mode="action"):
            return f"{card_title(d, card)}, {counted(d.cards[card].ap, 'point')}"
        case e.PlayCard(card=card) | e.UseCard(card=card):
            return card_title(d, card)
        case e.MoveUnit(unit=unit, box=box) | e.Withdraw(unit=unit, box=box):
            counter = s.units[unit]
            return f"{counter.type} {counter.strength} from {counter.box} to {d.boxes[box].en}"
        case (
            e.Activate(unit=unit)
            | e.Strengthen(unit=unit)
            | e.Assign(unit=unit)
            | e.TakeHit(unit=unit)
            | e.Weaken(unit=unit)
        ):
            counter = s.units[unit]
            return f"{counter.type} {counter.strength} in {counter.box}"
        case e.Attack(box=box) | e.Strike(box=box):
            return d.boxes[box].en
        case e.PlaceUnit(front=front):
            return d.fronts[front].en
        case _:
            return ""


_WORDS: Mapping[type[Order], str] = {e.MoveUnit: "move", e.TakeHit: "hit", e.UseCard: "use", e.PlaceUnit: "place"}


def name_order(_d: Data, _s: FreezingState, order: Order) -> str:
    """A short name to type."""
    match order:
        case e.PlayCard(card=card, mode=mode):
            return f"{mode} {card}"
        case e.Withdraw(unit=unit):
            return f"withdraw {unit}"
    return plain_name(order, _WORDS)
