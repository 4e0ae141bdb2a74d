"""Effects that outlast their impulse (C-10, C-11), cards kept in front (C-14), events in peace (C-15)."""

from typing import Any

import pytest
from tests.freezing.kit import Game, What, by_side, clauses, game_with, outcome, position, replaced
from tests.freezing.test_operations import with_card

from wardiary.events import freezing as e

ALL_HANDS = {"sov": ("30", "55", "31"), "fin": ("11", "01", "26")}
SLOWED = position("KI-5 sov i1", "KI-3 fin i1", side="fin", hands=ALL_HANDS)
LAST = position("KI-5 sov i1", "KI-3 fin i1", side="fin", impulse=8, turn=3, hands={"fin": ("11",)})
COLD = with_card(
    "21", "KI-4 sov i1 a1", "KI-4 fin i2", side="fin", hands={"sov": ("55", "30", "54"), "fin": ("21", "26", "01")}
)
STRIKE_BACK = "action 55; activate 1 2; enough; stay; attack KI-4; assign 1 2"


def points(game: Game) -> Any:
    """The action points that are asked to be spent."""
    return game.happened(e.AskAllocating)[-1].points


def drms(game: Game) -> Any:
    return game.state.attack_drm, game.state.points_change


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-C-10", SLOWED, "event 11; action 55", points, 2),
        ("FRD-C-10", SLOWED, "event 11; action 30", points, 1),
        ("FRD-C-10", SLOWED, "event 11; action 30; done; event 01; action 55", points, 4),
        ("FRD-C-10", SLOWED, "event 11; event 30; event 01; action 55", points, 4),
        ("FRD-C-10", with_card("36", "KI-3 fin i1"), "event 36; action 01", points, 1),
        (
            "FRD-C-11",
            COLD,
            f"event 21; {STRIKE_BACK}; roll 1 1; roll 6; roll 6",
            lambda g: [ev.hits for ev in g.happened(e.HitsScored)],
            [0, 0, 1],
        ),
        ("FRD-C-11", COLD, "event 21; event 30; event 01", lambda g: g.state.attack_drm, {"sov": 0, "fin": 0}),
        ("FRD-C-11", COLD, "event 21", lambda g: g.state.attack_drm, {"sov": -1, "fin": 0}),
        (
            "FRD-C-11",
            position("KI-4 sov i2", "KI-4 fin i2", side="fin", impulse=8, turn=3, hands={"fin": ("21",)}),
            "event 21; roll 1",
            drms,
            ({"sov": 0, "fin": 0}, {"sov": 0, "fin": 0}),
        ),
        ("FRD-C-10", LAST, "event 11; roll 1", drms, ({"sov": 0, "fin": 0}, {"sov": 0, "fin": 0})),
    ),
)
def test_effects_on_the_next_impulse(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-C-10")
@pytest.mark.clause("FRD-C-11")
def test_an_effect_ends_with_a_passed_impulse_too() -> None:
    """Trap 25: SOV has no card for the impulse that is affected."""
    state = position("KI-4 sov i1", "KI-4 fin i1", side="fin", hands={"fin": ("11", "21", "01")})
    for card in ("11", "21"):
        game = Game(state).play(f"event {card}")
        assert game.happened(e.ImpulsePassed) == [e.ImpulsePassed(side="sov")]
        assert drms(game) == ({"sov": 0, "fin": 0}, {"sov": 0, "fin": 0})


def kept(*cards: str, side: Any = "fin") -> Any:
    """Cards that lie in front of a side."""
    return {"tableaux": {side: cards}}


KI2 = ("KI-2 sov i2", "KI-2 fin i2")
KI4 = ("KI-4 sov i2 a1", "KI-4 fin i2")
LINE = ("KI-3 sov i2", "KI-3 fin i2")
SOV_ATTACKS = "action 55; activate 1; enough; stay; attack "
FIN_ATTACKS = "action 01; activate 2; enough; stay; attack "


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-C-14",
            position(*KI2, **kept("05")),
            f"{SOV_ATTACKS}KI-2",
            lambda g: (g.asked, g.legal()),
            ("fin", ["use 05", "pass"]),
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("05"), side="fin"),
            f"{FIN_ATTACKS}KI-2",
            lambda g: g.purpose(),
            "battle.defence.infantry",
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("07"), side="fin"),
            f"{FIN_ATTACKS}KI-2",
            lambda g: (g.asked, g.legal()),
            ("fin", ["use 07", "pass"]),
        ),
        ("FRD-C-14", position(*KI2, **kept("28")), f"{SOV_ATTACKS}KI-2", lambda g: g.legal(), ["use 28", "pass"]),
        (
            "FRD-C-14",
            position(*KI4, **kept("28")),
            f"{SOV_ATTACKS}KI-4",
            lambda g: g.purpose(),
            "battle.defence.infantry",
        ),
        (
            "FRD-C-14",
            position(*KI4, **kept("17")),
            f"{SOV_ATTACKS}KI-4",
            lambda g: g.purpose(),
            "battle.defence.infantry",
        ),
        (
            "FRD-C-14",
            position(*KI4, **kept("17")),
            "action 55; activate 2; enough; stay; attack KI-4",
            lambda g: g.legal(),
            ["use 17", "pass"],
        ),
        (
            "FRD-C-14",
            position(*LINE, **kept("48", side="sov")),
            f"{SOV_ATTACKS}KI-3",
            lambda g: (g.asked, g.legal()),
            ("sov", ["use 48", "pass"]),
        ),
        (
            "FRD-C-14",
            position(*LINE, **kept("48", side="sov"), side="fin"),
            f"{FIN_ATTACKS}KI-3",
            lambda g: g.purpose(),
            "battle.defence.infantry",
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("05", "07")),
            f"{SOV_ATTACKS}KI-2; use 07",
            lambda g: (g.asked, g.legal()),
            ("fin", ["use 05", "pass"]),
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("05", "07")),
            f"{SOV_ATTACKS}KI-2; pass",
            lambda g: (g.purpose(), by_side(g.state.tableaux)["fin"]),
            ("battle.defence.infantry", ("05", "07")),
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("05")),
            f"{SOV_ATTACKS}KI-2; use 05; roll 1 1; roll 6 6",
            lambda g: (g.strengths(2), by_side(g.state.removed)["fin"]),
            ([2], ("05",)),
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("07")),
            f"{SOV_ATTACKS}KI-2; use 07; roll 5 4; roll 1 1",
            lambda g: (g.strengths(1), by_side(g.state.discards)["fin"]),
            ([1], ("07",)),
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("28")),
            f"{SOV_ATTACKS}KI-2; use 28; roll 5 4; roll 6 1",
            lambda g: (g.strengths(1, 2), g.happened(e.HitsIgnored)),
            ([1, 2], [e.HitsIgnored(side="fin", hits=1)]),
        ),
        (
            "FRD-C-14",
            position(*LINE, **kept("48", side="sov"), line_level=3),
            f"{SOV_ATTACKS}KI-3; use 48; roll 5 5; roll 6 1",
            lambda g: g.strengths(1, 2),
            [2, 1],
        ),
        (
            "FRD-C-14",
            position(*KI4, **kept("17")),
            "action 55; activate 2; enough; stay; attack KI-4; use 17; roll 1 1; roll 5",
            lambda g: g.strengths(3),
            [2],
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("05")),
            f"{SOV_ATTACKS}KI-2",
            lambda g: g.refused(e.UseCard(card="07")),
            "FRD-C-14",
        ),
        (
            "FRD-C-14",
            position(*KI2, **kept("07")),
            f"{SOV_ATTACKS}KI-2; use 07; roll 1 1; roll 1 1",
            lambda g: g.state.battle,
            None,
        ),
        (
            "FRD-4.1-30",
            position(*KI2, **kept("07")),
            f"{SOV_ATTACKS}KI-2; use 07",
            lambda g: len(g.happened(e.CardSpent)),
            1,
        ),
    ),
)
def test_kept_cards(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-C-14")
def test_the_attacker_answers_first_and_is_not_asked_again() -> None:
    state = position(*LINE, tableaux={"sov": ("48",), "fin": ("05", "07")})
    game = Game(state).play(f"{SOV_ATTACKS}KI-3")
    assert (game.asked, game.legal()) == ("sov", ["use 48", "pass"])
    game.play("pass")
    assert (game.asked, game.legal()) == ("fin", ["use 05", "use 07", "pass"])
    game.play("use 05; use 07")
    assert (game.purpose(), by_side(game.state.tableaux)["sov"]) == ("battle.defence.infantry", ("48",))


@pytest.mark.clause("FRD-S-17")
@pytest.mark.parametrize(("dice", "left"), [("6 1", 2), ("6 6", 1)])
def test_finns_who_attack_ignore_hits_too_if_a_card_says_so(dice: str, left: int) -> None:
    """Card 28 works whoever attacks here."""
    rules = game_with(cards=replaced('attacker = "sov", boxes = ["KI-1"', 'attacker = "any", boxes = ["KI-1"'))
    state = position(*KI2, **kept("28"), side="fin")
    game = Game(state, rules).play(f"{FIN_ATTACKS}KI-2; use 28; roll {dice}; roll 1 1")
    assert game.strengths(2) == [left]


@pytest.mark.clause("FRD-C-14")
def test_a_kept_card_works_in_its_battle_only() -> None:
    state = position("LK-3 sov i2", "LK-3 fin i2", "SU-3 sov i2", "SU-3 fin i2", **kept("07"))
    game = Game(state).play("action 55; activate 1 3; enough; stay; attack LK-3; use 07; roll 5 1; roll 1 1")
    game.play("attack SU-3; roll 5 1; roll 1 1")
    assert [event.hits for event in game.happened(e.HitsScored)] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("clause", "state", "script", "expected"),
    clauses(
        (
            "FRD-C-15",
            with_card("44", "KI-5 sov i1", "LK-4 sov i1", turn=2),
            "event 44; activate 1; enough",
            ["move 1 KI-6", "done"],
        ),
        (
            "FRD-C-15",
            with_card("16", "LK-3 fin i1", side="fin", turn=2),
            "event 16; activate 1; enough",
            ["move 1 LK-2", "done"],
        ),
        (
            "FRD-C-15",
            with_card("53", "KI-3 sov i1 i1", turn=2),
            "event 53; activate 1 2",
            ["action 01", "event 01", "action 26", "event 26"],
        ),
    ),
)
def test_peace_binds_events(clause: str, state: Any, script: str, expected: list[str]) -> None:
    assert Game(state).play(script).legal() == expected


@pytest.mark.clause("FRD-C-15")
def test_peace_binds_a_withdrawal() -> None:
    """Card 51 is a Soviet withdrawal here; only a written position has Soviets in Finland in time of peace."""
    rules = game_with(cards=replaced('{ op = "WEAK", units = 3 }', '{ op = "WITHDRAW", units = 2, front = "KI" }'))
    in_finland = with_card("51", "KI-3 sov i1", turn=2)
    assert Game(in_finland, rules).play("event 51").asked == "fin"
    in_war = with_card("51", "KI-3 sov i1", turn=3)
    assert Game(in_war, rules).play("event 51").legal() == ["withdraw 1", "done"]


@pytest.mark.clause("FRD-C-11")
@pytest.mark.clause("FRD-S-15")
def test_an_effect_of_the_opponent_and_the_bonus_of_an_event_add_up() -> None:
    state = position("KI-4 sov i1 a1", "KI-4 fin i2", side="fin", hands={"sov": ("44", "55"), "fin": ("01", "21")})
    assert Game(state).play("event 21; event 44; activate 1 2; stay").state.attack_drm == {"sov": 0, "fin": 0}
