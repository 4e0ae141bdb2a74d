"""Makes one part: rows are spooled as JSON, a diary at a time, and become Parquet at the end.

Memory does not grow with the part: the spool is on the disk, and DuckDB streams it. A diary that turns out to be bad in
its middle leaves nothing behind: the spool is cut back to where it began.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import msgspec

from wardiary.analytics.columns import Piece
from wardiary.analytics.engine import connect, file_pattern, interruptible, literal, name, parquet_files
from wardiary.analytics.manifest import MANIFEST, KeptDiary, KeptQuestion, Manifest, Part, TableFile, digest_of
from wardiary.analytics.schema import SCHEMA, TABLES, WHATIF, TableSchema
from wardiary.analytics.store import Workshop, sync_file, write_whole
from wardiary.events.errors import ArchiveError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["PartWriter", "answered", "carried_over", "joined", "without"]

_ENCODER = msgspec.json.Encoder()
_MEMORY = "1GB"
"""What DuckDB may use while it writes a part."""


class PartWriter:
    """A part in the making, in a workshop; a context manager."""

    def __init__(self, workshop: Workshop, game: str, *, threads: int | None = None) -> None:
        """`threads` of DuckDB; None for as many as it likes."""
        self.game = game
        self.folder = workshop.part_folder(game)
        self._workshop, self._threads = workshop, threads
        self.diaries: list[KeptDiary] = []
        self.events = 0
        self._features: set[str] = set()
        self._open = ExitStack()
        self._spool: dict[str, BinaryIO] = {
            table.name: self._open.enter_context((self.folder / f"{table.name}.spool").open("w+b")) for table in TABLES
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def keep(self, diary: KeptDiary) -> None:
        """The rows of a diary are complete."""
        self.diaries.append(diary)
        self.events += diary.n

    def emit(self, table: str, piece: Piece) -> None:
        """Rows of a table."""
        self._spool[table].write(_ENCODER.encode(piece))
        self._spool[table].write(b"\n")
        if table == "positions":
            self._features.update(piece["feature"])

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is emitted inside stays only if nothing is raised."""
        begun = {name: file.tell() for name, file in self._spool.items()}
        try:
            yield
        except BaseException:
            for name, file in self._spool.items():
                file.seek(begun[name])
                file.truncate()
            raise

    def finish(self) -> Manifest:
        """Write the tables and the manifest, all on the disk when this returns. Raises ArchiveError."""
        for file in self._spool.values():
            file.flush()
        self._workshop.sync(diary.file for diary in self.diaries if self._workshop.diary(diary.file).exists())
        with _writing(self._threads) as connection:
            tables = tuple(_write(connection, table, self.folder, _spooled(table, self.folder)) for table in TABLES)
        self._open.close()
        for table in TABLES:
            (self.folder / f"{table.name}.spool").unlink()
        return _sealed(
            self.folder,
            Manifest(
                schema=SCHEMA,
                part=self.folder.name.removeprefix("part="),
                game=self.game,
                tables=tables,
                diaries=tuple(self.diaries),
                features=tuple(sorted(self._features)),
            ),
        )


def without(workshop: Workshop, part: Part, ids: set[str]) -> Manifest | None:
    """The part without some games, staged; None when nothing of it is left. Raises ArchiveError."""
    left = tuple(diary for diary in part.manifest.diaries if diary.id not in ids)
    questions = tuple(question for question in part.manifest.questions if question.game_id not in ids)
    if not left and not questions:
        return None
    rest = f" WHERE game_id NOT IN ({', '.join(map(literal, sorted(ids)))})"
    return _from_parts(workshop, [part], left, questions, rest)


def joined(workshop: Workshop, parts: Sequence[Part]) -> Manifest:
    """Parts of one game and one kind as one, staged. Raises ArchiveError."""
    diaries = tuple(diary for part in parts for diary in part.manifest.diaries)
    questions = tuple(question for part in parts for question in part.manifest.questions)
    return _from_parts(workshop, parts, diaries, questions)


