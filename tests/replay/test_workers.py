"""A pool of processes: in order, bounded, and what is said when a worker dies."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.replay.diaries import write_game

from wardiary.analytics import adding
from wardiary.analytics.archive import Archive
from wardiary.events.errors import WardiaryError
from wardiary.replay.laboratory import recheck as rechecking
from wardiary.replay.laboratory.recheck import recheck
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.workers import in_order, many_in_order, pool


class Counting(Executor):
    """Does its tasks at once, and knows how many results nobody has taken yet."""

    def __init__(self) -> None:
        self.tasks: list[Any] = []

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks.append(args[0])
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class Dying(Executor):
    """Its workers are dead."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("a process in the process pool was terminated abruptly"))
        return future


@contextmanager
def dead_pool(_workers: int) -> Iterator[Executor]:
    yield Dying()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(20):
        write_game(folder / f"{seed:02}.diary", seed, size=10)
    return folder


def test_no_more_tasks_are_taken_than_wait() -> None:
    executor = Counting()
    results = in_order(executor, str, iter(range(100)), workers=2, waiting=3, advice="")
    assert next(results) == "0"
    assert executor.tasks == list(range(7))
    assert list(results) == [str(number) for number in range(1, 100)]


@pytest.mark.parametrize(("things", "workers", "largest"), [(0, 2, 0), (1, 4, 1), (7, 2, 1), (40, 2, 8), (1000, 3, 8)])
def test_many_small_things_come_in_order(things: int, workers: int, largest: int) -> None:
    executor = Counting()
    found = many_in_order(executor, abs, range(things), workers=workers, advice="")
    assert list(found) == list(range(things))
    assert max(map(len, executor.tasks), default=0) == largest


def test_a_worker_that_is_killed_is_told_with_what_to_do() -> None:
    told = r"^a worker process died \(killed, or out of memory\): run it again$"
    with pool(1) as executor, pytest.raises(WardiaryError, match=told):
        list(in_order(executor, os._exit, [1], workers=1, advice="run it again"))


def test_whoever_shares_work_out_says_what_to_do(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(game="tiny", seed="s", out=str(tmp_path / "new"))
    with pytest.raises(WardiaryError, match=r"died .*: finished games are kept, run it again to go on"):
        list(simulate(plan, 9, executor=Dying()))
    monkeypatch.setattr(rechecking, "pool", dead_pool)
    with pytest.raises(WardiaryError, match=r"died .*: run it again"):
        list(recheck(sorted(games.iterdir()), workers=2))


def test_an_archive_says_what_became_of_it(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive(tmp_path / "archive")
    assert archive.add([games]).exit_code == 0
    monkeypatch.setattr(adding, "pool", dead_pool)
    monkeypatch.setattr(adding, "_FIRST_BYTES", 1)
    more = write_game(tmp_path / "more.diary", 50), write_game(tmp_path / "other.diary", 51)
    with pytest.raises(
        WardiaryError, match=r"died .*: parts that were finished are in the archive, add the same files"
    ):
        archive.add(more, workers=2)
    with pytest.raises(WardiaryError, match=r"died .*: nothing was changed, run it again with fewer --workers"):
        archive.rebuild(workers=2)
    assert (len(archive.diaries()), archive.verify()) == (20, [])
