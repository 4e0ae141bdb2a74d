"""Ordered moves: each refused with its clause, one millimetre before it would be legal."""

from collections.abc import Sequence

import pytest
from tests.kuularuisku.tables import HOUSE, LODGE, OPEN, S1, TOWER, clauses, lay, man, points, way

from wardiary.core.games.kuularuisku.movement import crosses, march_of, refusal, way_cost
from wardiary.core.games.kuularuisku.standing import (
    Standing,
    are_linked,
    are_separate,
    are_touching,
    cohesive_groups,
    nearest_of,
)
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point
from wardiary.events.kuularuisku import Track


def judged(
    table: Table,
    members: Sequence[Standing],
    tracks: Sequence[Track],
    others: Sequence[Standing] = (),
    allowance: int = 100,
    carry: Sequence[tuple[str, str]] = (),
    target: str = "",
) -> str:
    """The clause by which ways are refused; an empty string when they are legal."""
    allowances = {one.figure: allowance for one in members}
    found = refusal(march_of(table, members, allowances, others, carry, target), tracks)
    return (found or "").partition(":")[0]


@pytest.mark.parametrize(
    ("clause", "path", "level", "cost"),
    clauses(
        ("KUU-G-19", "0,0 30,40", 0, 50),
        ("KUU-G-19", "0,0 10,10", 0, 15),
        ("KUU-G-19", "0,0 70,71", 0, 100),
        ("KUU-G-19", "0,0 70,72", 0, 101),
        ("KUU-G-05", "0,0 10,10 20,20", 0, 30),  # each leg is rounded by itself
        ("KUU-G-05", "0,0 0,0", 0, 0),
        ("KUU-G-05", "0,0 30,40", 2, 90),  # two levels up
        ("KUU-G-05", "0,0 30,40 30,40 0,0", 0, 100),
    ),
)
def test_what_a_way_costs(clause: str, path: str, level: int, cost: int) -> None:
    assert way_cost(OPEN, 0, way("R1.1", path, level)) == cost
    assert way_cost(OPEN, level, way("R1.1", path)) == cost
    assert way_cost(OPEN, level + 1, way("R1.1", path, level + 1)) == cost - 20 * level


def test_a_refusal_says_who_how_far_and_why() -> None:
    one = man("R1.1", 100, 50)
    march = march_of(OPEN, [one], {"R1.1": 50}, ())
    assert refusal(march, [way("R1.1", "100,50 100,101")]) == "KUU-4.2-06: R1.1 would go 51 mm, it may go 50 mm"
    assert refusal(march, [way("R1.1", "100,50 100,0", off=True)]) == (
        "KUU-7.4-02: R1.1 would go 50 mm, it must be able to go farther to leave"
    )
    wet = march_of(MUD, [man("R1.1", 300, 300)], {"R1.1": 50}, ())
    assert refusal(wet, [way("R1.1", "300,300 300,326")]) == (
        "KUU-4.2-03: R1.1 would go 26 mm, in difficult ground, it may go 25 mm"
    )


@pytest.mark.parametrize(
    ("clause", "one", "other", "linked"),
    clauses(
        (("KUU-G-19", "KUU-G-03"), (18, 24, 0), (0, 0, 0), True),
        (("KUU-G-19", "KUU-G-03"), (19, 24, 0), (0, 0, 0), False),
        ("KUU-1.0-02", (0, 30, 0), (0, 0, 1), True),  # adjacent levels
        ("KUU-1.0-02", (0, 10, 0), (0, 0, 2), False),
        ("KUU-1.0-02", (0, 30, 2), (0, 0, 2), True),
    ),
)
def test_the_links_of_the_chain(
    clause: str, one: tuple[int, int, int], other: tuple[int, int, int], linked: bool
) -> None:
    assert are_linked(OPEN, man("R1.1", *one), man("R1.2", *other)) is linked


