"""Delta debugging on numbers: what is needed stays, nothing else does."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.replay.laboratory.ddmin import ddmin


@given(st.integers(1, 60).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1), max_size=5))))
def test_what_is_needed_is_what_is_left(case: tuple[int, set[int]]) -> None:
    size, needed = case

    def test(items: tuple[int, ...]) -> tuple[int, ...] | None:
        return items if needed <= set(items) else None

    assert ddmin(range(size), test) == tuple(sorted(needed))


@given(st.sets(st.frozensets(st.integers(0, 11), min_size=1, max_size=4), min_size=1, max_size=6))
def test_nothing_can_be_left_out_of_what_is_left(failing: set[frozenset[int]]) -> None:
    """Also where several causes are each enough, so that a failing set may hold others."""

    def fails(items: tuple[int, ...]) -> bool:
        return any(cause <= set(items) for cause in failing)

    left = ddmin(range(12), lambda items: items if fails(items) else None)
    assert fails(left)
    assert not any(fails(fewer) for fewer in combinations(left, len(left) - 1))


def test_a_test_may_find_that_even_less_matters() -> None:
    """As a game does when an answer is left out: those that only made sense with it go of themselves."""
    asked: list[tuple[int, ...]] = []

    def test(items: tuple[int, ...]) -> tuple[int, ...] | None:
        asked.append(items)
        return tuple(item for item in items if item % 10 == 7) if {7, 17} <= set(items) else None

    assert ddmin(range(30), test) == (7, 17)
    assert len(asked) < 20


@pytest.mark.parametrize(("size", "needed", "most"), [(512, {100, 101, 300}, 150), (512, {511}, 25), (1000, set(), 25)])
def test_how_many_questions_it_takes(size: int, needed: set[int], most: int) -> None:
    asked = 0

    def test(items: tuple[int, ...]) -> tuple[int, ...] | None:
        nonlocal asked
        asked += 1
        return items if needed <= set(items) else None

    assert set(ddmin(range(size), test)) == needed
    assert asked <= most


def test_one_or_no_item() -> None:
    assert ddmin([1], lambda items: items) == ()
    assert ddmin([1], lambda items: items or None) == (1,)
    assert ddmin(list[int](), lambda items: items) == ()
