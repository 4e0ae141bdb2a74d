"""The counts of what the suite has tried, printed at the end."""

from typing import Any

from wardiary.core.registry import game_ids
from wardiary.replay.proving.base import tried


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if total := tried(terminalreporter.stats.get("passed", ())):
        counts = ", ".join(f"{number:,} {name}" for name, number in sorted(total.items()))
        terminalreporter.write_line(f"generic suite over {', '.join(game_ids())}: {counts}")
