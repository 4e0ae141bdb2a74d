"""One step in the making: what a rules function may do to the game."""

from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from wardiary.core.fold import EvolveTable
from wardiary.core.state import State
from wardiary.events.common import Ended
from wardiary.events.kinds import Event, Frame, Outcome

__all__ = ["GameOver", "Run"]

S = TypeVar("S", bound=State)


class GameOver(Exception):
    """The game was decided in mid-step. Only the engine catches it."""


class Run(Generic[S]):
    """Outcomes are emitted one by one and evolve at once, so the state is always as it now is.

    Frozen values taken from the state before an `emit` are stale after it. While a step runs, `stack` is where the
    game stands; `state.frames` follows at the step's end.
    """

    __slots__ = ("_table", "events", "stack", "state")

    def __init__(self, table: EvolveTable, state: S) -> None:
        self._table: dict[type[Event], Callable[[Any, Any], None]] | EvolveTable = table
        self.state = state
        self.events: list[Event] = []
        self.stack: list[Frame] = list(state.frames)

    def emit(self, outcome: Outcome) -> None:
        """Add an outcome to the step and apply it."""
        self._table[type(outcome)](self.state, outcome)
        self.events.append(outcome)

    def push(self, frame: Frame) -> None:
        """Ask something above what is being asked; popping it returns to here."""
        self.stack.append(_at(frame, len(self.stack)))

    def become(self, frame: Frame) -> None:
        """Ask this instead of what the topmost frame asks."""
        self.stack[-1] = _at(frame, len(self.stack) - 1)

    def pop(self) -> None:
        """The topmost frame is done; the one below is looked at again."""
        self.stack.pop()

    def decide(self, result: Ended) -> NoReturn:
        """The game is over: nothing that would follow is done."""
        self.emit(result)
        raise GameOver


def _at(frame: Frame, depth: int) -> Frame:
    return frame if frame.at == depth else msgspec.structs.replace(frame, at=depth)
