"""Whether figures may go the ways that an order gives them: KUU-4, KUU-1.0-06, KUU-7.4, KUU-G-04 to -28.

An element about to move is a March: its members, how far each may go, and all that can be in their way, sifted once.
`refusal` judges ways; what makes ways out of orders is `expansion`, forced moves are `forced_moves`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wardiary.core.games.kuularuisku.standing import Standing, are_separate, are_touching, cohesive_groups
from wardiary.core.games.kuularuisku.terrain import (
    Area,
    Table,
    building_at,
    elevation,
    has_level,
    is_on_edge,
    is_on_high_wall,
    is_on_table,
)
from wardiary.core.kit.plane.measure import Point, path_length, within
from wardiary.core.kit.plane.segments import is_near_segment, legs
from wardiary.events.kuularuisku import Track

__all__ = [
    "March",
    "Member",
    "crosses",
    "is_stopped",
    "is_walkable",
    "march_of",
    "moved",
    "refusal",
    "track_refusal",
    "walking_level",
    "way_cost",
]


@dataclass(frozen=True, slots=True)
class Member:
    """A figure of the element: what can be in its way lies within its reach."""

    standing: Standing
    allowance: int
    enemies: tuple[Standing, ...]
    difficult: tuple[Area, ...]
    impassable: tuple[Area, ...]
    neighbours: tuple[Standing, ...]
    """Whoever does not belong to the element and is near enough to be bumped into."""


@dataclass(frozen=True, slots=True)
class March:
    """An element about to move."""

    table: Table
    members: Mapping[str, Member]
    """Able figures in their order, then the severely wounded whom they carry."""
    carry: tuple[tuple[str, str], ...]
    """Each able figure that carries, and whom."""
    starts_rough: bool
    """Whether one of the moving element stands in difficult ground (KUU-4.2-07)."""
    everyone: tuple[Standing, ...]
    """All who are on the table and do not belong to the element."""
    target: str


def march_of(
    table: Table,
    members: Sequence[Standing],
    allowances: Mapping[str, int],
    others: Iterable[Standing],
    carry: Sequence[tuple[str, str]] = (),
    target: str = "",
) -> March:
    """The element ready to move. `allowances` are those of good ground, all other halvings done (KUU-4.2-06).

    Members of another element than the first one's count for cohesion alone.
    `others` are all other figures on the table, those of the element that it leaves lying too. `target` is the element
    that it assaults: its figures stop nobody (KUU-G-18).
    """
    everyone = tuple(others)
    return March(
        table=table,
        members={
            standing.figure: _member(table, standing, allowances[standing.figure], everyone, target)
            for standing in members
        },
        carry=tuple(carry),
        starts_rough=any(
            area.shape.strictly_contains(one.at)
            for one in members
            if one.element == members[0].element
            for area in table.difficult
        ),
        everyone=everyone,
        target=target,
    )


def _member(table: Table, standing: Standing, allowance: int, everyone: Sequence[Standing], target: str) -> Member:
    reach = allowance + table.measures.contact + table.measures.min_sep
    near = tuple(other for other in everyone if within(standing.at, other.at, reach))
    return Member(
        standing=standing,
        allowance=allowance,
        enemies=tuple(
            other for other in near if other.able and other.side != standing.side and other.element != target
        ),
        difficult=_in_reach(table.difficult, standing.at, allowance),
        impassable=_in_reach(table.impassable, standing.at, allowance),
        neighbours=near,
    )


def _in_reach(areas: Iterable[Area], point: Point, reach: int) -> tuple[Area, ...]:
    across, up = point
    return tuple(
        area
        for area in areas
        if area.shape.box[0] - reach <= across <= area.shape.box[2] + reach
        and area.shape.box[1] - reach <= up <= area.shape.box[3] + reach
    )


def way_cost(table: Table, start_level: int, track: Track) -> int:
    """What a way costs: each leg rounded up, and 20 mm for each change of level by one (KUU-G-05)."""
    return path_length(track.points) + table.measures.floor_cost * abs(start_level - track.level)


def walking_level(start_level: int, end_level: int) -> int:
    """On which level a figure walks: it climbs down where it starts and up where it ends (KUU-G-27)."""
    return min(start_level, end_level)


def crosses(points: Sequence[Point], areas: Iterable[Area]) -> bool:
    """Whether a way has a point in the open interior of one of these areas (KUU-G-07)."""
    return any(area.shape.is_entered(start, end) for area in areas for start, end in legs(points))


def is_walkable(table: Table, points: Sequence[Point], start_level: int, end_level: int) -> bool:
    """Whether the levels of a way are possible (KUU-G-25, KUU-G-27).

    The end level must be there; above the ground one stays in the closed polygon of one building.
    """
    if not has_level(table, points[-1], end_level):
        return False
    if walking_level(start_level, end_level) == 0:
        return True
    building = building_at(table, points[0])
    return building is not None and all(building.shape.contains_segment(*leg) for leg in legs(points))


def is_stopped(
    table: Table, standing: Standing, points: Sequence[Point], end_level: int, enemies: Iterable[Standing]
) -> str | None:
    """The first enemy whom a way would touch, or None (KUU-G-18, KUU-G-28).

    On the way those at the walking level count, but not whom the figure touches at its start; at its end all who stand
    at that level.
    """
    reach, level = table.measures.contact, walking_level(standing.level, end_level)
    for enemy in enemies:
        if enemy.level == end_level and within(enemy.at, points[-1], reach):
            return enemy.figure
        if enemy.level != level or (enemy.level == standing.level and within(enemy.at, standing.at, reach)):
            continue
        if any(is_near_segment(enemy.at, start, end, reach) for start, end in legs(points)):
            return enemy.figure
    return None


def moved(table: Table, standing: Standing, track: Track | None) -> Standing:
    """The figure where its way ends."""
    if track is None:
        return standing
    end, level = track.points[-1], track.level
    return Standing(standing.figure, end, level, elevation(table, end, level), *standing[4:])


def refusal(march: March, tracks: Sequence[Track]) -> str | None:
    """Why these ways are against the rules, clause first, or None. Members without a way stay.

    In this order: length, ground, levels, enemies, bases, leaving the table, the wounded, cohesion, the assault. Who
    may end apart, since it joins another or comes back, has met all that stands before.
    """
    if why := _length_refusal(march, tracks):
        return why
    if why := next((why for track in tracks if (why := track_refusal(march, track))), None):
        return why
    ways = {track.figure: track for track in tracks}
    ends = [
        moved(march.table, member.standing, ways.get(name))
        for name, member in march.members.items()
        if name not in ways or not ways[name].off
    ]
    return (
        _place_refusal(march, ways, ends)
        or _leaving_refusal(march, ways)
        or _carry_refusal(march, ends)
        or _cohesion_refusal(march, ends)
        or (_assault_refusal(march, ends) if march.target else None)
    )


def _length_refusal(march: March, tracks: Sequence[Track]) -> str | None:
    """KUU-4.2-03, -06 and KUU-7.4-02: one figure in difficult ground slows down the whole element."""
    table = march.table
    rough = march.starts_rough or _enters_rough(march, tracks)
    for track in tracks:
        member = march.members[track.figure]
        limit = member.allowance // table.measures.difficult_divisor if rough else member.allowance
        cost = way_cost(table, member.standing.level, track)
        ground = ", in difficult ground" if rough else ""
        if cost > limit:
            clause = "KUU-4.2-03" if rough else "KUU-4.2-06"
            return f"{clause}: {track.figure} would go {cost} mm{ground}, it may go {limit} mm"
        if track.off and cost == limit:
            return f"KUU-7.4-02: {track.figure} would go {cost} mm{ground}, it must be able to go farther to leave"
    return None


def _enters_rough(march: March, tracks: Sequence[Track]) -> bool:
    for track in tracks:
        difficult = march.members[track.figure].difficult
        if difficult and crosses(track.points, difficult):
            return True
    return False


def track_refusal(march: March, track: Track) -> str | None:
    """What is against one way where the others do not matter: ground, levels, enemies.

    KUU-G-01 (the table), KUU-G-11 (high walls), KUU-G-18 (impassable ground, enemies), KUU-G-27 (levels).
    """
    table, member, points = march.table, march.members[track.figure], track.points
    standing, end = member.standing, points[-1]
    if not all(is_on_table(table, point) for point in points):
        return f"KUU-G-01: {track.figure} would leave the table on its way"
    if member.impassable and crosses(points, member.impassable):
        return f"KUU-G-18: {track.figure} would enter impassable ground"
    if not track.off and table.high_walls and is_on_high_wall(table, end):
        return f"KUU-G-11: {track.figure} would stop on a high wall"
    if (standing.level or track.level) and not is_walkable(table, points, standing.level, track.level):
        return f"KUU-G-27: {track.figure} cannot get to level {track.level} at {list(end)} that way"
    if member.enemies and (enemy := is_stopped(table, standing, points, track.level, member.enemies)):
        return f"KUU-G-18: {track.figure} would touch {enemy}"
    return None


def _place_refusal(march: March, ways: Mapping[str, Track], ends: Sequence[Standing]) -> str | None:
    """KUU-G-04: whoever moves keeps 10 mm from all others at its level, as they stand after the move."""
    for standing in ends:
        if standing.figure not in ways:
            continue
        neighbours = march.members[standing.figure].neighbours
        if not are_separate(march.table, standing, neighbours) or not are_separate(march.table, standing, ends):
            return f"KUU-G-04: {standing.figure} would stand on somebody else at {list(standing.at)}"
    return None


def _leaving_refusal(march: March, ways: Mapping[str, Track]) -> str | None:
    """KUU-7.4-02: over the edge of the table, and all able figures in the same move."""
    leaving = [track for track in ways.values() if track.off]
    if not leaving:
        return None
    for track in leaving:
        if not is_on_edge(march.table, track.points[-1]):
            return f"KUU-7.4-02: {track.figure} would leave the table where it has no edge"
    for name, member in march.members.items():
        if member.standing.able and not (name in ways and ways[name].off):
            return f"KUU-7.4-02: {name} would stay while others leave the table"
    return None


def _cohesion_refusal(march: March, ends: Sequence[Standing]) -> str | None:
    """KUU-1.0-06: a voluntary move ends in cohesion; the wounded men carried belong to the chain (KUU-1.0-03)."""
    found = cohesive_groups(march.table, ends)
    if len(found) < 2:
        return None
    return f"KUU-1.0-06: {found[1][0].figure} would be more than 3 cm from the others"


def _carry_refusal(march: March, ends: Sequence[Standing]) -> str | None:
    """KUU-5.5-15: a severely wounded man moves with an able one of his own, and they end in contact."""
    places = {standing.figure: standing for standing in ends}
    for bearer, wounded in march.carry:
        together = (bearer in places) == (wounded in places)
        if not together or (bearer in places and not are_touching(march.table, places[bearer], places[wounded])):
            return f"KUU-5.5-15: {bearer} and {wounded} would not end in contact"
    return None


def _assault_refusal(march: March, ends: Sequence[Standing]) -> str | None:
    """KUU-6.1-02, -04: an able figure touches one of the target's, and nobody one of another enemy element."""
    fighters = [standing for standing in ends if standing.able]
    if not any(_touches(march, fighter, march.target) for fighter in fighters):
        return f"KUU-6.1-04: nobody would touch {march.target}"
    side = next(iter(march.members.values())).standing.side
    foes = sorted({other.element for other in march.everyone if other.side != side and other.element != march.target})
    for standing in ends:
        if second := next((foe for foe in foes if _touches(march, standing, foe)), None):
            return f"KUU-6.1-02: {standing.figure} would also touch {second}"
    return None


def _touches(march: March, standing: Standing, element: str) -> bool:
    """Contact with an able figure of an element, or with any if none is able (KUU-6.1-04)."""
    figures = [other for other in march.everyone if other.element == element]
    able = [other for other in figures if other.able]
    return any(are_touching(march.table, standing, other) for other in able or figures)
