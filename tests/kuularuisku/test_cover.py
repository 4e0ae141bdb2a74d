"""Cover of figures and of targets, close range."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kuularuisku.tables import CROWDED, DATA, OPEN, PLACES, S1, TOWER, clauses, lay, man

from wardiary.core.games.kuularuisku.cover import (
    area_cover,
    figure_cover,
    line_cover,
    open_cover,
    range_between,
    unit_cover,
)
from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point, distance_squared
from wardiary.core.kit.plane.segments import is_near_line, line_meets

MIXED = lay(
    "bush 100,100 200,100 200,200 100,200",
    "wood 200,100 300,100 300,200 200,200",
    "trench 400,100 500,100 500,120 400,120",
    "armoured 600,100 700,100 700,150 600,150",
    "swamp 100,400 200,400 200,500 100,500",
    "field 300,400 400,400 400,500 300,500",
)


@pytest.mark.parametrize(
    ("clause", "table", "point", "level", "cover"),
    clauses(
        ("KUU-5.4-03", OPEN, (50, 50), 0, 6),
        (("KUU-5.4-03", "KUU-5.4-04"), MIXED, (150, 150), 0, 5),
        (("KUU-5.4-03", "KUU-5.4-04"), MIXED, (250, 150), 0, 4),
        (("KUU-5.4-03", "KUU-5.4-04"), MIXED, (450, 110), 0, 3),
        (("KUU-5.4-03", "KUU-5.4-04"), MIXED, (650, 110), 0, 2),
        ("KUU-5.4-04", MIXED, (150, 450), 0, 6),
        ("KUU-5.4-04", MIXED, (350, 450), 0, 6),
        ("KUU-G-15", MIXED, (200, 150), 0, 4),  # on the common border of bushes and wood: the better
        ("KUU-G-07", MIXED, (300, 150), 0, 4),  # at the edge of the wood
        ("KUU-G-07", MIXED, (301, 150), 0, 6),
        (("KUU-G-30", "KUU-G-26"), S1, (520, 420), 0, 6),
        (("KUU-G-30", "KUU-G-26", "KUU-5.4-04"), S1, (521, 420), 0, 3),
        ("KUU-G-25", lay(TOWER), (500, 500), 0, 3),
        ("KUU-G-25", lay(TOWER), (500, 500), 2, 3),
        ("KUU-G-25", lay(TOWER), (500, 500), 3, 6),  # the roof
    ),
)
def test_the_ground_covers(clause: str, table: Table, point: Point, level: int, cover: int) -> None:
    assert area_cover(table, point, level) == cover


@pytest.mark.clause("KUU-G-15")
def test_the_better_of_two_covers_counts_whichever_comes_first() -> None:
    areas = ("wood 200,100 300,100 300,200 200,200", "bush 100,100 200,100 200,200 100,200")
    lines = ("ditch 400,540 600,540", "wooden_fence 400,536 600,536")
    for table in (lay(*areas, *lines), lay(*areas[::-1], *lines[::-1])):
        assert area_cover(table, (200, 150), 0) == 4
        assert line_cover(table, (500, 530), (500, 700)) == 4


FENCES = lay("wooden_fence 400,500 600,500", "ditch 400,540 600,540", "high_wall 700,500 800,500")


@pytest.mark.parametrize(
    ("clause", "target", "shooter", "cover"),
    clauses(
        ("KUU-G-14", (500, 520), (500, 300), 5),  # 20 mm behind it
        ("KUU-G-14", (500, 521), (500, 300), 6),
        ("KUU-G-14", (500, 480), (500, 300), 6),  # before it: the line does not touch it
        ("KUU-G-14", (500, 480), (500, 530), 5),
        ("KUU-G-14", (500, 530), (500, 300), 6),
        ("KUU-G-14", (500, 500), (500, 300), 5),  # on it: toward every side
        ("KUU-G-14", (500, 500), (500, 700), 5),
        ("KUU-G-15", (500, 525), (500, 700), 4),  # fence behind, ditch before
        ("KUU-G-15", (500, 520), (500, 300), 5),
        ("KUU-G-14", (590, 520), (700, 300), 5),  # the line touches its end
        ("KUU-G-14", (590, 520), (701, 300), 6),  # and here passes it by
        ("KUU-G-14", (600, 512), (600, 300), 5),
        ("KUU-G-14", (612, 516), (588, 300), 6),  # within 20 mm of its end, the line does not touch it
        ("KUU-G-14", (750, 520), (750, 300), 4),
    ),
)
def test_a_line_covers_from_one_side(clause: str, target: Point, shooter: Point, cover: int) -> None:
    assert line_cover(FENCES, target, shooter) == cover


@pytest.mark.clause("KUU-G-14")
def test_the_nearest_shooter_decides_even_when_it_sees_nothing() -> None:
    table = lay("stone_wall 400,500 600,500", "house=building:1 440,400 560,400 560,450 440,450")
    target = man("W1.1", 500, 510)
    hidden, clear = man("R1.1", 500, 300), man("R1.2", 500, 800)
    assert figure_cover(table, target, [hidden, clear]) == 4
    assert figure_cover(table, target, [clear, hidden]) == 4
    assert figure_cover(table, target, [clear]) == 6
    tie = [man("R1.1", 500, 710), man("R1.2", 500, 310)]
    assert figure_cover(table, target, tie) == 6
    assert figure_cover(table, target, tie[::-1]) == 4


@pytest.mark.parametrize(
    ("clause", "target", "suit", "in_open", "cover"),
    clauses(
        ("KUU-G-15", (500, 110), False, False, 4),
        ("KUU-T-10", (500, 900), True, False, 5),
        ("KUU-T-10", (500, 900), False, False, 6),
        ("KUU-T-11", (150, 450), True, False, 5),  # a swamp is open ground too
        ("KUU-T-11", (500, 110), True, False, 4),
        ("KUU-6.2-03", (500, 110), False, True, 6),
        (("KUU-6.2-03", "KUU-T-10"), (500, 110), True, True, 5),
    ),
)
def test_the_cover_of_a_figure(clause: str, target: Point, suit: bool, in_open: bool, cover: int) -> None:
    table = lay("stone_wall 400,100 600,100", "swamp 100,400 200,400 200,500 100,500")
    assert figure_cover(table, man("W1.1", *target), [man("R1.1", 500, 0)], suit, in_open) == cover
    assert open_cover(table, suit) == (5 if suit else 6)


@pytest.mark.parametrize(
    ("clause", "covers", "cover"),
    clauses(
        ("KUU-5.4-02", [6, 4, 4], 4),
        ("KUU-5.4-02", [6, 4], 6),
        (("KUU-5.4-02", "KUU-5.4-05"), [3, 3, 4, 4, 6], 4),
        ("KUU-5.4-05", [3, 4, 5, 3], 3),  # a plurality, not half of them
        ("KUU-5.4-05", [2, 5, 3], 5),
        ("KUU-5.4-06", [4], 4),
    ),
)
def test_the_cover_of_a_unit(clause: str, covers: list[int], cover: int) -> None:
    assert unit_cover(covers) == cover
    assert unit_cover(reversed(covers)) == cover


def test_a_unit_of_which_nobody_is_visible_has_no_cover() -> None:
    with pytest.raises(ValueError, match="empty"):
        unit_cover([])


@pytest.mark.parametrize(
    ("clause", "at", "distance"),
    clauses(
        ("KUU-5.7-02", (90, 120), 150),
        ("KUU-5.7-02", (91, 120), 151),  # rounded up, so that it is within 15 cm just when it says 150 or less
        ("KUU-5.7-02", (0, 150), 150),
        ("KUU-5.7-02", (0, 0), 0),
    ),
)
def test_a_range_is_rounded_up(clause: str, at: Point, distance: int) -> None:
    assert range_between([man("R1.1", 0, 0)], [man("W1.1", *at, level=1)]) == distance


@pytest.mark.clause("KUU-5.7-02")
def test_the_nearest_pair_of_shooters_and_visible_targets_counts() -> None:
    shooters = [man("R1.1", 0, 0), man("R1.2", 100, 0)]
    targets = [man("W1.1", 900, 0), man("W1.2", 240, 0)]
    assert range_between(shooters, targets) == 140
    assert range_between(shooters[:1], targets) == 240
    assert range_between(shooters, targets[:1]) == 800


@given(PLACES, PLACES)
def test_cover_is_the_best_of_everything_looked_at_plainly(target: Point, shooter: Point) -> None:
    standing: Standing = man("W1.1", *target, table=CROWDED)
    values = [6]
    values += [a.type.cover for a in CROWDED.areas if a.type.opaque and a.shape.strictly_contains(target)]
    values += [a.type.cover for a in CROWDED.areas if not a.type.opaque and a.shape.contains(target)]
    values += [
        line.type.cover
        for line in CROWDED.lines
        if is_near_line(target, line.points, 20) and line_meets(shooter, target, line.points)
    ]
    assert figure_cover(CROWDED, standing, [man("R1.1", *shooter)]) == min(values)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=9))
def test_a_units_cover_is_one_that_no_other_outnumbers(covers: list[int]) -> None:
    found = unit_cover(covers)
    assert all((covers.count(value), value) <= (covers.count(found), found) for value in covers)


@given(st.lists(PLACES, min_size=1, max_size=4), st.lists(PLACES, min_size=1, max_size=4))
def test_the_range_is_that_of_the_nearest_pair(shooters: list[Point], targets: list[Point]) -> None:
    least = min(distance_squared(one, other) for one in shooters for other in targets)
    found = range_between([man("R1.1", *one) for one in shooters], [man("W1.1", *one) for one in targets])
    assert (found - 1) ** 2 < least <= found**2 or found == least == 0
    assert DATA.measures.close_range == 150
