"""The page docs/what-if.md: its commands run in their order and print what stands there."""

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import environment

from wardiary.cli.errors import run
from wardiary.cli.main import cli

__all__ = ["environment"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "what-if.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EDIT = re.compile(r"In `(\S+)` let `([^`]+)` become `([^`]+)`")


def session() -> Iterator[tuple[str, str]]:
    """Each command with what the page shows of its output; empty where it shows nothing."""
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for command in block.split("$ ")[1:]:
            line, _, shown = command.partition("\n")
            yield line, shown


SESSION = list(session())


def typed(line: str) -> str:
    """What a command prints on stdout; the data are edited as the page says once they have been written."""
    program, *words = shlex.split(line)
    assert program == "wardiary"
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(io.StringIO()) as said:
        assert run(cli, words) == 0, f"{line}: {said.getvalue()}"
    if "--write-data" in words:
        found = EDIT.search(PAGE.read_text(encoding="utf-8"))
        assert found is not None
        file = Path(found[1])
        assert found[2] in file.read_text()
        file.write_text(file.read_text().replace(found[2], found[3]))
    return told.getvalue()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> list[str]:
    """What all commands print, run one after the other in one folder, nobody at the keyboard."""
    with contextlib.chdir(tmp_path_factory.mktemp("session")), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        return [typed(line) for line, _ in SESSION]


@pytest.mark.parametrize("at", range(len(SESSION)), ids=[line for line, _ in SESSION])
def test_a_command_prints_what_the_page_shows(printed: list[str], at: int) -> None:
    line, shown = SESSION[at]
    assert printed[at].rstrip("\n") == shown.rstrip("\n") or not shown, line


def test_the_page_shows_both_commands_at_work() -> None:
    commands = {line.split()[1] for line, shown in SESSION if shown}
    assert {"whatif", "compare-data"} <= commands
