"""What cards do: one tagged table for each kind of operation, so that no card is a little program in a string."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.helsinki import Side

__all__ = [
    "ArrestDie",
    "ArrestFails",
    "Arrests",
    "Barricades",
    "CardBattle",
    "Change",
    "CommandPoints",
    "FormSquads",
    "Hexes",
    "Letters",
    "Modifier",
    "Movement",
    "NightRaid",
    "One",
    "Operation",
    "OrganiseAs",
    "PassTest",
    "PlaceUnits",
    "ShiftColumn",
    "Small",
    "TerrainValue",
    "TrackSteps",
]

Small = Annotated[int, Meta(ge=0, le=9)]
One = Annotated[int, Meta(ge=1, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Letters = Annotated[tuple[Literal["O", "W", "S", "C"], ...], Meta(max_length=4)]
Hexes = Annotated[tuple[Annotated[str, Meta(min_length=2, max_length=4)], ...], Meta(max_length=64)]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="modifier"):
    """A unit of `side` takes part: the result of its side changes, or it rolls more attack dice.

    Conditions: the unit is in command; the terrain; a railway; water at most so many hexes away; Meurer under way or
    landed; a squad on a vertex; a side that must not control Tikkurila.
    """

    side: Side
    attack: Small = 0
    defence: Small = 0
    dice: Small = 0
    in_command: bool = False
    terrain: Letters = ()
    railway: bool = False
    water_within: Small | None = None
    meurer: bool = False
    squad: bool = False
    tikkurila_not: Side | None = None


class TerrainValue(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="terrain_value"):
    """`side` attacks a hex of this terrain, or a fort: the terrain value is lower, not below `least`."""

    side: Side
    lower: One
    least: Small
    terrain: Letters
    fort: bool = False


class ShiftColumn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="shift"):
    """`side` defends and would lose: the effect is read so many columns further right."""

    side: Side
    columns: One


class CardBattle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="battle"):
    """Units of `side` attack at once in a hex where both sides stand; after a battle in that hex, if it defended."""

    side: Side


class TrackSteps(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="track"):
    """A marker moves so many squares: headquarters forward, morale up."""

    track: Literal["headquarters", "morale"]
    squares: One


class Movement(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="movement"):
    """The next movement order of `side`: all values higher, or another value of the city."""

    side: Side
    more: Small = 0
    city: Small | None = None


class PassTest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="pass_test"):
    """A command test of `side` is passed without a die."""

    side: Side


class ArrestDie(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="arrest_die"):
    """More on this arrest die."""

    bonus: One


class ArrestFails(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="arrest_fails"):
    """This arrest fails without a die."""


class Arrests(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="arrests"):
    """More on every arrest die of a Red initiative."""

    bonus: One


class OrganiseAs(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="organise_as"):
    """An organise order counts as this modified die."""

    die: Annotated[int, Meta(ge=1, le=6)]


class FormSquads(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="form_squads"):
    """Squads that touch the hex of a form order count so many more."""

    more: One


class CommandPoints(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="command_points"):
    """In an initiative of `side` it gets more or fewer command points, never below none."""

    side: Side
    change: Change


class PlaceUnits(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="place_units"):
    """In a Red initiative, Red units come from the reserve: to these hexes, or to city hexes with a flag or beside one.

    With `tikkurila` only while Red controls it.
    """

    count: One
    hexes: Hexes = ()
    near_flags: bool = False
    tikkurila: bool = False


class Barricades(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="barricades"):
    """In a Red initiative, up to `count` city hexes with Red and no enemy units defend better until Red is gone."""

    count: One
    more: One


class NightRaid(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="night_raid"):
    """In a Red initiative by night, Red attackers ignore the night and Red command tests are passed."""


Operation = (
    Modifier
    | TerrainValue
    | ShiftColumn
    | CardBattle
    | TrackSteps
    | Movement
    | PassTest
    | ArrestDie
    | ArrestFails
    | Arrests
    | OrganiseAs
    | FormSquads
    | CommandPoints
    | PlaceUnits
    | Barricades
    | NightRaid
)
