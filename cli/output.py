"""What reaches the terminal: data on stdout, messages on stderr, nothing from a file unescaped, nothing paged.

Text that comes from files may hold escape sequences that recolour, overwrite or retitle a terminal, and direction
marks that show words in another order than they stand. All of them are written as visible escapes.
"""

import os
import sys
import unicodedata
from codecs import lookup
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import click
import msgspec

__all__ = [
    "LINE_MAX",
    "error_line",
    "fresh_line",
    "harmless_json",
    "one_line",
    "prepare_streams",
    "print_json",
    "print_report",
    "print_table",
    "print_text",
    "readable",
    "say",
    "show_warnings",
]

_STDERR = 2
LINE_MAX = 1000
"""Characters of a message beyond which the rest is only counted."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that a terminal obeys instead of showing: controls, formats, surrogates, separators."""


class _Report(Protocol):
    def text(self) -> str:
        """The report for a person."""


def readable(text: str) -> str:
    """The text with everything that a terminal would obey written as an escape; newlines stay."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(
        character if character == "\n" or unicodedata.category(character) not in _UNSEEN else _escape(character)
        for character in text
    )


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str, limit: int = LINE_MAX) -> str:
    """The readable text on one line, the end of a very long one only counted."""
    line = readable(text[: limit + 1]).replace("\n", "\\n")
    if len(line) <= limit and len(text) <= limit:
        return line
    return f"{line[:limit]}… ({len(text)} characters)"


def print_text(text: str = "") -> None:
    """Data for people, on stdout."""
    click.echo(readable(text))


def print_json(value: Any) -> None:
    """Data for programs, on stdout: one indented JSON value, and nothing in it that a terminal would obey."""
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file name that is no Unicode text, as Python holds it
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(value, builtin_types=(msgspec.Raw,))))
    click.echo(msgspec.json.format(harmless_json(encoded.decode())))


def print_report(report: _Report, *, as_json: bool) -> None:
    """A report for people, or all of it for programs."""
    if as_json:
        print_json(report)
    else:
        print_text(report.text())


def _encodable(value: Any) -> Any:
    """The value with escapes for the lone surrogates in its texts."""
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_encodable(key): _encodable(one) for key, one in value.items()}
        case list() | tuple():
            return [_encodable(one) for one in value]
        case _:
            return value


def harmless_json(encoded: str) -> str:
    """The same JSON value without indentation, every character that a terminal would obey as a JSON escape."""
    if encoded.isprintable():
        return encoded
    # Outside of strings compact JSON holds nothing but printable ASCII.
    return "".join(_json_escape(one) if unicodedata.category(one) in _UNSEEN else one for one in encoded)


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> None:
    """Columns as wide as their contents, on stdout; those named in `right` are aligned to the right."""
    cells = [[one_line(str(value), 200) for value in row] for row in rows]
    widths = [max(len(column), *(len(row[at]) for row in cells), 0) for at, column in enumerate(columns)]
    for row in ([*columns], *cells):
        line = "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns, strict=True)
        )
        click.echo(line.rstrip())


def fresh_line() -> None:
    """Leave the line on which the terminal shows ^C."""
    if sys.stderr.isatty():
        click.echo(err=True)


def say(text: str) -> None:
    """A message for people, on stderr."""
    click.echo(one_line(text), err=True)


def error_line(text: str) -> None:
    """The one line that says what went wrong, on stderr."""
    click.echo(f"wardiary: {one_line(text)}", err=True)


def prepare_streams() -> None:
    """A terminal that cannot show a character gets its escape, never a crash; a stream that is closed is nowhere."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure") and lookup(sys.stdin.encoding).name == "ascii":
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")  # a locale that knows no letters but these


def _open_closed_streams() -> None:
    """Give the standard streams that the shell closed (`>&-`) a place.

    Python has none for them; and without their numbers taken a diary would be opened under one, and messages that
    something writes to number 2 would go into it.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        os.set_inheritable(handle, True)  # for the workers of a simulation
    os.close(handle)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_STDERR, "w", encoding="utf-8")


def show_warnings() -> None:
    """What the library warns of goes to stderr, a line each."""
    import logging

    class OneLine(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            error_line(f"warning: {record.getMessage()}")

    logging.getLogger("wardiary").handlers = [OneLine()]
