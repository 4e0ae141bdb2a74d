"""What a cluster of two workers gains over one, and what it costs this process to give out work and write diaries.

The gain is a ratio of wall clocks, which says little on a machine that has other things to do: two processes of a group
that gets a fixed part of the cores are no faster than one. Two figures beside it hold under any load.

- The part of their time in which both workers compute, from Dask's own record of tasks: u gives 2 u times one worker's
  speed where each has a core. It falls when workers wait for work, or when the last of them is waited for.
- A bound from CPU times. W is the workers' time for all games, H this process' time for scheduling, receiving and
  writing them, r the part of a core that a cluster takes while it stands idle. One worker needs W; two, on two cores
  that they share with this process, need T = (W + H + r T) / 2. So they are (2 - r) W / (W + H) times as fast.
"""

import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import distributed
import pytest

from wardiary.replay.simulation.cluster import LOCAL, Crew, cluster
from wardiary.replay.simulation.simulate import Plan, simulate

_GAMES = 160
_ROUNDS = 3
_IDLE_SECONDS = 3
Figure = Callable[..., None]


class _Cost(NamedTuple):
    """Seconds by the clock, of this process beyond what an idle cluster takes, of the workers; how busy they were."""

    wall: float
    here: float
    workers: float
    busy: float


class _Costs(NamedTuple):
    rounds: list[tuple[_Cost, _Cost]]
    idle: float


def _played(crew: Crew, folder: Path, games: int, idle: float) -> _Cost:
    """All games on the cluster, none of which is there already."""
    client: Any = crew.executor._client  # type: ignore[attr-defined]
    stream_of: Any = distributed.get_task_stream
    plan = Plan(game="freezing", seed="bench", out=str(folder))
    with stream_of(client=client) as stream:
        worked, here, wall = _worked(client), time.process_time(), time.perf_counter()
        for summary in simulate(plan, games, executor=crew.executor, workers=crew.workers, carried=True):
            assert not summary.kept
            assert summary.path is not None
            Path(summary.path).unlink()
        wall, here = time.perf_counter() - wall, time.process_time() - here
    computed = [step for task in stream.data for step in task["startstops"] if step["action"] == "compute"]
    span = max(step["stop"] for step in computed) - min(step["start"] for step in computed)
    busy = sum(step["stop"] - step["start"] for step in computed) / (crew.workers * span)
    return _Cost(wall, max(0.0, here - idle * wall), _worked(client) - worked, busy)


def _worked(client: Any) -> float:
    """CPU seconds of all workers so far."""
    return float(sum(client.run(_own_time).values()))


def _own_time() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _idle(seconds: float) -> float:
    """The part of a core that this process takes for nothing."""
    before = time.process_time()
    time.sleep(seconds)
    return (time.process_time() - before) / seconds


@pytest.fixture(scope="module")
def costs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Costs:
    """One worker and two, in turn; both clusters stand all the time."""
    once = request.config.getoption("benchmark_disable")
    games, rounds = (8, 1) if once else (_GAMES, _ROUNDS)
    folder = tmp_path_factory.mktemp("games")
    with cluster(LOCAL, 1) as one, cluster(LOCAL, 2) as two:
        # Workers load the game when they first play it.
        _played(one, folder, 8, 0), _played(two, folder, 8, 0)
        idle = _idle(0.1 if once else _IDLE_SECONDS)
        return _Costs(
            [(_played(one, folder, games, idle), _played(two, folder, games, idle)) for _ in range(rounds)], idle
        )


def _keep(benchmark: Any, figure: Figure, value: float, unit: str, aim: float) -> None:
    """The clusters were measured once for all figures; nothing is left for the benchmark to run."""
    benchmark.pedantic(lambda: None, rounds=1)
    figure(value, unit, aim)


def test_two_workers_by_the_wall_clock(benchmark: Any, figure: Figure, costs: _Costs) -> None:
    gain = median(one.wall / two.wall for one, two in costs.rounds)
    _keep(benchmark, figure, gain, "times as fast as one", 1.6)


def test_two_workers_are_busy(benchmark: Any, figure: Figure, costs: _Costs) -> None:
    _keep(benchmark, figure, median(two.busy for _, two in costs.rounds), "of their time", 0.8)


def test_two_workers_by_cpu_time(benchmark: Any, figure: Figure, costs: _Costs) -> None:
    bounds = [(2 - costs.idle) * two.workers / (two.workers + two.here) for _, two in costs.rounds]
    _keep(benchmark, figure, median(bounds), "times as fast as one, bound", 1.6)
