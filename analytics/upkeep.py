"""What keeps an archive sound: files that are not what they were, parts that are too small."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from wardiary.analytics.manifest import KeptDiary, Part, digest_of
from wardiary.analytics.survey import Games
from wardiary.events.diary import open_diary
from wardiary.events.errors import WardiaryError

__all__ = ["Fault", "faults_of", "small_parts"]

_JOINED_EVENTS = 8_000_000
"""Events of parts that are joined, at most: a hundred million events are a dozen parts then."""
_JOINED_GAMES = 50_000


class Fault(Struct, frozen=True, kw_only=True):
    """A file of the archive that is not what its manifest says."""

    file: str
    what: str


def faults_of(parts: Sequence[Part], diaries: Path, advance: Callable[[int], None]) -> Iterator[Fault]:
    """Every file that is not what the manifests of the parts say. `advance` is told of each diary."""
    seen: set[str] = set()
    games = Games()
    for part in parts:
        yield from _table_faults(part)
        for diary in part.manifest.diaries:
            if diary.id in seen:
                yield Fault(file=part.manifest.place, what=f"game {diary.id} is in another part as well")
            seen.add(diary.id)
            yield from _diary_faults(diaries / diary.file, diary, games)
            advance(1)


def small_parts(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Parts that may well be one, at least two together, of one game and one kind; the smallest are joined first."""
    by_game: dict[tuple[str, bool], list[Part]] = {}
    for part in parts:
        by_game.setdefault((part.manifest.game, bool(part.manifest.questions)), []).append(part)
    for _, of_game in sorted(by_game.items()):
        group: list[Part] = []
        for part in sorted(of_game, key=lambda part: (part.manifest.events, part.manifest.place)):
            if group and not _fit([*group, part]):
                yield from [group] if len(group) > 1 else []
                group = []
            group.append(part)
        yield from [group] if len(group) > 1 else []


def _fit(parts: Sequence[Part]) -> bool:
    events = sum(part.manifest.events for part in parts)
    games = sum(len(part.manifest.diaries) + len(part.manifest.questions) for part in parts)
    return events <= _JOINED_EVENTS and games <= _JOINED_GAMES


def _table_faults(part: Part) -> Iterator[Fault]:
    listed = {table.name: table for table in part.manifest.tables}
    for table in part.manifest.schemas:
        path = part.file(table.name)
        if table.name not in listed:
            yield Fault(file=str(path), what="stands in no manifest")
        elif not path.is_file():
            yield Fault(file=str(path), what="is lost")
        elif digest_of(path) != listed[table.name].digest:
            yield Fault(file=str(path), what="is not the file that was written: its digest differs")


def _diary_faults(path: Path, diary: KeptDiary, games: Games) -> Iterator[Fault]:
    try:
        if digest_of(path) != diary.digest:
            yield Fault(file=str(path), what="is not the file that was kept: its digest differs")
            return
        reader = open_diary(path, games.codec)
        if (reader.header.id, reader.last_n, reader.last_h) != (diary.id, diary.n, diary.h):
            yield Fault(file=str(path), what="is another diary than its manifest says")
    except FileNotFoundError:
        yield Fault(file=str(path), what="is lost")
    except (OSError, WardiaryError) as error:
        yield Fault(file=str(path), what=f"cannot be read: {error}")
