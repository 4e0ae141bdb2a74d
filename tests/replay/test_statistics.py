"""Intervals against printed tables and against what can be worked out by hand."""

from math import isclose, sqrt

import pytest

from wardiary.replay.statistics import Estimate, estimate, paired, quantile, student_t, wilson


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval_of_newcombe_s_four_examples(k: int, n: int, low: float, high: float) -> None:
    """R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3."""
    found = wilson(k, n)
    assert [round(end, 4) for end in found] == [low, high]
    mirrored = wilson(n - k, n)
    assert isclose(mirrored[0], 1 - found[1], abs_tol=1e-12)
    assert isclose(mirrored[1], 1 - found[0], abs_tol=1e-12)


def test_wilson_interval_of_half_wins_lies_between_its_neighbours() -> None:
    assert wilson(3, 10) < wilson(3.5, 10) < wilson(4, 10)
    assert wilson(20, 20)[1] == 1.0


@pytest.mark.parametrize(("k", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_there_is_no_rate_of_what_cannot_be(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="no rate"):
        wilson(k, n)


@pytest.mark.parametrize(
    ("degrees", "point"),
    [
        *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (29, 2.045)),
        *((30, 2.042), (60, 2.000), (120, 1.980), (1000, 1.962), (1_000_000, 1.960)),
    ],
)
def test_student_s_t_as_printed(degrees: int, point: float) -> None:
    assert round(student_t(degrees), 3) == point


def test_student_s_expansion_meets_the_closed_form() -> None:
    assert 0 < student_t(1000) - student_t(1001) < 3e-6
    with pytest.raises(ValueError, match="degrees of freedom"):
        student_t(0)


def test_a_mean_s_interval_by_hand() -> None:
    """2, 4, 4, 6: mean 4, s = sqrt(8/3), t(3) = 3.18245, so half the interval is 3.18245 * sqrt(8/3) / 2 = 2.59846."""
    found = estimate([2, 4, 4, 6])
    assert (found.n, found.mean) == (4, 4.0)
    assert found.low is not None
    assert found.high is not None
    assert isclose(found.high - 4, 3.1824463 * sqrt(8 / 3) / 2, rel_tol=1e-7)
    assert isclose(found.high - 4, 4 - found.low)
    assert found.excludes_zero


def test_a_paired_interval_by_hand() -> None:
    """Differences 1, 0, 1, 0, 1: mean 0.6, s = sqrt(0.3), t(4) = 2.77645: 0.6 +- 0.68009.

    The pairs count, not the values: apart, both samples spread by far more.
    """
    found = paired([11, 20, 31, 40, 51], [10, 20, 30, 40, 50])
    assert isclose(found.mean, 0.6)
    assert found.low is not None
    assert found.high is not None
    assert isclose(found.high - found.low, 2 * 2.7764451 * sqrt(0.3 / 5), rel_tol=1e-7)
    assert not found.excludes_zero


def test_pairs_are_pairs() -> None:
    with pytest.raises(ValueError, match="shorter"):
        paired([1, 2], [1])


def test_one_value_has_no_interval() -> None:
    assert estimate([3]) == Estimate(n=1, mean=3.0)
    assert estimate([3], bounds=(0, 9)) == Estimate(n=1, mean=3.0)
    assert not estimate([3]).excludes_zero
    with pytest.raises(ValueError, match="no values"):
        estimate([])


def test_equal_values_tell_no_more_than_their_number_does() -> None:
    """All of 100 pairs alike: with 97.5 % confidence less than 1 - 0.025 ** 0.01 = 3.62 % of pairs are not."""
    assert estimate([0, 0, 0]) == Estimate(n=3, mean=0.0)
    found = paired([1.0] * 100, [1.0] * 100, bounds=(-1, 1))
    assert found.mean == 0
    assert found.high is not None
    assert round(found.high, 4) == 0.0362
    assert found.low == -found.high
    assert not found.excludes_zero
    assert paired([1.0] * 100, [0.0] * 100, bounds=(-1, 1)).excludes_zero
    assert not paired([1.0] * 2, [0.5] * 2, bounds=(-1, 1)).excludes_zero


@pytest.mark.parametrize(
    ("value", "bounds", "low", "high"),
    [
        # Of two equal values another one has a probability of at most 1 - sqrt(0.025) = 0.84189.
        (1.0, (-1, 1), 1 - 2 * 0.841886, 1.0),  # a pair that was not seen may be lost instead of won
        (-1.0, (-1, 1), -1.0, -1 + 2 * 0.841886),
        (0.0, (-1, 1), -0.841886, 0.841886),
        (0.5, (0, 1), 0.5 - 0.5 * 0.841886, 0.5 + 0.5 * 0.841886),
        (1.0, (-3, 3), 1 - 4 * 0.841886, 1 + 2 * 0.841886),
    ],
)
def test_equal_values_lie_a_part_of_the_way_to_their_bounds(
    value: float, bounds: tuple[float, float], low: float, high: float
) -> None:
    found = estimate([value, value], bounds=bounds)
    assert (found.mean, found.low, found.high) == pytest.approx((value, low, high), abs=1e-6)


def test_an_interval_ends_where_its_values_do() -> None:
    """0, 1, 1: 2/3 +- 4.303 * sqrt(1/3) / sqrt(3) would reach from -0.77 to 2.10."""
    found = estimate([0, 1, 1], bounds=(0, 1))
    assert (found.low, found.high) == (0.0, 1.0)
    assert paired([1, 0], [0, 0], bounds=(-1, 1)).low == -1.0
    free = estimate([0, 1, 1])
    assert free.low == pytest.approx(2 / 3 - 4.302653 / 3, abs=1e-6)


def test_a_mean_beyond_the_bounds_is_in_its_interval() -> None:
    found = estimate([1.01, 1.03, 1.02], bounds=(0, 1))
    assert found.low is not None
    assert found.low <= found.mean == found.high


@pytest.mark.parametrize(("percent", "value"), [(10, 1), (50, 5), (51, 6), (90, 9), (91, 10), (100, 10), (1, 1)])
def test_quantiles_are_values_that_occurred(percent: int, value: int) -> None:
    assert quantile(range(1, 11), percent) == value


def test_quantiles_of_one_value_and_of_none() -> None:
    assert [quantile([7], percent) for percent in (10, 50, 90)] == [7, 7, 7]
    with pytest.raises(ValueError, match="no values"):
        quantile([], 50)