@pytest.mark.parametrize(
    ("clause", "at", "level", "touching", "separate"),
    clauses(
        ("KUU-G-04", (0, 20), 0, True, True),
        ("KUU-G-04", (12, 17), 0, False, True),
        ("KUU-G-04", (12, 16), 0, True, True),
        ("KUU-G-04", (0, 10), 0, True, True),
        ("KUU-G-04", (0, 9), 0, True, False),
        ("KUU-G-04", (6, 8), 0, True, True),
        ("KUU-G-04", (7, 7), 0, True, False),
        (("KUU-G-28", "KUU-G-25"), (0, 5), 1, False, True),  # above each other
    ),
)
def test_contact_and_bases(clause: str, at: Point, level: int, touching: bool, separate: bool) -> None:
    one, other = man("R1.1", 0, 0), man("W1.1", *at, level=level)
    assert are_touching(OPEN, one, other) is touching
    assert are_separate(OPEN, one, [other]) is separate
    assert are_separate(OPEN, one, [one])


@pytest.mark.clause("KUU-1.0-02")
def test_a_unit_hangs_together_through_others() -> None:
    chain = [man("R1.1", 0, 0), man("R1.2", 60, 0), man("R1.3", 30, 0)]
    assert len(cohesive_groups(OPEN, chain)) == 1
    broken = [chain[0], chain[1]]
    assert [[one.figure for one in group] for group in cohesive_groups(OPEN, broken)] == [["R1.1"], ["R1.2"]]
    assert cohesive_groups(OPEN, []) == ()


def test_the_nearest_of_equally_near_figures_is_the_first() -> None:
    figures = [man("R1.1", 0, 50), man("R1.2", 30, 40, level=1), man("R1.3", 60, 0)]
    assert nearest_of((0, 0), figures) == figures[0]
    assert nearest_of((0, 0), figures[1:]) == figures[1]
    assert nearest_of((0, 0), []) is None


MUD = lay("muddy_field 200,200 400,200 400,400 200,400")
RIVER = lay("rapids 200,0 220,0 220,1000 200,1000")
WALL = lay("high_wall 200,100 200,900")


@pytest.mark.parametrize(
    ("clause", "table", "path", "allowance", "refused"),
    clauses(
        ("KUU-4.2-05", OPEN, "0,0 100,0", 100, ""),
        (("KUU-4.2-05", "KUU-4.2-06"), OPEN, "0,0 101,0", 100, "KUU-4.2-06"),  # one millimetre too long
        ("KUU-4.2-05", OPEN, "0,0 200,0", 200, ""),
        ("KUU-4.2-05", OPEN, "0,0 201,0", 200, "KUU-4.2-06"),
        ("KUU-G-19", OPEN, "0,0 70,72", 100, "KUU-4.2-06"),
        ("KUU-4.0-01", OPEN, "0,0 40,0", 100, ""),  # nobody has to go the whole distance
        ("KUU-G-05", OPEN, "0,0 50,0 50,50", 100, ""),
        ("KUU-G-05", OPEN, "0,0 50,0 50,51", 100, "KUU-4.2-06"),
        ("KUU-4.2-05", MUD, "300,300 350,300", 100, ""),
        (("KUU-4.2-05", "KUU-4.2-02"), MUD, "300,300 351,300", 100, "KUU-4.2-03"),
        ("KUU-4.2-05", MUD, "300,300 300,399", 200, ""),
        ("KUU-4.2-05", MUD, "300,250 300,351", 200, "KUU-4.2-03"),
        ("KUU-4.2-04", MUD, "140,300 200,300", 100, ""),  # 60 mm to the border, where it stops
        ("KUU-4.2-04", MUD, "140,300 201,300", 100, "KUU-4.2-03"),
        ("KUU-4.2-03", MUD, "160,300 201,300", 100, ""),  # 41 mm at half rate
        ("KUU-4.2-03", MUD, "199,300 230,300 199,300", 100, "KUU-4.2-03"),  # passing through counts
        ("KUU-4.2-03", MUD, "201,300 140,300", 100, "KUU-4.2-03"),  # so does starting in it
        ("KUU-4.2-03", MUD, "300,140 300,201", 100, "KUU-4.2-03"),  # from every side
        ("KUU-4.2-03", MUD, "300,460 300,399", 100, "KUU-4.2-03"),
        ("KUU-4.2-03", MUD, "460,300 399,300", 100, "KUU-4.2-03"),
        ("KUU-4.2-04", MUD, "300,100 300,200", 100, ""),
        ("KUU-4.2-04", MUD, "300,500 300,400", 100, ""),
        ("KUU-4.2-04", MUD, "500,300 400,300", 100, ""),
        ("KUU-G-07", MUD, "200,300 100,300", 100, ""),  # but not on its border
        ("KUU-G-07", MUD, "200,250 200,350", 100, ""),
        ("KUU-G-30", S1, "215,140 215,170", 60, ""),
        ("KUU-G-30", S1, "330,100 330,300", 200, ""),
        ("KUU-G-30", S1, "215,140 215,171", 60, "KUU-4.2-03"),
        ("KUU-4.2-06", MUD, "300,300 312,300", 25, ""),  # 100, 50, 25, 12
        ("KUU-4.2-06", MUD, "300,300 313,300", 25, "KUU-4.2-03"),
        ("KUU-G-18", RIVER, "150,500 201,500", 100, "KUU-G-18"),
        ("KUU-G-18", RIVER, "150,500 200,500", 100, ""),  # on the bank
        ("KUU-G-18", RIVER, "190,500 230,500", 100, "KUU-G-18"),
        ("KUU-G-11", WALL, "190,500 200,500", 100, "KUU-G-11"),
        ("KUU-G-11", WALL, "190,500 201,500", 100, ""),  # crossing it is free
        ("KUU-3.1-01", lay("ditch 200,100 200,900"), "150,500 250,500", 100, ""),
        ("KUU-G-01", OPEN, "990,500 1001,500", 100, "KUU-G-01"),
        ("KUU-G-01", OPEN, "990,500 1000,500", 100, ""),
        ("KUU-G-01", OPEN, "990,500 1001,500 990,510", 100, "KUU-G-01"),
    ),
)
def test_a_single_mans_way(clause: str, table: Table, path: str, allowance: int, refused: str) -> None:
    one = man("R1.1", *points(path)[0], table=table)
    assert judged(table, [one], [way("R1.1", path)], allowance=allowance) == refused


