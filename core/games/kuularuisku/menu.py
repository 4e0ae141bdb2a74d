"""A finite choice of moves for whoever cannot point at a table: sixteen directions, four lengths, four shapes, goals.

Proposals are what an order would say; they are not yet legal: `movement.refusal` judges them as it
does all others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from wardiary.core.games.kuularuisku.expansion import default_level, tracks_of
from wardiary.core.games.kuularuisku.formations import heading_of
from wardiary.core.games.kuularuisku.movement import March, moved, refusal, track_refusal, way_cost
from wardiary.core.games.kuularuisku.standing import Standing, are_separate
from wardiary.core.games.kuularuisku.terrain import EDGES, Edge, edge_point
from wardiary.core.kit.plane.measure import Point, Vector, distance_squared, leg_length, minus, plus, scaled, within
from wardiary.events.kuularuisku import Place, Shape, Track

__all__ = [
    "ASSAULT_GAP",
    "DIRECTIONS",
    "FORMATIONS",
    "PULL",
    "QUARTERS",
    "Proposal",
    "assault",
    "exits",
    "formations",
    "is_legal",
    "march_members",
    "shifts",
    "slowest",
    "toward",
    "toward_host",
]

DIRECTIONS: tuple[Vector, ...] = (
    (0, 1000),
    (382, 923),
    (707, 707),
    (923, 382),
    (1000, 0),
    (923, -382),
    (707, -707),
    (382, -923),
    (0, -1000),
    (-382, -923),
    (-707, -707),
    (-923, -382),
    (-1000, 0),
    (-923, 382),
    (-707, 707),
    (-382, 923),
)
"""In thousandths, north first and clockwise."""
FORMATIONS: tuple[Shape, ...] = ("line", "double", "column")
QUARTERS = (4, 3, 2, 1)
ASSAULT_GAP = 15
PULL = 5


class Proposal(NamedTuple):
    """What an order to move says."""

    shape: Shape
    shift: Vector = (0, 0)
    anchor: Point | None = None
    heading: int = 0
    via: tuple[Vector, ...] = ()
    carry: tuple[tuple[str, str], ...] = ()
    places: tuple[Place, ...] = ()


def march_members(march: March) -> tuple[Standing, ...]:
    """The figures of the element that is about to move."""
    return tuple(member.standing for member in march.members.values())


def slowest(march: March) -> int:
    """The allowance of the slowest figure that can move."""
    return min((member.allowance for member in march.members.values() if member.allowance), default=0)


def is_legal(march: March, steps: Sequence[Vector], proposal: Proposal) -> bool:
    """Whether a proposal may be ordered."""
    shape, shift, anchor, heading, via, carry, places = proposal
    tracks = tracks_of(
        march.table,
        steps,
        march_members(march),
        carry,
        shape,
        shift=shift,
        anchor=anchor,
        heading=heading,
        via=via,
        places=places,
    )
    return refusal(march, tracks) is None


def shifts(march: March, quarters: Sequence[int] = QUARTERS) -> Iterator[Proposal]:
    """All shifted alike, in every direction over these quarters of the slowest figure's allowance."""
    for _, shift in _steps(march, quarters, DIRECTIONS):
        yield Proposal("keep", shift, carry=march.carry)


def formations(
    march: March, leader: str = "", quarters: Sequence[int] = QUARTERS, straight: bool = False
) -> Iterator[Proposal]:
    """The other shapes over these distances, anchored at the squad leader, else at the first able figure.

    `straight`: only in the eight directions in which the shape faces exactly.
    """
    able = [standing for standing in march_members(march) if standing.able]
    if len(able) < 2:
        return
    anchor = next((standing for standing in able if standing.figure == leader), able[0]).at
    directions = DIRECTIONS[::2] if straight else DIRECTIONS
    for shape in FORMATIONS:
        for heading, shift in _steps(march, quarters, directions):
            yield Proposal(shape, (0, 0), plus(anchor, shift), heading, carry=march.carry)


def _steps(march: March, quarters: Sequence[int], directions: Sequence[Vector]) -> Iterator[tuple[int, Vector]]:
    """The heading of each direction with the vector of each quarter."""
    allowance = slowest(march)
    for across, up in directions:
        heading = heading_of(DIRECTIONS.index((across, up)))
        for quarter in quarters:
            if step := allowance * quarter // 4:
                yield heading, (_thousandths(across, step), _thousandths(up, step))


