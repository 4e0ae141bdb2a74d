"""A battle in the words of a person: what `wardiary odds brother` understands, and what it refuses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wardiary.core.games.brother.charts import Face, Situation, battle_terms, condition_unmet
from wardiary.core.games.brother.data import CODES, OTHER, Data
from wardiary.core.games.brother.odds import Odds, odds
from wardiary.core.games.brother.state import SIDE_OF
from wardiary.core.games.brother.zones import towns_of
from wardiary.core.kit.question import Question
from wardiary.events.brother import SIDES, Side, UnitType
from wardiary.events.errors import UsageError

__all__ = ["EXAMPLE", "FLAGS", "KEYS", "NEEDED", "ask_odds"]

KEYS = ("side", "town", "attack", "defence", "road", "fort", "event", "cards", "roll", "shift")
"""Words that a question may have; the first four it must."""
NEEDED = 4
FLAGS = ("road", "fort")
EXAMPLE = "side=red town=karkku attack=AT,RG defence=J,CG"
_UNITS: Mapping[str, UnitType] = {code: kind for kind, code in CODES.items()}
_DEFENDERS_MAX, _ATTACKERS_MAX = 3, 45


def ask_odds(d: Data, words: Sequence[str]) -> Odds:
    """The odds of the battle that `key=value` words describe. Raises UsageError, naming the word."""
    asked = Question(words, KEYS, needed=NEEDED, example=EXAMPLE, flags=FLAGS)
    side: Side = asked.word("side", SIDES)
    town = asked.word("town", tuple(d.towns))
    offensive = None
    if asked.text("event"):
        offensive = asked.one_of("event", {c: op for c, op in d.offensive.items() if d.cards[c].side == side})
    scope = None if offensive is None else towns_of(offensive.scope, d.zones)
    case = Situation(
        side=side,
        attackers=_units(asked, "attack", side, _ATTACKERS_MAX),
        defenders=_units(asked, "defence", OTHER[side], _DEFENDERS_MAX),
        by_road=asked.yes("road"),
        strategic=d.towns[town].strategic,
        fortified=asked.yes("fort"),
        offensive=offensive,
        in_scope=scope is None or town in scope,
    )
    case = replace(case, cards=_cards(d, asked, case, town))
    terms = battle_terms(d, case)
    roll, shift = terms.attack_roll + asked.number("roll"), terms.attack_shift + asked.number("shift")
    return odds(d, replace(terms, attack_roll=roll, attack_shift=shift))


def _units(asked: Question, key: str, side: Side, most: int) -> tuple[Face, ...]:
    faces: list[Face] = []
    for code in asked.text(key).split(","):
        kind = _UNITS.get(code.upper())
        if kind is None or code not in (code.upper(), code.lower()):
            asked.refuse(key, f"units are {', '.join(_UNITS)}, small letters for partial ones")
        if SIDE_OF[kind] != side:
            asked.refuse(key, f"{side} has no {kind}")
        faces.append((kind, code.isupper()))
    if len(faces) > most:
        asked.refuse(key, f"{most} units are the most")
    return tuple(faces)


def _cards(d: Data, asked: Question, case: Situation, town: str) -> tuple[str, ...]:
    """Table cards that may be used in this attack and change its odds."""
    cards = asked.parts("cards")
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
    return cards
