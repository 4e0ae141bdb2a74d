"""What is to be added: finds diaries, checks their chains, and says how each stands to what the archive has.

A diary's identity is its header's id and the chained hash of its last block. One that extends the chain that is known
replaces it, one that the known chain extends is an older copy, any other under the same id has diverged.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path

from wardiary.analytics.manifest import KeptDiary
from wardiary.core.registry import load_game
from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.diary import DiaryReader, Jump, find_jumps, open_diary
from wardiary.events.errors import Diverged, UsageError, WardiaryError
from wardiary.replay.opening import embedded_in, table_of
from wardiary.replay.table import Table

__all__ = ["Candidate", "Games", "Plan", "Standing", "diaries_below", "find_files", "plan"]


class Games:
    """The games met so far, and the tables they were played at."""

    def __init__(self) -> None:
        self._codecs: dict[str, Codec] = {}
        self._tables: dict[tuple[str, str], Table] = {}

    def codec(self, header: Header) -> Codec:
        """The codec of the header's game. Raises UnknownGame."""
        if header.game not in self._codecs:
            self._codecs[header.game] = load_game(header.game).fold.codec
        return self._codecs[header.game]

    def table(self, reader: DiaryReader) -> Table:
        """The table of a diary; with data of this version when its own is not to be had. Raises DataError."""
        header = reader.header
        plain = self._plain(header.game)
        if plain.data.digest == header.data:
            return plain
        known = self._tables.get((header.game, header.data))
        if known is not None:
            return known
        first = (event for block in reader.blocks(verify=False) for event in block.events)
        embedded = embedded_in(first)
        if not embedded:
            return plain
        table = table_of(header, embedded, other_data=True)
        # A diary may embed anything: only what has the digest may serve others that name it.
        if table.data.digest == header.data:
            self._tables[header.game, header.data] = table
        return table

    def _plain(self, game: str) -> Table:
        if (game, "") not in self._tables:
            self._tables[game, ""] = Table.lay(game)
        return self._tables[game, ""]


class Candidate:
    """A diary whose chain is whole."""

    def __init__(self, path: Path, games: Games) -> None:
        """Raises what reading raises."""
        self.path = path
        self.reader = open_diary(path, games.codec)
        self.jumps: list[Jump] = find_jumps(self.reader)
        self.reader.check_seal()
        self.id = self.reader.header.id
        self.game = self.reader.header.game
        self.n, self.h = self.reader.last_n, self.reader.last_h


class Standing(Enum):
    """How a diary stands to the one that is known under its id."""

    NEW = "added"
    LONGER = "replaced"
    SAME = "already there"
    OLDER = "an older copy of what is there"


class Plan:
    """What is to be done with the files: `new` and `longer` go in, `idle` change nothing, `faults` stay out."""

    def __init__(self) -> None:
        self.new: dict[str, Candidate] = {}
        self.longer: dict[str, Candidate] = {}
        self.idle: list[tuple[Path, Standing]] = []
        self.faults: list[tuple[Path, WardiaryError]] = []


def diaries_below(folder: Path) -> list[Path]:
    """The diaries in a folder and below, sorted; hidden files are those that somebody is writing."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.name.endswith((".diary", ".diary.zst")) and path.name[0] != "." and not path.is_dir()
    )


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and the diaries in and below the folders named. Raises UsageError for a folder without any."""
    for path in paths:
        if not path.is_dir():
            yield path
        elif found := diaries_below(path):
            yield from found
        else:
            raise UsageError(f"{path}: there is no diary in this folder (*.diary, *.diary.zst)")


def plan(
    files: Iterable[Path],
    stored: Callable[[str], tuple[KeptDiary, Path] | None],
    games: Games,
    advance: Callable[[int], None],
) -> Plan:
    """Look at every file. `stored` gives what the archive has under an id, and where its copy lies."""
    made = Plan()
    for path in files:
        try:
            candidate = Candidate(path, games)
            standing = _place(candidate, made, stored, games)
        except WardiaryError as error:
            made.faults.append((path, error))
        else:
            if standing in {Standing.SAME, Standing.OLDER}:
                made.idle.append((path, standing))
        advance(1)
    return made


def _place(
    candidate: Candidate, made: Plan, stored: Callable[[str], tuple[KeptDiary, Path] | None], games: Games
) -> Standing:
    before = made.new.get(candidate.id) or made.longer.get(candidate.id)
    kept = stored(candidate.id)
    if before is not None:
        standing = _standing(candidate, before.n, before.h, lambda: before.reader)
    elif kept is not None:
        diary, path = kept
        standing = _standing(candidate, diary.n, diary.h, lambda: open_diary(path, games.codec))
    else:
        standing = Standing.NEW
    if standing in {Standing.NEW, Standing.LONGER}:
        if before is not None:
            made.idle.append((before.path, Standing.OLDER))
        (made.new if kept is None else made.longer)[candidate.id] = candidate
    return standing


def _standing(candidate: Candidate, n: int, h: str, known: Callable[[], DiaryReader]) -> Standing:
    if (candidate.n, candidate.h) == (n, h):
        return Standing.SAME
    if candidate.n > n and _h_at(candidate.reader, n) == h:
        return Standing.LONGER
    if candidate.n < n and _h_at(known(), candidate.n) == candidate.h:
        return Standing.OLDER
    raise Diverged(
        f"{candidate.path}: has the id of a game in the archive, {candidate.id}, and is another one: play went on from "
        "two copies of one diary; `wardiary diff` with the copy in the archive shows where; a fork has its own id"
    )


def _h_at(reader: DiaryReader, n: int) -> str | None:
    """The chained hash of the block that ends with event `n`, None when none does."""
    for blocks in reader.raw_blocks(verify=False):
        for block in blocks:
            if block.last >= n:
                return block.h.decode() if block.last == n else None
    return None
