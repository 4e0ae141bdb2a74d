"""The three kinds of events, frames and records: the base classes of everything a diary holds.

* `Order` and `Chance` are the *inputs* of a game: a seat's decision, dice or cards.
* `Outcome` is what the rules made of an input. A `Frame` is the outcome that says what the game now waits for.
* `Record` is a note of the keeper of the diary; it stands between steps and never changes a game's state.

Every class is a frozen `msgspec.Struct` whose encoding is its one canonical line in the diary. Rules for subclasses:
name the tag (`tag="tiny.march"`), pass `kw_only=True` (msgspec does not inherit it), bound every field with `Meta`,
and use no default but `None`, `False`, `True`, `0..256` and `()` (msgspec omits a default by identity).
`events.codec.Codec` refuses a vocabulary that breaks one.
"""

from typing import Annotated, dataclass_transform

from msgspec import Meta, Struct, field

__all__ = [
    "NAME_MAX",
    "TEXT_MAX",
    "CardId",
    "Chance",
    "Count",
    "Depth",
    "Event",
    "EventNo",
    "Face",
    "Frame",
    "HexDigest",
    "Id",
    "Input",
    "Key",
    "Name",
    "Number",
    "Order",
    "Outcome",
    "Record",
    "SeatFrame",
    "SeatOrder",
    "Text",
]

NAME_MAX = 64
TEXT_MAX = 4096

Name = Annotated[str, Meta(min_length=1, max_length=NAME_MAX)]
"""A name or id of the component data, of a seat, a phase, a scenario."""
Id = Name
CardId = Name
"""Cards are named by strings in every game, so that one column holds them all."""
Key = Annotated[str, Meta(max_length=200)]
"""The context of a roll: turn, impulse, place; each game says which."""
Text = Annotated[str, Meta(max_length=TEXT_MAX)]
HexDigest = Annotated[str, Meta(min_length=32, max_length=128)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
EventNo = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Depth = Annotated[int, Meta(ge=0, le=32)]
Face = Annotated[int, Meta(ge=0, le=1000)]


# msgspec inherits frozen, type checkers only learn it here.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Event(
    Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="t",
):
    """Anything with a number in a diary."""


class Input(Event, kw_only=True):
    """What comes from outside the rules; each input starts a step."""


class Order(Input, kw_only=True):
    """A seat's decision, as accepted. Named in the imperative."""

    @property
    def given_by(self) -> str:
        """The seat whose order this is; empty where the frame that it answers says so."""
        return ""


class SeatOrder(Order, kw_only=True):
    """An order that says whose it is: one of a simultaneous choice. Games narrow `by` to their seats."""

    by: Name

    @property
    def given_by(self) -> str:
        """The seat whose order this is."""
        return self.by


class Chance(Input, kw_only=True):
    """Dice rolled or cards drawn."""


class Outcome(Event, kw_only=True):
    """What the rules made of an input. Named in the past tense."""


class Frame(Outcome, kw_only=True):
    """What the game is in the middle of, at place `at` of the stack of frames (0 is the lowest)."""

    at: Depth = 0

    @property
    def asked_side(self) -> str:
        """The side that is asked; empty where dice or cards are, or several seats at once."""
        return ""


class SeatFrame(Frame, kw_only=True):
    """A frame that asks one side, by name. Games narrow `side` to their sides.

    Where a seat plays more than one side, the state says which seat it is (`State.seat_playing`).
    """

    side: Name

    @property
    def asked_side(self) -> str:
        """The side that is asked."""
        return self.side


class Record(Event, kw_only=True):
    """A note of the diary's keeper, between steps; a fold passes over it."""
