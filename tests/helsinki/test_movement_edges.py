"""Edges of chapter 10 that its plain tests leave open: ways, headquarters, battles entered and left."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, order, position, replaced, rules_with

from wardiary.core.games.helsinki.movement import reach
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
N, NE, SE, S, SW, NW = range(6)


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-10.2-01",
            lambda: Game(position(german_hqs="0104E", red_hqs="2611", red="2622 1")),
            lambda g: g.legal("hq"),
            ["hq 1"],
        ),
        (
            ("HEL-10.2-03", "HEL-10.2-R1"),
            lambda: Game(
                position(german_hqs="0104E", german="0203 1, 0104 1, 0204 1", red="0104 1, 0203 1, 0204 1, 2622 1")
            ),
            lambda g: g.reason(order("hq 1")),
            "HEL-10.2-03, HEL-10.2-R1: all hexes that it touches hold enemies",
        ),
        (
            "HEL-10.2-R1",
            lambda: Game(position(german_hqs="0104E")).play("hq 1; stay"),
            lambda g: (g.state.hqs[1].where, g.happened(e.HqMarched), g.state.points, g.waiting),
            ("0104E", [], 5, "german GermanOrders"),
        ),
        (
            ("HEL-10.2-02", "HEL-10.2-03"),
            lambda: Game(position(german_hqs="0104E", german="0203 1", red="0203 1, 2622 1")).play("hq 1; to 0105E"),
            lambda g: (g.state.hqs[1].where, g.waiting),
            ("0105E", "german GermanOrders"),
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(
                position(
                    german="0404 1, 0403 3", red="0404 1, 2622 1", battles={"0404": ("german", S)}, german_hqs="0403E"
                )
            ).play("move 0403 3; go 0404 0403; go 0404 0403; go 0404 0403"),
            lambda g: g.waiting,
            "roll battle.attack german 3",
        ),
        (
            ("HEL-5.1-03", "HEL-10.4-R1"),
            lambda: Game(position(side="red", red="0907 1, 2622 1", red_hqs="0907", time=21)).play("move 0907 1"),
            lambda g: "go 1109" in g.legal(),
            True,
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-R5"),
            lambda: Game(position(german="0104 1", german_hqs="0104E", hands={"german": ("GS04",)})).play(
                "play GS04; move 0104 1"
            ),
            lambda g: ["go 0603" in g.legal(), "go 0703" in g.legal()],
            [True, False],
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-R5"),
            lambda: Game(position(german="2421 1", german_hqs="2421E", hands={"german": ("GS04", "GS08")})).play(
                "play GS08; play GS04; move 2421 1"
            ),
            lambda g: ["go 2424" in g.legal(), "go 2425" in g.legal()],
            [True, False],
        ),
        (
            "HEL-10.11-01",
            lambda: Game(
                position(
                    german="0504 1, 0403 1",
                    red="0504 1, 0503 1, 2622 1",
                    battles={"0504": ("german", SW)},
                    german_hqs="0403W",
                )
            ).play("move 0403 1"),
            lambda g: [line for line in g.legal() if line.startswith(("go 0504", "go 0503"))],
            ["go 0503 0403"],
        ),
        (
            "HEL-10.11-01",
            lambda: Game(
                position(
                    german="0504 1, 0403 1",
                    red="0504 1, 2622 1",
                    battles={"0504": ("german", SW)},
                    german_hqs="0403W",
                )
            ).play("move 0403 1"),
            lambda g: "go 0504 0403" in g.legal(),
            True,
        ),
        (
            ("HEL-10.8-02", "HEL-10.6-01"),
            lambda: Game(
                position(
                    german="0404 2, 0405 1", red="0404 1, 2622 1", battles={"0404": ("german", S)}, german_hqs="0405E"
                )
            ).play("move 0405 1"),
            lambda g: "go 0404 0405" in g.legal(),
            True,
        ),
        (
            ("HEL-10.8-02", "HEL-10.6-01"),
            lambda: Game(
                position(
                    german="0404 2, 0405 2", red="0404 1, 2622 1", battles={"0404": ("german", S)}, german_hqs="0405E"
                )
            ).play("move 0405 2; go 0404 0405"),
            lambda g: g.legal(),
            ["stay"],
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(
                position(
                    german="0404 1, 0402 2, 0403 1",
                    red="0404 1, 2622 1",
                    battles={"0404": ("german", S)},
                    german_hqs="0402E",
                )
            ).play("move 0402 2; go 0404 0403"),
            lambda g: g.legal(),
            ["go 0404 0403", "stay"],
        ),
        (
            "HEL-11.8-R1",
            lambda: Game(position(german="2921 2, 2920 1", red="2919 1, 2622 1", german_hqs="2921E")).play(
                "move 2921 2; go 2919 2920"
            ),
            lambda g: g.legal(),
            ["go 2919 2920", "stay"],
        ),
        (
            "HEL-11.8-R1",
            lambda: Game(position(german="2921 2, 2920 2", red="2919 1, 2622 1", german_hqs="2921E")).play(
                "move 2921 2; go 2919 2920"
            ),
            lambda g: g.legal(),
            ["stay"],
        ),
        (
            ("HEL-10.7-R3", "HEL-10.6-R1"),
            lambda: Game(position(german="0402 2, 0403 3", red="0404 1, 2622 1", german_hqs="0402E")).play(
                "move 0402 2; go 0404 0403"
            ),
            lambda g: g.legal(),
            ["go 0404 0403", "stay"],
        ),
    ),
)
def test_movement_edges(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-10.10-02", "HEL-10.10-R3")
def test_a_headquarters_with_one_safe_corner_hops_there() -> None:
    """All corners of the land that it touches lie beside lone Reds but one, or are taken; of two it has the choice."""
    lone = {corner for cell in ("2610", "2710") for corner in DATA.ground.corners[cell]}
    safe = sorted(set(DATA.ground.corners["2711"]) - lone)
    assert len(safe) > 1
    threat: dict[str, Any] = {"side": "red", "red": "2611 1, 2710 1, 2622 1", "red_hqs": "2611", "german_hqs": "2610E"}
    choice = Game(position(**threat, squads=" ".join(safe[2:]))).play("move 2611 1; go 2610")
    assert choice.legal() == [f"hop 1 {vertex}" for vertex in safe[:2]]
    game = Game(position(**threat, squads=" ".join(safe[1:]))).play("move 2611 1; go 2610")
    assert (game.last(e.HqMarched).vertex, game.state.hqs[1].where) == (safe[0], safe[0])
    assert game.waiting == "red RedOrders"


@pytest.mark.clause("HEL-10.5-02")
def test_a_friend_helps_germans_and_whites_alone_in_the_city() -> None:
    """Were the city's value 1 for Reds too, no friend would raise it for them."""
    text = 'name = "city"\nmove = 2'
    data = rules_with(SPEC, charts=replaced(text, text.replace("2", "1"))).data
    s = position(side="red", red="2421 1, 2422 1, 2622 1")
    assert "2423" not in reach(data, s, "red", "2421").quiet
    assert "2423" in reach(DATA, s, "red", "2421").quiet


