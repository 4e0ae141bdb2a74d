"""The greedy player: legal, the same every time, and better than random from each seat."""

from functools import cache
from math import sqrt

import pytest
from tests.freezing.kit import RULES
from tests.scripted.whole import played_out

from wardiary.core.games.freezing.players import greedy
from wardiary.core.state import state_digest
from wardiary.events.common import Ended
from wardiary.events.freezing import SIDES

GAMES = 24


@cache
def played(seed: int, greedy_side: str) -> tuple[Ended, str]:
    """The result of a game in which one side is greedy ("" for none), and a digest of its end."""
    state = played_out(RULES, f"duel {seed}", players={greedy_side: greedy} if greedy_side else {})
    return state.result, state_digest(state)


def share(result: Ended, side: str) -> float:
    return 0.5 if not result.winners else float(side in result.winners)


@pytest.mark.parametrize("side", SIDES)
def test_greedy_beats_random_from_each_seat(side: str) -> None:
    """Same opponent, same seeds: by 20 points of result share at least, the interval of the difference above 0."""
    gains = [share(played(seed, side)[0], side) - share(played(seed, "")[0], side) for seed in range(GAMES)]
    mean = sum(gains) / GAMES
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (GAMES - 1) / GAMES)
    assert mean >= 0.2
    assert mean - 1.96 * error > 0


def test_the_same_game_is_played_again() -> None:
    first = played(0, "sov")
    played.cache_clear()
    assert played(0, "sov") == first


@pytest.mark.long
def test_random_games_end_within_the_rules_and_in_every_way() -> None:
    results: dict[str, int] = {}
    for seed in range(2_000):
        kind = played(seed, "")[0].kind
        results[kind] = results.get(kind, 0) + 1
    assert sum(results.values()) == 2_000
    assert {"sov_partial", "fin_partial", "draw"} <= set(results)
