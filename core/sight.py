"""What a seat may know of an event: nothing is public by accident.

A game's table of redactions is made by `redaction_table`, which refuses one with a hole: for each of its own events a
game says that it is public, that it is hidden, or what is left of it. A game without secrets says so in one line:

    redactions=redaction_table(CODEC, rest=public)
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wardiary.core.state import State
from wardiary.events import common
from wardiary.events.codec import Codec
from wardiary.events.kinds import Event
from wardiary.events.vocabulary import tag_of

__all__ = ["Redaction", "hidden", "owner_only", "public", "redaction_table"]

Redaction = Callable[[Any, Any, str], Event | None]
"""(state before, event, seat) -> what the seat may know of the event; None: not even that it happened."""


def public(_state: Any, event: Event, _seat: str) -> Event:
    """Redaction of an event that everybody sees."""
    return event


def hidden(_state: Any, _event: Event, _seat: str) -> None:
    """Redaction of an event that nobody but the diary's keeper sees."""


def owner_only(state: State, event: common.Drawn, seat: str) -> Event:
    """Redaction of a draw: who drew sees the cards, others how many."""
    if state.seat_playing(event.by) == seat:
        return event
    return msgspec.structs.replace(event, cards=("?",) * len(event.cards))


def _without_answer(_state: Any, event: common.Crashed, _seat: str) -> Event:
    return msgspec.structs.replace(event, answer="?", place="?")


def _without_secret(_state: Any, event: common.Sealed, _seat: str) -> Event:
    return msgspec.structs.replace(event, reveal=None)


def _without_seed(_state: Any, event: common.Header, _seat: str) -> Event:
    return msgspec.structs.replace(event, dice_source=msgspec.structs.replace(event.dice_source, seed=None))


_COMMON: Mapping[type[Event], Redaction] = {
    common.Header: _without_seed,
    common.Rolled: public,
    common.Drawn: owner_only,
    common.Back: public,
    common.Began: public,
    common.Ended: public,
    common.Checkpoint: hidden,
    common.Positioned: hidden,
    common.Embedded: public,
    common.Noted: public,
    common.TookBack: public,
    common.Fixed: public,
    common.Resumed: public,
    common.Reseeded: hidden,
    common.Crashed: _without_answer,
    common.Sealed: _without_secret,
}
"""No seat sees seeds, secrets, whole states, or the answers in crash reports; dice are rolled in the open."""


def redaction_table(
    codec: Codec,
    own: Mapping[type[Event], Redaction] | None = None,
    *,
    open_to_all: Iterable[type[Event]] = (),
    rest: Redaction | None = None,
) -> Mapping[type[Event], Redaction]:
    """The whole table of a game: `own`, `public` for the events that are `open_to_all`, the usual for common events.

    `rest` is for all events that are not named; a game with secrets leaves it out, so that a new event must be thought
    about. Raises TypeError, naming the tags, when an event of the vocabulary is left, or one is named that is none.
    """
    said: dict[type[Event], Redaction] = {**dict.fromkeys(open_to_all, public), **(own or {})}
    if strange := said.keys() - set(codec.vocabulary):
        raise TypeError(f"redactions of what is no event of the game: {_tags(strange)}")
    table: dict[type[Event], Redaction] = {}
    for event_type in codec.vocabulary:
        rule = said.get(event_type) or _common(event_type) or rest
        if rule is not None:
            table[event_type] = rule
    if missing := set(codec.vocabulary) - table.keys():
        raise TypeError(f"no redaction for {_tags(missing)}: who may see it?")
    return table


def _common(event_type: type[Event]) -> Redaction | None:
    """The usual rule of a common event, or of a game's narrowed form of one."""
    return next((rule for base, rule in _COMMON.items() if issubclass(event_type, base)), None)


def _tags(kinds: Iterable[type[Event]]) -> str:
    return ", ".join(sorted(map(tag_of, kinds)))
