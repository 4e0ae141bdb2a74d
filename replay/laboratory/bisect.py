"""The first event after which something holds. It need not hold from there on: every event is looked at, in order."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from wardiary.events.errors import Unfoldable, UsageError
from wardiary.events.kinds import Frame
from wardiary.replay.answers import asked_words
from wardiary.replay.check import check
from wardiary.replay.compare import json_of, state_parts, tag_or_nothing
from wardiary.replay.findings import CheckReport, Difference, Fault, shown
from wardiary.replay.laboratory.predicates import CHECK_FAILS, RAISES, Condition, Moment, StatePredicate, moment, said
from wardiary.replay.log import NEVER_SET_UP
from wardiary.replay.narrate import words_or_json
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["Found", "Sighting", "StatePart", "bisect", "sight"]

_BATCH = 500
"""States that are asked about at once: enough to keep DuckDB busy, few enough to stop soon after the first."""

_Advance = Callable[[int], None]


class Sighting(Struct, frozen=True, kw_only=True):
    """Where a condition first holds, or a fault shows.

    `step` is the first event of its step, 0 for what stands in no step: a header, a record. A fault is a `difference`
    of the check, or a recorded `fault` that is none the less.
    """

    event: int
    step: int = 0
    difference: Difference | None = None
    fault: Fault | None = None

    @property
    def why(self) -> str:
        """What the check says of it; empty for a question about the state."""
        return self.difference.text() if self.difference else self.fault.text() if self.fault else ""


class StatePart(Struct, frozen=True):
    """A place in the state before and after the event, as JSON."""

    path: str
    before: str
    after: str

    def text(self) -> str:
        """One line."""
        before, after = shown(self.before), shown(self.after)
        return f"{self.path}: {after}" if self.before == self.after else f"{self.path}: {before} -> {after}"


class Found(Struct, frozen=True, kw_only=True):
    """The first event after which the condition holds, in words, with the part of the state that it speaks of."""

    condition: str
    event: int
    type: str
    turn: int
    words: str
    why: str
    state: tuple[StatePart, ...]

    def text(self) -> str:
        """For a person."""
        head = f"event {self.event} ({self.type}, turn {self.turn}): {self.words}"
        return "\n".join([head, *([f"  {self.why}"] if self.why else []), *(f"  {part.text()}" for part in self.state)])


def bisect(
    file: DiaryFile,
    that: Condition,
    *,
    table: Table | None = None,
    taken_back: bool = False,
    advance: _Advance | None = None,
) -> Found | None:
    """The first event after which `that` holds, on the line of play or, with `taken_back`, in the whole file.

    A question about the state is asked from the end of the set-up on, after every event, also within a step. `advance`
    is told how many events were looked at. None when it never holds. Raises QueryError, and what reading raises.
    """
    replay = Replay(file, table=table, other_data=True)
    found = sight(replay, file, that, table=table, taken_back=taken_back, advance=advance)
    return None if found is None else _told(replay, that, found)


def sight(
    replay: Replay,
    file: DiaryFile,
    that: Condition,
    *,
    table: Table | None = None,
    taken_back: bool = False,
    advance: _Advance | None = None,
) -> Sighting | None:
    """The same as numbers."""
    if that == RAISES:
        return _first_raise(check(file, table=table)) or _first_raise(check(file, table=table, all_steps=True))
    if that == CHECK_FAILS:
        first = check(file, table=table).first
        return None if first is None else Sighting(event=first.event, step=first.step, difference=first)
    assert not isinstance(that, str)
    return _first_moment(replay, that, taken_back, advance or (lambda _: None))


def _first_raise(report: CheckReport) -> Sighting | None:
    """The first difference or recorded fault in which the rules raise, or ask somebody who has no answer."""
    found = [
        Sighting(event=difference.event, step=difference.step, difference=difference)
        for difference in report.differences
        if difference.kind == "raised"
    ]
    found += [Sighting(event=fault.event, fault=fault) for fault in report.faults if fault.remains]
    return min(found, key=lambda sighting: sighting.event, default=None)


def _first_moment(replay: Replay, that: StatePredicate, taken_back: bool, advance: _Advance) -> Sighting | None:
    if not replay.step_ends:
        raise UsageError(NEVER_SET_UP)
    moments = _moments(replay, taken_back)
    while batch := list(islice(moments, _BATCH)):
        at = that.first(batch)
        advance(len(batch))
        if at is not None:
            n = batch[at].n
            return Sighting(event=n, step=replay.step_of(n))
    return None


def _moments(replay: Replay, taken_back: bool) -> Iterator[Moment]:
    """After the last event of the set-up, and each event from there."""
    first = replay.step_ends[0]
    records = replay.table.spec.fold.codec.records
    before: tuple[int, Any] | None = None
    for n, event, state in replay.walk(first, taken_back=taken_back):
        # The walk gives states before events: what comes before this one is after the last.
        if before is not None:
            yield moment(*before, state)
        before = None if type(event) in records and n != first else (n, event)
    if before is not None:
        yield moment(*before, replay.states.at(before[0]))


def _told(replay: Replay, that: Condition, found: Sighting) -> Found:
    # A missing outcome has the number it would have, perhaps one beyond the last.
    n = min(found.event, replay.last)
    event, before = replay.event(n), replay.states.at(n - 1)
    try:
        after = replay.states.at(n)
    except Unfoldable:
        after = before
    with replay.naming(n):
        told = _words(replay, n, before, after)
    at_once = "it holds already at the end of the set-up" if [*replay.step_ends[:1]] == [n] and not found.why else ""
    return Found(
        condition=said(that),
        event=found.event,
        type=tag_or_nothing(event),
        turn=after.turn,
        words=told,
        why=found.why or at_once,
        state=tuple(_parts(_fields(that, found), before, after)),
    )


def _words(replay: Replay, n: int, before: Any, after: Any) -> str:
    """The event in the game's words; what is asked where a step ends with that; as it is written where nothing is."""
    table, event = replay.table, replay.event(n)
    if isinstance(event, Frame) and replay.is_step_end(n):
        return f"now {asked_words(table, after, table.rules.request(after))}"
    return words_or_json(table.rules, before, event)


def _fields(that: Condition, found: Sighting) -> tuple[str, ...]:
    """The fields of the state that matter: those that the condition names, or in which a check found states to part."""
    if not isinstance(that, str):
        return that.fields
    difference = found.difference
    return (difference.field.partition(".")[0],) if difference and difference.kind == "state" else ()


def _parts(fields: tuple[str, ...], before: Any, after: Any) -> Iterator[StatePart]:
    """What changed of these fields; a field that did not, as it is."""
    changed = [StatePart(*part) for part in state_parts(before, after)]
    for field in fields:
        parts = [part for part in changed if part.path.partition(".")[0] == field]
        same = json_of(getattr(after, field))
        yield from parts or [StatePart(field, same, same)]
