"""The exact odds of a battle: by hand, against the game's own keyed dice, and in their sums."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, Game, position

from wardiary.core.chance.keyed import roll, seed_bytes
from wardiary.core.games.helsinki.charts import Terms, battle_terms
from wardiary.core.games.helsinki.odds import battle_odds, best_of, difference_counts, terms_for
from wardiary.core.games.helsinki.odds_desk import answer_odds
from wardiary.core.games.helsinki.odds_question import ask_odds
from wardiary.core.games.helsinki.texts import EFFECTS, effect_text
from wardiary.core.state import copy_state
from wardiary.events import helsinki as e
from wardiary.events.errors import UsageError
from wardiary.events.helsinki import Effect


@pytest.mark.parametrize(
    ("dice", "expected"),
    [(1, [1, 1, 1, 1, 1, 1]), (2, [1, 3, 5, 7, 9, 11]), (3, [1, 7, 19, 37, 61, 91])],
)
def test_the_best_of_some_dice(dice: int, expected: list[int]) -> None:
    assert list(best_of(dice).values()) == expected


def test_one_die_against_one() -> None:
    odds = battle_odds(DATA, Terms(dice=1, attack=0, defence=0, least=1))
    assert odds.differences[0] == Fraction(1, 6)
    assert odds.attacker_loses == odds.defender_loses == Fraction(15, 36)
    assert odds.effects["nobody", "none"] == Fraction(1, 6)


def test_a_terrain_value_raises_the_defender() -> None:
    """Against at least 4 one die wins with a 5 (4 in 6) or a 6 (5 in 6)."""
    odds = battle_odds(DATA, Terms(dice=1, attack=0, defence=0, least=4))
    assert odds.defender_loses == Fraction(4 + 5, 36)


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_a_shift_changes_the_column_of_the_loser_only(shift: int) -> None:
    odds = battle_odds(DATA, Terms(dice=3, attack=0, defence=0, least=1), if_defender_loses=shift)
    five = DATA.battle.effects[4][1 + shift]
    assert odds.effects["defender", five] > 0
    assert sum(odds.effects.values()) == sum(odds.differences.values()) == 1
    attackers = {effect for (loser, effect) in odds.effects if loser == "attacker"}
    assert attackers <= {row[1] for row in DATA.battle.effects}


@pytest.mark.parametrize(
    ("dice", "terrain", "kind", "night"),
    [(1, "O", "assault", False), (2, "C", "assault", True), (3, "W", "continued", False), (3, "C", "card", False)],
)
def test_odds_agree_with_the_keyed_dice(dice: int, terrain: str, kind: str, night: bool) -> None:
    """Ten thousand battles with the dice of the game: every difference within five standard errors."""
    terms = terms_for(DATA, dice=dice, terrain=terrain, kind=kind, night=night)  # type: ignore[arg-type]
    odds, seed, battles = battle_odds(DATA, terms), seed_bytes("odds"), 10_000
    found: Counter[int] = Counter()
    for number in range(battles):
        label = f"{dice}{terrain}{kind}{number}"
        attack = max(roll(seed, f"battle.attack|{label}|1", dice))
        results = terms.results(attack, roll(seed, f"battle.defence|{label}|1", 1)[0])
        found[results[0] - results[1]] += 1
    for difference, p in odds.differences.items():
        error = sqrt(float(p * (1 - p)) / battles)
        assert abs(found[difference] / battles - float(p)) < 5 * error + 1e-9
    assert set(found) <= set(odds.differences)


def test_terms_thought_of_are_those_of_the_game() -> None:
    s = position(german="0303 2", red="0403 1, 2622 1", german_hqs="0303E", time=22)
    game = Game(s).play("move 0303 2; go 0403 0303; go 0403 0303")
    assert game.state.battle is not None
    assert battle_terms(DATA, game.state, game.state.battle) == terms_for(DATA, dice=2, terrain="W", night=True)
    flank = terms_for(DATA, dice=1, terrain="O", kind="flank", behind=True, defender_blocked=2)
    assert flank == Terms(1, DATA.battle.flank_behind, 0, DATA.terrain["O"].B)
    assert terms_for(DATA, dice=1, terrain="C", lower=9).least == 1
    assert terms_for(DATA, dice=1, terrain="W", fort=True, kind="continued", attacker_blocked=2).attack == -2


@pytest.mark.parametrize(
    ("dice", "terrain", "more", "message"),
    [
        (0, "O", {}, "1 to 9"),
        (10, "O", {}, "1 to 9"),
        (1, "X", {}, "no terrain 'X'"),
        (1, "O", {"attacker_blocked": 4}, "0 to 3"),
        (1, "O", {"defender_blocked": 4}, "0 to 3"),
        (1, "O", {"defender_blocked": -1}, "0 to 3"),
        (1, "O", {"kind": "assault", "behind": True}, "only a flank attack comes from behind"),
    ],
)
def test_battles_that_cannot_be_are_refused(dice: int, terrain: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        terms_for(DATA, dice=dice, terrain=terrain, **more)


def test_odds_that_can_be_are_answered() -> None:
    assert terms_for(DATA, dice=9, terrain="O", kind="continued", attacker_blocked=3, defender_blocked=3)[:3] == (
        9,
        -3,
        -3,
    )


GERMANS: dict[str, Any] = {"german_hqs": "0404E", "battles": {"0404": ("german", 3)}}
"""Germans came into 0404 from the south: their rear holds 0505, 0405, 0305, that of the Reds 0304, 0403, 0504."""


@pytest.mark.parametrize(
    ("script", "fields", "words"),
    [
        (
            "move 0303 2; go 0403 0303; go 0403 0303",
            {"german": "0303 2", "red": "0403 1, 2622 1", "german_hqs": "0303E"},
            "dice=2 terrain=W",
        ),
        (
            "move 0303 1; go 0403 0303",
            {"german": "0303 1, 0503 1", "red": "0403 1, 2622 1", "german_hqs": "0303E", "time": 21},
            "dice=1 terrain=W night=yes defender_blocked=1",
        ),
        (
            "attack 0404 2",
            {"german": "0404 2, 0403 1, 0304 1", "red": "0404 1, 0405 1, 2622 1", **GERMANS},
            "dice=2 terrain=O kind=continued attacker_blocked=1 defender_blocked=2",
        ),
        (
            "attack 0404 1; play GS01; play RS01; play RS02",
            {
                "german": "0404 1",
                "red": "0404 1, 2622 1",
                "red_hqs": "0404",
                "hands": {"german": ("GS01",), "red": ("RS01", "RS02")},
                **GERMANS,
            },
            "dice=1 terrain=O kind=continued attack=1 defence=2",
        ),
        (
            "move 0403 1; go 0404 0403",
            {"german": "0404 1, 0403 1", "red": "0404 1, 0405 1, 2622 1", **GERMANS, "german_hqs": "0403W 0404E"},
            "dice=1 terrain=O kind=flank behind=yes attacker_blocked=1",
        ),
        (
            "move 0504 1; go 0404 0504",
            {"german": "0404 1, 0504 1", "red": "0404 1, 2622 1", **GERMANS, "german_hqs": "0504E 0404E"},
            "dice=1 terrain=O kind=flank",
        ),
        (
            "play GS06; attack 0404 2",
            {
                "german": "0404 2",
                "red": "0404 1, 0405 1, 2622 1",
                "hands": {"german": ("GS06",)},
                "time": 21,
                **GERMANS,
            },
            "dice=2 terrain=O kind=card attacker_blocked=1 night=yes",
        ),
        (
            "attack 0503 1; play GS02; play GS03",
            {
                "german": "0503 1",
                "red": "0503 1, 2622 1",
                "german_hqs": "0503E",
                "battles": {"0503": ("german", 3)},
                "hands": {"german": ("GS02", "GS03")},
            },
            "dice=2 terrain=W kind=continued fort=yes lower=2",
        ),
        (
            "attack 2421 1",
            {
                "german": "2421 1",
                "red": "2421 1, 2622 1",
                "german_hqs": "2421E",
                "battles": {"2421": ("german", 3)},
                "barricades": {"2421": 1},
            },
            "dice=1 terrain=C kind=continued lower=-1",
        ),
    ],
)
def test_odds_are_those_of_every_throw_in_the_game(script: str, fields: dict[str, Any], words: str) -> None:
    """Each throw is played once: how often the game applies each effect is what the odds say, to the throw."""
    asked = ask_odds(DATA, words.split())
    before = Game(position(**fields)).play(script)
    dice = int(before.waiting.split()[-1])
    assert before.waiting.startswith("roll battle.attack")
    found: Counter[tuple[str, str]] = Counter()
    for faces in product(range(1, 7), repeat=dice + 1):
        game = Game(before.state)
        game.play(" ".join(map(str, faces[:-1]))).play(str(faces[-1]))
        while game.waiting.endswith(" Battle"):
            game.play("shift 0")
        effects = game.happened(e.EffectApplied)
        found[(effects[0].loser, effects[0].effect) if effects else ("nobody", "none")] += 1
    assert {fate: Fraction(count, 6 ** (dice + 1)) for fate, count in found.items()} == asked.effects


def test_counts_are_whole() -> None:
    counts, throws = difference_counts(Terms(3, 1, -2, 3))
    assert sum(counts.values()) == throws == 6**4


def test_odds_are_asked_in_words() -> None:
    odds = ask_odds(DATA, ["dice=1", "terrain=O", "kind=continued"])
    assert odds == battle_odds(DATA, Terms(1, 0, 0, DATA.terrain["O"].B), kind="continued")
    losers, effects = answer_odds(DATA, ["dice=1", "terrain=O", "kind=continued"]).tables
    assert losers.rows == (("attacker", Fraction(5, 12)), ("defender", Fraction(5, 12)), ("nobody", Fraction(1, 6)))
    assert ("defender", "all retreat") in {row[:2] for row in effects.rows}
    assert sum(row[2] for row in effects.rows if isinstance(row[2], Fraction)) == Fraction(5, 6)
    milder = ask_odds(DATA, ["dice=3", "terrain=C", "night=yes", "fort=no", "shift=1"])
    assert milder.effects.keys() <= {
        (loser, effect)
        for loser in ("attacker", "defender", "nobody")
        for effect in ({row[2] for row in DATA.battle.effects} | {"none"})
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dice=3"], "terrain must be said"),
        (["terrain=C"], "dice must be said"),
        (["dice=3", "terrain=X"], "terrain=X: one of O, W, S, C"),
        (["dice=12", "terrain=C"], "dice=12: a whole number from 1 to 9"),
        (["dice=two", "terrain=C"], "dice=two: a whole number"),
        (["dice=1", "dice=2", "terrain=C"], "dice is said twice"),
        (["dice=1", "terrain=C", "night=maybe"], "night=maybe: one of yes, no"),
        (["dice=1", "terrain=C", "kind=siege"], "kind=siege: one of assault"),
        (["dices=1"], "'dices=1': expected is one of dice=..."),
        (["dice=1", "terrain=C", "behind=yes"], "only a flank attack comes from behind"),
        (["dice=0", "terrain=C"], "dice=0: a whole number from 1 to 9"),
    ],
)
def test_a_question_that_cannot_be_read_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ask_odds(DATA, words)


@pytest.mark.parametrize(
    ("effect", "fate"),
    [
        ("retreat_1", "one unit is disordered"),
        ("retreat_all", "all are disordered"),
        ("disorder_1", "one unit is disordered"),
        ("disorder_1_rest", "all are disordered"),
        ("destroy_1", "one unit is destroyed"),
        ("destroy_1_rest", "one unit is destroyed, the rest disordered"),
    ],
)
def test_who_is_attacked_from_the_flank_is_not_told_to_retreat(effect: Effect, fate: str) -> None:
    """HEL-10.8-06: in odds, at the prompt and in what is told."""
    assert effect_text(effect, "flank", "defender") == fate
    assert effect_text(effect, "flank", "attacker") == EFFECTS[effect]
    assert effect_text(effect, "continued", "defender") == EFFECTS[effect]


def test_odds_of_a_flank_attack_have_one_row_for_each_fate() -> None:
    found = answer_odds(DATA, ["dice=2", "terrain=W", "kind=flank"])
    rows = [row for row in found.tables[1].rows if row[0] == "defender"]
    assert rows
    assert not any("retreat" in str(row[1]) for row in rows)
    assert len({row[1] for row in rows}) == len(rows)
    total = sum(row[2] for row in rows if isinstance(row[2], Fraction))
    assert total == ask_odds(DATA, ["dice=2", "terrain=W", "kind=flank"]).defender_loses


def test_a_flank_attack_is_told_as_it_goes() -> None:
    s = position(german="0404 1, 0504 1", red="0404 2, 2622 1", **{**GERMANS, "german_hqs": "0504E 0404E"})
    game = Game(s).play("move 0504 1; go 0404 0504; 6")
    state, told = copy_state(game.state), ""
    game.play("1")
    for event in game.step:
        if isinstance(event, e.EffectApplied):
            told = SPEC.words.narration[e.EffectApplied](DATA, state, event)
        RULES.evolve[type(event)](state, event)
    assert told == "For the defender: one unit is destroyed, the rest disordered."
    assert len(game.happened(e.UnitDestroyed)) == 1
    assert game.happened(e.UnitRetreated) == []
