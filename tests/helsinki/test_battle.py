"""11 Battle: dice, modifiers, terrain, effects, shifts, retreat, disorder, casualties, bridges, combined defence."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, replaced

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.battlefield import WATER
from wardiary.core.games.helsinki.charts import battle_terms, effect_of
from wardiary.core.games.helsinki.queries import open_rear, retreat_modifier
from wardiary.core.games.helsinki.state import Battle, HelsinkiState, Unit
from wardiary.events import helsinki as e
from wardiary.events.helsinki import BattleKind, Side

What = Callable[[Game], Any]
N, NE, SE, S, SW, NW = range(6)


def battle(
    kind: BattleKind = "continued",
    side: Side = "german",
    german: str = "0404 1",
    red: str = "0404 1, 2622 1",
    cell: str = "0404",
    direction: int = S,
    origin: str | None = None,
    **fields: Any,
) -> HelsinkiState:
    """A battle in 0404, into which the Germans came from the south."""
    s = position(german=german, red=red, side=side, battles={cell: ("german", direction)}, **fields)
    own = [n for n, u in s.units.items() if u.where == cell and (u.side == "red") == (side == "red")]
    foes = [n for n, u in s.units.items() if u.where == cell and n not in own]
    s.battle = Battle(hex=cell, kind=kind, side=side, units=tuple(own), enemies=tuple(foes), origin=origin)
    return s


def terms(s: HelsinkiState) -> tuple[int, int, int, int]:
    assert s.battle is not None
    return tuple(battle_terms(DATA, s, s.battle))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("clause", "state", "expected"),
    clauses(
        # dice, attack, defence, least of the defender; 0404 is open: M 2, B 1
        ("HEL-11.1-02, HEL-11.3-01", battle(), (1, 0, 0, 1)),
        ("HEL-11.1-02", battle(german="0404 3"), (3, 0, 0, 1)),
        ("HEL-11.2-01", battle(red="0404 1, 0405 1, 2622 1"), (1, -1, 0, 1)),
        ("HEL-11.2-01", battle(red="0404 1, 0405 1, 0305 1, 0505 1, 2622 1"), (1, -3, 0, 1)),
        ("HEL-11.2-01", battle(german="0404 1, 0304 1, 0403 2"), (1, 0, -2, 1)),
        ("HEL-11.2-01", battle(german="0404 1, 0304 1"), (1, 0, -1, 1)),
        ("HEL-11.2-03", battle("assault", red="0404 1, 0405 1, 2622 1", origin="0405"), (1, 0, 0, 2)),
        ("HEL-11.2-03", battle("assault", german="0404 1, 0403 1", origin="0405"), (1, 0, -1, 2)),
        (
            "HEL-11.2-R2, HEL-11.3-01",
            battle("card", red="0404 1, 0405 1, 2622 1", german="0404 1, 0403 1"),
            (1, -1, -1, 2),
        ),
        ("HEL-11.2-R1", battle(white="0405 3"), (1, 0, 0, 1)),
        ("HEL-11.3-R2", battle("card"), (1, 0, 0, 2)),
        ("HEL-11.3-01, HEL-10.8-04", battle("flank", origin="0403", red="0404 1, 0405 1, 2622 1"), (1, 2, 0, 1)),
        ("HEL-10.8-05", battle("flank", origin="0504", red="0404 1, 0405 1, 2622 1"), (1, 1, 0, 1)),
        ("HEL-11.3-01", battle(cell="0503", german="0503 1", red="0503 1, 2622 1"), (1, 0, 0, DATA.extra.fort.B)),
        (
            "HEL-11.3-01",
            battle("assault", cell="0503", german="0503 1", red="0503 1, 2622 1", origin="0504"),
            (1, 0, 0, DATA.extra.fort.M),
        ),
        ("HEL-5.1-01", battle(time=21), (1, -1, 0, 1)),
        ("HEL-5.1-01", battle(time=21, side="red"), (1, -1, 0, 1)),
    ),
)
def test_terms(clause: str, state: HelsinkiState, expected: tuple[int, int, int, int]) -> None:
    assert terms(state) == expected


@pytest.mark.clause("HEL-11.2-02", "HEL-11.2-R1")
def test_water_the_edge_of_the_map_and_unbridged_edges_block_the_rear() -> None:
    edge = position(german="0101 1", red="0101 1, 2622 1", battles={"0101": ("german", NW)})
    assert retreat_modifier(DATA, edge, "german", "0101") == -3
    assert retreat_modifier(DATA, position(german="0101 1", battles={"0101": ("german", SE)}), "german", "0101") == -1
    shore = position(german="0807 1", red="0807 1, 2622 1", battles={"0807": ("german", NW)})
    assert "0707" not in open_rear(DATA, shore, "german", "0807")
    assert DATA.ground.terrain.get("0907") != WATER
    bridge = position(german="2919 1", red="2919 1, 2622 1", battles={"2919": ("german", S)})
    assert "2920" in open_rear(DATA, bridge, "german", "2919")


def fight(dice: str, **fields: Any) -> Game:
    """A battle order in 0404 and its dice, attacker's first; one Red in command has one German before it."""
    state = {"german": "0404 1", "red": "0404 1, 2622 1", "german_hqs": "0404E", "battles": {"0404": ("german", S)}}
    s = position(**{**state, **fields})
    count = len([u for u in s.units.values() if u.where == "0404" and u.side == s.active])
    pay = "pay 0; " if s.tracks["headquarters"] else ""
    return Game(s).play(f"attack 0404 {count}; {pay}{dice}")


def result(game: Game) -> tuple[int, int, str | None]:
    event = game.last(e.BattleResolved)
    return event.attack, event.defence, event.loser


def effect(game: Game) -> str:
    return str(game.last(e.EffectApplied).effect)


IN_COMMAND = {"red_hqs": "0404", "german_hqs": "0404E"}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-11.0-01, HEL-11.0-02",
            lambda: fight("4; 4"),
            lambda g: (g.last(e.BattleDeclared).side, g.last(e.BattleDeclared).enemies),
            ("german", (27,)),
        ),
        (
            "HEL-11.0-02",
            lambda: Game(
                position(
                    side="red",
                    red="0404 1, 2622 1",
                    german="0404 2",
                    white="0404 1",
                    battles={"0404": ("german", S)},
                    red_hqs="0404",
                )
            ).play("attack 0404 1"),
            lambda g: g.last(e.BattleDeclared).enemies,
            (1, 2, 51),
        ),
        (
            "HEL-11.1-01",
            lambda: Game(
                position(german="0404 1", red="0404 3, 2622 1", german_hqs="0404E", battles={"0404": ("german", S)})
            ).play("attack 0404 1; 4"),
            lambda g: g.asked,
            "roll battle.defence red 1",
        ),
        ("HEL-11.1-02", lambda: fight("2 5 3; 5", german="0404 3"), result, (5, 5, None)),
        ("HEL-11.1-03", lambda: fight("3; 1", red="0404 1, 0405 1, 2622 1"), result, (2, 1, "defender")),
        ("HEL-11.3-R1", lambda: fight("1; 1", red="0404 1, 0405 1, 0305 1, 2622 1"), result, (-1, 1, "attacker")),
        (
            "HEL-11.4-01",
            lambda: fight("2; 4"),
            lambda g: (result(g), g.last(e.EffectApplied).loser),
            ((2, 4, "attacker"), "attacker"),
        ),
        (
            "HEL-11.4-R1",
            lambda: fight("4; 4", tracks={"headquarters": 3}),
            lambda g: (result(g), g.happened(e.EffectApplied), g.asked),
            ((4, 4, None), [], "german GermanOrders"),
        ),
        ("HEL-11.4-R1", lambda: fight("4; 4"), lambda g: g.state.facings.keys(), {"0404"}),
        ("HEL-11.4-07", lambda: fight("4; 4").play("attack 0404 1"), lambda g: g.asked, "roll battle.attack german 1"),
        # shifts
        (
            "HEL-11.4-04",
            lambda: fight("4; 2", tracks={"headquarters": 2}),
            lambda g: (g.asked, g.legal()),
            ("german Battle", ["shift -1", "shift 0", "shift 1"]),
        ),
        (
            "HEL-11.4-04",
            lambda: fight("4; 2", tracks={"headquarters": 2}).play("shift -1"),
            lambda g: (g.track("headquarters"), effect(g)),
            (1, DATA.battle.effects[1][0]),
        ),
        (
            "HEL-11.4-05",
            lambda: fight("4; 2", **IN_COMMAND),
            lambda g: (g.asked, g.legal()),
            ("red Battle", ["shift 0", "shift 1"]),
        ),
        (
            "HEL-11.4-05",
            lambda: fight("4; 2", **IN_COMMAND).play("shift 1"),
            lambda g: (g.track("morale"), effect(g)),
            (4, DATA.battle.effects[1][2]),
        ),
        ("HEL-11.4-05", lambda: fight("2; 4", **IN_COMMAND), lambda g: g.asked, "german Settling"),
        ("HEL-11.4-06, HEL-11.4-R3", lambda: fight("4; 2", red_hqs=""), lambda g: g.happened(e.ColumnShifted), []),
        (
            "HEL-11.4-R7",
            lambda: fight("4; 2", **{**IN_COMMAND, "tracks": {"morale": 24}}),
            lambda g: g.happened(e.ColumnShifted),
            [],
        ),
        (
            "HEL-11.4-R2",
            lambda: Game(
                position(
                    side="white",
                    white="2421 1",
                    red="2421 1, 2622 1",
                    squads="2421E",
                    battles={"2421": ("white", S)},
                    tracks={"headquarters": 3},
                )
            ).play("attack 2421 1; 6; 1"),
            lambda g: g.asked != "german Battle",
            True,
        ),
        (
            "HEL-11.4-R2",
            lambda: Game(
                position(
                    side="red",
                    red="0404 1, 2622 1",
                    german="0404 1",
                    red_hqs="0404",
                    german_hqs="0404E",
                    battles={"0404": ("german", S)},
                    tracks={"headquarters": 3},
                )
            ).play("attack 0404 1; 6; 3"),
            lambda g: g.asked,
            "german Battle",
        ),
    ),
)
def test_battle(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-11.4-04", "HEL-11.4-05", "HEL-11.4-R4")
def test_both_shift_and_the_net_is_nothing() -> None:
    s = position(
        german="0404 1", red="0404 1, 2622 1", battles={"0404": ("german", S)}, tracks={"headquarters": 1}, **IN_COMMAND
    )
    game = Game(s).play("attack 0404 1; pay 0; 4; 2")
    assert game.asked == "german Battle"
    game.play("shift -1")
    assert game.asked == "red Battle"
    game.play("shift 1")
    assert effect(game) == DATA.battle.effects[1][1]


@pytest.mark.clause("HEL-11.4-06", "HEL-11.4-R3")
def test_a_passed_test_does_not_make_a_shift_possible() -> None:
    s = position(german="0706 1", red="0706 1, 2622 1", battles={"0706": ("german", SW)}, tracks={"headquarters": 3})
    game = Game(s).play("attack 0706 1; pay 0; 6; 6; 1")
    assert game.happened(e.CommandTested)[0].passed
    assert game.happened(e.ColumnShifted) == []
    assert game.asked != "german Battle"


@pytest.mark.parametrize(
    ("clause", "difference", "columns", "expected"),
    clauses(
        ("HEL-11.4-01", 1, 0, DATA.battle.effects[0][1]),
        ("HEL-11.4-01", 5, 0, DATA.battle.effects[4][1]),
        ("HEL-11.4-01", 9, 0, DATA.battle.effects[4][1]),
        ("HEL-11.4-R4", 1, -1, DATA.battle.effects[0][0]),
        ("HEL-11.4-R4", 1, 1, DATA.battle.effects[0][2]),
        ("HEL-11.4-R4", 2, 3, DATA.battle.effects[1][2]),
        ("HEL-11.4-R4", 2, -3, DATA.battle.effects[1][0]),
    ),
)
def test_effect_table(clause: str, difference: int, columns: int, expected: str) -> None:
    assert effect_of(DATA, difference, columns) == expected


@pytest.mark.clause("HEL-11.3-02")
def test_terrain_minimum_comes_after_the_modifiers() -> None:
    """Die 2, less 3, in the city where B is 3: the result is 3."""
    s = battle(cell="2421", german="2421 1, 2420 1, 2521 1, 2520 1", red="2421 1, 2622 1", direction=S)
    assert DATA.terrain["C"].B == 3
    assert terms(s)[2:] == (-2, 3)
    closed = battle(cell="2421", german="2421 1, 2420 1, 2521 1, 2321 1", red="2421 1, 2622 1", direction=S)
    assert terms(closed)[2:] == (-3, 3)
    assert closed.battle is not None
    assert battle_terms(DATA, closed, closed.battle).results(6, 2) == (6, 3)


TEXT = '["disorder_1", "retreat_all", "retreat_1"]'


@cache
def rules(effect_name: str) -> Rules[Any, Any]:
    """A difference of 1 has this effect."""
    return Rules(SPEC, SPEC.load_data(replaced("charts.toml", (TEXT, f'["disorder_1", "{effect_name}", "retreat_1"]'))))


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
            "HEL-11.4-02, HEL-11.4-03, HEL-11.4-R6",
            lambda: losing("retreat_1").play("retreat 0403"),
            fates,
            {27: "0403", 28: "0404", 29: "0404"},
        ),
        (
            "HEL-11.4-03, HEL-11.4-R5",
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
            "HEL-11.5-01, HEL-11.5-03",
            lambda: losing("retreat_1"),
            lambda g: (g.asked, g.legal()),
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
            "HEL-11.5-04, HEL-11.5-R1",
            lambda: losing("retreat_all", red="0404 3, 0304 3, 0403 3, 0504 1, 2622 1").play("1; 1; 1"),
            fates,
            {27: "reserve", 28: "reserve", 29: "reserve"},
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
            "HEL-11.6-01, HEL-11.6-R1",
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
            "HEL-11.7-01, HEL-11.7-02",
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
            "HEL-11.7-R3, HEL-11.7-03",
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
            lambda g: (g.last(e.UnitDestroyed).unit, g.asked, g.state.frames[-1].retreating),
            (1, "white Losses", (51, 52)),
        ),
        (
            "HEL-11.5-03",
            lambda: germans_lose("retreat_all", german="0404 1", white="0404 1"),
            lambda g: [g.asked, g.play("retreat 0405").asked],
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
    data = SPEC.load_data(replaced("tracks.toml", ('last = "13 April 19:45"', 'last = "13 April 14:00"')))
    assert len(data.time) == 135
    s = position(german="0104 1", covered=6, time=128)
    s.units[2] = s.units[3] = Unit("german", "lost")
    assert Game(s, Rules(SPEC, data)).play("draw").result == "red_minor"
    assert (
        Game(position(german="0104 1", covered=6, time=127), Rules(SPEC, data)).play("draw; card GS01").track("time")
        == 128
    )


@pytest.mark.clause("HEL-11.4-R5")
def test_all_of_a_losing_attacker_are_those_that_attacked() -> None:
    data = rules("destroy_1_rest").data
    s = position(german="0404 3", red="0404 1, 2622 1", german_hqs="0404E", battles={"0404": ("german", S)})
    game = Game(s, Rules(SPEC, data)).play("attack 0404 2; 2 3; 4")
    assert (game.last(e.UnitDestroyed).unit, game.state.frames[-1].retreating) == (1, (2,))  # type: ignore[union-attr]


# 11.8 bridges: 2919 and 2920 are joined by one

BRIDGE = {"german": "2920 2", "red": "2919 2, 2622 1", "german_hqs": "2920E"}


@pytest.mark.parametrize(
    ("clause", "dice", "where"),
    clauses(
        ("HEL-11.8-01, HEL-11.8-R1", "5 1; 5", ["2920", "2920"]),
        ("HEL-11.8-01", "4 1; 3", ["2920", "2920"]),
    ),
)
def test_attackers_over_a_bridge_go_back_while_an_enemy_remains(clause: str, dice: str, where: list[str]) -> None:
    data = rules("destroy_1").data
    game = Game(position(**BRIDGE), Rules(SPEC, data))  # type: ignore[arg-type]
    game.play("move 2920 2; go 2919 2920; go 2919 2920").play(dice)
    assert game.last(e.BattleDeclared).bridge is True
    assert [game.state.units[n].where for n in (1, 2)] == where
    assert game.state.facings == {}


@pytest.mark.clause("HEL-11.8-01")
def test_attackers_over_a_bridge_stay_when_no_enemy_remains() -> None:
    game = Game(position(**{**BRIDGE, "red": "2919 1, 2622 1"}))  # type: ignore[arg-type]
    game.play("move 2920 2; go 2919 2920; go 2919 2920; 6 6; 1")
    while game.asked == "red Losses":
        game.play(game.legal()[0])
    if game.asked.startswith("roll"):
        game.play("6")
    assert game.at("2919") == "german 2"


@pytest.mark.clause("HEL-11.8-R1")
def test_reinforcements_over_a_bridge_stay_and_attackers_need_room_behind() -> None:
    s = position(german="2920 1, 2919 1", red="2919 1, 2622 1", battles={"2919": ("german", S)}, german_hqs="2920E")
    assert Game(s).play("move 2920 1; go 2919 2920").at("2919") == "german 2 red 1"
    full = position(german="2921 1, 2920 3", red="2919 1, 2622 1", german_hqs="2921E")
    assert "go 2919 2920" not in Game(full).play("move 2921 1").legal()


@pytest.mark.clause("HEL-11.0-01")
def test_a_battle_is_resolved_at_once() -> None:
    game = Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play("move 0303 1; go 0403 0303")
    assert game.asked == "roll battle.attack german 1"
