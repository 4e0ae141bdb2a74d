"""Many games between computer players: on this process, on a pool of processes, on a cluster, on anybody's executor.

A game depends on the plan and its index alone, so the diaries are the same bytes whatever the number of workers. A
simulation that was stopped goes on where it was: whole diaries of the same games are kept.
"""

from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

from wardiary.events.errors import UsageError, WriteFailed
from wardiary.replay.aside import sweep
from wardiary.replay.carried import carried_in_order
from wardiary.replay.jobs import FAILED, Plan, Summary, play_job
from wardiary.replay.rounds import Rounds
from wardiary.replay.workers import many_in_order, pool

__all__ = ["FAILED", "Plan", "Summary", "simulate", "simulate_rounds"]

_Playing = Generator[Summary, None, None]
_ANY_EXECUTOR_WORKERS = 8
"""How many workers somebody's executor is taken to have."""


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
    others begun. Raises UsageError, DataError, WriteFailed.
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
    numbers = range(n * len(games.plans))
    for folder in sorted({plan.out for plan in games.plans if plan.out is not None}):
        _prepare(Path(folder))
    if executor is None:
        return _here(games, numbers) if (workers or 1) == 1 or n < 2 else _on_pool(games, numbers, workers or 1)
    on = carried_in_order if carried else _on
    return on(executor, games, numbers, workers or _ANY_EXECUTOR_WORKERS)


def _prepare(folder: Path) -> None:
    """Make the folder, and sweep out what killed workers left half written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
    except OSError as error:
        raise WriteFailed(f"cannot be used as a folder for diaries: {error.strerror}", path=folder) from error


def _here(games: Rounds, numbers: range) -> _Playing:
    for number in numbers:
        yield _play(games, number)


def _play(games: Rounds, number: int) -> Summary:
    return play_job(*games.game(number))


def _on_pool(games: Rounds, numbers: range, workers: int) -> _Playing:
    with pool(workers) as executor:
        yield from _on(executor, games, numbers, workers)


def _on(executor: Executor, games: Rounds, numbers: range, workers: int) -> _Playing:
    advice = "finished games are kept, run it again to go on"
    return many_in_order(executor, partial(_play, games), numbers, workers=workers, advice=advice)
