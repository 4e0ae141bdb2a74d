"""The exact odds of a shooting and of a round of melee, by convolution of dice; no simulation."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from msgspec import Struct

from wardiary.core.games.kuularuisku.charts import chance, under_grenades
from wardiary.core.games.kuularuisku.data import Data
from wardiary.events.kuularuisku import Groups

__all__ = [
    "MeleeOdds",
    "ShootingOdds",
    "Spread",
    "binomial",
    "mean",
    "melee_odds",
    "pool",
    "shooting_odds",
    "thinned",
    "wound_chances",
]

Spread = Mapping[int, Fraction]
"""The chance of each number."""


class ShootingOdds(Struct, frozen=True):
    """Hits and wounds of a shooting, what a wound is, and whether the target must test and fails."""

    hits: Spread
    wounds: Spread
    killed: Spread
    """Wounds that are dead or severe: men who fight no more, while there are as many men as wounds."""
    each_wound: Mapping[str, Fraction]
    tested: Fraction
    failed: Fraction


class MeleeOdds(Struct, frozen=True):
    """Hits of both sides in one round, who has more of them to take, and who falls back."""

    own_hits: Spread
    other_hits: Spread
    own_loses: Fraction
    other_loses: Fraction
    equal: Fraction
    own_falls_back: Fraction
    other_falls_back: Fraction


def binomial(count: int, hit: Fraction) -> dict[int, Fraction]:
    """How many of equal dice succeed."""
    return {n: comb(count, n) * hit**n * (1 - hit) ** (count - n) for n in range(count + 1)}


def _added(one: Spread, other: Spread) -> dict[int, Fraction]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for first, p in one.items():
        for second, q in other.items():
            found[first + second] += p * q
    return dict(found)


def pool(groups: Groups, again: bool = False) -> dict[int, Fraction]:
    """Hits of dice by skill; `again`: failed dice are rolled once more (KUU-5.3-04, KUU-5.7-01)."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for needed, count in groups:
        hit = chance(needed)
        found = _added(found, binomial(count, 1 - (1 - hit) ** 2 if again else hit))
    return found


def thinned(spread: Spread, kept: Fraction) -> dict[int, Fraction]:
    """How many of so many remain when each remains with a chance."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for count, p in spread.items():
        for left, q in binomial(count, kept).items():
            found[left] += p * q
    return dict(sorted(found.items()))


def mean(spread: Spread) -> Fraction:
    """The mean of a number."""
    return sum((number * p for number, p in spread.items()), Fraction(0))


def wound_chances(d: Data) -> dict[str, Fraction]:
    """What a wound turns out to be (KUU-5.5-04)."""
    return {name: Fraction(d.wound_table.count(name), 6) for name in ("dead", "severe", "light", "scratch")}


def shooting_odds(
    d: Data, groups: Groups, cover: int, *, close: bool = False, machine_gun: bool = False, morale: int = 4
) -> ShootingOdds:
    """The odds of a shooting: hits, wounds, losses, and the morale test after it (KUU-5.3 to 5.5, KUU-7.1-02, -08)."""
    each = wound_chances(d)
    hits = pool(groups, close)
    wounds = thinned(hits, Fraction(cover - 1, 6))
    untested = sum((p * each["scratch"] ** count for count, p in wounds.items()), Fraction(0))
    tested = Fraction(1) if machine_gun else 1 - untested
    return ShootingOdds(
        hits=hits,
        wounds=wounds,
        killed=thinned(wounds, each["dead"] + each["severe"]),
        each_wound=each,
        tested=tested,
        failed=tested * (1 - chance(morale)),
    )


def melee_odds(
    own: Groups,
    other: Groups,
    *,
    own_grenades: bool = False,
    other_grenades: bool = False,
    own_morale: int = 4,
    other_morale: int = 4,
) -> MeleeOdds:
    """The odds of one round, both sides with somebody left to fight after it (KUU-6.4-01 to -05, KUU-6.6-01, -02)."""
    own_hits = pool(under_grenades(own) if other_grenades else own)
    other_hits = pool(under_grenades(other) if own_grenades else other)
    own_loses = sum((p * q for n, p in own_hits.items() for m, q in other_hits.items() if m > n), Fraction(0))
    equal = sum((p * other_hits.get(n, Fraction(0)) for n, p in own_hits.items()), Fraction(0))
    other_loses = 1 - own_loses - equal
    return MeleeOdds(
        own_hits=own_hits,
        other_hits=other_hits,
        own_loses=own_loses,
        other_loses=other_loses,
        equal=equal,
        own_falls_back=own_loses * (1 - chance(own_morale)),
        other_falls_back=other_loses * (1 - chance(other_morale)),
    )
