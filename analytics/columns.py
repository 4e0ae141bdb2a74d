"""The rows of one game, gathered column by column: the form in which they are spooled.

A piece of a table is one JSON object, `{"game": "tiny", "game_id": "…", "n": [2, 3], "tag": ["…", "…"], …}`: half the
bytes of an object per row, and faster to gather, encode and read (docs/decisions/0018-archive-rows.md).
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
        self._names = [name for name in table.names if name not in {"game", "game_id", "taken_back"}]
        self._rows: list[tuple[Any, ...]] = []
        self.add: Callable[[tuple[Any, ...]], None] = self._rows.append
        """Takes one row, its values in the order of the columns."""

    def take(self, game: str, game_id: str, dead: Dead) -> Piece | None:
        """What has been gathered, which is then forgotten; None for no rows."""
        if not self._rows:
            return None
        piece: Piece = {"game": game, "game_id": game_id}
        piece.update(zip(self._names, zip(*self._rows, strict=True), strict=True))
        if self._marks_taken_back:
            piece["taken_back"] = dead.flags(piece["n"])
        self._rows.clear()
        return piece
