"""JSON Schema of a game's lines, held against the decoder."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import Meta

from wardiary.events import tiny
from wardiary.events.codec import Codec
from wardiary.events.kinds import Order, Outcome
from wardiary.events.schema import DIALECT, schema

LINES = Path(__file__).with_name("common_lines.jsonl").read_bytes().split(b"\n")[:-1]
SAMPLES: list[dict[str, Any]] = [json.loads(line) for line in LINES]

COMMON = Codec([])
VALIDATOR = Draft202012Validator(schema(COMMON, "common"))


class OldHalt(Order, tag="demo.halt", kw_only=True):
    """A column stopped."""


class Halt(Order, tag="demo.halt@2", kw_only=True):
    """A column stops, with its reason."""

    reason: Annotated[str, Meta(max_length=9)] | None = None


class Commit(Outcome, tag="demo.commit", kw_only=True):
    """A class with the name of a common one."""


def decodes(codec: Codec, line: dict[str, Any]) -> bool:
    try:
        codec.decode_wire(json.dumps(line).encode())
    except msgspec.MsgspecError:
        return False
    return True


def test_the_schema_is_one_and_says_what_it_is_of() -> None:
    found = schema(Codec(tiny.VOCABULARY), "tiny")
    Draft202012Validator.check_schema(found)
    assert (found["$schema"], found["$id"]) == (DIALECT, "wardiary/1/tiny")
    assert found["title"] == "A line of a diary of tiny"
    assert schema(COMMON, "x", title="Any line")["title"] == "Any line"


def test_every_event_is_there_under_its_tag_with_its_docstring() -> None:
    codec = Codec(tiny.VOCABULARY)
    found: dict[str, Any] = schema(codec, "tiny")
    places = found["discriminator"]["mapping"]
    assert set(places) == {*codec.by_tag, "commit"}
    assert [one["$ref"] for one in found["oneOf"]] == list(places.values())
    for tag, place in places.items():
        definition = found["$defs"][place.removeprefix("#/$defs/")]
        assert definition["properties"]["t"] == {"enum": [tag]}
        assert definition["description"]
    described = {tag: found["$defs"][place.removeprefix("#/$defs/")]["description"] for tag, place in places.items()}
    assert described["noted"] == "A remark of a person."
    assert described["rolled"].startswith("Dice of one roll."), "the docstring of the common event is inherited"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["t"])
def test_common_lines_are_valid(sample: dict[str, Any]) -> None:
    VALIDATOR.validate(sample)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["t"])
def test_an_unknown_field_is_not(sample: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid({**sample, "extra": 1})


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["t"])
def test_an_unknown_tag_or_none_is_not(sample: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid({**sample, "t": "demo.unknown"})
    assert not VALIDATOR.is_valid({name: value for name, value in sample.items() if name != "t"})


OUT_OF_BOUNDS: tuple[object, ...] = (
    -1,
    10**13,
    1001,
    0.5,
    "",
    "x" * 900_001,
    [],
    [[]],
    {},
    True,
    None,
    {"source": "x"},
)


def changed(sample: dict[str, Any]) -> list[dict[str, Any]]:
    """The line with each field in turn left out, or given each of many values, most of them wrong."""
    found = []
    for name in sample:
        found.append({field: value for field, value in sample.items() if field != name})
        found += [{**sample, name: value} for value in OUT_OF_BOUNDS]
    return found


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["t"])
def test_schema_and_decoder_agree_on_changed_lines(sample: dict[str, Any]) -> None:
    lines = changed(sample)
    verdicts = [VALIDATOR.is_valid(line) for line in lines]
    assert verdicts == [decodes(COMMON, line) for line in lines]
    assert not all(verdicts)


@pytest.mark.parametrize(
    "line",
    [
        {"t": "back", "to": 33},
        {"t": "back", "to": -1},
        {"t": "began", "turn": 10**9 + 1},
        {"t": "took_back", "to": 10**12 + 1},
        {"t": "ended", "kind": "x", "score": -(10**9) - 1},
        {"t": "rolled", "purpose": "x", "by": "x", "key": "", "dice": [1001], "source": "typed"},
        {"t": "rolled", "purpose": "x", "by": "x", "key": "", "dice": [-1], "source": "typed"},
        {"t": "rolled", "purpose": "x", "by": "x", "key": "", "dice": [1], "nth": 0, "source": "typed"},
        {"t": "commit", "n": 1, "s": 2, "h": "0" * 32},
    ],
    ids=str,
)
def test_an_int_out_of_bounds_is_not(line: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(line)
    assert not decodes(COMMON, line)


def test_old_forms_are_there_and_marked() -> None:
    found: dict[str, Any] = schema(Codec([Halt], {OldHalt: lambda old: Halt()}), "demo")
    marks = {
        tag: found["$defs"][place.removeprefix("#/$defs/")].get("deprecated", False)
        for tag, place in found["discriminator"]["mapping"].items()
    }
    assert [tag for tag, deprecated in marks.items() if deprecated] == ["demo.halt"]
    validator = Draft202012Validator(found)
    assert validator.is_valid({"t": "demo.halt"})
    assert validator.is_valid({"t": "demo.halt@2", "reason": "night"})
    assert not validator.is_valid({"t": "demo.halt", "reason": "night"})


def test_classes_of_one_name_are_kept_apart() -> None:
    validator = Draft202012Validator(schema(Codec([Commit]), "demo"))
    assert validator.is_valid({"t": "demo.commit"})
    assert validator.is_valid({"t": "commit", "n": 1, "h": "0" * 32})
    assert not validator.is_valid({"t": "demo.commit", "n": 1, "h": "0" * 32})


def test_the_schema_is_the_same_in_every_process() -> None:
    program = (
        "import json; from wardiary.events import codec, schema, tiny;"
        "print(json.dumps(schema.schema(codec.Codec(tiny.VOCABULARY), 'tiny')))"
    )
    source = str(Path(__file__).parents[2] / "src")
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert printed == {json.dumps(schema(Codec(tiny.VOCABULARY), "tiny")) + "\n"}
