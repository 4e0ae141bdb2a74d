"""Ctrl-C in long work: exit code 130, a word on what was kept, nothing half-written. And a reader that goes away."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.running import Run, Start

from wardiary.cli.screen import Screen
from wardiary.core.registry import codec_for
from wardiary.events.common import Sealed
from wardiary.events.diary import open_diary

LONG = 1_000_000


def wait_for(condition: Callable[[], bool], process: "subprocess.Popen[str]", seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def interrupt(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def whole(path: Path) -> bool:
    events = [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]
    return isinstance(events[-1], Sealed)


@pytest.mark.parametrize("workers", [1, 2])
def test_simulate_keeps_whole_games_and_goes_on(workers: int, start: Start, wardiary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    arguments = ["simulate", "tiny", "--seed", "1", "-o", folder, "--workers", workers]
    process = start(*arguments, "-n", LONG)
    wait_for(lambda: len(list(folder.glob("*.diary"))) >= 3, process)
    code, out, err = interrupt(process)
    assert (code, out) == (130, "")
    assert f"of {LONG} games are kept in {folder}; the same command goes on" in err
    assert "Traceback" not in err
    games = sorted(folder.glob("*.diary"))
    assert len(games) >= 3
    assert [path for path in games if not whole(path)] == []
    assert [path for path in folder.iterdir() if path not in games] == []
    on = wardiary(*arguments[:-2], "-n", len(games), "--json")
    assert json.loads(on.out)["games"] == len(games)


def test_check_of_many_says_how_far_it_came(start: Start, diary: Path, tmp_path: Path) -> None:
    copies = []
    for number in range(3000):
        copy = tmp_path / f"{number}.diary"
        copy.hardlink_to(diary)
        copies.append(copy)
    process = start("check", *copies)
    assert process.stdout is not None
    assert "clean" in process.stdout.readline()
    code, out, err = interrupt(process)
    assert code == 130
    assert " of 3000 diaries checked: " in err
    assert err.splitlines()[-1] == "wardiary: interrupted"
    assert "Traceback" not in err
    assert out.endswith("\n") or out == ""


LONG_QUERIES = {
    "join": "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3",
    "lambda": "SELECT list_sum(list_transform(range(3000000), lambda x: list_sum(range(x % 60000)))) AS total",
    "sort": "SELECT a.range FROM range(90000) a, range(90000) b ORDER BY a.range * b.range % 7919, b.range LIMIT 3",
}


@pytest.mark.parametrize("form", ["table", "parquet"])
@pytest.mark.parametrize("query", LONG_QUERIES.values(), ids=LONG_QUERIES)
def test_a_long_query(query: str, form: str, start: Start, wardiary: Run, diary: Path, tmp_path: Path) -> None:
    """DuckDB alone looks for signals between its tasks only."""
    folder, output = tmp_path / "games.archive", tmp_path / "rows.parquet"
    assert wardiary("archive", "add", folder, diary).code == 0
    process = start("query", folder, query, "--format", form, *(["-o", output] if form == "parquet" else []))
    wait_for(lambda: any((folder / "cache").glob("*.duckdb")), process)
    time.sleep(1)
    assert interrupt(process) == (130, "", "wardiary: interrupted\n")
    assert [path.name for path in tmp_path.iterdir() if "parquet" in path.name] == []


def test_play_keeps_every_answer(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    process = start("play", "tiny", "-o", path, "--seat", "blue=greedy", "--dice", "seed:1", "--open")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("#1\n")
    process.stdin.flush()
    while "march" not in (line := process.stdout.readline()):
        assert line, "the output ended"
    code, _, err = interrupt(process)
    assert code == 130
    assert f"`wardiary resume {path}` goes on" in err
    assert "Traceback" not in err
    events = [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]
    assert f"{len(events)} events kept" in err


def test_replay_step_by_step_ends_at_once(start: Start, diary: Path) -> None:
    process = start("replay", diary, "--step")
    assert process.stdout is not None
    process.stdout.readline()
    code, _, err = interrupt(process)
    assert (code, err) == (130, "wardiary: interrupted\n")


def test_a_reader_that_has_enough_is_no_error(diary: Path, environment: dict[str, str]) -> None:
    line = f"{sys.executable} -m wardiary.cli replay {diary}; echo code $? >&2"
    done = subprocess.run(
        ["bash", "-c", f"({line}) | head -n 1"], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr in ("code 141\n", "code 0\n")


def test_a_closed_stdout_is_no_traceback(diary: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m wardiary.cli show {diary} >&-"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr


class BetweenLookAndWait:
    """stdin at the worst moment: Python has seen no signal, and the read that it cannot be seen in has begun."""

    rescued = False

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()

    def readline(self) -> str:
        # In another thread, so that the read below is not woken up.
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        rescue = threading.Timer(10, self.rescue)
        rescue.start()
        try:
            return os.read(self.reading, 100).decode()
        finally:
            rescue.cancel()

    def rescue(self) -> None:
        self.rescued = True
        os.write(self.writing, b"too late\n")

    def isatty(self) -> bool:
        return False


def test_ctrl_c_is_heard_though_a_read_has_just_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = BetweenLookAndWait()
    monkeypatch.setattr(sys, "stdin", stdin)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        Screen().read("> ")
    assert not stdin.rescued
    assert signal.getsignal(signal.SIGINT) is before
