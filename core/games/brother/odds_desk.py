"""The answer to a question about odds: tables as `wardiary odds brother` prints them."""

from collections.abc import Sequence
from fractions import Fraction

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.odds import OUTCOMES, Odds
from wardiary.core.games.brother.odds_question import ask_odds
from wardiary.core.odds import OddsAnswer, OddsDesk, OddsTable

__all__ = ["ODDS", "answer_odds"]

_WORDS = """\
  side=red               who attacks: red or white
  town=karkku            where
  attack=AT,RG,RG        units that attack: CG Civil Guard, J Jaeger, G German, RG Red Guard, AT armoured train;
                         small letters are partial units
  defence=J,CG,CG        units that defend
These may be left out:
  road=yes               an attacker comes by road
  fort=yes               the town is fortified
  event=35               the offensive in play
  cards=12               table cards that are used
  roll=-1  shift=+1      what else changes the attacker's die and column"""


def answer_odds(d: Data, words: Sequence[str]) -> OddsAnswer:
    """The odds of the battle that the words describe. Raises UsageError."""
    found = ask_odds(d, words)
    return OddsAnswer(asked=_asked(found), tables=(_results(found), _margins(found), _endings(found)))


ODDS: OddsDesk[Data] = OddsDesk(
    usage=_WORDS,
    examples=(
        "side=red town=karkku attack=AT,RG,RG defence=J,CG,CG",
        "side=red town=karkku attack=AT,RG,rg defence=J,CG road=yes roll=-1 shift=+1",
    ),
    ask=answer_odds,
)


def _asked(found: Odds) -> str:
    """The two values with all that changes them."""
    terms = found.terms
    return (
        f"attack {terms.attack_value} (shift {terms.attack_shift:+d}, die {terms.attack_roll:+d}) against defence "
        f"{terms.defence_value} (shift {terms.defence_shift:+d}, die {terms.defence_roll:+d})"
    )


def _chance(count: int | None) -> Fraction | None:
    return None if count is None else Fraction(count, OUTCOMES)


def _results(found: Odds) -> OddsTable:
    results = sorted({*found.attack, *found.defence}, key=lambda result: (int(result.rstrip("*")), result))
    return OddsTable(
        title="Damage points, with an asterisk where the table has one",
        columns=("result", "defender suffers", "attacker suffers"),
        rows=tuple(
            (result, _chance(found.attack.get(result)), _chance(found.defence.get(result))) for result in results
        ),
        chances=frozenset({"defender suffers", "attacker suffers"}),
    )


def _margins(found: Odds) -> OddsTable:
    return OddsTable(
        title="Margin of the attacker",
        columns=("margin", "chance"),
        rows=tuple((margin, _chance(count)) for margin, count in found.margin.items()),
        chances=frozenset({"chance"}),
    )


def _endings(found: Odds) -> OddsTable:
    done, taken = found.mean_hits
    withdrawal = _chance(found.withdrawal)
    return OddsTable(
        title=f"Expected, and how it ends: the defender withdraws at a margin of {found.terms.needed}",
        columns=("side", "mean damage", "asterisk", "withdraws"),
        rows=(
            ("attacker", taken, _chance(found.defence_star), None),
            ("defender", done, _chance(found.attack_star), withdrawal),
        ),
        chances=frozenset({"asterisk", "withdraws"}),
    )
