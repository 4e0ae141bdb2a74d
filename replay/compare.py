"""Where two events or two states part, said as a path and the JSON of both sides."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from wardiary.core.state import State
from wardiary.events.kinds import Event
from wardiary.events.vocabulary import tag_of

__all__ = ["Part", "event_parts", "json_of", "state_parts", "tag_or_nothing"]

_NOTHING = ""
"""Stands for a side that has no such field, key or event."""


class Part(NamedTuple):
    """A place where two values part: its path, and the JSON of what stands there on either side."""

    path: str
    left: str
    right: str


def json_of(value: Any) -> str:
    """The value as one line of JSON."""
    return msgspec.json.encode(value).decode()


def tag_or_nothing(event: Event | None) -> str:
    """The tag of an event."""
    return _NOTHING if event is None else tag_of(type(event))


def event_parts(left: Event | None, right: Event | None) -> list[Part]:
    """The fields in which two events part; the whole events under the path `t` where they are of different types."""
    if left is None or right is None or type(left) is not type(right):
        return [Part("t", *(_NOTHING if event is None else json_of(event) for event in (left, right)))]
    return list(_struct_parts("", left, right))


def state_parts(left: State, right: State) -> list[Part]:
    """The places where two states of one game part, in the order of their fields: `companies.3`, `turn`, `frames.0`."""
    return list(_struct_parts("", left, right))


def _struct_parts(path: str, left: Struct, right: Struct) -> Iterator[Part]:
    for name in left.__struct_fields__:
        yield from _parts(f"{path}.{name}" if path else name, getattr(left, name), getattr(right, name))


def _parts(path: str, left: Any, right: Any) -> Iterator[Part]:
    if type(left) is type(right) and left == right:
        return
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        yield from _mapping_parts(path, left, right)
    elif isinstance(right, type(left)) and (_is_row(left) or _is_row(right)):
        yield from _sequence_parts(path, left, right)
    elif isinstance(left, Struct) and type(left) is type(right):
        yield from _struct_parts(path, left, right)
    else:
        yield Part(path, json_of(left), json_of(right))


def _is_row(value: Any) -> bool:
    """Whether places in this are named by index: records in a row; a row of plain values is one value."""
    return isinstance(value, list | tuple) and any(isinstance(item, Struct) for item in value)


def _mapping_parts(path: str, left: Mapping[Any, Any], right: Mapping[Any, Any]) -> Iterator[Part]:
    for key in sorted({*left, *right}):
        below = f"{path}.{key}"
        if key not in left:
            yield Part(below, _NOTHING, json_of(right[key]))
        elif key not in right:
            yield Part(below, json_of(left[key]), _NOTHING)
        else:
            yield from _parts(below, left[key], right[key])


def _sequence_parts(path: str, left: list[Any] | tuple[Any, ...], right: list[Any] | tuple[Any, ...]) -> Iterator[Part]:
    for index in range(max(len(left), len(right))):
        below = f"{path}.{index}"
        if index >= len(left):
            yield Part(below, _NOTHING, json_of(right[index]))
        elif index >= len(right):
            yield Part(below, json_of(left[index]), _NOTHING)
        else:
            yield from _parts(below, left[index], right[index])