@pytest.mark.clause("KUU-4.2-03")
@pytest.mark.clause("KUU-4.2-04")
def test_one_figure_in_difficult_ground_halves_the_move_of_all() -> None:
    members = [man("R1.1", 140, 300), man("R1.2", 120, 300)]
    onto = [way("R1.1", "140,300 200,300"), way("R1.2", "120,300 180,300")]
    into = [way("R1.1", "140,300 190,300"), way("R1.2", "120,300 180,300")]
    assert judged(MUD, members, onto) == ""
    assert judged(MUD, [man("R1.1", 151, 300), members[1]], [way("R1.1", "151,300 201,300"), into[1]]) == "KUU-4.2-03"
    staying = [man("R1.1", 201, 300), man("R1.2", 180, 300)]
    assert judged(MUD, staying, [way("R1.2", "180,300 180,351")]) == "KUU-4.2-03"
    assert judged(MUD, [man("R1.1", 200, 300), staying[1]], [way("R1.2", "180,300 180,270 180,300")]) == ""


@pytest.mark.clause("KUU-4.2-07")
def test_the_other_half_in_the_mud_does_not_slow_this_one() -> None:
    tracks = [way("R1.1", "185,400 185,300")]
    assert judged(MUD, [man("R1.1", 185, 400), man("R1.2", 205, 300, element="R1/2")], tracks) == ""
    assert judged(MUD, [man("R1.1", 185, 400), man("R1.2", 205, 300)], tracks) == "KUU-4.2-03"


