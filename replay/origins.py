"""Which function of the rules made an outcome, and the clauses that it carries.

The step is played once more on a copy, with a `Run` that looks at its callers. Of these, from the inside out, the first
counts whose docstring names clauses, or whose class does; when none does, the decision point at which the step began.
"""

import copy
import inspect
import re
import sys
from collections.abc import Sequence
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from wardiary.core import engine, run
from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.run import Run
from wardiary.core.state import State, copy_state
from wardiary.events.common import Back
from wardiary.events.errors import RulesFault
from wardiary.events.kinds import Event, Frame, Input, Outcome

__all__ = ["Origin", "clauses_in", "clauses_of_point", "origin_of_outcome", "origin_of_refusal"]

_CLAUSE = r"[A-Z][A-Z0-9]{2,}(?:-[A-Z0-9]+(?:\.[0-9]+)*)+"
_CLAUSES = re.compile(rf"\b{_CLAUSE}(?:(?:,| to| and) -?[0-9]+\b(?!\.))*")
_ENGINE, _RUN = engine.__name__, run.__name__

_Chain = tuple[tuple[str, str], ...]
"""Module and qualified name of the functions that called one another, the innermost first."""


class Origin(NamedTuple):
    """The function as `module:name`, and the clauses as they stand in its docstring; empty where not known."""

    place: str
    clauses: str


def clauses_in(text: str | None) -> str:
    """The clause ids of a text, those that are named in one row as they stand: `FRD-4.3-05, -14`."""
    return ", ".join(dict.fromkeys(_CLAUSES.findall(text or "")))


def origin_of_refusal(rules: Rules[Any, Any], before: State, reason: str) -> Origin:
    """The clauses at the head of a refusal; those of the decision point where it names none."""
    head, colon, _ = reason.partition(":")
    named = clauses_in(head) if colon else ""
    return Origin("", named or clauses_of_point(rules, before.frames))


def origin_of_outcome(
    rules: Rules[Any, Any], before: State, played: Input | Start, at: int, *, surplus: bool = False
) -> Origin:
    """Who makes the event at index `at` of a step, or, where the rules raise, who raises.

    `before` is the state before the step, `played` its input, or the start that is set up. For an event that only the
    diary has (`surplus`) it is who makes the one before it. Where the rules make no such event, or the answer itself
    is meant, the decision point counts.
    """
    trace: list[_Chain] = []
    twin = copy.copy(rules)
    twin.make_run = lambda table, state: _Traced(table, state, trace, answered=isinstance(played, Input))
    try:
        if isinstance(played, Input):
            twin.advance(copy_state(before), played)
        else:
            twin.set_up(played)
    except Exception as error:
        return _origin(rules, before, _raising(error.__traceback__))
    index = at - 1 if surplus else at
    return _origin(rules, before, trace[index] if 0 <= index < len(trace) else ())


def clauses_of_point(rules: Rules[Any, Any], frames: Sequence[Frame]) -> str:
    """The clauses of the decision point that the topmost frame belongs to."""
    try:
        return clauses_in(inspect.getdoc(type(rules.point_of(frames[-1])))) if frames else ""
    except RulesFault:
        return ""


def _origin(rules: Rules[Any, Any], before: State, chain: _Chain) -> Origin:
    place = f"{chain[0][0].removeprefix('wardiary.')}:{chain[0][1]}" if chain else ""
    for module, name in chain:
        for doc in _docstrings(module, name):
            if clauses := clauses_in(doc):
                return Origin(f"{module.removeprefix('wardiary.')}:{name}", clauses)
    return Origin(place, clauses_of_point(rules, before.frames))


def _docstrings(module: str, qualified: str) -> list[str]:
    """The docstring of a function and that of its class."""
    found: Any = sys.modules.get(module)
    docs: list[str] = []
    for name in qualified.partition(".<locals>")[0].split("."):
        found = inspect.getattr_static(found, name, None)
        docs.insert(0, inspect.getdoc(found) or "")
    return docs


def _callers(frame: FrameType | None) -> _Chain:
    """The functions of the game that are at work, up to the engine."""
    chain: list[tuple[str, str]] = []
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module == _ENGINE:
            break
        if module != _RUN and module != __name__:
            chain.append((module, frame.f_code.co_qualname))
        frame = frame.f_back
    return tuple(chain)


def _raising(traceback: TracebackType | None) -> _Chain:
    """The same for the functions through which an exception came, from where it was raised."""
    frames: list[FrameType] = []
    while traceback is not None:
        frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    return _callers(frames[-1]) if frames else ()


class _Traced(Run[Any]):
    """Notes for each event of the step who made it; for a frame, who set it on the stack."""

    __slots__ = ("_fell", "_stood", "_trace")

    def __init__(self, table: Any, state: Any, trace: list[_Chain], *, answered: bool) -> None:
        super().__init__(table, state)
        self._trace = trace
        self._trace += [()] if answered else []
        self._stood: dict[int, _Chain] = {}
        self._fell: _Chain = ()

    def emit(self, outcome: Outcome) -> None:
        super().emit(outcome)
        self._trace.append(self._maker(outcome))

    def _maker(self, outcome: Event) -> _Chain:
        if isinstance(outcome, Frame):
            return self._stood.get(outcome.at, ())
        return self._fell if isinstance(outcome, Back) else _callers(sys._getframe(2))

    def push(self, frame: Frame) -> None:
        super().push(frame)
        self._stood[len(self.stack) - 1] = _callers(sys._getframe(1))

    def become(self, frame: Frame) -> None:
        super().become(frame)
        self._stood[len(self.stack) - 1] = _callers(sys._getframe(1))

    def pop(self) -> None:
        super().pop()
        self._fell = _callers(sys._getframe(1))
