"""DuckDB, imported when first needed: `import wardiary.analytics` and `wardiary --help` do without it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_INTERRUPTED = "Query interrupted"

__all__ = ["connect", "file_pattern", "interruptible", "is_text", "literal", "name", "parquet_files"]


def connect(path: Path | None = None, **settings: Any) -> "DuckDBPyConnection":
    """A connection of our own to a database file, or to none. Variables of Python are never taken for tables."""
    import duckdb

    config = {
        "python_enable_replacements": False,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        **settings,
    }
    return duckdb.connect(":memory:" if path is None else str(path), config=config)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C while DuckDB works is Ctrl-C: DuckDB makes a RuntimeError of it."""
    try:
        yield
    except RuntimeError as error:
        if str(error) == _INTERRUPTED:
            raise KeyboardInterrupt from error
        raise


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
