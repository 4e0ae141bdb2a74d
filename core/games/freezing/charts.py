"""The charts of a battle: what the dice of each unit type hit on, what the Line does, which modifiers apply.

    type      hits on                      FRD-S-16
    infantry  6
    ski       5, 6
    armour    5, 6 on the Isthmus, else 6; attacking a Line of level 3, or against card 17: 6

    Line      for Finns who defend in it   FRD-4.3-24 to -26
    level 1   +1 to each die
    level 2   the same, and the first hit of each battle is ignored
    level 3   the same, and Soviet armour counts as infantry

The numbers themselves stand in units.toml and tracks.toml.
"""

from collections.abc import Iterable

from msgspec import Struct

from wardiary.core.games.freezing.data import OTHER, SPECIAL, Data
from wardiary.core.games.freezing.operations import Keep
from wardiary.core.games.freezing.state import FreezingState
from wardiary.events.freezing import Side, UnitType

__all__ = [
    "Terms",
    "battle_terms",
    "count_hits",
    "hitting_faces",
    "kept",
    "terms_now",
    "window_refusal",
]

_TOP_FACE = 6
_LADOGA_BONUS = 1
"""Added to Soviet attack dice on the Isthmus once Ladoga Karelia is taken (FRD-4.5-06)."""


class Terms(Struct, frozen=True, kw_only=True):
    """What holds in one battle. Hit numbers are those of infantry and of the side's other type."""

    attack_drm: int
    defence_drm: int
    attack_hits_on: tuple[int, int]
    defence_hits_on: tuple[int, int]
    attacker_ignores: int
    defender_ignores: int


def kept(d: Data, card: str) -> Keep | None:
    """The window and effects of a card that is kept in front, or None for any other card."""
    operation = d.operations[card].get("keep")
    return operation if isinstance(operation, Keep) else None


def window_refusal(keep: Keep, *, side: Side, box: str, types: Iterable[UnitType]) -> str | None:
    """Why a kept card does not fit a battle in which `side` attacks with these types in `box`, or None (FRD-C-14)."""
    if keep.attacker not in ("any", side):
        return f"FRD-C-14: it works when {keep.attacker} attacks"
    if keep.boxes is not None and box not in keep.boxes:
        return f"FRD-C-14: it works in {', '.join(keep.boxes)}"
    if keep.attacking_type is not None and keep.attacking_type not in types:
        return f"FRD-C-14: it works against attacking {keep.attacking_type}"
    return None


def battle_terms(
    d: Data, *, side: Side, box: str, line_level: int, attack_drm: int, ladoga_taken: bool, cards: Iterable[str]
) -> Terms:
    """The terms of a battle in which `side` attacks in `box`.

    `attack_drm` is the sum of events in force (FRD-S-15); `cards` are the kept cards used in this battle. The Line
    works for Finns who defend in its box, unless a card switches it off (FRD-S-16).
    """
    used = [keep for card in cards if (keep := kept(d, card)) is not None]
    front, other = d.front_of[box], OTHER[side]
    in_line = side == "sov" and box == d.line.box and all(keep.line_in_force is None for keep in used)
    line = d.levels[line_level] if in_line else None
    if side == "sov" and front == "KI" and ladoga_taken:
        attack_drm += _LADOGA_BONUS

    armour_needs = [keep.attacking_armour_hits_on for keep in used if keep.attacking_armour_hits_on is not None]
    if line is not None and line.armour_as_infantry:
        armour_needs.append(d.unit_types["infantry"].hits_on)

    def need(kind: UnitType, attacking: bool) -> int:
        table = d.unit_types[kind]
        usual = table.hits_on_front.get(front, table.hits_on)
        return max(usual, *armour_needs) if attacking and kind == "armour" and armour_needs else usual

    def drm(of: Side) -> int:
        return sum(keep.sov_drm if of == "sov" else keep.fin_drm for keep in used)

    ignored = {"sov": 0, "fin": sum(keep.fin_ignores_hits for keep in used) + (line.ignored_hits if line else 0)}
    return Terms(
        attack_drm=attack_drm + drm(side),
        defence_drm=drm(other) + (line.defence_drm if line else 0),
        attack_hits_on=(need("infantry", True), need(SPECIAL[side], True)),
        defence_hits_on=(need("infantry", False), need(SPECIAL[other], False)),
        attacker_ignores=ignored[side],
        defender_ignores=ignored[other],
    )


def terms_now(d: Data, s: FreezingState) -> Terms:
    """The terms of the battle being fought."""
    battle = s.battle
    if battle is None:
        raise ValueError("no battle is being fought")
    return battle_terms(
        d,
        side=battle.side,
        box=battle.box,
        line_level=s.line_level,
        attack_drm=s.attack_drm[battle.side],
        ladoga_taken="LK" in s.fronts_taken,
        cards=battle.cards,
    )


def count_hits(dice: Iterable[int], drm: int, hits_on: int) -> int:
    """How many dice hit: each face plus the modifiers, cut to 6, is at least `hits_on` (FRD-4.3-16, -31)."""
    return sum(min(face + drm, _TOP_FACE) >= hits_on for face in dice)


def hitting_faces(drm: int, hits_on: int) -> int:
    """How many of a die's six faces hit, as `count_hits` would count them."""
    return 0 if hits_on > _TOP_FACE else max(0, min(_TOP_FACE, _TOP_FACE + 1 + drm - hits_on))
