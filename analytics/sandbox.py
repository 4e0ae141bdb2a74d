"""Runs SQL that somebody else wrote: one query, on the archive's tables alone, with nothing of the machine in reach.

Three walls, each enough against what is known: the *gate* lets one SELECT pass that names no table function but
harmless ones; the connection has external access switched off; the cache is attached read-only. Then the
configuration is locked. Memory and threads are bounded and nothing is spilled to the disk. Time is not bounded, and
the limits are DuckDB's own: for people who mean harm there is a process of its own (`untrusted`).
"""

from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wardiary.analytics.cache import cache_of, may_be_damage
from wardiary.analytics.engine import connect, interruptible, is_text, literal, name
from wardiary.analytics.store import Store
from wardiary.events.errors import ArchiveError, QueryError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = [
    "Unreadable",
    "bare_sandbox",
    "expression_tree",
    "gate",
    "nodes_of",
    "query_errors",
    "sandbox",
    "sandbox_over",
]

_ATTEMPTS = 5
_MEMORY = "2GB"
_TABLE_FUNCTIONS = frozenset({"generate_series", "json_each", "json_tree", "range", "repeat", "repeat_row", "unnest"})
_FUNCTIONS_BARRED = frozenset({"current_setting", "getenv", "json_serialize_plan", "write_log"})
_BARE_NAMES = frozenset(
    {"current_catalog", "current_date", "current_role", "current_schema", "current_time", "current_timestamp"}
    | {"current_user", "localtime", "localtimestamp", "session_user", "user"}
)
"""Names that call a function without parentheses."""
_CLOCKS = _BARE_NAMES | {
    "current_localtime",
    "current_localtimestamp",
    "get_current_time",
    "get_current_timestamp",
    "now",
    "today",
    "transaction_timestamp",
}
_TABLES_BARRED = ("duckdb_", "pg_settings", "pragma_")
"""Views of DuckDB about itself, which name files of this machine."""


class Unreadable(QueryError):
    """A query that failed in a way that a damaged cache would have it fail."""


@contextmanager
def sandbox(store: Store, variables: Mapping[str, bool]) -> Iterator["DuckDBPyConnection"]:
    """A connection to the archive's cache that can do nothing but read it; `variables` are set in it."""
    with connect(**_settings(_MEMORY)) as connection:
        _attach(connection, store)
        _lock(connection, variables)
        yield connection


@contextmanager
def sandbox_over(
    cache: Path, variables: Mapping[str, bool], *, memory: str, threads: int
) -> Iterator["DuckDBPyConnection"]:
    """The same over a cache that is there. Raises Unreadable."""
    with connect(**_settings(memory), threads=threads) as connection:
        with query_errors(lines=False):
            _open(connection, cache)
        _lock(connection, variables)
        yield connection


@contextmanager
def bare_sandbox() -> Iterator["DuckDBPyConnection"]:
    """A connection to nothing at all: what it works on is handed to it in the query."""
    with connect(**_settings(_MEMORY)) as connection:
        _lock(connection, {})
        yield connection


def _settings(memory: str) -> dict[str, Any]:
    return {
        "allow_community_extensions": False,
        "allow_persistent_secrets": False,
        "extension_directories": "['/nowhere']",
        "memory_limit": memory,
        "temp_directory": "",
    }


def _lock(connection: "DuckDBPyConnection", variables: Mapping[str, bool]) -> None:
    given = "".join(f"SET VARIABLE {name(variable)} = {value}; " for variable, value in variables.items())
    connection.execute(f"{given}SET enable_external_access = false; SET lock_configuration = true")


def _open(connection: "DuckDBPyConnection", cache: Path) -> None:
    connection.execute(f"ATTACH {literal(str(cache))} AS archive (READ_ONLY); USE archive")


def _attach(connection: "DuckDBPyConnection", store: Store) -> None:
    import duckdb

    for attempt in range(_ATTEMPTS):
        with cache_of(store) as cache:
            try:
                _open(connection, cache)
                return
            except duckdb.Error as error:
                if attempt == _ATTEMPTS - 1 or not may_be_damage(error):
                    raise ArchiveError(f"{store.folder}: the cache cannot be opened: {error}") from error
                # It is damaged, or another process has put a newer one in its place: it is made again.
                with suppress(OSError):
                    cache.unlink()


def gate(connection: "DuckDBPyConnection", sql: str) -> None:
    """Raises QueryError unless this is one query over the archive's tables."""
    import duckdb

    if not is_text(sql):
        raise QueryError("the query is no UTF-8 text")
    with query_errors():
        statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise QueryError(f"one query is asked for, these are {len(statements)} statements")
    if statements[0].type != duckdb.StatementType.SELECT:
        kind = statements[0].type.name
        if kind == "MULTI":
            raise QueryError(
                "a PIVOT is two queries unless its values stand in it: PIVOT ... ON seat IN ('red', 'blue')"
            )
        raise QueryError(f"only queries are run here (SELECT, FROM, WITH, DESCRIBE, SUMMARIZE, SHOW), this is a {kind}")
    nodes = list(nodes_of(_tree(connection, sql)))
    others = {function for node in nodes if (function := _table_function(node)) is not None} - _TABLE_FUNCTIONS
    # They are looked up only for who uses one: DuckDB's list of functions is long.
    open_functions = _TABLE_FUNCTIONS | _table_macros(connection) if others else _TABLE_FUNCTIONS
    for node in nodes:
        _judge(node, open_functions)


