"""What is said about files that are no diary, and about wrong lines in a chain that is right."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.diary import demo
from tests.diary.demo import FELL, HEADER_LINE, chained, events_of, shown_before_the_fault

from wardiary.events.diary import DiaryReader, DiaryWriter, find_jumps, limits, open_diary
from wardiary.events.errors import BrokenChain, DiaryError, LimitExceeded, NotCanonical, UnknownEvent, Unreadable

NO_DIARY = {
    "empty": (b"", "is empty: nothing was recorded"),
    "zeros": (bytes(5000), "holds only zero bytes"),
    "mark": (b"\xef\xbb\xbf" + HEADER_LINE, "byte-order mark"),
    "utf-16": (HEADER_LINE.decode().encode("utf-16"), "UTF-16"),
    "crlf": (chained(FELL).replace(b"\n", b"\r\n"), "CR LF"),
    "no header": (b'{"t":"header" }\n', "its first line is no header"),
    "gzip": (b"\x1f\x8b\x08\x00abc", "gzip"),
    "zip": (b"PK\x03\x04abc", "zip"),
    "sqlite": (b"SQLite format 3\x00" + bytes(100), "SQLite"),
    "parquet": (b"PAR1" + bytes(100), "Parquet"),
    "duckdb": (bytes(8) + b"DUCK" + bytes(100), "DuckDB"),
    "pdf": (b"%PDF-1.7\n", "PDF"),
    "png": (b"\x89PNG\r\n\x1a\n", "PNG"),
    "html": (b"<!DOCTYPE html>\n", "HTML"),
    "array": (b'[{"t":"header"}]\n', "JSON array"),
    "json": (b'{"name": "x"}\n', "looks like JSON"),
    "export": (b'{"format":"wardiary-export/0","seat":"red","header":{}}\n', "is an export for one seat"),
    "text": ("Näin alkaa päiväkirja.\n".encode(), "plain text"),
    "latin-1": ("Näin alkaa päiväkirja, joka ei ole\n".encode("latin-1"), "binary"),
    "binary": (bytes(range(256)), "binary"),
    "headless": (FELL + chained(FELL), "its header is missing"),
    "spaces": (b" " + chained(FELL), "plain text"),
    "other header": (b'{"t":"header","format":"wargame"}\n', "names the format 'wargame'"),
    "no format": (b'{"t":"header","id":"x"}\n', "first line is not a header"),
    "broken header": (b'{"t":"header","format":\n', "first line is not a header"),
    "newer": (
        HEADER_LINE.replace(b"wardiary/1", b"wardiary/2").replace(b'"id"', b'"new":[1],"id"'),
        r"written in format wardiary/2, and this program reads wardiary/1: use a release of wardiary that reads "
        r"wardiary/2 \(`pip install -U wardiary`",
    ),
    "unreleased": (HEADER_LINE.replace(b"wardiary/1", b"wardiary/0"), "wrote before the first release; no release"),
    "cut in header": (HEADER_LINE[:80], "holds not one whole block: it was cut off while it was created"),
    "cut in tag": (HEADER_LINE[:7], "holds not one whole block"),
    "cut before commit": (HEADER_LINE, "holds not one whole block"),
}


@pytest.mark.parametrize(("data", "message"), NO_DIARY.values(), ids=NO_DIARY)
def test_what_is_no_diary(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.diary"
    path.write_bytes(data)
    for open_it in (lambda: open_diary(path, demo.codec_for), lambda: DiaryWriter.open(path, demo.codec_for)):
        with pytest.raises(Unreadable, match=message) as caught:
            open_it()
        assert str(caught.value).startswith(str(path))
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == data


def test_what_is_no_file(tmp_path: Path) -> None:
    locked = tmp_path / "locked.diary"
    locked.write_bytes(chained(FELL))
    for path, message in (
        (tmp_path, "is a folder"),
        (tmp_path / "none.diary", "no such file"),
        (tmp_path / "x\0y", "zero byte"),
        (locked / "x", "cannot be read: Not a directory"),
        (Path("/dev/null"), "not a regular file"),
    ):
        for open_it in (open_diary, DiaryWriter.open):
            with pytest.raises(Unreadable, match=message):
                open_it(path, demo.codec_for)


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The superuser may read everything, so the refusal is put in by hand."""
    path = tmp_path / "x.diary"
    path.write_bytes(chained(FELL))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Unreadable, match=r"x\.diary: no permission"):
        open_diary(path, demo.codec_for)


