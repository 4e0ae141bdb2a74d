"""The position as text: the map with all pieces, battles with their facings, boxes, tracks, cards; enough to play from.

A hex takes four characters on two lines, even columns half a hex lower. The upper line has the terrain and marks, the
lower one the units: `G2`, `R1`, `W3`, or both sides in a battle: `2x1` (Germans and Whites first).
"""

from collections.abc import Iterator
from textwrap import wrap

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.queries import (
    flags_with_red,
    is_night,
    morale_level,
    spared_squares,
    squads_touching,
    status,
    tikkurila_control,
    units_of,
)
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.core.games.helsinki.texts import SIDE_NAMES, card_name, direction_name, hex_name, units_text
from wardiary.core.games.helsinki.view import HelsinkiView
from wardiary.core.words import counted, signed
from wardiary.events.helsinki import DECKS, SIDES

__all__ = ["board"]

_LEGEND = (
    ". open  , woods  : suburb  # city   + line of road or railway  F flag  ^ fort  H Red headquarters",
    "h German headquarters beside  s White squad beside  B barricades   G R W units, 2x1 a battle",
    "A hex has two lines, terrain and marks above, units below; even columns stand half a hex lower.",
    "d in direct command, c in command, o out of command. 0104E is the east corner of 0104, 0104W the west one.",
)
_LETTERS = {"O": ".", "W": ",", "S": ":", "C": "#"}
_WIDTH = 4
_INDENT = 3
"""The row's number stands before the map; no line is longer than the map's."""


def board(d: Data, seen: HelsinkiView) -> str:
    """Everything the seat may see."""
    s = seen.state
    about = [*_pieces(d, s), *_battles(d, s), "", *_boxes(d, s), "", *_cards(d, seen)]
    lines = [*_tracks(d, s), "", *_map(d, s), "", *_LEGEND, ""]
    for line in about:
        lines += wrap(line, _INDENT + _WIDTH * _columns(d), subsequent_indent="    ") or [""]
    return "\n".join(lines)


def _tracks(d: Data, s: State) -> Iterator[str]:
    square, level = d.time[s.tracks["time"]], morale_level(d, s)
    night = ", night" if is_night(d, s) else ""
    active = SIDE_NAMES[s.active] if s.active else "not begun"
    yield f"Initiative {s.turn}: {active}, {counted(s.points, 'command point')} left"
    yield f"Clock: {square.label}{night}, {counted(spared_squares(d, s), 'square')} left"
    yield (
        f"Red morale: level {level} (square {s.tracks['morale'] + 1} of {len(d.morale)}), {s.casualties} casualties; "
        f"flags held: {' '.join(flags_with_red(d, s)) or 'none'}"
    )
    meurer = "landed" if s.landed else str(d.meurer[s.tracks["meurer"]])
    yield (
        f"Division HQ {d.headquarters[s.tracks['headquarters']]}, Tikkurila {d.tikkurila[s.tracks['tikkurila']]} "
        f"(held by {tikkurila_control(d, s)}), Meurer {meurer}"
    )
    activity = s.tracks["activity"]
    yield (
        f"White activity: square {activity + 1} of {len(d.activity_points)}, "
        f"{counted(d.activity_points[activity], 'point')}, arrests {signed(d.activity_arrest[activity])}"
    )


def _map(d: Data, s: State) -> Iterator[str]:
    columns = _columns(d)
    rows = max(int(name[2:]) for name in d.ground.land)
    canvas = [[" "] * (_WIDTH * columns + _INDENT) for _ in range(2 * rows + 1)]
    for cell in d.ground.land:
        column, row = int(cell[:2]), int(cell[2:])
        top, left = 2 * (row - 1) + (column % 2 == 0), _INDENT + _WIDTH * (column - 1)
        for line, text in enumerate((_marks(d, s, cell), _units(s, cell))):
            canvas[top + line][left : left + len(text)] = text
    for row in range(1, rows + 1):
        canvas[2 * (row - 1)][0:2] = f"{row:02}"
    yield "   " + "".join(f"{column:02}  " for column in range(1, columns + 1)).rstrip()
    yield from ("".join(line).rstrip() for line in canvas)


