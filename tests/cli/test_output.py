"""What reaches a terminal: nothing that it would obey."""

import contextlib
import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.cli.output import LINE_MAX, one_line, print_json, print_table, readable
from wardiary.cli.screen import Screen

OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

HOSTILE = [
    ("\x1b[2J\x1b]0;title\x07", "\\x1b[2J\\x1b]0;title\\x07"),
    ("\x9b31m", "\\x9b31m"),
    ("a\rb\x08c\x7f", "a\\x0db\\x08c\\x7f"),
    ("abc\u202edef\u2066", "abc\\u202edef\\u2066"),
    ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
    ("\U000e0041tag", "\\U000e0041tag"),
    ("lone \udc80", "lone \\udc80"),
    ("Sotapäiväkirja, 手, \U0001f3b2", "Sotapäiväkirja, 手, \U0001f3b2"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_hostile_text_is_shown_escaped(text: str, shown: str) -> None:
    assert readable(text) == shown


@given(st.text(st.characters()))
def test_nothing_obeyed_is_left(text: str) -> None:
    assert {unicodedata.category(character) for character in readable(text).replace("\n", "")} & OBEYED == set()
    assert "\n" not in one_line(text)


def test_newlines_stay_in_text_and_not_in_messages() -> None:
    assert readable("a\nb") == "a\nb"
    assert one_line("a\nb") == "a\\nb"


@pytest.mark.parametrize("length", [LINE_MAX, LINE_MAX + 1, 1_000_000])
def test_long_text_is_cut_and_counted(length: int) -> None:
    line = one_line("x" * length)
    assert (line == "x" * length) is (length <= LINE_MAX)
    assert len(line) < LINE_MAX + 40
    assert length <= LINE_MAX or f"({length} characters)" in line


@given(st.dictionaries(st.text(), st.text() | st.integers(-(2**53), 2**53) | st.lists(st.text())))
def test_json_means_what_it_meant_and_is_harmless(value: dict[str, object]) -> None:
    caught = io.StringIO()
    with contextlib.redirect_stdout(caught):
        print_json(value)
    printed = caught.getvalue()
    assert json.loads(printed) == value
    assert {unicodedata.category(character) for character in printed.replace("\n", "")} & OBEYED == set()


def test_tables_align_and_escape(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), [("a\x1b[1m", 3), ("bb", 1234)], right=("n",))
    assert capsys.readouterr().out.splitlines() == ["name         n", "a\\x1b[1m     3", "bb        1234"]


@pytest.mark.parametrize(("interactive", "written"), [(True, "\x1b[H\x1b[2J\x1b[3J"), (False, "")])
def test_a_cleared_screen_cannot_be_scrolled_back(
    interactive: bool, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Home, erase the display, erase what was scrolled off it: hands do not stay for the next one at the screen."""
    screen = Screen()
    screen.interactive = interactive
    screen.clear()
    assert capsys.readouterr().out == written
