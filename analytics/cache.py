"""The archive as one DuckDB file, made from the Parquet files and thrown away when they change.

Queries of users run on it, attached read-only: views over Parquet could not be read once external access is off, and
the setting that allows single paths lets COPY overwrite them.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from wardiary.analytics.engine import connect, literal, name
from wardiary.analytics.filling import fill
from wardiary.analytics.schema import SCHEMA
from wardiary.analytics.store import Store, game_of
from wardiary.analytics.views import program_digest
from wardiary.events.errors import ArchiveError

if TYPE_CHECKING:
    from duckdb import Error

__all__ = ["cache_of", "drop_damaged", "may_be_damage"]

_CACHE = "cache"
_ATTEMPTS = 5


@contextmanager
def cache_of(store: Store) -> Iterator[Path]:
    """The up-to-date cache of an archive, made if need be. Raises ArchiveError, UsageError.

    It may be thrown away at any time, when one that is up to date then takes its place: open it at once. For an
    archive that cannot be written it is made in a temporary folder and lasts as long as the context.
    """
    store.need()
    # DuckDB puts the name of its log before a "?" in the path.
    if os.access(store.folder, os.W_OK) and "?" not in str(store.folder):
        yield _current(store, store.folder / _CACHE)
        return
    with TemporaryDirectory(prefix="wardiary-") as folder:
        yield _current(store, Path(folder))


def may_be_damage(error: "Error") -> bool:
    """Whether DuckDB may have met bytes of a file that are not those it wrote; each of its blocks has a checksum.

    What it says of a wrong one has no class but that of all errors.
    """
    import duckdb

    kinds = (duckdb.IOException, duckdb.SerializationException, duckdb.InternalException)
    return isinstance(error, kinds) or type(error) is duckdb.Error


def drop_damaged(store: Store) -> bool:
    """Read the archive's caches to the last block and take the damaged ones away; whether there was one."""
    damaged = [path for path in sorted((store.folder / _CACHE).glob("*.duckdb")) if _is_damaged(path)]
    for path in damaged:
        with suppress(OSError):
            path.unlink()
    return any(not path.exists() for path in damaged)


def _is_damaged(path: Path) -> bool:
    import duckdb

    try:
        with connect() as connection:
            connection.execute(f"ATTACH {literal(str(path))} AS cache (READ_ONLY)")
            tables = connection.execute(
                "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'cache'"
            ).fetchall()
            for schema, table in tables:
                connection.execute(f"SELECT max(hash(t)) FROM cache.{name(schema)}.{name(table)} AS t").fetchall()
    except duckdb.Error as error:
        return may_be_damage(error)
    return False


def _current(store: Store, folder: Path) -> Path:
    import duckdb

    reason: Exception | None = None
    for attempt in range(_ATTEMPTS):
        stamps = store.stamps()
        program = _program(stamps, duckdb.__version__)
        path = folder / f"{_fingerprint(stamps, program)}.duckdb"
        if path.is_file():
            return path
        parts = store.parts()
        if [part.manifest.place for part in parts] != list(stamps):
            continue
        if old := {part.manifest.schema for part in parts} - {SCHEMA}:
            raise ArchiveError(
                f"the tables have schema {min(old)}, this program reads {SCHEMA}: `wardiary archive rebuild`"
            )
        earlier = [] if attempt else sorted(folder.glob("*.duckdb"))
        try:
            fill(path, parts, stamps, program, earlier)
        except (duckdb.IOException, FileNotFoundError) as error:
            # A writer may have taken a part away in the meantime, and another process an earlier cache.
            reason = error
            continue
        except duckdb.Error as error:
            if not earlier:
                raise ArchiveError(_not_made(store, error)) from error
            # The earlier cache may be damaged.
            reason = error
            continue
        _sweep(path)
        return path
    raise ArchiveError(_not_made(store, reason)) from reason


def _not_made(store: Store, reason: Exception | None) -> str:
    return f"{store.folder}: the cache cannot be made of the tables: {' '.join(str(reason).split())}"


def _program(stamps: Mapping[str, tuple[int, int]], engine: str) -> str:
    """Everything that the cache depends on beside the parts: this program, DuckDB."""
    return f"{SCHEMA}|{engine}|{program_digest(frozenset(game_of(place) for place in stamps))}"


def _fingerprint(stamps: Mapping[str, tuple[int, int]], program: str) -> str:
    hashed = blake2b(program.encode(), digest_size=12)
    for place, (moment, size) in stamps.items():
        hashed.update(f"|{place}|{moment}|{size}".encode())
    return hashed.hexdigest()


def _sweep(path: Path) -> None:
    """Take away caches of earlier contents; who has one open keeps it."""
    for other in path.parent.glob("*.duckdb"):
        if other != path:
            with suppress(OSError):
                other.unlink()
