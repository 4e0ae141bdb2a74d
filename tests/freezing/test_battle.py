"""Battle (4.3): who fights, in which order, what hits, who loses."""

from typing import Any

import pytest
from tests.freezing.kit import Game, What, clauses, game_with, outcome, position, replaced

from wardiary.events import freezing as e

MEETING = position("LK-3 sov i2 i1", "LK-3 fin i2 i1", "LK-4 sov i1")
ASSAULT = position("KI-5 sov i3 i3 i3", "KI-4 fin i2", "LK-3 fin i1")
ENTER = "action 55; activate 1 2 3; enough; move 1 KI-4; move 2 KI-4; move 3 KI-4"
FIGHT = "action 55; activate 1 2; enough; stay; attack LK-3; assign 1 2"
ARMOUR = position("KI-4 sov i3 i3 i4 a3", "KI-4 fin i4 i4 i4 i4")
TWO_FRONTS = position("LK-3 sov i1", "LK-3 fin i1", "SU-3 sov i1", "SU-3 fin i1")
FINNS = position("LK-3 sov i2 i1", "LK-3 fin i2 s2 i1", side="fin")


def hits(game: Game) -> list[tuple[str, int]]:
    return [(event.side, event.hits) for event in game.happened(e.HitsScored)]


def lost(game: Game) -> list[int]:
    return [event.unit for event in game.happened(e.UnitHit)]


