"""Whether ways are legal, as the clauses put it, over every piece and figure: what `movement` is held against."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point, distance_squared
from wardiary.core.kit.plane.polygons import contains_segment, runs_inside, strictly_contains
from wardiary.core.kit.plane.segments import is_near_segment, is_on_segment
from wardiary.events.kuularuisku import Track

Path = tuple[Point, ...]


def _length(path: Path) -> int:
    total = 0
    for start, end in pairwise(path):
        length = 0
        while length * length < distance_squared(start, end):
            length += 1
        total += length
    return total


def _is_difficult(table: Table, path: Path) -> bool:
    legs = list(pairwise(path)) or [(path[0], path[0])]
    return any(runs_inside(*leg, area.shape.corners) for area in table.areas if area.type.difficult for leg in legs)


def _levels_fit(table: Table, standing: Standing, track: Track) -> bool:
    houses = [area for area in table.areas if area.type.opaque]
    start, end = track.points[0], track.points[-1]
    if track.level:
        ending = [house for house in houses if strictly_contains(house.shape.corners, end)]
        if not ending or track.level > ending[0].floors:
            return False
    if min(standing.level, track.level) == 0:
        return True
    home = next(house.shape.corners for house in houses if strictly_contains(house.shape.corners, start))
    return all(contains_segment(home, *leg) for leg in pairwise(track.points))


def _touches(standing: Standing, track: Track, enemy: Standing) -> bool:
    if enemy.level == track.level and distance_squared(enemy.at, track.points[-1]) <= 400:
        return True
    if enemy.level != min(standing.level, track.level):
        return False
    if enemy.level == standing.level and distance_squared(enemy.at, standing.at) <= 400:
        return False
    return any(is_near_segment(enemy.at, *leg, 20) for leg in pairwise(track.points))


def _way_is_legal(table: Table, standing: Standing, others: Sequence[Standing], track: Track, target: str) -> bool:
    if any(not (0 <= x <= table.width and 0 <= y <= table.height) for x, y in track.points):
        return False
    rapids = [area.shape.corners for area in table.areas if area.type.impassable]
    if any(runs_inside(*leg, corners) for corners in rapids for leg in pairwise(track.points)):
        return False
    walls = [leg for line in table.lines if line.type.blocks_sight for leg in pairwise(line.points)]
    if any(is_on_segment(track.points[-1], *leg) for leg in walls):
        return False
    enemies = [other for other in others if other.able and other.side != standing.side and other.element != target]
    return _levels_fit(table, standing, track) and not any(_touches(standing, track, enemy) for enemy in enemies)


def _hang_together(ends: Sequence[tuple[Point, int]]) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        point, level = ends[waiting.pop()]
        for number, (other, other_level) in enumerate(ends):
            near = distance_squared(point, other) <= 900 and abs(level - other_level) <= 1
            if near and number not in reached:
                reached.add(number)
                waiting.append(number)
    return len(reached) == len(ends)


def _assaults(ends: Sequence[tuple[Point, int]], others: Sequence[Standing], target: str) -> bool:
    def touched(element: str) -> bool:
        figures = [other for other in others if other.element == element]
        able = [other for other in figures if other.able] or figures
        return any(level == foe.level and distance_squared(at, foe.at) <= 400 for at, level in ends for foe in able)

    foes = {other.element for other in others if other.side == "white" and other.element != target}
    return touched(target) and not any(touched(foe) for foe in foes)


def are_legal(
    table: Table,
    members: Sequence[Standing],
    allowances: Mapping[str, int],
    others: Sequence[Standing],
    tracks: Sequence[Track],
    target: str = "",
) -> bool:
    """Whether all able members (red ones) may go these ways; nobody leaves the table."""
    ways = {track.figure: track for track in tracks}
    rough = any(_is_difficult(table, ways[one.figure].points if one.figure in ways else (one.at,)) for one in members)
    for one in members:
        if one.figure in ways:
            track = ways[one.figure]
            cost = _length(track.points) + 20 * abs(one.level - track.level)
            if cost > (allowances[one.figure] // 2 if rough else allowances[one.figure]):
                return False
            if not _way_is_legal(table, one, others, track, target):
                return False
    ends = {one.figure: (one.at, one.level) for one in members}
    ends |= {track.figure: (track.points[-1], track.level) for track in tracks}
    for name in ways:
        at, level = ends[name]
        stood = [(other.at, other.level) for other in others] + [end for other, end in ends.items() if other != name]
        if any(level == other_level and distance_squared(at, other) < 100 for other, other_level in stood):
            return False
    if not _hang_together(list(ends.values())):
        return False
    return not target or _assaults(list(ends.values()), others, target)
