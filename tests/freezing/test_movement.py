"""Movement (4.2) and the definitions it stands on (S-10 to S-13, S-21)."""

from typing import Any

import pytest
from tests.freezing.kit import DATA, Game, What, clauses, outcome, position

from wardiary.core.games.freezing.queries import is_first_attack, is_front_line
from wardiary.events import freezing as e

MARCH = position("KI-4 sov i1", "KI-5 sov i1", "LK-4 sov i1", "KI-2 fin i1", "LK-2 fin i1")
FRONT = position("KI-4 sov i2 i2", "KI-4 fin i2", "KI-5 sov i2", "KI-3 fin i1")
PEACE = position("KI-5 sov i1", "LK-4 sov i1", "KI-4 fin i1", turn=2)
FULL_LINE = position("KI-3 sov i2 i2 i2 i2", "KI-4 sov i4", "KI-2 fin i1")
FULL_LINE_HELD = position("KI-3 sov i2 i2 i2 i2", "KI-4 sov i4", "KI-3 fin i1")
LADOGA = position("LK-1 sov i2 i2", "KI-2 fin i2", "KI-1 fin i2", fronts_taken=("LK",))


def control(*boxes: str) -> What:
    return lambda g: [g.state.control[box] for box in boxes]


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-4.2-01",
            MARCH,
            "action 55; activate 1; done",
            lambda g: g.refused(e.MoveUnit(unit=2, box="KI-4")),
            "FRD-4.2-01, FRD-4.2-03",
        ),
        (
            "FRD-4.2-02",
            MARCH,
            "action 55; activate 1 2; done; move 2 KI-4",
            lambda g: g.legal("move"),
            ["move 1 KI-3", "move 1 KI-5"],
        ),
        (
            "FRD-4.2-02",
            MARCH,
            "action 55; activate 1 2; done; move 1 KI-3",
            lambda g: g.legal("move"),
            ["move 2 KI-4", "move 2 KI-6"],
        ),
        (
            "FRD-4.2-02",
            MARCH,
            "action 55; activate 1 2; done; move 1 KI-3; move 2 KI-4",
            lambda g: g.legal("move 1"),
            [],
        ),
        ("FRD-4.2-03", MARCH, "action 55; activate 1; done", lambda g: g.legal("move"), ["move 1 KI-3", "move 1 KI-5"]),
        (
            "FRD-4.2-03",
            MARCH,
            "action 55; activate 1; done",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-2")),
            "FRD-4.2-01, FRD-4.2-03",
        ),
        (
            "FRD-4.2-03",
            MARCH,
            "action 55; activate 1 2; done; move 1 KI-3",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-2")),
            "FRD-4.2-03",
        ),
        (
            "FRD-4.2-03",
            MARCH,
            "action 55; activate 1 2; done; move 1 KI-3",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-4")),
            "FRD-4.2-03",
        ),
        ("FRD-4.2-03", MARCH, "action 55; activate 1; done; done", lambda g: (g.boxes(1), g.asked), (["KI-4"], "fin")),
        (
            "FRD-4.2-04",
            PEACE,
            "action 55; activate 1 2; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-6", "move 2 LK-5"],
        ),
        (
            "FRD-4.2-04",
            PEACE,
            "action 55; activate 1 2; enough",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-4")),
            "FRD-4.2-04",
        ),
        (
            "FRD-4.2-04",
            position("KI-5 sov i1", turn=3),
            "action 55; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-4", "move 1 KI-6"],
        ),
        (
            "FRD-4.2-04",
            position("KI-4 fin i1", side="fin", turn=1),
            "action 01; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-3"],
        ),
        (
            "FRD-4.2-04",
            position("KI-5 sov i1", turn=2, control=dict(DATA.territory) | {"KI-4": "sov"}),
            "action 55; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-6"],
        ),
        ("FRD-4.2-05", MARCH, "action 55; activate 1; done; move 1 KI-3", control("KI-3"), ["sov"]),
        (
            "FRD-4.2-05",
            MARCH,
            "action 55; activate 3; done; move 3 LK-3",
            lambda g: g.happened(e.ControlChanged),
            [e.ControlChanged(box="LK-3", side="sov")],
        ),
        (
            "FRD-4.2-06",
            position("KI-5 sov i1", "KI-4 fin i1"),
            "action 55; activate 1; enough; move 1 KI-4",
            lambda g: (g.purpose(), g.happened(e.BattleDeclared)[0].first_attack),
            ("battle.defence.infantry", True),
        ),
        (
            "FRD-4.2-06",
            position("KI-5 sov i1", "LK-4 sov i1", "KI-4 fin i1", "LK-3 fin i1"),
            "action 55; activate 1 2; enough; move 1 KI-4; move 2 LK-3",
            lambda g: (g.legal(), g.refused(e.Done())),
            (["attack KI-4", "attack LK-3"], "FRD-4.2-06"),
        ),
        ("FRD-4.2-07", FRONT, "action 55; activate 1; done", lambda g: g.legal("move"), ["move 1 KI-5"]),
        (
            "FRD-4.2-07",
            FRONT,
            "action 55; activate 1; done",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-3")),
            "FRD-4.2-07",
        ),
        (
            "FRD-4.2-08",
            FRONT,
            "action 55; activate 1; done; done; attack KI-4; roll 1 1; roll 6 6",
            lambda g: (g.strengths(3), g.legal("move"), g.asked),
            ([0], [], "fin"),
        ),
        (
            "FRD-4.2-09",
            FULL_LINE,
            "action 55; activate 5; enough",
            lambda g: g.refused(e.MoveUnit(unit=5, box="KI-3")),
            "FRD-4.2-09",
        ),
        (
            "FRD-4.2-10",
            FULL_LINE,
            "action 55; activate 1 5; enough; move 1 KI-2; stay; roll 1; roll 1 1",
            lambda g: g.boxes(1, 5),
            ["KI-2", "KI-4"],
        ),
        (
            "FRD-4.2-10",
            FULL_LINE,
            "action 55; activate 1 5; enough; move 1 KI-4; move 5 KI-3",
            lambda g: g.boxes(1, 5),
            ["KI-4", "KI-3"],
        ),
        (
            "FRD-4.2-11",
            FRONT,
            "",
            lambda g: [is_front_line(g.state, box) for box in ("KI-3", "KI-4", "KI-5")],
            [False, True, False],
        ),
        (
            "FRD-4.2-12",
            position("LK-1 sov i1", "SU-5 sov i1"),
            "action 55; activate 1 2; enough",
            lambda g: g.legal("move"),
            ["move 1 LK-2", "move 2 SU-4"],
        ),
        (
            "FRD-4.2-14",
            position("KI-3 sov i2 i2 i2 i2", "KI-4 sov i4 i1 i1 i1", "KI-2 fin i1"),
            "action 55; activate 1 5; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-2", "move 5 KI-5"],
        ),
        (
            "FRD-4.2-15",
            position("KI-4 sov i1", "KI-4 fin i1", side="fin"),
            "action 01; activate 2; enough",
            lambda g: g.legal("move"),
            ["move 2 KI-3"],
        ),
        (
            "FRD-4.2-15",
            position("KI-4 sov i1", "KI-4 fin i1"),
            "action 30; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-5"],
        ),
        (
            "FRD-4.2-15",
            position("LK-1 sov i1", "LK-1 fin i1", fronts_taken=("LK",)),
            "action 30; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 LK-2"],
        ),
        (
            "FRD-4.2-17",
            position("KI-1 sov i2", "KI-1 fin i1", "KI-2 fin i1", fronts_taken=("LK",)),
            "action 55; activate 1; enough; move 1 KI-2",
            lambda g: (g.purpose(), g.happened(e.BattleDeclared)[0].first_attack),
            ("battle.defence.infantry", True),
        ),
    ),
)
def test_moves(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-4.2-13")
def test_example_a_full_line_box() -> None:
    """Four infantry of 2 in the Line box; one goes back and a 4 comes in for 2 AP: 2, 2, 2, 4, together 10."""
    for state in (FULL_LINE, FULL_LINE_HELD):
        game = Game(state).play("action 30; activate 1 5; move 1 KI-4; move 5 KI-3")
        strengths = sorted(
            unit.strength for unit in game.state.units.values() if unit.box == "KI-3" and unit.side == "sov"
        )
        assert (strengths, sum(strengths)) == ([2, 2, 2, 4], 10)


@pytest.mark.clause("FRD-4.2-14")
def test_the_limit_is_looked_at_after_each_move() -> None:
    """Trap 12: the moves of the example in the other order."""
    game = Game(FULL_LINE).play("action 30; activate 1 5")
    assert game.refused(e.MoveUnit(unit=5, box="KI-3")) == "FRD-4.2-09"
    assert game.play("move 1 KI-4").refused(e.MoveUnit(unit=5, box="KI-3")) == ""


@pytest.mark.parametrize(
    ("clause", "state", "script", "box", "expected"),
    clauses(
        (
            "FRD-4.2-16",
            position("KI-5 sov i2 i2", "KI-4 fin i2 i2"),
            "action 55; activate 1 2; enough; move 1 KI-4; move 2 KI-4",
            "KI-4",
            True,
        ),
        (
            "FRD-4.2-16",
            position("KI-4 sov i2", "KI-5 sov i2", "KI-4 fin i2"),
            "action 55; activate 1 2; enough; move 2 KI-4; move 1 KI-5",
            "KI-4",
            False,
        ),
        (
            "FRD-S-13",
            position("KI-5 sov i2", "KI-4 fin i2", "LK-4 sov i1", "LK-3 fin i1"),
            "action 55; activate 1 3; enough; move 1 KI-4; stay",
            "KI-4",
            True,
        ),
        ("FRD-S-13", position("KI-4 sov i2", "KI-4 fin i2"), "action 30; activate 1; stay", "KI-4", False),
    ),
)
def test_first_attacks(clause: str, state: Any, script: str, box: str, expected: bool) -> None:
    """ "No own unit before" is tested at the start of the impulse."""
    game = Game(state).play(script)
    declared = [event.first_attack for event in game.happened(e.BattleDeclared) if event.box == box]
    assert (declared[0] if declared else is_first_attack(game.state, box)) is expected


@pytest.mark.clause("FRD-4.2-16")
def test_all_that_follow_each_other_into_a_box_attack_together() -> None:
    """Trap 2: two units enter one after the other; both must attack, the defender rolls first."""
    game = Game(position("KI-5 sov i2 i2", "KI-4 fin i2 i2")).play(
        "action 55; activate 1 2; enough; move 1 KI-4; move 2 KI-4"
    )
    declared = game.happened(e.BattleDeclared)[0]
    assert (declared.units, declared.first_attack, game.purpose()) == ((1, 2), True, "battle.defence.infantry")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-S-10",
            position("KI-4 sov i2", "KI-4 fin i2", "KI-5 sov i2"),
            "action 55; activate 1; done; move 1 KI-5",
            control("KI-4", "KI-5"),
            ["fin", "sov"],
        ),
        (
            "FRD-S-10",
            position("KI-4 sov i2", "KI-3 fin i1"),
            "action 30; activate 1; enough; move 1 KI-5",
            control("KI-4", "KI-5"),
            ["sov", "sov"],
        ),
        (
            "FRD-S-10",
            position("KI-5 sov i2", "KI-4 fin i2"),
            "action 30; activate 1; move 1 KI-4",
            control("KI-4"),
            ["fin"],
        ),
        (
            "FRD-S-10",
            position("KI-3 fin i2", "LK-4 sov i1", side="fin", control=dict(DATA.territory) | {"KI-4": "sov"}),
            "action 01; activate 1; enough; move 1 KI-4",
            control("KI-4"),
            ["fin"],
        ),
        ("FRD-S-11", position("KI-4 sov i2", "KI-3 fin i1"), "", lambda g: is_front_line(g.state, "KI-4"), False),
        ("FRD-S-11", position("KI-4 sov i2", "KI-4 fin i1"), "", lambda g: is_front_line(g.state, "KI-4"), True),
        (
            "FRD-S-12",
            LADOGA,
            "action 30; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-1", "move 1 LK-2"],
        ),
        (
            ("FRD-S-12", "FRD-4.5-05"),
            position("LK-1 sov i2", "KI-1 fin i1"),
            "action 30; activate 1; enough",
            lambda g: (g.legal("move"), g.refused(e.MoveUnit(unit=1, box="KI-1"))),
            (["move 1 LK-2"], "FRD-4.5-05"),
        ),
        (
            "FRD-S-12",
            position("LK-1 fin i2", side="fin", fronts_taken=("LK",)),
            "action 01; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 LK-2"],
        ),
        (
            "FRD-S-12",
            position("KI-5 sov i1", "KI-4 fin i4 i4 i4 i4"),
            "action 30; activate 1; enough",
            lambda g: g.legal("move 1 KI-4"),
            ["move 1 KI-4"],
        ),
        (
            "FRD-S-21",
            position("KI-4 sov i2", "KI-4 fin i2", control=dict(DATA.territory) | {"KI-4": "sov"}),
            "action 30; activate 1; move 1 KI-5",
            control("KI-4"),
            ["fin"],
        ),
        (
            "FRD-S-21",
            position("KI-3 sov i2", "KI-3 fin i2", side="fin", hands={"fin": ("24",)}),
            "event 24; withdraw 2",
            control("KI-3"),
            ["sov"],
        ),
    ),
)
def test_control_and_steps(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-S-21")
def test_walking_out_of_a_contested_box_gives_it_away_and_coming_back_is_a_first_attack() -> None:
    """Trap 26: the test looks at the start of the impulse, not at control."""
    state = position("KI-4 sov i2", "KI-4 fin i2", hands={"sov": ("30", "55"), "fin": ("01", "26")})
    game = Game(state).play("action 30; activate 1; move 1 KI-5; event 01; action 55; activate 1; move 1 KI-4")
    assert game.happened(e.BattleDeclared)[0].first_attack is True
    assert game.happened(e.ControlChanged) == []
    assert game.state.control["KI-4"] == "fin"
