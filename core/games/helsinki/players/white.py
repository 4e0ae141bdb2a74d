"""A greedy White: squads around a hex beside the flags, units out of them, and those to the flags."""

from collections.abc import Callable
from typing import Any

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.orders import order_cost
from wardiary.core.games.helsinki.players.common import (
    assault_value,
    attack_value,
    best,
    ends_of,
    far_from_red_flags,
    largest,
)
from wardiary.core.games.helsinki.queries import enemies_at, squads_touching, units_of
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.state import board_of
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = ["answer_white"]


def answer_white(d: Data, s: State, frame: Any, legal: list[Order]) -> Order:
    """The order of a White decision."""
    match frame:
        case e.AskWhiteOrders():
            return best(largest(legal), _order_worth(d, s))
        case e.AskWhiteCards():
            return best(legal, lambda order: isinstance(order, e.DrawCard))
        case e.AskMarch(units=units):
            return best(legal, _march_worth(d, s, len(units)))
    return legal[0]


def _order_worth(d: Data, s: State) -> Callable[[Order], int]:
    """What an order gains for each point."""

    def worth(order: Order) -> int:
        match order:
            case e.PlayCard():
                return 1000
            case e.Organise(vertex=vertex):
                return _vertex_worth(d, s, vertex)
            case e.Form(hex=cell):
                return 14 * squads_touching(d, s, cell) + 4 * len(d.ground.flags_near[cell])
            case e.Move(hex=cell, count=count):
                cost = order_cost(d, s, "white", cell, count)
                return (
                    max((_end_worth(d, s, cell, count, *end) for end in ends_of(d, s, "white", cell)), default=-1)
                    // cost
                )
            case e.Attack(hex=cell, count=count):
                gain = attack_value(d, s, "white", cell, count)
                return (gain // 2 + 30 * (cell in d.ground.flags)) // order_cost(d, s, "white", cell, count)
        return 0

    return worth


def _vertex_worth(d: Data, s: State, vertex: str) -> int:
    """Near other squads, near flags, not beside Reds."""
    board = board_of(s)
    cells = d.ground.touching[vertex]
    if vertex in board.squad_at:
        return -1
    reds = sum(cell in board.red for cell in cells)
    squads = max(squads_touching(d, s, cell) for cell in cells)
    flags = max(len(d.ground.flags_near[cell]) for cell in cells)
    return 20 + 6 * min(squads, 3) + 5 * flags - 12 * reds


def _end_worth(d: Data, s: State, start: str, count: int, end: str, origin: str | None) -> int:
    """Ground towards the flags, or the prospect of the attack."""
    if origin is not None and enemies_at(s, "white", end):
        value = assault_value(d, s, "white", end, count, origin)
        return 20 if value is None else value // 2 + 40 * (end in d.ground.flags)
    return (far_from_red_flags(d, s, start) - far_from_red_flags(d, s, end)) * count


def _march_worth(d: Data, s: State, count: int) -> Callable[[Order], int]:
    """The end of greatest worth for the next unit."""

    def worth(order: Order) -> int:
        if isinstance(order, e.March) and s.order is not None and s.order.hex is not None:
            return 4 * _end_worth(d, s, s.order.hex, count, order.hex, order.origin) + len(
                units_of(s, "white", order.hex)
            )
        return 0

    return worth
