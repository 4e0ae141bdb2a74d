"""The archive as one DuckDB file, made from the Parquet files and thrown away when they change.

Queries of users run on it, attached read-only: views over Parquet could not be read once external access is off, and
the setting that allows single paths lets COPY overwrite them.
"""

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from wardiary.analytics.engine import connect, literal, name, parquet_files
from wardiary.analytics.manifest import Part
from wardiary.analytics.schema import ALL_TABLES, SCHEMA
from wardiary.analytics.store import Store, game_of, sync_file
from wardiary.analytics.views import layer_of, program_digest
from wardiary.events.errors import ArchiveError

__all__ = ["cache_of"]

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


def _current(store: Store, folder: Path) -> Path:
    import duckdb

    reason: duckdb.Error | None = None
    for _ in range(_ATTEMPTS):
        stamps = store.stamps()
        path = folder / f"{_fingerprint(stamps, duckdb.__version__)}.duckdb"
        if path.is_file():
            return path
        parts = store.parts()
        if [part.manifest.place for part in parts] != list(stamps):
            continue
        try:
            _make(path, parts)
        except duckdb.IOException as error:
            # A writer may have taken a part away in the meantime.
            reason = error
            continue
        except duckdb.Error as error:
            raise ArchiveError(f"{store.folder}: the tables cannot be read: {error}") from error
        _sweep(path)
        return path
    raise ArchiveError(f"{store.folder}: the tables cannot be read: {reason}") from reason


def _fingerprint(stamps: Mapping[str, tuple[int, int]], engine: str) -> str:
    """Everything that the cache depends on: the parts, this program, DuckDB."""
    program = program_digest(frozenset(game_of(place) for place in stamps))
    hashed = blake2b(f"{SCHEMA}|{engine}|{program}".encode(), digest_size=12)
    for place, (moment, size) in stamps.items():
        hashed.update(f"|{place}|{moment}|{size}".encode())
    return hashed.hexdigest()


def _make(path: Path, parts: Sequence[Part]) -> None:
    if old := {part.manifest.schema for part in parts} - {SCHEMA}:
        raise ArchiveError(
            f"the tables have schema {min(old)}, this program reads {SCHEMA}: `wardiary archive rebuild`"
        )
    path.parent.mkdir(exist_ok=True)
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with connect(aside) as connection:
            for table in ALL_TABLES:
                connection.execute(f"CREATE TABLE {table.name} ({table.declarations})")
                if files := [part.file(table.name) for part in parts if table in part.manifest.schemas]:
                    columns = ", ".join(map(name, table.names))
                    source = parquet_files(files)
                    connection.execute(f"INSERT INTO {table.name} SELECT {columns} FROM {source}")
            connection.execute(layer_of(parts, kept=True))
            for table in ALL_TABLES:
                connection.execute(f"COMMENT ON TABLE {table.name} IS {literal(table.grain)}")
        sync_file(aside)
        aside.chmod(0o444)
        os.replace(aside, path)
    finally:
        for leftover in path.parent.glob(f"{aside.name}*"):
            leftover.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    """Take away caches of earlier contents; who has one open keeps it."""
    for other in path.parent.glob("*.duckdb"):
        if other != path:
            with suppress(OSError):
                other.unlink()
