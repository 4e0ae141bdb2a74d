"""Every flip of a bit, every cut, every line deleted, doubled or swapped is found; and what is shown is a beginning."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.diary import demo
from tests.diary.fault_port import FaultPort

from wardiary.events.diary import DiaryReader, DiaryWriter, MemoryPort, repair
from wardiary.events.errors import BrokenChain, DiaryError
from wardiary.events.kinds import Event

FILE = Path("/games/a.diary")


def small_diary(*, sync: bool, seal: bool, count: int = 19) -> bytes:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync="turn" if sync else "none", port=port) as writer:
        for number, step in enumerate(demo.steps(count, long=True)):
            writer.append(step, sync=number % 2 == 0)
        if seal:
            writer.seal("ab" * 16)
    return port.contents(FILE)


MARKED = small_diary(sync=True, seal=True)
UNMARKED = small_diary(sync=False, seal=False)
KINDS = pytest.mark.parametrize("whole", [MARKED, UNMARKED], ids=["marked and sealed", "without marks"])


def events_of(data: bytes) -> list[Event]:
    return [event for some in DiaryReader(data, demo.codec_for).events() for event in some]


def outcome(data: bytes, events: list[Event]) -> str:
    """How a reader takes these bytes; whatever it shows must be a beginning of the game as it was."""
    shown: list[Event] = []
    try:
        reader = DiaryReader(data, demo.codec_for)
        for some in reader.events():
            shown += some
        tail = reader.tail
    except DiaryError as error:
        assert shown == events[: len(shown)]
        return type(error).__name__
    assert shown == events[: len(shown)]
    return "whole" if tail is None else "tail"


def flipped(data: bytes, byte: int, bit: int) -> bytes:
    changed = bytearray(data)
    changed[byte] ^= 1 << bit
    return bytes(changed)


def test_every_flipped_bit_is_found(record_property: Callable[[str, object], None]) -> None:
    """Before the last block with a mark it is damage, never a torn tail: cutting there would lose what was safe.

    Wherever the bit is, in a commit line too.
    """
    events = events_of(MARKED)
    safe_to = DiaryReader(MARKED, demo.codec_for).end.last_block.byte
    assert 3_000 < safe_to < len(MARKED) < 4_500
    found = dict.fromkeys(("BrokenChain", "Unreadable", "tail", "whole"), 0)
    for byte in range(len(MARKED)):
        for bit in range(8):
            came_out = outcome(flipped(MARKED, byte, bit), events)
            assert came_out != "tail" or byte >= safe_to, (byte, bit)
            found[came_out] += 1
    record_property("diary", f"{len(MARKED) * 8} bits flipped, each once: {found}")
    assert found["whole"] == 0


def test_every_flipped_bit_is_found_without_marks(record_property: Callable[[str, object], None]) -> None:
    """Nothing says what was safe: the rest is reported as a torn tail, but nothing wrong is shown."""
    whole = small_diary(sync=False, seal=False, count=5)
    events = events_of(whole)
    found = dict.fromkeys(("BrokenChain", "Unreadable", "tail", "whole"), 0)
    for byte in range(len(whole)):
        for bit in range(8):
            found[outcome(flipped(whole, byte, bit), events)] += 1
    record_property("diary", f"{len(whole) * 8} bits flipped, each once, no marks: {found}")
    assert found["whole"] == 0


def test_repair_changes_nothing_about_damage() -> None:
    safe_to = DiaryReader(MARKED, demo.codec_for).end.last_block.byte
    for byte in range(safe_to):
        disk = {FILE: flipped(MARKED, byte, byte % 8)}
        port = FaultPort(disk)
        with pytest.raises(DiaryError):
            repair(FILE, port=port)
        with pytest.raises(DiaryError):
            DiaryWriter.open(FILE, demo.codec_for, port=port)
        assert port.contents() == disk
        assert not port.opened


@KINDS
def test_cut_at_every_byte(whole: bytes, record_property: Callable[[str, object], None]) -> None:
    """A file cut short is a torn tail or, cut between blocks, a shorter diary; opening it keeps the rest aside."""
    events = events_of(whole)
    ends = {block.byte for block in DiaryReader(whole, demo.codec_for).blocks()} | {len(whole)}
    first_block = min(ends - {0})
    for size in range(len(whole) + 1):
        wanted = "Unreadable" if size < first_block else "whole" if size in ends else "tail"
        assert outcome(whole[:size], events) == wanted, size
        if size >= first_block:
            port = FaultPort({FILE: whole[:size]})
            report = repair(FILE, port=port)
            kept = port.contents().get(Path(f"{FILE}.torn"), b"")
            assert port.contents()[FILE] + kept == whole[:size]
            assert report.events == len(events_of(port.contents()[FILE]))
    record_property("diary", f"cut at each of {len(whole) + 1} places: nothing lost, nothing refused")


def changed_lines(whole: bytes) -> dict[str, bytes]:
    lines = whole.splitlines(keepends=True)
    changed = {}
    for at, line in enumerate(lines):
        changed[f"{at + 1} deleted"] = b"".join(lines[:at] + lines[at + 1 :])
        changed[f"{at + 1} doubled"] = b"".join([*lines[: at + 1], line, *lines[at + 1 :]])
        for other in range(at):
            swapped = list(lines)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            changed[f"{other + 1} and {at + 1} swapped"] = b"".join(swapped)
    return {what: data for what, data in changed.items() if data != whole}


@KINDS
def test_every_line_deleted_doubled_swapped(whole: bytes, record_property: Callable[[str, object], None]) -> None:
    events = events_of(whole)
    changed = changed_lines(whole)
    found = [what for what, data in changed.items() if outcome(data, events) != "whole"]
    record_property("diary", f"{len(changed)} lines deleted, doubled, swapped: found {len(found)}")
    assert found == list(changed)


def test_whole_blocks_deleted_doubled_swapped() -> None:
    blocks = list(DiaryReader(MARKED, demo.codec_for).blocks())
    ends = [block.byte for block in blocks[1:]] + [len(MARKED)]
    pieces = [MARKED[block.byte : end] for block, end in zip(blocks, ends, strict=True)]
    events = events_of(MARKED)
    for at in range(1, len(pieces) - 1):
        for data in (
            pieces[:at] + pieces[at + 1 :],
            [*pieces[:at], pieces[at], *pieces[at:]],
            [*pieces[:at], pieces[at + 1], pieces[at], *pieces[at + 2 :]],
        ):
            assert outcome(b"".join(data), events) != "whole"


def test_last_blocks_dropped_cannot_be_seen_but_for_the_seal() -> None:
    """What the chain is not worth, as docs/diary-safety.md says."""
    blocks = list(DiaryReader(MARKED, demo.codec_for).blocks())
    shorter = DiaryReader(MARKED[: blocks[-3].byte], demo.codec_for)
    assert shorter.tail is None
    assert not shorter.end.sealed


def test_damage_is_named_by_line_byte_and_event() -> None:
    block = list(DiaryReader(MARKED, demo.codec_for).blocks())[4]
    damaged = bytearray(MARKED)
    damaged[block.byte + 40] ^= 1
    reader = DiaryReader(bytes(damaged), demo.codec_for)
    with pytest.raises(BrokenChain) as caught:
        list(reader.events())
    error = caught.value
    assert (error.line, error.byte, error.event) == (block.line, block.byte, block.first)
    assert "its bytes do not give the hash in its commit line" in error.message
    assert "restore the file from a copy" in error.message


@pytest.mark.parametrize("number", range(1, 5))
def test_damage_right_after_the_header_of_a_sealed_diary_is_no_strangers_seal(number: int) -> None:
    """The header alone is whole then, and the seal far behind it is none that stands too early."""
    block = list(DiaryReader(MARKED, demo.codec_for).blocks())[number]
    damaged = bytearray(MARKED)
    damaged[block.byte + 10] ^= 1
    with pytest.raises(BrokenChain, match="the block that begins here is damaged") as caught:
        list(DiaryReader(bytes(damaged), demo.codec_for).events())
    assert (caught.value.line, caught.value.byte, caught.value.event) == (block.line, block.byte, block.first)


def test_a_seal_that_was_cut_off_right_after_the_header_is_a_torn_end() -> None:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync="turn", port=port) as writer:
        writer.seal("ab" * 16)
    whole = port.contents(FILE)
    seal = DiaryReader(whole, demo.codec_for).end.last_block
    torn = DiaryReader(whole[: seal.byte + len(seal.lines) + 20], demo.codec_for)
    assert torn.tail is not None
    assert (torn.last_n, torn.tail.byte) == (1, seal.byte)


@KINDS
@pytest.mark.parametrize("second", [MARKED, UNMARKED, MARKED[:400]], ids=["marked", "without marks", "cut off"])
def test_two_diaries_in_one_file_are_refused_and_left_as_they_are(whole: bytes, second: bytes) -> None:
    """However long either is: `repair` would take the second for a torn end, and cut a whole game off."""
    reader = DiaryReader(whole + second, demo.codec_for)
    with pytest.raises(BrokenChain, match=f"a second diary begins here.*the first {len(whole)} bytes") as caught:
        list(reader.events())
    assert caught.value.byte == len(whole)
    port = FaultPort({FILE: whole + second})
    with pytest.raises(BrokenChain):
        repair(FILE, port=port)
    with pytest.raises(DiaryError):
        DiaryWriter.open(FILE, demo.codec_for, port=port)
    assert port.contents() == {FILE: whole + second}
