"""Intervals and tests against published values."""

import math

import pytest

from wardiary.analytics.archive import Archive


def value(whole: Archive, expression: str) -> float | None:
    ((found,),) = whole.sql(f"SELECT {expression}")
    return found if found is None else float(found)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (50, 100, 0.4038, 0.5962),
        (7.5, 10, 0.4422, 0.9190),
        (1, 1_000_000, 0.0000002, 0.0000057),
    ],
)
def test_wilson(whole: Archive, won: float, of: int, low: float, high: float) -> None:
    assert value(whole, f"wilson_low({won}, {of})") == pytest.approx(low, abs=1e-4)
    assert value(whole, f"wilson_high({won}, {of})") == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize("macro", ["wilson_low", "wilson_high"])
def test_no_games_no_interval(whole: Archive, macro: str) -> None:
    assert value(whole, f"{macro}(0, 0)") is None


@pytest.mark.parametrize(
    ("k", "n", "other_k", "other_n", "low", "high"),
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (6, 7, 2, 7, 0.0582, 0.8062),
        (5, 56, 0, 29, -0.0381, 0.1926),
        (0, 10, 0, 20, -0.1611, 0.2775),
        (0, 10, 0, 10, -0.2775, 0.2775),
        (10, 10, 0, 20, 0.6791, 1.0),
        (10, 10, 0, 10, 0.6075, 1.0),
    ],
)
def test_differences_of_newcombe_s_eight_examples(
    whole: Archive, k: int, n: int, other_k: int, other_n: int, low: float, high: float
) -> None:
    """R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998, method 10."""
    rates = f"{k}, {n}, {other_k}, {other_n}"
    assert value(whole, f"difference_low({rates})") == pytest.approx(low, abs=6e-5)
    assert value(whole, f"difference_high({rates})") == pytest.approx(high, abs=6e-5)


@pytest.mark.parametrize("rates", ["1, 2, 0, 0", "0, 0, 1, 2"])
def test_no_difference_from_no_games(whole: Archive, rates: str) -> None:
    assert value(whole, f"difference_low({rates})") is None
    assert value(whole, f"difference_high({rates})") is None


@pytest.mark.parametrize("of", [1, 2, 3, 10, 99, 12345, 10_000_000])
def test_wilson_holds_the_rate(whole: Archive, of: int) -> None:
    rows = whole.sql(
        f"SELECT k, wilson_low(k, {of}), k / {of}, wilson_high(k, {of}) "
        f"FROM (SELECT DISTINCT (i * {of}) // 20 AS k FROM range(21) r(i))"
    ).rows
    assert all(0 <= low <= rate <= high <= 1 for _, low, rate, high in rows)


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (4.3515, 5, 0.5),
        (1.1455, 5, 0.95),
        (3.8415, 1, 0.05),
        (16.9190, 9, 0.05),
        (2.0, 2, math.exp(-1)),
        (30.1435, 19, 0.05),
        (0, 5, 1.0),
        (600, 5, 0.0),
        (999, 5, 0.0),
        (1001, 5, 0.0),
    ],
)
def test_chi_square_p(whole: Archive, statistic: float, degrees: int, p: float) -> None:
    assert value(whole, f"chi_square_p({statistic}, {degrees})") == pytest.approx(p, abs=1e-4)


def test_dice(whole: Archive) -> None:
    """Twelve dice: expected are two of each face, so (4 + 1 + 0 + 0 + 1 + 4) / 2 = 5."""
    assert value(whole, "chi_square([4, 3, 2, 2, 1, 0])") == pytest.approx(5.0)
    assert value(whole, "dice_p([4, 3, 2, 2, 1, 0])") == pytest.approx(0.4159, abs=1e-4)
    assert value(whole, "dice_p([10, 10, 10, 10, 10, 10])") == 1.0
    assert value(whole, "chi_square([0, 0, 0, 0, 0, 0])") is None
    assert value(whole, "dice_p([0, 0, 0, 0, 0, 0])") is None


@pytest.mark.parametrize(("n", "note"), [(0, "small sample"), (29, "small sample"), (30, "")])
def test_small_samples_are_marked(whole: Archive, n: int, note: str) -> None:
    assert whole.sql(f"SELECT small_sample({n})").rows == [(note,)]
