"""A battle in words, as people ask for its odds.

    dice=3 terrain=C kind=assault fort=no night=no behind=no attack=+1 defence=0 lower=0 shift=0

`dice` and `terrain` (O, W, S, C) must be said. `kind` is assault, continued, flank or card. `attacker_blocked` and
`defender_blocked` are rear hexes that give -1, `attack` and `defence` cards, `lower` a card on the terrain, `behind` a
flank attack from straight behind, `shift` columns to the right for whoever loses.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.odds import Odds, battle_odds, terms_for
from wardiary.events.errors import UsageError

__all__ = ["FLAGS", "KEYS", "KINDS", "NUMBERS", "YES_NO", "ask_odds"]

KINDS = ("assault", "continued", "flank", "card")
YES_NO = {"yes": True, "no": False}
NUMBERS = ("dice", "attacker_blocked", "defender_blocked", "attack", "defence", "lower", "shift")
FLAGS = ("fort", "night", "behind")
KEYS = (*NUMBERS, *FLAGS, "terrain", "kind")


def ask_odds(d: Data, words: Sequence[str]) -> Odds:
    """The odds that `key=value` words ask for. Raises UsageError, naming the word."""
    given = _read(words)
    shift = given.pop("shift", 0)
    for needed in ("dice", "terrain"):
        if needed not in given:
            raise UsageError(f"{needed} must be said, as in dice=3 terrain=C")
    try:
        terms = terms_for(d, **given)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return battle_odds(d, terms, if_attacker_loses=shift, if_defender_loses=shift)


def _read(words: Sequence[str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            raise UsageError(f"{word!r}: one of {', '.join(f'{name}=...' for name in KEYS)}")
        if key in given:
            raise UsageError(f"{word!r}: {key} is said twice")
        given[key] = _value(key, value)
    return given


def _value(key: str, value: str) -> Any:
    if key in NUMBERS:
        try:
            number = int(value)
        except ValueError:
            raise UsageError(f"{key}={value}: a whole number") from None
        if not -9 <= number <= 9:
            raise UsageError(f"{key}={value}: from -9 to 9")
        return number
    allowed: Mapping[str, Any] = YES_NO if key in FLAGS else {kind: kind for kind in KINDS}
    if key != "terrain" and value not in allowed:
        raise UsageError(f"{key}={value}: one of {', '.join(allowed)}")
    return allowed.get(value, value)
