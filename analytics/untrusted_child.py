"""The process that runs a stranger's query: it bounds itself before anything of the query is looked at."""

import os
import resource
import sys
from math import ceil
from pathlib import Path

import msgspec

from wardiary.analytics.results import Result
from wardiary.analytics.sandbox import Unreadable, gate, query_errors, sandbox_over
from wardiary.analytics.untrusted import Limits, Reply, Task
from wardiary.events.errors import WardiaryError

__all__ = ["main"]

_MIB = 1 << 20
_OWN = 768
"""MiB of addresses that Python, DuckDB's code and the stacks of its threads take, the query's memory apart."""
_THREADS = 2
_FILES = 32


def main() -> None:
    """Read a task from stdin, answer on stdout."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    _bound(task.limits)
    # What a library prints is no part of the answer.
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with open(answers, "wb") as stream:
        stream.write(_reply(task))


def _reply(task: Task) -> bytes:
    try:
        return msgspec.json.encode(_answer(task), enc_hook=str)
    except Unreadable:
        # DuckDB names the file.
        return msgspec.json.encode(Reply(error="the archive's cache cannot be read", is_unreadable=True))
    except WardiaryError as error:
        return msgspec.json.encode(Reply(error=str(error)))
    except MemoryError:
        return msgspec.json.encode(Reply(error=f"the query needs more than {task.limits.memory} MiB of memory"))


def _bound(limits: Limits) -> None:
    """Limits of the kernel, which nothing can raise again."""
    seconds = ceil(limits.seconds * _THREADS) + 1
    for what, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, (limits.memory + _OWN) * _MIB),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def _answer(task: Task) -> Reply:
    memory = f"{task.limits.memory // 2}MiB"
    with sandbox_over(Path(task.cache), task.variables, memory=memory, threads=_THREADS) as connection:
        if task.is_gated:
            gate(connection, task.sql)
        with query_errors():
            result = Result.of(connection, task.sql)
    return Reply(columns=result.columns, types=result.types, rows=[list(row) for row in result.rows])
