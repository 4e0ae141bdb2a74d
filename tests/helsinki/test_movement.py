"""10 Movement: ways, headquarters, roads, city, stacking, entering and leaving battles, forts."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.movement import hq_ends, reach
from wardiary.core.games.helsinki.queries import open_rear, rear
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

What = Callable[[Game], Any]
S, NE = 3, 1


def ends(s: HelsinkiState, cell: str, side: Side = "german") -> set[str]:
    return set(reach(DATA, s, side, cell).quiet)


def entries(s: HelsinkiState, cell: str, side: Side = "german") -> set[tuple[str, str]]:
    return set(reach(DATA, s, side, cell).entries)


PLAIN = position(german="0206 1")
CITY = position(german="2421 1, 2422 1")
RED_CITY = position(side="red", red="2722 1")
ROAD = position(german="0104 1")


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        # 10.1: ground around 0206 is open (3), woods lie to the east from column 05 (2)
        ("HEL-10.1-01, HEL-10.1-02", {"0207", "0208", "0209"} & ends(PLAIN, "0206"), {"0207", "0208", "0209"}),
        ("HEL-10.1-04", "0210" in ends(PLAIN, "0206"), False),
        ("HEL-10.1-02, HEL-10.1-04", ["0305" in ends(PLAIN, "0206"), "0304" in ends(PLAIN, "0206")], [True, True]),
        (
            "HEL-10.1-04",
            [c in ends(position(german="0403 1"), "0403") for c in ("0402", "0401", "0301")],
            [True, True, False],
        ),
        ("HEL-10.1-03", "0208" in ends(position(german="0505 1"), "0505"), False),
        ("HEL-10.1-03", {"0405", "0305", "0306"} <= ends(position(german="0506 1"), "0506"), True),
        ("HEL-10.1-R1", {"0205", "0305"} <= ends(position(german="0206 1", red="0306 1, 2622 1"), "0206"), True),
        (
            "HEL-10.1-R2",
            all(len(set(way)) == len(way) for way in reach(DATA, PLAIN, "german", "0206").quiet.values()),
            True,
        ),
        (
            "HEL-10.1-R3, HEL-10.6-R1",
            ["0207" in ends(full := position(german="0206 1, 0207 3"), "0206"), "0208" in ends(full, "0206")],
            [False, True],
        ),
        (
            "HEL-10.1-R3",
            {"0208", "0309"} & ends(position(german="0107 1", red="0207 1, 0108 1, 0307 1, 2622 1"), "0107"),
            set(),
        ),
        # 10.3
        (
            "HEL-10.3-01",
            reach(DATA, position(german="0707 1"), "german", "0707").quiet["0807"],
            ("0707", "0806", "0807"),
        ),
        ("HEL-10.3-01", "2920" in ends(position(side="red", red="2919 1"), "2919", "red"), True),
        ("HEL-10.3-01", "3222" in ends(position(side="red", red="3122 1"), "3122", "red"), True),
        (
            "HEL-10.3-01",
            reach(DATA, position(side="red", red="3122 1"), "red", "3122").quiet["3222"],
            ("3122", "3123", "3222"),
        ),
        ("HEL-10.3-02", {DATA.ground.terrain[c] for c in DATA.ground.ways}, {"O", "W", "S", "C"}),
        # 10.4: along the rail 0104 0203 0303 0403 0503
        ("HEL-10.4-01", ["0503" in ends(ROAD, "0104"), "0603" in ends(ROAD, "0104")], [True, False]),
        ("HEL-10.4-01", reach(DATA, ROAD, "german", "0104").quiet["0503"], ("0104", "0203", "0303", "0403", "0503")),
        ("HEL-10.4-01", "0602" in ends(position(german="0402 1"), "0402"), True),
        ("HEL-10.4-01", "0804" in ends(position(german="0402 1"), "0402"), False),
        ("HEL-10.4-02", "2716" in ends(position(side="red", red="2720 1, 2622 1"), "2720", "red"), True),
        ("HEL-10.4-02", "2720" in ends(position(side="red", red="2716 1, 2622 1"), "2716", "red"), False),
        ("HEL-10.4-R1", "0806" in ends(position(german="0604 1"), "0604"), True),
        ("HEL-10.4-R1", "2825" in ends(position(side="red", red="2821 1"), "2821", "red"), False),
        ("HEL-10.4-R2", ("0503", "0403") in entries(position(german="0104 1", red="0503 1, 2622 1"), "0104"), True),
        # 10.5
        ("HEL-10.5-01", ends(position(german="2421 1"), "2421") & {"2420", "2419", "2423"}, {"2420"}),
        ("HEL-10.5-01", ends(position(white="2421 1"), "2421", "white") & {"2420", "2419", "2423"}, {"2420"}),
        ("HEL-10.5-01", {"2720", "2821", "2623"} <= ends(RED_CITY, "2722", "red"), True),
        ("HEL-10.5-02", ends(CITY, "2421") & {"2423", "2419", "2523"}, {"2423", "2523"}),
        ("HEL-10.5-02", "2423" in ends(position(german="2421 1", white="2422 1"), "2421"), True),
        ("HEL-10.5-02, HEL-10.5-R1", "2423" in ends(position(german="2421 1, 2423 1"), "2421"), False),
        (
            "HEL-10.5-R1",
            "2423"
            in ends(position(german="2421 1, 2422 1", red="2422 1, 2622 1", battles={"2422": ("german", 0)}), "2421"),
            False,
        ),
        ("HEL-10.5-R1", "2421" in ends(position(german="2221 1, 2321 1"), "2221"), True),
        # 10.6
        ("HEL-10.6-01", "0104" in ends(position(german="0203 1, 0104 2", white="0104 1"), "0203"), False),
        ("HEL-10.6-01", "0104" in ends(position(german="0203 1, 0104 2"), "0203"), True),
        ("HEL-10.6-02", "0104" in ends(position(german="0203 1, 0104 2", german_hqs="0104E 0104W"), "0203"), True),
    ),
)
def test_ways(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.5-R1")
def test_units_of_the_same_order_are_no_friends_for_the_city() -> None:
    game = Game(position(german="2421 2", german_hqs="2421E")).play("move 2421 2; go 2422")
    assert "go 2423" not in game.legal()


@pytest.mark.clause("HEL-10.1-02")
def test_values_are_read_from_the_data() -> None:
    slow = SPEC.load_data(replaced("charts.toml", ("move = 3 ", "move = 1 "), ("gw = 3 ", "gw = 1 ")))
    assert "0208" not in reach(slow, position(german="0206 1"), "german", "0206").quiet
    assert Rules(SPEC, slow).data.terrain["O"].gw == 1


# 10.2 headquarters


def hq_at(s: HelsinkiState) -> set[str]:
    return set(hq_ends(DATA, s, 1))


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("HEL-10.2-02", {"0104E", "0205E", "0206E", "0503W", "0503E"} <= hq_at(position(german_hqs="0104E")), True),
        ("HEL-10.2-02", "0705E" in hq_at(position(german_hqs="0104E")), False),
        ("HEL-10.2-R1", "0104E" in hq_at(position(german_hqs="0104E")), True),
        (
            "HEL-10.2-03, HEL-10.2-R1",
            hq_at(position(german_hqs="0104E", german="0203 1", red="0203 1, 2622 1")) >= {"0104W", "0105E"},
            True,
        ),
        (
            "HEL-10.2-03",
            {
                way[0]
                for way in hq_ends(
                    DATA, position(german_hqs="0104E", german="0203 1", red="0203 1, 2622 1"), 1
                ).values()
            },
            {"0104", "0204"},
        ),
        (
            "HEL-10.2-04",
            [v for v in hq_at(position(german_hqs="0104E", red="0304 1, 2622 1")) if "0304" in DATA.ground.touching[v]],
            [],
        ),
        (
            "HEL-10.2-04",
            [
                v
                for v in hq_at(position(german_hqs="0104E", red="0304 1, 2622 1", german="0304 1"))
                if "0304" in DATA.ground.touching[v]
            ]
            != [],
            True,
        ),
        ("HEL-10.2-04", hq_at(position(german_hqs="0606E")) & DATA.ground.in_water, set()),
        ("HEL-10.2-04, HEL-10.6-03", "0105E" in hq_at(position(german_hqs="0104E 0105E")), False),
        ("HEL-10.2-04, HEL-10.6-03", "2421E" in hq_at(position(german_hqs="2420E", squads="2421E")), False),
    ),
)
def test_headquarters(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.2-01", "HEL-10.2-R2", "HEL-10.2-02")
def test_a_headquarters_order_moves_one_headquarters_for_a_point() -> None:
    game = Game(position(german_hqs="0104E 0101E", german="0104 3")).play("hq 1; to 0503E")
    assert game.last(e.HqMarched).path == ("0104", "0203", "0303", "0403", "0503")
    assert (game.state.hqs[1].where, game.state.hqs[2].where, game.at("0104")) == ("0503E", "0101E", "german 3")
    assert (game.state.points, game.happened(e.CommandTested)) == (5, [])
    assert refuses(position(side="red", red="2611 1", red_hqs="2611"), "hq 4", "is not asked now")


# 10.7, 10.8, 10.9


HQS = "0404E 0404W 0403W 0405E"
BATTLE = {"0404": ("german", S)}
"""Germans came into 0404 from the south: their rear is SE, S, SW, that of the Reds NW, N, NE."""


def flank(german: str, **fields: Any) -> HelsinkiState:
    return position(
        **{"german": f"0404 1, {german}", "red": "0404 1, 2622 1", "battles": BATTLE, "german_hqs": HQS, **fields}
    )


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-10.7-01, HEL-10.7-03",
            lambda: Game(position(german="0303 2", red="0403 2, 2622 1", german_hqs="0303E")).play(
                "move 0303 2; go 0403 0303; go 0403 0303"
            ),
            lambda g: (g.asked, g.state.points),
            ("roll battle.attack german 2", 5),
        ),
        (
            "HEL-10.7-01",
            lambda: Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play("move 0303 1"),
            lambda g: [w for w in reach(DATA, g.state, "german", "0303").quiet.values() if "0403" in w],
            [],
        ),
        (
            "HEL-10.7-02, HEL-10.7-R1",
            lambda: Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 1; go 0403 0303"
            ),
            lambda g: (g.last(e.FacingSet).direction, rear(g.state, "german", "0403"), rear(g.state, "red", "0403")),
            (5, (4, 5, 0), (1, 2, 3)),
        ),
        (
            "HEL-10.7-02",
            lambda: Game(position(german="0303 1, 0402 1", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 1; go 0403 0303; 4; 4; move 0402 1; go 0403 0402"
            ),
            lambda g: g.state.facings["0403"].direction,
            5,
        ),
        (
            "HEL-10.7-R2",
            lambda: Game(position(german="0303 2", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 2; go 0403 0303"
            ),
            lambda g: g.legal(),
            ["go 0403 0303", "stay"],
        ),
        (
            "HEL-10.7-R3",
            lambda: Game(position(german="0303 3", red="0403 3, 2622 1", german_hqs="0303E")).play(
                "move 0303 3; go 0403 0303; go 0403 0303; go 0403 0303"
            ),
            lambda g: g.asked,
            "roll battle.attack german 3",
        ),
        (
            "HEL-10.8-01",
            lambda: Game(flank("0405 1")).play("move 0405 1"),
            lambda g: [w for w in reach(DATA, g.state, "german", "0405").quiet.values() if "0404" in w],
            [],
        ),
        (
            "HEL-10.8-02",
            lambda: Game(flank("0405 1")).play("move 0405 1; go 0404 0405"),
            lambda g: (g.happened(e.BattleDeclared), g.at("0404"), g.state.facings["0404"].direction),
            ([], "german 2 red 1", S),
        ),
        (
            "HEL-10.8-02",
            lambda: Game(flank("0405 1", white="0404 2")).play("move 0405 1"),
            lambda g: "go 0404 0405" in g.legal(),
            False,
        ),
        (
            "HEL-10.8-03",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403"),
            lambda g: (g.asked, g.last(e.BattleDeclared).units),
            ("roll battle.attack german 1", (2,)),
        ),
        (
            "HEL-10.8-04, HEL-10.8-R1",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            5,
        ),
        (
            "HEL-10.8-04",
            lambda: Game(flank("0504 1")).play("move 0504 1; go 0404 0504; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            4,
        ),
        (
            "HEL-10.8-04",
            lambda: Game(flank("0304 1")).play("move 0304 1; go 0404 0304; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            4,
        ),
        (
            "HEL-10.8-05, HEL-11.3-01",
            lambda: Game(flank("0403 1, 0504 1, 0304 1", red="0404 1, 0405 1, 2622 1")).play(
                "move 0403 1; go 0404 0403; 1; 2"
            ),
            lambda g: (
                g.last(e.BattleResolved).attack,
                g.last(e.BattleResolved).defence,
                g.state.facings["0404"].direction,
            ),
            (3, 2, S),
        ),
        (
            "HEL-10.8-06",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 1; 1"),
            lambda g: (g.last(e.BattleResolved).loser, g.asked),
            ("defender", "roll disorder red 1"),
        ),
        (
            "HEL-10.8-07",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 3; 5"),
            lambda g: (g.last(e.UnitsReturned).hex, g.at("0404"), g.at("0403")),
            ("0403", "german 1 red 1", "german 1"),
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0403 1, 0402 1", white="0404 2")).play("move 0403 1"),
            lambda g: "go 0404 0403" in g.legal(),
            True,
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0402 1, 0403 3")).play("move 0402 1"),
            lambda g: [o for o in g.legal() if "0404" in o],
            [],
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0402 2, 0403 2", german_hqs="0402E")).play("move 0402 2; go 0404 0403"),
            lambda g: g.legal(),
            ["stay"],
        ),
        (
            "HEL-10.8-R3",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 1; 4"),
            lambda g: (g.last(e.EffectApplied).loser, g.at("0403")),
            ("attacker", "german 1"),
        ),
        (
            "HEL-10.8-R4",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 6; 1"),
            lambda g: (g.at("0404"), g.at("0403"), g.state.facings),
            ("german 1", "german 1", {}),
        ),
        (
            "HEL-10.8-R6",
            lambda: Game(
                position(german="0403 1", white="0404 1", red="0404 1, 2622 1", battles={"0404": ("white", S)})
            ).play("move 0403 1; 6; go 0404 0403"),
            lambda g: g.last(e.BattleDeclared).kind,
            "flank",
        ),
        (
            "HEL-10.9-01",
            lambda: Game(flank("0208 1")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0405", "go 0505"],
        ),
        (
            "HEL-10.9-01",
            lambda: Game(flank("0208 1", red="0404 1, 0405 1, 2622 1")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0505"],
        ),
        (
            "HEL-10.9-R1",
            lambda: Game(flank("0405 3")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0505"],
        ),
        (
            "HEL-10.7-R4",
            lambda: Game(flank("0208 1")).play("move 0404 1; go 0405"),
            lambda g: (g.last(e.BattleEnded).hex, g.state.facings),
            ("0404", {}),
        ),
    ),
)
def test_battles_entered_and_left(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-10.7-R4")
def test_an_entry_after_a_battle_has_ended_makes_a_new_axis() -> None:
    s = position(side="red", red="0404 1, 0304 1, 2622 1", german="0404 1", battles=BATTLE, red_hqs="0404")
    game = Game(s).play("move 0404 1; go 0403; move 0304 1; 6; go 0404 0304; 4; 4")
    assert (game.state.facings["0404"].side, game.state.facings["0404"].direction) == ("red", 5)


@pytest.mark.clause("HEL-10.8-R5", "HEL-10.8-06")
def test_a_flank_attack_that_makes_all_retreat_disorders_all_with_a_check() -> None:
    s = flank("0403 3", red="0404 2, 2622 1", german_hqs=HQS)
    game = Game(s).play("move 0403 3; go 0404 0403; stay; stay; 1; 2")
    assert game.last(e.EffectApplied).effect == "retreat_all"
    assert game.asked == "roll disorder red 1"
    game.play("1; 1")
    assert len(game.happened(e.UnitDisordered)) == 2
    blocked = flank("0403 2, 0304 1, 0504 1", red="0404 1, 2622 1")
    game = Game(blocked).play("move 0403 1; go 0404 0403; 1; 1")
    assert open_rear(DATA, blocked, "red", "0404") == []
    assert [event.unit for event in game.happened(e.UnitDestroyed)] == [27]


# 10.10 headquarters in danger


LONE = {"german": "2610 2", "red": "2622 1", "red_hqs": "2611 2919", "german_hqs": "2610W"}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-10.10-01, HEL-10.10-R1",
            lambda: Game(position(**LONE)).play("move 2610 2; go 2611; stay"),
            lambda g: (
                g.last(e.HqDestroyed).side,
                g.state.red_hqs_destroyed["german"],
                [h.where for h in g.state.hqs.values() if h.side == "red"],
                g.happened(e.BattleDeclared),
            ),
            ("german", 2, ["2919"], []),
        ),
        (
            "HEL-10.10-R1",
            lambda: Game(position(**{**LONE, "german": "2609 1, 2510 1"})).play("draw; card GS01"),
            lambda g: g.happened(e.HqDestroyed),
            [],
        ),
        (
            "HEL-10.10-R1",
            lambda: Game(position(**{**LONE, "german": "2610 1"})).play("move 2610 1; go 2613"),
            lambda g: (g.at("2613"), g.happened(e.HqDestroyed)),
            ("german 1", []),
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(position(side="white", white="2918 1", squads="2918E", red="2622 1", red_hqs="2919")).play(
                "move 2918 1; go 2919"
            ),
            lambda g: (g.last(e.HqDestroyed).side, g.state.red_hqs_destroyed["white"]),
            ("white", 1),
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(
                position(
                    side="red",
                    german="2611 1",
                    white="2611 1",
                    red="2611 1, 2622 1",
                    red_hqs="2611",
                    battles={"2611": ("german", 0)},
                )
            ).play("move 2611 1; go 2612"),
            lambda g: g.last(e.HqDestroyed).side,
            "german",
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(
                position(side="white", german="2919 1", white="2918 1", squads="2918E", red="2622 1", red_hqs="2919")
            ).play("move 2918 1; go 2919"),
            lambda g: g.last(e.HqDestroyed).side,
            "white",
        ),
        (
            "HEL-10.10-02",
            lambda: Game(position(side="red", red="2611 2, 2622 1", red_hqs="2611", german_hqs="2610E")).play(
                "move 2611 2; go 2610; stay"
            ),
            lambda g: (g.asked, {DATA.ground.touching[o.split()[2]].count("2610") for o in g.legal()}),
            ("german Settling", {0}),
        ),
        (
            "HEL-10.10-03",
            lambda: Game(
                position(side="red", red="2611 1, 2710 1, 2711 1, 2622 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 1; go 2610"),
            lambda g: (g.last(e.HqDestroyed).hq, 1 in g.state.hqs),
            (1, False),
        ),
        (
            "HEL-10.10-R4",
            lambda: Game(
                position(side="red", red="2611 1, 2710 1, 2711 1, 2622 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 1; go 2610"),
            lambda g: g.state.covered,
            0,
        ),
        (
            "HEL-10.10-04",
            lambda: Game(position(side="red", red="2421 1, 2622 1", red_hqs="2919", squads="2420E 2421E")).play(
                "move 2421 1; stay"
            ),
            lambda g: list(g.state.squads.values())[:2],
            ["2420E", "2421E"],
        ),
        (
            "HEL-10.10-R3",
            lambda: Game(
                position(side="red", red="2611 2, 2622 1", german="2610 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 2; go 2610 2611; stay; 4; 3"),
            lambda g: g.happened(e.HqMarched),
            [],
        ),
        (
            "HEL-10.10-R5",
            lambda: Game(position(side="red", red="2622 1, 2611 1", red_hqs="2611", german_hqs="2611E")).play(
                "recruit; 4; place 2611"
            ),
            lambda g: g.asked,
            "german Settling",
        ),
    ),
)
def test_headquarters_in_danger(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-10.10-R3", "HEL-10.10-R5", "HEL-10.10-02")
def test_germans_take_their_headquarters_one_at_a_time_to_safe_corners_of_touched_land() -> None:
    s = position(side="red", red="2611 2, 2622 1", red_hqs="2611", german_hqs="2610E 2610W")
    game = Game(s).play("move 2611 2; go 2610; stay")
    first = game.legal("hop")
    assert {line.split()[1] for line in first} == {"1", "2"}
    for line in first:
        vertex = line.split()[2]
        hq = s.hqs[int(line.split()[1])].where
        assert any(vertex in DATA.ground.corners[c] for c in DATA.ground.touching[hq])
        assert vertex not in DATA.ground.in_water
    game.play(first[0])
    assert {line.split()[1] for line in game.legal("hop")} <= {"2"}


# 10.11 forts

FORTS = {"red": "0503 1, 0504 1, 0605 1, 2622 1"}


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        (
            "HEL-10.11-01",
            reach(DATA, position(german="0403 1", **FORTS), "german", "0403").quiet["0404"],
            ("0403", "0304", "0404"),
        ),
        ("HEL-10.11-01", ("0504", "0403") in entries(position(german="0403 1", **FORTS), "0403"), True),
        (
            "HEL-10.11-01",
            reach(DATA, position(german="0403 1", red="2622 1"), "german", "0403").quiet["0404"],
            ("0403", "0404"),
        ),
        (
            "HEL-10.11-R1",
            reach(DATA, position(german="0404 1", **FORTS), "german", "0404").quiet["0505"],
            ("0404", "0405", "0505"),
        ),
        ("HEL-10.11-R1", "0505" in ends(position(german="0405 1", **FORTS), "0405"), True),
        (
            "HEL-10.11-R1",
            reach(DATA, position(side="red", german="0504 1, 0605 1", red="0603 1, 2622 1"), "red", "0603").quiet[
                "0604"
            ],
            ("0603", "0704", "0604"),
        ),
        (
            "HEL-10.11-R1",
            any(
                way[:2] == ("0404", "0505") for way in hq_ends(DATA, position(german_hqs="0404E", **FORTS), 1).values()
            ),
            False,
        ),
        (
            "HEL-10.11-R2",
            ("0404", "0403") in entries(position(german="0403 1", red="0404 1, 0503 1, 0504 1, 2622 1"), "0403"),
            False,
        ),
        (
            "HEL-10.11-R2",
            ("0404", "0304") in entries(position(german="0304 1", red="0404 1, 0503 1, 0504 1, 2622 1"), "0304"),
            True,
        ),
    ),
)
def test_forts(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.11-R1")
def test_forts_do_not_bar_retreats_and_returns() -> None:
    s = position(german="0403 2", red="0504 3, 0503 1, 2622 1", german_hqs="0403W")
    game = Game(s).play("move 0403 1; go 0504 0403; 4; 5")
    assert game.asked == "german Losses"
    assert "retreat 0404" in game.legal()


@pytest.mark.clause("HEL-10.11-01")
def test_held_forts_close_the_way_to_the_city() -> None:
    """While Red holds all five, no way of single steps without an attack leads from the west edge past them."""
    seen, ring = {"0104"}, ["0104"]
    while ring:
        for end in next_hexes(ring.pop()):
            if end not in seen:
                seen.add(end)
                ring.append(end)
    assert max(int(cell[:2]) for cell in seen) <= 7
    assert not seen & set(DATA.ground.forts)


def next_hexes(cell: str) -> list[str]:
    here = position(german=f"{cell} 1", red="0501 1, 0503 1, 0504 1, 0605 1, 0706 1, 2622 1")
    return [way[1] for way in reach(DATA, here, "german", cell).quiet.values()]
