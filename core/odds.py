"""Odds from the command line: a question in the words of a game, an answer in tables.

A game that can tell the odds of its battles brings an `OddsDesk` in its `GameSpec`. What may be asked is the game's
affair; how an answer is printed, or written as JSON, is the same for all.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

__all__ = ["Cell", "OddsAnswer", "OddsDesk", "OddsTable"]

D = TypeVar("D")
Cell = str | int | Fraction | None
"""A word, a count, an exact chance or mean; None where there is nothing to say."""


class OddsTable(Struct, frozen=True, kw_only=True):
    """Rows under named columns; what stands in the columns named in `chances` are probabilities."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    chances: frozenset[str] = frozenset()


class OddsAnswer(Struct, frozen=True, kw_only=True):
    """The odds of one question. `asked` is the question as it was understood, with what was left out filled in."""

    asked: str
    tables: tuple[OddsTable, ...]


class OddsDesk(Struct, Generic[D], frozen=True, kw_only=True):
    """Where a game answers questions about odds."""

    usage: str
    """For people: which words a question has, what each means, which may be left out."""
    examples: tuple[str, ...]
    """Whole questions, each the words as they are typed after the game's name."""
    ask: Callable[[D, Sequence[str]], OddsAnswer]
    """From component data and words. Raises UsageError, naming the word that cannot be meant."""
