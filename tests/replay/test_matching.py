"""Short names: what a person types is one of the listed answers, or is refused with what it may have meant."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.requests import Draw, Roll
from wardiary.events.errors import UsageError
from wardiary.replay.matching import choose, dice_example, parse_cards, parse_dice

NAMES = ("march 1", "march 11", "march 12", "march to Kuhmo", "halt", "red bids 03", "red bids 12")
BAG = ("03", "07", "07", "31")
TITLES = ("Cold Snap", "Motti", "Motti", "Cold War")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("march 1", "march 1"),
        ("MARCH  1", "march 1"),
        ("m 11", "march 11"),
        ("11", "march 11"),
        ("h", "halt"),
        ("kuhmo", "march to Kuhmo"),
        ("b 3", "red bids 03"),
        ("red 12", "red bids 12"),
        ("#5", "halt"),
        ("# 7", "red bids 12"),
    ],
)
def test_what_is_meant(typed: str, meant: str) -> None:
    assert NAMES[choose(NAMES, typed)] == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("march", "'march' may be #1 march 1, #2 march 11"),
        ("12", "'12' may be #3 march 12, #7 red bids 12"),
        ("flee", "'flee' is no answer here"),
        ("hlat", "did you mean halt?"),
        ("", "is no answer here"),
        ("#0", "there are answers #1 to #7"),
        ("#8", "there are answers #1 to #7"),
        ("#99999999999999999999", "is no answer here"),
        ("٣", "is no answer here"),
    ],
)
def test_what_may_be_meant(typed: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        choose(NAMES, typed)
    assert said in str(caught.value)


CARDS = ("event 31", "action 31", "activate 4", "activate 12", "hit 40")
SAID = ("Leningrad, 3 points", "Leningrad, 3 points", "ski 2 in SU-2", "armour 4 in KI-6", "ski 7 in SU-2")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("event leningrad", 0), ("e lenin", 0), ("activate ski", 2), ("activate 12 armour in KI-6", 3), ("armour", 3)],
)
def test_what_explains_a_name_is_understood_too(typed: str, meant: int) -> None:
    assert choose(CARDS, typed, SAID) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("leningrad", "'leningrad' may be #1 event 31, #2 action 31"),
        ("ski", "may be #3 activate 4, #5 hit 40"),
        ("hit 7", "'hit 7' is no answer here"),
        ("activate 2", "'activate 2' is no answer here"),
        ("event 3", "'event 3' is no answer here"),
        ("leningrad event", "is no answer here"),
    ],
)
def test_numbers_that_explain_are_never_taken_for_a_name(typed: str, said: str) -> None:
    """Strengths and points stand beside unit and card numbers: taking one for the other would play another order."""
    with pytest.raises(UsageError) as caught:
        choose(CARDS, typed, SAID)
    assert said in str(caught.value)


@given(st.text(max_size=20))
def test_anything_typed_is_an_answer_or_refused(typed: str) -> None:
    with contextlib.suppress(UsageError):
        assert 0 <= choose(NAMES, typed) < len(NAMES)


@pytest.mark.parametrize(
    ("typed", "count", "sides", "dice"),
    [
        ("3 6", 2, 6, (3, 6)),
        ("36", 2, 6, (3, 6)),
        ("3, 6;1", 3, 6, (3, 6, 1)),
        ("10", 1, 10, (10,)),
        ("10 2", 2, 10, (10, 2)),
    ],
)
def test_dice_are_read(typed: str, count: int, sides: int, dice: tuple[int, ...]) -> None:
    assert parse_dice(typed, Roll(purpose="x", by="red", key="", nth=1, count=count, sides=sides)) == dice


@pytest.mark.parametrize("typed", ["", "3", "3 7", "0 1", "3 6 1", "three six", "-1 2", "3.5 2", "٣ ٦", "9" * 5000])
def test_dice_that_cannot_have_fallen_are_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="expected 2 dice of 1 to 6"):
        parse_dice(typed, Roll(purpose="x", by="red", key="", nth=1, count=2))


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("31", ("31",)),
        ("3", ("03",)),
        ("motti", ("07",)),
        ("cold w", ("31",)),
        ("07, 07", ("07", "07")),
        ("3 31", ("03", "31")),
        ("motti, cold snap", ("07", "03")),
    ],
)
def test_cards_are_read(typed: str, cards: tuple[str, ...]) -> None:
    assert parse_cards(typed, Draw(deck="fin", by="fin", bag=BAG, count=len(cards)), TITLES) == cards


@pytest.mark.parametrize("typed", ["", "cold", "99", "03, 07", "x" * 1000])
def test_cards_that_cannot_be_drawn_are_refused(typed: str) -> None:
    with pytest.raises(UsageError):
        parse_cards(typed, Draw(deck="fin", by="fin", bag=BAG), TITLES)


def test_a_card_is_drawn_once() -> None:
    with pytest.raises(UsageError, match="31"):
        parse_cards("31, 31", Draw(deck="fin", by="fin", bag=BAG, count=2), TITLES)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play 31", "; did you mean event 31 or action 31?"),
        ("evnet", "; did you mean event"),
        ("event 9", "; answers are event 31, action 31, event 7"),
    ],
)
def test_no_number_is_taken_for_another(typed: str, said: str) -> None:
    """All uses of the card that was typed are near, and no other card."""
    with pytest.raises(UsageError) as caught:
        choose(["event 31", "action 31", "event 7"], typed)
    assert said in str(caught.value)


@pytest.mark.parametrize("typed", ["02", "2"])
def test_a_card_that_was_drawn_is_said_to_be(typed: str) -> None:
    with pytest.raises(UsageError, match=r"^02 has been drawn$"):
        parse_cards(typed, Draw(deck="fin", by="fin", bag=("12", "22")), ("2 brothers", "x"), gone=("02",))


@pytest.mark.parametrize(("count", "example"), [(1, "1"), (2, "1 3, or 13"), (4, "1 3 5 1, or 1351")])
def test_the_example_has_as_many_dice_as_the_roll(count: int, example: str) -> None:
    roll = Roll(purpose="x", by="red", key="", nth=1, count=count)
    assert dice_example(roll) == example
    assert parse_dice(example.partition(",")[0], roll) == parse_dice(example.rpartition(" ")[2], roll)
