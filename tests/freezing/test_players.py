"""The greedy player: legal, the same every time, and better than random from each seat."""

from functools import cache
from math import sqrt

import pytest
from tests.freezing.kit import RULES

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.contract import Player, Start
from wardiary.core.games.freezing.players import greedy
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.players import SeatDecision, random_player
from wardiary.core.requests import Choice, Over
from wardiary.core.state import state_digest
from wardiary.events.common import Ended
from wardiary.events.freezing import SIDES
from wardiary.replay.chance import KeyedSource, answer_chance

GAMES = 24


@cache
def played(seed: int, greedy_side: str) -> tuple[Ended, str]:
    """The result of a game in which one side is greedy ("" for none), and a digest of its end."""
    key = seed_bytes(f"duel {seed}")
    source = KeyedSource(key, "seed")
    state, _ = RULES.set_up(Start(scenario="winter-war"))
    for number in range(10_000):
        request = RULES.request(state)
        if isinstance(request, Over):
            return request.result, state_digest(state)
        if isinstance(request, Choice):
            (seat,) = request.seats
            player: Player = greedy if seat == greedy_side else random_player
            RULES.answer(state, player(SeatDecision(RULES, state, request, seat, key, number)))
        else:
            RULES.answer(state, answer_chance(SPEC.fold.codec, source, request))
    raise AssertionError("the game does not end")


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
