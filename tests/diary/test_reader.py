"""How a diary is read: events, blocks, the end, the tail, the seal; in pieces of any size, with flat memory."""

import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from tests.diary import demo
from tests.diary.demo import FELL, chained, events_of, shown_before_the_fault

from wardiary.events.codec import Codec
from wardiary.events.common import Header, Noted, Sealed
from wardiary.events.diary import DiaryReader, DiaryWriter, MemoryPort, open_diary
from wardiary.events.diary.seal import seal_digest
from wardiary.events.errors import BrokenChain, UnknownEvent
from wardiary.events.kinds import Event

FILE = Path("a.diary")
COUNT = 40


def played(*, per_block: int = 1, count: int = COUNT) -> tuple[bytes, list[Event]]:
    port = MemoryPort()
    events: list[Event] = [demo.header()]
    steps = list(demo.steps(count, long=True))
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync="turn", port=port) as writer:
        for at in range(0, count, per_block):
            block = [event for step in steps[at : at + per_block] for event in step]
            events += block
            writer.append(block, sync=True)
    return port.contents(FILE), events


@pytest.mark.parametrize("per_block", [1, 3, COUNT])
def test_events_and_blocks(per_block: int) -> None:
    data, events = played(per_block=per_block)
    reader = DiaryReader(data, demo.codec_for)
    for _ in range(2):
        assert [event for some in reader.events(canonical=True) for event in some] == events
    assert [event for some in reader.events(verify=False) for event in some] == events
    blocks = list(reader.blocks())
    assert [event for block in blocks for event in block.events] == events
    for before, block in pairwise(blocks):
        assert block.first == before.last + 1
    lines = data.split(b"\n")
    for block in blocks:
        assert data[block.byte :].startswith(lines[block.line - 1] + b"\n")
        assert demo.CODEC.encode(block.events[0]) == lines[block.line - 1]
        assert f'"n":{block.last},'.encode() in lines[block.line - 1 + len(block.events)]
        assert block.h.encode() in lines[block.line - 1 + len(block.events)]
    assert (reader.last_n, reader.last_h) == (blocks[-1].last, blocks[-1].h)


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_any_size_of_chunk_reads_the_same(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data, events = played()
    monkeypatch.setattr("wardiary.events.diary.sources.CHUNK", size)
    assert events_of(data) == events
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 1
    with pytest.raises(BrokenChain):
        events_of(bytes(damaged))
    assert DiaryReader(data[:-20], demo.codec_for).tail is not None


@pytest.mark.parametrize("size", [1, 64, 100_000])
def test_what_follows_the_header_is_seen_without_reading_on(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _events = played()
    monkeypatch.setattr("wardiary.events.diary.sources.CHUNK", size)
    line = data.split(b"\n")[2]
    header_alone = data[: data.index(line)]
    reader = DiaryReader(data, demo.codec_for)
    assert (reader.follows_header(line), reader.follows_header(line[:8])) == (True, True)
    assert (reader.follows_header(line + b"!"), reader.follows_header(b"!")) == (False, False)
    assert not DiaryReader(header_alone, demo.codec_for).follows_header(line[:1])


def test_old_forms_are_turned_into_the_newest() -> None:
    data = chained(b'{"t":"demo.march","unit":1,"to":"x"}\n', FELL)
    reader = DiaryReader(data, lambda header: demo.CODEC_WITH_OLD_FORMS)
    wanted = [demo.header(), demo.March(unit=1, to="x"), demo.Fell(unit=1)]
    assert [event for some in reader.events(canonical=True) for event in some] == wanted
    wrong = chained(b'{"t":"demo.march","unit":1,"to":"x"}\n' + FELL, b'{"t":"demo.flew"}\n')
    shown, error = shown_before_the_fault(wrong, demo.CODEC_WITH_OLD_FORMS)
    assert shown == wanted
    assert type(error) is UnknownEvent


def test_a_torn_tail_is_reported_and_passed_over() -> None:
    data = chained(FELL, FELL)
    reader = DiaryReader(data + FELL + b'{"t":"de', demo.codec_for)
    assert len([event for some in reader.events() for event in some]) == 3
    tail = reader.tail
    assert tail is not None
    assert (tail.line, tail.byte, tail.bytes, tail.event) == (7, len(data), len(FELL) + 8, 4)
    assert tail.reason == "the file ends within a block"
    assert [event for some in reader.events(verify=False) for event in some][1:] == [demo.Fell(unit=1)] * 2


def test_a_reader_does_not_see_what_is_appended_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with DiaryWriter.create(path, demo.header(), demo.CODEC, sync="turn") as writer:
        writer.append([demo.Fell(unit=1)])
        reader = open_diary(str(path), demo.codec_for)
        writer.append([demo.Fell(unit=2)])
        assert reader.last_n == 2
        assert len([event for some in reader.events() for event in some]) == 2
        assert open_diary(path, demo.codec_for).last_n == 3


def test_codec_is_chosen_by_the_header() -> None:
    seen: list[Header] = []

    def codec_for(header: Header) -> Codec:
        seen.append(header)
        return demo.CODEC

    reader = open_diary(chained(FELL), codec_for)
    assert seen == [demo.header()] == [reader.header]


def test_memory_stays_flat(record_property: Callable[[str, object], None]) -> None:
    port = MemoryPort()
    steps = [event for step in demo.steps(1000) for event in step]
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port) as writer:
        for _ in range(60):
            for at in range(0, len(steps), 50):
                writer.append(steps[at : at + 50])
    data = port.contents(FILE)
    peaks = []
    for size in (len(data) // 10, len(data)):
        reader = DiaryReader(data[:size], demo.codec_for)
        tracemalloc.start()
        count = sum(len(some) for some in reader.events())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    record_property("diary", f"peak memory of reading {count} events: {peaks[1]} bytes, of a tenth: {peaks[0]}")
    assert peaks[1] < peaks[0] * 1.2


def test_a_long_note_reads_back() -> None:
    """Longest text, every character of it four bytes."""
    note = Noted(text="\U0001f409" * 4096)
    assert events_of(chained(demo.CODEC.encode(note) + b"\n"), canonical=True)[1:] == [note]


@pytest.mark.parametrize(
    ("events", "digest"),
    [
        (2, "0" * 64),
        (7, seal_digest([chained(FELL)])),
        (3, seal_digest([chained(FELL)])),
    ],
)
def test_a_seal_that_does_not_fit(events: int, digest: str) -> None:
    seal = Sealed(events=events, digest=digest)
    with pytest.raises(BrokenChain, match="the seal does not fit"):
        DiaryReader(chained(FELL, demo.CODEC.encode(seal) + b"\n"), demo.codec_for).check_seal()


def test_a_seal_that_fits() -> None:
    seal = Sealed(events=2, digest=seal_digest([chained(FELL)]))
    assert DiaryReader(chained(FELL, demo.CODEC.encode(seal) + b"\n"), demo.codec_for).check_seal() == seal


def test_no_seal_is_no_error() -> None:
    assert DiaryReader(chained(FELL), demo.codec_for).check_seal() is None
