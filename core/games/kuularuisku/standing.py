"""A figure on the table as far as geometry goes, and what nearness means among figures.

Wherever figures come in a sequence they come in the order of their ids, unit first and then number; "ties by the lowest
id" is then the first one.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from wardiary.core.games.kuularuisku.terrain import Table, elevation
from wardiary.core.kit.plane.measure import Point, distance_squared, groups, within

__all__ = ["Standing", "are_linked", "are_separate", "are_touching", "cohesive_groups", "nearest_of", "stand"]


class Standing(NamedTuple):
    """One figure: where it is, what it belongs to, and whether it can act."""

    figure: str
    at: Point
    level: int
    height: int
    """Its elevation: hill and floor together (KUU-G-09)."""
    side: str
    owner: str
    """The unit; both halves of a split unit have the same."""
    element: str
    able: bool = True
    melee: bool = False


def stand(
    table: Table,
    figure: str,
    at: Point,
    level: int = 0,
    *,
    side: str = "",
    owner: str = "",
    element: str = "",
    able: bool = True,
    melee: bool = False,
) -> Standing:
    """The figure at that place, with its elevation there."""
    return Standing(figure, at, level, elevation(table, at, level), side, owner, element or owner, able, melee)


def are_touching(table: Table, one: Standing, other: Standing) -> bool:
    """Contact: within 20 mm at one level (KUU-G-04, KUU-G-28)."""
    return one.level == other.level and within(one.at, other.at, table.measures.contact)


def are_separate(table: Table, one: Standing, others: Iterable[Standing]) -> bool:
    """Whether nobody else at a figure's level is closer to it than 10 mm (KUU-G-04)."""
    gap, level, (across, up) = table.measures.min_sep, one.level, one.at
    least = gap * gap
    for other in others:
        east, north = other.at[0] - across, other.at[1] - up
        if not (-gap < east < gap and -gap < north < gap) or east * east + north * north >= least:
            continue
        if other.level == level and other.figure != one.figure:
            return False
    return True


def are_linked(table: Table, one: Standing, other: Standing) -> bool:
    """A link of the chain: within 30 mm at equal or adjacent levels (KUU-1.0-02)."""
    return abs(one.level - other.level) <= 1 and within(one.at, other.at, table.measures.cohesion)


def cohesive_groups(table: Table, figures: Sequence[Standing]) -> tuple[tuple[Standing, ...], ...]:
    """The groups into which figures fall; a unit in cohesion is one (KUU-1.0-02, KUU-1.0-03).

    Given are the able figures of an element and the severely wounded carried with it.
    """
    if all(are_linked(table, one, other) for one, other in pairwise(figures)):
        return (tuple(figures),) if figures else ()
    return groups(figures, lambda one, other: are_linked(table, one, other))


def nearest_of(point: Point, figures: Iterable[Standing]) -> Standing | None:
    """The figure nearest to a point, levels ignored (KUU-G-03); of equally near ones the first."""
    return min(figures, key=lambda figure: distance_squared(point, figure.at), default=None)
