"""Who knows what (3.3): the views of both seats, and what they are told of events."""

from typing import Any

import msgspec
import pytest
from tests.freezing.kit import DATA, Game, by_side, clauses, position, whole_game

from wardiary.core.games.freezing.board import board
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.games.freezing.view import FreezingView, view
from wardiary.core.state import State
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES
from wardiary.events.kinds import Event

HANDS = {"sov": ("29", "30", "42"), "fin": ("01", "04", "14")}
BAGS = {"sov": ("34", "35"), "fin": ("06", "07")}
HIDDEN = position("KI-4 sov i1", turn=3, hands=HANDS, bags=BAGS, discards={"sov": ("45",)}, tableaux={"fin": ("05",)})


def seen(state: Any, seat: str) -> FreezingView:
    found = SPEC.sight.view(DATA, state, seat)
    assert isinstance(found, FreezingView)
    return found


def swapped(side: str, one: str, other: str) -> Any:
    """The hidden position with a card of the hand and a card of the bag of a side changed for each other."""
    change = {one: other, other: one}
    hands = {s: tuple(sorted(change.get(c, c) if s == side else c for c in cards)) for s, cards in HANDS.items()}
    bags = {s: tuple(sorted(change.get(c, c) if s == side else c for c in cards)) for s, cards in BAGS.items()}
    return position("KI-4 sov i1", turn=3, hands=hands, bags=bags, discards={"sov": ("45",)}, tableaux={"fin": ("05",)})


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("FRD-V-01", by_side(seen(HIDDEN, "fin").state.hands), {"sov": ("42",), "fin": HANDS["fin"]}),
        ("FRD-V-01", seen(HIDDEN, "fin").hand_sizes, {"sov": 3, "fin": 3}),
        ("FRD-V-02", by_side(seen(HIDDEN, "fin").state.bags), {"sov": (), "fin": BAGS["fin"]}),
        ("FRD-V-02", seen(HIDDEN, "fin").bag_sizes, {"sov": 2, "fin": 2}),
        ("FRD-V-02", by_side(seen(HIDDEN, "sov").state.bags)["sov"], BAGS["sov"]),
        ("FRD-V-03", seen(HIDDEN, "fin").unseen, {"sov": ("29", "30", "34", "35")}),
        ("FRD-V-03", seen(HIDDEN, "sov").unseen, {"fin": ("01", "04", "06", "07")}),
        ("FRD-V-04", by_side(seen(HIDDEN, "sov").state.hands)["fin"], ("14",)),
        (
            "FRD-V-06",
            (seen(HIDDEN, "sov").state.units, seen(HIDDEN, "sov").state.control),
            (HIDDEN.units, HIDDEN.control),
        ),
        (
            "FRD-V-06",
            (seen(HIDDEN, "sov").state.tableaux, seen(HIDDEN, "sov").state.discards),
            (HIDDEN.tableaux, HIDDEN.discards),
        ),
    ),
)
def test_a_seat_sees(clause: str, found: object, expected: object) -> None:
    assert found == expected


@pytest.mark.clause("FRD-V-03")
@pytest.mark.parametrize(("side", "one", "other", "observer"), [("sov", "29", "34", "fin"), ("fin", "04", "06", "sov")])
def test_a_view_does_not_tell_the_hand_from_the_bag(side: str, one: str, other: str, observer: str) -> None:
    """Trap 24: not a byte of the opponent's view changes when a hidden old card changes places."""
    world, twin = HIDDEN, swapped(side, one, other)
    assert world.hands != twin.hands
    assert msgspec.json.encode(seen(world, observer)) == msgspec.json.encode(seen(twin, observer))
    assert board(DATA, seen(world, observer)) == board(DATA, seen(twin, observer))
    assert msgspec.json.encode(seen(world, side)) != msgspec.json.encode(seen(twin, side))
    assert msgspec.json.encode(seen(world, "")) == msgspec.json.encode(seen(twin, ""))


def test_a_spectator_sees_no_hand() -> None:
    assert by_side(seen(HIDDEN, "").state.hands) == {"sov": ("42",), "fin": ("14",)}
    assert sorted(seen(HIDDEN, "").unseen) == ["fin", "sov"]


DRAW = e.Drawn(deck="sov", by="sov", cards=("30",), source="seed")


@pytest.mark.parametrize(
    ("clause", "event", "seat", "expected"),
    clauses(
        ("FRD-V-05", DRAW, "sov", DRAW),
        ("FRD-V-05", DRAW, "fin", msgspec.structs.replace(DRAW, cards=("?",))),
        ("FRD-V-05", DRAW, "", msgspec.structs.replace(DRAW, cards=("?",))),
        ("FRD-V-05", e.Reshuffled(side="sov", cards=("29",)), "fin", e.Reshuffled(side="sov", cards=("29",))),
        ("FRD-V-04", e.CardsDealt(side="sov", cards=("42",)), "fin", e.CardsDealt(side="sov", cards=("42",))),
        ("FRD-V-06", e.PlayCard(card="42", mode="event"), "fin", e.PlayCard(card="42", mode="event")),
    ),
)
def test_a_seat_is_told(clause: str, event: Any, seat: str, expected: Any) -> None:
    assert SPEC.sight.redactions[type(event)](HIDDEN, event, seat) == expected


@pytest.mark.clause("FRD-V-06")
def test_orders_outcomes_and_frames_are_told_to_everybody() -> None:
    every: tuple[type[Event], ...] = (*e.ORDERS, *e.OUTCOMES, *e.FRAMES, e.Rolled)
    for kind in every:
        told: Any = SPEC.sight.redactions[kind](None, kind, "fin")
        assert told is kind


@pytest.mark.parametrize("seat", SIDES)
def test_a_view_leaves_the_state_as_it_is(seat: str) -> None:
    state: State = whole_game()[1][200]
    before = msgspec.json.encode(state)
    view(DATA, whole_game()[1][200], seat)
    assert msgspec.json.encode(state) == before


def test_the_same_game_looks_different_from_each_seat() -> None:
    game = Game(HIDDEN)
    assert board(DATA, seen(game.state, "sov")) != board(DATA, seen(game.state, "fin"))
