"""Simulated games, copied under new ids: as many events as a benchmark of the archive wants.

    python -m benchmarks.replicas GAMES EVENTS OUT [--zst]

GAMES is a folder of diaries (`wardiary simulate`), EVENTS how many are wanted in all, OUT the folder for the copies.
Each copy is a whole diary with an id of its own and a chain of its own, so an archive takes it for another game.
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from pathlib import Path

from wardiary.core.registry import codec_for
from wardiary.events.diary import open_diary
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.diary.seal import make_seal

__all__ = ["replicate"]

_FOLDER_FILES = 1_000


class _Original:
    """A diary taken apart: the event lines of its blocks."""

    def __init__(self, path: Path) -> None:
        reader = open_diary(path, codec_for)
        self.codec = reader.codec
        self.id = reader.header.id
        blocks = [block for piece in reader.raw_blocks() for block in piece]
        self.sealed = reader.end.sealed
        self.blocks = [(block.lines, block.last) for block in blocks]
        self.events = reader.last_n

    def copy(self, new_id: str) -> bytes:
        """The same game as another diary."""
        pieces: list[bytes] = []
        h = GENESIS
        for at, (lines, last) in enumerate(self.blocks):
            if at == 0:
                lines = lines.replace(self.id.encode(), new_id.encode(), 1)
            elif self.sealed and at == len(self.blocks) - 1:
                lines = self.codec.encode_lines([make_seal(last - 1, pieces, None)])
            block, h = close_block(h, lines, last, False)
            pieces.append(block)
        return b"".join(pieces)


def replicate(sources: list[Path], events: int, out: Path, *, packed: bool = False) -> Iterator[Path]:
    """Copies until there are so many events and one of each source, a thousand a folder; each path as it is written."""
    originals = [_Original(path) for path in sources]
    written = 0
    for number in count():
        if written >= events and number >= len(originals):
            return
        original = originals[number % len(originals)]
        new_id = blake2b(f"{number}|{original.id}".encode(), digest_size=16).hexdigest()
        folder = out / f"{number // _FOLDER_FILES:05}"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{new_id}.diary{'.zst' if packed else ''}"
        path.write_bytes(_packed(original.copy(new_id)) if packed else original.copy(new_id))
        written += original.events
        yield path


def _packed(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(data)


def main() -> None:
    games, events, out, *options = sys.argv[1:]
    paths = sorted(Path(games).rglob("*.diary"))
    files = sum(1 for _ in replicate(paths, int(events), Path(out), packed="--zst" in options))
    print(f"{files} diaries in {out}")


if __name__ == "__main__":
    main()
