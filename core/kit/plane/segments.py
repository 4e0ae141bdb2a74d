"""Straight segments between whole points: where they meet, and what is near them.

A segment is its two ends; they belong to it, and they may be the same point. A place on a segment is its share of the
way from the first end, a Fraction from 0 to 1.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from wardiary.core.kit.plane.measure import Point, distance_squared

__all__ = [
    "cross",
    "is_near_line",
    "is_near_segment",
    "is_on_segment",
    "legs",
    "line_meets",
    "meeting_shares",
    "segments_meet",
]


def cross(origin: Point, first: Point, second: Point) -> int:
    """Twice the signed area of a triangle: positive when `second` lies to the left of the ray to `first`."""
    return (first[0] - origin[0]) * (second[1] - origin[1]) - (first[1] - origin[1]) * (second[0] - origin[0])


def is_on_segment(point: Point, start: Point, end: Point) -> bool:
    """Whether a point lies exactly on a segment, its ends included."""
    return (
        cross(start, end, point) == 0
        and min(start[0], end[0]) <= point[0] <= max(start[0], end[0])
        and min(start[1], end[1]) <= point[1] <= max(start[1], end[1])
    )


def segments_meet(start: Point, end: Point, other_start: Point, other_end: Point) -> bool:
    """Whether two segments share a point; a touch is enough."""
    crosses_other = cross(other_start, other_end, start) * cross(other_start, other_end, end)
    crossed_by_other = cross(start, end, other_start) * cross(start, end, other_end)
    if crosses_other > 0 or crossed_by_other > 0:
        return False
    if crosses_other < 0 and crossed_by_other < 0:
        return True
    return (
        is_on_segment(start, other_start, other_end)
        or is_on_segment(end, other_start, other_end)
        or is_on_segment(other_start, start, end)
        or is_on_segment(other_end, start, end)
    )


def legs(line: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The segments of a line; one that is a single point has one without length."""
    return pairwise(line) if len(line) != 1 else iter(((line[0], line[0]),))


def line_meets(start: Point, end: Point, line: Sequence[Point]) -> bool:
    """Whether a segment shares a point with a line of several legs."""
    return any(segments_meet(start, end, *leg) for leg in legs(line))


def is_near_segment(point: Point, start: Point, end: Point, reach: int) -> bool:
    """Whether a point is at most `reach` from the nearest point of a segment. Exact."""
    along = (end[0] - start[0]) * (point[0] - start[0]) + (end[1] - start[1]) * (point[1] - start[1])
    square = distance_squared(start, end)
    if along <= 0:
        return distance_squared(point, start) <= reach * reach
    if along >= square:
        return distance_squared(point, end) <= reach * reach
    area = cross(start, end, point)
    return area * area <= reach * reach * square


def is_near_line(point: Point, line: Sequence[Point], reach: int) -> bool:
    """Whether a point is at most `reach` from a line of several legs."""
    return any(is_near_segment(point, start, end, reach) for start, end in legs(line))


def meeting_shares(start: Point, end: Point, other_start: Point, other_end: Point) -> tuple[Fraction, ...]:
    """Where on the first segment the second one meets it: none, one place, or both ends of a common stretch.

    For segments on one line the ends of the second are taken, cut to those of the first, whether they overlap or not.
    """
    along = (end[0] - start[0], end[1] - start[1])
    other = (other_end[0] - other_start[0], other_end[1] - other_start[1])
    between = (other_start[0] - start[0], other_start[1] - start[1])
    turn = along[0] * other[1] - along[1] * other[0]
    if turn:
        share = Fraction(between[0] * other[1] - between[1] * other[0], turn)
        other_share = Fraction(between[0] * along[1] - between[1] * along[0], turn)
        return (share,) if 0 <= share <= 1 and 0 <= other_share <= 1 else ()
    square = distance_squared(start, end)
    if not square or cross(start, end, other_start):
        return ()
    shares = (
        Fraction(along[0] * (place[0] - start[0]) + along[1] * (place[1] - start[1]), square)
        for place in (other_start, other_end)
    )
    return tuple(min(max(share, Fraction(0)), Fraction(1)) for share in shares)
