"""Round robins of computer players: everybody against everybody, in every seat; and what came of it.

In a game of two seats each pair of players meets twice a round, with the seats changed; in general a round holds every
seating in which as many different players sit as can. The games of a seating have dice of their own, keyed by the
master seed, who sits where, and their number: games are independent of each other, so that intervals are what they
say, and a tournament with another player more keeps all the games that it shares with the smaller one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from math import fsum
from typing import NamedTuple

import msgspec
from msgspec import Struct

from wardiary.core.players import HUMAN
from wardiary.core.registry import load_game
from wardiary.events.errors import UsageError
from wardiary.replay.players import seated
from wardiary.replay.shares import result_shares
from wardiary.replay.simulation.jobs import Plan, Summary, seats_of
from wardiary.replay.simulation.strength import Meeting, Rating, Ratings, ratings
from wardiary.replay.statistics import wilson

__all__ = ["Pairing", "Score", "Standings", "Tournament", "round_robin", "standings"]

_SEATINGS_MAX = 10_000


class Tournament(Struct, frozen=True, kw_only=True):
    """A plan for each seating; round `i` of the tournament is game `i` of every plan."""

    players: tuple[str, ...]
    seats: tuple[str, ...]
    plans: tuple[Plan, ...]


class Score(Struct, frozen=True, kw_only=True):
    """How a player or a seat did; a player who sits in two seats of a game has two games of it.

    The shares of a game's seats add up to 1, a draw is shared by all. `low` and `high` are the Wilson interval of the
    share; None without games.
    """

    name: str
    games: int
    won: int
    shared: int
    lost: int
    share: float | None
    low: float | None
    high: float | None


class Pairing(Struct, frozen=True, kw_only=True):
    """How a player did against another in the games in which both sat: better, as well, or worse.

    `rating` is his strength above the other's, from all games of the tournament; it may have a bound where both have
    none above the first player named, as when both won everything against him.
    """

    player: str
    against: str
    score: Score
    rating: Rating


class Standings(Struct, frozen=True, kw_only=True):
    """What came of a tournament. `failed` games count for nobody. Ratings are in the order of the players named."""

    players: tuple[Score, ...]
    seats: tuple[Score, ...]
    pairings: tuple[Pairing, ...]
    ratings: Ratings
    failed: int


def round_robin(plan: Plan, players: Sequence[str]) -> Tournament:
    """The tournament of some players: a plan for each seating, in a fixed order. The plan itself names no players.

    Raises UsageError for players that there are not, are named twice or are persons, and for fewer than two.
    """
    players = [player.strip() for player in players]
    if plan.seats:
        raise UsageError("who sits where is the round robin's affair: name players for it, or seats, not both")
    if len(players) < 2:
        raise UsageError("a round robin needs two players or more")
    if twice := sorted({player for player in players if players.count(player) > 1}):
        raise UsageError(f"player {twice[0]!r} is named twice")
    if HUMAN in players:
        raise UsageError("a simulation is played by computer players: no person can sit in a seat")
    seated(load_game(plan.game), {player: player for player in players})
    seats = seats_of(plan)
    different = min(len(seats), len(players))
    if len(players) ** len(seats) > _SEATINGS_MAX:
        raise UsageError(f"{len(players)} players in {len(seats)} seats are more than {_SEATINGS_MAX:,} seatings")
    seatings = [dict(zip(seats, who, strict=True)) for who in product(players, repeat=len(seats))]
    plans = tuple(_plan(plan, seating) for seating in seatings if len(set(seating.values())) == different)
    if not all(len(set(one.seats.values())) > 1 for one in plans):
        raise UsageError(f"{plan.game} has one seat only: nobody meets anybody")
    return Tournament(players=tuple(players), seats=seats, plans=plans)


def _plan(plan: Plan, seating: dict[str, str]) -> Plan:
    words = ",".join(f"{seat}={player}" for seat, player in seating.items())
    return msgspec.structs.replace(plan, seats=seating, seed=f"{plan.seed}/{words}")


def standings(tournament: Tournament, summaries: Iterable[Summary]) -> Standings:
    """Who did how well, from the summaries in the order of their games, round after round; they may end early."""
    played: Counter[tuple[int, tuple[float, ...]]] = Counter()
    failed = 0
    for number, summary in enumerate(summaries):
        if summary.result is None:
            failed += 1
        else:
            shares = result_shares(summary.result, tournament.seats)
            played[number % len(tournament.plans), tuple(shares[seat] for seat in tournament.seats)] += 1
    outcomes = [
        _Outcome(tuple(tournament.plans[at].seats[seat] for seat in tournament.seats), shares, games)
        for (at, shares), games in sorted(played.items())
    ]
    players, meetings = tournament.players, _meetings(outcomes)
    return Standings(
        players=tuple(_score(player, _of_player(outcomes, player)) for player in players),
        seats=tuple(_score(seat, _of_seat(outcomes, at)) for at, seat in enumerate(tournament.seats)),
        pairings=tuple(_pairings(tournament, outcomes, meetings)),
        ratings=ratings(players, tournament.seats, meetings),
        failed=failed,
    )


def _pairings(tournament: Tournament, outcomes: Sequence["_Outcome"], meetings: Sequence[Meeting]) -> Iterator[Pairing]:
    """Everybody against everybody else, in the order in which they are named."""
    above: dict[tuple[str, str], Rating] = {}
    for other in tournament.players:
        others = (other, *(player for player in tournament.players if player != other))
        for rating in ratings(others, tournament.seats, meetings).players:
            above[rating.name, other] = rating
    for one, other in permutations(tournament.players, 2):
        score = _score(one, _of_pair(outcomes, one, other))
        yield Pairing(player=one, against=other, score=score, rating=above[one, other])


class _Outcome(NamedTuple):
    """Games of one seating that ended alike: who sat in each seat, and the share of the result that it got."""

    who: tuple[str, ...]
    shares: tuple[float, ...]
    games: int


_Shares = Iterator[tuple[float, int]]
"""Shares of a result, each with the number of games in which it fell."""


def _of_player(outcomes: Sequence[_Outcome], player: str) -> _Shares:
    for who, shares, games in outcomes:
        yield from ((share, games) for one, share in zip(who, shares, strict=True) if one == player)


def _of_seat(outcomes: Sequence[_Outcome], seat: int) -> _Shares:
    return ((shares[seat], games) for _, shares, games in outcomes)


def _of_pair(outcomes: Sequence[_Outcome], player: str, against: str) -> _Shares:
    """1 where the player did better than the other, one half where they did equally well, 0 where he did worse."""
    for who, shares, games in outcomes:
        for (one, share), (other, others) in product(zip(who, shares, strict=True), repeat=2):
            if (one, other) == (player, against):
                yield (share > others) + (share == others) / 2, games


def _score(name: str, shares: _Shares) -> Score:
    fell: Counter[float] = Counter()
    for share, games in shares:
        fell[share] += games
    games = fell.total()
    sum_of_shares = fsum(share * times for share, times in fell.items())
    low, high = wilson(min(sum_of_shares, games), games) if games else (None, None)
    return Score(
        name=name,
        games=games,
        won=fell[1],
        shared=games - fell[1] - fell[0],
        lost=fell[0],
        share=sum_of_shares / games if games else None,
        low=low,
        high=high,
    )


def _meetings(outcomes: Sequence[_Outcome]) -> list[Meeting]:
    """What each seating's games tell of strengths: the sums of the shares are all that matters."""
    won: dict[tuple[str, ...], list[tuple[float, ...]]] = {}
    for who, shares, games in outcomes:
        won.setdefault(who, []).append(tuple(games * share for share in shares))
    return [Meeting(players=who, won=tuple(map(fsum, zip(*parts, strict=True)))) for who, parts in won.items()]
