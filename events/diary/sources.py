"""Where the bytes of a diary come from: a file, a compressed file, bytes in memory. Each can be read many times."""

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Protocol

from wardiary.events.diary.limits import CHUNK, WINDOW_MAX, expanded_max
from wardiary.events.diary.ports import FilePort
from wardiary.events.errors import LimitExceeded, Unreadable, WardiaryError

__all__ = ["ZSTD_MAGIC", "Source", "explain", "port_chunks", "source_of"]

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_COMPRESSED_STEP = 512
"""Compressed bytes fed at a time: they cannot grow to more than 24 MiB."""


class Source(Protocol):
    """Bytes that can be read again and again, and are the same each time."""

    @property
    def path(self) -> Path | None:
        """None for bytes in memory."""

    def chunks(self) -> Iterator[bytes]:
        """All bytes from the start, about `CHUNK` at a time. Raises Unreadable or LimitExceeded."""


def source_of(file: Path | str | bytes) -> Source:
    """The source for a path, plain or compressed, or for the bytes of a diary. Raises Unreadable."""
    if isinstance(file, bytes):
        return _Compressed(None, _Memory(file)) if file.startswith(ZSTD_MAGIC) else _Memory(file)
    plain = _File(Path(file))
    return _Compressed(plain.path, plain) if plain.beginning(len(ZSTD_MAGIC)) == ZSTD_MAGIC else plain


def explain(error: OSError, path: Path) -> WardiaryError:
    """What the operating system's refusal means for a diary."""
    match error:
        case FileNotFoundError():
            return Unreadable("no such file", path=path)
        case IsADirectoryError():
            return Unreadable("is a folder, not a diary; those in a folder are named *.diary or *.diary.zst", path=path)
        case PermissionError():
            return Unreadable("no permission", path=path)
        case _:
            return Unreadable(f"cannot be read: {error.strerror or error}", path=path)


def port_chunks(port: FilePort, handle: int, size: int) -> Iterator[bytes]:
    """The first `size` bytes of an open file."""
    at = 0
    while at < size and (chunk := port.read(handle, at, min(CHUNK, size - at))):
        at += len(chunk)
        yield chunk


class _Memory:
    def __init__(self, data: bytes) -> None:
        self.path: Path | None = None
        self._data = data
        self.size = len(data)

    def chunks(self) -> Iterator[bytes]:
        for at in range(0, self.size, CHUNK):
            yield self._data[at : at + CHUNK]


class _File:
    """A file as long as it was when first looked at: what a writer appends meanwhile is not seen."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            status = path.stat()
        except OSError as error:
            raise explain(error, path) from None
        except ValueError:
            raise Unreadable("no such file: the name holds a zero byte") from None
        if stat.S_ISDIR(status.st_mode):
            raise explain(IsADirectoryError(), path)
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("is not a regular file: write what it gives into a file first", path=path)
        self.size = status.st_size

    def beginning(self, size: int) -> bytes:
        """The first bytes."""
        try:
            with self.path.open("rb", buffering=0) as file:
                return file.read(size) or b""
        except OSError as error:
            raise explain(error, self.path) from None

    def chunks(self) -> Iterator[bytes]:
        left = self.size
        try:
            with self.path.open("rb", buffering=0) as file:
                while left and (chunk := file.read(min(CHUNK, left))):
                    left -= len(chunk)
                    yield chunk
        except OSError as error:
            raise explain(error, self.path) from None


class _Compressed:
    """A zstd file: one frame or several. What it grows to is counted while it grows."""

    def __init__(self, path: Path | None, packed: _File | _Memory) -> None:
        self.path = path
        self._packed = packed
        self._zstd = _zstandard(path)
        self._most = expanded_max(packed.size)

    def chunks(self) -> Iterator[bytes]:
        pieces: list[bytes] = []
        waiting = total = 0
        for piece in self._expanded():
            total += len(piece)
            if total > self._most:
                raise LimitExceeded(
                    f"grows to more than {self._most} bytes from {self._packed.size}: no diary does; unpack it with "
                    "zstd and look at it if you trust where it comes from",
                    path=self.path,
                )
            pieces.append(piece)
            waiting += len(piece)
            if waiting >= CHUNK:
                yield b"".join(pieces)
                pieces, waiting = [], 0
        if pieces:
            yield b"".join(pieces)

    def _expanded(self) -> Iterator[bytes]:
        unpacker = self._zstd.ZstdDecompressor(max_window_size=WINDOW_MAX)
        frame = unpacker.decompressobj()
        begun = False
        try:
            for step in _steps(self._packed.chunks()):
                left = step
                while left:
                    begun = True
                    yield frame.decompress(left)
                    left = b""
                    if frame.eof:
                        left, frame, begun = frame.unused_data, unpacker.decompressobj(), False
        except self._zstd.ZstdError as error:
            raise Unreadable(f"the compressed data is damaged ({error})", path=self.path) from None
        if begun:
            raise Unreadable("the compressed file is cut off: copy it again", path=self.path)


def _steps(chunks: Iterable[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        for at in range(0, len(chunk), _COMPRESSED_STEP):
            yield chunk[at : at + _COMPRESSED_STEP]


def _zstandard(path: Path | None) -> ModuleType:
    try:
        import zstandard
    except ImportError:
        raise Unreadable(
            "is compressed, and reading it needs the zstandard package: pip install 'wardiary[zstd]', or unpack it "
            "with `zstd -d`",
            path=path,
        ) from None
    return zstandard
