"""A battle in words, as people ask for its odds.

    dice=3 terrain=C kind=assault fort=no night=no behind=no attack=+1 defence=0 lower=0 shift=0

`dice` and `terrain` (O, W, S, C) must be said. `kind` is assault, continued, flank or card. `attacker_blocked` and
`defender_blocked` are rear hexes that give -1, `attack` and `defence` cards, `lower` a card on the terrain, `behind` a
flank attack from straight behind, `shift` columns to the right for whoever loses.
"""

from collections.abc import Sequence

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.odds import Odds, battle_odds, terms_for
from wardiary.core.kit.question import Question
from wardiary.events.errors import UsageError
from wardiary.events.helsinki import BattleKind

__all__ = ["EXAMPLE", "FLAGS", "KEYS", "KINDS", "NEEDED", "ask_odds"]

KINDS: tuple[BattleKind, ...] = ("assault", "continued", "flank", "card")
FLAGS = ("fort", "night", "behind")
KEYS = (
    *("dice", "terrain", "kind", *FLAGS),
    *("attacker_blocked", "defender_blocked", "attack", "defence", "lower", "shift"),
)
"""Words that a question may have; the first two it must."""
NEEDED = 2
EXAMPLE = "dice=3 terrain=C"


def ask_odds(d: Data, words: Sequence[str]) -> Odds:
    """The odds that `key=value` words ask for. Raises UsageError, naming the word."""
    asked = Question(words, KEYS, needed=NEEDED, example=EXAMPLE, flags=FLAGS)
    shift = asked.number("shift", -9, 9)
    kind: BattleKind = asked.word("kind", KINDS, "assault")
    try:
        terms = terms_for(
            d,
            dice=asked.number("dice", 1, 9),
            terrain=asked.word("terrain", tuple(d.terrain)),
            kind=kind,
            fort=asked.yes("fort"),
            night=asked.yes("night"),
            behind=asked.yes("behind"),
            attacker_blocked=asked.number("attacker_blocked", 0, 3),
            defender_blocked=asked.number("defender_blocked", 0, 3),
            attack=asked.number("attack", -9, 9),
            defence=asked.number("defence", -9, 9),
            lower=asked.number("lower", -9, 9),
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    return battle_odds(d, terms, if_attacker_loses=shift, if_defender_loses=shift, kind=kind)
