"""Delta debugging: fewer and fewer items that still fail.

The algorithm `ddmin` of A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
Transactions on Software Engineering 28 (2002) 2: no single item can be left out of what it gives.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

__all__ = ["ddmin"]

T = TypeVar("T")
_Test = Callable[[tuple[T, ...]], tuple[T, ...] | None]
"""What is left of some items where they fail (a test may find that not all of them matter), None where they do not."""


def ddmin(items: Sequence[T], test: _Test[T]) -> tuple[T, ...]:
    """As few of the items, which fail, as still fail, in their order. The same items and answers give the same."""
    left, parts = tuple(items), 2
    while len(left) > 1:
        parts = min(parts, len(left))
        smaller = next(filter(_shorter_than(left), map(test, _candidates(left, parts))), None)
        if smaller is not None:
            left, parts = smaller, max(parts - 1, 2)
        elif parts == len(left):
            break
        else:
            parts *= 2
    if len(left) == 1 and (none := test(())) is not None:
        return none
    return left


def _shorter_than(left: tuple[T, ...]) -> Callable[[tuple[T, ...] | None], bool]:
    return lambda found: found is not None and len(found) < len(left)


def _candidates(left: tuple[T, ...], parts: int) -> Iterator[tuple[T, ...]]:
    """Each part alone, then all but one part."""
    bounds = [len(left) * part // parts for part in range(parts + 1)]
    pieces = [(bounds[part], bounds[part + 1]) for part in range(parts)]
    yield from (left[first:last] for first, last in pieces)
    if parts > 2:  # of two parts, each is what is left without the other
        yield from (left[:first] + left[last:] for first, last in pieces)
