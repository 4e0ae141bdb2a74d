"""Work over many diaries on a pool of processes, or on anybody's executor: in order, few at a time, soon stopped."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import TypeVar

from wardiary.events.errors import WardiaryError

__all__ = ["in_order", "pool"]

J = TypeVar("J")
R = TypeVar("R")

_WAITING = 4
"""Jobs that wait for each worker: enough to keep it busy, few enough to stop soon."""


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Processes that are spawned for it and end with it; Ctrl-C lets them finish what they do."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_let_the_parent_stop) as executor:
        # Starting the tracker lets signals through again, so it has to run before any worker is started.
        resource_tracker.ensure_running()
        yield executor


def in_order(executor: Executor, work: Callable[[J], R], jobs: Iterable[J], workers: int) -> Generator[R, None, None]:
    """What becomes of each job, in their order; a bounded number of them is under way.

    When the iteration is stopped or interrupted no others are begun. Raises WardiaryError when a worker dies.
    """
    under_way: deque[Future[R]] = deque()
    try:
        for job in jobs:
            with _no_interrupt():
                # This may start a worker, which inherits the blocked signal until it ignores it by itself.
                under_way.append(executor.submit(work, job))
            if len(under_way) > _WAITING * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenExecutor as error:
        raise WardiaryError(
            "a worker process died (killed, or out of memory); what was finished is kept: run it again to go on"
        ) from error
    finally:
        for future in under_way:
            future.cancel()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits until the end of this."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _let_the_parent_stop() -> None:
    """A worker finishes its job when the person interrupts; the parent says what is not begun any more.

    A parent that was killed says nothing: then the worker ends, and the next run sweeps up what it was writing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
