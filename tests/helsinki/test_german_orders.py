"""9 Germans' orders."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced, rules_with

from wardiary.core.games.helsinki.queries import placement_hexes
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
OTHER_FLAGS = "2722 1, 3022 1, 2924 1, 2919 1"


def red(red: str = f"2622 1, {OTHER_FLAGS}", **fields: Any) -> HelsinkiState:
    return position(**{"side": "red", "red": red, "red_hqs": "2611 2924 2919", **fields})


def german(**fields: Any) -> HelsinkiState:
    return position(**{"german_hqs": "0104E", **fields})


RESERVES = "0101 3, 0102 3, 0103 3, 0104 2"


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("HEL-9.0-01", german(), "draw; draw GS01; draw; draw GS01; draw; draw GS01", lambda g: g.state.points, 3),
        (
            "HEL-9.1-01",
            german(),
            "draw; draw GS05",
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
            lambda g: (g.last(e.PlacementRolled).placement, g.waiting),
            ("none", "german GermanOrders"),
        ),
        (
            ("HEL-9.2-02", "HEL-9.2-06"),
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
        (
            "HEL-9.2-05",
            german(german=RESERVES, german_hqs="1007E"),
            "deploy; 6",
            lambda g: g.waiting,
            "german Placement",
        ),
        (
            "HEL-9.2-05",
            german(german=RESERVES, german_hqs="0208E"),
            "deploy; 6",
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-9.2-05",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", german_hqs="1204E", red="0304 1, 0703 1, 0902 1, 2622 1"),
            "deploy; 6",
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-9.2-R1",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", german_hqs="0104E", red="0205 1, 0302 1, 2622 1"),
            "deploy; 6",
            lambda g: g.waiting,
            "german Placement",
        ),
        (
            "HEL-9.2-R1",
            german(german="0208 3, 0209 3, 0102 3, 0103 2", german_hqs="0504E", red="0404 1, 0402 1, 0602 1, 2622 1"),
            "deploy; 6",
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        ("HEL-9.2-R2", german(german=RESERVES), "deploy; 6", lambda g: "place 0203" in g.legal(), True),
        (
            "HEL-9.2-R2",
            german(german="0102 3, 0103 3, 0208 2, 0209 3", red="0104 1, 0203 1, 0204 1, 2622 1"),
            "deploy; 2",
            lambda g: (g.waiting, g.state.points),
            ("german GermanOrders", 5),
        ),
        ("HEL-9.2-R3", german(german=RESERVES), "deploy; 6", lambda g: [o for o in g.legal() if "T" in o], []),
        (
            "HEL-9.2-R4",
            german(german=RESERVES, german_hqs="0201E", time=5),
            "deploy; 4",
            lambda g: g.waiting,
            "german Placement",
        ),
        (
            "HEL-9.2-R4",
            german(german="0101 3, 0102 3, 0103 3, 0104 2", german_hqs="0201E", time=21),
            "deploy; 6",
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            ("HEL-9.3-01", "HEL-9.3-R1"),
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
        (
            "HEL-9.3-02",
            german(german="0101 3, 0102 3, 0103 3, 0104 3, 0105 3, 0106 3, 0107 3"),
            "regroup 0104 2",
            lambda g: [ev.where for ev in g.happened(e.UnitRegrouped)],
            ["reserve.1", "reserve.1"],
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
            lambda g: (g.last(e.OrderPaid).points, g.waiting),
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
    fewer = replaced("[orders.recruit]\nrows = [{ max = 3", "[orders.recruit]\nrows = [{ max = 1")
    game = Game(red(), rules_with(SPEC, charts=fewer)).play("recruit; 2")
    assert game.last(e.PlacementRolled).placement == "direct"


@pytest.mark.clause("HEL-9.2-R2", "HEL-7.2-R1")
def test_places_in_direct_command_are_places_in_command() -> None:
    for side, state in (("german", german(german="0104 1")), ("red", red())):
        direct = set(placement_hexes(DATA, state, side, "direct"))  # type: ignore[arg-type]
        assert direct <= set(placement_hexes(DATA, state, side, "command"))  # type: ignore[arg-type]
