"""What a search works on: answers that lead to where something shows, positions to start from, and candidates' diaries.

A candidate counts only when the diary it makes shows the same under `check`: what is found is what others will see.
"""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wardiary.core.state import copy_state, encode_state
from wardiary.events.common import Crashed, DiceSource, Parent
from wardiary.events.diary import DiaryWriter, MemoryPort
from wardiary.events.errors import Refused, UsageError
from wardiary.events.kinds import TEXT_MAX, Event, Input
from wardiary.replay.check import check
from wardiary.replay.compare import json_of
from wardiary.replay.crash import NO_ANSWER
from wardiary.replay.findings import CheckReport, Difference, Fault
from wardiary.replay.laboratory.bisect import Sighting
from wardiary.replay.laboratory.cases import Case, DeadEnd, Departing, Holding, Raising, Shown
from wardiary.replay.laboratory.predicates import Condition, said
from wardiary.replay.opening import embedded_files
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["SET_UP", "Diary", "Subject"]

_NAME = Path("game.diary")
_POSITION_MAX = 900_000
SET_UP = 0
"""The start of a diary that begins with the game's own set-up."""


class Diary(NamedTuple):
    """A diary in memory: its bytes, its id, the number of its last event."""

    content: bytes
    id: str
    events: int


class Subject:
    """The line of play that leads to where a condition first shows.

    `ends` are the steps' ends before that, the first that of the set-up; a start is the number of such an end, or
    SET_UP. `answers` are those given up to there.
    """

    def __init__(self, replay: Replay, that: Condition, found: Sighting) -> None:
        """Raises UsageError for what no answer led to."""
        self.table: Table = replay.table
        self._replay, self._that, self._found = replay, that, found
        self._embedded = embedded_files(replay.table)
        self._starts: dict[int, tuple[Any, list[Event]] | None] = {}
        self._parents: dict[int, Parent] = {}
        whole_line = [n for span in replay.line(found.event) for n in range(span.first, span.last + 1)]
        if not found.step and found.fault is None:
            raise UsageError(f"{found.why or said(that)}: no answer leads to it, there is nothing to shrink")
        upto = found.step or found.event
        self.ends = [n for n in whole_line if n < upto and replay.is_step_end(n)]
        if not self.ends:
            raise UsageError(f"event {found.event}: it shows in the set-up, before any answer: nothing to shrink")
        line = [n for n in whole_line if n <= upto]
        self._numbered = [(n, event) for n in line if isinstance(event := replay.event(n), Input)]
        self._added = self._answer_of_record()
        if self._recorded_step is not None:
            self._numbered = [(n, answer) for n, answer in self._numbered if n < upto]

    @property
    def answers(self) -> tuple[Input, ...]:
        """All of them."""
        return self.answers_after(SET_UP)

    def count(self, answers: Sequence[Input]) -> int:
        """How many inputs they make, with that of the step that departs."""
        return len(answers) + (self._recorded_step is not None)

    def answers_after(self, start: int) -> tuple[Input, ...]:
        """Those given after a step's end."""
        return (*(answer for n, answer in self._numbered if n > start), *self._added)

    def show(self, start: int, answers: Sequence[Input]) -> tuple[Input, ...] | None:
        """The answers that matter, if these show it from this start."""
        shown = self._shown(start, answers)
        return None if shown is None else shown.answers

    def diary(self, start: int, answers: Sequence[Input]) -> Diary:
        """The diary of answers that show it."""
        shown = self._shown(start, answers)
        if shown is None:
            raise ValueError("these answers do not show it")
        return self._written(start, shown)

    def state(self, start: int) -> Any:
        """A state of one's own at a start; None where the rules accept no such position."""
        opened = self._opened(start)
        return None if opened is None else copy_state(opened[0])

    def _shown(self, start: int, answers: Sequence[Input]) -> Shown | None:
        state = self.state(start)
        if state is None:
            return None
        shown = self._case(start).show(state, answers)
        if shown is None or not isinstance(self._that, str):
            return shown
        return shown if self._is_same(check(self._written(start, shown).content, table=self.table)) else None

    def _case(self, start: int) -> Case:
        if not isinstance(self._that, str):
            return Holding(self.table, self._that, self._last_of_opening(start) + 1)
        if self._recorded_step is not None:
            return Departing(self.table, self._recorded_step)
        fault, difference = self._found.fault, self._found.difference
        if fault is not None and fault.answer == NO_ANSWER:
            record = self._replay.event(fault.event)
            assert isinstance(record, Crashed)
            return DeadEnd(self.table, record, fault.what)
        if fault is not None:
            return Raising(self.table, fault.exception, fault.place)
        assert difference is not None
        return Raising(self.table, difference.exception, difference.field)

    def _last_of_opening(self, start: int) -> int:
        """The number of the last event of the set-up or position in the diary that is written."""
        opened = self._opened(start)
        return 1 + len(self._embedded) + (len(opened[1]) if opened else 0)

    @cached_property
    def _recorded_step(self) -> Sequence[Event] | None:
        """The step that departs, as it was recorded; None when something else is searched for."""
        if self._that != "check-fails":
            return None
        first = self._found.step
        last = next(end for end in self._replay.step_ends if end >= first)
        return self._replay.events[first - 1 : last]

    def _answer_of_record(self) -> tuple[Input, ...]:
        """The answer that a `crashed` record holds."""
        fault = self._found.fault
        if fault is None or fault.answer == NO_ANSWER:
            return ()
        answer = self.table.spec.fold.codec.decode(fault.answer)
        return (answer,) if isinstance(answer, Input) else ()

    def _is_same(self, report: CheckReport) -> bool:
        """Whether a check of a candidate's diary finds what it found in the diary itself, and nothing before."""
        found = self._found
        if self._recorded_step is not None:
            assert found.difference is not None
            return report.first is not None and _signature(report.first) == _signature(found.difference)
        if report.differences or len(report.faults) != 1:
            return False
        if found.fault is not None:
            return _fault_signature(report.faults[0]) == _fault_signature(found.fault)
        assert found.difference is not None
        now = report.faults[0]
        return (now.now, now.exception, now.place) == ("raises", found.difference.exception, found.difference.field)

    def _opened(self, start: int) -> tuple[Any, list[Event]] | None:
        """The state at a start, and the set-up or position that leads to it; None where the rules refuse it."""
        if start not in self._starts:
            self._starts[start] = self._open(start)
        return self._starts[start]

    def _open(self, start: int) -> tuple[Any, list[Event]] | None:
        rules, header = self.table.rules, self._replay.header
        if start == SET_UP:
            options = {option.name: option.value for option in header.options}
            return rules.set_up(self.table.start(header.scenario, options))
        position = encode_state(self._replay.states.at(start))
        try:
            return rules.set_up_position(position, header.scenario) if len(position) <= _POSITION_MAX else None
        except Refused:
            return None

    def _written(self, start: int, shown: Shown) -> Diary:
        """The diary that shows it: the start, the steps, a record of the fault if the rules raise."""
        header, opened = self._replay.header, self._opened(start)
        assert opened is not None
        blocks: list[Sequence[Event]] = [*([event] for event in self._embedded), opened[1], *shown.blocks]
        made_of = [header.id, said(self._that), start, [[json_of(event) for event in block] for block in blocks]]
        key = blake2b(msgspec.json.encode(made_of), digest_size=16, person=b"wardiary-shrink").hexdigest()
        small = msgspec.structs.replace(
            header,
            id=key,
            rules=self.table.spec.rules_version,
            data=self.table.data.digest,
            dice_source=DiceSource(source="script"),
            written=None,
            parent=self._parent(start),
        )
        port = MemoryPort()
        with DiaryWriter.create(_NAME, small, self.table.spec.fold.codec, port=port) as writer:
            for block in blocks:
                writer.append(block)
        return Diary(port.contents(_NAME), key, writer.last_n)

    def _parent(self, start: int) -> Parent:
        """Where the diary comes from; asked of the file once a start."""
        n = start or self.ends[0]
        if n not in self._parents:
            reason = f"shrunk: {said(self._that)}"[:TEXT_MAX]
            self._parents[n] = Parent(id=self._replay.header.id, n=n, h=self._replay.block_h(n), reason=reason)
        return self._parents[n]


def _signature(difference: Difference) -> tuple[str, ...]:
    """What makes two differences the same: not which unit, nor which number."""
    field = difference.field.partition(".")[0] if difference.kind != "raised" else difference.field
    reason = difference.expected.partition(":")[0] if difference.kind == "refused" else ""
    return difference.kind, difference.type, field, difference.exception, reason


def _fault_signature(fault: Fault) -> tuple[str, ...]:
    """What makes two faults the same: not on which answer."""
    return fault.now, fault.exception, fault.place, fault.what if fault.now == "refuses" else ""
