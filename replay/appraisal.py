"""A value of a position from its features alone: a logistic function for each seat, fitted on recorded games.

It is no judge by itself. It is the control variate of playouts (`replay/control.py`).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wardiary.events.errors import DataError, UsageError
from wardiary.replay.regression import logistic
from wardiary.replay.table import Table

__all__ = ["FORMAT", "TURN", "Appraisal", "Bin", "SeatFit", "SeatQuality", "need_fitting", "read_appraisal"]

FORMAT = "wardiary-fit/1"
TURN = "turn"
"""The column that the position's turn is, beside its features."""


class Bin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calibration: of `rows` held-out positions to which a share of about `predicted` was given, the mean result."""

    rows: int
    predicted: float
    observed: float


class SeatQuality(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a seat's function foretells games that it was not fitted on.

    `brier` is the mean squared error, `log_score` the mean of -(y log p + (1 - y) log(1 - p)); both are less for a
    better one. The `base` of each is that of the mean share of the other games, whatever the position.
    """

    brier: float
    brier_base: float
    log_score: float
    log_score_base: float
    calibration: tuple[Bin, ...]


class SeatFit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's function: log odds of its share, a weight for each column in units of its standard deviation."""

    intercept: float
    weights: tuple[float, ...]
    quality: SeatQuality


class Appraisal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fit: for which game and rules, on how many games, the columns with their means and spreads, the seats."""

    format: str
    game: str
    rules: str
    data: str
    players: tuple[str, ...]
    """Who played the games, `sov=greedy`."""
    games: int
    rows: int
    held_out_games: int
    held_out_rows: int
    ridge: float
    columns: tuple[str, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]
    seats: Mapping[str, SeatFit]

    def shares(self, turn: int, features: Mapping[str, int]) -> dict[str, float]:
        """Each seat's share of the result, as the position looks."""
        standard = [
            ((turn if column == TURN else features.get(column, 0)) - mean) / spread
            for column, mean, spread in zip(self.columns, self.means, self.spreads, strict=True)
        ]
        return {
            seat: logistic(fit.intercept + sum(map(float.__mul__, fit.weights, standard)))
            for seat, fit in self.seats.items()
        }


def read_appraisal(path: Path) -> Appraisal:
    """A fit that was written as JSON. Raises DataError, OSError."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Appraisal)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DataError(f"{path} is no fit of `wardiary luck --fit`: {error}") from None
    widths = {len(found.columns), len(found.means), len(found.spreads), *(len(x.weights) for x in found.seats.values())}
    if found.format != FORMAT or len(widths) != 1 or min(found.spreads, default=1) <= 0:
        raise DataError(f"{path} is no fit of this version ({found.format!r}, expected {FORMAT!r}): fit it again")
    return found


def need_fitting(appraisal: Appraisal, table: Table, seats: Sequence[str]) -> None:
    """Raises UsageError for a fit of another game, or without one of the seats."""
    if appraisal.game != table.spec.id:
        raise UsageError(f"the fit is of {appraisal.game}, the diary of {table.spec.id}")
    if missing := [seat for seat in seats if seat not in appraisal.seats]:
        raise UsageError(f"the fit knows nothing of the seat {missing[0]}: fit it on games of this scenario")
