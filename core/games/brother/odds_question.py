"""A battle in words, and its odds as a table: for people who ask from the command line or a notebook.

    side=red town=karkku attack=AT,RG,RG defence=J,CG,CG road=no fort=no event=35 cards=12 roll=-1 shift=+1

Units are CG Civil Guard, J Jaeger, G German, RG Red Guard, AT armoured train; small letters are partial units. `road`
says whether any attacker comes by road, `event` is the offensive in play, `cards` are table cards that are used,
`roll` and `shift` what else changes the attacker's die and column. Only the first four must be said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from wardiary.core.games.brother.board import CODES
from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.odds import OUTCOMES, Odds, odds
from wardiary.core.games.brother.state import SIDE_OF
from wardiary.core.games.brother.terms import Face, Situation, battle_terms
from wardiary.core.games.brother.zones import towns_of
from wardiary.events.brother import SIDES, Side, UnitType
from wardiary.events.errors import UsageError

__all__ = ["KEYS", "NEEDED", "ask_odds", "odds_table"]

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
        cards=_cards(d, given.get("cards", ""), side),
    )
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


def _cards(d: Data, value: str, side: Side) -> tuple[str, ...]:
    """Table cards that change a battle of this side's attack."""
    cards = tuple(filter(None, value.split(",")))
    fitting = [card for card, op in d.table.items() if op.trigger == f"{side}_attack" and not op.drop_guards]
    for card in cards:
        if card not in fitting:
            raise UsageError(f"cards={card}: table cards for an attack of {side} are {', '.join(fitting)}")
    if len(set(cards)) < len(cards):
        raise UsageError(f"cards={value}: a card is used once")
    return cards


def odds_table(found: Odds) -> str:
    """Both results, the margin and how the battle ends, with their chances in per cent."""
    terms = found.terms
    lines = [
        f"attack {terms.attack_value} (shift {terms.attack_shift:+d}, die {terms.attack_roll:+d}) against defence "
        f"{terms.defence_value} (shift {terms.defence_shift:+d}, die {terms.defence_roll:+d})",
        "",
        f"{'result':>8}{'attack':>12}{'defence':>12}",
    ]
    results = sorted({*found.attack, *found.defence}, key=lambda result: (int(result.rstrip("*")), result))
    lines += [
        f"{result:>8}{_percent(found.attack.get(result)):>12}{_percent(found.defence.get(result)):>12}"
        for result in results
    ]
    done, taken = found.mean_hits
    lines += [f"{'mean':>8}{_hundredths(done):>12}{_hundredths(taken):>12}", ""]
    lines += [f"margin {margin:+d}: {_percent(count)}" for margin, count in found.margin.items()]
    lines += [
        "",
        f"withdrawal at a margin of {terms.needed}: {_percent(found.withdrawal)}; asterisk on the defender "
        f"{_percent(found.attack_star)}, on the attacker {_percent(found.defence_star)}",
    ]
    return "\n".join(lines)


def _percent(count: int | None) -> str:
    return "" if count is None else f"{_hundredths(Fraction(100 * count, OUTCOMES))} %"


def _hundredths(number: Fraction) -> str:
    whole, rest = divmod(round(number * 100), 100)
    return f"{whole}.{rest:02}"
