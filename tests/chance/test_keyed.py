"""What dice, draws and choices promise beyond their known answers."""

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.chance import choose, draw, roll, roll_label, seed_bytes
from wardiary.core.chance.keyed import SIDES_MAX

SEED = seed_bytes("uniformity")
SEEDS = st.binary(min_size=1, max_size=100)
DECK = [f"{number:02}" for number in range(1, 21)]


def chi_square(counts: Iterable[int]) -> Fraction:
    """Pearson's statistic against equal shares, exact."""
    found = list(counts)
    expected = Fraction(sum(found), len(found))
    return sum(((count - expected) ** 2 / expected for count in found), Fraction(0))


# Uniformity. Labels are fixed, so each statistic is one exact number; `limit` is the chi-square quantile 0.999 for the
# cells' degrees of freedom, which a true die stays under.


@pytest.mark.parametrize(
    ("sides", "rolls", "statistic", "limit"),
    [
        (2, 4_000, "841/250", 10.8),
        (6, 6_000, "263/50", 20.5),
        (10, 10_000, "747/100", 27.9),
        (200, 20_000, "10271/50", 266.0),
        (300, 30_000, "1387/5", 379.0),
    ],
)
def test_dice_are_uniform(sides: int, rolls: int, statistic: str, limit: float) -> None:
    counts = Counter(face for nth in range(rolls // 10) for face in roll(SEED, f"u|{sides}|{nth}", 10, sides))
    assert set(counts) == set(range(1, sides + 1))
    assert (chi_square(counts.values()), chi_square(counts.values()) < limit) == (Fraction(statistic), True)


@pytest.mark.parametrize(
    ("place", "statistic"),
    [(0, "742/125"), (1, "1067/250"), (5, "1537/250"), (63, "941/250"), (64, "1679/250")],
    ids=lambda v: str(v),
)
def test_each_die_of_a_pool_is_uniform(place: int, statistic: str) -> None:
    counts = Counter(roll(SEED, f"pool|{nth}|1", place + 1)[place] for nth in range(3_000))
    assert (chi_square(counts.values()), chi_square(counts.values()) < 20.5) == (Fraction(statistic), True)


def test_pairs_of_dice_under_neighbouring_labels_are_independent() -> None:
    pairs = Counter((roll(SEED, f"p|1|{n}", 1), roll(SEED, f"p|1|{n + 1}", 1)) for n in range(7_200))
    assert (len(pairs), chi_square(pairs.values()), chi_square(pairs.values()) < 66.6) == (
        36,
        Fraction("3461/100"),
        True,
    )


@pytest.mark.parametrize(
    ("count", "statistic", "limit"), [(7, "186/25", 22.4), (14, "813/50", 34.5), (100, "4839/50", 148.3)]
)
def test_choices_are_uniform(count: int, statistic: str, limit: float) -> None:
    counts = Counter(choose(SEED, f"c|{nth}", count) for nth in range(100 * count))
    assert set(counts) == set(range(count))
    assert (chi_square(counts.values()), chi_square(counts.values()) < limit) == (Fraction(statistic), True)


def test_orders_of_four_cards_are_uniform() -> None:
    orders = Counter(draw(SEED, "deck", shuffle, "abcd", 4) for shuffle in range(2_400))
    assert (len(orders), chi_square(orders.values()), chi_square(orders.values()) < 49.7) == (
        24,
        Fraction("903/50"),
        True,
    )


def one_by_one(seed: bytes, shuffle: int, bag: Iterable[str]) -> tuple[str, ...]:
    """Every card of the bag, each drawn from what is then left."""
    left, drawn = list(bag), []
    while left:
        (card,) = draw(seed, "deck", shuffle, left)
        left.remove(card)
        drawn.append(card)
    return tuple(drawn)


@pytest.mark.parametrize(
    ("bag", "statistic", "limit"), [("aab", "181/75", 13.8), ("aabb", "847/75", 20.5), ("aaabc", "113/5", 43.8)]
)
def test_orders_of_cards_with_copies_are_uniform_even_when_drawn_one_by_one(
    bag: str, statistic: str, limit: float
) -> None:
    every = set(itertools.permutations(bag))
    orders = Counter(one_by_one(SEED, shuffle, bag) for shuffle in range(150 * len(every)))
    assert set(orders) == every
    assert (chi_square(orders.values()), chi_square(orders.values()) < limit) == (Fraction(statistic), True)


# What does not move.


@given(SEEDS, st.text(max_size=20), st.integers(2, SIDES_MAX), st.integers(1, 150), st.integers(0, 150))
def test_a_bigger_pool_keeps_the_first_dice(seed: bytes, label: str, sides: int, count: int, more: int) -> None:
    small = roll(seed, label, count, sides)
    assert roll(seed, label, count + more, sides)[:count] == small
    assert len(small) == count
    assert all(1 <= face <= sides for face in small)


@given(SEEDS, st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_the_bag_is_of_no_account(seed: bytes, bag: list[str], shuffler: Any) -> None:
    other = list(bag)
    shuffler.shuffle(other)
    assert draw(seed, "deck", 0, bag, len(bag)) == draw(seed, "deck", 0, other, len(bag))


@pytest.mark.parametrize("gone", DECK)
def test_removing_a_card_leaves_the_order_of_the_rest(gone: str) -> None:
    order = draw(SEED, "deck", 3, DECK, len(DECK))
    rest = [card for card in DECK if card != gone]
    assert draw(SEED, "deck", 3, rest, len(rest)) == tuple(card for card in order if card != gone)


@given(SEEDS, st.lists(st.sampled_from("abcd"), min_size=1, max_size=8))
def test_many_at_once_are_the_same_as_one_by_one(seed: bytes, bag: list[str]) -> None:
    assert draw(seed, "deck", 7, bag, len(bag)) == one_by_one(seed, 7, bag)


def test_a_single_card_leaves_the_order_of_a_bag_with_copies() -> None:
    bag = [*DECK, "07", "07"]
    order = draw(SEED, "deck", 0, bag, 3)
    assert "07" not in order, "the label must be one where a single card leaves first"
    assert draw(SEED, "deck", 0, [card for card in bag if card != order[0]], 2) == order[1:]


def test_the_bag_is_not_changed() -> None:
    bag = ["a", "b", "b"]
    draw(SEED, "deck", 0, bag, 3)
    assert bag == ["a", "b", "b"]


# What does move: every part of a label enters.


@pytest.mark.parametrize(
    ("seed", "label"),
    [(seed_bytes("other"), "attack|1|1"), (SEED, "attack|1|2"), (SEED, "attack|11|1"), (SEED, "defence|1|1")],
)
def test_each_part_of_a_label_makes_other_dice(seed: bytes, label: str) -> None:
    assert roll(SEED, "attack|1|1", 30) != roll(seed, label, 30)


@pytest.mark.parametrize(
    ("deck", "shuffle"), [("deck", 1), ("deck1", 0), ("kced", 0), ("", 0)], ids=["shuffle", "deck", "letters", "empty"]
)
def test_each_part_of_a_draw_makes_another_order(deck: str, shuffle: int) -> None:
    assert draw(SEED, "deck", 0, DECK, 20) != draw(SEED, deck, shuffle, DECK, 20)


@pytest.mark.parametrize(("one", "other"), [(("d", 11), ("d1", 1)), (("d1,", 1), ("d", 1)), (("1:d", 1), ("d", 1))])
def test_deck_and_shuffle_cannot_run_into_each_other(one: tuple[str, int], other: tuple[str, int]) -> None:
    assert draw(SEED, *one, DECK, 20) != draw(SEED, *other, DECK, 20)


def test_purpose_and_context_cannot_run_into_each_other() -> None:
    assert roll_label("attack", "3|KI", 2) == "attack|3|KI|2"
    with pytest.raises(ValueError, match=r"must not hold a bar: 'attack\|3'"):
        roll_label("attack|3", "KI", 2)


def test_dice_draws_and_choices_under_one_label_have_nothing_in_common() -> None:
    wide = roll(SEED, "x", 4, SIDES_MAX)
    word = choose(SEED, "x", 2**64)
    assert [face - 1 for face in wide] != [word >> shift & 0xFFFF for shift in (48, 32, 16, 0)]


# A plain slow oracle, written from docs/dice.md.


def plain_draw(seed: bytes, deck: str, shuffle: int, bag: list[str], count: int) -> list[str]:
    key = seed if len(seed) <= 64 else blake2b(seed).digest()
    left, drawn = list(bag), []
    for _ in range(count):
        spare = len(left) - len(set(left))
        hashed = []
        for at, card in enumerate(left):
            text = f"{len(deck)}:{deck}{shuffle},{spare},{left[:at].count(card)}:{card}"
            hashed.append((blake2b(text.encode(), key=key, person=b"wardiary-draw").digest(), card))
        drawn.append(min(hashed)[1])
        left.remove(drawn[-1])
    return drawn


@given(
    SEEDS, st.text(max_size=5), st.integers(0, 300), st.lists(st.text(max_size=2), min_size=1, max_size=8), st.data()
)
def test_draws_agree_with_a_plain_slow_oracle(
    seed: bytes, deck: str, shuffle: int, bag: list[str], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(bag)))
    assert list(draw(seed, deck, shuffle, bag, count)) == plain_draw(seed, deck, shuffle, bag, count)


def plain_numbers(seed: bytes, person: bytes, label: str, width: int, limit: int, count: int) -> list[int]:
    key = seed if len(seed) <= 64 else blake2b(seed).digest()
    numbers: list[int] = []
    for block in itertools.count():
        data = blake2b(block.to_bytes(8, "big") + label.encode(), key=key, person=person).digest()
        words = [int.from_bytes(data[at : at + width], "big") for at in range(0, 64, width)]
        numbers += [word % limit for word in words if word < 256**width // limit * limit]
        if len(numbers) >= count:
            return numbers[:count]
    raise AssertionError


@given(SEEDS, st.text(max_size=20), st.integers(2, 400) | st.integers(2, SIDES_MAX), st.integers(1, 200))
def test_dice_agree_with_a_plain_slow_oracle(seed: bytes, label: str, sides: int, count: int) -> None:
    plain = plain_numbers(seed, b"wardiary-dice", label, 1 if sides <= 255 else 2, sides, count)
    assert [face - 1 for face in roll(seed, label, count, sides)] == plain


@given(SEEDS, st.text(max_size=20), st.integers(1, 1_000) | st.integers(2**63, 2**64))
def test_choices_agree_with_a_plain_slow_oracle(seed: bytes, label: str, count: int) -> None:
    assert [choose(seed, label, count)] == plain_numbers(seed, b"wardiary-pick", label, 8, count, 1)


# Misuse.


@pytest.mark.parametrize("count", [0, -1])
def test_no_dice_is_no_roll(count: int) -> None:
    with pytest.raises(ValueError, match=f"cannot roll {count} dice"):
        roll(SEED, "x", count)


@pytest.mark.parametrize("sides", [-6, 0, 1, SIDES_MAX + 1])
def test_a_die_has_sides(sides: int) -> None:
    with pytest.raises(ValueError, match=f"a die has 2 to 65536 sides, not {sides}"):
        roll(SEED, "x", 1, sides)


@pytest.mark.parametrize("count", [-1, 0, 2**64 + 1])
def test_a_choice_is_among_something(count: int) -> None:
    with pytest.raises(ValueError, match=f"cannot choose among {count}"):
        choose(SEED, "x", count)


@pytest.mark.parametrize(("bag", "count"), [("", 1), ("ab", 3), ("ab", 0), ("ab", -1)])
def test_a_draw_takes_what_is_there(bag: str, count: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw {count} cards from a bag of {len(bag)}"):
        draw(SEED, "deck", 0, bag, count)


def test_an_empty_seed_is_refused() -> None:
    for value in (lambda: roll(b"", "x", 1), lambda: draw(b"", "d", 0, "a"), lambda: choose(b"", "x", 2)):
        with pytest.raises(ValueError, match="the seed is empty"):
            value()


# The same on every machine and in every process.

IN_A_PROCESS = """
import json
from wardiary.core.chance import choose, draw, roll
seed = bytes(range(32))
print(json.dumps([roll(seed, "a|b|1", 20), roll(seed, "a|b|1", 20, 300), choose(seed, "p", 1000),
                  draw(seed, "d", 0, {f"{card:02}" for card in range(40)}, 40), draw(seed, "d", 0, "aabbc", 5)]))
"""


def test_values_do_not_depend_on_the_hash_seed_of_the_process() -> None:
    root = Path(__file__).parents[2]
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root / "src")}
        run = subprocess.run(
            [sys.executable, "-c", IN_A_PROCESS], capture_output=True, text=True, check=True, env=environment
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    seed = bytes(range(32))
    rolled, _, chosen, drawn, _ = json.loads(outputs.pop())
    assert (tuple(rolled), chosen) == (roll(seed, "a|b|1", 20), choose(seed, "p", 1000))
    assert tuple(drawn) == draw(seed, "d", 0, [f"{card:02}" for card in range(40)], 40)
