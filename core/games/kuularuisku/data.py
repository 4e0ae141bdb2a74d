"""The component data, loaded and checked once: unit table, weapons, terrain, charts, scenarios."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from wardiary.core.data_files import data_digest, data_texts, parse
from wardiary.core.games.kuularuisku.checks import breaches, pieces_of
from wardiary.core.games.kuularuisku.components import (
    ChartsFile,
    ObjectiveTable,
    PointsTable,
    ScenarioFile,
    ScenarioTable,
    TerrainFile,
    UnitsFile,
    UnitTypeTable,
    WeaponsFile,
    WeaponTable,
)
from wardiary.core.games.kuularuisku.roster import Roster, Soldier, UnitInfo, build_roster
from wardiary.core.games.kuularuisku.terrain import Edge, Measures, Table, lay_table
from wardiary.core.kit.plane.measure import Point, Vector
from wardiary.events.errors import DataError
from wardiary.events.kuularuisku import Side, WoundResult

__all__ = ["OTHER", "PACKAGE", "SCENARIO_FILES", "Data", "Files", "Ground", "load_data", "provenance", "unit_points"]

PACKAGE = "wardiary.core.games.kuularuisku"
SCENARIO_FILES: Mapping[str, str] = {
    "S1": "s1.toml",
    "S2": "s2.toml",
    "S3": "s3.toml",
    "S4": "s4.toml",
    "own": "own.toml",
}
"""The file of each scenario; the last is for players' own."""
OTHER: Mapping[Side, Side] = {"red": "white", "white": "red"}

T = TypeVar("T", bound=Struct)


class Files(Struct, frozen=True, kw_only=True):
    """The data files, each in its own shape."""

    units: UnitsFile
    weapons: WeaponsFile
    terrain: TerrainFile
    charts: ChartsFile
    scenarios: dict[str, ScenarioFile]


@dataclass(frozen=True, kw_only=True)
class Ground:
    """A scenario made ready: the table, who is on it, how it is won."""

    id: str
    en: str
    fi: str
    table: Table
    roster: Roster
    turns: int
    winter: bool
    edges: Mapping[Side, Edge]
    defender: Side
    zones: Mapping[Side, tuple[int, int, int, int]]
    posts: tuple[tuple[Side, Point], ...]
    special_actions: tuple[str, ...]
    objectives: tuple[ObjectiveTable, ...]
    victory: str
    source: ScenarioTable

    def unit(self, figure: str) -> UnitInfo:
        """The unit of which a figure was at the start."""
        return self.roster.units[self.roster.soldiers[figure].unit]


@dataclass(frozen=True, kw_only=True)
class Data:
    """All that is in the data files. Never changed."""

    digest: str
    replaced: Mapping[str, str]
    types: Mapping[str, UnitTypeTable]
    weapons: Mapping[str, WeaponTable]
    charts: ChartsFile
    measures: Measures
    command: int
    rally: int
    no_retreat: int
    medic: int
    control: int
    post_radius: int
    normal: int
    fast: int
    wound_table: tuple[WoundResult, ...]
    steps: tuple[Vector, ...]
    grounds: Mapping[str, Ground]

    def soldier(self, scenario: str, figure: str) -> Soldier:
        """A figure as the scenario has it."""
        return self.grounds[scenario].roster.soldiers[figure]


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    parsed = parse(data_texts(PACKAGE), replaced)
    files = Files(
        units=_shape("units.toml", parsed, UnitsFile),
        weapons=_shape("weapons.toml", parsed, WeaponsFile),
        terrain=_shape("terrain.toml", parsed, TerrainFile),
        charts=_shape("charts.toml", parsed, ChartsFile),
        scenarios={name: _shape(file, parsed, ScenarioFile) for name, file in SCENARIO_FILES.items()},
    )
    measures = _measures(files.charts)
    if found := list(breaches(files, SCENARIO_FILES, measures)):
        raise DataError("; ".join(found))
    return _assemble(files, measures, replaced)


def _shape(name: str, parsed: Mapping[str, Any], table: type[T]) -> T:
    try:
        return msgspec.convert(parsed[name], table)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        key = path.rstrip("`").lstrip(".") or "the file"
        raise DataError(f"{name}: {key}: {reason}") from error


