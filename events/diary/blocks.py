"""Walks over the bytes of a diary block by block, and says what a bad block means.

The first block that is not what its commit line says ends the walk. What then follows decides:

* no good *marked* block after it: a torn tail, at most the one stretch that was not yet on the disk when the power
  went; it is reported and passed over;
* a good marked block after it: the mark says that everything before was on the disk, so this is damage: BrokenChain.
  A mark that counts no further than the whole blocks speaks of nothing that is missing, and is none.

A bad block that begins with a header is neither: no power loss writes one there, so two files were put together:
BrokenChain.
"""

import re
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from wardiary.events.diary.chain import COMMIT_HEAD, GENESIS, commit_line, digest
from wardiary.events.diary.limits import BLOCK_MAX, EVENTS_MAX
from wardiary.events.errors import BrokenChain, LimitExceeded

__all__ = ["RawBlock", "Tail", "Walker"]

_VALUE_AND_END = 35
"""Bytes of a commit line from the value of h on: 32 hex digits, quote, brace, newline."""
_COMMIT_LINE_MAX = 128
_MARKED = re.compile(rb'\n\{"t":"commit","n":(\d{1,13}),"s":1,"h":"')
_VALUE_TO_END = re.compile(rb'[0-9a-f]{32}"\}\n')
_VALUE = re.compile(rb"(?=[0-9a-f]{32})")
_PREDECESSORS_MAX = 64
_SEAL = b'{"t":"sealed"'
_HEADER = b'{"t":"header"'


class RawBlock(Struct, frozen=True, gc=False):
    """One whole block: numbers of its first and last event, its first line and byte, its h in hex, its event lines."""

    first: int
    last: int
    line: int
    byte: int
    h: bytes
    lines: bytes


class Tail(Struct, frozen=True, kw_only=True, gc=False):
    """What stands after the last whole block: where it begins, how long it is, why it is no block."""

    line: int
    byte: int
    bytes: int
    event: int
    """The number that the first event in it would have."""
    reason: str


class Walker:
    """Iterating gives the whole blocks, as lists, one list for about a chunk of bytes.

    `n`, `h` (in hex), `line`, `byte`, `sealed` stand after the last whole block; `tail` is what follows it, known at
    the end of the walk.
    With `verify=False` commit lines are compared but no hash is computed: for bytes that were verified before.

    Raises BrokenChain for damage, LimitExceeded for too many events.
    """

    def __init__(self, chunks: Iterable[bytes], *, path: Path | None = None, verify: bool = True) -> None:
        self.n = 0
        self.h = hexlify(GENESIS)
        self.line = 1
        self.byte = 0
        self.sealed = False
        self.tail: Tail | None = None
        self._chunks = iter(chunks)
        self._path = path
        self._verify = verify
        self._bad = ""
        # No commit line begins before this place of what is read but not yet taken.
        self._searched = 0
        # Where the bad block ends and what its h should be, if only the value of h was hit.
        self._mended: tuple[int, bytes] | None = None

    def __iter__(self) -> Iterator[list[RawBlock]]:
        buffer = b""
        for chunk in self._chunks:
            buffer += chunk
            found, used = self._take(buffer)
            if found:
                yield found
                buffer = buffer[used:]
                self._searched = max(0, self._searched - used)
            if not self._bad and len(buffer) > BLOCK_MAX:
                self._bad = f"no commit line within {BLOCK_MAX} bytes"
            if self._bad:
                break
        if buffer:
            self._judge(buffer)

    def _take(self, buffer: bytes) -> tuple[list[RawBlock], int]:
        """The whole blocks at the front of the buffer, and how many bytes they have."""
        found: list[RawBlock] = []
        start, searched, n, h, line = 0, self._searched, self.n, self.h, self.line
        link = unhexlify(h)
        self._searched = max(0, len(buffer) - len(COMMIT_HEAD) + 1)
        while (at := buffer.find(COMMIT_HEAD, searched) + 1) > 0:
            end = buffer.find(b"\n", at) + 1
            if not end:
                self._searched = at - 1
                break
            last = n + buffer.count(b"\n", start, at)
            closing = buffer[at:end]
            if self._verify:
                link = digest(link, buffer[start : end - _VALUE_AND_END])
                value = hexlify(link)
            else:
                value = closing[-_VALUE_AND_END:-3]
            if closing != commit_line(last, value, False) and closing != commit_line(last, value, True):
                self._bad = _what_is_wrong(closing, last)
                self._mended = (end - start, link)
                break
            found.append(RawBlock(n + 1, last, line, self.byte + start, value, buffer[start:at]))
            line += last - n + 1
            n, h, start, searched = last, value, end, end
        if found:
            self._look_for_seal(buffer, found, start)
        self.n, self.h, self.line, self.byte = n, h, line, self.byte + start
        if n > EVENTS_MAX:
            raise LimitExceeded(f"more than {EVENTS_MAX} events", path=self._path, line=line)
        return found, start

    def _look_for_seal(self, buffer: bytes, found: list[RawBlock], end: int) -> None:
        """A seal is alone in its block, and nothing comes after it."""
        last_block = found[-1].byte - self.byte
        early = self.sealed or (len(found) > 1 and buffer.startswith(_SEAL))
        early = early or buffer.find(b"\n" + _SEAL, 0, max(last_block - 1, 0)) >= 0
        if early or buffer.find(b"\n" + _SEAL, last_block, end) >= 0:
            where = found[0] if early else found[-1]
            raise BrokenChain(
                "a seal must stand alone in the last block, and this diary goes on around one: "
                "it was not written by wardiary",
                path=self._path,
                line=where.line,
                byte=where.byte,
            )
        self.sealed = buffer.startswith(_SEAL, last_block)

    def _judge(self, rest: bytes) -> None:
        """Damage or a torn tail? `rest` begins with the bad block."""
        if self.n and rest.startswith(_HEADER):
            raise self._broken(
                f"a second diary begins here: two files were put together; the first {self.byte} bytes are one diary, "
                "the rest is another"
            )
        reason = self._bad or "the file ends within a block"
        length, good = _search_marked(rest, self._chunks, self.n, self._mended)
        if good:
            raise self._broken(
                f"the block that begins here is damaged ({reason}); blocks after it are whole and were written when it "
                "was safe on the disk, so this is no torn end: restore the file from a copy"
            )
        self.tail = Tail(line=self.line, byte=self.byte, bytes=length, event=self.n + 1, reason=reason)

    def _broken(self, what: str) -> BrokenChain:
        """What is wrong at the first bad block."""
        return BrokenChain(
            f"{what}; nothing was changed", path=self._path, line=self.line, byte=self.byte, event=self.n + 1
        )


