"""What the greedy players of all sides share: prospects of a battle, values of hexes, cards.

Values are whole numbers; a value of 12 is about what one unit gains by a whole movement order along a road.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from wardiary.core.games.helsinki.charts import Terms, battle_terms
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.movement import reach
from wardiary.core.games.helsinki.odds import difference_counts
from wardiary.core.games.helsinki.queries import enemies_at, flags_with_red, friends_at, rear, recall, units_of
from wardiary.core.games.helsinki.state import Battle
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.events import helsinki as e
from wardiary.events.helsinki import BattleKind, Side
from wardiary.events.kinds import Order

__all__ = [
    "assault_value",
    "attack_value",
    "best",
    "card_order",
    "column_value",
    "ends_of",
    "far_from_red_flags",
    "largest",
    "prospect",
    "retreat_order",
]

T = TypeVar("T")


def best(orders: Iterable[T], worth: Callable[[T], Any]) -> T:
    """The order of greatest worth, the first of equals."""
    return max(orders, key=worth)


def largest(legal: Iterable[Order], most: Callable[[str], int] | None = None) -> list[Order]:
    """Of orders to units of one hex only the one to the most, at most `most(hex)`; all others as they are."""
    kept: dict[Any, Order] = {}
    for order in legal:
        if isinstance(order, e.Move | e.Attack):
            if most is None or order.count <= most(order.hex):
                kept[type(order), order.hex] = order
        else:
            kept[order] = order
    return list(kept.values())


@lru_cache(maxsize=4096)
def prospect(terms: Terms) -> int:
    """What an attack promises, in hundredths: each step of difference counts, lost rolls as much as won ones."""
    counts, throws = difference_counts(terms)
    return 100 * sum(max(-4, min(4, difference)) * ways for difference, ways in counts.items()) // throws


def far_from_red_flags(d: Data, s: State, cell: str) -> int:
    """How far a hex is from the nearest flag that Reds hold; 0 in Tikkurila."""

    def measure() -> int:
        held = flags_with_red(d, s) or d.ground.flags
        return min((d.ground.marching[flag].get(cell, 0) for flag in held), default=0)

    return recall(d, s, f"far {cell}", measure)


def _battle_of(
    d: Data, s: State, side: Side, cell: str, count: int, kind: BattleKind, origin: str | None = None
) -> Battle:
    """A battle that is only thought of."""
    return Battle(
        hex=cell, kind=kind, side=side, units=tuple(range(count)), enemies=enemies_at(s, side, cell), origin=origin
    )


def assault_value(d: Data, s: State, side: Side, cell: str, count: int, origin: str) -> int | None:
    """The prospect of entering a hex with so many units; None where it is no attack."""
    kind: BattleKind = "assault"
    if friends_at(s, side, cell):
        behind = rear(s, side, cell)
        if behind and d.ground.direction[cell, origin] in behind:
            return None
        kind = "flank"
    terms = battle_terms(d, s, _battle_of(d, s, side, cell, count, kind, origin))
    if kind == "assault" and cell not in d.ground.box:
        terms = terms._replace(defence=-_blocked_behind(d, s, side, cell, origin))
    return prospect(terms)


def _blocked_behind(d: Data, s: State, side: Side, cell: str, origin: str) -> int:
    """Rear hexes that would be closed to the defender of an assault."""
    ground = d.ground
    opposite = (ground.direction[cell, origin] + 3) % 6
    ways = [ground.way[cell].get((opposite + turn) % 6) for turn in (-1, 0, 1)]
    return sum(way is None or bool(friends_at(s, side, way)) for way in ways)


def attack_value(d: Data, s: State, side: Side, cell: str, count: int) -> int:
    """The prospect of a battle order."""
    return prospect(battle_terms(d, s, _battle_of(d, s, side, cell, count, "continued")))


def card_order(legal: Iterable[Order]) -> Order:
    """Any card that may be played now is played; otherwise pass."""
    orders = list(legal)
    return next((order for order in orders if isinstance(order, e.PlayCard)), orders[-1])


def column_value(s: State, side: Side, spare: int) -> Callable[[Order], int]:
    """Shifts: to the left for a beaten enemy, to the right for own losses, if a point can be spared."""
    b = s.battle
    assert b is not None
    own_loss = (b.loser == "attacker") == ((b.side == "red") == (side == "red"))

    def worth(order: Order) -> int:
        columns = order.columns if isinstance(order, e.Shift) else 0
        return 0 if columns == 0 or spare <= 0 else columns if own_loss else -columns

    return worth


def retreat_order(d: Data, s: State, side: Side, legal: Iterable[Order]) -> Order:
    """Back to where most friends and fewest enemies are."""

    def worth(order: Order) -> int:
        cell = order.hex if isinstance(order, e.Retreat) else None
        if cell is None:
            return 0
        near = d.ground.beside[cell]
        foes = sum(len(enemies_at(s, side, other)) for other in near)
        own = len(units_of(s, side, cell))
        return 3 * (side == "red" and cell in d.ground.flags) + own - foes

    return best(legal, worth)


def ends_of(d: Data, s: State, side: Side, cell: str) -> list[tuple[str, str | None]]:
    """Ends of a movement of a side from a hex; where it enters a battle, with the hex that it comes from."""
    found = reach(d, s, side, cell)
    return [(end, None) for end in found.quiet] + list(found.entries)
