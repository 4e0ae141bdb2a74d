"""Questions in `key=value` words."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.kit.question import Question
from wardiary.events.errors import UsageError

KEYS = ("side", "town", "attack", "attack_roll", "road", "rail", "cards")


def asked(words: str) -> Question:
    return Question(words.split(), KEYS, needed=2, example="side=red town=oulu", flags=("road", "rail"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "side, town must be said, as in side=red town=oulu"),
        ("town=oulu", "side must be said, as in side=red town=oulu"),
        ("side=red town=oulu side=red", "'side=red': side is said twice"),
        ("side=red town=oulu s=red", "'s=red': side is said twice"),
        ("side=red town=oulu r=yes", "'r=yes' may be road=... or rail=..."),
        ("side=red town", f"'town': expected is one of {', '.join(f'{key}=...' for key in KEYS)}"),
        ("side=red town=oulu =3", f"'=3': expected is one of {', '.join(f'{key}=...' for key in KEYS)}"),
        ("side=red town=oulu luck=3", f"'luck=3': expected is one of {', '.join(f'{key}=...' for key in KEYS)}"),
    ],
)
def test_a_word_that_cannot_be_meant_is_named(words: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        asked(words)
    assert str(refused.value) == message


def test_values_are_read_as_what_they_are_asked_for() -> None:
    question = asked("si=RED t=Oulu attack=-3 roa cards=b,,a,")
    assert question.word("side", ("white", "red")) == "red"
    assert question.one_of("side", {"red": 7}) == 7
    assert (question.text("town"), question.text("rail", "none")) == ("Oulu", "none")
    assert (question.number("attack"), question.number("attack_roll")) == (-3, 0)
    assert (question.yes("road"), question.yes("rail")) == (True, False)
    assert (question.parts("cards"), question.parts("rail")) == (("b", "a"), ())
    assert question.word("rail", (1, 2), "2") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("side=blue town=x", "side=blue: one of white, red"),
        ("side=red town=x attack=two", "attack=two: a whole number from -9 to 9"),
        ("side=red town=x attack=10", "attack=10: a whole number from -9 to 9"),
        ("side=red town=x attack=1_0", "attack=1_0: a whole number from -9 to 9"),
        ("side=red town=x attack=", "attack=: a whole number from -9 to 9"),
        ("side=red town=x road=maybe", "road=maybe: one of yes, no"),
        ("side=red town=x cards=a,b,a", "cards=a,b,a: each is used once"),
    ],
)
def test_a_value_that_cannot_be_meant_is_named(words: str, message: str) -> None:
    question = asked(words)

    def read() -> object:
        return question.word("side", ("white", "red")), question.number("attack", -9, 9), question.yes("road")

    with pytest.raises(UsageError) as refused:
        (read(), question.parts("cards"))
    assert str(refused.value) == message


@given(st.lists(st.text(max_size=12), max_size=5))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    with suppress(UsageError):
        question = Question(words, KEYS, needed=0, example="", flags=("road",))
        assert -99 <= question.number("attack") <= 99
        assert all(question.parts("cards"))
