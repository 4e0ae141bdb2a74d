"""What became of the diaries that an archive was given."""

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from msgspec import Struct

from wardiary.events.errors import WardiaryError

__all__ = ["LEFT_OUT", "Added", "FileOutcome", "Standing"]

LEFT_OUT = "left out"


class Standing(Enum):
    """How a diary stands to the one that is known under its id."""

    NEW = "added"
    LONGER = "replaced"
    SAME = "already there"
    OLDER = "an older copy of what is there"


class FileOutcome(Struct, frozen=True, kw_only=True):
    """What became of one file."""

    path: Path
    what: str
    id: str | None = None
    events: int = 0
    error: WardiaryError | None = None
    warnings: tuple[str, ...] = ()


class Added(Struct, frozen=True, kw_only=True):
    """What became of all files."""

    outcomes: Sequence[FileOutcome]

    @property
    def faults(self) -> tuple[FileOutcome, ...]:
        """Files that were left out."""
        return tuple(outcome for outcome in self.outcomes if outcome.error is not None)

    @property
    def exit_code(self) -> int:
        """0 when every file was good, 3 when some were left out."""
        return 3 if self.faults else 0

    def count(self, what: Standing) -> int:
        """How many files this became of."""
        return sum(outcome.what == what.value for outcome in self.outcomes)

    @property
    def events(self) -> int:
        """Events of the diaries that went in."""
        gone_in = {Standing.NEW.value, Standing.LONGER.value}
        return sum(outcome.events for outcome in self.outcomes if outcome.what in gone_in)
