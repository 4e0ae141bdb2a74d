"""Strengths by the model of Bradley and Terry: by hand, as printed, without bound, and held against a plain oracle."""

from itertools import pairwise
from math import exp, log, log1p, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardiary.replay.simulation.strength import ELO, Meeting, Rating, ratings

# Home team, away team, won at home, lost at home: the American League's Eastern Division of 1987, as printed in
# A. Agresti, Categorical Data Analysis (2nd edition, 2002), table 10.10.
BASEBALL = """
Milwaukee: Detroit 4 3, Toronto 4 2, New York 4 3, Boston 6 1, Cleveland 4 2, Baltimore 6 0
Detroit: Milwaukee 3 3, Toronto 4 2, New York 4 3, Boston 6 0, Cleveland 6 1, Baltimore 4 3
Toronto: Milwaukee 2 5, Detroit 4 3, New York 2 4, Boston 4 3, Cleveland 4 2, Baltimore 6 0
New York: Milwaukee 3 3, Detroit 5 1, Toronto 2 5, Boston 4 3, Cleveland 4 2, Baltimore 6 1
Boston: Milwaukee 5 1, Detroit 2 5, Toronto 3 3, New York 4 2, Cleveland 5 2, Baltimore 6 0
Cleveland: Milwaukee 2 5, Detroit 3 3, Toronto 3 4, New York 4 3, Boston 4 2, Baltimore 2 4
Baltimore: Milwaukee 2 5, Detroit 1 5, Toronto 1 6, New York 2 4, Boston 1 6, Cleveland 3 4
"""
TEAMS = ("Baltimore", "Cleveland", "Boston", "New York", "Toronto", "Detroit", "Milwaukee")


def baseball() -> list[Meeting]:
    found: list[Meeting] = []
    for line in BASEBALL.strip().splitlines():
        home, _, others = line.partition(": ")
        for other in others.split(", "):
            away, won, lost = other.rsplit(" ", 2)
            found.append(Meeting(players=(away, home), won=(int(lost), int(won))))
    return found


def two(*results: tuple[float, float]) -> list[Meeting]:
    """Games of `a` and `b`: as seated first, then with the seats changed."""
    return [Meeting(players=players, won=won) for players, won in zip((("a", "b"), ("b", "a")), results, strict=False)]


def only(found: tuple[Rating, ...]) -> Rating:
    """The one that is not the first."""
    first, second = found
    assert (first.strength, first.elo, first.low, first.high, first.error) == (0, 0, 0, 0, 0)
    return second


def test_a_season_of_baseball_is_as_it_is_printed() -> None:
    """Table 10.11: strengths with and without the advantage of playing at home, which is 0.302, error 0.131."""
    found = ratings(TEAMS, ("away", "home"), baseball())
    home = only(found.seats)
    assert home.strength == pytest.approx(0.302, abs=5e-4)
    assert home.error == pytest.approx(0.131, abs=5e-4)
    worths = [exp(team.strength or 0) for team in found.players]
    printed = [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]
    assert [worth / sum(worths) for worth in worths] == pytest.approx(printed, abs=5e-4)
    # The same games with each seat taken by both in equal parts tell nothing of an advantage.
    mirrored = [Meeting(players=one.players[::-1], won=one.won[::-1]) for one in baseball()]
    without = ratings(TEAMS, ("away", "home"), baseball() + mirrored)
    assert only(without.seats).strength == pytest.approx(0, abs=1e-9)
    strengths = [team.strength for team in without.players]
    assert strengths == pytest.approx([0, 0.68, 1.11, 1.25, 1.29, 1.44, 1.58], abs=5e-3)


def test_two_players_have_the_odds_of_their_games() -> None:
    """30 of 40 won on either side: odds of 3, variance 1/30 + 1/10 on each side, and two sides."""
    found = ratings(("a", "b"), ("x", "y"), two((10, 30), (30, 10)))
    b = only(found.players)
    assert b.strength == pytest.approx(log(3), abs=1e-9)
    assert b.elo == pytest.approx(400 * log(3) / log(10), abs=1e-6)
    assert b.error == pytest.approx(sqrt((1 / 30 + 1 / 10) / 2), abs=1e-9)
    assert only(found.seats).strength == pytest.approx(0, abs=1e-9)


