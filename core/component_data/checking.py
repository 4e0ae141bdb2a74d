"""Checks that every game makes of its data. Each yields lines "where: reason"; none is what is wanted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from wardiary.events.errors import DataError

__all__ = ["refuse_faulty", "twice", "wrong_marks"]


def refuse_faulty(faults: Iterable[str]) -> None:
    """Raises DataError with everything that the checks of a game's data found."""
    if found := list(faults):
        raise DataError("; ".join(found))


def twice(where: str, names: Iterable[str]) -> Iterator[str]:
    """Names that stand in a list more than once."""
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{where}: {name!r} stands there {times} times"


def wrong_marks(where: str, value: object) -> Iterator[str]:
    """Names in the `fact` and `inferred` of all tables below that are no keys of their table."""
    match value:
        case Struct():
            fields = {field.encode_name: getattr(value, field.name) for field in msgspec.structs.fields(value)}
            for kind in {"fact", "inferred"} & set(fields):
                for name in fields[kind]:
                    if isinstance(name, str) and name.partition(".")[0] not in fields:
                        yield f"{_below(where, kind)}: {name!r} is no key of this table"
            for key, inner in fields.items():
                yield from wrong_marks(_below(where, key), inner)
        case Mapping():
            for key, inner in value.items():
                yield from wrong_marks(_below(where, key), inner)
        case tuple():
            for at, inner in enumerate(value):
                yield from wrong_marks(_below(where, getattr(inner, "id", str(at))), inner)


def _below(where: str, key: str) -> str:
    """The place of a key: "units.toml: jaeger", "units.toml: jaeger.full"."""
    return f"{where} {key}" if where.endswith(":") else f"{where}.{key}"
