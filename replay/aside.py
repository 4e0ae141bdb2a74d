"""Files that appear whole or not at all: written aside in the same folder, then given their name in one move."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wardiary.events.errors import FileExists, Locked, UsageError, WriteFailed

__all__ = [
    "free_name",
    "give_name",
    "naming_output",
    "need_folder",
    "need_free",
    "one_writer",
    "part_of",
    "put_whole",
    "sweep",
    "written_aside",
]

_PART = ".part"
"""How the hidden name of a file ends while it is written."""


@contextmanager
def written_aside(path: Path, *, force: bool = False) -> Iterator[Path]:
    """The name to write under; what stands there when the block ends well is made safe and gets its own name.

    Nothing is left behind when the block raises. Raises FileExists for a name that is taken, unless `force`; then
    UsageError for what is no file, such as a device, and Locked for a diary that is being written. WriteFailed when
    the disk refuses.
    """
    need_folder(path)
    if not path.exists():
        with _written(path, force=force) as aside:
            yield aside
        return
    if not force:
        raise _taken(path)
    if not path.is_file():
        raise UsageError(f"{path} is not a file: it cannot be overwritten")
    with path.open("rb") as old:
        try:
            fcntl.flock(old, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(f"{path}: another process is writing this diary; it is not overwritten") from None
        with _written(path, force=True) as aside:
            yield aside


@contextmanager
def _written(path: Path, *, force: bool) -> Iterator[Path]:
    aside = path.with_name(f".{path.name}.{os.getpid()}{_PART}")
    try:
        with naming_output(path, aside):
            aside.unlink(missing_ok=True)
            yield aside
            if force:
                _sync(aside)
                aside.replace(path)
                _sync(path.parent)
            else:
                give_name(aside, path)
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


@contextmanager
def naming_output(path: Path, aside: Path) -> Iterator[None]:
    """Around the writing of a file under its hidden name: what the disk refuses is said of the file that was asked for.

    Nor is anything kept of it, as a diary's writer says of a diary.
    """
    try:
        yield
    except OSError as error:
        raise WriteFailed(f"cannot be written: {error.strerror or error}", path=path) from error
    except WriteFailed as error:
        refusal = error.__cause__
        if error.path != aside or not isinstance(refusal, OSError):
            raise
        raise WriteFailed(f"cannot be written: {refusal.strerror or refusal}", path=path) from refusal


def need_free(path: Path, *, force: bool) -> None:
    """Asked before long work whose result goes there.

    Raises FileExists for what is taken, forced only for no file; WriteFailed for a folder that does not exist.
    """
    need_folder(path)
    if path.exists() and not force:
        raise _taken(path)
    if path.exists() and not path.is_file():
        raise FileExists(f"{path} is no file: it cannot be overwritten")


def free_name(out: Path | str, source: Path | str, *, force: bool) -> Path:
    """The path of a file that is to be made of another.

    Raises FileExists for a name that is taken, unless `force`; UsageError, forced or not, for the source itself, under
    whatever name: what is made of a diary does not replace it.
    """
    path = Path(out)
    if not path.exists():
        return path
    if not force:
        raise _taken(path)
    if Path(source).exists() and path.samefile(source):
        raise UsageError(f"{path} is the file that is read, and would be lost: choose another name for the new one")
    return path


def need_folder(path: Path) -> None:
    """Raises WriteFailed, naming it, when the folder of a file that is to be written does not exist."""
    if not path.parent.is_dir():
        raise WriteFailed(f"folder {path.parent} does not exist")


def part_of(path: Path) -> Path:
    """The hidden name of a diary while it is written; what a killed process left under it is removed.

    Raises Locked when another process is writing it now.
    """
    need_folder(path)
    part = path.with_name(f".{path.name}{_PART}")
    _remove_if_idle(part)
    if part.exists():
        raise Locked(f"{path}: another process is writing this diary; wait until it ends, or choose another name")
    return part


def give_name(part: Path, path: Path, *, replace: bool = False) -> None:
    """Give the finished file its name; on the disk before this returns, unless an older file may be replaced.

    Raises FileExists, WriteFailed; the hidden file is then gone or still hidden.
    """
    try:
        if replace:
            part.replace(path)
            return
        _sync(part)
        _link(part, path)
        _sync(path.parent)
    except OSError as error:
        raise WriteFailed(f"cannot be written: {error.strerror or error}", path=path) from error


def _link(part: Path, path: Path) -> None:
    """A link, unlike a rename, never overwrites."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without hard links
        if path.exists():
            raise _taken(path) from None
        part.replace(path)
    else:
        part.unlink()


def put_whole(path: Path, content: bytes) -> None:
    """Write a finished diary that was made elsewhere; an older file of its name is replaced.

    Raises Locked when another process is writing it now, WriteFailed when the disk refuses.
    """
    part = part_of(path)
    try:
        with part.open("xb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(content)
            file.flush()
            give_name(part, path, replace=True)
    except OSError as error:
        raise WriteFailed(f"cannot be written: {error.strerror or error}", path=path) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Be the only one who fills a folder: what is half written in it is then a dead process's. Raises Locked, OSError.

    The lock stands on the folder itself and goes with the process; where a file system knows none, nobody is kept out.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Locked(
                    f"{folder}: another process fills this folder; wait until it ends, or choose another"
                ) from None
        yield
    finally:
        os.close(handle)


def sweep(folder: Path) -> None:
    """Remove the diaries that killed processes left half written in a folder."""
    for part in folder.glob(f".*.diary{_PART}"):
        _remove_if_idle(part)


def _remove_if_idle(part: Path) -> None:
    """The writer of a diary holds a lock on it as long as it lives."""
    with suppress(FileNotFoundError, BlockingIOError), part.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        part.unlink(missing_ok=True)


def _taken(path: Path) -> FileExists:
    return FileExists(f"{path} exists already: choose another name, or overwrite it with --force")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
