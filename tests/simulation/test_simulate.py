"""Simulations: the same bytes whoever plays them, stopped and gone on with, failing games that can be played again."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import broken, events_of, raises_on_third

from wardiary.events.common import Crashed, Header, Sealed
from wardiary.events.diary.ports import OsPort
from wardiary.events.errors import DataError, Locked, UnknownGame, UsageError, WriteFailed
from wardiary.events.kinds import Input, Order
from wardiary.replay.simulation import jobs
from wardiary.replay.simulation.simulate import FAILED, Plan, Summary, simulate

PLAN = Plan(game="tiny", seed="evening", seats={"red": "greedy"})


def into(folder: Path, **more: Any) -> Plan:
    fields = {name: getattr(PLAN, name) for name in PLAN.__struct_fields__}
    return Plan(**fields | {"out": str(folder)} | more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Summary]]:
    """Ten games, played one after the other."""
    folder = tmp_path_factory.mktemp("ten")
    return folder, list(simulate(into(folder), 10))


def test_each_game_is_one_sealed_diary(ten: tuple[Path, list[Summary]]) -> None:
    folder, found = ten
    assert [summary.index for summary in found] == list(range(1, 11))
    assert contents(folder).keys() == {f"{summary.id}.diary" for summary in found}
    for summary in found:
        assert summary.path == str(folder / f"{summary.id}.diary")
        events = events_of(Path(summary.path))
        header, seal = events[0], events[-1]
        assert isinstance(header, Header)
        assert isinstance(seal, Sealed)
        assert (header.id, header.dice_source.seed, header.written) == (summary.id, f"evening/{summary.index}", None)
        assert header.seats == {"red": "greedy", "blue": "random"}
        assert summary.events == len(events) - 2
        assert summary.decisions == sum(isinstance(event, Order) for event in events)
        assert summary.steps == 1 + sum(isinstance(event, Input) for event in events)
        assert summary.result in events


def test_two_workers_write_the_same_bytes(ten: tuple[Path, list[Summary]], tmp_path: Path) -> None:
    found = list(simulate(into(tmp_path), 10, workers=2))
    assert contents(tmp_path) == contents(ten[0])
    assert [summary.id for summary in found] == [summary.id for summary in ten[1]]


def test_any_executor_writes_the_same_bytes(ten: tuple[Path, list[Summary]], tmp_path: Path) -> None:
    class Pickling(Executor):
        """Runs at once, but only what survives a journey to another machine."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            travelled = pickle.loads(pickle.dumps((fn, args)))
            future: Future[Any] = Future()
            future.set_result(pickle.loads(pickle.dumps(travelled[0](*travelled[1]))))
            return future

    list(simulate(into(tmp_path / "a"), 10, executor=Pickling()))
    with ThreadPoolExecutor(3) as threads:
        list(simulate(into(tmp_path / "b"), 10, executor=threads))
        assert threads.submit(int).result() == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == contents(ten[0])


def test_without_a_folder_the_same_games_are_played(ten: tuple[Path, list[Summary]]) -> None:
    for written, played in zip(ten[1], simulate(PLAN, 10), strict=True):
        fields = {name: getattr(written, name) for name in written.__struct_fields__} | {"path": None}
        assert played == Summary(**fields)


def test_a_part_of_the_games_is_the_same_part(ten: tuple[Path, list[Summary]], tmp_path: Path) -> None:
    found = list(simulate(into(tmp_path), 2, first=4))
    assert [(summary.index, summary.id) for summary in found] == [(s.index, s.id) for s in ten[1][3:5]]
    assert contents(tmp_path).items() <= contents(ten[0]).items()


