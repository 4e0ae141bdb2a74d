"""Questions about odds in words, and their answers in tables, as `wardiary odds kuularuisku` prints them."""

from collections.abc import Sequence
from fractions import Fraction

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.odds import MeleeOdds, ShootingOdds, Spread, mean
from wardiary.core.games.kuularuisku.odds_question import EXAMPLES, ask_odds
from wardiary.core.odds import OddsAnswer, OddsDesk, OddsTable

__all__ = ["ODDS", "answer_odds"]

_WORDS = """\
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


def answer_odds(d: Data, words: Sequence[str]) -> OddsAnswer:
    """The odds that the words ask for. Raises UsageError, naming the word."""
    found = ask_odds(d, words)
    tables = (_numbers(found), _wounds(found)) if isinstance(found, ShootingOdds) else (_round(found), _endings(found))
    return OddsAnswer(asked=" ".join(words), tables=tables)


ODDS: OddsDesk[Data] = OddsDesk(usage=_WORDS, examples=EXAMPLES, ask=answer_odds)


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
