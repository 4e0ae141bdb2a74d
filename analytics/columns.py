"""The rows of one game, gathered column by column: the form in which they are spooled.

A piece of a table is one JSON object, `{"game": "tiny", "game_id": "…", "n": [2, 3], "tag": ["…", "…"], …}`: half the
bytes of an object per row, and three times as fast to gather, encode and read (docs/decisions/parquet.md).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from wardiary.analytics.schema import TableSchema
from wardiary.events.diary import Span

__all__ = ["Columns", "Dead", "Emit", "Piece"]

Piece = dict[str, Any]
"""Rows of one table of one game: the names of the columns and their values, `game` and `game_id` once."""
Emit = Callable[[str, Piece], None]
"""Takes a piece of the table of this name."""


class Dead:
    """Which events are off the last line of play. `spans` rise and do not touch."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._firsts = [span.first for span in spans]
        self.count = sum(span.last - span.first + 1 for span in spans)

    def holds(self, n: int) -> bool:
        """Whether event `n` is off the line of play."""
        at = bisect_right(self._firsts, n) - 1
        return at >= 0 and n <= self._spans[at].last

    def flags(self, numbers: Sequence[int]) -> list[bool]:
        """The same for many events."""
        return [self.holds(n) for n in numbers] if self._spans else [False] * len(numbers)


class Columns:
    """Rows of one table that wait to be spooled. `taken_back` is not gathered but worked out from `n`."""

    def __init__(self, table: TableSchema) -> None:
        self.table = table
        self._marks_taken_back = "taken_back" in table.names
        own = [name for name in table.names if name not in {"game", "game_id", "taken_back"}]
        self._values: dict[str, list[Any]] = {name: [] for name in own}

    def adders(self) -> list[Callable[[Any], None]]:
        """For each gathered column in order, what adds a value to it; good until the next `take`."""
        return [values.append for values in self._values.values()]

    def add(self, *values: Any) -> None:
        """One row, in the order of the columns."""
        for column, value in zip(self._values.values(), values, strict=True):
            column.append(value)

    def take(self, game: str, game_id: str, dead: Dead) -> Piece | None:
        """What has been gathered, which is then forgotten; None for no rows."""
        if not next(iter(self._values.values())):
            return None
        piece: Piece = {"game": game, "game_id": game_id, **self._values}
        if self._marks_taken_back:
            piece["taken_back"] = dead.flags(self._values["n"])
        self._values = {name: [] for name in self._values}
        return piece
