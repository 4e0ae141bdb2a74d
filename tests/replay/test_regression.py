"""Logistic regression: fits that can be worked out by hand, and what must hold of every maximum."""

from math import exp, inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.replay.regression import logistic, ridge_logistic, solve, standards


def test_logistic_by_hand_and_at_the_ends() -> None:
    assert logistic(0.0) == 0.5
    assert logistic(log(3)) == pytest.approx(0.75, abs=1e-15)
    assert logistic(-log(3)) == pytest.approx(0.25, abs=1e-15)
    assert (logistic(-1000.0), logistic(1000.0)) == (0.0, 1.0)


def test_standards_by_hand() -> None:
    assert standards([(1.0, 5.0), (3.0, 5.0)]) == ([2.0, 5.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="no rows"):
        standards([])


def test_solving_by_hand() -> None:
    """4x + 2y = 10 and 2x + 3y = 9 for x = 1.5, y = 2."""
    assert solve([[4.0, 2.0], [2.0, 3.0]], [10.0, 9.0]) == pytest.approx([1.5, 2.0], abs=1e-14)
    with pytest.raises(ValueError, match="not positive definite"):
        solve([[1.0, 2.0], [2.0, 1.0]], [1.0, 1.0])


def test_an_intercept_alone_is_the_log_odds_of_the_mean() -> None:
    """Three wins and a draw in five: a mean share of 0.7."""
    intercept, weights = ridge_logistic([()] * 5, [1.0, 1.0, 1.0, 0.5, 0.0], 1.0)
    assert weights == []
    assert intercept == pytest.approx(log(0.7 / 0.3), abs=1e-12)


def test_two_groups_have_the_log_odds_of_their_shares() -> None:
    """Of four without it one wins, of five with it four: log odds -log 3, and log 4 with it."""
    rows = [(0.0,)] * 4 + [(1.0,)] * 5
    shares = [1.0, 0, 0, 0, 1.0, 1, 1, 1, 0]
    intercept, (weight,) = ridge_logistic(rows, shares, 0.0)
    assert intercept == pytest.approx(-log(3), abs=1e-9)
    assert weight == pytest.approx(log(4) + log(3), abs=1e-9)


def test_a_ridge_by_hand() -> None:
    """One winner at 1, one loser at -1: by symmetry no intercept, and the weight w solves 2 / (1 + e^w) = ridge w."""
    intercept, (weight,) = ridge_logistic([(1.0,), (-1.0,)], [1.0, 0.0], 0.5)
    assert intercept == pytest.approx(0.0, abs=1e-12)
    assert 2 / (1 + exp(weight)) == pytest.approx(0.5 * weight, abs=1e-12)


def test_groups_that_are_wholly_apart_stay_finite() -> None:
    intercept, (weight,) = ridge_logistic([(0.0,), (0.0,), (9.0,), (9.0,)], [0.0, 0.0, 1.0, 1.0], 1e-3)
    assert 0 < weight < inf
    assert logistic(intercept) < 0.5 < logistic(intercept + 9 * weight)


rows_and_shares = st.lists(
    st.tuples(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), st.sampled_from([0.0, 0.5, 1.0])), min_size=2, max_size=20
)


@given(rows_and_shares)
def test_nothing_can_be_gained_from_the_answer(data: list[tuple[tuple[float, float], float]]) -> None:
    """The gradient of the penalised likelihood is 0 there."""
    rows, shares = [row for row, _ in data], [share for _, share in data]
    if min(shares) == max(shares) != 0.5:
        return  # the intercept, which nothing holds back, runs away
    intercept, weights = ridge_logistic(rows, shares, 1.0)
    rest = [
        share - logistic(intercept + sum(w * x for w, x in zip(weights, row, strict=True)))
        for row, share in zip(rows, shares, strict=True)
    ]
    assert sum(rest) == pytest.approx(0.0, abs=1e-6)
    for column, weight in enumerate(weights):
        assert sum(r * row[column] for r, row in zip(rest, rows, strict=True)) == pytest.approx(weight, abs=1e-6)


def test_no_rows() -> None:
    with pytest.raises(ValueError, match="no rows"):
        ridge_logistic([], [], 1.0)
