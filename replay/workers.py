"""A pool of processes for long work: in order, a bounded number of tasks under way, stopped by Ctrl-C, ended by death.

Tasks and results are small plain records; what is large is written to files. Where a worker dies, killed or out of
memory, a WardiaryError says so, and what to do.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import TypeVar

from wardiary.events.errors import WardiaryError

__all__ = ["cores", "in_order", "many_in_order", "pool", "task_size"]

T = TypeVar("T")
R = TypeVar("R")
_TASK_MAX = 8
"""Small things in a task."""
_WAITING = 4
"""Tasks that wait for each worker: enough to keep it busy, few enough to stop soon."""


def cores() -> int:
    """How many processes can work at once here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Spawned processes that ignore Ctrl-C, which is their parent's affair, and end when the parent is killed."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_let_the_parent_stop) as executor:
        # Starting the tracker lets signals through again, so it has to run before any worker is started.
        resource_tracker.ensure_running()
        yield executor


def in_order(
    executor: Executor,
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    workers: int,
    waiting: int = _WAITING,
    advice: str,
) -> Generator[R, None, None]:
    """The results of the tasks, in their order; `waiting` for each worker. Those not begun are dropped at the end.

    Raises what a task raises, and WardiaryError with the `advice` when a worker died.
    """
    under_way: deque[Future[R]] = deque()
    most = waiting * workers + 1
    try:
        for task in tasks:
            with _no_interrupt():
                # This may start a worker, which inherits the blocked signal until it ignores it by itself.
                under_way.append(executor.submit(function, task))
            if len(under_way) >= most:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenExecutor as error:
        raise WardiaryError(f"a worker process died (killed, or out of memory): {advice}") from error
    finally:
        for future in under_way:
            future.cancel()


def many_in_order(
    executor: Executor, function: Callable[[T], R], things: Sequence[T], *, workers: int, advice: str
) -> Generator[R, None, None]:
    """`in_order` for many small things, some of them in a task: fewer where there are few things for a worker."""
    size = task_size(len(things), workers)
    tasks = (things[at : at + size] for at in range(0, len(things), size))
    with closing(in_order(executor, partial(_each, function), tasks, workers=workers, advice=advice)) as results:
        for result in results:
            yield from result


def task_size(things: int, workers: int) -> int:
    """How many small things a task holds: some, for a task costs more than a thing, and fewer where few are to do."""
    return max(1, min(_TASK_MAX, things // (2 * workers)))


def _each(function: Callable[[T], R], things: Sequence[T]) -> list[R]:
    return [function(thing) for thing in things]


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits until the end of this."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _let_the_parent_stop() -> None:
    """A worker finishes its task when the person interrupts; the parent says what is not begun any more.

    A parent that was killed says nothing: then the worker ends, and the next run sweeps up what it was writing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