@pytest.mark.parametrize(
    ("clause", "enemy", "path", "refused"),
    clauses(
        ("KUU-G-18", (150, 120), "100,100 190,100", "KUU-G-18"),  # 20 mm beside the way
        ("KUU-G-18", (150, 121), "100,100 190,100", ""),
        ("KUU-G-18", (210, 100), "100,100 190,100", "KUU-G-18"),
        ("KUU-G-18", (211, 100), "100,100 190,100", ""),
        ("KUU-G-18", (220, 100), "100,100 200,100", "KUU-G-18"),  # as far as it can reach
        ("KUU-G-18", (221, 100), "100,100 200,100", ""),
        ("KUU-G-18", (100, 115), "100,100 190,100", ""),  # already in contact: he may go away
        ("KUU-G-18", (100, 115), "100,100 105,100", "KUU-G-18"),  # but out of his contact
        ("KUU-G-18", (100, 115), "100,100 114,100", ""),
    ),
)
def test_enemies_stop_a_way(clause: str, enemy: Point, path: str, refused: str) -> None:
    one, foe = man("R1.1", 100, 100), man("W1.1", *enemy)
    assert judged(OPEN, [one], [way("R1.1", path)], [foe]) == refused
    assert judged(OPEN, [one], [way("R1.1", path)], [foe._replace(side="red")]) == ""  # friends may be passed
    assert judged(OPEN, [one], [way("R1.1", path)], [foe._replace(able=False)]) == ""


@pytest.mark.clause("KUU-G-18")
def test_who_stays_is_not_tested() -> None:
    members = [man("R1.1", 100, 100), man("R1.2", 120, 100)]
    assert judged(OPEN, members, [way("R1.2", "120,100 120,120")], [man("W1.1", 85, 100)]) == ""


@pytest.mark.parametrize(
    ("clause", "end", "refused"),
    clauses(
        ("KUU-G-04", (190, 100), "KUU-G-04"),
        ("KUU-G-04", (191, 100), "KUU-G-04"),
        ("KUU-G-04", (180, 100), ""),
    ),
)
def test_nobody_ends_on_another(clause: str, end: Point, refused: str) -> None:
    one = man("R1.1", 100, 100)
    for name in ("R2.1", "R2.1!", "W1.1!"):
        assert judged(OPEN, [one], [way("R1.1", f"100,100 {end[0]},{end[1]}")], [man(name, 190, 100)]) == refused


@pytest.mark.clause("KUU-G-04")
def test_bases_are_tested_where_all_end() -> None:
    members = [man("R1.1", 100, 100), man("R1.2", 120, 100)]
    swap = [way("R1.1", "100,100 120,100"), way("R1.2", "120,100 100,100")]
    assert judged(OPEN, members, swap) == ""
    assert judged(OPEN, members, swap[:1]) == "KUU-G-04"


@pytest.mark.parametrize(
    ("clause", "tracks", "refused"),
    clauses(
        (("KUU-1.0-06", "KUU-4.0-01"), [way("R1.2", "120,100 130,100")], ""),
        ("KUU-1.0-06", [way("R1.2", "120,100 131,100")], "KUU-1.0-06"),
        ("KUU-1.0-06", [way("R1.2", "120,100 131,100"), way("R1.1", "100,100 101,100")], ""),
    ),
)
def test_a_move_ends_in_cohesion(clause: str, tracks: list[Track], refused: str) -> None:
    members = [man("R1.1", 100, 100), man("R1.2", 120, 100)]
    assert judged(OPEN, members, tracks) == refused


@pytest.mark.clause("KUU-1.0-06")
def test_casualties_may_break_cohesion_and_then_a_shift_alike_is_illegal() -> None:
    members = [man("R1.1", 100, 100), man("R1.3", 140, 100)]
    shifted = [way("R1.1", "100,100 100,150"), way("R1.3", "140,100 140,150")]
    assert judged(OPEN, members, shifted) == "KUU-1.0-06"
    assert judged(OPEN, members, [shifted[0], way("R1.3", "140,100 120,150")]) == ""
    assert judged(OPEN, members, []) == "KUU-1.0-06"


