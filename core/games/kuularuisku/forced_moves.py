"""Moves that nobody chooses: straight toward a goal, regrouping, falling back (KUU-G-29, KUU-1.0-05, KUU-6.4-09).

Each figure's way is looked for from the far end: the first length at which way and end are legal is the one it goes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.expansion import default_level
from wardiary.core.games.kuularuisku.movement import crosses, is_stopped, is_walkable, moved
from wardiary.core.games.kuularuisku.standing import Standing, are_separate, cohesive_groups, nearest_of
from wardiary.core.games.kuularuisku.terrain import (
    Edge,
    Table,
    building_at,
    edge_point,
    has_level,
    is_impassable,
    is_on_high_wall,
    is_on_table,
)
from wardiary.core.kit.plane.measure import (
    Point,
    Vector,
    distance_squared,
    minus,
    plus,
    scaled,
    turned_left,
    turned_right,
    within,
)
from wardiary.core.kit.plane.segments import is_near_line
from wardiary.events.kuularuisku import Track

__all__ = [
    "TOWARD",
    "Party",
    "fall_back",
    "passes_near",
    "regroup",
    "straight_moves",
    "toward_edge",
    "way_back",
]

_BACK = (0, 20, 80, 300)
"""How far around his start a man looks for room, in millimetres."""
TOWARD: Mapping[Edge, Vector] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
"""The directions of the edges (KUU-G-16)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A figure on its way to a goal, with whoever shifts as it does.

    `allowance` is that of good ground. It stops as soon as it is within `reach` of the goal. `leaves` says when it goes
    over an edge: when its allowance exceeds the distance (KUU-7.3-13), or when it reaches the line (KUU-5.6-08).
    """

    lead: Standing
    allowance: int
    goal: Point
    goal_level: int = 0
    followers: tuple[Standing, ...] = ()
    reach: int = 0
    leaves: str = ""

    @property
    def figures(self) -> tuple[Standing, ...]:
        """All who go."""
        return self.lead, *self.followers


def toward_edge(
    table: Table, lead: Standing, allowance: int, edge: Edge, leaves: str, followers: tuple[Standing, ...] = ()
) -> Party:
    """A party on its way straight to an edge; `leaves` is "over" in flight, "at" in evacuation."""
    goal = edge_point(table, lead.at, edge)
    return Party(lead=lead, allowance=allowance, goal=goal, followers=followers, leaves=leaves)


def straight_moves(
    table: Table, parties: Sequence[Party], everyone: Iterable[Standing], staying: Iterable[Standing] = ()
) -> tuple[Track, ...]:
    """The ways of parties that go straight toward their goals, the nearest first, each seeing the earlier ones moved.

    KUU-G-29. When one of the ways cut to the halved allowances meets difficult ground, or one of the element who stays
    stands in it (KUU-4.2-03), all have the halved ones; otherwise nobody enters it (KUU-4.2-04). `everyone` is all who
    stand on the table. Who stays has no way.
    """
    standing = {one.figure: one for one in everyone}
    divisor = table.measures.difficult_divisor
    halved = any(crosses((one.at,), table.difficult) for one in staying) or any(
        _is_rough(table, party, party.allowance // divisor) for party in parties
    )
    found: dict[str, Track] = {}
    for party in sorted(parties, key=lambda party: distance_squared(party.lead.at, party.goal)):
        allowance = party.allowance // divisor if halved else party.allowance
        for track in _farthest(table, party, allowance, halved, standing):
            found[track.figure] = track
            if track.off:
                del standing[track.figure]
            else:
                standing[track.figure] = moved(table, standing[track.figure], track)
    return tuple(found[one.figure] for party in parties for one in party.figures if one.figure in found)


def _is_rough(table: Table, party: Party, allowance: int) -> bool:
    """Whether one of the party meets difficult ground on the way that it could go at half rate."""
    _, length = _descent(table, party, allowance)
    shift = _shift(party, min(length, _distance(party)))
    return any(crosses((one.at, plus(one.at, shift)), table.difficult) for one in party.figures)


def _shift(party: Party, length: int) -> Vector:
    return scaled(minus(party.goal, party.lead.at), length)


def _distance(party: Party) -> int:
    """The way to the goal in whole millimetres, not past it."""
    return isqrt(distance_squared(party.lead.at, party.goal))


def _descent(table: Table, party: Party, allowance: int) -> tuple[int, int]:
    """The level on which a party walks, and what is left of its allowance once it is there (KUU-G-27).

    It stays above the ground only when its goal is in the same building. Where the allowance does not suffice it climbs
    down as far as it can, and nothing is left.
    """
    level, cost = party.lead.level, table.measures.floor_cost
    building = building_at(table, party.lead.at) if level and party.goal_level else None
    inside = building is not None and building.shape.strictly_contains(party.goal)
    walking = min(level, party.goal_level) if inside else 0
    price = cost * (level - walking)
    return (walking, allowance - price) if price <= allowance else (level - allowance // cost, 0)


def _farthest(
    table: Table, party: Party, allowance: int, through_difficult: bool, standing: Mapping[str, Standing]
) -> list[Track]:
    """The ways of the greatest length that is legal for all of the party; none when it stays."""
    level, left = _descent(table, party, allowance)
    distance = _distance(party)
    away = {one.figure for one in party.figures}
    others = [one for one in standing.values() if one.figure not in away]
    leaves = (party.leaves == "over" and left > distance) or (party.leaves == "at" and left >= distance)
    lengths = range(_least_in_reach(party, min(left, distance)), -1, -1)
    for length, off in [(distance, True)] * leaves + [(length, False) for length in lengths]:
        tracks = _tracks(party, _shift(party, length), level, off)
        if off and party.leaves == "at":
            tracks = [_at_edge(table, track) for track in tracks]
        if not all(
            _way_is_free(table, one, track, through_difficult, others)
            and (_is_gone(party, one, off) or _end_is_free(table, one, track, others))
            for one, track in zip(party.figures, tracks, strict=True)
        ):
            continue
        tracks = tracks if off else _raised(table, party, tracks, left - length, others)
        end, reached = tracks[0].points[-1], tracks[0].level
        return tracks if off or end != party.lead.at or reached != party.lead.level else []
    return []


def _is_gone(party: Party, one: Standing, off: bool) -> bool:
    """Whether a figure's place at the edge is free again: an escort stays on the table (KUU-5.6-08)."""
    return off and (party.leaves == "over" or one.figure == party.lead.figure)


