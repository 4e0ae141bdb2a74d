"""What a set of event classes must be before it may be written to disk; `faults` names every breach.

The rules are those of `events.kinds`: explicit tags, bounded fields, no floats, no untyped or recursive values,
defaults that msgspec omits by identity. `json_kinds` gives the JSON type of each field name, one in all games.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from wardiary.events.kinds import Chance, Event, Frame, Input, Order, Outcome, Record, SeatFrame, SeatOrder

__all__ = ["faults", "json_kinds", "tag_of"]

_BASES = frozenset({Event, Input, Order, Chance, Outcome, Frame, Record, SeatFrame, SeatOrder})
_OMITTED_DEFAULTS: tuple[object, ...] = (None, False, True, (), *range(257))


def tag_of(event_type: type[Event]) -> str:
    """The wire tag of an event class."""
    return str(event_type.__struct_config__.tag)


def faults(vocabulary: Iterable[type[Event]]) -> list[str]:
    """Every breach of the wire rules in these classes, one line each; an empty list is what is wanted."""
    found: list[str] = []
    seen: dict[str, type[Event]] = {}
    for event_type in vocabulary:
        name, tag = event_type.__name__, tag_of(event_type)
        if event_type in _BASES:
            found.append(f"{name}: a base class is no event")
            continue
        if tag == name:
            found.append(f"{name}: no tag= of its own")
        if tag in seen:
            found.append(f"{name}: tag {tag!r} is taken by {seen[tag].__name__}")
        seen[tag] = event_type
        found += [f"{name}: {fault}" for fault in _struct_faults(event_type)]
    return found


def _struct_faults(struct: type[msgspec.Struct], above: tuple[type, ...] = ()) -> Iterator[str]:
    config = struct.__struct_config__
    if not (config.frozen and config.omit_defaults and config.forbid_unknown_fields) or config.gc:
        yield "needs frozen, omit_defaults, forbid_unknown_fields and gc=False"
    for field in msgspec.structs.fields(struct):
        if field.default_factory is not msgspec.NODEFAULT:
            yield f"{field.name}: a default factory"
        elif field.default is not msgspec.NODEFAULT and not any(field.default is ok for ok in _OMITTED_DEFAULTS):
            yield f"{field.name}: default {field.default!r} is not omitted reliably"
        for fault in _type_faults(inspect.type_info(field.type), (*above, struct)):
            yield f"{field.name}: {fault}"


def _type_faults(kind: inspect.Type, above: tuple[type, ...]) -> Iterator[str]:
    match kind:
        case inspect.NoneType() | inspect.BoolType() | inspect.LiteralType() | inspect.EnumType():
            return
        case inspect.IntType(ge=ge, le=le):
            if ge is None or le is None:
                yield "an int without ge and le"
        case inspect.StrType(max_length=longest):
            if longest is None:
                yield "a string without max_length"
        case inspect.VarTupleType(item_type=item, max_length=longest):
            if longest is None:
                yield "a tuple without max_length"
            yield from _type_faults(item, above)
        case inspect.TupleType(item_types=items):
            for item in items:
                yield from _type_faults(item, above)
        case inspect.DictType(key_type=key, value_type=value, max_length=longest):
            if longest is None:
                yield "a dict without max_length"
            yield from _type_faults(key, above)
            yield from _type_faults(value, above)
        case inspect.UnionType(types=types):
            for item in types:
                yield from _type_faults(item, above)
        case inspect.StructType(cls=cls):
            if cls in above:
                yield "a recursive type"
            else:
                yield from _struct_faults(cls, above)
        case inspect.Metadata(type=inner):
            yield from _type_faults(inner, above)
        case _:
            yield f"{type(kind).__name__} has no place in a diary"


def json_kinds(vocabulary: Iterable[type[Event]]) -> Mapping[str, frozenset[str]]:
    """For each field name, the JSON types it has in these classes (None left out)."""
    kinds: dict[str, set[str]] = {}
    for event_type in vocabulary:
        for field in msgspec.structs.fields(event_type):
            kinds.setdefault(field.name, set()).update(_json_kinds(inspect.type_info(field.type)))
    return {name: frozenset(found) for name, found in kinds.items()}


def _json_kinds(kind: inspect.Type) -> Iterator[str]:
    match kind:
        case inspect.NoneType():
            return
        case inspect.BoolType():
            yield "boolean"
        case inspect.IntType():
            yield "integer"
        case inspect.StrType():
            yield "string"
        case inspect.LiteralType(values=values):
            yield from {_literal_kind(value) for value in values}
        case inspect.VarTupleType(item_type=item):
            yield from (f"array of {inner}" for inner in _json_kinds(item))
        case inspect.TupleType():
            yield "array"
        case inspect.UnionType(types=types):
            for inner in types:
                yield from _json_kinds(inner)
        case inspect.Metadata(type=inner):
            yield from _json_kinds(inner)
        case inspect.DictType() | inspect.StructType():
            yield "object"
        case _:
            yield type(kind).__name__


def _literal_kind(value: Any) -> str:
    return "boolean" if isinstance(value, bool) else "integer" if isinstance(value, int) else "string"
