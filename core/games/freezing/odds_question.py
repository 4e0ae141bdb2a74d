"""A battle in the words of a person: what `wardiary odds freezing` understands, and what it refuses."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from wardiary.core.games.freezing.charts import battle_terms, kept, window_refusal
from wardiary.core.games.freezing.data import BOX_LIMIT, OTHER, SPECIAL, Data
from wardiary.core.games.freezing.odds import Force, Odds, Spare, battle_odds
from wardiary.events.errors import UsageError
from wardiary.events.freezing import SIDES, Side, UnitType

__all__ = [
    "EXAMPLE",
    "FLAGS",
    "KEYS",
    "NEEDED",
    "SPARE",
    "UNIT_TYPES",
    "YES_NO",
    "Question",
    "ask_odds",
    "read_question",
]

UNIT_TYPES: tuple[UnitType, ...] = ("infantry", "ski", "armour")
KEYS = ("side", "box", "attack", "defence", "first", "line", "drm", "ladoga", "cards", "spare")
"""Words that a question may have; the first four it must."""
NEEDED = 4
YES_NO = {"yes": True, "no": False}
FLAGS = ("first", "ladoga")
"""Keys that mean yes when they stand alone."""
SPARE: Mapping[str, Spare] = {"special": "special", "infantry": "infantry"}
EXAMPLE = "side=sov box=KI-3 attack=infantry:3,3,4,armour:3 defence=infantry:2,2"
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
    given = _given(words)
    side: Side = _one_of("side", given["side"], {name: name for name in SIDES})
    box = _one_of("box", given["box"], {name: name for name in d.boxes})
    attack = _force(d, "attack", given["attack"], side)
    return Question(
        side=side,
        box=box,
        attack=attack,
        defence=_force(d, "defence", given["defence"], OTHER[side]),
        first=_one_of("first", given.get("first", "no"), YES_NO),
        line=_one_of("line", given.get("line", str(d.line.start_level)), {str(level): level for level in d.levels}),
        drm=_number("drm", given.get("drm", "0")),
        ladoga=_one_of("ladoga", given.get("ladoga", "no"), YES_NO),
        cards=_cards(d, given.get("cards", ""), side=side, box=box, attack=attack),
        spare=_one_of("spare", given.get("spare", "special"), SPARE),
    )


def _given(words: Sequence[str]) -> dict[str, str]:
    """The words by key. Raises UsageError for one that is none, comes twice, or is missing."""
    given: dict[str, str] = {}
    for word in words:
        typed, equals, value = word.partition("=")
        keys = [key for key in KEYS if typed and key.startswith(typed.casefold())]
        if len(keys) > 1:
            raise UsageError(f"{word!r} may be {' or '.join(f'{key}=...' for key in keys)}")
        if not keys or not (equals or keys[0] in FLAGS):
            raise UsageError(f"{word!r}: expected is one of {', '.join(f'{key}=...' for key in KEYS)}")
        if keys[0] in given:
            raise UsageError(f"{word!r}: {keys[0]} is said twice")
        given[keys[0]] = value if equals else "yes"
    if missing := [name for name in KEYS[:NEEDED] if name not in given]:
        raise UsageError(f"{', '.join(missing)} must be said, as in {EXAMPLE}")
    return given


def _one_of(key: str, value: str, allowed: Mapping[str, T]) -> T:
    by_folded = {name.casefold(): meant for name, meant in allowed.items()}
    if value.casefold() not in by_folded:
        raise UsageError(f"{key}={value}: one of {', '.join(allowed)}")
    return by_folded[value.casefold()]


def _number(key: str, value: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,2}", value):
        raise UsageError(f"{key}={value}: a whole number from -99 to 99")
    return int(value)


def _force(d: Data, key: str, value: str, side: Side) -> Force:
    """Units: a type's beginning and a strength each; a strength alone is of the type before it."""
    strengths: dict[UnitType, list[int]] = {"infantry": [], SPECIAL[side]: []}
    kind: UnitType | None = None
    for unit in value.split(","):
        read = re.fullmatch("([a-z]*):?([0-9]{1,2})", unit.strip().casefold())
        if read is not None and read[1]:
            kind = next((name for name in UNIT_TYPES if name.startswith(read[1])), None)
        if read is None or kind is None:
            raise UsageError(f"{key}={value}: units are a type ({', '.join(UNIT_TYPES)}) and a strength, as i3,3,a2")
        if kind not in strengths:
            raise UsageError(f"{key}={value}: {side} has no {kind}")
        if not 1 <= int(read[2]) <= d.unit_types[kind].max_strength:
            raise UsageError(f"{key}={value}: strengths are 1 to {d.unit_types[kind].max_strength}")
        strengths[kind].append(int(read[2]))
    if sum(map(len, strengths.values())) > BOX_LIMIT:
        raise UsageError(f"{key}={value}: a box holds {BOX_LIMIT} units of a side")
    infantry, special = (tuple(sorted(strengths[kind], reverse=True)) for kind in ("infantry", SPECIAL[side]))
    return Force(infantry, special)


def _cards(d: Data, value: str, *, side: Side, box: str, attack: Force) -> tuple[str, ...]:
    """Kept cards, each of which fits the battle."""
    cards = tuple(card.zfill(2) for card in filter(None, value.split(",")))
    of_type: dict[UnitType, tuple[int, ...]] = {"infantry": attack.infantry, SPECIAL[side]: attack.special}
    types = [kind for kind, strengths in of_type.items() if strengths]
    for card in cards:
        keep = kept(d, card) if card in d.cards else None
        if keep is None:
            fitting = [name for name in d.cards if kept(d, name) is not None]
            raise UsageError(f"cards={card}: no card that is kept in front; those are {', '.join(fitting)}")
        if reason := window_refusal(keep, side=side, box=box, types=types):
            raise UsageError(f"cards={card}: {reason}")
    if len(set(cards)) < len(cards):
        raise UsageError(f"cards={value}: a card is used once")
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
