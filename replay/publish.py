"""Files that appear whole or not at all: written aside in the same folder, on the disk, then given their name."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wardiary.events.errors import FileExists, WriteFailed

__all__ = ["publish"]


@contextmanager
def publish(path: Path, *, force: bool = False) -> Iterator[Path]:
    """The name to write under; what stands there when the block ends well gets its own name in one move.

    Nothing is left behind when the block raises. Raises FileExists for a name that is taken, unless `force`;
    WriteFailed when the disk refuses.
    """
    if not force and path.exists():
        raise _taken(path)
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        aside.unlink(missing_ok=True)
        yield aside
        _sync(aside)
        if force:
            aside.replace(path)
        else:
            _give_name(aside, path)
        _sync(path.parent)
    except OSError as error:
        raise WriteFailed(f"cannot be written: {error.strerror or error}", path=path) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def _give_name(aside: Path, path: Path) -> None:
    """Give the name unless somebody has taken it in the meantime."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without hard links
        if path.exists():
            raise _taken(path) from None
        aside.replace(path)


def _taken(path: Path) -> FileExists:
    return FileExists(f"{path} exists already: choose another name, or force it")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
