"""Reads a diary: whole verified blocks, in pieces, so that memory stays flat however long the diary is.

A reader never locks, never repairs and never shows a block without its commit line. It may be read any number of
times; what a writer appends after it was opened it does not see.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from wardiary.events.codec import Codec
from wardiary.events.common import Header, Sealed
from wardiary.events.diary.blocks import RawBlock, Tail, Walker
from wardiary.events.diary.decoding import decode_blocks
from wardiary.events.diary.opening import CodecFor, codec_of, header_line, no_first_block, read_header
from wardiary.events.diary.seal import seal_digest
from wardiary.events.diary.sources import source_of
from wardiary.events.errors import BrokenChain
from wardiary.events.kinds import Event

__all__ = ["Block", "CodecFor", "DiaryReader", "End", "open_diary"]


class Block(Struct, frozen=True, gc=False):
    """One whole block: numbers of its first and last event, the events, its h, and where it begins."""

    first: int
    last: int
    events: Sequence[Event]
    h: str
    line: int
    byte: int


class End(Struct, frozen=True, kw_only=True, gc=False):
    """Where a diary ends: number of its last event, the last h, bytes of its whole blocks, and what follows them."""

    last: int
    h: str
    byte: int
    last_block: RawBlock
    sealed: bool
    tail: Tail | None


class DiaryReader:
    """A diary in a file, plain or compressed with zstd, or as bytes.

    Raises Unreadable, LimitExceeded or BrokenChain when this is no diary, and what `codec_for` raises.
    """

    def __init__(self, file: Path | str | bytes, codec_for: CodecFor) -> None:
        self._source = source_of(file)
        self.path = self._source.path
        header_line(self._source.chunks(), self.path)
        blocks = next(iter(Walker(_header_apart(self._source.chunks()), path=self.path)), None)
        if blocks is None:
            raise no_first_block(self.path)
        self.header: Header = read_header(blocks[0].lines, blocks[0].last, self.path)
        self.codec: Codec = codec_of(codec_for, self.header, self.path)
        self._end: End | None = None
        self._whole: list[RawBlock] | None = None

    def follows_header(self, head: bytes) -> bool:
        """Whether the line after the header's block begins like this. Looks no further, and verifies nothing."""
        seen, end = b"", 0
        for chunk in self._source.chunks():
            seen += chunk
            end = seen.find(b"\n", seen.find(b"\n") + 1) + 1
            if end and len(seen) >= end + len(head):
                break
        return end > 0 and seen.startswith(head, end)

    def raw_blocks(self, *, verify: bool = True) -> Iterator[list[RawBlock]]:
        """Whole blocks as bytes, a list for each piece of the file. Raises BrokenChain, LimitExceeded, Unreadable.

        `verify=False` computes no hashes: for a diary whose `end` is known, which then is where it stops. The blocks
        of a diary that came in one piece are kept when they are verified, and not walked over again.
        """
        if self._whole is not None and not verify:
            yield self._whole
            return
        chunks, pieces = self._source.chunks(), 0
        if self._end is not None and not verify:
            chunks = _bounded(chunks, self._end.byte)
        walker = Walker(chunks, path=self.path, verify=verify)
        last_block: RawBlock | None = None
        for blocks in walker:
            pieces, last_block = pieces + 1, blocks[-1]
            yield blocks
        if verify and last_block is not None:
            self._end = End(
                last=walker.n,
                h=walker.h.decode(),
                byte=walker.byte,
                last_block=last_block,
                sealed=walker.sealed,
                tail=walker.tail,
            )
            self._whole = blocks if pieces == 1 else None

    def events(self, *, verify: bool = True, canonical: bool = False) -> Iterator[list[Event]]:
        """All events from the header on, in order, in their newest forms, a list for each piece of the file.

        `canonical` also compares each line with what its event is written as: that finds doubled keys, odd order,
        spaces and escapes. Raises, after the whole blocks before the fault: Unreadable, BrokenChain, UnknownEvent,
        NotCanonical, LimitExceeded, each with line, byte and event.
        """
        for _, events in self._decoded(verify, canonical):
            yield events

    def blocks(self, *, verify: bool = True, canonical: bool = False) -> Iterator[Block]:
        """The same, block by block."""
        for raw, events in self._decoded(verify, canonical):
            start = 0
            for block in raw:
                end = start + block.last - block.first + 1
                if end > len(events):  # the block at fault: the error comes next
                    break
                yield Block(block.first, block.last, events[start:end], block.h.decode(), block.line, block.byte)
                start = end

    def _decoded(self, verify: bool, canonical: bool) -> Iterator[tuple[list[RawBlock], list[Event]]]:
        for raw in self.raw_blocks(verify=verify):
            events, fault = decode_blocks(raw, self.codec, canonical=canonical, path=self.path)
            if events:
                yield raw, events
            if fault is not None:
                raise fault

    @property
    def end(self) -> End:
        """Where the diary ends; if no pass over it was made yet, one is made now. Raises BrokenChain."""
        if self._end is None:
            for _ in self.raw_blocks():
                pass
        if self._end is None:
            raise no_first_block(self.path)
        return self._end

    @property
    def tail(self) -> Tail | None:
        """The torn tail, if there is one."""
        return self.end.tail

    @property
    def last_n(self) -> int:
        """The number of the last event."""
        return self.end.last

    @property
    def last_h(self) -> str:
        """The chained hash after the last whole block: two people with the same one hold the same game."""
        return self.end.h

    def chunks(self) -> Iterator[bytes]:
        """The bytes of the whole blocks as they were written, unpacked: a copy of the diary without a torn tail."""
        return _bounded(self._source.chunks(), self.end.byte)

    def check_seal(self) -> Sealed | None:
        """The seal, its digest and count compared with the file; None when the diary is not sealed.

        Raises BrokenChain when it does not fit.
        """
        if not self.end.sealed:
            return None
        block = self.end.last_block
        events, fault = decode_blocks([block], self.codec, canonical=True, path=self.path)
        if fault is not None:
            raise fault
        seal = events[0]
        digest = seal_digest(_bounded(self._source.chunks(), block.byte))
        if not isinstance(seal, Sealed) or seal.digest != digest or seal.events != block.first - 1:
            raise BrokenChain(
                "the seal does not fit the diary before it: its count or digest is another's",
                path=self.path,
                line=block.line,
                byte=block.byte,
                event=block.first,
            )
        return seal


def open_diary(file: Path | str | bytes, codec_for: CodecFor) -> DiaryReader:
    """A reader for a diary: `.diary`, `.diary.zst` or bytes."""
    return DiaryReader(file, codec_for)


def _header_apart(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The first two lines, which are the header's block, as a piece of their own: the rest is not looked at yet."""
    chunk = next(chunks, b"")
    end = chunk.find(b"\n", chunk.find(b"\n") + 1) + 1
    yield chunk[:end] or chunk
    if end:
        yield chunk[end:]
    yield from chunks


def _bounded(chunks: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The first `size` bytes."""
    left = size
    for chunk in chunks:
        if len(chunk) >= left:
            yield chunk[:left]
            return
        left -= len(chunk)
        yield chunk
