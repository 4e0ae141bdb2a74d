"""Totals of dice: exact chances held against enumeration of every fall of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.kit.pips import DicePool, expected, pips_of, tails, variance, ways

D6 = pips_of(6)
FROM_FIVE = (0, 0, 0, 0, 1, 1)
TABLE = (0, 0, 1, 1, 2, 4)

kinds = st.lists(st.integers(0, 5), min_size=1, max_size=6).map(tuple)
pools = st.dictionaries(kinds, st.integers(0, 2), max_size=3)


def every_total(pool: DicePool) -> list[int]:
    """The totals of all falls of the dice, each as often as it can come."""
    return [sum(fall) for fall in product(*(faces for faces, count in pool.items() for _ in range(count)))]


def test_pips_of_a_die() -> None:
    assert D6 == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("pool", "total", "at_most", "at_least"),
    [
        ({D6: 1}, 6, Fraction(1), Fraction(1, 6)),
        ({D6: 2}, 2, Fraction(1, 36), Fraction(1)),
        ({D6: 2}, 7, Fraction(21, 36), Fraction(21, 36)),
        ({D6: 2}, 11, Fraction(35, 36), Fraction(3, 36)),
        ({FROM_FIVE: 3}, 0, Fraction(8, 27), Fraction(1)),
        ({FROM_FIVE: 3}, 2, Fraction(26, 27), Fraction(7, 27)),
        ({FROM_FIVE: 1, TABLE: 1}, 5, Fraction(1), Fraction(1, 18)),
        ({D6: 1}, 9, Fraction(1), Fraction(0)),
        ({D6: 1}, -1, Fraction(0), Fraction(1)),
        ({}, 0, Fraction(1), Fraction(1)),
    ],
)
def test_tails_worked_by_hand(pool: DicePool, total: int, at_most: Fraction, at_least: Fraction) -> None:
    assert tails(pool, total) == (at_most, at_least)


@given(pools)
def test_ways_are_those_of_every_fall(pool: DicePool) -> None:
    falls = Counter(every_total(pool))
    found = ways(pool)
    assert {total: count for total, count in enumerate(found) if count} == dict(falls)


@given(pools, st.integers(-1, 30))
def test_tails_mean_and_variance_are_those_of_every_fall(pool: DicePool, total: int) -> None:
    falls = every_total(pool)
    at_most, at_least = tails(pool, total)
    assert at_most == Fraction(sum(fall <= total for fall in falls), len(falls))
    assert at_least == Fraction(sum(fall >= total for fall in falls), len(falls))
    mean = Fraction(sum(falls), len(falls))
    assert expected(pool) == mean
    assert variance(pool) == sum(((fall - mean) ** 2 for fall in falls), Fraction(0)) / len(falls)


def test_a_thousand_dice_are_no_trouble() -> None:
    pool = {D6: 1000}
    at_most, at_least = tails(pool, 3500)
    assert at_most == at_least, "the mean is the middle"
    assert at_most + at_least - 1 == Fraction(ways(pool)[3500], 6**1000)
