"""What the game asks, in a person's words, and the short names that a person types for orders."""

from collections.abc import Callable, Mapping
from typing import Any

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.queries import points_left
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.games.brother.texts import MONTH_NAMES, SIDE_NAMES, counted_units, unit_name
from wardiary.core.requests import Choice, Request
from wardiary.core.words import common_ask, plain_name
from wardiary.events import brother as e
from wardiary.events.kinds import Frame, Order

__all__ = ["ask", "explain_order", "name_order"]


def _activating(d: Data, s: BrotherState, f: Any) -> str:
    return f"activate a town ({f.points - len(s.activated_towns)} of {f.points} left) or done"


def _reinforcing(d: Data, s: BrotherState, f: Any) -> str:
    return f"place reinforcements ({counted_units(d, s.waiting)}) or done"


def _losses(d: Data, s: BrotherState, f: Any) -> str:
    return f"{s.due[f.side]} hits in the battle for {f.town}: which unit takes one"


def _moving(d: Data, s: BrotherState, f: Any) -> str:
    return f"{unit_name(d, s, f.unit)} is in {s.path[-1]} with {points_left(d, s, f.unit)} MP: go on or stop"


def _battle(text: str) -> Callable[[Data, BrotherState, Any], str]:
    return lambda d, s, f: text.format(town=d.towns[f.town].name)


def _plain(text: str) -> Callable[[Data, BrotherState, Any], str]:
    return lambda _d, _s, _f: text


_ASK: Mapping[type[Frame], Callable[[Data, BrotherState, Any], str]] = {
    e.AskReinforcements: _reinforcing,
    e.AskCard: lambda d, s, f: f"play a card ({MONTH_NAMES[s.month]}, turn {f.number}), as event or for points",
    e.AskPoints: _plain("use a card on the table against the points, or done"),
    e.AskActivating: _activating,
    e.AskMoves: _plain("move an activated unit, or done"),
    e.AskMoving: _moving,
    e.AskBattles: _plain("attack a town, or done"),
    e.AskAttackers: _battle("who attacks {town}? Name a unit, or done"),
    e.AskReaction: _battle("use a card on the table in the battle for {town}, or done"),
    e.AskLosses: _losses,
    e.AskWithdrawal: _battle("withdraw from {town}: which unit, where to"),
    e.AskAdvance: _battle("advance into {town}: which unit, or done"),
    e.AskPlacing: _plain("the event brings units: where, or done"),
    e.AskLanding: _plain("a German unit lands: where, or done"),
    e.AskRefit: _plain("the event turns partial units full: which, or done"),
    e.AskStriking: _plain("the event weakens enemy units: which, or done"),
    e.AskRelocating: _plain("the event carries units: which, or done"),
    e.AskTown: _plain("the event is about a town: which"),
    e.AskLink: _plain("the event cuts a railway: which"),
}


def ask(d: Data, s: BrotherState, request: Request) -> str:
    """The request in a person's words."""
    if isinstance(request, Choice) and (text := _ASK.get(type(request.frame))) is not None:
        return f"{SIDE_NAMES[request.seats[0]]}: {text(d, s, request.frame)}"
    return common_ask(request)


_WORDS: Mapping[type[Order], str] = {
    e.ActivateTown: "activate",
    e.MoveUnit: "move",
    e.StepTo: "to",
    e.Assign: "with",
    e.TakeHit: "hit",
    e.WithdrawUnit: "withdraw",
    e.PlaceUnit: "place",
    e.LandUnit: "land",
    e.StrikeUnit: "strike",
    e.Relocate: "carry",
    e.ChooseTown: "choose",
    e.CutLink: "cut",
}


def name_order(_d: Data, _s: BrotherState, order: Order) -> str:
    """A short name, unique among the listed orders."""
    match order:
        case e.PlayCard(card=card, mode=mode):
            return f"{card} {mode}"
        case e.UseCard(card=card, town=town):
            return f"use {card}" if town is None else f"use {card} {town}"
    return plain_name(order, _WORDS)


def explain_order(d: Data, s: BrotherState, order: Order) -> str:
    """A card by its title, a unit by what it is and where it stands, a place by its name."""
    match order:
        case e.PlayCard(card=card, mode="ap"):
            return f"{_title(d, card)}, {d.cards[card].ap} AP"
        case e.PlayCard(card=card) | e.UseCard(card=card, town=None):
            return _title(d, card)
        case e.UseCard(card=card, town=str(town)):
            return f"{_title(d, card)}, against {d.towns[town].name}"
        case e.WithdrawUnit(unit=unit, town=town) | e.Relocate(unit=unit, town=town):
            return f"{_where(d, s, unit)} to {d.towns[town].name}"
        case (
            e.MoveUnit(unit=unit)
            | e.Assign(unit=unit)
            | e.TakeHit(unit=unit)
            | e.Advance(unit=unit)
            | e.Refit(unit=unit)
            | e.StrikeUnit(unit=unit)
        ):
            return _where(d, s, unit)
        case e.PlaceUnit(type=kind, town=town):
            return f"{d.unit_types[kind].name} in {d.towns[town].name}"
        case (
            e.ActivateTown(town=town)
            | e.StepTo(town=town)
            | e.Attack(town=town)
            | e.LandUnit(town=town)
            | e.ChooseTown(town=town)
        ):
            return d.towns[town].name
        case e.CutLink(link=link):
            return " - ".join(d.towns[town].name for town in d.rails[link])
        case _:
            return ""


def _title(d: Data, card: str) -> str:
    known = d.cards[card]
    return f"{known.name}{'*' if known.star else ''}"


def _where(d: Data, s: BrotherState, number: int) -> str:
    unit = s.units[number]
    return f"{'' if unit.full else 'partial '}{d.unit_types[unit.type].name} in {d.towns[unit.town].name}"
