"""The few things a diary asks of a file system, so that tests can put a failing disk in its place.

`OS_PORT` is the real one; `MemoryPort` keeps files in memory, for workers that hand back bytes and for tests.
Ports raise OSError as the operating system does; what that means for a diary is said by their callers.
"""

import contextlib
import errno
import fcntl
import os
from pathlib import Path
from typing import Protocol

__all__ = ["OS_PORT", "FilePort", "MemoryPort", "OsPort"]


class FilePort(Protocol):
    """A file system with open files as small integers."""

    def create(self, path: Path) -> int:
        """A new file, open for reading and appending; FileExistsError when the name is taken."""

    def open(self, path: Path) -> int:
        """An existing regular file, open for reading and appending."""

    def lock(self, handle: int, wait: bool) -> bool:
        """Take the file's one writer's lock, until close; False when another holds it and `wait` is not asked."""

    def size(self, handle: int) -> int: ...

    def read(self, handle: int, offset: int, size: int) -> bytes:
        """At most `size` bytes from `offset`; nothing only at the end of the file."""

    def write(self, handle: int, data: bytes, /) -> int:
        """One write at the end of the file; the number of bytes taken."""

    def truncate(self, handle: int, size: int) -> None: ...

    def sync(self, handle: int) -> None:
        """Return when the file's data and length are on the disk."""

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in the folder are on the disk."""

    def close(self, handle: int) -> None: ...

    def rename(self, old: Path, new: Path) -> None: ...

    def remove(self, path: Path) -> None: ...

    def exists(self, path: Path) -> bool: ...


class OsPort:
    """The operating system's files."""

    write = staticmethod(os.write)

    def create(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)

    def open(self, path: Path) -> int:
        # O_NONBLOCK: a FIFO would wait for ever for its other end; regular files do not know the flag.
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)

    def lock(self, handle: int, wait: bool) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def size(self, handle: int) -> int:
        return os.fstat(handle).st_size

    def read(self, handle: int, offset: int, size: int) -> bytes:
        return os.pread(handle, size, offset)

    def truncate(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        full = getattr(fcntl, "F_FULLFSYNC", None)
        if full is not None:  # macOS: fsync leaves the data in the drive's own cache
            fcntl.fcntl(handle, full)
        else:
            os.fdatasync(handle)

    def sync_folder(self, folder: Path) -> None:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def close(self, handle: int) -> None:
        os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        old.rename(new)

    def remove(self, path: Path) -> None:
        path.unlink()

    def exists(self, path: Path) -> bool:
        return path.exists()


OS_PORT = OsPort()


class MemoryPort:
    """Files in memory. One port is one file system; it is not for several threads at once."""

    def __init__(self) -> None:
        self._files: dict[Path, bytearray] = {}
        self._open: dict[int, bytearray] = {}
        self._locked: dict[int, int] = {}
        self._next = 3

    def contents(self, path: Path) -> bytes:
        """All bytes of a file, open or not."""
        return bytes(self._files[path])

    def create(self, path: Path) -> int:
        if path in self._files:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        self._files[path] = bytearray()
        return self.open(path)

    def open(self, path: Path) -> int:
        if path not in self._files:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        handle, self._next = self._next, self._next + 1
        self._open[handle] = self._files[path]
        return handle

    def lock(self, handle: int, wait: bool) -> bool:
        return self._locked.setdefault(id(self._open[handle]), handle) == handle

    def size(self, handle: int) -> int:
        return len(self._open[handle])

    def read(self, handle: int, offset: int, size: int) -> bytes:
        return bytes(self._open[handle][offset : offset + size])

    def write(self, handle: int, data: bytes, /) -> int:
        self._open[handle].extend(data)
        return len(data)

    def truncate(self, handle: int, size: int) -> None:
        del self._open[handle][size:]

    def sync(self, handle: int) -> None:
        pass

    def sync_folder(self, folder: Path) -> None:
        pass

    def close(self, handle: int) -> None:
        data = self._open.pop(handle)
        with contextlib.suppress(KeyError):
            if self._locked[id(data)] == handle:
                del self._locked[id(data)]

    def rename(self, old: Path, new: Path) -> None:
        self._files[new] = self._files.pop(old)

    def remove(self, path: Path) -> None:
        del self._files[path]

    def exists(self, path: Path) -> bool:
        return path in self._files
