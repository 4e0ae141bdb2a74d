"""The exact odds of a battle: by hand where a hand can, against the game itself with keyed dice, and in their sums."""

from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from tests.freezing.kit import DATA, RULES, Game, game_with, position, replaced

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.games.freezing.charts import Terms, battle_terms
from wardiary.core.games.freezing.odds import Force, Odds, battle_odds, pool_odds, take_hits
from wardiary.core.requests import Roll
from wardiary.events import freezing as e
from wardiary.replay.chance import KeyedSource, answer_chance


def terms(
    box: str = "LK-3", level: int = 1, drm: int = 0, *cards: str, side: Any = "sov", taken: bool = False
) -> Terms:
    return battle_terms(DATA, side=side, box=box, line_level=level, attack_drm=drm, ladoga_taken=taken, cards=cards)


ONE, TWO = Force((1,)), Force((2,))
SIXTH = Fraction(1, 6)


@pytest.mark.parametrize(
    ("dice", "faces", "expected"),
    [
        (0, 1, {0: 1}),
        (1, 1, {0: Fraction(5, 6), 1: SIXTH}),
        (2, 2, {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}),
        (3, 0, {0: 1}),
        (2, 6, {2: 1}),
    ],
)
def test_a_pool(dice: int, faces: int, expected: dict[int, Fraction]) -> None:
    assert pool_odds(dice, faces) == expected


@pytest.mark.parametrize(
    ("force", "hits", "spare", "left"),
    [
        (Force((3, 2)), 3, "special", Force((1, 1))),
        (Force((2, 2), (2,)), 1, "special", Force((2, 1), (2,))),
        (Force((2, 2), (2,)), 1, "infantry", Force((2, 2), (1,))),
        (Force((1,), (3,)), 2, "special", Force((1,), (1,))),
        (Force((1,), (1,)), 5, "special", Force()),
        (Force((4,)), 0, "special", Force((4,))),
    ],
)
def test_hits_fall_on_the_strongest(force: Force, hits: int, spare: Any, left: Force) -> None:
    assert take_hits(force, hits, spare) == left


def test_one_against_one() -> None:
    """By hand: both hit with 1/6. In a first attack the defender's hit comes before the attacker's roll."""
    meeting = battle_odds(terms(), ONE, ONE, first=False)
    assert meeting.chance(lambda r: not r.attackers.points and not r.defenders.points) == SIXTH * SIXTH
    first = battle_odds(terms(), ONE, ONE, first=True)
    assert first.chance(lambda r: not r.attackers.points and not r.defenders.points) == 0
    assert first.chance(lambda r: not r.defenders.points) == Fraction(5, 6) * SIXTH
    assert first.mean(first.attacker_losses) == SIXTH


def test_the_printed_example_of_a_first_attack() -> None:
    """Three infantry of 3 against one of 2: after one hit eight dice are rolled, nine under the literal reading."""
    attackers = Force((3, 3, 3))
    for literal, dice in ((False, 8), (True, 9)):
        odds = battle_odds(terms("KI-4"), attackers, TWO, first=True, dice_after_losses=not literal)
        one_hit = {r.attack_hits: p for r, p in odds.results.items() if r.defence_hits == 1}
        assert max(one_hit) == dice
        assert sum(one_hit.values()) == 2 * SIXTH * Fraction(5, 6)
        assert one_hit[0] == 2 * SIXTH * Fraction(5, 6) ** (dice + 1)


@pytest.mark.parametrize(
    ("terms_", "attackers", "defenders", "expected"),
    [
        (terms("KI-4"), Force((), (3,)), ONE, Fraction(1)),
        (terms("LK-3"), Force((), (3,)), ONE, Fraction(1, 2)),
        (terms("KI-3", 3), Force((), (3,)), ONE, Fraction(1, 2)),
        (terms("KI-4", 1, 1), Force((3,)), ONE, Fraction(1)),
        (terms("KI-4", 1, 0, "05"), Force((3,)), ONE, Fraction(0)),
        (terms("KI-4", 1, 0, taken=True), Force((3,)), ONE, Fraction(1)),
    ],
)
def test_expected_hits(terms_: Terms, attackers: Force, defenders: Force, expected: Fraction) -> None:
    assert battle_odds(terms_, attackers, defenders, first=False).mean(lambda r: r.attack_hits) == expected