def _what_is_wrong(closing: bytes, last: int) -> str:
    """Why a commit line does not close its block."""
    match = re.fullmatch(rb'\{"t":"commit","n":(\d{1,13})(?:,"s":1)?,"h":"[0-9a-f]{32}"\}\n', closing)
    if match is None:
        return "its commit line is not written as a commit line is"
    if int(match[1]) != last:
        return f"its commit line counts to event {int(match[1])}, its lines to {last}"
    return "its bytes do not give the hash in its commit line"


def _search_marked(rest: bytes, chunks: Iterator[bytes], n: int, mended: tuple[int, bytes] | None) -> tuple[int, bool]:
    """Length of the rest of the file, and whether a good marked block stands in it (then the length is not whole).

    Looks at each byte once, and keeps two blocks: what follows the commit line before the last, which may be cut off.
    """
    window, length, searched = bytearray(rest), len(rest), 0
    known = [mended] if mended else []
    heads = [0, 0]
    while True:
        for match in _MARKED.finditer(window, searched):
            if int(match[1]) > n and _is_good(window, match, known):
                return length, True
        chunk = next(chunks, b"")
        if not chunk:
            return length, False
        length += len(chunk)
        last = window.rfind(COMMIT_HEAD, searched)
        if last > heads[1]:
            heads = [max(window.rfind(COMMIT_HEAD, searched, last), heads[1]), last]
        cut = max(heads[0], len(window) - 2 * BLOCK_MAX)
        searched = max(len(window) - _COMMIT_LINE_MAX, cut) - cut
        known = [(start - cut, h) for start, h in known if start >= cut]
        heads = [max(head - cut, 0) for head in heads]
        del window[:cut]
        window += chunk


def _is_good(window: bytearray, match: re.Match[bytes], known: list[tuple[int, bytes]]) -> bool:
    """Whether the block that this commit line closes is whole, after any predecessor that can be made out.

    A predecessor's commit line may itself be hit anywhere but in the value of h: 32 hex digits are looked for, three
    bytes before the block; where the value itself was hit, `known` has what it should be.
    """
    if not _VALUE_TO_END.match(window, match.end()):
        return False
    value = unhexlify(window[match.end() : match.end() + 32])
    from_line = max(window.rfind(COMMIT_HEAD, 0, match.start()), 0)
    spots = [spot.start() for spot in _VALUE.finditer(window, from_line, match.start())]
    starts = [(spot + _VALUE_AND_END, unhexlify(window[spot : spot + 32])) for spot in spots[-_PREDECESSORS_MAX:]]
    return any(
        digest(h, window[start : match.end()]) == value for start, h in (*known, *starts) if start <= match.start()
    )
