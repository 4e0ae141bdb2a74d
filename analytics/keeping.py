"""The copy of a diary that the archive keeps: its whole blocks, byte for byte, compressed where zstandard is there."""

import re
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from wardiary.analytics.manifest import KeptDiary, digest_of
from wardiary.analytics.store import Workshop
from wardiary.events.diary import DiaryReader

__all__ = ["keep_copy", "kept_diary", "kept_name"]

_LEVEL = 3
_PLAIN_ID = re.compile(r"(?!x-)[0-9a-z][0-9a-z_-]{0,63}")


def keep_copy(workshop: Workshop, reader: DiaryReader) -> KeptDiary:
    """Stage a copy of a diary; who finishes its part has it on the disk."""
    zstandard = _zstandard()
    path = workshop.diary(kept_name(reader.header.id, zstandard is not None))
    with ExitStack() as opened:
        file: BinaryIO = opened.enter_context(path.open("wb"))
        if zstandard is not None:
            packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
            file = opened.enter_context(packer.stream_writer(file))
        for chunk in reader.chunks():
            file.write(chunk)
    return kept_diary(reader, path)


def kept_diary(reader: DiaryReader, path: Path) -> KeptDiary:
    """The manifest's entry for a copy."""
    return KeptDiary(
        id=reader.header.id,
        n=reader.last_n,
        h=reader.last_h,
        file=path.name,
        bytes=path.stat().st_size,
        digest=digest_of(path),
    )


def kept_name(game_id: str, compressed: bool) -> str:
    """The file name of a diary in the archive: its id, or a hash of an id that is no safe name everywhere."""
    safe = _PLAIN_ID.fullmatch(game_id)
    stem = game_id if safe else f"x-{blake2b(game_id.encode(), digest_size=16).hexdigest()}"
    return f"{stem}.diary.zst" if compressed else f"{stem}.diary"


def _zstandard() -> ModuleType | None:
    try:
        import zstandard
    except ImportError:
        return None
    return zstandard
