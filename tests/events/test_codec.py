"""The codec of a vocabulary: what it writes, what it takes, what it turns away."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from wardiary.events import common, tiny
from wardiary.events.codec import HEADER_DECODER, Codec
from wardiary.events.common import COMMON_EVENTS, Commit, Header, Noted, Rolled, TookBack
from wardiary.events.kinds import Depth, Event, Order, Outcome, Record

LINES = Path(__file__).with_name("common_lines.jsonl").read_bytes().split(b"\n")[:-1]
"""Canonical lines of every common event, with and without what may be left out: the wire form that stands."""

COMMON = Codec([])
TINY = Codec(tiny.VOCABULARY)


class Routed(Order, tag="demo.routed", kw_only=True):
    """An order whose field has all that a field may have."""

    unit: Annotated[int, Meta(ge=0, le=999)]
    side: Literal["red", "white"] | None = None
    path: Annotated[tuple[Annotated[str, Meta(max_length=4)], ...], Meta(max_length=3)] = ()
    quick: bool = False
    depth: Depth = 7


DEMO = Codec([Routed])


def tag(line: bytes) -> str:
    return str(json.loads(line)["t"])


# There and back.


def test_every_common_event_has_a_sample_line() -> None:
    assert {tag(line) for line in LINES} == {*COMMON.by_tag, "commit"}


@pytest.mark.parametrize("line", LINES, ids=tag)
def test_a_common_line_is_read_and_written_byte_for_byte(line: bytes) -> None:
    event = COMMON.decode_wire(line)
    assert type(event) is (Commit if tag(line) == "commit" else COMMON.by_tag[tag(line)])
    assert COMMON.encode(event) == line
    assert COMMON.is_canonical(line, event)


def test_many_lines_are_read_and_written_at_once() -> None:
    text = b"".join(line + b"\n" for line in LINES)
    events = COMMON.decode_wire_lines(text)
    assert [COMMON.encode(event) for event in events] == LINES
    assert COMMON.encode_lines(event for event in events if isinstance(event, Event)) == b"".join(
        line + b"\n" for line in LINES if tag(line) != "commit"
    )


def test_a_line_may_be_text() -> None:
    assert COMMON.decode('{"t":"noted","text":"Käkisalmi"}') == Noted(text="Käkisalmi")


def test_the_header_is_read_before_the_game_is_known() -> None:
    header = HEADER_DECODER.decode(LINES[0])
    assert (type(header), header.game) == (Header, "tiny")


def test_a_commit_line_is_no_event() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'commit'"):
        COMMON.decode(LINES[-1])


WORDS = st.text(max_size=4)
ROUTED = st.builds(
    Routed,
    unit=st.integers(0, 999),
    side=st.sampled_from(["red", "white", None]),
    path=st.lists(WORDS, max_size=3).map(tuple),
    quick=st.booleans(),
    depth=st.integers(0, 32),
)


@given(ROUTED)
def test_any_event_comes_back_from_its_line(event: Routed) -> None:
    line = DEMO.encode(event)
    assert b"\n" not in line
    assert DEMO.decode(line) == event
    assert DEMO.is_canonical(line, event)
    assert DEMO.admit(event) == event


@given(ROUTED, ROUTED)
def test_equal_events_have_equal_bytes_and_others_not(one: Routed, other: Routed) -> None:
    assert (DEMO.encode(one) == DEMO.encode(other)) is (one == other)


# A game's own form of a common event.


def test_a_game_narrows_a_common_event_under_its_tag() -> None:
    assert TINY.by_tag["rolled"] is tiny.Rolled
    assert (tiny.Rolled in TINY.chances, Rolled in TINY.chances) == (True, False)
    line = b'{"t":"rolled","purpose":"battle","by":"red","key":"1","dice":[3],"source":"typed"}'
    rolled = TINY.decode(line)
    assert isinstance(rolled, Rolled)
    assert TINY.is_canonical(line, rolled)
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'storm'"):
        TINY.decode(line.replace(b"battle", b"storm"))


def test_the_events_of_a_codec_are_sorted_by_kind() -> None:
    assert TINY.orders == {*tiny.ORDERS}
    assert TINY.chances == {tiny.Rolled, tiny.Drawn}
    assert TINY.inputs == TINY.orders | TINY.chances
    assert TINY.records == {event for event in COMMON_EVENTS if issubclass(event, Record)} | {Header}
    rest = set(TINY.vocabulary) - TINY.inputs - TINY.records
    assert all(issubclass(event, Outcome) for event in rest)
    assert rest >= {*tiny.OUTCOMES, *tiny.FRAMES, common.Back, common.Ended}
    assert not TINY.has_old_forms


# What constructors take and a diary does not.


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Routed(unit=-1), r"Expected `int` >= 0 - at `\$.unit`"),
        (Routed(unit=1000), r"Expected `int` <= 999 - at `\$.unit`"),
        (Routed(unit="1"), r"Expected `int`, got `str` - at `\$.unit`"),  # type: ignore[arg-type]
        (Routed(unit=1.0), r"Expected `int`, got `float` - at `\$.unit`"),  # type: ignore[arg-type]
        (Routed(unit=None), r"Expected `int`, got `null` - at `\$.unit`"),  # type: ignore[arg-type]
        (Routed(unit=1, side="blue"), r"Invalid enum value 'blue' - at `\$.side`"),  # type: ignore[arg-type]
        (Routed(unit=1, path=("abcde",)), r"Expected `str` of length <= 4 - at `\$.path\[0\]`"),
        (Routed(unit=1, path=("a",) * 4), r"Expected `array` of length <= 3 - at `\$.path`"),
        (Routed(unit=1, quick=2), r"Expected `bool`, got `int` - at `\$.quick`"),  # type: ignore[arg-type]
        (Noted(text="x" * 4097), r"Expected `str` of length <= 4096 - at `\$.text`"),
        (TookBack(to=10**13), r"Expected `int` <= 1000000000000 - at `\$.to`"),
        (TookBack(to=10**30), r"Expected `int` <= 1000000000000 - at `\$.to`"),
        (tiny.March(unit=1), "Invalid value 'tiny.march'"),
    ],
    ids=lambda value: repr(value)[:50] if isinstance(value, Event) else "",
)
def test_admit_turns_away_what_constructors_take(event: Event, message: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=message):
        DEMO.admit(event)


def test_admit_gives_tuples_for_lists() -> None:
    """A list in place of a tuple would be equal on disk and different in memory."""
    assert DEMO.admit(Routed(unit=1, path=["a"])) == Routed(unit=1, path=("a",))  # type: ignore[arg-type]


# What decodes and is yet not the one canonical form.

CANONICAL = b'{"t":"demo.routed","unit":1,"side":"red","path":["a"]}'


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(CANONICAL.replace(b'"unit":1', b'"unit":2,"unit":1'), id="a key twice"),
        pytest.param(CANONICAL.replace(b'"unit":1', b'"unit":1,"unit":1'), id="a key twice with one value"),
        pytest.param(CANONICAL.replace(b'"unit":1,"side":"red"', b'"side":"red","unit":1'), id="keys in another order"),
        pytest.param(b'{"unit":1,"side":"red","path":["a"],"t":"demo.routed"}', id="tag last"),
        pytest.param(CANONICAL.replace(b"}", b',"quick":false}'), id="default False spelled out"),
        pytest.param(CANONICAL.replace(b"}", b',"depth":7}'), id="default number spelled out"),
        pytest.param(b'{"t":"demo.routed","unit":1,"side":null,"path":["a"]}', id="default None spelled out"),
        pytest.param(b'{"t":"demo.routed","unit":1,"side":"red","path":[]}', id="default () spelled out"),
        pytest.param(CANONICAL.replace(b":1", b": 1"), id="space after a colon"),
        pytest.param(CANONICAL.replace(b",", b", "), id="space after a comma"),
        pytest.param(b" " + CANONICAL, id="space before"),
        pytest.param(CANONICAL + b" ", id="space behind"),
        pytest.param(CANONICAL + b"\r", id="carriage return"),
        pytest.param(CANONICAL.replace(b'["a"]', b'["a"\t]'), id="tab inside"),
        pytest.param(CANONICAL.replace(b'"a"', rb'"\u0061"'), id="letter escaped"),
        pytest.param(CANONICAL.replace(b"red", rb"r\u0065d"), id="vocabulary word escaped"),
        pytest.param(CANONICAL.replace(b"demo", rb"dem\u006f"), id="tag escaped"),
        pytest.param(CANONICAL.replace(b'"unit"', rb'"\u0075nit"'), id="key escaped"),
        pytest.param(CANONICAL.replace(b'"a"', rb'"\/"'), id="slash escaped"),
        pytest.param(CANONICAL.replace(b'"a"', rb'"\u00e4"'), id="umlaut escaped"),
        pytest.param(CANONICAL.replace(b'"a"', rb'"\u000a"'), id="newline by number"),
        pytest.param(CANONICAL.replace(b'"a"', rb'"\u001F"'), id="capital hexadecimal"),
        pytest.param(CANONICAL.replace(b":1", b":-0"), id="minus zero"),
    ],
)
def test_the_canonical_test_finds(line: bytes) -> None:
    event = DEMO.decode_wire(line)
    assert isinstance(event, Routed)
    assert not DEMO.is_canonical(line, event)
    assert DEMO.is_canonical(DEMO.encode(event), event)


def test_the_canonical_test_passes_what_is_canonical() -> None:
    assert DEMO.is_canonical(CANONICAL, DEMO.decode_wire(CANONICAL))


# What does not decode.


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "Input data was truncated"),
        (b"{}", "Object missing required field `t`"),
        (b"null", "Expected `object`, got `null`"),
        (b'[{"t":"noted"}]', "Expected `object`, got `array`"),
        (b'{"t":"demo.unknown"}', "Invalid value 'demo.unknown'"),
        (b'{"t":"Routed","unit":1}', "Invalid value 'Routed'"),
        (b'{"t":7}', "Expected `str`"),
        (b'{"t":"demo.routed"}', "Object missing required field `unit`"),
        (b'{"t":"demo.routed","unit":1,"extra":1}', "Object contains unknown field `extra`"),
        (b'{"t":"demo.routed","unit":1}{"t":"demo.routed","unit":1}', "trailing characters"),
        (b'\xef\xbb\xbf{"t":"demo.routed","unit":1}', "invalid character"),
        (b'{"t":"noted","text":"\xff"}', "Invalid UTF-8"),
        (b'{"t":"noted","text":"\xed\xa0\x80"}', "Invalid UTF-8"),
        (b'{"t":"noted","text":"\x00"}', "invalid character"),
        (b'{"t":"demo.routed","unit":1' + b"0" * 5000 + b"}", "Integer value out of range"),
        (b'{"t":"demo.routed","unit":1.0}', "Expected `int`, got `float`"),
        (b'{"t":"demo.routed","unit":1e2}', "Expected `int`, got `float`"),
        (b'{"t":"demo.routed","unit":NaN}', "invalid character"),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_a_line_that_is_no_event(line: bytes, message: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=message):
        DEMO.decode(line)
    with pytest.raises(msgspec.DecodeError):
        DEMO.decode_wire(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)
FIELDS = st.sampled_from(["unit", "side", "path", "dice", "seats", "text", "to", "options", "parent", "key", "by", "h"])
TAGGED = st.builds(
    lambda name, rest, last: {**rest, "t": name} if last else {"t": name, **rest},
    st.sampled_from([*DEMO.by_tag, "commit"]) | JSON,
    st.dictionaries(FIELDS, JSON, max_size=4),
    st.booleans(),
)


def takes_or_turns_away(line: bytes) -> None:
    """Whatever comes, each way of decoding gives an event or an error of msgspec, and an event is written again."""
    readers: list[Any] = [DEMO.decode, DEMO.decode_wire, TINY.decode, HEADER_DECODER.decode, DEMO.decode_wire_lines]
    for read in readers:
        try:
            found = read(line)
        except msgspec.MsgspecError:
            continue
        again = b"\n".join(DEMO.encode(event) for event in found) if isinstance(found, list) else DEMO.encode(found)
        assert read(again) == found


@given(JSON | TAGGED)
def test_decoding_any_json_raises_nothing_but_errors_of_msgspec(value: Any) -> None:
    takes_or_turns_away(json.dumps(value).encode())


@given(st.sampled_from(LINES), st.integers(0, 400), st.binary(max_size=3), st.integers(0, 3))
def test_decoding_a_damaged_line_raises_nothing_but_errors_of_msgspec(
    line: bytes, at: int, put: bytes, cut: int
) -> None:
    takes_or_turns_away(line[:at] + put + line[at + cut :])


@given(st.binary(max_size=60))
def test_decoding_any_bytes_raises_nothing_but_errors_of_msgspec(line: bytes) -> None:
    takes_or_turns_away(line)


def test_decoding_runs_out_of_stack_where_depth_is_not_bounded_first() -> None:
    """Why the diary's reader bounds depth before it decodes: msgspec skips over fields to find the tag."""
    with pytest.raises(RecursionError):
        COMMON.decode(b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b',"t":"noted"}')
    deep = b"[" * 64 + b"]" * 64
    with pytest.raises(msgspec.ValidationError, match="Expected `str`, got `array`"):
        COMMON.decode(b'{"text":' + deep + b',"t":"noted"}')
