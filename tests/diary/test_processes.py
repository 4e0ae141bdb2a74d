"""Several processes at one diary: one writer only, and a writer that is killed loses nothing that it acknowledged."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.diary import demo

from wardiary.events.diary import DiaryReader, DiaryWriter, repair
from wardiary.events.errors import DiaryError, Locked

ROOT = Path(__file__).resolve().parents[2]
RACER = """
import os, sys
from tests.diary import demo
from wardiary.events.diary import DiaryWriter
from wardiary.events.errors import Locked, FileExists, Unreadable
name, count, create = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "create"
for number in range(count):
    path = f"{name}{number}.diary"
    sys.stdin.buffer.read(1)
    try:
        if create:
            writer = DiaryWriter.create(path, demo.header(), demo.CODEC)
        else:
            writer = DiaryWriter.open(path, demo.codec_for, sync="none")
    except (Locked, FileExists) as error:
        said = b"l"
    except Unreadable as error:
        said = b"u"
    else:
        writer.append([demo.Fell(unit=os.getpid() % 1000)])
        said = b"w"
    os.write(1, said)
    sys.stdin.buffer.read(1)
    if said == b"w":
        writer.close()
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}


def start(script: str, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
        bufsize=0,
    )


def race(name: str, count: int, how: str) -> list[str]:
    """What two processes said in each of so many races: w for the writer, l for who found it locked or there."""
    racers = [start(RACER, name, str(count), how) for _ in range(2)]
    said = []
    try:
        for _ in range(count):
            for racer in racers:
                assert racer.stdin is not None
                racer.stdin.write(b".")
            answers = [racer.stdout.read(1).decode() for racer in racers if racer.stdout is not None]
            for racer in racers:
                assert racer.stdin is not None
                racer.stdin.write(b".")
            said.append("".join(sorted(answers)))
    finally:
        for racer in racers:
            racer.communicate()
    return said


def races(folder: Path, count: int, record: Callable[[str, object], None]) -> None:
    said = race(f"{folder}/new", count, "create")
    said += race(f"{folder}/new", count, "open")
    for number in range(count):
        reader = DiaryReader(folder / f"new{number}.diary", demo.codec_for)
        assert (reader.last_n, reader.tail) == (3, None)
    record("diary", f"{len(said)} races of two writers: exactly one won {said.count('lw')}")
    assert said == ["lw"] * (2 * count)


def test_two_writers_race(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    races(tmp_path, 25, record_property)


@pytest.mark.long
def test_two_writers_race_a_thousand_times(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    races(tmp_path, 500, record_property)


def test_a_second_writer_is_told_and_readers_are_not(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    with DiaryWriter.create(path, demo.header(), demo.CODEC) as writer:
        for second in (lambda: DiaryWriter.open(path, demo.codec_for), lambda: repair(path)):
            with pytest.raises(Locked, match=r"a\.diary: another process is writing this diary; wait until it ends"):
                second()
        assert DiaryReader(path, demo.codec_for).last_n == 1
        writer.append([demo.Fell(unit=1)])
    with DiaryWriter.open(path, demo.codec_for) as writer:
        assert writer.last_n == 2


PLAYER = """
import os, sys
from tests.diary import demo
from wardiary.events.diary import DiaryWriter
path, level = sys.argv[1:]
if os.path.exists(path):
    writer = DiaryWriter.open(path, demo.codec_for, sync=level)
else:
    writer = DiaryWriter.create(path, demo.header(), demo.CODEC, sync=level)
while True:
    for step in demo.steps(1000, long=True):
        os.write(1, b"%d\\n" % writer.append(step, sync=True))
"""


def kills(path: Path, count: int, record: Callable[[str, object], None]) -> None:
    """Kill a writer at any moment; every number that it printed is in the diary, and the next one goes on."""
    torn = acknowledged = 0
    for number in range(count):
        player = start(PLAYER, str(path), ("none", "turn", "always")[number % 3])
        assert player.stdout is not None
        numbers = b""
        while len(numbers) <= number * 7919 % 1000:
            numbers += player.stdout.read(100)
        player.send_signal(signal.SIGKILL)
        numbers += player.communicate()[0]
        whole = numbers[: numbers.rfind(b"\n") + 1].split()
        acknowledged = max([acknowledged, *map(int, whole)])
        reader = DiaryReader(path, demo.codec_for)
        torn += reader.tail is not None
        assert acknowledged <= reader.last_n <= acknowledged + 4
        acknowledged = reader.last_n
    record("diary", f"{count} writers killed: {acknowledged} events, none lost, {torn} tails torn")


def test_a_killed_writer_loses_nothing(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    kills(tmp_path / "a.diary", 5, record_property)


@pytest.mark.long
def test_many_killed_writers_lose_nothing(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    kills(tmp_path / "a.diary", 100, record_property)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_device_is_told() -> None:
    """Not a regular file: refused before anything is written."""
    with pytest.raises(DiaryError):
        DiaryWriter.open(Path("/dev/full"), demo.codec_for)
