"""13 Tikkurila, 14 Abteilung Meurer, 15 The end of the game."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.charts import battle_terms
from wardiary.core.games.helsinki.phases.ending import white_cover
from wardiary.core.games.helsinki.queries import status, tikkurila_control
from wardiary.core.games.helsinki.state import Battle, HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.common import Ended

What = Callable[[Game], Any]
NE, SE, SW, NW = 1, 2, 4, 5
TEXT = '["disorder_1", "retreat_all", "retreat_1"]'


@cache
def rules(effect: str) -> Rules[Any, Any]:
    """A difference of 1 has this effect."""
    return Rules(SPEC, SPEC.load_data(replaced("charts.toml", (TEXT, f'["disorder_1", "{effect}", "retreat_1"]'))))


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
            "HEL-13.0-01, HEL-13.0-R4",
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
            lambda g: (g.asked, g.legal()),
            ("german TikkurilaOrders", ["move T1 1", "move T1 2", "move T1 3", "done"]),
        ),
        ("HEL-13.0-03", lambda: Game(german_box(points=2)), lambda g: g.legal("move"), ["move T1 1", "move T1 2"]),
        (
            "HEL-13.0-03, HEL-5.0-03",
            lambda: Game(german_box()).play("move T1 2; go T2 T1; stay"),
            lambda g: (g.track("tikkurila"), g.track("time"), g.track("headquarters"), g.asked),
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
            lambda g: (g.asked, g.legal()),
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
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (2, "red March"),
        ),
        (
            "HEL-13.0-06, HEL-5.1-04",
            lambda: Game(
                position(side="red", german="T1 3", red="T2 1, 2622 1", time=21, tracks={"tikkurila": 3})
            ).play("done; 5; 6"),
            lambda g: g.asked,
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
            lambda g: (g.last(e.FacingSet).direction, g.asked),
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
            lambda g: (g.asked, g.legal()),
            ("red Window", ["play RE01", "pass"]),
        ),
        (
            "HEL-13.0-R8",
            lambda: Game(german_box(landed=True, hands={"german": ("GS03", "GS05")})).play("move T1 1; go T2 T1"),
            lambda g: g.asked,
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
        b = Battle(hex="T2", kind=kind, side="german", units=(1,), enemies=(27,), origin="T1")  # type: ignore[arg-type]
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
    assert game.asked == "roll disorder red 1"
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
    assert tikkurila_control(DATA, position(**units)) == control  # type: ignore[arg-type]


# 14 Abteilung Meurer


def landing(die: int | None = 1, **fields: Any) -> Game:
    """A German initiative with the arrival marker on 3; the arrival hex is 3323."""
    start: dict[str, Any] = {"side": "red", "german": "0104 1", "red": "2622 1", "tracks": {"meurer": 3}}
    game = Game(position(**{**start, **fields})).play("done; 5; 6")
    return game if die is None else game.play(str(die))


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        ("HEL-14.0-01", lambda: landing(None), lambda g: g.asked, "roll landing german 1"),
        ("HEL-14.0-01", lambda: landing(None, tracks={"meurer": 0}), lambda g: g.asked, "german GermanOrders"),
        ("HEL-14.0-01", lambda: landing(4), lambda g: (g.state.landed, g.asked), (False, "german GermanOrders")),
        ("HEL-14.0-01", lambda: landing(3), lambda g: (g.state.landed, g.asked), (True, "german LandingVertex")),
        (
            "HEL-14.0-02",
            lambda: landing().play("land 3323E"),
            lambda g: (g.at("3323"), [h.where for h in g.state.hqs.values()], g.asked),
            ("german 3", ["3323E"], "german GermanOrders"),
        ),
        (
            "HEL-14.0-03, HEL-14.0-R1",
            lambda: landing(red="3323 2, 2622 1"),
            lambda g: [g.asked, g.play("1").asked, g.play("6").asked],
            ["roll disorder red 1", "roll disorder red 1", "german LandingVertex"],
        ),
        (
            "HEL-14.0-03",
            lambda: landing(red="3323 2, 2622 1").play("1; 6; land 3323E"),
            lambda g: (g.state.units[27].where, g.state.units[28].where, g.at("3323")),
            ("reserve", "lost", "german 3"),
        ),
        (
            "HEL-14.0-04",
            lambda: landing(),
            lambda g: (sorted(DATA.ground.in_water & set(DATA.ground.corners["3323"])), "land 3422W" in g.legal()),
            (["3422W"], True),
        ),
        (
            "HEL-14.0-04",
            lambda: landing().play("land 3422W; hq 7"),
            lambda g: [o for o in g.legal() if o.split()[-1] in DATA.ground.in_water],
            [],
        ),
        (
            "HEL-14.0-05",
            lambda: landing().play("land 3323E; move 3323 3; go 3222"),
            lambda g: (g.at("3222"), g.state.points),
            ("german 1", 5),
        ),
        (
            "HEL-14.0-R3",
            lambda: landing(red="3222 1, 2622 1"),
            lambda g: [v for v in g.legal() if "3222" in DATA.ground.touching[v.split()[1]]],
            [],
        ),
        ("HEL-14.0-R3", lambda: landing(german_hqs="3323E"), lambda g: "land 3323E" in g.legal(), False),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1").play("land 3323E"),
            lambda g: (g.asked, "room" in g.legal()),
            ("white LandingRoom", False),
        ),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1").play("land 3323E; room 3222"),
            lambda g: (g.at("3222"), g.at("3323")),
            ("white 1", "german 3"),
        ),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1", red=f"{BESIDE}, 2622 1"),
            lambda g: g.asked,
            "german LandingVertex",
        ),
        (
            "HEL-14.0-R6",
            lambda: landing(german="3323 1", white="3323 1").play("land 3323E"),
            lambda g: [g.asked, g.play("room 3222").asked],
            ["german LandingRoom", "white LandingRoom"],
        ),
        (
            "HEL-14.0-R4",
            lambda: landing(red_hqs="3323").play("land 3323E"),
            lambda g: (g.last(e.HqDestroyed).side, g.state.red_hqs_destroyed["german"]),
            ("german", 3),
        ),
        (
            "HEL-14.0-R5",
            lambda: landing(red="3323 1, 2622 1", white="3323 1", battles={"3323": ("white", NW)}).play(
                "1; land 3323E; room 3222"
            ),
            lambda g: (g.last(e.BattleEnded).hex, g.state.facings),
            ("3323", {}),
        ),
        ("HEL-14.0-01", lambda: landing(None, landed=True), lambda g: g.asked, "german GermanOrders"),
    ),
)
def test_meurer(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


BESIDE = ", ".join(f"{cell} 1" for cell in DATA.ground.steps["3323"])


@pytest.mark.clause("HEL-14.0-R2")
def test_without_an_open_hex_beside_it_a_unit_goes_to_its_reserve() -> None:
    game = landing(white="3323 1", red=f"{BESIDE}, 2622 1")
    game.play(game.legal()[0])
    assert game.legal() == ["room"]
    game.play("room")
    assert (game.state.units[51].where, game.at("3323")) == ("reserve", "german 3")


# 15 The end


def over(**fields: Any) -> Game:
    """Red's only flag unit leaves; nobody holds a flag any more."""
    start: dict[str, Any] = {"side": "red", "red": "2622 1", "red_hqs": "", "guard": False}
    game = Game(position(**{**start, **fields})).play("move 2622 1")
    if game.asked == "roll command red 1":
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
            lambda g: (g.result, g.asked),
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
        ("HEL-15.0-02, HEL-15.0-R1, HEL-15.0-R2", over, lambda g: g.result, "german_major"),
        ("HEL-15.0-02", lambda: over(red="2622 1, 3022 1"), lambda g: g.asked, "red RedOrders"),
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
            lambda: Game(position(german="0104 1", red="2622 1", guard=False, time=23)).play("draw; card GS01; 1; 6"),
            lambda g: g.result,
            "german_major",
        ),
        (
            "HEL-15.0-R2",
            lambda: landing(red="2622 1", guard=False).play("land 3323E"),
            lambda g: g.asked,
            "german GermanOrders",
        ),
    ),
)
def test_the_end(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.parametrize(
    ("clause", "white", "covered"),
    clauses(
        ("HEL-15.4-01, HEL-15.4-R1", WHITES, True),
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