def expression_tree(connection: "DuckDBPyConnection", expression: str) -> dict[str, Any]:
    """The tree of one expression. Raises QueryError for anything else, and for what gives another answer each time."""
    if not is_text(expression):
        raise QueryError("the expression is no UTF-8 text")
    if not expression.strip():
        raise QueryError("one expression is asked for, such as `turn > 3`; here is none")
    with query_errors(lines=False):
        statements = connection.extract_statements(f"SELECT (\n{expression}\n)")
    tree = _tree(connection, f"SELECT (\n{expression}\n)") if len(statements) == 1 else {}
    query = tree["statements"][0]["node"] if tree else {}
    plain = query.get("type") == "SELECT_NODE" and query["from_table"]["type"] == "EMPTY"
    others = ("where_clause", "group_expressions", "having", "qualify", "sample", "modifiers")
    if not plain or len(query["select_list"]) != 1 or any(query[part] for part in others):
        raise QueryError("one expression is asked for, such as `turn > 3`")
    functions = connection.execute("SELECT function_name FROM duckdb_functions() WHERE stability = 'VOLATILE'")
    volatile = {function for (function,) in functions.fetchall()} | _CLOCKS
    for node in nodes_of(query):
        _judge(node, _TABLE_FUNCTIONS)
        if node.get("class") == "PARAMETER":
            raise QueryError("there are no parameters here")
        if (called := _called(node)) in volatile:
            raise QueryError(f"{called} may not be used here: the same state must give the same answer")
    return query


def _called(node: dict[str, Any]) -> str:
    """The function that a node calls; some are called by a bare name."""
    match node:
        case {"class": "FUNCTION", "function_name": function}:
            return str(function).lower()
        case {"class": "COLUMN_REF", "column_names": [column]} if str(column).lower() in _BARE_NAMES:
            return str(column).lower()
    return ""


def _tree(connection: "DuckDBPyConnection", sql: str) -> dict[str, Any]:
    with query_errors():
        ((serialized,),) = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()
    try:
        tree: dict[str, Any] = msgspec.json.decode(serialized)
    except RecursionError:
        raise QueryError("the query cannot be judged: it is nested too deep") from None
    if tree["error"]:
        raise QueryError(f"the query cannot be judged: {tree.get('error_message', 'it has no tree')}")
    return tree


def _table_macros(connection: "DuckDBPyConnection") -> set[str]:
    """The archive's own macros that give tables: what they read is written in the program."""
    rows = connection.execute(
        "SELECT DISTINCT lower(function_name) FROM duckdb_functions() "
        "WHERE function_type = 'table_macro' AND database_name = 'archive' AND NOT internal"
    ).fetchall()
    return {function for (function,) in rows}


def _table_function(node: dict[str, Any]) -> str | None:
    """The table function that a node calls, which may have no name; None for other nodes."""
    if node.get("type") != "TABLE_FUNCTION":
        return None
    return str(node.get("function", {}).get("function_name", "")).lower()


def _judge(node: dict[str, Any], open_functions: Set[str]) -> None:
    function = _table_function(node)
    if function is not None:
        if function not in open_functions:
            raise QueryError(f"{function} may not be used here: a query reads the archive's tables and nothing else")
    elif node.get("class") == "FUNCTION" and str(node.get("function_name", "")).lower() in _FUNCTIONS_BARRED:
        raise QueryError(f"{node['function_name']} may not be used here")
    elif node.get("type") == "BASE_TABLE" and str(node.get("table_name", "")).lower().startswith(_TABLES_BARRED):
        raise QueryError(f"{node['table_name']} may not be read here: use DESCRIBE, SUMMARIZE or SHOW TABLES")


def nodes_of(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object in the tree of a query."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


@contextmanager
def query_errors(*, lines: bool = True) -> Iterator[None]:
    """DuckDB's errors become QueryError, said on one line; Unreadable where the cache may be to blame.

    Without `lines` no line is named: an expression stands in a query of ours, and its lines are not the user's.
    """
    import duckdb

    try:
        with interruptible():
            yield
    except duckdb.Error as error:
        head, _, excerpt = str(error).partition("\n\nLINE ")
        line = excerpt.partition(":")[0]
        where = f" (line {line} of the query)" if lines and line.isdigit() else ""
        kind = Unreadable if may_be_damage(error) else QueryError
        raise kind(f"{' '.join(head.split())}{where}") from error
