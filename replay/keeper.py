"""The recording half of a session: the log in memory, the diary on disk, and what waits for its block."""

from collections.abc import Sequence
from pathlib import Path

from wardiary.events.diary import DiaryWriter
from wardiary.events.errors import UsageError, WriteFailed
from wardiary.events.kinds import Event
from wardiary.replay.log import Log

__all__ = ["Keeper"]


class Keeper:
    """Adds whole steps and records. After a failed write it is dead: memory is ahead of the file, so load it again.

    `block_steps` steps go into one block; a record has a block of its own. Without a writer only the log grows.
    """

    def __init__(self, log: Log, writer: DiaryWriter | None, block_steps: int = 1) -> None:
        self.log, self.writer = log, writer
        self._block_steps = block_steps
        self._waiting: list[Event] = []
        self._waiting_steps, self._waiting_sync = 0, False
        self._end = ""
        self._has_failed = False
        self._sitting: Event | None = None

    @property
    def path(self) -> Path | None:
        """The diary."""
        return self.writer.path if self.writer else None

    def need_life(self) -> None:
        """Raises UsageError after the end, WriteFailed after a failed write."""
        if self._has_failed:
            raise WriteFailed("a write has failed: open the diary again to go on from what it holds", path=self.path)
        if self._end:
            raise UsageError(self._end)

    def expect_sitting(self, record: Event) -> None:
        """A record to be written before whatever comes first, and never if nothing comes: a glance leaves no trace."""
        self._sitting = record

    def begin_sitting(self) -> None:
        """Write the record that is expected, if it still is."""
        if self._sitting is not None:
            record, self._sitting = self._sitting, None
            self._write([record], sync=True)
            self.log.add_record(record)

    def add_step(self, events: Sequence[Event], *, sync: bool = False) -> None:
        """A whole step, after `begin_sitting`; `sync`: a person answered."""
        self.log.add_step(events)
        if self.writer is not None:
            self._waiting += events
            self._waiting_steps += 1
            self._waiting_sync |= sync
            if self._waiting_steps >= self._block_steps:
                self.flush()

    def add_record(self, event: Event, *, sync: bool = False) -> int:
        """A record, after all steps that wait. Its number."""
        self.begin_sitting()
        self.flush()
        self._write([event], sync)
        self.log.add_record(event)
        return len(self.log)

    def flush(self) -> None:
        """Write the steps that wait, as one block."""
        if self._waiting:
            events, sync = self._waiting, self._waiting_sync
            self._waiting, self._waiting_steps, self._waiting_sync = [], 0, False
            self._write(events, sync)

    def seal(self, reveal: str | None) -> int:
        """Close the diary for good; the number of the seal."""
        if self.writer is None:
            raise UsageError("a game without a diary has nothing to seal")
        self.flush()
        try:
            n = self.writer.seal(reveal)
        except BaseException:
            self.die()
            raise
        self._end = "the diary is sealed: fork it to go on"
        return n

    def close(self) -> None:
        """Write what waits and let go of the file."""
        try:
            if not (self._end or self._has_failed):
                self.flush()
        finally:
            self._end = self._end or "the session is closed"
            if self.writer is not None:
                self.writer.close()

    def die(self) -> None:
        """Memory may be ahead of the file: take nothing more."""
        self._has_failed = True

    def _write(self, events: Sequence[Event], sync: bool) -> None:
        if self.writer is None:
            return
        try:
            self.writer.append(events, sync=sync)
        except BaseException:
            self.die()
            raise