def _measures(charts: ChartsFile) -> Measures:
    table = charts.measures
    return Measures(
        min_sep=table.min_sep,
        contact=table.contact,
        figure_radius=table.figure_radius,
        cohesion=table.cohesion,
        close_range=table.close_range,
        dense_sight=table.dense_sight,
        linear_cover=table.linear_cover,
        floor_cost=table.floor_cost,
        fall_back=table.fall_back,
        difficult_divisor=charts.movement.difficult_divisor,
        open_cover=charts.cover.open,
        snow_cover=table.snow_cover,
    )


def _assemble(files: Files, measures: Measures, replaced: Mapping[str, str]) -> Data:
    charts, table = files.charts, files.charts.measures
    types = {entry.id: entry for entry in files.units.unit_type}
    weapons = {entry.id: entry for entry in files.weapons.weapon}
    return Data(
        digest=data_digest(_content(files)),
        replaced=dict(replaced),
        types=types,
        weapons=weapons,
        charts=charts,
        measures=measures,
        command=table.command,
        rally=table.rally,
        no_retreat=table.no_retreat,
        medic=table.medic,
        control=table.control,
        post_radius=table.post_radius,
        normal=charts.movement.normal,
        fast=charts.movement.fast,
        wound_table=charts.wounds.results,
        steps=charts.formation.steps,
        grounds={
            name: _ground(file.scenario, files, measures, types, weapons) for name, file in files.scenarios.items()
        },
    )


def _ground(
    source: ScenarioTable,
    files: Files,
    measures: Measures,
    types: Mapping[str, UnitTypeTable],
    weapons: Mapping[str, WeaponTable],
) -> Ground:
    return Ground(
        id=source.id,
        en=source.en,
        fi=source.fi,
        table=lay_table(*source.table, pieces_of(source, files), measures),
        roster=build_roster(source.unit, types, weapons, files.charts.formation.steps),
        turns=source.turns,
        winter=source.winter,
        edges=dict(source.edges),
        defender=source.defender,
        zones=dict(source.zones),
        posts=tuple((post.side, post.at) for post in source.aid_posts),
        special_actions=source.special_actions,
        objectives=source.objectives,
        victory=source.victory,
        source=source,
    )


def _content(files: Files) -> object:
    """What the digest covers: everything but the marks, whatever the order of entries that are known by their ids."""
    plain = msgspec.to_builtins(files)
    for name, key in (("units", "unit_type"), ("weapons", "weapon"), ("terrain", "terrain"), ("charts", "skill")):
        plain[name][key] = sorted(plain[name][key], key=lambda entry: str(entry["id"]))
    for file in plain["scenarios"].values():
        for key in ("area", "line", "unit"):
            file["scenario"][key] = sorted(file["scenario"][key], key=lambda entry: str(entry["id"]))
    return _without_marks(plain)


def _without_marks(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_marks(inner) for key, inner in value.items() if key != "fact"}
    return [_without_marks(inner) for inner in value] if isinstance(value, list | tuple) else value


def provenance(replaced: Mapping[str, str]) -> dict[str, str]:
    """For every key of every table, as "file: table.key": "fact" or "reconstructed"."""
    marks: dict[str, str] = {}
    for name, content in parse(data_texts(PACKAGE), replaced).items():
        for key, value in content.items():
            entries = value if isinstance(value, list) else [value]
            for entry in entries:
                label = f"{name}: {key} {entry['id']}" if "id" in entry else f"{name}: {key}"
                marks |= {
                    f"{label}.{field}": "fact" if field in entry.get("fact", ()) else "reconstructed"
                    for field in entry
                    if field != "fact"
                }
    return marks


def unit_points(d: Data, scenario: str, unit: str) -> int:
    """What a unit is worth, for building forces: its soldiers, their weapons, skills and kit."""
    roster, table, total = d.grounds[scenario].roster, d.charts.points, 0
    info = roster.units[unit]
    for figure in info.figures:
        soldier = roster.soldiers[figure]
        total += (7 - soldier.skill) + (7 - soldier.morale)
        total += table.leader * soldier.leader + table.grenades * info.grenades + table.snow_suit * soldier.snow_suit
        total += table.no_retreat * soldier.no_retreat + table.languages * (len(soldier.languages) > 1)
        total += table.medic * soldier.medic + _gun_points(d.weapons.get(soldier.gun), table)
    return total


def _gun_points(weapon: WeaponTable | None, table: PointsTable) -> int:
    if weapon is None:
        return 0
    return weapon.dice * (table.machine_gun_die if weapon.kind == "mg" else table.light_machine_gun_die)
