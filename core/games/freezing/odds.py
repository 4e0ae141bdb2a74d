"""The exact distribution of a battle: hits and losses of both sides, by convolution with exact fractions.

Where equally strong units of two types could take a hit, the loser's choice matters in a first attack. `spare` says
which type he keeps as long as he can; a player who decides otherwise gets other odds.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Literal

from msgspec import Struct

from wardiary.core.games.freezing.charts import Terms, hitting_faces

__all__ = [
    "Force",
    "Odds",
    "Result",
    "Spare",
    "battle_odds",
    "pool_odds",
    "take_hits",
]

Spare = Literal["special", "infantry"]
_FACES = 6


class Force(Struct, frozen=True, order=True):
    """Strengths of a side's units in a battle, each in falling order; `special` is ski or armour."""

    infantry: tuple[int, ...] = ()
    special: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """All strength points, one die each."""
        return sum(self.infantry) + sum(self.special)


class Result(Struct, frozen=True, order=True):
    """One way a battle can end: hits of each side's dice, and what is left of each."""

    attack_hits: int
    defence_hits: int
    attackers: Force
    defenders: Force


class Odds(Struct, frozen=True):
    """The distribution, with the forces it started from."""

    attackers: Force
    defenders: Force
    results: Mapping[Result, Fraction]

    def chance(self, wanted: Callable[[Result], bool]) -> Fraction:
        """The probability of the results wanted."""
        return sum((p for result, p in self.results.items() if wanted(result)), Fraction(0))

    def mean(self, value: Callable[[Result], int]) -> Fraction:
        """The expected value of a number."""
        return sum((p * value(result) for result, p in self.results.items()), Fraction(0))

    def by(self, value: Callable[[Result], int]) -> dict[int, Fraction]:
        """The distribution of a number, in rising order."""
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for result, p in self.results.items():
            found[value(result)] += p
        return dict(sorted(found.items()))

    def attacker_losses(self, result: Result) -> int:
        """Strength points that the attacker lost."""
        return self.attackers.points - result.attackers.points

    def defender_losses(self, result: Result) -> int:
        """Strength points that the defender lost."""
        return self.defenders.points - result.defenders.points


def pool_odds(dice: int, faces: int) -> dict[int, Fraction]:
    """The distribution of hits of a pool in which `faces` of six faces hit."""
    p = Fraction(faces, _FACES)
    spread = {hits: comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1)}
    return {hits: chance for hits, chance in spread.items() if chance}


def _pools(dice: tuple[int, int], drm: int, hits_on: tuple[int, int]) -> dict[int, Fraction]:
    """Hits of both pools of a side together."""
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    first, second = (pool_odds(count, hitting_faces(drm, need)) for count, need in zip(dice, hits_on, strict=True))
    for a, p in first.items():
        for b, q in second.items():
            total[a + b] += p * q
    return dict(total)


def take_hits(force: Force, hits: int, spare: Spare = "special") -> Force:
    """What is left of a force after hits, each on the strongest unit (FRD-4.3-11, -13, -35)."""
    left: dict[Spare, list[int]] = {"infantry": list(force.infantry), "special": list(force.special)}
    given: Spare = "infantry" if spare == "special" else "special"
    for _ in range(min(hits, force.points)):
        tops = {kind: max(units, default=0) for kind, units in left.items()}
        kind = given if tops[given] >= tops[spare] else spare
        units = left[kind]
        units[units.index(tops[kind])] -= 1
    return Force(_alive(left["infantry"]), _alive(left["special"]))


def _alive(units: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted((strength for strength in units if strength), reverse=True))


def battle_odds(
    terms: Terms,
    attackers: Force,
    defenders: Force,
    *,
    first: bool,
    dice_after_losses: bool = True,
    spare: Spare = "special",
) -> Odds:
    """The odds of a battle on these terms (`charts.battle_terms`).

    `first`: the defender rolls first and the attacker takes his losses before his own roll (FRD-4.3-06). With
    `dice_after_losses` false the attacker still rolls for the points he lost, if anybody is left (FRD-4.3-20, -35).
    """
    results: defaultdict[Result, Fraction] = defaultdict(Fraction)
    full = (sum(attackers.infantry), sum(attackers.special))
    defence = _pools((sum(defenders.infantry), sum(defenders.special)), terms.defence_drm, terms.defence_hits_on)
    for defence_hits, p in defence.items():
        left = take_hits(attackers, max(0, defence_hits - terms.attacker_ignores), spare)
        dice = (sum(left.infantry), sum(left.special)) if first and (dice_after_losses or not left.points) else full
        for attack_hits, q in _pools(dice, terms.attack_drm, terms.attack_hits_on).items():
            beaten = take_hits(defenders, max(0, attack_hits - terms.defender_ignores), spare)
            result = Result(attack_hits=attack_hits, defence_hits=defence_hits, attackers=left, defenders=beaten)
            results[result] += p * q
    return Odds(attackers, defenders, dict(sorted(results.items())))
