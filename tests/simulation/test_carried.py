"""Diaries that come back from workers as bytes: the same files, nothing played twice, nothing of other versions."""

import fcntl
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.playing import broken, raises_on_third

from wardiary.events.errors import Locked, UsageError, WardiaryError, WriteFailed
from wardiary.replay.aside import put_whole
from wardiary.replay.simulation import jobs
from wardiary.replay.simulation.simulate import FAILED, Plan, Summary, simulate

PLAN = Plan(game="tiny", seed="far")


class Far(Executor):
    """Runs at once, but only what survives a journey; keeps what travelled home and how many games were asked for."""

    def __init__(self) -> None:
        self.came: list[object] = []
        self.asked: list[int] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        there, arguments = pickle.loads(pickle.dumps((fn, args)))
        self.asked += arguments[0]
        future: Future[Any] = Future()
        try:
            self.came.append(there(*arguments))
            future.set_result(self.came[-1])
        except Exception as error:
            future.set_exception(error)
        return future


def into(folder: Path, **more: Any) -> Plan:
    return msgspec.structs.replace(PLAN, out=str(folder), **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Ten games, played here."""
    folder = tmp_path_factory.mktemp("ten")
    list(simulate(into(folder), 10))
    return contents(folder)


def test_what_comes_back_is_bytes_and_makes_the_same_files(ten: dict[str, bytes], tmp_path: Path) -> None:
    far = Far()
    found = list(simulate(into(tmp_path / "far"), 10, executor=far, carried=True, workers=2))
    assert {type(one) for one in far.came} == {bytes}
    assert contents(tmp_path / "far") == ten
    assert found == [msgspec.structs.replace(one, kept=False) for one in simulate(into(tmp_path / "far"), 10)]


def test_threads_in_one_folder_write_the_same_files(ten: dict[str, bytes], tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        list(simulate(into(tmp_path), 10, executor=threads, carried=True))
    assert contents(tmp_path) == ten


def test_only_games_that_are_missing_travel(ten: dict[str, bytes], tmp_path: Path) -> None:
    first = list(simulate(into(tmp_path), 10, executor=Far(), carried=True))
    Path(str(first[3].path)).write_bytes(ten[f"{first[3].id}.diary"][:-40])
    Path(str(first[7].path)).unlink()
    far = Far()
    found = list(simulate(into(tmp_path), 10, executor=far, carried=True, workers=2))
    assert sorted(far.asked) == [3, 7]
    assert [summary.kept for summary in found] == [number not in (3, 7) for number in range(10)]
    assert contents(tmp_path) == ten


def test_with_fuzz_all_games_travel_again(tmp_path: Path) -> None:
    far = Far()
    for _ in range(2):
        assert not any(one.kept for one in simulate(into(tmp_path, fuzz=True), 3, executor=far, carried=True))
    assert far.asked == [0, 1, 2] * 2


def test_games_without_a_folder_come_back_as_summaries() -> None:
    assert list(simulate(PLAN, 4, executor=Far(), carried=True)) == list(simulate(PLAN, 4))


def test_a_game_that_fails_is_kept_here_with_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = broken(raises_on_third)
    monkeypatch.setattr(jobs, "laid_once", lambda game, data: table)
    here = list(simulate(into(tmp_path / "here"), 3))
    far = list(simulate(into(tmp_path / "far"), 3, executor=Far(), carried=True))
    assert contents(tmp_path / "far") == contents(tmp_path / "here")
    for one, same in zip(far, here, strict=True):
        assert "half way" in one.fault
        assert one.path == str(tmp_path / "far" / FAILED / f"{one.id}.diary")
        assert one.command == same.command.replace(str(tmp_path / "here"), str(tmp_path / "far"))


def test_an_error_comes_home(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no player 'napoleon'"):
        list(simulate(into(tmp_path, seats={"red": "napoleon"}), 2, executor=Far(), carried=True))
    assert contents(tmp_path) == {}


def test_a_worker_of_another_version_is_found_out(tmp_path: Path) -> None:
    class Other(Far):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args)
            games = msgspec.msgpack.decode(future.result())
            for game in games:
                game["summary"]["id"] = "f" * 32
            other: Future[Any] = Future()
            other.set_result(msgspec.msgpack.encode(games))
            return other

    with pytest.raises(WardiaryError, match="another game than game 1: its wardiary, its tiny or its data"):
        list(simulate(into(tmp_path), 2, executor=Other(), carried=True))
    assert contents(tmp_path) == {}


def test_a_diary_is_put_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    put_whole(path, b"old")
    put_whole(path, b"new")
    assert contents(tmp_path) == {"a.diary": b"new"}
    with (tmp_path / ".a.diary.part").open("wb") as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        with pytest.raises(Locked, match="another process is writing this diary"):
            put_whole(path, b"newer")
    assert path.read_bytes() == b"new"


def test_a_disk_that_refuses_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.diary").mkdir()
    with pytest.raises(WriteFailed, match="cannot be written"):
        put_whole(tmp_path / "a.diary", b"new")
    assert contents(tmp_path) == {}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = broken(raises_on_third)
    monkeypatch.setattr(jobs, "laid_once", lambda game, data: table)
    (tmp_path / FAILED).write_text("")
    with pytest.raises(WriteFailed, match="cannot be used as a folder"):
        list[Summary](simulate(into(tmp_path), 1, executor=Far(), carried=True))
