"""A Dask cluster as an executor: one that is there, or one of this machine's own processes (extra `wardiary[cluster]`).

Dask gives the work of a worker that died to another one. Games depend on their plan and index alone, so the bytes are
the same whoever plays them, and however often.
"""

import logging
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from wardiary.events.errors import UsageError, WardiaryError
from wardiary.replay.workers import cores

__all__ = ["LOCAL", "Crew", "cluster"]

LOCAL = "local"
"""Stands for a cluster of this machine's processes, which is started and ended with the work."""
_PROTOCOLS = ("tcp://", "tls://")
_PATIENCE = 30
"""Seconds within which a scheduler must answer and show a worker."""
_GO_ON = "games that have come back are kept, run it again to go on"


class Crew(NamedTuple):
    """Who plays: an executor for `simulate(..., carried=True)`, and how many workers it has."""

    executor: Executor
    workers: int


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[Crew]:
    """The cluster whose scheduler is at `tcp://HOST:PORT`; or `local`: `workers` processes (one a core) on loopback.

    Errors of the cluster within the block become a WardiaryError that says what to do. Raises UsageError for an address
    of another form and where Dask is missing, WardiaryError where no scheduler or no worker answers.
    """
    if address != LOCAL and not (address.startswith(_PROTOCOLS) and address.partition("://")[2]):
        raise UsageError(f"a cluster is {LOCAL!r} or the address of its scheduler, tcp://HOST:PORT, not {address!r}")
    if address != LOCAL and workers is not None:
        raise UsageError(f"how many workers the cluster at {address} has is its own affair: leave the number out")
    dask = _dask()
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if address == LOCAL:
            client = stack.enter_context(_local(dask, workers or cores()))
        else:
            client = stack.enter_context(_reached(dask, address))
        # A client that is closed gives up what is not done; an interrupt leads here as well.
        crew = Crew(client.get_executor(pure=False), _workers(client, address))
        stack.enter_context(_explained(dask))
        yield crew


def _dask() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise UsageError("clusters need Dask: pip install 'wardiary[cluster]'") from error
    return distributed


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells of every lost connection, as when work is interrupted; what matters comes as an error."""
    # Most parts of Dask have levels of their own, which its configuration sets.
    names = ["distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed."))]
    before = [(log, log.level) for log in map(logging.getLogger, names)]
    for log, _ in before:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in before:
            log.setLevel(level)


@contextmanager
def _local(dask: Any, workers: int) -> Iterator[Any]:
    """Processes of one thread each, on loopback, no dashboard; deaf to Ctrl-C, which is their parent's affair."""
    from dask import config

    with TemporaryDirectory(prefix="wardiary-dask-") as scratch, ExitStack() as stack:
        stack.enter_context(config.set({"temporary-directory": scratch}))
        # Threads and processes inherit that the signal is blocked, those too that follow a worker that died. Starting
        # the tracker lets signals through again, so it has to run before.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            processes = dask.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                # Dask's own pages of health are served with or without a dashboard; 0 is any port that is free.
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                silence_logs=logging.CRITICAL,
                memory_limit=0,
            )
            stack.enter_context(processes)
            client = stack.enter_context(dask.Client(processes))
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        yield client


@contextmanager
def _reached(dask: Any, address: str) -> Iterator[Any]:
    try:
        client = dask.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise WardiaryError(f"no scheduler answers at {address}: is `dask scheduler` running there?") from error
    with client:
        yield client


def _workers(client: Any, address: str) -> int:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise WardiaryError(f"the cluster at {address} has no workers: start `dask worker {address}`") from error
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


@contextmanager
def _explained(dask: Any) -> Iterator[None]:
    try:
        yield
    except dask.KilledWorker as error:
        raise WardiaryError(
            f"{error.allowed_failures + 1} workers died, one after the other, of the same games: {_GO_ON}, and look "
            "into the workers' logs; memory may have run out"
        ) from error
    except CancelledError as error:
        raise WardiaryError(f"the cluster went away: {_GO_ON}") from error
    except ModuleNotFoundError as error:
        raise WardiaryError(f"a worker of the cluster lacks {error.name}: install the same wardiary on all") from error
