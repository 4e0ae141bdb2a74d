"""Polygons: which corners make one, and what lies inside, held against slower ways of finding out."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kit.slow_plane import POINTS, Motion, motions, point_at, slow_distance_squared

from wardiary.core.kit.plane.measure import Point, distance_squared
from wardiary.core.kit.plane.polygons import (
    Place,
    Polygon,
    contains,
    contains_polygon,
    contains_segment,
    edges,
    is_convex,
    locate,
    outline,
    overlap,
    polygon_fault,
    runs_inside,
    runs_longer_inside,
    stretches_inside,
    strictly_contains,
    twice_area,
)
from wardiary.core.kit.plane.segments import meeting_shares, segments_meet
from wardiary.core.kit.plane.shapes import Shape


def untangled(points: list[Point]) -> Polygon:
    """A polygon of these corners: as long as two sides meet, the way between them is turned round.

    Corners that make none (on one line, for instance) are those of a triangle instead.
    """
    corners = list(points)
    for _ in range(2 * len(corners)):
        sides = list(edges(corners))
        crossing = [
            (first, second)
            for first in range(len(sides))
            for second in range(first + 2, len(sides) - (first == 0))
            if segments_meet(*sides[first], *sides[second])
        ]
        if not crossing:
            break
        first, second = crossing[0]
        corners[first + 1 : second + 1] = reversed(corners[first + 1 : second + 1])
    return ((0, 0), (3, 1), (1, 4)) if polygon_fault(corners) else tuple(corners)


POLYGONS = st.lists(POINTS, min_size=3, max_size=6, unique=True).map(untangled)
SQUARE: Polygon = ((0, 0), (10, 0), (10, 10), (0, 10))
NOTCHED: Polygon = ((0, 0), (12, 0), (12, 9), (8, 9), (8, 3), (4, 3), (4, 9), (0, 9))
"""A square U."""
REACH = st.integers(0, 20)


def slow_place(x: Fraction, y: Fraction, polygon: Polygon) -> Place:
    """By the winding number: how often the border goes around the point."""
    turns = 0
    for (ax, ay), (bx, by) in edges(polygon):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return Place.BORDER
        if ay <= y < by and side > 0:
            turns += 1
        elif by <= y < ay and side < 0:
            turns -= 1
    return Place.INSIDE if turns else Place.OUTSIDE


def slow_pieces(start: Point, end: Point, polygon: Polygon) -> list[tuple[Fraction, Place]]:
    """The shares of the stretches between all places where the border is met, and where each lies."""
    shares = {Fraction(0), Fraction(1)}.union(*(meeting_shares(start, end, *side) for side in edges(polygon)))
    return [
        (leaves - enters, slow_place(*point_at(start, end, (enters + leaves) / 2), polygon))
        for enters, leaves in pairwise(sorted(shares))
    ]


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        (((0, 0), (4, 0)), "2 corners"),
        (((0, 0), (4, 0), (4, 4), (0, 0)), r"the corner \[0, 0\] stands twice"),
        (((0, 0), (4, 4), (4, 0), (0, 4)), r"the side \[0, 0\]-\[4, 4\] meets the side \[4, 0\]-\[0, 4\]"),
        (((0, 0), (4, 0), (8, 0)), "run back over each other"),
        (((0, 0), (8, 0), (4, 0), (4, 4)), r"the sides at \[8, 0\] run back over each other"),
        (((4, 0), (4, 4), (0, 0), (8, 0)), r"the side \[4, 0\]-\[4, 4\] meets the side \[0, 0\]-\[8, 0\]"),
        (((0, 0), (8, 0), (8, 8), (4, 0), (0, 8)), "meets the side"),
        (((0, 0), (8, 0), (8, 8), (4, -2), (0, 8)), "meets the side"),
    ],
)
def test_what_is_no_simple_polygon(corners: Polygon, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        assert polygon_fault(corners) == ""


@pytest.mark.parametrize("corners", [SQUARE, NOTCHED, ((0, 0), (5, 0), (10, 0), (10, 10)), ((0, 0), (1, 0), (0, 1))])
def test_what_is_one(corners: Polygon) -> None:
    assert polygon_fault(corners) == ""
    assert polygon_fault(corners[::-1]) == ""
    assert twice_area(corners) == -twice_area(corners[::-1]) > 0


@given(POLYGONS, motions())
def test_a_polygon_stays_one_wherever_it_lies(polygon: Polygon, move: Motion) -> None:
    assert polygon_fault(tuple(map(move, polygon))) == ""
    assert twice_area(polygon) != 0
    assert abs(twice_area(tuple(map(move, polygon)))) == abs(twice_area(polygon))
    assert is_convex(polygon) == is_convex(polygon[::-1])


@pytest.mark.parametrize(
    ("corners", "convex"),
    [
        (SQUARE, True),
        (((0, 0), (5, 0), (10, 0), (10, 10)), True),  # a straight corner bends no way
        (((0, 0), (10, 0), (5, 4)), True),
        (NOTCHED, False),
        (((0, 0), (10, 0), (5, 1), (5, 10)), False),
    ],
)
def test_what_bends_one_way_only(corners: Polygon, convex: bool) -> None:
    assert is_convex(corners) is convex
    assert is_convex(corners[::-1]) is convex


@given(POLYGONS, POINTS, motions())
def test_where_a_point_is(polygon: Polygon, point: Point, move: Motion) -> None:
    place = locate(point, polygon)
    assert place is slow_place(Fraction(point[0]), Fraction(point[1]), polygon)
    assert place is locate(move(point), tuple(map(move, polygon)))
    assert place is locate(point, polygon[::-1])
    assert contains(polygon, point) == (place is not Place.OUTSIDE)
    assert strictly_contains(polygon, point) == (place is Place.INSIDE)
    assert (place is Place.BORDER) == any(slow_distance_squared(point, *side) == 0 for side in edges(polygon))


@given(POLYGONS, POINTS, POINTS, motions())
def test_the_stretches_of_a_segment_inside(polygon: Polygon, start: Point, end: Point, move: Motion) -> None:
    found = stretches_inside(start, end, polygon)
    turned = stretches_inside(move(end), move(start), tuple(map(move, polygon)))
    assert found == tuple((1 - leaves, 1 - enters) for enters, leaves in reversed(turned))
    if start != end:
        inside = sum(share for share, place in slow_pieces(start, end, polygon) if place is Place.INSIDE)
        assert sum(leaves - enters for enters, leaves in found) == inside


@given(POLYGONS, POINTS, POINTS, REACH)
def test_what_runs_inside_and_how_far(polygon: Polygon, start: Point, end: Point, length: int) -> None:
    inside = Fraction(0)
    if start != end:
        inside = sum((s for s, place in slow_pieces(start, end, polygon) if place is Place.INSIDE), inside)
    assert runs_inside(start, end, polygon) == (inside > 0 or strictly_contains(polygon, start))
    assert runs_longer_inside(start, end, polygon, length) == (
        inside**2 * distance_squared(start, end) > length * length
    )


@given(POLYGONS, POINTS, POINTS)
def test_a_segment_is_contained_when_no_stretch_of_it_is_outside(polygon: Polygon, start: Point, end: Point) -> None:
    whole = contains(polygon, start) and contains(polygon, end)
    if start != end:
        whole = all(place is not Place.OUTSIDE for _, place in slow_pieces(start, end, polygon))
    assert contains_segment(polygon, start, end) == whole
    if is_convex(polygon):
        assert whole == (contains(polygon, start) and contains(polygon, end))


@pytest.mark.parametrize(
    ("start", "end", "stretches"),
    [
        ((-5, 5), (15, 5), [(Fraction(1, 4), Fraction(3, 4))]),
        ((0, 0), (10, 10), [(Fraction(0), Fraction(1))]),
        ((0, 0), (10, 0), []),
        ((5, 0), (5, 10), [(Fraction(0), Fraction(1))]),
        ((-5, 5), (5, -5), []),
        ((5, 5), (5, 5), []),
        ((-5, 0), (15, 0), []),
    ],
)
def test_stretches_in_a_square_of_ten(start: Point, end: Point, stretches: list[tuple[Fraction, Fraction]]) -> None:
    assert list(stretches_inside(start, end, SQUARE)) == stretches


def test_a_line_through_both_arms_of_a_u_is_inside_twice() -> None:
    assert len(stretches_inside((-6, 6), (18, 6), NOTCHED)) == 2
    assert not runs_longer_inside((-6, 6), (18, 6), NOTCHED, 8)
    assert runs_longer_inside((-6, 6), (18, 6), NOTCHED, 7)
    assert not contains_segment(NOTCHED, (2, 6), (10, 6))
    assert contains_segment(NOTCHED, (2, 3), (10, 3))


@pytest.mark.parametrize(
    ("other", "share"),
    [
        (((10, 0), (20, 0), (20, 10), (10, 10)), False),
        (((9, 0), (20, 0), (20, 10), (9, 10)), True),
        (((10, 10), (20, 10), (20, 20)), False),
        (SQUARE, True),
        (((0, 0), (5, 0), (10, 0), (10, 10), (0, 10)), True),
        (SQUARE[::-1], True),
        (((2, 2), (4, 2), (4, 4)), True),
        (((0, 0), (10, 0), (10, 10)), True),
        (((-5, 5), (5, -5), (5, 15)), True),
        (((20, 20), (30, 20), (30, 30)), False),
    ],
)
def test_ground_shared_with_a_square(other: Polygon, share: bool) -> None:
    assert overlap(SQUARE, other) is share
    assert overlap(other, SQUARE) is share


def slow_overlap(polygon: Polygon, other: Polygon) -> bool:
    """Whether some point of a grid is inside both; sure only when it says yes."""
    return any(
        slow_place(x, y, polygon) is slow_place(x, y, other) is Place.INSIDE
        for x in (Fraction(4 * step + 1, 8) for step in range(10))
        for y in (Fraction(6 * step + 1, 12) for step in range(10))
    )


SMALL_POLYGONS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=5, unique=True).map(
    untangled
)


@given(SMALL_POLYGONS, SMALL_POLYGONS, motions())
def test_overlap_and_containment(polygon: Polygon, other: Polygon, move: Motion) -> None:
    share = overlap(polygon, other)
    assert share == overlap(other, polygon)
    assert share == overlap(tuple(map(move, polygon)), tuple(map(move, other)))
    if contains_polygon(polygon, other):
        assert share
        assert all(contains(polygon, corner) for corner in other)
        assert abs(twice_area(polygon)) >= abs(twice_area(other))
    if contains_polygon(polygon, other) and contains_polygon(other, polygon):
        assert outline(polygon) == outline(other)


@settings(max_examples=40)
@given(SMALL_POLYGONS, SMALL_POLYGONS)
def test_polygons_with_a_common_point_inside_overlap(polygon: Polygon, other: Polygon) -> None:
    assert overlap(polygon, other) or not slow_overlap(polygon, other)


def test_tangled_corners_make_polygons_of_many_corners() -> None:
    star = [(0, 0), (4, 7), (8, 0), (-1, 5), (9, 5)]
    assert polygon_fault(star)
    assert sorted(untangled(star)) == sorted(star)
    assert untangled([(0, 0), (1, 1), (2, 2)]) == ((0, 0), (3, 1), (1, 4))


@given(POLYGONS, st.integers(0, 5), st.booleans())
def test_an_outline_does_not_depend_on_where_the_corners_begin(polygon: Polygon, first: int, turned: bool) -> None:
    same = polygon[first % len(polygon) :] + polygon[: first % len(polygon)]
    assert outline(same[::-1] if turned else same) == outline(polygon)
    assert overlap(polygon, same)


@given(POLYGONS, POINTS, POINTS, REACH)
def test_a_shape_answers_as_the_polygon_does(polygon: Polygon, start: Point, end: Point, length: int) -> None:
    shape = Shape(polygon)
    assert shape.contains(start) == contains(polygon, start)
    assert shape.strictly_contains(start) == strictly_contains(polygon, start)
    assert shape.contains_segment(start, end) == contains_segment(polygon, start, end)
    assert shape.is_entered(start, end) == runs_inside(start, end, polygon)
    assert shape.is_entered_for(start, end, length) == runs_longer_inside(start, end, polygon, length)


@given(
    POLYGONS,
    st.tuples(st.integers(-40, 40), st.integers(-40, 40)),
    st.tuples(st.integers(-40, 40), st.integers(-40, 40)),
    REACH,
)
def test_a_shape_answers_about_long_lines_too(polygon: Polygon, start: Point, end: Point, length: int) -> None:
    shape = Shape(polygon)
    assert shape.is_entered(start, end) == runs_inside(start, end, polygon)
    assert shape.is_entered_for(start, end, length) == runs_longer_inside(start, end, polygon, length)


@pytest.mark.parametrize(
    ("start", "end", "inside"),
    [
        ((0, 5), (14, 5), 10),  # from a side through the other
        ((14, 5), (0, 5), 10),
        ((0, 5), (5, 5), 5),  # from a side to the middle
        ((5, 5), (0, 5), 5),
        ((0, 5), (10, 5), 10),  # from side to side
        ((0, 5), (-5, 5), 0),  # away from it
        ((5, 5), (5, 12), 5),
        ((-3, 5), (13, 5), 10),
        ((2, 2), (5, 6), 5),
        ((0, 0), (6, 8), 10),  # from a corner
        ((-3, -4), (6, 8), 10),  # through a corner
        ((0, 2), (0, 8), 0),  # along a side
    ],
)
def test_how_far_a_line_runs_in_a_square_of_ten(start: Point, end: Point, inside: int) -> None:
    shape = Shape(SQUARE)
    assert shape.is_entered(start, end) == (inside > 0)
    assert not shape.is_entered_for(start, end, inside)
    assert inside == 0 or shape.is_entered_for(start, end, inside - 1)


def test_shapes_are_equal_when_their_corners_are() -> None:
    assert Shape(SQUARE) == Shape(list(SQUARE))
    assert hash(Shape(SQUARE)) == hash(Shape(SQUARE))
    assert Shape(SQUARE) != Shape(NOTCHED)
    assert Shape(SQUARE) != SQUARE
    assert repr(Shape(SQUARE)) == f"Shape({SQUARE})"
