"""7 Reds' Orders, 8 Whites' Orders, 9 Germans' Orders: what the active side may order now."""

from collections.abc import Iterable, Iterator
from typing import Any

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.movement import can_move, hq_ends, may_stand, movable
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.phases.orders import give_order, order_cost
from wardiary.core.games.helsinki.phases.windows import is_playable, play_card
from wardiary.core.games.helsinki.queries import (
    direct_hexes,
    enemies,
    enemies_at,
    first_reserve,
    night_now,
    room,
    units_of,
)
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.core.points import option, unbarred
from wardiary.core.run import Run
from wardiary.events import helsinki as e
from wardiary.events.helsinki import OrderKind
from wardiary.events.kinds import Frame

__all__ = [
    "KINDS",
    "OWN",
    "GermanOrders",
    "Orders",
    "RedOrders",
    "TikkurilaOrders",
    "WhiteOrders",
    "battles",
    "german_hqs",
    "hexes_of_squads",
    "moves",
    "out_of_reach",
    "own_cards",
    "own_units",
    "points_of",
    "ready",
    "regroupings",
    "squads_in_sight",
    "symbols",
]

KINDS: dict[type[Any], OrderKind] = {
    e.Move: "move",
    e.Attack: "battle",
    e.Regroup: "regroup",
    e.MoveHq: "move_hq",
    e.DrawCard: "draw",
    e.Deploy: "deploy",
    e.RaiseMorale: "morale",
    e.Recruit: "recruit",
    e.Arrest: "arrest",
    e.Organise: "organise",
    e.Form: "form",
}


def points_of(d: Data, s: State, f: Frame) -> int:
    """Points that can pay for an order now (HEL-4.3-03, -04)."""
    if isinstance(f, e.AskTikkurilaOrders):
        return s.tracks["tikkurila"]
    return s.points + (s.tracks["headquarters"] if isinstance(f, e.AskGermanOrders) else 0)


def own_units(d: Data, s: State, f: Any) -> Iterator[tuple[str, int]]:
    """Hexes with own units, on the map or in Tikkurila, with each number of them."""
    for cell, units in sorted(board_of(s).at[f.side].items()):
        if is_hex(cell):
            yield from ((cell, count) for count in range(1, len(units) + 1))


def out_of_reach(d: Data, s: State, f: Any, cell: str, count: int) -> str | None:
    """Why units there get no order here: Tikkurila apart, by day only; each must be paid for."""
    in_box = cell in d.ground.box
    if f.side == "german" and in_box != isinstance(f, e.AskTikkurilaOrders):
        return "HEL-13.0-03, HEL-4.3-03: Tikkurila has points of its own, and they are good for nothing else"
    if in_box and night_now(d, s):
        return "HEL-13.0-06, HEL-13.0-R5: no orders in Tikkurila by night"
    wanted, points = order_cost(d, s, f.side, cell, count), points_of(d, s, f)
    if wanted > points:
        return f"HEL-7.3-03, HEL-7.3-04: a point for each unit is {wanted}, there are {points}"
    return None


