"""Wald's test, by hand and by many repetitions."""

from math import log

import pytest
from tests.players.sequential import SequentialTest

from wardiary.core.chance.keyed import choose, seed_bytes


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        ("", None),
        ("++++++", None),  # 6 ln 1.6 = 2.82, the bound is ln 19 = 2.94
        ("+++++++", True),
        ("++++-++++", None),
        ("++++-+++++", True),  # 9 ln 1.6 - ln 2.5 = 3.31
        ("---", None),
        ("----", False),
    ],
)
def test_it_ends_at_its_bounds(outcomes: str, verdict: bool | None) -> None:
    test = SequentialTest()
    for outcome in outcomes:
        assert test.verdict is None
        test.add(outcome == "+")
    assert test.verdict is verdict
    assert (test.successes, test.failures) == (outcomes.count("+"), outcomes.count("-"))


def test_the_ratio_is_that_of_the_likelihoods() -> None:
    test = SequentialTest(0.4, 0.7)
    for outcome in (True, True, False):
        test.add(outcome)
    assert test.ratio == pytest.approx(log(0.7 * 0.7 * 0.3 / (0.4 * 0.4 * 0.6)))


@pytest.mark.parametrize(("percent", "finds"), [(50, False), (80, True)])
def test_it_errs_as_seldom_as_it_says(percent: int, finds: bool) -> None:
    """400 tests of a share that is exactly what it looks for, or even: at most 5 % go wrong, and some room for luck."""
    wrong = 0
    for number in range(400):
        test, seed, asked = SequentialTest(), seed_bytes(f"wald {number}"), 0
        while test.verdict is None:
            asked += 1
            test.add(choose(seed, str(asked), 100) < percent)
        wrong += test.verdict is not finds
    assert wrong <= 400 * 0.05 + 13
