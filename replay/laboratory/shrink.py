"""The smallest diary in which something still shows: fewer answers, from a late start position, then simpler ones.

1. The latest step's end from which the remaining answers still show it, as a written position: searched backwards in
   strides that double, then between the last two. Where none is accepted or shows it, the game's own set-up.
2. `ddmin` over the answers after it.
3. Each answer left is replaced by a simpler one that the rules list there, dice by lower ones, cards by lower ones;
   then 2 again, until nothing gets simpler.

What is called the same is the same exception in the same function, the same kind of difference in the same field of
the same event type, or the same expression. Nothing depends on a clock or on how often the search was stopped.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from wardiary.core.words import counted
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Input
from wardiary.replay.aside import free_name, written_aside
from wardiary.replay.compare import json_of
from wardiary.replay.laboratory.bisect import sight
from wardiary.replay.laboratory.ddmin import ddmin
from wardiary.replay.laboratory.predicates import Condition, said
from wardiary.replay.laboratory.rerun import play, simpler, simplicity
from wardiary.replay.laboratory.subjects import SET_UP, Subject
from wardiary.replay.laboratory.tries import Tries, rules_digest
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["Progress", "Shrunk", "shrink"]


class Shrunk(Struct, frozen=True, kw_only=True):
    """A diary that was made smaller: how many answers it took before and takes now, after which event it starts.

    `start` is the event of the parent whose position it starts from, 0 for the game's set-up. `tries` are the
    candidates that were played, `again` those that an earlier run of the same search had found to be nothing.
    """

    path: str
    id: str
    condition: str
    shows: str
    start: int
    inputs_before: int
    inputs: int
    events: int
    tries: int
    again: int

    def text(self) -> str:
        """For a person."""
        start = f"from the position after event {self.start} of the parent" if self.start else "from the set-up"
        spared = f", {counted(self.again, 'candidate')} tried by an earlier run" if self.again else ""
        return (
            f"{self.path}: {counted(self.inputs, 'answer')} {start}, of {self.inputs_before}; "
            f"{counted(self.events, 'event')}; {counted(self.tries, 'candidate')} tried{spared}\n  {self.shows}"
        )


class Progress(NamedTuple):
    """How far a search is: what it is doing, candidates played, answers left."""

    doing: str
    tries: int
    inputs: int


_Watch = Callable[[Progress], None]


def shrink(
    file: Path | str,
    that: Condition,
    out: Path | str,
    *,
    table: Table | None = None,
    position: bool = True,
    force: bool = False,
    watch: _Watch | None = None,
) -> Shrunk:
    """Write the smallest diary found in which `that` shows as it first does in `file`.

    Without `position` the diary begins with the game's own set-up. A search that is interrupted leaves `OUT.tries`, and
    the same call goes on from there. Raises UsageError when it never shows, or does not when the answers are given
    again; FileExists unless `force`; QueryError, WriteFailed, and what reading raises.
    """
    path = free_name(out, file, force=force)
    replay = Replay(file, table=table, other_data=True)
    found = sight(replay, file, that, table=table)
    if found is None:
        others = [word for word in ("raises", "check-fails") if word != that]
        hint = f" (`--that {others[0]}` looks for another kind of fault)" if len(others) == 1 else ""
        raise UsageError(f"{file}: {said(that)!r} shows nowhere in it: there is nothing to shrink{hint}")
    subject = Subject(replay, that, found)
    question = [replay.last_h, found.event, said(that), position, replay.table.data.digest]
    tries = Tries([*question, rules_digest(replay.table.spec)], path)
    search = _Search(subject, tries, watch or (lambda _: None))
    try:
        start, answers = search.run(position=position)
    except UsageError:
        tries.drop()  # there is nothing to go on with
        raise
    except BaseException:
        tries.save()
        raise
    diary = subject.diary(start, answers)
    with written_aside(path, force=force) as aside:
        aside.write_bytes(diary.content)
    tries.drop()
    return Shrunk(
        path=str(path),
        id=diary.id,
        condition=said(that),
        shows=found.why or said(that),
        start=start,
        inputs_before=subject.count(subject.answers),
        inputs=subject.count(answers),
        events=diary.events,
        tries=search.played,
        again=tries.again,
    )


class _Search:
    """Finds a start and a few answers that show it from there."""

    def __init__(self, subject: Subject, tries: Tries, watch: _Watch) -> None:
        self._subject, self._tries, self._watch = subject, tries, watch
        self.played = 0

    def run(self, *, position: bool) -> tuple[int, tuple[Input, ...]]:
        """The start and the answers. Raises UsageError when the whole line of play does not show it."""
        start, answers = self._latest() if position else (SET_UP, self._whole())
        before: tuple[Input, ...] = ()
        while answers != before:
            before = answers
            answers = ddmin(answers, partial(self._try, "fewer answers", start))
            answers = self._simplified(start, answers)
        return start, answers

    def _try(self, doing: str, start: int, answers: tuple[Input, ...]) -> tuple[Input, ...] | None:
        """What is left of a candidate that shows it."""
        candidate = (start, [json_of(answer) for answer in answers])
        if self._tries.showed_nothing(candidate):
            return None
        self.played += 1
        self._watch(Progress(doing, self.played, len(answers)))
        shown = self._subject.show(start, answers)
        if shown is None:
            self._tries.note_nothing(candidate)
        return shown

    def _whole(self) -> tuple[Input, ...]:
        shown = self._from(SET_UP)
        if shown is None:
            raise UsageError(
                "it does not show when the answers are given again from the set-up: the rules at hand play another "
                "game, or what is wrong lies in the recorded outcomes (`check` says more)"
            )
        return shown

    def _from(self, start: int) -> tuple[Input, ...] | None:
        return self._try("a start position", start, self._subject.answers_after(start))

    def _latest(self) -> tuple[int, tuple[Input, ...]]:
        """The latest start from which what follows shows it, in strides that double, then by halves."""
        starts = [SET_UP, *self._subject.ends[1:]]
        at, stride, nothing = len(starts) - 1, 1, len(starts)
        while at and self._from(starts[at]) is None:
            at, stride, nothing = max(at - stride, 0), 2 * stride, at
        if not at:
            self._whole()
        while nothing - at > 1:
            middle = (at + nothing) // 2
            at, nothing = (at, middle) if self._from(starts[middle]) is None else (middle, nothing)
        start = starts[at]
        shown = self._from(start)  # no answers at all may be left, where the recorded step alone shows it
        return start, self._whole() if shown is None else shown

    def _simplified(self, start: int, answers: tuple[Input, ...]) -> tuple[Input, ...]:
        """The same with each answer as simple as it can be while the others stay."""
        at = 0
        while at < len(answers):
            tried = map(partial(self._better, start, answers), self._simpler(start, answers, at))
            better = next((one for one in tried if one is not None), None)
            if better is None:
                at += 1
            else:
                answers = better
        return answers

    def _better(self, start: int, answers: tuple[Input, ...], other: tuple[Input, ...]) -> tuple[Input, ...] | None:
        shown = self._try("simpler answers", start, other)
        return shown if shown is not None and simplicity(shown) < simplicity(answers) else None

    def _simpler(self, start: int, answers: tuple[Input, ...], at: int) -> Iterator[tuple[Input, ...]]:
        """The answers with a simpler one in this place."""
        state = self._subject.state(start)
        rules = self._subject.table.rules
        if len(list(play(rules, state, answers[:at]))) < at:
            return
        try:
            others = simpler(rules, state, answers[at])
        except Exception:  # the rules may raise here: that may be what is looked for
            return
        yield from ((*answers[:at], other, *answers[at + 1 :]) for other in others)
