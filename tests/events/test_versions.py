"""Versions of an event, by one worked example: a march that named its road, and later names its places.

`demo.march` was written by an early release: a unit and the road it took. Roads then turned out to have two ends, so
`demo.march@2` names the place where the march ended. Its third form adds the pace. Old forms stay as frozen wire
Structs; a pure function makes the next form of each; the fold sees the newest only.

Run as a program, this file prints the events of a diary's lines in their newest form.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from wardiary.events.codec import Codec
from wardiary.events.common import Noted
from wardiary.events.kinds import Event, Name, Order

Unit = Annotated[int, Meta(ge=1, le=99)]


class March(Order, tag="demo.march@3", kw_only=True):
    """A unit marches to a place. The newest form: rules, fold and narration know this one."""

    unit: Unit
    place: Name
    pace: Literal["slow", "quick"] | None = None


class March2(Order, tag="demo.march@2", kw_only=True):
    """As written by release 0.2: always at the usual pace, `forced` being the quick one."""

    unit: Unit
    place: Name
    forced: bool = False


class March1(Order, tag="demo.march", kw_only=True):
    """As written by release 0.1."""

    unit: Unit
    road: Literal["north", "south"]


class Halt(Order, tag="demo.halt", kw_only=True):
    """Never changed."""


ROAD_ENDS = {"north": "Käkisalmi", "south": "Rautu"}


def places_for_roads(old: March1) -> March2:
    """Each road of the first map had one place at its end."""
    return March2(unit=old.unit, place=ROAD_ENDS[old.road])


def pace_for_force(old: March2) -> March:
    """A forced march is a quick one."""
    return March(unit=old.unit, place=old.place, pace="quick" if old.forced else None)


CODEC = Codec([March, Halt], {March1: places_for_roads, March2: pace_for_force})

FIRST = b'{"t":"demo.march","unit":3,"road":"north"}'
SECOND = b'{"t":"demo.march@2","unit":4,"place":"Rautu","forced":true}'
THIRD = '{"t":"demo.march@3","unit":5,"place":"Käkisalmi","pace":"slow"}'.encode()
NEWEST = {
    FIRST: March(unit=3, place="Käkisalmi"),
    SECOND: March(unit=4, place="Rautu", pace="quick"),
    THIRD: March(unit=5, place="Käkisalmi", pace="slow"),
    b'{"t":"demo.halt"}': Halt(),
    b'{"t":"noted","text":"x"}': Noted(text="x"),
}
ORDERS = [list(NEWEST), list(reversed(NEWEST)), [THIRD, FIRST, THIRD, SECOND, FIRST, FIRST]]
"""Old lines before new ones, new before old, and mixed."""


@pytest.mark.parametrize("line", NEWEST, ids=lambda line: json.loads(line)["t"])
def test_a_line_of_any_version_is_read_in_its_newest_form(line: bytes) -> None:
    assert CODEC.decode(line) == NEWEST[line]
    assert CODEC.newest(CODEC.decode(line)) == NEWEST[line], "the newest form stays as it is"


@pytest.mark.parametrize("lines", ORDERS, ids=["old first", "new first", "mixed"])
def test_versions_may_stand_in_any_order(lines: list[bytes]) -> None:
    expected = [NEWEST[line] for line in lines]
    assert [CODEC.decode(line) for line in lines] == expected
    wire = CODEC.decode_wire_lines(b"\n".join(lines))
    assert [CODEC.newest(event) for event in wire if isinstance(event, Event)] == expected


@pytest.mark.parametrize("lines", ORDERS, ids=["old first", "new first", "mixed"])
def test_a_fresh_process_reads_the_same(lines: list[bytes], tmp_path: Path) -> None:
    diary = tmp_path / "lines"
    diary.write_bytes(b"\n".join(lines))
    run = subprocess.run(
        [sys.executable, __file__, str(diary)],
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        capture_output=True,
        check=True,
    )
    assert run.stdout == CODEC.encode_lines(NEWEST[line] for line in lines)


@pytest.mark.parametrize("line", NEWEST, ids=lambda line: json.loads(line)["t"])
def test_a_line_of_any_version_is_canonical_as_it_stands(line: bytes) -> None:
    """The chain hashes old lines, so the canonical test is about the form that was written, not the newest."""
    event = CODEC.decode_wire(line)
    assert CODEC.is_canonical(line, event)
    spaced = line.replace(b":", b": ", 1)
    assert not CODEC.is_canonical(spaced, CODEC.decode_wire(spaced))


def test_a_codec_knows_whether_it_has_old_forms() -> None:
    assert CODEC.has_old_forms
    assert not Codec([March, Halt]).has_old_forms


def test_old_forms_are_read_but_belong_to_no_kind() -> None:
    assert {March1, March2} <= set(CODEC.by_tag.values())
    assert not {March1, March2} & {*CODEC.vocabulary, *CODEC.inputs, *CODEC.orders}


def test_bounds_of_an_old_form_hold_on() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'west'"):
        CODEC.decode(FIRST.replace(b"north", b"west"))
    with pytest.raises(msgspec.ValidationError, match="unknown field `place`"):
        CODEC.decode(FIRST.replace(b'"road":"north"', b'"road":"north","place":"Rautu"'))


def test_without_the_old_form_its_lines_are_unknown() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Invalid value 'demo\.march'"):
        Codec([March, Halt]).decode(FIRST)


def test_an_old_form_may_not_keep_the_tag_of_the_newest() -> None:
    class Same(Order, tag="demo.march@3", kw_only=True):
        pass

    with pytest.raises(TypeError, match=r"Same: tag 'demo\.march@3' is taken by March"):
        Codec([March], {Same: lambda old: old})


def main(path: str) -> None:
    lines = Path(path).read_bytes().split(b"\n")
    sys.stdout.buffer.write(CODEC.encode_lines(CODEC.decode(line) for line in lines))


if __name__ == "__main__":
    main(sys.argv[1])
