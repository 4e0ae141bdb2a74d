"""The disk refuses any one call, or all from one on: the writer stops, says so, and what was acknowledged is kept."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.diary import demo
from tests.diary.fault_port import FaultPort

from wardiary.events.diary import DiaryReader, DiaryWriter, SyncLevel, repair
from wardiary.events.errors import DiaryError, WriteFailed
from wardiary.events.kinds import Event

FILE = Path("/games/a.diary")
GAME = list(demo.steps(90))


def play(port: FaultPort, level: SyncLevel, acknowledged: list[Event]) -> DiaryWriter:
    """Play until the end or the first error; a writer that failed must refuse all that follows."""
    writer = DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync=level, port=port)
    acknowledged.append(demo.header())
    try:
        for number, step in enumerate(GAME):
            writer.append(step, sync=number % 3 == 0)
            acknowledged += step
        writer.seal()
    except WriteFailed:
        calls = port.calls
        with pytest.raises(WriteFailed, match="open the diary again"):
            writer.append(GAME[0])
        with pytest.raises(WriteFailed, match="open the diary again"):
            writer.seal()
        assert port.calls == calls, "a writer that gave up touched the disk again"
        writer.close()
        raise
    writer.close()
    return writer


def events_in(data: bytes) -> list[Event]:
    return [event for some in DiaryReader(data, demo.codec_for).events() for event in some]


def left_by_a_crash() -> bytes:
    """A diary with a torn tail."""
    port = FaultPort()
    play(port, "turn", [])
    return port.contents()[FILE][:-100]


HOW = ("refused", "short", "for good", "short, then for good")


def failing(how: str, call: int, disk: dict[Path, bytes] | None = None) -> FaultPort:
    return FaultPort(disk, fail_at=call, short="short" in how, for_good="for good" in how)


@pytest.mark.parametrize("level", ["none", "turn", "always"])
@pytest.mark.parametrize("how", HOW)
def test_every_call_of_a_game(level: SyncLevel, how: str, record_property: Callable[[str, object], None]) -> None:
    whole = FaultPort()
    play(whole, level, [])
    torn = 0
    for call in range(1, whole.calls + 1):
        acknowledged: list[Event] = []
        port = failing(how, call)
        with pytest.raises(WriteFailed, match=str(FILE)):
            play(port, level, acknowledged)
        left = port.contents()
        if not acknowledged:
            assert how.endswith("for good") or not left, "a diary that was not created is still there"
            continue
        recovered = repair(FILE, port=FaultPort(left)).recovered
        torn += recovered is not None
        events = events_in(left[FILE])
        assert events[: len(acknowledged)] == acknowledged
        if not how.endswith("for good"):
            assert recovered is None, "the file was not cut back"
            assert len(events) == len(acknowledged), "an event that was refused is in the diary"
    record_property("diary", f"sync={level}, {how}: {whole.calls} calls refused, {torn} tails cut, nothing lost")
    assert bool(torn) == (how == "short, then for good")


@pytest.mark.parametrize("how", HOW)
def test_every_call_of_an_opening(how: str, record_property: Callable[[str, object], None]) -> None:
    """Locking, reading, keeping the tail aside, cutting it: whatever fails, a second try finds everything."""
    disk = {FILE: left_by_a_crash()}
    expected = events_in(disk[FILE])
    call = 0
    while True:
        call += 1
        port = failing(how, call, disk)
        with suppress(DiaryError):
            DiaryWriter.open(FILE, demo.codec_for, port=port).close()
        assert not port.opened, "a file was left open"
        if not port.failed:
            break
        left = port.contents()
        with DiaryWriter.open(FILE, demo.codec_for, port=FaultPort(left)) as writer:
            assert writer.last_n == len(expected)
        kept = [data for path, data in left.items() if path.name.endswith(".torn")]
        assert left[FILE] == disk[FILE] or kept == [disk[FILE][len(left[FILE]) :]]
        if not how.endswith("for good"):
            assert not [path for path in left if path.name.endswith(".part")], "a half copy of the tail is still there"
    record_property("diary", f"opening, {how}: {call - 1} calls refused, nothing lost")
    assert call > 8


def test_a_full_disk_is_named() -> None:
    acknowledged: list[Event] = []
    port = FaultPort(fail_at=12)
    with pytest.raises(WriteFailed) as caught:
        play(port, "none", acknowledged)
    assert str(caught.value) == (
        f"{FILE}, event {len(acknowledged) + 1}: the diary could not be written (No space left on device); it is cut "
        f"back to the block before; every event up to {len(acknowledged)} is kept"
    )


def test_an_interrupted_append_leaves_no_half_block() -> None:
    """Ctrl-C may come between the write and the writer's own bookkeeping."""

    class Interrupting(FaultPort):
        def write(self, handle: int, data: bytes, /) -> int:
            written = super().write(handle, data)
            if self.calls > 10:
                raise KeyboardInterrupt
            return written

    port = Interrupting()
    acknowledged: list[Event] = []
    with pytest.raises(KeyboardInterrupt):
        play(port, "none", acknowledged)
    assert events_in(port.contents()[FILE]) == acknowledged
    assert DiaryReader(port.contents()[FILE], demo.codec_for).tail is None
