"""5.1 Target, 5.2 visibility: who can be shot at, who sees whom, who fires what."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from wardiary.core.games.kuularuisku.components import WeaponTable
from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.queries import (
    able,
    elements_of,
    free_arms,
    ground_of,
    members,
    standing,
    standings,
)
from wardiary.core.games.kuularuisku.sight_lines import View, largest_views, obstacles, views
from wardiary.core.games.kuularuisku.standing import Standing, are_touching
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.state import Memo
from wardiary.core.kit.plane.measure import within
from wardiary.events.kuularuisku import Shot

__all__ = [
    "Sighting",
    "dice_of",
    "eligible_arms",
    "has_target",
    "is_target",
    "loaders_for",
    "shot_fault",
    "sighting",
    "targets_of",
    "weapon_of",
]

_Glance = tuple[str, str, tuple[str, ...], bool]
"""Who looks at whom, which leaders act with them, whether in defence."""


class Sighting(Struct, frozen=True):
    """What the shooters of an element see of a target: each one's view, and the largest views by first observer."""

    seen: dict[str, View]
    largest: dict[str, View]


def _shooters_of(d: Data, s: State, element: str, leaders: Sequence[str], defensive: bool = False) -> list[str]:
    """The able figures with a weapon that is free to fire (KUU-5.2-06).

    KUU-1.2-10, KUU-2.2-08: joined figures that have acted do not shoot in the host's activation; they do in defence.
    """
    kind = s.elements[element].kind
    return [
        figure
        for figure in able(d, s, element)
        if free_arms(d, s, figure) and (defensive or kind != "unit" or not s.figures[figure].acted or figure in leaders)
    ]


def sighting(
    d: Data, s: State, element: str, target: str, leaders: Sequence[str] = (), defensive: bool = False
) -> Sighting:
    """Who sees what of a target element (KUU-5.1-05, -07, KUU-5.2-04, -05, KUU-6.0-02); kept with the position."""
    work = partial(_look, d, s)
    sightings: Memo[_Glance, Sighting] = s.derived("sightings", lambda: Memo(work))
    return sightings.of((element, target, tuple(leaders), defensive), work)


def _look(d: Data, s: State, glance: _Glance) -> Sighting:
    element, target, leaders, defensive = glance
    me = s.elements[element]
    shooters = standing(d, s, _shooters_of(d, s, element, leaders, defensive))
    targets = standing(d, s, members(d, s, target))
    others = _between(d, s, element, target)
    seen = views(ground_of(d, s).table, shooters, targets, obstacles(others, me.side, me.owner))
    return Sighting(seen, largest_views(seen))


def _between(d: Data, s: State, element: str, target: str) -> list[Standing]:
    """All figures on the table but those of the two elements."""
    return [one for one in standings(d, s).values() if one.element not in (element, target)]


def eligible_arms(
    d: Data, s: State, figures: Iterable[str], found: Sighting, view: View
) -> dict[str, list[tuple[str, WeaponTable]]]:
    """For each shooter the free weapons that reach a man of the view whom he sees (KUU-5.1-02, KUU-5.2-05)."""
    eligible = {}
    for figure in figures:
        at = s.figures[figure].at
        ends = [s.figures[name].at for name in found.seen.get(figure, ()) if name in view]
        arms = [
            (name, weapon)
            for name, weapon in free_arms(d, s, figure)
            if any(within(at, end, weapon.range) for end in ends)
        ]
        if arms:
            eligible[figure] = arms
    return eligible


def is_target(
    d: Data, s: State, element: str, target: str, leaders: Sequence[str] = (), defensive: bool = False
) -> bool:
    """Whether some view of the target lets somebody fire (KUU-5.1-01)."""
    found = sighting(d, s, element, target, leaders, defensive)
    return any(eligible_arms(d, s, found.seen, found, view) for view in found.largest.values())


def _in_range(d: Data, s: State, element: str, target: str, leaders: Sequence[str]) -> bool:
    """Whether any weapon reaches anybody, whatever is between: looked at first, since lines of sight cost more."""
    ends = [s.figures[name].at for name in members(d, s, target)]
    return any(
        within(s.figures[figure].at, end, weapon.range)
        for figure in _shooters_of(d, s, element, leaders)
        for _, weapon in free_arms(d, s, figure)
        for end in ends
    )


def targets_of(d: Data, s: State, element: str, leaders: Sequence[str] = ()) -> Iterator[str]:
    """The enemy elements, not in melee, that the element may shoot at now, in id order (KUU-5.1-01, -07)."""
    for foe in elements_of(d, s, OTHER[s.elements[element].side]):
        if s.elements[foe].melee or not _in_range(d, s, element, foe, leaders):
            continue
        if is_target(d, s, element, foe, leaders):
            yield foe


def has_target(d: Data, s: State, element: str, leaders: Sequence[str] = ()) -> bool:
    """Whether there is anybody to shoot at; stops at the first."""
    return next(targets_of(d, s, element, leaders), None) is not None


def loaders_for(d: Data, s: State, gunner: str) -> list[str]:
    """The able figures of his element in contact with a gunner (KUU-A-07)."""
    table, element = ground_of(d, s).table, s.figures[gunner].element
    me, *_ = standing(d, s, [gunner])
    return [
        one.figure
        for one in standing(d, s, able(d, s, element))
        if one.figure != gunner and are_touching(table, me, one)
    ]


def weapon_of(d: Data, s: State, name: str) -> WeaponTable:
    """A weapon by the id of the gun or of the type."""
    return d.weapons[s.guns[name].weapon if name in s.guns else name]


def dice_of(d: Data, s: State, shot: Shot) -> int:
    """The firepower of a shot (KUU-5.3-01, -02, KUU-A-05)."""
    weapon = weapon_of(d, s, shot.weapon)
    return weapon.dice if shot.loader is not None else weapon.dice_without_loader or weapon.dice


def shot_fault(d: Data, s: State, element: str, found: Sighting, view: View, shots: Sequence[Shot]) -> str | None:
    """Why these shots cannot be fired at a view, clause first, or None (KUU-5.2-05, KUU-5.3-03, KUU-A-07)."""
    eligible = eligible_arms(d, s, found.seen, found, view)
    if not shots:
        return "KUU-5.2-05: at least one figure fires"
    firing = [shot.figure for shot in shots]
    loading = [shot.loader for shot in shots if shot.loader is not None]
    if len(set(firing)) < len(firing):
        return "KUU-5.3-03: each soldier fires one weapon"
    for shot in shots:
        if shot.figure not in eligible:
            return f"KUU-5.2-05: {shot.figure} has no free weapon that reaches anybody whom he sees"
        if shot.weapon not in [name for name, _ in eligible[shot.figure]]:
            return f"KUU-5.1-02: {shot.figure} cannot fire {shot.weapon} at that"
        if shot.loader is None:
            continue
        if weapon_of(d, s, shot.weapon).dice_without_loader is None:
            return f"KUU-A-05: {shot.weapon} needs no loader"
        if shot.loader in firing or loading.count(shot.loader) > 1:
            return f"KUU-A-07: {shot.loader} does something else in this shooting"
        if shot.loader not in loaders_for(d, s, shot.figure):
            return f"KUU-A-07: {shot.loader} is not in contact with {shot.figure}"
    if sorted(firing, key=ground_of(d, s).roster.rank.__getitem__) != firing:
        return "KUU-5.3-05: the shots in the order of the figures' ids"
    return None
