"""What tests of the plane have in common: points, motions that change no distance, slow ways to the same answers."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from wardiary.core.kit.plane.measure import Point, distance_squared, minus, plus, turned_left

SMALL = st.integers(-8, 8)
POINTS = st.tuples(SMALL, SMALL)
FAR = st.tuples(st.integers(-100_000, 100_000), st.integers(-100_000, 100_000))
Motion = Callable[[Point], Point]


@st.composite
def motions(draw: st.DrawFn) -> Motion:
    """A shift, quarter turns, perhaps a mirror: none of them changes a distance."""
    shift, turns, mirrored = draw(FAR), draw(st.integers(0, 3)), draw(st.booleans())

    def move(point: Point) -> Point:
        for _ in range(turns):
            point = turned_left(point)
        return plus((-point[0], point[1]) if mirrored else point, shift)

    return move


def point_at(start: Point, end: Point, share: Fraction) -> tuple[Fraction, Fraction]:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def slow_distance_squared(point: Point, start: Point, end: Point) -> Fraction:
    """The least square over the foot of the perpendicular and both ends."""
    shares = [Fraction(0), Fraction(1)]
    if start != end:
        along = minus(end, start)
        offset = minus(point, start)
        foot = Fraction(along[0] * offset[0] + along[1] * offset[1], distance_squared(start, end))
        if 0 <= foot <= 1:
            shares.append(foot)
    places = (point_at(start, end, share) for share in shares)
    return min((x - point[0]) ** 2 + (y - point[1]) ** 2 for x, y in places)
