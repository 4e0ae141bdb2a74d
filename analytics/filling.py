"""Fills the cache: rows of a few parts at a time, so that memory does not grow with the archive.

Where an earlier cache holds some of the parts and no others, it is copied and the rest is put in. What games bring is
worked out for a few parts at a time too: a row of theirs comes from the rows of its own game, and a game lies in one
part.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from wardiary.analytics.engine import connect, literal, name, parquet_files
from wardiary.analytics.manifest import Part
from wardiary.analytics.schema import ALL_TABLES
from wardiary.analytics.store import sync_file
from wardiary.analytics.views import kept_views, layer_of, shipped

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["fill"]

_MEMORY = "1GB"
_CHUNK_EVENTS = 1_000_000
_PREFIX = "making-"
_Stamps = Mapping[str, tuple[int, int]]


def fill(path: Path, parts: Sequence[Part], stamps: _Stamps, program: str, earlier: Sequence[Path]) -> None:
    """Make the cache of these parts, whole or not at all. `earlier` are caches that it may begin with.

    Raises duckdb.Error when a file cannot be read, one of `earlier` maybe; OSError.
    """
    digest = blake2b(f"{program}|{layer_of(parts)}".encode(), digest_size=16).hexdigest()
    with _workplace(path.parent) as place:
        aside = place / path.name
        base, known = _base(earlier, digest, stamps)
        if base is not None:
            shutil.copyfile(base, aside)
        with connect(memory_limit=_MEMORY, temp_directory=str(place / "spilled")) as connection:
            connection.execute(f"ATTACH {literal(str(aside))} AS cache")
            if base is None:
                _lay(connection, parts, digest)
            connection.execute(shipped("macros.sql"))
            for chunk in _chunks([part for part in parts if part.manifest.place not in known]):
                first = chunk[0].manifest
                _put(connection, chunk, () if first.questions else tuple(kept_views(first.game, parts)))
                _note(connection, chunk, stamps)
            connection.execute("DETACH cache")
        sync_file(aside)
        aside.chmod(0o444)
        os.replace(aside, path)


@contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """A folder to work in. That of a process that was killed is taken away by the next one."""
    folder.mkdir(exist_ok=True)
    for left in folder.glob(f"{_PREFIX}*"):
        with _locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB) as is_mine:
            if is_mine:
                shutil.rmtree(left, ignore_errors=True)
    place = folder / f"{_PREFIX}{token_hex(8)}"
    place.mkdir()
    with _locked(place, fcntl.LOCK_EX):
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _locked(folder: Path, operation: int) -> Iterator[bool]:
    """A folder's lock, which goes with the process; whether it was to be had."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        fcntl.flock(handle, operation)
        is_mine = True
    except BlockingIOError:
        is_mine = False
    try:
        yield is_mine
    finally:
        os.close(handle)


def _base(earlier: Sequence[Path], digest: str, stamps: _Stamps) -> tuple[Path | None, frozenset[str]]:
    """A cache of some of these parts and no others, made by the same program, and their places."""
    import duckdb

    for path in earlier:
        try:
            with connect() as connection:
                connection.execute(f"ATTACH {literal(str(path))} AS cache (READ_ONLY)")
                made_by = connection.execute("SELECT digest FROM cache.made.program").fetchall()
                rows = connection.execute("SELECT place, moment, size FROM cache.made.parts").fetchall()
        except duckdb.Error:
            continue
        if made_by == [(digest,)] and all(stamps.get(place) == (moment, size) for place, moment, size in rows):
            return path, frozenset(place for place, _, _ in rows)
    return None, frozenset()


def _lay(connection: "DuckDBPyConnection", parts: Sequence[Part], digest: str) -> None:
    """Tables without rows, and the layer over them. Beside the layer stands what the cache was made of."""
    connection.execute("USE cache")
    for table in ALL_TABLES:
        connection.execute(f"CREATE TABLE {table.name} ({table.declarations})")
        connection.execute(f"COMMENT ON TABLE {table.name} IS {literal(table.grain)}")
    connection.execute(layer_of(parts, kept=True))
    connection.execute(
        "CREATE SCHEMA made; CREATE TABLE made.parts (place VARCHAR, moment BIGINT, size BIGINT); "
        f"CREATE TABLE made.program AS SELECT {literal(digest)} AS digest; USE memory"
    )


def _chunks(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Parts of one game and one kind that are dealt with together."""

    def kind(part: Part) -> tuple[str, bool]:
        return part.manifest.game, bool(part.manifest.questions)

    for _, of_kind in groupby(sorted(parts, key=kind), key=kind):
        chunk: list[Part] = []
        for part in of_kind:
            if chunk and sum(one.manifest.events for one in (*chunk, part)) > _CHUNK_EVENTS:
                yield chunk
                chunk = []
            chunk.append(part)
        yield chunk


def _put(connection: "DuckDBPyConnection", chunk: Sequence[Part], views: Sequence[tuple[str, str]]) -> None:
    """The rows of parts of one game and kind, and what is worked out from them."""
    tables = chunk[0].manifest.schemas
    for table in tables:
        source = parquet_files(part.whole_file(table.name) for part in chunk)
        columns = ", ".join(map(name, table.names))
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {table.name} AS SELECT {columns} FROM {source}")
        connection.execute(f"INSERT INTO cache.{table.name} FROM {table.name}")
    for view, sql in views:
        connection.execute(f"INSERT INTO cache.{name(view)} {sql}")
    for table in tables:
        connection.execute(f"DROP TABLE {table.name}")


def _note(connection: "DuckDBPyConnection", chunk: Sequence[Part], stamps: _Stamps) -> None:
    """What the cache has now."""
    for part in chunk:
        place = part.manifest.place
        connection.execute("INSERT INTO cache.made.parts VALUES (?, ?, ?)", [place, *stamps[place]])
