"""Which event last wrote a part of the state, and what led to it: "git blame" for a board.

The chain goes from the event to the answer of its step, from there to the frame that asked for the answer, to the step
in which that frame was set on the stack, to the answer of that one, and so on, back to the set-up. So a move leads to
the card that was played for it, whatever other moves lie between.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from wardiary.core.contract import Start
from wardiary.core.state import copy_state
from wardiary.events.common import Positioned
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Event, Frame, Input
from wardiary.events.vocabulary import tag_of
from wardiary.replay.compare import json_of
from wardiary.replay.findings import shown
from wardiary.replay.laboratory.state_path import NOTHING, need_field, value_at
from wardiary.replay.narrate import words_or_json
from wardiary.replay.origins import Origin, clauses_of_point, origin_of_outcome
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["Link", "Why", "why"]

_LINKS_SHOWN = 12


class Link(Struct, frozen=True, kw_only=True):
    """An answer: its event, in words, the request that it met (the tag of its frame) and that decision point's clauses.

    The set-up is a link without an answer, `asked` and `clauses` empty.
    """

    event: int
    type: str
    turn: int
    words: str
    asked: str = ""
    clauses: str = ""

    def text(self) -> str:
        """One line."""
        clauses = f" [{self.clauses}]" if self.clauses else ""
        return f"event {self.event} ({self.type}, turn {self.turn}): {self.words}{clauses}"


class Why(Struct, frozen=True, kw_only=True):
    """A part of the state after event `at`, and where it comes from.

    `before` and `value` are JSON, empty where there is nothing. `event` is the last one that changed it, in `words`,
    0 when none did; `place` the function of the rules that makes it and `clauses` what that carries, empty when the
    rules at hand make the event otherwise. `first`, `last` and `h` are the block that holds it. `links` lead back from
    it, the nearest first. `parent` is where a diary that begins with a written position took it from.
    """

    path: str
    at: int
    value: str
    event: int = 0
    type: str = ""
    turn: int = 0
    words: str = ""
    before: str = ""
    place: str = ""
    clauses: str = ""
    first: int = 0
    last: int = 0
    h: str = ""
    links: tuple[Link, ...] = ()
    parent: str = ""

    def text(self) -> str:
        """For a person."""
        lines = [f"{self.path} after event {self.at}: {shown(self.value)}"]
        if not self.event:
            return f"{lines[0]}\n  no event has written it: it is what every game begins with"
        lines.append(f"  written by event {self.event} ({self.type}, turn {self.turn}): {self.words}")
        lines.append(f"  it was {shown(self.before)} before")
        if self.place or self.clauses:
            lines.append(f"  rules: {' '.join(filter(None, (self.clauses, self.place and f'({self.place})')))}")
        lines.append(f"  block: events {self.first} to {self.last}, closed with {self.h}")
        lines += [f"  {'because of' if n == 0 else 'asked by'} {link.text()}" for n, link in self._shown_links()]
        if len(self.links) > _LINKS_SHOWN:
            lines.append(f"  … after {len(self.links) - _LINKS_SHOWN} answers more; --json gives all")
        lines += [f"  {self.parent}"] if self.parent else []
        return "\n".join(lines)

    def _shown_links(self) -> list[tuple[int, Link]]:
        return list(enumerate(self.links))[:_LINKS_SHOWN]


def why(file: DiaryFile, path: str, *, at: int | str = "last", table: Table | None = None) -> Why:
    """Which event last wrote a part of the state that stands after event `at`, and the answers that led to it.

    `path` names it as `check`, `diff` and `bisect` do. An event that writes what stands there already is none. Raises
    UsageError for a place or path that there is not, and what reading raises.
    """
    replay = Replay(file, table=table, other_data=True)
    n = replay.number(at)
    state = replay.states.at(n)
    need_field(state, path)
    written, now = _last_write(replay, n, path), _json(value_at(state, path))
    if written is None:
        if not now:
            raise UsageError(f"{path}: nothing stands there after event {n} and nothing ever did")
        return Why(path=path, at=n, value=now)
    before = _json(value_at(replay.states.at(written - 1), path))
    return _explained(replay, Why(path=path, at=n, value=now, event=written, before=before))


def _json(value: Any) -> str:
    return "" if value is NOTHING else json_of(value)


def _last_write(replay: Replay, n: int, path: str) -> int | None:
    """The last event on the line of play to event `n` after which something else stands there."""
    written, event, before = None, 0, _kept(value_at(replay.states.at(0), path))
    for span in replay.line(n):
        for number, _, state in replay.states.walk(span.first, span.last):
            # The walk gives states before events: what stands here now is what the event before left.
            value = value_at(state, path)
            if event and value != before:
                written, before = event, _kept(value)
            event = number
    return event if value_at(replay.states.at(n), path) != before else written


def _kept(value: Any) -> Any:
    """The value as it is now: containers change in place."""
    return value.copy() if isinstance(value, dict | list) else value


def _explained(replay: Replay, found: Why) -> Why:
    n = found.event
    event, start = replay.event(n), replay.step_of(n)
    origin = _origin(replay, start, n)
    block = replay.block(n)
    return Why(
        path=found.path,
        at=found.at,
        value=found.value,
        event=n,
        type=tag_of(type(event)),
        turn=replay.states.at(n).turn,
        words=_words(replay, n),
        before=found.before,
        place=origin.place,
        clauses=origin.clauses,
        first=block.first,
        last=block.last,
        h=block.h.decode(),
        links=tuple(_links(replay, start)),
        parent=_parent(replay),
    )


def _parent(replay: Replay) -> str:
    parent = replay.header.parent
    if parent is None:
        return ""
    return f"this diary goes on from event {parent.n} of {parent.id}{f' ({parent.reason})' if parent.reason else ''}"


def _words(replay: Replay, n: int) -> str:
    return words_or_json(replay.table.rules, replay.states.at(n - 1), replay.event(n))


def _links(replay: Replay, start: int) -> Iterator[Link]:
    """The answer of the step that begins at `start`, the one whose step asked for it, and so on to the set-up."""
    while True:
        event = replay.event(start)
        before = replay.states.at(start - 1)
        if not isinstance(event, Input):
            words = "the written position" if isinstance(event, Positioned) else "the set-up"
            yield Link(event=start, type=tag_of(type(event)), turn=before.turn, words=words)
            return
        frame = before.frames[-1] if before.frames else None
        yield Link(
            event=start,
            type=tag_of(type(event)),
            turn=before.turn,
            words=_words(replay, start),
            asked=tag_of(type(frame)) if frame else "",
            clauses=clauses_of_point(replay.table.rules, before.frames),
        )
        if frame is None:
            return
        start = replay.step_of(_setting(replay, start, frame))


def _setting(replay: Replay, start: int, frame: Frame) -> int:
    """The event before `start` that set the topmost frame on the stack; the first of all for a written position."""
    for span in reversed(replay.line(start - 1)):
        for n in range(min(span.last, start - 1), span.first - 1, -1):
            event = replay.events[n - 1]
            if event == frame or isinstance(event, Positioned):
                return n
    return 1


def _origin(replay: Replay, start: int, n: int) -> Origin:
    """Who makes event `n`, whose step begins at `start`; nobody, when the rules at hand make it otherwise."""
    answer: Event = replay.event(start)
    before, rules = replay.states.at(start - 1), replay.table.rules
    if isinstance(answer, Positioned):
        return Origin("", "")
    header = replay.header
    played: Input | Start
    try:
        if isinstance(answer, Input):
            played, made = answer, rules.advance(copy_state(before), answer)
        else:
            played = replay.table.start(header.scenario, {option.name: option.value for option in header.options})
            made = rules.set_up(played)[1]
    except Exception:  # whatever the rules at hand raise on a diary of other rules
        return Origin("", "")
    if made[n - start : n - start + 1] != [replay.event(n)]:
        return Origin("", "")
    return origin_of_outcome(rules, before, played, n - start)