def test_whole_diaries_are_kept_and_broken_ones_played_again(ten: tuple[Path, list[Summary]], tmp_path: Path) -> None:
    list(simulate(into(tmp_path), 6))
    names = [Path(str(summary.path)).name for summary in ten[1]]
    whole = contents(ten[0])
    (tmp_path / names[1]).write_bytes(whole[names[1]][:-40])
    (tmp_path / names[2]).write_bytes(b"")
    (tmp_path / names[3]).write_bytes(whole[names[3]].replace(b'"card":"0', b'"card":"1', 1))
    (tmp_path / names[4]).write_bytes(whole[names[5]])
    (tmp_path / f".{names[8]}.part").write_bytes(b"half")
    found = list(simulate(into(tmp_path), 10))
    assert [summary.kept for summary in found] == [True, False, False, False, False, True] + [False] * 4
    assert contents(tmp_path) == whole
    kept, played = found[0], ten[1][0]
    assert (kept.result, kept.decisions, kept.steps, kept.events) == (
        played.result,
        played.decisions,
        played.steps,
        played.events,
    )


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"game": "tinny"}, UnknownGame, "did you mean tiny"),
        ({"seats": {"green": "random"}}, UsageError, "no seat 'green' in road; there are red, blue"),
        ({"seats": {"red": "human"}}, UsageError, "no person can sit in a seat"),
        ({"seats": {"red": "napoleon"}}, UsageError, "no player 'napoleon'"),
        ({"scenario": "sea"}, UsageError, "no scenario 'sea'"),
        ({"seed": "x" * 300}, UsageError, "a seed is a text"),
        ({"data": {"tiny.toml": "turns = "}}, DataError, "not valid TOML"),
    ],
)
def test_a_wrong_plan_is_an_error(tmp_path: Path, more: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        list(simulate(into(tmp_path, **more), 2))
    assert contents(tmp_path) == {}


def test_an_error_comes_home_from_a_worker(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="did you mean tiny"):
        list(simulate(into(tmp_path, game="tinny"), 2, workers=2))


@pytest.mark.parametrize(("n", "first", "workers"), [(-1, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_wrong_numbers_are_refused(n: int, first: int, workers: int) -> None:
    with pytest.raises(UsageError):
        simulate(PLAN, n, first=first, workers=workers)


def test_a_file_in_the_folders_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(WriteFailed, match="cannot be used as a folder"):
        next(simulate(into(tmp_path / "x"), 1))


def test_two_simulations_do_not_write_into_one_folder(tmp_path: Path) -> None:
    """The second would sweep out what the first is writing."""
    first = simulate(into(tmp_path), 3)
    next(first)
    half = tmp_path / ".half.diary.part"
    half.write_bytes(b"half")
    with pytest.raises(Locked, match=f"{tmp_path}: another process fills this folder"):
        next(simulate(into(tmp_path), 3))
    assert half.exists()
    assert len(list(first)) == 2
    assert len(list(simulate(into(tmp_path), 3))) == 3
    assert not half.exists()


def test_a_full_disk_names_the_diary_that_was_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int, data: bytes) -> int:
        if len(data) > 1000:  # the header fits
            raise OSError(28, "No space left on device")
        return os.write(_handle, data)

    monkeypatch.setattr(OsPort, "write", staticmethod(full))
    with pytest.raises(WriteFailed, match=rf"{tmp_path}/[0-9a-f]{{32}}\.diary: cannot be written: No space"):
        next(simulate(into(tmp_path), 1))
    assert list(tmp_path.iterdir()) == []


def test_no_games_is_no_games(tmp_path: Path) -> None:
    assert list(simulate(into(tmp_path), 0, workers=2)) == []


# Games that fail


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = broken(raises_on_third)
    monkeypatch.setattr(jobs, "laid_once", lambda game, data: table)


def test_a_failing_game_leaves_its_diary_and_the_command_that_repeats_it(tmp_path: Path, crashing: None) -> None:
    found = list(simulate(into(tmp_path, options={}, data_folder="my data"), 3))
    for summary in found:
        assert summary.path == str(tmp_path / FAILED / f"{summary.id}.diary")
        events = events_of(Path(summary.path))
        case = events[-1]
        assert isinstance(case, Crashed)
        assert case.exception == "ZeroDivisionError"
        assert summary.fault.startswith("ZeroDivisionError in core.")
        assert summary.fault.endswith(": half way")
        assert summary.command == (
            f"wardiary simulate tiny -n 1 --seed evening --first {summary.index} --seat red=greedy "
            f"--data 'my data' -o {tmp_path}"
        )
        assert not any(isinstance(event, Sealed) for event in events)
    before = contents(tmp_path)
    assert list(simulate(into(tmp_path, data_folder="my data"), 3)) == found
    assert contents(tmp_path) == before


def test_what_a_killed_simulation_left_is_swept_out_and_nothing_else(tmp_path: Path) -> None:
    """Its half-written diaries, where games fail too; other programs have hidden files of such names."""
    (tmp_path / FAILED).mkdir()
    for folder in (tmp_path, tmp_path / FAILED):
        (folder / ".0123.diary.part").write_bytes(b"half")
        (folder / ".film.mp4.part").write_bytes(b"half")
    assert list(simulate(into(tmp_path), 0)) == []
    assert {path.name for path in tmp_path.rglob("*.part")} == {".film.mp4.part"}
    assert (tmp_path / FAILED / ".film.mp4.part").exists()


@pytest.mark.parametrize("carried", [False, True])
def test_rules_that_are_put_right_leave_no_failed_game_behind(
    tmp_path: Path, crashing: None, monkeypatch: pytest.MonkeyPatch, carried: bool
) -> None:
    """The same game is not kept twice, as a failure and as a whole game."""
    elsewhere: dict[str, Any] = {"executor": ThreadPoolExecutor(1), "carried": True} if carried else {}
    failed = list(simulate(into(tmp_path), 3, **elsewhere))
    (tmp_path / FAILED / "of other rules.diary").write_text("kept")
    monkeypatch.undo()
    whole = list(simulate(into(tmp_path), 2, **elsewhere))
    assert [one.id for one in whole] == [one.id for one in failed[:2]]
    assert sorted(path.name for path in (tmp_path / FAILED).iterdir()) == sorted(
        [f"{failed[2].id}.diary", "of other rules.diary"]
    )


def test_a_failing_game_in_memory_says_so_too(crashing: None) -> None:
    found = list(simulate(PLAN, 3))
    assert all("half way" in summary.fault and "--first" in summary.command for summary in found)
    assert all(summary.result is None for summary in found)


@pytest.mark.parametrize("folder", [True, False])
def test_a_game_without_end_is_stopped(tmp_path: Path, folder: bool) -> None:
    plan = into(tmp_path, max_decisions=5)
    if not folder:
        plan = Plan(game="tiny", seed="evening", seats={"red": "greedy"}, max_decisions=5)
    (summary,) = simulate(plan, 1)
    assert summary.fault.endswith("no end after 5 decisions")
    assert summary.fault.startswith("TooLong")
    if folder:
        assert sum(isinstance(event, Order) for event in events_of(Path(str(summary.path)))) == 5


def test_a_game_that_takes_all_its_decisions_is_whole(ten: tuple[Path, list[Summary]], tmp_path: Path) -> None:
    (summary,) = simulate(into(tmp_path, max_decisions=ten[1][0].decisions), 1)
    assert not summary.fault


# Interrupts

RUN = """
import sys
from wardiary.replay.simulation.simulate import Plan, simulate
if __name__ == "__main__":
    try:
        for summary in simulate(Plan(game="tiny", seed="s", out=sys.argv[1]), 100_000, workers=int(sys.argv[2])):
            print(summary.index, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(130)
"""


@pytest.fixture
def running(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    script = tmp_path / "run.py"
    script.write_text(RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "out"), str(request.param)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )
    yield process
    with suppress(ProcessLookupError):  # workers may outlive it
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("running", [2], indirect=True)
@pytest.mark.parametrize("after", [0, 0.1, 0.3, 0.6])
def test_an_interrupt_while_workers_start_is_quiet(
    running: subprocess.Popen[str], after: float, tmp_path: Path
) -> None:
    while running.poll() is None and not (tmp_path / "out").exists():
        time.sleep(0.01)
    time.sleep(after)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=300)
    assert (running.returncode, err) == (130, "")


@pytest.mark.parametrize("running", [1, 2], indirect=True)
def test_an_interrupt_leaves_whole_files_only(running: subprocess.Popen[str], tmp_path: Path) -> None:
    assert running.stdout is not None
    assert running.stdout.readline() == "1\n"
    time.sleep(0.2)
    # Ctrl-C reaches the whole process group.
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, err) == (130, "")
    assert out.endswith("interrupted\n")
    written = contents(tmp_path / "out")
    # The first line was read before; the last one says that it was interrupted.
    assert len(written) >= out.count("\n")
    assert [name for name in written if not name.endswith(".diary")] == []
    found = list(simulate(Plan(game="tiny", seed="s", out=str(tmp_path / "out")), len(written)))
    assert sum(summary.kept for summary in found) >= len(written) - 8 * 2


@pytest.mark.parametrize("running", [2], indirect=True)
def test_workers_end_with_a_parent_that_is_killed(running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    assert running.stdout.readline() == "1\n"
    running.kill()
    # Whoever still runs holds the pipes open.
    running.communicate(timeout=300)
