"""The terms of a battle: values, column shifts, changes of the dice, the margin that forces a withdrawal (4.3)."""

from collections.abc import Set
from dataclasses import dataclass

from wardiary.core.games.brother.battle_tables import Reading
from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.operations import Offensive, Table
from wardiary.core.games.brother.queries import fits, is_rail_open
from wardiary.core.games.brother.state import Battle, BrotherState
from wardiary.events.brother import Rolled, Side, UnitType

__all__ = [
    "SEASONED",
    "Face",
    "Result",
    "Situation",
    "Terms",
    "attacks_by_road",
    "battle_terms",
    "condition_unmet",
    "face_hits",
    "offensive_in_play",
    "possible_hits",
    "resolve",
    "terms_of",
]

Face = tuple[UnitType, bool]
"""A unit's type, and whether it is full."""
_DIE = range(1, 7)
_ROAD, _GERMANS, _GERMANS_SHIFT, _FORT_SHIFT = -2, -2, -1, 1
SEASONED: frozenset[UnitType] = frozenset({"jaeger", "german"})
"""Whose part in an attack lifts the road modifier (BAB-2.3-14, -15)."""


@dataclass(frozen=True)
class Terms:
    """What is known of a battle before its dice; `needed` is the margin that forces a withdrawal."""

    attack_value: int
    defence_value: int
    attack_shift: int = 0
    defence_shift: int = 0
    attack_roll: int = 0
    defence_roll: int = 0
    needed: int = 1


@dataclass(frozen=True)
class Result:
    """Both readings; hits of `attack` fall on the defender."""

    attack: Reading
    defence: Reading
    margin: int
    withdrawal: bool


def resolve(d: Data, terms: Terms, attack_die: int, defence_die: int) -> Result:
    """Both dice on both tables; the margin is of the results as read (BAB-4.3-03, -04, -15, -35, -57)."""
    attack = d.attack.read(terms.attack_value, terms.attack_shift, attack_die + terms.attack_roll)
    defence = d.defence.read(terms.defence_value, terms.defence_shift, defence_die + terms.defence_roll)
    margin = attack.hits - defence.hits
    return Result(attack, defence, margin, margin >= terms.needed)


def possible_hits(d: Data, terms: Terms) -> tuple[list[int], list[int]]:
    """What the attack and the defence cause at each face of their dice."""
    attack = [d.attack.read(terms.attack_value, terms.attack_shift, die + terms.attack_roll).hits for die in _DIE]
    defence = [d.defence.read(terms.defence_value, terms.defence_shift, die + terms.defence_roll).hits for die in _DIE]
    return attack, defence


def attacks_by_road(d: Data, s: BrotherState, units: tuple[int, ...], town: str) -> bool:
    """Whether any of the attackers comes by road."""
    return any(not is_rail_open(d, s, s.units[number].town, town) for number in units)


def condition_unmet(effect: Table, attacking: Set[UnitType], by_road: bool) -> str | None:
    """Why a table card does not fit an attack by these unit types, apart from its town; None if it does."""
    match effect.only_if:
        case "no_jaeger_or_german_attacking" if attacking & SEASONED:
            return "Jaegers or Germans attack"
        case "german_attacking" if "german" not in attacking:
            return "no German unit attacks"
        case "road_attacker" if not by_road:
            return "nobody attacks by road"
    return None


def offensive_in_play(d: Data, s: BrotherState) -> Offensive | None:
    """The offensive of the event in play."""
    return d.offensive.get(s.card) if s.mode == "event" and s.card is not None else None


@dataclass(frozen=True)
class Situation:
    """What the terms of a battle hang on: who takes part (type, full), how they come, what else counts."""

    side: Side
    attackers: tuple[Face, ...]
    defenders: tuple[Face, ...]
    by_road: bool = False
    strategic: bool = False
    fortified: bool = False
    offensive: Offensive | None = None
    in_scope: bool = True
    """Whether the town is in the scope of the offensive."""
    cards: tuple[str, ...] = ()
    """The table cards that were used."""


def battle_terms(d: Data, case: Situation) -> Terms:
    """All that counts, each cause once.

    BAB-2.3-14 to -17, -22; 4.3-13, -14, -28, -29, -31, -33, -34, -49, -52, -69, -71, -72.
    """
    offensive = case.offensive
    attacking = {kind for kind, _ in case.attackers}
    shift = roll = defence_shift = defence_roll = 0
    if case.by_road and not attacking & SEASONED and not (offensive is not None and offensive.no_road_penalty):
        roll += _ROAD
    if case.side == "red" and any(kind == "german" for kind, _ in case.defenders):
        roll, shift = roll + _GERMANS, shift + _GERMANS_SHIFT
    if case.side == "white" and "german" in attacking:
        defence_roll += _GERMANS
    fortified = case.fortified and not (offensive is not None and offensive.ignore_forts)
    if fortified:
        shift, defence_shift = shift - _FORT_SHIFT, defence_shift + _FORT_SHIFT
    if offensive is not None and case.in_scope:
        roll, shift = roll + offensive.roll, shift + offensive.shift
    needed = 2 if fortified or case.strategic else 1
    for effect in (d.table[card] for card in case.cards):
        roll, shift = roll + effect.attack_roll, shift + effect.attack_shift
        defence_roll += effect.defence_roll
        needed = needed if effect.withdrawal_margin is None else effect.withdrawal_margin
    return Terms(
        attack_value=sum(d.values[face].battle for face in case.attackers),
        defence_value=sum(d.values[face].battle for face in case.defenders),
        attack_shift=shift,
        defence_shift=defence_shift,
        attack_roll=roll,
        defence_roll=defence_roll,
        needed=needed,
    )


def terms_of(d: Data, s: BrotherState, battle: Battle) -> Terms:
    """The terms of a battle as the position now is."""
    units, town = s.units, battle.town
    offensive = offensive_in_play(d, s)
    return battle_terms(
        d,
        Situation(
            side=battle.side,
            attackers=tuple((units[n].type, units[n].full) for n in battle.attackers),
            defenders=tuple((units[n].type, units[n].full) for n in battle.defenders),
            by_road=attacks_by_road(d, s, battle.attackers, town),
            strategic=d.towns[town].strategic,
            fortified=town in s.forts,
            offensive=offensive,
            in_scope=offensive is not None and fits(d, s, battle.side, offensive.scope, town),
            cards=battle.cards,
        ),
    )


def face_hits(d: Data, s: BrotherState, roll: Rolled) -> tuple[int, ...] | None:
    """What each face of a battle's die causes on its table (BAB-4.3-15)."""
    if s.battle is None:
        return None
    attack, defence = possible_hits(d, terms_of(d, s, s.battle))
    return tuple(attack if roll.purpose == "battle.attack" else defence)
