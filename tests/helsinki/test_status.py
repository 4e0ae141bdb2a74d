"""6 Unit status, routes and the command test."""

from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, position

from wardiary.core.games.helsinki.movement import reach
from wardiary.core.games.helsinki.queries import is_night, placement_hexes, status
from wardiary.core.games.helsinki.queries import test_distance as away
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e

LAST_DAY_SQUARE, FIRST_NIGHT, LAST_NIGHT, MIDNIGHT = 19, 20, 28, 24


# Status.

GERMAN = "german"


@pytest.mark.parametrize(
    ("clause", "state", "side", "cell", "expected"),
    clauses(
        (("HEL-6.0-01", "HEL-6.1-01"), position(german="0104 1", german_hqs="0104E"), "german", "0104", "direct"),
        ("HEL-6.1-01", position(german="0203 1", german_hqs="0104E"), "german", "0203", "direct"),
        ("HEL-6.1-01", position(red="2611 1", red_hqs="2611"), "red", "2611", "direct"),
        ("HEL-6.1-01", position(white="2421 1", squads="2421E"), "white", "2421", "direct"),
        (
            "HEL-6.1-R3",
            position(red="2611 1, 2622 1", german="2611 1", red_hqs="2611", battles={"2611": ("german", 0)}),
            "red",
            "2611",
            "direct",
        ),
        ("HEL-6.2-01", position(red="2409 1", red_hqs="2611"), "red", "2409", "command"),
        ("HEL-6.3-01", position(red="0606 1", red_hqs="2611"), "red", "0606", "out"),
        ("HEL-6.2-R3", position(red="0904 1", red_hqs="2611"), "red", "0904", "command"),
        ("HEL-6.2-R4", position(red="0706 1", red_hqs="2611"), "red", "0706", "command"),
        (("HEL-6.2-02", "HEL-6.2-06"), position(red="2822 1, 2722 1", red_hqs="2924"), "red", "2822", "command"),
        (
            "HEL-6.2-R2",
            position(red="2920 1", german="2820 1, 3020 1, 2721 1", red_hqs="2919"),
            "red",
            "2920",
            "command",
        ),
        ("HEL-6.2-03", position(red="3323 1, 2622 1", german="3222 1", red_hqs="3022"), "red", "3323", "out"),
        ("HEL-6.2-03", position(red="3323 1, 2622 1", red_hqs="3022"), "red", "3323", "command"),
        ("HEL-6.2-04", position(red="2409 1", german="2612 1", red_hqs="2611"), "red", "2409", "command"),
        ("HEL-6.2-04", position(red="3323 1, 2622 1", german="3223 1", red_hqs="3022"), "red", "3323", "out"),
        ("HEL-6.2-04", position(red="3323 1, 3222 1", german="3223 1", red_hqs="3123"), "red", "3323", "command"),
        ("HEL-6.2-04", position(red="3323 1", german="3223 1", red_hqs="3222"), "red", "3323", "command"),
        ("HEL-6.2-05", position(german="2520 1", german_hqs="2521E", red="2924 1"), "german", "2520", "out"),
        (
            "HEL-6.2-05",
            position(german="2520 1, 2521 1", german_hqs="2521E", red="2924 1"),
            "german",
            "2520",
            "command",
        ),
        (
            ("HEL-6.2-05", "HEL-2.3-04"),
            position(german="2520 1", white="2521 1", german_hqs="2521E", red="2924 1"),
            "german",
            "2520",
            "command",
        ),
        ("HEL-6.2-05", position(white="2520 1", squads="2521E", red="2924 1"), "white", "2520", "command"),
        (
            "HEL-6.2-R1",
            position(red="2409 1, 2622 1", german="2409 1", red_hqs="2611", battles={"2409": ("german", 0)}),
            "red",
            "2409",
            "out",
        ),
        (
            "HEL-6.2-R1",
            position(red="2409 1, 2410 1, 2622 1", german="2409 1", red_hqs="2611", battles={"2409": ("german", 0)}),
            "red",
            "2409",
            "command",
        ),
        ("HEL-6.2-R5", position(red="2409 1", german_hqs="2511E", red_hqs="2611"), "red", "2409", "command"),
        (
            "HEL-6.2-R5",
            position(german="0203 1", german_hqs="0405E, 0104E".replace(",", ""), red_hqs="0305"),
            "german",
            "0203",
            "direct",
        ),
    ),
)
def test_status(clause: str, state: HelsinkiState, side: Any, cell: str, expected: str) -> None:
    assert status(DATA, state, side, cell) == expected


@pytest.mark.clause("HEL-6.2-R2")
def test_connections_for_status() -> None:
    """City to the country by a printed line only, city to city over water by a bridge only."""
    routes = DATA.ground.routes[True]
    assert ("2719" in DATA.ground.steps["2818"], "2719" in routes["2818"]) == (True, False)
    assert ("3122" in routes["3222"], "3123" in routes["3222"], "2920" in routes["2919"]) == (False, True, True)
    assert "2821" in routes["2822"]


