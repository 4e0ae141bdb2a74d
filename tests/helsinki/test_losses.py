"""11 Battle: effects, retreat, disorder, casualties, bridges, combined defence."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, replaced, rules_with

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.state import Unit
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
N, NE, SE, S, SW, NW = range(6)


TEXT = '["disorder_1", "retreat_all", "retreat_1"]'


@cache
def rules(effect_name: str) -> Rules[Any, Any]:
    """A difference of 1 has this effect."""
    return rules_with(SPEC, charts=replaced(TEXT, f'["disorder_1", "{effect_name}", "retreat_1"]'))


def losing(
    effect_name: str, red: str = "0404 3, 2622 1", german: str = "0404 1", dice: str = "5; 4", **fields: Any
) -> Game:
    """The Reds lose a battle in 0404 by 1 with this effect; their rear is NW, N, NE: 0304, 0403, 0504."""
    s = position(german=german, red=red, german_hqs="0404E", battles={"0404": ("german", S)}, **fields)
    game = Game(s, rules(effect_name))
    return game.play(f"attack 0404 1; {dice}")


def fates(game: Game) -> dict[int, str]:
    return {n: u.where for n, u in game.state.units.items() if n in (27, 28, 29)}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-11.4-02", "HEL-11.4-03", "HEL-11.4-R6"),
            lambda: losing("retreat_1").play("retreat 0403"),
            fates,
            {27: "0403", 28: "0404", 29: "0404"},
        ),
        (
            ("HEL-11.4-03", "HEL-11.4-R5"),
            lambda: losing("retreat_all").play("retreat 0403; retreat 0304; retreat 0403"),
            fates,
            {27: "0403", 28: "0304", 29: "0403"},
        ),
        ("HEL-11.4-02", lambda: losing("disorder_1").play("1"), fates, {27: "reserve", 28: "0404", 29: "0404"}),
        ("HEL-11.4-02", lambda: losing("destroy_1"), fates, {27: "lost", 28: "0404", 29: "0404"}),
        (
            "HEL-11.4-02",
            lambda: losing("destroy_1_rest").play("retreat 0403; retreat 0403"),
            fates,
            {27: "lost", 28: "0403", 29: "0403"},
        ),
        (
            "HEL-11.4-02",
            lambda: losing("disorder_1_rest").play("1; retreat 0403; retreat 0403"),
            fates,
            {27: "reserve", 28: "0403", 29: "0403"},
        ),
        (
            ("HEL-11.5-01", "HEL-11.5-03"),
            lambda: losing("retreat_1"),
            lambda g: (g.waiting, g.legal()),
            ("red Losses", ["retreat 0304", "retreat 0403", "retreat 0504"]),
        ),
        (
            "HEL-11.5-01",
            lambda: losing("retreat_1", german="0404 1, 0403 1", dice="5; 5"),
            lambda g: g.legal(),
            ["retreat 0304", "retreat 0504"],
        ),
        (
            "HEL-11.5-02",
            lambda: losing("retreat_1", german="0404 1, 0403 1, 0304 1, 0504 1", dice="3; 5"),
            fates,
            {27: "lost", 28: "0404", 29: "0404"},
        ),
        (
            "HEL-11.5-R1",
            lambda: losing("retreat_all", german="0404 1, 0403 1, 0304 1, 0504 1", dice="3; 5"),
            fates,
            {27: "lost", 28: "lost", 29: "lost"},
        ),
        (
            ("HEL-11.5-04", "HEL-11.5-R1"),
            lambda: losing("retreat_all", red="0404 3, 0304 3, 0403 3, 0504 1, 2622 1").play("1; 1; 1"),
            lambda g: (fates(g), g.waiting),
            ({27: "reserve", 28: "reserve", 29: "reserve"}, "german Settling"),
        ),
        (
            "HEL-11.5-R1",
            lambda: losing("retreat_all", red="0404 3, 0304 3, 0403 3, 2622 1"),
            fates,
            {27: "0504", 28: "0504", 29: "0504"},
        ),
        (
            "HEL-11.5-R2",
            lambda: losing("retreat_1", german="0404 1, 0605 1, 0503 1"),
            lambda g: "retreat 0504" in g.legal(),
            True,
        ),
        (
            "HEL-11.6-01",
            lambda: losing("disorder_1", german="0404 1, 0403 1, 0304 1, 0504 1", dice="3; 5"),
            fates,
            {27: "lost", 28: "0404", 29: "0404"},
        ),
        (
            ("HEL-11.6-01", "HEL-11.6-R1"),
            lambda: losing("disorder_1", red="0404 3, 0304 3, 0403 3, 0504 3, 2622 1").play("1"),
            fates,
            {27: "reserve", 28: "0404", 29: "0404"},
        ),
        (
            "HEL-11.6-02",
            lambda: losing("disorder_1").play("3"),
            lambda g: (DATA.morale[3], g.state.units[27].where),
            (3, "reserve"),
        ),
        ("HEL-11.6-02", lambda: losing("disorder_1").play("4"), lambda g: g.state.units[27].where, "lost"),
        (
            ("HEL-11.7-01", "HEL-11.7-02"),
            lambda: losing("destroy_1"),
            lambda g: (g.state.casualties, g.track("morale")),
            (1, 3),
        ),
        (
            "HEL-11.7-03",
            lambda: losing("destroy_1", casualties=3),
            lambda g: (g.state.casualties, g.track("morale")),
            (4, 4),
        ),
        (
            "HEL-11.7-R2",
            lambda: losing("destroy_1", casualties=9, tracks={"morale": 9}),
            lambda g: g.track("morale"),
            10,
        ),
        (
            "HEL-11.7-R2",
            lambda: losing("destroy_1", casualties=23, tracks={"morale": 23}),
            lambda g: (g.track("morale"), DATA.morale[24]),
            (24, 0),
        ),
        (
            ("HEL-11.7-R3", "HEL-11.7-03"),
            lambda: losing("retreat_all", german="0404 1, 0403 1, 0304 1, 0504 1", dice="3; 5", casualties=2),
            lambda g: [ev.square for ev in g.happened(e.MarkerMoved) if ev.track == "morale"],
            [4, 5],
        ),
    ),
)
def test_effects_on_reds(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


def germans_lose(effect_name: str, german: str = "0404 2", white: str = "", dice: str = "5; 4", **fields: Any) -> Game:
    """The Germans and Whites lose in 0404 by 1 as defenders; their rear is SE, S, SW: 0505, 0405, 0305."""
    s = position(
        side="red",
        red="0404 1, 2622 1",
        german=german,
        white=white,
        red_hqs="0404",
        battles={"0404": ("german", S)},
        **fields,
    )
    return Game(s, rules(effect_name)).play(f"attack 0404 1; {dice}")


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        ("HEL-11.6-R1", lambda: germans_lose("disorder_1"), lambda g: g.last(e.UnitDisordered).where, "reserve.6"),
        (
            "HEL-11.6-R1",
            lambda: germans_lose("disorder_1", german="0404 1, 0101 3, 0102 3, 0103 3, 0104 3"),
            lambda g: g.last(e.UnitDisordered).where,
            "reserve.3",
        ),
        (
            "HEL-11.6-R1",
            lambda: germans_lose("disorder_1", german="", white="0404 1"),
            lambda g: g.last(e.UnitDisordered).where,
            "reserve",
        ),
        (
            "HEL-11.7-04",
            lambda: germans_lose("destroy_1"),
            lambda g: (g.state.units[1].where, g.state.covered),
            ("lost", 3),
        ),
        ("HEL-11.7-R1", lambda: germans_lose("destroy_1", time=len(DATA.time) - 2), lambda g: g.state.covered, 1),
        (
            "HEL-11.7-05",
            lambda: germans_lose("destroy_1", german="", white="0404 1"),
            lambda g: (g.state.units[51].where, g.state.covered),
            ("lost", 0),
        ),
        (
            "HEL-11.9-01",
            lambda: germans_lose("destroy_1", german="0404 1", white="0404 2"),
            lambda g: [ev.unit for ev in g.happened(e.UnitDestroyed)],
            [1],
        ),
        (
            "HEL-11.9-R1",
            lambda: germans_lose("destroy_1_rest", german="0404 1", white="0404 2"),
            lambda g: (g.last(e.UnitDestroyed).unit, g.waiting, g.state.frames[-1].retreating),
            (1, "white Losses", (51, 52)),
        ),
        (
            "HEL-11.5-03",
            lambda: germans_lose("retreat_1"),
            lambda g: g.legal(),
            ["retreat 0305", "retreat 0405", "retreat 0505"],
        ),
        ("HEL-11.6-01", lambda: germans_lose("disorder_1"), lambda g: g.waiting, "red RedOrders"),
        (
            "HEL-11.5-03",
            lambda: germans_lose("retreat_all", german="0404 1", white="0404 1"),
            lambda g: [g.waiting, g.play("retreat 0405").waiting],
            ["german Losses", "white Losses"],
        ),
        (
            "HEL-11.9-01",
            lambda: germans_lose("destroy_1", german="0404 1", white="0404 1"),
            lambda g: [ev.by for ev in g.happened(e.Rolled)],
            ["red", "german"],
        ),
    ),
)
def test_effects_on_germans_and_whites(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-11.7-04")
def test_two_german_losses_shorten_a_track_of_135_squares_to_index_128() -> None:
    rules = rules_with(SPEC, tracks=replaced('last = "13 April 19:45"', 'last = "13 April 14:00"'))
    assert len(rules.data.time) == 135
    s = position(german="0104 1", covered=6, time=128)
    s.units[2] = s.units[3] = Unit("german", "lost")
    assert Game(s, rules).play("draw").result == "red_minor"
    earlier = Game(position(german="0104 1", covered=6, time=127), rules)
    assert earlier.play("draw; draw GS01").track("time") == 128


@pytest.mark.clause("HEL-11.4-R5")
def test_all_of_a_losing_attacker_are_those_that_attacked() -> None:
    s = position(german="0404 3", red="0404 1, 2622 1", german_hqs="0404E", battles={"0404": ("german", S)})
    game = Game(s, rules("destroy_1_rest")).play("attack 0404 2; 2 3; 4")
    assert (game.last(e.UnitDestroyed).unit, game.state.frames[-1].retreating) == (1, (2,))  # type: ignore[union-attr]


# 11.8 bridges: 2919 and 2920 are joined by one

BRIDGE = {"german": "2920 2", "red": "2919 2, 2622 1", "german_hqs": "2920E"}


@pytest.mark.parametrize(
    ("clause", "dice", "where"),
    clauses(
        (("HEL-11.8-01", "HEL-11.8-R1"), "5 1; 5", ["2920", "2920"]),
        ("HEL-11.8-01", "4 1; 3", ["2920", "2920"]),
    ),
)
def test_attackers_over_a_bridge_go_back_while_an_enemy_remains(clause: str, dice: str, where: list[str]) -> None:
    game = Game(position(**BRIDGE), rules("destroy_1"))
    game.play("move 2920 2; go 2919 2920; go 2919 2920").play(dice)
    assert game.last(e.BattleDeclared).bridge is True
    assert [game.state.units[n].where for n in (1, 2)] == where
    assert game.state.facings == {}


@pytest.mark.clause("HEL-11.8-01")
def test_attackers_over_a_bridge_stay_when_no_enemy_remains() -> None:
    game = Game(position(**{**BRIDGE, "red": "2919 1, 2622 1"}))
    game.play("move 2920 2; go 2919 2920; go 2919 2920; 6 6; 1")
    while game.waiting == "red Losses":
        game.play(game.legal()[0])
    if game.waiting.startswith("roll"):
        game.play("6")
    assert game.at("2919") == "german 2"


@pytest.mark.clause("HEL-11.8-R1")
def test_reinforcements_over_a_bridge_stay_and_attackers_need_room_behind() -> None:
    s = position(german="2920 1, 2919 1", red="2919 1, 2622 1", battles={"2919": ("german", S)}, german_hqs="2920E")
    assert Game(s).play("move 2920 1; go 2919 2920").at("2919") == "german 2 red 1"
    full = position(german="2921 1, 2920 3", red="2919 1, 2622 1", german_hqs="2921E")
    assert "go 2919 2920" not in Game(full).play("move 2921 1").legal()
