"""Bags of cards, held against a plain count."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.kit.bag import add, take

CARDS = st.lists(st.sampled_from(["01", "02", "07", "31"]), max_size=12)


@given(CARDS, CARDS)
def test_adding_keeps_every_copy_and_the_order(cards: list[str], more: list[str]) -> None:
    assert add(tuple(sorted(cards)), *more) == tuple(sorted(cards + more))


@given(CARDS, st.data())
def test_taking_leaves_the_other_copies(cards: list[str], data: st.DataObject) -> None:
    bag = tuple(sorted(cards))
    gone = data.draw(st.permutations(cards).flatmap(lambda order: st.integers(0, len(order)).map(lambda n: order[:n])))
    assert take(bag, *gone) == tuple(sorted((Counter(cards) - Counter(gone)).elements()))


@pytest.mark.parametrize(("cards", "gone"), [((), ("01",)), (("01",), ("01", "01")), (("02",), ("01",))])
def test_a_card_that_is_not_there_cannot_be_taken(cards: tuple[str, ...], gone: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not in list"):
        take(cards, *gone)
