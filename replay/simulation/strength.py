"""How strong players are, from who won against whom in which seat: the model of Bradley and Terry.

A seat's worth in a game is exp(strength of its player + advantage of the seat), and the seat wins with the probability
of its worth among all worths of the game. For two seats that is R. A. Bradley and M. E. Terry, "Rank analysis of
incomplete block designs" (Biometrika 39, 1952) with the home advantage of A. Agresti, "Categorical Data Analysis"; for
more it is the choice of a winner among many that D. R. Hunter, "MM algorithms for generalized Bradley-Terry models"
(Annals of Statistics 32, 2004) treats beside it. A draw, or a victory of allies, is a win in parts that add up to 1;
that is the estimate of a likelihood in which a draw carries as much chance as a win, so that intervals are rather too
wide than too narrow where there are draws.

The likelihood is concave and is climbed by Newton's method. An interval holds the values that the games do not reject
(likelihood ratio, 95 %): unlike a multiple of the standard error it can be told when somebody won all his games. His
strength has no largest likelihood, so there is no estimate, but there is a value that it hardly lies below.
"""

from collections.abc import Sequence
from math import exp, fsum, log, log1p, sqrt
from statistics import NormalDist

from msgspec import Struct

__all__ = ["ELO", "Meeting", "Rating", "Ratings", "ratings"]

ELO = 400 / log(10)
"""Elo points to a unit of strength: 400 points are odds of ten to one."""
_REJECTED = NormalDist().inv_cdf(0.975) ** 2 / 2
"""How far the log likelihood falls to the ends of an interval of 95 %: half the point of chi square, one degree."""
_FAR = 60
"""Steps of one, odds of e each, after which the games are taken to set no bound."""
_STILL = 1e-12
"""A climb ends where another step would gain no more of the log likelihood."""
_RIDGE, _ROUNDING = 1e-14, 1e-11
"""The least pivot, and the least part of its diagonal, that is told from nothing when a matrix is solved."""
_STEPS_MAX = 200
_NEAR = 1e-3
"""A climb that ends with this gain is inside all intervals, and not far out where the likelihood rises without end."""
_Vector = list[float]
_Matrix = list[list[float]]


class Meeting(Struct, frozen=True, kw_only=True):
    """Games with the same player in each seat: who sat there, and what share of these games each seat won."""

    players: tuple[str, ...]
    won: tuple[float, ...]


class Rating(Struct, frozen=True, kw_only=True):
    """The strength of a player, or the advantage of a seat, above the first of its kind, in log odds and Elo points.

    `error` is the standard error from the observed information, `low` and `high` are the ends of the interval of 95 %.
    None stands for what the games set no bound to: an end of the interval, and then the estimate too.
    """

    name: str
    strength: float | None
    error: float | None
    low: float | None
    high: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None


class Ratings(Struct, frozen=True, kw_only=True):
    """Everybody's strength and every seat's advantage; the first of both is 0 and what the others are measured from."""

    players: tuple[Rating, ...]
    seats: tuple[Rating, ...]


def ratings(players: Sequence[str], seats: Sequence[str], meetings: Sequence[Meeting]) -> Ratings:
    """Fit the model to all meetings; each names its players in the order of `seats`.

    Raises ValueError for a meeting that has not as many players and shares as there are seats, or an unknown player.
    """
    for meeting in meetings:
        if not len(meeting.players) == len(meeting.won) == len(seats) or not set(meeting.players) <= set(players):
            raise ValueError(f"not a meeting of {', '.join(players)} in {', '.join(seats)}: {meeting}")
    likelihood = _Likelihood(players, seats, meetings)
    within, _ = likelihood.climb([0.0] * likelihood.size, still=_NEAR)
    best, top = likelihood.climb(within)
    errors = likelihood.errors(best)
    found = [
        (best[at], errors[at], likelihood.end(at, within, top, -1), likelihood.end(at, within, top, +1))
        for at in range(likelihood.size)
    ]
    split = len(players) - 1
    return Ratings(
        players=_named(players, found[:split]),
        seats=_named(seats, found[split:]),
    )


_Found = tuple[float, float, float | None, float | None]
"""Estimate, standard error, both ends of the interval."""


def _named(names: Sequence[str], found: Sequence[_Found]) -> tuple[Rating, ...]:
    first = (0.0, 0.0, 0.0, 0.0)
    return tuple(_rating(name, *one) for name, one in zip(names, (first, *found), strict=True))


def _rating(name: str, strength: float, error: float, low: float | None, high: float | None) -> Rating:
    bounded = low is not None and high is not None
    return Rating(
        name=name,
        strength=strength if bounded else None,
        error=error if bounded else None,
        low=low,
        high=high,
        elo=strength * ELO if bounded else None,
        elo_low=None if low is None else low * ELO,
        elo_high=None if high is None else high * ELO,
    )


