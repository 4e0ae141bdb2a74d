"""The table and its terrain: what is refused, what a point of it is like."""

import pytest
from tests.kuularuisku.tables import HOUSE, OPEN, S1, S4, TOWER, TYPES, clauses, lay, piece

from wardiary.core.games.kuularuisku.terrain import (
    EDGES,
    building_at,
    edge_point,
    elevation,
    has_level,
    hill_level,
    is_impassable,
    is_on_edge,
    is_on_high_wall,
    is_on_table,
    terrain_faults,
)
from wardiary.core.kit.plane.measure import Point


@pytest.mark.parametrize(
    ("clause", "pieces", "fault"),
    clauses(
        (
            "KUU-G-01",
            ["wood 0,0 100,0 100,1001"],
            "KUU-G-01: p0: the point [100, 1001] is off the table of 1000",
        ),
        ("KUU-G-01", ["ditch 0,0 -1,5"], "KUU-G-01: p0: the point [-1, 5] is off the table"),
        ("KUU-G-06", ["wood 0,0 100,100 100,0 0,100"], "KUU-G-06: p0: the side [0, 0]-[100, 100] meets the side"),
        ("KUU-G-06", ["wood 0,0 100,0 50,0"], "KUU-G-06: p0: the sides at [100, 0] run back over each other"),
        ("KUU-G-06", ["wood 0,0 100,0"], "KUU-G-06: p0: 2 corners"),
        ("KUU-G-06", ["wood 0,0 9,0 9,9 0,0"], "KUU-G-06: p0: the corner [0, 0] stands twice"),
        ("KUU-G-06", ["ditch 5,5"], "KUU-G-06: p0: a line has two points or more"),
        ("KUU-G-06", ["ditch 5,5 5,5 6,6"], "KUU-G-06: p0: the point [5, 5] stands twice in a row"),
        ("KUU-G-06", ["wood 0,0 50,0 50,50 0,50", "swamp 49,0 99,0 99,50"], "KUU-G-06: p0 and p1 overlap"),
        ("KUU-G-06", ["wood 0,0 90,0 90,90 0,90", "swamp 10,10 20,10 20,20"], "KUU-G-06: p0 and p1 overlap"),
        ("KUU-G-06", ["building 0,0 90,0 90,90 0,90"], "KUU-G-06: p0: a hill or building has a height of 1 or more"),
        ("KUU-G-31", ["hill:1 0,0 90,0 90,90 0,90", "wood 80,0 99,0 99,50"], "KUU-G-31: p1 lies partly on the hill p0"),
        (
            "KUU-G-31",
            ["hill:1 0,0 90,0 90,90 0,90", "wood 200,0 299,0 299,50", "swamp 80,0 99,0 99,50"],
            "KUU-G-31: p2 lies partly on the hill p0",
        ),
        ("KUU-G-31", ["hill:1 20,20 90,20 90,90", "wood 0,0 99,0 99,99 0,99"], "KUU-G-31: p1 lies partly on the hill"),
    ),
)
def test_a_table_that_cannot_be(clause: str, pieces: list[str], fault: str) -> None:
    found = terrain_faults(1000, 1000, [piece(text, f"p{number}") for number, text in enumerate(pieces)])
    assert len(found) == 1
    assert found[0].startswith(fault)


@pytest.mark.parametrize(
    ("clause", "pieces"),
    clauses(
        ("KUU-G-06", ["hill:1 0,0 90,0 90,90 0,90", "hill:2 50,0 99,0 99,50"]),  # hills may overlap
        ("KUU-G-31", ["wood 0,0 50,0 50,50 0,50", "swamp 50,0 99,0 99,50"]),  # areas may share borders
        ("KUU-G-31", ["hill:1 0,0 90,0 90,90 0,90", "wood 0,0 50,0 50,50 0,50"]),  # wholly on it
        ("KUU-G-31", ["hill:1 0,0 90,0 90,90 0,90", "wood 90,0 99,0 99,50"]),  # wholly off it
        ("KUU-G-01", ["wood 0,0 1000,0 1000,1000 0,1000"]),  # the edges belong to the table
        ("KUU-G-06", ["ditch 0,0 50,50 50,0 0,50", "fence=wooden_fence 0,0 50,50"]),  # lines may cross
    ),
)
def test_a_table_that_can_be(clause: str, pieces: list[str]) -> None:
    assert terrain_faults(1000, 1000, [piece(text.rpartition("=")[2]) for text in pieces]) == []


@pytest.mark.clause("KUU-G-01")
def test_the_edges_belong_to_the_table() -> None:
    assert [is_on_table(S1, point) for point in ((0, 0), (900, 900), (901, 0), (0, -1))] == [True, True, False, False]
    assert is_on_edge(S1, (900, 5))
    assert not is_on_edge(S1, (899, 5))
    assert not is_on_edge(S1, (0, 901))


@pytest.mark.clause("KUU-G-16")
def test_north_is_up_and_east_is_right() -> None:
    assert [edge_point(S4, (100, 200), edge) for edge in EDGES] == [(100, 900), (1200, 200), (100, 0), (0, 200)]


@pytest.mark.parametrize(
    ("clause", "point", "level"),
    clauses(
        ("KUU-G-31", (450, 560), 1),  # on the border of the hill
        ("KUU-G-31", (600, 700), 1),
        ("KUU-G-31", (600, 559), 0),
    ),
)
def test_the_hill_of_s4(clause: str, point: Point, level: int) -> None:
    assert hill_level(S4, point) == level
    assert elevation(S4, point, 0) == level


