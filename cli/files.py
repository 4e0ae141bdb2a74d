"""Which files a command reads and writes."""

import fcntl
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import cast

from wardiary.events.errors import FileExists, Locked, Unreadable, UsageError

__all__ = ["listed_paths", "output_file", "read_text"]

_CHUNK = 1 << 16


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


def listed_paths(places: Sequence[Path]) -> Iterator[Path]:
    """The paths named; `-` stands for those that stdin lists, one a line, or apart by zero bytes, as they come."""
    for place in places:
        if str(place) == "-":
            yield from map(Path, _names(cast(BufferedReader, sys.stdin.buffer)))
        else:
            yield place


def _names(stream: BufferedReader) -> Iterator[str]:
    """Names apart by line ends, or by zero bytes when there are any at first, as `find -print0` writes them."""
    apart, rest = b"", b""
    while chunk := stream.read1(_CHUNK):
        apart = apart or (b"\0" if b"\0" in chunk else b"\n")
        *names, rest = (rest + chunk).split(apart)
        yield from map(os.fsdecode, filter(None, names))
    if rest:
        yield os.fsdecode(rest)
