"""The one writer's side of adding: hands out batches of files, publishes their parts, judges what was put off.

Files are taken as they come, a batch at a time, so that memory does not grow with their number; what is kept of each is
its outcome.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree

from msgspec import Struct
from msgspec.structs import replace

from wardiary.analytics.manifest import KeptDiary, Manifest, Part
from wardiary.analytics.outcome import LEFT_OUT, FileOutcome, Standing
from wardiary.analytics.packing import PART_GAMES, Batch, Packed, Packer, pack, write_known
from wardiary.analytics.parts import without
from wardiary.analytics.store import Staging, Workshop
from wardiary.analytics.survey import Candidate, Games, standing_of
from wardiary.events.diary import DiaryReader, open_diary
from wardiary.events.errors import WardiaryError
from wardiary.replay.workers import in_order, pool

__all__ = ["Adder", "Rebuilder"]

_FIRST_BYTES, _SECOND_BYTES, _MOST_BYTES = 8 << 20, 4 << 20, 32 << 20
"""Bytes of plain diaries in a batch: what one process does in a second; then small ones, so that all soon have work;
then as many as make a good part."""
_PACKED_RATIO = 8
"""How much smaller a compressed diary is, about."""
_WAITING_BATCHES = 2
"""Batches that wait for each worker."""
_CHUNK = 2_000
"""How many games are replaced at once."""


class _Choice(Struct, frozen=True):
    """The longest diary of an id that was put off so far."""

    path: Path
    n: int
    h: str


class Adder:
    """Adds files within one hold of the archive's lock. `outcomes` grows as files are dealt with."""

    in_place = False
    advice = "parts that were finished are in the archive, add the same files again to go on, with fewer --workers"
    """What to do where a worker dies."""

    def __init__(
        self,
        staging: Staging,
        parts: Iterable[Part],
        diaries: Path,
        *,
        workers: int,
        advance: Callable[[int], None],
    ) -> None:
        """`diaries` is the folder of the kept diaries. Several workers are processes of a pool."""
        self.outcomes: list[FileOutcome] = []
        self._staging, self._diaries, self._workers, self._advance = staging, diaries, workers, advance
        self._games = Games()
        self._parts = {part.manifest.place: part for part in parts}
        self._known = {kept.id: (place, kept) for place, part in self._parts.items() for kept in part.manifest.diaries}
        self._new: dict[str, int] = {}

    def add(self, files: Iterable[Path]) -> None:
        """Deal with all files. Raises ArchiveError, OSError."""
        put_off: list[Path] = []
        with closing(self._packed(files)) as packing:
            for workshop, packed in packing:
                put_off += self._take(workshop, packed)
        waiting = iter(put_off)
        while chunk := list(islice(waiting, _CHUNK)):
            self._judge(chunk)

    def _take(self, workshop: Workshop, packed: Packed) -> list[Path]:
        """Publish what a batch became, but games that another batch brought before; the files that are put off."""
        doubles = {diary.id for part in packed.parts for diary in part.diaries if diary.id in self._known}
        put_off = list(packed.put_off)
        for outcome in packed.outcomes:
            is_new = outcome.what == Standing.NEW.value and outcome.id is not None
            if is_new and outcome.id in doubles:
                put_off.append(outcome.path)
                continue
            if is_new:
                self._new[str(outcome.id)] = len(self.outcomes)
            self.outcomes.append(outcome)
        for part in packed.parts:
            left = _without_doubles(workshop, part, doubles)
            if left is not None:
                self._publish(workshop, left)
                self._note(left)
        rmtree(workshop.folder)
        return put_off

    def _publish(self, workshop: Workshop, manifest: Manifest) -> None:
        self._staging.publish(workshop, manifest)

    def _note(self, manifest: Manifest) -> None:
        self._parts[manifest.place] = Part(self._place_of(manifest), manifest)
        self._known |= {kept.id: (manifest.place, kept) for kept in manifest.diaries}

    def _place_of(self, manifest: Manifest) -> Path:
        return self._diaries.parent / manifest.place

    def _packed(self, files: Iterable[Path]) -> Generator[tuple[Workshop, Packed], None, None]:
        """What each batch became, and the workshop where it lies."""
        known = self._staging.folder / "known"
        write_known({game_id: (kept.n, kept.h) for game_id, (_, kept) in self._known.items()}, known)
        groups = _groups(files)
        first = list(islice(groups, 2))
        shared = len(first) > 1 and self._workers > 1
        make = partial(self._batch, known=known, threads=1 if shared else None)
        batches = (make(number, paths) for number, paths in enumerate(chain(first, groups)))
        if not shared:
            for batch in batches:
                yield Workshop(batch.workshop), pack(batch, self._advance)
            return
        yield from self._on_pool(batches)

    def _batch(self, number: int, paths: tuple[Path, ...], *, known: Path, threads: int | None) -> Batch:
        workshop = self._staging.workshop(str(number))
        return Batch(paths=paths, workshop=workshop.folder, known=known, in_place=self.in_place, threads=threads)

    def _on_pool(self, batches: Iterator[Batch]) -> Generator[tuple[Workshop, Packed], None, None]:
        waiting: list[Batch] = []

        def noted() -> Iterator[Batch]:
            for batch in batches:
                waiting.append(batch)
                yield batch

        with pool(self._workers) as executor:
            packing = in_order(
                executor, pack, noted(), workers=self._workers, waiting=_WAITING_BATCHES, advice=self.advice
            )
            try:
                for packed in packing:
                    batch = waiting.pop(0)
                    yield Workshop(batch.workshop), packed
                    self._advance(len(batch.paths))
            except BaseException:
                for batch in waiting:
                    Workshop(batch.workshop).stop()
                raise

    def _judge(self, put_off: Iterable[Path]) -> None:
        """Files whose id is known: what is longer replaces what is known."""
        chosen: dict[str, _Choice] = {}
        for path in put_off:
            try:
                candidate = Candidate(path, self._games)
                standing = self._standing(candidate, chosen.get(candidate.id))
            except WardiaryError as error:
                self.outcomes.append(FileOutcome(path=path, what=LEFT_OUT, error=error))
                continue
            if standing not in {Standing.NEW, Standing.LONGER}:
                self.outcomes.append(FileOutcome(path=path, what=standing.value, id=candidate.id))
                continue
            if before := chosen.get(candidate.id):
                self.outcomes.append(FileOutcome(path=before.path, what=Standing.OLDER.value, id=candidate.id))
            chosen[candidate.id] = _Choice(path, candidate.n, candidate.h)
        if chosen:
            self._replace([choice.path for choice in chosen.values()])

    def _standing(self, candidate: Candidate, before: _Choice | None) -> Standing:
        codec = self._games.codec

        def reopened(path: Path) -> Callable[[], DiaryReader]:
            return lambda: open_diary(path, codec)

        if before is not None:
            return standing_of(candidate, before.n, before.h, reopened(before.path))
        if candidate.id not in self._known:
            # The one that it was put off for turned out bad.
            return Standing.NEW
        _, kept = self._known[candidate.id]
        return standing_of(candidate, kept.n, kept.h, reopened(self._kept_file(kept)))

    def _kept_file(self, kept: KeptDiary) -> Path:
        return self._diaries / kept.file

    def _replace(self, paths: Iterable[Path]) -> None:
        """Put longer diaries in the place of those that are known."""
        packer = Packer(self._staging, self._games, in_place=self.in_place)
        come = list(packer.parts(packer.fresh(paths, {}), Standing.LONGER))
        for outcome in packer.outcomes:
            earlier = self._new.get(outcome.id or "")
            if outcome.error is None and (earlier is not None or outcome.id not in self._known):
                # What it replaces, if anything, came in by this very call: to the person the longer one is new.
                outcome = replace(outcome, what=Standing.NEW.value)
            if outcome.error is None and earlier is not None:
                self.outcomes[earlier] = replace(self.outcomes[earlier], what=Standing.OLDER.value, events=0)
            self.outcomes.append(outcome)
        replaced = {kept.id for manifest in come for kept in manifest.diaries} & self._known.keys()
        go = [self._parts[place] for place in {self._known[game_id][0] for game_id in replaced}]
        rest = (without(self._staging, part, replaced) for part in go)
        self._exchange([*come, *(manifest for manifest in rest if manifest is not None)], go)

    def _exchange(self, come: list[Manifest], go: list[Part]) -> None:
        self._staging.swap(come, [part.manifest for part in go])
        self._forget_and_note(come, go)

    def _forget_and_note(self, come: list[Manifest], go: list[Part]) -> None:
        for part in go:
            del self._parts[part.manifest.place]
        for manifest in come:
            self._note(manifest)


