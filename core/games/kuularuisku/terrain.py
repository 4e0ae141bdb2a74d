"""The table: its size and its pieces of terrain, made ready for questions; what the ground is like at a point.

`lay_table` makes a Table of what the data files say; `terrain_faults` says beforehand what is wrong with that, clause
first. Points are `(x, y)` in whole millimetres (KUU-G-01); nothing here depends on where figures stand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from msgspec import Struct

from wardiary.core.kit.plane.measure import Box, Point, box_of, boxes_apart, in_box
from wardiary.core.kit.plane.polygons import contains_polygon, overlap, polygon_fault
from wardiary.core.kit.plane.segments import is_near_line
from wardiary.core.kit.plane.shapes import Shape

__all__ = [
    "EDGES",
    "Area",
    "Edge",
    "Line",
    "Measures",
    "Piece",
    "Table",
    "TerrainType",
    "building_at",
    "edge_point",
    "elevation",
    "has_level",
    "hill_level",
    "is_impassable",
    "is_on_edge",
    "is_on_high_wall",
    "is_on_table",
    "lay_table",
    "terrain_faults",
]

Edge = Literal["N", "E", "S", "W"]
EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")


class Measures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lengths of the rules, in millimetres, and two cover values (KUU-0-02, KUU-G-04, -10, -12, -14)."""

    min_sep: int = 10
    """Figures at one level are never closer."""
    contact: int = 20
    """Figures at one level that are this near touch."""
    figure_radius: int = 5
    """A figure is in the way of a line that passes it this near."""
    cohesion: int = 30
    close_range: int = 150
    dense_sight: int = 100
    linear_cover: int = 20
    floor_cost: int = 20
    """What a change of level by one costs in a move."""
    fall_back: int = 100
    difficult_divisor: int = 2
    open_cover: int = 6
    snow_cover: int = 5
    """What a snow suit makes of the cover of open ground in winter."""


class TerrainType(Struct, frozen=True, kw_only=True):
    """What a kind of terrain does to cover, movement and sight (KUU-3.3-03, KUU-5.4-03)."""

    id: str
    kind: Literal["area", "hill", "linear"]
    cover: int = 6
    difficult: bool = False
    impassable: bool = False
    dense: bool = False
    """One sees 10 cm through it."""
    opaque: bool = False
    """It hides what is beyond it and not higher."""
    blocks_sight: bool = False
    """A line that hides what is beyond it."""


