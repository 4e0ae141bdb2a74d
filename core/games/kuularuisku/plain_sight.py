"""Lines of sight as the clauses put them, without a shortcut: what `sight_lines` is tested and timed against."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Area, Line, Table
from wardiary.core.kit.plane.measure import Point, distance_squared
from wardiary.core.kit.plane.polygons import contains, stretches_inside, strictly_contains
from wardiary.core.kit.plane.segments import segments_meet

__all__ = ["figure_between", "hidden_by", "is_clear"]


def hidden_by(table: Table, start: Point, start_height: int, end: Point, end_height: int) -> str | None:
    """The piece of terrain that blocks a line of sight, in the order hills, buildings, dense places, high walls."""
    high = max(start_height, end_height)
    blocks = (
        *(hill.id for hill in table.hills if _hill_blocks(hill, start, end, high)),
        *(building.id for building in table.buildings if _building_blocks(building, start, end, high)),
        *(area.id for area in table.dense if _dense_blocks(area, start, end, table.measures.dense_sight)),
        *(wall.id for wall in table.high_walls if _wall_blocks(wall, start, end, high)),
    )
    return next(iter(blocks), None)


def _hill_blocks(hill: Area, start: Point, end: Point, high: int) -> bool:
    """KUU-G-09, a hill: neither end in the closed polygon."""
    corners = hill.shape.corners
    if contains(corners, start) or contains(corners, end):
        return False
    return bool(stretches_inside(start, end, corners)) and high < hill.top


def _building_blocks(building: Area, start: Point, end: Point, high: int) -> bool:
    """KUU-G-09, a building: neither end strictly inside (KUU-G-26)."""
    corners = building.shape.corners
    if strictly_contains(corners, start) or strictly_contains(corners, end):
        return False
    return bool(stretches_inside(start, end, corners)) and high < building.top


def _dense_blocks(area: Area, start: Point, end: Point, sight: int) -> bool:
    """KUU-G-10: longer than 10 cm inside this one polygon."""
    inside = sum((leaves - enters for enters, leaves in stretches_inside(start, end, area.shape.corners)), Fraction(0))
    return inside**2 * distance_squared(start, end) > sight**2


def _wall_blocks(wall: Line, start: Point, end: Point, high: int) -> bool:
    """KUU-G-11: a point in common, unless an end is raised."""
    return high < 1 and any(segments_meet(start, end, *leg) for leg in pairwise(wall.points))


def figure_between(table: Table, shooter: Standing, target: Standing, standing: Iterable[Standing]) -> str | None:
    """KUU-G-12 and KUU-5.1-06, the distance to the line as a Fraction."""
    if shooter.at == target.at:
        return None
    high, reach = max(shooter.height, target.height), table.measures.figure_radius
    for figure in standing:
        if figure.at in (shooter.at, target.at) or figure.height != high:
            continue
        if _distance_squared(figure.at, shooter.at, target.at) <= reach**2:
            return figure.figure
    return None


def _distance_squared(point: Point, start: Point, end: Point) -> Fraction:
    """The square of the distance from a point to the nearest point of a segment."""
    along = (end[0] - start[0]) * (point[0] - start[0]) + (end[1] - start[1]) * (point[1] - start[1])
    share = min(max(Fraction(along, distance_squared(start, end)), Fraction(0)), Fraction(1))
    across = start[0] + share * (end[0] - start[0]) - point[0]
    up = start[1] + share * (end[1] - start[1]) - point[1]
    return across**2 + up**2


def is_clear(table: Table, shooter: Standing, target: Standing, standing: Iterable[Standing]) -> bool:
    """Whether neither terrain nor a figure blocks the line (KUU-5.1-05, KUU-5.2-01)."""
    if figure_between(table, shooter, target, standing) is not None:
        return False
    return hidden_by(table, shooter.at, shooter.height, target.at, target.height) is None
