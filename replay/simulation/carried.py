"""Simulations whose workers share no disk with this process: diaries come back as bytes and are written here.

A worker plays a game into a folder of its own, exactly as it would into the plan's, and sends the file: one MessagePack
value for some games, never objects, so that scheduler and cluster pass on bytes that they need not understand. What is
there already is looked up here, so that only games that are missing travel at all.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from wardiary.events.errors import WardiaryError, WriteFailed
from wardiary.replay.aside import put_whole
from wardiary.replay.simulation.jobs import FAILED, Plan, Summary, forget_failure, kept_job, play_job
from wardiary.replay.simulation.rounds import Rounds
from wardiary.replay.workers import in_order, task_size

__all__ = ["carried_in_order"]

_Expected = list[tuple[int, str, Summary | None]]
"""Games by number, with the id each must have, and the summary of one that is there already."""


class _Carried(Struct, frozen=True, kw_only=True):
    """A game as it travels home: its summary, and its diary where one is kept."""

    summary: Summary
    diary: bytes


def carried_in_order(executor: Executor, games: Rounds, numbers: range, workers: int) -> Generator[Summary, None, None]:
    """The games' summaries in order; every diary that arrives is written before its summary is given.

    Raises WardiaryError when a worker played something else than what was asked, which another version would do.
    """
    expected: deque[_Expected] = deque()
    size = task_size(len(numbers), workers)

    def tasks() -> Iterator[list[int]]:
        for at in range(0, len(numbers), size):
            expected.append([(number, *kept_job(*games.game(number))) for number in numbers[at : at + size]])
            yield [number for number, _, kept in expected[-1] if kept is None]

    advice = "games that have come back are kept, run it again to go on"
    results = in_order(executor, partial(_play_far, games), tasks(), workers=workers, advice=advice)
    with closing(results):
        for result in results:
            arrived = iter(msgspec.msgpack.decode(result, type=list[_Carried]))
            for number, name, kept in expected.popleft():
                yield kept or _written(*games.game(number), name, next(arrived))


def _play_far(games: Rounds, numbers: Sequence[int]) -> bytes:
    """Play some games away from home: what comes back, in MessagePack."""
    return msgspec.msgpack.encode([_play_away(*games.game(number)) for number in numbers])


def _play_away(plan: Plan, index: int) -> _Carried:
    if plan.out is None:
        return _Carried(summary=play_job(plan, index), diary=b"")
    with TemporaryDirectory(prefix="wardiary-") as folder:
        summary = play_job(msgspec.structs.replace(plan, out=folder), index)
        assert summary.path is not None
        return _Carried(summary=summary, diary=Path(summary.path).read_bytes())


def _written(plan: Plan, index: int, name: str, carried: _Carried) -> Summary:
    """The diary under its name here, and the summary that says so."""
    summary = carried.summary
    if summary.id != name:
        raise WardiaryError(
            f"a worker played another game than game {index}: its wardiary, its {plan.game} or its data are of another "
            "version; install the same on all workers"
        )
    if plan.out is None:
        return summary
    folder = Path(plan.out) / FAILED if summary.fault else Path(plan.out)
    path = folder / f"{name}.diary"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise WriteFailed(f"cannot be used as a folder for diaries: {error.strerror}", path=folder) from error
    put_whole(path, carried.diary)
    if not summary.fault:
        forget_failure(path)
    command = plan.command(index) if summary.fault else ""
    return msgspec.structs.replace(summary, path=str(path), command=command)
