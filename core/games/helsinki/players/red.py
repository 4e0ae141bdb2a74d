"""A greedy Red: keep the flags manned, raise new units, strike what is weak, stay in the forts."""

from collections.abc import Callable
from typing import Any

from wardiary.core.games.helsinki.data import STACK, Data
from wardiary.core.games.helsinki.phases.orders import order_cost
from wardiary.core.games.helsinki.players.common import assault_value, attack_value, best, ends_of, largest
from wardiary.core.games.helsinki.queries import enemies_at, morale_level, units_of
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = [
    "answer_red",
]


def answer_red(d: Data, s: State, frame: Any, legal: list[Order]) -> Order:
    """The order of a Red decision."""
    match frame:
        case e.AskRedOrders():
            return best(largest(legal, lambda cell: _spare_units(d, s, cell)), _order_worth(d, s))
        case e.AskMarch(units=units):
            return best(legal, _march_worth(d, s, len(units)))
        case e.AskPlacement() | e.AskCardPlaces():
            return best(legal, lambda order: _post_worth(d, s, getattr(order, "hex", None)))
        case e.AskCardBattle():
            return best(legal, lambda order: attack_value(d, s, "red", order.hex, order.count))  # type: ignore[attr-defined]
        case e.AskBarricades():
            return best(legal, lambda order: 5 * (getattr(order, "hex", None) in d.ground.flags) + 1)
    return legal[0]


def _order_worth(d: Data, s: State) -> Callable[[Order], int]:
    """What an order gains for each point."""

    def worth(order: Order) -> int:
        match order:
            case e.PlayCard():
                return 1000
            case e.Move(hex=cell, count=count):
                cost = order_cost(d, s, "red", cell, count)
                return (
                    max((_end_worth(d, s, cell, count, *end) for end in ends_of(d, s, "red", cell)), default=-1) // cost
                )
            case e.Attack(hex=cell, count=count):
                gain = attack_value(d, s, "red", cell, count)
                return (gain // 2 + 10 * (cell in d.ground.flags)) // order_cost(d, s, "red", cell, count)
            case e.Recruit():
                return 26
            case e.RaiseMorale():
                return 20 if morale_level(d, s) < 3 else 6
            case e.Arrest():
                return 16
        return 0

    return worth


def _spare_units(d: Data, s: State, cell: str) -> int:
    """How many units may leave a hex: a flag keeps one, a fort all while the enemy is before it."""
    here = len(units_of(s, "red", cell))
    if cell in d.ground.flags or cell == d.ground.railway_hex:
        return here - 1
    return here - (cell in d.ground.forts)


def _post_worth(d: Data, s: State, cell: str | None) -> int:
    """What one more unit is worth in a hex: empty and threatened flags first, then places around them."""
    if cell is None:
        return 0
    here = len(units_of(s, "red", cell))
    foes = sum(len(enemies_at(s, "red", other)) for other in d.ground.beside[cell])
    if cell in d.ground.flags:
        return (60, 30, 14)[min(here, 2)] + 6 * min(foes, 3)
    return 4 * len(d.ground.flags_near[cell]) + 2 * (here == 0) - 3 * foes


def _end_worth(d: Data, s: State, start: str, count: int, end: str, origin: str | None) -> int:
    """A better post, or the prospect of the attack."""
    if origin is not None and enemies_at(s, "red", end):
        value = assault_value(d, s, "red", end, count, origin)
        return 15 if value is None else value // 2 + 8 * len(d.ground.flags_near[end])
    if start in d.ground.flags and end not in d.ground.flags:
        return -1
    gain = _post_worth(d, s, end) - _post_worth_left(d, s, start)
    return count * gain + (_far(d, start) - _far(d, end)) // 2


def _far(d: Data, cell: str) -> int:
    return min(ways.get(cell, 0) for ways in d.ground.marching.values())


def _post_worth_left(d: Data, s: State, cell: str) -> int:
    """What the post is worth that is given up."""
    here = len(units_of(s, "red", cell))
    return (14, 30, 60)[STACK - here] if cell in d.ground.flags else 4 * len(d.ground.flags_near[cell])


def _march_worth(d: Data, s: State, count: int) -> Callable[[Order], int]:
    """The end of greatest worth for the next unit."""

    def worth(order: Order) -> int:
        if isinstance(order, e.March) and s.order is not None and s.order.hex is not None:
            return _end_worth(d, s, s.order.hex, count, order.hex, order.origin)
        return 0

    return worth
