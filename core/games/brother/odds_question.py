"""A battle in the words of a person: what `wardiary odds brother` understands, and what it refuses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from wardiary.core.games.brother.board import CODES
from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.odds import Odds, odds
from wardiary.core.games.brother.state import SIDE_OF
from wardiary.core.games.brother.terms import Face, Situation, battle_terms, condition_unmet
from wardiary.core.games.brother.zones import towns_of
from wardiary.events.brother import SIDES, Side, UnitType
from wardiary.events.errors import UsageError

__all__ = ["KEYS", "NEEDED", "ask_odds"]

KEYS = ("side", "town", "attack", "defence", "road", "fort", "event", "cards", "roll", "shift")
"""Words that a question may have; the first four it must."""
NEEDED = 4
_UNITS: Mapping[str, UnitType] = {code: kind for kind, code in CODES.items()}
_YES_NO = {"yes": True, "no": False}
_DEFENDERS_MAX, _ATTACKERS_MAX = 3, 45
T = TypeVar("T")


def ask_odds(d: Data, words: Sequence[str]) -> Odds:
    """The odds of the battle that `key=value` words describe. Raises UsageError, naming the word."""
    given = _words(words)
    side: Side = _one_of("side", given["side"], {name: name for name in SIDES})
    town = _one_of("town", given["town"], {name: name for name in d.towns})
    offensive = None
    if (event := given.get("event")) is not None:
        own = {card: op for card, op in d.offensive.items() if d.cards[card].side == side}
        offensive = _one_of("event", event, own)
    scope = None if offensive is None else towns_of(offensive.scope, d.zones)
    case = Situation(
        side=side,
        attackers=_units("attack", given["attack"], side, _ATTACKERS_MAX),
        defenders=_units("defence", given["defence"], OTHER[side], _DEFENDERS_MAX),
        by_road=_one_of("road", given.get("road", "no"), _YES_NO),
        strategic=d.towns[town].strategic,
        fortified=_one_of("fort", given.get("fort", "no"), _YES_NO),
        offensive=offensive,
        in_scope=scope is None or town in scope,
    )
    case = replace(case, cards=_cards(d, given.get("cards", ""), case, town))
    terms = battle_terms(d, case)
    roll, shift = terms.attack_roll + _number(given, "roll"), terms.attack_shift + _number(given, "shift")
    return odds(d, replace(terms, attack_roll=roll, attack_shift=shift))


def _words(words: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            raise UsageError(f"{word!r}: one of {', '.join(f'{name}=...' for name in KEYS)}")
        if key in given:
            raise UsageError(f"{word!r}: {key} is said twice")
        given[key] = value
    if missing := [name for name in KEYS[:NEEDED] if name not in given]:
        raise UsageError(f"{', '.join(missing)} must be said, as in side=red town=karkku attack=AT,RG defence=J,CG")
    return given


def _one_of(key: str, value: str, allowed: Mapping[str, T]) -> T:
    if value not in allowed:
        raise UsageError(f"{key}={value}: one of {', '.join(allowed)}")
    return allowed[value]


def _number(given: Mapping[str, str], key: str) -> int:
    try:
        return int(given.get(key, "0"))
    except ValueError:
        raise UsageError(f"{key}={given[key]}: a whole number") from None


def _units(key: str, value: str, side: Side, most: int) -> tuple[Face, ...]:
    faces: list[Face] = []
    for code in value.split(","):
        kind = _UNITS.get(code.upper())
        if kind is None or code not in (code.upper(), code.lower()):
            raise UsageError(f"{key}={value}: units are {', '.join(_UNITS)}, small letters for partial ones")
        if SIDE_OF[kind] != side:
            raise UsageError(f"{key}={value}: {side} has no {kind}")
        faces.append((kind, code.isupper()))
    if len(faces) > most:
        raise UsageError(f"{key}={value}: {most} units are the most")
    return tuple(faces)


def _cards(d: Data, value: str, case: Situation, town: str) -> tuple[str, ...]:
    """Table cards that may be used in this attack and change its odds."""
    cards = tuple(filter(None, value.split(",")))
    fitting = [card for card, op in d.table.items() if op.trigger == f"{case.side}_attack" and not op.drop_guards]
    for card in cards:
        if card not in fitting:
            raise UsageError(f"cards={card}: table cards for an attack of {case.side} are {', '.join(fitting)}")
        effect = d.table[card]
        zone = towns_of(effect.scope, d.zones)
        if zone is not None and town not in zone:
            raise UsageError(f"cards={card}: this card is for other towns than {town}")
        if reason := condition_unmet(effect, {kind for kind, _ in case.attackers}, case.by_road):
            raise UsageError(f"cards={card}: {reason}")
    if len(set(cards)) < len(cards):
        raise UsageError(f"cards={value}: a card is used once")
    return cards