class Rebuilder(Adder):
    """Makes all parts again from the kept diaries, and publishes nothing: `come` are the staged parts."""

    in_place = True
    advice = "nothing was changed, run it again with fewer --workers"

    @property
    def come(self) -> list[Manifest]:
        """The parts that were made."""
        return [part.manifest for part in self._parts.values()]

    def _publish(self, workshop: Workshop, manifest: Manifest) -> None:
        self._staging.take(workshop, manifest)

    def _place_of(self, manifest: Manifest) -> Path:
        return self._staging.folder / manifest.place

    def _exchange(self, come: list[Manifest], go: list[Part]) -> None:
        for part in go:
            rmtree(part.folder)
        self._forget_and_note(come, go)


def _without_doubles(workshop: Workshop, part: Manifest, doubles: set[str]) -> Manifest | None:
    if doubles.isdisjoint(diary.id for diary in part.diaries):
        return part
    return without(workshop, workshop.staged(part), doubles)


def _groups(files: Iterable[Path]) -> Iterator[tuple[Path, ...]]:
    """The files in batches: a first one, two small ones, then two of each size up to the largest."""
    group: list[Path] = []
    most, number, size = _FIRST_BYTES, 0, 0
    for path in files:
        group.append(path)
        size += _plain_bytes(path)
        if size >= most or len(group) >= PART_GAMES:
            yield tuple(group)
            group, size, number = [], 0, number + 1
            most = min(_MOST_BYTES, _SECOND_BYTES << (number - 1) // 2)
    if group:
        yield tuple(group)


def _plain_bytes(path: Path) -> int:
    """About how many bytes the diary has; 0 when that is not to be had, for its reader says why."""
    try:
        size = path.stat().st_size
    except (OSError, ValueError):
        return 0
    return size * _PACKED_RATIO if path.name.endswith(".zst") else size
