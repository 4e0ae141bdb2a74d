"""What a result is worth to each seat: the unit in which games are valued."""

from collections.abc import Sequence

from wardiary.events.common import Ended

__all__ = ["result_shares"]


def result_shares(result: Ended, seats: Sequence[str]) -> dict[str, float]:
    """Each seat's share of a result: together 1, winners share it alike, and so do all seats in a draw.

    The same as the column `result_share` of the archive's view `results`.
    """
    if not result.winners:
        return {seat: 1 / len(seats) for seat in seats}
    return {seat: 1 / len(result.winners) if seat in result.winners else 0.0 for seat in seats}
