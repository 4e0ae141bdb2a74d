"""Playing cards (4.1): event or points, where the card goes, what points do, and how the hand is filled."""

from typing import Any

import pytest
from tests.freezing.kit import DATA, Game, What, by_side, clauses, outcome, position

from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.requests import Draw
from wardiary.events import freezing as e
from wardiary.events.common import Began
from wardiary.events.freezing import Side

HOME = position("KI-5 sov i1 i2", "LK-4 sov i1", "KI-3 fin i2", "SU-2 fin s2")
BALTIC = position("KI-6 sov i1", "KI-3 fin i2 i2 i2", hands={"sov": ("41", "30"), "fin": ("02", "26")})
SKI = position("SU-2 fin s2", "KI-4 fin i2 i2", side="fin", hands={"fin": ("04", "26"), "sov": ("30",)})
LINE = position("KI-4 sov i2", "KI-4 fin i2", "KI-5 sov i1", "KI-3 fin i1")


def pile(state: Any, script: str, side: Side, card: str) -> str:
    return Game(state).play(script).piles(side, card)


@pytest.mark.parametrize(
    ("clause", "state", "script", "side", "card", "expected"),
    clauses(
        ("FRD-4.1-04", BALTIC, "event 41; place KI; place KI", "sov", "41", "removed"),
        ("FRD-4.1-05", HOME, "event 30", "sov", "30", "discard"),
        ("FRD-4.1-06", BALTIC, "action 41; done", "sov", "41", "discard"),
        ("FRD-4.1-06", HOME, "action 30; done", "sov", "30", "discard"),
        ("FRD-4.1-08", position(side="fin", hands={"fin": ("05", "01")}), "event 05", "fin", "05", "tableau"),
        ("FRD-4.1-08", position(side="fin", hands={"fin": ("05", "01")}), "action 05", "fin", "05", "discard"),
        ("FRD-4.1-28", position(side="fin", hands={"fin": ("18", "01")}), "event 18", "fin", "18", "removed"),
        ("FRD-4.1-28", position(side="fin", hands={"fin": ("16", "01")}), "event 16", "fin", "16", "discard"),
    ),
)
def test_where_a_played_card_goes(clause: str, state: Any, script: str, side: Side, card: str, expected: str) -> None:
    assert pile(state, script, side, card) == expected


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-4.1-03", HOME, "event 30", lambda g: g.state.intervention_drm, -2),
        ("FRD-4.1-07", HOME, "action 30; done", lambda g: g.state.intervention_drm, 0),
        ("FRD-4.1-09", HOME, "action 30; strengthen 1", lambda g: g.strengths(1), [2]),
        ("FRD-4.1-09", HOME, "action 30; activate 1", lambda g: (g.state.activated, g.strengths(1)), ((1,), [1])),
        ("FRD-4.1-09", HOME, "action 30; strengthen 1 2", lambda g: g.asked, "fin"),
        ("FRD-4.1-10", LINE, "action 55; activate 3; enough; move 3 KI-4; attack KI-4", Game.dice, 2),
        (
            "FRD-4.1-11",
            HOME,
            "action 55; strengthen 1",
            lambda g: g.refused(e.Activate(unit=1)),
            "FRD-4.1-11, FRD-4.1-25",
        ),
        (
            "FRD-4.1-11",
            HOME,
            "action 55; activate 1",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-4.1-11, FRD-4.1-12",
        ),
        (
            "FRD-4.1-12",
            HOME,
            "action 55; strengthen 1",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-4.1-11, FRD-4.1-12",
        ),
        (
            "FRD-4.1-25",
            HOME,
            "action 55; activate 1",
            lambda g: g.refused(e.Activate(unit=1)),
            "FRD-4.1-11, FRD-4.1-25",
        ),
        (
            "FRD-4.1-13",
            position("KI-5 sov i1", hands={"sov": ("35",)}),
            "event 35; strengthen 1 1",
            lambda g: g.strengths(1),
            [3],
        ),
        ("FRD-4.1-14", LINE, "action 55", lambda g: g.refused(e.Strengthen(unit=1)), "FRD-4.1-14"),
        (
            "FRD-4.1-14",
            position("KI-4 sov i2", "KI-4 fin i2", side="fin", hands={"fin": ("15",)}),
            "event 15; strengthen 2",
            lambda g: g.strengths(2),
            [3],
        ),
        (
            "FRD-4.1-26",
            position("KI-5 sov i2 i2", "KI-4 fin i2"),
            "action 55; strengthen 1; activate 2; enough; move 2 KI-4",
            lambda g: g.legal("strengthen"),
            [],
        ),
        (
            "FRD-4.1-27",
            position("KI-4 sov i2", "KI-4 fin i2", hands={"sov": ("35",)}),
            "event 35",
            lambda g: g.strengths(1),
            [2],
        ),
        (
            "FRD-4.1-27",
            position("KI-4 sov i2", "KI-4 fin i2", "KI-5 sov i1", hands={"sov": ("35",)}),
            "event 35",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-4.1-14, FRD-4.1-27",
        ),
        (
            "FRD-4.1-31",
            position("KI-4 sov i1", "LK-5 sov i1"),
            "action 30",
            lambda g: g.legal("strengthen"),
            ["strengthen 1", "strengthen 2"],
        ),
        (
            "FRD-4.1-32",
            LINE,
            "action 55; activate 1; done; done; done",
            lambda g: (g.asked, g.state.activated),
            ("fin", ()),
        ),
        ("FRD-4.1-32", LINE, "action 55; activate 1; done; stay", lambda g: g.legal("attack"), ["attack KI-4"]),
        (
            "FRD-4.1-32",
            position("KI-4 fin i1", "KI-5 sov i1", side="fin", hands={"fin": ("24",)}),
            "event 24; withdraw 1",
            lambda g: g.happened(e.Activate),
            [],
        ),
        (
            "FRD-4.1-32",
            position("SU-3 sov i1 i1", hands={"sov": ("44",)}),
            "event 44; activate 1 2",
            lambda g: g.state.activated,
            (1, 2),
        ),
        (
            "FRD-4.1-32",
            position("KI-3 sov i1 i1", hands={"sov": ("53",)}),
            "event 53; activate 1; done",
            lambda g: g.state.activated,
            (1,),
        ),
    ),
)
def test_points_and_events(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


KEPT = position("KI-5 sov i2", "KI-4 fin i2", side="fin", hands={"fin": ("05", "07"), "sov": ("55", "30")})
BATTLE = "action 55; activate 1; move 1 KI-4"


@pytest.mark.parametrize(
    ("clause", "card", "expected"),
    clauses(("FRD-4.1-29", "05", "removed"), ("FRD-4.1-29", "07", "discard")),
)
def test_a_kept_card_stays_in_front_until_it_is_used(clause: str, card: str, expected: str) -> None:
    game = Game(KEPT).play(f"event {card}")
    assert game.piles("fin", card) == "tableau"
    game.play(f"{BATTLE}; use {card}")
    assert game.piles("fin", card) == expected


@pytest.mark.clause("FRD-4.1-29")
def test_a_kept_card_stays_over_turns() -> None:
    game = Game(position(side="fin", impulse=8, hands={"fin": ("05",)})).play("event 05; roll 1")
    assert (game.state.turn, game.piles("fin", "05")) == (4, "tableau")


@pytest.mark.clause("FRD-4.1-30")
def test_a_kept_card_is_not_used_in_the_impulse_that_plays_it() -> None:
    """Its event is the whole impulse: no battle comes before the next one."""
    contested = position("KI-4 sov i2", "KI-4 fin i2", side="fin", hands={"fin": ("07", "01"), "sov": ("30",)})
    game = Game(contested).play("event 07")
    assert (game.asked, game.happened(e.BattleDeclared), game.happened(e.UseCard)) == ("sov", [], [])


# Hands


def refill(hand: int, bag: int, discard: int, new_turn: int = 3) -> Game:
    """SOV at the start of a turn with so many old cards; one-shot or not does not matter here."""
    old = [card for card in DATA.deck["sov"] if DATA.cards[card].turn < new_turn]
    piles = old[:hand], old[hand : hand + bag], old[hand + bag : hand + bag + discard]
    state = position(
        turn=new_turn - 1,
        frames=(e.AskIntervention(side="fin"),),
        hands={"sov": tuple(piles[0])},
        bags={"sov": tuple(piles[1])},
        discards={"sov": tuple(piles[2])},
    )
    return Game(state).play("roll 1")


def sizes(game: Game) -> tuple[int, int, int]:
    return tuple(list(pile.values()).count("sov") for pile in (game.state.hands, game.state.bags, game.state.discards))  # type: ignore[return-value]


def draw_all(game: Game) -> Game:
    """SOV draws as long as he is asked to."""
    while isinstance(asked := game.request, Draw) and asked.by == "sov":
        game.play(f"draw {asked.bag[0]}")
    return game


@pytest.mark.parametrize(
    ("clause", "turn", "hand", "bag", "discard", "drawn", "reshuffles", "left"),
    clauses(
        ("FRD-4.1-01", 3, 0, 6, 0, 4, 0, (8, 2, 0)),
        ("FRD-4.1-15", 3, 0, 4, 0, 4, 0, (8, 0, 0)),
        ("FRD-4.1-16", 3, 0, 6, 0, 4, 0, (8, 2, 0)),
        ("FRD-4.1-17", 3, 0, 2, 5, 4, 1, (8, 3, 0)),
        ("FRD-4.1-18", 3, 0, 4, 5, 4, 0, (8, 0, 5)),
        ("FRD-4.1-18", 3, 0, 6, 5, 4, 0, (8, 2, 5)),
        ("FRD-4.1-22", 2, 0, 0, 7, 3, 1, (8, 4, 0)),
        ("FRD-1-20", 3, 0, 1, 0, 1, 0, (5, 0, 0)),
        ("FRD-S-03", 3, 0, 1, 3, 4, 1, (8, 0, 0)),
    ),
)
def test_filling_up_the_hand(
    clause: str, turn: int, hand: int, bag: int, discard: int, drawn: int, reshuffles: int, left: tuple[int, ...]
) -> None:
    """Turn 2 brings SOV five cards, turn 3 four."""
    game = draw_all(refill(hand, bag, discard, turn))
    assert len([event for event in game.happened(e.Drawn) if event.by == "sov"]) == drawn
    assert len([event for event in game.happened(e.Reshuffled) if event.side == "sov"]) == reshuffles
    assert sizes(game) == left
    assert set(DATA.dealt["sov"][turn]) <= set(by_side(game.state.hands)["sov"])


@pytest.mark.clause("FRD-4.1-17")
def test_the_bag_is_used_up_before_the_discard_is_mixed_in() -> None:
    """Trap 18: a bag of two, four needed: two draws, a reshuffle, two draws."""
    game = draw_all(refill(0, 2, 5))
    words = {e.Drawn: "draw", e.Reshuffled: "reshuffle"}
    assert [words[type(ev)] for ev in game.events if type(ev) in words] == ["draw", "draw", "reshuffle", "draw", "draw"]


@pytest.mark.parametrize("clause", clauses(("FRD-4.1-23",), ("FRD-4.1-15",)))
def test_new_cards_come_to_the_hand_before_any_draw(clause: str) -> None:
    game = refill(0, 6, 0)
    began = game.events.index(Began(turn=3))
    assert [type(event) for event in game.events[began + 1 : began + 3]] == [e.CardsDealt, e.CardsDealt]
    assert game.happened(e.Drawn) == []
    assert by_side(game.state.hands)["sov"] == DATA.dealt["sov"][3]
    assert not set(by_side(game.state.bags)["sov"]) & set(DATA.dealt["sov"][3])


@pytest.mark.clause("FRD-4.1-16")
def test_turn_one_draws_nothing() -> None:
    game = Game.from_start()
    assert (*map(len, by_side(game.state.hands).values()), game.frame) == (8, 8, e.AskCard)


@pytest.mark.clause("FRD-4.1-19")
def test_a_one_shot_event_never_returns() -> None:
    state = position(
        turn=2,
        side="fin",
        impulse=8,
        hands={"fin": ("02",)},
        discards={"fin": ("01", "03", "04"), "sov": ("29",)},
    )
    game = Game(state).play("event 02; roll 1; draw 29; draw 01; draw 03; draw 04")
    assert game.piles("fin", "02") == "removed"
    assert (len(by_side(game.state.hands)["fin"]), game.frame) == (7, e.AskCard)


@pytest.mark.clause("FRD-4.1-01")
@pytest.mark.clause("FRD-V-01")
def test_a_hand_is_hidden_from_the_opponent() -> None:
    state = position(hands={"sov": ("30", "31"), "fin": ("01",)})
    assert by_side(SPEC.sight.view(DATA, state, "fin").state.hands) == {"sov": (), "fin": ("01",)}


# The printed examples


@pytest.mark.clause("FRD-4.1-20")
def test_example_baltic_bases_and_olympic_success() -> None:
    game = Game(BALTIC).play("event 41; place KI; place LK")
    placed = [(event.type, event.strength) for event in game.happened(e.UnitPlaced)]
    assert placed == [("infantry", 2), ("infantry", 2)]
    assert game.piles("sov", "41") == "removed"
    game.play("action 02; strengthen 2 3")
    assert (game.strengths(2, 3), game.refused(e.Activate(unit=2))) == ([3, 3], "FRD-4.1-11, FRD-4.1-25")
    game.play("activate 4; move 4 KI-2")
    assert (game.piles("fin", "02"), game.boxes(4), game.asked) == ("discard", ["KI-2"], "sov")


@pytest.mark.clause("FRD-4.1-21")
def test_example_red_earth_coalition_for_its_points() -> None:
    game = Game(SKI).play("action 04; strengthen 1; activate 2 3")
    assert (game.strengths(1), game.legal("move 1")) == ([3], [])
    assert game.legal("move") == ["move 2 KI-3", "move 2 KI-5", "move 3 KI-3", "move 3 KI-5"]
    game.play("move 2 KI-3; move 3 KI-3")
    assert (game.asked, game.boxes(2, 3)) == ("sov", ["KI-3", "KI-3"])


@pytest.mark.clause("FRD-4.1-22")
def test_example_the_second_turn() -> None:
    """Five new cards; the discard of turn 1, without the removed cards, becomes the bag; three are drawn."""
    state = position(
        turn=1,
        frames=(e.AskIntervention(side="fin"),),
        hands={},
        discards={"sov": ("29", "30", "32", "34", "35", "36")},
        removed={"sov": ("31", "33")},
    )
    game = Game(state).play("roll 3")
    assert by_side(game.state.hands)["sov"] == ("37", "38", "39", "40", "41")
    assert game.happened(e.Reshuffled) == [e.Reshuffled(side="sov", cards=("29", "30", "32", "34", "35", "36"))]
    game.play("draw 30; draw 36; draw 29")
    assert (len(by_side(game.state.hands)["sov"]), by_side(game.state.bags)["sov"]) == (8, ("32", "34", "35"))
    assert by_side(game.state.removed)["sov"] == ("31", "33")
