"""The cookbook: every block of it runs, in order, and answers something."""

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import environment
from tests.pages import typed

from wardiary.analytics.archive import Archive

__all__ = ["environment"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cookbook.md"
BLOCK = re.compile(r"^```(console|sql|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS: list[tuple[str, str]] = [
    (kind, line.removeprefix("$ "))
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for line in (text.splitlines() if kind == "console" else [text])
]
MAY_BE_EMPTY = ("fin_line = 1",)
"""Searches that small simulations need not answer."""


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Path]:
    """The folder in which all blocks run, one after the other; the first four make the archive."""
    folder = tmp_path_factory.mktemp("kitchen")
    with contextlib.chdir(folder):
        for kind, text in BLOCKS[:4]:
            assert kind == "console"
            assert typed(text)
        yield folder


@pytest.mark.parametrize(("kind", "text"), BLOCKS[4:], ids=[text.split("\n")[0][:60] for _, text in BLOCKS[4:]])
def test_every_block_runs(kitchen: Path, kind: str, text: str) -> None:
    if kind == "console":
        assert typed(text).count("\n") >= 2
    elif kind == "sql":
        result = Archive("games.archive").sql(text)
        assert result.rows or any(words in text for words in MAY_BE_EMPTY)
    else:
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            exec(compile(text, str(PAGE), "exec"), {})
        assert told.getvalue().count("\n") >= 3


def test_there_are_a_dozen_questions() -> None:
    questions = re.findall(r"^## \d+\. (.+\?)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(questions) >= 12
    assert {kind for kind, _ in BLOCKS} == {"console", "sql", "python"}
