"""The greedy player: legal, the same every time, better than random from each seat, on what its seat sees."""

from functools import cache
from math import sqrt

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, position
from tests.scripted.whole import played_out

from wardiary.core.games.helsinki.charts import Terms
from wardiary.core.games.helsinki.players.common import largest, prospect
from wardiary.core.players import SeatDecision
from wardiary.core.state import encode_state
from wardiary.events import helsinki as e
from wardiary.events.common import Ended

GAMES = 6
GREEDY = SPEC.players["greedy"]


@cache
def played(seed: int, scenario: str, greedy_seats: tuple[str, ...]) -> tuple[Ended, bytes]:
    """The result of a game in which these seats are greedy and all others random."""
    state = played_out(RULES, f"duel {seed}", scenario, dict.fromkeys(greedy_seats, GREEDY))
    return state.result, encode_state(state)


@pytest.mark.parametrize(
    ("scenario", "seat"), [("three", "german"), ("three", "red"), ("three", "white"), ("two", "german"), ("two", "red")]
)
def test_greedy_beats_random_from_each_seat(scenario: str, seat: str) -> None:
    """Same opponents, same seeds: 20 points of result share more than random, or 90 % and no worse than random.

    Random Reds walk out of the flags, so Germans and Whites win against them whoever plays.
    """
    mine = [float(seat in played(seed, scenario, (seat,))[0].winners) for seed in range(GAMES)]
    random = [float(seat in played(seed, scenario, ())[0].winners) for seed in range(GAMES)]
    gains = [one - other for one, other in zip(mine, random, strict=True)]
    mean = sum(gains) / GAMES
    if sum(mine) / GAMES >= 0.9:
        assert mean >= 0
        return
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (GAMES - 1) / GAMES)
    assert mean >= 0.2
    assert mean - 1.96 * error > 0


def test_the_same_game_is_played_again() -> None:
    first = played(0, "three", ("red",))
    played.cache_clear()
    assert played(0, "three", ("red",)) == first


def test_greedy_seats_end_their_games_and_both_sides_win_some() -> None:
    """Within ten games; no more are played than it takes."""
    found: set[str] = set()
    for seed in range(10):
        found |= set(played(seed, "two", ("german", "red"))[0].winners)
        if found == {"german", "red"}:
            return
    raise AssertionError(f"ten games, all won by {found}")


def test_only_the_largest_order_to_a_hex_is_looked_at() -> None:
    orders = [e.Move(hex="0104", count=1), e.Move(hex="0104", count=2), e.Move(hex="0105", count=1), e.Done()]
    assert largest(orders) == [orders[1], orders[2], orders[3]]
    assert largest(orders, lambda cell: 1) == [orders[0], orders[2], orders[3]]


def test_more_dice_promise_more_and_more_terrain_less() -> None:
    assert prospect(Terms(3, 0, 0, 1)) > prospect(Terms(1, 0, 0, 1)) > prospect(Terms(1, 0, 0, 4))


def test_greedy_germans_do_not_give_their_last_time_away() -> None:
    s = position(german="0104 3", german_hqs="0104E", hands={"german": ("GS07",)})
    sight = SeatDecision(RULES, s, RULES.request(s), "german", b"seed", 1)
    assert GREEDY(sight) == e.PlayCard(card="GS07")
    assert sight.data is DATA
