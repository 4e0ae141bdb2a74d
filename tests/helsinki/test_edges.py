"""Edges of clauses that the plain tests of each chapter leave open, chapter by chapter."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, order, position, refuses, started

from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

What = Callable[[Game], Any]
N, NE, SE, S, SW, NW = range(6)
BESIDE = DATA.ground.steps["3323"]


def initiative(active: Side, **fields: Any) -> Game:
    """An initiative of a side after a White one."""
    dice = {"red": "5; 4", "german": "5; 6", "white": "3; 3"}[active]
    return Game(position(**{"side": "white", "red": "2622 1", **fields})).play("done").play(dice)


def box(**fields: Any) -> HelsinkiState:
    """The Tikkurila step of a German initiative."""
    s = position(**{"german": "T1 3", "red": "T3 1, 2622 1", **fields})
    s.frames = (e.AskInitiative(side="german", step="points"), e.AskTikkurilaOrders(at=1, side="german"))
    return s


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        # 4
        (
            "HEL-4.1-01",
            lambda: Game(position(red="2622 1")).play("done"),
            lambda g: [g.waiting, g.play("3").waiting],
            ["roll initiative red 1", "roll initiative german 1"],
        ),
        (
            "HEL-4.2-01",
            lambda: Game(started()[0]).play("draw RE01; draw RE02; draw RS01"),
            lambda g: (g.last(e.InitiativeWon).red_score, g.last(e.InitiativeWon).german_score),
            (0, 4),
        ),
        (
            "HEL-4.4-03",
            lambda: initiative("red").play("add meurer; draw"),
            lambda g: g.waiting,
            "draw WA white",
        ),
        (
            ("HEL-4.3-03", "HEL-4.3-R3"),
            lambda: Game(
                position(side="red", red="0606 3, 2622 1", points=1, tracks={"headquarters": 3, "tikkurila": 3})
            ),
            lambda g: ([o for o in g.legal("move") if "0606" in o], g.play("morale; 1").waiting),
            (["move 0606 1"], "roll initiative red 1"),
        ),
        (
            "HEL-4.3-03",
            lambda: Game(box(tracks={"tikkurila": 2})).play("move T1 1; stay"),
            lambda g: [g.waiting, g.track("tikkurila"), g.play("move T1 1; stay").waiting],
            ["german TikkurilaOrders", 1, "german GermanOrders"],
        ),
        # 5 to 9
        (
            "HEL-5.1-R1",
            lambda: Game(position(german="0104 1", red="0606 2, 2622 1", red_hqs="2919", time=23)).play(
                "draw; draw GS01"
            ),
            lambda g: (g.waiting, g.play("6").waiting),
            ("roll command red 1", "roll command red 1"),
        ),
        (
            "HEL-7.5-01",
            lambda: Game(position(side="red", red="2421 1, 2622 1", squads="2622E 2421E")),
            lambda g: g.legal("arrest"),
            ["arrest 1", "arrest 2"],
        ),
        (
            "HEL-8.2-01",
            lambda: Game(position(side="white", squads="2421E", german="2421 2")),
            lambda g: g.play("form 2421; 1").last(e.UnitFormed).unit,
            51,
        ),
        (
            "HEL-10.6-01",
            lambda: Game(position(side="white", squads="2421E", german="2421 2", white="2421 1")),
            lambda g: g.reason(order("form 2421")),
            "HEL-10.6-01: three friends stand there",
        ),
        # 11
        (
            "HEL-11.4-R2",
            lambda: Game(
                position(
                    side="white",
                    white="2421 1",
                    german="2421 1",
                    german_hqs="2421W",
                    red="2421 1, 2622 1",
                    squads="2421E",
                    battles={"2421": ("white", S)},
                    tracks={"headquarters": 3},
                )
            ).play("attack 2421 1; 6; 1"),
            lambda g: (g.last(e.BattleResolved).loser, g.waiting == "german Battle"),
            ("defender", False),
        ),
        (
            "HEL-11.4-R7",
            lambda: Game(
                position(
                    german="0404 1",
                    red="0404 1, 2622 1",
                    red_hqs="0404",
                    german_hqs="0404E",
                    battles={"0404": ("german", S)},
                    tracks={"morale": 24},
                )
            ).play("attack 0404 1; 4; 2"),
            lambda g: (g.last(e.BattleResolved).loser, g.waiting == "red Battle"),
            ("defender", False),
        ),
        (
            "HEL-11.7-04",
            lambda: Game(
                position(
                    side="red",
                    red="0404 1, 2622 1",
                    red_hqs="0404",
                    german="0404 1",
                    battles={"0404": ("german", NW)},
                    casualties=4,
                    tracks={"morale": 4},
                )
            ).play("attack 0404 1; 6; 1"),
            lambda g: (g.at("0404"), g.state.covered, g.track("morale")),
            ("red 1", 3, 4),
        ),
        (
            ("HEL-10.8-06", "HEL-11.6-01"),
            lambda: Game(
                position(
                    side="red",
                    red="0404 1, 0405 1, 2622 1",
                    red_hqs="0405",
                    german="0404 3",
                    battles={"0404": ("german", S)},
                )
            ).play("move 0405 1; go 0404 0405; 2; 3"),
            lambda g: (g.last(e.EffectApplied).effect, [ev.unit for ev in g.happened(e.UnitDisordered)], g.at("0404")),
            ("retreat_all", [1, 2, 3], "red 1"),
        ),
        # 14
        (
            "HEL-14.0-R6",
            lambda: initiative(
                "german", tracks={"meurer": 3}, german="3323 1", red=", ".join(f"{c} 1" for c in BESIDE) + ", 2622 1"
            ),
            lambda g: (
                g.play("1").play(g.legal()[0]).legal(),
                g.play("room").last(e.UnitMoved).where,
                g.at("3323"),
            ),
            (["room"], "reserve.6", "german 3"),
        ),
        (
            "HEL-14.0-R2",
            lambda: initiative(
                "german", tracks={"meurer": 3}, white="3323 1", german=", ".join(f"{c} 3" for c in BESIDE[1:])
            ).play("1; land 3323E"),
            lambda g: g.legal(),
            [f"room {BESIDE[0]}"],
        ),
        (
            "HEL-14.0-R3",
            lambda: initiative("german", tracks={"meurer": 3}, german_hqs=" ".join(DATA.ground.corners["3323"])).play(
                "1"
            ),
            lambda g: (g.at("3323"), len(g.state.hqs), g.waiting),
            ("german 3", 6, "german GermanOrders"),
        ),
    ),
)
def test_edges(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-14.0-02", "HEL-15.0-02", "HEL-15.0-R2")
def test_the_flags_are_looked_at_after_a_landing_and_after_a_card() -> None:
    landing = Game(position(side="white", red="3323 1", guard=False, tracks={"meurer": 3}))
    landing.play("done; 5; 6; 1; 1").play("land 3323E")
    assert landing.result == "german_major"
    card = Game(
        position(
            red="2622 1",
            german="2622 1",
            german_hqs="2622E",
            battles={"2622": ("german", S)},
            hands={"german": ("GS06",)},
        )
    ).play("play GS06; attack 2622 1; 6; 3; 6")
    assert card.last(e.BattleFought).hex == "2622"
    assert card.at("2622") == "german 1"
    assert card.result == "german_major"


@pytest.mark.clause("HEL-9.0-01")
def test_an_order_is_over_when_it_ends() -> None:
    game = Game(position(german="0104 1", german_hqs="0104E")).play("move 0104 1; go 0203")
    assert (game.state.order, game.state.after, game.last(e.OrderEnded).kind) == (None, None, "move")


@pytest.mark.clause("HEL-13.0-08", "HEL-13.0-R2")
def test_all_that_leave_the_box_are_destroyed() -> None:
    """A difference of 1 makes all retreat; behind the Germans in T2 lies no hex of the box."""
    s = position(side="red", red="T2 1, 2622 1", german="T2 2", battles={"T2": ("german", N)})
    game = Game(s).play("attack T2 1; 5; 4")
    assert game.last(e.EffectApplied).effect == "retreat_all"
    assert [ev.unit for ev in game.happened(e.UnitDestroyed)] == [1, 2]


@pytest.mark.parametrize(
    ("clause", "script", "key"),
    clauses(
        ("HEL-1.2-01", "organise 2421E", "5.2421E"),
        ("HEL-1.2-01", "form 2520", "5.2520"),
    ),
)
def test_dice_are_keyed_by_what_they_are_about(clause: str, script: str, key: str) -> None:
    """Another order's dice stay what they are when one is left out."""
    request: Any = Game(position(side="white", squads="2520E")).play(script).request
    assert request.key == key
    arrest: Any = Game(position(side="red", red="2421 1, 2622 1", squads="2520E 2421E")).play("arrest 2").request
    assert arrest.key == "5.2"


@pytest.mark.clause("HEL-8.2-01")
def test_nobody_forms_from_an_empty_reserve() -> None:
    s = position(side="white", squads="2421E", white="2320 3, 2321 3")
    assert refuses(s, "form 2421", "HEL-8.2-01: no unit is in the reserve")
