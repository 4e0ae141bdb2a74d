"""What futures come to, from endings made by hand: shares, features, quantiles, pairs, and the value of a moment."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from wardiary.replay.statistics import Estimate, student_t, wilson
from wardiary.replay.valuation.futures import Ending
from wardiary.replay.valuation.tallies import Measure, Totals, measures, unchanged


def endings(shares: Sequence[float], leads: Sequence[int]) -> list[Ending]:
    """Red's share and its lead at the end, future by future."""
    return [
        Ending(
            future=at,
            kind="over",
            winners=(),
            score=None,
            shares={"red": share, "blue": 1 - share},
            features={"lead": lead},
            decisions=1,
        )
        for at, (share, lead) in enumerate(zip(shares, leads, strict=True), 1)
    ]


def of(found: Sequence[Measure] | None, name: str) -> Measure:
    return next(one for one in found or () if one.name == name)


RISING = endings([1, 0, 0, 0.5, 0, 0, 0, 0, 0, 0], [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
OTHERS = endings([1, 1, 0, 0.5, 1, 0, 0, 0, 0, 0], [10, 7, 8, 7, 6, 5, 4, 3, 2, 1])


def test_a_share_is_a_mean_with_wilson_s_interval() -> None:
    red, blue, _ = measures(RISING, None)
    assert (red.measure, red.name) == ("result", "red")
    assert red.mean == pytest.approx(0.15)
    assert (red.low, red.high) == pytest.approx(wilson(1.5, 10))
    assert (blue.mean, blue.low, blue.high) == pytest.approx((0.85, *wilson(8.5, 10)))
    assert (red.p10, red.p50, red.p90, red.difference) == (None,) * 4


def test_a_feature_has_quantiles_and_student_s_interval() -> None:
    """1 to 10, falling: the mean is 5.5, the variance 55/6; 1, 5 and 9 are not exceeded by 10, 50 and 90 %."""
    lead = of(measures(RISING, None), "lead")
    half = student_t(9) * (55 / 6 / 10) ** 0.5
    assert (lead.mean, lead.low, lead.high) == pytest.approx((5.5, 5.5 - half, 5.5 + half))
    assert (lead.p10, lead.p50, lead.p90) == (1, 5, 9)
    twenty = of(measures(endings([0] * 20, range(20, 0, -1)), None), "lead")
    assert (twenty.p10, twenty.p50, twenty.p90) == (2, 10, 18)


def test_differences_are_this_branch_less_the_other_pair_by_pair() -> None:
    """Shares differ by 1 in two of ten pairs, leads by -2 in one."""
    found = measures(OTHERS, RISING)
    red, lead = of(found, "red").difference, of(found, "lead").difference
    assert red is not None
    assert lead is not None
    half = student_t(9) * (1.6 / 9 / 10) ** 0.5
    assert (red.n, red.mean, red.low, red.high) == pytest.approx((10, 0.2, 0.2 - half, 0.2 + half))
    half = student_t(9) * (3.6 / 9 / 10) ** 0.5
    assert (lead.mean, lead.low, lead.high) == pytest.approx((-0.2, -0.2 - half, -0.2 + half))


def test_equal_pairs_bound_a_share_and_tell_nothing_of_a_feature() -> None:
    found = measures(RISING, RISING)
    assert of(found, "red").difference == Estimate(n=10, mean=0, low=-(1 - 0.025**0.1), high=1 - 0.025**0.1)
    assert of(found, "lead").difference == Estimate(n=10, mean=0)
    told = unchanged(found, 10)
    assert {one.difference for one in told} == {Estimate(n=10, mean=0.0, low=0.0, high=0.0)}
    assert [one.mean for one in told] == [one.mean for one in found]


def test_the_value_before_chance_weighs_the_branches_future_by_future() -> None:
    """A third of one branch and two thirds of another: shares of 0, 2/3, 1/3 and 1, leads of 2, 4, 0 and 0."""
    totals = Totals()
    totals.add(endings([0, 0, 1, 1], [6, 0, 0, 0]), Fraction(1, 3))
    assert totals.measures() is None, "the branches are not all that there are"
    totals.add(endings([0, 0, 0, 0], [9, 9, 9, 9]), Fraction(0))
    totals.add(endings([0, 1, 0, 1], [0, 6, 0, 0]), Fraction(2, 3))
    found = totals.measures()
    red, lead = of(found, "red"), of(found, "lead")
    half = student_t(3) * (5 / 9 / 3 / 4) ** 0.5
    assert (red.mean, red.low, red.high) == pytest.approx((0.5, max(0, 0.5 - half), min(1, 0.5 + half)))
    half = student_t(3) * (11 / 3 / 4) ** 0.5
    assert (lead.mean, lead.low, lead.high) == pytest.approx((1.5, 1.5 - half, 1.5 + half))
    assert lead.p50 is None
