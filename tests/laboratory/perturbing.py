"""A value of the same type as another one, and not equal to it: whatever a field of a state may hold, by its type."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import msgspec.inspect as types

__all__ = ["another", "field_types"]

_TRIED = 4


def field_types(kind: type) -> dict[str, types.Type]:
    """The type of each field of a Struct class."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return {field.name: field.type for field in info.fields}


def another(info: types.Type, value: object) -> Any:
    """The first value of the type that is not this one."""
    return next(other for other in values(info) if other != value)


def values(info: types.Type) -> Iterator[Any]:
    """A few values of a type, the smallest first: at least two, where it has so many."""
    match info:
        case types.NoneType():
            yield None
        case types.BoolType():
            yield from (False, True)
        case types.IntType(ge=least, le=most):
            first = 0 if least is None else least
            yield from islice(count(first), _TRIED if most is None else min(_TRIED, most - first + 1))
        case types.StrType(min_length=length):
            yield from (letter * max(length or 0, 1) for letter in "ab")
        case types.LiteralType(values=words):
            yield from words
        case types.UnionType(types=kinds):
            for kind in kinds:
                yield from values(kind)
        case types.StructType(cls=cls, fields=fields):
            whole = {field.name: next(values(field.type)) for field in fields}
            yield cls(**whole)
            for field in fields:
                for other in islice(values(field.type), 1, 2):
                    yield cls(**{**whole, field.name: other})
        case types.DictType(key_type=keys, value_type=held):
            yield {}
            for key in islice(values(keys), _TRIED):
                yield {key: next(values(held))}
        case types.ListType(item_type=item):
            yield []
            yield from ([one] for one in islice(values(item), _TRIED))
        case types.VarTupleType(item_type=item, min_length=length):
            first = next(values(item))
            yield (first,) * (length or 0)
            yield (first,) * ((length or 0) + 1)
        case types.TupleType(item_types=items):
            smallest = [next(values(item)) for item in items]
            yield tuple(smallest)
            for at, item in enumerate(items):
                for other in islice(values(item), 1, 2):
                    yield (*smallest[:at], other, *smallest[at + 1 :])
        case _:
            raise NotImplementedError(f"no values of {info}")
