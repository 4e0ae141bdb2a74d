"""Whole games: they end within the rules, nothing breaks an invariant, the fold and the derived values hold."""

from functools import cache

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC
from tests.scripted.whole import played_out, whole_game

from wardiary.core.games.helsinki.evolve import EVOLVE
from wardiary.core.games.helsinki.queries import command_hexes, direct_hexes
from wardiary.core.games.helsinki.state import HelsinkiState, board_of
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, encode_state
from wardiary.events.helsinki import SIDES

ENDS = {"red_major", "red_minor", "german_major", "white_major", "shared", "allied_major", "allied_minor"}
INITIATIVES_MAX = 2000


@pytest.mark.parametrize("scenario", ["three", "two"])
@pytest.mark.parametrize("seed", ["a", "b"])
def test_nothing_breaks_in_a_random_game(seed: str, scenario: str) -> None:
    folded, state = HelsinkiState(), HelsinkiState()
    for events, state in zip(*whole_game(RULES, f"whole {seed}", scenario), strict=True):
        assert SPEC.rules.faults(DATA, state) == []
        for event in events:
            assert isinstance(SPEC.words.narration[type(event)](DATA, folded, event), str)
            EVOLVE[type(event)](folded, event)
        assert folded.frames == state.frames
    assert encode_state(folded) == encode_state(state)
    assert state.result is not None
    assert state.result.kind in ENDS


def test_what_is_derived_is_the_same_when_built_again() -> None:
    for number, state in enumerate(whole_game(RULES, "derived", "three")[1]):
        if number % 7 == 0:
            fresh = copy_state(state)
            fresh.forget()
            assert board_of(fresh) == board_of(state)
            for side in SIDES:
                assert direct_hexes(DATA, fresh, side) == direct_hexes(DATA, state, side)
                for night in (False, True):
                    assert command_hexes(DATA, fresh, side, night) == command_hexes(DATA, state, side, night)


@cache
def ends(scenario: str, count: int) -> list[tuple[str, int]]:
    games = (played_out(RULES, f"games.{number}", scenario) for number in range(count))
    return [(s.result.kind, s.turn) for s in games]


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_random_games_end(scenario: str) -> None:
    found = ends(scenario, 8)
    assert len(found) == 8
    assert {kind for kind, _ in found} <= ENDS
    assert max(turn for _, turn in found) < INITIATIVES_MAX


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["three", "two"])
def test_a_thousand_random_games_end(scenario: str) -> None:
    assert len(ends(scenario, 1000)) == 1000


def test_what_is_barred_is_refused_with_the_same_reason_and_not_listed() -> None:
    seen = 0
    for state in whole_game(RULES, "barred", "two")[1][::25]:
        if isinstance(request := RULES.request(state), Choice):
            legal = list(RULES.legal(state))
            for order, reason in RULES.barred(state, request.seats[0]):
                seen += 1
                assert order not in legal
                assert RULES.refusal(state, order) == reason
    assert seen > 100
