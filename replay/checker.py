"""One diary held against the rules: each step's input fed again, the whole list of its outcomes compared.

Two states run side by side: `live`, which the rules change as they answer, and `folded`, to which the recorded events
are applied. They must be equal after every step; where they are not, a rule wrote the state past its outcomes.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from wardiary.core.contract import Start
from wardiary.core.state import copy_state
from wardiary.events.common import (
    Crashed,
    Embedded,
    Fixed,
    Positioned,
    Reseeded,
    Resumed,
    TookBack,
)
from wardiary.events.diary import Block, DiaryReader, Span, find_jumps, survivors
from wardiary.events.errors import Unfoldable, UsageError
from wardiary.events.kinds import Event, Input
from wardiary.events.vocabulary import tag_of
from wardiary.replay.compare import event_parts, json_of, state_parts
from wardiary.replay.crash import NO_ANSWER, need_readable, place_of
from wardiary.replay.findings import CheckReport, Difference, Fault, Unverified
from wardiary.replay.log import NEVER_SET_UP
from wardiary.replay.origins import clauses_of_point, origin_of_outcome, origin_of_refusal
from wardiary.replay.reading import torn_end
from wardiary.replay.states import apply_numbered
from wardiary.replay.table import Table
from wardiary.replay.trail import DiceTrail

__all__ = ["Checker"]


class Checker:
    """Runs once over one diary. `given`: the table was chosen by the caller, so other data is no difference."""

    def __init__(self, reader: DiaryReader, table: Table, *, all_steps: bool, given: bool) -> None:
        self._reader, self._header = reader, reader.header
        self._spec, self._rules, self._table = table.spec, table.rules, table
        self._all_steps, self._given = all_steps, given
        self._starts = reader.codec.inputs | reader.codec.records
        self._records, self._chances = reader.codec.records, reader.codec.chances
        self._telling = self._chances | self._spec.sight.reveals
        self._news: list[int] = []
        self._end = 0
        self._live, self._folded = self._rules.empty(), self._rules.empty()
        self._is_set_up = self._stopped = False
        self._steps = self._differing = 0
        self._differences: list[Difference] = []
        self._warnings: list[str] = []
        self._notes: list[str] = []
        self._faults: list[Fault] = []
        self._unverified = dict.fromkeys(("typed", "script", "secret"), 0)

    def run(self) -> CheckReport:
        """The report. Raises DiaryError when the file itself is broken or not canonical."""
        reader = self._reader
        # The first pass verifies the chain; the states that play goes back to are kept in the second.
        self._jumps = find_jumps(reader)
        self._saved: dict[int, Any] = dict.fromkeys((jump.to for jump in self._jumps), None)
        # Which answers were given there.
        self._answered: dict[int, set[int]] = {to: set() for to in self._saved}
        seal = reader.check_seal()
        self._trail = DiceTrail(self._header.dice_source, seal.reveal if seal else None)
        self._check_header()
        for block in reader.blocks(verify=False, canonical=True):
            if not self._stopped:
                self._block(block)
        if not self._is_set_up and not self._stopped:
            self._notes.append(NEVER_SET_UP)
        return CheckReport(
            path=str(reader.path or "(bytes)"),
            id=self._header.id,
            game=self._header.game,
            rules=self._header.rules,
            rules_here=self._spec.rules_version,
            events=reader.last_n,
            torn=torn_end(reader),
            steps=self._steps,
            differences=tuple(self._differences),
            steps_differing=self._differing,
            warnings=tuple(self._warnings),
            notes=tuple(self._notes),
            faults=tuple(self._faults),
            unverified=Unverified(**self._unverified),
            sealed=seal is not None,
            last_h=reader.last_h,
        )

    def _check_header(self) -> None:
        header = self._header
        self._compare_versions("header", 1, header.rules, header.data)
        options = {option.name: option.value for option in header.options}
        self._start = Start(scenario=header.scenario, options=header.options)
        try:
            self._start = self._table.start(header.scenario, options)
        except UsageError as error:
            self._header_differs("scenario", str(error), header.scenario)
            self._stopped = True
            return
        if self._start.options != header.options:
            self._notes.append("the scenario has options now that the header does not name: their defaults were taken")
        seats = self._table.seats(header.scenario)
        if unknown := sorted(set(header.seats) - set(seats)):
            self._header_differs("seats", json_of(seats), unknown[0])
        elif len(header.seats) < len(seats):
            self._header_differs("seats", json_of(seats), json_of(list(header.seats)))

    def _compare_versions(self, tag: str, number: int, rules: str, data: str) -> None:
        here = self._table.data.digest
        if rules != self._spec.rules_version:
            self._notes.append(
                f"event {number}: played under rules {rules}, checked against {self._spec.rules_version}"
            )
        if data != here and self._given:
            self._notes.append(f"event {number}: played with component data {data}, checked with {here}")
        elif data != here:
            self._differences.append(
                Difference(event=number, kind="header", type=tag, field="data", expected=here, found=data)
            )

    def _header_differs(self, field: str, expected: str, found: str) -> None:
        self._differences.append(
            Difference(event=1, kind="header", type="header", field=field, expected=expected, found=found)
        )

    def _block(self, block: Block) -> None:
        """Its records and steps, one after another."""
        events, starts, first = block.events, self._starts, block.first
        bounds = [index for index, event in enumerate(events) if type(event) in starts]
        if bounds == [0] and type(events[0]) not in self._records:  # the common case: one step
            self._step(first, events)
            return
        if not bounds or bounds[0]:
            bounds.insert(0, 0)
        for index, end in zip(bounds, [*bounds[1:], len(events)], strict=True):
            event = events[index]
            if type(event) in self._records:
                self._record(first + index, event)
                index += 1
            if index < end and not self._stopped:
                self._step(first + index, events[index:end])

    def _step(self, first: int, recorded: Sequence[Event]) -> None:
        """An input and its outcomes, or the set-up."""
        self._steps += 1
        turn, frames = self._folded.turn, self._folded.frames
        if self._all_steps:
            self._live = copy_state(self._folded)
        found = self._compare_step(first, recorded)
        if found is not None:
            found = self._with_origin(first, recorded[0], found)
        try:
            apply_numbered(self._spec.fold.evolve, self._folded, recorded, first)
        except Unfoldable as error:
            self._stopped = True
            number = error.event or first
            tag = _tag(recorded[number - first])
            found = found or Difference(
                event=number,
                kind="raised",
                type=tag,
                field=place_of(self._spec, error.__cause__.__traceback__ if error.__cause__ else None),
                exception=type(error.__cause__).__name__,
                expected=error.message,
            )
        else:
            found = self._compare_states(first, recorded, found)
        if found is not None:
            self._differing += 1
            clause = found.clause or clauses_of_point(self._rules, frames)
            self._differences.append(msgspec.structs.replace(found, step=first, turn=turn, clause=clause))
            self._stopped = self._stopped or not self._all_steps
        if self._saved:
            self._keep(first, recorded)

    def _with_origin(self, first: int, answer: Event, found: Difference) -> Difference:
        """The same with who makes it otherwise. The folded state still is the one before the step."""
        rules, before = self._rules, self._folded
        played = answer if isinstance(answer, Input) else self._start
        if found.kind == "refused":
            origin = origin_of_refusal(rules, before, found.expected)
        elif isinstance(answer, Positioned) or (played is self._start and found.kind == "surplus"):
            return found
        else:
            origin = origin_of_outcome(rules, before, played, found.event - first, surplus=found.kind == "surplus")
        return msgspec.structs.replace(found, place=origin.place, clause=origin.clauses)

    def _keep(self, first: int, recorded: Sequence[Event]) -> None:
        """Note what play may go back to, and what it may not pass in silence."""
        self._news += [n for n, event in enumerate(recorded, first) if type(event) in self._telling]
        if self._end in self._answered:
            self._answered[self._end].add(first)
        self._end = first + len(recorded) - 1
        if self._end in self._saved:
            self._saved[self._end] = copy_state(self._folded)

    def _compare_step(self, first: int, recorded: Sequence[Event]) -> Difference | None:
        """The rules play the step on `live`; the first difference of what they make of it."""
        answer = recorded[0]
        try:
            if not isinstance(answer, Input):
                if self._is_set_up:
                    return Difference(event=first, kind="surplus", type=_tag(answer), found=json_of(answer))
                self._is_set_up = True
                ours = self._set_up(answer)
            else:
                if reason := self._rules.refusal(self._live, answer):
                    return Difference(
                        event=first, kind="refused", type=_tag(answer), expected=reason, found=json_of(answer)
                    )
                if type(answer) in self._chances:
                    self._dice(first, answer)
                ours = self._rules.advance(self._live, answer)
        except Exception as error:
            return Difference(
                event=first,
                kind="raised",
                type=_tag(answer),
                field=place_of(self._spec, error.__traceback__),
                exception=type(error).__name__,
                expected=str(error),
                found=json_of(answer),
            )
        return None if ours == recorded else _first_difference(first, ours, recorded)

    def _set_up(self, opening: Event) -> list[Event]:
        if isinstance(opening, Positioned):
            self._live, ours = self._rules.set_up_position(opening.state, self._start.scenario)
        else:
            self._live, ours = self._rules.set_up(self._start)
        return ours

    def _compare_states(self, first: int, recorded: Sequence[Event], found: Difference | None) -> Difference | None:
        """A difference between what the rules left and what the recorded events give, unless one was found before.

        A checkpoint that differs alone is followed to the place in the state, if these two states show it.
        """
        alone = found is not None and (found.type, found.kind, found.field) == ("checkpoint", "outcome", "state")
        if (found is not None and not alone) or self._live == self._folded:
            return found
        last = recorded[-1]
        parts = state_parts(self._live, self._folded)
        number, tag = first + len(recorded) - 1, _tag(last)
        return Difference.of_part(parts[0], event=number, kind="state", tag=tag) if parts else found

    def _dice(self, number: int, answer: Any) -> None:
        """Hold a roll or draw that was not refused against the dice in force, where they can be made again."""
        if not self._trail.is_keyed(answer):
            source = answer.source
            self._unverified[source if source in self._unverified else "secret"] += 1
            return
        expected = self._trail.expected(self._rules.request(self._live), answer)
        if expected != answer:
            part = event_parts(expected, answer)[0]
            self._warnings.append(
                f"event {number}: {_tag(answer)}.{part.path} is {part.right}, "
                f"the {self._trail.declared.source} gives {part.left}; what is recorded holds"
            )

    def _record(self, number: int, event: Event) -> None:
        match event:
            case TookBack() | Fixed():
                self._go_back(number, event)
            case Crashed():
                self._faults.append(self._feed_again(number, event))
            case Reseeded():
                self._trail.change(event.dice_source)
            case Resumed():
                self._compare_versions("resumed", number, event.rules, event.data)
            case Embedded() if self._is_set_up:
                self._record_differs(number, event, "name", "component data right after the header", event.name)

    def _go_back(self, number: int, event: TookBack | Fixed) -> None:
        state = self._saved[event.to]
        if state is None:
            self._record_differs(number, event, "to", "the end of a step", str(event.to))
            self._stopped = True
            return
        if isinstance(event, Fixed) and event.n not in self._answered[event.to]:
            self._record_differs(number, event, "n", f"an answer that was given at event {event.to}", str(event.n))
        if isinstance(event, TookBack) and not event.forced and (passed := self._news_undone(number, event.to)):
            self._record_differs(number, event, "forced", f"true: it passes what event {passed} told", "false")
        self._live, self._folded = copy_state(state), copy_state(state)
        self._end = event.to

    def _news_undone(self, number: int, to: int) -> int | None:
        """The first roll, draw or reveal that going back to event `to` takes off the line of play, if any."""
        earlier = [jump for jump in self._jumps if jump.n < number]
        before, after = survivors(earlier, number - 1), survivors(earlier, to)
        return next((n for n in self._news if _holds(before, n) and not _holds(after, n)), None)

    def _record_differs(self, number: int, event: Event, field: str, expected: str, found: str) -> None:
        tag = _tag(event)
        self._differences.append(
            Difference(
                event=number,
                kind="record",
                type=tag,
                turn=self._folded.turn,
                field=field,
                expected=expected,
                found=found,
            )
        )

    def _feed_again(self, number: int, record: Crashed) -> Fault:
        """What the answer of a crash meets now, on a copy of the state."""
        fault = Fault(event=number, answer=record.answer, then=f"{record.exception} in {record.place}", now="plays")
        changed = msgspec.structs.replace
        try:
            answer = None if record.answer == NO_ANSWER else self._reader.codec.decode(record.answer)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return changed(fault, now="unreadable", what=str(error))
        # What the rules keep beside the state, if anything, is with the one that they have played.
        state = copy_state(self._folded if self._all_steps else self._live)
        try:
            reason = self._rules.breach(state) if answer is None else self._rules.refusal(state, answer)  # type: ignore[arg-type]  # any event may be asked about
            if reason:
                return changed(fault, now="refuses", what=reason)
            if answer is not None:
                made = self._rules.advance(state, answer)  # type: ignore[arg-type]  # refused unless an input
                need_readable(self._reader.codec, made)
        except Exception as error:
            place = place_of(self._spec, error.__traceback__)
            return changed(fault, now="raises", what=str(error), exception=type(error).__name__, place=place)
        return fault


def _holds(spans: Sequence[Span], number: int) -> bool:
    return any(span.first <= number <= span.last for span in spans)


def _tag(event: Event) -> str:
    return tag_of(type(event))


def _first_difference(first: int, ours: Sequence[Event], recorded: Sequence[Event]) -> Difference:
    """Where two lists of events that are not equal part, the rules' list first.

    One that is left out or put in is told from one that is otherwise by the event after it.
    """
    both = zip(ours, recorded, strict=False)
    shorter = min(len(ours), len(recorded))
    at = next((index for index, (left, right) in enumerate(both) if left != right), shorter)
    number = first + at
    if at == len(recorded) or (at < len(ours) - 1 and ours[at + 1] == recorded[at]):
        return Difference(event=number, kind="missing", type=_tag(ours[at]), expected=json_of(ours[at]))
    if at == len(ours) or (at < len(recorded) - 1 and recorded[at + 1] == ours[at]):
        return Difference(event=number, kind="surplus", type=_tag(recorded[at]), found=json_of(recorded[at]))
    part = event_parts(ours[at], recorded[at])[0]
    return Difference.of_part(part, event=number, kind="outcome", tag=_tag(recorded[at]))
