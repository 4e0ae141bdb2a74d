"""4 Turn order: rolls, the steps of each initiative, what idle sides do."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, RULES, Game, clauses, position, started

from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.requests import Draw
from wardiary.events import helsinki as e
from wardiary.events.common import Began
from wardiary.events.helsinki import Side

What = Callable[[Game], Any]
DAY_TWO = 40


def scores(game: Game) -> tuple[str, int, int]:
    won = game.last(e.InitiativeWon)
    return won.side, won.red_score, won.german_score


@pytest.mark.parametrize(
    ("clause", "last", "dice", "expected"),
    clauses(
        (("HEL-4.1-01", "HEL-4.1-02"), "german", "2; 5", ("german", 2, 4)),
        ("HEL-4.1-01", "red", "5; 2", ("red", 4, 2)),
        ("HEL-4.1-02", "red", "2; 5", ("german", 1, 5)),
        ("HEL-4.1-03", "white", "3; 3", ("white", 3, 3)),
        (("HEL-4.1-03", "HEL-4.1-R3"), "white", "3; 3", ("white", 3, 3)),
        (("HEL-4.1-03", "HEL-4.1-R2"), "german", "3; 4", ("white", 3, 3)),
        ("HEL-4.1-R5", "german", "2; 1", ("red", 2, 0)),
        (("HEL-4.1-R3", "HEL-2.2-R2"), "white", "2; 3", ("german", 2, 3)),
    ),
)
def test_initiative_roll(clause: str, last: Side, dice: str, expected: Any) -> None:
    game = Game(position(side=last)).play("done").play(dice)
    assert scores(game) == expected


@pytest.mark.clause("HEL-4.0-01")
def test_only_the_active_side_is_asked_for_orders() -> None:
    game = Game(position(german="0104 1", red="2919 1")).play("done; 6; 1; add headquarters; pass")
    assert game.waiting == "red RedOrders"
    assert [type(frame).__name__ for frame in game.state.frames] == ["AskInitiative", "AskRedOrders"]


@pytest.mark.clause("HEL-4.1-R1", "HEL-4.5-R3")
def test_one_less_is_not_cumulative_and_a_side_may_follow_itself() -> None:
    game = Game(position(red="2919 1", german="0104 1")).play("done; 4; 6; done; 4; 6; done; 4; 6")
    assert [event.german_score for event in game.happened(e.InitiativeWon)] == [5, 5, 5]


@pytest.mark.clause("HEL-4.1-04", "HEL-4.1-R4")
def test_points_left_are_lost_and_tracks_stay() -> None:
    s = position(side="red", points=4, red="2919 1", tracks={"headquarters": 2, "tikkurila": 1})
    game = Game(s).play("morale; 1; done; 5; 6")
    assert game.last(e.InitiativeEnded).points == 3
    assert (game.track("headquarters"), game.track("tikkurila")) == (2, 1)
    assert game.state.points == 6


def first() -> Game:
    return Game(started()[0]).play("draw RE01; draw RE02")


@pytest.mark.clause("HEL-4.2-01", "HEL-4.2-02", "HEL-4.2-R1", "HEL-4.1-R2")
def test_first_initiative() -> None:
    game = first()
    assert game.waiting == "draw RS red"
    game.play("draw RS01")
    assert (game.waiting, game.state.points, game.state.turn) == ("german GermanOrders", 4, 1)
    assert game.happened(e.Rolled) == []
    game.play("draw")
    assert game.legal() == ["pay 0", "pay 1"]
    game.play("pay 1; draw GS07")
    assert (game.state.points, game.track("headquarters"), game.track("time")) == (4, 0, 0)
    game.play("done; 3; 4")
    assert scores(game) == ("white", 3, 3)


def german_initiative(dice: str, **fields: Any) -> Game:
    """A German initiative after a Red one."""
    return Game(position(**{"side": "red", "red": "2919 1", "german": "0104 1", **fields})).play("done").play(dice)


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        ("HEL-4.3-01", lambda: german_initiative("4; 5"), lambda g: g.waiting, "draw RS red"),
        ("HEL-4.3-01", lambda: german_initiative("5; 6"), lambda g: g.waiting, "german GermanOrders"),
        (("HEL-4.3-R2", "HEL-4.1-05"), lambda: german_initiative("4; 5"), lambda g: g.legal(), []),
        (
            ("HEL-4.3-01", "HEL-12.0-04"),
            lambda: german_initiative("4; 5", bags={"GS": (), "RS": (), "WA": (), "RE": ()}),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            ("HEL-4.3-02", "HEL-14.0-01"),
            lambda: german_initiative("5; 6", tracks={"meurer": 2}),
            lambda g: g.waiting,
            "roll landing german 1",
        ),
        (
            "HEL-4.3-02",
            lambda: german_initiative("5; 6", landed=True, tracks={"meurer": 2}),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            ("HEL-4.3-02", "HEL-4.3-R1", "HEL-5.1-04"),
            lambda: german_initiative("5; 6", time=21, tracks={"meurer": 2}),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            ("HEL-4.3-03", "HEL-4.3-05"),
            lambda: german_initiative("5; 6", german="T1 3, 0104 1", red="T2 1", tracks={"tikkurila": 3}),
            lambda g: (g.waiting, g.legal("move")),
            ("german TikkurilaOrders", ["move T1 1", "move T1 2", "move T1 3"]),
        ),
        (
            "HEL-4.3-05",
            lambda: german_initiative("3; 6", german="T1 3", red="T2 1", tracks={"tikkurila": 3, "meurer": 1}),
            lambda g: [g.waiting, g.play("draw RS01").waiting, g.play("2").waiting, g.play("done").waiting],
            ["draw RS red", "roll landing german 1", "german TikkurilaOrders", "german GermanOrders"],
        ),
        ("HEL-4.3-04", lambda: german_initiative("5; 6"), lambda g: g.state.points, 6),
        (
            ("HEL-4.3-04", "HEL-4.3-R3"),
            lambda: german_initiative("5; 6", tracks={"headquarters": 3}),
            lambda g: g.play("move 0104 1").legal(),
            ["pay 0", "pay 1"],
        ),
        (
            "HEL-4.3-R3",
            lambda: Game(position(german="0104 1", points=1, tracks={"headquarters": 2})),
            lambda g: [g.play("draw; pay 0; draw GS01").waiting, g.play("draw; draw GS01; draw; draw GS01").waiting],
            ["german GermanOrders", "roll initiative red 1"],
        ),
        (
            "HEL-4.1-04",
            lambda: Game(position(german="0104 1", points=3, tracks={"headquarters": 2})).play(
                "draw; pay 1; draw GS01"
            ),
            lambda g: (g.state.points, g.track("headquarters"), g.track("time")),
            (3, 1, 0),
        ),
    ),
)
def test_german_initiative(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


def red_initiative(dice: str = "6; 2", **fields: Any) -> Game:
    """A Red initiative after a White one."""
    return Game(position(**{"side": "white", "red": "2919 1", "german": "0104 1", **fields})).play("done").play(dice)


FULL = {"tikkurila": 5, "meurer": 5, "headquarters": 6}
NO_CARDS = {"GS": (), "RS": (), "WA": (), "RE": ()}
ONE_CARD = {"GS": (), "RS": (), "WA": ("WA01",), "RE": ()}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-4.4-01", "HEL-4.1-05"),
            red_initiative,
            lambda g: (g.waiting, g.legal()),
            ("german Gift", ["add headquarters", "add meurer", "add tikkurila"]),
        ),
        ("HEL-4.4-01", red_initiative, lambda g: g.play("add meurer").track("meurer"), 1),
        ("HEL-4.4-02", lambda: red_initiative(landed=True), lambda g: g.legal(), ["add headquarters", "add tikkurila"]),
        ("HEL-4.4-R2", lambda: red_initiative(tracks={**FULL, "meurer": 4}), lambda g: g.legal(), ["add meurer"]),
        ("HEL-4.4-R2", lambda: red_initiative(tracks=FULL), lambda g: g.waiting, "white WhiteCards"),
        (
            "HEL-4.4-03",
            lambda: red_initiative(hands={"white": ("WA03", "WA08")}).play("add meurer"),
            lambda g: g.legal(),
            ["draw", "exchange WA03", "exchange WA08", "pass"],
        ),
        (
            "HEL-4.4-03",
            lambda: red_initiative(hands={"white": ("WA03",)}).play("add meurer; exchange WA03; draw WA01; draw WA02"),
            lambda g: (g.state.hands["white"], g.state.discards["WA"], g.waiting),
            (("WA01", "WA02"), ("WA03",), "red RedOrders"),
        ),
        (
            "HEL-4.4-03",
            lambda: red_initiative().play("add meurer; draw; draw WA01"),
            lambda g: (g.state.hands["white"], g.waiting),
            (("WA01",), "red RedOrders"),
        ),
        (
            "HEL-4.4-05",
            red_initiative,
            lambda g: [g.waiting, g.play("add meurer").waiting, g.play("pass").waiting],
            ["german Gift", "white WhiteCards", "red RedOrders"],
        ),
        ("HEL-4.4-R3", lambda: red_initiative(bags=NO_CARDS).play("add meurer"), lambda g: g.waiting, "red RedOrders"),
        (
            ("HEL-4.4-R3", "HEL-12.0-04"),
            lambda: red_initiative(hands={"white": ("WA03",)}, bags=ONE_CARD).play(
                "add meurer; exchange WA03; draw WA01"
            ),
            lambda g: (g.waiting, g.state.hands["white"]),
            ("red RedOrders", ("WA01",)),
        ),
        (
            ("HEL-4.4-04", "HEL-4.4-R1"),
            lambda: red_initiative("5; 2", time=23).play("add meurer; pass"),
            lambda g: g.state.points,
            3,
        ),
        (
            ("HEL-4.4-04", "HEL-4.4-R1"),
            lambda: red_initiative("5; 2", time=24).play("add meurer; pass"),
            lambda g: g.state.points,
            5,
        ),
        (
            "HEL-4.4-R1",
            lambda: DATA.time[24],
            lambda square: (square.label, DATA.time[23].label),
            ("12 April 0:00", "11 April 23:00"),
        ),
    ),
)
def test_red_initiative(clause: str, game: Callable[[], Any], what: Callable[[Any], Any], expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-4.4-R4")
def test_an_exchanged_card_is_seen_by_its_own_seat_alone() -> None:
    from tests.helsinki.kit import SPEC

    for players, sees in ((3, {"german": "?", "red": "?", "white": "WA03"}), (2, {"german": "WA03", "red": "?"})):
        s = position(players=players)
        order = e.Exchange(card="WA03")
        assert {seat: SPEC.sight.redactions[e.Exchange](s, order, seat).card for seat in sees} == sees  # type: ignore[union-attr]


def white_initiative(**fields: Any) -> Game:
    return Game(position(**{"side": "red", "red": "2919 1", **fields})).play("done; 4; 3")


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        ("HEL-4.5-01", white_initiative, lambda g: (g.track("activity"), g.state.points), (1, DATA.activity_points[1])),
        (
            "HEL-4.5-01",
            lambda: white_initiative(tracks={"activity": 4}),
            lambda g: (g.track("activity"), g.state.points),
            (5, DATA.activity_points[5]),
        ),
        (
            "HEL-4.5-R1",
            lambda: white_initiative(tracks={"activity": 7}),
            lambda g: (g.track("activity"), g.state.points),
            (7, 3),
        ),
    ),
)
def test_white_initiative(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-4.5-02", "HEL-4.5-R2", "HEL-12.0-04", "HEL-12.0-03")
def test_discards_go_back_at_the_end_of_a_white_initiative_and_removed_cards_do_not() -> None:
    s: HelsinkiState = position(side="white", red="2919 1")
    s.bags["GS"], s.discards["GS"], s.discards["RS"] = (), ("GS01", "GS07"), ("RS01",)
    s.removed = ("GS05", "RE01")
    game = Game(s)
    game.play("done")
    assert game.state.bags["GS"] == ("GS01", "GS07")
    assert game.state.bags["RS"].count("RS01") == 4
    assert game.state.discards == {"GS": (), "RS": (), "WA": (), "RE": ()}
    assert game.state.removed == ("GS05", "RE01")
    assert game.state.shuffles == {"GS": 1, "RS": 1, "WA": 0, "RE": 0}
    german = Game(position(german="0104 1"))
    german.state.discards["GS"] = ("GS01",)
    assert german.play("done").state.discards["GS"] == ("GS01",)


@pytest.mark.clause("HEL-4.1-05")
def test_each_initiative_is_a_turn() -> None:
    game = Game(position(red="2919 1")).play("done; 4; 6; done")
    assert [event.turn for event in game.happened(Began)] == [6, 7]


@pytest.mark.clause("HEL-4.5-02", "HEL-9.1-01")
def test_a_draw_says_how_often_its_deck_was_shuffled() -> None:
    """So that the same cards, shuffled again, come in another order."""
    s = position(german="0104 1", shuffles={"GS": 2, "RS": 0, "WA": 0, "RE": 0})
    request = RULES.request(Game(s).play("draw").state)
    assert isinstance(request, Draw)
    assert (request.deck, request.shuffle) == ("GS", 2)
