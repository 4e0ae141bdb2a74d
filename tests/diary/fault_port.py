"""A file system that can lose what was not synced, and refuse any call.

What a process sees is one thing, what is on the disk another. `sync` brings a file's data and length to the disk,
`sync_folder` its names; everything else is pending, and a power loss leaves any part of it: `after_power_loss` makes
the disks that may be found in the morning.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

__all__ = ["WAYS", "FaultPort", "PowerLoss", "pick"]

SECTOR = 512
WAYS = ("dropped", "whole", "cut", "zeroed", "reordered", "stretched")
"""What may become of data that was not synced: nothing of it, all, its first bytes; its length but only its first
bytes; its length, and any of its sectors; some of its length, and any of its sectors."""


class PowerLoss(BaseException):
    """Not an error that anyone may handle: from here on nothing runs."""


def pick(below: int, *label: object) -> int:
    """A number below `below`, the same for the same label."""
    return int.from_bytes(blake2b(repr(label).encode(), digest_size=8).digest()) % below


class File:
    """Bytes as the process sees them, as they are on the disk, and as they ever were since (for cuts)."""

    def __init__(self, data: bytes = b"") -> None:
        self.seen = bytearray(data)
        self.on_disk = bytes(data)

    def remains(self, way: str, *label: object) -> bytes:
        """What the disk may hold of it after a power loss."""
        old, new = self.on_disk, bytes(self.seen)
        if way == "dropped" or (len(new) <= len(old) and pick(2, "shrunk", *label)):
            return old
        if way == "whole" or len(new) <= len(old):
            return new
        length = len(old) + pick(len(new) - len(old) + 1, "length", *label)
        if way == "cut":
            return new[:length]
        if way == "zeroed":
            return new[:length] + bytes(len(new) - length)
        if way == "reordered":
            length = len(new)
        mixed = bytearray(new[:length])
        for start in range(len(old) // SECTOR * SECTOR, length, SECTOR):
            if pick(2, start, *label):
                end = min(start + SECTOR, length)
                mixed[start:end] = old[start:end].ljust(end - start, b"\0")
        return bytes(mixed)


class FaultPort:
    """Counts its calls; at call `loss_at` the power goes, at call `fail_at` the call is refused.

    `before`: the power goes before the call does anything, else after it. `short`: a refused write takes half its
    bytes and says so. `for_good`: all calls after the refused one are refused too.
    """

    def __init__(
        self,
        files: dict[Path, bytes] | None = None,
        *,
        loss_at: int = 0,
        before: bool = True,
        fail_at: int = 0,
        short: bool = False,
        for_good: bool = False,
    ) -> None:
        self.files = {path: File(data) for path, data in (files or {}).items()}
        self.names_on_disk = dict(self.files)
        self.calls = 0
        self.failed = ""
        self.opened: dict[int, File] = {}
        self._loss_at, self._before = loss_at, before
        self._fail_at, self._short, self._for_good = fail_at, short, for_good
        self._dead = False
        self._next = 3

    def contents(self) -> dict[Path, bytes]:
        """All files as a process sees them."""
        return {path: bytes(file.seen) for path, file in self.files.items()}

    def after_power_loss(self, way: str, *label: object) -> dict[Path, bytes]:
        """The files of one disk that may be left; names are all there, or as they last were on the disk."""
        names = self.files if pick(2, "names", way, *label) else self.names_on_disk
        return {path: file.remains(way, way, path.name, *label) for path, file in names.items()}

    @contextmanager
    def _call(self, name: str) -> Iterator[None]:
        """One call, around its effect."""
        if self._dead:
            raise PowerLoss
        self.calls += 1
        if self.calls == self._loss_at and self._before:
            self._dead = True
            raise PowerLoss
        if self.calls == self._fail_at or (self._for_good and 0 < self._fail_at < self.calls):
            self.failed = self.failed or name
            code = errno.ENOSPC if name == "write" else errno.EIO
            raise OSError(code, os.strerror(code))
        yield
        if self.calls == self._loss_at:
            self._dead = True
            raise PowerLoss

    def _refused_write_is_short(self) -> bool:
        return self._short and self.calls + 1 == self._fail_at

    def create(self, path: Path) -> int:
        with self._call("create"):
            if path in self.files:
                raise FileExistsError(errno.EEXIST, "exists", str(path))
            self.files[path] = File()
        return self._handle(path)

    def open(self, path: Path) -> int:
        with self._call("open"):
            if path not in self.files:
                raise FileNotFoundError(errno.ENOENT, "missing", str(path))
            return self._handle(path)

    def _handle(self, path: Path) -> int:
        handle, self._next = self._next, self._next + 1
        self.opened[handle] = self.files[path]
        return handle

    def lock(self, handle: int, wait: bool) -> bool:
        with self._call("lock"):
            return True

    def size(self, handle: int) -> int:
        with self._call("size"):
            return len(self.opened[handle].seen)

    def read(self, handle: int, offset: int, size: int) -> bytes:
        with self._call("read"):
            return bytes(self.opened[handle].seen[offset : offset + size])

    def write(self, handle: int, data: bytes, /) -> int:
        if self._refused_write_is_short():
            self.calls += 1
            self.failed = "short write"
            data = data[: len(data) // 2]
            self.opened[handle].seen += data
            return len(data)
        with self._call("write"):
            self.opened[handle].seen += data
        return len(data)

    def truncate(self, handle: int, size: int) -> None:
        with self._call("truncate"):
            del self.opened[handle].seen[size:]

    def sync(self, handle: int) -> None:
        with self._call("sync"):
            file = self.opened[handle]
            file.on_disk = bytes(file.seen)

    def sync_folder(self, folder: Path) -> None:
        with self._call("sync_folder"):
            self.names_on_disk = dict(self.files)

    def close(self, handle: int) -> None:
        if self._dead:
            raise PowerLoss
        self.opened.pop(handle)

    def rename(self, old: Path, new: Path) -> None:
        with self._call("rename"):
            self.files[new] = self.files.pop(old)

    def remove(self, path: Path) -> None:
        with self._call("remove"):
            del self.files[path]

    def exists(self, path: Path) -> bool:
        with self._call("exists"):
            return path in self.files
