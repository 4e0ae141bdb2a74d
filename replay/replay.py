"""A diary read from end to end: the state after any event, and steps both ways by event, step, turn or phase.

Numbers are those of the diary: the header is 1, taken-back events keep theirs. The state after a number is that of
the line of play which leads to it, so a taken-back event still shows what its players then saw.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Literal, NamedTuple

from wardiary.core.state import State, copy_state
from wardiary.events.common import Began, Header, Noted
from wardiary.events.diary import Jump, RawBlock, Span, find_jumps, survivors
from wardiary.events.errors import NotAStepEnd, UsageError
from wardiary.events.kinds import Event
from wardiary.events.vocabulary import tag_of
from wardiary.replay.log import near_ends, step_ends
from wardiary.replay.reading import DiaryFile, open_reading, warn_of_torn_end
from wardiary.replay.states import States, apply_numbered, naming
from wardiary.replay.table import Table

__all__ = ["Folded", "Replay", "Unit", "fold_file"]

_NOTES_SHOWN = 8
Unit = Literal["event", "step", "turn", "phase", "note"]


class Replay:
    """A diary in memory with a position in it.

    `events` holds all events, event N at index N - 1. `n` is the position, at first the last event; `seek`, `forward`
    and `backward` move it. Stepping passes over what was taken back, unless `taken_back` is set.

    Raises DiaryError, UnknownGame, and DataError where the component data at hand is not the diary's, unless
    `other_data`: a fold needs none.
    """

    def __init__(
        self, file: DiaryFile, *, table: Table | None = None, taken_back: bool = False, other_data: bool = False
    ) -> None:
        reader, self.table = open_reading(file, table, other_data=other_data)
        self.reader = reader
        self.path = reader.path
        self.header: Header = reader.header
        self.jumps: Sequence[Jump] = find_jumps(reader)
        self.events: list[Event] = []
        for piece in reader.events(verify=False):
            self.events += piece
        self.last_h, self.tail = reader.last_h, reader.tail
        warn_of_torn_end(reader)
        self.taken_back = taken_back
        spec = self.table.spec
        self.states = States(spec.fold.evolve, spec.fold.state(), self.events, self.jumps, self.path)
        self.n = self.last

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[tuple[int, Event, Any]]:
        """Every event with its number and the state before it, which is not to be kept: it changes as you go on."""
        return self.states.walk(1, self.last)

    @property
    def standing(self) -> int:
        """The end of the step where play stands; 0 when the game was never set up."""
        return self.standing_at(self.last)

    def standing_at(self, n: int) -> int:
        """The step's end where play stood when event `n` had just been written; 0 before the set-up was whole."""
        spans = self.line(n)
        ends = self.step_ends[: bisect_right(self.step_ends, spans[-1].last)]
        return next((end for end in reversed(ends) if _holds(spans, end)), 0)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def event(self, n: int) -> Event:
        """Event `n`. Raises UsageError when there is none."""
        self._within(n)
        return self.events[n - 1]

    def naming(self, n: int) -> AbstractContextManager[None]:
        """Around what the game's own functions say of event `n`, or of the state there: their fault names the event.

        Raises Unplayable: a hand-made diary leads to positions in which no rules ever stood.
        """
        return naming(n, self.event(n), self.path)

    def state_at(self, n: int | str) -> Any:
        """A state of your own: after event `n` on the line of play that leads there. Raises UsageError."""
        return self.states.at(self.number(n))

    @property
    def state(self) -> Any:
        """A state of your own: at the position."""
        return self.states.at(self.n)

    def number(self, where: int | str) -> int:
        """The event that `17`, `last`, `turn:3`, `turn:3:PHASE` or `note:WORDS` names.

        A turn or phase is named by the end of the step in which it began; the last such on the line of play, and among
        what was taken back when it has none. A note, as a bookmark, is named by words of it, and means the step's end
        where play stood; the last such note counts. Raises UsageError, naming what there is.
        """
        text = str(where)
        if text == "last":
            return self.last
        if text.removeprefix("-").isdecimal():
            self._within(int(text))
            return int(text)
        word, _, mark = text.partition(":")
        if word == "note" and mark:
            return self._bookmark(mark)
        if word != "turn" or not mark:
            raise UsageError(
                f"no place {text!r}: give the number of an event, `last`, `turn:3`, `turn:3:PHASE` or `note:WORDS`"
            )
        if mark not in self._marks:
            raise UsageError(f"no turn {mark!r} in this diary; it has {', '.join(self._marks) or 'none'}")
        return self._marks[mark]

    def _bookmark(self, words: str) -> int:
        """Where play stood at the last note that holds these words, whatever their case."""
        notes = [(n, event.text) for n, event in enumerate(self.events, 1) if isinstance(event, Noted)]
        found = [n for n, text in notes if words.casefold() in text.casefold()]
        if not found:
            shown = ", ".join(repr(text[:40]) for _, text in notes[:_NOTES_SHOWN]) or "none"
            raise UsageError(f"no note {words!r} in this diary; it has {shown}")
        return self.standing_at(found[-1]) or found[-1]

    def seek(self, where: int | str) -> int:
        """Move to a place, as `number` names it, and return its number."""
        self.n = self.number(where)
        return self.n

    def forward(self, unit: Unit = "event") -> int:
        """Move to the next event, note, step's end, or step's end where a turn or phase began; at most to the last."""
        stops = self._stops(unit)
        index = bisect_right(stops, self.n)
        self.n = stops[index] if index < len(stops) else max(self.n, self._tape[-1])
        return self.n

    def backward(self, unit: Unit = "event") -> int:
        """The same, back; at most to the header."""
        stops = self._stops(unit)
        index = bisect_left(stops, self.n)
        self.n = stops[index - 1] if index else 1
        return self.n

    def line(self, n: int | None = None) -> list[Span]:
        """The line of play that leads to event `n` (the last one), as spans of surviving events."""
        return survivors(self.jumps, self.last if n is None else n)

    def walk(
        self, first: int = 1, last: int | None = None, *, taken_back: bool = True
    ) -> Iterator[tuple[int, Event, Any]]:
        """Events from `first` to `last`, with number and state before; without those taken back if that is asked."""
        end = self.last if last is None else last
        self._within(first)
        self._within(end)
        spans = [Span(first, end)] if taken_back else _overlap(self.line(), first, end)
        for span in spans:
            yield from self.states.walk(span.first, span.last)

    def is_dead(self, n: int) -> bool:
        """Whether event `n` was taken back, or is itself a take-back or fix."""
        return not _holds(self._alive, n)

    @cached_property
    def _alive(self) -> Sequence[Span]:
        """The line of play that leads to the last event."""
        return self.line()

    def block(self, n: int) -> RawBlock:
        """The block that holds event `n`, as it stands in the file. Raises UsageError."""
        self._within(n)
        blocks = (block for piece in self.reader.raw_blocks(verify=False) for block in piece)
        return next(block for block in blocks if n <= block.last)

    def block_h(self, n: int) -> str:
        """The chained hash of the block that holds event `n`. Raises UsageError."""
        return self.block(n).h.decode()

    @cached_property
    def step_ends(self) -> Sequence[int]:
        """The numbers of the events that end a step, rising, on whatever line of play; records end none."""
        return step_ends(self.table.spec.fold.codec, self.events)

    def is_step_end(self, n: int) -> bool:
        """Whether play can go on from the state after event `n`."""
        ends = self.step_ends
        index = bisect_left(ends, n)
        return index < len(ends) and ends[index] == n

    def nearest_step_ends(self, n: int) -> tuple[int | None, int | None]:
        """The last step's end before event `n` and the first after it."""
        ends = self.step_ends
        before, after = bisect_left(ends, n), bisect_right(ends, n)
        return (ends[before - 1] if before else None, ends[after] if after < len(ends) else None)

    def is_between_steps(self, n: int) -> bool:
        """Whether something is asked after event `n`: a step ends with it, or it is a record after one."""
        return self.is_step_end(n) or type(self.event(n)) in self.table.spec.fold.codec.records

    def step_of(self, n: int) -> int:
        """The first event of the step that holds event `n`; a record's own number. Raises UsageError."""
        self._within(n)
        inputs = self.table.spec.fold.codec.inputs
        while n > 1 and type(self.events[n - 1]) not in inputs and not self.is_between_steps(n - 1):
            n -= 1
        return n

    def need_step_end(self, n: int) -> int:
        """The number itself; of a record (a note, a new sitting, a seal) the step's end where play stands there.

        Raises NotAStepEnd, which names the nearest two; UsageError when there is no event `n`.
        """
        self._within(n)
        event = self.events[n - 1]
        end = self.standing_at(n) if type(event) in self.table.spec.fold.codec.records else n
        if not self.is_step_end(end):
            raise NotAStepEnd(
                f"event {n} ({tag_of(type(event))}) is not the end of a step, play cannot go on from it; "
                f"{near_ends(self.nearest_step_ends(n))}"
            )
        return end

    def _within(self, n: int) -> None:
        if not 1 <= n <= self.last:
            raise UsageError(f"no event {n}: this diary has 1 to {self.last}")

    @cached_property
    def _tape(self) -> Sequence[int]:
        """The numbers that stepping visits."""
        if self.taken_back:
            return range(1, self.last + 1)
        return [n for span in self.line() for n in range(span.first, span.last + 1)]

    @cached_property
    def _began(self) -> dict[Unit, list[int]]:
        """Step's ends on the tape where a turn began, and where a turn or a phase began."""
        began: dict[Unit, list[int]] = {"turn": [], "phase": []}
        for n in self._tape:
            event = self.events[n - 1]
            if isinstance(event, Began):
                end = self._end_of_step(n)
                for unit in ("turn", "phase") if event.phase is None else ("phase",):
                    if not began[unit] or began[unit][-1] != end:
                        began[unit].append(end)
        return began

    def _end_of_step(self, n: int) -> int:
        return self.step_ends[bisect_left(self.step_ends, n)]

    @cached_property
    def _marks(self) -> dict[str, int]:
        alive = self.line()
        marks: dict[str, int] = {}
        surviving: dict[str, int] = {}
        for n, event in enumerate(self.events, 1):
            if isinstance(event, Began):
                mark = str(event.turn) if event.phase is None else f"{event.turn}:{event.phase}"
                marks[mark] = self._end_of_step(n)
                if _holds(alive, n):
                    surviving[mark] = marks[mark]
        return {**marks, **surviving}

    def _stops(self, unit: Unit) -> Sequence[int]:
        match unit:
            case "event":
                return self._tape
            case "step":
                return self._step_stops
            case "note":
                return [n for n in self._tape if isinstance(self.events[n - 1], Noted)]
            case _:
                return self._began[unit]

    @cached_property
    def _step_stops(self) -> Sequence[int]:
        return [n for n in self._tape if self.is_step_end(n)]


