"""The lines of a game's diary as JSON Schema, for readers in other languages and for editors.

The schema says what decodes; it does not say all that is canonical (the order of fields, defaults left out).
"""

from inspect import getdoc

import msgspec

from wardiary.events.codec import Codec
from wardiary.events.common import FORMAT, Commit
from wardiary.events.kinds import Event

__all__ = ["DIALECT", "schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(codec: Codec, game: str, title: str | None = None) -> dict[str, object]:
    """JSON Schema (2020-12) of one line of a diary of `game`: any event of the codec, old forms too, or a commit line.

    Descriptions are the docstrings of the classes, inherited ones too; old forms of events are marked `deprecated`.
    `discriminator`, which OpenAPI tools know, gives the definition for each value of `t`.
    """
    lines: dict[str, type[Event | Commit]] = {**codec.by_tag, "commit": Commit}
    references, definitions = msgspec.json.schema_components(lines.values(), ref_template="#/$defs/{name}")
    places = {tag: str(reference["$ref"]) for tag, reference in zip(lines, references, strict=True)}
    newest = {Commit, *codec.vocabulary}
    for tag, line in lines.items():
        definition = definitions[places[tag].removeprefix("#/$defs/")]
        definition.setdefault("description", getdoc(line))
        if line not in newest:
            definition["deprecated"] = True
    return {
        "$schema": DIALECT,
        "$id": f"{FORMAT}/{game}",
        "title": title or f"A line of a diary of {game}",
        "oneOf": list(references),
        "discriminator": {"propertyName": "t", "mapping": places},
        "$defs": definitions,
    }
