"""The odds: all 36 pairs of dice, held against counting by hand and against the game's own dice."""

from collections import Counter
from fractions import Fraction

import pytest
from tests.brother.kit import DATA, Game, attacking, position

from wardiary.core.chance.keyed import roll, roll_label, seed_bytes
from wardiary.core.games.brother.odds import OUTCOMES, odds, odds_of_battle, odds_rows
from wardiary.core.games.brother.terms import Terms, resolve
from wardiary.events import brother as e

TERMS = (
    Terms(attack_value=9, defence_value=8),
    Terms(attack_value=13, defence_value=4, attack_roll=-3),
    Terms(attack_value=6, defence_value=6, attack_shift=-1, defence_shift=1, needed=2),
    Terms(attack_value=1, defence_value=12, attack_roll=-5, defence_roll=4, needed=3),
)


@pytest.mark.parametrize("terms", TERMS)
def test_every_distribution_counts_all_pairs(terms: Terms) -> None:
    found = odds(DATA, terms)
    for table in (found.attack, found.defence, found.both, found.margin):
        assert sum(table.values()) == OUTCOMES
    assert found.withdrawal == sum(count for margin, count in found.margin.items() if margin >= terms.needed)
    assert found.attack_star == sum(count for result, count in found.attack.items() if result.endswith("*"))
    assert found.defence_star == sum(count for result, count in found.defence.items() if result.endswith("*"))


@pytest.mark.clause("BAB-4.3-25")
def test_karkku_by_hand() -> None:
    """9 against 8: the attack column 9-10 is 1 2 3 3 3 4*, the defence column 7-8 is 2 2 3 3 3* 4*."""
    found = odds(DATA, TERMS[0])
    assert found.attack == {"1": 6, "2": 6, "3": 18, "4*": 6}
    assert found.defence == {"2": 12, "3": 12, "3*": 6, "4*": 6}
    assert found.withdrawal == 3 * 2 + 5
    assert found.chance(found.withdrawal) == Fraction(11, 36)
    assert found.mean_hits == (Fraction(16, 6), Fraction(17, 6))


@pytest.mark.parametrize("terms", TERMS)
def test_keyed_dice_agree(terms: Terms) -> None:
    """3,600 battles with the game's own dice: every margin within five standard deviations of its exact count."""
    seed, rolls = seed_bytes("odds"), 3_600
    met: Counter[int] = Counter()
    for number in range(rolls):
        (attack,) = roll(seed, roll_label("battle.attack", str(number), 1), 1)
        (defence,) = roll(seed, roll_label("battle.defence", str(number), 1), 1)
        met[resolve(DATA, terms, attack, defence).margin] += 1
    exact = odds(DATA, terms).margin
    assert set(met) <= set(exact)
    for margin, count in exact.items():
        wanted = rolls * count / OUTCOMES
        assert abs(met[margin] - wanted) < 5 * (wanted * (1 - count / OUTCOMES)) ** 0.5 + 1


@pytest.mark.parametrize("terms", TERMS)
def test_rows_are_the_same_odds(terms: Terms) -> None:
    rows = odds_rows(DATA, terms)
    assert len(rows) == OUTCOMES
    assert sum(bool(row["withdrawal"]) for row in rows) == odds(DATA, terms).withdrawal
    assert Counter(row["margin"] for row in rows) == odds(DATA, terms).margin


def test_the_battle_that_a_position_stands_at() -> None:
    state = position("tampere AT RG RG", "karkku J CG CG", "ikaalinen CG", side="red")
    game = attacking(state, "karkku", 1, 2, 3)
    assert odds_of_battle(DATA, game.state) == odds(DATA, TERMS[0])
    assert odds_of_battle(DATA, Game(state).state) is None
    game.play("roll 6; roll 3")
    assert game.last(e.BattleResolved).margin in odds(DATA, TERMS[0]).margin
