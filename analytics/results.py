"""What a query gave: rows to look at in Python, or text and files in a format."""

from collections.abc import Iterator, Sequence
from errno import EIO
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wardiary.analytics.arrow import arrow_stream
from wardiary.analytics.engine import connect, is_text, literal
from wardiary.events.errors import QueryError
from wardiary.replay.aside import written_aside

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["Result", "as_csv", "as_html", "as_json", "as_markdown", "as_table", "write_parquet", "write_text"]

_Row = tuple[Any, ...]
_NOTEBOOK_ROWS = 20
_CELL_MAX = 60
"""Characters of a cell of a text table; the end of a longer one is cut off and marked."""
_NUMBERS = frozenset({"BIGINT", "INTEGER", "SMALLINT", "TINYINT", "HUGEINT", "DOUBLE", "FLOAT", "UBIGINT", "UINTEGER"})
_PANDAS_TYPES = {
    "BIGINT": "Int64",
    "INTEGER": "Int32",
    "SMALLINT": "Int16",
    "TINYINT": "Int8",
    "UBIGINT": "UInt64",
    "UINTEGER": "UInt32",
    "DOUBLE": "Float64",
    "FLOAT": "Float32",
    "BOOLEAN": "boolean",
    "TIMESTAMP": "datetime64[us]",
}
"""Types of pandas that know NULL; left to itself it would take the type from the values that are there."""


class Result:
    """The rows of a query, in memory. Iterating gives them as tuples; `columns` and `types` name what is in them.

    Whatever reads Arrow's stream interface reads a Result as it is: `polars.DataFrame(result)`,
    `pyarrow.table(result)`, or DuckDB, under the name of a registered object.
    """

    def __init__(self, columns: Sequence[str], types: Sequence[str], rows: list[_Row]) -> None:
        self.columns = tuple(columns)
        self.types = tuple(types)
        self.rows = rows

    @classmethod
    def of(cls, connection: "DuckDBPyConnection", query: str) -> "Result":
        """Run a query. Raises QueryError for what is none; a relation of it would be planned twice."""
        answer = connection.execute(query)
        if answer.description is None:
            raise QueryError("the query gives no rows")
        columns = [(column[0], str(column[1])) for column in answer.description]
        return cls([name for name, _ in columns], [kind for _, kind in columns], answer.fetchall())

    def __iter__(self) -> Iterator[_Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return as_table(self)

    def _repr_html_(self) -> str:
        """For notebooks: the first rows as a table."""
        return as_html(self, most=_NOTEBOOK_ROWS)

    def dicts(self) -> list[dict[str, Any]]:
        """A dict a row. Of columns with the same name the last one counts."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as an Arrow stream, with the types that the query gave."""
        return arrow_stream(self.columns, self.types, self.rows, requested_schema)

    def df(self) -> Any:
        """As a pandas DataFrame, with the types that the query gave. Raises QueryError when pandas is not installed."""
        pandas = _library("pandas")
        by_column = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.columns)
        values = (
            pandas.Series(list(column), dtype=_PANDAS_TYPES.get(kind))
            for kind, column in zip(self.types, by_column, strict=True)
        )
        # Two columns may have one name.
        frame = pandas.DataFrame(dict(enumerate(values)))
        frame.columns = list(self.columns)
        return frame

    def pl(self) -> Any:
        """As a polars DataFrame. Raises QueryError when polars is not installed."""
        return _library("polars").DataFrame(self)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise QueryError(f"this needs {name}: pip install {name}") from None


def as_table(result: Result, *, most: int | None = None) -> str:
    """Aligned text: numbers to the right, NULL as `NULL`, long cells cut. `most` rows, then how many more there are."""
    shown = result.rows if most is None else result.rows[:most]
    cells = [[_cell(value) for value in row] for row in shown]
    columns = [_cut(column) for column in result.columns]
    widths = [max([len(column), *(len(row[at]) for row in cells)]) for at, column in enumerate(columns)]
    right = [_is_number(kind) for kind in result.types]
    lines = [_line(columns, widths, right), _line(["-" * width for width in widths], widths, right)]
    lines += [_line(row, widths, right) for row in cells]
    if len(shown) < len(result.rows):
        lines.append(f"... {len(result.rows) - len(shown)} more rows: ask for csv, json or parquet")
    return "\n".join(lines)


