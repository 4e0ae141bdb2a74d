"""13 The battle of Tikkurila."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, replaced, rules_with

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.charts import battle_terms
from wardiary.core.games.helsinki.queries import status, tikkurila_control
from wardiary.core.games.helsinki.state import Battle, HelsinkiState
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
NE, SE, SW, NW = 1, 2, 4, 5
TEXT = '["disorder_1", "retreat_all", "retreat_1"]'


@cache
def rules(effect: str) -> Rules[Any, Any]:
    """A difference of 1 has this effect."""
    return rules_with(SPEC, charts=replaced(TEXT, f'["disorder_1", "{effect}", "retreat_1"]'))


def german_box(points: int = 3, **fields: Any) -> HelsinkiState:
    """The Tikkurila step of a German initiative: T1 open, T2 suburb with the railway, T3 woods."""
    start: dict[str, Any] = {
        "german": "T1 3",
        "red": "T2 1, 2622 1",
        "tracks": {"tikkurila": points, "headquarters": 1},
    }
    s = position(**{**start, **fields})
    s.frames = (e.AskInitiative(side="german", step="points"), e.AskTikkurilaOrders(at=1, side="german"))
    return s


def red_box(**fields: Any) -> HelsinkiState:
    return position(**{"side": "red", "red": "T2 1, 2622 1", "german": "T1 2", **fields})


BATTLE = {"T2": ("german", SW)}
"""Germans came into T2 from T1: their rear holds T1, that of the Reds is N, NE, E without a hex; T3 lies SE."""
FROM_T3 = {"T2": ("german", SE)}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-13.0-01", "HEL-13.0-R4"),
            lambda: Game(red_box(red="T2 1, 2901 1, 2622 1")).play("move T2 1"),
            lambda g: g.legal("go"),
            ["go T3", "go T1 T2"],
        ),
        (
            "HEL-13.0-R4",
            lambda: Game(position(side="red", red="T1 1, T2 1, T3 1, 2622 1")),
            lambda g: {DATA.ground.beside[c] for c in ("T1", "T2", "T3")},
            {()},
        ),
        (
            "HEL-13.0-02",
            lambda: Game(german_box(), rules("destroy_1")).play("move T1 1; go T2 T1; 5; 4; shift 0; shift 0"),
            lambda g: (g.state.casualties, g.state.units[27].where),
            (1, "lost"),
        ),
        (
            "HEL-13.0-02",
            lambda: Game(red_box(german="T2 1", battles=BATTLE), rules("destroy_1")).play("attack T2 1; 5; 4"),
            lambda g: (g.state.covered, g.state.units[1].where),
            (3, "lost"),
        ),
        (
            "HEL-13.0-03",
            lambda: Game(german_box()),
            lambda g: (g.waiting, g.legal()),
            ("german TikkurilaOrders", ["move T1 1", "move T1 2", "move T1 3", "done"]),
        ),
        ("HEL-13.0-03", lambda: Game(german_box(points=2)), lambda g: g.legal("move"), ["move T1 1", "move T1 2"]),
        (
            ("HEL-13.0-03", "HEL-5.0-03"),
            lambda: Game(german_box()).play("move T1 2; go T2 T1; stay"),
            lambda g: (g.track("tikkurila"), g.track("time"), g.track("headquarters"), g.waiting),
            (1, 0, 1, "roll battle.attack german 1"),
        ),
        ("HEL-13.0-03", lambda: Game(red_box()).play("move T2 1; stay"), lambda g: g.state.points, 5),
        (
            "HEL-13.0-03",
            lambda: Game(german_box(german="T1 2, T2 1", battles=BATTLE)),
            lambda g: g.legal("attack"),
            ["attack T2 1"],
        ),
        (
            "HEL-13.0-04",
            lambda: Game(german_box()).play("move T1 1; go T2 T1; 5; 4"),
            lambda g: (g.waiting, g.legal()),
            ("german Battle", ["shift -1", "shift 0", "shift 1"]),
        ),
        (
            "HEL-13.0-05",
            lambda: Game(red_box(german="T1 2")),
            lambda g: (status(DATA, g.state, "red", "T2"), status(DATA, g.state, "german", "T1")),
            ("command", "command"),
        ),
        (
            "HEL-13.0-05",
            lambda: Game(red_box(red="T2 2, 2622 1")).play("move T2 2"),
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
            (2, "red March"),
        ),
        (
            ("HEL-13.0-06", "HEL-5.1-04"),
            lambda: Game(
                position(side="red", german="T1 3", red="T2 1, 2622 1", time=21, tracks={"tikkurila": 3})
            ).play("done; 5; 6"),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-13.0-R2",
            lambda: Game(german_box(german="T3 1", tracks={"tikkurila": 3}), rules("retreat_1")).play(
                "move T3 1; go T2 T3; 5; 4; shift 0"
            ),
            lambda g: g.state.units[27].where,
            "T1",
        ),
        (
            "HEL-13.0-08",
            lambda: Game(red_box(german="T2 1", battles={"T2": ("german", 0)}), rules("retreat_1")).play(
                "attack T2 1; 5; 4"
            ),
            lambda g: (g.state.units[1].where, g.state.covered),
            ("lost", 3),
        ),
        (
            "HEL-13.0-09",
            lambda: Game(red_box(german="T2 1", battles=BATTLE), rules("disorder_1")).play("attack T2 1; 5; 4"),
            lambda g: (g.at("T1"), g.happened(e.UnitDisordered)),
            ("german 1", []),
        ),
        (
            "HEL-13.0-09",
            lambda: Game(
                german_box(german="T2 1", battles={"T2": ("german", NW)}, tracks={"tikkurila": 3}), rules("disorder_1")
            ).play("attack T2 1; 5; 4; shift 0; 3"),
            lambda g: (g.at("T3"), g.happened(e.UnitDisordered)),
            ("red 1", []),
        ),
        (
            "HEL-13.0-09",
            lambda: Game(
                german_box(german="T2 1", battles={"T2": ("german", NW)}, tracks={"tikkurila": 3}), rules("disorder_1")
            ).play("attack T2 1; 5; 4; shift 0; 4"),
            lambda g: (g.state.units[27].where, g.state.casualties),
            ("lost", 1),
        ),
        (
            "HEL-13.0-09",
            lambda: Game(
                german_box(german="T2 1", red="T2 3, 2622 1", battles={"T2": ("german", NW)}, tracks={"tikkurila": 3}),
                rules("disorder_1_rest"),
            ).play("attack T2 1; 5; 4; shift 0; 3"),
            lambda g: g.at("T3"),
            "red 3",
        ),
        (
            "HEL-13.0-R3",
            lambda: Game(
                german_box(german="T2 1, T3 1", battles=BATTLE, red="T2 1, 2622 1", tracks={"tikkurila": 3})
            ).play("move T3 1; go T2 T3"),
            lambda g: g.last(e.BattleDeclared).kind if g.happened(e.BattleDeclared) else "none",
            "flank",
        ),
        (
            "HEL-13.0-R6",
            lambda: Game(german_box(tracks={"tikkurila": 3})).play("move T1 3; go T2 T1; go T2 T1; go T2 T1"),
            lambda g: (g.last(e.FacingSet).direction, g.waiting),
            (SW, "roll battle.attack german 3"),
        ),
        (
            "HEL-13.0-R6",
            lambda: Game(red_box(red="T2 1, T3 3, 2622 1")).play("move T2 1"),
            lambda g: g.legal("go"),
            ["go T1 T2"],
        ),
        (
            "HEL-13.0-R6",
            lambda: Game(red_box(red="T3 1, 2622 1", german="")).play("move T3 1"),
            lambda g: g.legal("go"),
            ["go T1", "go T2"],
        ),
        (
            "HEL-13.0-R8",
            lambda: Game(german_box(hands={"red": ("RE01",)})).play("move T1 1; go T2 T1"),
            lambda g: (g.waiting, g.legal()),
            ("red Window", ["play RE01", "pass"]),
        ),
        (
            "HEL-13.0-R8",
            lambda: Game(german_box(landed=True, hands={"german": ("GS03", "GS05")})).play("move T1 1; go T2 T1"),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        (
            "HEL-13.0-R8",
            lambda: Game(position(german="T2 1", red="T2 1, 2622 1", battles=BATTLE, hands={"german": ("GS06",)})).play(
                "play GS06"
            ),
            lambda g: g.legal(),
            ["attack T2 1"],
        ),
        (
            "HEL-13.0-R8",
            lambda: Game(
                position(german="T2 1", red="T2 1, 2622 1", battles=BATTLE, time=21, hands={"german": ("GS06",)})
            ),
            lambda g: g.legal("play"),
            [],
        ),
    ),
)
def test_tikkurila(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-13.0-07")
def test_no_retreat_modifiers_in_tikkurila() -> None:
    s = german_box(german="T2 1", battles=BATTLE)
    for kind in ("continued", "card", "assault"):
        b = Battle(hex="T2", kind=kind, side="german", units=(1,), enemies=(27,), origin="T1")
        assert battle_terms(DATA, s, b)[1:3] == (0, 0)


@pytest.mark.clause("HEL-13.0-R2", "HEL-13.0-08")
def test_a_full_box_hex_is_no_way_to_retreat() -> None:
    s = german_box(german="T2 1", red="T2 1, T3 3, 2622 1", battles={"T2": ("german", NW)}, tracks={"tikkurila": 3})
    game = Game(s, rules("retreat_1")).play("attack T2 1; 5; 4; shift 0")
    assert game.state.units[27].where == "lost"


@pytest.mark.clause("HEL-13.0-R3", "HEL-13.0-R7")
def test_a_flank_in_tikkurila_makes_a_die_and_a_retreat_and_the_attackers_go_back() -> None:
    """The Germans came from NW; the Reds' rear holds T3, from where the flank attack comes."""
    s = german_box(german="T2 1, T3 1", battles={"T2": ("german", NW)}, tracks={"tikkurila": 3})
    game = Game(s, rules("retreat_1")).play("move T3 1; go T2 T3; 2; 3; shift 0")
    assert game.waiting == "roll disorder red 1"
    game.play("3")
    assert game.state.units[27].where == "T3"
    assert game.state.units[2].where == "T3"


@pytest.mark.parametrize(
    ("clause", "units", "control"),
    clauses(
        ("HEL-13.0-10", {"german": "T2 1", "red": "T1 1, 2622 1"}, "german"),
        ("HEL-13.0-10", {"german": "T1 1", "red": "T2 1, 2622 1"}, "red"),
        ("HEL-13.0-R1", {"german": "T2 1", "red": "T2 1, 2622 1"}, "none"),
        ("HEL-13.0-R1", {"german": "T1 1", "red": "T3 1, 2622 1"}, "none"),
    ),
)
def test_control_of_tikkurila(clause: str, units: dict[str, str], control: str) -> None:
    assert tikkurila_control(DATA, position(**units)) == control
