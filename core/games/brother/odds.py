"""The odds of a battle, exact: the 36 equal outcomes of the two dice, counted.

Everything is a count out of 36, so nothing is rounded. Two ways in: `odds` for values and changes that a person names,
`odds_of_battle` for the battle that a position stands at, its terms as they are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from wardiary.core.games.brother.charts import Terms, resolve, terms_of
from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.state import BrotherState

__all__ = [
    "FACES",
    "OUTCOMES",
    "Odds",
    "odds",
    "odds_of_battle",
]

OUTCOMES = 36
FACES = range(1, 7)


@dataclass(frozen=True)
class Odds:
    """Counts out of 36. Results are written as in the tables: "4*" is four damage points with an asterisk."""

    terms: Terms
    attack: Mapping[str, int]
    """What the defender suffers."""
    defence: Mapping[str, int]
    """What the attacker suffers."""
    both: Mapping[tuple[str, str], int]
    margin: Mapping[int, int]
    withdrawal: int
    attack_star: int
    defence_star: int

    def chance(self, count: int) -> Fraction:
        """A count as a probability."""
        return Fraction(count, OUTCOMES)

    @property
    def mean_hits(self) -> tuple[Fraction, Fraction]:
        """Mean damage points that the defender and the attacker suffer."""
        return _mean(self.attack), _mean(self.defence)


def _mean(results: Mapping[str, int]) -> Fraction:
    return Fraction(sum(int(result.rstrip("*")) * count for result, count in results.items()), OUTCOMES)


def odds(d: Data, terms: Terms) -> Odds:
    """All 36 pairs of dice read on both tables (BAB-4.3-15, -30, -35, -57)."""
    attack, defence, both, margin = Counter[str](), Counter[str](), Counter[tuple[str, str]](), Counter[int]()
    withdrawal = attack_star = defence_star = 0
    for attack_die in FACES:
        for defence_die in FACES:
            result = resolve(d, terms, attack_die, defence_die)
            hit = f"{result.attack.hits}{'*' if result.attack.star else ''}"
            back = f"{result.defence.hits}{'*' if result.defence.star else ''}"
            attack[hit] += 1
            defence[back] += 1
            both[hit, back] += 1
            margin[result.margin] += 1
            withdrawal += result.withdrawal
            attack_star += result.attack.star
            defence_star += result.defence.star
    return Odds(
        terms=terms,
        attack=dict(sorted(attack.items())),
        defence=dict(sorted(defence.items())),
        both=dict(sorted(both.items())),
        margin=dict(sorted(margin.items())),
        withdrawal=withdrawal,
        attack_star=attack_star,
        defence_star=defence_star,
    )


def odds_of_battle(d: Data, s: BrotherState) -> Odds | None:
    """The odds of the battle that a position stands at, before its dice; None where there is none."""
    return odds(d, terms_of(d, s, s.battle)) if s.battle is not None else None
