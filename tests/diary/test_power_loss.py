"""The power goes at every call of a game; whatever the disk then holds, it opens and nothing promised is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct
from tests.diary import demo
from tests.diary.fault_port import WAYS, FaultPort, PowerLoss

from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.diary import DiaryReader, DiaryWriter, SyncLevel, repair
from wardiary.events.errors import DiaryError, Unreadable
from wardiary.events.kinds import Event

FILE = Path("/games/a.diary")
GAME = list(demo.steps(90, long=True))
"""200 events and more."""
LOOKS_PER_WAY = 2


class Played(Struct):
    """What a game wrote, and how much of it was promised to be safe."""

    events: list[Event]
    created: bool = False
    safe: int = 0


class Count(Struct):
    """What came of the power losses."""

    losses: int = 0
    never_begun: int = 0
    torn: int = 0
    refused: int = 0
    lost: int = 0
    wrong: int = 0
    sealed_in_part: int = 0
    """Sealed at level `none`, and the disk kept the seal but not all before it: no torn end, rightly refused."""

    def line(self, what: str) -> str:
        return (
            f"{what}: {self.losses} power losses, {self.torn} tails cut, {self.never_begun} before the game began; "
            f"refused wrongly {self.refused}, acknowledged events lost {self.lost}, recovered wrongly {self.wrong}"
            f"; sealed but not whole {self.sealed_in_part}"
        )


def play(port: FaultPort, level: SyncLevel, played: Played) -> None:
    """The game; a person answers at every third step."""
    writer = DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync=level, port=port)
    played.created = True
    played.safe = 0 if level == "none" else 1
    for number, step in enumerate(GAME):
        played.events += step
        asked = number % 3 == 0
        last = writer.append(step, sync=asked)
        if level == "always" or (level == "turn" and asked):
            played.safe = last
    writer.seal("ab" * 16)
    if level != "none":
        played.safe = writer.last_n
    writer.close()
    played.safe = 0 if level == "none" else writer.last_n


def calls_of(level: SyncLevel) -> int:
    port = FaultPort()
    play(port, level, Played(events=[demo.header()]))
    return port.calls


def codec_for(header: Header) -> Codec:
    return demo.CODEC


def judge(disk: dict[Path, bytes], played: Played, count: Count) -> None:
    """Open what the power loss left, go on, read it again."""
    count.losses += 1
    port = FaultPort(disk)
    try:
        writer = DiaryWriter.open(FILE, codec_for, port=port)
    except Unreadable as error:
        if "sealed" in error.message:
            events = [event for some in DiaryReader(disk[FILE], codec_for).events() for event in some]
            count.wrong += events[:-1] != played.events or port.contents() != disk
        elif not played.safe:
            count.never_begun += 1
        else:
            count.refused += 1
        return
    except DiaryError:
        sealed_in_part = not played.safe and b'{"t":"sealed"' in disk[FILE]
        count.sealed_in_part += sealed_in_part
        count.refused += not sealed_in_part
        return
    count.torn += writer.recovery is not None
    count.lost += writer.last_n < played.safe
    left = sum(len(data) for path, data in port.contents().items() if path.name.startswith(FILE.name))
    count.wrong += left != len(disk[FILE])
    last = writer.last_n
    writer.append([demo.Fell(unit=1)], sync=True)
    writer.close()
    reader = DiaryReader(port.contents()[FILE], codec_for)
    events = [event for some in reader.events(canonical=True) for event in some]
    count.wrong += events != [*played.events[:last], demo.Fell(unit=1)] or reader.tail is not None


@pytest.mark.parametrize("level", ["none", "turn", "always"])
def test_power_loss_at_every_call(level: SyncLevel, record_property: Callable[[str, object], None]) -> None:
    count = Count()
    for call in range(1, calls_of(level) + 1):
        for before in (True, False):
            played = Played(events=[demo.header()])
            port = FaultPort(loss_at=call, before=before)
            with pytest.raises(PowerLoss):
                play(port, level, played)
            for way in WAYS:
                for look in range(LOOKS_PER_WAY if way not in {"dropped", "whole"} else 1):
                    judge(port.after_power_loss(way, call, before, look), played, count)
    record_property("diary", count.line(f"sync={level}"))
    assert (count.refused, count.lost, count.wrong) == (0, 0, 0)
    assert count.torn > count.losses / 10


def torn_disks() -> list[tuple[dict[Path, bytes], Played]]:
    """Some disks with a torn tail on them."""
    found = []
    for call in range(20, calls_of("turn"), 17):
        for way in ("cut", "zeroed", "reordered"):
            played = Played(events=[demo.header()])
            port = FaultPort(loss_at=call, before=False)
            with pytest.raises(PowerLoss):
                play(port, "turn", played)
            disk = port.after_power_loss(way, call)
            if DiaryReader(disk[FILE], codec_for).tail is not None:
                found.append((disk, played))
    return found


def test_power_loss_at_every_call_of_a_recovery(record_property: Callable[[str, object], None]) -> None:
    """Recovery itself may be cut off anywhere, and is then done again: still nothing is lost."""
    count = Count()
    disks = torn_disks()
    for number, (disk, played) in enumerate(disks):
        call = 0
        while True:
            call += 1
            port = FaultPort(disk, loss_at=call, before=call % 2 == 0)
            try:
                DiaryWriter.open(FILE, codec_for, port=port).close()
                break
            except PowerLoss:
                pass
            for way in WAYS:
                left = port.after_power_loss(way, number, call)
                tail = DiaryReader(left[FILE], codec_for).tail
                cut = DiaryReader(disk[FILE], codec_for).tail
                assert cut is not None
                # Either the tail is still there, or it is whole in its file.
                kept = [data for path, data in left.items() if ".torn" in path.name and ".part" not in path.name]
                count.lost += tail is None and disk[FILE][cut.byte :] not in kept
                judge_again(left, played, count)
    record_property("diary", count.line("during recovery"))
    assert (count.refused, count.lost, count.wrong) == (0, 0, 0)
    assert len(disks) > 10
    assert count.torn


def judge_again(disk: dict[Path, bytes], played: Played, count: Count) -> None:
    """Open once more; what was kept aside before stays."""
    count.losses += 1
    port = FaultPort(disk)
    with DiaryWriter.open(FILE, codec_for, port=port) as writer:
        count.torn += writer.recovery is not None
        count.lost += writer.last_n < played.safe
    events = [event for some in DiaryReader(port.contents()[FILE], codec_for).events() for event in some]
    count.wrong += events != played.events[: writer.last_n]
    asides = {path: data for path, data in disk.items() if ".torn" in path.name and ".part" not in path.name}
    count.wrong += any(port.contents()[path] != data for path, data in asides.items())


def test_a_repair_is_on_the_disk_when_it_returns() -> None:
    disk, _ = torn_disks()[0]
    port = FaultPort(disk)
    report = repair(FILE, port=port)
    assert report.recovered is not None
    for way in WAYS:
        assert port.after_power_loss(way) == port.contents()
