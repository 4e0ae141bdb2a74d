"""One word for what a check of a diary found, with what a developer needs to go to the place."""

from typing import Literal

from msgspec import Struct

from wardiary.replay.findings import CheckReport, Difference, Fault

__all__ = ["REASON_MAX", "Verdict", "reason", "verdict_of"]

REASON_MAX = 600
"""Characters of a verdict by which two are held against each other in a test file."""


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first thing that is not as it should be.

    raises: `exception` in `place`, on `answer`; refused: `reason`, on an answer that was not played then either;
    departs: the diary's event differs, `reason` says in which field and how; clean: nothing.
    """

    kind: Literal["raises", "refused", "departs", "clean"]
    event: int = 0
    exception: str = ""
    place: str = ""
    answer: str = ""
    reason: str = ""

    def text(self) -> str:
        """One line."""
        match self.kind:
            case "raises":
                return f"raises: event {self.event}: {self.exception} in {self.place} on {self.answer}"
            case "refused":
                return f"refused: event {self.event}: {self.answer}: {self.reason}"
            case "departs":
                return f"departs: {self.reason}"
        return "clean: the rules at hand do the same, and nothing fails"


def reason(report: CheckReport) -> str:
    """What is not as it should be in a checked diary, in a line; empty when all is well: for test files."""
    verdict = verdict_of(report)
    return "" if verdict.kind == "clean" else verdict.text()[:REASON_MAX]


def verdict_of(report: CheckReport) -> Verdict:
    """The verdict on a checked diary: of faults and differences, the one that comes first in the diary."""
    found = [_of_fault(fault) for fault in report.faults if fault.now != "plays"]
    found += [_of_difference(difference) for difference in report.differences]
    return min(found, key=lambda verdict: verdict.event, default=Verdict(kind="clean"))


def _of_fault(fault: Fault) -> Verdict:
    if fault.now == "raises":
        return Verdict(
            kind="raises", event=fault.event, exception=fault.exception, place=fault.place, answer=fault.answer
        )
    return Verdict(kind="refused", event=fault.event, answer=fault.answer, reason=fault.what)


def _of_difference(difference: Difference) -> Verdict:
    if difference.kind == "raised":
        return Verdict(
            kind="raises",
            event=difference.event,
            exception=difference.exception,
            place=difference.field,
            answer=difference.found,
        )
    return Verdict(kind="departs", event=difference.event, reason=difference.text())
