"""Many games between computer players: on this process, on a pool of processes, on a cluster, on anybody's executor.

A game depends on the plan and its index alone, so the diaries are the same bytes whatever the number of workers. A
simulation that was stopped goes on where it was: whole diaries of the same games are kept.
"""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from wardiary.events.errors import UsageError, WriteFailed
from wardiary.replay.aside import one_writer, sweep
from wardiary.replay.simulation.carried import carried_in_order
from wardiary.replay.simulation.jobs import FAILED, Plan, Summary, play_job
from wardiary.replay.simulation.rounds import Rounds
from wardiary.replay.workers import ANY_EXECUTOR_WORKERS, many_in_order, pool

__all__ = ["FAILED", "Plan", "Summary", "simulate", "simulate_rounds"]

_Playing = Generator[Summary, None, None]


def simulate(
    plan: Plan,
    n: int,
    *,
    first: int = 1,
    workers: int | None = None,
    executor: Executor | None = None,
    carried: bool = False,
) -> _Playing:
    """Play games `first` to `first + n - 1` of the plan; their summaries in this order, as they become ready.

    `workers` above 1 spawns a pool of processes for it. An `executor` of any kind is used and left open; `workers` is
    then how many it has. Its workers write the diaries into the plan's folder, or, `carried`, send them back as bytes
    that are written here: for workers that share no disk with this process. A game that fails is a summary with a
    fault, not an error. When the iteration is stopped or interrupted, games that are being played are finished, no
    others begun. Raises UsageError, DataError, WriteFailed; Locked while another simulation writes into the folder.
    """
    return simulate_rounds((plan,), n, first=first, workers=workers, executor=executor, carried=carried)


def simulate_rounds(
    plans: Sequence[Plan],
    n: int,
    *,
    first: int = 1,
    workers: int | None = None,
    executor: Executor | None = None,
    carried: bool = False,
) -> _Playing:
    """`simulate` for several plans, round after round: game `first` of every plan, then the next game of every plan."""
    if n < 0 or first < 1 or (workers is not None and workers < 1):
        raise UsageError("the number of games is 0 or more, the first game and the number of workers 1 or more")
    games = Rounds(plans=tuple(plans), first=first)
    return _play(games, range(n * len(games.plans)), workers, executor, carried)


def _play(games: Rounds, numbers: range, workers: int | None, executor: Executor | None, carried: bool) -> _Playing:
    with ExitStack() as stack:
        for folder in sorted({plan.out for plan in games.plans if plan.out is not None}):
            stack.enter_context(_prepared(Path(folder)))
        if executor is not None:
            on = carried_in_order if carried else _on
            yield from on(executor, games, numbers, workers or ANY_EXECUTOR_WORKERS)
        elif workers is None or workers == 1 or len(numbers) < 2:
            yield from (_play_one(games, number) for number in numbers)
        else:
            yield from _on(stack.enter_context(pool(workers)), games, numbers, workers)


@contextmanager
def _prepared(folder: Path) -> Iterator[None]:
    """Make the folder, be the only one who fills it, and sweep out what killed workers left half written."""
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(one_writer(folder))
            sweep(folder)
            sweep(folder / FAILED)
        except OSError as error:
            raise WriteFailed(f"cannot be used as a folder for diaries: {error.strerror}", path=folder) from error
        yield


def _on(executor: Executor, games: Rounds, numbers: range, workers: int) -> _Playing:
    advice = "finished games are kept, run it again to go on"
    return many_in_order(executor, partial(_play_one, games), numbers, workers=workers, advice=advice)


def _play_one(games: Rounds, number: int) -> Summary:
    return play_job(*games.game(number))
