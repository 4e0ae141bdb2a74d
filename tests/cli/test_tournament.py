"""Tournaments and clusters at the command line."""

import json
import signal
from pathlib import Path

import pytest
from tests.cli.running import Run, Start
from tests.cli.test_interrupt import LONG, wait_for, whole

CUP = ("simulate", "tiny", "--round-robin", "random,greedy", "--seed", "1918")


def test_a_round_robin_prints_who_is_how_strong(wardiary: Run, tmp_path: Path) -> None:
    found = wardiary(*CUP, "-n", 40, "-o", tmp_path)
    assert found.code == 0
    players, seats, pairings = (table.splitlines() for table in found.out.split("\n\n"))
    assert players[0].split() == ["player", "games", "won", "shared", "lost", "share", "Elo"]
    # The strongest first; the first one named is what the others are measured from.
    assert [line.split()[0] for line in players[1:]] == ["greedy", "random"]
    assert players[2].split()[-1] == "0"
    assert [line.split()[0] for line in seats] == ["seat", "red", "blue"]
    assert [line.split()[:3] for line in pairings[1:3]] == [["random", "greedy", "80"], ["greedy", "random", "80"]]
    assert "Elo points above random, of a seat above red" in found.err
    assert len(list(tmp_path.glob("*.diary"))) == 80


def test_a_stopped_tournament_goes_on_and_says_the_same(wardiary: Run, tmp_path: Path) -> None:
    wardiary(*CUP, "-n", 3, "-o", tmp_path / "a")
    whole_run = json.loads(wardiary(*CUP, "-n", 6, "-o", tmp_path / "b", "--json").out)
    spaced = [word.replace(",", ", ") for word in CUP]
    again = wardiary(*spaced, "-n", 6, "-o", tmp_path / "a", "--json")
    assert json.loads(again.out) == whole_run
    assert "6 games were there already, 6 new" in again.err
    found = whole_run["tournament"]
    assert [one["name"] for one in found["players"]] == ["random", "greedy"]
    assert found["ratings"]["players"][0]["elo"] == 0
    assert found["ratings"]["players"][1].keys() >= {"strength", "error", "low", "high", "elo", "elo_low", "elo_high"}
    assert found["failed"] == 0
    assert whole_run["games"] == 12


def test_who_won_everything_is_above_a_bound(wardiary: Run, tmp_path: Path) -> None:
    found = wardiary("simulate", "freezing", "--round-robin", "random,greedy", "-n", 2, "--seed", "1", "-o", tmp_path)
    greedy = found.out.splitlines()[1]
    assert greedy.startswith("greedy")
    assert "100.0 % (51.0 to 100.0)  above +" in greedy
    assert "no bound" in found.out
    assert "only what they tell is shown" in found.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--round-robin", "random"), "a round robin needs two players or more"),
        (("--round-robin", "random,napoleon"), "no player 'napoleon'"),
        (("--round-robin", "random,greedy", "--seat", "red=greedy"), "name players for it, or seats, not both"),
        (("--cluster", "elsewhere"), "a cluster is 'local' or the address of its scheduler"),
        (("--cluster", "tcp://127.0.0.1:1", "--workers", "2"), "its own affair"),
    ],
)
def test_wrong_use_is_told(wardiary: Run, tmp_path: Path, more: tuple[str, ...], message: str) -> None:
    found = wardiary("simulate", "tiny", "-n", 2, "--seed", "1", "-o", tmp_path, *more)
    assert found.code == 2
    assert message in found.error
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_cluster_ends_quietly_and_what_came_back_is_whole(start: Start, tmp_path: Path) -> None:
    arguments = ["simulate", "freezing", "--seed", "1", "-o", tmp_path, "--cluster", "local", "--workers", 2]
    process = start(*arguments, "-n", LONG)
    wait_for(lambda: len(list(tmp_path.glob("*.diary"))) >= 3, process, 120)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    kept, last = err.splitlines()
    assert kept.endswith(f"of {LONG} games are kept in {tmp_path}; the same command goes on")
    assert last == "wardiary: interrupted"
    games = sorted(tmp_path.iterdir())
    assert len(games) >= 3
    assert [path for path in games if path.suffix != ".diary" or not whole(path)] == []
