"""Distances, lengths, groups and segments on the plane: exact at the last millimetre, the same from every side."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.slow_plane import FAR, POINTS, Motion, motions, point_at, slow_distance_squared

from wardiary.core.kit.plane.measure import (
    Point,
    Vector,
    box_of,
    boxes_apart,
    closer,
    distance_squared,
    groups,
    in_box,
    leg_length,
    minus,
    path_length,
    plus,
    scaled,
    turned_left,
    turned_right,
    within,
)
from wardiary.core.kit.plane.segments import (
    cross,
    is_near_line,
    is_near_segment,
    is_on_segment,
    legs,
    line_meets,
    meeting_shares,
    segments_meet,
)

REACH = st.integers(0, 12)


@pytest.mark.parametrize(
    ("end", "length"),
    [((0, 0), 0), ((30, 40), 50), ((10, 10), 15), ((70, 71), 100), ((70, 72), 101), ((-30, 40), 50), ((0, -7), 7)],
)
def test_a_leg_is_rounded_up(end: Point, length: int) -> None:
    assert leg_length((0, 0), end) == length


@given(FAR, FAR, motions())
def test_the_length_of_a_leg_is_the_least_that_is_not_too_short(start: Point, end: Point, move: Motion) -> None:
    length, square = leg_length(start, end), distance_squared(start, end)
    assert length * length >= square
    assert length == 0 or (length - 1) ** 2 < square
    assert length == leg_length(end, start) == leg_length(move(start), move(end))


@given(st.lists(FAR, min_size=1, max_size=6))
def test_a_path_is_as_long_as_its_legs_and_not_shorter_than_the_straight_way(path: list[Point]) -> None:
    assert path_length(path) == sum(leg_length(start, end) for start, end in pairwise(path))
    assert path_length(path) >= leg_length(path[0], path[-1])
    assert path_length(path) == path_length(path[::-1])


@given(FAR, FAR, motions(), st.integers(0, 300_000))
def test_within_and_closer_part_at_exactly_the_length(one: Point, other: Point, move: Motion, reach: int) -> None:
    assert within(one, other, reach) == within(move(other), move(one), reach)
    assert within(one, other, leg_length(one, other))
    assert closer(one, other, reach) == (within(one, other, reach) and distance_squared(one, other) != reach * reach)


@pytest.mark.parametrize(
    ("vector", "length", "result"),
    [
        ((-10, -20), 100, (-44, -89)),
        ((3, 4), 50, (30, 40)),
        ((1, 1), 100, (70, 70)),
        ((0, 0), 100, (0, 0)),
        ((0, -3), 100, (0, -100)),
        ((5, 0), 0, (0, 0)),
    ],
)
def test_a_vector_is_scaled_toward_zero(vector: Vector, length: int, result: Vector) -> None:
    assert scaled(vector, length) == result


@given(FAR, st.integers(0, 2_000))
def test_a_scaled_vector_is_never_longer_and_less_than_one_short_in_each_component(vector: Vector, length: int) -> None:
    result = scaled(vector, length)
    assert distance_squared((0, 0), result) <= length * length
    square = distance_squared((0, 0), vector)
    for component, cut in zip(vector, result, strict=True):
        assert cut == 0 or (cut > 0) == (component > 0)
        if square:
            exact = Fraction(length * length * component * component, square)
            assert cut * cut <= exact < (abs(cut) + 1) ** 2


@given(FAR, st.integers(0, 2_000))
def test_scaling_goes_with_quarter_turns(vector: Vector, length: int) -> None:
    assert scaled(turned_left(vector), length) == turned_left(scaled(vector, length))
    assert turned_right(turned_left(vector)) == vector


def test_vectors_lead_from_point_to_point() -> None:
    assert plus((1, 2), (3, 5)) == (4, 7)
    assert minus((4, 7), (1, 2)) == (3, 5)
    assert turned_left((1, 0)) == (0, 1)
    assert turned_right((1, 0)) == (0, -1)


def test_groups_hang_together_through_others_and_keep_their_order() -> None:
    def linked(one: int, other: int) -> bool:
        return abs(one - other) <= 2

    assert groups([1, 9, 3, 20, 7, 5], linked) == ((1, 9, 3, 7, 5), (20,))
    assert groups([], linked) == ()


@given(st.lists(POINTS, max_size=8), REACH)
def test_groups_are_the_components_of_the_links(points: list[Point], reach: int) -> None:
    found = groups(points, lambda one, other: within(one, other, reach))
    assert sorted(point for group in found for point in group) == sorted(points)
    reached: dict[int, int] = {place: place for place in range(len(points))}
    for _ in points:
        for one, other in ((a, b) for a in reached for b in reached if within(points[a], points[b], reach)):
            reached[one] = reached[other] = min(reached[one], reached[other])
    assert len(found) == len(set(reached.values()))


def test_boxes_share_their_sides() -> None:
    box = box_of([(4, 9), (1, 2), (3, 3)])
    assert box == (1, 2, 4, 9)
    assert all(in_box(corner, box) for corner in ((1, 2), (4, 2), (4, 9), (1, 9)))
    assert not any(in_box(point, box) for point in ((0, 5), (5, 5), (2, 1), (2, 10)))
    touching = [(4, 5, 9, 6), (-9, 5, 1, 6), (2, 9, 3, 12), (2, -9, 3, 2), (4, 9, 10, 10)]
    apart = [(5, 5, 9, 6), (-9, 5, 0, 6), (2, 10, 3, 12), (2, -9, 3, 1)]
    assert not any(boxes_apart(box, other) or boxes_apart(other, box) for other in touching)
    assert all(boxes_apart(box, other) and boxes_apart(other, box) for other in apart)
    with pytest.raises(ValueError, match="unpack"):
        box_of([])


@given(POINTS, POINTS, POINTS, REACH, motions())
def test_near_a_segment_is_what_the_exact_distance_says(
    point: Point, start: Point, end: Point, reach: int, move: Motion
) -> None:
    near = is_near_segment(point, start, end, reach)
    assert near == (slow_distance_squared(point, start, end) <= reach * reach)
    assert near == is_near_segment(move(point), move(end), move(start), reach)
    assert is_on_segment(point, start, end) == (slow_distance_squared(point, start, end) == 0)


@given(POINTS, POINTS, POINTS)
def test_the_cross_product_tells_the_side(origin: Point, first: Point, second: Point) -> None:
    assert cross(origin, first, second) == -cross(origin, second, first) == cross(first, second, origin)


@given(POINTS, POINTS, POINTS, POINTS, motions())
def test_segments_meet_where_an_end_is_on_the_other_or_they_cross(
    start: Point, end: Point, other_start: Point, other_end: Point, move: Motion
) -> None:
    meet = segments_meet(start, end, other_start, other_end)
    assert meet == segments_meet(other_end, other_start, start, end)
    assert meet == segments_meet(move(start), move(end), move(other_start), move(other_end))
    touch = any(
        slow_distance_squared(point, *segment) == 0
        for point, segment in (
            (start, (other_start, other_end)),
            (end, (other_start, other_end)),
            (other_start, (start, end)),
            (other_end, (start, end)),
        )
    )
    shares = meeting_shares(start, end, other_start, other_end)
    parallel = cross((0, 0), minus(end, start), minus(other_end, other_start)) == 0
    assert meet == (touch if parallel else bool(shares))


@given(POINTS, POINTS, POINTS, POINTS)
def test_the_shares_of_meetings_are_on_both_segments(
    start: Point, end: Point, other_start: Point, other_end: Point
) -> None:
    for share in meeting_shares(start, end, other_start, other_end):
        assert 0 <= share <= 1
        if segments_meet(start, end, other_start, other_end):
            x, y = point_at(start, end, share)
            along = minus(other_end, other_start)
            assert along[0] * (y - other_start[1]) == along[1] * (x - other_start[0])


@pytest.mark.parametrize(
    ("other", "shares"),
    [
        (((5, -5), (5, 5)), [Fraction(1, 2)]),
        (((5, 0), (5, 5)), [Fraction(1, 2)]),
        (((5, 1), (5, 5)), []),
        (((3, 0), (20, 0)), [Fraction(3, 10), Fraction(1)]),
        (((-3, 0), (-1, 0)), [Fraction(0), Fraction(0)]),
        (((0, 1), (10, 1)), []),
        (((0, 0), (1, 3)), [Fraction(0)]),
        (((0, 3), (3, 0)), [Fraction(3, 10)]),
    ],
)
def test_where_another_segment_meets_one_of_ten(other: tuple[Point, Point], shares: list[Fraction]) -> None:
    assert list(meeting_shares((0, 0), (10, 0), *other)) == shares


def test_where_a_slanted_segment_away_from_the_origin_is_shared() -> None:
    start, end = (10, 20), (40, 60)
    assert meeting_shares(start, end, (13, 24), (100, 140)) == (Fraction(1, 10), Fraction(1))
    assert meeting_shares(start, end, (34, 52), (16, 28)) == (Fraction(4, 5), Fraction(1, 5))
    assert meeting_shares(start, end, (25, 0), (25, 100)) == (Fraction(1, 2),)


@pytest.mark.parametrize(
    ("point", "reach"),
    [((5, 3), 3), ((5, -3), 3), ((-3, -4), 5), ((13, 4), 5), ((0, 7), 7), ((10, -7), 7), ((4, 0), 0)],
)
def test_exactly_as_far_as_the_reach_is_near(point: Point, reach: int) -> None:
    turns: tuple[Motion, ...] = (turned_left, turned_right, lambda point: point)
    for turned in turns:
        start, end, place = turned((0, 0)), turned((10, 0)), turned(point)
        assert is_near_segment(place, start, end, reach)
        assert reach == 0 or not is_near_segment(place, start, end, reach - 1)


def test_a_line_of_legs_is_met_and_neared_like_its_legs() -> None:
    line = ((0, 0), (10, 0), (10, 10))
    assert line_meets((5, -5), (5, 5), line)
    assert line_meets((10, 10), (20, 20), line)
    assert not line_meets((0, 1), (9, 10), line)
    assert is_near_line((13, 14), line, 5)
    assert not is_near_line((13, 15), line, 5)
    assert list(legs(line)) == [((0, 0), (10, 0)), ((10, 0), (10, 10))]


def test_a_line_of_one_point_is_that_point() -> None:
    assert list(legs([(3, 4)])) == [((3, 4), (3, 4))]
    assert is_near_line((0, 0), [(3, 4)], 5)
    assert not is_near_line((0, 0), [(3, 4)], 4)
    assert line_meets((0, 0), (6, 8), [(3, 4)])
    assert not line_meets((0, 0), (6, 7), [(3, 4)])
    assert not is_near_line((0, 0), [], 5)
