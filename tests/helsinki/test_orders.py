"""7 Reds' orders, 8 Whites' orders, 9 Germans' orders."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced

from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.queries import placement_hexes
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.kit.hexes import corner_of, name_corner, next_corners
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
OTHER_FLAGS = "2722 1, 3022 1, 2924 1, 2919 1"


def red(red: str = f"2622 1, {OTHER_FLAGS}", **fields: Any) -> HelsinkiState:
    return position(**{"side": "red", "red": red, "red_hqs": "2611 2924 2919", **fields})


def white(**fields: Any) -> HelsinkiState:
    return position(**{"side": "white", **fields})


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        # 7.0
        ("HEL-7.0-01", red(), "morale; 1; morale; 1; recruit; 1", lambda g: g.state.points, 3),
        ("HEL-7.0-01", red(), "move 2622 1; stay; move 2622 1; stay", lambda g: g.state.points, 4),
        # 7.1
        (
            "HEL-7.1-01",
            red(german="T2 1"),
            "morale; 4",
            lambda g: (g.last(e.MoraleTried).total, g.track("morale")),
            (3, 2),
        ),
        (
            "HEL-7.1-01",
            red(f"T2 1, 2622 1, {OTHER_FLAGS}"),
            "morale; 4",
            lambda g: (g.last(e.MoraleTried).total, g.track("morale")),
            (5, 1),
        ),
        (
            "HEL-7.1-01",
            red("2622 1, 2722 1"),
            "morale; 5",
            lambda g: (g.last(e.MoraleTried).total, g.track("morale")),
            (2, 3),
        ),
        ("HEL-7.1-01", red(), "morale; 2", lambda g: g.track("morale"), 3),
        ("HEL-7.1-02", red(casualties=3), "morale; 6", lambda g: g.track("morale"), 3),
        (
            "HEL-7.1-02, HEL-7.1-R1",
            red(casualties=2),
            "morale; 6",
            lambda g: (g.last(e.MoraleTried).squares, g.track("morale")),
            (1, 2),
        ),
        ("HEL-7.1-R1", red(tracks={"morale": 1}), "morale; 6", lambda g: g.track("morale"), 0),
        # 7.2
        (
            "HEL-7.2-02",
            red(),
            "recruit; 3",
            lambda g: (g.last(e.PlacementRolled).placement, g.asked),
            ("none", "red RedOrders"),
        ),
        (
            "HEL-7.2-02",
            red(),
            "recruit; 4",
            lambda g: (g.last(e.PlacementRolled).placement, g.legal()),
            ("direct", ["place 2611", "place 2919", "place 2924"]),
        ),
        (
            "HEL-7.2-02",
            red(german="T2 1"),
            "recruit; 4",
            lambda g: (g.last(e.PlacementRolled).total, g.asked),
            (3, "red RedOrders"),
        ),
        ("HEL-7.2-02", red(f"T2 1, 2622 1, {OTHER_FLAGS}"), "recruit; 3", lambda g: g.last(e.PlacementRolled).total, 4),
        (
            "HEL-7.2-03, HEL-7.2-R1",
            red(),
            "recruit; 6",
            lambda g: {"place 2611", "place 2821", "place 2610"} <= set(g.legal()),
            True,
        ),
        ("HEL-7.2-03", red(), "recruit; 6", lambda g: {"place 0606", "place 0208"} & set(g.legal()), set()),
        ("HEL-7.2-04", red(german="2611 1"), "recruit; 4", lambda g: g.legal(), ["place 2919", "place 2924"]),
        (
            "HEL-7.2-04",
            red(),
            "recruit; 4; place 2611",
            lambda g: (g.at("2611"), len(g.happened(e.UnitPlaced))),
            ("red 1", 1),
        ),
        (
            "HEL-7.2-R2",
            red(german="2611 1, 2924 1, 2919 1", battles={"2924": ("german", 0), "2919": ("german", 0)}),
            "recruit; 4",
            lambda g: (g.asked, g.state.points),
            ("red RedOrders", 5),
        ),
        ("HEL-7.2-R2", red(), "recruit; 4", lambda g: "done" in g.legal(), False),
        ("HEL-7.2-R3", red(), "recruit; 6", lambda g: {"place T1", "place T2", "place T3"} <= set(g.legal()), True),
        ("HEL-7.2-R3", red(german="T1 2"), "recruit; 6", lambda g: "place T1" in g.legal(), False),
        ("HEL-7.2-R3", red(time=20), "recruit; 6; place 2611", lambda g: g.last(e.PlacementRolled).total, 5),
        (
            "HEL-7.2-R3",
            red(f"T2 1, 2622 1, {OTHER_FLAGS}", time=20),
            "recruit; 6",
            lambda g: [c for c in g.legal() if "T" in c],
            [],
        ),
        (
            "HEL-7.2-R4",
            red(f"2611 3, 2622 1, {OTHER_FLAGS}"),
            "recruit; 4",
            lambda g: g.legal(),
            ["place 2919", "place 2924"],
        ),
        ("HEL-7.2-R5", red(red_hqs=""), "recruit; 4", lambda g: g.asked, "red RedOrders"),
        ("HEL-7.2-R5", red(red_hqs=""), "recruit; 6", lambda g: g.legal(), ["place T1", "place T2", "place T3"]),
        # 7.3
        (
            "HEL-7.3-01, HEL-7.3-R3",
            red(),
            "move 2622 1",
            lambda g: (g.last(e.OrderGiven).units, g.asked),
            ((27,), "red March"),
        ),
        (
            "HEL-7.3-02",
            red("2611 3, 2622 1"),
            "move 2611 3; go 2610; go 2612; go 2711",
            lambda g: [g.state.points, g.at("2610"), g.at("2612"), g.at("2711")],
            [5, "red 1", "red 1", "red 1"],
        ),
        (
            "HEL-7.3-03",
            red("2409 2, 2622 1"),
            "move 2409 2",
            lambda g: (g.last(e.OrderPaid).points, g.happened(e.CommandTested)),
            (2, []),
        ),
        (
            "HEL-7.3-03, HEL-7.3-04",
            red("0606 3, 2622 1", points=3),
            "move 0606 3; 6; 6; 6",
            lambda g: (g.last(e.OrderPaid).points, len(g.happened(e.CommandTested))),
            (3, 3),
        ),
        (
            "HEL-7.3-04, HEL-7.3-05",
            red("2409 3, 2622 1", german="2509 1"),
            "move 2409 3; go 2509 2409; go 2509 2409; go 2509 2409",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (3, "roll battle.attack red 3"),
        ),
        (
            "HEL-7.3-R1",
            red("2611 3, 2622 1", german="2711 1"),
            "move 2611 3; go 2711 2611",
            lambda g: g.legal(),
            ["go 2711 2611", "stay"],
        ),
        (
            "HEL-7.3-R1, HEL-7.3-02",
            red("2611 3, 2622 1", german="2711 1"),
            "move 2611 3; go 2610",
            lambda g: [o for o in g.legal() if "2711" in o],
            [],
        ),
        (
            "HEL-7.3-R1",
            red("2611 3, 2622 1", german="2711 1"),
            "move 2611 3; go 2711 2611; stay; go 2711 2611",
            lambda g: g.asked,
            "roll battle.attack red 2",
        ),
        (
            "HEL-7.3-R2",
            red("2611 2, 2711 1, 2622 1", german="2711 1", battles={"2711": ("red", 5)}),
            "move 2611 2; go 2711 2611",
            lambda g: g.legal(),
            ["go 2711 2611", "stay"],
        ),
        (
            "HEL-7.3-R3",
            red("2409 2, 2622 1"),
            "move 2409 2; stay; go 2408",
            lambda g: (g.at("2409"), g.at("2408")),
            ("red 1", "red 1"),
        ),
        (
            "HEL-7.3-R4",
            red("0606 3, 2622 1", german="0706 1"),
            "move 0606 3; 1; 6; 6; go 0706 0606; go 0706 0606",
            lambda g: (g.at("0606"), g.asked),
            ("red 1", "roll battle.attack red 2"),
        ),
        # 7.4
        (
            "HEL-7.4-01",
            red("2611 2, 2622 1", german="2611 1", battles={"2611": ("german", 0)}),
            "attack 2611 2",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (1, "roll battle.attack red 2"),
        ),
        (
            "HEL-7.4-01, HEL-7.4-02",
            red("2409 2, 2410 1, 2622 1", german="2409 1", battles={"2409": ("german", 0)}),
            "attack 2409 2",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (2, "roll battle.attack red 2"),
        ),
        ("HEL-7.4-01", red("2611 1, 2622 1", german="0104 1"), "", lambda g: g.legal("attack"), []),
        (
            "HEL-7.4-03",
            red("0606 2, 2622 1", german="0606 1", battles={"0606": ("german", 0)}),
            "attack 0606 2; 1; 6",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (2, "roll battle.attack red 1"),
        ),
        (
            "HEL-7.4-R1",
            red("0606 2, 2622 1", german="0606 1", battles={"0606": ("german", 0)}),
            "attack 0606 2; 1; 1",
            lambda g: (g.happened(e.BattleDeclared), g.asked),
            ([], "red RedOrders"),
        ),
        # 7.5
        ("HEL-7.5-01", red(squads="2421E 2523E"), "", lambda g: g.legal("arrest"), ["arrest 2"]),
        (
            "HEL-7.5-02, HEL-7.5-03",
            red(squads="2523E"),
            "arrest 1; 5",
            lambda g: (g.last(e.ArrestTried).total, g.state.squads[1]),
            (4, "2523E"),
        ),
        (
            "HEL-7.5-02, HEL-7.5-03",
            red(squads="2523E", tracks={"activity": 4}),
            "arrest 1; 4",
            lambda g: (g.last(e.ArrestTried).total, g.state.squads[1], g.track("activity")),
            (5, "arrested", 3),
        ),
        (
            "HEL-7.5-R1",
            red(squads="2523E"),
            "arrest 1; 6",
            lambda g: (g.state.squads[1], g.track("activity")),
            ("arrested", 0),
        ),
        (
            "HEL-7.5-R2",
            red("0606 1, 2622 1", squads="2523E", red_hqs=""),
            "arrest 1",
            lambda g: g.asked,
            "roll arrest red 1",
        ),
    ),
)
def test_red_orders(clause: str, state: HelsinkiState, script: str, what: What, expected: Any) -> None:
    assert what(Game(state).play(script)) == expected


@pytest.mark.clause("HEL-7.2-01")
def test_nobody_can_be_recruited_from_an_empty_reserve() -> None:
    s = red()
    for number, unit in s.units.items():
        if unit.where == "reserve" and unit.side == "red":
            s.units[number] = type(unit)("red", "lost")
    assert refuses(s, "recruit", "HEL-7.2-01")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        # 8.0, 8.1
        ("HEL-8.0-01", white(), "organise 2421E; 1; organise 2421E; 1", lambda g: g.state.points, 4),
        ("HEL-8.1-01", white(), "organise 2421E", lambda g: g.asked, "roll organise white 1"),
        ("HEL-8.1-01", white(), "", lambda g: len(g.legal("organise")), 71),
        ("HEL-8.1-02", white(), "organise 2421E; 5", lambda g: g.state.squads[1], "2421E"),
        ("HEL-8.1-02", white(), "organise 2421E; 6", lambda g: g.state.squads[1], "2421E"),
        (
            "HEL-8.1-02",
            white(red="2421 1, 2622 1"),
            "organise 2421E; 5",
            lambda g: (g.last(e.SquadTried).total, g.last(e.SquadTried).vertex),
            (4, "2522W"),
        ),
        ("HEL-8.1-02", white(), "organise 2421E; 4", lambda g: g.last(e.SquadTried).vertex, "2522W"),
        ("HEL-8.1-02, HEL-8.1-R3", white(), "organise 2521W; 3", lambda g: g.last(e.SquadTried).vertex, "2420E"),
        (
            "HEL-8.1-03",
            white(),
            "organise 2421E; 1",
            lambda g: (g.last(e.SquadTried).squad, g.state.squads[1]),
            (None, "reserve"),
        ),
        (
            "HEL-8.1-03",
            white(),
            "organise 2421E; 2",
            lambda g: ("2621W" in DATA.ground.symbols, g.last(e.SquadTried).vertex),
            (True, "2621W"),
        ),
        (
            "HEL-8.1-03",
            white(),
            "organise 2320E; 2",
            lambda g: ("2520W" in DATA.ground.symbols, g.last(e.SquadTried).vertex),
            (True, "2520W"),
        ),
        (
            "HEL-8.1-03",
            white(),
            "organise 2319E; 2",
            lambda g: ("2519W" in DATA.ground.symbols, g.last(e.SquadTried).squad),
            (False, None),
        ),
        (
            "HEL-8.1-03, HEL-8.1-R1",
            white(squads="2421E"),
            "organise 2421E; 5",
            lambda g: g.last(e.SquadTried).squad,
            None,
        ),
        ("HEL-8.1-R1", white(squads="2421E"), "organise 2421E; 4", lambda g: g.state.squads[2], "2522W"),
        ("HEL-8.1-R2", white(german_hqs="2421E"), "organise 2421E; 5", lambda g: g.last(e.SquadTried).squad, None),
        # 8.2
        (
            "HEL-8.2-01",
            white(squads="2421E 2521E"),
            "",
            lambda g: g.legal("form"),
            [f"form {c}" for c in sorted({*DATA.ground.touching["2421E"], *DATA.ground.touching["2521E"]})],
        ),
        (
            "HEL-8.2-01",
            white(squads="2421E 2421W 2522W"),
            "form 2421; 3",
            lambda g: (g.last(e.UnitFormed).touching, g.at("2421")),
            (3, "white 1"),
        ),
        ("HEL-8.2-01", white(squads="2421E 2421W 2522W"), "form 2421; 4", lambda g: g.at("2421"), ""),
        (
            "HEL-8.2-02",
            white(squads="2421E 2421W"),
            "form 2421; 1",
            lambda g: list(g.state.squads.values())[:2],
            ["2421E", "2421W"],
        ),
        # 8.3, 8.4
        (
            "HEL-8.3-01",
            white(white="2421 2", squads="2421E"),
            "move 2421 2; go 2420; go 2422",
            lambda g: (g.state.points, g.at("2420"), g.at("2422")),
            (5, "white 1", "white 1"),
        ),
        ("HEL-8.3-01", white(white="2418 1"), "move 2418 1", lambda g: g.asked, "roll command white 1"),
        (
            "HEL-8.4-01",
            white(white="2421 2", squads="2421E", red="2421 1, 2622 1", battles={"2421": ("white", 0)}),
            "attack 2421 2",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (1, "roll battle.attack white 2"),
        ),
    ),
)
def test_white_orders(clause: str, state: HelsinkiState, script: str, what: What, expected: Any) -> None:
    assert what(Game(state).play(script)) == expected


@pytest.mark.parametrize(
    ("clause", "state", "order"),
    clauses(
        ("HEL-8.1-01", white(squads="2319E 2320E 2418E 2419E 2419W 2420E 2421E 2423E"), "organise 2520W"),
        ("HEL-8.2-01", white(squads="2421E", red="2421 1, 2622 1"), "form 2421"),
        ("HEL-8.2-R1", white(squads="2421E"), "form 2520"),
        ("HEL-10.6-01", white(squads="2421E", german="2421 3"), "form 2421"),
        ("HEL-9.1-01", position(bags={"GS": (), "RS": (), "WA": (), "RE": ()}), "draw"),
        (
            "HEL-9.3-03",
            position(german="2421 1", red="2421 1, 2622 1", battles={"2421": ("german", 0)}),
            "regroup 2421 1",
        ),
        ("HEL-9.3-03", position(german="T1 1"), "regroup T1 1"),
        ("HEL-10.2-01", position(side="red", red="2611 1", red_hqs="2611"), "hq 4"),
        ("HEL-7.5-01", red(squads="2421E"), "arrest 1"),
        ("HEL-7.4-01", red("2611 1, 2622 1"), "attack 2611 1"),
    ),
)
def test_refused_orders(clause: str, state: HelsinkiState, order: str) -> None:
    outside = {"HEL-10.2-01": "is not asked now"}
    assert refuses(state, order, outside.get(clause, clause))


@pytest.mark.clause("HEL-8.2-R1")
def test_a_unit_may_form_on_any_ground_that_a_squad_touches() -> None:
    state = white(squads="2418E")
    assert DATA.ground.terrain["2418"] == "C"
    assert [DATA.ground.terrain[c] for c in DATA.ground.touching["2319E"]] == ["C", "C", "C"]
    hexes = [line.split()[1] for line in Game(state).legal("form")]
    assert hexes == list(DATA.ground.touching["2418E"])


@pytest.mark.clause("HEL-8.1-R3")
def test_yellow_symbols_are_east_corners_and_blue_ones_west_corners() -> None:
    kinds = [symbol[-1] for symbol in DATA.ground.symbols]
    assert (kinds.count("E"), kinds.count("W")) == (36, 35)
    for symbol in DATA.ground.symbols:
        level, north, south = map(name_corner, next_corners(corner_of(symbol)))
        assert DATA.ground.vertex_steps[symbol] == {"here": symbol, "level": level, "north": north, "south": south}


def german(**fields: Any) -> HelsinkiState:
    return position(**{"german_hqs": "0104E", **fields})


RESERVES = "0101 3, 0102 3, 0103 3, 0104 2"


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("HEL-9.0-01", german(), "draw; card GS01; draw; card GS01; draw; card GS01", lambda g: g.state.points, 3),
        (
            "HEL-9.1-01",
            german(),
            "draw; card GS05",
            lambda g: (g.state.hands["german"], "GS05" in g.state.bags["GS"]),
            (("GS05",), False),
        ),
        (
            "HEL-9.2-01",
            german(german="0104 1"),
            "deploy; 3",
            lambda g: g.last(e.PlacementRolled).total,
            3 + DATA.reserve_modifier[5],
        ),
        (
            "HEL-9.2-01",
            german(german=RESERVES),
            "deploy; 3",
            lambda g: g.last(e.PlacementRolled).total,
            3 + DATA.reserve_modifier[2],
        ),
        (
            "HEL-9.2-02",
            german(german=RESERVES),
            "deploy; 1",
            lambda g: (g.last(e.PlacementRolled).placement, g.asked),
            ("none", "german GermanOrders"),
        ),
        (
            "HEL-9.2-02, HEL-9.2-06",
            german(german="0101 3, 0102 3, 0103 2, 0105 3"),
            "deploy; 3",
            lambda g: g.legal(),
            ["place 0104", "place 0203", "place 0204"],
        ),
        (
            "HEL-9.2-02",
            german(german=RESERVES),
            "deploy; 6",
            lambda g: {"place 0303", "place 0504", "place 1104"} <= set(g.legal()),
            True,
        ),
        (
            "HEL-9.2-03",
            german(german=RESERVES),
            "deploy; 2; place 0104",
            lambda g: [len([u for u in g.state.units.values() if u.where == f"reserve.{n}"]) for n in (1, 2, 3)],
            [4, 4, 3],
        ),
        (
            "HEL-9.2-04",
            german(german=RESERVES, red="0203 1, 2622 1"),
            "deploy; 2",
            lambda g: g.legal(),
            ["place 0104", "place 0204"],
        ),
        ("HEL-9.2-05", german(german=RESERVES, german_hqs="1007E"), "deploy; 6", lambda g: g.asked, "german Placement"),
        (
            "HEL-9.2-05",
            german(german=RESERVES, german_hqs="0208E"),
            "deploy; 6",
            lambda g: g.asked,
            "german GermanOrders",
        ),
        (
            "HEL-9.2-05",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", german_hqs="1204E", red="0304 1, 0703 1, 0902 1, 2622 1"),
            "deploy; 6",
            lambda g: g.asked,
            "german GermanOrders",
        ),
        (
            "HEL-9.2-R1",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", german_hqs="0104E", red="0205 1, 0302 1, 2622 1"),
            "deploy; 6",
            lambda g: g.asked,
            "german Placement",
        ),
        (
            "HEL-9.2-R1",
            german(german="0208 3, 0209 3, 0102 3, 0103 2", german_hqs="0504E", red="0404 1, 0402 1, 0602 1, 2622 1"),
            "deploy; 6",
            lambda g: g.asked,
            "german GermanOrders",
        ),
        ("HEL-9.2-R2", german(german=RESERVES), "deploy; 6", lambda g: "place 0203" in g.legal(), True),
        (
            "HEL-9.2-R2",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", red="0104 1, 0203 1, 0204 1, 2622 1"),
            "deploy; 2",
            lambda g: (g.asked, g.state.points),
            ("german GermanOrders", 5),
        ),
        ("HEL-9.2-R3", german(german=RESERVES), "deploy; 6", lambda g: [o for o in g.legal() if "T" in o], []),
        (
            "HEL-9.2-R4",
            german(german=RESERVES, german_hqs="0201E", time=5),
            "deploy; 4",
            lambda g: g.asked,
            "german Placement",
        ),
        (
            "HEL-9.2-R4",
            german(german="0101 3, 0102 3, 0103 3, 0104 2", german_hqs="0201E", time=21),
            "deploy; 6",
            lambda g: g.asked,
            "german GermanOrders",
        ),
        (
            "HEL-9.3-01, HEL-9.3-R1",
            german(german="0104 3"),
            "",
            lambda g: g.legal("regroup"),
            ["regroup 0104 1", "regroup 0104 2", "regroup 0104 3"],
        ),
        ("HEL-9.3-01", german(german="0104 3"), "regroup 0104 3", lambda g: (g.state.points, g.at("0104")), (5, "")),
        (
            "HEL-9.3-01",
            german(german="0504 3"),
            "regroup 0504 2",
            lambda g: (g.state.points, g.at("0504")),
            (4, "german 1"),
        ),
        (
            "HEL-9.3-01",
            german(german="0208 2"),
            "regroup 0208 2; 6; 1",
            lambda g: (g.state.points, g.at("0208")),
            (4, "german 1"),
        ),
        (
            "HEL-9.3-02",
            german(german=RESERVES),
            "regroup 0104 2",
            lambda g: [ev.where for ev in g.happened(e.UnitRegrouped)],
            ["reserve.4", "reserve.4"],
        ),
        (
            "HEL-9.3-02",
            german(german="0101 3, 0102 3, 0103 3, 0104 3"),
            "regroup 0104 1",
            lambda g: g.last(e.UnitRegrouped).where,
            "reserve.3",
        ),
        ("HEL-9.3-03", german(german="T1 3"), "", lambda g: g.legal("regroup"), []),
        (
            "HEL-9.4-01",
            german(german="0104 3"),
            "move 0104 3; go 0203; go 0105; stay",
            lambda g: (g.state.points, g.at("0203"), g.at("0105"), g.at("0104")),
            (5, "german 1", "german 1", "german 1"),
        ),
        (
            "HEL-9.5-01",
            german(german="0104 3", red="0104 1, 2622 1", battles={"0104": ("german", 5)}),
            "attack 0104 3",
            lambda g: (g.last(e.OrderPaid).points, g.asked),
            (1, "roll battle.attack german 3"),
        ),
    ),
)
def test_german_orders(clause: str, state: HelsinkiState, script: str, what: What, expected: Any) -> None:
    assert what(Game(state).play(script)) == expected


@pytest.mark.clause("HEL-9.2-01")
def test_nobody_can_be_deployed_from_an_empty_reserve() -> None:
    s = german(german="0104 3")
    for number, unit in s.units.items():
        if unit.where.startswith("reserve."):
            s.units[number] = type(unit)("german", "lost")
    assert refuses(s, "deploy", "HEL-9.2-01")


@pytest.mark.clause("HEL-7.2-02", "HEL-9.2-02")
def test_order_tables_are_read_from_the_data() -> None:
    data = SPEC.load_data(
        replaced("charts.toml", ("[orders.recruit]\nrows = [{ max = 3", "[orders.recruit]\nrows = [{ max = 1"))
    )
    game = Game(red(), Rules(SPEC, data)).play("recruit; 2")
    assert game.last(e.PlacementRolled).placement == "direct"


@pytest.mark.clause("HEL-9.2-R2", "HEL-7.2-R1")
def test_places_in_direct_command_are_places_in_command() -> None:
    for side, state in (("german", german(german="0104 1")), ("red", red())):
        direct = set(placement_hexes(DATA, state, side, "direct"))  # type: ignore[arg-type]
        assert direct <= set(placement_hexes(DATA, state, side, "command"))  # type: ignore[arg-type]
