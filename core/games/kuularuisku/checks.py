"""What component data must be before a game may be played with it.

Each check yields lines "file: key: reason", with the clause where there is one; none is what is wanted. Shapes, unknown
fields and bounds of numbers have been judged by the decoder before.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from wardiary.core.component_data import twice
from wardiary.core.games.kuularuisku.components import (
    AreaTable,
    Files,
    ScenarioTable,
    TerrainTable,
    UnitTable,
    UnitTypeTable,
)
from wardiary.core.games.kuularuisku.formations import slots
from wardiary.core.games.kuularuisku.roster import GUN_KINDS, NO_RETREAT
from wardiary.core.games.kuularuisku.terrain import (
    Measures,
    Piece,
    Table,
    TerrainType,
    has_level,
    is_impassable,
    is_on_high_wall,
    is_on_table,
    lay_table,
    terrain_faults,
)
from wardiary.core.kit.plane.measure import Point, closer, groups, in_box, within
from wardiary.events.kuularuisku import SIDES

__all__ = ["breaches", "pieces_of", "victory_of"]

_VICTORY = re.compile(r"(red|white)_controls_(.+)")
_OF = re.compile(r"([0-9]+)_of_([0-9]+)")
_FIGURES, _DICE = 200, 256
"""Of one side: as many figures as move in one event, as many dice as are rolled in one."""
_NATIONS = {"ruotsalainen": "SE", "saksalainen": "DE", "venalainen": "RU"}
_NOT_GIVEN = {
    "johtaja": "makes a leader, who is a unit by himself (KUU-T-02)",
    "monikielinen": "needs languages, which a unit type has (KUU-T-30)",
    **dict.fromkeys(_NATIONS, "is the nationality of a whole unit, which its type has (KUU-T-31)"),
}
"""Skills that single figures of a scenario cannot be given, and why."""
_GOALS = frozenset({"own", "edge"})
"""Words for goals of groups of wounded, which no unit can have as its id (KUU-5.6-08, -09)."""


def breaches(files: Files, measures: Measures) -> Iterator[str]:
    """Every breach, file by file; scenarios are judged only when the tables that they use stand."""
    found = [*_weapons(files), *_terrain(files), *_units(files), *_charts(files)]
    yield from found
    if found:
        return
    for name, scenario in files.scenarios.items():
        yield from _scenario(f"{name.lower()}.toml: scenario", name, scenario, files, measures)


def pieces_of(scenario: ScenarioTable, files: Files) -> list[Piece]:
    """The scenario's terrain as the table wants it; unknown types are told by `breaches`."""
    types = {entry.id: _type_of(entry) for entry in files.terrain.terrain}
    found = [
        Piece(id=area.id, type=types[area.type], points=area.polygon, height=area.height or _floors(area, types))
        for area in scenario.area
    ]
    return found + [Piece(id=line.id, type=types[line.type], points=line.points) for line in scenario.line]


def _floors(area: AreaTable, types: Mapping[str, TerrainType]) -> int:
    """A building has one floor unless it says otherwise."""
    return (area.floors or 1) if types[area.type].opaque else 0


def _type_of(entry: TerrainTable) -> TerrainType:
    return TerrainType(
        id=entry.id,
        kind=entry.kind,
        cover=entry.cover or 6,
        difficult=entry.difficult,
        impassable=entry.impassable,
        dense=entry.dense,
        opaque=entry.opaque,
        blocks_sight=entry.blocks_sight,
    )


def victory_of(words: str) -> tuple[str, str, int] | None:
    """Side, objective ("" for any) and number of objectives to control; None for points or for what is neither."""
    matched = _VICTORY.fullmatch(words)
    if matched is None:
        return None
    if of := _OF.fullmatch(matched[2]):
        return matched[1], "", int(of[1])
    return matched[1], matched[2], 1


def _weapons(files: Files) -> Iterator[str]:
    yield from twice("weapons.toml: weapon", (entry.id for entry in files.weapons.weapon))
    for entry in files.weapons.weapon:
        where = f"weapons.toml: weapon {entry.id}"
        special = entry.half_speed or entry.no_move_and_fire or entry.dice_without_loader is not None
        if special and entry.kind not in GUN_KINDS:
            yield f"{where}.class: only lmg and mg are slow, have a loader, or forbid to move and fire (KUU-5.5-13)"
        if entry.dice_without_loader is not None and entry.dice_without_loader > entry.dice:
            yield f"{where}.dice_without_loader: more than with a loader"