def _marks(d: Data, s: State, cell: str) -> str:
    """Terrain and up to two more marks; what stands there comes before what is printed."""
    index, ground = board_of(s), d.ground
    marks = ""
    if cell in index.hq_at:
        marks += "H"
    if any(vertex in index.hq_at for vertex in ground.corners[cell]):
        marks += "h"
    if squads_touching(d, s, cell):
        marks += "s"
    if cell in s.barricades:
        marks += "B"
    if cell in ground.flags:
        marks += "F"
    if cell in ground.forts:
        marks += "^"
    if ground.roads[True][cell]:
        marks += "+"
    return _LETTERS[ground.terrain[cell]] + marks[:3]


def _units(s: State, cell: str) -> str:
    index = board_of(s)
    red, allied = len(index.red.get(cell, ())), len(index.allied.get(cell, ()))
    if red and allied:
        return f"{allied}x{red}"
    if red:
        return f"R{red}"
    germans, whites = len(units_of(s, "german", cell)), len(units_of(s, "white", cell))
    return (f"G{germans}" if germans else "") + (f"W{whites}" if whites else "")


def _pieces(d: Data, s: State) -> Iterator[str]:
    """Where everything is, with its command status: d direct, c in command, o out of command."""
    index = board_of(s)
    for side in SIDES:
        places = [
            f"{hex_name(d, where)} {len(units)}{status(d, s, side, where)[0]}"
            for where, units in sorted(index.at[side].items())
            if is_hex(where)
        ]
        yield f"{SIDE_NAMES[side]}: {', '.join(places) or 'nobody on the map'}"
    hqs = [f"{number} {hq.side} {hq.where}" for number, hq in sorted(s.hqs.items())]
    yield f"Headquarters: {', '.join(hqs)}"
    squads = [f"{number} {where}" for number, where in sorted(s.squads.items()) if is_hex(where)]
    yield f"Squads: {', '.join(squads) or 'none'}"


def _columns(d: Data) -> int:
    return max(int(name[:2]) for name in d.ground.land)


def _battles(d: Data, s: State) -> Iterator[str]:
    index = board_of(s)
    for cell, facing in sorted(s.facings.items()):
        units = units_text(s, (*index.allied.get(cell, ()), *index.red.get(cell, ())))
        who = "Reds" if facing.side == "red" else "Germans and Whites"
        yield f"Battle in {hex_name(d, cell)}: {units}; {who} have the {direction_name(facing.direction)} behind them"


def _boxes(d: Data, s: State) -> Iterator[str]:
    tikkurila = [
        f"{cell} {d.terrain[d.ground.terrain[cell]].name}{' (railway)' if cell == d.ground.railway_hex else ''}: "
        f"{_units(s, cell) or '-'}"
        for cell in d.ground.box
    ]
    yield f"Tikkurila: {', '.join(tikkurila)}"
    columns = [len(units_of(s, "german", f"reserve.{number}")) for number in range(1, len(d.capacity) + 1)]
    yield f"German reserve: {' '.join(map(str, columns))} (modifiers {' '.join(map(signed, d.reserve_modifier))})"
    squads = list(s.squads.values())
    yield (
        f"Red reserve {len(units_of(s, 'red', 'reserve'))}; "
        f"White reserve {len(units_of(s, 'white', 'reserve'))} units, "
        f"{squads.count('reserve')} squads; arrested {squads.count('arrested')}; "
        f"Meurer box {len(units_of(s, 'german', 'meurer'))}"
    )
    lost = [f"{SIDE_NAMES[side]} {len(units_of(s, side, 'lost'))}" for side in SIDES]
    yield f"Lost: {', '.join(lost)}"


def _cards(d: Data, seen: HelsinkiView) -> Iterator[str]:
    s = seen.state
    for side, deck in zip(SIDES, DECKS, strict=False):
        hand, bag, pile = seen.hand_sizes[side], seen.bag_sizes[deck], seen.discard_sizes[deck]
        yield f"{SIDE_NAMES[side]}: {counted(hand, 'card')} in hand, {bag} to draw from, {pile} discarded"
        for card in s.hands[side]:
            yield f"  {card_name(d, card)} ({d.cards[card].window}): {d.cards[card].text}"
    if s.removed:
        yield f"Out of the game: {', '.join(card_name(d, card) for card in s.removed)}"
    if s.effects:
        yield f"At work: {', '.join(card_name(d, card) for card in s.effects)}"
