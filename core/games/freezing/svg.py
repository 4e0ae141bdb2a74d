"""The position as a drawing: a row for each front, counters with type and strength, the two tracks above."""

from collections.abc import Iterator
from html import escape

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import is_front_line, units_at
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.texts import SIDE_NAMES
from wardiary.core.games.freezing.view import FreezingView
from wardiary.core.kit.svg import document, text
from wardiary.events.freezing import SIDES, Front, Side, UnitType

__all__ = [
    "BOX_HEIGHT",
    "BOX_WIDTH",
    "COLOURS",
    "COUNTER",
    "GAP",
    "LEFT",
    "SYMBOLS",
    "TOP",
    "TRACK_BOX",
    "svg",
]

BOX_WIDTH, BOX_HEIGHT, GAP = 150, 150, 10
COUNTER = 30
LEFT, TOP = 20, 110
TRACK_BOX = 60
COLOURS: dict[Side, tuple[str, str]] = {"fin": ("#dfe9f5", "#2f6db3"), "sov": ("#f5dfdc", "#b3372f")}
"""The ground of a box by its territory, and counters by their side."""
SYMBOLS: dict[UnitType, str] = {"infantry": "M3 9 L27 21 M27 9 L3 21", "ski": "M3 21 L27 9", "armour": "M8 15 h14"}
"""Crossed lines for infantry, one for ski, a track for armour."""


def svg(d: Data, seen: FreezingView) -> str:
    """An SVG document of what the seat sees; hands are left to the text board."""
    s = seen.state
    longest = max(len(front.boxes) for front in d.fronts.values())
    width = 2 * LEFT + longest * (BOX_WIDTH + GAP)
    height = TOP + len(d.fronts) * (BOX_HEIGHT + 40) + 20
    body = [*_tracks(d, s)]
    for row, front in enumerate(d.fronts):
        body += _front(d, s, front, TOP + row * (BOX_HEIGHT + 40), longest)
    return document(width, height, "#fbfbf7", body)


def _tracks(d: Data, s: FreezingState) -> Iterator[str]:
    turn = d.turns.en[s.turn - 1] if s.turn else "not begun"
    yield text(LEFT, 28, f"Turn {s.turn}: {turn}. Mannerheim Line: level {s.line_level}.", 16)
    for place, value in enumerate(d.intervention.values, 1):
        x = LEFT + (place - 1) * TRACK_BOX
        ground = "#ffe9a8" if place == s.marker else "#fff"
        yield f'<rect x="{x}" y="40" width="{TRACK_BOX - 6}" height="36" fill="{ground}" stroke="#555"/>'
        yield text(x + (TRACK_BOX - 6) // 2, 63, str(value), 15, "middle")
        if place == d.intervention.sweden_box:
            yield text(x + (TRACK_BOX - 6) // 2, 88, "Sweden", 10, "middle")
        if place == d.intervention.win_box:
            yield text(x + (TRACK_BOX - 6) // 2, 88, "FIN wins", 10, "middle")


def _front(d: Data, s: FreezingState, front: Front, y: int, longest: int) -> Iterator[str]:
    table = d.fronts[front]
    taken = " (taken)" if front in s.fronts_taken else ""
    yield text(LEFT, y, f"{table.en}{taken}", 14)
    shift = longest - len(table.boxes)
    for place, box in enumerate(table.boxes):
        x = LEFT + (shift + place) * (BOX_WIDTH + GAP)
        control = COLOURS[s.control.get(box.id, box.territory)][1]
        weight = 5 if is_front_line(s, box.id) else 2
        yield (
            f'<rect x="{x}" y="{y + 8}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6" '
            f'fill="{COLOURS[box.territory][0]}" stroke="{control}" stroke-width="{weight}"/>'
        )
        yield text(x + 6, y + 24, box.en, 11)
        yield text(x + BOX_WIDTH - 6, y + BOX_HEIGHT, f"{box.id}  {box.vp}", 11, "end")
        for column, side in enumerate(reversed(SIDES)):
            for row, number in enumerate(units_at(s, side, box.id)):
                yield _counter(s, number, x + 8 + column * 72, y + 32 + row * (COUNTER - 3))


def _counter(s: FreezingState, number: int, x: int, y: int) -> str:
    unit = s.units[number]
    words = f"{SIDE_NAMES[unit.side]} {unit.type} {number}, strength {unit.strength}"
    edge = "#000" if number in s.activated else "none"
    return (
        f'<g transform="translate({x} {y}) scale(0.85)"><title>{escape(words)}</title>'
        f'<rect width="62" height="{COUNTER - 1}" rx="3" fill="{COLOURS[unit.side][1]}" stroke="{edge}"/>'
        f'<path d="{SYMBOLS[unit.type]}" stroke="#fff" stroke-width="{5 if unit.type == "armour" else 2}" fill="none"/>'
        f"{text(44, 20, f'{number}:{unit.strength}', 13, 'middle', '#fff')}</g>"
    )
