"""How shares, differences and their intervals are printed for people."""

from wardiary.replay.statistics import Estimate
from wardiary.replay.tallies import Measure

__all__ = ["chance_cell", "points_cell", "share_cell", "signed_cell"]

_LEAST_SHOWN = 0.0005


def chance_cell(share: float | None) -> str:
    """`16.7 %`; what is possible and rarer than one in two thousand is not printed as nothing."""
    if share is None:
        return ""
    return "<0.1 %" if 0 < share < _LEAST_SHOWN else f"{100 * share:.1f} %"


def share_cell(one: Measure) -> str:
    """`45.5 % (36.1 to 55.2)`."""
    interval = "" if one.low is None or one.high is None else f" ({100 * one.low:.1f} to {100 * one.high:.1f})"
    return f"{100 * one.mean:.1f} %{interval}"


def points_cell(pair: Estimate | None) -> str:
    """`-29.0 (-36.7 to -21.3)`: a difference of shares, in hundredths of a whole result."""
    return _cell(pair, 100, 1)


def signed_cell(pair: Estimate | None) -> str:
    """`+0.45 (+0.29 to +0.61)`: a difference of numbers."""
    return _cell(pair, 1, 2)


def _cell(pair: Estimate | None, times: int, places: int) -> str:
    if pair is None:
        return ""
    mean = f"{times * pair.mean:+.{places}f}"
    if pair.low is None or pair.high is None:
        return mean
    if pair.low == pair.high == 0:
        return "the same"
    return f"{mean} ({times * pair.low:+.{places}f} to {times * pair.high:+.{places}f})"
