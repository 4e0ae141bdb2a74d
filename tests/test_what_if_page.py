"""The page docs/what-if.md: its commands run in their order and print what stands there."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import environment
from tests.pages import DOCS, session, typed_in_order

__all__ = ["environment"]

PAGE = "what-if.md"
EDIT = re.compile(r"In `(\S+)` let `([^`]+)` become `([^`]+)`")
SESSION = session(PAGE)


def edit_as_told(line: str) -> None:
    """The data are edited as the page says once they have been written."""
    if "--write-data" in line:
        found = EDIT.search((DOCS / PAGE).read_text(encoding="utf-8"))
        assert found is not None
        file = Path(found[1])
        assert found[2] in file.read_text()
        file.write_text(file.read_text().replace(found[2], found[3]))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> list[str]:
    """What all commands print."""
    return typed_in_order(tmp_path_factory.mktemp("session"), [line for line, _ in SESSION], edit_as_told)


@pytest.mark.parametrize("at", range(len(SESSION)), ids=[line for line, _ in SESSION])
def test_a_command_prints_what_the_page_shows(printed: list[str], at: int) -> None:
    line, shown = SESSION[at]
    assert not shown or printed[at] == shown, line


def test_the_page_shows_both_commands_at_work() -> None:
    commands = {line.split()[1] for line, shown in SESSION if shown}
    assert {"whatif", "compare-data"} <= commands
