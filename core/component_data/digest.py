"""The digest of component data: the same for the same values, however they are written down."""

from collections.abc import Mapping
from hashlib import blake2b
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.core.component_data.marks import MARK_FIELDS

__all__ = ["content_of", "data_digest", "without_marks"]


def data_digest(content: object) -> str:
    """32 hex digits over plain values (dicts, lists, strings, ints), whatever the order of a dict's keys."""
    canonical = msgspec.json.encode(msgspec.to_builtins(content, str_keys=True), order="deterministic")
    return blake2b(canonical, digest_size=16, person=b"wardiary-data").hexdigest()


def content_of(files: Struct, any_order: Mapping[str, str]) -> dict[str, Any]:
    """What a digest covers of data files: all their values, without the marks.

    `any_order` names the lists whose order means nothing, and the key that each is sorted by: {"cards.cards": "id"}.
    """
    plain: dict[str, Any] = msgspec.to_builtins(files)
    for path, key in any_order.items():
        *tables, name = path.split(".")
        holder = plain
        for table in tables:
            holder = holder[table]
        holder[name] = sorted(holder[name], key=itemgetter(key))
    return {name: without_marks(value) for name, value in plain.items()}


def without_marks(value: Any) -> Any:
    """A plain value without the keys that say where a datum comes from."""
    if isinstance(value, dict):
        return {key: without_marks(inner) for key, inner in value.items() if key not in MARK_FIELDS}
    return [without_marks(inner) for inner in value] if isinstance(value, list | tuple) else value