@pytest.mark.parametrize(
    ("clause", "level", "path", "end_level", "allowance", "refused"),
    clauses(
        (("KUU-G-27", "KUU-G-05"), 0, "450,500 500,500", 1, 140, ""),  # 50 and 20, halved allowance 70
        ("KUU-G-05", 0, "450,500 500,500", 1, 138, "KUU-4.2-03"),
        ("KUU-G-25", 0, "450,500 500,500", 4, 400, "KUU-G-27"),
        ("KUU-G-25", 0, "450,500 500,500", 3, 400, ""),
        ("KUU-G-26", 0, "350,500 400,500", 1, 400, "KUU-G-27"),  # on the wall line it is outside
        ("KUU-G-27", 2, "550,500 650,500", 0, 400, ""),  # down, then out
        ("KUU-G-27", 2, "550,500 650,500", 2, 400, "KUU-G-27"),
        ("KUU-G-27", 1, "550,500 750,500", 1, 900, "KUU-G-27"),  # to the other house
        ("KUU-G-27", 0, "650,500 750,500", 1, 400, ""),
        ("KUU-G-27", 1, "450,500 610,500 550,550", 1, 900, "KUU-G-27"),  # through the wall and back
        ("KUU-G-27", 1, "450,500 600,500 550,550", 2, 900, ""),  # along it
    ),
)
def test_levels(clause: str, level: int, path: str, end_level: int, allowance: int, refused: str) -> None:
    table = lay(TOWER, LODGE)
    one = man("R1.1", *points(path)[0], level, table)
    assert judged(table, [one], [way("R1.1", path, end_level)], allowance=allowance) == refused


@pytest.mark.parametrize(
    ("clause", "level", "end_level", "foe", "foe_level", "refused"),
    clauses(
        ("KUU-G-28", 0, 0, (500, 515), 0, "KUU-G-18"),
        ("KUU-G-28", 0, 0, (500, 515), 1, ""),
        ("KUU-G-28", 1, 1, (500, 515), 0, ""),
        (("KUU-G-27", "KUU-G-28"), 1, 0, (500, 515), 0, "KUU-G-18"),  # it walks below
        (("KUU-G-27", "KUU-G-28"), 1, 0, (500, 515), 1, ""),
        (("KUU-G-27", "KUU-G-28"), 0, 1, (500, 515), 1, ""),
        ("KUU-G-28", 0, 1, (550, 515), 1, "KUU-G-18"),  # at its end it is above
        ("KUU-G-28", 0, 1, (550, 515), 0, "KUU-G-18"),  # where it climbs up
        ("KUU-G-28", 1, 0, (450, 515), 1, ""),  # whom it touches at its start
    ),
)
def test_enemies_on_other_floors(
    clause: str, level: int, end_level: int, foe: Point, foe_level: int, refused: str
) -> None:
    table = lay(TOWER)
    one, enemy = man("R1.1", 450, 500, level, table), man("W1.1", *foe, foe_level, table)
    assert judged(table, [one], [way("R1.1", "450,500 550,500", end_level)], [enemy], 400) == refused


@pytest.mark.parametrize(
    ("clause", "path", "allowance", "refused"),
    clauses(
        ("KUU-7.4-02", "100,50 100,0", 51, ""),
        ("KUU-7.4-02", "100,50 100,0", 50, "KUU-7.4-02"),  # it must exceed the distance
        ("KUU-7.4-02", "100,50 100,0", 49, "KUU-4.2-06"),
        ("KUU-7.4-02", "100,50 0,50", 101, ""),
        ("KUU-7.4-02", "100,50 100,1", 100, "KUU-7.4-02"),
    ),
)
def test_leaving_the_table(clause: str, path: str, allowance: int, refused: str) -> None:
    assert judged(OPEN, [man("R1.1", 100, 50)], [way("R1.1", path, off=True)], allowance=allowance) == refused


@pytest.mark.clause("KUU-7.4-02")
def test_all_able_figures_leave_together() -> None:
    members = [man("R1.1", 100, 50), man("R1.2", 120, 50)]
    tracks = [way("R1.1", "100,50 100,0", off=True), way("R1.2", "120,50 120,0", off=True)]
    assert judged(OPEN, members, tracks) == ""
    assert judged(OPEN, members, tracks[:1]) == "KUU-7.4-02"
    assert judged(OPEN, [*members, man("R1.3!", 140, 50)], tracks) == ""


