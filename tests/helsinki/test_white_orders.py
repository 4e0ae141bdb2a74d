"""8 Whites' orders."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, position, refuses

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
        # 8.0, 8.1
        ("HEL-8.0-01", white(), "organise 2421E; 1; organise 2421E; 1", lambda g: g.state.points, 4),
        ("HEL-8.1-01", white(), "organise 2421E", lambda g: g.waiting, "roll organise white 1"),
        ("HEL-8.1-01", white(), "", lambda g: len(g.legal("organise")), 71),
        ("HEL-8.1-02", white(), "organise 2421E; 5", lambda g: g.state.squads[1], "2421E"),
        (
            "HEL-8.1-02",
            white(),
            "organise 2421E; 6",
            lambda g: (g.state.squads[1], g.waiting),
            ("2421E", "white WhiteOrders"),
        ),
        (
            "HEL-8.1-02",
            white(red="2421 1, 2622 1"),
            "organise 2421E; 5",
            lambda g: (g.last(e.SquadTried).total, g.last(e.SquadTried).vertex),
            (4, "2522W"),
        ),
        ("HEL-8.1-02", white(), "organise 2421E; 4", lambda g: g.last(e.SquadTried).vertex, "2522W"),
        (("HEL-8.1-02", "HEL-8.1-R3"), white(), "organise 2521W; 3", lambda g: g.last(e.SquadTried).vertex, "2420E"),
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
            ("HEL-8.1-03", "HEL-8.1-R1"),
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
            lambda g: (list(g.state.squads.values())[:2], g.waiting),
            (["2421E", "2421W"], "white WhiteOrders"),
        ),
        # 8.3, 8.4
        (
            "HEL-8.3-01",
            white(white="2421 2", squads="2421E"),
            "move 2421 2; go 2420; go 2422",
            lambda g: (g.state.points, g.at("2420"), g.at("2422")),
            (5, "white 1", "white 1"),
        ),
        ("HEL-8.3-01", white(white="2418 1"), "move 2418 1", lambda g: g.waiting, "roll command white 1"),
        (
            "HEL-8.4-01",
            white(white="2421 2", squads="2421E", red="2421 1, 2622 1", battles={"2421": ("white", 0)}),
            "attack 2421 2",
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
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
        ("HEL-7.3-01", red(), "move 2611 1"),
        ("HEL-7.3-01", red(), "move 2622 2"),
        ("HEL-7.3-03", red("0606 3, 2622 1", points=2), "move 0606 3"),
        (
            "HEL-7.3-03",
            red("0606 3, 2622 1", german="0606 1", battles={"0606": ("german", 0)}, points=2),
            "attack 0606 3",
        ),
        ("HEL-7.3-03", position(german="0206 2", points=1), "regroup 0206 2"),
        (
            "HEL-10.1-01",
            position(german="0101 1", red="0101 1, 2622 1", battles={"0101": ("german", 5)}),
            "move 0101 1",
        ),
        ("HEL-13.0-06", red("T2 1, 2622 1", german="T2 1", battles={"T2": ("german", 4)}, time=21), "attack T2 1"),
        ("HEL-13.0-R5", red("T2 1, 2622 1", german="T1 1", time=21), "move T2 1"),
        ("HEL-13.0-03", position(german="T1 1"), "move T1 1"),
        ("HEL-13.0-03", position(german="T2 1", red="T2 1, 2622 1", battles={"T2": ("german", 4)}), "attack T2 1"),
        ("HEL-8.1-01", white(), "organise 0101E"),
        ("HEL-12.0-01", white(), "play WA05"),
        ("HEL-12.0-R6", position(hands={"german": ("GS07",)}, tracks={"headquarters": 6}), "play GS07"),
        ("HEL-2.3-03", position(german="2421 1", white="2520 1", german_hqs="2421E"), "attack 2520 1"),
        ("HEL-7.4-01", red("2611 1, 2622 1"), "attack 2611 1"),
    ),
)
def test_refused_orders(clause: str, state: HelsinkiState, order: str) -> None:
    outside = {"HEL-10.2-01": "is not asked now", "HEL-2.3-03": "HEL-7.4-01"}
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
