"""A copy of the code in which a fault is planted, and commands that run with it: as a rules developer has it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.cli.running import ROOT, Outcome

__all__ = ["FOLDERS", "Tree", "planted_tree"]

FOLDERS = ("events", "core", "replay", "analytics", "cli")
TINY_RULES = "core/games/tiny/rules.py"


@dataclass(frozen=True)
class Tree:
    """A folder with the code in it; the code that is tested for `ROOT`."""

    folder: Path
    python: str = sys.executable
    env: dict[str, str] = field(default_factory=dict)

    def run(self, arguments: Sequence[str | Path], cwd: Path, **env: str) -> Outcome:
        """Python with these arguments, in a process of its own."""
        paths = [str(self.folder / "src"), os.environ.get("PYTHONPATH", "")]
        done = subprocess.run(
            [self.python, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **self.env, **env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    def wardiary(self, *arguments: str | Path, cwd: Path) -> Outcome:
        """A command line."""
        return self.run(["-m", "wardiary.cli", *arguments], cwd)

    def pytest(self, file: Path, **env: str) -> Outcome:
        """A test file, outside any project."""
        options = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(file.parent)]
        return self.run(["-m", "pytest", *options, file.name], file.parent, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", **env)


def planted_tree(folder: Path, old: str, new: str, *, file: str = TINY_RULES) -> Tree:
    """A copy of the code in which one text of a file is another."""
    shutil.copytree(ROOT / "src", folder / "src", symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    source = folder / file
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    source.write_text(text.replace(old, new), encoding="utf-8")
    return Tree(folder)
