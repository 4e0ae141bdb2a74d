"""Diaries become parts, in the staging folder of the one writer: the work that a process of a pool does.

A batch of files goes in, small records come out; everything large is written into the workshop. Nothing is published
here, and nothing here knows of other batches: a game whose id is in the archive already, or twice in the batch, is put
off for the writer to judge.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from wardiary.analytics.columns import Piece
from wardiary.analytics.keeping import keep_copy, kept_diary
from wardiary.analytics.manifest import KeptDiary, Manifest
from wardiary.analytics.outcome import LEFT_OUT, FileOutcome, Standing
from wardiary.analytics.parts import PartWriter
from wardiary.analytics.rows import DiaryRows
from wardiary.analytics.store import Workshop
from wardiary.analytics.survey import Candidate, Games
from wardiary.events.common import Ended
from wardiary.events.diary.decoding import decode_blocks
from wardiary.events.errors import WardiaryError

__all__ = ["PART_EVENTS", "PART_GAMES", "Batch", "Known", "Packed", "Packer", "pack", "write_known"]

PART_EVENTS = 2_000_000
"""Events after which a part is closed: a few tens of megabytes of Parquet, some hundred of spool."""
PART_GAMES = 2_000

Known = Mapping[str, tuple[int, str]]
"""The number of the last event and the chained hash of each game of the archive, by id."""


class Batch(Struct, frozen=True, kw_only=True):
    """Files to be packed. `known` is a file that `write_known` wrote; `in_place` diaries are not copied."""

    paths: tuple[Path, ...]
    workshop: Path
    known: Path
    in_place: bool = False
    threads: int | None = None
    """Threads of DuckDB; None for as many as it likes."""


class Packed(Struct, frozen=True, kw_only=True):
    """The parts made of a batch, what became of its files, and which of them are put off."""

    parts: tuple[Manifest, ...]
    outcomes: tuple[FileOutcome, ...]
    put_off: tuple[Path, ...]


def _quiet(_count: int) -> None:
    """Nobody watches."""


def write_known(known: Known, path: Path) -> None:
    """For the processes of a pool."""
    path.write_bytes(msgspec.msgpack.encode(known))


@lru_cache(maxsize=1)
def _read_known(path: Path) -> Known:
    """A process packs many batches of one writer."""
    return msgspec.msgpack.decode(path.read_bytes(), type=dict[str, tuple[int, str]])


def pack(batch: Batch, advance: Callable[[int], None] = _quiet) -> Packed:
    """Make parts of a batch; of nothing, when the writer has stopped. Raises ArchiveError, OSError.

    `advance` is told of each file when the next one is taken.
    """
    packer = Packer(Workshop(batch.workshop), Games(), in_place=batch.in_place, threads=batch.threads, advance=advance)
    parts = tuple(packer.parts(packer.fresh(batch.paths, _read_known(batch.known))))
    return Packed(parts=parts, outcomes=tuple(packer.outcomes), put_off=tuple(packer.put_off))


class Packer:
    """Makes parts in a workshop. `outcomes` and `put_off` grow as files are dealt with."""

    def __init__(
        self,
        workshop: Workshop,
        games: Games,
        *,
        in_place: bool = False,
        threads: int | None = None,
        advance: Callable[[int], None] = _quiet,
    ) -> None:
        self.outcomes: list[FileOutcome] = []
        self.put_off: list[Path] = []
        self._workshop, self._games, self._in_place, self._threads = workshop, games, in_place, threads
        self._advance = advance

    def fresh(self, paths: Iterable[Path], known: Known) -> Iterator[Candidate]:
        """The good diaries among the files whose ids are not known."""
        met: set[str] = set()
        for path in paths:
            if self._workshop.is_stopped:
                return
            candidate = self._open(path)
            stored = known.get(candidate.id) if candidate else None
            if candidate is None:
                pass
            elif stored == (candidate.n, candidate.h):
                self.outcomes.append(FileOutcome(path=path, what=Standing.SAME.value, id=candidate.id))
            elif stored is not None or candidate.id in met:
                self.put_off.append(path)
            else:
                met.add(candidate.id)
                yield candidate
            self._advance(1)

    def _open(self, path: Path) -> Candidate | None:
        try:
            return Candidate(path, self._games)
        except WardiaryError as error:
            self.outcomes.append(FileOutcome(path=path, what=LEFT_OUT, error=error))
            return None

    def parts(self, candidates: Iterable[Candidate], standing: Standing = Standing.NEW) -> Iterator[Manifest]:
        """Staged parts with these diaries, those that turn out bad left out. A part holds one kind of game."""
        with ExitStack() as opened:
            writers: dict[str, PartWriter] = {}
            for candidate in candidates:
                game = candidate.game
                if game not in writers:
                    writers[game] = opened.enter_context(PartWriter(self._workshop, game, threads=self._threads))
                self._take(writers[game], candidate, standing)
                if writers[game].events >= PART_EVENTS or len(writers[game].diaries) >= PART_GAMES:
                    yield writers.pop(game).finish()
            for _, writer in sorted(writers.items()):
                if writer.diaries and not self._workshop.is_stopped:
                    yield writer.finish()

    def _take(self, writer: PartWriter, candidate: Candidate, standing: Standing) -> None:
        try:
            warnings = self._write(writer, candidate)
        except WardiaryError as error:
            self.outcomes.append(FileOutcome(path=candidate.path, what=LEFT_OUT, id=candidate.id, error=error))
            return
        tail = candidate.reader.tail
        if tail is not None:
            warnings += (f"its torn end after event {candidate.n} is left out ({tail.reason})",)
        self.outcomes.append(
            FileOutcome(
                path=candidate.path, what=standing.value, id=candidate.id, events=candidate.n, warnings=warnings
            )
        )

    def _write(self, writer: PartWriter, candidate: Candidate) -> tuple[str, ...]:
        """All rows of a diary and its copy, or nothing. Raises what reading raises, and Unfoldable."""
        reader = candidate.reader
        table = self._games.table(reader)
        with writer.whole():
            rows = DiaryRows(table, candidate.id, candidate.jumps, candidate.n, writer.emit, path=candidate.path)
            for blocks in reader.raw_blocks(verify=False):
                events, fault = decode_blocks(blocks, reader.codec, canonical=True, path=reader.path)
                if fault is not None:
                    raise fault
                rows.take(events)
            rows.finish()
            for name, piece in _about(candidate, rows).items():
                writer.emit(name, piece)
            kept = self._keep(candidate)
        writer.keep(kept)
        return tuple(rows.warnings)

    def _keep(self, candidate: Candidate) -> KeptDiary:
        if self._in_place:
            return kept_diary(candidate.reader, candidate.path)
        return keep_copy(self._workshop, candidate.reader)


def _about(candidate: Candidate, rows: DiaryRows) -> dict[str, Piece]:
    """The rows of `games` and `players`."""
    header, state, tally = candidate.reader.header, rows.state, rows.tally
    result: Ended | None = state.result
    parent = header.parent
    game = {
        "scenario": header.scenario,
        "options": header.options,
        "rules": header.rules,
        "last_rules": rows.last_rules or header.rules,
        "data": header.data,
        "own_data": tally["embedded"] > 0,
        "seats": tuple(header.seats),
        "dice_source": header.dice_source.source,
        "written": header.written,
        "from_position": rows.from_position,
        "events": candidate.n,
        "decisions": rows.decisions.total(),
        "turns": state.turn,
        "ended": result is not None,
        "kind": result.kind if result else None,
        "winners": result.winners if result else None,
        "score": result.score if result else None,
        "sealed": tally["sealed"] > 0,
        "last_h": candidate.h,
        "parent_id": parent.id if parent else None,
        "parent_n": parent.n if parent else None,
        "fork_reason": parent.reason if parent else None,
        "take_backs": tally["took_back"],
        "forced_take_backs": rows.forced,
        "fixes": tally["fixed"],
        "taken_back_events": rows.dead.count,
        "notes": tally["noted"],
        "sittings": 1 + tally["resumed"],
        "crashes": tally["crashed"],
    }
    whose: Piece = {"game": header.game, "game_id": candidate.id}
    seats = list(header.seats)
    players = {
        "seat": seats,
        "player": [header.seats[seat] for seat in seats],
        "decisions": [rows.decisions[seat] for seat in seats],
        "won": [None if result is None else seat in result.winners for seat in seats],
    }
    return {"games": whose | {name: [value] for name, value in game.items()}, "players": whose | players}