def ready(d: Data, s: State, f: Any, cells: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Of these places with own units the hexes not `out_of_reach`, each with the most units that can be paid."""
    points, in_tikkurila = points_of(d, s, f), isinstance(f, e.AskTikkurilaOrders)
    box_too = (f.side != "german" or in_tikkurila) and not night_now(d, s)
    map_too = f.side != "german" or not in_tikkurila
    own, direct, ground = board_of(s).at[f.side], direct_hexes(d, s, f.side), d.ground
    for cell in cells if points > 0 else ():
        if cell in ground.terrain and (box_too if cell in ground.box else map_too):
            yield cell, len(own[cell]) if cell in direct else min(points, len(own[cell]))


def moves(d: Data, s: State, f: Any) -> Iterator[tuple[str, int]]:
    """What `Orders.move` allows: whether they can move depends on the hex alone."""
    most = dict(ready(d, s, f, sorted(board_of(s).at[f.side])))
    for cell in movable(d, s, f.side, most):
        yield from _numbers(cell, most[cell])


def _numbers(cell: str, most: int) -> Iterator[tuple[str, int]]:
    return ((cell, count) for count in range(1, most + 1))


def battles(d: Data, s: State, f: Any) -> Iterator[tuple[str, int]]:
    """What `Orders.attack` allows."""
    for cell, most in ready(d, s, f, sorted(board_of(s).at[f.side].keys() & enemies(s, f.side).keys())):
        yield from _numbers(cell, most)


def regroupings(d: Data, s: State, f: Any) -> Iterator[tuple[str, int]]:
    """What `GermanOrders.regroup` allows; none of these hexes is in Tikkurila, which has orders of its own."""
    places = board_of(s).at[f.side].keys() - enemies(s, f.side).keys()
    for cell, most in ready(d, s, f, sorted(places)):
        yield from _numbers(cell, most)


def own_cards(d: Data, s: State, f: Any) -> list[tuple[str]]:
    """Different cards of the hand that may be played between orders."""
    return [(card,) for card in dict.fromkeys(s.hands[f.side]) if is_playable(d, s, f.side, card, "own")]


def german_hqs(d: Data, s: State, _f: Any) -> list[tuple[int]]:
    return [(number,) for number, hq in sorted(s.hqs.items()) if hq.side == "german"]


def squads_in_sight(d: Data, s: State, _f: Any) -> list[tuple[int]]:
    """Squads on a vertex of a hex with a Red unit (HEL-7.5-01)."""
    board = board_of(s)
    return [
        (squad,)
        for vertex, squad in sorted(board.squad_at.items(), key=lambda entry: entry[1])
        if any(cell in board.red for cell in d.ground.touching[vertex])
    ]


def symbols(d: Data, _s: State, _f: Any) -> list[tuple[str]]:
    return [(vertex,) for vertex in d.ground.symbols]


def hexes_of_squads(d: Data, s: State, _f: Any) -> list[tuple[str]]:
    """Hexes that a squad touches (HEL-8.2-R1)."""
    return [(cell,) for cell in sorted({c for vertex in board_of(s).squad_at for c in d.ground.touching[vertex]})]


OWN = "a hex with so many own units"


class Orders(HelsinkiPoint[Any]):
    """What the orders of all sides have in common; one order or card, then the next (HEL-7.0-01; 8.0-01; 9.0-01)."""

    def arrive(self, s: State, f: Any, run: Step) -> bool:
        if points_of(self.data, s, f) > 0:
            return True
        run.pop()
        return False

    @option(e.Move, over=own_units, listing=moves, outside=f"HEL-7.3-01: {OWN}")
    def move(self, s: State, f: Any, cell: str, count: int) -> str | None:
        if reason := out_of_reach(self.data, s, f, cell, count):
            return reason
        return None if can_move(self.data, s, f.side, cell) else "HEL-10.1-01: there is no step that they may make"

    @option(e.Attack, over=own_units, listing=battles, outside=f"HEL-7.4-01: {OWN}")
    def attack(self, s: State, f: Any, cell: str, count: int) -> str | None:
        if not enemies_at(s, f.side, cell):
            return "HEL-7.4-01: no enemies are in the hex"
        return out_of_reach(self.data, s, f, cell, count)

    play = unbarred(e.PlayCard, over=own_cards, outside="HEL-12.0-01, HEL-12.0-R6: a card of the hand that fits now")
    done = unbarred(e.Done)

    def then(self, s: State, f: Any, answer: Any, run: Run[State]) -> None:
        match answer:
            case e.Done():
                run.pop()
            case e.PlayCard(card=card):
                play_card(self.data, s, run, f.side, card, "own")
            case e.Move(hex=cell, count=count) | e.Attack(hex=cell, count=count) | e.Regroup(hex=cell, count=count):
                give_order(self.data, s, run, KINDS[type(answer)], f.side, cell=cell, count=count)
            case e.Form(hex=cell):
                give_order(self.data, s, run, "form", f.side, cell=cell)
            case e.Organise(vertex=vertex):
                give_order(self.data, s, run, "organise", f.side, vertex=vertex)
            case e.MoveHq(hq=piece) | e.Arrest(squad=piece):
                give_order(self.data, s, run, KINDS[type(answer)], f.side, piece=piece)
            case _:
                give_order(self.data, s, run, KINDS[type(answer)], f.side)


class TikkurilaOrders(Orders):
    """HEL-4.3-03, -05, HEL-13.0-03: German orders in the box from its own points, by day, before all others."""

    frame = e.AskTikkurilaOrders

    def arrive(self, s: State, f: e.AskTikkurilaOrders, run: Step) -> bool:
        by_day = not night_now(self.data, s)
        if by_day and points_of(self.data, s, f) > 0 and self.any_legal(s, f, e.Move, e.Attack):
            return True
        run.pop()
        return False

    play = unbarred(
        e.PlayCard, over=lambda d, s, f: (), outside="HEL-12.0-01: no card is played between orders in Tikkurila"
    )


class GermanOrders(Orders):
    """HEL-9.0-01 to HEL-9.5-01, and cards between orders (HEL-4.3-04, -R3)."""

    frame = e.AskGermanOrders

    @option(e.Regroup, over=own_units, listing=regroupings, outside=f"HEL-9.3-01: {OWN}")
    def regroup(self, s: State, f: Any, cell: str, count: int) -> str | None:
        if cell in self.data.ground.box:
            return "HEL-9.3-03: not in Tikkurila"
        if enemies_at(s, f.side, cell):
            return "HEL-9.3-03: not in a battle"
        return out_of_reach(self.data, s, f, cell, count)

    @option(e.MoveHq, over=german_hqs, outside="HEL-10.2-01: a German headquarters on the battlefield")
    def move_hq(self, s: State, f: Any, hq: int) -> str | None:
        here, foes = s.hqs[hq].where, enemies(s, "german")
        if all(cell in foes for cell in self.data.ground.touching[here]):
            return "HEL-10.2-03, HEL-10.2-R1: all hexes that it touches hold enemies"
        if may_stand(self.data, s, here, here) or hq_ends(self.data, s, hq):
            return None
        return "HEL-10.2-04: it has nowhere to stand"

    @option(e.DrawCard)
    def draw(self, s: State, f: Any) -> str | None:
        return None if s.bags["GS"] else "HEL-9.1-01: the deck is empty"

    @option(e.Deploy)
    def deploy(self, s: State, f: Any) -> str | None:
        return None if first_reserve(self.data, s, "german") else "HEL-9.2-01: nobody is in the reserve"


class RedOrders(Orders):
    """HEL-7.0-01 to HEL-7.5-03, on the battlefield and in Tikkurila."""

    frame = e.AskRedOrders

    morale = unbarred(e.RaiseMorale)

    @option(e.Recruit)
    def recruit(self, s: State, f: Any) -> str | None:
        return None if units_of(s, "red", "reserve") else "HEL-7.2-01: nobody is in the reserve"

    arrest = unbarred(
        e.Arrest, over=squads_in_sight, outside="HEL-7.5-01: a squad on a vertex of a hex with a Red unit"
    )


class WhiteOrders(Orders):
    """HEL-8.0-01 to HEL-8.4-01."""

    frame = e.AskWhiteOrders

    @option(e.Organise, over=symbols, outside="HEL-8.1-01: a vertex with a yellow or blue symbol")
    def organise(self, s: State, f: Any, vertex: str) -> str | None:
        if "reserve" not in s.squads.values():
            return "HEL-8.1-01: no squad is in the reserve"
        return None

    @option(e.Form, over=hexes_of_squads, outside="HEL-8.2-R1: a hex that a squad touches")
    def form(self, s: State, f: Any, cell: str) -> str | None:
        if not units_of(s, "white", "reserve"):
            return "HEL-8.2-01: no unit is in the reserve"
        if enemies_at(s, "white", cell):
            return "HEL-8.2-01: Reds are there"
        return None if room(s, "white", cell) > 0 else "HEL-10.6-01: three friends stand there"
