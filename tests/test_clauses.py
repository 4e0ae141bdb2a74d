"""The pages of clauses are the project's own list: what code and tests name stands in one, and tests name all of it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"BAB": "brother", "FRD": "freezing", "HEL": "helsinki", "KUU": "kuularuisku"}
ENTRY = re.compile(r"^- `([^`]+)`(?: \*\*R\*\*)? (\S.*)$", re.MULTILINE)

_SECTION = r"(?:\d+(?:\.\d+)*|[A-Z])"
_NUMBER = r"[A-Z]{0,2}\d+[a-z]?"
SHORT = re.compile(rf"({_SECTION})?-({_NUMBER})\b")
NAMED = re.compile(
    rf"\b({'|'.join(PAGES)})-({_SECTION})-({_NUMBER})\b((?:(?:[,;]|,? and|,? or| to)\s+(?:{_SECTION})?-{_NUMBER}\b)*)"
)
"""An id, and those that follow it in short: `BAB-4.3-07, -09; 4.4-01` names three."""


@cache
def page(game: str) -> str:
    return (ROOT / "docs" / "games" / "clauses" / f"{game}.md").read_text(encoding="utf-8")


def entries(game: str) -> list[str]:
    """The ids of a page in their order."""
    return [clause for clause, _ in ENTRY.findall(page(game))]


@cache
def on_all_pages() -> frozenset[str]:
    return frozenset(clause for game in PAGES.values() for clause in entries(game))


def named_in(text: str) -> Iterator[str]:
    for code, section, number, more in NAMED.findall(text):
        yield f"{code}-{section}-{number}"
        for other, following in SHORT.findall(more):
            section = other or section
            yield f"{code}-{section}-{following}"


@cache
def carried_by_tests() -> frozenset[str]:
    """Strings of the tests that are an id and nothing else, as marks and rows of tables hold them."""
    return frozenset(
        node.value
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_short_forms_are_read() -> None:
    assert list(named_in("BAB-4.3-07, -09; 4.4-01 to -03 and FRD-C-14: HEL-12.0-R1, KUU-1.2")) == [
        "BAB-4.3-07",
        "BAB-4.3-09",
        "BAB-4.4-01",
        "BAB-4.4-03",
        "FRD-C-14",
        "HEL-12.0-R1",
    ]


@pytest.mark.parametrize(("code", "game"), PAGES.items())
def test_a_page_holds_each_clause_of_its_game_once(code: str, game: str) -> None:
    ids = entries(game)
    assert len(ids) == len(re.findall(r"^- `", page(game), re.MULTILINE)) > 200
    assert [clause for clause in ids if list(named_in(clause)) != [clause] or not clause.startswith(f"{code}-")] == []
    assert [clause for clause, times in Counter(ids).items() if times > 1] == []


@pytest.mark.parametrize("folder", ["core", "events", "tests"])
def test_what_is_named_stands_in_a_page(folder: str) -> None:
    known = on_all_pages()
    files = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".toml", ".sql"}]
    unknown = {
        f"{path.relative_to(ROOT)}: {clause}"
        for path in files
        for clause in named_in(path.read_text(encoding="utf-8"))
        if clause not in known
    }
    assert sorted(unknown) == []


@pytest.mark.parametrize("game", PAGES.values())
def test_every_clause_is_named_by_a_test(game: str) -> None:
    carried = carried_by_tests()
    assert [clause for clause in entries(game) if clause not in carried] == []


@pytest.mark.parametrize(("code", "game"), PAGES.items())
def test_clauses_refer_to_clauses_that_are_there(code: str, game: str) -> None:
    """In a page `(4.3-07)` stands for the game's clause of that section and number."""
    references = re.findall(rf"(?<![\w./-])({_SECTION}-(?:\d\d|R\d))\b", page(game))
    assert references
    assert [reference for reference in references if f"{code}-{reference}" not in entries(game)] == []


@pytest.mark.parametrize("game", PAGES.values())
def test_modules_of_a_page_are_there(game: str) -> None:
    core = ROOT / "core"
    modules = re.findall(r"`((?:[\w*]+/)*[\w*]+\.(?:py|toml))`|`([\w/]+/)`", page(game))
    assert modules
    assert [
        name
        for name in (file or folder for file, folder in modules)
        if not list((core / "games" / game).glob(name.removeprefix("core/"))) and not list(ROOT.glob(name))
    ] == []
