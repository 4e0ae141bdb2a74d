"""Lines of sight: the printed vectors, each rule by itself, and the fast way against the clauses word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kuularuisku.tables import CROWDED, HOUSE, LODGE, OPEN, PLACES, S1, S2, S4, TOWER, clauses, lay, man

from wardiary.core.games.kuularuisku import plain_sight
from wardiary.core.games.kuularuisku.sight_lines import (
    figure_between,
    hidden_by,
    is_clear,
    largest_views,
    obstacles,
    views,
)
from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Table, elevation, has_level
from wardiary.core.kit.plane.measure import Point


def hidden(table: Table, start: Point, end: Point, level: int = 0, end_level: int = 0) -> str | None:
    """What hides one from the other, the same both ways and word for word."""
    heights = elevation(table, start, level), elevation(table, end, end_level)
    found = hidden_by(table, start, heights[0], end, heights[1])
    assert found == plain_sight.hidden_by(table, start, heights[0], end, heights[1])
    assert (found is None) == (hidden_by(table, end, heights[1], start, heights[0]) is None)
    return found


WALL = lay("high_wall 300,500 700,500")
COURT = lay("court=building:1 300,300 700,300 700,700 600,700 600,400 400,400 400,700 300,700")
WALLED = lay("high_wall 300,500 700,500", "lodge=building:1 450,600 550,600 550,700 450,700")
HILLS = lay("hill:1 400,400 600,400 600,600 400,600", "knoll=hill:2 450,450 550,450 550,550 450,550")


@pytest.mark.parametrize(
    ("clause", "table", "start", "end", "piece"),
    clauses(
        ("KUU-G-20", S1, (450, 420), (700, 420), "house"),
        ("KUU-G-20", S1, (450, 500), (700, 500), None),
        ("KUU-G-20", S1, (450, 460), (700, 460), None),
        (("KUU-G-20", "KUU-5.2-07"), S1, (500, 360), (560, 420), None),
        ("KUU-G-21", S1, (600, 620), (700, 620), None),
        ("KUU-G-21", S1, (500, 620), (720, 620), None),
        (("KUU-G-21", "KUU-5.2-03"), S1, (500, 620), (740, 620), "thicket"),
        ("KUU-G-21", S1, (700, 560), (700, 660), None),
        ("KUU-G-10", S1, (700, 560), (700, 661), "thicket"),
        ("KUU-G-24", S4, (600, 80), (600, 860), "hill"),
        ("KUU-G-24", S4, (600, 80), (600, 612), None),
        (("KUU-G-30", "KUU-G-26"), S1, (520, 420), (700, 420), "house"),
        (("KUU-G-30", "KUU-G-26"), S1, (520, 420), (450, 420), None),
        ("KUU-G-30", S1, (521, 420), (700, 420), None),
        ("KUU-G-30", S1, (521, 420), (450, 420), None),
        ("KUU-5.2-02", S1, (200, 300), (200, 700), None),  # through a wood and over a ditch
        ("KUU-5.2-02", S1, (450, 300), (450, 650), None),  # over a stone wall and a fence
        ("KUU-5.2-01", OPEN, (0, 0), (1000, 1000), None),
        ("KUU-G-11", S2, (200, 100), (200, 300), "factory_wall"),
        ("KUU-G-11", S2, (100, 100), (100, 300), None),
        ("KUU-G-11", WALL, (300, 400), (300, 600), "high_wall"),  # a touch at its end is enough
        ("KUU-G-11", WALL, (299, 400), (299, 600), None),
        ("KUU-G-11", WALL, (400, 400), (400, 500), "high_wall"),  # whoever stands on it
        ("KUU-G-11", WALL, (100, 500), (900, 500), "high_wall"),  # along it
        ("KUU-G-08", lay(HOUSE), (300, 500), (500, 300), None),  # through a corner only
        ("KUU-G-08", lay(HOUSE), (300, 501), (501, 300), "house"),
        ("KUU-G-08", lay(HOUSE), (400, 300), (400, 700), None),  # along a side
        ("KUU-G-08", COURT, (500, 700), (500, 200), "court"),
        ("KUU-G-08", COURT, (500, 700), (500, 400), None),  # in the yard
        ("KUU-G-08", COURT, (400, 800), (400, 200), "court"),  # along a side, then through
        (("KUU-G-09", "KUU-G-25"), lay(TOWER), (300, 500), (700, 500), "tower"),
    ),
)
def test_what_terrain_hides(clause: str, table: Table, start: Point, end: Point, piece: str | None) -> None:
    assert hidden(table, start, end) == piece


@pytest.mark.parametrize(
    ("clause", "table", "start", "end", "piece"),
    clauses(
        ("KUU-G-09", HILLS, (300, 500, 0), (700, 500, 0), "hill"),
        ("KUU-G-09", HILLS, (300, 500, 0), (400, 500, 0), None),  # on its border one is on it
        (("KUU-G-09", "KUU-G-31"), HILLS, (420, 500, 0), (700, 500, 0), "knoll"),  # the second hill is higher
        (("KUU-G-09", "KUU-G-31"), HILLS, (420, 500, 0), (500, 500, 0), None),
        (
            "KUU-G-09",
            lay(HOUSE, LODGE),
            (300, 500, 0),
            (750, 500, 0),
            "house",
        ),
        (
            ("KUU-G-09", "KUU-G-25"),
            lay(HOUSE, LODGE),
            (300, 500, 0),
            (750, 500, 1),
            None,
        ),
        (
            ("KUU-G-09", "KUU-G-25"),
            lay(TOWER, LODGE),
            (300, 500, 0),
            (750, 500, 1),
            "tower",
        ),
        ("KUU-5.2-07", lay(TOWER), (500, 500, 3), (900, 500, 0), None),
        ("KUU-5.2-07", lay(TOWER), (500, 500, 0), (900, 500, 0), None),
        (
            "KUU-G-11",
            lay("high_wall 300,500 700,500", "lodge=building:1 450,600 550,600 550,700 450,700"),
            (500, 400, 0),
            (500, 650, 0),
            "high_wall",
        ),
        (
            "KUU-G-11",
            lay("high_wall 300,500 700,500", "lodge=building:1 450,600 550,600 550,700 450,700"),
            (500, 400, 0),
            (500, 650, 1),
            None,
        ),
    ),
)
def test_height_looks_over(
    clause: str, table: Table, start: tuple[int, int, int], end: tuple[int, int, int], piece: str | None
) -> None:
    assert hidden(table, start[:2], end[:2], start[2], end[2]) == piece


@pytest.mark.clause("KUU-G-10")
def test_stretches_in_one_thicket_add_up_and_two_thickets_do_not() -> None:
    arms = lay("ruins 100,100 400,100 400,200 340,200 340,150 160,150 160,200 100,200")
    assert hidden(arms, (0, 180), (500, 180)) == "ruins"  # 60 and 60 in one
    parted = lay("dense_wood 100,100 160,100 160,200 100,200", "ruins 340,100 400,100 400,200 340,200")
    assert hidden(parted, (0, 180), (500, 180)) is None


@pytest.mark.parametrize(
    ("clause", "line", "at", "blocks"),
    clauses(
        (("KUU-G-22", "KUU-G-12"), (100, 0), (50, 5), True),
        (("KUU-G-22", "KUU-G-12"), (100, 0), (50, 6), False),
        (("KUU-G-22", "KUU-G-12"), (100, 0), (105, 0), True),
        (("KUU-G-22", "KUU-G-12"), (100, 100), (50, 57), True),
        (("KUU-G-22", "KUU-G-12"), (100, 100), (50, 58), False),
        ("KUU-G-12", (100, 0), (106, 0), False),
        ("KUU-G-12", (100, 0), (-5, 0), True),
        ("KUU-G-12", (0, 100), (0, -5), True),
        ("KUU-G-12", (0, 100), (0, 105), True),
        ("KUU-G-12", (0, 100), (-5, 50), True),
        ("KUU-G-12", (0, 100), (5, 50), True),
        ("KUU-G-12", (100, 0), (50, -5), True),
        ("KUU-G-12", (100, 0), (104, 3), True),
        ("KUU-G-12", (100, 0), (100, 0), False),  # at an end: above or below it
        ("KUU-G-12", (0, 0), (3, 0), False),  # a line without length
    ),
)
def test_a_figure_in_the_way(clause: str, line: Point, at: Point, blocks: bool) -> None:
    # moved by 500 mm, for the table has no negative side
    shooter, target = man("R1.1", 500, 500), man("W1.1", 500 + line[0], 500 + line[1])
    friend = man("R2.1", 500 + at[0], 500 + at[1])
    for one, other in ((shooter, target), (target, shooter)):
        found = figure_between(OPEN, one, other, [friend])
        assert found == ("R2.1" if blocks else None)
        assert found == plain_sight.figure_between(OPEN, one, other, [friend])


@pytest.mark.parametrize(
    ("clause", "blocker", "blocks"),
    clauses(
        ("KUU-5.1-05", man("R2.1", 550, 500), True),
        ("KUU-5.1-05", man("R2.1!", 550, 500), True),
        (("KUU-5.1-05", "KUU-1.1-11"), man("R1.2", 550, 500), False),  # the same unit
        ("KUU-1.1-11", man("R1.2", 550, 500, element="R1/2"), False),  # the other half
        ("KUU-5.1-07", man("W2.1", 550, 500), False),  # an enemy
        ("KUU-6.0-02", man("W2.1", 550, 500, melee=True), True),
        ("KUU-6.0-02", man("R2.1", 550, 500, melee=True), True),
        (("KUU-6.0-02", "KUU-5.1-06"), man("W2.1", 550, 500, level=1, melee=True), False),
    ),
)
def test_who_is_in_the_way(clause: str, blocker: Standing, blocks: bool) -> None:
    shooter, target = man("R1.1", 500, 500), man("W1.1", 600, 500)
    standing = obstacles([shooter, blocker, target], "red", "R1")
    assert is_clear(OPEN, shooter, target, standing) is not blocks


@pytest.mark.clause("KUU-G-13")
def test_only_the_shooters_friends_make_sight_one_sided() -> None:
    red, white, between = man("R1.1", 500, 500), man("W1.1", 600, 500), man("R2.1", 550, 500)
    everyone = [red, between, white]
    assert not is_clear(OPEN, red, white, obstacles(everyone, "red", "R1"))
    assert is_clear(OPEN, white, red, obstacles(everyone, "white", "W1"))


@pytest.mark.parametrize(
    ("clause", "levels", "blocks"),
    clauses(
        ("KUU-5.1-06", (0, 0, 0), True),
        ("KUU-5.1-06", (0, 1, 0), False),  # the friend is on the floor above both
        ("KUU-5.1-06", (1, 0, 0), False),  # the shooter is higher
        ("KUU-5.1-06", (0, 0, 1), False),  # the target is
        ("KUU-5.1-06", (1, 1, 0), True),  # as high as the higher end
        ("KUU-5.1-06", (0, 2, 2), True),
        ("KUU-5.1-06", (1, 3, 1), False),
    ),
)
def test_friends_above_or_below_do_not_block(clause: str, levels: tuple[int, int, int], blocks: bool) -> None:
    table = lay(TOWER)
    shooter, friend, target = (
        man(name, x, 500, level, table)
        for name, x, level in zip(("R1.1", "R2.1", "W1.1"), (450, 500, 550), levels, strict=True)
    )
    assert is_clear(table, shooter, target, [friend]) is not blocks


@pytest.mark.clause("KUU-5.1-06")
def test_a_friend_in_the_valley_does_not_block_from_a_hill_and_one_on_it_does() -> None:
    shooter, target = man("R1.1", 600, 570, table=S4), man("W1.1", 600, 80, table=S4)
    assert shooter.height == 1
    assert is_clear(S4, shooter, target, [man("R2.1", 600, 300, table=S4)])
    assert not is_clear(S4, shooter, target, [man("R2.1", 600, 561, table=S4)])


def corner_case() -> tuple[Table, list[Standing], list[Standing]]:
    """Two shooters at two corners of a house; each sees other men of the target."""
    table = lay(HOUSE)
    shooters = [man("R1.1", 380, 380), man("R1.2", 620, 380), man("R1.3", 500, 300)]
    targets = [man("W1.1", 380, 700), man("W1.2", 400, 700), man("W1.3", 620, 700), man("W1.4", 500, 700)]
    return table, shooters, targets


@pytest.mark.clause("KUU-5.2-04")
@pytest.mark.clause("KUU-5.2-05")
@pytest.mark.clause("KUU-5.1-02")
def test_the_largest_view_decides_who_can_be_hit_and_who_fires() -> None:
    table, shooters, targets = corner_case()
    seen = views(table, shooters, targets, ())
    assert seen == {"R1.1": ("W1.1", "W1.2"), "R1.2": ("W1.3",), "R1.3": ()}
    assert largest_views(seen) == {"R1.1": ("W1.1", "W1.2")}


@pytest.mark.clause("KUU-5.2-04")
def test_of_equal_views_each_different_one_is_offered_once() -> None:
    seen = {"R1.1": ("W1.1",), "R1.2": ("W1.2",), "R1.3": ("W1.1",), "R1.4": ()}
    assert largest_views(seen) == {"R1.1": ("W1.1",), "R1.2": ("W1.2",)}
    assert largest_views({"R1.1": ()}) == {}
    assert largest_views({}) == {}


@pytest.mark.clause("KUU-5.2-06")
def test_the_severely_wounded_are_seen_like_others() -> None:
    seen = views(OPEN, [man("R1.1", 0, 0)], [man("W1.1!", 0, 100), man("W1.2", 0, 120)], ())
    assert seen == {"R1.1": ("W1.1", "W1.2")}


@st.composite
def figures(draw: st.DrawFn, name: str) -> Standing:
    """A figure anywhere in the crowded corner, on any floor that is there."""
    x, y = draw(PLACES)
    levels = [level for level in range(4) if has_level(CROWDED, (x, y), level)]
    return man(name, x, y, draw(st.sampled_from(levels)), CROWDED)


@given(figures("R1.1"), figures("W1.1"))
def test_terrain_hides_word_for_word_and_both_ways(one: Standing, other: Standing) -> None:
    hidden(CROWDED, one.at, other.at, one.level, other.level)


@given(figures("R1.1"), figures("W1.1"), st.lists(figures("R2.1"), max_size=5))
def test_a_line_is_clear_word_for_word(one: Standing, other: Standing, friends: list[Standing]) -> None:
    clear = is_clear(CROWDED, one, other, friends)
    assert clear == plain_sight.is_clear(CROWDED, one, other, friends)
    assert clear == is_clear(CROWDED, other, one, friends)
    assert (figure_between(CROWDED, one, other, friends) is None) == (
        plain_sight.figure_between(CROWDED, one, other, friends) is None
    )


@pytest.mark.clause("KUU-G-13")
@given(PLACES, PLACES, st.sampled_from([S1, S2, S4]))
def test_sight_is_symmetric_on_the_tables_of_the_scenarios(one: Point, other: Point, table: Table) -> None:
    hidden(table, (one[0] * 2, one[1] * 2), (other[0] * 2, other[1] * 2))


@pytest.mark.clause("KUU-G-13")
@given(PLACES, PLACES)
def test_sight_is_the_same_on_a_mirrored_table(one: Point, other: Point) -> None:
    def mirrored(point: Point) -> Point:
        return 1000 - point[0], point[1]

    pieces = [f"{area.id}={area.type.id}:{area.floors or area.top} " for area in (*CROWDED.hills, *CROWDED.areas)]
    corners = [area.shape.corners for area in (*CROWDED.hills, *CROWDED.areas)]
    pieces += [f"{line.id}={line.type.id} " for line in CROWDED.lines]
    corners += [line.points for line in CROWDED.lines]
    table = lay(
        *(
            head + " ".join(f"{x},{y}" for x, y in map(mirrored, points))
            for head, points in zip(pieces, corners, strict=True)
        )
    )
    assert hidden(table, mirrored(one), mirrored(other)) == hidden(CROWDED, one, other)
