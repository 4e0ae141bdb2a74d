"""A shooting or a round of melee in words, as people ask for its odds.

kind=shooting dice=4:6,5:2 cover=5 close half gun morale=4
kind=melee own=4:9 other=5:6 own_grenades other_grenades own_morale=4 other_morale=3
"""

import re
from collections.abc import Sequence

from wardiary.core.games.kuularuisku.charts import grouped, halved
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.odds import MeleeOdds, ShootingOdds, melee_odds, shooting_odds
from wardiary.core.kit.question import Question
from wardiary.events.kuularuisku import Groups

__all__ = ["EXAMPLES", "FLAGS", "KEYS", "ask_odds", "groups_of"]

KEYS = (
    *("kind", "dice", "cover", "close", "half", "gun", "morale"),
    *("own", "other", "own_grenades", "other_grenades", "own_morale", "other_morale"),
)
FLAGS = ("close", "half", "gun", "own_grenades", "other_grenades")
_DICE = 60
EXAMPLES = (
    "kind=shooting dice=4:6,5:2 cover=5",
    "kind=shooting dice=4:8 cover=4 close gun morale=4",
    "kind=melee own=4:9 other=5:6 own_grenades own_morale=4 other_morale=3",
)


def groups_of(asked: Question, key: str) -> Groups:
    """Dice by skill: `4:6,5:2`; a number alone hits on 4."""
    dice: dict[int, int] = {}
    for part in asked.text(key).split(","):
        told = re.fullmatch(r"(?:([2-6]):)?([0-9]{1,3})", part.strip())
        skill, count = (int(told[1] or 4), int(told[2])) if told else (0, 0)
        dice[skill] = dice.get(skill, 0) + count
        if not told or not count or sum(dice.values()) > _DICE:
            asked.refuse(key, f"skill and dice, as in 4:6,5:2; skills are 2 to 6, dice 1 to {_DICE} in all")
    return grouped(dice)


def ask_odds(d: Data, words: Sequence[str]) -> ShootingOdds | MeleeOdds:
    """The odds that `key=value` words ask for. Raises UsageError, naming the word."""
    asked = Question(words, KEYS, needed=1, example=EXAMPLES[0], flags=FLAGS)
    if asked.word("kind", ("shooting", "melee")) == "shooting":
        groups = groups_of(asked, "dice")
        return shooting_odds(
            d,
            halved(groups) if asked.yes("half") else groups,
            _value(asked, "cover", "6"),
            close=asked.yes("close"),
            machine_gun=asked.yes("gun"),
            morale=_value(asked, "morale", "4"),
        )
    return melee_odds(
        groups_of(asked, "own"),
        groups_of(asked, "other"),
        own_grenades=asked.yes("own_grenades"),
        other_grenades=asked.yes("other_grenades"),
        own_morale=_value(asked, "own_morale", "4"),
        other_morale=_value(asked, "other_morale", "4"),
    )


def _value(asked: Question, key: str, default: str) -> int:
    return int(asked.word(key, ("2", "3", "4", "5", "6"), default))
