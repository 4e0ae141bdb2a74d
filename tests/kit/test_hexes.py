"""The hex grid holds its laws everywhere, near the borders of two digits and beyond the first column too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.kit.hexes import (
    DIRECTIONS,
    Cell,
    Corner,
    cell_of,
    corner_of,
    corners,
    direction_to,
    distance,
    edge,
    name_cell,
    name_corner,
    neighbour,
    neighbours,
    next_corners,
    opposite,
    touching,
)

CELLS = st.tuples(st.integers(0, 99), st.integers(0, 99))
NEAR = st.tuples(st.integers(0, 12), st.integers(0, 12))
CORNERS = st.builds(lambda cell, side: (*cell, side), CELLS, st.sampled_from("EW"))
WAYS = st.integers(0, 5)


@pytest.mark.parametrize(
    ("cell", "around"),
    [
        ((3, 5), ((3, 4), (4, 4), (4, 5), (3, 6), (2, 5), (2, 4))),
        ((4, 5), ((4, 4), (5, 5), (5, 6), (4, 6), (3, 6), (3, 5))),
    ],
)
def test_neighbours_clockwise_from_north_of_an_odd_and_an_even_column(cell: Cell, around: tuple[Cell, ...]) -> None:
    assert neighbours(cell) == around
    assert len(DIRECTIONS) == 6


@given(CELLS, WAYS)
def test_a_step_and_the_opposite_step_lead_back(cell: Cell, way: int) -> None:
    there = neighbour(cell, way)
    assert neighbour(there, opposite(way)) == cell
    assert direction_to(cell, there) == way
    assert direction_to(there, cell) == opposite(way)


@given(CELLS, WAYS)
def test_a_step_forward_and_one_to_the_left_and_right_make_a_triangle(cell: Cell, way: int) -> None:
    assert neighbour(neighbour(cell, way), way + 2) == neighbour(cell, way + 1)


@given(NEAR, NEAR)
def test_distance_is_the_length_of_the_shortest_walk(cell: Cell, other: Cell) -> None:
    ring, seen, steps = {cell}, {cell}, 0
    while other not in ring:
        ring = {n for c in ring for n in neighbours(c)} - seen
        seen |= ring
        steps += 1
    assert distance(cell, other) == steps == distance(other, cell)


@given(CELLS)
def test_the_six_corners_are_distinct_and_touch_the_cell(cell: Cell) -> None:
    around = corners(cell)
    assert len(set(around)) == 6
    assert all(cell in touching(corner) for corner in around)


@given(CORNERS)
def test_a_corner_has_one_name_and_three_cells_that_are_adjacent_to_each_other(corner: Corner) -> None:
    cells = touching(corner)
    assert all(corner in corners(cell) for cell in cells)
    assert sum(corner in corners(cell) for cell in (*cells, *(n for c in cells for n in neighbours(c)))) >= 3
    assert {distance(a, b) for a in cells for b in cells if a != b} == {1}


@given(CORNERS)
def test_next_corners_lie_at_the_other_end_of_the_three_edges(corner: Corner) -> None:
    following = next_corners(corner)
    assert len(set(following)) == 3
    for other in following:
        shared = set(touching(corner)) & set(touching(other))
        assert len(shared) == 2
        assert corner in next_corners(other)
        low, high = shared
        assert set(corners(low)) & set(corners(high)) == {corner, other}


@given(CORNERS)
def test_north_and_south_are_what_they_say_and_level_is_level(corner: Corner) -> None:
    level, north, south = next_corners(corner)

    def height(at: Corner) -> int:
        """Twice the distance from the top, in half rows."""
        return 2 * at[1] + (at[0] % 2 == 0)

    assert height(north) < height(corner) < height(south)
    assert height(level) == height(corner)
    assert {level[2], north[2], south[2]} == {"W" if corner[2] == "E" else "E"}


@given(CELLS, WAYS)
def test_an_edge_is_the_same_from_both_sides(cell: Cell, way: int) -> None:
    there = neighbour(cell, way)
    assert edge(cell, there) == edge(there, cell)
    assert len(set(corners(cell)) & set(corners(there))) == 2


@given(CELLS, st.sampled_from("EW"))
def test_names_lead_back_to_what_they_name(cell: Cell, side: str) -> None:
    assert cell_of(name_cell(cell)) == cell
    corner = corner_of(f"{name_cell(cell)}{side}")
    assert name_corner(corner) == f"{name_cell(cell)}{side}"


@pytest.mark.parametrize("name", ["", "12", "12345", "a123", "1２34", "-123"])
def test_what_is_no_hex_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no hex"):
        cell_of(name)


@pytest.mark.parametrize("name", ["0713", "0713N", "0713EE", "713E"])
def test_what_is_no_corner_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        corner_of(name)


def test_cells_apart_have_no_edge() -> None:
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        edge((1, 1), (1, 3))