def test_the_line_ignores_a_hit() -> None:
    odds = battle_odds(terms("KI-3", 2), Force((4,)), Force((4,)), first=False)
    assert odds.mean(lambda r: r.defence_hits) == 4 * Fraction(2, 6)
    assert odds.chance(lambda r: odds.defender_losses(r) == max(0, r.attack_hits - 1)) == 1


def test_a_distribution_sums_to_one_and_loses_no_point() -> None:
    odds = battle_odds(terms("KI-3", 3, 1, "07"), Force((4, 4), (4, 4)), Force((3, 1), (2,)), first=True)
    assert sum(odds.results.values()) == 1
    assert sum(odds.by(lambda r: r.attack_hits).values()) == 1
    for result in odds.results:
        assert odds.defender_losses(result) == min(6, max(0, result.attack_hits - 1))
        assert odds.attacker_losses(result) == min(16, result.defence_hits)


# Monte Carlo: the game itself, played with keyed dice

TRIALS = 400
KI4 = ("KI-5 sov i3 a2", "KI-4 fin i2 i1")
ENTER = "action 55; activate 1 2; move 1 KI-4; move 2 KI-4"
LINE = ("KI-3 sov i3 a2", "KI-3 fin i3 i2")
FIGHT = "action 55; activate 1 2; stay; attack KI-3; assign 1 2"
FINNS = ("LK-4 sov i2 i2", "LK-3 fin i2 s3")
COUNTER = "action 01; activate 3 4; move 3 LK-4; move 4 LK-4"
FLAG = "first_attack_dice_after_losses"


def fight(state: Any, script: str, seed: int, rules: Any) -> tuple[int, int, int, int]:
    """(attacker's hits, defender's hits, attacker's points left, defender's points left) of one battle.

    Who may choose loses infantry, as the odds assume.
    """
    game = Game(state, rules).play(script)
    source = KeyedSource(seed_bytes(f"odds {seed}"), "seed")
    declared = game.state.battle
    assert declared is not None
    while game.state.battle is not None:
        if isinstance(game.request, Roll):
            game.answer(answer_chance(rules.spec.fold.codec, source, game.request))
        else:
            legal = list(rules.legal(game.state))
            game.answer(min(legal, key=lambda o: game.state.units[o.unit].type != "infantry"))
    hits = {"sov": 0, "fin": 0}
    for event in game.events:
        if type(event).__name__ == "HitsScored":
            hits[event.side] += event.hits  # type: ignore[attr-defined]
    points = {"sov": 0, "fin": 0}
    for unit in game.state.units.values():
        points[unit.side] += unit.strength
    mine, other = declared.side, "fin" if declared.side == "sov" else "sov"
    return hits[mine], hits[other], points[mine], points[other]


@pytest.mark.parametrize(
    ("boxes", "more", "script", "first", "literal", "odds_terms", "attackers", "defenders"),
    [
        (KI4, {}, ENTER, True, False, terms("KI-4"), Force((3,), (2,)), Force((2, 1))),
        (KI4, {}, ENTER, True, True, terms("KI-4"), Force((3,), (2,)), Force((2, 1))),
        (LINE, {}, FIGHT, False, False, terms("KI-3"), Force((3,), (2,)), Force((3, 2))),
        (LINE, {"line_level": 3}, FIGHT, False, False, terms("KI-3", 3), Force((3,), (2,)), Force((3, 2))),
        (
            LINE,
            {"tableaux": {"sov": ("48",), "fin": ("07",)}, "line_level": 2},
            f"{FIGHT}; use 48; use 07",
            False,
            False,
            terms("KI-3", 2, 0, "48", "07"),
            Force((3,), (2,)),
            Force((3, 2)),
        ),
        (
            FINNS,
            {"side": "fin", "attack_drm": {"sov": 0, "fin": 1}},
            COUNTER,
            True,
            False,
            terms("LK-4", 1, 1, side="fin"),
            Force((2,), (3,)),
            Force((2, 2)),
        ),
    ],
)
def test_odds_agree_with_the_game(
    boxes: tuple[str, ...],
    more: dict[str, Any],
    script: str,
    first: bool,
    literal: bool,
    odds_terms: Terms,
    attackers: Force,
    defenders: Force,
) -> None:
    """Means of four numbers within four standard errors of the exact ones."""
    rules = game_with(options=replaced(f"{FLAG} = true", f"{FLAG} = false")) if literal else RULES
    odds: Odds = battle_odds(odds_terms, attackers, defenders, first=first, dice_after_losses=not literal)
    state = position(*boxes, **more)
    played = [fight(state, script, seed, rules) for seed in range(TRIALS)]
    numbers = [
        lambda r: r.attack_hits,
        lambda r: r.defence_hits,
        lambda r: r.attackers.points,
        lambda r: r.defenders.points,
    ]
    for place, number in enumerate(numbers):
        exact = odds.mean(number)
        variance = odds.mean(lambda r, n=number: n(r) ** 2) - exact**2  # type: ignore[misc]
        found = sum(row[place] for row in played) / TRIALS
        assert abs(found - float(exact)) <= 4 * sqrt(float(variance) / TRIALS)


