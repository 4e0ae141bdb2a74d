"""What comes from outside: the orders of a side, its rolls and draws.

Every order is of the side whose frame is on top. An order does what it says; some leave the whole deed to an outcome,
because the rules do it unasked where there is no choice.
"""

from wardiary.events import common
from wardiary.events.freezing.values import Box, Front, Mode, RollPurpose, Side, UnitId
from wardiary.events.kinds import CardId, Chance, Key, Order

__all__ = [
    "CHANCES",
    "ORDERS",
    "Activate",
    "Assign",
    "Attack",
    "Done",
    "Drawn",
    "MoveUnit",
    "Pass",
    "PlaceUnit",
    "PlayCard",
    "Rolled",
    "Strengthen",
    "Strike",
    "TakeHit",
    "UseCard",
    "Weaken",
    "Withdraw",
]


class PlayCard(Order, tag="freezing.play_card", kw_only=True):
    """A card of the hand, as its event or for its action points; it is in no pile until the impulse ends."""

    card: CardId
    mode: Mode


class Activate(Order, tag="freezing.activate", kw_only=True):
    """One unit may move and fight in this impulse."""

    unit: UnitId


class Strengthen(Order, tag="freezing.strengthen", kw_only=True):
    """One unit gains a strength point."""

    unit: UnitId


class MoveUnit(Order, tag="freezing.move_unit", kw_only=True):
    """An activated unit steps into a box."""

    unit: UnitId
    box: Box


class Attack(Order, tag="freezing.attack", kw_only=True):
    """The next battle is fought in this box."""

    box: Box


class Assign(Order, tag="freezing.assign", kw_only=True):
    """One unit more takes part in the attack."""

    unit: UnitId


class UseCard(Order, tag="freezing.use_card", kw_only=True):
    """A card kept in front works in this battle."""

    card: CardId


class Pass(Order, tag="freezing.pass", kw_only=True):
    """No (further) kept card in this battle."""


class TakeHit(Order, tag="freezing.take_hit", kw_only=True):
    """Which of equally strong units loses the point."""

    unit: UnitId


class PlaceUnit(Order, tag="freezing.place", kw_only=True):
    """The front whose home box takes the new unit."""

    front: Front


class Strike(Order, tag="freezing.strike", kw_only=True):
    """The box that the hits of an event fall on."""

    box: Box


class Weaken(Order, tag="freezing.weaken", kw_only=True):
    """An enemy unit loses a strength point by an event."""

    unit: UnitId


class Withdraw(Order, tag="freezing.withdraw", kw_only=True):
    """A unit steps back by an event."""

    unit: UnitId
    box: Box


class Done(Order, tag="freezing.done", kw_only=True):
    """No more of what is asked."""


class Rolled(common.Rolled, tag="rolled", kw_only=True):
    """One pool of a battle, or the intervention die. Key: turn.side.impulse.box, or the turn."""

    purpose: RollPurpose
    by: Side
    key: Key


class Drawn(common.Drawn, tag="drawn", kw_only=True):
    """One card from a side's draw bag to its hand. The deck is the side's."""

    deck: Side
    by: Side


ORDERS: tuple[type[Order], ...] = (
    PlayCard,
    Activate,
    Strengthen,
    MoveUnit,
    Attack,
    Assign,
    UseCard,
    Pass,
    TakeHit,
    PlaceUnit,
    Strike,
    Weaken,
    Withdraw,
    Done,
)
CHANCES: tuple[type[Chance], ...] = (Rolled, Drawn)