def test_a_seat_that_helps_is_told_from_the_player_in_it() -> None:
    """b wins 3 to 1 in seat y and 1 to 1 in seat x: strength and advantage are half the sum and half the difference."""
    found = ratings(("a", "b"), ("x", "y"), two((10, 30), (20, 20)))
    assert only(found.players).strength == pytest.approx(log(3) / 2, abs=1e-9)
    assert only(found.seats).strength == pytest.approx(log(3) / 2, abs=1e-9)


def test_a_draw_is_half_a_win_for_both() -> None:
    drawn = ratings(("a", "b"), ("x", "y"), two((20 / 2, 10 + 20 / 2), (10 + 20 / 2, 20 / 2)))
    assert drawn == ratings(("a", "b"), ("x", "y"), two((10, 20), (20, 10)))
    assert only(drawn.players).strength == pytest.approx(log(2), abs=1e-9)


def test_an_interval_ends_where_the_likelihood_has_fallen_by_half_of_3_84() -> None:
    """By hand: among 2 n games with w won, w log p + (2 n - w) log(1 - p) at both ends, the seats being equal."""
    b = only(ratings(("a", "b"), ("x", "y"), two((12, 28), (28, 12))).players)

    def fit(strength: float) -> float:
        p = 1 / (1 + exp(-strength))
        return 56 * log(p) + 24 * log1p(-p)

    assert b.low is not None
    assert b.high is not None
    assert b.low < log(28 / 12) < b.high
    for end in (b.low, b.high):
        assert fit(log(28 / 12)) - fit(end) == pytest.approx(3.841458820694124 / 2, abs=1e-8)
    assert (b.elo_low, b.elo_high) == (b.low * ELO, b.high * ELO)


def test_who_won_all_games_has_a_lower_bound_and_no_estimate() -> None:
    """All of n won: p^n = exp(-3.84 / 2) at the bound, so p = exp(-1.92 / n)."""
    found = ratings(("a", "b"), ("x", "y"), two((0, 10), (10, 0)))
    b = only(found.players)
    p = exp(-3.841458820694124 / 2 / 20)
    assert b.low == pytest.approx(log(p / (1 - p)), abs=1e-8)
    assert (b.strength, b.error, b.high, b.elo, b.elo_high) == (None,) * 5
    # Where the better player always wins, the games tell nothing of the seats.
    y = only(found.seats)
    assert (y.strength, y.low, y.high) == (None, None, None)
    lost = only(ratings(("a", "b"), ("x", "y"), two((10, 0), (0, 10))).players)
    assert lost.low is None
    assert lost.high == pytest.approx(-log(p / (1 - p)), abs=1e-8)


def test_a_seat_that_won_all_games_hides_the_strength_of_players() -> None:
    found = ratings(("a", "b"), ("x", "y"), two((0, 10), (0, 10)))
    b, y = only(found.players), only(found.seats)
    assert (b.strength, b.low, b.high) == (None, None, None)
    assert y.low is not None
    assert (y.strength, y.high) == (None, None)


def test_who_is_beaten_by_all_leaves_the_others_measured_among_themselves() -> None:
    """c loses to everybody; a and b are 3 to 1 in their own games. Measured from a, only c is without bound."""
    meetings = two((10, 30), (30, 10))
    for other in ("a", "b"):
        meetings += [Meeting(players=(other, "c"), won=(10, 0)), Meeting(players=("c", other), won=(0, 10))]
    a, b, c = ratings(("a", "b", "c"), ("x", "y"), meetings).players
    assert a.strength == 0
    assert b.strength == pytest.approx(log(3), abs=1e-6)
    assert b.error == pytest.approx(sqrt((1 / 30 + 1 / 10) / 2), abs=1e-6)
    assert (c.strength, c.low) == (None, None)
    assert c.high is not None
    assert c.high < -2


@pytest.mark.parametrize("links", [2, 3, 6])
def test_a_chain_in_which_everybody_beats_all_before_him_has_bounds_that_rise(links: int) -> None:
    """Nobody has an estimate. In ten games each a pair alone sets the bound that it sets without the others."""
    players = "abcdefg"[: links + 1]
    meetings = []
    for stronger in range(1, links + 1):
        for weaker in range(stronger):
            meetings += two((0, 5), (5, 0))
            meetings[-2:] = [
                Meeting(
                    players=tuple({"a": players[weaker], "b": players[stronger]}[one] for one in who.players),
                    won=who.won,
                )
                for who in meetings[-2:]
            ]
    found = ratings(players, ("x", "y"), meetings).players[1:]
    assert [(one.strength, one.high) for one in found] == [(None, None)] * links
    p = exp(-3.841458820694124 / 2 / 10)
    lows = [one.low or 0 for one in found]
    assert lows[0] == pytest.approx(log(p / (1 - p)), abs=1e-6)
    assert all(higher > lower + 1 for lower, higher in pairwise(lows))


