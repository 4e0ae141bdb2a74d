"""The comments on top of SQL files: lines of columns with what they mean, which views and reports share."""

import re

__all__ = ["COLUMN_LINES", "columns_in"]

COLUMN_LINES = r"(?P<columns>(?:--   .+\n)++)"
"""A pattern of the lines below `-- Columns:`, of all of them."""
_GAP = re.compile(r"\s{2,}")


def columns_in(lines: str) -> tuple[tuple[str, str], ...]:
    """Names, several with commas maybe, and meanings; lines without a meaning are none."""
    told = (_GAP.split(line.removeprefix("--   "), maxsplit=1) for line in lines.splitlines())
    return tuple((column[0], column[1]) for column in told if len(column) == 2)
