"""The diary file: canonical JSON lines in hashed blocks, one writer, any number of readers.

`docs/log-format.md` is the format, `docs/diary-safety.md` says what it protects against.
"""

from wardiary.events.diary.blocks import RawBlock, Tail
from wardiary.events.diary.fingerprint import fingerprint
from wardiary.events.diary.lines_of_play import (
    Jump,
    Span,
    dead_ranges,
    dead_spans,
    find_jumps,
    iter_survivors,
    survivors,
)
from wardiary.events.diary.ports import OS_PORT, FilePort, MemoryPort
from wardiary.events.diary.reader import Block, CodecFor, DiaryReader, End, open_diary
from wardiary.events.diary.recovery import Recovered, RepairReport, repair
from wardiary.events.diary.writer import DiaryWriter, SyncLevel

__all__ = [
    "OS_PORT",
    "Block",
    "CodecFor",
    "DiaryReader",
    "DiaryWriter",
    "End",
    "FilePort",
    "Jump",
    "MemoryPort",
    "RawBlock",
    "Recovered",
    "RepairReport",
    "Span",
    "SyncLevel",
    "Tail",
    "dead_ranges",
    "dead_spans",
    "find_jumps",
    "fingerprint",
    "iter_survivors",
    "open_diary",
    "repair",
    "survivors",
]