def _holds(spans: Sequence[Span], n: int) -> bool:
    """Whether one of these rising spans holds the event."""
    index = bisect_right(spans, n, key=lambda span: span.first)
    return index > 0 and n <= spans[index - 1].last


def _overlap(spans: Sequence[Span], first: int, last: int) -> list[Span]:
    """What of these spans lies within `first` to `last`."""
    return [
        Span(max(span.first, first), min(span.last, last))
        for span in spans
        if span.first <= last and span.last >= first
    ]


class Folded(NamedTuple):
    """The state at the end of a diary's line of play, and how many events of each tag it holds, taken back or not."""

    state: Any
    counts: Counter[str]


def fold_file(file: DiaryFile, *, table: Table | None = None) -> Folded:
    """Fold a diary piece by piece: memory stays flat however long it is.

    Only the states to which a take-back or fix returns are kept. Raises DiaryError, UnknownGame, DataError.
    """
    reader, table = open_reading(file, table)
    evolve, state = table.spec.fold.evolve, table.spec.fold.state()
    targets = {jump.n: jump.to for jump in find_jumps(reader)}
    kept: dict[int, State] = dict.fromkeys(targets.values(), state)
    stops = sorted({*targets, *kept})
    counts: Counter[type[Event]] = Counter()
    first = 1
    for events in reader.events(verify=False):
        counts.update(map(type, events))
        last, start = first + len(events) - 1, first
        for stop in stops[bisect_left(stops, first) : bisect_right(stops, last)]:
            apply_numbered(evolve, state, events[start - first : stop - first + 1], start, reader.path)
            start = stop + 1
            if stop in targets:
                state = copy_state(kept[targets[stop]])
            if stop in kept:
                kept[stop] = copy_state(state)
        apply_numbered(evolve, state, events[start - first :], start, reader.path)
        first = last + 1
    return Folded(state, Counter({tag_of(kind): count for kind, count in counts.items()}))
