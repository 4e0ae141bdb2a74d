"""What comes from outside: the orders of a side, its rolls and draws.

Every order is of the side whose frame is on top. An order does what it says; where the rules have to add something
(the number of a new unit, who holds a town now) an outcome says it.
"""

from wardiary.events import common
from wardiary.events.brother.values import Link, Mode, RollPurpose, Side, Town, UnitId, UnitType
from wardiary.events.kinds import CardId, Chance, Key, Order

__all__ = [
    "CHANCES",
    "ORDERS",
    "ActivateTown",
    "Advance",
    "Assign",
    "Attack",
    "ChooseTown",
    "CutLink",
    "Done",
    "Drawn",
    "LandUnit",
    "MoveUnit",
    "PlaceUnit",
    "PlayCard",
    "Refit",
    "Relocate",
    "Rolled",
    "StepTo",
    "Stop",
    "StrikeUnit",
    "TakeHit",
    "UseCard",
    "WithdrawUnit",
]


class PlayCard(Order, tag="brother.play_card", kw_only=True):
    """A card of the hand, as its event or for its action points; it is in no pile until the turn ends."""

    card: CardId
    mode: Mode


class UseCard(Order, tag="brother.use_card", kw_only=True):
    """A card on the table is used; `town` where its text has one named."""

    card: CardId
    town: Town | None = None


class ActivateTown(Order, tag="brother.activate", kw_only=True):
    """A town is activated: all own units that now stand in it."""

    town: Town


class MoveUnit(Order, tag="brother.move_unit", kw_only=True):
    """An activated unit sets out."""

    unit: UnitId


class StepTo(Order, tag="brother.step_to", kw_only=True):
    """The unit on its way goes along a link into a town."""

    town: Town


class Stop(Order, tag="brother.stop", kw_only=True):
    """The unit on its way stays where it is."""


class Attack(Order, tag="brother.attack", kw_only=True):
    """The target of the next battle."""

    town: Town


class Assign(Order, tag="brother.assign", kw_only=True):
    """One unit more takes part in the attack."""

    unit: UnitId


class TakeHit(Order, tag="brother.take_hit", kw_only=True):
    """The unit takes a damage point: a full one turns partial, a partial one is gone."""

    unit: UnitId


class WithdrawUnit(Order, tag="brother.withdraw", kw_only=True):
    """A beaten unit goes to a neighbouring town."""

    unit: UnitId
    town: Town


class Advance(Order, tag="brother.advance", kw_only=True):
    """A victorious attacker moves into the town that was attacked."""

    unit: UnitId


class PlaceUnit(Order, tag="brother.place", kw_only=True):
    """A new unit of this type enters in this town."""

    type: UnitType
    town: Town


class LandUnit(Order, tag="brother.land", kw_only=True):
    """A German unit lands in this town, as soon as Red units there have left."""

    town: Town


class Refit(Order, tag="brother.refit", kw_only=True):
    """A partial unit turns full."""

    unit: UnitId


class StrikeUnit(Order, tag="brother.strike_unit", kw_only=True):
    """An enemy unit suffers from an event: a full one turns partial, a partial one is gone."""

    unit: UnitId


class Relocate(Order, tag="brother.relocate", kw_only=True):
    """An event carries a unit to another town."""

    unit: UnitId
    town: Town


class ChooseTown(Order, tag="brother.choose_town", kw_only=True):
    """The town that an event is about."""

    town: Town


class CutLink(Order, tag="brother.cut_link", kw_only=True):
    """A railway link counts as a road until the month ends."""

    link: Link


class Done(Order, tag="brother.done", kw_only=True):
    """No more of what is asked."""


class Rolled(common.Rolled, tag="rolled", kw_only=True):
    """One die of a battle. Key: turn.town."""

    purpose: RollPurpose
    by: Side
    key: Key


class Drawn(common.Drawn, tag="drawn", kw_only=True):
    """One card from a side's draw pool to its hand. The deck is the side's."""

    deck: Side
    by: Side


ORDERS: tuple[type[Order], ...] = (
    PlayCard,
    UseCard,
    ActivateTown,
    MoveUnit,
    StepTo,
    Stop,
    Attack,
    Assign,
    TakeHit,
    WithdrawUnit,
    Advance,
    PlaceUnit,
    LandUnit,
    Refit,
    StrikeUnit,
    Relocate,
    ChooseTown,
    CutLink,
    Done,
)
CHANCES: tuple[type[Chance], ...] = (Rolled, Drawn)
