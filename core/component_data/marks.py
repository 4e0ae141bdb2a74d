"""Where each datum comes from: printed (`fact`), following from what is printed (`inferred`), or `reconstructed`.

A table of a data file says so in one of three ways: by `fact` (and `inferred`), lists of its own keys; by one `mark`
for the whole entry; or, where keys do not tell data apart, by a method `own_marks`. All else is reconstructed.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import msgspec
from msgspec import Meta, Struct

__all__ = ["MARK_FIELDS", "Mark", "Marks", "MarksItself", "Provenance", "Table", "marks_of", "provenance"]

Mark = Literal["fact", "inferred", "reconstructed"]
Marks = tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...]
"""Keys of a table; "ops.roll" is one key of what stands under `ops`."""
MARK_FIELDS = frozenset({"fact", "inferred", "mark"})
Provenance = Mapping[str, Mapping[str, Mark]]
"""For each data file the mark of each datum, by its key."""


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a data file."""


@runtime_checkable
class MarksItself(Protocol):
    """A table whose marks are not the names of its keys."""

    def own_marks(self) -> Iterator[tuple[str, Mark]]:
        """Each datum of the table, by a key within it, with its mark."""


def provenance(files: Struct, **file_names: str) -> dict[str, dict[str, Mark]]:
    """The mark of each datum of each file; the fields of `files` and `file_names` as in `load_files`."""
    return {
        file_names.get(name, f"{name}.toml"): dict(marks_of(getattr(files, name))) for name in files.__struct_fields__
    }


def marks_of(value: object, where: str = "") -> Iterator[tuple[str, Mark]]:
    """Each datum at or below a value, by its key, with its mark."""
    if isinstance(value, MarksItself):
        yield from ((_below(where, name), mark) for name, mark in value.own_marks())
    elif isinstance(value, Struct) and hasattr(value, "mark"):
        yield where, value.mark
    elif isinstance(value, Struct) and hasattr(value, "fact"):
        yield from _marked_table(where, value)
    elif _holds_tables(value):
        for name, inner in _entries(value):
            yield from marks_of(inner, where + name if name.startswith("[") else _below(where, name))
    else:
        yield where, "reconstructed"


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _marked_table(where: str, table: Any) -> Iterator[tuple[str, Mark]]:
    """Each key of a table with a list of facts. Which entries there are is a datum, beside what each entry says."""
    facts, inferred = table.fact, getattr(table, "inferred", ())

    def mark(*names: str) -> Mark:
        return "fact" if set(names) & set(facts) else "inferred" if set(names) & set(inferred) else "reconstructed"

    for name, value in _fields(table):
        if _marks_its_own(value):
            yield from marks_of(value, _below(where, name))
        elif isinstance(value, Struct):
            for part, _ in _fields(value):
                yield _below(where, f"{name}.{part}"), mark(name, f"{name}.{part}")
        else:
            yield _below(where, name), mark(name)
            for deeper in (key for key in (*facts, *inferred) if key.startswith(f"{name}.")):
                yield _below(where, deeper), mark(deeper)
            if any(_marks_its_own(inner) for _, inner in _entries(value)):
                yield from marks_of(value, _below(where, name))


def _marks_its_own(value: object) -> bool:
    return isinstance(value, Struct) and (
        isinstance(value, MarksItself) or not MARK_FIELDS.isdisjoint(value.__struct_fields__)
    )


def _holds_tables(value: object) -> bool:
    return isinstance(value, Struct) or any(isinstance(inner, Struct) for _, inner in _entries(value))


def _fields(table: Struct) -> Iterator[tuple[str, object]]:
    """The keys of a table as its file writes them, with their values, marks left out."""
    for field in msgspec.structs.fields(table):
        if field.name not in MARK_FIELDS:
            yield field.encode_name, getattr(table, field.name)


def _entries(value: object) -> Iterator[tuple[str, object]]:
    """What a table, a mapping or a list holds, by name; an entry of a list by its id, or else by its place."""
    match value:
        case Struct():
            yield from _fields(value)
        case Mapping():
            yield from value.items()
        case tuple():
            yield from ((getattr(inner, "id", f"[{at}]"), inner) for at, inner in enumerate(value))
