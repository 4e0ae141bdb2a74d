"""From events to canonical lines and back, for one game's vocabulary.

The encoding of an event's own Struct *is* its canonical line: a reader that doubts a line decodes it, encodes the
result and compares bytes. The header names the game, the game brings the codec.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Union

import msgspec

from wardiary.events.common import COMMON_EVENTS, Commit, Header
from wardiary.events.kinds import Chance, Event, Input, Order, Record
from wardiary.events.vocabulary import faults, tag_of

__all__ = ["HEADER_DECODER", "Codec", "Upcaster"]

Upcaster = Callable[[Any], Event]
"""From an event's old wire Struct to the newest one: a pure function."""

HEADER_DECODER: msgspec.json.Decoder[Header] = msgspec.json.Decoder(Header)
_ENCODER = msgspec.json.Encoder()


class Codec:
    """Encodes and decodes the events of one game.

    `vocabulary` holds the game's events; the common ones are added, except where the game narrows one under the same
    tag. `upcasters` maps each *old* wire Struct (a tag such as `tiny.march` whose newest form is `tiny.march@2`) to
    the function that makes the newest form of it; old forms are decoded, never folded.

    Raises TypeError when the vocabulary breaks a wire rule.
    """

    def __init__(
        self, vocabulary: Sequence[type[Event]], upcasters: Mapping[type[Event], Upcaster] | None = None
    ) -> None:
        own = {tag_of(event) for event in vocabulary}
        self.vocabulary: tuple[type[Event], ...] = (
            *(event for event in COMMON_EVENTS if tag_of(event) not in own),
            *vocabulary,
        )
        self._upcasters = dict(upcasters or {})
        wire = (*self.vocabulary, *self._upcasters)
        if breaches := faults(wire):
            raise TypeError("\n".join(breaches))
        self.by_tag: Mapping[str, type[Event]] = {tag_of(event): event for event in wire}
        self.inputs = frozenset(event for event in self.vocabulary if issubclass(event, Input))
        self.orders = frozenset(event for event in self.vocabulary if issubclass(event, Order))
        self.chances = frozenset(event for event in self.vocabulary if issubclass(event, Chance))
        self.records = frozenset(event for event in self.vocabulary if issubclass(event, Record | Header))
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[(*wire, Commit)])
        self._event_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[wire])  # noqa: UP007

    encode = staticmethod(_ENCODER.encode)

    @staticmethod
    def encode_lines(events: Iterable[Event]) -> bytes:
        """Each event on a line of its own."""
        return bytes(_ENCODER.encode_lines(events))

    def decode(self, line: bytes | str) -> Event:
        """One event from its JSON, in its newest form. Raises msgspec.ValidationError or DecodeError."""
        return self.newest(self._event_decoder.decode(line))

    def decode_wire(self, line: bytes) -> Event | Commit:
        """One line as it stands, not yet in its newest form; commit lines too."""
        return self._decoder.decode(line)  # type: ignore[no-any-return]

    def decode_wire_lines(self, lines: bytes | bytearray | memoryview) -> list[Event | Commit]:
        """All lines of a buffer as they stand. Fails as a whole: go line by line to find the culprit."""
        return self._decoder.decode_lines(lines)

    def decode_lines(self, lines: bytes) -> list[Event]:
        """All events of a buffer without commit lines, as they stand, not yet in their newest forms."""
        return self._event_decoder.decode_lines(lines)

    @property
    def has_old_forms(self) -> bool:
        """Whether any event of this vocabulary has an older wire form."""
        return bool(self._upcasters)

    def newest(self, event: Event) -> Event:
        """The newest form of a decoded event."""
        upcast = self._upcasters.get(type(event))
        return event if upcast is None else self.newest(upcast(event))

    def is_canonical(self, line: bytes, event: Event | Commit) -> bool:
        """Whether `line` (without its newline) is what `event`, decoded from it, is written as."""
        return bool(_ENCODER.encode(event) == line)

    def admit(self, event: Event) -> Event:
        """The event as its own line would give it back: constructors validate nothing, the decoder does.

        Raises msgspec.ValidationError.
        """
        return self.decode(_ENCODER.encode(event))
