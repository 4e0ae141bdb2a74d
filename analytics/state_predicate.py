"""A question about a state in DuckDB's SQL, asked of many states in one query.

The state's fields are columns: numbers, texts and truth values as such, lists as lists, dicts as maps from texts, all
else as JSON. Beside them stand `state`, the whole as JSON, and the event that led to it: its number `n`, its tag `t`,
and `event`, all of it as JSON.
"""

import builtins
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from wardiary.analytics.engine import literal, time_limit
from wardiary.analytics.sandbox import bare_sandbox, expression_tree, nodes_of, query_errors
from wardiary.core.state import State
from wardiary.events.errors import QueryError
from wardiary.replay.laboratory.predicates import CHECK_FAILS, RAISES, Condition, Moment

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["SECONDS", "SqlPredicate", "condition", "state_columns"]

SECONDS = 60.0
"""Time that one query has, over some hundred states: those of whole games take a fraction of a second."""

_SCALARS: Mapping[type, str] = {bool: "BOOLEAN", int: "BIGINT", str: "VARCHAR"}
_BESIDE = ("n", "t", "event", "state")
"""Columns beside the state's fields; a field of such a name is found in `state`."""
_NOTHING = Moment(0, "", "{}", "{}")


@contextmanager
def condition(text: str, state_type: type[State], *, seconds: float = SECONDS) -> Iterator[Condition]:
    """What `raises`, `check-fails` or an expression over this game's state means. Raises QueryError.

    An expression is refused when one query with it takes longer than `seconds`: it may never end.
    """
    match text.strip():
        case "raises":
            yield RAISES
        case "check-fails":
            yield CHECK_FAILS
        case expression:
            with bare_sandbox() as connection:
                yield SqlPredicate(connection, expression, state_type, seconds=seconds)


class SqlPredicate:
    """An expression that is judged when it is made: one value of each state alone, from nothing but that state."""

    def __init__(
        self, connection: "DuckDBPyConnection", expression: str, state_type: type[State], *, seconds: float
    ) -> None:
        """Raises QueryError."""
        self.text = expression
        self._connection, self._seconds = connection, seconds
        columns = state_columns(state_type)
        named = _names_in(connection, expression)
        self.fields = tuple(field for field in columns if field in named)
        self._query = _query(expression, {field: columns[field] for field in self.fields})
        # What cannot be asked is said now, not after a long search, and with the names of all fields.
        with self._in_time():
            connection.execute(f"EXPLAIN {_query(expression, columns)}", _as_parameters([_NOTHING]))

    def first(self, moments: Sequence[Moment]) -> int | None:
        """The index of the first moment at which it holds. Raises QueryError."""
        if not moments:
            return None
        with self._in_time():
            found = self._connection.execute(
                f'SELECT min("(row)") FROM ({self._query}) WHERE holds', _as_parameters(moments)
            ).fetchone()
        return None if found is None or found[0] is None else int(found[0])

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Around one query. Raises QueryError for what DuckDB refuses, and when the time is up."""
        try:
            with query_errors(lines=False), time_limit(self._connection, self._seconds):
                yield
        except TimeoutError as late:
            raise QueryError(
                f"the condition was stopped: one query with it took longer than {self._seconds:g} s; "
                "--seconds gives it more"
            ) from late


def _query(expression: str, columns: Mapping[str, str]) -> str:
    """A row for each moment: its place in the list, and whether the expression holds."""
    structure = literal(msgspec.json.encode(columns).decode())
    fields = f", unnest(from_json(state, {structure}))" if columns else ""
    return (
        f'SELECT "(row)", CAST((\n{expression}\n) AS BOOLEAN) AS holds FROM (SELECT *{fields} FROM (SELECT '
        'unnest($row) AS "(row)", unnest($n) AS n, unnest($t) AS t, unnest($event)::JSON AS event, '
        "unnest($state)::JSON AS state))"
    )


def _as_parameters(moments: Sequence[Moment]) -> dict[str, list[Any]]:
    n, t, event, state = (list(column) for column in zip(*moments, strict=True))
    return {"row": list(range(len(moments))), "n": n, "t": t, "event": event, "state": state}


def state_columns(state_type: type[State]) -> dict[str, str]:
    """The SQL type of each field of a state that is a column."""
    hints = ((field.name, field.type) for field in msgspec.structs.fields(state_type))
    return {field: _sql_type(hint) for field, hint in hints if field not in _BESIDE}


def _sql_type(hint: Any) -> str:
    """The SQL type of numbers, texts and truth values, of lists and dicts of such; JSON for all else."""
    while getattr(hint, "__metadata__", None):
        hint = hint.__origin__
    parts = get_args(hint)
    match get_origin(hint):
        case typing.Union | types.UnionType:
            present = [part for part in parts if part is not types.NoneType]
            return _sql_type(present[0]) if len(present) == 1 else "JSON"
        case typing.Literal:
            kinds = {type(part) for part in parts}
            return _SCALARS.get(kinds.pop(), "JSON") if len(kinds) == 1 else "JSON"
        case builtins.list:
            return f"{_sql_type(parts[0])}[]"
        case builtins.tuple if len(parts) == 2 and parts[1] is Ellipsis:
            return f"{_sql_type(parts[0])}[]"
        case builtins.dict:
            return f"MAP(VARCHAR, {_sql_type(parts[1])})"
    return _SCALARS.get(hint, "JSON")


def _names_in(connection: "DuckDBPyConnection", expression: str) -> set[str]:
    """The first part of each column's name. Raises QueryError for what is no question about one state alone."""
    names: set[str] = set()
    for node in nodes_of(expression_tree(connection, expression)):
        if node.get("class") == "WINDOW":
            raise QueryError("a condition looks at one state alone: there are no others for a window")
        if node.get("class") == "COLUMN_REF":
            names.add(str(node["column_names"][0]))
    return names