# Every face of every die: the game itself, exactly


def played_out(game: Game, chance: Fraction, found: dict[tuple[int, int, Force, Force], Fraction]) -> None:
    """Add up how the battle ends over all faces of all dice still to be rolled; who may choose loses infantry."""
    while game.state.battle is not None and not isinstance(game.request, Roll):
        legal: list[Any] = list(game.rules.legal(game.state))
        game.answer(min(legal, key=lambda o: game.state.units[o.unit].type != "infantry"))
    request = game.request
    if game.state.battle is None or not isinstance(request, Roll):
        declared = game.happened(e.BattleDeclared)[-1]
        ended = (*hits_of(game, declared.side), left_of(game, declared.units), left_of(game, declared.against))
        found[ended] = found.get(ended, Fraction(0)) + chance
        return
    for faces in product(range(1, 7), repeat=request.count):
        fork = Game(game.state, game.rules)
        fork.events = list(game.events)
        fork.play(f"roll {' '.join(map(str, faces))}")
        played_out(fork, chance / 6**request.count, found)


def hits_of(game: Game, attacker: str) -> tuple[int, int]:
    """Hits of the attacker's dice and of the defender's."""
    scored = game.happened(e.HitsScored)
    return sum(ev.hits for ev in scored if ev.side == attacker), sum(ev.hits for ev in scored if ev.side != attacker)


def left_of(game: Game, units: tuple[int, ...]) -> Force:
    alive = [game.state.units[unit] for unit in units if unit in game.state.units]
    infantry = (unit.strength for unit in alive if unit.type == "infantry")
    special = (unit.strength for unit in alive if unit.type != "infantry")
    return Force(tuple(sorted(infantry, reverse=True)), tuple(sorted(special, reverse=True)))


MIXED = Force((1,), (1,))
ENTER_LINE = "action 55; activate 1 2; move 1 KI-3; move 2 KI-3"
FIGHT_VIIPURI = "action 55; activate 1 2; stay; attack KI-2; assign 1 2"


@pytest.mark.parametrize(
    ("boxes", "more", "script", "first", "odds_terms", "defenders"),
    [
        (("KI-4 sov i1 a1", "KI-3 fin i2"), {}, ENTER_LINE, True, terms("KI-3"), TWO),
        (("KI-4 sov i1 a1", "KI-3 fin i2"), {"line_level": 2}, ENTER_LINE, True, terms("KI-3", 2), TWO),
        (("KI-3 sov i1 a1", "KI-3 fin i2"), {"line_level": 3}, FIGHT, False, terms("KI-3", 3), TWO),
        (
            ("KI-4 sov i1 a1", "KI-3 fin i1 i1"),
            {"line_level": 3, "tableaux": {"sov": ("48",), "fin": ("05", "07", "17")}},
            f"{ENTER_LINE}; use 48; use 05; use 07; use 17",
            True,
            terms("KI-3", 3, 0, "48", "05", "07", "17"),
            Force((1, 1)),
        ),
        (
            ("KI-2 sov i1 a1", "KI-2 fin i2"),
            {"fronts_taken": ("LK",), "tableaux": {"fin": ("07", "17", "28")}},
            f"{FIGHT_VIIPURI}; use 07; use 17; use 28",
            False,
            terms("KI-2", 1, 0, "07", "17", "28", taken=True),
            TWO,
        ),
    ],
)
def test_odds_are_those_of_all_dice(
    boxes: tuple[str, ...], more: dict[str, Any], script: str, first: bool, odds_terms: Terms, defenders: Force
) -> None:
    found: dict[tuple[int, int, Force, Force], Fraction] = {}
    played_out(Game(position(*boxes, **more)).play(script), Fraction(1), found)
    odds = battle_odds(odds_terms, MIXED, defenders, first=first)
    assert found == {(r.attack_hits, r.defence_hits, r.attackers, r.defenders): p for r, p in odds.results.items()}
