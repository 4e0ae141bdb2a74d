"""What comes from outside: the orders of a side, its rolls and the draws of activation cards.

The frame says who is asked; only the answers of the simultaneous choice carry `by`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events import common
from wardiary.events.kinds import Chance, Name, Order, SeatOrder
from wardiary.events.kuularuisku.values import (
    Action,
    By,
    Element,
    Figure,
    Figures,
    Heading,
    Level,
    Pace,
    Pairs,
    Place,
    Point,
    RollPurpose,
    Shape,
    Shots,
    Side,
)

__all__ = [
    "CHANCES",
    "ORDERS",
    "Act",
    "Activate",
    "Alone",
    "Assault",
    "Attach",
    "Bring",
    "CallUp",
    "Command",
    "Deploy",
    "DetachLight",
    "DetachPair",
    "Done",
    "Drawn",
    "Execute",
    "Fire",
    "GoFirst",
    "Hold",
    "Join",
    "Keep",
    "Leave",
    "Move",
    "Part",
    "Pass",
    "PickUp",
    "Places",
    "Proceed",
    "Reroll",
    "Return",
    "Rolled",
    "Seek",
    "Shoot",
    "Split",
    "Suffer",
    "Take",
    "Throw",
    "Via",
    "Wait",
    "Want",
]

Via = Annotated[tuple[Point, ...], Meta(max_length=3)]
Places = Annotated[tuple[Place, ...], Meta(max_length=256)]


class Deploy(Order, tag="kuularuisku.deploy", kw_only=True):
    """Place a unit: the place of its first slot, formation, heading and floor."""

    element: Element
    spot: Point
    shape: Shape
    heading: Heading
    level: Level = 0


class Attach(Order, tag="kuularuisku.attach", kw_only=True):
    """Begin the game with the leader in this unit."""

    host: Element


class Alone(Order, tag="kuularuisku.alone", kw_only=True):
    """Begin the game with the leader alone."""


class Activate(Order, tag="kuularuisku.activate", kw_only=True):
    """Act now."""


class Wait(Order, tag="kuularuisku.wait", kw_only=True):
    """Go on overwatch."""


class Command(Order, tag="kuularuisku.command", kw_only=True):
    """The leader has a unit act in his stead."""

    host: Element


class Leave(Order, tag="kuularuisku.leave", kw_only=True):
    """The leader leaves the unit that he is with, and acts alone."""


class Pass(Order, tag="kuularuisku.pass", kw_only=True):
    """Nothing is done with this card."""


class Bring(Order, tag="kuularuisku.bring", kw_only=True):
    """The leader acts with the unit that he is with."""


class Part(Order, tag="kuularuisku.part", kw_only=True):
    """The leader leaves the unit before it acts; his card stays."""


class Return(Order, tag="kuularuisku.return", kw_only=True):
    """An escort goes back toward its unit."""

    pace: Pace


class DetachLight(Order, tag="kuularuisku.detach_light", kw_only=True):
    """A lightly wounded man leaves his unit for the edge or an aid post."""

    figure: Figure
    goal: Name


class DetachPair(Order, tag="kuularuisku.detach_pair", kw_only=True):
    """A severely wounded man leaves with an escort for the edge or an aid post."""

    figure: Figure
    patient: Figure
    goal: Name


class Done(Order, tag="kuularuisku.done", kw_only=True):
    """Nothing more of what is asked."""


class Split(Order, tag="kuularuisku.split", kw_only=True):
    """These figures stay behind and give covering fire."""

    figures: Figures


class GoFirst(Order, tag="kuularuisku.go_first", kw_only=True):
    """This half of the unit acts next."""

    element: Element


class Act(Order, tag="kuularuisku.act", kw_only=True):
    """What the element does in this activation; `name` for a special action."""

    action: Action
    name: Name | None = None


class Move(Order, tag="kuularuisku.move", kw_only=True):
    """Move the element: all by `shift`, or into a formation at `anchor`; single figures as `places` says."""

    shape: Shape
    shift: Point | None = None
    anchor: Point | None = None
    heading: Heading = 0
    via: Via = ()
    carry: Pairs = ()
    places: Places = ()


class Assault(Order, tag="kuularuisku.assault", kw_only=True):
    """Move the element into contact with an enemy."""

    target: Element
    shape: Shape
    shift: Point | None = None
    anchor: Point | None = None
    heading: Heading = 0
    via: Via = ()
    carry: Pairs = ()
    places: Places = ()


class Shoot(Order, tag="kuularuisku.shoot", kw_only=True):
    """Shoot at an enemy."""

    target: Element


class Hold(Order, tag="kuularuisku.hold", kw_only=True):
    """Do not shoot."""


class Fire(Order, tag="kuularuisku.fire", kw_only=True):
    """Who fires what; the figures that `observer` sees can be hit."""

    observer: Figure
    shots: Shots


class Reroll(Order, tag="kuularuisku.reroll", kw_only=True):
    """Roll again what is asked."""


class Keep(Order, tag="kuularuisku.keep", kw_only=True):
    """Let the dice lie."""


class Suffer(Order, tag="kuularuisku.suffer", kw_only=True):
    """This figure takes the next wound."""

    figure: Figure


class Take(Order, tag="kuularuisku.take", kw_only=True):
    """This figure takes the weapon of the fallen man, and his place."""

    figure: Figure


class Execute(Order, tag="kuularuisku.execute", kw_only=True):
    """This man is executed."""

    figure: Figure


class Throw(Order, tag="kuularuisku.throw", kw_only=True):
    """Use hand grenades."""


class Join(Order, tag="kuularuisku.join", kw_only=True):
    """Join a unit, or the other half of the own one."""

    host: Element


class PickUp(Order, tag="kuularuisku.pick_up", kw_only=True):
    """A figure takes a weapon that lies on the table."""

    figure: Figure
    gun: Name


class Want(SeatOrder, tag="kuularuisku.want", kw_only=True):
    """Whether a side wants to use a waiting unit now."""

    by: Side
    want: bool | None = None
    """None only where a seat may not know it."""


class CallUp(Order, tag="kuularuisku.call_up", kw_only=True):
    """A waiting unit acts."""

    host: Element


class Proceed(Order, tag="kuularuisku.proceed", kw_only=True):
    """An evacuation group goes on its way."""

    pace: Pace


class Seek(Order, tag="kuularuisku.seek", kw_only=True):
    """An evacuation group has a new goal."""

    goal: Name


class Rolled(common.Rolled, tag="rolled", kw_only=True):
    purpose: RollPurpose
    by: By


class Drawn(common.Drawn, tag="drawn", kw_only=True):
    deck: Literal["activation"]
    by: Literal["both"]


ORDERS: tuple[type[Order], ...] = (
    Deploy,
    Attach,
    Alone,
    Activate,
    Wait,
    Command,
    Leave,
    Pass,
    Bring,
    Part,
    Return,
    DetachLight,
    DetachPair,
    Done,
    Split,
    GoFirst,
    Act,
    Move,
    Assault,
    Shoot,
    Hold,
    Fire,
    Reroll,
    Keep,
    Suffer,
    Take,
    Execute,
    Throw,
    Join,
    PickUp,
    Want,
    CallUp,
    Proceed,
    Seek,
)
CHANCES: tuple[type[Chance], ...] = (Rolled, Drawn)
