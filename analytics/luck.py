"""A game's values as rows for a chart."""

from wardiary.analytics.results import Result
from wardiary.replay.luck import LuckReport

__all__ = ["value_rows"]


def value_rows(report: LuckReport) -> Result:
    """A row for each point and seat: the expected share of the result with its interval."""
    rows = [
        (point.n, seat, share.mean, share.mean if share.low is None else share.low, share.high or share.mean)
        for point in report.points
        for seat, share in point.shares.items()
    ]
    return Result(("event", "seat", "share", "low", "high"), ("BIGINT", "VARCHAR", *("DOUBLE",) * 3), rows)
