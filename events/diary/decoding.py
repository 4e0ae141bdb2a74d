"""From the lines of whole blocks to events: at full speed while all is well, line by line to name what is not.

Before anything is decoded, every line must begin with its tag. Then no decoder ever skips an unknown value, so that
nesting cannot go deeper than the event's own type.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from wardiary.events.codec import Codec
from wardiary.events.common import Commit
from wardiary.events.diary.blocks import RawBlock
from wardiary.events.diary.limits import DEPTH_MAX, LINE_MAX
from wardiary.events.errors import BrokenChain, DiaryError, LimitExceeded, NotCanonical, UnknownEvent, Unreadable
from wardiary.events.kinds import Event

__all__ = ["decode_blocks", "depth_of"]

_TAG_HEAD = b'{"t":"'
_LINE_HEAD = b"\n" + _TAG_HEAD
_TAG = re.compile(rb'\{"t":"([^"\\]*)"')
_FAILURES = (msgspec.MsgspecError, ValueError, RecursionError)
_LATER_HEADER = b'\n{"t":"header"'


def depth_of(line: bytes) -> int:
    """How many brackets and braces are open at once, those in strings left out."""
    deepest = depth = 0
    in_string = escaped = False
    for byte in line:
        if in_string:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_string = False
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def decode_blocks(
    blocks: Sequence[RawBlock], codec: Codec, *, canonical: bool, path: Path | None
) -> tuple[list[Event], DiaryError | None]:
    """The events of consecutive blocks in their newest forms.

    When a line is at fault: the events of the blocks before its block, and the error that names it.
    """
    lines = blocks[0].lines if len(blocks) == 1 else b"".join([block.lines for block in blocks])
    events = _decode_fast(lines, blocks[0].first, blocks[-1].last, codec, canonical)
    if events is None:
        return _decode_slowly(blocks, codec, canonical, path)
    if codec.has_old_forms:
        events = [codec.newest(event) for event in events]
    return events, None


def _decode_fast(lines: bytes, first: int, last: int, codec: Codec, canonical: bool) -> list[Event] | None:
    """All events at once, None when anything is not as it should be."""
    count = last - first + 1
    if lines.count(_LINE_HEAD) != count - 1 or not lines.startswith(_TAG_HEAD):
        return None
    if _LATER_HEADER in lines or (first > 1 and lines.startswith(_LATER_HEADER[1:])):
        return None
    if len(lines) > LINE_MAX and max(map(len, lines.split(b"\n"))) >= LINE_MAX:
        return None
    try:
        events = codec.decode_lines(lines)
    except _FAILURES:
        return None
    if len(events) != count or (canonical and codec.encode_lines(events) != lines):
        return None
    return events


def _decode_slowly(
    blocks: Sequence[RawBlock], codec: Codec, canonical: bool, path: Path | None
) -> tuple[list[Event], DiaryError | None]:
    whole: list[Event] = []
    for block in blocks:
        byte = block.byte
        events: list[Event] = []
        for index, line in enumerate(block.lines[:-1].split(b"\n")):
            try:
                if block.first + index > 1 and line.startswith(_LATER_HEADER[1:]):
                    raise _LineFault(BrokenChain, "a second header: two diaries were put into one file")
                events.append(_decode_line(line, codec, canonical))
            except _LineFault as fault:
                at = {"line": block.line + index, "byte": byte, "event": block.first + index}
                return whole, fault.kind(fault.reason, path=path, **at)
            byte += len(line) + 1
        whole += events
    return whole, None


class _LineFault(Exception):
    def __init__(self, kind: type[DiaryError], reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason


def _decode_line(line: bytes, codec: Codec, canonical: bool) -> Event:
    """One event in its newest form, with every check that the fast way makes."""
    if len(line) >= LINE_MAX:
        raise _LineFault(LimitExceeded, f"a line is longer than {LINE_MAX} bytes")
    if depth_of(line) > DEPTH_MAX:
        raise _LineFault(LimitExceeded, f"nested deeper than {DEPTH_MAX}")
    match = _TAG.match(line)
    if match is None:
        raise _LineFault(NotCanonical, 'a line must begin with its tag, {"t":"..."')
    tag = match[1].decode(errors="replace")
    if tag == "commit":
        raise _LineFault(BrokenChain, "a commit line that is not written as one stands among the events")
    if tag not in codec.by_tag:
        raise _LineFault(
            UnknownEvent,
            f"the event {tag!r} is unknown to this version of the game: use the version that wrote the diary, "
            "or a newer one",
        )
    try:
        event = codec.decode_wire(line)
    except _FAILURES as error:
        raise _LineFault(Unreadable, f"{tag}: {error}") from None
    if isinstance(event, Commit):
        raise _LineFault(BrokenChain, "a commit line that is not written as one stands among the events")
    if canonical and not codec.is_canonical(line, event):
        raise _LineFault(NotCanonical, f"{tag}: is not written the way this event is written")
    return codec.newest(event)