@pytest.mark.clause("HEL-10.9-01", "HEL-10.11-01")
def test_forts_bar_the_way_out_of_a_battle_too() -> None:
    """Germans in 0404, beside forts, with their rear to the south: of that 0505 lies beside a fort."""
    held = {"german": "0404 1", "german_hqs": "0404E", "battles": {"0404": ("german", S)}}
    free = Game(position(**held, red="0404 1, 2622 1")).play("move 0404 1")
    barred = Game(position(**held, red="0404 1, 0503 1, 0504 1, 0605 1, 2622 1")).play("move 0404 1")
    assert free.legal("go") == ["go 0305", "go 0405", "go 0505"]
    assert barred.legal("go") == ["go 0305", "go 0405"]


@pytest.mark.clause("HEL-7.3-R1", "HEL-10.1-R3")
def test_all_of_an_order_follow_into_a_battle_through_a_full_hex() -> None:
    s = position(german="0204 2, 0304 3", red="0404 1, 2622 1", german_hqs="0204W")
    game = Game(s).play("move 0204 2; go 0404 0304; go 0404 0304")
    assert [march.path for march in game.happened(e.UnitMarched)] == [("0204", "0304", "0404")] * 2
    assert game.waiting == "roll battle.attack german 2"


@pytest.mark.clause("HEL-10.2-02")
def test_the_ends_of_a_headquarters_are_listed_sorted() -> None:
    ends = Game(position(german_hqs="0204W")).play("hq 1").legal("to")
    assert ends == sorted(ends)
    assert len(ends) > 20
