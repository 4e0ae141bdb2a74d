"""The sequence of play (1) and the machine behind it (S-01 to S-04, S-23), held against a whole random game."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

import pytest
from tests.freezing.kit import (
    DATA,
    RULES,
    Game,
    What,
    by_side,
    clauses,
    game_with,
    named,
    outcome,
    position,
    replaced,
    whole_game,
)

from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.events import freezing as e
from wardiary.events.common import Back, Began, Checkpoint, Ended
from wardiary.events.freezing import SIDES
from wardiary.events.kinds import Chance, Event, Frame, Order

TURNS = range(1, 7)


def log() -> list[Event]:
    return [event for step in whole_game()[0] for event in step]


def turn_of(number: int) -> list[Event]:
    """The events of a turn, from its beginning to the next one's."""
    events, begins = log(), [at for at, event in enumerate(log()) if isinstance(event, Began)]
    return events[begins[number - 1] : (*begins, len(events))[number]]


def players(number: int) -> list[str]:
    """Who plays the cards of a turn, in order."""
    return [DATA.cards[event.card].side for event in turn_of(number) if isinstance(event, e.PlayCard)]


def kinds(number: int) -> list[str]:
    """What kinds of things happen in a turn, in order, each once in a row."""
    words: dict[type[Event], str] = {
        Began: "began",
        e.CardsDealt: "dealt",
        e.Drawn: "drawn",
        e.PlayCard: "played",
        e.InterventionRolled: "intervention",
        e.TurnEnded: "ended",
        Ended: "over",
    }
    return [word for word, _ in groupby(words[type(event)] for event in turn_of(number) if type(event) in words)]


def per_turn(what: Any) -> list[Any]:
    return [what(number) for number in TURNS]


def draws_by(number: int) -> list[str]:
    return [event.by for event in turn_of(number) if isinstance(event, e.Drawn)]


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("FRD-1-07", per_turn(lambda n: [players(n).count(side) for side in SIDES]), [[8, 8]] * 6),
        ("FRD-1-08", per_turn(lambda n: players(n)[0]), ["sov"] * 6),
        ("FRD-1-09", per_turn(players), [["sov", "fin"] * 8] * 6),
        ("FRD-1-10", per_turn(lambda n: kinds(n).count("intervention")), [1] * 6),
        ("FRD-1-11", per_turn(lambda n: kinds(n)[-3:])[:5], [["played", "intervention", "ended"]] * 5),
        ("FRD-1-11", kinds(6)[-3:], ["intervention", "ended", "over"]),
        ("FRD-1-12", [event.turn for event in log() if isinstance(event, Began)], list(TURNS)),
        (
            "FRD-1-13",
            per_turn(lambda n: [ev.cards for ev in turn_of(n) if isinstance(ev, e.CardsDealt)]),
            [[DATA.dealt[side][n] for side in SIDES] for n in TURNS],
        ),
        ("FRD-1-14", per_turn(kinds)[1:5], [["began", "dealt", "drawn", "played", "intervention", "ended"]] * 4),
        ("FRD-1-18", sum(isinstance(ev, e.Rolled) and ev.purpose == "intervention" for ev in log()), 6),
        ("FRD-1-21", per_turn(draws_by), [sorted(draws_by(n), reverse=True) for n in TURNS]),
        (
            "FRD-1-21",
            per_turn(lambda n: [ev.side for ev in turn_of(n) if isinstance(ev, e.CardsDealt)]),
            [["sov", "fin"]] * 6,
        ),
        ("FRD-4.1-01", [len(set(players(n))) and players(n).count("fin") for n in TURNS], [8] * 6),
    ),
)
def test_a_whole_game_follows_the_sequence_of_play(clause: str, found: object, expected: object) -> None:
    assert found == expected


@pytest.mark.parametrize("clause", clauses(("FRD-1-15",), ("FRD-4.1-02",)))
def test_an_impulse_is_one_card_and_its_effects(clause: str) -> None:
    cards = [event for event in log() if isinstance(event, e.PlayCard | e.ImpulseEnded)]
    assert len(cards) == 2 * 96
    for played, ended in zip(cards[::2], cards[1::2], strict=True):
        assert (type(played), type(ended), played.card) == (e.PlayCard, e.ImpulseEnded, ended.card)


def frames_after(game: Game) -> list[str]:
    return [name.removeprefix("Ask") for name in named(game.events) if name.startswith("Ask")]


