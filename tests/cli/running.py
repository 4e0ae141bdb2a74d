"""What running a command line in a test gives."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """Its one line of error, without the program's name."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("wardiary: ")
        return lines[0].removeprefix("wardiary: ")


Run = Callable[..., Outcome]
Start = Callable[..., "subprocess.Popen[str]"]
