"""Many games between computer players: on this process, on a pool of processes, or on anybody's executor.

A game depends on the plan and its index alone, so the diaries are the same bytes whatever the number of workers. A
simulation that was stopped goes on where it was: whole diaries of the same games are kept.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from wardiary.events.errors import UsageError, WriteFailed
from wardiary.replay.aside import one_writer, sweep
from wardiary.replay.jobs import FAILED, Plan, Summary, play_job
from wardiary.replay.workers import many_in_order, pool

__all__ = ["FAILED", "Plan", "Summary", "simulate"]

_ANY_EXECUTOR_WORKERS = 8
"""How many workers somebody's executor is taken to have."""


def simulate(
    plan: Plan, n: int, *, first: int = 1, workers: int = 1, executor: Executor | None = None
) -> Iterator[Summary]:
    """Play games `first` to `first + n - 1` of the plan; their summaries in this order, as they become ready.

    `workers` above 1 spawns a pool of processes for it, an `executor` of any kind is used and left open. A game that
    fails is a summary with a fault, not an error. When the iteration is stopped or interrupted, games that are being
    played are finished, no others begun. Raises UsageError, DataError, WriteFailed; Locked while another simulation
    writes into the folder.
    """
    if n < 0 or first < 1 or workers < 1:
        raise UsageError("the number of games is 0 or more, the first game and the number of workers 1 or more")
    indexes = range(first, first + n)
    games = partial(_play, plan, indexes, workers, executor)
    return games() if plan.out is None else _into(Path(plan.out), games)


def _into(folder: Path, games: Callable[[], Iterator[Summary]]) -> Iterator[Summary]:
    with _prepared(folder):
        yield from games()


@contextmanager
def _prepared(folder: Path) -> Iterator[None]:
    """Make the folder, be the only one who fills it, and sweep out what killed workers left half written."""
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(one_writer(folder))
            sweep(folder)
        except OSError as error:
            raise WriteFailed(f"cannot be used as a folder for diaries: {error.strerror}", path=folder) from error
        yield


def _play(plan: Plan, indexes: range, workers: int, executor: Executor | None) -> Iterator[Summary]:
    if executor is not None:
        return _on(executor, plan, indexes, _ANY_EXECUTOR_WORKERS)
    return _here(plan, indexes) if workers == 1 or len(indexes) < 2 else _on_pool(plan, indexes, workers)


def _here(plan: Plan, indexes: range) -> Iterator[Summary]:
    for index in indexes:
        yield play_job(plan, index)


def _on_pool(plan: Plan, indexes: range, workers: int) -> Iterator[Summary]:
    with pool(workers) as executor:
        yield from _on(executor, plan, indexes, workers)


def _on(executor: Executor, plan: Plan, indexes: range, workers: int) -> Iterator[Summary]:
    advice = "finished games are kept, run it again to go on"
    return many_in_order(executor, partial(play_job, plan), indexes, workers=workers, advice=advice)
