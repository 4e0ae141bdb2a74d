"""What a candidate of a search must show, each kind of condition in its own way, and what it is then written as."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wardiary.core.state import State, copy_state
from wardiary.events.common import Crashed
from wardiary.events.kinds import Event, Input
from wardiary.replay.crash import crashed
from wardiary.replay.laboratory.predicates import StatePredicate, moment
from wardiary.replay.laboratory.rerun import play
from wardiary.replay.table import Table

__all__ = ["Case", "DeadEnd", "Departing", "Holding", "Raising", "Shown"]


class Shown(NamedTuple):
    """What of a candidate shows it: the answers that matter, and the steps and records that go into its diary."""

    answers: tuple[Input, ...]
    blocks: tuple[Sequence[Event], ...]


class Case(Protocol):
    """What is searched for."""

    def show(self, state: State, answers: Sequence[Input]) -> Shown | None:
        """Play the answers on a state, which moves on; None when they do not show it."""


class Raising:
    """The rules raise the same exception in the same function."""

    def __init__(self, table: Table, exception: str, place: str) -> None:
        self._table, self._fault = table, (exception, place)

    def show(self, state: State, answers: Sequence[Input]) -> Shown | None:
        """The steps before, and a record of the answer on which the rules raise."""
        told: list[Input] = []
        steps: list[Sequence[Event]] = []
        for played in play(self._table.rules, state, answers):
            told.append(played.answer)
            if played.error is None:
                steps.append(played.step)
                continue
            record = crashed(self._table.spec, played.answer, played.error)
            same = (record.exception, record.place) == self._fault
            return Shown(tuple(told), (*steps, [record])) if same else None
        return None


class DeadEnd:
    """A state where nobody may stand: somebody is asked and no order is listed, or what must always hold does not."""

    def __init__(self, table: Table, record: Crashed, reason: str) -> None:
        self._table, self._record, self._reason = table, record, reason

    def show(self, state: State, answers: Sequence[Input]) -> Shown | None:
        """The steps up to there, and a record without an answer."""
        told: list[Input] = []
        steps: list[Sequence[Event]] = []
        for played in play(self._table.rules, state, answers):
            if played.error is not None:
                return None
            told.append(played.answer)
            steps.append(played.step)
            if self._table.rules.breach(state) == self._reason:
                return Shown(tuple(told), (*steps, [self._record]))
        return None


class Holding:
    """Something holds of the state that did not hold at the start. `first` is the number of the first event to come."""

    def __init__(self, table: Table, that: StatePredicate, first: int) -> None:
        self._rules, self._that, self._first = table.rules, that, first

    def show(self, state: State, answers: Sequence[Input]) -> Shown | None:
        """The steps up to the one in which it holds."""
        evolve, folded = self._rules.evolve, copy_state(state)
        told: list[Input] = []
        steps: list[Sequence[Event]] = []
        moments = [moment(self._first - 1, None, state)]
        step_of = [0]
        for played in play(self._rules, state, answers):
            if played.error is not None:
                return None
            told.append(played.answer)
            steps.append(played.step)
            for event in played.step:
                evolve[type(event)](folded, event)
                moments.append(moment(self._first + len(step_of) - 1, event, folded))
                step_of.append(len(steps))
        at = self._that.first(moments)
        if not at:  # never, or from the start on
            return None
        return Shown(tuple(told[: step_of[at]]), tuple(steps[: step_of[at]]))


class Departing:
    """The step that the rules at hand play otherwise than it was recorded, as it was recorded, after other steps."""

    def __init__(self, table: Table, step: Sequence[Event]) -> None:
        self._rules, self._step = table.rules, step

    def show(self, state: State, answers: Sequence[Input]) -> Shown | None:
        """The steps before as the rules at hand play them, then the recorded one; a check must say if it differs."""
        played = list(play(self._rules, state, answers))
        if any(one.error is not None for one in played):
            return None
        return Shown(tuple(one.answer for one in played), (*(one.step for one in played), self._step))