def _at_edge(table: Table, track: Track) -> Track:
    """The way of an evacuation to the edge: who would go beyond it stops on it."""
    across, up = track.points[-1]
    end = (min(max(across, 0), table.width), min(max(up, 0), table.height))
    return replace(track, points=(*track.points[:-1], end))


def _tracks(party: Party, shift: Vector, level: int, off: bool) -> list[Track]:
    return [
        Track(figure=one.figure, points=(one.at, plus(one.at, shift)), level=level, off=off) for one in party.figures
    ]


def _raised(table: Table, party: Party, tracks: list[Track], left: int, others: Sequence[Standing]) -> list[Track]:
    """The same ways, ended as much higher toward the goal's level as the rest of the allowance lets them (KUU-G-27)."""
    level, shift = tracks[0].level, minus(tracks[0].points[-1], tracks[0].points[0])
    building = building_at(table, party.goal) if party.goal_level > level else None
    if building is None or not all(building.shape.strictly_contains(track.points[-1]) for track in tracks):
        return tracks
    for higher in range(min(party.goal_level, level + left // table.measures.floor_cost), level, -1):
        raised = _tracks(party, shift, higher, off=False)
        if all(
            _way_is_free(table, one, track, True, others) and _end_is_free(table, one, track, others)
            for one, track in zip(party.figures, raised, strict=True)
        ):
            return raised
    return tracks


def _least_in_reach(party: Party, most: int) -> int:
    """The length at which the party first is within reach of its goal, at most `most`."""
    if not party.reach:
        return most
    for length in range(max(0, _distance(party) - party.reach - 2), most):
        if within(plus(party.lead.at, _shift(party, length)), party.goal, party.reach):
            return length
    return most


def _way_is_free(
    table: Table, one: Standing, track: Track, through_difficult: bool, others: Iterable[Standing]
) -> bool:
    """KUU-G-18 for the way and its end; difficult ground stops whoever goes at the full rate (KUU-4.2-04)."""
    if not track.off and not is_on_table(table, track.points[-1]):
        return False
    if crosses(track.points, table.impassable):
        return False
    if not through_difficult and crosses(track.points, table.difficult):
        return False
    if (one.level or track.level) and not is_walkable(table, track.points, one.level, track.level):
        return False
    enemies = (other for other in others if other.able and other.side != one.side)
    return is_stopped(table, one, track.points, track.level, enemies) is None


def _end_is_free(table: Table, one: Standing, track: Track, others: Iterable[Standing]) -> bool:
    """KUU-G-04 and KUU-G-11 for the end of a way."""
    return not is_on_high_wall(table, track.points[-1]) and are_separate(table, moved(table, one, track), others)


def regroup(
    table: Table,
    members: Sequence[Standing],
    allowances: Mapping[str, int],
    leader: str,
    everyone: Iterable[Standing],
) -> tuple[Track, ...]:
    """The engine's move of an element that is out of cohesion (KUU-1.0-04, KUU-1.0-05).

    The main body stays: the largest group, of equally large ones that of the squad leader, then that of the first
    figure. Everybody else goes straight toward the nearest of it. `members` come in the order of their ids.
    """
    found = cohesive_groups(table, members)
    body = max(found, key=lambda group: (len(group), any(one.figure == leader for one in group)))
    parties = []
    for one in members:
        if one not in body and (goal := nearest_of(one.at, body)) is not None:
            party = Party(lead=one, allowance=allowances[one.figure], goal=goal.at, goal_level=goal.level)
            parties.append(party)
    return straight_moves(table, parties, everyone, body)


def fall_back(
    table: Table,
    own: Sequence[Standing],
    enemies: Sequence[Standing],
    edge: Edge,
    everyone: Iterable[Standing],
    melee: Iterable[str],
) -> tuple[Track, ...] | None:
    """The ways of a unit that lost a melee, or None when it can go nowhere and is destroyed (KUU-6.4-09, -10).

    100 mm away from the enemy, all figures alike; else 45 or 90 degrees to the left or right of that. `own` and
    `enemies` are the able figures, `melee` all figures of the enemy in this melee: they block no path. Who ends beyond
    the edge of the table has left it. KUU-G-27: who ends outside the building that he was in is on the ground.
    """
    movers = {one.figure for one in own}
    others = [one for one in everyone if one.figure not in movers]
    fighting = frozenset(melee)
    threats = [one for one in others if one.able and one.side != own[0].side and one.figure not in fighting]
    for direction in _turns(_away(own, enemies, edge)):
        shift = scaled(direction, table.measures.fall_back)
        tracks = [_retreat(table, one, shift) for one in own]
        if all(_is_open(table, one, track, others, threats) for one, track in zip(own, tracks, strict=True)):
            return tuple(tracks)
    return None


def _away(own: Sequence[Standing], enemies: Sequence[Standing], edge: Edge) -> Vector:
    """From the middle of the enemy to that of the unit, kept whole; toward the own edge where they are one point."""
    direction = tuple(
        len(enemies) * sum(one.at[axis] for one in own) - len(own) * sum(one.at[axis] for one in enemies)
        for axis in (0, 1)
    )
    return (direction[0], direction[1]) if any(direction) else TOWARD[edge]


def _turns(direction: Vector) -> tuple[Vector, ...]:
    """The direction, then it turned 45 degrees left and right, then 90."""
    left, right = turned_left(direction), turned_right(direction)
    return direction, plus(direction, left), plus(direction, right), left, right


def _retreat(table: Table, one: Standing, shift: Vector) -> Track:
    end = plus(one.at, shift)
    off = not is_on_table(table, end)
    level = 0 if off else default_level(table, one, end)
    return Track(figure=one.figure, points=(one.at, end), level=level, off=off)


def _is_open(
    table: Table, one: Standing, track: Track, others: Sequence[Standing], threats: Sequence[Standing]
) -> bool:
    if crosses(track.points, table.impassable):
        return False
    if is_stopped(table, one, track.points, track.level, threats) is not None:
        return False
    return track.off or _end_is_free(table, one, track, others)


def way_back(table: Table, one: Standing, start: Point, level: int, others: Iterable[Standing]) -> Standing:
    """A figure back where its move began, or as near to that as whoever lies there now lets it (KUU-6.2-06, KUU-G-04).

    Of equally near points it is the one nearest to where the figure stands, then the westernmost. It is at the level on
    which it began (KUU-G-27); on the ground where that has no room near by.
    """
    fixed = tuple(others)
    for floor in dict.fromkeys((level, 0)):
        for reach in _BACK:
            for point in _around(start, one.at, reach):
                there = moved(table, one, Track(figure=one.figure, points=(one.at, point), level=floor))
                if _is_room(table, point, floor) and are_separate(table, there, fixed):
                    return there
    return one


def _around(middle: Point, goal: Point, reach: int) -> list[Point]:
    """The points at most so far from one, the nearest first, then those nearest to the other."""
    span = range(-reach, reach + 1)
    found = [point for x in span for y in span if within(point := plus(middle, (x, y)), middle, reach)]
    return sorted(found, key=lambda point: (distance_squared(point, middle), distance_squared(point, goal), point))


def _is_room(table: Table, point: Point, level: int) -> bool:
    """Whether a figure could stand there if nobody else did (KUU-G-01, KUU-G-11, KUU-G-18, KUU-G-25)."""
    if not is_on_table(table, point) or not has_level(table, point, level):
        return False
    return not is_impassable(table, point) and not is_on_high_wall(table, point)


def passes_near(tracks: Iterable[Track], point: Point, reach: int) -> bool:
    """Whether some point of one of these ways is within reach of a point (KUU-7.3-12)."""
    return any(is_near_line(point, track.points, reach) for track in tracks)
