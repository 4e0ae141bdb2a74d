"""15 The end of the game."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, position, refuses

from wardiary.core.games.helsinki.phases.ending import white_cover
from wardiary.events import helsinki as e
from wardiary.events.common import Ended

What = Callable[[Game], Any]


def over(**fields: Any) -> Game:
    """Red's only flag unit leaves; nobody holds a flag any more."""
    start: dict[str, Any] = {"side": "red", "red": "2622 1", "red_hqs": "", "guard": False}
    game = Game(position(**{**start, **fields})).play("move 2622 1")
    if game.waiting == "roll command red 1":
        game.play("6")
    quiet = [line for line in game.legal("go") if len(line.split()) == 2 and line.split()[1] not in DATA.ground.flags]
    return game.play(quiet[0])


def blocked(red: str, red_hqs: str) -> Game:
    return Game(position(german="0104 1", red=red, red_hqs=red_hqs, time=len(DATA.time) - 1)).play("draw")


WHITES = "2522 1, 2623 1, 2723 1, 2923 1"
BY_GERMANS = {"german": 3, "red": 0, "white": 0}
BY_WHITES = {"german": 0, "red": 0, "white": 1}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-15.0-01",
            lambda: blocked("2622 1, 2722 1", "2611"),
            lambda g: (g.result, g.waiting),
            ("red_major", "over"),
        ),
        (
            "HEL-15.0-01",
            lambda: Game(position(german="0104 1", time=10, covered=len(DATA.time) - 11)).play("draw"),
            lambda g: g.result,
            "red_minor",
        ),
        (
            "HEL-15.0-01",
            lambda: Game(position(german="0206 3", time=len(DATA.time) - 3)).play("move 0206 3"),
            lambda g: (g.result, g.track("time"), g.at("0206"), g.happened(e.OrderPaid)),
            ("red_minor", len(DATA.time) - 1, "german 3", []),
        ),
        (
            "HEL-15.1-01",
            lambda: blocked("2622 1, 2722 1", "2611"),
            lambda g: (g.result, g.state.result.winners),
            ("red_major", ("red",)),
        ),
        ("HEL-15.2-01", lambda: blocked("2622 1", "2611"), lambda g: g.result, "red_minor"),
        ("HEL-15.2-R1", lambda: blocked("2622 1, 2722 1", ""), lambda g: g.result, "red_minor"),
        (("HEL-15.0-02", "HEL-15.0-R1", "HEL-15.0-R2"), over, lambda g: g.result, "german_major"),
        ("HEL-15.0-02", lambda: over(red="2622 1, 3022 1"), lambda g: g.waiting, "red RedOrders"),
        (
            "HEL-15.3-01",
            lambda: over(red_hqs_destroyed=BY_GERMANS),
            lambda g: (g.result, g.state.result.winners),
            ("german_major", ("german", "white")),
        ),
        (
            "HEL-15.4-01",
            lambda: over(red_hqs="2611 2919", white=WHITES, red_hqs_destroyed=BY_WHITES),
            lambda g: g.result,
            "white_major",
        ),
        (
            "HEL-15.4-01",
            lambda: over(red_hqs="2611 2919 2924", white=WHITES, red_hqs_destroyed={"german": 0, "red": 0, "white": 0}),
            lambda g: g.result,
            "shared",
        ),
        (
            "HEL-15.5-01",
            lambda: over(red_hqs="2611", red_hqs_destroyed={"german": 2, "red": 0, "white": 0}),
            lambda g: (g.result, g.state.result.winners),
            ("shared", ("german", "white")),
        ),
        (
            "HEL-2.2-03",
            lambda: over(players=2, red_hqs="2611", red_hqs_destroyed={"german": 2, "red": 0, "white": 0}),
            lambda g: (g.result, g.state.result.winners),
            ("allied_major", ("german",)),
        ),
        ("HEL-2.2-03", lambda: over(players=2, red_hqs_destroyed=BY_GERMANS), lambda g: g.result, "allied_minor"),
        (
            "HEL-2.2-03",
            lambda: over(players=2, red_hqs="2611 2919", white=WHITES, red_hqs_destroyed=BY_WHITES),
            lambda g: g.result,
            "allied_minor",
        ),
        (
            "HEL-15.0-R3",
            lambda: Game(position(german="2721 1", red="", guard=False, time=len(DATA.time) - 1)).play("draw"),
            lambda g: g.result,
            "red_minor",
        ),
        (
            "HEL-15.0-R2",
            lambda: Game(position(german="0104 1", red="2622 1", guard=False, time=23)).play("draw; draw GS01; 1; 6"),
            lambda g: g.result,
            "german_major",
        ),
    ),
)
def test_the_end(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.parametrize(
    ("clause", "white", "covered"),
    clauses(
        (("HEL-15.4-01", "HEL-15.4-R1"), WHITES, True),
        ("HEL-15.4-R1", "2521 1, 2523 1, 2623 1, 2522 1", False),
        ("HEL-15.4-R1", "2522 1, 2723 1, 2923 1", False),
        ("HEL-15.4-R1", "2723 2, 2923 2", True),
        ("HEL-15.4-R1", "2622 3, 2722 1", False),
        ("HEL-15.4-R1", "2622 2, 2722 1, 3022 1", True),
    ),
)
def test_white_cover(clause: str, white: str, covered: bool) -> None:
    assert white_cover(DATA, position(white=white)) is covered


@pytest.mark.clause("HEL-15.4-R2")
def test_white_units_in_a_battle_count() -> None:
    s = position(white="2622 2, 2722 1, 3022 1", red="2722 1", battles={"2722": ("white", 0)})
    assert white_cover(DATA, s)


@pytest.mark.clause("HEL-15.5-R1")
def test_german_and_white_major_victories_exclude_each_other() -> None:
    """There are three headquarters: all three by Germans leave none for Whites."""
    assert len(DATA.setup.red_hqs) == 3
    game = over(white=WHITES, red_hqs_destroyed={"german": 2, "red": 0, "white": 1})
    assert game.result == "white_major"


def test_a_result_is_the_last_thing_of_a_game() -> None:
    game = over()
    assert [type(event) for event in game.events].count(Ended) == 1
    assert refuses(game.state, "done", "the game is over")
    assert game.state.units[27].where not in DATA.ground.flags
