"""DuckDB, imported when first needed: `import wardiary.analytics` and `wardiary --help` do without it."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wardiary.replay.interrupts import interrupts_followed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AGAIN = 0.05
"""Seconds after which DuckDB is told once more: an interruption before a query has begun is forgotten."""
_interrupted: ContextVar[threading.Event | None] = ContextVar("_interrupted", default=None)
"""Whether Ctrl-C came while the connection at hand was open."""

__all__ = [
    "connect",
    "file_pattern",
    "interruptible",
    "is_text",
    "literal",
    "name",
    "parquet_files",
    "time_limit",
]


@contextmanager
def connect(path: Path | None = None, **settings: Any) -> "Iterator[DuckDBPyConnection]":
    """A connection of our own to a database file, or to none, for a `with` block in which Ctrl-C ends any query.

    Variables of Python are never taken for tables.
    """
    import duckdb

    config = {
        "python_enable_replacements": False,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        **settings,
    }
    where = ":memory:" if path is None else str(path)
    with duckdb.connect(where, config=config) as connection, _told_of_interrupts(connection), interruptible():
        # It would go to stdout, among the data.
        connection.execute("SET enable_progress_bar = false")
        yield connection


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C while DuckDB works is Ctrl-C: DuckDB makes an error of its own of it, of one kind or another."""
    import duckdb

    try:
        yield
    except (duckdb.Error, RuntimeError) as error:
        interrupted = _interrupted.get()
        if interrupted is not None and interrupted.is_set():
            raise KeyboardInterrupt from error
        raise


@contextmanager
def time_limit(connection: "DuckDBPyConnection", seconds: float) -> Iterator[None]:
    """Raises TimeoutError when what the connection does in this takes longer than `seconds`."""
    import duckdb

    late, over = threading.Event(), threading.Event()

    def watch() -> None:
        if not over.wait(seconds):
            late.set()
            while not over.wait(_AGAIN):
                connection.interrupt()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    except (duckdb.Error, RuntimeError) as error:
        if late.is_set():
            raise TimeoutError from error
        raise
    finally:
        over.set()
        watcher.join()


@contextmanager
def _told_of_interrupts(connection: "DuckDBPyConnection") -> Iterator[None]:
    """DuckDB looks for signals between its tasks, and one task may last for hours; so a thread tells it of them.

    Where it does look, it makes errors of its own of what the handler raises: so it is remembered that one came.
    """
    with interrupts_followed(connection.interrupt, every=_AGAIN, until_heard=False) as interrupted:
        token = _interrupted.set(interrupted)
        try:
            yield
        finally:
            _interrupted.reset(token)


def literal(text: str) -> str:
    """A string in SQL."""
    return "'" + text.replace("'", "''") + "'"


def is_text(path: str) -> bool:
    """Whether a path is text. Python holds one that is not in surrogates, which no SQL can say."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def name(text: str) -> str:
    """A name in SQL, whatever is in it."""
    return '"' + text.replace('"', '""') + '"'


def file_pattern(path: Path) -> str:
    """A path in SQL where DuckDB would expand wildcards."""
    return literal("".join(f"[{letter}]" if letter in "[*?" else letter for letter in str(path)))


def parquet_files(paths: Iterable[Path]) -> str:
    """A table function over these files."""
    return f"read_parquet([{', '.join(map(file_pattern, paths))}], hive_partitioning = false)"
