"""How long a command takes to start: CPU time of the process and its children. `--help` is to stay under 250 ms."""

import os
import subprocess
import sys
from typing import Any

import pytest


@pytest.mark.parametrize("command", ["--help", "games"])
def test_start(benchmark: Any, command: str) -> None:
    times: list[float] = []

    def start() -> None:
        before = os.times()
        subprocess.run([sys.executable, "-m", "wardiary.cli", command], stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        times.append(1000 * used)

    benchmark.pedantic(start, rounds=1 if benchmark.disabled else 5)
    benchmark.extra_info["cpu_ms_min"] = round(min(times))
