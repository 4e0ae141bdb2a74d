"""Polygons made ready for many questions: the same answers as in `polygons`, most of them without a Fraction.

What is far away is told by the box around the polygon, what lies to one side by signs; only a line that runs through a
corner, along a side or ends on the border is cut exactly. Each method names the function that it must agree with.
"""

from collections.abc import Iterable

from wardiary.core.kit.plane.measure import Box, Point, box_of, distance_squared, in_box
from wardiary.core.kit.plane.polygons import (
    Polygon,
    contains,
    contains_segment,
    edges,
    is_convex,
    runs_inside,
    runs_longer_inside,
    strictly_contains,
)

__all__ = ["Shape"]


class Shape:
    """A simple polygon with its box and its sides. Immutable; equal when the corners are."""

    __slots__ = ("_convex", "box", "corners", "sides")

    def __init__(self, corners: Iterable[Point]) -> None:
        self.corners: Polygon = tuple(corners)
        self.sides = tuple((*start, *end) for start, end in edges(self.corners))
        self.box: Box = box_of(self.corners)
        self._convex = is_convex(self.corners)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.corners == other.corners

    def __hash__(self) -> int:
        return hash(self.corners)

    def __repr__(self) -> str:
        return f"Shape({self.corners})"

    def contains(self, point: Point) -> bool:
        """`polygons.contains`: inside or on the border."""
        return in_box(point, self.box) and contains(self.corners, point)

    def strictly_contains(self, point: Point) -> bool:
        """`polygons.strictly_contains`: inside and not on the border."""
        return in_box(point, self.box) and strictly_contains(self.corners, point)

    def contains_segment(self, start: Point, end: Point) -> bool:
        """`polygons.contains_segment`: inside or on the border all the way."""
        if self._convex:
            return self.contains(start) and self.contains(end)
        return in_box(start, self.box) and in_box(end, self.box) and contains_segment(self.corners, start, end)

    def is_entered(self, start: Point, end: Point) -> bool:
        """`polygons.runs_inside`: whether some point of a segment is strictly inside."""
        if self._is_passed(start, end):
            return False
        (x, y), (end_x, end_y) = start, end
        across, up = end_x - x, end_y - y
        left = right = touched = False
        for from_x, from_y, to_x, to_y in self.sides:
            side_of_start = across * (from_y - y) - up * (from_x - x)
            side_of_end = across * (to_y - y) - up * (to_x - x)
            if side_of_start > 0:
                left = True
            elif side_of_start < 0:
                right = True
            else:
                touched = True
            if side_of_start * side_of_end < 0:
                east_of, north_of = to_x - from_x, to_y - from_y
                first = east_of * (y - from_y) - north_of * (x - from_x)
                second = east_of * (end_y - from_y) - north_of * (end_x - from_x)
                if first * second < 0:
                    return True
                touched = touched or not first or not second
        if touched:
            return runs_inside(start, end, self.corners)
        return left and right and strictly_contains(self.corners, start)

    def is_entered_for(self, start: Point, end: Point, length: int) -> bool:
        """`polygons.runs_longer_inside`: whether a segment runs inside for more than `length` in all."""
        square = distance_squared(start, end)
        if square <= length * length or self._is_passed(start, end):
            return False
        cuts = self._cuts(start, end)
        if cuts is None or len(cuts) > 2:
            return runs_longer_inside(start, end, self.corners, length)
        inside = self.strictly_contains(start)
        if not cuts:
            return inside
        (first, whole), (second, other_whole) = cuts[0], cuts[1] if len(cuts) == 2 else (0, 1)
        share, of = abs(first * other_whole - second * whole), whole * other_whole
        if inside == (len(cuts) == 2):
            share = of - share
        return share * share * square > length * length * of * of

    def _is_passed(self, start: Point, end: Point) -> bool:
        """Whether a segment lies beyond one side of the box, or on it: then it is nowhere inside."""
        (x, y), (end_x, end_y), (west, south, east, north) = start, end, self.box
        return (
            (x <= west and end_x <= west)
            or (x >= east and end_x >= east)
            or (y <= south and end_y <= south)
            or (y >= north and end_y >= north)
        )

    def _cuts(self, start: Point, end: Point) -> list[tuple[int, int]] | None:
        """Where a segment goes through sides, as shares of its way; None when it touches a corner or ends on a side."""
        (x, y), (end_x, end_y) = start, end
        across, up = end_x - x, end_y - y
        found: list[tuple[int, int]] = []
        for from_x, from_y, to_x, to_y in self.sides:
            side_of_start = across * (from_y - y) - up * (from_x - x)
            side_of_end = across * (to_y - y) - up * (to_x - x)
            if not side_of_start:
                return None
            if side_of_start * side_of_end < 0:
                east_of, north_of = to_x - from_x, to_y - from_y
                first = east_of * (y - from_y) - north_of * (x - from_x)
                second = east_of * (end_y - from_y) - north_of * (end_x - from_x)
                if not first or not second:
                    return None
                if first * second < 0:
                    found.append((abs(first), abs(first) + abs(second)))
        return found
