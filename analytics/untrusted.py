"""Runs a stranger's query in a process of its own, which the operating system bounds and a clock ends.

The process has the sandbox of every query, and besides: no environment, an empty folder, no file may be written and few
opened, its memory and CPU time are limited by the kernel, and it is killed when its time is up or its answer too long.
What comes back is text that is decoded as plain values, never anything that runs.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.analytics.engine import is_text
from wardiary.analytics.results import Result
from wardiary.analytics.sandbox import Unreadable
from wardiary.events.errors import QueryError

__all__ = ["Limits", "Reply", "Task", "ask_apart"]

_MIB = 1 << 20
_CODE = "from wardiary.analytics.untrusted_child import main; main()"
_ERROR_MAX = 2_000


class Limits(Struct, frozen=True, kw_only=True):
    """What a stranger's query may use: seconds on the clock, MiB of memory, MiB of answer."""

    seconds: float = 10
    memory: int = 1024
    answer: int = 64


class Task(Struct, frozen=True, kw_only=True):
    """What the process is told."""

    cache: str
    sql: str
    is_gated: bool
    variables: dict[str, bool]
    limits: Limits


class Reply(Struct, frozen=True, kw_only=True):
    """What it answers: rows under columns, or an error, which may come of a damaged cache."""

    columns: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    rows: list[list[Any]] = []
    error: str | None = None
    is_unreadable: bool = False


def ask_apart(cache: Path, sql: str, limits: Limits, *, variables: Mapping[str, bool], is_gated: bool = True) -> Result:
    """The rows of a query over a cache, worked out by a process of its own. Raises QueryError, Unreadable.

    Numbers, strings, lists and structs are what they are, values of other types their text. `is_gated=False` is for
    reports of ours.
    """
    if not is_text(sql):
        raise QueryError("the query is no UTF-8 text")
    task = Task(cache=str(cache.resolve()), sql=sql, is_gated=is_gated, variables=dict(variables), limits=limits)
    with TemporaryDirectory(prefix="wardiary-") as empty:
        answer, code, is_late = _run(msgspec.json.encode(task), limits, empty)
    if is_late:
        raise QueryError(f"the query was stopped: it took longer than {limits.seconds:g} s")
    if len(answer) > limits.answer * _MIB:
        raise QueryError(f"the query was stopped: its answer is longer than {limits.answer} MiB")
    try:
        reply = msgspec.json.decode(answer, type=Reply)
    except msgspec.MsgspecError:
        raise QueryError(
            f"the query ended its process (exit {code}): most likely it needs more than {limits.memory} MiB of memory"
        ) from None
    if reply.error is not None:
        raise (Unreadable if reply.is_unreadable else QueryError)(reply.error[:_ERROR_MAX])
    return Result(reply.columns, reply.types, [tuple(row) for row in reply.rows])


def _run(task: bytes, limits: Limits, folder: str) -> tuple[bytes, int, bool]:
    """The answer, cut off behind the limit, the exit code, and whether the time was up."""
    # The working folder may be on the path as an empty string.
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    process = subprocess.Popen(
        [sys.executable, "-s", "-B", "-c", _CODE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={"PYTHONPATH": path},
        start_new_session=True,
    )
    late: list[bool] = []

    def stop() -> None:
        late.append(True)
        process.kill()

    clock = Timer(limits.seconds, stop)
    clock.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as told:
            told.write(task)
        answer = process.stdout.read(limits.answer * _MIB + 1)
    except BrokenPipeError:
        answer = b""
    finally:
        clock.cancel()
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    return answer, process.returncode, bool(late)
