"""Pages whose commands run in their order and print what stands there; docs/what-if.md has a test of its own."""

import pytest
from tests.cli.conftest import environment
from tests.pages import session, typed_in_order

__all__ = ["environment"]


@pytest.mark.parametrize(
    ("page", "commands", "shows"),
    [("luck.md", 6, {"The value of the game": 2}), ("tournaments.md", 1, {"player  ": 1})],
)
def test_commands_print_what_the_page_shows(
    page: str,
    commands: int,
    shows: dict[str, int],
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
) -> None:
    parts = session(page)
    assert len(parts) == commands
    assert {words: sum(words in shown for _, shown in parts) for words in shows} == shows
    printed = typed_in_order(tmp_path_factory.mktemp("session"), [line for line, _ in parts])
    for (line, shown), told in zip(parts, printed, strict=True):
        assert not shown or told == shown, line
