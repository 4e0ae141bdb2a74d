"""Writes a diary: one block, one write; what cannot be written whole is cut back, and the writer stops for good.

How much is safe when the power goes is chosen by level:

* `none`: the operating system writes when it likes (simulations: a seed makes them again);
* `turn`: on the disk at each block that the caller marks by `sync=True`, such as a person's answer;
* `always`: on the disk at each block.

A crash of the process alone loses nothing at any level.
"""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, NoReturn, Self

from wardiary.events.codec import Codec
from wardiary.events.common import FORMAT, Header
from wardiary.events.diary.blocks import Tail
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.diary.limits import BLOCK_MAX, LINE_MAX
from wardiary.events.diary.lock import lock_existing, lock_new
from wardiary.events.diary.opening import CodecFor, codec_of
from wardiary.events.diary.ports import OS_PORT, FilePort
from wardiary.events.diary.recovery import Recovered, open_existing, recover, survey
from wardiary.events.diary.seal import make_seal
from wardiary.events.diary.sources import explain, port_chunks
from wardiary.events.errors import FileExists, LimitExceeded, Unreadable, WriteFailed
from wardiary.events.kinds import Event

__all__ = ["DiaryWriter", "SyncLevel"]

SyncLevel = Literal["none", "turn", "always"]


class DiaryWriter:
    """The one writer of a diary; made by `create` or `open`, a context manager.

    `header`, `last_n` (number of the last event) and `last_h` say where the diary stands; `recovery` is what was cut
    off when it was opened, `torn_tail` what is still to be.
    """

    def __init__(self, port: FilePort, handle: int, path: Path, header: Header, codec: Codec, sync: SyncLevel) -> None:
        """For `create` and `open` alone."""
        self.path = path
        self.header = header
        self.codec = codec
        self.last_n = 0
        self.recovery: Recovered | None = None
        self.torn_tail: Tail | None = None
        self._port = port
        self._write: Callable[[int, bytes], int] = port.write
        self._encode_lines = codec.encode_lines
        self._handle = handle
        self._level = sync
        self._h = GENESIS
        self._size = 0
        # Everything written so far is on the disk: the next commit line carries the mark that says so.
        self._all_on_disk = False
        self._refusal = ""
        self._is_closed = False

    @classmethod
    def create(
        cls, path: Path | str, header: Header, codec: Codec, *, sync: SyncLevel = "none", port: FilePort = OS_PORT
    ) -> Self:
        """A new diary with its header, on the disk before this returns (but for level `none`).

        Raises FileExists, WriteFailed; nothing is left behind when it fails.
        """
        file = Path(path)
        if header.format != FORMAT:
            raise ValueError(f"this program writes {FORMAT}, not {header.format}")
        try:
            handle = port.create(file)
        except FileExistsError:
            raise FileExists(f"{file} exists already: choose another name, or resume it") from None
        except OSError as error:
            raise WriteFailed(f"cannot be created: {error.strerror or error}", path=file) from error
        try:
            lock_new(port, handle, file)
            writer = cls(port, handle, file, header, codec, sync)
            writer.append([header], sync=True)
            if sync != "none":
                port.sync_folder(file.parent)
        except BaseException as error:
            port.close(handle)
            with contextlib.suppress(OSError):
                port.remove(file)
            refusal = error.__cause__ if isinstance(error, WriteFailed) else error
            if isinstance(refusal, OSError):
                raise WriteFailed(f"cannot be created: {refusal.strerror or refusal}", path=file) from refusal
            raise
        return writer

    @classmethod
    def open(
        cls,
        path: Path | str,
        codec_for: CodecFor,
        *,
        sync: SyncLevel = "turn",
        port: FilePort = OS_PORT,
        settled: bool = True,
    ) -> Self:
        """An existing diary to go on with: locked, verified from end to end, a torn tail kept aside and cut off.

        Without `settled` the torn tail stays until `settle`, for a caller who still has to find out whether the game
        can be gone on with. Raises Locked, Unreadable, BrokenChain (damage: nothing is changed), LimitExceeded,
        WriteFailed.
        """
        file = Path(path)
        handle = open_existing(port, file)
        try:
            lock_existing(port, handle, file)
            found = survey(port, handle, file)
            if found.sealed:
                raise Unreadable(
                    f"is sealed and takes no more events: `wardiary fork {file} --at last -o OTHER` goes on from its "
                    "end in a new diary",
                    path=file,
                )
            writer = cls(port, handle, file, found.header, codec_of(codec_for, found.header, file), sync)
            writer.last_n, writer._h, writer._size = found.last, bytes.fromhex(found.h), found.byte
            writer.torn_tail = found.tail
            if settled:
                writer.settle()
        except OSError as error:
            port.close(handle)
            raise explain(error, file) from None
        except BaseException:
            port.close(handle)
            raise
        return writer

    def settle(self) -> None:
        """Before the first append to an existing diary: keep a torn tail aside, cut it off, have the rest on the disk.

        Only what is surely there may be followed by a mark. Raises WriteFailed; the diary is then as it was.
        """
        try:
            if self.torn_tail is not None:
                self.recovery = recover(self._port, self._handle, self.path, self.torn_tail)
                self.torn_tail = None
            if self._level != "none":
                self._port.sync(self._handle)
                self._all_on_disk = True
        except OSError as error:
            raise WriteFailed(
                f"cannot be made ready for writing: {error.strerror or error}; nothing is lost", path=self.path
            ) from None

    @property
    def last_h(self) -> str:
        """The chained hash after the last block."""
        return self._h.hex()

    @property
    def is_open(self) -> bool:
        """Whether it still takes events."""
        return not self._refusal

    def append(self, events: Sequence[Event], *, sync: bool = False) -> int:
        """Write whole steps as one block; the number of the last event. `sync`: a person answered (level `turn`).

        Events are not validated (`Codec.admit` does that at the door). Returns only when the block is written, and on
        the disk where level and `sync` ask for it. Raises LimitExceeded (nothing written, the writer goes on) and
        WriteFailed: the file is cut back to the block before, and this writer writes no more.
        """
        if self._refusal:
            self._refuse()
        if not events:
            raise ValueError("a block holds at least one event")
        lines = self._encode_lines(events)
        if len(lines) >= LINE_MAX:
            self._check_limits(lines)
        last = self.last_n + len(events)
        block, h = close_block(self._h, lines, last, self._all_on_disk)
        try:
            written = self._write(self._handle, block)
            if written != len(block):
                raise OSError(f"the disk took only {written} of {len(block)} bytes")
            if self._level == "none" or not (sync or self._level == "always"):
                self._all_on_disk = False
            else:
                self._port.sync(self._handle)
                self._all_on_disk = True
            self._size += written
            self._h = h
            self.last_n = last
        except BaseException as error:  # an interrupt too must not leave a writer that is not where its file is
            self._give_up(error)
            raise
        return last

    def seal(self, reveal: str | None = None) -> int:
        """Close the diary for good: the seal, alone in its block; the number of that last event.

        `reveal` is the dice's secret in hex. Raises as `append` does.
        """
        if self._refusal:
            self._refuse()
        try:
            if self._level != "none" and not self._all_on_disk:
                self._port.sync(self._handle)
            # A seal is marked at every level: what is damaged before it is never taken for a torn end.
            self._all_on_disk = True
            size = self._port.size(self._handle)
            seal = make_seal(self.last_n, port_chunks(self._port, self._handle, self._size), reveal)
        except OSError as error:
            self._give_up(error)
            raise
        if size != self._size:
            self._refusal = f"the file has {size} bytes where {self._size} were written: another program wrote to it"
            self._refuse()
        last = self.append([self.codec.admit(seal)], sync=True)
        self._refusal = "the diary is sealed: fork it to go on"
        return last

    def close(self) -> None:
        """Let go of the diary; on the disk before this returns, but for level `none`. Twice does no harm.

        Raises WriteFailed.
        """
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._level != "none" and not self._all_on_disk and not self._refusal:
                self._port.sync(self._handle)
        except OSError as error:
            raise WriteFailed(f"may not be on the disk whole: {error.strerror or error}", path=self.path) from None
        finally:
            self._refusal = self._refusal or "the diary is closed"
            self._port.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _refuse(self) -> NoReturn:
        raise WriteFailed(self._refusal, path=self.path, event=self.last_n + 1)

    def _give_up(self, error: BaseException) -> None:
        """Cut the file back to its last whole block where the disk allows, and write no more.

        Raises WriteFailed for an OSError; others are for the caller to raise again.
        """
        why = f"{getattr(error, 'strerror', None) or error or type(error).__name__}"
        self._refusal = f"nothing more is written after a failed write ({why}): open the diary again"
        state = "it is cut back to the block before"
        try:
            self._port.truncate(self._handle, self._size)
        except OSError:
            state = "the next opening cuts it back to the block before"
        if isinstance(error, OSError):
            raise WriteFailed(
                f"the diary could not be written ({why}); {state}; every event up to {self.last_n} is kept",
                path=self.path,
                event=self.last_n + 1,
            ) from error

    def _check_limits(self, lines: bytes) -> None:
        if len(lines) + 128 > BLOCK_MAX:
            raise LimitExceeded(f"a block may have {BLOCK_MAX} bytes: write fewer steps at once", path=self.path)
        for index, line in enumerate(lines.split(b"\n")):
            if len(line) >= LINE_MAX:
                raise LimitExceeded(
                    f"an event may have {LINE_MAX} bytes, this one has {len(line)}",
                    path=self.path,
                    event=self.last_n + 1 + index,
                )
