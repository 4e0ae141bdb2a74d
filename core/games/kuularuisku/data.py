"""The component data, loaded and checked once: unit table, weapons, terrain, charts, scenarios."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.core.component_data import Provenance, content_of, data_digest, load_files, provenance, refuse_faulty
from wardiary.core.games.kuularuisku.checks import breaches, pieces_of
from wardiary.core.games.kuularuisku.components import (
    ChartsFile,
    Files,
    ObjectiveTable,
    PointsTable,
    ScenarioTable,
    UnitTypeTable,
    WeaponTable,
)
from wardiary.core.games.kuularuisku.roster import Roster, Soldier, UnitInfo, build_roster
from wardiary.core.games.kuularuisku.terrain import Edge, Measures, Table, lay_table
from wardiary.core.kit.plane.measure import Point, Vector
from wardiary.events.kuularuisku import Side, WoundResult

__all__ = ["OTHER", "PACKAGE", "Data", "Ground", "load_data", "unit_points"]

PACKAGE = "wardiary.core.games.kuularuisku"
_ANY_ORDER: Mapping[str, str] = {
    "units.unit_type": "id",
    "weapons.weapon": "id",
    "terrain.terrain": "id",
    "charts.skill": "id",
    **{f"{file}.scenario.{key}": "id" for file in ("s1", "s2", "s3", "s4", "own") for key in ("area", "line", "unit")},
}
"""Lists whose order means nothing."""
OTHER: Mapping[Side, Side] = {"red": "white", "white": "red"}


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
    files: Files
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

    @property
    def provenance(self) -> Provenance:
        """For each file the mark of each datum."""
        return provenance(self.files)

    def soldier(self, scenario: str, figure: str) -> Soldier:
        """A figure as the scenario has it."""
        return self.grounds[scenario].roster.soldiers[figure]


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    files = load_files(PACKAGE, replaced, Files)
    measures = _measures(files.charts)
    refuse_faulty(breaches(files, measures))
    return _assemble(files, measures, replaced)


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
        digest=data_digest(content_of(files, _ANY_ORDER)),
        replaced=dict(replaced),
        files=files,
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
            name: _ground(scenario, files, measures, types, weapons) for name, scenario in files.scenarios.items()
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
