"""Exact odds: against counting all dice, and against dice that the game itself would roll."""

from fractions import Fraction
from itertools import product

import pytest
from tests.kuularuisku.kit import DATA

from wardiary.core.chance.keyed import choose
from wardiary.core.games.kuularuisku.charts import expected_hits, halved
from wardiary.core.games.kuularuisku.odds import mean, melee_odds, pool, shooting_odds
from wardiary.core.games.kuularuisku.odds_desk import ODDS, answer_odds
from wardiary.events.errors import UsageError

HALF = Fraction(1, 2)


@pytest.mark.parametrize("groups", [((4, 3),), ((3, 1), (5, 2)), ((6, 4),)])
def test_hits_are_what_counting_all_dice_gives(groups: tuple[tuple[int, int], ...]) -> None:
    needed = [skill for skill, count in groups for _ in range(count)]
    counts: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=len(needed)):
        hits = sum(face >= skill for face, skill in zip(faces, needed, strict=True))
        counts[hits] = counts.get(hits, 0) + 1
    assert pool(groups) == {hits: Fraction(count, 6 ** len(needed)) for hits, count in sorted(counts.items())}


def test_rerolls_cover_wounds_and_morale() -> None:
    odds = shooting_odds(DATA, ((4, 1),), 6, close=True, morale=4)
    assert odds.hits == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert odds.wounds[1] == Fraction(3, 4) * Fraction(5, 6)
    assert odds.killed[1] == Fraction(3, 4) * Fraction(5, 6) * HALF  # 1 dead, 2 and 3 severe
    assert odds.tested == odds.wounds[1] * Fraction(5, 6)  # a scratch is no wound
    assert odds.failed == odds.tested * HALF
    assert shooting_odds(DATA, ((6, 1),), 2, machine_gun=True).tested == 1
    assert mean(odds.hits) == expected_hits(((4, 1),), again=True)


def test_half_of_the_firepower() -> None:
    assert halved(((4, 2), (5, 5))) == ((4, 2), (5, 1))
    assert halved(((5, 1),)) == ()


def test_a_round_of_melee() -> None:
    odds = melee_odds(((4, 1),), ((4, 1),))
    assert (odds.own_loses, odds.other_loses, odds.equal) == (Fraction(1, 4), Fraction(1, 4), HALF)
    assert odds.own_falls_back == Fraction(1, 8)
    thrown = melee_odds(((4, 3),), ((4, 3),), own_grenades=True)
    assert max(thrown.other_hits) == 1
    assert max(thrown.own_hits) == 3


def test_the_mean_agrees_with_the_games_own_dice() -> None:
    """20,000 keyed volleys of six dice at skill 4 against cover 5: within four standard errors."""
    games, wounds = 20_000, 0
    for game in range(games):
        faces = [choose(b"odds", f"{game}|{die}", 6) + 1 for die in range(6)]
        hits = sum(face >= 4 for face in faces)
        wounds += sum(choose(b"odds", f"{game}|cover|{die}", 6) + 1 < 5 for die in range(hits))
    expected = mean(shooting_odds(DATA, ((4, 6),), 5).wounds)
    assert expected == 2
    assert abs(wounds / games - float(expected)) < 4 * (4 / 3 / games) ** 0.5


def test_rounds_of_melee_agree_with_the_games_own_dice() -> None:
    """20,000 keyed rounds, five dice on 4 against six on 5 of which grenades take two: within four standard errors."""
    games = 20_000
    fell = {"own_loses": 0, "other_loses": 0, "equal": 0}
    for game in range(games):
        own, other = (
            sum(choose(b"odds", f"{game}|{side}|{die}", 6) + 1 >= skill for die in range(dice))
            for side, skill, dice in (("own", 4, 5), ("other", 5, 4))
        )
        fell["own_loses" if other > own else "other_loses" if own > other else "equal"] += 1
    odds = melee_odds(((4, 5),), ((5, 6),), own_grenades=True)
    for name, times in fell.items():
        chance = float(getattr(odds, name))
        assert abs(times / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5, name


@pytest.mark.parametrize("example", ODDS.examples)
def test_the_examples_are_answered(example: str) -> None:
    answer = answer_odds(DATA, example.split())
    for table in answer.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("dice=4:6", "kind"),
        ("kind=artillery dice=4:6", "shooting, melee"),
        ("kind=shooting dice=7:6", "skill and dice"),
        ("kind=shooting dice=4:6 cover=1", "one of 2, 3, 4, 5, 6"),
        ("kind=melee own=4:6 other=x", "skill and dice"),
        ("kind=melee own=4:0 other=4:6", "skill and dice"),
        ("kind=melee own=4:61 other=4:6", "dice 1 to 60 in all"),
        ("kind=melee own=4:40,5:40 other=4:6", "dice 1 to 60 in all"),
        (f"kind=shooting dice=4:{'9' * 5000}", "skill and dice"),
        ("kind=shooting dice=4:-1", "skill and dice"),
        ("kind=shooting dice=\u0664:6", "skill and dice"),
        ("kind=shooting dice=4:6,", "skill and dice"),
    ],
)
def test_what_cannot_be_meant_is_named(words: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        answer_odds(DATA, words.split())