def test_the_bound_of_who_won_all_games_counts_those_that_others_won() -> None:
    """a < b < c, 20 games in each pair: at c's bound b stands half way, 20 (2 log p(c / 2) + log p(c)) = -1.92."""
    meetings = two((0, 10), (10, 0))
    for one, other in (("a", "c"), ("b", "c")):
        meetings += [Meeting(players=(one, other), won=(0, 10)), Meeting(players=(other, one), won=(10, 0))]
    c = ratings("abc", ("x", "y"), meetings).players[2].low
    assert c is not None
    assert 20 * (2 * log1p(exp(-c / 2)) + log1p(exp(-c))) == pytest.approx(3.841458820694124 / 2, abs=1e-8)


def test_without_games_nothing_has_a_bound() -> None:
    found = ratings(("a", "b"), ("x", "y"), [])
    for one in (only(found.players), only(found.seats)):
        assert (one.strength, one.low, one.high) == (None, None, None)


def test_three_seats_choose_one_winner() -> None:
    """Equal players; seats that win 2, 3 and 5 of ten games have these worths."""
    seatings = [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a"), ("b", "b", "a"), ("b", "a", "b"), ("a", "b", "b")]
    found = ratings(("a", "b"), ("x", "y", "z"), [Meeting(players=who, won=(2, 3, 5)) for who in seatings])
    assert only(found.players).strength == pytest.approx(0, abs=1e-9)
    assert [seat.strength for seat in found.seats] == pytest.approx([0, log(3 / 2), log(5 / 2)], abs=1e-9)


@pytest.mark.parametrize(
    "meeting",
    [
        Meeting(players=("a", "c"), won=(1, 1)),
        Meeting(players=("a",), won=(1,)),
        Meeting(players=("a", "b"), won=(1,)),
    ],
)
def test_a_meeting_of_others_is_refused(meeting: Meeting) -> None:
    with pytest.raises(ValueError, match="not a meeting of a, b in x, y"):
        ratings(("a", "b"), ("x", "y"), [meeting])


def by_hunter(games: dict[tuple[str, str], int], players: str) -> list[float]:
    """The oracle: the MM algorithm of Hunter (2004), section 2, for games without seats; slow and plain."""
    worth = dict.fromkeys(players, 1.0)
    for _ in range(20_000):
        new = {}
        for one in players:
            won = sum(count for (winner, _), count in games.items() if winner == one)
            met = sum(
                count / (worth[one] + worth[b if one == a else a]) for (a, b), count in games.items() if one in (a, b)
            )
            new[one] = won / met
        change = max(abs(log(new[one] / worth[one])) for one in players)
        worth = new
        if change < 1e-10:
            break
    return [log(worth[one] / worth[players[0]]) for one in players]


@settings(deadline=None, max_examples=10)
@given(st.lists(st.integers(1, 30), min_size=6, max_size=6))
def test_the_strengths_are_those_of_the_mm_algorithm(won: list[int]) -> None:
    pairs = [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    games = dict(zip(pairs, won, strict=True))
    # Each pair's games once in either seating: then the seats are equal, and the model is that without seats.
    meetings = [
        Meeting(players=who, won=(games[who], games[who[::-1]])) for pair in pairs[::2] for who in (pair, pair[::-1])
    ]
    found = ratings("abc", ("x", "y"), meetings)
    assert [one.strength for one in found.players] == pytest.approx(by_hunter(games, "abc"), abs=1e-7)
    for one in found.players[1:]:
        assert one.low is not None
        assert one.high is not None
        assert one.strength is not None
        assert one.low < one.strength < one.high


def test_an_interval_of_many_games_is_that_of_the_standard_error() -> None:
    b = only(ratings(("a", "b"), ("x", "y"), two((40_000, 60_000), (60_000, 40_000))).players)
    assert b.error is not None
    assert b.strength is not None
    assert b.low == pytest.approx(b.strength - 1.959964 * b.error, abs=1e-4)
    assert b.high == pytest.approx(b.strength + 1.959964 * b.error, abs=1e-4)
