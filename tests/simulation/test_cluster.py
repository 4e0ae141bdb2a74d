"""A real Dask cluster of two processes on loopback: a worker that is killed loses nothing, errors say what to do."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import distributed
import pytest

from wardiary.events.errors import UsageError, WardiaryError
from wardiary.replay.simulation import cluster as module
from wardiary.replay.simulation.cluster import LOCAL, Crew, cluster
from wardiary.replay.simulation.simulate import Plan, simulate


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """The cluster of this machine."""
    with cluster(LOCAL, 2) as crew:
        yield crew


@pytest.fixture
def client(crew: Crew) -> Any:
    return crew.executor._client  # type: ignore[attr-defined]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def play(folder: Path, crew: Crew | None = None, n: int = 24) -> Any:
    plan = Plan(game="freezing", seed="cluster", out=str(folder))
    if crew is None:
        return simulate(plan, n)
    return simulate(plan, n, executor=crew.executor, workers=crew.workers, carried=True)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The same games, played in this process."""
    folder = tmp_path_factory.mktemp("here")
    list(play(folder))
    return contents(folder)


def test_workers_that_are_reached_by_address_send_the_same_diaries(
    crew: Crew, client: Any, here: dict[str, bytes], tmp_path: Path
) -> None:
    with cluster(client.scheduler.address) as reached:
        assert reached.workers == crew.workers == 2
        assert [summary.index for summary in play(tmp_path, reached)] == list(range(1, 25))
    assert contents(tmp_path) == here


def test_a_worker_that_is_killed_loses_nothing(crew: Crew, client: Any, here: dict[str, bytes], tmp_path: Path) -> None:
    processes = client.run(os.getpid)
    assert len(processes) == 2
    playing = play(tmp_path, crew)
    found = [next(playing)]
    busy = next(worker for worker, tasks in client.processing().items() if tasks)
    os.kill(processes[busy], signal.SIGKILL)
    found += playing
    assert processes[busy] not in client.run(os.getpid).values()
    assert [summary.index for summary in found] == list(range(1, 25))
    assert not any(summary.kept or summary.fault for summary in found)
    assert contents(tmp_path) == here


def test_everything_listens_on_loopback_alone(crew: Crew) -> None:
    psutil: Any = import_module("psutil")  # comes with Dask, without types
    ours = psutil.Process()
    found = [
        end for one in (ours, *ours.children(recursive=True)) for end in one.net_connections() if end.status == "LISTEN"
    ]
    assert len(found) >= 3
    assert {end.laddr.ip for end in found} == {"127.0.0.1"}


def test_workers_are_deaf_to_an_interrupt(crew: Crew, client: Any) -> None:
    """Also the one that follows a worker that was killed, for the signal is blocked from its first instant."""
    client.wait_for_workers(2)
    assert set(client.run(_is_deaf).values()) == {True}


def _is_deaf() -> bool:
    with open("/proc/self/status", encoding="ascii") as status:
        blocked = next(line for line in status if line.startswith("SigBlk"))
    return bool(int(blocked.split()[1], 16) >> (signal.SIGINT - 1) & 1)


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (distributed.KilledWorker("game", Mock(), 3), "4 workers died, one after the other"),
        (CancelledError(), "the cluster went away: games that have come back are kept"),
        (ModuleNotFoundError("No module named 'wardiary'", name="wardiary"), "a worker of the cluster lacks wardiary"),
    ],
)
def test_what_goes_wrong_there_is_told_in_our_words(client: Any, raised: Exception, message: str) -> None:
    with pytest.raises(WardiaryError, match=message), cluster(client.scheduler.address):
        raise raised


@pytest.mark.parametrize("address", ["", "here", "http://127.0.0.1:1", "tcp://", "127.0.0.1:8786"])
def test_an_address_of_another_form_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="a cluster is 'local' or the address of its scheduler"), cluster(address):
        pass


def test_the_number_of_workers_is_the_clusters_own() -> None:
    with pytest.raises(UsageError, match="its own affair"), cluster("tcp://127.0.0.1:1", 2):
        pass


def test_a_missing_dask_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'wardiary\[cluster\]'"), cluster(LOCAL):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://127.0.0.1:port"])
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 1)
    with pytest.raises(WardiaryError, match=f"no scheduler answers at {address}"), cluster(address):
        pass


def test_a_cluster_without_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 1)
    make: Any = distributed.LocalCluster
    with make(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty:
        address = empty.scheduler_address
        with pytest.raises(WardiaryError, match=f"start `dask worker {address}`"), cluster(address):
            pass