LINE = position("KI-4 sov i1", "KI-5 sov i1", "KI-3 fin i1", "LK-3 fin i1", "LK-3 sov i1")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-1-16",
            LINE,
            "action 55; activate 1; activate 5; enough; move 1 KI-5; stay; attack LK-3; roll 1; roll 1",
            frames_after,
            ["Allocating", "Moves", "Battles", "Battle", "Battle", "Card"],
        ),
        ("FRD-1-17", LINE, "event 30", lambda g: (g.asked, g.frame), ("fin", e.AskCard)),
        (
            "FRD-1-17",
            position("KI-4 sov i1", hands={"sov": ("31",)}),
            "event 31; place KI",
            lambda g: g.happened(e.AskMoves) + g.happened(e.AskAllocating),
            [],
        ),
        ("FRD-1-19", LINE, "", lambda g: {name.split()[0] for name in g.legal()}, {"action", "event"}),
        (
            "FRD-1-19",
            LINE,
            "action 55; done",
            lambda g: (g.asked, g.happened(e.PointsSpent)),
            ("fin", [e.PointsSpent(lost=4)]),
        ),
        (
            "FRD-4.1-24",
            LINE,
            "action 55; activate 1; done; done",
            lambda g: g.happened(e.PointsSpent),
            [e.PointsSpent(activated=(1,), lost=3)],
        ),
        (
            "FRD-1-20",
            position(side="fin", impulse=3, hands={"fin": ("01", "26")}),
            "event 01",
            lambda g: (g.happened(e.ImpulsePassed), g.asked, g.request.frame.impulse),
            ([e.ImpulsePassed(side="sov")], "fin", 4),
        ),
        (
            "FRD-1-20",
            position(side="sov", impulse=3, hands={"sov": ("30", "55")}),
            "event 30",
            lambda g: (g.happened(e.ImpulsePassed), g.asked, g.request.frame.impulse),
            ([e.ImpulsePassed(side="fin")], "sov", 4),
        ),
        (
            "FRD-1-10",
            position(side="fin", impulse=8, turn=1, hands={"fin": ("01",)}),
            "event 01",
            Game.purpose,
            "intervention",
        ),
        (
            "FRD-5-03",
            position(side="fin", impulse=8, turn=6, hands={"fin": ("01",)}),
            "event 01",
            Game.purpose,
            "intervention",
        ),
    ),
)
def test_impulses(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


def requests() -> Iterator[tuple[Any, Any]]:
    """Each request of the whole game with the state it stands in."""
    for state in whole_game()[1]:
        yield RULES.request(state), state


@pytest.mark.clause("FRD-S-01")
def test_no_order_is_asked_for_when_only_one_answer_is_legal() -> None:
    sizes = [len(RULES.legal(state)) for request, state in requests() if isinstance(request, Choice)]
    assert min(sizes) == 2
    assert len(sizes) > 300


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-S-01",
            position("KI-5 sov i2", "KI-4 fin i1"),
            "action 55; activate 1; move 1 KI-4",
            Game.purpose,
            "battle.defence.infantry",
        ),
        (
            "FRD-S-01",
            position("KI-6 sov i2", hands={"sov": ("49",)}),
            "event 49",
            lambda g: len(g.happened(e.UnitPlaced)),
            2,
        ),
        (
            "FRD-S-01",
            position("KI-5 sov i2", "KI-4 fin i1"),
            "action 55; activate 1; move 1 KI-4; roll 6",
            lambda g: g.happened(e.UnitHit),
            [e.UnitHit(unit=1, strength=1)],
        ),
        ("FRD-S-01", position("LK-3 sov i4"), "action 30; activate 1", lambda g: g.frame, e.AskMoves),
        (
            "FRD-S-02",
            position("KI-5 sov i1 i1"),
            "action 30; activate 1",
            lambda g: g.legal(),
            ["activate 2", "strengthen 2", "done"],
        ),
        (
            "FRD-S-02",
            position("KI-6 sov i1 i1", "KI-5 sov i1 i1 i1"),
            "action 30; activate 1; activate 2; move 1 KI-5",
            lambda g: g.legal("move"),
            [],
        ),
    ),
)
def test_forced_answers_are_taken_and_lists_are_made_anew(
    clause: str, state: Any, script: str, what: What, expected: object
) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-S-02")
def test_units_are_numbered_as_they_are_created() -> None:
    numbers = [event.unit for event in log() if isinstance(event, e.UnitPlaced)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [event.side for event in log() if isinstance(event, e.UnitPlaced)][:22] == ["sov"] * 11 + ["fin"] * 11


def test_orders_name_cards_units_and_boxes_by_their_ids() -> None:
    game = Game(position("KI-5 sov i1 i1"))
    assert game.refused(e.PlayCard(card="31", mode="event")) == "FRD-4.1-01"
    assert game.play("action 30").refused(e.Activate(unit=9)) == "FRD-4.1-09"


@pytest.mark.clause("FRD-S-03")
def test_a_bag_is_unordered_and_every_card_of_it_may_come() -> None:
    asked = [request for request, _ in requests() if isinstance(request, Draw)]
    assert len(asked) > 30
    assert all(request.count == 1 and list(request.bag) == sorted(request.bag) for request in asked)
    assert min(len(request.bag) for request in asked) >= 1
    state = position(turn=2, frames=(e.AskRefill(side="sov"),), hands={}, bags={"sov": ("29", "30", "34")})
    for card in by_side(state.bags)["sov"]:
        assert Game(state).play(f"draw {card}").piles("sov", card) == "hand"
    assert "rolled" not in Game(state).refused(e.Drawn(deck="sov", by="sov", cards=("55",), source="typed"))
    assert Game(state).refused(e.Drawn(deck="sov", by="sov", cards=("55",), source="typed")) != ""


@pytest.mark.clause("FRD-S-23")
def test_there_is_no_other_chance_than_draws_pools_and_the_intervention_die() -> None:
    happened = [event for event in log() if isinstance(event, Chance)]
    draws = [event for event in happened if isinstance(event, e.Drawn)]
    rolls = [event for event in happened if isinstance(event, e.Rolled)]
    assert len(draws) + len(rolls) == len(happened)
    assert {len(event.cards) for event in draws} == {1}
    assert {event.purpose.split(".")[0] for event in rolls} == {"battle", "intervention"}
    assert {len(event.dice) for event in rolls if event.purpose == "intervention"} == {1}
    for request, state in requests():
        if isinstance(request, Roll) and request.purpose != "intervention":
            assert state.battle is not None
            assert request.count <= 16


@pytest.mark.clause("FRD-S-04")
def test_when_the_game_is_decided_nothing_follows() -> None:
    state = position("KI-2 sov i1 i2", "KI-1 fin i1", hands={"sov": ("55", "30")})
    game = Game(state).play("action 55; activate 1; activate 2; enough; move 1 KI-1; move 2 KI-1; roll 1; roll 6 1 1")
    assert game.result == "sov_total"
    told = ["BattleEnded", "ControlChanged", "FrontTaken", "Ended", "Back", "Checkpoint"]
    assert named(game.step)[-len(told) :] == told
    assert (game.state.card, game.piles("sov", "55"), game.legal(), game.over()) == ("55", "", [], True)
    assert game.refused(e.Done()) == "the game is over"
    assert game.state.frames == ()


@pytest.mark.clause("FRD-S-04")
def test_hits_still_due_are_not_taken_when_an_event_decides_the_game() -> None:
    """Card 51 strikes a front line here, and has a second operation that does not come any more."""
    struck = '{ op = "HIT", hits = 3, victim = "fin", fronts = ["KI"], front_line = true }, { op = "ROLL", drm = -2 }'
    rules = game_with(cards=replaced('{ op = "WEAK", units = 3 }', struck))
    state = position("KI-1 fin i1", "KI-1 sov i1", "KI-2 fin i4", hands={"sov": ("51",)})
    game = Game(state, rules).play("event 51")
    assert (game.result, game.happened(e.InterventionModified), game.state.due["fin"]) == ("sov_total", [], 2)


def test_steps_are_an_input_and_outcomes_and_turns_end_with_a_checkpoint() -> None:
    steps = whole_game()[0]
    assert all(isinstance(step[0], Order | Chance) for step in steps[1:])
    assert not any(isinstance(event, Order | Chance) for step in steps for event in step[1:])
    for step in steps:
        turned = any(isinstance(event, Began | Ended) for event in step)
        assert isinstance(step[-1], Checkpoint) is turned
        assert sum(isinstance(event, Frame | Back) for event in step) <= 4


def test_no_two_rolls_of_a_game_share_a_label() -> None:
    labels = [(event.purpose, event.key, event.nth) for event in log() if isinstance(event, e.Rolled)]
    assert len(labels) == len(set(labels))


def test_every_state_of_a_whole_game_is_sound() -> None:
    for before, after in pairwise(whole_game()[1]):
        assert SPEC.rules.faults(DATA, after) == []
        assert after.turn - before.turn in (0, 1)
    assert isinstance(RULES.request(whole_game()[1][-1]), Over)
