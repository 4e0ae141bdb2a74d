"""Points and vectors of whole millimetres: distances compared, lengths of ways, groups of neighbours, boxes.

A point is `(x, y)` with x to the east and y to the north; a vector is one too. No square root is ever compared: what is
near is judged by squares, and a length that must be a whole number says how it is rounded.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import isqrt
from typing import TypeVar

__all__ = [
    "Box",
    "Point",
    "Vector",
    "box_of",
    "boxes_apart",
    "closer",
    "distance_squared",
    "groups",
    "in_box",
    "leg_length",
    "minus",
    "path_length",
    "plus",
    "scaled",
    "turned_left",
    "turned_right",
    "within",
]

Point = tuple[int, int]
Vector = tuple[int, int]
Box = tuple[int, int, int, int]
"""West, south, east and north end; the sides belong to it."""

T = TypeVar("T")


def plus(point: Point, vector: Vector) -> Point:
    """The point moved by a vector."""
    return point[0] + vector[0], point[1] + vector[1]


def minus(point: Point, other: Point) -> Vector:
    """The vector that leads from `other` to `point`."""
    return point[0] - other[0], point[1] - other[1]


def turned_left(vector: Vector) -> Vector:
    """The vector a quarter turn counter-clockwise."""
    return -vector[1], vector[0]


def turned_right(vector: Vector) -> Vector:
    """The vector a quarter turn clockwise."""
    return vector[1], -vector[0]


def distance_squared(point: Point, other: Point) -> int:
    """The square of the distance, in square millimetres."""
    across, up = point[0] - other[0], point[1] - other[1]
    return across * across + up * up


def within(point: Point, other: Point, reach: int) -> bool:
    """Whether two points are at most `reach` apart: exactly `reach` is within it."""
    return distance_squared(point, other) <= reach * reach


def closer(point: Point, other: Point, gap: int) -> bool:
    """Whether two points are less than `gap` apart: exactly `gap` is not closer."""
    return distance_squared(point, other) < gap * gap


def leg_length(start: Point, end: Point) -> int:
    """The length of a straight way, rounded up to whole millimetres."""
    square = distance_squared(start, end)
    return isqrt(square - 1) + 1 if square else 0


def path_length(path: Sequence[Point]) -> int:
    """The sum of a path's legs, each rounded up by itself."""
    return sum([leg_length(start, end) for start, end in pairwise(path)])


def scaled(vector: Vector, length: int) -> Vector:
    """The vector of that length in the same direction, each component rounded toward zero: never longer.

    The zero vector has no direction and stays zero.
    """
    across, up = vector
    square = across * across + up * up
    if not square:
        return 0, 0
    return _component(across, square, length), _component(up, square, length)


def _component(component: int, square: int, length: int) -> int:
    size = isqrt(length * length * component * component // square)
    return size if component >= 0 else -size


def groups(members: Sequence[T], linked: Callable[[T, T], bool]) -> tuple[tuple[T, ...], ...]:
    """The members parted into groups that hang together by links, in the order in which each group first appears.

    `linked` is asked for pairs and must be symmetric. Within a group the members keep their order.
    """
    remaining = list(range(len(members)))
    found: list[tuple[T, ...]] = []
    while remaining:
        group = [remaining.pop(0)]
        for place in group:  # grows while it is read
            joined = [other for other in remaining if linked(members[place], members[other])]
            group += joined
            remaining = [other for other in remaining if other not in joined]
        found.append(tuple(members[place] for place in sorted(group)))
    return tuple(found)


def box_of(points: Iterable[Point]) -> Box:
    """The least box that holds all points. Raises ValueError when there is none."""
    across, up = zip(*points, strict=True)
    return min(across), min(up), max(across), max(up)


def boxes_apart(box: Box, other: Box) -> bool:
    """Whether two boxes share no point at all."""
    return box[2] < other[0] or other[2] < box[0] or box[3] < other[1] or other[3] < box[1]


def in_box(point: Point, box: Box) -> bool:
    """Whether a point is in a box; its sides belong to it."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
