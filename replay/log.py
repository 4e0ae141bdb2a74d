"""All events of a diary in memory: the tree that take-backs and fixes make of them, and the states along it.

Every event is the child of the one before it; the first event after a `took_back` or `fixed` is a child of the event
that the record names. The chain of parents of the last event is the line of play; nothing is ever removed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wardiary.core.engine import Rules
from wardiary.events.codec import Codec
from wardiary.events.common import Fixed, TookBack
from wardiary.events.diary import Jump, survivors
from wardiary.events.errors import NotAStepEnd, Unreadable
from wardiary.events.kinds import Event
from wardiary.replay.states import apply_numbered

__all__ = ["NEVER_SET_UP", "Log", "near_ends", "step_ends"]


NEVER_SET_UP = "the game was never set up, only its header is there: delete the file and begin again"


def step_ends(codec: Codec, events: Sequence[Event], first: int = 1) -> list[int]:
    """The numbers at which a step ends; `events` begin with number `first` and end with a whole step or a record.

    A step is an input and its outcomes, the set-up outcomes alone; records and the header stand between steps.
    """
    inputs, records = codec.inputs, codec.records
    ends: list[int] = []
    in_step = False
    for n, event in enumerate(events, first):
        kind = type(event)
        if in_step and (kind in inputs or kind in records):
            ends.append(n - 1)
        in_step = kind not in records
    if in_step:
        ends.append(first + len(events) - 1)
    return ends


class Log:
    """Event n is `events[n - 1]`, the header the first; `ends` are the numbers of the steps' ends, dead ones too.

    `path` is the file that errors name.
    """

    def __init__(self, codec: Codec, path: Path | None = None) -> None:
        self._codec = codec
        self.path = path
        self.events: list[Event] = []
        self.ends: list[int] = []
        self.jumps: list[Jump] = []

    def __len__(self) -> int:
        return len(self.events)

    def add_step(self, events: Sequence[Event]) -> None:
        """A whole step."""
        self.events += events
        self.ends.append(len(self.events))

    def add_record(self, event: Event) -> None:
        """The header or a record."""
        self.events.append(event)
        if isinstance(event, TookBack | Fixed):
            self.jumps.append(Jump(len(self.events), event.to))

    def add_block(self, events: Sequence[Event]) -> None:
        """A block read from a file: whole steps, records, or both."""
        first = len(self.events) + 1
        self.ends += step_ends(self._codec, events, first)
        self.events += events
        for n, event in enumerate(events, first):
            if isinstance(event, TookBack | Fixed):
                self.jumps.append(Jump(n, event.to))

    def need_ends(self) -> None:
        """Raises Unreadable for a take-back or fix that does not lead to the end of a step before it, and for a diary
        without any step: no session writes them.
        """
        for jump in self.jumps:
            if not (jump.to < jump.n and self.is_end(jump.to)):
                raise Unreadable(f"play cannot go on from event {jump.to}", path=self.path, event=jump.n)
        if not self.ends:
            raise Unreadable(NEVER_SET_UP, path=self.path)

    @property
    def standing(self) -> int:
        """The step's end where play stands: the last one, or where the last jump led; 0 before the set-up."""
        return self.standing_at(len(self.events))

    def standing_at(self, n: int) -> int:
        """The step's end where play stood when event `n` had just been written, or within whose step it lies."""
        before = bisect_right(self.ends, n)
        end = self.ends[before - 1] if before else 0
        jumps = bisect_right(self.jumps, n, key=_number_of)
        jump = self.jumps[jumps - 1] if jumps else None
        return jump.to if jump and jump.n > end else end

    def numbers(self, upto: int) -> Iterator[int]:
        """The numbers of the line of play that leads to event `upto`, rising."""
        for span in survivors(self.jumps, upto):
            yield from range(span.first, span.last + 1)

    def line(self, upto: int) -> Iterator[Event]:
        """The events of the line of play that leads to event `upto`."""
        for span in survivors(self.jumps, upto):
            yield from self.events[span.first - 1 : span.last]

    def state_at(self, rules: Rules[Any, Any], n: int) -> Any:
        """The state after event `n`, folded anew. Raises Unfoldable."""
        state = rules.empty()
        for span in survivors(self.jumps, n):
            apply_numbered(rules.evolve, state, self.events[span.first - 1 : span.last], span.first, self.path)
        return state

    def leaving(self, to: int) -> list[int]:
        """The numbers that leave the line of play when it goes back (or over to another branch) to event `to`."""
        stays = set(self.numbers(to))
        return [n for n in self.numbers(self.standing) if n not in stays]

    def inputs(self, upto: int) -> list[int]:
        """The numbers of the orders, rolls and draws on the line of play that leads to event `upto`."""
        kinds = self._codec.inputs
        return [n for n in self.numbers(upto) if type(self.events[n - 1]) in kinds]

    def end_before(self, n: int) -> int:
        """The step's end from which the step that begins at event `n` was played. Raises NotAStepEnd at the first."""
        if not (before := self.standing_at(n - 1)):
            raise NotAStepEnd(f"event {n} stands at the very beginning: no step ends before it")
        return before

    def is_end(self, n: int) -> bool:
        """Whether a step ends with event `n`, on whatever branch."""
        at = bisect_left(self.ends, n)
        return at < len(self.ends) and self.ends[at] == n

    def need_end(self, n: int) -> None:
        """Raises NotAStepEnd, naming the two nearest, unless a step ends with event `n`."""
        if not self.is_end(n):
            at = bisect_left(self.ends, n)
            near = (*self.ends[max(at - 1, 0) : at], *self.ends[at : at + 1])
            raise NotAStepEnd(f"no step ends with event {n}: {near_ends(near)}")


def _number_of(jump: Jump) -> int:
    return jump.n


def near_ends(ends: Iterable[int | None]) -> str:
    """The nearest steps' ends in words, where there are any."""
    near = [str(end) for end in ends if end is not None]
    if not near:
        return "no step has ended yet"
    return f"the nearest {'end is' if len(near) == 1 else 'ends are'} {' and '.join(near)}"
