"""Asking for odds in words: what is understood, what is refused, the table."""

import pytest
from tests.freezing.kit import DATA

from wardiary.core.games.freezing.charts import battle_terms
from wardiary.core.games.freezing.odds import Force, battle_odds
from wardiary.core.games.freezing.odds_question import ask_odds, odds_table, read_question
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
        (f"{PLAIN} line", "'line': one of side=..."),
        (f"{PLAIN} luck=7", "'luck=7': one of side=..."),
        (f"{PLAIN} box=KI-3", "'box=KI-3': box is said twice"),
        ("side=swe box=KI-4 attack=i3 defence=i2", "side=swe: one of sov, fin"),
        ("side=sov box=KI-9 attack=i3 defence=i2", "box=KI-9: one of KI-1"),
        ("side=sov box=KI-4 attack=x3 defence=i2", "attack=x3: units are a letter"),
        ("side=sov box=KI-4 attack= defence=i2", "attack=: units are a letter"),
        ("side=sov box=KI-4 attack=s3 defence=i2", "attack=s3: sov has no ski"),
        ("side=sov box=KI-4 attack=i5 defence=i2", "attack=i5: strengths are 1 to 4"),
        ("side=sov box=KI-4 attack=i1,i1,i1,i1,i1 defence=i2", "attack=i1,i1,i1,i1,i1: a box holds 4 units"),
        (f"{PLAIN} line=4", "line=4: one of 1, 2, 3"),
        (f"{PLAIN} drm=much", "drm=much: a whole number"),
        (f"{PLAIN} first=maybe", "first=maybe: one of yes, no"),
        (f"{PLAIN} cards=01", "cards=01: no card that is kept in front; those are 05, 07, 17, 28, 48"),
        (f"{PLAIN} cards=99", "cards=99: no card that is kept in front"),
        (f"{PLAIN} cards=28", "cards=28: FRD-C-14: it works in KI-1, KI-2"),
        (f"{PLAIN} cards=17", "cards=17: FRD-C-14: it works against attacking armour"),
        (f"{PLAIN} cards=05,05", "cards=05,05: a card is used once"),
    ],
)
def test_a_faulty_question_is_refused(words: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_question(DATA, words.split())
    assert str(refused.value).startswith(message)


def test_the_table() -> None:
    asked = "side=sov box=LK-3 attack=i1 defence=i1 first=yes"
    table = odds_table(ask_odds(DATA, read_question(DATA, asked.split())))
    assert table.splitlines() == [
        "           attacker hits   defender hits  attacker loses  defender loses",
        "       0         86.11 %         83.33 %         83.33 %         86.11 %",
        "       1         13.89 %         16.67 %         16.67 %         13.89 %",
        "    mean            0.14            0.17            0.17            0.14",
        "",
        "attackers alone 13.89 %, defenders alone 16.67 %, nobody left 0.00 %, both 69.44 %",
    ]
