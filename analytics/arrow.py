"""Rows of Python values as an Arrow stream, by DuckDB itself: no other library is needed.

The values go through JSON, whose reader in DuckDB makes any type of DuckDB's of them; what JSON has no word for goes as
the text that DuckDB casts, and what Arrow has no type for stays text.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from wardiary.analytics.engine import connect, literal, name

__all__ = ["arrow_stream"]

_INT_MAX = 1 << 53
"""Larger whole numbers go as text: readers of JSON may hold numbers as floats."""
_AS_TEXT = frozenset({"BIT"})
"""Types that Arrow has not, nor DuckDB's reader of JSON."""


def arrow_stream(
    columns: Sequence[str], types: Sequence[str], rows: Sequence[Sequence[Any]], requested_schema: object = None
) -> object:
    """A capsule with the rows, as Arrow's PyCapsule interface wants it. `types` are DuckDB's names of types."""
    fields = [f"c{at}" for at in range(len(columns))]
    told = [dict(zip(fields, map(_spoken, row), strict=True)) for row in rows]
    read = ("VARCHAR" if kind in _AS_TEXT else kind for kind in types)
    shape = literal(msgspec.json.encode([dict(zip(fields, read, strict=True))]).decode())
    chosen = ", ".join(f"one.{field} AS {name(column)}" for field, column in zip(fields, columns, strict=True))
    with connect() as connection:
        # The stream holds on to what it reads; the connection is but the way to it.
        relation = connection.sql(
            f"SELECT {chosen} FROM (SELECT unnest(from_json($told, {shape})) AS one)",
            params={"told": msgspec.json.encode(told, enc_hook=str).decode()},
        )
        return relation.__arrow_c_stream__(requested_schema)


def _spoken(value: Any) -> Any:
    """A value as JSON says it, or as the text that DuckDB casts."""
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case bool() | float() | str() | None:
            return value
        case int():
            return value if abs(value) < _INT_MAX else str(value)
        case bytes():
            return "".join(f"\\x{byte:02X}" for byte in value)
        case timedelta():
            return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"
        case Mapping():
            return {str(key): _spoken(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_spoken(inner) for inner in value]
    return str(value)
