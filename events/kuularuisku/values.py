"""The fixed words of Kuularuisku 1918: sides, states, actions; bounds of its numbers; points and ways."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.kinds import Name

__all__ = [
    "SIDES",
    "Action",
    "By",
    "Context",
    "Coordinate",
    "Element",
    "ElementKind",
    "Elements",
    "Faces",
    "Fate",
    "Figure",
    "Figures",
    "Groups",
    "Guns",
    "Heading",
    "Headings",
    "Level",
    "Mode",
    "MoveReason",
    "Pace",
    "Pair",
    "Pairs",
    "Place",
    "Point",
    "Points",
    "RollPurpose",
    "Shape",
    "Shot",
    "Shots",
    "Side",
    "Small",
    "Spot",
    "Spots",
    "Status",
    "Step",
    "Track",
    "Tracks",
    "Verdict",
    "WoundResult",
]

Side = Literal["red", "white"]
SIDES: tuple[Side, ...] = ("red", "white")
By = Literal["red", "white", "both"]
Figure = Name
"""The unit's id, a dot and a number from 1: "W2.1"."""
Element = Name
"""What acts together: a unit or one half of it, a lone leader, an evacuation group, a wounded man left behind."""
Coordinate = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Level = Annotated[int, Meta(ge=0, le=9)]
Heading = Annotated[int, Meta(ge=0, le=7)]
Headings = Annotated[tuple[tuple[Name, Heading], ...], Meta(max_length=64)]
"""How units stand that have been placed freely: where a leader stands who begins with one depends on it."""
Faces = Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], Meta(max_length=256)]
Small = Annotated[int, Meta(ge=0, le=10_000)]
Point = tuple[Coordinate, Coordinate]
Points = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=8)]
Figures = Annotated[tuple[Figure, ...], Meta(max_length=256)]
Elements = Annotated[tuple[Element, ...], Meta(max_length=64)]
Guns = Annotated[tuple[Name, ...], Meta(max_length=256)]
Pair = tuple[Figure, Figure]
Pairs = Annotated[tuple[Pair, ...], Meta(max_length=256)]
Groups = Annotated[tuple[tuple[Small, Small], ...], Meta(max_length=8)]
"""Skill value and number of dice, lowest value first."""
Mode = Literal["normal", "fast"]
MoveReason = Literal["move", "assault", "flight", "fall_back", "evacuation", "return"]
Pace = Literal["normal", "fast"]
Shape = Literal["stay", "keep", "line", "double", "column", "regroup"]
Action = Literal["move_shoot", "shoot_move", "fast_move", "shoot", "special", "rejoin", "rejoin_fast", "pass"]
Step = Literal["move", "shoot", "closing"]
Status = Literal["ok", "light", "severe", "dead", "evacuated", "captured", "withdrawn"]
Fate = Literal["dead", "evacuated", "captured", "withdrawn"]
Verdict = Literal["passed", "failed", "alone"]
"""Of a morale test; `alone`: failed by the last man of a unit, the one who executed the others."""
WoundResult = Literal["dead", "severe", "light", "scratch"]
ElementKind = Literal["unit", "leader", "evacuation", "returner", "medic", "left"]
Context = Literal["fire", "second", "start", "assault", "melee", "surrender", "rally"]
RollPurpose = Literal["hits", "rerolls", "cover", "wounds", "medic", "morale", "melee", "overwatch"]


class Spot(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where a figure stands: its base centre in millimetres, and the floor."""

    figure: Figure
    x: Coordinate
    y: Coordinate
    level: Level = 0


class Place(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where one figure is to go, whatever the others do: to a point, nowhere (`stay`), or off the table (`exit`)."""

    figure: Figure
    to: Literal["stay", "exit"] | None = None
    x: Coordinate = 0
    y: Coordinate = 0
    level: Level = 0


class Track(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A figure's way, start and end included, and the floor on which it ends."""

    figure: Figure
    points: Points
    level: Level = 0
    off: bool = False
    """It left the table at the end of its way."""


class Shot(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A figure fires a weapon, with the help of a loader where the weapon needs one."""

    figure: Figure
    weapon: Name
    loader: Figure | None = None


Spots = Annotated[tuple[Spot, ...], Meta(max_length=256)]
Tracks = Annotated[tuple[Track, ...], Meta(max_length=256)]
Shots = Annotated[tuple[Shot, ...], Meta(max_length=256)]
