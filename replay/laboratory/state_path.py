"""A place in a state named as reports name it: `turn`, `companies.3`, `units.12.box`, `frames.0.side`.

A key may hold a dot itself (`created.fin.ski`): of the keys that fit, the longest is meant.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from wardiary.core.state import State
from wardiary.events.errors import UsageError

__all__ = ["NOTHING", "need_field", "value_at"]

NOTHING: Any = object()
"""What stands at a place that is not there."""

_NAMES_SHOWN = 12


def value_at(value: Any, path: str) -> Any:
    """What stands there; NOTHING when there is no such place, or not now."""
    while path:
        found = _below(value, path)
        if found is None:
            return NOTHING
        value, path = found
    return value


def need_field(state: State, path: str) -> None:
    """Raises UsageError, naming the fields there are, for a path that begins with none of them."""
    names = state.__struct_fields__
    if path.partition(".")[0] not in names:
        raise UsageError(f"no part {path!r} of the state: it has {_few(names)}; below them as in companies.3")


def _below(value: Any, path: str) -> tuple[Any, str] | None:
    """One step down: what stands there, and the path that is left."""
    head, _, rest = path.partition(".")
    match value:
        case Struct():
            return (getattr(value, head), rest) if head in value.__struct_fields__ else None
        case Mapping():
            keys = {str(key): key for key in value}
            key = max((k for k in keys if path == k or path.startswith(f"{k}.")), key=len, default=None)
            return None if key is None else (value[keys[key]], path[len(key) + 1 :])
        case list() | tuple():
            is_index = head.isascii() and head.isdigit() and int(head) < len(value)
            return (value[int(head)], rest) if is_index else None
    return None


def _few(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(shown[:_NAMES_SHOWN]) + (", …" if len(shown) > _NAMES_SHOWN else "")
