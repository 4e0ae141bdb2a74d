"""Pages of docs/ whose commands run in a test and print what the page shows."""

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from wardiary.cli.errors import run
from wardiary.cli.main import cli

DOCS = Path(__file__).resolve().parents[1] / "docs"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def session(page: str) -> list[tuple[str, str]]:
    """Each command of a page with what is shown of its output, without the last line's end; empty for nothing."""
    blocks = _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    parted = [command.partition("\n") for block in blocks for command in block.split("$ ")[1:]]
    return [(line, shown.rstrip("\n")) for line, _, shown in parted]


def typed(line: str) -> str:
    """What a command line prints on stdout, run in this process."""
    program, *words = shlex.split(line)
    assert program == "wardiary"
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(io.StringIO()) as said:
        assert run(cli, words) == 0, f"{line}: {said.getvalue()}"
    return told.getvalue()


def typed_in_order(
    folder: Path, lines: Sequence[str], after: Callable[[str], object] = lambda _line: None
) -> list[str]:
    """What command lines print, run one after the other in a folder, nobody at the keyboard; `after` follows each."""
    printed: list[str] = []
    with contextlib.chdir(folder), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        for line in lines:
            printed.append(typed(line).rstrip("\n"))
            after(line)
    return printed
