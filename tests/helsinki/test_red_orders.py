"""7 Reds' orders."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import Game, clauses, position, refuses

from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
OTHER_FLAGS = "2722 1, 3022 1, 2924 1, 2919 1"


def red(red: str = f"2622 1, {OTHER_FLAGS}", **fields: Any) -> HelsinkiState:
    return position(**{"side": "red", "red": red, "red_hqs": "2611 2924 2919", **fields})


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
            ("HEL-7.1-02", "HEL-7.1-R1"),
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
            lambda g: (g.last(e.PlacementRolled).placement, g.waiting),
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
            lambda g: (g.last(e.PlacementRolled).total, g.waiting),
            (3, "red RedOrders"),
        ),
        ("HEL-7.2-02", red(f"T2 1, 2622 1, {OTHER_FLAGS}"), "recruit; 3", lambda g: g.last(e.PlacementRolled).total, 4),
        (
            ("HEL-7.2-03", "HEL-7.2-R1"),
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
            lambda g: (g.waiting, g.state.points),
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
        ("HEL-7.2-R5", red(red_hqs=""), "recruit; 4", lambda g: g.waiting, "red RedOrders"),
        ("HEL-7.2-R5", red(red_hqs=""), "recruit; 6", lambda g: g.legal(), ["place T1", "place T2", "place T3"]),
        # 7.3
        (
            ("HEL-7.3-01", "HEL-7.3-R3"),
            red(),
            "move 2622 1",
            lambda g: (g.last(e.OrderGiven).units, g.waiting),
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
            ("HEL-7.3-03", "HEL-7.3-04"),
            red("0606 3, 2622 1", points=3),
            "move 0606 3; 6; 6; 6",
            lambda g: (g.last(e.OrderPaid).points, len(g.happened(e.CommandTested))),
            (3, 3),
        ),
        (
            ("HEL-7.3-04", "HEL-7.3-05"),
            red("2409 3, 2622 1", german="2509 1"),
            "move 2409 3; go 2509 2409; go 2509 2409; go 2509 2409",
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
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
            ("HEL-7.3-R1", "HEL-7.3-02"),
            red("2611 3, 2622 1", german="2711 1"),
            "move 2611 3; go 2610",
            lambda g: [o for o in g.legal() if "2711" in o],
            [],
        ),
        (
            "HEL-7.3-R1",
            red("2611 3, 2622 1", german="2711 1"),
            "move 2611 3; go 2711 2611; stay; go 2711 2611",
            lambda g: g.waiting,
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
            lambda g: (g.at("0606"), g.waiting),
            ("red 1", "roll battle.attack red 2"),
        ),
        # 7.4
        (
            "HEL-7.4-01",
            red("2611 2, 2622 1", german="2611 1", battles={"2611": ("german", 0)}),
            "attack 2611 2",
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
            (1, "roll battle.attack red 2"),
        ),
        (
            ("HEL-7.4-01", "HEL-7.4-02"),
            red("2409 2, 2410 1, 2622 1", german="2409 1", battles={"2409": ("german", 0)}),
            "attack 2409 2",
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
            (2, "roll battle.attack red 2"),
        ),
        ("HEL-7.4-01", red("2611 1, 2622 1", german="0104 1"), "", lambda g: g.legal("attack"), []),
        (
            "HEL-7.4-03",
            red("0606 2, 2622 1", german="0606 1", battles={"0606": ("german", 0)}),
            "attack 0606 2; 1; 6",
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
            (2, "roll battle.attack red 1"),
        ),
        (
            "HEL-7.4-R1",
            red("0606 2, 2622 1", german="0606 1", battles={"0606": ("german", 0)}),
            "attack 0606 2; 1; 1",
            lambda g: (g.happened(e.BattleDeclared), g.waiting),
            ([], "red RedOrders"),
        ),
        # 7.5
        ("HEL-7.5-01", red(squads="2421E 2523E"), "", lambda g: g.legal("arrest"), ["arrest 2"]),
        (
            ("HEL-7.5-02", "HEL-7.5-03"),
            red(squads="2523E"),
            "arrest 1; 5",
            lambda g: (g.last(e.ArrestTried).total, g.state.squads[1]),
            (4, "2523E"),
        ),
        (
            ("HEL-7.5-02", "HEL-7.5-03"),
            red(squads="2523E", tracks={"activity": 4}),
            "arrest 1; 4",
            lambda g: (g.last(e.ArrestTried).total, g.state.squads[1], g.track("activity"), g.waiting),
            (5, "arrested", 3, "red RedOrders"),
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
            lambda g: g.waiting,
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


@pytest.mark.clause("HEL-7.2-04")
def test_the_last_of_the_reserve_can_be_recruited() -> None:
    others = ", ".join(f"{cell} 3" for cell in ("2609", "2610", "2612", "2613", "2614", "2715", "2716"))
    game = Game(red(f"2622 2, {others}")).play("recruit; 4; place 2611")
    assert (game.last(e.UnitPlaced).unit, game.at("2611")) == (50, "red 1")
    assert game.waiting == "red RedOrders"
    assert "recruit" not in game.legal()