@pytest.mark.clause("KUU-G-31")
def test_the_highest_hill_counts_and_a_building_stands_on_it() -> None:
    table = lay(
        "low=hill:1 0,0 400,0 400,400 0,400",
        "high=hill:2 100,100 300,100 300,300 100,300",
        "farm=building:2 150,150 200,150 200,200 150,200",
        "hut=building:1 500,500 600,500 600,600 500,600",
    )
    assert [hill_level(table, point) for point in ((50, 50), (100, 100), (160, 160), (550, 550))] == [1, 2, 2, 0]
    assert {area.id: area.top for area in table.buildings} == {"farm": 4, "hut": 1}
    assert elevation(table, (160, 160), 2) == 4


@pytest.mark.clause("KUU-G-25")
@pytest.mark.clause("KUU-G-26")
def test_levels_are_inside_a_building_up_to_its_roof() -> None:
    table = lay(TOWER)
    assert [has_level(table, (500, 500), level) for level in range(6)] == [True, True, True, True, False, False]
    assert [has_level(table, (400, 500), level) for level in (0, 1)] == [True, False]
    assert not has_level(table, (100, 100), 1)
    assert building_at(table, (400, 500)) is None
    inside = building_at(table, (401, 500))
    assert inside is not None
    assert inside.id == "tower"


@pytest.mark.clause("KUU-G-11")
def test_nobody_stops_exactly_on_a_high_wall() -> None:
    table = lay("high_wall 100,100 200,200 200,300", "stone_wall 500,500 600,500")
    on = [(150, 150), (100, 100), (200, 300), (200, 250)]
    off = [(150, 151), (201, 250), (200, 301), (550, 500)]
    assert [is_on_high_wall(table, point) for point in on + off] == [True] * 4 + [False] * 4


@pytest.mark.clause("KUU-3.3-01")
def test_rapids_are_impassable_inside_and_not_on_the_bank() -> None:
    table = lay("rapids 100,100 200,100 200,200 100,200", "water 300,100 400,100 400,200 300,200")
    assert is_impassable(table, (150, 150))
    assert not is_impassable(table, (100, 150))
    assert not is_impassable(table, (350, 150))


@pytest.mark.parametrize(
    ("clause", "kind", "values"),
    clauses(
        ("KUU-3.2-02", "muddy_field", (6, True, False, False)),
        ("KUU-3.2-02", "building", (3, True, False, True)),
        ("KUU-3.2-02", "ruins", (4, True, True, False)),
        ("KUU-3.2-02", "rough_rocks", (4, True, False, False)),
        (("KUU-3.2-01", "KUU-3.2-02"), "swamp", (6, True, False, False)),
        (("KUU-3.2-01", "KUU-3.2-02", "KUU-4.2-01"), "wood", (4, False, False, False)),
        ("KUU-3.2-02", "dense_wood", (4, True, True, False)),
        ("KUU-4.2-01", "field", (6, False, False, False)),
        ("KUU-4.2-01", "road", (6, False, False, False)),
        ("KUU-3.3-01", "water", (6, True, False, False)),
        ("KUU-3.3-02", "ice", (6, False, False, False)),
        ("KUU-3.3-03", "hill", (6, False, False, True)),
        ("KUU-5.4-04", "bush", (5, False, False, False)),
        ("KUU-5.4-04", "high_grass", (5, False, False, False)),
        ("KUU-5.4-04", "rocks", (4, False, False, False)),
        ("KUU-5.4-04", "trench", (3, False, False, False)),
        ("KUU-5.4-04", "armoured", (2, False, False, False)),
        (("KUU-3.1-01", "KUU-5.4-04"), "wooden_fence", (5, False, False, False)),
        (("KUU-3.1-01", "KUU-5.4-04"), "stone_wall", (4, False, False, False)),
        ("KUU-3.1-01", "ditch", (4, False, False, False)),
        ("KUU-5.4-04", "sandbags", (3, False, False, False)),
    ),
)
def test_the_catalogue(clause: str, kind: str, values: tuple[int, bool, bool, bool]) -> None:
    found = TYPES[kind]
    assert (found.cover, found.difficult, found.dense, found.opaque) == values


@pytest.mark.clause("KUU-3.3-03")
def test_there_are_23_types_and_no_line_hinders_a_walk() -> None:
    assert len(TYPES) == 23
    assert not any(kind.difficult or kind.impassable for kind in TYPES.values() if kind.kind == "linear")
    assert [kind.id for kind in TYPES.values() if kind.blocks_sight] == ["high_wall"]
    assert [kind.id for kind in TYPES.values() if kind.impassable] == ["rapids"]


def test_every_piece_stands_in_the_lists_that_it_belongs_to() -> None:
    table = lay(
        HOUSE, "hill:1 0,0 90,0 90,90", "ruins 100,0 190,0 190,90", "high_wall 0,300 90,300", "ditch 0,350 9,350"
    )
    assert [area.id for area in table.areas] == ["house", "ruins"]
    assert [area.id for area in table.hills] == ["hill"]
    assert [area.id for area in table.buildings] == ["house"]
    assert [area.id for area in table.difficult] == ["house", "ruins"]
    assert [area.id for area in table.dense] == ["ruins"]
    assert [line.id for line in table.lines] == ["high_wall", "ditch"]
    assert [line.id for line in table.high_walls] == ["high_wall"]
    assert OPEN.box == (0, 0, 1000, 1000)