BEFORE = chained(FELL, FELL + FELL)
WRONG_LINES: dict[str, tuple[bytes, type[DiaryError], str]] = {
    "unknown tag": (b'{"t":"demo.flew","unit":1}', UnknownEvent, "the event 'demo.flew' is unknown"),
    "unknown later version": (b'{"t":"demo.march@3","unit":1}', UnknownEvent, "'demo.march@3'"),
    "hostile tag": (b'{"t":"\x1b[31m"}', UnknownEvent, r"'\\x1b\[31m'"),
    "unknown field": (b'{"t":"demo.fell","unit":1,"x":1}', Unreadable, "demo.fell: .*unknown field `x`"),
    "missing field": (b'{"t":"demo.fell"}', Unreadable, "missing required field `unit`"),
    "too large": (b'{"t":"demo.fell","unit":1001}', Unreadable, "<= 1000"),
    "huge integer": (b'{"t":"demo.fell","unit":' + b"9" * 5000 + b"}", Unreadable, "demo.fell"),
    "float": (b'{"t":"demo.fell","unit":1.5}', Unreadable, "demo.fell"),
    "wrong seat": (b'{"t":"demo.asked","side":"blue"}', Unreadable, "Invalid enum value 'blue'"),
    "not JSON": (b'{"t":"demo.fell","unit":', Unreadable, "demo.fell"),
    "zero byte": (b'{"t":"demo.fell","unit":1\x00}', Unreadable, "demo.fell"),
    "not UTF-8": (b'{"t":"noted","text":"\xff\xfe"}', Unreadable, "noted"),
    "surrogate": (b'{"t":"noted","text":"\\ud800"}', Unreadable, "noted"),
    "two values": (b'{"t":"demo.fell","unit":1}{"t":"demo.fell","unit":1}', Unreadable, "demo.fell"),
    "deep": (b'{"t":"demo.said","text":' + b"[" * 100_000 + b"]" * 100_000 + b"}", LimitExceeded, "deeper than 32"),
    "deep before the tag": (b'{"a":' + b"[" * 100_000 + b',"t":"demo.fell"}', LimitExceeded, "deeper than 32"),
    "long": (
        b'{"t":"embedded","name":"x","text":"' + "\U0001f409".encode() * 300_000 + b'"}',
        LimitExceeded,
        "longer than 1048576 bytes",
    ),
    "tag not first": (b'{"unit":1,"t":"demo.fell"}', NotCanonical, "must begin with its tag"),
    "empty": (b"", NotCanonical, "must begin with its tag"),
    "an array": (b"[1]", NotCanonical, "must begin with its tag"),
    "carriage return first": (b'\r{"t":"demo.fell","unit":1}', NotCanonical, "must begin with its tag"),
    "commit line with a space": (b'{"t":"commit", "n":3,"h":"' + b"a" * 32 + b'"}', BrokenChain, "among the events"),
    "second header": (HEADER_LINE[:-1], BrokenChain, "a second header"),
}


