"""What comes from outside: the orders of a side, its rolls and draws.

Every order is of the side whose frame is on top. Units of one side in one hex are alike, so an order says how many
of them it is for; the rules name them, lowest numbers first.
"""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events import common
from wardiary.events.helsinki.values import Columns, Deck, Hex, PieceId, Points, RollPurpose, Side, Vertex
from wardiary.events.kinds import CardId, Chance, Key, Order

__all__ = [
    "CHANCES",
    "ORDERS",
    "AddPoint",
    "Arrest",
    "Attack",
    "Barricade",
    "Deploy",
    "Done",
    "DrawCard",
    "Drawn",
    "Exchange",
    "Form",
    "HopHq",
    "LandHq",
    "MakeRoom",
    "March",
    "MarchHq",
    "Move",
    "MoveHq",
    "Organise",
    "Pass",
    "Pay",
    "PlaceUnit",
    "PlayCard",
    "RaiseMorale",
    "Recruit",
    "Regroup",
    "Retreat",
    "Rolled",
    "Shift",
    "Stay",
    "TestUnit",
    "UnitCount",
]

UnitCount = Annotated[int, Meta(ge=1, le=9)]


class Move(Order, tag="helsinki.move", kw_only=True):
    """A movement order to so many units of a hex; where they go is said after payment and tests."""

    hex: Hex
    count: UnitCount


class Attack(Order, tag="helsinki.attack", kw_only=True):
    """A battle order, or a card's battle, of so many units of a hex."""

    hex: Hex
    count: UnitCount


class Regroup(Order, tag="helsinki.regroup", kw_only=True):
    """So many units of a hex go back to the reserve."""

    hex: Hex
    count: UnitCount


class MoveHq(Order, tag="helsinki.move_hq", kw_only=True):
    """A headquarters is ordered to move."""

    hq: PieceId


class Deploy(Order, tag="helsinki.deploy", kw_only=True):
    """A German unit is called from the reserve."""


class DrawCard(Order, tag="helsinki.draw_card", kw_only=True):
    """A card is drawn, by a German order or by White in a Red initiative."""


class RaiseMorale(Order, tag="helsinki.raise_morale", kw_only=True):
    """The Reds raise their morale."""


class Recruit(Order, tag="helsinki.recruit", kw_only=True):
    """A Red unit is raised from the reserve."""


class Arrest(Order, tag="helsinki.arrest", kw_only=True):
    """A squad is to be arrested."""

    squad: PieceId


class Organise(Order, tag="helsinki.organise", kw_only=True):
    """A squad is to gather at a vertex."""

    vertex: Vertex


class Form(Order, tag="helsinki.form", kw_only=True):
    """A White unit is to form in a hex."""

    hex: Hex


class Done(Order, tag="helsinki.done", kw_only=True):
    """No more of what is asked: no further order, unit or place."""


class Pay(Order, tag="helsinki.pay", kw_only=True):
    """So many of an order's points come from the Division HQ track, the rest from the pool."""

    points: Points


class March(Order, tag="helsinki.march", kw_only=True):
    """The next unit of a movement order goes to a hex; into enemies it says from which hex it enters."""

    hex: Hex
    origin: Hex | None = None


class Stay(Order, tag="helsinki.stay", kw_only=True):
    """The next unit, or the headquarters, of a movement order stays where it is."""


class MarchHq(Order, tag="helsinki.march_hq", kw_only=True):
    """The ordered headquarters ends its movement on this vertex."""

    vertex: Vertex


class HopHq(Order, tag="helsinki.hop_hq", kw_only=True):
    """A headquarters beside Red units alone goes to another vertex at once."""

    hq: PieceId
    vertex: Vertex


class LandHq(Order, tag="helsinki.land_hq", kw_only=True):
    """The headquarters of Abteilung Meurer lands on a vertex of the arrival hex."""

    vertex: Vertex


class MakeRoom(Order, tag="helsinki.make_room", kw_only=True):
    """The next unit leaves the arrival hex for a hex beside it, or (no hex) for its reserve."""

    hex: Hex | None = None


class PlaceUnit(Order, tag="helsinki.place_unit", kw_only=True):
    """A unit from the reserve goes to this hex."""

    hex: Hex


class PlayCard(Order, tag="helsinki.play_card", kw_only=True):
    """A card of the hand is played now."""

    card: CardId


class Pass(Order, tag="helsinki.pass", kw_only=True):
    """No (further) card now."""


class AddPoint(Order, tag="helsinki.add_point", kw_only=True):
    """The German marker that moves a square in a Red initiative."""

    track: Literal["tikkurila", "meurer", "headquarters"]


class Exchange(Order, tag="helsinki.exchange", kw_only=True):
    """White lays a card aside unseen and draws two."""

    card: CardId


class Shift(Order, tag="helsinki.shift", kw_only=True):
    """The effect of a battle is read so many columns further right; to the left is harsher for the loser."""

    columns: Columns


class Retreat(Order, tag="helsinki.retreat", kw_only=True):
    """The next retreating unit goes to this hex."""

    hex: Hex


class TestUnit(Order, tag="helsinki.test_unit", kw_only=True):
    """The next Red unit to be tested at midnight."""

    __test__ = False

    unit: PieceId


class Barricade(Order, tag="helsinki.barricade", kw_only=True):
    """A city hex gets barricades."""

    hex: Hex


class Rolled(common.Rolled, tag="rolled", kw_only=True):
    """Dice of one purpose. Key: initiative, and the unit, hex or squad where there is one."""

    purpose: RollPurpose
    by: Side
    key: Key


class Drawn(common.Drawn, tag="drawn", kw_only=True):
    """One card from a deck to the hand of the side that the deck belongs to."""

    deck: Deck
    by: Side


ORDERS: tuple[type[Order], ...] = (
    Move,
    Attack,
    Regroup,
    MoveHq,
    Deploy,
    DrawCard,
    RaiseMorale,
    Recruit,
    Arrest,
    Organise,
    Form,
    Done,
    Pay,
    March,
    Stay,
    MarchHq,
    HopHq,
    LandHq,
    MakeRoom,
    PlaceUnit,
    PlayCard,
    Pass,
    AddPoint,
    Exchange,
    Shift,
    Retreat,
    TestUnit,
    Barricade,
)
CHANCES: tuple[type[Chance], ...] = (Rolled, Drawn)
