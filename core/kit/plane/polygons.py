"""Simple polygons of whole corners: which are sound, what lies inside, how far a line runs in one.

A polygon is the tuple of its corners in either direction, the first not repeated at the end. A point is inside it, on
its border or outside; segments are cut exactly, with Fractions.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise

from wardiary.core.kit.plane.measure import Point, distance_squared
from wardiary.core.kit.plane.segments import cross, is_on_segment, meeting_shares, segments_meet

__all__ = [
    "Place",
    "Polygon",
    "contains",
    "contains_polygon",
    "contains_segment",
    "edges",
    "is_convex",
    "locate",
    "outline",
    "overlap",
    "polygon_fault",
    "runs_inside",
    "runs_longer_inside",
    "stretches_inside",
    "strictly_contains",
    "twice_area",
]

Polygon = tuple[Point, ...]


class Place(IntEnum):
    """Where a point is, seen from a polygon."""

    OUTSIDE = -1
    BORDER = 0
    INSIDE = 1


def edges(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The polygon's sides, each from a corner to the next."""
    return pairwise((*polygon, polygon[0]))


def twice_area(polygon: Sequence[Point]) -> int:
    """Twice the area, positive when the corners run counter-clockwise."""
    return sum(start[0] * end[1] - start[1] * end[0] for start, end in edges(polygon))


def is_convex(polygon: Sequence[Point]) -> bool:
    """Whether a simple polygon bends one way only; straight corners do not matter."""
    around = zip(polygon, (*polygon[1:], polygon[0]), (*polygon[2:], *polygon[:2]), strict=True)
    bends = [cross(before, corner, after) for before, corner, after in around]
    return min(bends) >= 0 or max(bends) <= 0


def polygon_fault(polygon: Sequence[Point]) -> str:
    """What keeps corners from being a simple polygon, in words; an empty string when nothing does."""
    if len(polygon) < 3:
        return f"{len(polygon)} corners, where a polygon has three or more"
    repeated = next((corner for at, corner in enumerate(polygon) if corner in polygon[:at]), None)
    if repeated is not None:
        return f"the corner {list(repeated)} stands twice"
    sides = list(edges(polygon))
    for first, (start, end) in enumerate(sides):
        following = polygon[(first + 2) % len(polygon)]
        if is_on_segment(following, start, end) or is_on_segment(start, end, following):
            return f"the sides at {list(end)} run back over each other"
        for second in range(first + 2, len(sides) - (first == 0)):
            if segments_meet(start, end, *sides[second]):
                other_start, other_end = sides[second]
                return f"the side {list(start)}-{list(end)} meets the side {list(other_start)}-{list(other_end)}"
    return ""


def locate(point: Point, polygon: Sequence[Point]) -> Place:
    """Where a point is: inside, on the border (corners too) or outside."""
    across, up = point
    inside = False
    for start, end in edges(polygon):
        if start[1] < up > end[1] or start[1] > up < end[1]:
            continue
        if is_on_segment(point, start, end):
            return Place.BORDER
        if (start[1] > up) != (end[1] > up):
            lower, upper = (start, end) if start[1] < end[1] else (end, start)
            inside ^= cross(lower, upper, (across, up)) > 0
    return Place.INSIDE if inside else Place.OUTSIDE


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside or on the border."""
    return locate(point, polygon) >= Place.BORDER


def strictly_contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside and not on the border."""
    return locate(point, polygon) is Place.INSIDE


def stretches_inside(start: Point, end: Point, polygon: Sequence[Point]) -> tuple[tuple[Fraction, Fraction], ...]:
    """The stretches of a segment in the polygon's interior, as shares of the way from its start, in order.

    A stretch along the border is not inside. Stretches that meet on the border are two. A segment without length has
    none.
    """
    return tuple((enters, leaves) for enters, leaves, place in _pieces(start, end, polygon) if place is Place.INSIDE)


def _pieces(start: Point, end: Point, polygon: Sequence[Point]) -> Iterator[tuple[Fraction, Fraction, Place]]:
    """The segment cut wherever it meets a side; between two cuts it is wholly inside, on the border or outside."""
    if start == end:
        return
    shares = {Fraction(0), Fraction(1)}
    for side in edges(polygon):
        shares.update(meeting_shares(start, end, *side))
    for enters, leaves in pairwise(sorted(shares)):
        middle = (enters + leaves) / 2
        yield enters, leaves, _locate_share(start, end, middle, polygon)


def _locate_share(start: Point, end: Point, share: Fraction, polygon: Sequence[Point]) -> Place:
    """Where the point of a segment is; everything is stretched by the share's denominator to stay whole."""
    times = share.denominator
    point = (
        start[0] * times + (end[0] - start[0]) * share.numerator,
        start[1] * times + (end[1] - start[1]) * share.numerator,
    )
    return locate(point, tuple((across * times, up * times) for across, up in polygon))


def runs_inside(start: Point, end: Point, polygon: Sequence[Point]) -> bool:
    """Whether some point of a segment is strictly inside; its ends count."""
    if start == end:
        return strictly_contains(polygon, start)
    return bool(stretches_inside(start, end, polygon))


def runs_longer_inside(start: Point, end: Point, polygon: Sequence[Point], length: int) -> bool:
    """Whether a segment's stretches inside are together longer than `length`: exactly as long is not longer."""
    share = sum((leaves - enters for enters, leaves in stretches_inside(start, end, polygon)), Fraction(0))
    return share * share * distance_squared(start, end) > length * length


def outline(polygon: Sequence[Point]) -> Polygon:
    """The polygon without corners on straight sides, counter-clockwise, least corner first.

    Two simple polygons cover the same ground exactly when their outlines are equal.
    """
    corners = tuple(polygon) if twice_area(polygon) > 0 else tuple(reversed(polygon))
    around = zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)
    bends = tuple(corner for before, corner, after in around if cross(before, corner, after))
    first = bends.index(min(bends))
    return bends[first:] + bends[:first]


def overlap(polygon: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two simple polygons share ground; a common border or corner alone is none.

    When no side of either runs inside the other they share all of their ground or nothing.
    """
    return (
        any(runs_inside(*side, other) for side in edges(polygon))
        or any(runs_inside(*side, polygon) for side in edges(other))
        or outline(polygon) == outline(other)
    )


def contains_segment(polygon: Sequence[Point], start: Point, end: Point) -> bool:
    """Whether a segment stays inside or on the border all the way."""
    if start == end:
        return contains(polygon, start)
    return all(place is not Place.OUTSIDE for _enters, _leaves, place in _pieces(start, end, polygon))


def contains_polygon(polygon: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether `other` lies wholly in the polygon; their borders may touch."""
    return all(contains_segment(polygon, *side) for side in edges(other))
