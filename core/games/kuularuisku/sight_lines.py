"""Lines of sight: what terrain hides, which figures stand in the way, and who sees whom of a target.

KUU-5.1-05 to -07, KUU-5.2, KUU-6.0-02, KUU-G-08 to -13. `plain_sight` has the same questions word for word as the
clauses put them; the answers must always agree.
"""

from collections.abc import Iterable, Mapping, Sequence

from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point, box_of, boxes_apart
from wardiary.core.kit.plane.segments import is_near_segment, line_meets

__all__ = [
    "View",
    "figure_between",
    "hidden_by",
    "is_clear",
    "largest_views",
    "obstacles",
    "views",
]

View = tuple[str, ...]
"""The figures of a target that one shooter sees, in the order of their ids."""


def hidden_by(table: Table, start: Point, start_height: int, end: Point, end_height: int) -> str | None:
    """The piece of terrain that blocks a line of sight between two elevations, or None.

    KUU-5.2-01, -02, -07 and KUU-G-09 (buildings and hills), KUU-5.2-03 and KUU-G-10 (dense places), KUU-G-11 (high
    walls). A figure on a hill is as high as the hill, so that it is never hidden by it.
    """
    high = max(start_height, end_height)
    for hill in table.hills:
        if high < hill.top and hill.shape.is_entered(start, end):
            return hill.id
    for building in table.buildings:
        shape = building.shape
        if high >= building.top or not shape.is_entered(start, end):
            continue
        if not shape.strictly_contains(start) and not shape.strictly_contains(end):
            return building.id
    for area in table.dense:
        if area.shape.is_entered_for(start, end, table.measures.dense_sight):
            return area.id
    if high < 1 and table.high_walls:
        box = box_of((start, end))
        for wall in table.high_walls:
            if not boxes_apart(box, wall.box) and line_meets(start, end, wall.points):
                return wall.id
    return None


def obstacles(figures: Iterable[Standing], side: str, owner: str) -> tuple[Standing, ...]:
    """The figures that can be in the way of a unit's fire: its own side's other units, and all who are in melee.

    KUU-5.1-05, -07, KUU-1.1-11 (not the other half of the unit), KUU-6.0-02.
    """
    return tuple(figure for figure in figures if figure.melee or (figure.side == side and figure.owner != owner))


def figure_between(table: Table, shooter: Standing, target: Standing, standing: Iterable[Standing]) -> str | None:
    """The first of these figures that is in the way of a line, or None.

    KUU-G-12 (5 mm to the line; not a figure at one of its ends), KUU-5.1-06 (only at the height of the higher end).
    """
    start, end = shooter.at, target.at
    if start == end:
        return None
    high, reach = max(shooter.height, target.height), table.measures.figure_radius
    west, east = (start[0], end[0]) if start[0] < end[0] else (end[0], start[0])
    south, north = (start[1], end[1]) if start[1] < end[1] else (end[1], start[1])
    west, south, east, north = west - reach, south - reach, east + reach, north + reach
    for figure in standing:
        across, up = at = figure.at
        if figure.height != high or not (west <= across <= east and south <= up <= north):
            continue
        if at not in (start, end) and is_near_segment(at, start, end, reach):
            return figure.figure
    return None


def is_clear(table: Table, shooter: Standing, target: Standing, standing: Iterable[Standing]) -> bool:
    """Whether neither terrain nor one of the `obstacles` given blocks the line (KUU-5.1-05, KUU-5.2-01)."""
    return (
        figure_between(table, shooter, target, standing) is None
        and hidden_by(table, shooter.at, shooter.height, target.at, target.height) is None
    )


def views(
    table: Table, shooters: Iterable[Standing], targets: Sequence[Standing], standing: Sequence[Standing]
) -> dict[str, View]:
    """What each shooter sees of a target element (KUU-5.2-04, -06): the table of a shooting.

    `standing` holds the `obstacles` of the shooters. Severely wounded targets are seen like others.
    """
    return {
        shooter.figure: tuple(target.figure for target in targets if is_clear(table, shooter, target, standing))
        for shooter in shooters
    }


def largest_views(seen: Mapping[str, View]) -> dict[str, View]:
    """For each different view of the greatest size its first observer (KUU-5.2-04); empty when nobody sees anybody.

    Given are the views of able figures that have a weapon free to fire (KUU-5.2-06).
    """
    most = max(map(len, seen.values()), default=0)
    found: dict[View, str] = {}
    for observer, view in seen.items():
        if most and len(view) == most:
            found.setdefault(view, observer)
    return {observer: view for view, observer in found.items()}