@pytest.mark.clause("HEL-6.0-02", "HEL-6.1-02", "HEL-6.1-R1", "HEL-6.1-R2")
def test_units_in_direct_command_of_one_side_share_a_point() -> None:
    s = position(german="2421 2", white="2421 1", german_hqs="2421E", points=1)
    assert Game(s).legal("move") == ["move 2421 1", "move 2421 2"]
    in_command = position(german="2409 2, 2611 1", german_hqs="2611E", points=1)
    assert "move 2409 2" not in Game(in_command).legal()
    assert (
        Game(position(german="2409 2, 2611 1", german_hqs="2611E", points=2))
        .play("move 2409 2")
        .last(e.OrderPaid)
        .points
        == 2
    )


@pytest.mark.clause("HEL-6.0-R1", "HEL-10.2-R2")
def test_headquarters_need_no_test() -> None:
    game = Game(position(german_hqs="0706E", red="0605 1, 2622 1")).play("hq 1")
    assert game.waiting == "german HqMarch"


@pytest.mark.parametrize(
    ("clause", "die", "passed"),
    clauses(
        ("HEL-6.4-05", 3, False),
        ("HEL-6.4-05", 4, True),
        ("HEL-6.4-02", 6, True),
        ("HEL-6.4-01", 1, False),
    ),
)
def test_command_test(clause: str, die: int, passed: bool) -> None:
    s = position(german="0108 1", german_hqs="0104E")
    assert away(DATA, s, "german", "0108") == 3
    game = Game(s).play(f"move 0108 1; {die}")
    assert game.last(e.CommandTested).passed is passed
    assert game.waiting == ("german March" if passed else "german GermanOrders")


WALL = "0206 1, 0306 1, 0406 1, 0106 1"


@pytest.mark.parametrize(
    ("clause", "state", "side", "cell", "expected"),
    clauses(
        (("HEL-6.3-02", "HEL-6.4-01"), position(german="0402 1", german_hqs="0104E"), "german", "0402", 1),
        ("HEL-6.4-01", position(german="0303 1", german_hqs="0104E"), "german", "0303", 0),
        (
            "HEL-6.4-01",
            position(german="0303 1", red="0303 1, 2622 1", german_hqs="0104E", battles={"0303": ("german", 5)}),
            "german",
            "0303",
            1,
        ),
        (
            "HEL-6.4-R1",
            position(german="0707 1", german_hqs="0908E", red="0706 1, 0806 1, 0606 1, 0607 1, 2622 1"),
            "german",
            "0707",
            None,
        ),
        ("HEL-6.4-R1", position(red="0707 1, 0806 3", red_hqs="0806"), "red", "0707", 1),
        ("HEL-6.4-R2", position(red="0606 1", red_hqs="0607"), "red", "0606", 1),
        (
            ("HEL-6.4-R3", "HEL-6.4-03"),
            position(german="0302 1", red="0202 1, 0301 1, 0402 1, 0303 1, 0401 1, 0201 1, 2622 1", german_hqs="0105E"),
            "german",
            "0302",
            None,
        ),
        ("HEL-6.4-03", position(german="0208 1", german_hqs="0104E"), "german", "0208", 4),
        ("HEL-6.4-03", position(german="0208 1", german_hqs="0104E", red=f"{WALL}, 2622 1"), "german", "0208", 5),
        ("HEL-6.4-01", position(german="0107 1", german_hqs="0104E", red="0105 1, 2622 1"), "german", "0107", 3),
        ("HEL-6.4-R4", position(german="2721 1", german_hqs="2719E", red="2924 1"), "german", "2721", 1),
    ),
)
def test_distance_of_the_command_test(clause: str, state: HelsinkiState, side: Any, cell: str, expected: Any) -> None:
    assert away(DATA, state, side, cell) == expected


@pytest.mark.clause("HEL-6.4-R3")
def test_without_a_way_only_a_6_passes() -> None:
    s = position(german="0302 1", red="0202 1, 0301 1, 0402 1, 0303 1, 0401 1, 0201 1, 2622 1", german_hqs="0105E")
    assert Game(s).play("move 0302 1; 5").last(e.CommandTested).passed is False
    assert Game(s).play("move 0302 1; 6").last(e.CommandTested).passed is True


@pytest.mark.clause("HEL-6.3-02")
@pytest.mark.parametrize("order", ["move 0606 1", "attack 0606 1", "regroup 0707 1"])
def test_orders_to_units_out_of_command_are_tested(order: str) -> None:
    s = position(german="0606 1, 0707 1", red="0606 1, 2622 1", german_hqs="0104E", battles={"0606": ("german", 0)})
    assert Game(s).play(order).waiting == "roll command german 1"


def test_the_night_is_that_of_the_square_between_orders() -> None:
    assert is_night(DATA, position(time=FIRST_NIGHT)) is True
    assert placement_hexes(DATA, position(red_hqs="2919", red="2622 1"), "red", "none") == []
    assert reach(DATA, position(german="0104 1"), "german", "0104").entries == {}