def _terrain(files: Files) -> Iterator[str]:
    yield from twice("terrain.toml: terrain", (entry.id for entry in files.terrain.terrain))
    for entry in files.terrain.terrain:
        where = f"terrain.toml: terrain {entry.id}"
        if (entry.cover is None) != (entry.kind == "hill"):
            yield f"{where}.cover: areas and lines have one, hills have none"
        if entry.kind == "linear" and (entry.difficult or entry.dense or entry.opaque or entry.impassable):
            yield f"{where}: a line is neither difficult nor dense, opaque or impassable (KUU-3.1-01)"
        if entry.blocks_sight and entry.kind != "linear":
            yield f"{where}.blocks_sight: of lines only; an area is opaque or dense"


def _units(files: Files) -> Iterator[str]:
    weapons, skills = {w.id: w for w in files.weapons.weapon}, {skill.id for skill in files.charts.skill}
    yield from twice("units.toml: unit_type", (entry.id for entry in files.units.unit_type))
    for entry in files.units.unit_type:
        where = f"units.toml: unit_type {entry.id}"
        for key, name in [("weapon", entry.weapon), *(("special", name) for name in entry.special.values())]:
            if name not in weapons:
                yield f"{where}.{key}: no weapon {name!r} in weapons.toml"
        if entry.weapon in weapons and weapons[entry.weapon].kind in GUN_KINDS:
            yield f"{where}.weapon: {entry.weapon} is a special weapon, which figures have by number (KUU-5.5-13)"
        for number in entry.special:
            yield from _number(f"{where}.special", number, entry.size)
        for name in entry.skills:
            if name not in skills:
                yield f"{where}.skills: no skill {name!r} in charts.toml"
        yield from _leader(where, entry)


def _leader(where: str, entry: UnitTypeTable) -> Iterator[str]:
    if entry.leader != ("johtaja" in entry.skills):
        yield f"{where}.skills: leaders have johtaja, and nobody else of the unit table (KUU-T-02)"
    if entry.leader and entry.size != 1:
        yield f"{where}.size: a leader is one figure (KUU-1.0-01)"
    if entry.leader and entry.squad_leader:
        yield f"{where}.squad_leader: squad leaders are not leaders (KUU-1.3-04)"
    if NO_RETREAT in entry.skills and not entry.leader:
        yield f"{where}.skills: {NO_RETREAT} is for leaders (KUU-T-03)"
    if ("monikielinen" in entry.skills) != (len(entry.languages) > 1):
        yield f"{where}.languages: monikielinen has more than one, and nobody else (KUU-T-30)"
    for skill, nation in _NATIONS.items():
        if skill in entry.skills and entry.nationality != nation:
            yield f"{where}.skills: {skill} has the nationality {nation}, not {entry.nationality} (KUU-T-31)"
    if entry.languages and not entry.leader:
        yield f"{where}.languages: of leaders only (KUU-T-30)"
    if entry.languages and entry.nationality not in entry.languages:
        yield f"{where}.languages: {entry.nationality} is his own and must be among them (KUU-T-31)"


def _number(where: str, number: str, size: int) -> Iterator[str]:
    if number not in {str(figure) for figure in range(1, size + 1)}:
        yield f"{where}: no figure {number!r}; there are 1 to {size} (KUU-S-05)"


def _charts(files: Files) -> Iterator[str]:
    charts = files.charts
    yield from twice("charts.toml: skill", (skill.id for skill in charts.skill))
    measures = charts.measures
    if measures.min_sep > measures.contact or measures.contact > measures.cohesion:
        yield "charts.toml: measures: min_sep, contact and cohesion must not shrink in this order (KUU-G-04)"