class _Likelihood:
    """The log likelihood of the games: strengths of all players but the first, then advantages of all but one seat."""

    def __init__(self, players: Sequence[str], seats: Sequence[str], meetings: Sequence[Meeting]) -> None:
        self.size = len(players) - 1 + len(seats) - 1
        place = {player: at - 1 for at, player in enumerate(players)}
        offset = len(players) - 2
        self._meetings = [
            (
                # The places of a seat's player and of the seat among the parameters; the first of both have none.
                [[at for at in (place[one], offset + nth if nth else -1) if at >= 0] for nth, one in enumerate(who)],
                meeting.won,
                fsum(meeting.won),
            )
            for meeting in meetings
            for who in (meeting.players,)
            if fsum(meeting.won) > 0
        ]

    def value(self, at: _Vector) -> float:
        """The log likelihood."""
        parts: _Vector = []
        for seats, won, games in self._meetings:
            worths = [fsum(at[one] for one in seat) for seat in seats]
            parts += [share * worth for share, worth in zip(won, worths, strict=True)]
            parts.append(-games * _log_sum(worths))
        return fsum(parts)

    def slopes(self, at: _Vector) -> tuple[_Vector, _Matrix]:
        """Its gradient and the observed information, which is its second derivative with the other sign."""
        gradient = [0.0] * self.size
        information = [[0.0] * self.size for _ in range(self.size)]
        for seats, won, games in self._meetings:
            worths = [fsum(at[one] for one in seat) for seat in seats]
            total = _log_sum(worths)
            chances = [exp(worth - total) for worth in worths]
            for seat, share, chance in zip(seats, won, chances, strict=True):
                for one in seat:
                    gradient[one] += share - games * chance
            # The information of one choice is the covariance of its indicators: half the squares over all pairs.
            for first in range(len(seats)):
                for second in range(first):
                    self._add_pair(information, seats[first], seats[second], games * chances[first] * chances[second])
        return gradient, information

    @staticmethod
    def _add_pair(information: _Matrix, first: Sequence[int], second: Sequence[int], weight: float) -> None:
        signed = [(one, 1) for one in first] + [(one, -1) for one in second]
        for row, sign in signed:
            for column, other in signed:
                information[row][column] += sign * other * weight

    def climb(self, start: _Vector, fixed: int | None = None, still: float = _STILL) -> tuple[_Vector, float]:
        """The place of the largest likelihood, one parameter held fixed if told so, and the log likelihood there.

        Where it rises without end along some direction, a place so far out that nothing is left to gain.
        """
        at, value = start, self.value(start)
        for _ in range(_STEPS_MAX):
            gradient, information = self.slopes(at)
            if fixed is not None:
                gradient[fixed] = 0.0
                information[fixed] = [0.0] * self.size
                for row in information:
                    row[fixed] = 0.0
            step = _solved(information, gradient)
            gain = fsum(slope * by for slope, by in zip(gradient, step, strict=True))
            at, value = self._moved(at, value, step)
            if gain < still:
                break
        return at, value

    def _moved(self, at: _Vector, value: float, step: _Vector) -> tuple[_Vector, float]:
        """The step, or as much of it as does not lead down: far from the top Newton's method reaches too far."""
        part = 1.0
        while part > _STILL:
            there = [one + part * by for one, by in zip(at, step, strict=True)]
            if (reached := self.value(there)) >= value:
                return there, reached
            part /= 2
        return at, value

    def errors(self, best: _Vector) -> _Vector:
        """The standard errors: roots of the diagonal of the inverse of the observed information."""
        _, information = self.slopes(best)
        found: _Vector = []
        for at in range(self.size):
            unit = [float(at == other) for other in range(self.size)]
            found.append(sqrt(max(0.0, _solved(information, unit)[at])))
        return found

    def end(self, which: int, within: _Vector, top: float, way: int) -> float | None:
        """Where the likelihood, largest over all other parameters, falls to what is rejected. None if it never does."""
        target = top - _REJECTED
        at = list(within)
        for _ in range(_FAR + round(abs(at[which]))):
            at[which] += way
            at, value = self.climb(at, fixed=which)
            if value < target:
                break
        else:
            return None
        # Outside of the end of a concave curve, Newton's method comes nearer from one side and never passes it.
        for _ in range(_STEPS_MAX):
            by = (target - value) / self.slopes(at)[0][which]
            at[which] += by
            at, value = self.climb(at, fixed=which)
            if abs(by) < _STILL:
                break
        return at[which]


def _log_sum(worths: Sequence[float]) -> float:
    """log(exp(a) + exp(b) + ...), without leaving the range of numbers."""
    largest = max(range(len(worths)), key=worths.__getitem__)
    top = worths[largest]
    return top + log1p(fsum(exp(worth - top) for at, worth in enumerate(worths) if at != largest))


def _solved(matrix: _Matrix, right: _Vector) -> _Vector:
    """The solution of a symmetric system that is positive, or all but: by Cholesky's method.

    In a direction of which the games tell nothing the matrix is 0 but for rounding; it is then taken for a little more,
    so that the solution is small there and not arbitrary.
    """
    size = len(right)
    lower: _Matrix = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - fsum(lower[row][k] * lower[column][k] for k in range(column))
            if row == column:
                lower[row][row] = sqrt(max(rest, _ROUNDING * matrix[row][row]) + _RIDGE)
            else:
                lower[row][column] = rest / lower[column][column]
    half: _Vector = []
    for row in range(size):
        half.append((right[row] - fsum(lower[row][k] * half[k] for k in range(row))) / lower[row][row])
    found = [0.0] * size
    for row in reversed(range(size)):
        found[row] = (half[row] - fsum(lower[k][row] * found[k] for k in range(row + 1, size))) / lower[row][row]
    return found
