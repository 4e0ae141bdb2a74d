"""Asking for odds in words: what is understood, what is refused, the tables."""

from fractions import Fraction

import pytest
from tests.freezing.kit import DATA

from wardiary.core.games.freezing.charts import battle_terms
from wardiary.core.games.freezing.odds import Force, battle_odds
from wardiary.core.games.freezing.odds_desk import ODDS, answer_odds
from wardiary.core.games.freezing.odds_question import ask_odds, read_question
from wardiary.events.errors import UsageError

PLAIN = "side=sov box=KI-4 attack=i3,i3,i3 defence=i2"


WHOLE = "side=sov box=KI-3 attack=i3,i4,a2 defence=i2,i3 first=yes line=2 drm=+1 ladoga=yes cards=48,07"


def test_a_question_is_read() -> None:
    asked = read_question(DATA, WHOLE.split())
    assert (asked.attack, asked.defence, asked.first, asked.line) == (Force((4, 3), (2,)), Force((3, 2)), True, 2)
    terms = battle_terms(
        DATA, side="sov", box="KI-3", line_level=2, attack_drm=1, ladoga_taken=True, cards=("48", "07")
    )
    assert ask_odds(DATA, asked) == battle_odds(terms, Force((4, 3), (2,)), Force((3, 2)), first=True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("side=sov box=KI-4 attack=i3", "defence must be said"),
        (f"{PLAIN} line", "'line': expected is one of side=..."),
        (f"{PLAIN} luck=7", "'luck=7': expected is one of side=..."),
        (f"{PLAIN} box=KI-3", "'box=KI-3': box is said twice"),
        ("side=swe box=KI-4 attack=i3 defence=i2", "side=swe: one of sov, fin"),
        ("side=sov box=KI-9 attack=i3 defence=i2", "box=KI-9: one of KI-1"),
        ("side=sov box=KI-4 attack=x3 defence=i2", "attack=x3: units are a type"),
        ("side=sov box=KI-4 attack= defence=i2", "attack=: units are a type"),
        ("side=sov box=KI-4 attack=s3 defence=i2", "attack=s3: sov has no ski"),
        ("side=sov box=KI-4 attack=i5 defence=i2", "attack=i5: strengths are 1 to 4"),
        ("side=sov box=KI-4 attack=i1,i1,i1,i1,i1 defence=i2", "attack=i1,i1,i1,i1,i1: a box holds 4 units"),
        (f"{PLAIN} line=4", "line=4: one of 1, 2, 3"),
        (f"{PLAIN} drm=much", "drm=much: a whole number"),
        (f"{PLAIN} drm=100", "drm=100: a whole number"),
        (f"{PLAIN} =2", "'=2': expected is one of side=..."),
        (f"{PLAIN} d=2", "'d=2' may be defence=... or drm=..."),
        ("side=sov box=KI-4 attack=3,3 defence=i2", "attack=3,3: units are a type"),
        ("side=sov box=KI-4 attack=i3,,3 defence=i2", "attack=i3,,3: units are a type"),
        (f"{PLAIN} first=maybe", "first=maybe: one of yes, no"),
        (f"{PLAIN} cards=01", "cards=01: no card that is kept in front; those are 05, 07, 17, 28, 48"),
        (f"{PLAIN} cards=99", "cards=99: no card that is kept in front"),
        (f"{PLAIN} cards=28", "cards=28: FRD-C-14: it works in KI-1, KI-2"),
        (f"{PLAIN} cards=17", "cards=17: FRD-C-14: it works against attacking armour"),
        (f"{PLAIN} cards=05,5", "cards=05,5: each is used once"),
        (f"{PLAIN} cards=05,05", "cards=05,05: each is used once"),
    ],
)
def test_a_faulty_question_is_refused(words: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_question(DATA, words.split())
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    "words",
    [
        "side=SOV box=ki-3 attack=infantry:3,4,armour:2 defence=inf2,3 first line=2 drm=1 ladoga cards=48,7",
        "side=sov b=KI-3 at=a2,i4,3 def=i3,2 f=yes lin=2 dr=+1 la=yes c=48,07",
    ],
    ids=["words in full", "beginnings"],
)
def test_the_same_question_in_other_words(words: str) -> None:
    assert read_question(DATA, words.split()) == read_question(DATA, WHOLE.split())


def test_the_answer() -> None:
    answer = answer_odds(DATA, ["side=sov", "box=LK-3", "attack=i1", "defence=i1", "first"])
    spreads, endings, losses = answer.tables
    hit, miss = Fraction(1, 6), Fraction(5, 6)
    assert spreads.columns == ("points", "attacker hits", "defender hits", "attacker loses", "defender loses")
    assert spreads.rows == (
        (0, 1 - miss * hit, miss, miss, 1 - miss * hit),
        (1, miss * hit, hit, hit, miss * hit),
    )
    assert endings.columns == ("side", "mean hits", "mean loss", "wiped out", "alone in the box")
    assert endings.rows == (
        ("attacker", miss * hit, hit, hit, miss * hit),
        ("defender", hit, miss * hit, miss * hit, hit),
    )
    assert losses.rows == ((0, miss * miss, miss * hit), (1, hit, None))


def test_chances_of_the_losses_together_add_up() -> None:
    *_, losses = answer_odds(DATA, WHOLE.split()).tables
    cells = [cell for _, *row in losses.rows for cell in row if isinstance(cell, Fraction)]
    assert sum(cells) == 1


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (PLAIN, "Soviet infantry 3, 3, 3 against Finnish infantry 2 in KI-4 Terijoki border zone"),
        (
            "side=sov box=KI-3 attack=i3,a2 defence=i2,s1 first line=3 drm=-1 ladoga",
            "Soviet infantry 3 and armour 2 against Finnish infantry 2 and ski 1 in KI-3 Mannerheim Line, "
            "first attack, Mannerheim Line at level 3, attack dice -1, Ladoga Karelia taken",
        ),
        (
            "side=sov box=KI-3 attack=i3 defence=i2 cards=48",
            "Soviet infantry 3 against Finnish infantry 2 in KI-3 Mannerheim Line, "
            "Mannerheim Line out of action, card 48 Artillery Barrage",
        ),
        (
            "side=fin box=KI-3 attack=i3 defence=i2",
            "Finnish infantry 3 against Soviet infantry 2 in KI-3 Mannerheim Line",
        ),
    ],
)
def test_the_answer_says_what_was_understood(words: str, asked: str) -> None:
    assert answer_odds(DATA, words.split()).asked == asked


@pytest.mark.parametrize("example", ODDS.examples)
def test_examples_are_understood(example: str) -> None:
    assert answer_odds(DATA, example.split()).tables


def test_both_sides_may_be_wiped_out_at_once() -> None:
    """Not in a first attack: the dice of both are rolled before anybody suffers."""
    _, endings, _ = answer_odds(DATA, ["side=sov", "box=LK-3", "attack=i1", "defence=i1"]).tables
    hit = Fraction(1, 6)
    assert [row[3:] for row in endings.rows] == [(hit, hit - hit * hit)] * 2
