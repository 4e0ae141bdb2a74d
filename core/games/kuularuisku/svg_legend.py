"""How the drawing of the table looks: fills, patterns and strokes of terrain, colours of sides, and their legend."""

from collections.abc import Iterator
from textwrap import wrap

from wardiary.core.games.kuularuisku.board import cover_words, letters, turn_words
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.queries import ground_of
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.kit.svg import text
from wardiary.events.kuularuisku import Side

__all__ = [
    "COLOURS",
    "FILLS",
    "OWN_TYPE",
    "PATTERNS",
    "RADIUS",
    "RIMS",
    "ROW",
    "STATES",
    "STROKES",
    "TITLE",
    "WIDTH",
    "legend",
    "legend_height",
    "patterns",
]

WIDTH = 250
TITLE = 36
"""Characters of a line of the title."""
RADIUS = 8
COLOURS: dict[Side, tuple[str, str]] = {"red": ("#c0392b", "#fff"), "white": ("#fdfdfd", "#1b3a6b")}
"""Fill of a figure, and what is written on it."""
RIMS: dict[Side, str] = {"red": "#111", "white": "#1b3a6b"}
FILLS = {
    "field": "#efe3b0",
    "road": "#d9cfbd",
    "muddy_field": "#b89b72",
    "bush": "#b9d48b",
    "high_grass": "#d4e3a1",
    "wood": "#8fbf7f",
    "dense_wood": "#4f8a4b",
    "rocks": "#c3c3c3",
    "rough_rocks": "#9a9a9a",
    "ruins": "#a58f84",
    "swamp": "#9db8a0",
    "water": "#8fbbe0",
    "rapids": "#5b93c9",
    "ice": "#e2f1fa",
    "building": "#b5614a",
    "trench": "#8d7350",
    "armoured": "#5d6670",
    "hill": "#e4d2ac",
}
"""Ground by type; a type of the owner's own is grey."""
PATTERNS = {
    "muddy_field": "M0 6h6M6 12h6",
    "bush": "M3 9a3 3 0 0 1 6 0",
    "high_grass": "M2 10l2-6M6 10l2-6",
    "wood": "M6 2l3 6h-6zM6 8v3",
    "dense_wood": "M3 1l3 5h-6zM9 6l3 5h-6z",
    "rocks": "M2 9l3-4 4 4z",
    "rough_rocks": "M0 6l3-4 4 4zM6 12l3-4 3 4z",
    "ruins": "M2 2l8 8M10 2l-8 8",
    "swamp": "M0 4h5M7 4h5M3 9h6",
    "water": "M0 6q3-3 6 0t6 0",
    "rapids": "M0 3q3-3 6 0t6 0M0 9q3-3 6 0t6 0",
    "ice": "M1 11l10-10",
    "trench": "M0 0l12 12",
    "armoured": "M0 6h12M6 0v12",
    "hill": "M0 11h4",
}
"""What is drawn over the ground in squares of 12 mm, so that colours alone need not tell."""
STROKES = {
    "wooden_fence": ("#8a6d3b", 4, "10 4"),
    "stone_wall": ("#777", 6, ""),
    "high_wall": ("#222", 8, ""),
    "ditch": ("#5c7a4a", 6, "3 3"),
    "sandbags": ("#c2a25a", 9, "9 2"),
}
"""Colour, width and dashes of lines."""
OWN_TYPE = "#bbb"
STATES = (
    ("#2980b9", "square: on overwatch"),
    ("#0005", "shaded: has acted"),
    ("#f39c12", "stroke: lightly wounded"),
    ("#111", "cross: severely wounded"),
    ("#888", "broken rim: prone or fleeing"),
    ("#e74c3c", "second rim: in melee"),
    ("#000", "thick rim: leader or squad leader"),
    ("#0008", "small figure: cover; +1: floor"),
)
ROW = 20


def patterns(d: Data, s: State) -> Iterator[str]:
    """What is drawn over the ground of the types on this table."""
    for name in cover_words(d, s):
        if name in PATTERNS:
            yield (
                f'<pattern id="{name}" width="12" height="12" patternUnits="userSpaceOnUse">'
                f'<path d="{PATTERNS[name]}" stroke="#0006" fill="none"/></pattern>'
            )


def legend_height(d: Data, s: State) -> int:
    """How many millimetres the legend takes."""
    rows = (
        len(wrap(ground_of(d, s).en, TITLE))
        + len(cover_words(d, s))
        + len(ground_of(d, s).roster.units)
        + len(STATES)
        + 8
    )
    return rows * ROW


def legend(d: Data, s: State) -> Iterator[str]:
    """Title and turn, a scale, terrain, units, states."""
    ground = ground_of(d, s)
    y = 14
    for line in (*wrap(ground.en, TITLE), turn_words(d, s)):
        yield text(0, y, line, 13)
        y += ROW
    yield f'<path d="M0 {y}h100M0 {y - 5}v10M50 {y - 3}v6M100 {y - 5}v10" stroke="#222" fill="none"/>'
    yield text(110, y + 4, "10 cm")
    for name, words in cover_words(d, s).items():
        y += ROW
        if name in STROKES:
            colour, thick, dashes = STROKES[name]
            dash = f'stroke-dasharray="{dashes}"'
            yield f'<path d="M0 {y}h26" stroke="{colour}" stroke-width="{thick}" {dash} fill="none"/>'
        else:
            fill = FILLS.get(name, OWN_TYPE)
            yield f'<rect y="{y - 8}" width="26" height="16" fill="{fill}" stroke="#555"/>'
            if name in PATTERNS:
                yield f'<rect y="{y - 8}" width="26" height="16" fill="url(#{name})"/>'
        yield text(34, y + 4, f"{name.replace('_', ' ')}: {words}")
    y += ROW
    for unit, letter in letters(d, s).items():
        y += ROW
        info = ground.roster.units[unit]
        fill, ink = COLOURS[info.side]
        yield f'<circle cx="13" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="{RIMS[info.side]}"/>'
        yield text(13, y + 4, letter.upper(), 11, "middle", ink)
        yield text(34, y + 4, f"{unit} {info.en}")
    y += ROW
    for colour, words in STATES:
        y += ROW
        yield f'<rect x="8" y="{y - 5}" width="10" height="10" fill="{colour}"/>'
        yield text(34, y + 4, words)
