"""An evening from end to end, each step a process: play, kill, resume, take back, seal, check, fork, bundle."""

import json
import signal
import zipfile
from pathlib import Path

import pytest
from tests.cli.running import Run, Start

from wardiary.core.registry import codec_for
from wardiary.events.common import Noted, Resumed, Sealed, TookBack
from wardiary.events.diary import open_diary
from wardiary.events.kinds import Event, Order


def events(path: Path) -> list[Event]:
    return [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]


def is_asked(line: str) -> bool:
    """Whether the line asks something, with the answers that there are."""
    return line.endswith("]\n") and "  [#1 " in line


def play_until_killed(start: Start, path: Path) -> int:
    """Begin a game, give two orders, and kill the process while it waits for the third; events acknowledged."""
    process = start("play", "tiny", "-o", path, "--seat", "blue=greedy", "--dice", "seed:1918")
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):
        process.stdin.write("#1\n")
        process.stdin.flush()
    asked = 0
    while asked < 3:
        line = process.stdout.readline()
        assert line, "the game ended too early"
        asked += is_asked(line)
    acknowledged = len(events(path))
    process.send_signal(signal.SIGKILL)
    assert process.wait(30) == -signal.SIGKILL
    return acknowledged


def play_to_the_end(start: Start, path: Path) -> str:
    """Resume a game and give the first answer each time, until it is over and sealed; what was said about it."""
    process = start("resume", path)
    assert process.stdin is not None
    assert process.stdout is not None
    for line in process.stdout:
        if is_asked(line):
            process.stdin.write("#1\n")
            process.stdin.flush()
        elif line.startswith("The game ends: "):
            break
    _, err = process.communicate("\n", timeout=300)
    assert process.returncode == 0, err
    return err


def test_an_evening(start: Start, child: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.diary"
    acknowledged = play_until_killed(start, path)
    kept = events(path)
    assert len(kept) >= acknowledged, "something acknowledged was lost"
    assert sum(isinstance(event, Order) for event in kept) >= 2

    resumed = child("resume", path, stdin="note The computer was switched off.\n#1\nundo!\nquit\n")
    assert resumed.code == 0, resumed
    told = events(path)
    assert told[: len(kept)] == kept
    assert {Resumed, Noted, TookBack} <= {type(event) for event in told}

    assert f"{path}: sealed" in play_to_the_end(start, path)
    assert isinstance(events(path)[-1], Sealed)

    assert child("check", path).code == 0
    assert child("verify-dice", path).code == 0
    assert child("stats", path, "--json").code == 0

    fork = tmp_path / "fork.diary"
    forked = child("fork", path, "--at", "turn:2", "-o", fork, "--json")
    assert forked.code == 0, forked
    assert json.loads(forked.out)["parent"] == open_diary(path, codec_for).header.id
    assert f"{fork}: sealed" in play_to_the_end(start, fork)
    assert child("check", fork).code == 0
    assert child("diff", path, fork).code in (0, 1)

    report = tmp_path / "report.zip"
    assert child("bundle", path, "-o", report).code == 0
    with zipfile.ZipFile(report) as archive:
        assert archive.read("game.diary") == path.read_bytes()


def test_a_game_under_way_is_locked_against_a_second_terminal(start: Start, child: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    process = start("play", "tiny", "-o", path, "--seat", "blue=greedy")
    assert process.stdout is not None
    while "bid a card" not in (line := process.stdout.readline()):
        assert line
    second = child("resume", path)
    assert (second.code, "another process is writing this diary" in second.error) == (4, True)
    assert child("show", path).code == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_simulations_are_the_same_bytes_whatever_the_workers(
    workers: int, child: Run, wardiary: Run, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert wardiary("simulate", "tiny", "-n", 6, "--seed", "x", "-o", one).code == 0
    told = child("simulate", "tiny", "-n", 6, "--seed", "x", "-o", other, "--workers", workers)
    assert told.code == 0, told
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {
        path.name: path.read_bytes() for path in other.iterdir()
    }
    assert len(list(one.iterdir())) == 6


def test_a_simulation_counts_its_results(wardiary: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "tiny", "-n", 12, "--seed", "1", "-o", tmp_path / "games", "--seat", "red=greedy")
    told = wardiary(*arguments)
    assert told.code == 0
    header, *rows = told.out.splitlines()
    assert header.split() == ["result", "won", "by", "games", "share"]
    assert sum(int(row.split()[-3]) for row in rows) == 12
    assert "decisions" in told.err
    again = wardiary(*arguments, "--json")
    counted = json.loads(again.out)
    assert counted["games"] == sum(result["games"] for result in counted["results"]) == 12
    assert "12 games were there already, 0 new" in again.err
    other = wardiary(*(argument if argument != "1" else "2" for argument in arguments))
    assert f"{tmp_path / 'games'} holds 12 other diaries too, of other runs" in other.err


def test_one_game_of_many_is_the_same_alone(wardiary: Run, tmp_path: Path) -> None:
    assert wardiary("simulate", "tiny", "-n", 5, "--seed", "1", "-o", tmp_path / "many").code == 0
    assert wardiary("simulate", "tiny", "-n", 1, "--first", 4, "--seed", "1", "-o", tmp_path / "one").code == 0
    (alone,) = (tmp_path / "one").iterdir()
    assert (tmp_path / "many" / alone.name).read_bytes() == alone.read_bytes()


def test_a_failing_game_prints_the_command_that_repeats_it(
    wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wardiary.core.games.tiny.rules import Battles

    honest = Battles.end_turn

    def fails(self: Battles, s: object, run: object) -> None:
        if getattr(s, "turn", 0) == 3:
            raise ZeroDivisionError("planted")
        honest(self, s, run)  # type: ignore[arg-type]

    monkeypatch.setattr(Battles, "end_turn", fails)
    folder = tmp_path / "games"
    told = wardiary("simulate", "tiny", "-n", 4, "--seed", "1918", "-o", folder)
    assert told.code == 1
    failures = [line for line in told.err.splitlines() if " failed: " in line]
    assert failures
    assert all("ZeroDivisionError in core.games.tiny.rules" in line for line in failures)
    command = failures[0].split("again: ")[1]
    assert command.startswith("wardiary simulate tiny -n 1 --seed 1918 --first ")
    (tmp_path / "elsewhere").mkdir()
    again = wardiary(*command.replace(str(folder), str(tmp_path / "elsewhere")).split()[1:])
    assert again.code == 1
    failed = next((tmp_path / "elsewhere" / "failed").iterdir())
    assert failed.read_bytes() == (folder / "failed" / failed.name).read_bytes()
    monkeypatch.undo()
    mended = wardiary("simulate", "tiny", "-n", 1, "--seed", "2", "-o", folder)
    assert f"holds {len(list(folder.rglob('*.diary'))) - 1} other diaries too" in mended.err, "the failed ones as well"


def test_a_fault_of_the_rules_at_the_table_keeps_the_game(
    wardiary: Run, open_diary_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wardiary.core.games.tiny.rules import Marching

    def fails(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(Marching, "then", fails)
    told = wardiary("resume", open_diary_file, "--open", stdin="blue bids 5\nmarch 1\n")
    assert told.code == 1
    assert "ZeroDivisionError" in told.err
    assert "wardiary bundle" in told.err
    monkeypatch.undo()
    assert wardiary("check", open_diary_file).code == 0
    on = wardiary("resume", open_diary_file, "--open", stdin="march 1\n")
    assert (on.code, "(1 point left)" in on.out) == (0, True)
