"""A diary told event by event, from the state before each, to everybody or as one seat may hear it."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.contract import AnyGame
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Event
from wardiary.replay.replay import Replay

__all__ = ["need_seat", "redacted", "sentences", "words"]


def need_seat(spec: AnyGame, seat: str) -> str:
    """The seat itself. Raises UsageError, naming those there are."""
    if seat not in spec.seats:
        raise UsageError(f"no seat {seat!r} in {spec.id}; there are {', '.join(spec.seats)}")
    return seat


def redacted(spec: AnyGame, state: Any, event: Event, seat: str) -> Event | None:
    """What a seat may know of an event, from the state before it; None: not even that it happened."""
    return spec.redactions[type(event)](state, event, seat)


def words(spec: AnyGame, data: Any, state: Any, event: Event, seat: str | None = None) -> str:
    """The sentence for an event, from the state before it; empty where there is nothing to tell.

    For a seat, what it may know of the event is told over what it may see of the state: nothing hidden is looked at.
    """
    if seat is None:
        return spec.narration[type(event)](data, state, event)
    seen = redacted(spec, state, event, seat)
    if seen is None:
        return ""
    return spec.narration[type(seen)](data, spec.view(data, state, seat).state, seen)


def sentences(
    replay: Replay, *, first: int = 1, last: int | None = None, seat: str | None = None, taken_back: bool = True
) -> Iterator[tuple[int, str]]:
    """The number and the sentence of each event that has one, from event `first` to `last`.

    Without `taken_back` only the line of play is told. Raises UsageError, Unfoldable, Unplayable.
    """
    spec, data = replay.table.spec, replay.table.data
    if seat is not None:
        need_seat(spec, seat)
    for n, event, state in replay.walk(first, last, taken_back=taken_back):
        with replay.naming(n):
            told = words(spec, data, state, event, seat)
        if told:
            yield n, told
