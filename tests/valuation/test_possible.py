"""Every answer that may be given, and its probability; and that games say the truth of what their rules read."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.replay.diaries import next_input, seeded, set_up

from wardiary.core.requests import Choice, Draw, Roll
from wardiary.core.state import copy_state, encode_state
from wardiary.events.common import Drawn, Ended, Rolled
from wardiary.events.errors import Refused, UsageError
from wardiary.replay.chance import TypedSource, answer_chance
from wardiary.replay.table import Table
from wardiary.replay.valuation.possible import Possible, possible_answers, reading_of

TINY = Table.lay("tiny")
GAMES = ("brother", "freezing", "helsinki", "kuularuisku", "tiny")
LOOKED_AT = 400
"""Steps of a game that are played in search of rolls."""


def states(table: Table, seed: int, most: int = LOOKED_AT) -> Iterator[Any]:
    """Positions of a random game."""
    state, _ = set_up(table)
    source = seeded(seed)[1]
    for nth in range(most):
        yield state
        answer = next_input(table, state, source, str(seed).encode(), nth)
        if answer is None:
            return
        table.rules.answer(state, answer)


def where(kind: type, table: Table = TINY, **fields: int) -> Any:
    """The first position of a random game at which this is asked."""
    for seed in range(20):
        for state in states(table, seed):
            request = table.rules.request(state)
            if isinstance(request, kind) and all(getattr(request, name) == value for name, value in fields.items()):
                return copy_state(state)
    raise AssertionError("not asked")


def after(table: Table, state: Any, request: Roll, dice: tuple[int, ...]) -> bytes:
    """The state after a roll, encoded."""
    twin = copy_state(state)
    source = TypedSource(lambda _: dice, lambda _: ())
    table.rules.answer(twin, answer_chance(table.spec.fold.codec, source, request))
    return encode_state(twin)


def asked(purpose: str, count: int, state: Any) -> Table:
    """Tiny, asking for dice of another purpose than it has: nothing is known of what is read of them."""
    rules = TINY.rules
    roll = Roll(purpose=purpose, by="red", key="k", nth=1, count=count)

    class Asking:
        spec, data = TINY.spec, TINY.data

        @staticmethod
        def request(_state: Any) -> Roll:
            return roll

    assert rules is not None
    return Table(TINY.spec, Asking())  # type: ignore[arg-type]


def test_one_die_by_its_faces() -> None:
    state = where(Roll, count=1)
    found = possible_answers(TINY, state, most=10)
    assert [one.words for one in found] == [f"roll {face}" for face in range(1, 7)]
    assert {one.weight for one in found} == {Fraction(1, 6)}
    assert [one.reading for one in found] == ["0 hits"] * 4 + ["1 hit"] * 2


def test_a_pool_by_its_hits_with_their_weights() -> None:
    state = where(Roll, count=3)
    found = possible_answers(TINY, state, most=10)
    assert [(one.words, one.reading, one.weight) for one in found] == [
        ("roll 1 1 1", "0 hits", Fraction(8, 27)),
        ("roll 1 1 5", "1 hit", Fraction(12, 27)),
        ("roll 1 5 5", "2 hits", Fraction(6, 27)),
        ("roll 5 5 5", "3 hits", Fraction(1, 27)),
    ]


def test_a_pool_of_which_nothing_is_known_by_its_faces_whatever_their_order() -> None:
    state = where(Roll)
    found = possible_answers(asked("luck", 2, state), state, most=21)
    by_hand = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=2))
    weights = {dice_of(one): one.weight for one in found}
    assert weights == {dice: Fraction(ways, 36) for dice, ways in by_hand.items()}
    assert [one.words for one in found][:3] == ["roll 1 1", "roll 1 2", "roll 1 3"]


def dice_of(one: Possible) -> tuple[int, ...]:
    assert isinstance(one.answer, Rolled)
    return one.answer.dice


def test_dice_of_which_each_stands_for_something_by_their_order() -> None:
    """Of Kuularuisku 1918: each wound die is a man's, each die for overwatch a side's."""
    table = Table.lay("kuularuisku")
    assert table.spec.rules.dice_in_order == {"overwatch", "wounds"}
    roll = Roll(purpose="wounds", by="red", key="k", nth=1, count=2)

    class Asking:
        spec, data = table.spec, table.data

        @staticmethod
        def request(_state: Any) -> Roll:
            return roll

    found = possible_answers(Table(table.spec, Asking()), None, most=36)  # type: ignore[arg-type]
    assert [dice_of(one) for one in found] == list(product(range(1, 7), repeat=2))
    assert {one.weight for one in found} == {Fraction(1, 36)}


def test_a_draw_by_the_cards_of_the_bag() -> None:
    state = where(Draw)
    found = possible_answers(TINY, state, most=12)
    assert [one.words for one in found] == [f"draw {card}" for card in sorted(state.bag)]
    assert sum(one.weight or 0 for one in found) == 1


def test_copies_of_a_card_are_one_answer_as_likely_as_there_are_copies() -> None:
    draw = Draw(deck="orders", by="red", bag=("02", "02", "02", "07", "09"), count=2)

    class Asking:
        spec, data = TINY.spec, TINY.data

        @staticmethod
        def request(_state: Any) -> Draw:
            return draw

    found = possible_answers(Table(TINY.spec, Asking()), None, most=10)  # type: ignore[arg-type]
    hands = {one.answer.cards: one.weight for one in found if isinstance(one.answer, Drawn)}
    assert hands == {
        ("02", "02"): Fraction(3, 10),
        ("02", "07"): Fraction(3, 10),
        ("02", "09"): Fraction(3, 10),
        ("07", "09"): Fraction(1, 10),
    }


def test_an_order_by_what_is_listed_for_one_seat() -> None:
    state = where(Choice)
    request = TINY.rules.request(state)
    assert isinstance(request, Choice)
    assert request.seats == ("red", "blue")
    for seat in request.seats:
        found = possible_answers(TINY, state, seat=seat, most=10)
        assert [one.answer for one in found] == list(TINY.rules.legal(state, seat))
        assert all(one.words.startswith(f"{seat} bids ") and one.weight is None for one in found)


def test_more_answers_than_are_allowed_are_refused_with_their_number() -> None:
    with pytest.raises(UsageError, match=r"12 answers here, more than 3: allow them with --most 12, or try one"):
        possible_answers(TINY, where(Draw), most=3)


def test_a_pool_that_is_too_large_to_look_at_is_refused() -> None:
    state = where(Roll)
    with pytest.raises(UsageError, match="30 dice fall in 324632 different ways"):
        possible_answers(asked("luck", 30, state), state, most=10)


def test_nothing_can_be_answered_when_the_game_is_over() -> None:
    state = copy_state(where(Roll))
    state.result = Ended(kind="ground")
    with pytest.raises(Refused, match="the game is over"):
        possible_answers(TINY, state, most=10)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_is_accepted_and_its_probabilities_add_up(game: str) -> None:
    table = Table.lay(game)
    seen: Counter[str] = Counter()
    for state in states(table, 3):
        request = table.rules.request(state)
        if not isinstance(request, Roll | Draw) or seen[type(request).__name__] > 20:
            continue
        seen[type(request).__name__] += 1
        found = possible_answers(table, state, most=10_000)
        assert sum(one.weight or 0 for one in found) == 1
        assert [table.rules.refusal(state, one.answer) for one in found] == [None] * len(found)


@pytest.mark.parametrize("game", GAMES)
def test_rolls_that_are_counted_as_one_lead_to_one_state(game: str) -> None:
    """What a game says its rules read of a roll is all that they read; of other pools the faces are, in any order."""
    table = Table.lay(game)
    compared: Counter[str] = Counter()
    for seed in (1, 2):
        for state in states(table, seed):
            request = table.rules.request(state)
            if not isinstance(request, Roll) or compared[request.purpose] > 30:
                continue
            first: dict[object, bytes] = {}
            for dice in rolls_of(request):
                reading = reading_of(table, state, request, dice)
                in_order = request.purpose in table.spec.rules.dice_in_order
                led_to = after(table, state, request, dice)
                compared[request.purpose] += 1
                assert first.setdefault(reading or (dice if in_order else tuple(sorted(dice))), led_to) == led_to
    assert set(table.spec.rules.readings) - set(compared) <= RARE.get(game, set())


RARE = {
    "freezing": {"battle.attack.ski", "battle.defence.ski", "battle.attack.armour", "battle.defence.armour"},
    "kuularuisku": {"melee", "rerolls", "cover"},
}
"""Purposes that two random games may not come to."""


def rolls_of(request: Roll) -> list[tuple[int, ...]]:
    """Rolls of a small pool, all; of a large one some, each with its reverse."""
    every = product(range(1, request.sides + 1), repeat=min(request.count, 3))
    rest = tuple(range(1, request.count - 2))
    rolls = [(*dice, *(1 + one % request.sides for one in rest)) for dice in every]
    return [*rolls, *(dice[::-1] for dice in rolls)]
