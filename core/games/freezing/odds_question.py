"""A battle in words, and its odds as a table: for people who ask from the command line or a notebook.

    side=sov box=KI-3 attack=i3,i3,a2 defence=i2,i2 first=yes line=2 drm=+1 cards=48

Units are a letter and a strength: i infantry, s ski, a armour. Left out: `first=no`, the Line as at the start,
`drm=0`, `ladoga=no` (is Ladoga Karelia taken?), no `cards`, `spare=special` (see `odds`).
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from wardiary.core.games.freezing.charts import battle_terms, kept, window_refusal
from wardiary.core.games.freezing.data import BOX_LIMIT, OTHER, SPECIAL, Data
from wardiary.core.games.freezing.odds import Force, Odds, Result, Spare, battle_odds
from wardiary.events.errors import UsageError
from wardiary.events.freezing import SIDES, Side, UnitType

__all__ = [
    "KEYS",
    "LETTERS",
    "NEEDED",
    "SPARE",
    "YES_NO",
    "Question",
    "ask_odds",
    "odds_table",
    "read_question",
]

LETTERS: Mapping[str, UnitType] = {"i": "infantry", "s": "ski", "a": "armour"}
KEYS = ("side", "box", "attack", "defence", "first", "line", "drm", "ladoga", "cards", "spare")
"""Words that a question may have; the first four it must."""
NEEDED = 4
YES_NO = {"yes": True, "no": False}
SPARE: Mapping[str, Spare] = {"special": "special", "infantry": "infantry"}
T = TypeVar("T")


class Question(Struct, frozen=True, kw_only=True):
    """A battle whose odds are asked."""

    side: Side
    box: str
    attack: Force
    defence: Force
    first: bool
    line: int
    drm: int
    ladoga: bool
    cards: tuple[str, ...]
    spare: Spare


def read_question(d: Data, words: Sequence[str]) -> Question:
    """The question that `key=value` words ask. Raises UsageError, naming the word."""
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            raise UsageError(f"{word!r}: one of {', '.join(f'{name}=...' for name in KEYS)}")
        if key in given:
            raise UsageError(f"{word!r}: {key} is said twice")
        given[key] = value
    if missing := [name for name in KEYS[:NEEDED] if name not in given]:
        raise UsageError(f"{', '.join(missing)} must be said, as in side=sov box=KI-3 attack=i3,a2 defence=i2")
    side: Side = _one_of("side", given["side"], {name: name for name in SIDES})
    return Question(
        side=side,
        box=_one_of("box", given["box"], {name: name for name in d.boxes}),
        attack=_force(d, "attack", given["attack"], side),
        defence=_force(d, "defence", given["defence"], OTHER[side]),
        first=_one_of("first", given.get("first", "no"), YES_NO),
        line=_one_of("line", given.get("line", str(d.line.start_level)), {str(level): level for level in d.levels}),
        drm=_number("drm", given.get("drm", "0")),
        ladoga=_one_of("ladoga", given.get("ladoga", "no"), YES_NO),
        cards=_cards(d, given, side),
        spare=_one_of("spare", given.get("spare", "special"), SPARE),
    )


def _one_of(key: str, value: str, allowed: Mapping[str, T]) -> T:
    if value not in allowed:
        raise UsageError(f"{key}={value}: one of {', '.join(allowed)}")
    return allowed[value]


def _number(key: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise UsageError(f"{key}={value}: a whole number") from None


def _force(d: Data, key: str, value: str, side: Side) -> Force:
    strengths: dict[UnitType, list[int]] = {"infantry": [], SPECIAL[side]: []}
    for unit in value.split(","):
        kind = LETTERS.get(unit[:1])
        if kind is None or not unit[1:].isdecimal():
            raise UsageError(f"{key}={value}: units are a letter ({', '.join(LETTERS)}) and a strength, as i3,i2")
        if kind not in strengths:
            raise UsageError(f"{key}={value}: {side} has no {kind}")
        if not 1 <= int(unit[1:]) <= d.unit_types[kind].max_strength:
            raise UsageError(f"{key}={value}: strengths are 1 to {d.unit_types[kind].max_strength}")
        strengths[kind].append(int(unit[1:]))
    if sum(map(len, strengths.values())) > BOX_LIMIT:
        raise UsageError(f"{key}={value}: a box holds {BOX_LIMIT} units of a side")
    infantry, special = (tuple(sorted(strengths[kind], reverse=True)) for kind in ("infantry", SPECIAL[side]))
    return Force(infantry, special)


def _cards(d: Data, given: Mapping[str, str], side: Side) -> tuple[str, ...]:
    cards = tuple(filter(None, given.get("cards", "").split(",")))
    types = {LETTERS[unit[0]] for unit in given["attack"].split(",")}
    for card in cards:
        keep = kept(d, card) if card in d.cards else None
        if keep is None:
            fitting = [name for name in d.cards if kept(d, name) is not None]
            raise UsageError(f"cards={card}: no card that is kept in front; those are {', '.join(fitting)}")
        if reason := window_refusal(keep, side=side, box=given["box"], types=types):
            raise UsageError(f"cards={card}: {reason}")
    if len(set(cards)) < len(cards):
        raise UsageError(f"cards={given['cards']}: a card is used once")
    return cards


def ask_odds(d: Data, question: Question) -> Odds:
    """The odds of the battle, with the options of the component data."""
    terms = battle_terms(
        d,
        side=question.side,
        box=question.box,
        line_level=question.line,
        attack_drm=question.drm,
        ladoga_taken=question.ladoga,
        cards=question.cards,
    )
    return battle_odds(
        terms,
        question.attack,
        question.defence,
        first=question.first,
        dice_after_losses=d.options.first_attack_dice_after_losses,
        spare=question.spare,
    )


def odds_table(odds: Odds) -> str:
    """Hits and losses of both sides with their chances in per cent, and how the battle ends."""
    columns: tuple[tuple[str, Callable[[Result], int]], ...] = (
        ("attacker hits", lambda result: result.attack_hits),
        ("defender hits", lambda result: result.defence_hits),
        ("attacker loses", odds.attacker_losses),
        ("defender loses", odds.defender_losses),
    )
    spreads = [(name, odds.by(value), odds.mean(value)) for name, value in columns]
    lines = ["        " + "".join(f"{name:>16}" for name, _, _ in spreads)]
    lines += [
        f"{number:>8}" + "".join(f"{_percent(spread.get(number)):>16}" for _, spread, _ in spreads)
        for number in range(max(max(spread) for _, spread, _ in spreads) + 1)
    ]
    lines.append("    mean" + "".join(f"{_hundredths(mean):>16}" for _, _, mean in spreads))
    cleared = odds.chance(lambda result: not result.defenders.points and bool(result.attackers.points))
    repelled = odds.chance(lambda result: not result.attackers.points and bool(result.defenders.points))
    empty = odds.chance(lambda result: not result.attackers.points and not result.defenders.points)
    lines += [
        "",
        f"attackers alone {_percent(cleared)}, defenders alone {_percent(repelled)}, nobody left {_percent(empty)}, "
        f"both {_percent(1 - cleared - repelled - empty)}",
    ]
    return "\n".join(lines)


def _percent(chance: Fraction | None) -> str:
    return "" if chance is None else f"{_hundredths(100 * chance)} %"


def _hundredths(number: Fraction) -> str:
    whole, rest = divmod(round(number * 100), 100)
    return f"{whole}.{rest:02}"
