"""Questions about odds in words, and their answers in tables, as `wardiary odds kuularuisku` prints them."""

from collections.abc import Sequence
from fractions import Fraction

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.odds import (
    MeleeOdds,
    ShootingOdds,
    Spread,
    halved,
    mean,
    melee_odds,
    shooting_odds,
)
from wardiary.core.kit.question import Question
from wardiary.core.odds import OddsAnswer, OddsDesk, OddsTable
from wardiary.events.kuularuisku import Groups

__all__ = ["KEYS", "ODDS", "WORDS", "answer_odds", "groups_of"]

WORDS = """\
  kind=shooting          or melee
A shooting:
  dice=4:6,5:2           six dice that hit on 4 and two that hit on 5
  cover=5                the cover value: a die below it is a wound
  close=yes              within 15 cm, failed dice rolled again
  half=yes               fire at an assault by a unit that has acted
  gun=yes                a machine gun is among the weapons
  morale=4               what the target needs in its test; else 4
A round of melee:
  own=4:9 other=5:6      dice of both sides
  own_grenades=yes       own hand grenades cost the other two dice; other_grenades likewise
  own_morale=4           other_morale=3; else 4"""
KEYS = (
    *("kind", "dice", "cover", "close", "half", "gun", "morale"),
    *("own", "other", "own_grenades", "other_grenades", "own_morale", "other_morale"),
)
FLAGS = ("close", "half", "gun", "own_grenades", "other_grenades")
EXAMPLES = (
    "kind=shooting dice=4:6,5:2 cover=5",
    "kind=shooting dice=4:8 cover=4 close gun morale=4",
    "kind=melee own=4:9 other=5:6 own_grenades own_morale=4 other_morale=3",
)


def groups_of(asked: Question, key: str) -> Groups:
    """Dice by skill: `4:6,5:2`; a number alone hits on 4."""
    dice: dict[int, int] = {}
    for part in asked.text(key).split(","):
        skill, colon, count = part.strip().partition(":")
        words = (skill, count) if colon else ("4", skill)
        if not all(word.isdecimal() for word in words) or not 2 <= int(words[0]) <= 6 or not 1 <= int(words[1]) <= 60:
            asked.refuse(key, "skill and dice, as in 4:6,5:2; skills are 2 to 6, dice 1 to 60")
        dice[int(words[0])] = dice.get(int(words[0]), 0) + int(words[1])
    return tuple(sorted(dice.items()))


def answer_odds(d: Data, words: Sequence[str]) -> OddsAnswer:
    """The odds that the words ask for. Raises UsageError, naming the word."""
    asked = Question(words, KEYS, needed=1, example=EXAMPLES[0], flags=FLAGS)
    if asked.word("kind", ("shooting", "melee")) == "shooting":
        groups = groups_of(asked, "dice")
        odds = shooting_odds(
            d,
            halved(groups) if asked.yes("half") else groups,
            _value(asked, "cover", "6"),
            close=asked.yes("close"),
            machine_gun=asked.yes("gun"),
            morale=_value(asked, "morale", "4"),
        )
        return OddsAnswer(asked=" ".join(words), tables=(_numbers(odds), _wounds(odds)))
    found = melee_odds(
        groups_of(asked, "own"),
        groups_of(asked, "other"),
        own_grenades=asked.yes("own_grenades"),
        other_grenades=asked.yes("other_grenades"),
        own_morale=_value(asked, "own_morale", "4"),
        other_morale=_value(asked, "other_morale", "4"),
    )
    return OddsAnswer(asked=" ".join(words), tables=(_round(found), _endings(found)))


def _value(asked: Question, key: str, default: str) -> int:
    return int(asked.word(key, ("2", "3", "4", "5", "6"), default))


ODDS: OddsDesk[Data] = OddsDesk(words=WORDS, examples=EXAMPLES, ask=answer_odds)


def _spreads(title: str, first: str, spreads: dict[str, Spread]) -> OddsTable:
    rows = range(1 + max(max(spread) for spread in spreads.values()))
    return OddsTable(
        title=title,
        columns=(first, *spreads),
        rows=tuple((number, *(spread.get(number) for spread in spreads.values())) for number in rows),
        chances=frozenset(spreads),
    )


def _numbers(odds: ShootingOdds) -> OddsTable:
    return _spreads(
        "Hits, wounds, and wounds that are dead or severe",
        "number",
        {"hits": odds.hits, "wounds": odds.wounds, "dead or severe": odds.killed},
    )


def _wounds(odds: ShootingOdds) -> OddsTable:
    wounds = mean(odds.wounds)
    return OddsTable(
        title="Expected, and the morale test",
        columns=("what", "mean", "chance"),
        rows=(
            ("hits", mean(odds.hits), None),
            ("wounds", wounds, None),
            *((name, wounds * share, share) for name, share in odds.each_wound.items()),
            ("the target tests morale", None, odds.tested),
            ("and fails", None, odds.failed),
        ),
        chances=frozenset({"chance"}),
    )


def _round(odds: MeleeOdds) -> OddsTable:
    return _spreads("Hits", "number", {"own hits": odds.own_hits, "other hits": odds.other_hits})


def _endings(odds: MeleeOdds) -> OddsTable:
    rows: tuple[tuple[str, Fraction | None, Fraction, Fraction | None], ...] = (
        ("own", mean(odds.own_hits), odds.own_loses, odds.own_falls_back),
        ("other", mean(odds.other_hits), odds.other_loses, odds.other_falls_back),
        ("nobody", None, odds.equal, None),
    )
    return OddsTable(
        title="Who has more hits to take, and falls back if he can fight on",
        columns=("side", "mean hits", "loses the round", "falls back"),
        rows=rows,
        chances=frozenset({"loses the round", "falls back"}),
    )
