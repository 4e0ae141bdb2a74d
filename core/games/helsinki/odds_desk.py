"""The answer to a question about odds: tables as `wardiary odds helsinki` prints them."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.odds import Odds
from wardiary.core.games.helsinki.odds_question import ask_odds
from wardiary.core.games.helsinki.texts import effect_text
from wardiary.core.odds import OddsAnswer, OddsDesk, OddsTable

__all__ = ["ODDS", "answer_odds"]

_WORDS = """\
  dice=3                 attack dice: one a unit, and those that cards add
  terrain=C              O open, W woods or park, S suburb, C city
These may be left out:
  kind=flank             assault, continued, flank or card
  fort=yes night=yes     a fortified hex; at night
  behind=yes             a flank attack from straight behind
  attacker_blocked=1     rear hexes of a side that give -1 if the kind takes them; defender_blocked likewise
  attack=+1 defence=+1   cards; lower=1 a card on the terrain, lower=-1 barricades
  shift=1                columns to the right for whoever loses"""


def answer_odds(d: Data, words: Sequence[str]) -> OddsAnswer:
    """The odds of the battle that the words describe. Raises UsageError."""
    found = ask_odds(d, words)
    return OddsAnswer(asked=" ".join(words), tables=(_losers(found), _effects(found)))


ODDS: OddsDesk[Data] = OddsDesk(
    usage=_WORDS,
    examples=("dice=3 terrain=C", "dice=2 terrain=W kind=flank behind=yes night=yes"),
    ask=answer_odds,
)


def _losers(found: Odds) -> OddsTable:
    nobody = found.differences.get(0, Fraction(0))
    return OddsTable(
        title="Who loses",
        columns=("loser", "chance"),
        rows=(("attacker", found.attacker_loses), ("defender", found.defender_loses), ("nobody", nobody)),
        chances=frozenset({"chance"}),
    )


def _effects(found: Odds) -> OddsTable:
    """Effects that come to the same in this kind of battle stand together."""
    chances: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for (loser, effect), p in found.effects.items():
        if loser != "nobody":
            chances[loser, effect_text(effect, found.kind, loser)] += p
    return OddsTable(
        title="What it costs him",
        columns=("loser", "effect", "chance"),
        rows=tuple((*what, p) for what, p in chances.items()),
        chances=frozenset({"chance"}),
    )