@pytest.mark.clause("KUU-5.5-15")
@pytest.mark.clause("KUU-1.0-03")
def test_a_wounded_man_ends_in_contact_with_his_bearer() -> None:
    members, carry = [man("R1.1", 100, 100), man("R1.2!", 118, 100)], [("R1.1", "R1.2")]
    both = [way("R1.1", "100,100 140,100"), way("R1.2", "118,100 160,100")]
    apart = [both[0], way("R1.2", "118,100 161,100")]
    assert judged(OPEN, members, both, allowance=50, carry=carry) == ""
    assert judged(OPEN, members, apart, allowance=50, carry=carry) == "KUU-5.5-15"
    assert judged(OPEN, members, apart, allowance=50) == ""
    assert judged(OPEN, members, both[:1], allowance=50, carry=carry) == "KUU-5.5-15"
    leaving = [way("R1.1", "100,100 100,0", off=True)]
    assert judged(OPEN, members, leaving, allowance=150, carry=carry) == "KUU-5.5-15"


FOES = [man("W1.1", 200, 100), man("W1.2", 200, 120), man("W2.1", 200, 150), man("W3.1!", 170, 100)]


@pytest.mark.parametrize(
    ("clause", "end", "target", "refused"),
    clauses(
        ("KUU-6.1-04", (180, 100), "W1", "KUU-6.1-02"),  # the wounded man of a third element
        ("KUU-6.1-04", (186, 86), "W1", ""),
        ("KUU-6.1-04", (184, 92), "W1", "KUU-6.1-02"),
        ("KUU-6.1-04", (185, 80), "W1", "KUU-6.1-04"),
        ("KUU-6.1-02", (190, 137), "W1", "KUU-G-18"),  # an able man of a second one
        ("KUU-6.1-04", (150, 100), "W3", ""),  # nobody of the target is able
        ("KUU-6.1-04", (149, 100), "W3", "KUU-6.1-04"),
    ),
)
def test_an_assault_touches_one_enemy_element(clause: str, end: Point, target: str, refused: str) -> None:
    one = man("R1.1", 110, 100)
    track = way("R1.1", f"110,100 {end[0]},{end[1]}")
    assert judged(OPEN, [one], [track], FOES, target=target) == refused


@pytest.mark.clause("KUU-6.1-04")
def test_a_target_with_able_men_is_not_touched_at_its_wounded() -> None:
    foes = [man("W1.1!", 180, 100), man("W1.2", 180, 130)]
    charge = [way("R1.1", "110,100 162,100")]
    assert judged(OPEN, [man("R1.1", 110, 100)], charge, foes, target="W1") == "KUU-6.1-04"
    assert judged(OPEN, [man("R1.1", 110, 100)], charge, foes[:1], target="W1") == ""


@pytest.mark.clause("KUU-6.1-04")
def test_a_severely_wounded_man_does_not_assault() -> None:
    members, carry = [man("R1.1", 100, 100), man("R1.2!", 118, 100)], [("R1.1", "R1.2")]
    tracks = [way("R1.1", "100,100 105,100"), way("R1.2", "118,100 123,100")]
    assert judged(OPEN, members, tracks, [man("W1.1", 140, 100)], carry=carry, target="W1") == "KUU-6.1-04"


@pytest.mark.clause("KUU-6.1-02")
@pytest.mark.clause("KUU-G-18")
def test_on_the_way_to_the_target_only_its_own_figures_may_be_met() -> None:
    one, target = man("R1.1", 100, 100), man("W1.1", 200, 100)
    charge = [way("R1.1", "100,100 185,100")]
    assert judged(OPEN, [one], charge, [target], target="W1") == ""
    assert judged(OPEN, [one], charge, [target]) == "KUU-G-18"
    assert judged(OPEN, [one], charge, [target, man("W2.1", 150, 110)], target="W1") == "KUU-G-18"


def test_a_way_of_one_point_is_in_what_it_stands_in() -> None:
    house = lay(HOUSE)
    assert crosses(((500, 500),), house.areas)
    assert not crosses(((400, 500),), house.areas)
    assert crosses(((300, 500), (500, 500)), house.areas)
