"""The position as text: a map to scale, then everybody with place, state and weapons; enough to play from.

A character of the map stands for 15 by 30 mm. A figure is the letter of its unit: capitals for Red, small for White.
"""

from collections.abc import Iterator

from wardiary.core.contract import View
from wardiary.core.games.kuularuisku.components import WeaponTable
from wardiary.core.games.kuularuisku.cover import range_between
from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.phases.ending import controller, victory_points
from wardiary.core.games.kuularuisku.queries import (
    able,
    arms_of,
    elements_of,
    ground_of,
    is_leaderless,
    members,
    number_of,
    soldier,
    standing,
)
from wardiary.core.games.kuularuisku.roster import UnitInfo
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point, leg_length
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import SIDES, Side

__all__ = ["ACROSS", "MARKS", "TERRAIN", "UP", "board", "cover_words", "letters", "states_of", "turn_words"]

ACROSS, UP = 15, 30
"""Millimetres of a character of the map."""
TERRAIN = {
    "field": ",",
    "road": ":",
    "muddy_field": "_",
    "bush": "'",
    "high_grass": ";",
    "wood": '"',
    "dense_wood": "%",
    "rocks": "(",
    "rough_rocks": "{",
    "ruins": "&",
    "swamp": "~",
    "water": "=",
    "rapids": "$",
    "ice": "-",
    "building": "#",
    "trench": "[",
    "armoured": "@",
    "hill": "^",
    "wooden_fence": "|",
    "stone_wall": "/",
    "high_wall": "\\",
    "ditch": "<",
    "sandbags": ">",
}
"""Characters of terrain; a type of the owner's own is a question mark."""
MARKS = {"objective": "*", "aid post": "+", "weapon on the ground": "!"}
_SIDE_NAMES: dict[Side, str] = {"red": "Red", "white": "White"}
_FIGURES_A_LINE = 5


def board(d: Data, seen: View[State]) -> str:
    """Everything the seat may see."""
    s = seen.state
    if s.scenario not in d.grounds:
        return "No scenario is laid out yet."
    lines = [*_heading(d, s), "", *_map(d, s), "", *_legend(d, s)]
    for side in SIDES:
        lines += ["", *_forces(d, s, side)]
    return "\n".join([*lines, "", *_table(d, s)])


def letters(d: Data, s: State) -> dict[str, str]:
    """The letter of each unit of the scenario: capitals for Red, small ones for White, in the order of ids."""
    units = ground_of(d, s).roster.units
    found: dict[str, str] = {}
    for side, first in (("red", "A"), ("white", "a")):
        own = sorted(name for name, unit in units.items() if unit.side == side)
        found |= {name: chr(ord(first) + place) if place < 26 else "?" for place, name in enumerate(own)}
    return found


def turn_words(d: Data, s: State) -> str:
    """How far the game is."""
    turns = ground_of(d, s).turns
    return f"Turn {s.turn} of {turns}" if s.turn else f"Not begun, {turns} turns"


def _heading(d: Data, s: State) -> Iterator[str]:
    ground = ground_of(d, s)
    yield f"{ground.en}. {turn_words(d, s)}{', winter' if ground.winter else ''}"
    yield f"Cards to come: {', '.join(s.deck) or 'none'}"
    for objective in ground.objectives:
        held = controller(d, s, objective.at)
        worth = f", {objective.points} points" if objective.points else ""
        yield f"{objective.id} {_at(objective.at)}{worth}: held by {_SIDE_NAMES[held] if held else 'nobody'}"
    red, white = victory_points(d, s, "red"), victory_points(d, s, "white")
    yield f"Victory: {ground.victory.replace('_', ' ')}; points {red} Red, {white} White"


def _at(point: Point) -> str:
    return f"{point[0]},{point[1]}"


