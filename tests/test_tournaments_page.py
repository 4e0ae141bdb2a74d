"""The page docs/tournaments.md: its round robin prints what stands there."""

import pytest
from tests.cli.conftest import environment
from tests.pages import session, typed_in_order

__all__ = ["environment"]

SESSION = session("tournaments.md")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> list[str]:
    """What all commands print."""
    return typed_in_order(tmp_path_factory.mktemp("session"), [line for line, _ in SESSION])


@pytest.mark.parametrize("at", range(len(SESSION)), ids=[line for line, _ in SESSION])
def test_a_command_prints_what_the_page_shows(printed: list[str], at: int) -> None:
    _, shown = SESSION[at]
    assert not shown or printed[at] == shown


def test_the_page_shows_the_whole_table() -> None:
    (shown,) = [shown for _, shown in SESSION]
    assert shown.count("player  ") == 2
