"""A battle in the words of a person: what `wardiary odds freezing` understands, and what it refuses."""

import re
from collections.abc import Sequence

from msgspec import Struct

from wardiary.core.games.freezing.charts import battle_terms, kept, window_refusal
from wardiary.core.games.freezing.data import BOX_LIMIT, OTHER, SPECIAL, Data
from wardiary.core.games.freezing.odds import Force, Odds, Spare, battle_odds
from wardiary.core.kit.question import Question
from wardiary.events.errors import UsageError
from wardiary.events.freezing import SIDES, Side, UnitType

__all__ = [
    "EXAMPLE",
    "FLAGS",
    "KEYS",
    "NEEDED",
    "SPARE",
    "UNIT_TYPES",
    "Battle",
    "ask_odds",
    "read_question",
]

UNIT_TYPES: tuple[UnitType, ...] = ("infantry", "ski", "armour")
KEYS = ("side", "box", "attack", "defence", "first", "line", "drm", "ladoga", "cards", "spare")
"""Words that a question may have; the first four it must."""
NEEDED = 4
FLAGS = ("first", "ladoga")
"""Keys that mean yes when they stand alone."""
SPARE: tuple[Spare, ...] = ("special", "infantry")
EXAMPLE = "side=sov box=KI-3 attack=infantry:3,3,4,armour:3 defence=infantry:2,2"


class Battle(Struct, frozen=True, kw_only=True):
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


def read_question(d: Data, words: Sequence[str]) -> Battle:
    """The question that `key=value` words ask. Raises UsageError, naming the word."""
    asked = Question(words, KEYS, needed=NEEDED, example=EXAMPLE, flags=FLAGS)
    side: Side = asked.word("side", SIDES)
    box = asked.word("box", tuple(d.boxes))
    attack = _force(d, asked, "attack", side)
    return Battle(
        side=side,
        box=box,
        attack=attack,
        defence=_force(d, asked, "defence", OTHER[side]),
        first=asked.yes("first"),
        line=asked.word("line", tuple(d.levels), str(d.line.start_level)),
        drm=asked.number("drm"),
        ladoga=asked.yes("ladoga"),
        cards=_cards(d, asked, side=side, box=box, attack=attack),
        spare=asked.word("spare", SPARE, "special"),
    )


def _force(d: Data, asked: Question, key: str, side: Side) -> Force:
    """Units: a type's beginning and a strength each; a strength alone is of the type before it."""
    strengths: dict[UnitType, list[int]] = {"infantry": [], SPECIAL[side]: []}
    kind: UnitType | None = None
    for unit in asked.text(key).split(","):
        read = re.fullmatch("([a-z]*):?([0-9]{1,2})", unit.strip().casefold())
        if read is not None and read[1]:
            kind = next((name for name in UNIT_TYPES if name.startswith(read[1])), None)
        if read is None or kind is None:
            asked.refuse(key, f"units are a type ({', '.join(UNIT_TYPES)}) and a strength, as i3,3,a2")
        if kind not in strengths:
            asked.refuse(key, f"{side} has no {kind}")
        if not 1 <= int(read[2]) <= d.unit_types[kind].max_strength:
            asked.refuse(key, f"strengths are 1 to {d.unit_types[kind].max_strength}")
        strengths[kind].append(int(read[2]))
    if sum(map(len, strengths.values())) > BOX_LIMIT:
        asked.refuse(key, f"a box holds {BOX_LIMIT} units of a side")
    infantry, special = (tuple(sorted(strengths[kind], reverse=True)) for kind in ("infantry", SPECIAL[side]))
    return Force(infantry, special)


def _cards(d: Data, asked: Question, *, side: Side, box: str, attack: Force) -> tuple[str, ...]:
    """Kept cards, each of which fits the battle."""
    cards = tuple(card.zfill(2) for card in asked.parts("cards"))
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
        asked.refuse("cards", "each is used once")
    return cards


def ask_odds(d: Data, question: Battle) -> Odds:
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
