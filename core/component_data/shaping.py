"""From the text of data files to typed tables; what does not fit is named by file, key and reason."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct, ValidationError, inspect

from wardiary.core.component_data.checking import wrong_marks
from wardiary.core.component_data.texts import data_texts, parse
from wardiary.events.errors import DataError

__all__ = ["load_files", "shaped"]

T = TypeVar("T", bound=Struct)
_MESSAGE = re.compile(r"(?P<reason>.*?)(?: - at (?:`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<at>[^\]]+)\]")
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


def load_files(package: str, replaced: Mapping[str, str], files: type[T], **file_names: str) -> T:
    """The data files of a game's package, those of `replaced` (name -> text) in their place, as tables.

    Each field of `files` is the shape of the file of its name, `cards` of `cards.toml`; `file_names` says which have
    another. Raises DataError naming file, key and reason.
    """
    parsed = parse(data_texts(package), replaced)
    tables: dict[str, object] = {}
    for field in msgspec.structs.fields(files):
        name = file_names.get(field.name, f"{field.name}.toml")
        tables[field.name] = shaped(name, parsed[name], field.type)
        if found := next(wrong_marks(f"{name}:", tables[field.name]), None):
            raise DataError(found)
    return files(**tables)


def shaped(name: str, content: Any, shape: type[T]) -> T:
    """A parsed file as a table. Raises DataError naming file, key and reason, and the words that would do."""
    try:
        return msgspec.convert(content, shape)
    except ValidationError as error:
        raise DataError(f"{name}: {_explained(str(error), content, shape)}") from error


class _Place(NamedTuple):
    """A place in a parsed file: how people find it, what stands there, and what should."""

    key: str
    value: Any
    type: inspect.Type | None


def _explained(message: str, content: Any, shape: type[Struct]) -> str:
    """The decoder's message as "key: reason", entries named by their ids, the words that would do listed."""
    match = _MESSAGE.fullmatch(message)
    assert match is not None, "every part of the pattern may be empty"
    reason, steps = match["reason"], list(_STEP.finditer(match["path"] or ""))
    place, way = _Place("", content, inspect.type_info(shape)), list[str | int]()
    words: tuple[str, ...] = ()
    for step in steps:
        if (name := step["name"]) is None:
            name = int(step["at"]) if step["at"].isdigit() else _guilty_key(content, way, shape, message)
        words = _tags(place.type, name)
        place = _step(place, name)
        way.append(name)
    if " - at `key` in " in message:
        words = _key_words(place.type)
    return f"{place.key.lstrip('.') or 'the file'}: {reason}{_hint(reason, words or _words(place), place)}"


def _hint(reason: str, words: tuple[str, ...], place: _Place) -> str:
    if reason.startswith("Invalid") and words:
        return f"; one of {', '.join(words)}"
    if unknown := _UNKNOWN_FIELD.fullmatch(reason):
        keys = [field.encode_name for table in _tables(place) for field in table.fields]
        near = get_close_matches(unknown[1], keys, n=1)
        return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(keys)}"
    return ""


def _step(place: _Place, name: str | int) -> _Place:
    """One step into the content, and into its type."""
    try:
        value = place.value[name]
    except KeyError:
        value = None
    key = f"{place.key}.{name}" if isinstance(name, str) else f"{place.key}[{name}]"
    if isinstance(value, dict) and isinstance(name, int) and isinstance(value.get("id"), str):
        key += f" (id {value['id']})"
    inner: inspect.Type | None = None
    for kind in _members(place.type):
        match kind:
            case inspect.StructType() if kind in _tables(place):
                fields = [f for at, f in enumerate(kind.fields) if (f.encode_name, at)[isinstance(name, int)] == name]
                inner = fields[0].type if fields else inner
            case inspect.DictType(value_type=found) | inspect.VarTupleType(item_type=found):
                inner = found
            case inspect.TupleType(item_types=found) if isinstance(name, int):
                inner = found[name]
    return _Place(key, value, inner)


def _members(kind: inspect.Type | None) -> tuple[inspect.Type, ...]:
    """A type, or the members of a union."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return tuple(member for inner in kind.types for member in _members(inner))
    return (kind,) if kind is not None else ()


def _tables(place: _Place) -> list[inspect.StructType]:
    """The tables that may stand here; where a tag tells them apart, the one that does."""
    tables = [kind for kind in _members(place.type) if isinstance(kind, inspect.StructType)]
    if not isinstance(place.value, dict):
        return tables
    return [kind for kind in tables if kind.tag_field is None or place.value.get(kind.tag_field) == kind.tag]


def _tags(kind: inspect.Type | None, name: str | int) -> tuple[str, ...]:
    """The kinds of table that may stand where `name` is the key that tells them apart."""
    tables = [member for member in _members(kind) if isinstance(member, inspect.StructType)]
    return tuple(sorted(str(table.tag) for table in tables if table.tag_field is not None and table.tag_field == name))


def _words(place: _Place) -> tuple[str, ...]:
    """The words that may stand here."""
    kinds = [kind for kind in _members(place.type) if isinstance(kind, inspect.LiteralType)]
    return tuple(sorted(str(word) for kind in kinds for word in kind.values))


def _key_words(kind: inspect.Type | None) -> tuple[str, ...]:
    """The words that may be keys of a mapping."""
    keys = [member.key_type for member in _members(kind) if isinstance(member, inspect.DictType)]
    return tuple(word for key in keys for word in _words(_Place("", None, key)))


def _guilty_key(content: Any, way: list[str | int], shape: type[Struct], message: str) -> str:
    """The key of a mapping below which the fault lies, which the decoder writes as `[...]`: it fails alone too."""
    mapping = content
    for name in way:
        mapping = mapping[name]
    for key, value in mapping.items():
        try:
            msgspec.convert(_put(content, way, {key: value}), shape)
        except ValidationError as error:
            if str(error) == message:
                return str(key)
    return "..."


def _put(content: Any, way: list[str | int], value: Any) -> Any:
    """A copy of the content with something else in one place."""
    if not way:
        return value
    copy = content.copy()
    copy[way[0]] = _put(content[way[0]], way[1:], value)
    return copy
