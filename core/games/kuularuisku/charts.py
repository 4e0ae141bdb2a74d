"""The tables of shooting, cover, wounds, melee and morale, as plain functions of dice and numbers."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from wardiary.core.games.kuularuisku.components import WeaponTable
from wardiary.core.games.kuularuisku.cover import figure_cover, unit_cover
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.queries import able, ground_of, soldier, standing
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.targets import dice_of, weapon_of
from wardiary.events.kuularuisku import AskMelee, AskShooting, Groups, Rolled, Shot

__all__ = [
    "GRENADES",
    "PRONE_SKILL",
    "best_dice",
    "chance",
    "cover_value",
    "expected_hits",
    "face_hits",
    "fires_machine_gun",
    "grouped",
    "halved",
    "hits_of",
    "melee_dice",
    "shooting_dice",
    "under_grenades",
    "wounds_of",
]

PRONE_SKILL = 6
"""What a prone shooter needs, whatever his skill (KUU-7.1-04)."""
GRENADES = 2
"""Dice that the other side rolls fewer (KUU-6.6-01)."""


def grouped(dice: Mapping[int, int]) -> Groups:
    """Numbers of dice by the value that they need, ascending (KUU-5.3-05)."""
    return tuple(sorted((needed, count) for needed, count in dice.items() if count))


def best_dice(groups: Groups, count: int) -> Groups:
    """The first `count` dice, those of the best skill (KUU-6.2-08, KUU-6.6-04)."""
    kept = []
    for needed, dice in groups:
        taken = min(dice, count)
        count -= taken
        if taken:
            kept.append((needed, taken))
    return tuple(kept)


def halved(groups: Groups) -> Groups:
    """Half of the firepower, rounded down, the best dice (KUU-6.2-01, -08)."""
    return best_dice(groups, sum(count for _, count in groups) // 2)


def under_grenades(groups: Groups) -> Groups:
    """Two dice fewer, those of the worst skill, but one at least where there is any (KUU-6.6-01, -04)."""
    return best_dice(groups, max(1, sum(count for _, count in groups) - GRENADES))


def shooting_dice(d: Data, s: State, element: str, shots: Iterable[Shot], half: bool) -> Groups:
    """The dice of a shooting by skill (KUU-5.3-01, -05, -06, KUU-6.2-01: half of the total, rounded down)."""
    dice: dict[int, int] = {}
    for shot in shots:
        needed = PRONE_SKILL if s.elements[element].prone else soldier(d, s, shot.figure).skill
        dice[needed] = dice.get(needed, 0) + dice_of(d, s, shot)
    groups = grouped(dice)
    return halved(groups) if half else groups


def fires_machine_gun(d: Data, s: State, shots: Iterable[Shot]) -> bool:
    """Whether a light machine gun or machine gun is among the weapons (KUU-A-09, KUU-7.1-02)."""
    return any(_is_machine_gun(weapon_of(d, s, shot.weapon)) for shot in shots)


def _is_machine_gun(weapon: WeaponTable) -> bool:
    """Light ones too."""
    return weapon.kind in ("lmg", "mg")


def hits_of(needed: int, faces: Iterable[int]) -> int:
    """Dice equal to or above the skill (KUU-5.3-04, KUU-6.4-02, KUU-K-04)."""
    return sum(face >= needed for face in faces)


def face_hits(_d: Data, s: State, _roll: Rolled) -> tuple[int, ...] | None:
    """Which faces hit on the roll of a shooting or a melee; cover, wounds and tests of nerve count no hits."""
    frame = s.frames[-1]
    if not isinstance(frame, AskMelee | AskShooting) or not frame.groups:
        return None
    needed, _ = frame.groups[0]
    return tuple(hits_of(needed, (face,)) for face in range(1, 7))


def wounds_of(cover: int, faces: Iterable[int]) -> int:
    """Cover dice below the cover value (KUU-5.4-01)."""
    return sum(face < cover for face in faces)


def chance(needed: int) -> Fraction:
    """How likely a die is at or above a value."""
    return Fraction(min(max(7 - needed, 0), 6), 6)


def expected_hits(volley: Groups, again: bool) -> Fraction:
    """The exact mean of hits; `again`: dice that failed were rolled once more (KUU-5.7-01)."""
    total = Fraction(0)
    for needed, count in volley:
        hit = chance(needed)
        total += count * (1 - (1 - hit) ** 2 if again else hit)
    return total


def cover_value(d: Data, s: State, firing: Sequence[str], seen: Sequence[str], in_open: bool) -> int:
    """The one cover value of a shooting (KUU-5.4-02 to -06, KUU-6.2-03, KUU-T-10, -11)."""
    ground = ground_of(d, s)
    shooters = standing(d, s, firing)
    return unit_cover(
        figure_cover(
            ground.table, one, shooters, ground.winter and soldier(d, s, one.figure).snow_suit, in_open=in_open
        )
        for one in standing(d, s, seen)
    )


def melee_dice(d: Data, s: State, elements: Iterable[str], grenades: bool) -> Groups:
    """A die for each able figure by his skill; two fewer, but one at least, against grenades (KUU-6.4-01, KUU-6.6)."""
    dice: dict[int, int] = {}
    for element in elements:
        for figure in able(d, s, element):
            needed = soldier(d, s, figure).skill
            dice[needed] = dice.get(needed, 0) + 1
    groups = grouped(dice)
    return under_grenades(groups) if grenades else groups
