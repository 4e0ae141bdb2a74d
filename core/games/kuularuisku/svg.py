"""The table as a drawing, a millimetre to a unit: terrain with a legend, figures by side and state, ranges, last shots.

North is up. Everything on the table carries its words as a tooltip. Nothing here is hidden from a seat: what a seat may
not see is taken out of its view before.
"""

from collections.abc import Iterable, Iterator
from html import escape

from wardiary.core.contract import View
from wardiary.core.games.kuularuisku.board import cover_words, letters, states_of
from wardiary.core.games.kuularuisku.cover import area_cover
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.ending import controller
from wardiary.core.games.kuularuisku.queries import (
    able,
    arms_of,
    elements_of,
    ground_of,
    members,
    soldier,
)
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.svg_legend import (
    COLOURS,
    FILLS,
    OWN_TYPE,
    PATTERNS,
    RADIUS,
    STROKES,
    WIDTH,
    legend,
    legend_height,
    patterns,
)
from wardiary.core.games.kuularuisku.terrain import Edge
from wardiary.core.kit.plane.measure import Point, in_box, leg_length
from wardiary.core.kit.svg import document, text
from wardiary.events.kuularuisku import SIDES

__all__ = ["MARGIN", "svg"]

MARGIN = 30


def svg(d: Data, seen: View[State]) -> str:
    """An SVG document of what the seat sees."""
    s = seen.state
    if s.scenario not in d.grounds:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'
    ground = ground_of(d, s)
    width = ground.table.width + 3 * MARGIN + WIDTH
    height = max(ground.table.height, legend_height(d, s)) + 2 * MARGIN
    body = [
        f"<defs>{''.join(patterns(d, s))}</defs>",
        *_edges(d, s),
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *_terrain(d, s),
        *_places(d, s),
        *_ranges(d, s),
        *_shots(d, s),
        *_figures(d, s),
        "</g>",
        f'<g transform="translate({ground.table.width + 2 * MARGIN} {MARGIN})">',
        *legend(d, s),
        "</g>",
    ]
    return document(width, height, "#f4f1ea", body)


def _at(d: Data, s: State, point: Point) -> Point:
    """On paper y runs down."""
    return point[0], ground_of(d, s).table.height - point[1]


def _path(d: Data, s: State, points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in (_at(d, s, point) for point in points))


def _edges(d: Data, s: State) -> Iterator[str]:
    """A bar along each side's own edge."""
    ground = ground_of(d, s)
    width, height = ground.table.width, ground.table.height
    bars: dict[Edge, tuple[int, int, int, int]] = {
        "N": (MARGIN, MARGIN - 8, width, 6),
        "S": (MARGIN, MARGIN + height + 2, width, 6),
        "W": (MARGIN - 8, MARGIN, 6, height),
        "E": (MARGIN + width + 2, MARGIN, 6, height),
    }
    for side in SIDES:
        x, y, across, down = bars[ground.edges[side]]
        fill, rim = COLOURS[side]
        yield (
            f'<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="{fill}" stroke="{rim}">'
            f"<title>own edge of {side}</title></rect>"
        )


def _terrain(d: Data, s: State) -> Iterator[str]:
    table = ground_of(d, s).table
    words = cover_words(d, s)
    yield f'<rect width="{table.width}" height="{table.height}" fill="#f3ecd2" stroke="#555"/>'
    for area in (*table.hills, *table.areas):
        points, kind = _path(d, s, area.shape.corners), area.type.id
        floors = f", {area.floors} floors" if area.type.opaque and area.floors else ""
        title = f"<title>{escape(f'{area.id}: {kind}, {words[kind]}{floors}')}</title>"
        yield f'<polygon points="{points}" fill="{FILLS.get(kind, OWN_TYPE)}" stroke="#555">{title}</polygon>'
        if kind in PATTERNS:
            yield f'<polygon points="{points}" fill="url(#{kind})" pointer-events="none"/>'
    for line in table.lines:
        colour, thick, dashes = STROKES.get(line.type.id, (OWN_TYPE, 5, ""))
        title = f"<title>{escape(f'{line.id}: {line.type.id}, {words[line.type.id]}')}</title>"
        yield (
            f'<polyline points="{_path(d, s, line.points)}" fill="none" stroke="{colour}" stroke-width="{thick}" '
            f'stroke-dasharray="{dashes}">{title}</polyline>'
        )


def _places(d: Data, s: State) -> Iterator[str]:
    """Objectives with whoever controls them, aid posts, weapons on the ground."""
    ground = ground_of(d, s)
    for objective in ground.objectives:
        x, y = _at(d, s, objective.at)
        held = controller(d, s, objective.at)
        fill, words = COLOURS[held][0] if held else "#f1c40f", f"{objective.id}, held by {held or 'nobody'}"
        yield (
            f'<circle cx="{x}" cy="{y}" r="{d.control}" fill="none" stroke="#b8860b" stroke-dasharray="2 6"/>'
            f'<path d="M{x} {y - 12}l4 8h9l-7 6 3 9-9-5-9 5 3-9-7-6h9z" fill="{fill}" stroke="#7a5c00">'
            f"<title>{escape(words)}</title></path>"
        )
    for side, post in ground.posts:
        x, y = _at(d, s, post)
        yield (
            f'<g><title>aid post of {side}</title><rect x="{x - 11}" y="{y - 11}" width="22" height="22" fill="#fff" '
            f'stroke="{COLOURS[side][0] if side == "red" else COLOURS[side][1]}"/>'
            f'<path d="M{x - 7} {y}h14M{x} {y - 7}v14" stroke="#c00" stroke-width="4"/></g>'
        )
    for name, gun in sorted(s.guns.items()):
        if gun.at is not None:
            x, y = _at(d, s, gun.at)
            title = f"<title>{escape(f'{name}: {gun.weapon}')}</title>"
            yield f'<path d="M{x - 7} {y + 5}l7-11 7 11z" fill="#333">{title}</path>'


