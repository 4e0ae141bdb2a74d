"""Files that are written aside and appear whole: under a hidden name first, then by one rename."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from wardiary.events.errors import FileExists, WriteFailed

__all__ = ["PART", "part_of", "publish", "sweep"]

PART = ".part"
"""How the hidden name of a file ends while it is written."""


def part_of(path: Path) -> Path:
    """The hidden name of a file while it is written; what a killed process left under it is removed.

    Raises FileExists when another process is writing it now.
    """
    part = path.with_name(f".{path.name}{PART}")
    _remove_if_idle(part)
    if part.exists():
        raise FileExists(f"{path} is being written by another process")
    return part


def publish(part: Path, path: Path, *, replace: bool = False) -> None:
    """Give the finished file its name; on the disk before this returns, unless an older file may be replaced.

    Raises FileExists, WriteFailed; the hidden file is then gone or still hidden.
    """
    try:
        if replace:
            part.replace(path)
            return
        _sync(part)
        # A link, unlike a rename, never overwrites.
        os.link(part, path)
        part.unlink()
        _sync(path.parent)
    except FileExistsError:
        raise FileExists(f"{path} exists already: choose another name") from None
    except OSError as error:
        raise WriteFailed(f"cannot be written: {error.strerror or error}", path=path) from error


def sweep(folder: Path) -> None:
    """Remove what killed processes left half written in a folder."""
    for part in folder.glob(f".*{PART}"):
        _remove_if_idle(part)


def _remove_if_idle(part: Path) -> None:
    """The writer of a diary holds a lock on it as long as it lives."""
    with suppress(FileNotFoundError, BlockingIOError), part.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
