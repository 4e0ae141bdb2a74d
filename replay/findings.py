"""What a check finds, as records that print as text and encode as JSON."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.core.words import counted
from wardiary.replay.compare import Part
from wardiary.replay.crash import NO_ANSWER

__all__ = ["Broken", "CheckReport", "CheckedMany", "Difference", "Fault", "Kind", "Unverified", "shown"]

Kind = Literal["header", "refused", "raised", "outcome", "missing", "surplus", "state", "record"]
"""Header field; input refused; rules or evolve raised; outcome of another kind or value; outcome that the rules make
and the diary lacks; outcome that only the diary has; state that the outcomes do not give; record between steps."""

_SHOWN_MAX = 160


def shown(value: str) -> str:
    """A value of a report cut to a line."""
    if not value:
        return "nothing"
    return value if len(value) <= _SHOWN_MAX else f"{value[: _SHOWN_MAX - 3]}..."


class Difference(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing in a diary that the rules at hand make otherwise.

    `event` is its number in the diary (for a missing outcome the number it would have), `type` its tag, `field` the
    field, the path in the state, or the place where the rules raised `exception`. `expected` is the rules' side,
    `found` the diary's, both as JSON or in words, empty where there is nothing. `step` is the number of the first
    event of the step. `place` is the function of the rules at hand that makes it otherwise, `clause` the clauses that
    it carries, as far as they can be told.
    """

    event: int
    kind: Kind
    type: str
    field: str = ""
    expected: str = ""
    found: str = ""
    exception: str = ""
    step: int = 0
    turn: int = 0
    place: str = ""
    clause: str = ""

    def text(self) -> str:
        """One line."""
        step = f", step {self.step}" if self.step else ""
        turn = f", turn {self.turn}" if self.kind != "header" else ""
        where = f"event {self.event} ({self.type}{step}{turn})"
        match self.kind:
            case "refused":
                return f"{where}: the rules refuse {shown(self.found)}: {self.expected}"
            case "raised":
                answer = f" on {shown(self.found)}" if self.found else ""
                return f"{where}: the rules raise {self.exception} in {self.field}{answer}: {self.expected}"
            case "missing":
                return f"{where}: the rules add {shown(self.expected)}, the diary does not"
            case "surplus":
                return f"{where}: the diary has {shown(self.found)}, the rules do not add it"
        return f"{where}: {self.field}: rules say {shown(self.expected)}, diary has {shown(self.found)}"

    @staticmethod
    def of_part(part: Part, *, event: int, kind: Kind, tag: str, step: int = 0, turn: int = 0) -> "Difference":
        """A difference at a place where two values part, the rules' value on the left."""
        return Difference(
            event=event,
            kind=kind,
            type=tag,
            field=part.path,
            expected=part.left,
            found=part.right,
            step=step,
            turn=turn,
        )


class Fault(Struct, frozen=True, kw_only=True):
    """A `crashed` record and what its answer meets now: the rules raise again, refuse it, or play it."""

    event: int
    answer: str
    then: str
    now: Literal["raises", "refuses", "plays", "unreadable"]
    what: str = ""
    """The refusal, or the exception with its message."""
    exception: str = ""
    place: str = ""

    @property
    def remains(self) -> bool:
        """Whether the rules still fail: they raise on the answer, or lead to a state where nobody may stand."""
        return self.now == "raises" or (self.now == "refuses" and self.answer == NO_ANSWER)

    def text(self) -> str:
        """One line."""
        now = {
            "raises": f"still raises {self.exception} in {self.place}: {self.what}",
            "refuses": f"is refused: {self.what}",
            "plays": "is played without a fault",
            "unreadable": f"cannot be read: {self.what}",
        }
        return f"event {self.event}: crashed then ({self.then}); now {self.answer} {now[self.now]}"


class Unverified(Struct, frozen=True, kw_only=True):
    """Rolls and draws that nothing can be held against, by where they came from."""

    typed: int = 0
    script: int = 0
    secret: int = 0


class CheckReport(Struct, frozen=True, kw_only=True):
    """A diary held against the rules at hand.

    `differences` are all of them for a check of all steps, else those of the header and the first other. `warnings`
    leave the diary clean: rolls that their seed would have given otherwise. `notes` say what a reader should know.
    """

    path: str
    id: str
    game: str
    rules: str
    rules_here: str
    events: int
    steps: int
    differences: tuple[Difference, ...] = ()
    steps_differing: Annotated[int, Meta(ge=0)] = 0
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    unverified: Unverified = Unverified()
    sealed: bool = False
    last_h: str = ""
    torn: str = ""
    """What is at the end and is no block: a crash tore it, somebody is writing it, or it was damaged."""

    @property
    def clean(self) -> bool:
        """Whether the rules make of this diary's inputs just what it holds, fail on none, and all could be read."""
        return not (self.differences or self.torn or self.faults_remaining)

    @property
    def faults_remaining(self) -> int:
        """How many of the recorded faults the rules at hand still have."""
        return sum(fault.remains for fault in self.faults)

    @property
    def first(self) -> Difference | None:
        """The first difference."""
        return self.differences[0] if self.differences else None

    @property
    def exit_code(self) -> int:
        """0; 3 when its end is torn; 1 when it departs from the rules at hand, or they still fail in it."""
        return 3 if self.torn else 0 if self.clean else 1

    def text(self) -> str:
        """The report for a person: a verdict, then a line for each finding."""
        count = f"{counted(self.events, 'event')}, {counted(self.steps, 'step')}"
        if self.clean:
            head = f"{self.path}: clean, {count}"
        elif self.differences:
            steps = f"{self.steps_differing} of {self.steps} steps checked differ"
            head = f"{self.path}: departs from rules {self.rules_here}, {steps}"
        elif self.torn:
            head = f"{self.path}: cut short after event {self.events}; the rules agree up to there"
        else:
            head = f"{self.path}: rules {self.rules_here} still fail where they failed, {count}"
        lines = [head, *(f"  {difference.text()}" for difference in self.differences)]
        lines += [f"  {self.torn}"] if self.torn else []
        lines += [f"  warning: {warning}" for warning in self.warnings]
        lines += [f"  {fault.text()}" for fault in self.faults]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)


class Broken(Struct, frozen=True, kw_only=True):
    """A file that could not be checked."""

    path: str
    error: str
    reason: str

    def text(self) -> str:
        """One line."""
        return f"{self.path}: {self.reason}" if self.path not in self.reason else self.reason


class CheckedMany(Struct, frozen=True, kw_only=True):
    """Many diaries checked, in the order given."""

    results: tuple[CheckReport | Broken, ...]

    @property
    def exit_code(self) -> int:
        """3 if any is unreadable, broken or torn, else 1 if any departs or the rules still fail in it, else 0."""
        if any(isinstance(result, Broken) for result in self.results):
            return 3
        return max((result.exit_code for result in self.results if isinstance(result, CheckReport)), default=0)
