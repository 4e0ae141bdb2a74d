"""The archive: many diaries as tables, with the diaries beside them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardiary.analytics.adding import Added, Adder
from wardiary.analytics.keeping import kept_diary
from wardiary.analytics.manifest import KeptDiary, Part, digest_of, find_diaries
from wardiary.analytics.reports import report_named
from wardiary.analytics.results import Result
from wardiary.analytics.sandbox import gate, query_errors, sandbox
from wardiary.analytics.schema import SCHEMA, TABLES
from wardiary.analytics.store import DIARIES, Store, write_whole
from wardiary.analytics.survey import Games, diaries_below, find_files, plan
from wardiary.analytics.views import SHELL_VIEWS, shell_views
from wardiary.events.diary import open_diary
from wardiary.events.errors import ArchiveError, QueryError, WardiaryError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["Archive", "Fault", "GameInfo", "Info"]


class GameInfo(Struct, frozen=True, kw_only=True):
    """What the archive has of one game. `rows` by table; bytes of the Parquet files and of the kept diaries."""

    game: str
    parts: int
    diaries: int
    events: int
    rows: dict[str, int]
    table_bytes: int
    diary_bytes: int


class Info(Struct, frozen=True, kw_only=True):
    """What the archive has. `strays` are files among the diaries that no part names."""

    folder: str
    schema: int
    games: tuple[GameInfo, ...]
    strays: tuple[str, ...]


class Fault(Struct, frozen=True, kw_only=True):
    """A file of the archive that is not what its manifest says."""

    file: str
    what: str


def _quiet(_count: int) -> None:
    """Nobody watches."""


class Archive:
    """An archive in a folder. Opening reads nothing; `add` makes it.

    Many may read while one writes; a second writer raises Locked.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self._store = Store(self.folder)

    def exists(self) -> bool:
        """Whether the folder is an archive."""
        return self._store.exists()

    def parts(self) -> list[Part]:
        """The parts of this moment. Raises UsageError when there is no archive, ArchiveError."""
        self._store.need()
        return self._store.parts()

    def add(self, paths: Iterable[Path | str], *, advance: Callable[[int], None] = _quiet) -> Added:
        """Add diaries: files, and folders that hold them.

        A diary that is there already changes nothing, one that goes on from what is there replaces it; a bad one, or
        one that has diverged, is named and left out, the rest goes in. Parts that are finished stay when the work is
        interrupted. `advance` is told of each file twice: when it was looked at, and when it is in.

        Raises Locked, ArchiveError, UsageError.
        """
        files = list(find_files(map(Path, paths)))
        self._store.create()
        with self._store.writing() as staging:
            parts = self._store.parts()
            self._need_schema(parts)
            known = find_diaries(parts)

            def stored(game_id: str) -> tuple[KeptDiary, Path] | None:
                found = known.get(game_id)
                return (found[1], self.folder / DIARIES / found[1].file) if found else None

            def holders(ids: Iterable[str]) -> list[Part]:
                places = {known[game_id][0].manifest.place for game_id in ids}
                return [part for part in parts if part.manifest.place in places]

            games = Games()
            made = plan(files, stored, games, advance)
            adder = Adder(staging, games, advance)
            adder.add(made, holders)
            self._write_views()
            return Added(outcomes=tuple(adder.outcomes))

    def info(self) -> Info:
        """Counts and sizes, by game."""
        parts = self.parts()
        named = {diary.file for part in parts for diary in part.manifest.diaries}
        games = sorted({part.manifest.game for part in parts})
        return Info(
            folder=str(self.folder),
            schema=min((part.manifest.schema for part in parts), default=SCHEMA),
            games=tuple(_game_info(game, [part for part in parts if part.manifest.game == game]) for game in games),
            strays=tuple(sorted(path.name for path in self._diary_files() if path.name not in named)),
        )

    def diaries(self) -> list[Path]:
        """The kept diaries, sorted by id."""
        kept = sorted((diary.id, diary.file) for part in self.parts() for diary in part.manifest.diaries)
        return [self.folder / DIARIES / file for _, file in kept]

    def verify(self, *, advance: Callable[[int], None] = _quiet) -> list[Fault]:
        """Every file that is not what the manifests say: its digest, and for diaries the whole chain."""
        faults: list[Fault] = []
        seen: set[str] = set()
        for part in self.parts():
            faults += _table_faults(part)
            for diary in part.manifest.diaries:
                if diary.id in seen:
                    faults.append(Fault(file=part.manifest.place, what=f"game {diary.id} is in another part as well"))
                seen.add(diary.id)
                faults += self._diary_faults(diary)
                advance(1)
        return faults

    def rebuild(self, *, advance: Callable[[int], None] = _quiet) -> Added:
        """Make all tables again from the kept diaries, with this version's schema and features, and exchange them.

        Diaries that no part names are taken in. Raises ArchiveError, and changes nothing, when a diary that is in the
        tables is lost or bad; Locked.
        """
        self._store.need()
        with self._store.writing() as staging:
            parts = self._store.parts()
            games = Games()
            made = plan(self._diary_files(), lambda game_id: None, games, advance)
            adder = Adder(staging, games, advance, lambda candidate: kept_diary(candidate.reader, candidate.path))
            come = list(adder.parts_of(made))
            have = {diary.id for manifest in come for diary in manifest.diaries}
            if lost := sorted(set(find_diaries(parts)) - have):
                reasons = "; ".join(str(fault.error) for fault in adder.outcomes if fault.error)
                raise ArchiveError(
                    f"{self.folder}: nothing was changed, for the diary of {lost[0]}"
                    f"{f' and of {len(lost) - 1} more' if len(lost) > 1 else ''} is lost or bad: put copies back into "
                    f"{DIARIES}/ ({reasons or 'no such file'})"
                )
            staging.swap(come, [part.manifest for part in parts])
            self._write_views()
            return Added(outcomes=tuple(adder.outcomes))

    def sql(self, query: str) -> Result:
        """The rows of one query over the archive's tables and views (docs/archive.md), run in the sandbox.

        Raises QueryError for what is no query, may not be run, or fails; ArchiveError.
        """
        with self.asked(query) as relation, query_errors():
            return Result.of(relation)

    @contextmanager
    def asked(self, query: str) -> Iterator["DuckDBPyRelation"]:
        """The same as a relation of DuckDB, good inside the context."""
        with self._sandbox({}) as connection:
            gate(connection, query)
            with query_errors():
                relation = connection.sql(query)
            if relation is None:
                raise QueryError("the query gives no rows")
            yield relation

    def report(self, name: str, *, forks: bool = False) -> Result:
        """A named report; `forks` counts forked games too. Raises QueryError, ArchiveError."""
        with self.reported(name, forks=forks) as relation, query_errors():
            return Result.of(relation)

    @contextmanager
    def reported(self, name: str, *, forks: bool = False) -> Iterator["DuckDBPyRelation"]:
        """The same as a relation of DuckDB, good inside the context."""
        report = report_named(name)
        with self._sandbox({"forks": forks}) as connection:
            with query_errors():
                relation = connection.sql(report.sql)
            yield relation

    def _sandbox(self, variables: Mapping[str, bool]) -> AbstractContextManager["DuckDBPyConnection"]:
        return sandbox(self._store, variables)

    def _write_views(self) -> None:
        """The views for the DuckDB shell, for the parts that there are now."""
        parts = self._store.parts()
        if parts:
            write_whole(self.folder / SHELL_VIEWS, shell_views(parts).encode())

    def _need_schema(self, parts: Iterable[Part]) -> None:
        if old := {part.manifest.schema for part in parts} - {SCHEMA}:
            raise ArchiveError(
                f"{self.folder}: has tables of schema {min(old)}, this program writes {SCHEMA}: "
                f"run `wardiary archive rebuild {self.folder}` first"
            )

    def _diary_files(self) -> list[Path]:
        """The files that may be kept diaries: manifests have no names for what lies in folders below."""
        kept = self.folder / DIARIES
        return [path for path in diaries_below(kept) if path.parent == kept]

    def _diary_faults(self, diary: KeptDiary) -> Iterator[Fault]:
        path = self.folder / DIARIES / diary.file
        try:
            if digest_of(path) != diary.digest:
                yield Fault(file=str(path), what="is not the file that was kept: its digest differs")
                return
            reader = open_diary(path, Games().codec)
            if (reader.header.id, reader.last_n, reader.last_h) != (diary.id, diary.n, diary.h):
                yield Fault(file=str(path), what="is another diary than its manifest says")
        except FileNotFoundError:
            yield Fault(file=str(path), what="is lost")
        except (OSError, WardiaryError) as error:
            yield Fault(file=str(path), what=f"cannot be read: {error}")


def _table_faults(part: Part) -> Iterator[Fault]:
    listed = {table.name: table for table in part.manifest.tables}
    for table in TABLES:
        path = part.file(table.name)
        if table.name not in listed:
            yield Fault(file=str(path), what="stands in no manifest")
        elif not path.is_file():
            yield Fault(file=str(path), what="is lost")
        elif digest_of(path) != listed[table.name].digest:
            yield Fault(file=str(path), what="is not the file that was written: its digest differs")


def _game_info(game: str, parts: list[Part]) -> GameInfo:
    files = [file for part in parts for file in part.manifest.tables]
    return GameInfo(
        game=game,
        parts=len(parts),
        diaries=sum(len(part.manifest.diaries) for part in parts),
        events=sum(part.manifest.events for part in parts),
        rows={table.name: sum(file.rows for file in files if file.name == table.name) for table in TABLES},
        table_bytes=sum(file.bytes for file in files),
        diary_bytes=sum(diary.bytes for part in parts for diary in part.manifest.diaries),
    )
