"""The text of a script: its header lines and what was played, line by line. docs/scripts.md is the format."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from wardiary.events.errors import ScriptError

__all__ = ["Line", "Script", "at_line", "parse_script", "read_script"]

_MAX_SCRIPT = 4 << 20
"""Bytes of a script."""
_HEAD = re.compile(r"(game|scenario|dice|(?:seat|option)\s+[^\s:]+)\s*:\s*(.*)")
_VERB = re.compile(r"(take\s+back!?|undo!?)|(fix\s+roll|fix\s+draw|roll|draw|note)(?:\s+(.*))?")
_ORDER = re.compile(r"([^\s:{}]+)\s*:\s*(.+)")
_PLAYED = ("SEAT: an order", "roll 3 6", "draw 31", "note TEXT", "take back", "fix roll 3 6", "{...}")


class Line(Struct, frozen=True, kw_only=True):
    """One thing that was said at the table: by a seat (an order), or without one (`verb`); `{...}` has neither."""

    number: int
    seat: str = ""
    verb: str = ""
    text: str = ""


class Script(Struct, frozen=True, kw_only=True):
    """A whole script. `dice` is `script` or `seed:N`; `text` is what the diary's id is made of."""

    path: str
    text: str
    game: str
    scenario: str | None
    options: Mapping[str, str]
    seats: Mapping[str, str]
    dice: str
    lines: tuple[Line, ...]


def at_line(path: str, number: int, message: str) -> ScriptError:
    """The error at a line of a script."""
    return ScriptError(f"{path}, line {number}: {message}")


def read_script(path: Path) -> Script:
    """A script from its file. Raises ScriptError."""
    try:
        if path.stat().st_size > _MAX_SCRIPT:
            raise ScriptError(f"{path}: a script has at most {_MAX_SCRIPT} bytes")
        return parse_script(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: no text in UTF-8 (byte {error.start})") from None
    except (OSError, ValueError) as error:
        raise ScriptError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def parse_script(text: str, path: str = "script") -> Script:
    """A script from its text; nothing is played yet. Raises ScriptError naming line and what was expected."""
    heads: dict[str, str] = {}
    lines: list[Line] = []
    for number, line in _told(text):
        head = _HEAD.fullmatch(line)
        if head:
            if lines:
                raise at_line(path, number, f"{head[1]} stands at the head of a script, before anything is played")
            name = " ".join(head[1].split())
            if name in heads:
                raise at_line(path, number, f"{name} is said twice")
            if not head[2]:
                raise at_line(path, number, f"{name}: what?")
            heads[name] = head[2].strip()
        else:
            lines.append(_line(path, number, line))
    return Script(
        path=path,
        text=text,
        game=heads.get("game", ""),
        scenario=heads.get("scenario"),
        options=_named("option", heads),
        seats=_named("seat", heads),
        dice=heads.get("dice", "script"),
        lines=tuple(lines),
    )


def _told(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers: no empty ones, no comments."""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _named(kind: str, heads: Mapping[str, str]) -> dict[str, str]:
    return {name.partition(" ")[2]: value for name, value in heads.items() if name.startswith(f"{kind} ")}


def _line(path: str, number: int, line: str) -> Line:
    if line.startswith("{"):
        return Line(number=number, text=line)
    if verb := _VERB.fullmatch(line):
        words = " ".join((verb[1] or verb[2]).split()).replace("undo", "take back")
        return Line(number=number, verb=words, text=verb[3] or "")
    if order := _ORDER.fullmatch(line):
        return Line(number=number, seat=order[1], text=order[2])
    raise at_line(path, number, f"{line!r} cannot be understood; expected is one of: {', '.join(_PLAYED)}")