def _scenario(where: str, name: str, scenario: ScenarioTable, files: Files, measures: Measures) -> Iterator[str]:
    if scenario.id != name:
        yield f"{where}.id: {scenario.id!r}, it must be {name!r}"
    found = [*_frame(where, scenario), *_types(where, scenario, files)]
    yield from found
    if found:
        return
    pieces = pieces_of(scenario, files)
    found = [f"{where}.area or line: {fault}" for fault in terrain_faults(*scenario.table, pieces)]
    yield from found
    if not found:
        yield from _forces(where, scenario, files, lay_table(*scenario.table, pieces, measures))


def _frame(where: str, scenario: ScenarioTable) -> Iterator[str]:
    box = (0, 0, *scenario.table)
    for key, table in (("edges", scenario.edges), ("zones", scenario.zones)):
        if len(table) != 2:
            yield f"{where}.{key}: one for red and one for white"
    if len(set(scenario.edges.values())) != len(scenario.edges):
        yield f"{where}.edges: both sides have the same edge (KUU-G-16)"
    for side, zone in scenario.zones.items():
        if zone[0] > zone[2] or zone[1] > zone[3] or not (in_box(zone[:2], box) and in_box(zone[2:], box)):
            yield f"{where}.zones.{side}: west, south, east and north on the table (KUU-G-01)"
    for key, points in (("objectives", scenario.objectives), ("aid_posts", scenario.aid_posts)):
        for entry in points:
            if not in_box(entry.at, box):
                yield f"{where}.{key}: {list(entry.at)} is off the table (KUU-G-01)"
    yield from twice(f"{where}.objectives", (entry.id for entry in scenario.objectives))
    yield from twice(f"{where}.special_actions", scenario.special_actions)
    yield from _victory(where, scenario)


def _victory(where: str, scenario: ScenarioTable) -> Iterator[str]:
    if scenario.victory == "points":
        return
    goal = victory_of(scenario.victory)
    if goal is None:
        yield f"{where}.victory: {scenario.victory!r}; there are points, SIDE_controls_OBJECTIVE, SIDE_controls_N_of_M"
        return
    _, objective, number = goal
    of = int(scenario.victory.rpartition("_")[2]) if not objective else 0
    known = [entry.id for entry in scenario.objectives]
    if objective and objective not in known:
        yield f"{where}.victory: no objective {objective!r}; there are {', '.join(known) or 'none'} (KUU-S-06)"
    if not objective and not 1 <= number <= len(known) == of:
        yield f"{where}.victory: {number} of {of} objectives to control, there are {len(known)} (KUU-S-06)"


def _types(where: str, scenario: ScenarioTable, files: Files) -> Iterator[str]:
    terrain = {entry.id: entry for entry in files.terrain.terrain}
    for key, entries in (("area", scenario.area), ("line", scenario.line)):
        yield from twice(f"{where}.{key}", (entry.id for entry in entries))
        for entry in entries:
            kind = terrain.get(entry.type)
            if kind is None:
                yield f"{where}.{key} {entry.id}.type: no terrain {entry.type!r} in terrain.toml"
            elif (kind.kind == "linear") != (key == "line"):
                yield f"{where}.{key} {entry.id}.type: {entry.type} is no {key}"
            elif key == "area":
                if (entry.height is not None) != (kind.kind == "hill"):  # type: ignore[union-attr]
                    yield f"{where}.area {entry.id}.height: hills have one, nothing else"
                if entry.floors is not None and (kind.kind == "hill" or not kind.opaque):  # type: ignore[union-attr]
                    yield f"{where}.area {entry.id}.floors: of buildings only (KUU-G-25)"
    types = {entry.id: entry for entry in files.units.unit_type}
    known = {w.id for w in files.weapons.weapon} | {skill.id for skill in files.charts.skill}
    yield from twice(f"{where}.unit", (unit.id for unit in scenario.unit))
    for unit in scenario.unit:
        if unit.id in _GOALS:
            yield f"{where}.unit {unit.id}.id: that is where wounded men and escorts go, call it otherwise (KUU-5.6-09)"
        kind_of_unit = types.get(unit.type)
        if kind_of_unit is None:
            yield f"{where}.unit {unit.id}.type: no unit type {unit.type!r} in units.toml"
            continue
        size = unit.size or kind_of_unit.size
        if kind_of_unit.leader and size != 1:
            yield f"{where}.unit {unit.id}.size: a leader is one figure (KUU-1.0-01)"
        if wrong := [number for number in kind_of_unit.special if int(number) > size]:
            yield f"{where}.unit {unit.id}.size: figure {wrong[0]} has a special weapon (KUU-S-05)"
        for number, given in unit.give.items():
            yield from _number(f"{where}.unit {unit.id}.give", number, size)
            if given not in known:
                yield f"{where}.unit {unit.id}.give: {given!r} is no weapon and no skill"
            if given in _NOT_GIVEN:
                yield f"{where}.unit {unit.id}.give: {given} {_NOT_GIVEN[given]}"
            if given == NO_RETREAT and not kind_of_unit.leader:
                yield f"{where}.unit {unit.id}.give: {given} is for leaders (KUU-T-03)"
    if all(unit.type in types for unit in scenario.unit):
        yield from _sizes(where, scenario.unit, types, {entry.id: entry.dice for entry in files.weapons.weapon})