def _thousandths(component: int, step: int) -> int:
    size = abs(component) * step // 1000
    return size if component >= 0 else -size


def exits(march: March) -> Iterator[Proposal]:
    """Off the table over each edge, straight, all figures together (KUU-7.4-02)."""
    for edge in EDGES:
        yield Proposal("stay", carry=march.carry, places=tuple(_exit(march, one, edge) for one in march_members(march)))


def _exit(march: March, one: Standing, edge: Edge) -> Place:
    across, up = edge_point(march.table, one.at, edge)
    return Place(figure=one.figure, to="exit", x=across, y=up)


def toward(march: March, goals: Iterable[Point]) -> Proposal | None:
    """Straight toward the nearest of some points, as far as the slowest figure may go, not past it."""
    pair = _nearest_pair(march, goals)
    if pair is None:
        return None
    one, goal = pair
    vector, allowance = minus(goal, one.at), slowest(march)
    shift = vector if within(goal, one.at, allowance) else scaled(vector, allowance)
    return Proposal("keep", shift, carry=march.carry)


def toward_host(march: March, host: Iterable[Standing]) -> Proposal | None:
    """Straight toward the nearest figure of a unit, by the least length that ends within 3 cm of it (KUU-1.2-01)."""
    pair = _nearest_pair(march, (standing.at for standing in host))
    if pair is None:
        return None
    one, goal = pair
    for length in range(slowest(march) + 1):
        shift = scaled(minus(goal, one.at), length)
        if within(plus(one.at, shift), goal, march.table.measures.cohesion):
            return Proposal("keep", shift, carry=march.carry)
    return None


def _nearest_pair(march: March, goals: Iterable[Point]) -> tuple[Standing, Point] | None:
    """The nearest able figure and goal; of equally near pairs the first."""
    able = [standing for standing in march_members(march) if standing.able]
    pairs = [(one, goal) for goal in goals for one in able]
    return min(pairs, key=lambda pair: distance_squared(pair[0].at, pair[1]), default=None)


def assault(march: March, steps: Sequence[Vector], target: Iterable[Standing]) -> Proposal | None:
    """A charge at the march's target: the nearest figure ends 15 mm from its man, the others shift as it does.

    Whoever ends illegally is pulled back in steps of 5 mm, at last to where he stands. None when that is no legal
    assault.
    """
    figures = list(target)
    pair = _nearest_pair(march, (standing.at for standing in ([one for one in figures if one.able] or figures)))
    if pair is None:
        return None
    one, goal = pair
    shift = minus(plus(goal, scaled(minus(one.at, goal), ASSAULT_GAP)), one.at)
    ends: dict[str, Standing] = {}
    for standing in sorted(march_members(march), key=lambda standing: standing.figure != one.figure):
        ends[standing.figure] = _pulled_back(march, standing, shift, ends)
    places = tuple(
        Place(figure=name, x=end.at[0], y=end.at[1], level=end.level)
        for name, end in sorted(ends.items(), key=lambda entry: list(march.members).index(entry[0]))
        if end.at != plus(march.members[name].standing.at, shift)
    )
    proposal = Proposal("keep", shift, carry=march.carry, places=places)
    return proposal if is_legal(march, steps, proposal) else None


def _pulled_back(march: March, standing: Standing, shift: Vector, taken: Mapping[str, Standing]) -> Standing:
    """The figure at the far end of its shift, or as far along it as it legally gets in steps of 5 mm."""
    member, length = march.members[standing.figure], leg_length((0, 0), shift)
    for back in range(0, length, PULL):
        end = plus(standing.at, scaled(shift, length - back) if back else shift)
        track = Track(
            figure=standing.figure, points=(standing.at, end), level=default_level(march.table, standing, end)
        )
        if way_cost(march.table, standing.level, track) > member.allowance or track_refusal(march, track):
            continue
        there = moved(march.table, standing, track)
        if are_separate(march.table, there, member.neighbours) and are_separate(march.table, there, taken.values()):
            return there
    return standing
