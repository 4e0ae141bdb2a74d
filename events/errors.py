"""All errors that wardiary raises on purpose, and the exit code of each.

WardiaryError
|-- UsageError              2  an option, seat, game, number or file name that cannot be meant
|   |-- UnknownGame
|   |-- NotAStepEnd            play cannot go on from there; names the two nearest step ends
|   |-- FileExists             an output file that would be overwritten
|   `-- QueryError             a query, report or output format that cannot be meant, or that may not be run
|-- Refused                 3  an order, roll or draw that the rules do not accept (carries the clause)
|   `-- TakeBackRefused        a take-back past a roll, draw or reveal
|-- DataError               3  component data: file, key and reason
|   `-- OtherData              a diary was played with other data than is at hand
|-- ScriptError             3  a script of a recorded game: file, line, what was expected
|-- DiaryError              3  a diary that cannot be used; carries file, line, byte and event
|   |-- Unreadable             not a diary, a newer format, no permission
|   |-- BrokenChain            a block whose hash, count or bytes are not what its commit line says
|   |-- UnknownEvent           a tag this version does not know
|   |-- NotCanonical           decodes, but is not what the event would be written as
|   |-- Unfoldable             an event that the state before it cannot take: no rules wrote it there
|   |-- Unplayable             an event or position that the game's own functions fail on: no rules lead there
|   |-- LimitExceeded          line, block, depth or size beyond the format's limits
|   `-- WriteFailed            the disk took only part of a block, or none
|-- ArchiveError            3  an archive that cannot be read, or that keeps a diary out
|   `-- Diverged               a diary that is another game than the archive's under the same id
|-- Departure               1  a check found a step that the rules at hand answer differently
|-- Locked                  4  another process writes this diary or archive
`-- RulesFault               1 the rules raised: our fault, with its diary
    |-- NotSettled             automatic work without end
    |-- NoLegalAnswer          somebody is asked and nothing is accepted
    |-- BrokenState            what must always hold of a state does not
    |-- TooLong                more decisions than a game may take
    `-- PlayerFault            a computer player raised, or gave an order that the rules refuse
"""

from pathlib import Path

__all__ = [
    "ArchiveError",
    "BrokenChain",
    "BrokenState",
    "DataError",
    "Departure",
    "DiaryError",
    "Diverged",
    "FileExists",
    "LimitExceeded",
    "Locked",
    "NoLegalAnswer",
    "NotAStepEnd",
    "NotCanonical",
    "NotSettled",
    "OtherData",
    "PlayerFault",
    "QueryError",
    "Refused",
    "RulesFault",
    "ScriptError",
    "TakeBackRefused",
    "TooLong",
    "Unfoldable",
    "UnknownEvent",
    "UnknownGame",
    "Unplayable",
    "Unreadable",
    "UsageError",
    "WardiaryError",
    "WriteFailed",
]


class WardiaryError(Exception):
    """Base of all; `exit_code` is what the command line returns for it."""

    exit_code = 3


class UsageError(WardiaryError):
    exit_code = 2


class UnknownGame(UsageError):
    pass


class NotAStepEnd(UsageError):
    pass


class FileExists(UsageError):
    pass


class QueryError(UsageError):
    pass


class Refused(WardiaryError):
    """The rules say no. `reason` begins with the clause: "FRD-4.2-09: four units stand there"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def clause(self) -> str:
        """The clause id at the head of the reason, or an empty string."""
        head, colon, _ = self.reason.partition(":")
        return head.split(",")[0].strip() if colon else ""


class TakeBackRefused(Refused):
    """It would undo what was learned from `event`, the first roll, draw or reveal on the way back."""

    def __init__(self, reason: str, *, event: int) -> None:
        super().__init__(reason)
        self.event = event


class DataError(WardiaryError):
    pass


class OtherData(DataError):
    pass


class ScriptError(WardiaryError):
    pass


class DiaryError(WardiaryError):
    """A diary that cannot be used. Lines count from 1, bytes from 0, events from 1; None where not known."""

    def __init__(
        self,
        message: str,
        *,
        path: Path | None = None,
        line: int | None = None,
        byte: int | None = None,
        event: int | None = None,
    ) -> None:
        where = [str(path)] if path else []
        where += [f"{word} {at}" for word, at in (("line", line), ("byte", byte), ("event", event)) if at is not None]
        super().__init__(f"{', '.join(where)}: {message}" if where else message)
        self.message, self.path, self.line, self.byte, self.event = message, path, line, byte, event


class Unreadable(DiaryError):
    pass


class BrokenChain(DiaryError):
    pass


class UnknownEvent(DiaryError):
    pass


class NotCanonical(DiaryError):
    pass


class Unfoldable(DiaryError):
    pass


class Unplayable(DiaryError):
    pass


class LimitExceeded(DiaryError):
    pass


class WriteFailed(DiaryError):
    pass


class ArchiveError(WardiaryError):
    """An archive's folder, named in the message, and what to do."""


class Diverged(ArchiveError):
    pass


class Departure(WardiaryError):
    exit_code = 1


class Locked(WardiaryError):
    exit_code = 4


class RulesFault(WardiaryError):
    """Our fault, not the user's; the message says how to report it."""

    exit_code = 1


class NotSettled(RulesFault):
    pass


class NoLegalAnswer(RulesFault):
    pass


class BrokenState(RulesFault):
    pass


class TooLong(RulesFault):
    pass


class PlayerFault(RulesFault):
    pass