class Piece(Struct, frozen=True, kw_only=True):
    """A piece of terrain as the data files say it: a polygon's corners, or a line's points."""

    id: str
    type: TerrainType
    points: tuple[Point, ...]
    height: int = 0
    """A hill's height, a building's number of floors."""


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon of terrain (KUU-G-06)."""

    id: str
    type: TerrainType
    shape: Shape
    floors: int = 0
    """Levels 0 to floors - 1 are inside a building, level `floors` is its roof (KUU-G-25)."""
    top: int = 0
    """It hides what is beyond it from everybody lower than this (KUU-G-09, KUU-G-31)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of terrain (KUU-G-06)."""

    id: str
    type: TerrainType
    points: tuple[Point, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Table:
    """All terrain of a scenario, each piece in every list that it belongs to. Never changed."""

    width: int
    height: int
    measures: Measures
    areas: tuple[Area, ...]
    """All that gives cover; hills are not among them."""
    lines: tuple[Line, ...]
    hills: tuple[Area, ...]
    buildings: tuple[Area, ...]
    dense: tuple[Area, ...]
    difficult: tuple[Area, ...]
    impassable: tuple[Area, ...]
    high_walls: tuple[Line, ...]

    @property
    def box(self) -> Box:
        """The whole table, edges included."""
        return 0, 0, self.width, self.height


def lay_table(width: int, height: int, pieces: Sequence[Piece], measures: Measures) -> Table:
    """The table of pieces in which `terrain_faults` finds nothing.

    KUU-G-31: a building that stands on a hill is as high as both together.
    """
    hills = tuple(
        Area(piece.id, piece.type, Shape(piece.points), top=piece.height)
        for piece in pieces
        if piece.type.kind == "hill"
    )
    areas = tuple(_area(piece, hills) for piece in pieces if piece.type.kind == "area")
    lines = tuple(
        Line(piece.id, piece.type, piece.points, box_of(piece.points))
        for piece in pieces
        if piece.type.kind == "linear"
    )
    return Table(
        width=width,
        height=height,
        measures=measures,
        areas=areas,
        lines=lines,
        hills=hills,
        buildings=tuple(area for area in areas if area.type.opaque),
        dense=tuple(area for area in areas if area.type.dense),
        difficult=tuple(area for area in areas if area.type.difficult),
        impassable=tuple(area for area in areas if area.type.impassable),
        high_walls=tuple(line for line in lines if line.type.blocks_sight),
    )


def _area(piece: Piece, hills: Sequence[Area]) -> Area:
    under = max((hill.top for hill in hills if contains_polygon(hill.shape.corners, piece.points)), default=0)
    return Area(piece.id, piece.type, Shape(piece.points), floors=piece.height, top=under + piece.height)


def terrain_faults(width: int, height: int, pieces: Sequence[Piece]) -> list[str]:
    """What is wrong with a table's terrain: each fault with its clause and the pieces it is about.

    KUU-G-01 (on the table), KUU-G-06 (simple polygons that do not overlap), KUU-G-31 (wholly on a hill or off it).
    """
    found = [f"KUU-G-06: {piece.id}: {fault}" for piece in pieces if (fault := _own_fault(piece))]
    found += [
        f"KUU-G-01: {piece.id}: the point {list(point)} is off the table of {width} by {height} mm"
        for piece in pieces
        for point in piece.points
        if not in_box(point, (0, 0, width, height))
    ]
    if not found:
        found += _faults_between(pieces)
    return found


def _own_fault(piece: Piece) -> str:
    if piece.type.kind != "linear":
        if (piece.type.kind == "hill" or piece.type.opaque) and piece.height < 1:
            return "a hill or building has a height of 1 or more"
        return polygon_fault(piece.points)
    if len(piece.points) < 2:
        return "a line has two points or more"
    twice = next((point for point, following in pairwise(piece.points) if point == following), None)
    return f"the point {list(twice)} stands twice in a row" if twice else ""


def _faults_between(pieces: Sequence[Piece]) -> Iterator[str]:
    areas = [piece for piece in pieces if piece.type.kind == "area"]
    for one, other in combinations(areas, 2):
        if not boxes_apart(box_of(one.points), box_of(other.points)) and overlap(one.points, other.points):
            yield f"KUU-G-06: {one.id} and {other.id} overlap"
    for hill in pieces:
        if hill.type.kind == "hill":
            for area in areas:
                if overlap(hill.points, area.points) and not contains_polygon(hill.points, area.points):
                    yield f"KUU-G-31: {area.id} lies partly on the hill {hill.id}"


def is_on_table(table: Table, point: Point) -> bool:
    """Whether a point is on the table, its edges included (KUU-G-01)."""
    return 0 <= point[0] <= table.width and 0 <= point[1] <= table.height


def is_on_edge(table: Table, point: Point) -> bool:
    """Whether a point is exactly on an edge of the table (KUU-G-16)."""
    return is_on_table(table, point) and (point[0] in (0, table.width) or point[1] in (0, table.height))


def edge_point(table: Table, point: Point, edge: Edge) -> Point:
    """The nearest point of an edge: north is the greatest y, east the greatest x (KUU-G-16)."""
    match edge:
        case "N":
            return point[0], table.height
        case "E":
            return table.width, point[1]
        case "S":
            return point[0], 0
        case "W":
            return 0, point[1]


def hill_level(table: Table, point: Point) -> int:
    """The greatest height among the hills in whose closed polygon a point is (KUU-G-31)."""
    level = 0
    for hill in table.hills:
        if hill.top > level and hill.shape.contains(point):
            level = hill.top
    return level


def elevation(table: Table, point: Point, level: int) -> int:
    """How high a figure is: the hill under it and its floor (KUU-G-09, KUU-G-25)."""
    return level + (hill_level(table, point) if table.hills else 0)


def building_at(table: Table, point: Point) -> Area | None:
    """The building in which a point is: strictly, for on the wall line it is outside (KUU-G-26)."""
    return next((area for area in table.buildings if area.shape.strictly_contains(point)), None)


def has_level(table: Table, point: Point, level: int) -> bool:
    """Whether one can stand at a level there: above the ground only inside a building with that floor or roof.

    KUU-G-25 (floors and roof), KUU-G-26 (strictly inside), KUU-S-08.
    """
    if level == 0:
        return True
    building = building_at(table, point)
    return building is not None and level <= building.floors


def is_on_high_wall(table: Table, point: Point) -> bool:
    """Whether a point is exactly on a line that blocks sight, where nobody may stop (KUU-G-11)."""
    return any(in_box(point, wall.box) and is_near_line(point, wall.points, 0) for wall in table.high_walls)


def is_impassable(table: Table, point: Point) -> bool:
    """Whether a point is in the open interior of impassable ground (KUU-3.3-01, KUU-G-18)."""
    return any(area.shape.strictly_contains(point) for area in table.impassable)
