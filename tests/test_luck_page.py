"""The page docs/luck.md: its commands run in their order and print what stands there."""

import contextlib
import io
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import environment
from tests.test_what_if_page import BLOCK, typed

__all__ = ["environment"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "luck.md"
SESSION = [
    (line, shown)
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for line, _, shown in (command.partition("\n") for command in block.split("$ ")[1:])
]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> list[str]:
    """What all commands print, run one after the other in one folder, nobody at the keyboard."""
    with contextlib.chdir(tmp_path_factory.mktemp("session")), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        return [typed(line) for line, _ in SESSION]


@pytest.mark.parametrize("at", range(len(SESSION)), ids=[line for line, _ in SESSION])
def test_a_command_prints_what_the_page_shows(printed: list[str], at: int) -> None:
    _, shown = SESSION[at]
    assert not shown or printed[at] == shown


def test_the_page_shows_both_parts() -> None:
    assert len(SESSION) == 6
    assert sum("The value of the game" in shown for _, shown in SESSION) == 2
