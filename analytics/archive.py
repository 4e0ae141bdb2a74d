"""The archive: many diaries as tables, with the diaries beside them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardiary.analytics.adding import Adder, Rebuilder
from wardiary.analytics.cache import cache_of, drop_damaged, may_be_damage
from wardiary.analytics.manifest import KeptQuestion, Part
from wardiary.analytics.openings import openings_sql
from wardiary.analytics.outcome import Added
from wardiary.analytics.parts import answered, carried_over, joined, without
from wardiary.analytics.reports import Report, report_named
from wardiary.analytics.results import Result
from wardiary.analytics.sandbox import Unreadable, gate, query_errors, sandbox
from wardiary.analytics.schema import ALL_TABLES, SCHEMA
from wardiary.analytics.store import DIARIES, Store, write_whole
from wardiary.analytics.untrusted import Limits, ask_apart
from wardiary.analytics.upkeep import Fault, faults_of, small_parts
from wardiary.analytics.views import SHELL_VIEWS, shell_views
from wardiary.analytics.whatif import whatif_piece
from wardiary.events.errors import ArchiveError, QueryError
from wardiary.replay.finding import find_diaries, is_diary_name
from wardiary.replay.valuation.tallies import WhatIf

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["Archive", "Compacted", "Fault", "GameInfo", "Info", "Removed"]


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


class Removed(Struct, frozen=True, kw_only=True):
    """Ids of the games that were taken out, and of those that were not there."""

    removed: tuple[str, ...]
    unknown: tuple[str, ...]


class Compacted(Struct, frozen=True, kw_only=True):
    """How many parts there were and are."""

    before: int
    after: int


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

    def add(self, paths: Iterable[Path | str], *, workers: int = 1, advance: Callable[[int], None] = _quiet) -> Added:
        """Add diaries: files, and folders that hold them; the paths are taken as they come.

        A diary that is there already changes nothing, one that goes on from what is there replaces it; a bad one, or
        one that has diverged, is named and left out, the rest goes in. Parts that are finished stay when the work is
        interrupted. An archive that is not there is made, unless nothing comes into it. `workers` above 1 spawns
        processes when there is work for them; `advance` is told of files that are dealt with.

        Raises Locked, ArchiveError, UsageError.
        """
        folder_too = not self.folder.exists()
        made = self._store.create()
        with self._store.writing(made=made, folder_too=folder_too) as staging:
            parts = self._store.parts()
            self._need_schema(parts)
            adder = Adder(staging, parts, self.folder / DIARIES, workers=workers, advance=advance)
            try:
                adder.add(find_diaries(map(Path, paths)))
            finally:
                # Parts that were finished before an interruption are of the archive.
                self._write_views()
            return Added(outcomes=adder.outcomes)

    def keep_whatif(self, answer: WhatIf) -> bool:
        """Keep the answer to a what-if question as rows of the table `whatif`; False when that question is there.

        The archive need not hold the game that it is about. Raises Locked, ArchiveError, UsageError.
        """
        self._store.need()
        with self._store.writing() as staging:
            parts = self._store.parts()
            self._need_schema(parts)
            if any(question.id == answer.id for part in parts for question in part.manifest.questions):
                return False
            kept = KeptQuestion(id=answer.id, game_id=answer.game_id)
            staging.publish(staging, answered(staging, kept, whatif_piece(answer)))
            self._write_views()
            return True

    def remove(self, ids: Iterable[str]) -> Removed:
        """Take games out, with their diaries and what-if answers. Ids that are not there are named, change nothing.

        Raises Locked, ArchiveError.
        """
        self._store.need()
        with self._store.writing() as staging:
            parts = self._store.parts()
            self._need_schema(parts)
            asked = tuple(dict.fromkeys(ids))
            gone = {game_id for part in parts for game_id in part.manifest.game_ids} & set(asked)
            go = [part for part in parts if part.manifest.game_ids & gone]
            rest = (without(staging, part, gone) for part in go)
            staging.swap([part for part in rest if part is not None], [part.manifest for part in go])
            self._write_views()
            return Removed(
                removed=tuple(one for one in asked if one in gone),
                unknown=tuple(one for one in asked if one not in gone),
            )

    def compact(self, *, advance: Callable[[int], None] = _quiet) -> Compacted:
        """Join small parts into larger ones: fewer files, the same rows. `advance` is told of parts.

        Raises Locked, ArchiveError.
        """
        self._store.need()
        with self._store.writing() as staging:
            parts = self._store.parts()
            self._need_schema(parts)
            come, go = [], []
            for group in small_parts(parts):
                come.append(joined(staging, group))
                go += group
                advance(len(group))
            staging.swap(come, [part.manifest for part in go])
            self._write_views()
            return Compacted(before=len(parts), after=len(parts) - len(go) + len(come))

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
        return list(faults_of(self.parts(), self.folder / DIARIES, advance))

    def rebuild(self, *, workers: int = 1, advance: Callable[[int], None] = _quiet) -> Added:
        """Make all tables again from the kept diaries, with this version's schema and features, and exchange them.

        Diaries that no part names are taken in; answers to what-if questions, which no diary gives, stay. Raises
        ArchiveError, and changes nothing, when a diary that is in the tables is lost or bad; Locked.
        """
        self._store.need()
        with self._store.writing() as staging:
            parts = self._store.parts()
            rebuilder = Rebuilder(staging, (), self.folder / DIARIES, workers=workers, advance=advance)
            rebuilder.add(self._diary_files())
            have = {diary.id for manifest in rebuilder.come for diary in manifest.diaries}
            if lost := sorted({diary.id for part in parts for diary in part.manifest.diaries} - have):
                reasons = "; ".join(str(fault.error) for fault in rebuilder.outcomes if fault.error)
                raise ArchiveError(
                    f"{self.folder}: nothing was changed, for the diary of {lost[0]}"
                    f"{f' and of {len(lost) - 1} more' if len(lost) > 1 else ''} is lost or bad: put copies back into "
                    f"{DIARIES}/ ({reasons or 'no such file'})"
                )
            old = [part for part in parts if not part.manifest.questions or part.manifest.schema != SCHEMA]
            over = [carried_over(staging, part) for part in old if part.manifest.questions]
            staging.swap([*rebuilder.come, *over], [part.manifest for part in old])
            self._write_views()
            return Added(outcomes=rebuilder.outcomes)

    def sql(self, query: str) -> Result:
        """The rows of one query over the archive's tables and views (docs/archive.md), run in the sandbox.

        Raises QueryError for what is no query, may not be run, or fails; ArchiveError.
        """

        def ask() -> Result:
            with self._sandbox({}) as connection:
                gate(connection, query)
                with query_errors():
                    return Result.of(connection, query)

        return self._asked_of_a_sound_cache(ask)

    @contextmanager
    def asked(self, query: str) -> Iterator["DuckDBPyRelation"]:
        """The same as a relation of DuckDB, whose rows need not fit into memory, good inside the context."""
        with self._named_if_damaged(), self._sandbox({}) as connection:
            gate(connection, query)
            with query_errors():
                relation = connection.sql(query)
            if relation is None:
                raise QueryError("the query gives no rows")
            yield relation

    def report(self, name: str, *, forks: bool = False) -> Result:
        """A named report; `forks` counts forked games too. Raises QueryError, ArchiveError."""
        report = self._report(name)

        def ask() -> Result:
            with self._sandbox({"forks": forks}) as connection, query_errors():
                return Result.of(connection, report.sql)

        return self._asked_of_a_sound_cache(ask)

    @contextmanager
    def reported(self, name: str, *, forks: bool = False) -> Iterator["DuckDBPyRelation"]:
        """The same as a relation of DuckDB, good inside the context."""
        report = self._report(name)
        with self._named_if_damaged(), self._sandbox({"forks": forks}) as connection:
            with query_errors():
                relation = connection.sql(report.sql)
            yield relation

    def sql_apart(self, query: str, limits: Limits | None = None) -> Result:
        """Run a stranger's query in a process of its own, bounded by the operating system. Raises QueryError.

        Its rows are numbers, strings, lists and dicts; values of other types come as their text.
        """

        def ask() -> Result:
            with cache_of(self._store) as cache:
                return ask_apart(cache, query, limits or Limits(), variables={})

        return self._asked_of_a_sound_cache(ask)

    def openings(
        self,
        game: str,
        after: Sequence[str] = (),
        *,
        depth: int = 1,
        cards: bool = False,
        least: int = 1,
        forks: bool = False,
    ) -> Result:
        """What comes after the first whole orders (or cards) of a game's line, how often, and how the games end.

        `after` are whole orders in words, each with its seat (`fin march 12 KI-1-KI-2`), or cards (`fin 07 event`), as
        the rows themselves name them. A row is a continuation of `depth` of them that at least `least` games have; each
        seat has its mean result share with a 95 % Wilson interval. Raises QueryError, UsageError.
        """
        self._need_game(game)

        def ask() -> Result:
            with self._sandbox({"forks": forks}) as connection, query_errors():
                told = connection.execute(
                    "SELECT list(DISTINCT seat ORDER BY seat) FROM players WHERE game = ?", [game]
                ).fetchall()
                sql = openings_sql(game, told[0][0], after=after, depth=depth, cards=cards, least=least)
                return Result.of(connection, sql)

        return self._asked_of_a_sound_cache(ask)

    def _report(self, name: str) -> Report:
        report = report_named(name)
        self._need_game(report.game)
        return report

    def _need_game(self, game: str) -> None:
        """A game's own report says nothing of an archive without that game."""
        games = self._store.games()
        if game and game not in games:
            raise QueryError(f"{self.folder}: holds no game of {game}, only {', '.join(games) or 'nothing at all'}")

    def _sandbox(self, variables: Mapping[str, bool]) -> AbstractContextManager["DuckDBPyConnection"]:
        return sandbox(self._store, variables)

    def _asked_of_a_sound_cache(self, ask: Callable[[], Result]) -> Result:
        """The answer; where the cache turns out to be damaged, that of one which is made anew."""
        try:
            return ask()
        except Unreadable:
            if not drop_damaged(self._store):
                raise
        return ask()

    @contextmanager
    def _named_if_damaged(self) -> Iterator[None]:
        """For rows that somebody reads meanwhile, so that nobody can begin again for him. Raises ArchiveError."""
        import duckdb

        try:
            yield
        except (QueryError, OSError, duckdb.Error) as error:
            cause = error if isinstance(error, duckdb.Error) else error.__cause__
            # Who reads the rows as a stream gets an error of his own, with the other one's words in it.
            is_suspect = isinstance(cause, duckdb.Error) and (may_be_damage(cause) or "Corrupt" in str(cause))
            if not is_suspect or not drop_damaged(self._store):
                raise
            raise ArchiveError(
                f"{self.folder}: the cache was damaged and has been taken away: ask again, it is then made anew"
            ) from error

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
        return sorted(path for path in kept.iterdir() if is_diary_name(path.name) and not path.is_dir())


def _game_info(game: str, parts: list[Part]) -> GameInfo:
    files = [file for part in parts for file in part.manifest.tables]
    return GameInfo(
        game=game,
        parts=len(parts),
        diaries=sum(len(part.manifest.diaries) for part in parts),
        events=sum(part.manifest.events for part in parts),
        rows={table.name: sum(file.rows for file in files if file.name == table.name) for table in ALL_TABLES},
        table_bytes=sum(file.bytes for file in files),
        diary_bytes=sum(diary.bytes for part in parts for diary in part.manifest.diaries),
    )