def _map(d: Data, s: State) -> Iterator[str]:
    """The table from north to south, with millimetres at its sides."""
    ground = ground_of(d, s)
    columns, rows = -(-ground.table.width // ACROSS), -(-ground.table.height // UP)
    canvas = _ground(ground.table, columns, rows)

    def put(point: Point, sign: str) -> None:
        canvas[min(point[1] // UP, rows - 1)][min(point[0] // ACROSS, columns - 1)] = sign

    for line in ground.table.lines:
        for start, end in zip(line.points, line.points[1:], strict=False):
            steps = leg_length(start, end) // 5 + 1
            for step in range(steps + 1):
                across, up = (start[axis] + (end[axis] - start[axis]) * step // steps for axis in (0, 1))
                put((across, up), TERRAIN.get(line.type.id, "?"))
    for _, post in ground.posts:
        put(post, MARKS["aid post"])
    for objective in ground.objectives:
        put(objective.at, MARKS["objective"])
    for gun in s.guns.values():
        if gun.at is not None:
            put(gun.at, MARKS["weapon on the ground"])
    names = letters(d, s)
    for side in SIDES:
        for element in elements_of(d, s, side):
            for figure in members(d, s, element):
                put(s.figures[figure].at, names[soldier(d, s, figure).unit])
    for row in reversed(range(rows)):
        yield f"{row * UP:>5} {''.join(canvas[row])}"
    yield "      " + "".join(f"{column * ACROSS:<10}" for column in range(0, columns, 10)).rstrip()


def _ground(table: Table, columns: int, rows: int) -> list[list[str]]:
    """What is in the middle of each character's ground: the first area of the table that contains it."""
    canvas = [["."] * columns for _ in range(rows)]
    for area in reversed((*table.areas, *table.hills)):
        sign, (west, south, east, north) = TERRAIN.get(area.type.id, "?"), area.shape.box
        for row in range(max(0, south // UP), min(rows, north // UP + 1)):
            for column in range(max(0, west // ACROSS), min(columns, east // ACROSS + 1)):
                if area.shape.contains((column * ACROSS + ACROSS // 2, row * UP + UP // 2)):
                    canvas[row][column] = sign
    return canvas


def cover_words(d: Data, s: State) -> dict[str, str]:
    """For each type of terrain on the table what it does, in words."""
    table = ground_of(d, s).table
    kinds = {area.type.id: area.type for area in (*table.areas, *table.hills)}
    kinds |= {line.type.id: line.type for line in table.lines}
    found: dict[str, str] = {}
    for name, kind in sorted(kinds.items()):
        words = [] if kind.kind == "hill" else [f"cover {kind.cover}"]
        words += [
            word
            for word, holds in (
                ("difficult", kind.difficult),
                ("impassable", kind.impassable),
                ("dense", kind.dense),
                ("hides", kind.opaque or kind.blocks_sight),
            )
            if holds
        ]
        found[name] = ", ".join(words)
    return found


def _legend(d: Data, s: State) -> Iterator[str]:
    """One sign after the other, as many to a line as fit."""
    entries = [f"{TERRAIN.get(name, '?')} {name.replace('_', ' ')} ({w})" for name, w in cover_words(d, s).items()]
    line = ". open ground (cover 6)"
    for entry in (*entries, *(f"{sign} {name}" for name, sign in MARKS.items())):
        if len(line) + len(entry) > 110:
            yield line
            line = entry
        else:
            line += f"   {entry}"
    yield line


def states_of(d: Data, s: State, element: str) -> list[str]:
    """What a table would mark beside an element."""
    me = s.elements[element]
    marks = {
        "prone": me.prone,
        "fleeing": me.fleeing,
        f"in melee {me.melee}": me.melee > 0,
        "on overwatch": me.waiting,
        "covering": me.covering,
        "activated": me.activated,
        "has fired in defence": me.defended,
        "may not move": me.halted,
        "no squad leader": me.kind == "unit" and is_leaderless(d, s, element),
        f"on the way to {me.goal}": bool(me.goal),
    }
    return [mark for mark, holds in marks.items() if holds]


def _forces(d: Data, s: State, side: Side) -> Iterator[str]:
    present = sorted(elements_of(d, s, side), key=number_of)
    yield f"{_SIDE_NAMES[side]}, own edge {ground_of(d, s).edges[side]}:{'' if present else ' nobody on the table'}"
    yield from _to_be_placed(d, s, side)
    for element in present:
        yield from _element(d, s, element)


def _to_be_placed(d: Data, s: State, side: Side) -> Iterator[str]:
    """In a free deployment the zone, and who is still to be placed in it."""
    ground = ground_of(d, s)
    units = [info for info in ground.roster.units.values() if info.side == side and info.id not in s.elements]
    if units and s.frames and isinstance(s.frames[-1], e.AskDeployment):
        west, south, east, north = ground.zones[side]
        yield f"  to be placed between {west},{south} and {east},{north}:"
        for info in units:
            words = [f"{info.size} {'man' if info.size == 1 else 'men'}", *_worth(d, info)]
            yield f"  {info.id} {info.en}: {', '.join(words)}"


def _worth(d: Data, info: UnitInfo) -> list[str]:
    """What a unit's soldiers need on their dice, their weapon and kit; single figures tell where they differ."""
    kind = info.type
    kit = [name.replace("snow_suit", "snow suits") for name in info.table.kit]
    return [f"skill {kind.skill}, morale {kind.morale}", _weapon(d.weapons[kind.weapon]), *kit]


def _weapon(weapon: WeaponTable) -> str:
    """Its range, and its dice where it has more than one."""
    alone = f" ({weapon.dice_without_loader} without loader)" if weapon.dice_without_loader is not None else ""
    dice = f" {weapon.dice} dice{alone}" if weapon.dice > 1 else ""
    return f"{weapon.id} {weapon.range} mm{dice}"


def _element(d: Data, s: State, element: str) -> Iterator[str]:
    me, figures, roster = s.elements[element], members(d, s, element), ground_of(d, s).roster
    title = {
        "unit": roster.units[me.owner].en if me.owner in roster.units else "",
        "leader": roster.units[me.owner].en if me.owner in roster.units else "",
        "evacuation": "carried away",
        "returner": "escort on his way back",
        "medic": "medic on his way",
        "left": "left behind",
    }[me.kind]
    words = [f"{len(able(d, s, element))} able, base {me.base}"]
    words += _worth(d, roster.units[me.owner]) if me.kind in ("unit", "leader") else []
    words += states_of(d, s, element)
    if near := _nearest(d, s, element):
        words.append(near)
    sign = letters(d, s).get(soldier(d, s, figures[0]).unit, "?")
    yield f"  {sign} {element} {title}: {', '.join(words)}"
    told = [_figure(d, s, figure, me.owner) for figure in figures]
    for first in range(0, len(told), _FIGURES_A_LINE):
        yield "      " + "   ".join(told[first : first + _FIGURES_A_LINE])


def _nearest(d: Data, s: State, element: str) -> str:
    own, side = standing(d, s, members(d, s, element)), s.elements[element].side
    ranges = [(range_between(own, standing(d, s, members(d, s, foe))), foe) for foe in elements_of(d, s, OTHER[side])]
    distance, foe = min(ranges, key=lambda entry: entry[0], default=(0, ""))
    return f"{foe} at {distance} mm" if foe else ""


def _figure(d: Data, s: State, name: str, owner: str) -> str:
    """Number, place, floor, and what is not as with the unit: a wound, values, a weapon, a skill."""
    figure, man = s.figures[name], soldier(d, s, name)
    words = [name if man.unit != owner else f".{man.number}", _at(figure.at)]
    if figure.level:
        words.append(f"floor {figure.level}")
    if figure.status != "ok":
        words.append(figure.status)
    host = ground_of(d, s).roster.units[owner].type
    if (man.skill, man.morale) != (host.skill, host.morale):
        words.append(f"skill {man.skill} morale {man.morale}")
    words += [_weapon(weapon) for _, weapon in arms_of(d, s, name) if weapon.id != host.weapon]
    words += [skill for skill, holds in (("medic", man.medic), ("no retreat", man.no_retreat)) if holds]
    if name in s.squad_leaders.values():
        words.append("leads")
    return " ".join(words)


def _table(d: Data, s: State) -> Iterator[str]:
    for name, gun in sorted(s.guns.items()):
        if gun.at is not None:
            yield f"On the ground: {name} ({gun.weapon}) at {_at(gun.at)}"
    shots = [
        f"{shooter} at {target}, {leg_length(s.figures[shooter].at, s.figures[target].at)} mm"
        for shooter, target in s.last_shots
    ]
    yield f"Last shots: {'; '.join(shots) or 'none'}"
    out: dict[tuple[Side, str], int] = {}
    for name, figure in s.figures.items():
        if figure.status not in ("ok", "light", "severe"):
            key = (soldier(d, s, name).side, figure.status)
            out[key] = out.get(key, 0) + 1
    gone = [f"{number} {_SIDE_NAMES[side]} {status}" for (side, status), number in sorted(out.items())]
    yield f"Out of play: {', '.join(gone) or 'nobody'}"
