"""Turns surveyed diaries into parts and publishes them."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from wardiary.analytics.columns import Piece
from wardiary.analytics.keeping import keep_copy
from wardiary.analytics.manifest import KeptDiary, Manifest, Part
from wardiary.analytics.parts import PartWriter, without
from wardiary.analytics.rows import DiaryRows
from wardiary.analytics.store import Staging
from wardiary.analytics.survey import Candidate, Games, Plan, Standing
from wardiary.events.common import Ended
from wardiary.events.diary.decoding import decode_blocks
from wardiary.events.errors import WardiaryError

__all__ = ["PART_EVENTS", "PART_GAMES", "Added", "Adder", "Outcome"]

PART_EVENTS = 2_000_000
"""Events after which a part is closed: a few tens of megabytes of Parquet, some hundred of spool."""
PART_GAMES = 2_000


class Outcome(Struct, frozen=True, kw_only=True):
    """What became of one file."""

    path: Path
    what: str
    id: str | None = None
    events: int = 0
    error: WardiaryError | None = None
    warnings: tuple[str, ...] = ()


class Added(Struct, frozen=True, kw_only=True):
    """What became of all files."""

    outcomes: tuple[Outcome, ...]

    @property
    def faults(self) -> tuple[Outcome, ...]:
        """Files that were left out."""
        return tuple(outcome for outcome in self.outcomes if outcome.error is not None)

    @property
    def exit_code(self) -> int:
        """0 when every file was good, 3 when some were left out."""
        return 3 if self.faults else 0

    def count(self, what: Standing) -> int:
        """How many files this became of."""
        return sum(outcome.what == what.value for outcome in self.outcomes)

    @property
    def events(self) -> int:
        """Events of the diaries that went in."""
        return sum(outcome.events for outcome in self.outcomes)


class Adder:
    """Writes parts within one hold of the archive's lock. `outcomes` grows as files are dealt with."""

    def __init__(
        self,
        staging: Staging,
        games: Games,
        advance: Callable[[int], None],
        keep: Callable[[Candidate], KeptDiary] | None = None,
    ) -> None:
        """`keep` is what becomes of the diaries themselves; they are copied by default."""
        self.outcomes: list[Outcome] = []
        self._staging, self._games, self._advance = staging, games, advance
        self._keep = keep or (lambda candidate: keep_copy(staging, candidate.reader))

    def add(self, made: Plan, holders: Callable[[Iterable[str]], list[Part]]) -> None:
        """Carry out a plan. `holders` names the parts that hold diaries of these ids."""
        self._note(made)
        for manifest in self._parts(made.new.values(), Standing.NEW):
            self._staging.publish(manifest)
        come = list(self._parts(made.longer.values(), Standing.LONGER))
        if come:
            replaced = {diary.id for manifest in come for diary in manifest.diaries}
            go = holders(replaced)
            kept = (without(self._staging, part, replaced) for part in go)
            self._staging.swap([*come, *(part for part in kept if part is not None)], [part.manifest for part in go])

    def parts_of(self, made: Plan) -> Iterator[Manifest]:
        """All diaries of a plan as staged parts, nothing published."""
        self._note(made)
        yield from self._parts(made.new.values(), Standing.NEW)

    def _note(self, made: Plan) -> None:
        self.outcomes += [Outcome(path=path, what=standing.value) for path, standing in made.idle]
        self.outcomes += [Outcome(path=path, what="left out", error=error) for path, error in made.faults]

    def _parts(self, candidates: Iterable[Candidate], standing: Standing) -> Iterator[Manifest]:
        """Staged parts with these diaries, those that turn out bad left out."""
        by_game: dict[str, list[Candidate]] = {}
        for candidate in candidates:
            by_game.setdefault(candidate.game, []).append(candidate)
        for game in sorted(by_game):
            waiting = iter(by_game[game])
            while (manifest := self._part(game, waiting, standing)) is not None:
                yield manifest

    def _part(self, game: str, waiting: Iterator[Candidate], standing: Standing) -> Manifest | None:
        """The next part; None when no diary is left for it."""
        with PartWriter(self._staging, game) as writer:
            while writer.events < PART_EVENTS and len(writer.diaries) < PART_GAMES:
                candidate = next(waiting, None)
                if candidate is None:
                    break
                self._take(writer, candidate, standing)
                self._advance(1)
            return writer.finish() if writer.diaries else None

    def _take(self, writer: PartWriter, candidate: Candidate, standing: Standing) -> None:
        try:
            warnings = self._write(writer, candidate)
        except WardiaryError as error:
            self.outcomes.append(Outcome(path=candidate.path, what="left out", id=candidate.id, error=error))
            return
        tail = candidate.reader.tail
        if tail is not None:
            warnings += (f"its torn end after event {candidate.n} is left out ({tail.reason})",)
        self.outcomes.append(
            Outcome(path=candidate.path, what=standing.value, id=candidate.id, events=candidate.n, warnings=warnings)
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