def _acting(s: State) -> str:
    """The element that the game is about, if any."""
    for frame in reversed(s.frames):
        name: str = getattr(frame, "element", "") or getattr(frame, "owner", "")
        if name in s.elements:
            return name
    return ""


def _ranges(d: Data, s: State) -> Iterator[str]:
    """Around the first able figure of the element that acts: close range and the ranges of its weapons."""
    element = _acting(s)
    figures = able(d, s, element) if element else ()
    if not figures:
        return
    x, y = _at(d, s, s.figures[figures[0]].at)
    reach = {weapon.range: weapon.id for figure in figures for _, weapon in arms_of(d, s, figure)}
    reach[d.measures.close_range] = "close range"
    table = ground_of(d, s).table
    yield f'<clipPath id="table"><rect width="{table.width}" height="{table.height}"/></clipPath>'
    for distance, name in sorted(reach.items()):
        words = f"{name}: {distance} mm from {figures[0]}"
        yield (
            f'<circle cx="{x}" cy="{y}" r="{distance}" fill="none" stroke="#0008" stroke-dasharray="6 6" '
            f'clip-path="url(#table)"><title>{escape(words)}</title></circle>'
        )
        tops = ((x, y - distance), (x, y + distance), (x - distance, y), (x + distance, y))
        shown = next(((across, down) for across, down in tops if in_box((across, down), table.box)), None)
        if shown:
            yield text(*shown, f"{name} {distance} mm", 11, "middle", "#444")


def _shots(d: Data, s: State) -> Iterator[str]:
    for shooter, target in s.last_shots:
        start, end = s.figures[shooter].at, s.figures[target].at
        (x, y), (end_x, end_y) = _at(d, s, start), _at(d, s, end)
        words = f"{shooter} shot at {target}: {leg_length(start, end)} mm"
        yield (
            f'<line x1="{x}" y1="{y}" x2="{end_x}" y2="{end_y}" stroke="#e67e22" stroke-width="2">'
            f"<title>{escape(words)}</title></line>"
        )


def _figures(d: Data, s: State) -> Iterator[str]:
    """Lower floors first, so that whoever is above is on top."""
    names = letters(d, s)
    shown = [
        (s.figures[figure].level, element, figure)
        for side in SIDES
        for element in elements_of(d, s, side)
        for figure in members(d, s, element)
    ]
    for _, element, figure in sorted(shown, key=lambda entry: entry[0]):
        yield _figure(d, s, element, figure, names[soldier(d, s, figure).unit])


def _figure(d: Data, s: State, element: str, name: str, letter: str) -> str:
    me, man = s.figures[name], soldier(d, s, name)
    (x, y), (fill, ink) = _at(d, s, me.at), COLOURS[man.side]
    table, state = ground_of(d, s).table, s.elements[element]
    cover = area_cover(table, me.at, me.level)
    words = [name, f"of {element}", me.status, f"{me.at[0]},{me.at[1]}", f"cover {cover}", *states_of(d, s, element)]
    words += [f"floor {me.level}"] if me.level else []
    words += [weapon.id for _, weapon in arms_of(d, s, name)]
    rim = "#111" if man.side == "red" else ink
    dashes = ' stroke-dasharray="3 2"' if state.prone or state.fleeing else ""
    heavy = 3 if man.leader or name in s.squad_leaders.values() else 1
    marks = [f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="{rim}" stroke-width="{heavy}"{dashes}/>']
    marks.append(text(x, y + 4, letter.upper(), 11, "middle", ink))
    if state.activated:
        marks.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="#0005"/>')
    if me.status == "light":
        marks.append(f'<path d="M{x - 6} {y + 6}L{x + 6} {y - 6}" stroke="#f39c12" stroke-width="3"/>')
    if me.status == "severe":
        marks.append(f'<path d="M{x - 7} {y - 7}l14 14M{x + 7} {y - 7}l-14 14" stroke="#111" stroke-width="3"/>')
    if state.fleeing:
        marks.append(f'<path d="M{x - 4} {y - 12}l4-5 4 5z" fill="{rim}"/>')
    if state.melee:
        marks.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS + 3}" fill="none" stroke="#e74c3c" stroke-width="2"/>')
    if state.waiting:
        marks.append(f'<rect x="{x + 5}" y="{y - 12}" width="6" height="6" fill="#2980b9"/>')
    if cover < table.measures.open_cover:
        marks.append(text(x + 9, y + 11, str(cover), 9, "middle", "#111"))
    if me.level:
        marks.append(text(x - 10, y - 6, f"+{me.level}", 9, "middle", "#111"))
    return f"<g><title>{escape(', '.join(words))}</title>{''.join(marks)}</g>"
