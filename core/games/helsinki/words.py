"""What the game asks, in a person's words, and the short names that a person types for orders."""

from typing import Any

from wardiary.core.games.helsinki.charts import effect_of
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.orders import order_cost
from wardiary.core.games.helsinki.queries import enemies_at, morale_level, spared_squares, squads_touching, status
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.texts import (
    SIDE_NAMES,
    STATUS_NAMES,
    WINDOW_NAMES,
    card_name,
    effect_text,
    hex_name,
    printed,
    units_text,
)
from wardiary.core.requests import Choice, Request
from wardiary.core.words import common_ask, counted, plain_name, signed
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = ["EXPLAINED", "NAMES", "ask", "explain_order", "name_order"]


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
            time = f"({counted(left, 'square')} of time)"
            return f"an order, {counted(s.points, 'point')} and {spare} of the Division HQ left {time}"
        case e.AskRedOrders():
            return f"an order, {counted(s.points, 'point')} left (morale {morale_level(d, s)})"
        case e.AskWhiteOrders():
            return f"an order, {counted(s.points, 'point')} left"
        case e.AskTikkurilaOrders():
            return f"an order in Tikkurila, {counted(s.tracks['tikkurila'], 'point')}, or done"
        case e.AskOrder():
            return "how many of the points come from the Division HQ?"
        case e.AskMarch(units=units):
            return f"where does {units_text(s, units[:1])} in {s.units[units[0]].where} go?"
        case e.AskHqMarch(hq=hq):
            return f"where does headquarters {hq} at {s.hqs[hq].where} go?"
        case e.AskWindow(window=window):
            where = f" in {hex_name(d, s.battle.hex)}" if s.battle is not None and window in ("pre", "post") else ""
            return f"a card {WINDOW_NAMES[window]}{where}, or pass"
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


def explain_order(d: Data, s: State, order: Order) -> str:
    """What an order costs and meets, a place by its name, a card by its title, what a shift would come to."""
    match order:
        case e.Move(hex=cell, count=count) | e.Attack(hex=cell, count=count) | e.Regroup(hex=cell, count=count):
            return _of_units(d, s, order, cell, count)
        case e.DrawCard() if isinstance(s.frames[-1], e.AskWhiteCards):
            return "an activity card"
        case e.MoveHq(hq=hq):
            return f"at {s.hqs[hq].where}"
        case e.Arrest(squad=squad):
            return f"at {s.squads[squad]}"
        case e.Form(hex=cell):
            return _listed(_name(d, cell), counted(squads_touching(d, s, cell), "squad"))
        case e.Pay(points=spare) if s.order is not None:
            return f"{counted(s.order.cost - spare, 'square')} of time"
        case e.March(hex=cell) | e.PlaceUnit(hex=cell) | e.Retreat(hex=cell) | e.Barricade(hex=cell):
            return _listed(_name(d, cell), _against(d, s, cell) if isinstance(order, e.March) else "")
        case e.Organise(vertex=vertex) | e.MarchHq(vertex=vertex) | e.HopHq(vertex=vertex) | e.LandHq(vertex=vertex):
            return f"of {' '.join(d.ground.touching[vertex])}"
        case e.PlayCard(card=card) | e.Exchange(card=card):
            return d.cards[card].title
        case e.AddPoint(track=track):
            values, square = printed(d, track), s.tracks[track]
            return f"{values[square]}, then {values[square + 1]}"
        case e.Shift(columns=columns) if s.battle is not None:
            attack, defence = s.battle.results
            effect = effect_of(d, abs(attack - defence), s.battle.columns + columns)
            return effect_text(effect, s.battle.kind, s.battle.loser)
        case e.TestUnit(unit=unit):
            return f"in {hex_name(d, s.units[unit].where)}"
    return EXPLAINED.get(type(order), "")


def _listed(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _name(d: Data, cell: str) -> str:
    return d.ground.names.get(cell, "")


def _of_units(d: Data, s: State, order: Order, cell: str, count: int) -> str:
    """`Leppavaara, 1 point in direct command`, and whom an attack is against; a card's attack costs nothing."""
    frame: Any = s.frames[-1]
    against = _against(d, s, cell) if isinstance(order, e.Attack) else ""
    if isinstance(frame, e.AskCardBattle):
        return _listed(_name(d, cell), against)
    cost = counted(order_cost(d, s, frame.side, cell, count), "point")
    return _listed(_name(d, cell), against, f"{cost} {STATUS_NAMES[status(d, s, frame.side, cell)]}")


def _against(d: Data, s: State, cell: str) -> str:
    """The enemies of whoever is asked, and the ground they defend."""
    frame: Any = s.frames[-1]
    foes = enemies_at(s, frame.side, cell)
    ground = "a fort" if cell in d.ground.forts else d.terrain[d.ground.terrain[cell]].name
    return f"against {units_text(s, foes)} in {ground}" if foes else ""


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


EXPLAINED: dict[type[Order], str] = {
    e.DrawCard: "a support card, 1 point",
    e.Deploy: "a unit of the reserve, if the die has it so, 1 point",
    e.RaiseMorale: "up, if the die has it so, 1 point",
    e.Recruit: "a unit of the reserve, if the die has it so, 1 point",
}
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
