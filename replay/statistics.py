"""Intervals for shares and means, with nothing but the standard library: every figure the same on every machine.

All intervals are two-sided and of 95 %. An interval that cannot be told is None, never one of no width.
"""

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, fsum, inf, pi, sin, sqrt
from statistics import NormalDist

from msgspec import Struct

__all__ = ["Bounds", "Estimate", "estimate", "paired", "quantile", "student_t", "wilson"]

Bounds = tuple[float, float]
"""The least and the greatest value that there can be."""
_CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
_SERIES_MOST = 1_000
"""Degrees of freedom beyond which the expansion about the normal distribution is exact to 1e-9."""


class Estimate(Struct, frozen=True, kw_only=True):
    """A mean of `n` values and its interval; `low` and `high` are None where the values cannot tell one."""

    n: int
    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval is known and 0 is not in it."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def wilson(k: float, n: int) -> tuple[float, float]:
    """The Wilson score interval of a rate, `k` of `n`; `k` may be fractional, where a draw counts as half a win.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927). The same as
    the archive's macros `wilson_low` and `wilson_high`. Raises ValueError unless 0 <= k <= n and n > 0.
    """
    if not (n > 0 and 0 <= k <= n):
        raise ValueError(f"no rate: {k} of {n}")
    rate, square = k / n, _Z * _Z
    middle = rate + square / (2 * n)
    reach = _Z * sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    low = 0.0 if k == 0 else max(0.0, (middle - reach) / (1 + square / n))
    high = 1.0 if k == n else min(1.0, (middle + reach) / (1 + square / n))
    return low, high


def estimate(values: Sequence[float], *, bounds: Bounds | None = None) -> Estimate:
    """The mean of independent values with Student's t interval: mean +- t(n - 1) s / sqrt(n).

    `bounds` are the least and the greatest that a value can be; the interval then ends there at the latest.

    One value has no spread, so it has no interval. Values that are all equal have a spread of 0, and t would claim to
    know the mean exactly. Where they are bounded the interval is what the equality itself tells: if a value is another
    one with probability q, n equal ones have the probability (1 - q)**n, so q is at most 1 - 0.025**(1 / n), and the
    mean lies at most that part of the way to each of the bounds. Without bounds nothing is known of the values that
    were not seen, and there is no interval. Raises ValueError for no value.
    """
    n = len(values)
    if not n:
        raise ValueError("no values")
    mean = fsum(values) / n
    if n == 1:
        return Estimate(n=n, mean=mean)
    if all(value == values[0] for value in values):
        if bounds is None:
            return Estimate(n=n, mean=values[0])
        most = 1 - ((1 - _CONFIDENCE) / 2) ** (1 / n)
        low, high = (values[0] + most * (bound - values[0]) for bound in bounds)
        return Estimate(n=n, mean=values[0], low=low, high=high)
    spread = sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = student_t(n - 1) * spread / sqrt(n)
    least, greatest = bounds or (-inf, inf)
    # A control variate can bring a mean a little beyond the bounds; the interval then still holds it.
    low, high = min(mean, max(least, mean - half)), max(mean, min(greatest, mean + half))
    return Estimate(n=n, mean=mean, low=low, high=high)


def paired(values: Sequence[float], others: Sequence[float], *, bounds: Bounds | None = None) -> Estimate:
    """The mean difference of pairs, `values` less `others`, with the t interval of the differences.

    Value i of both was made with the same luck, so the pairs are independent of each other while the two of a pair are
    not: the spread of the differences, not of the values, says how well the mean difference is known. `bounds` are
    those of a difference. Raises ValueError unless there are as many of both.
    """
    return estimate([value - other for value, other in zip(values, others, strict=True)], bounds=bounds)


def quantile(rising: Sequence[int], percent: int) -> int:
    """The least value that at least so many per cent of the values do not exceed (the inverse of their distribution).

    Always a value that occurred. Raises ValueError for no value.
    """
    if not rising:
        raise ValueError("no values")
    return rising[max(0, -(-len(rising) * percent // 100) - 1)]


@cache
def student_t(degrees: int) -> float:
    """The 97.5 % point of Student's t distribution: its two tails together have 5 %.

    Found by bisection on the closed form of the distribution for whole degrees of freedom (Abramowitz and Stegun,
    26.7.3 and 26.7.4), beyond 1,000 by the expansion about the normal distribution (26.7.5).
    """
    if degrees < 1:
        raise ValueError(f"no distribution of {degrees} degrees of freedom")
    if degrees > _SERIES_MOST:
        cubed, fifth = (_Z**3 + _Z) / 4, (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96
        return _Z + cubed / degrees + fifth / degrees**2
    low, high = 0.0, 16.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if _within(middle, degrees) < _CONFIDENCE else (low, middle)
    return high


def _within(t: float, degrees: int) -> float:
    """The probability of a value between -t and t."""
    angle = atan2(t, sqrt(degrees))
    cosine = cos(angle)
    term, total = (cosine, 0.0) if degrees % 2 else (1.0, 0.0)
    for power in range(1 if degrees % 2 else 0, degrees - 1, 2):
        total += term
        term *= cosine * cosine * (power + 1) / (power + 2)
    if degrees % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
