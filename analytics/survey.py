"""A diary that is to be added: its chain is checked, and how it stands to what is known under its id.

A diary's identity is its header's id and the chained hash of its last block. One that extends the chain that is known
replaces it, one that the known chain extends is an older copy, any other under the same id has diverged.
"""

from collections.abc import Callable
from pathlib import Path

from wardiary.analytics.outcome import Standing
from wardiary.core.registry import load_game
from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.diary import DiaryReader, Jump, find_jumps, open_diary
from wardiary.events.errors import Diverged
from wardiary.replay.opening import embedded_in, table_of
from wardiary.replay.table import Table

__all__ = ["Candidate", "Games", "standing_of"]


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


def standing_of(candidate: Candidate, n: int, h: str, known: Callable[[], DiaryReader]) -> Standing:
    """How a diary stands to a known one of the same id, which ends with event `n` and hash `h`. Raises Diverged."""
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
