"""Cover of figures and of a target as a whole, close range: KUU-5.4, KUU-5.7-02, KUU-G-14, KUU-G-15, KUU-T-10, -11."""

from collections.abc import Iterable, Sequence

from wardiary.core.games.kuularuisku.standing import Standing, nearest_of
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point, box_of, boxes_apart, distance_squared, in_box, leg_length
from wardiary.core.kit.plane.segments import is_near_line, line_meets

__all__ = ["area_cover", "figure_cover", "line_cover", "open_cover", "range_between", "unit_cover"]


def open_cover(table: Table, snow_suit: bool) -> int:
    """The cover of open ground: 6, or 5 in a snow suit in winter (KUU-5.4-03, KUU-T-10)."""
    return table.measures.snow_cover if snow_suit else table.measures.open_cover


def area_cover(table: Table, point: Point, level: int) -> int:
    """The best cover of the areas in which a figure is; open ground where there is none (KUU-G-07, KUU-5.4-04).

    A building covers only who is strictly inside and not on its roof (KUU-G-25, KUU-G-26).
    """
    best = table.measures.open_cover
    for area in table.areas:
        if area.type.cover < best and in_box(point, area.shape.box):
            if area.type.opaque:
                inside = area.shape.strictly_contains(point) and level < area.floors
            else:
                inside = area.shape.contains(point)
            if inside:
                best = area.type.cover
    return best


def line_cover(table: Table, point: Point, shooter: Point) -> int:
    """The best cover of the lines between a figure and whoever shoots at it; open ground where there is none.

    KUU-G-14: the line of sight touches the piece, and the figure is within 20 mm of it.
    """
    best, reach, sight = table.measures.open_cover, table.measures.linear_cover, box_of((point, shooter))
    for line in table.lines:
        if line.type.cover >= best or boxes_apart(sight, line.box):
            continue
        if is_near_line(point, line.points, reach) and line_meets(shooter, point, line.points):
            best = line.type.cover
    return best


def figure_cover(
    table: Table, target: Standing, shooters: Sequence[Standing], snow_suit: bool = False, in_open: bool = False
) -> int:
    """A figure's cover value against those who fire: the best of area, lines and open ground (KUU-G-15).

    The nearest shooter counts, whether it sees the figure or not (KUU-G-14). `in_open`: all cover but a snow suit is
    left out, as for an assaulter (KUU-6.2-03).
    """
    cover = open_cover(table, snow_suit)
    reference = nearest_of(target.at, shooters)
    if in_open or reference is None:
        return cover
    return min(cover, area_cover(table, target.at, target.level), line_cover(table, target.at, reference.at))


def unit_cover(covers: Iterable[int]) -> int:
    """The cover that most of the visible figures have, of equally frequent ones the worst: the highest.

    KUU-5.4-02, -05, -06. Raises ValueError when nobody is visible.
    """
    values = tuple(covers)
    return max(values, key=lambda value: (values.count(value), value))


def range_between(shooters: Iterable[Standing], targets: Sequence[Standing]) -> int:
    """The distance of the nearest pair in whole millimetres, rounded up (KUU-5.7-02)."""
    one, other = min(
        ((shooter.at, target.at) for shooter in shooters for target in targets),
        key=lambda pair: distance_squared(*pair),
    )
    return leg_length(one, other)
