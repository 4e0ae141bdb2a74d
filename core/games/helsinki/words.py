"""What the game asks, in a person's words, and the short names that a person types for orders."""

from typing import Any

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.queries import morale_level, spared_squares
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.texts import SIDE_NAMES, card_name, units_text
from wardiary.core.requests import Choice, Request
from wardiary.core.words import common_ask, plain_name, signed
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = ["NAMES", "ask", "name_order"]


def ask(d: Data, s: State, request: Request) -> str:
    """The request in a person's words."""
    if not isinstance(request, Choice):
        return common_ask(request)
    frame: Any = request.frame
    return f"{SIDE_NAMES[frame.side]}: {_question(d, s, frame)}"


def _question(d: Data, s: State, frame: Any) -> str:
    match frame:
        case e.AskGermanOrders():
            left = spared_squares(d, s)
            spare = s.tracks["headquarters"]
            return f"an order, {s.points} points and {spare} of the Division HQ left ({left} squares of time)"
        case e.AskRedOrders():
            return f"an order, {s.points} points left (morale {morale_level(d, s)})"
        case e.AskWhiteOrders():
            return f"an order, {s.points} points left"
        case e.AskTikkurilaOrders():
            return f"an order in Tikkurila, {s.tracks['tikkurila']} points, or done"
        case e.AskOrder():
            return "how many of the points come from the Division HQ?"
        case e.AskMarch(units=units):
            return f"where does {units_text(s, units[:1])} in {s.units[units[0]].where} go?"
        case e.AskHqMarch(hq=hq):
            return f"where does headquarters {hq} at {s.hqs[hq].where} go?"
        case e.AskWindow(window=window):
            return f"a card now ({window}), or pass"
        case e.AskGift():
            return "which of the tracks gets a point?"
        case e.AskWhiteCards():
            return "draw a card, lay one aside for two, or pass"
        case e.AskPlacement(placement=placement):
            return f"where does the new unit stand ({'direct command' if placement == 'direct' else 'command'})?"
        case e.AskBattle():
            return "shift the effect by a column?"
        case e.AskLosses(retreating=units):
            return f"where does {units_text(s, units[:1])} retreat to?"
        case e.AskSettling():
            return "which headquarters in danger hops where?"
        case e.AskMidnight():
            return "midnight: which unit is tested next?"
        case e.AskLandingVertex():
            return "where does the headquarters of Abteilung Meurer land?"
        case e.AskLandingRoom(units=units):
            return f"where does {units_text(s, units[:1])} go to make room?"
        case e.AskCardBattle(card=card):
            return f"{card_name(d, card)}: which units attack where?"
        case e.AskCardPlaces(card=card, count=count):
            return f"{card_name(d, card)}: a hex for a unit (up to {count} more), or done"
        case e.AskBarricades(card=card, count=count):
            return f"{card_name(d, card)}: a hex for barricades (up to {count} more), or done"
    return "decide"


def name_order(_d: Data, _s: State, order: Order) -> str:
    """A short name, unique among the listed orders: its word and its fields."""
    match order:
        case e.Move(hex=cell, count=count):
            return f"move {cell} {count}"
        case e.Attack(hex=cell, count=count):
            return f"attack {cell} {count}"
        case e.Regroup(hex=cell, count=count):
            return f"regroup {cell} {count}"
        case e.March(hex=cell, origin=origin):
            return f"go {cell}" + (f" from {origin}" if origin else "")
        case e.MakeRoom(hex=cell):
            return f"to {cell or 'reserve'}"
        case e.Shift(columns=columns):
            return f"shift {signed(columns)}"
        case e.HopHq(hq=hq, vertex=vertex):
            return f"hop {hq} {vertex}"
    return plain_name(order, NAMES)


NAMES: dict[type[Order], str] = {
    e.MoveHq: "hq",
    e.DrawCard: "draw",
    e.RaiseMorale: "morale",
    e.MarchHq: "to",
    e.LandHq: "land",
    e.PlaceUnit: "place",
    e.PlayCard: "play",
    e.AddPoint: "add",
    e.TestUnit: "test",
}
