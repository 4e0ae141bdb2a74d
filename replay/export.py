"""A diary as one seat may know it: no hidden card, no seed, no secret, told from what that seat sees."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import Raw, Struct

from wardiary.core.contract import View
from wardiary.core.state import encode_state
from wardiary.events.common import Checkpoint, Embedded, Fixed, Header, Sealed, TookBack
from wardiary.events.kinds import Event
from wardiary.replay.aside import free_name, written_aside
from wardiary.replay.narrate import need_seat, redacted
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["EXPORT_FORMAT", "export", "export_lines"]

EXPORT_FORMAT = "wardiary-export/0"


class _Beginning(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line."""

    format: str
    seat: str
    header: Raw


class _Told(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line for each event that the seat knows of: its number among them, what it knows, and that in words.

    Numbers of the diary would tell by their gaps of events that the seat does not know of.
    """

    n: int
    event: Raw
    words: str = ""
    taken_back: bool = False


class _End(Struct, frozen=True, kw_only=True):
    """The last line: what the seat sees at the end."""

    end: Literal[True] = True
    view: Raw


def export_lines(file: DiaryFile, seat: str, *, table: Table | None = None) -> Iterator[bytes]:
    """The lines of an export, each with its newline. Raises UsageError for a seat that there is not."""
    replay = Replay(file, table=table)
    spec, data = replay.table.spec, replay.table.data
    need_seat(spec, seat)
    encode = msgspec.json.encode
    dead, lines = _dead(replay), [0]
    for n, event, state in replay:
        with replay.naming(n):
            seen = redacted(spec, state, event, seat)
            if seen is None or _is_keepers(event):
                lines.append(lines[-1])
                continue
            lines.append(lines[-1] + 1)
            seen = _renumbered(seen, lines)
            told = spec.words.narration[type(seen)](data, spec.sight.view(data, state, seat).state, seen)
        if isinstance(seen, Header):
            yield encode(_first_line(seen, seat)) + b"\n"
        else:
            yield encode(_Told(n=lines[n], event=Raw(encode(seen)), words=told, taken_back=n in dead)) + b"\n"
    with replay.naming(replay.last):
        view = spec.sight.view(data, replay.states.at(replay.last), seat)
    yield encode(_End(view=_encoded_view(view))) + b"\n"


def export(file: DiaryFile, seat: str, out: Path | str, *, table: Table | None = None, force: bool = False) -> int:
    """Write a diary as one seat may know it, as JSON Lines; the number of lines.

    Raises UsageError, FileExists unless `force`, WriteFailed, and what reading raises.
    """
    path = free_name(out, file, force=force) if isinstance(file, str | Path) else Path(out)
    with written_aside(path, force=force) as aside, aside.open("wb") as target:
        return _write(target, export_lines(file, seat, table=table))


def _write(target: BinaryIO, lines: Iterator[bytes]) -> int:
    count = 0
    for line in lines:
        target.write(line)
        count += 1
    return count


def _renumbered(event: Event, lines: list[int]) -> Event:
    """The event with numbers of the diary that it names turned into those of the export."""
    if isinstance(event, TookBack):
        return msgspec.structs.replace(event, to=lines[event.to])
    if isinstance(event, Fixed):
        return msgspec.structs.replace(event, n=lines[event.n], to=lines[event.to])
    return event


def _is_keepers(event: Event) -> bool:
    """What tells of hidden things by its bytes: digests of the whole state or file, hashes, other component data."""
    return isinstance(event, Checkpoint | Embedded | Sealed)


def _first_line(header: Header, seat: str) -> _Beginning:
    """The header without what is a hash of the whole game: ids of recorded, simulated and forked games are.

    Whoever knows the rest could try out every hidden card until the hash fits.
    """
    public = msgspec.structs.replace(header, id="?", parent=None)
    return _Beginning(format=EXPORT_FORMAT, seat=seat, header=Raw(msgspec.json.encode(public)))


def _dead(replay: Replay) -> set[int]:
    alive = {n for span in replay.line() for n in range(span.first, span.last + 1)}
    return set(range(1, replay.last + 1)) - alive


def _encoded_view(view: View[Any]) -> Raw:
    """The view with its state in the canonical encoding: dicts in one order, whatever order they were filled in."""
    fields = [
        b'"%b":%b' % (name.encode(), encode_state(value) if name == "state" else msgspec.json.encode(value))
        for name in view.__struct_fields__
        for value in [getattr(view, name)]
    ]
    return Raw(b"{%b}" % b",".join(fields))
