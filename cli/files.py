"""Which files a command reads."""

import os
import sys
from collections.abc import Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import cast

from wardiary.events.errors import Unreadable

__all__ = ["listed_paths", "read_text"]

_CHUNK = 1 << 16


def read_text(path: Path) -> str:
    """The text of a file, `-` for stdin. Raises OSError, Unreadable."""
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is no UTF-8 text: {error.reason} at byte {error.start}", path=path) from None


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
