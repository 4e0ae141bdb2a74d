"""Which files a command reads and writes."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from wardiary.events.errors import Unreadable, UsageError
from wardiary.replay.aside import need_free

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

    With `force` an older file is replaced, but only when the new one is whole. Raises what `need_free` raises.
    """
    need_free(path, force=force)
    if not path.exists():
        yield path
        return
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
