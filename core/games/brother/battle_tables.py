"""The two battle tables, and how a value and a die are read on them (BAB-4.3-15, -16, -30, -35)."""

from dataclasses import dataclass

from wardiary.core.games.brother.components import ChartTable

__all__ = ["OPEN_END", "Chart", "Reading", "clamp_die", "column_range", "read_chart"]

OPEN_END = 1_000_000


@dataclass(frozen=True)
class Reading:
    """A cell of a table: its column, the damage points, whether an asterisk stands beside them."""

    column: str
    hits: int
    star: bool


@dataclass(frozen=True)
class Chart:
    """A battle table: column labels, the column of each value from 0 up, and a row of cells for each die roll."""

    columns: tuple[str, ...]
    column_of: tuple[int, ...]
    """Values beyond it are in the last column."""
    cells: tuple[tuple[Reading, ...], ...]

    def column(self, value: int, shift: int = 0) -> int:
        """The column of a value, then the shift, then the ends of the table (BAB-4.3-16, -35)."""
        last = len(self.columns) - 1
        raw = self.column_of[value] if value < len(self.column_of) else last
        return min(max(raw + shift, 0), last)

    def read(self, value: int, shift: int, die: int) -> Reading:
        """The cell of a value with its column shift and a die after all its changes."""
        return self.cells[clamp_die(die) - 1][self.column(value, shift)]


def clamp_die(die: int) -> int:
    """After all changes a die counts as at least 1 and at most 6 (BAB-4.3-30)."""
    return min(max(die, 1), 6)


def column_range(label: str) -> tuple[int, int]:
    """First and last value of a column: "7-8" is 7 to 8, "15+" is 15 to the open end."""
    if label.endswith("+"):
        return int(label[:-1]), OPEN_END
    low, _, high = label.partition("-")
    return int(low), int(high or low)


def read_chart(table: ChartTable) -> Chart:
    """The table as printed, ready to be read."""
    cells = tuple(
        tuple(
            Reading(column, int(cell.rstrip("*")), cell.endswith("*"))
            for column, cell in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    )
    column_of = [0]
    for at, label in enumerate(table.columns[:-1]):
        column_of += [at] * (column_range(label)[1] + 1 - len(column_of))
    return Chart(table.columns, tuple(column_of), cells)
