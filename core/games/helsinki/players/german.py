"""A greedy German: stacks go along the roads with their headquarters, break what bars the way, and take the flags."""

from collections.abc import Callable
from typing import Any

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.movement import hq_ends
from wardiary.core.games.helsinki.phases.orders import order_cost
from wardiary.core.games.helsinki.players.common import (
    assault_value,
    attack_value,
    best,
    ends_of,
    far_from_red_flags,
    largest,
)
from wardiary.core.games.helsinki.queries import enemies, enemies_at, placement_hexes, units_of
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.state import board_of
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = [
    "answer_german",
]

_MEURER_WANTED = 4
_ENOUGH = 9
"""Time is dear: what gains less for a point is not ordered, in so many initiatives."""
_PATIENCE = 90


def answer_german(d: Data, s: State, frame: Any, legal: list[Order]) -> Order:
    """The order of a German decision."""
    match frame:
        case e.AskGermanOrders():
            return best(largest(legal), _order_worth(d, s))
        case e.AskTikkurilaOrders():
            return best(legal, _tikkurila_worth(d, s))
        case e.AskGift():
            return best(legal, _gift_worth(s))
        case e.AskMarch(units=units):
            return best(legal, _march_worth(d, s, len(units)))
        case e.AskHqMarch(hq=hq):
            return best(legal, lambda order: _hq_worth(d, s, hq, getattr(order, "vertex", s.hqs[hq].where)))
        case e.AskPlacement():
            return best(legal, lambda order: _place_worth(d, s, getattr(order, "hex", "")))
        case e.AskLandingVertex():
            return best(legal, lambda order: _hq_worth(d, s, 0, getattr(order, "vertex", "")))
        case e.AskCardBattle():
            return best(legal, lambda order: attack_value(d, s, "german", order.hex, order.count))  # type: ignore[attr-defined]
        case e.AskOrder():
            return legal[-1]
    return legal[0]


def _order_worth(d: Data, s: State) -> Callable[[Order], int]:
    """What an order gains for each point."""

    def worth(order: Order) -> int:
        match order:
            case e.PlayCard(card="GS06"):
                return 1 if any(attack_value(d, s, "german", c, 3) > 50 for c in s.facings) else -1
            case e.PlayCard():
                return 1000
            case e.Move(hex=cell, count=count):
                cost = order_cost(d, s, "german", cell, count)
                return (
                    max((_end_worth(d, s, cell, count, *end) for end in ends_of(d, s, "german", cell)), default=-1)
                    // cost
                )
            case e.Attack(hex=cell, count=count):
                gain = attack_value(d, s, "german", cell, count)
                return (gain // 2 + _flag_worth(d, cell)) // order_cost(d, s, "german", cell, count)
            case e.MoveHq(hq=hq):
                now = _hq_worth(d, s, hq, s.hqs[hq].where)
                return max((_hq_worth(d, s, hq, v) for v in hq_ends(d, s, hq)), default=now) - now
            case e.Deploy():
                return _deploy_worth(d, s)
            case e.DrawCard():
                return 4
            case e.Done():
                return _ENOUGH if s.turn < _PATIENCE else -1000
        return 0

    return worth


def _flag_worth(d: Data, cell: str) -> int:
    """Battles count for more where they matter."""
    return 40 if cell in d.ground.flags else 0


def _end_worth(d: Data, s: State, start: str, count: int, end: str, origin: str | None) -> int:
    """Ground gained by all units, or the prospect of the attack."""
    if origin is not None and enemies_at(s, "german", end):
        value = assault_value(d, s, "german", end, count, origin)
        return 20 if value is None else value // 2 + _flag_worth(d, end) + 12
    gain = far_from_red_flags(d, s, start) - far_from_red_flags(d, s, end)
    return gain * count - 10 * _stranded(d, s, end, count) if gain > 0 else gain


def _stranded(d: Data, s: State, end: str, count: int) -> int:
    """1 for a lone unit that goes among several enemies."""
    near = sum(len(enemies_at(s, "german", cell)) for cell in d.ground.beside[end])
    return int(near > 2 * count)


def _march_worth(d: Data, s: State, count: int) -> Callable[[Order], int]:
    """The end of greatest worth for the next unit."""

    def worth(order: Order) -> int:
        if isinstance(order, e.March) and s.order is not None:
            start = s.order.hex or order.hex
            if start in d.ground.box:
                return _tikkurila_end(d, s, order.hex)
            joined = len(units_of(s, "german", order.hex)) if order.origin is None else 0
            return 4 * _end_worth(d, s, start, count, order.hex, order.origin) + joined
        return 0

    return worth


def _hq_worth(d: Data, s: State, hq: int, vertex: str) -> int:
    """Units that it would command directly and no other does, nearness to the flags, and the road to the west."""
    others = {c for n, h in s.hqs.items() if h.side == "german" and n != hq for c in d.ground.touching[h.where]}
    cells = d.ground.touching.get(vertex, ())
    units = sum(len(units_of(s, "german", cell)) for cell in cells if cell not in others)
    far = min((far_from_red_flags(d, s, cell) for cell in cells), default=0)
    on_line = any(d.ground.roads[0][cell] for cell in cells)
    return 8 * min(units, 4) - far // 2 + 4 * on_line


def _deploy_worth(d: Data, s: State) -> int:
    """New units count for as much as their place is near the front."""
    places = placement_hexes(d, s, "german", "direct")
    if not places:
        return -1
    front = min((far_from_red_flags(d, s, c) for c in board_of(s).at["german"] if c in d.ground.land), default=0)
    near = min(far_from_red_flags(d, s, cell) for cell in places)
    return 22 if near - front < 24 else 10


def _place_worth(d: Data, s: State, cell: str) -> int:
    """As near to the flags as possible, not alone."""
    if cell not in d.ground.terrain:
        return -1000
    foes = sum(len(enemies_at(s, "german", other)) for other in d.ground.beside[cell])
    return -far_from_red_flags(d, s, cell) - 6 * max(0, foes - 1) + 2 * len(units_of(s, "german", cell))


def _gift_worth(s: State) -> Callable[[Order], int]:
    """First Meurer's landing, then a reserve of points."""
    want = {"meurer": 3 if s.tracks["meurer"] < _MEURER_WANTED else 0, "headquarters": 2, "tikkurila": 1}
    return lambda order: want[order.track]  # type: ignore[attr-defined]


def _tikkurila_worth(d: Data, s: State) -> Callable[[Order], int]:
    """Attack the railway hex with all that can be paid for."""

    def worth(order: Order) -> int:
        match order:
            case e.Attack(hex=cell, count=count):
                return attack_value(d, s, "german", cell, count) + 10 * count
            case e.Move(hex=cell, count=count) if cell != d.ground.railway_hex:
                red_there = d.ground.railway_hex in enemies(s, "german")
                return 30 * count - (70 if red_there else 0)
        return 0

    return worth


def _tikkurila_end(d: Data, s: State, end: str) -> int:
    """Towards the railway hex."""
    return 100 if end == d.ground.railway_hex else 1