def _sizes(
    where: str, units: Iterable[UnitTable], types: Mapping[str, UnitTypeTable], dice: Mapping[str, int]
) -> Iterator[str]:
    """Both sides are there, and no more than what one roll and one event can hold."""
    for side in SIDES:
        own = [(unit, types[unit.type]) for unit in units if types[unit.type].side == side]
        if not own:
            yield f"{where}.unit: {side} has no unit"
        figures = sum(unit.size or kind.size for unit, kind in own)
        if figures > _FIGURES:
            yield f"{where}.unit: {side} has {figures} figures; there is room for {_FIGURES}"
        fired = sum((unit.size or kind.size) * dice[kind.weapon] for unit, kind in own)
        fired += sum(dice.get(name, 0) for unit, kind in own for name in (*kind.special.values(), *unit.give.values()))
        if fired > _DICE:
            yield f"{where}.unit: {side} could fire {fired} dice at once; there is room for {_DICE}"


def _forces(where: str, scenario: ScenarioTable, files: Files, table: Table) -> Iterator[str]:
    """KUU-S-04, KUU-G-01, -04, -11, -18, -25, KUU-1.0-02: where the figures stand."""
    types = {entry.id: entry for entry in files.units.unit_type}
    steps, measures, stood = files.charts.formation.steps, table.measures, []
    for unit in scenario.unit:
        kind, label = types[unit.type], f"{where}.unit {unit.id}.at"
        places = slots(steps, unit.formation, unit.at, unit.heading, unit.size or kind.size)
        yield from _places(label, unit, places, table, scenario.zones[kind.side])
        if len(groups(places, lambda one, other: within(one, other, measures.cohesion))) > 1:
            yield f"{label}: its figures are more than {measures.cohesion} mm apart (KUU-1.0-02)"
        stood += [(unit.id, kind.side, place, unit.level) for place in places]
    for (one, side, place, level), (other, other_side, other_place, other_level) in combinations(stood, 2):
        if level == other_level and closer(place, other_place, measures.min_sep):
            near = f"{where}.unit {other}.at: {list(other_place)}"
            yield f"{near} is closer than {measures.min_sep} mm to {one} (KUU-G-04)"
        elif level == other_level and side != other_side and within(place, other_place, measures.contact):
            yield f"{where}.unit {other}.at: {list(other_place)} is in contact with {one} (KUU-G-18)"


def _places(
    label: str, unit: UnitTable, places: Iterable[Point], table: Table, zone: tuple[int, int, int, int]
) -> Iterator[str]:
    for place in places:
        if not is_on_table(table, place):
            yield f"{label}: {list(place)} is off the table (KUU-G-01)"
        elif not in_box(place, zone):
            yield f"{label}: {list(place)} is outside of its zone (KUU-S-04)"
        elif is_impassable(table, place):
            yield f"{label}: {list(place)} is in impassable ground (KUU-G-18)"
        elif is_on_high_wall(table, place):
            yield f"{label}: {list(place)} is on a wall that nobody stands on (KUU-G-11)"
        elif not has_level(table, place, unit.level):
            yield f"{label}: there is no level {unit.level} at {list(place)} (KUU-G-25)"
