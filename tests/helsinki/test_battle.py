"""11 Battle: dice, modifiers, terrain, shifts."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, position

from wardiary.core.games.helsinki.battlefield import WATER
from wardiary.core.games.helsinki.charts import battle_terms, effect_of
from wardiary.core.games.helsinki.queries import open_rear, retreat_modifier
from wardiary.core.games.helsinki.state import Battle, HelsinkiState
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
        (("HEL-11.1-02", "HEL-11.3-01"), battle(), (1, 0, 0, 1)),
        ("HEL-11.1-02", battle(german="0404 3"), (3, 0, 0, 1)),
        ("HEL-11.2-01", battle(red="0404 1, 0405 1, 2622 1"), (1, -1, 0, 1)),
        ("HEL-11.2-01", battle(red="0404 1, 0405 1, 0305 1, 0505 1, 2622 1"), (1, -3, 0, 1)),
        ("HEL-11.2-01", battle(german="0404 1, 0304 1, 0403 2"), (1, 0, -2, 1)),
        ("HEL-11.2-01", battle(german="0404 1, 0304 1"), (1, 0, -1, 1)),
        ("HEL-11.2-03", battle("assault", red="0404 1, 0405 1, 2622 1", origin="0405"), (1, 0, 0, 2)),
        ("HEL-11.2-03", battle("assault", german="0404 1, 0403 1", origin="0405"), (1, 0, -1, 2)),
        (
            ("HEL-11.2-R2", "HEL-11.3-01"),
            battle("card", red="0404 1, 0405 1, 2622 1", german="0404 1, 0403 1"),
            (1, -1, -1, 2),
        ),
        ("HEL-11.2-R1", battle(white="0405 3"), (1, 0, 0, 1)),
        ("HEL-11.3-R2", battle("card"), (1, 0, 0, 2)),
        (("HEL-11.3-01", "HEL-10.8-04"), battle("flank", origin="0403", red="0404 1, 0405 1, 2622 1"), (1, 2, 0, 1)),
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
            ("HEL-11.0-01", "HEL-11.0-02"),
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
            lambda g: g.waiting,
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
            lambda g: (result(g), g.happened(e.EffectApplied), g.waiting),
            ((4, 4, None), [], "german GermanOrders"),
        ),
        ("HEL-11.4-R1", lambda: fight("4; 4"), lambda g: g.state.facings.keys(), {"0404"}),
        (
            "HEL-11.4-07",
            lambda: fight("4; 4").play("attack 0404 1"),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        # shifts
        (
            "HEL-11.4-04",
            lambda: fight("4; 2", tracks={"headquarters": 2}),
            lambda g: (g.waiting, g.legal()),
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
            lambda g: (g.waiting, g.legal()),
            ("red Battle", ["shift 0", "shift 1"]),
        ),
        (
            "HEL-11.4-05",
            lambda: fight("4; 2", **IN_COMMAND).play("shift 1"),
            lambda g: (g.track("morale"), effect(g)),
            (4, DATA.battle.effects[1][2]),
        ),
        ("HEL-11.4-05", lambda: fight("2; 4", **IN_COMMAND), lambda g: g.waiting, "german Settling"),
        (("HEL-11.4-06", "HEL-11.4-R3"), lambda: fight("4; 2", red_hqs=""), lambda g: g.happened(e.ColumnShifted), []),
        (
            ("HEL-11.4-05", "HEL-11.4-R7"),
            lambda: fight("4; 2", **{**IN_COMMAND, "tracks": {"morale": 23}}).play("shift 1"),
            lambda g: g.track("morale"),
            24,
        ),
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
            lambda g: g.waiting != "german Battle",
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
            lambda g: g.waiting,
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
    assert game.waiting == "german Battle"
    game.play("shift -1")
    assert game.waiting == "red Battle"
    game.play("shift 1")
    assert effect(game) == DATA.battle.effects[1][1]


@pytest.mark.clause("HEL-11.4-06", "HEL-11.4-R3")
def test_a_passed_test_does_not_make_a_shift_possible() -> None:
    s = position(german="0706 1", red="0706 1, 2622 1", battles={"0706": ("german", SW)}, tracks={"headquarters": 3})
    game = Game(s).play("attack 0706 1; pay 0; 6; 6; 1")
    assert game.happened(e.CommandTested)[0].passed
    assert game.happened(e.ColumnShifted) == []
    assert game.waiting != "german Battle"


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


@pytest.mark.clause("HEL-11.0-01")
def test_a_battle_is_resolved_at_once() -> None:
    game = Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play("move 0303 1; go 0403 0303")
    assert game.waiting == "roll battle.attack german 1"
