"""5 Time, night and midnight."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced, rules_with

from wardiary.core.games.helsinki.features import features
from wardiary.core.games.helsinki.queries import command_hexes
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
LAST_DAY_SQUARE, FIRST_NIGHT, LAST_NIGHT, MIDNIGHT = 19, 20, 28, 24


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        (
            "HEL-5.0-01",
            [DATA.time[n].label for n in (0, 1, 19, 20, 21)],
            ["11 April 15:00", "11 April 15:15", "11 April 19:45", "11 April 20:00", "11 April 21:00"],
        ),
        ("HEL-5.0-01", [DATA.time[n].label for n in (28, 29, 30)], ["12 April 4:00", "12 April 5:00", "12 April 5:15"]),
        ("HEL-5.1-R2", DATA.midnights, (24, 93)),
        ("HEL-4.4-R1", [features(DATA, position(time=n))["date"] for n in (23, 24, 92, 93)], [11, 12, 12, 13]),
        ("HEL-5.0-05", [n for n in range(100) if DATA.time[n].night], [*range(20, 29), *range(89, 98)]),
    ),
)
def test_the_clock(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("HEL-5.0-02", position(german="0104 3"), "draw; draw GS01", lambda g: g.track("time"), 1),
        (
            "HEL-5.0-03",
            position(german="0104 3", tracks={"headquarters": 1}, red_hqs=""),
            "draw; pay 1; draw GS01",
            lambda g: g.track("time"),
            0,
        ),
        (
            ("HEL-5.0-03", "HEL-4.3-R3"),
            position(german="0404 3", red="0606 1, 2622 1", german_hqs="", tracks={"headquarters": 1}),
            "move 0404 3; pay 1",
            lambda g: (g.track("time"), g.track("headquarters")),
            (2, 0),
        ),
        ("HEL-5.0-03", position(side="red", red="2622 1"), "morale; 1", lambda g: g.track("time"), 0),
        ("HEL-5.0-03", position(side="white"), "organise 2421E; 1", lambda g: g.track("time"), 0),
        (
            "HEL-5.0-04",
            position(german="0104 3", german_hqs=""),
            "move 0104 3",
            lambda g: (g.track("time"), g.waiting),
            (3, "roll command german 1"),
        ),
        (
            ("HEL-6.3-02", "HEL-7.3-R4"),
            position(german="0104 3", german_hqs=""),
            "move 0104 3; 1; 6; 1",
            lambda g: [(test.unit, test.passed) for test in g.happened(e.CommandTested)],
            [(1, False), (2, True), (3, False)],
        ),
        (
            ("HEL-5.0-R2", "HEL-6.4-04"),
            position(german="0104 1"),
            "move 0104 1; 1",
            lambda g: (g.track("time"), g.at("0104")),
            (1, "german 1"),
        ),
        (
            "HEL-6.4-04",
            position(german="0104 1"),
            "move 0104 1; 1; move 0104 1",
            lambda g: (g.track("time"), g.waiting),
            (2, "roll command german 1"),
        ),
    ),
)
def test_time_moves(clause: str, state: HelsinkiState, script: str, what: What, expected: Any) -> None:
    assert what(Game(state).play(script)) == expected


def night_of(time: int, cost: int) -> bool:
    """Whether a German order of this cost from this square is done by night."""
    game = Game(position(german="0303 3", time=time, points=6)).play(f"move 0303 {cost}")
    return bool(game.last(e.OrderPaid).night)


@pytest.mark.parametrize(
    ("clause", "time", "cost", "night"),
    clauses(
        ("HEL-5.0-05", LAST_DAY_SQUARE, 1, True),
        ("HEL-5.0-05", LAST_DAY_SQUARE - 1, 1, False),
        ("HEL-5.0-R1", LAST_NIGHT, 1, False),
        ("HEL-5.0-R1", LAST_NIGHT - 1, 3, True),
        ("HEL-5.0-R1", LAST_DAY_SQUARE - 2, 3, True),
    ),
)
def test_night_of_an_order(clause: str, time: int, cost: int, night: bool) -> None:
    assert night_of(time, cost) is night


@pytest.mark.clause("HEL-5.0-R1")
def test_an_order_that_moves_no_time_is_judged_by_the_square() -> None:
    for time, night in ((LAST_NIGHT, True), (LAST_NIGHT + 1, False)):
        s = position(german="0303 1", time=time, tracks={"headquarters": 1}, points=0)
        assert Game(s).play("move 0303 1").last(e.OrderPaid).night is night


@pytest.mark.clause("HEL-5.0-R3", "HEL-5.1-03")
def test_status_is_judged_before_payment_and_ways_by_the_light_after_it() -> None:
    """In command by a minor road when named: no test, but by night no movement along that road."""
    fields: dict[str, Any] = {"german": "0907 1", "german_hqs": "0605E", "red": "2622 1"}
    by_day = Game(position(**fields)).play("move 0907 1")
    into_night = Game(position(time=LAST_DAY_SQUARE, **fields)).play("move 0907 1")
    assert by_day.waiting == into_night.waiting == "german March"
    assert into_night.happened(e.CommandTested) == []
    assert "go 1109" in by_day.legal("go")
    assert "go 1109" not in into_night.legal("go")
    by_night = Game(position(time=FIRST_NIGHT, **fields)).play("move 0907 1")
    assert by_night.waiting == "roll command german 1"


@pytest.mark.clause("HEL-5.0-R3", "HEL-6.4-01")
def test_who_is_in_command_again_at_dawn_is_no_hex_away_in_the_test_that_he_owes() -> None:
    """Named by night without the minor road, tested by day with it: every die passes."""
    fields: dict[str, Any] = {"german": "1601 1", "german_hqs": "1705E", "tracks": {"headquarters": 1}}
    dawn = Game(position(time=LAST_NIGHT, **fields)).play("move 1601 1; pay 0; 1").last(e.CommandTested)
    night = Game(position(time=LAST_NIGHT, **fields)).play("move 1601 1; pay 1; 1").last(e.CommandTested)
    assert [(test.passed, test.away) for test in (dawn, night)] == [(True, 0), (False, 3)]


@pytest.mark.parametrize(
    ("clause", "time", "attack"),
    clauses(("HEL-5.1-01", 5, 4), ("HEL-5.1-01", FIRST_NIGHT + 1, 3)),
)
def test_attackers_have_1_less_by_night(clause: str, time: int, attack: int) -> None:
    s = position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E", time=time)
    game = Game(s).play("move 0303 1; go 0403 0303; 4; 1")
    assert game.last(e.BattleResolved).attack == attack
    red = position(side="red", red="0403 1, 2622 1", german="0303 1", red_hqs="0403", time=time)
    assert Game(red).play("move 0403 1; go 0303 0403; 4; 1").last(e.BattleResolved).attack == attack


@pytest.mark.parametrize(
    ("clause", "time", "total"),
    clauses(("HEL-5.1-02", 5, 4), ("HEL-5.1-02", FIRST_NIGHT, 3)),
)
def test_deployment_and_recruitment_have_1_less_by_night(clause: str, time: int, total: int) -> None:
    for s, script in (
        (position(german="0104 3, 0105 3, 0101 3, 0203 2", german_hqs="0104E", time=time), "deploy; 4"),
        (position(side="red", red="2622 1", red_hqs="2919", time=time), "recruit; 4"),
    ):
        game = Game(s).play(script)
        modifier = DATA.reserve_modifier[2] if s.active == "german" else 0
        assert game.last(e.PlacementRolled).total - modifier == total


MINOR = {"german": "0907 1", "german_hqs": "0605E"}


@pytest.mark.parametrize(
    ("clause", "night", "side", "expected"),
    clauses(
        ("HEL-5.1-03", False, "german", True),
        ("HEL-5.1-03", True, "german", False),
        ("HEL-5.1-03", True, "red", True),
    ),
)
def test_minor_roads_by_night(clause: str, night: bool, side: Any, expected: bool) -> None:
    red = position(red="2622 1, 0806 1", red_hqs="0706")
    s = position(**MINOR) if side == "german" else red
    assert ("0907" in command_hexes(DATA, s, side, night)) is expected


@pytest.mark.clause("HEL-5.1-04", "HEL-13.0-06", "HEL-13.0-R5")
def test_no_orders_in_tikkurila_by_night() -> None:
    s = position(side="red", red="T2 1, 2622 1", german="T1 1", time=FIRST_NIGHT)
    assert refuses(s, "move T2 1", "HEL-13.0-06")
    assert Game(s).legal("move") == ["move 2622 1"]
    assert "move T2 1" in Game(position(side="red", red="T2 1, 2622 1", german="T1 1")).legal()


# Midnight.

OUT = "0606 1, 0908 1, 2622 1"


def midnight(red: str = OUT, **fields: Any) -> Game:
    s = position(**{"german": "0104 1", "red": red, "red_hqs": "2919", "time": MIDNIGHT - 1, **fields})
    return Game(s).play("draw; draw GS01")


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-5.1-05", "HEL-5.1-R1"),
            midnight,
            lambda g: (g.waiting, g.legal()),
            ("red Midnight", ["test 28", "test 27"][::-1]),
        ),
        ("HEL-5.1-05", lambda: midnight(time=MIDNIGHT), lambda g: g.waiting, "german GermanOrders"),
        ("HEL-5.1-05", lambda: midnight("2611 1, 2622 1", red_hqs="2611"), lambda g: g.waiting, "german GermanOrders"),
        (
            ("HEL-5.1-05", "HEL-5.1-R2"),
            lambda: Game(position(german="0203 3, 0104 1", red=OUT, time=22)).play(
                "move 0203 3; 6; 6; 6; stay; stay; stay"
            ),
            lambda g: (g.track("time"), g.waiting),
            (25, "red Midnight"),
        ),
        (
            "HEL-5.1-06",
            lambda: midnight().play("test 27; 6; 6"),
            lambda g: [g.at("0606"), g.at("0908")],
            ["red 1", "red 1"],
        ),
        (
            "HEL-5.1-06",
            lambda: midnight("0606 1, 2622 1").play("1; 1"),
            lambda g: (g.state.units[27].where, g.happened(e.UnitDestroyed)),
            ("reserve", []),
        ),
        ("HEL-5.1-06", lambda: midnight("0606 1, 2622 1").play("1; 6"), lambda g: g.state.units[27].where, "lost"),
        (
            "HEL-5.1-06",
            lambda: midnight("0606 1, 2622 1", german="0104 1, 0506 1, 0607 1, 0707 1, 0505 1, 0605 1, 0706 1").play(
                "1"
            ),
            lambda g: g.waiting,
            "roll disorder red 1",
        ),
        (
            "HEL-5.1-R1",
            lambda: midnight(casualties=3, tracks={"morale": 3}).play("test 27; 1; 5"),
            lambda g: [DATA.morale[3], g.track("morale"), g.waiting],
            [3, 4, "roll command red 1"],
        ),
        (
            "HEL-5.1-R3",
            lambda: midnight(white="0606 1"),
            lambda g: [g.waiting, g.legal()],
            ["red Midnight", ["test 27", "test 28"]],
        ),
        (
            "HEL-5.1-R3",
            lambda: midnight("2622 1", white="0606 1", german="0104 1, 0707 1"),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
    ),
)
def test_midnight(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-5.1-R1")
def test_the_second_die_of_midnight_reads_the_new_level() -> None:
    """The marker stands on the last square of level 3; the first casualty pushes it to level 2."""
    assert (DATA.morale[5], DATA.morale[6]) == (3, 2)
    for last, where in (("2", "reserve"), ("3", "lost")):
        game = midnight(casualties=5, tracks={"morale": 5})
        game.play("test 27; 1; 4; 1").play(last)
        assert game.track("morale") in (6, 7)
        assert game.state.units[28].where == where


@pytest.mark.clause("HEL-5.1-R2")
def test_two_midnights_in_one_order_test_twice_those_that_are_still_there() -> None:
    """On our clock no order is so long; on this one every other square is 0:00."""
    half_days = replaced(
        *("11 April 15:00", "11 April 12:00", "13 April 19:45", "20 April 12:00"),
        *("day_minutes = 15", "day_minutes = 720", "night_minutes = 60", "night_minutes = 720"),
    )
    s = position(german="0303 3, 0104 1", red=OUT, red_hqs="2919")
    game = Game(s, rules_with(SPEC, tracks=half_days)).play("move 0303 3; 6; 6; 6; stay; stay; stay")
    assert (game.last(e.OrderPaid).midnights, game.legal()) == (2, ["test 27", "test 28"])
    game.play("test 27; 1; 6; 6")
    assert [test.unit for test in game.happened(e.CommandTested)[-2:]] == [27, 28]
    assert game.waiting == "roll command red 1"


@pytest.mark.clause("HEL-5.1-R4", "HEL-5.1-R5")
def test_midnight_comes_after_the_battle_of_the_order_and_reaches_units_in_battles() -> None:
    s = position(
        german="0303 1, 0705 1",
        red="0403 1, 0705 1, 2622 1",
        german_hqs="0303E",
        time=23,
        red_hqs="2919",
        battles={"0705": ("german", 1)},
    )
    game = Game(s).play("move 0303 1; go 0403 0303; 4; 3")
    assert game.waiting == "red Midnight"
    assert game.legal() == ["test 27", "test 28"]
    assert game.happened(e.BattleFought)
    game.play("test 28; 1; 6; 6")
    assert game.state.facings.keys() == {"0403"}
    assert game.last(e.BattleEnded).hex == "0705"
