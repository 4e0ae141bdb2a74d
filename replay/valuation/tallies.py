"""What the futures of branches come to: result shares and features, branch by branch, and all of them together."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import Struct

from wardiary.replay.statistics import Estimate, estimate, paired, quantile, wilson
from wardiary.replay.valuation.futures import Ending

__all__ = ["BranchTally", "Measure", "Totals", "WhatIf", "measures", "unchanged"]

_SHARES, _SHARE_DIFFERENCES = (0.0, 1.0), (-1.0, 1.0)
"""Between which a share of the result lies, and the difference of two."""


class Measure(Struct, frozen=True, kw_only=True):
    """The share of the result that a seat got (`result`), or a number of the last position (`feature`), over futures.

    A share's interval is Wilson's, a feature's Student's t; only features have quantiles. `difference` is the mean
    of the pairs, this branch less the one that keeps the recorded answer; None where there is none to compare with.
    """

    measure: Literal["result", "feature"]
    name: str
    mean: float
    low: float | None
    high: float | None
    p10: int | None = None
    p50: int | None = None
    p90: int | None = None
    difference: Estimate | None = None


class BranchTally(Struct, frozen=True, kw_only=True):
    """One answer and what came of it. `weight` is its probability, exact in `chance`; None and empty for an order."""

    words: str
    reading: str
    answer: msgspec.Raw
    recorded: bool
    weight: float | None
    chance: str
    measures: tuple[Measure, ...]
    kinds: Mapping[str, int]
    """How many futures ended in each kind of result."""


class WhatIf(Struct, frozen=True, kw_only=True):
    """The answer to a what-if question. `branches` in the order of the answers that were tried.

    `value` is the value of the position before the answer: the branches weighed by their probability. Only where
    chance was asked and every answer tried is there one.
    """

    id: str
    game: str
    game_id: str
    rules: str
    data: str
    n: int
    asked: str
    seed: str
    futures: int
    players: Mapping[str, str]
    branches: tuple[BranchTally, ...]
    value: tuple[Measure, ...] | None

    @property
    def recorded(self) -> BranchTally | None:
        """The branch that keeps the recorded answer."""
        return next((branch for branch in self.branches if branch.recorded), None)


def measures(played: Sequence[Ending], beside: Sequence[Ending] | None) -> tuple[Measure, ...]:
    """What the futures of one branch come to, and against those of another with the same luck, if there is one."""
    found: list[Measure] = []
    for seat in played[0].shares:
        shares = [ending.shares[seat] for ending in played]
        whole = estimate(shares)
        low, high = wilson(min(whole.mean * whole.n, whole.n), whole.n)
        other = [ending.shares[seat] for ending in beside] if beside else None
        found.append(
            Measure(
                measure="result",
                name=seat,
                mean=whole.mean,
                low=low,
                high=high,
                difference=paired(shares, other, bounds=_SHARE_DIFFERENCES) if other else None,
            )
        )
    return (*found, *(_feature(name, played, beside) for name in _features(played)))


def _features(played: Sequence[Ending]) -> list[str]:
    """Names of the features, in the game's order; those that only some positions have count as 0 in the others."""
    return list(dict.fromkeys(name for ending in played for name in ending.features))


def _feature(name: str, played: Sequence[Ending], beside: Sequence[Ending] | None) -> Measure:
    values = [ending.features.get(name, 0) for ending in played]
    whole, rising = estimate(values), sorted(values)
    other = [ending.features.get(name, 0) for ending in beside] if beside else None
    return Measure(
        measure="feature",
        name=name,
        mean=whole.mean,
        low=whole.low,
        high=whole.high,
        p10=quantile(rising, 10),
        p50=quantile(rising, 50),
        p90=quantile(rising, 90),
        difference=paired(values, other) if other else None,
    )


def unchanged(found: Sequence[Measure], n: int) -> tuple[Measure, ...]:
    """The same measures of a branch that is followed by the very futures of the recorded one: it differs in nothing."""
    nothing = Estimate(n=n, mean=0.0, low=0.0, high=0.0)
    return tuple(msgspec.structs.replace(measure, difference=nothing) for measure in found)


class Totals:
    """The value of the position before chance answers: its branches, each weighed by its probability, future by future.

    For each future the weighed sum over the branches is one value; these are independent of each other, and their mean
    estimates the value with far less spread than playing on from the position itself would, because the answer at hand
    is not drawn but summed over.
    """

    def __init__(self) -> None:
        self._shares: dict[str, list[Fraction]] = {}
        self._features: dict[str, list[Fraction]] = {}
        self._weight = Fraction(0)

    def add(self, played: Sequence[Ending], weight: Fraction) -> None:
        """A branch, or several that share their futures."""
        if not weight:
            return
        self._weight += weight
        for at, ending in enumerate(played):
            for sums, values in ((self._shares, ending.shares), (self._features, ending.features)):
                for name, value in values.items():
                    row = sums.setdefault(name, [Fraction(0)] * len(played))
                    row[at] += weight * Fraction(value)

    def measures(self) -> tuple[Measure, ...] | None:
        """The value, where the branches are all that there are: their weights add up to 1."""
        if self._weight != 1:
            return None
        found: list[Measure] = []
        for seat, row in self._shares.items():
            whole = estimate([float(value) for value in row], bounds=_SHARES)
            found.append(Measure(measure="result", name=seat, mean=whole.mean, low=whole.low, high=whole.high))
        for name, row in self._features.items():
            whole = estimate([float(value) for value in row])
            found.append(Measure(measure="feature", name=name, mean=whole.mean, low=whole.low, high=whole.high))
        return tuple(found)
