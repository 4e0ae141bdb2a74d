"""Rows that carry clauses, and rules over component data with something changed."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from wardiary.core.contract import ComponentData, GameSpec
from wardiary.core.engine import Rules
from wardiary.core.state import State

__all__ = ["Change", "Row", "changed_data", "clauses", "replaced", "rules_with"]

S = TypeVar("S", bound=State)
D = TypeVar("D", bound=ComponentData)
Row = tuple[Any, ...]
Change = Callable[[str], str]


def clauses(*rows: Row) -> list[Any]:
    """Parameter sets. The first column is the clause that the row carries, or a tuple of several; tests see a text."""
    sets = []
    for number, (carried, *columns) in enumerate(rows):
        ids = (carried,) if isinstance(carried, str) else carried
        text = ", ".join(ids)
        marks = [pytest.mark.clause(name) for name in ids]
        sets.append(pytest.param(text, *columns, marks=marks, id=f"{text} #{number}"))
    return sets


def replaced(old: str, new: str, *more: str) -> Change:
    """A change of a text, its first place each; `more` are further pairs. What is replaced must be there."""
    words = (old, new, *more)

    def change(text: str) -> str:
        for was, now in zip(words[::2], words[1::2], strict=True):
            assert was in text, f"{was!r} is not in the file"
            text = text.replace(was, now, 1)
        return text

    return change


def changed_data(spec: GameSpec[S, D, Any], **files: Change) -> dict[str, str]:
    """Files of a game's own component data with their text changed: `cards=replaced("a", "b")` is cards.toml."""
    own = spec.own_data()
    return {f"{name}.toml": change(own[f"{name}.toml"]) for name, change in files.items()}


def rules_with(spec: GameSpec[S, D, Any], **files: Change) -> Rules[S, D]:
    """A game's rules over its own component data with files changed."""
    return Rules(spec, spec.rules.load_data(changed_data(spec, **files)))
