"""Whole games: they end, nothing that must hold is broken, caches never lie, and the fold is the live state."""

from collections import Counter

import pytest
from tests.brother.kit import DATA, RULES, position, whole_game
from tests.scripted.whole import played_out

from wardiary.core.fold import apply_all
from wardiary.core.games.brother.data import TURNS
from wardiary.core.games.brother.faults import faults
from wardiary.core.games.brother.queries import board_of, steps_of, supply_of
from wardiary.core.games.brother.state import BrotherState, Unit
from wardiary.core.state import copy_state, encode_state
from wardiary.events import brother as e
from wardiary.events.brother import UNIT_TYPES
from wardiary.events.common import Ended

SEEDS = ("one", "two", "three")


@pytest.mark.clause("BAB-2.1-14", "BAB-2.3-06", "BAB-2.3-23")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_must_hold_holds_after_every_step(seed: str) -> None:
    for state in whole_game(seed)[1]:
        assert faults(DATA, state) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fold_is_the_live_state_and_caches_are_what_would_be_built(seed: str) -> None:
    steps, states = whole_game(seed)
    folded = RULES.empty()
    for step, live in zip(steps, states, strict=True):
        apply_all(RULES.evolve, folded, step)
        assert encode_state(folded) == encode_state(live)
        fresh = copy_state(live)
        fresh.forget()
        assert board_of(live) == board_of(fresh)
        assert supply_of(DATA, live) == supply_of(DATA, fresh)
        for kind in UNIT_TYPES:
            assert steps_of(DATA, live, kind) == steps_of(DATA, fresh, kind)


def slow_supply(state: BrotherState, side: e.Side) -> set[str]:
    """Towns in supply by walking from town to town, as the rulebook says it."""
    own = {town for town, owner in state.controller.items() if owner == side}
    reached = own & set(DATA.strategic)
    while grown := {near for town in reached for near in DATA.near[town] if near in own} - reached:
        reached |= grown
    return reached


@pytest.mark.clause("BAB-4.4-02", "BAB-4.4-09")
def test_supply_by_bits_is_supply_by_walking() -> None:
    for state in whole_game("one")[1][::40]:
        for side in e.SIDES:
            bits = supply_of(DATA, state)[side]
            assert {town for town in DATA.towns if bits & DATA.bit[town]} == slow_supply(state, side)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_keeps_to_its_months_and_turns(seed: str) -> None:
    steps, states = whole_game(seed)
    last = states[-1].result
    assert isinstance(last, Ended)
    played = Counter(event.side for step in steps for event in step if isinstance(event, e.CardFinished))
    assert max(played.values()) <= sum(TURNS.values())
    assert states[-1].turn <= 2 * sum(TURNS.values())


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("units", {1: Unit("red_guard", True, "vaasa")}, "which the enemy controls (BAB-2.1-14)"),
        ("units", {1: Unit("red_guard", True, "moscow")}, "which is no town"),
        ("units", {n: Unit("civil_guard", True, "vaasa") for n in range(1, 5)}, "vaasa holds 4 units (BAB-2.3-06)"),
        ("units", {n: Unit("armoured_train", True, "viipuri") for n in range(1, 4)}, "3 of them trains (BAB-2.3-06)"),
        ("last_unit", -1, "has a number that was not given yet"),
        ("forts", ("turku", "turku"), "one for a town"),
        ("cut", ("pori-ahlainen",), "is no railway"),
        ("table", {"22": "white"}, "card 22 lies in 2 places"),
        ("hands", {"41": "white"}, "which is no card of it"),
        ("table", {"05": "white"}, "is no table card"),
        ("activated", (1,), "while no card is in play"),
        ("turn", 99, "turn 99 of 70"),
        ("card", "05", "a card is in play without a use"),
        ("due", {"white": -1, "red": 0}, "less than nothing"),
        ("controller", {"vaasa": "white"}, "not every town is controlled"),
    ],
)
def test_a_position_that_cannot_be_is_found_faulty(field: str, value: object, fault: str) -> None:
    state = position("vaasa CG", "viipuri RG")
    setattr(state, field, value)
    state.forget()
    assert any(fault in found or fault.split(" (")[0] in found for found in faults(DATA, state))


@pytest.mark.long
def test_two_thousand_random_games_end_within_the_rules() -> None:
    kinds: Counter[str] = Counter()
    for number in range(2_000):
        state = played_out(RULES, f"many {number}")
        assert faults(DATA, state) == []
        kinds[state.result.kind] += 1
    assert sum(kinds.values()) == 2_000
