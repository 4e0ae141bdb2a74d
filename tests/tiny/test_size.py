"""Tiny is the example for people who add a game: its rules stay under 200 lines of code."""

import ast
from pathlib import Path

from wardiary.core.games.tiny import evolve, rules, state


def code_lines(path: Path) -> int:
    """Lines that hold code: no empty ones, no comments, no docstrings."""
    text = path.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = enumerate(text.splitlines(), 1)
    return sum(bool(line.strip()) and not line.strip().startswith("#") and n not in docstrings for n, line in lines)


def test_the_rules_of_tiny_are_under_200_lines() -> None:
    """State, evolve and decision points, as docs/adding-a-game.md says; words and views come on top."""
    sizes = {module.__name__: code_lines(Path(str(module.__file__))) for module in (state, evolve, rules)}
    assert all(sizes.values())
    assert sum(sizes.values()) < 200, sizes
