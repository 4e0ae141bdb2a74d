"""Hidden cards dealt anew: all of them, to the right sizes, every deal as likely as another."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.kit.dealing import deal
from wardiary.replay.proving.imagined import chooser


@given(st.lists(st.sampled_from("abcdef"), max_size=12), st.data(), st.integers(0, 1000))
def test_every_card_lies_in_one_place_and_the_sizes_are_kept(cards: list[str], data: st.DataObject, seed: int) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(cards)), max_size=3)))
    sizes = [end - start for start, end in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    places = deal(cards, sizes, chooser(str(seed)))
    assert [len(place) for place in places] == sizes
    assert sorted(card for place in places for card in place) == sorted(cards)
    assert all(list(place) == sorted(place) for place in places)


def test_every_deal_is_as_likely_as_another() -> None:
    """Six deals of four cards into two and two, each a sixth of 6,000; chi-square of 5 degrees, 0.1 %: 20.5."""
    seed, dealt = seed_bytes("dealing"), Counter[tuple[str, ...]]()
    for number in range(6_000):
        labels = iter(range(100))
        (hand, _) = deal("abcd", (2, 2), lambda count: choose(seed, f"{number} {next(labels)}", count))  # noqa: B023
        dealt[hand] += 1
    assert len(dealt) == 6
    assert sum((count - 1_000) ** 2 / 1_000 for count in dealt.values()) < 20.5


def test_the_last_place_takes_what_is_left_without_a_number() -> None:
    def none_wanted(_count: int) -> int:
        raise AssertionError("no number is needed")

    assert deal("ba", (0, 2), none_wanted) == [(), ("a", "b")]
    assert deal("", (), none_wanted) == []


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (3, -1), ()])
def test_sizes_that_do_not_add_up_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 cards cannot be dealt as"):
        deal("ab", sizes, lambda _count: 0)
