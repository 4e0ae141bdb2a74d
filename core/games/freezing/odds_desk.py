"""The answer to a question about odds: tables of hits, losses and endings, as `wardiary odds freezing` prints them."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction

from wardiary.core.games.freezing.charts import kept
from wardiary.core.games.freezing.data import OTHER, SPECIAL, Data
from wardiary.core.games.freezing.odds import Force, Odds, Result
from wardiary.core.games.freezing.odds_question import Battle, ask_odds, read_question
from wardiary.core.games.freezing.texts import SIDE_NAMES, card_name
from wardiary.core.odds import OddsAnswer, OddsDesk, OddsTable
from wardiary.core.words import signed
from wardiary.events.freezing import Side

__all__ = ["ODDS", "answer_odds", "tables"]

_WORDS = """\
  side=sov             who attacks: sov or fin
  box=KI-3             where
  attack=i3,3,a2       units that attack, a type and a strength each: i infantry, s ski, a armour;
                       infantry:3,3,armour:2 is the same
  defence=i2,2         units that defend
These may be left out:
  first                the first attack into the box: the defender rolls first, and losses roll no dice
  line=2               level of the Mannerheim Line; else as at the start
  drm=+1               what events in force add to the attacker's dice; else 0
  ladoga               Ladoga Karelia is taken
  cards=05,48          kept cards that are used in this battle, by either side
  spare=infantry       the type that takes no hit while an equally strong unit of the other can; else ski and armour
A key may be shortened as long as it is the only one that begins so: `def=i2`."""


def answer_odds(d: Data, words: Sequence[str]) -> OddsAnswer:
    """The odds of the battle that the words describe. Raises UsageError."""
    question = read_question(d, words)
    return OddsAnswer(asked=_asked(d, question), tables=tables(ask_odds(d, question)))


ODDS: OddsDesk[Data] = OddsDesk(
    usage=_WORDS,
    examples=(
        "side=sov box=LK-4 attack=i3,3 defence=i2 first",
        "side=sov box=KI-3 attack=infantry:3,3,4,armour:3 defence=infantry:2,2 line=2 cards=48",
        "side=fin box=SU-3 attack=s2,1 defence=i4,2 drm=+1",
    ),
    ask=answer_odds,
)


def _asked(d: Data, question: Battle) -> str:
    """The question in a sentence, with all that holds in this battle."""
    side, other = question.side, OTHER[question.side]
    parts = [
        f"{SIDE_NAMES[side]} {_units(question.attack, side)} against {SIDE_NAMES[other]} "
        f"{_units(question.defence, other)} in {question.box} {d.boxes[question.box].en}",
        *(["first attack"] if question.first else []),
        *([_line_words(d, question)] if side == "sov" and question.box == d.line.box else []),
        *([f"attack dice {signed(question.drm)}"] if question.drm else []),
        *(["Ladoga Karelia taken"] if question.ladoga else []),
        *(f"card {card_name(d, card)}" for card in question.cards),
    ]
    return ", ".join(parts)


def _line_words(d: Data, question: Battle) -> str:
    off = any(keep.line_in_force is not None for card in question.cards if (keep := kept(d, card)) is not None)
    return "Mannerheim Line out of action" if off else f"Mannerheim Line at level {question.line}"


def _units(force: Force, side: Side) -> str:
    kinds = (("infantry", force.infantry), (SPECIAL[side], force.special))
    return " and ".join(f"{kind} {', '.join(map(str, strengths))}" for kind, strengths in kinds if strengths)


def tables(odds: Odds) -> tuple[OddsTable, ...]:
    """Each number by itself; means and endings; the losses of both sides together."""
    return _spreads(odds), _endings(odds), _losses(odds)


def _spreads(odds: Odds) -> OddsTable:
    numbers: tuple[tuple[str, Callable[[Result], int]], ...] = (
        ("attacker hits", lambda result: result.attack_hits),
        ("defender hits", lambda result: result.defence_hits),
        ("attacker loses", odds.attacker_losses),
        ("defender loses", odds.defender_losses),
    )
    spreads = [odds.by(value) for _, value in numbers]
    rows = range(1 + max(max(spread) for spread in spreads))
    return OddsTable(
        title="Hits rolled and strength points lost",
        columns=("points", *(name for name, _ in numbers)),
        rows=tuple((number, *(spread.get(number) for spread in spreads)) for number in rows),
        chances=frozenset(name for name, _ in numbers),
    )


def _endings(odds: Odds) -> OddsTable:
    def attacker_gone(result: Result) -> bool:
        return not result.attackers.points

    def defender_gone(result: Result) -> bool:
        return not result.defenders.points

    both = odds.chance(lambda result: attacker_gone(result) and defender_gone(result))
    lost, won = odds.chance(attacker_gone), odds.chance(defender_gone)
    return OddsTable(
        title="Expected, and how it ends",
        columns=("side", "mean hits", "mean loss", "wiped out", "alone in the box"),
        rows=(
            (
                "attacker",
                odds.mean(lambda result: result.attack_hits),
                odds.mean(odds.attacker_losses),
                lost,
                won - both,
            ),
            (
                "defender",
                odds.mean(lambda result: result.defence_hits),
                odds.mean(odds.defender_losses),
                won,
                lost - both,
            ),
        ),
        chances=frozenset({"wiped out", "alone in the box"}),
    )


def _losses(odds: Odds) -> OddsTable:
    """A row for each loss of the attacker, a column for each of the defender."""
    joint: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for result, chance in odds.results.items():
        joint[odds.attacker_losses(result), odds.defender_losses(result)] += chance
    columns = [f"defender loses {points}" for points in range(1 + max(theirs for _, theirs in joint))]
    return OddsTable(
        title="Losses of both sides together",
        columns=("attacker loses", *columns),
        rows=tuple(
            (own, *(joint.get((own, theirs)) for theirs in range(len(columns))))
            for own in range(1 + max(own for own, _ in joint))
        ),
        chances=frozenset(columns),
    )
