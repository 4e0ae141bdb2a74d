"""The first look at a diary: is it one, which format, which header."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from wardiary.events.codec import HEADER_DECODER, Codec
from wardiary.events.common import FORMAT, Header
from wardiary.events.diary.decoding import depth_of
from wardiary.events.diary.limits import DEPTH_MAX, LINE_MAX
from wardiary.events.diary.looks import what_it_looks_like
from wardiary.events.errors import BrokenChain, LimitExceeded, UnknownGame, Unreadable

__all__ = ["CodecFor", "codec_of", "header_line", "no_first_block", "read_header"]

CodecFor = Callable[[Header], Codec]
"""Brings the codec of the game, and its rules version, that a header names."""

_BEGINNING = b'{"t":"header",'
_UNRELEASED = "wardiary/0"


class _Format(Struct):
    """The one field of a header that every version must understand."""

    format: Annotated[str, Meta(max_length=64)]


_FORMAT_DECODER = msgspec.json.Decoder(_Format)


def codec_of(codec_for: CodecFor, header: Header, path: Path | None) -> Codec:
    """The codec for a diary's events. Raises what `codec_for` raises; UnknownGame names the file."""
    try:
        return codec_for(header)
    except UnknownGame as error:
        raise UnknownGame(f"{path}: {error}" if path else str(error)) from error


def header_line(chunks: Iterable[bytes], path: Path | None) -> bytes:
    """The first line, without its newline, of what is a diary in this format. Raises Unreadable, LimitExceeded."""
    beginning = b""
    for chunk in chunks:
        beginning += chunk
        if b"\n" in beginning or len(beginning) > LINE_MAX:
            break
    line, newline, _ = beginning.partition(b"\n")
    if not line.startswith(_BEGINNING) or line.endswith(b"\r"):
        if newline or not _BEGINNING.startswith(line[: len(_BEGINNING)]) or not line:
            raise Unreadable(f"is no diary: it {what_it_looks_like(beginning)}", path=path)
        raise no_first_block(path)
    if len(line) >= LINE_MAX:
        raise LimitExceeded(f"a line is longer than {LINE_MAX} bytes", path=path, line=1, byte=0, event=1)
    if depth_of(line) > DEPTH_MAX:
        raise LimitExceeded(f"nested deeper than {DEPTH_MAX}", path=path, line=1, byte=0, event=1)
    if newline:
        _check_format(line, path)
    return line


def _check_format(line: bytes, path: Path | None) -> None:
    try:
        written = _FORMAT_DECODER.decode(line).format
    except (msgspec.MsgspecError, ValueError):
        raise Unreadable("is no diary: its first line is not a header", path=path, line=1) from None
    if written == FORMAT:
        return
    if written == _UNRELEASED:
        raise Unreadable(
            f"is written in format {written}, which the sources wrote before the first release; no release reads it: "
            f"play the game again in {FORMAT}",
            path=path,
            line=1,
        )
    if re.fullmatch(r"wardiary/\d{1,6}", written):
        raise Unreadable(
            f"is written in format {written}, and this program reads {FORMAT}: use a release of wardiary that reads "
            f"{written} (`pip install -U wardiary` gets the newest)",
            path=path,
            line=1,
        )
    raise Unreadable(f"is no diary: its header names the format {written!r}", path=path, line=1)


def no_first_block(path: Path | None) -> Unreadable:
    """The error for a file that was cut off before its header was safe."""
    return Unreadable(
        "holds not one whole block: it was cut off while it was created, and nothing was recorded; "
        "delete it and begin again",
        path=path,
    )


def read_header(lines: bytes, last: int, path: Path | None) -> Header:
    """The header from the lines of the first block. Raises Unreadable, BrokenChain."""
    if last != 1:
        raise BrokenChain(
            "the header must be a block of its own", path=path, line=2, byte=lines.find(b"\n") + 1, event=2
        )
    try:
        return HEADER_DECODER.decode(lines)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"the header cannot be read: {error}", path=path, line=1, byte=0, event=1) from None
