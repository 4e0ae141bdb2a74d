"""State = events applied in order. Nothing here, and no evolve function, decides anything.

An evolve table maps each event type to one short function that writes the state in place. `apply_all` is the fast
inner door; `reduce` is the pure one for people who want a new state.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from wardiary.core.state import State, copy_state, decode_state
from wardiary.events.codec import Codec
from wardiary.events.common import Back, Began, Checkpoint, Ended, Header, Positioned, Rolled
from wardiary.events.kinds import Event, Frame, Record
from wardiary.events.vocabulary import tag_of

__all__ = ["EvolveTable", "apply_all", "count_roll", "evolve_table", "nothing", "reduce"]

S = TypeVar("S", bound=State)
EvolveTable = Mapping[type[Event], Callable[[Any, Any], None]]


def apply_all(table: EvolveTable, state: State, events: Iterable[Event]) -> None:
    """Apply events to the state in place."""
    for event in events:
        table[type(event)](state, event)


def reduce(table: EvolveTable, state: S, event: Event) -> S:
    """The state after the event; the given state stays as it is."""
    after = copy_state(state)
    table[type(event)](after, event)
    return after


def nothing(_state: State, _event: Event) -> None:
    """For events that leave the state as it is: records, checkpoints, orders whose outcome carries the fact."""


def count_roll(state: State, event: Rolled) -> None:
    """The next roll for the same purpose and key this turn has the next ordinal."""
    state.rolled[f"{event.purpose}|{event.key}"] = event.nth


def _stand(state: State, event: Frame) -> None:
    """`(*state.frames[: event.at], event)`, without a slice for the lowest three places, where most frames stand."""
    at = event.at
    if at == 0:
        state.frames = (event,)
    elif at == 1:
        state.frames = (state.frames[0], event)
    elif at == 2:
        frames = state.frames
        state.frames = (frames[0], frames[1], event)
    else:
        state.frames = (*state.frames[:at], event)


def _fall_back(state: State, event: Back) -> None:
    """`state.frames[: event.to]`, without a slice for the height to which most games fall back."""
    frames, to = state.frames, event.to
    state.frames = (frames[0], frames[1]) if to == 2 else frames[:to]


def _begin(state: State, event: Began) -> None:
    if event.phase is None:
        state.rolled = {}
    state.turn, state.phase = event.turn, event.phase or ""


def _end(state: State, event: Ended) -> None:
    state.result = event


def _take_position(state: State, event: Positioned) -> None:
    position = decode_state(type(state), event.state)
    for name in msgspec.structs.fields(state):
        setattr(state, name.name, getattr(position, name.name))
    state.forget()


_COMMON: dict[type[Event], Callable[[Any, Any], None]] = {
    Back: _fall_back,
    Began: _begin,
    Ended: _end,
    Positioned: _take_position,
    Checkpoint: nothing,
}


def evolve_table(codec: Codec, own: EvolveTable) -> EvolveTable:
    """The whole table of a game: `own`, and the common functions for frames, records and common outcomes.

    Raises TypeError, naming the tags, when an event of the vocabulary has no function.
    """
    table: dict[type[Event], Callable[[Any, Any], None]] = {}
    missing: list[str] = []
    for event_type in codec.vocabulary:
        if event_type in own:
            table[event_type] = own[event_type]
        elif event_type in _COMMON:
            table[event_type] = _COMMON[event_type]
        elif issubclass(event_type, Frame):
            table[event_type] = _stand
        elif issubclass(event_type, Record | Header):
            table[event_type] = nothing
        elif issubclass(event_type, Rolled):
            table[event_type] = count_roll
        else:
            missing.append(tag_of(event_type))
    if missing:
        raise TypeError(f"no evolve function for {', '.join(sorted(missing))}")
    return table