def _from_parts(
    workshop: Workshop,
    parts: Sequence[Part],
    diaries: tuple[KeptDiary, ...],
    questions: tuple[KeptQuestion, ...],
    rest: str = "",
) -> Manifest:
    """A part whose rows others of its game and kind hold; `rest` says which rows."""
    first = parts[0].manifest
    folder = workshop.part_folder(first.game)
    sources = {table: parquet_files(part.whole_file(table.name) for part in parts) for table in first.schemas}
    with _writing() as connection:
        tables = tuple(_write(connection, table, folder, f"FROM {source}{rest}") for table, source in sources.items())
    changed = {
        "part": folder.name.removeprefix("part="),
        "tables": tables,
        "diaries": diaries,
        "features": tuple(sorted({feature for part in parts for feature in part.manifest.features})),
        "questions": questions,
    }
    return _sealed(folder, msgspec.structs.replace(first, **changed))


def answered(workshop: Workshop, question: KeptQuestion, piece: Piece) -> Manifest:
    """A part with the answer to a what-if question, staged. Raises ArchiveError."""
    folder = workshop.part_folder(piece["game"])
    spool = folder / f"{WHATIF.name}.spool"
    spool.write_bytes(_ENCODER.encode(piece) + b"\n")
    with _writing() as connection:
        table = _write(connection, WHATIF, folder, _spooled(WHATIF, folder))
    spool.unlink()
    part = folder.name.removeprefix("part=")
    return _sealed(
        folder,
        Manifest(schema=SCHEMA, part=part, game=piece["game"], tables=(table,), diaries=(), questions=(question,)),
    )


def carried_over(workshop: Workshop, part: Part) -> Manifest:
    """Answers to what-if questions of an older schema in this one, staged: what it did not have is NULL.

    Raises ArchiveError.
    """
    folder = workshop.part_folder(part.manifest.game)
    source = parquet_files([part.whole_file(WHATIF.name)])
    with _writing() as connection:
        there = {row[0] for row in connection.execute(f"DESCRIBE FROM {source}").fetchall()}
        columns = (
            f"{name(column.name) if column.name in there else 'NULL'}::{column.type} AS {name(column.name)}"
            for column in WHATIF.columns
        )
        table = _write(connection, WHATIF, folder, f"SELECT {', '.join(columns)} FROM {source}")
    changed = {"schema": SCHEMA, "part": folder.name.removeprefix("part="), "tables": (table,)}
    return _sealed(folder, msgspec.structs.replace(part.manifest, **changed))


@contextmanager
def _writing(threads: int | None = None) -> Iterator["DuckDBPyConnection"]:
    import duckdb

    settings: dict[str, Any] = {"memory_limit": _MEMORY}
    if threads is not None:
        settings["threads"] = threads
    with connect(**settings) as connection:
        try:
            with interruptible():
                connection.execute("SET TimeZone = 'UTC'")
                yield connection
        except duckdb.Error as error:
            raise ArchiveError(f"the tables cannot be written: {error}") from error


def _spooled(table: TableSchema, folder: Path) -> str:
    """A query over the spool of a table."""
    types = ["game: 'VARCHAR'", "game_id: 'VARCHAR'"]
    values = ["game", "game_id"]
    for column in table.columns[2:]:
        types.append(f"\"{column.name}\": '{column.spool_type}[]'")
        value = column.value.format(f'unnest("{column.name}")')
        values.append(f'{value} AS "{column.name}"')
    source = f"read_json({file_pattern(folder / f'{table.name}.spool')}, format = 'newline_delimited'"
    return f"SELECT {', '.join(values)} FROM {source}, columns = {{{', '.join(types)}}})"


def _write(connection: "DuckDBPyConnection", table: TableSchema, folder: Path, query: str) -> TableFile:
    path = folder / f"{table.name}.parquet"
    about = f"{{wardiary_table: {literal(table.name)}, wardiary_schema: '{SCHEMA}'}}"
    written = connection.execute(
        f"COPY ({query}) TO {literal(str(path))} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {about})"
    ).fetchall()
    sync_file(path)
    return TableFile(name=table.name, rows=written[0][0], bytes=path.stat().st_size, digest=digest_of(path))


def _sealed(folder: Path, manifest: Manifest) -> Manifest:
    write_whole(folder / MANIFEST, msgspec.json.encode(manifest) + b"\n")
    return manifest
