"""The odds: all 36 pairs of dice, held against counting by hand and against the game's own dice."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from tests.analytics.making import simulated
from tests.brother.kit import DATA, Game, attacking, position

from wardiary.analytics.archive import Archive
from wardiary.analytics.views import SHELL_VIEWS
from wardiary.core.chance.keyed import roll, roll_label, seed_bytes
from wardiary.core.games.brother.charts import Terms, resolve
from wardiary.core.games.brother.odds import FACES, OUTCOMES, odds, odds_of_battle
from wardiary.core.games.brother.odds_desk import ODDS, answer_odds
from wardiary.core.games.brother.odds_question import ask_odds
from wardiary.events import brother as e
from wardiary.events.errors import QueryError, UsageError

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


def odds_rows(terms: Terms) -> list[dict[str, int | str | bool]]:
    """One row for each of the 36 pairs of dice, as the macro of archives has them."""
    rows: list[dict[str, int | str | bool]] = []
    for attack_die in FACES:
        for defence_die in FACES:
            result = resolve(DATA, terms, attack_die, defence_die)
            rows.append(
                {
                    "attack_die": attack_die,
                    "defence_die": defence_die,
                    "attack_column": result.attack.column,
                    "attack_hits": result.attack.hits,
                    "attack_star": result.attack.star,
                    "defence_column": result.defence.column,
                    "defence_hits": result.defence.hits,
                    "defence_star": result.defence.star,
                    "margin": result.margin,
                    "withdrawal": result.withdrawal,
                }
            )
    return rows


@pytest.mark.parametrize("terms", TERMS)
def test_rows_are_the_same_odds(terms: Terms) -> None:
    rows = odds_rows(terms)
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


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("side=red town=karkku attack=AT,RG,RG defence=J,CG,CG", TERMS[0]),
        (
            "side=red town=antrea attack=RG,RG,AT,RG,RG defence=CG,CG road=yes event=35 cards=12",
            Terms(attack_value=13, defence_value=4, attack_roll=-3),
        ),
        (
            "side=white town=tampere attack=J,g defence=rg,at fort=yes roll=+1 shift=2",
            Terms(6, 4, attack_shift=1, defence_shift=1, attack_roll=1, defence_roll=-2, needed=2),
        ),
        ("side=white town=viipuri attack=CG defence=RG event=16", Terms(attack_value=2, defence_value=2, needed=2)),
        ("side=white town=tampere attack=CG defence=RG cards=53", Terms(attack_value=2, defence_value=2, needed=3)),
    ],
)
def test_a_question_in_words(words: str, terms: Terms) -> None:
    assert ask_odds(DATA, words.split()) == odds(DATA, terms)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("side=red", "town, attack, defence must be said"),
        ("side=blue town=karkku attack=RG defence=CG", "side=blue: one of white, red"),
        ("side=red town=paris attack=RG defence=CG", "town=paris: one of"),
        ("side=red town=karkku attack=CG defence=CG", "attack=CG: red has no civil_guard"),
        ("side=red town=karkku attack=XX defence=CG", "attack=XX: units are CG, J, G, RG, AT"),
        ("side=red town=karkku attack=RG defence=CG,CG,CG,CG", "defence=CG,CG,CG,CG: 3 units are the most"),
        ("side=red town=karkku attack=RG defence=CG cards=30", "cards=30: table cards for an attack of red are"),
        ("side=red town=karkku attack=RG defence=CG cards=12,12", "cards=12,12: each is used once"),
        ("side=red town=karkku attack=RG defence=CG cards=11", "cards=11: this card is for other towns than karkku"),
        ("side=white town=toijala attack=CG defence=RG cards=53", "cards=53: this card is for other towns"),
        ("side=white town=toijala attack=CG,j defence=RG cards=40", "cards=40: Jaegers or Germans attack"),
        ("side=white town=toijala attack=CG,g defence=RG cards=40", "cards=40: Jaegers or Germans attack"),
        ("side=white town=toijala attack=J defence=RG cards=50", "cards=50: no German unit attacks"),
        ("side=white town=toijala attack=CG defence=RG cards=43", "cards=43: nobody attacks by road"),
        ("side=red town=karkku attack=RG defence=CG event=16", "event=16: one of 34"),
        ("side=red town=karkku attack=RG defence=CG roll=two", "roll=two: a whole number"),
        ("side=red town=karkku attack=RG defence=CG cards", "'cards': expected is one of side=..."),
        ("side=red town=karkku attack=RG defence=CG side=red", "'side=red': side is said twice"),
    ],
)
def test_a_question_that_cannot_be_meant(words: str, reason: str) -> None:
    with pytest.raises(UsageError) as refused:
        ask_odds(DATA, words.split())
    assert reason in str(refused.value)


def test_odds_as_tables() -> None:
    """Karkku again, asked in words."""
    answer = answer_odds(DATA, ["side=red", "town=karkku", "attack=AT,RG,RG", "defence=J,CG,CG"])
    assert answer.asked == "attack 9 (shift +0, die +0) against defence 8 (shift +0, die +0)"
    results, margins, endings = answer.tables
    assert ("4*", Fraction(1, 6), Fraction(1, 6)) in results.rows
    assert sum(chance for _, chance in margins.rows if isinstance(chance, Fraction)) == 1
    assert endings.rows == (
        ("attacker", Fraction(17, 6), Fraction(1, 3), None),
        ("defender", Fraction(16, 6), Fraction(1, 6), Fraction(11, 36)),
    )


@pytest.mark.parametrize("example", ODDS.examples)
def test_examples_are_understood(example: str) -> None:
    assert answer_odds(DATA, example.split()).tables


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """An archive of one game."""
    folder = tmp_path_factory.mktemp("odds")
    made = Archive(folder / "archive")
    assert made.add([simulated(folder / "games", "brother", 1)]).exit_code == 0
    return made


@pytest.mark.parametrize("terms", TERMS)
def test_an_archive_answers_with_the_same_odds(archive: Archive, terms: Terms) -> None:
    values = (terms.attack_value, terms.defence_value, terms.attack_shift, terms.defence_shift)
    macro = f"brother_odds({', '.join(map(str, (*values, terms.attack_roll, terms.defence_roll, terms.needed)))})"
    assert archive.sql(f"FROM {macro}").rows == [tuple(row.values()) for row in odds_rows(terms)]
    counts = archive.sql(f"SELECT count(*) FILTER (withdrawal), count(*) FILTER (attack_star) FROM {macro}").rows
    exact = odds(DATA, terms)
    assert counts == [(exact.withdrawal, exact.attack_star)]


def test_archives_of_other_games_have_no_macros_of_this_one(archive: Archive, tmp_path: Path) -> None:
    other = Archive(tmp_path / "archive")
    assert other.add([simulated(tmp_path / "games", "tiny", 1)]).exit_code == 0
    assert "MACRO brother_odds(" in (archive.folder / SHELL_VIEWS).read_text()
    assert "brother" not in (other.folder / SHELL_VIEWS).read_text()
    with pytest.raises(QueryError, match="brother_odds may not be used here"):
        other.sql("FROM brother_odds(9, 8)")
