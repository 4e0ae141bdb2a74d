"""Brings a diary back to its last whole block after a crash, and loses nothing: the torn tail is kept aside first.

Only a writer that opens a diary to go on, and an explicit repair, do this. Damage is refused, and nothing changed.
"""

import contextlib
from pathlib import Path

from msgspec import Struct

from wardiary.events.common import Header
from wardiary.events.diary.blocks import Tail, Walker
from wardiary.events.diary.limits import CHUNK
from wardiary.events.diary.lock import lock_existing
from wardiary.events.diary.opening import header_line, no_first_block, read_header
from wardiary.events.diary.ports import OS_PORT, FilePort
from wardiary.events.diary.sources import ZSTD_MAGIC, explain, port_chunks, source_of
from wardiary.events.errors import Unreadable, WriteFailed

__all__ = ["Recovered", "RepairReport", "Survey", "open_existing", "recover", "repair", "survey"]


class Recovered(Struct, frozen=True, kw_only=True):
    """A torn tail that was cut off, and the file that keeps it."""

    tail: Tail
    kept: Path


class RepairReport(Struct, frozen=True, kw_only=True):
    """What a repair found: events and last h of the diary as it now is, and what was cut off, if anything."""

    path: Path
    events: int
    h: str
    sealed: bool
    recovered: Recovered | None


class Survey(Struct, frozen=True, kw_only=True):
    """A diary walked through from end to end: its header, and where its whole blocks end."""

    header: Header
    last: int
    h: str
    byte: int
    sealed: bool
    tail: Tail | None


def survey(port: FilePort, handle: int, path: Path) -> Survey:
    """Walk through the whole of an open diary. Raises Unreadable, BrokenChain, LimitExceeded."""
    size = port.size(handle)
    if port.read(handle, 0, len(ZSTD_MAGIC)) == ZSTD_MAGIC:
        raise Unreadable("is compressed and cannot be written: unpack it with `zstd -d` first", path=path)
    header_line(port_chunks(port, handle, size), path)
    walker = Walker(port_chunks(port, handle, size), path=path)
    header: Header | None = None
    for blocks in walker:
        if header is None:
            header = read_header(blocks[0].lines, blocks[0].last, path)
    if header is None:
        raise no_first_block(path)
    return Survey(
        header=header, last=walker.n, h=walker.h.decode(), byte=walker.byte, sealed=walker.sealed, tail=walker.tail
    )


def recover(port: FilePort, handle: int, path: Path, tail: Tail) -> Recovered:
    """Keep the torn tail aside as FILE.torn, then cut it off. Raises OSError; the diary is then as it was.

    Safe to be interrupted anywhere: the tail is on the disk under its name before the diary is cut.
    """
    kept = _free_name(port, path)
    aside = path.with_name(f"{kept.name}.part")
    if port.exists(aside):
        port.remove(aside)
    try:
        _copy_tail(port, handle, tail, aside)
        port.rename(aside, kept)
    except BaseException:
        with contextlib.suppress(OSError):
            if port.exists(aside):
                port.remove(aside)
        raise
    port.sync_folder(path.parent)
    port.truncate(handle, tail.byte)
    port.sync(handle)
    return Recovered(tail=tail, kept=kept)


def _copy_tail(port: FilePort, handle: int, tail: Tail, aside: Path) -> None:
    """Put a copy of the torn tail on the disk. Raises OSError."""
    copy = port.create(aside)
    try:
        for at in range(tail.byte, tail.byte + tail.bytes, CHUNK):
            piece = port.read(handle, at, min(CHUNK, tail.byte + tail.bytes - at))
            if port.write(copy, piece) != len(piece):
                raise OSError("the disk took only part of the torn tail")
        port.sync(copy)
    finally:
        port.close(copy)


def _free_name(port: FilePort, path: Path) -> Path:
    """FILE.torn, or FILE.torn-2 and so on when earlier ones are still there."""
    kept = path.with_name(f"{path.name}.torn")
    number = 2
    while port.exists(kept):
        kept = path.with_name(f"{path.name}.torn-{number}")
        number += 1
    return kept


def repair(path: Path | str, *, port: FilePort = OS_PORT) -> RepairReport:
    """Cut a torn tail off a diary, kept aside as FILE.torn; a whole diary is left as it is.

    Raises BrokenChain for damage (nothing is changed), Unreadable, LimitExceeded, Locked, WriteFailed.
    """
    file = Path(path)
    handle = open_existing(port, file)
    try:
        lock_existing(port, handle, file)
        found = survey(port, handle, file)
        recovered = None if found.tail is None else _recovered(port, handle, file, found.tail)
    except OSError as error:
        raise explain(error, file) from None
    finally:
        port.close(handle)
    return RepairReport(path=file, events=found.last, h=found.h, sealed=found.sealed, recovered=recovered)


def _recovered(port: FilePort, handle: int, path: Path, tail: Tail) -> Recovered:
    try:
        return recover(port, handle, path, tail)
    except OSError as error:
        raise WriteFailed(f"cannot be repaired: {error.strerror or error}; nothing is lost", path=path) from None


def open_existing(port: FilePort, path: Path) -> int:
    """Open a diary for appending. Raises Unreadable, WriteFailed for one that can be read and not written."""
    if port is OS_PORT:
        source_of(path)  # says what is wrong with a folder, a pipe, a missing file
    try:
        return port.open(path)
    except FileNotFoundError as error:
        raise explain(error, path) from None
    except OSError as error:
        raise WriteFailed(f"cannot be opened for writing: {error.strerror or error}", path=path) from None