def as_markdown(result: Result) -> str:
    """A table in Markdown: numbers to the right, NULL empty, bars escaped."""
    right = [_is_number(kind) for kind in result.types]
    lines = [list(map(_md_cell, result.columns)), ["---:" if to_right else "---" for to_right in right]]
    lines += [["" if value is None else _md_cell(value) for value in row] for row in result.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def as_html(result: Result, *, most: int) -> str:
    """A small table in HTML: `most` rows, then how many more there are."""
    right = [_is_number(kind) for kind in result.types]
    lines = ["<table>", _html_row("th", result.columns, right)]
    lines += [_html_row("td", row, right) for row in result.rows[:most]]
    lines.append("</table>")
    if len(result) > most:
        lines.append(f"<p>{len(result) - most} more rows</p>")
    return "\n".join(lines)


def as_csv(result: Result) -> str:
    """RFC 4180 with a head line; NULL is empty, an empty string is `""`; lists and structs are JSON."""
    lines = [result.columns, *([_plain(value) for value in row] for row in result.rows)]
    return "".join(",".join(map(_csv_cell, line)) + "\n" for line in lines)


def as_json(result: Result) -> str:
    """A list of objects, one a line; times as ISO 8601."""
    lines = [msgspec.json.encode(row, enc_hook=str).decode() for row in result.dicts()]
    return "[" + ",\n".join(lines) + "]"


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """Rows as text in a file, whole or not at all. Raises FileExists, WriteFailed."""
    with written_aside(path, force=force) as aside:
        aside.write_bytes(text.encode())


def write_parquet(relation: "DuckDBPyRelation | Result", path: Path, *, force: bool = False) -> int:
    """The rows of a relation or a Result as a Parquet file, whole or not at all; how many there are.

    The connection of the query may not write. So a second one, which is given no SQL of the user's, reads the rows
    from it as an Arrow stream and writes them. Raises FileExists, WriteFailed, QueryError.
    """
    import duckdb

    if not is_text(str(path)):
        raise QueryError(f"{path}: DuckDB opens no path that is not UTF-8: choose another name")
    with written_aside(path, force=force) as aside, connect() as writer:
        writer.register("rows", _Stream(relation))
        try:
            writer.execute(f"COPY (FROM rows) TO {literal(str(aside))} (FORMAT parquet, COMPRESSION zstd)")
            written = writer.fetchall()
        except duckdb.IOException as error:
            raise OSError(EIO, " ".join(str(error).split())) from error
        except duckdb.Error as error:
            raise QueryError(f"{path}: cannot be written: {' '.join(str(error).split())}") from error
    return int(written[0][0])


class _Stream:
    """A relation of one connection, or a Result, as something that another one reads."""

    def __init__(self, relation: "DuckDBPyRelation | Result") -> None:
        self._relation = relation

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._relation.__arrow_c_stream__(requested_schema)


def _plain(value: Any) -> Any:
    """Lists and structs as JSON."""
    return msgspec.json.encode(value, enc_hook=str).decode() if isinstance(value, list | dict | tuple) else value


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    text = ("true" if value else "false") if isinstance(value, bool) else str(value)
    if not text or any(letter in text for letter in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _md_cell(value: Any) -> str:
    return _words(value).replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")


def _html_row(tag: str, values: Sequence[Any], right: Sequence[bool]) -> str:
    aligned = (' style="text-align: right"' if to_right else "" for to_right in right)
    cells = (f"<{tag}{style}>{escape(_cell(value))}</{tag}>" for value, style in zip(values, aligned, strict=True))
    return f"<tr>{''.join(cells)}</tr>"


def _words(value: Any) -> str:
    """A value in words, whole."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_plain(value))


def _cell(value: Any) -> str:
    return _cut(_words(value))


def _cut(text: str) -> str:
    text = text.replace("\n", "\\n")
    return text if len(text) <= _CELL_MAX else f"{text[: _CELL_MAX - 1]}…"


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    )
    return "  ".join(padded).rstrip()


def _is_number(kind: str) -> bool:
    return kind in _NUMBERS or kind.startswith("DECIMAL")
