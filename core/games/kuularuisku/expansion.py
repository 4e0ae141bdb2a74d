"""From a compact order to the ways of single figures: formations, a common shift, places of their own.

What is made here is not yet legal; `movement.refusal` judges it, and the event keeps it, so that no replay depends on
formations.
"""

from collections.abc import Sequence

from wardiary.core.games.kuularuisku.formations import slots
from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import Table, building_at
from wardiary.core.kit.plane.measure import Point, Vector, minus, plus
from wardiary.events.kuularuisku import Place, Shape, Track

__all__ = ["default_level", "order_fault", "tracks_of", "way_of"]


def default_level(table: Table, standing: Standing, end: Point) -> int:
    """The level on which a way ends that names none: the figure's own within its building, else the ground."""
    if standing.level == 0:
        return 0
    building = building_at(table, standing.at)
    return standing.level if building is not None and building.shape.strictly_contains(end) else 0


def way_of(standing: Standing, via: Sequence[Vector], end: Point, level: int, off: bool = False) -> Track | None:
    """A figure's way over points that are given from its start (KUU-G-05); None when it stays."""
    if end == standing.at and level == standing.level and not via and not off:
        return None
    points = (standing.at, *(plus(standing.at, step) for step in via), end)
    return Track(figure=standing.figure, points=points, level=level, off=off)


def order_fault(
    members: Sequence[Standing],
    shape: Shape,
    anchor: Point | None,
    carry: Sequence[tuple[str, str]],
    places: Sequence[Place],
) -> str | None:
    """What an order says that cannot be meant, clause first, or None."""
    known = {standing.figure: standing.able for standing in members}
    if anchor is None and shape in ("line", "double", "column"):
        return f"KUU-4.0-01: a {shape} stands at an anchor, and the order names none"
    named = [place.figure for place in places]
    if strangers := [name for name in named if name not in known]:
        return f"KUU-4.0-01: {strangers[0]} does not move with this element"
    if len(set(named)) < len(named):
        return f"KUU-4.0-01: {max(named, key=named.count)} is sent to two places"
    bearers, wounded = [one for one, _ in carry], [other for _, other in carry]
    for name in bearers:
        if not known.get(name, False) or bearers.count(name) > 1:
            return f"KUU-5.5-15: {name} cannot carry anybody, or carries two"
    for name in wounded:
        if known.get(name, True) or wounded.count(name) > 1:
            return f"KUU-5.5-15: {name} is not to be carried, or by two"
    return None


def tracks_of(
    table: Table,
    steps: Sequence[Vector],
    members: Sequence[Standing],
    carry: Sequence[tuple[str, str]],
    shape: Shape,
    *,
    shift: Vector = (0, 0),
    anchor: Point | None = None,
    heading: int = 0,
    via: Sequence[Vector] = (),
    places: Sequence[Place] = (),
) -> tuple[Track, ...]:
    """The ways of an order in which `order_fault` finds nothing; who stays has none. Able members come before others.

    `keep` shifts all alike; the other formations are filled by able figures in their order; whoever is
    carried goes as his bearer does. `places` comes last.
    """
    able = [standing for standing in members if standing.able]
    ends: dict[str, Point] = {}
    match shape:
        case "keep":
            ends = {standing.figure: plus(standing.at, shift) for standing in able}
        case "line" | "double" | "column" if anchor is not None:
            found = slots(steps, shape, anchor, heading, len(able))
            ends = {standing.figure: slot for standing, slot in zip(able, found, strict=True)}
    own = {place.figure: place for place in places}
    bearer_of = {wounded: bearer for bearer, wounded in carry}
    ways: dict[str, Track | None] = {}
    for standing in members:
        name = standing.figure
        if name in own:
            ways[name] = _own_way(table, standing, via, own[name])
        elif name in ends:
            ways[name] = way_of(standing, via, ends[name], default_level(table, standing, ends[name]))
        elif name in bearer_of:
            ways[name] = _along(standing, ways.get(bearer_of[name]))
    return tuple([way for way in ways.values() if way is not None])


def _own_way(table: Table, standing: Standing, via: Sequence[Vector], place: Place) -> Track | None:
    """The way to a place of its own; `exit` is over the edge of the table at that point (KUU-7.4-02)."""
    end = (place.x, place.y)
    match place.to:
        case "stay":
            return None
        case "exit":
            return way_of(standing, via, end, 0, off=True)
    return way_of(standing, via, end, place.level)


def _along(standing: Standing, way: Track | None) -> Track | None:
    """The same way from where this figure stands."""
    if way is None:
        return None
    start = way.points[0]
    points = tuple(plus(standing.at, minus(point, start)) for point in way.points)
    return Track(figure=standing.figure, points=points, level=way.level, off=way.off)
