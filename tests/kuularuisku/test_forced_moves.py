"""Moves that nobody chooses: toward a goal, to the own edge, back together, away from the enemy."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kuularuisku.tables import CROWDED, HOUSE, OPEN, PLACES, TOWER, clauses, lay, man, way

from wardiary.core.games.kuularuisku.forced_moves import (
    Party,
    fall_back,
    passes_near,
    regroup,
    straight_moves,
    toward_edge,
)
from wardiary.core.games.kuularuisku.movement import crosses, is_stopped, moved
from wardiary.core.games.kuularuisku.standing import Standing, are_separate
from wardiary.core.games.kuularuisku.terrain import Table, has_level
from wardiary.core.kit.plane.measure import Point, Vector, distance_squared, path_length, scaled
from wardiary.events.kuularuisku import Track

MUD = lay("muddy_field 0,300 1000,300 1000,500 0,500")
RIVER = lay("rapids 0,300 1000,300 1000,320 0,320")


def end_of(tracks: Sequence[Track], figure: str = "R1.1") -> Point | None:
    return next((track.points[-1] for track in tracks if track.figure == figure), None)


@pytest.mark.parametrize(
    ("clause", "table", "start", "goal", "allowance", "end"),
    clauses(
        ("KUU-G-29", OPEN, (100, 100), (500, 100), 100, (200, 100)),
        ("KUU-G-29", OPEN, (100, 100), (130, 140), 100, (130, 140)),  # not past the goal
        (("KUU-G-29", "KUU-G-17"), OPEN, (100, 200), (90, 180), 100, (91, 181)),  # 22 mm of 22.4
        (("KUU-G-29", "KUU-G-17"), OPEN, (100, 200), (0, 0), 100, (56, 111)),
        ("KUU-G-29", MUD, (500, 100), (500, 900), 200, (500, 300)),  # 200 to the border
        (("KUU-G-29", "KUU-4.2-04"), MUD, (500, 199), (500, 900), 200, (500, 300)),  # half of it ends before the mud
        (("KUU-G-29", "KUU-4.2-04"), MUD, (500, 200), (500, 900), 200, (500, 300)),
        ("KUU-G-29", MUD, (500, 201), (500, 900), 200, (500, 301)),  # half of it meets the mud
        ("KUU-G-29", MUD, (500, 300), (500, 900), 200, (500, 400)),
        ("KUU-G-29", MUD, (500, 400), (500, 900), 200, (500, 500)),
        (("KUU-G-29", "KUU-G-18"), RIVER, (500, 250), (500, 900), 200, (500, 300)),
        (("KUU-G-29", "KUU-G-18"), RIVER, (500, 300), (500, 900), 200, None),  # nothing is always legal
        (("KUU-G-29", "KUU-G-11"), lay("high_wall 0,300 900,300"), (500, 250), (500, 900), 50, (500, 299)),
        ("KUU-G-29", OPEN, (500, 950), (500, 1000), 200, (500, 1000)),
    ),
)
def test_straight_toward_a_goal(
    clause: str, table: Table, start: Point, goal: Point, allowance: int, end: Point | None
) -> None:
    one = man("R1.1", *start, table=table)
    assert end_of(straight_moves(table, [Party(lead=one, allowance=allowance, goal=goal)], [one])) == end


@pytest.mark.parametrize(
    ("clause", "other", "end"),
    clauses(
        ("KUU-G-18", man("W1.1", 160, 100), (139, 100)),
        ("KUU-G-18", man("W1.1", 150, 120), (149, 100)),
        ("KUU-G-18", man("W1.1", 150, 121), (200, 100)),
        ("KUU-G-18", man("W1.1!", 160, 100), (200, 100)),
        ("KUU-G-04", man("R2.1", 200, 100), (190, 100)),
        ("KUU-G-04", man("R2.1!", 195, 100), (185, 100)),
        ("KUU-G-04", man("R2.1", 160, 100), (200, 100)),  # friends are passed
        (("KUU-G-04", "KUU-G-28"), man("R2.1", 200, 100, level=1), (200, 100)),
        ("KUU-G-18", man("W1.1", 85, 100), (200, 100)),  # whom it touches already
    ),
)
def test_what_stops_a_forced_move(clause: str, other: Standing, end: Point) -> None:
    one = man("R1.1", 100, 100)
    assert end_of(straight_moves(OPEN, [Party(lead=one, allowance=100, goal=(500, 100))], [one, other])) == end


@pytest.mark.clause("KUU-G-29")
def test_the_nearest_goes_first_and_the_next_sees_it_moved() -> None:
    far, near = man("R1.1", 100, 100), man("R1.2", 150, 100)
    parties = [Party(lead=one, allowance=100, goal=(220, 100)) for one in (far, near)]
    found = straight_moves(OPEN, parties, [far, near])
    assert [track.figure for track in found] == ["R1.1", "R1.2"]
    assert end_of(found, "R1.2") == (220, 100)
    assert end_of(found, "R1.1") == (200, 100)
    crowd = [Party(lead=one, allowance=150, goal=(220, 100)) for one in (far, near)]
    assert end_of(straight_moves(OPEN, crowd, [far, near])) == (210, 100)
    twins = [man("R1.1", 100, 130), man("R1.2", 160, 130)]
    both = straight_moves(OPEN, [Party(lead=one, allowance=90, goal=(130, 130)) for one in twins], twins)
    assert (end_of(both), end_of(both, "R1.2")) == ((130, 130), (140, 130))


@pytest.mark.clause("KUU-G-29")
def test_one_in_difficult_ground_slows_all_down() -> None:
    wet, dry = man("R1.1", 500, 350), man("R1.2", 100, 900)
    parties = [Party(lead=one, allowance=200, goal=(500, 900)) for one in (wet, dry)]
    found = straight_moves(MUD, parties, [wet, dry])
    assert (end_of(found), end_of(found, "R1.2")) == ((500, 450), (200, 900))
    assert end_of(straight_moves(MUD, parties[1:], [wet, dry]), "R1.2") == (300, 900)


@pytest.mark.parametrize(
    ("clause", "leaves", "distance", "allowance", "off"),
    clauses(
        ("KUU-7.3-13", "over", 199, 200, True),
        ("KUU-7.3-13", "over", 200, 200, False),  # it must exceed the distance
        ("KUU-5.6-08", "at", 200, 200, True),
        ("KUU-5.6-08", "at", 201, 200, False),
    ),
)
def test_over_the_own_edge(clause: str, leaves: str, distance: int, allowance: int, off: bool) -> None:
    one = man("R1.1", 500, distance)
    (track,) = straight_moves(OPEN, [toward_edge(OPEN, one, allowance, "S", leaves)], [one])
    assert track.off is off
    assert track.points[-1] == (500, max(0, distance - allowance))


@pytest.mark.clause("KUU-7.3-13")
def test_flight_is_stopped_before_the_edge_and_nobody_bumps_into_who_leaves() -> None:
    one, foe = man("R1.1", 500, 100), man("W1.1", 510, 50)
    (track,) = straight_moves(OPEN, [toward_edge(OPEN, one, 200, "S", "over")], [one, foe])
    assert (track.off, track.points[-1]) == (False, (500, 68))
    fellow = man("R1.2", 500, 150)
    parties = [toward_edge(OPEN, who, 200, "S", "over") for who in (one, fellow)]
    assert [track.off for track in straight_moves(OPEN, parties, [one, fellow])] == [True, True]
    in_the_way = man("R2.1", 500, 0)
    assert straight_moves(OPEN, parties[:1], [one, in_the_way])[0].off


@pytest.mark.clause("KUU-5.6-09")
@pytest.mark.parametrize(("start", "end"), [((300, 100), (200, 100)), ((220, 100), (130, 100)), ((128, 100), None)])
def test_within_reach_of_a_goal_it_stops(start: Point, end: Point | None) -> None:
    one, host = man("R1.1", *start), man("R2.1", 100, 100)
    party = Party(lead=one, allowance=100, goal=host.at, reach=30)
    assert end_of(straight_moves(OPEN, [party], [one, host])) == end


@pytest.mark.clause("KUU-5.6-08")
@pytest.mark.clause("KUU-5.6-02")
def test_a_pair_shifts_alike_and_the_wounded_mans_point_counts() -> None:
    wounded, escort = man("R1.2!", 100, 100), man("R1.1", 115, 100)
    party = Party(lead=wounded, followers=(escort,), allowance=50, goal=(100, 900))
    assert straight_moves(OPEN, [party], [escort, wounded]) == (
        way("R1.2", "100,100 100,150"),
        way("R1.1", "115,100 115,150"),
    )
    blocked = straight_moves(OPEN, [party], [escort, wounded, man("W1.1", 115, 160)])
    assert [track.points[-1] for track in blocked] == [(100, 139), (115, 139)]


@pytest.mark.parametrize(
    ("clause", "level", "goal", "goal_level", "allowance", "end", "end_level"),
    clauses(
        ("KUU-G-27", 2, (900, 500), 0, 200, (560, 500), 0),  # 40 for climbing down, half of the rate in a house
        ("KUU-G-27", 3, (900, 500), 0, 200, (540, 500), 0),
        ("KUU-G-27", 2, (900, 500), 0, 50, (500, 500), 1),  # 25 are enough for one level
        ("KUU-G-27", 1, (900, 500), 0, 20, (500, 500), 1),
        ("KUU-G-27", 2, (550, 500), 2, 200, (550, 500), 2),  # on the same floor
        ("KUU-G-27", 2, (550, 500), 1, 200, (550, 500), 1),
        ("KUU-G-27", 1, (550, 500), 2, 200, (550, 500), 2),  # 50 to the goal, then up
        ("KUU-G-27", 0, (550, 500), 3, 200, (550, 500), 2),
        ("KUU-G-27", 0, (500, 500), 3, 200, (500, 500), 3),
        ("KUU-G-27", 0, (550, 500), 1, 138, (550, 500), 0),
        ("KUU-G-27", 0, (390, 500), 0, 300, (390, 500), 0),
        ("KUU-G-27", 2, (620, 500), 2, 200, (560, 500), 0),
    ),
)
def test_climbing_down_comes_first(
    clause: str, level: int, goal: Point, goal_level: int, allowance: int, end: Point, end_level: int
) -> None:
    table = lay(TOWER)
    one = man("R1.1", 500, 500, level, table)
    party = Party(lead=one, allowance=allowance, goal=goal, goal_level=goal_level)
    after = moved(table, one, next(iter(straight_moves(table, [party], [one])), None))
    assert (after.at, after.level) == (end, end_level)


@pytest.mark.clause("KUU-G-27")
def test_nobody_climbs_up_onto_another_or_to_an_enemy_or_outside_of_the_house() -> None:
    table = lay(TOWER)
    one = man("R1.1", 500, 500, 0, table)
    party = Party(lead=one, allowance=200, goal=(550, 500), goal_level=1, reach=20)
    for name in ("R2.1", "W2.1"):
        (track,) = straight_moves(table, [party], [one, man(name, 535, 500, 1, table)])
        assert (track.points[-1], track.level) == ((530, 500), 0)
    (track,) = straight_moves(table, [party], [one, man("R2.1", 541, 500, 1, table)])
    assert (track.points[-1], track.level) == ((530, 500), 1)
    outside = man("R1.1", 380, 500, 0, table)
    near = Party(lead=outside, allowance=200, goal=(401, 500), goal_level=1, reach=20)
    assert straight_moves(table, [near], [outside])[0].level == 0


@pytest.mark.clause("KUU-5.6-08")
def test_an_escort_before_his_man_does_not_keep_him_from_the_edge() -> None:
    wounded, escort = man("R1.2!", 100, 30), man("R1.1", 100, 12)
    party = toward_edge(OPEN, wounded, 50, "S", "at", (escort,))
    assert straight_moves(OPEN, [party], [escort, wounded]) == (
        way("R1.2", "100,30 100,0", off=True),
        way("R1.1", "100,12 100,0", off=True),
    )
    short = toward_edge(OPEN, wounded, 20, "S", "at", (escort,))
    assert end_of(straight_moves(OPEN, [short], [escort, wounded]), "R1.2") == (100, 18)


@pytest.mark.clause("KUU-7.3-12")
def test_a_leader_is_near_who_could_not_flee_a_step() -> None:
    assert passes_near([way("R1.1", "500,400")], (500, 250), 150)
    assert not passes_near([way("R1.1", "500,400")], (500, 249), 150)


@pytest.mark.clause("KUU-G-27")
def test_nobody_climbs_down_onto_another() -> None:
    table = lay(TOWER)
    one, below = man("R1.1", 500, 500, 1, table), man("R2.1", 503, 500, 0, table)
    stuck = Party(lead=one, allowance=40, goal=(900, 500))
    assert straight_moves(table, [stuck], [one, below]) == ()
    assert straight_moves(table, [stuck], [one]) == (way("R1.1", "500,500 500,500"),)


@pytest.mark.clause("KUU-1.0-04")
@pytest.mark.clause("KUU-1.0-05")
def test_stragglers_go_straight_to_the_main_body() -> None:
    body = [man("R1.1", 100, 100), man("R1.2", 120, 100)]
    straggler = man("R1.3", 300, 100)
    found = regroup(OPEN, [*body, straggler], dict.fromkeys(("R1.1", "R1.2", "R1.3"), 100), "", [*body, straggler])
    assert found == (way("R1.3", "300,100 200,100"),)
    near = man("R1.3", 180, 100)
    assert regroup(OPEN, [*body, near], {"R1.3": 100}, "", [*body, near]) == (way("R1.3", "180,100 130,100"),)


@pytest.mark.clause("KUU-1.0-05")
def test_of_equal_groups_the_squad_leader_is_in_the_main_body() -> None:
    members = [man("R1.1", 100, 100), man("R1.2", 200, 100), man("R1.3", 300, 100), man("R1.4", 310, 120)]
    rates = dict.fromkeys(("R1.1", "R1.2", "R1.3", "R1.4"), 50)
    assert [track.figure for track in regroup(OPEN, members, rates, "R1.1", members)] == ["R1.1", "R1.2"]
    pairs = [members[0], members[1]]
    assert regroup(OPEN, pairs, rates, "R1.2", pairs) == (way("R1.1", "100,100 150,100"),)
    assert regroup(OPEN, pairs, rates, "", pairs) == (way("R1.2", "200,100 150,100"),)


@pytest.mark.clause("KUU-1.0-05")
def test_a_straggler_goes_to_the_nearest_of_them_and_a_regroup_may_move_nobody() -> None:
    body = [man("R1.1", 100, 100), man("R1.2", 100, 120)]
    straggler = man("R1.3", 200, 110)
    assert end_of(regroup(OPEN, [*body, straggler], {"R1.3": 50}, "", [*body, straggler]), "R1.3") == (151, 106)
    walled = [man("R1.1", 100, 290), man("R1.2", 120, 290), man("R1.3", 110, 320, table=RIVER)]
    assert regroup(RIVER, walled, {"R1.3": 100}, "", walled) == ()


def fallen_back(
    own: Sequence[Standing], foes: Sequence[Standing], others: Sequence[Standing] = (), table: Table = OPEN
) -> list[tuple[Point, bool]] | None:
    tracks = fall_back(table, own, foes, "S", [*own, *foes, *others], [foe.figure for foe in foes])
    return None if tracks is None else [(track.points[-1], track.off) for track in tracks]


OWN, FOE = [man("R1.1", 500, 500)], [man("W1.1", 500, 515)]


@pytest.mark.parametrize(
    ("clause", "others", "ends"),
    clauses(
        ("KUU-6.4-09", [], [((500, 400), False)]),
        ("KUU-6.4-09", [man("W2.1", 500, 450)], [((570, 430), False)]),  # first 45 degrees to the left: east
        ("KUU-6.4-09", [man("W2.1", 500, 450), man("R2.1", 570, 430)], [((430, 430), False)]),
        (
            "KUU-6.4-09",
            [man("W2.1", 500, 450), man("R2.1", 570, 430), man("R2.2", 430, 430)],
            [((600, 500), False)],
        ),
        (
            "KUU-6.4-09",
            [man("W2.1", 500, 450), man("R2.1", 570, 430), man("R2.2", 430, 430), man("W3.1", 550, 500)],
            [((400, 500), False)],
        ),
        (
            ("KUU-6.4-09", "KUU-6.4-06"),
            [
                man("W2.1", 500, 450),
                man("R2.1", 570, 430),
                man("R2.2", 430, 430),
                man("W3.1", 550, 500),
                man("R3.1!", 401, 500),
            ],
            None,
        ),
        ("KUU-6.4-09", [man("W2.1!", 500, 450)], [((500, 400), False)]),
        ("KUU-6.4-09", [man("W2.1!", 500, 405)], [((570, 430), False)]),
    ),
)
def test_falling_back(clause: str, others: list[Standing], ends: list[tuple[Point, bool]] | None) -> None:
    assert fallen_back(OWN, FOE, others) == ends


@pytest.mark.clause("KUU-6.4-09")
def test_the_direction_is_from_the_middle_of_all_enemies_and_all_shift_alike() -> None:
    own = [man("R1.1", 500, 500), man("R1.2", 520, 500)]
    foes = [man("W1.1", 500, 520), man("W2.1", 500, 480), man("W2.2", 488, 500)]
    assert fallen_back(own, foes) == [((600, 500), False), ((620, 500), False)]
    around = [man("W1.1", 480, 500), man("W2.1", 520, 500)]
    assert fallen_back([man("R1.1", 500, 500)], around) == [((500, 400), False)]  # toward the own edge
    slanted = [man("W1.1", 510, 520)]
    assert fallen_back([man("R1.1", 500, 500)], slanted) == [((456, 411), False)]  # (-10, -20) cut to 100


@pytest.mark.parametrize(
    ("clause", "table", "end"),
    clauses(
        ("KUU-6.4-09", lay("rapids 490,420 510,420 510,440 490,440"), (570, 430)),
        ("KUU-G-11", lay("high_wall 400,400 600,400"), (570, 430)),
        ("KUU-6.4-09", lay("swamp 400,350 600,350 600,490 400,490"), (500, 400)),  # no halving
    ),
)
def test_ground_in_a_fall_back(clause: str, table: Table, end: Point) -> None:
    assert fallen_back(OWN, FOE, table=table) == [(end, False)]


@pytest.mark.clause("KUU-6.4-10")
def test_beyond_the_edge_is_off_the_table() -> None:
    own = [man("R1.1", 500, 99), man("R1.2", 520, 100)]
    assert fallen_back(own, [man("W1.1", 510, 120)]) == [((500, -1), True), ((520, 0), False)]


@pytest.mark.parametrize(
    ("clause", "at", "level"),
    clauses(("KUU-G-27", (500, 590), 2), ("KUU-G-27", (500, 500), 0)),
)
def test_the_level_after_a_fall_back(clause: str, at: Point, level: int) -> None:
    table = lay(TOWER)
    own, foe = man("R1.1", *at, 2, table), man("W1.1", at[0], at[1] + 15, 2, table)
    tracks = fall_back(table, [own], [foe], "S", [own, foe], ["W1.1"])
    assert tracks is not None
    assert (tracks[0].points[-1], tracks[0].level) == ((500, at[1] - 100), level)


@pytest.mark.clause("KUU-6.4-09")
def test_who_fights_in_this_melee_blocks_no_way_but_its_end() -> None:
    north = [man(f"W1.{number}", x, 520) for number, x in enumerate((470, 480, 490, 510, 520, 530), 1)]
    assert fallen_back(OWN, [*north, man("W2.1", 500, 470)]) == [((500, 400), False)]
    assert fallen_back(OWN, [*north, man("W2.1", 500, 405)]) == [((570, 430), False)]


@pytest.mark.clause("KUU-7.3-12")
def test_a_leader_is_near_a_flight_at_some_point_of_a_way() -> None:
    tracks = [way("R1.1", "500,400 500,200"), way("R1.2", "520,400 520,200")]
    assert passes_near(tracks, (350, 300), 150)
    assert not passes_near(tracks, (349, 300), 150)
    assert passes_near(tracks, (520, 50), 150)
    assert not passes_near(tracks, (520, 49), 150)
    assert not passes_near([], (500, 300), 150)


@pytest.mark.parametrize(
    ("clause", "vector", "length", "cut"),
    clauses(
        (("KUU-G-23", "KUU-G-17"), (-10, -20), 100, (-44, -89)),
        (("KUU-G-23", "KUU-G-17"), (3, 4), 50, (30, 40)),
        (("KUU-G-23", "KUU-G-17"), (1, 1), 100, (70, 70)),
        ("KUU-G-17", (0, 0), 100, (0, 0)),
    ),
)
def test_directions_are_cut_to_a_length(clause: str, vector: Vector, length: int, cut: Vector) -> None:
    assert scaled(vector, length) == cut


@st.composite
def fugitives(draw: st.DrawFn) -> list[Standing]:
    found: list[Standing] = []
    for name in ("R1.1", "R1.2", "R2.1", "W1.1", "W2.1"):
        at = draw(PLACES)
        levels = [level for level in range(4) if has_level(CROWDED, at, level)]
        one = man(name, *at, draw(st.sampled_from(levels)), CROWDED)
        if are_separate(CROWDED, one, found):
            found.append(one)
    return found


@given(fugitives(), PLACES, st.sampled_from([12, 50, 100, 200]))
def test_wherever_a_forced_move_ends_it_was_legal_and_no_longer_one_is(
    everyone: list[Standing], goal: Point, allowance: int
) -> None:
    one = everyone[0]
    party = Party(lead=one, allowance=allowance, goal=goal)
    tracks = straight_moves(CROWDED, [party], everyone)
    others = everyone[1:]
    enemies = [other for other in others if other.side != one.side]
    for track in tracks:
        spent = path_length(track.points) + 20 * abs(one.level - track.level)
        assert spent <= allowance
        if crosses(track.points, CROWDED.difficult):
            assert spent <= allowance // 2
        assert not crosses(track.points, CROWDED.impassable)
        assert is_stopped(CROWDED, one, track.points, track.level, enemies) is None
        assert are_separate(CROWDED, moved(CROWDED, one, track), others)
        assert distance_squared(track.points[-1], goal) <= distance_squared(one.at, goal)


def test_a_house_is_no_obstacle_to_flight_but_slows_it() -> None:
    table = lay(HOUSE)
    one = man("R1.1", 500, 650, table=table)
    assert end_of(straight_moves(table, [toward_edge(table, one, 200, "S", "over")], [one])) == (500, 550)
