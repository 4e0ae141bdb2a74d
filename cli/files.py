"""Which files a command reads and writes."""

import fcntl
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from wardiary.events.errors import FileExists, Locked, Unreadable, UsageError

__all__ = ["diaries_in", "output_file", "read_text"]

_SUFFIXES = (".diary", ".diary.zst")


def read_text(path: Path) -> str:
    """The text of a file, `-` for stdin. Raises OSError, Unreadable."""
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is no UTF-8 text: {error.reason} at byte {error.start}", path=path) from None


@contextmanager
def output_file(path: Path, *, force: bool) -> Iterator[Path]:
    """A path to write to, for one who never overwrites.

    With `force` an older file is replaced, but only when the new one is whole. Raises FileExists, Locked.
    """
    if not path.exists():
        yield path
        return
    if not force:
        raise FileExists(f"{path} exists already: choose another name, or overwrite it with --force")
    if not path.is_file():
        raise UsageError(f"{path} is not a file: it cannot be overwritten")
    with path.open("rb") as old:
        try:
            fcntl.flock(old, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(f"{path}: another process is writing this diary; it is not overwritten") from None
    aside = path.with_name(f".{path.name}.new")
    aside.unlink(missing_ok=True)
    try:
        yield aside
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def diaries_in(places: Iterable[Path]) -> list[Path]:
    """The files named, and for each folder the diaries in it, sorted. Raises UsageError for a folder without any."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            inside = sorted(path for path in place.iterdir() if path.name.endswith(_SUFFIXES) and path.name[0] != ".")
            if not inside:
                raise UsageError(f"{place}: there is no diary in this folder (*{', *'.join(_SUFFIXES)})")
            found += inside
        else:
            found.append(place)
    return list(dict.fromkeys(found))