@pytest.mark.parametrize(("line", "kind", "message"), WRONG_LINES.values(), ids=WRONG_LINES)
@pytest.mark.parametrize("position", ["only", "first", "last"])
@pytest.mark.parametrize("chunk", [len(BEFORE), limits.CHUNK], ids=["first of a chunk", "one chunk"])
def test_wrong_lines_in_a_right_chain(
    line: bytes, kind: type[DiaryError], message: str, position: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line, byte and event are named, and what stands in whole blocks before is shown first."""
    monkeypatch.setattr("wardiary.events.diary.sources.CHUNK", chunk)
    lines = {"only": line + b"\n", "first": line + b"\n" + FELL, "last": FELL + line + b"\n"}[position]
    data = chained(FELL, FELL + FELL, lines, FELL)
    shown, error = shown_before_the_fault(data, demo.CODEC)
    assert type(error) is kind
    assert re.search(message, str(error))
    offset = position == "last"
    at = len(BEFORE) + (len(FELL) if offset else 0)
    assert (error.line, error.byte, error.event) == (8 + offset, at, 5 + offset)
    assert shown == [demo.header(), *[demo.Fell(unit=1)] * 3]
    blocks = DiaryReader(data, demo.codec_for).blocks()
    assert [next(blocks).last for _ in range(3)] == [1, 2, 4]
    with pytest.raises(kind):
        next(blocks)


NOT_CANONICAL = {
    "doubled key": b'{"t":"demo.fell","unit":2,"unit":1}',
    "doubled tag": b'{"t":"demo.fell","unit":1,"t":"demo.fell"}',
    "other order": b'{"t":"demo.asked","side":"red","at":1}',
    "space": b'{"t":"demo.fell", "unit":1}',
    "space at the end": b'{"t":"demo.fell","unit":1} ',
    "carriage return": b'{"t":"demo.fell","unit":1}\r',
    "spelled-out default": b'{"t":"demo.fell","unit":1,"strength":0}',
    "escape": b'{"t":"noted","text":"\\u0061"}',
    "escaped slash": b'{"t":"noted","text":"a\\/b"}',
    "number as 1.0": b'{"t":"demo.fell","unit":1.0}',
    "number as 1e0": b'{"t":"demo.fell","unit":1e0}',
    "minus zero": b'{"t":"demo.fell","unit":-0}',
}


@pytest.mark.parametrize("line", NOT_CANONICAL.values(), ids=NOT_CANONICAL)
def test_lines_that_are_not_canonical(line: bytes) -> None:
    data = chained(FELL, line + b"\n" + FELL)
    with pytest.raises((NotCanonical, Unreadable)) as caught:
        events_of(data, canonical=True)
    assert (caught.value.line, caught.value.event) == (5, 3)


def test_doubled_keys_pass_unless_asked_about() -> None:
    """Why the comparison exists: the decoder keeps the last of two."""
    data = chained(NOT_CANONICAL["doubled key"] + b"\n")
    assert events_of(data)[1:] == [demo.Fell(unit=1)]
    with pytest.raises(NotCanonical, match=r"line 3, byte \d+, event 2: demo\.fell: is not written the way"):
        events_of(data, canonical=True)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (chained(FELL, header=HEADER_LINE + FELL), "line 2.*the header must be a block of its own"),
        (chained(b'{"t":"sealed","events":2,"digest":"' + b"0" * 64 + b'"}\n', FELL), "seal must stand alone"),
        (chained(b'{"t":"sealed","events":1,"digest":"' + b"0" * 64 + b'"}\n' + FELL, FELL), "seal must stand"),
        (chained(FELL + b'{"t":"sealed","events":2,"digest":"' + b"0" * 64 + b'"}\n'), "seal must stand alone"),
    ],
)
def test_blocks_that_no_writer_makes(data: bytes, message: str) -> None:
    with pytest.raises(BrokenChain, match=message):
        events_of(data)


def test_a_header_that_is_not_one() -> None:
    bad = HEADER_LINE.replace(b'"scenario":"standard"', b'"scenario":7')
    with pytest.raises(Unreadable, match=r"the header cannot be read: .*scenario"):
        open_diary(chained(FELL, header=bad), demo.codec_for)


@given(st.binary(max_size=400))
@example(b"\x28\xb5\x2f\xfd")
@example(b"\x28\xb5\x2f\xfd\x00")
def test_arbitrary_bytes_raise_diary_errors_only(data: bytes) -> None:
    with pytest.raises(DiaryError):
        events_of(data)


LINES = st.lists(
    st.one_of(
        st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")),
        st.sampled_from(
            [FELL[:-1], HEADER_LINE[:-1], *(line for line, _, _ in WRONG_LINES.values() if len(line) < 500)]
        ),
        st.binary(max_size=30).map(lambda rest: b'{"t":"demo.said","text":' + rest.replace(b"\n", b"")),
    ),
    min_size=1,
    max_size=5,
)


@given(st.lists(LINES, max_size=5), st.booleans(), st.binary(max_size=100), st.booleans())
def test_arbitrary_lines_in_a_right_chain(
    blocks: list[list[bytes]], marked: bool, after: bytes, canonical: bool
) -> None:
    data = chained(*[b"".join(line + b"\n" for line in lines) for lines in blocks], marked=marked) + after
    with suppress(DiaryError):
        assert events_of(data, canonical=canonical)[0] == demo.header()


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (HEADER_LINE.replace(b'"demo"', b'"' + b"x" * (1 << 20) + b'"'), "line 1.*longer than 1048576 bytes"),
        (HEADER_LINE.replace(b'"demo"', b"[" * 100_000 + b"]" * 100_000), "line 1.*nested deeper than 32"),
    ],
    ids=["long", "deep"],
)
def test_a_header_beyond_the_limits(header: bytes, message: str) -> None:
    with pytest.raises(LimitExceeded, match=message):
        open_diary(chained(FELL, header=header), demo.codec_for)


def test_more_events_than_a_diary_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardiary.events.diary.blocks.EVENTS_MAX", 3)
    assert len(events_of(chained(FELL, FELL))) == 3
    with pytest.raises(LimitExceeded, match="more than 3 events"):
        events_of(chained(FELL, FELL, FELL))


def test_a_disk_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.diary"
    path.write_bytes(chained(FELL))
    reader = open_diary(path, demo.codec_for)

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error", str(path))

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(Unreadable, match=r"x\.diary: cannot be read: Input/output error"):
        list(reader.events())


def test_a_wrong_line_among_jumps_is_named_too() -> None:
    reader = DiaryReader(chained(b'{"t":"took_back","to":"x"}\n'), demo.codec_for)
    with pytest.raises(Unreadable, match=r"line 3, byte \d+, event 2: took_back"):
        find_jumps(reader)