def declared(game: Game) -> Any:
    event = game.happened(e.BattleDeclared)[-1]
    return event.units, event.against


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-4.3-01", MEETING, "action 55; activate 1; enough; stay", lambda g: g.legal("attack"), ["attack LK-3"]),
        (
            "FRD-4.3-01",
            position("LK-3 fin i1", "LK-3 sov i1", "LK-4 sov i1"),
            "action 55; activate 3; enough; move 3 LK-3",
            lambda g: g.legal("attack"),
            ["attack LK-3"],
        ),
        (
            "FRD-4.3-01",
            MEETING,
            "action 55; activate 5; enough; stay",
            lambda g: (g.asked, g.happened(e.BattleDeclared)),
            ("fin", []),
        ),
        ("FRD-4.3-02", ASSAULT, ENTER, declared, ((1, 2, 3), (4,))),
        (
            "FRD-4.3-03",
            MEETING,
            "action 55; activate 1 2; enough; stay; done",
            lambda g: (g.asked, g.happened(e.BattleDeclared)),
            ("fin", []),
        ),
        (
            "FRD-4.3-03",
            MEETING,
            "action 55; activate 1 2; enough; stay; attack LK-3",
            lambda g: g.legal(),
            ["assign 1", "assign 2"],
        ),
        (
            "FRD-4.3-03",
            MEETING,
            "action 55; activate 1 2; enough; stay; attack LK-3; assign 1",
            lambda g: g.legal(),
            ["assign 2", "done"],
        ),
        (
            "FRD-4.3-03",
            MEETING,
            "action 55; activate 1 2; enough; stay; attack LK-3; assign 1; done",
            declared,
            ((1,), (3, 4)),
        ),
        (
            "FRD-4.3-03",
            MEETING,
            "action 55; activate 1 2; enough; stay; attack LK-3; assign 2",
            declared,
            ((2,), (3, 4)),
        ),
        ("FRD-4.3-04", MEETING, "action 55; activate 1; enough; stay; attack LK-3", declared, ((1,), (3, 4))),
        (
            "FRD-4.3-05",
            MEETING,
            f"{FIGHT}; roll 1 1 1",
            lambda g: (g.purpose(), lost(g)),
            ("battle.attack.infantry", []),
        ),
        ("FRD-4.3-05", MEETING, f"{FIGHT}; roll 6 6 6", lambda g: (g.dice(), lost(g)), (3, [])),
        (
            "FRD-4.3-06",
            ASSAULT,
            f"{ENTER}; roll 3 6; hit 2",
            lambda g: (g.purpose(), lost(g), g.dice()),
            ("battle.attack.infantry", [2], 8),
        ),
        (
            "FRD-4.3-07",
            MEETING,
            f"{FIGHT}; roll 6 1 1; roll 6 1 1",
            lambda g: [type(ev) for ev in g.events if isinstance(ev, e.BattleDeclared | e.Rolled | e.UnitHit)],
            [e.BattleDeclared, e.Rolled, e.Rolled, e.UnitHit, e.UnitHit],
        ),
        ("FRD-4.3-08", MEETING, FIGHT, lambda g: (g.purpose(), g.dice()), ("battle.defence.infantry", 3)),
        (
            "FRD-4.3-08",
            FINNS,
            "action 01; activate 3 4 5; enough; stay; attack LK-3; assign 3 4 5; roll 1 1 1",
            lambda g: (g.purpose(), g.dice()),
            ("battle.attack.infantry", 3),
        ),
        (
            "FRD-4.3-08",
            FINNS,
            "action 01; activate 3 4 5; enough; stay; attack LK-3; assign 3 4 5; roll 1 1 1; roll 1 1 1",
            lambda g: (g.purpose(), g.dice()),
            ("battle.attack.ski", 2),
        ),
        (
            "FRD-4.3-09",
            FINNS,
            "action 01; activate 3 4 5; enough; stay; attack LK-3; assign 3 4 5; roll 5 6 1; roll 5 6 4; roll 5 4",
            hits,
            [("sov", 1), ("fin", 1), ("fin", 1)],
        ),
        (
            "FRD-4.3-10",
            position("LK-3 sov i2 i1", "LK-3 fin i3"),
            f"{FIGHT}; roll 1 1 1; roll 6 6 1",
            lambda g: g.strengths(3),
            [1],
        ),
        ("FRD-4.3-11", MEETING, f"{FIGHT}; roll 1 1 1; roll 6 1 1", lambda g: g.strengths(3, 4), [1, 1]),
        (
            "FRD-4.3-12",
            position("LK-3 sov i2 i1", "LK-3 fin i2 i2"),
            f"{FIGHT}; roll 1 1 1 1; roll 6 1 1",
            lambda g: (g.asked, g.legal()),
            ("fin", ["hit 3", "hit 4"]),
        ),
        (
            "FRD-4.3-13",
            position("LK-3 sov i2 i1", "LK-3 fin i1"),
            f"{FIGHT}; roll 1; roll 6 1 1",
            lambda g: (g.strengths(3), 3 in g.state.units),
            ([0], False),
        ),
        (
            "FRD-4.3-14",
            position("LK-3 sov i2 i2", "LK-3 fin i2 i2"),
            f"{FIGHT}; roll 6 1 1 1; roll 6 1 1 1",
            lambda g: g.asked,
            "fin",
        ),
        (
            "FRD-4.3-14",
            position("LK-3 sov i2 i2", "LK-3 fin i2 i2"),
            f"{FIGHT}; roll 6 1 1 1; roll 6 1 1 1; hit 4",
            lambda g: (g.asked, g.legal()),
            ("sov", ["hit 1", "hit 2"]),
        ),
        (
            "FRD-4.3-18",
            MEETING,
            "action 55; activate 1; enough; stay; attack LK-3; roll 6 6 6; roll 1 1",
            lambda g: g.strengths(1, 2),
            [0, 1],
        ),
        (
            "FRD-4.3-29",
            MEETING,
            f"{FIGHT}; roll 1 1 1; roll 1 1 1",
            lambda g: (g.asked, len(g.happened(e.BattleDeclared))),
            ("fin", 1),
        ),
        (
            "FRD-4.3-35",
            position("LK-3 sov i2 i2", "LK-3 fin i1"),
            f"{FIGHT}; roll 1; roll 6 6 6 1",
            lambda g: g.happened(e.HitsLost),
            [e.HitsLost(side="fin", hits=2)],
        ),
        (
            "FRD-4.3-35",
            position("KI-5 sov i1", "KI-4 fin i2"),
            "action 55; activate 1; move 1 KI-4; roll 6 1",
            lambda g: (g.asked, len(g.happened(e.Rolled)), g.state.control["KI-4"]),
            ("fin", 1, "fin"),
        ),
        (
            "FRD-4.3-36",
            position("KI-5 sov i2 i2", "KI-4 fin i2 i2"),
            "action 55; activate 1 2; enough; move 1 KI-4; move 2 KI-4; roll 6 1 1 1",
            lambda g: (g.asked, g.legal()),
            ("sov", ["hit 1", "hit 2"]),
        ),
        (
            "FRD-4.3-36",
            position("KI-5 sov i2 i2", "KI-4 fin i2 i2"),
            "action 55; activate 1 2; enough; move 1 KI-4; move 2 KI-4; roll 6 1 1 1; hit 1; roll 6 1 1",
            lambda g: (g.asked, g.legal()),
            ("fin", ["hit 3", "hit 4"]),
        ),
        (
            "FRD-4.3-37",
            TWO_FRONTS,
            "action 55; activate 1 3; enough; stay; attack LK-3; roll 1; roll 6",
            lambda g: (g.frame, g.legal()),
            (e.AskBattles, ["attack SU-3", "done"]),
        ),
        (
            "FRD-4.3-38",
            position("KI-4 sov i2", "KI-3 fin i2", side="fin"),
            "action 01; activate 2; move 2 KI-4",
            lambda g: (g.purpose(), g.request.by),
            ("battle.defence.infantry", "sov"),
        ),
        (
            "FRD-4.3-38",
            position("KI-4 sov i2", "KI-3 fin i2 i1", side="fin"),
            "action 01; activate 2 3; enough; move 2 KI-4; move 3 KI-4; roll 6 6; hit 2",
            lambda g: (declared(g), g.strengths(2, 3), g.dice()),
            (((2, 3), (1,)), [0, 1], 1),
        ),
        (
            "FRD-4.3-39",
            position("LK-3 sov i1 i4", "LK-3 fin i1"),
            "action 55; activate 1; enough; stay; attack LK-3; roll 6; roll 1",
            lambda g: g.strengths(1, 2),
            [0, 4],
        ),
    ),
)
def test_battles(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.parametrize(
    ("clause", "option", "dice"),
    clauses((("FRD-4.3-19", "FRD-4.3-20"), "true", 8), ("FRD-4.3-20", "false", 9)),
)
def test_example_a_first_attack(clause: str, option: str, dice: int) -> None:
    """Three infantry of 3 enter against one of 2 that rolls 3 and 6. Trap 1: eight dice, or the printed nine."""
    flag = "first_attack_dice_after_losses"
    game = Game(ASSAULT, game_with(options=replaced(f"{flag} = true", f"{flag} = {option}"))).play(ENTER)
    assert (game.purpose(), game.dice()) == ("battle.defence.infantry", 2)
    game.play("roll 3 6; hit 1")
    assert (game.strengths(1, 2, 3), game.dice()) == ([2, 3, 3], dice)


@pytest.mark.clause("FRD-4.3-20")
@pytest.mark.clause("FRD-4.3-35")
def test_with_the_literal_reading_nobody_left_rolls_nothing_either() -> None:
    flag = "first_attack_dice_after_losses"
    rules = game_with(options=replaced(f"{flag} = true", f"{flag} = false"))
    state = position("KI-5 sov i1", "KI-4 fin i2")
    assert Game(state, rules).play("action 55; activate 1; move 1 KI-4; roll 6 6").asked == "fin"


@pytest.mark.clause("FRD-4.3-19")
def test_a_battle_that_goes_on_in_a_later_impulse_is_simultaneous() -> None:
    game = Game(ASSAULT).play(
        f"{ENTER}; roll 1 1; roll 1 1 1 1 1 1 1 1 1; action 26; activate 4; enough; stay; attack KI-4"
    )
    assert (game.happened(e.BattleDeclared)[-1].first_attack, game.purpose(), game.dice()) == (
        False,
        "battle.defence.infantry",
        9,
    )
    assert game.play("roll 6 6 1 1 1 1 1 1 1").dice() == 2


@pytest.mark.clause("FRD-4.3-21")
def test_example_pools() -> None:
    """Infantry 3, 3, 4 and armour 3 on the Isthmus: ten dice that hit on 6, three that hit on 5 and 6."""
    game = Game(ARMOUR).play(
        "action 55; activate 1 2 3 4; enough; stay; attack KI-4; assign 1 2 3 4; roll " + "1 " * 16
    )
    assert (game.purpose(), game.dice()) == ("battle.attack.infantry", 10)
    game.play("roll 5 5 5 5 5 5 5 5 5 6")
    assert (game.purpose(), game.dice()) == ("battle.attack.armour", 3)
    game.play("roll 4 5 6")
    assert hits(game) == [("fin", 0), ("sov", 1), ("sov", 2)]


def birthday() -> Game:
    """Card 44: two infantry of 3 join an infantry of 2 against two Finnish infantry of 1 on Suomussalmi."""
    state = position("SU-4 sov i3 i3", "SU-3 sov i2", "SU-3 fin i1 i1", hands={"sov": ("44",)})
    return Game(state).play("event 44; activate 1 2; move 1 SU-3; move 2 SU-3")


@pytest.mark.clause("FRD-4.3-22")
def test_example_an_event_attack() -> None:
    """Both roll at once: FIN 2 dice on 6, SOV 6 dice on 5 and 6; the infantry of 2 takes no part. Trap 3: untouched."""
    game = birthday()
    assert game.legal() == ["attack SU-3", "done"]
    game.play("attack SU-3; assign 1 2")
    assert (game.dice(), game.happened(e.BattleDeclared)[0].first_attack) == (2, False)
    game.play("roll 6 6")
    assert game.dice() == 6
    game.play("roll 5 4 4 4 4 4; hit 4")
    assert hits(game) == [("fin", 2), ("sov", 1)]
    game.play("hit 1")
    assert game.strengths(1, 2, 3, 4, 5) == [2, 2, 2, 0, 1]


@pytest.mark.clause("FRD-4.3-12")
def test_the_strongest_is_looked_for_at_every_hit() -> None:
    """Trap 4: 3 and 2 take three hits: 3 to 2, a choice between 2 and 2, then the other 2: 1 and 1 are left."""
    state = position("LK-3 sov i3 i2", "LK-3 fin i3 i2")
    game = Game(state).play(f"{FIGHT}; roll 1 1 1 1 1; roll 6 6 6 1 1")
    assert (game.strengths(3, 4), game.legal()) == ([2, 2], ["hit 3", "hit 4"])
    game.play("hit 4")
    assert game.strengths(3, 4) == [1, 1]


@pytest.mark.clause("FRD-4.3-05")
def test_mutual_destruction_is_possible_only_in_a_simultaneous_battle() -> None:
    """Trap 5."""
    meeting = Game(position("LK-3 sov i1", "LK-3 fin i1")).play(
        "action 30; activate 1; stay; attack LK-3; roll 6; roll 6"
    )
    assert meeting.state.units == {}
    first = Game(position("LK-4 sov i1", "LK-3 fin i1")).play("action 30; activate 1; move 1 LK-3; roll 6")
    assert (first.strengths(1, 2), first.asked) == ([0, 1], "fin")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-S-14",
            ARMOUR,
            "action 55; activate 4; enough; stay; attack KI-4; roll " + "1 " * 16,
            lambda g: (g.purpose(), g.dice()),
            ("battle.attack.armour", 3),
        ),
        (
            "FRD-S-14",
            position("LK-3 sov i1 a1", "LK-3 fin s2 i1"),
            "action 55; activate 1 2; enough; stay; attack LK-3; assign 1 2; roll 1; roll 1 1; roll 1; roll 1",
            lambda g: [ev.purpose for ev in g.happened(e.Rolled)],
            ["battle.defence.infantry", "battle.defence.ski", "battle.attack.infantry", "battle.attack.armour"],
        ),
        (
            "FRD-S-19",
            position("KI-1 sov i1", "KI-1 fin i1", side="fin"),
            "action 26; activate 2; stay; attack KI-1; roll 6; roll 1",
            lambda g: (g.result, g.legal(), g.over()),
            ("sov_total", [], True),
        ),
        (
            "FRD-S-19",
            position("LK-1 sov i1", "LK-1 fin i1", side="fin"),
            "action 26; activate 2; stay; attack LK-1; roll 6; roll 1",
            lambda g: (g.state.fronts_taken, g.result),
            (("LK",), ""),
        ),
        (
            "FRD-S-20",
            position("KI-1 sov i1", "KI-1 fin i1"),
            "action 55; activate 1; stay; attack KI-1; roll 6; roll 6",
            lambda g: (g.result, g.state.units, g.state.control["KI-1"], g.state.fronts_taken),
            ("", {}, "fin", ()),
        ),
        (
            "FRD-S-20",
            position("LK-2 sov i1", "LK-2 fin i1"),
            "action 55; activate 1; stay; attack LK-2; roll 6; roll 6",
            lambda g: g.happened(e.ControlChanged),
            [],
        ),
        (
            "FRD-S-20",
            position("KI-1 sov i1", "KI-1 fin i1", side="fin"),
            "action 26; activate 2; stay; attack KI-1; roll 6; roll 6",
            lambda g: (g.result, g.state.units, g.state.control["KI-1"], g.state.fronts_taken),
            ("", {}, "fin", ()),
        ),
        (
            "FRD-S-20",
            position("LK-2 sov i1", "LK-2 fin i1", side="fin"),
            "action 26; activate 2; stay; attack LK-2; roll 6; roll 6",
            lambda g: g.happened(e.ControlChanged),
            [],
        ),
    ),
)
def test_pools_and_results_in_any_impulse(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected
