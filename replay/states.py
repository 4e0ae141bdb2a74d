"""States of a diary at any of its events: snapshots and a short fold.

Snapshots are taken as far as anybody has asked: one every 256 events, and one after each take-back or fix. So a seek
copies one state and folds at most 255 events, on whatever line of play it lands.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wardiary.core.fold import EvolveTable, apply_all
from wardiary.core.state import State, copy_state
from wardiary.events.diary import Jump
from wardiary.events.errors import RulesFault, Unfoldable, Unplayable, WardiaryError
from wardiary.events.kinds import Event
from wardiary.events.vocabulary import tag_of

__all__ = ["States", "apply_numbered", "naming"]

_SNAPSHOT_EVERY = 256


def apply_numbered(
    evolve: EvolveTable, state: State, events: Sequence[Event], first: int, path: Path | None = None
) -> None:
    """Apply events to the state in place; `first` is the number of the first, `path` the diary they come from.

    Raises Unfoldable, which names the event that the state could not take; the state is then half changed.
    """
    left = iter(events)
    try:
        apply_all(evolve, state, left)
    except Exception as error:
        index = len(events) - sum(1 for _ in left) - 1
        raise _unfoldable(first + index, events[index], error, path) from error


@contextmanager
def naming(number: int, event: Event, path: Path | None = None) -> Iterator[None]:
    """Around what the game's own functions say of an event, or of the position it leads to: a fault names the event.

    Raises Unplayable. Wrong use, such as a seat that there is not, passes as it is.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, WardiaryError) and not isinstance(error, RulesFault):
            raise
        tag, kind = tag_of(type(event)), type(error).__name__
        raise Unplayable(
            f"the game cannot make sense of this {tag} ({kind}: {error}){_advice(path)}", path=path, event=number
        ) from error


def _unfoldable(number: int, event: Event, error: Exception, path: Path | None) -> Unfoldable:
    tag, kind = tag_of(type(event)), type(error).__name__
    return Unfoldable(
        f"{tag} cannot be applied to the state before it: {kind}: {error}{_advice(path)}", path=path, event=number
    )


def _advice(path: Path | None) -> str:
    return f"; `wardiary check {path}` says where it departs from the rules, or report it" if path else ""


class States:
    """The state after each event of a list whose first event has number 1."""

    def __init__(
        self,
        evolve: EvolveTable,
        empty: State,
        events: Sequence[Event],
        jumps: Sequence[Jump],
        path: Path | None = None,
    ) -> None:
        """`events` may grow at its end later; `jumps` are all those in it, rising; `path` is named in errors."""
        self._evolve, self._events, self._path = evolve, events, path
        self._jumps = {jump.n: jump.to for jump in jumps}
        self._breaks = sorted(self._jumps)
        self._numbers = [0]
        self._snapshots = [empty]

    def at(self, number: int) -> State:
        """A state of the caller's own: after event `number`, on the line of play that leads there. 0: empty.

        Raises Unfoldable.
        """
        while self._numbers[-1] + _SNAPSHOT_EVERY <= number or self._next_jump(self._numbers[-1]) <= number:
            self._extend()
        return self._from_snapshot(number)

    def walk(self, first: int, last: int) -> Iterator[tuple[int, Event, State]]:
        """Each event from `first` to `last` with its number and the state *before* it.

        The state is one object that changes as the walk goes on: read it, do not keep it. Raises Unfoldable.
        """
        state = self.at(first - 1)
        evolve, jumps = self._evolve, self._jumps
        for number in range(first, last + 1):
            event = self._events[number - 1]
            yield number, event, state
            if number in jumps:
                state = self.at(number)
            else:
                try:
                    evolve[type(event)](state, event)
                except Exception as error:
                    raise _unfoldable(number, event, error, self._path) from error

    def _next_jump(self, number: int) -> int:
        """The first jump after event `number`; a number beyond all events when there is none."""
        index = bisect_right(self._breaks, number)
        return self._breaks[index] if index < len(self._breaks) else len(self._events) + 1

    def _extend(self) -> None:
        """Take the next snapshot."""
        front = self._numbers[-1]
        jump = self._next_jump(front)
        if jump <= front + _SNAPSHOT_EVERY:
            number, state = jump, self._from_snapshot(self._jumps[jump])
        else:
            number = front + _SNAPSHOT_EVERY
            state = self._from_snapshot(number)
        self._numbers.append(number)
        self._snapshots.append(state)

    def _from_snapshot(self, number: int) -> State:
        index = bisect_right(self._numbers, number) - 1
        start, state = self._numbers[index], copy_state(self._snapshots[index])
        apply_numbered(self._evolve, state, self._events[start:number], start + 1, self._path)
        return state
