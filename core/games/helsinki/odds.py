"""The exact odds of a battle roll: results, differences, effects, by counting all dice."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from wardiary.core.games.helsinki.charts import Terms, effect_of
from wardiary.core.games.helsinki.data import Data
from wardiary.events.helsinki import BattleKind, Effect

__all__ = ["Loser", "Odds", "battle_odds", "best_of", "difference_counts", "terms_for"]

_FACES = 6
Loser = Literal["attacker", "defender", "nobody"]


class Odds(Struct, frozen=True):
    """The chance of each difference (attack less defence), and of each effect on each loser."""

    differences: Mapping[int, Fraction]
    effects: Mapping[tuple[Loser, Effect], Fraction]
    kind: BattleKind = "assault"

    @property
    def attacker_loses(self) -> Fraction:
        """The chance that the attacker has the lower result."""
        return sum((p for difference, p in self.differences.items() if difference < 0), Fraction(0))

    @property
    def defender_loses(self) -> Fraction:
        """The chance that the defender has the lower result."""
        return sum((p for difference, p in self.differences.items() if difference > 0), Fraction(0))


def best_of(dice: int) -> dict[int, int]:
    """In how many of the 6**dice throws each face is the best (HEL-11.1-02)."""
    return {face: face**dice - (face - 1) ** dice for face in range(1, _FACES + 1)}


def _throws(terms: Terms) -> Iterator[tuple[int, int]]:
    """Each difference with the number of throws that make it."""
    for attack_die, ways in best_of(terms.dice).items():
        for defence_die in range(1, _FACES + 1):
            attack, defence = terms.results(attack_die, defence_die)
            yield attack - defence, ways


def difference_counts(terms: Terms) -> tuple[dict[int, int], int]:
    """Throws by difference, and all throws."""
    counts: Counter[int] = Counter()
    for difference, ways in _throws(terms):
        counts[difference] += ways
    return dict(sorted(counts.items())), _FACES ** (terms.dice + 1)


def battle_odds(
    d: Data,
    terms: Terms,
    *,
    if_attacker_loses: int = 0,
    if_defender_loses: int = 0,
    kind: BattleKind = "assault",
) -> Odds:
    """The odds on these terms, with so many columns of shift to the right for each possible loser.

    `kind` changes no number: it says what becomes of a defender who should retreat.
    """
    counts, throws = difference_counts(terms)
    effects: defaultdict[tuple[Loser, Effect], Fraction] = defaultdict(Fraction)
    for difference, ways in counts.items():
        p = Fraction(ways, throws)
        if difference == 0:
            effects["nobody", "none"] += p
        elif difference > 0:
            effects["defender", effect_of(d, difference, if_defender_loses)] += p
        else:
            effects["attacker", effect_of(d, -difference, if_attacker_loses)] += p
    return Odds({k: Fraction(n, throws) for k, n in counts.items()}, dict(sorted(effects.items())), kind)


def terms_for(
    d: Data,
    *,
    dice: int,
    terrain: str,
    kind: BattleKind = "assault",
    fort: bool = False,
    night: bool = False,
    behind: bool = False,
    attacker_blocked: int = 0,
    defender_blocked: int = 0,
    attack: int = 0,
    defence: int = 0,
    lower: int = 0,
) -> Terms:
    """The terms of a battle that is only thought of (HEL-11.1 to 11.3).

    `behind`: a flank attack from straight behind. `..._blocked`: rear hexes that give -1. `attack`, `defence`: cards.
    `lower`: by how much a card lowers the terrain value, not below 1; less than 0 for barricades.
    Raises ValueError for values no battle has.
    """
    if not (1 <= dice <= 9 and 0 <= attacker_blocked <= 3 and 0 <= defender_blocked <= 3):
        raise ValueError("a battle has 1 to 9 attack dice and 0 to 3 blocked rear hexes on each side")
    if behind and kind != "flank":
        raise ValueError("only a flank attack comes from behind, as in kind=flank behind=yes")
    if terrain not in d.terrain:
        raise ValueError(f"no terrain {terrain!r}; there are {', '.join(d.terrain)}")
    table = d.extra.fort if fort else d.terrain[terrain]
    value = table.M if kind in ("assault", "card") else table.B
    total = attack + (d.battle.night if night else 0)
    if kind == "flank":
        total += d.battle.flank_behind if behind else d.battle.flank
    elif kind != "assault":
        total -= attacker_blocked
    least = max(min(value, 1), value - lower)
    return Terms(dice, total, defence - (defender_blocked if kind != "flank" else 0), least)
