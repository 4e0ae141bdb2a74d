"""Who is in a scenario: every unit and soldier, what they are and have, in fixed order."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.core.games.kuularuisku.components import UnitTable, UnitTypeTable, WeaponTable
from wardiary.core.games.kuularuisku.formations import slots
from wardiary.core.kit.plane.measure import Point, Vector
from wardiary.events.kuularuisku import Side

__all__ = ["GUN_KINDS", "MEDIC", "NO_RETREAT", "Roster", "Soldier", "UnitInfo", "build_roster", "figure_id"]

GUN_KINDS = frozenset({"lmg", "mg"})
"""Classes of weapons that are special: others may take them over (KUU-5.5-13)."""
MEDIC = "valskari"
NO_RETREAT = "ei_peraannyta"
_SNOW_SUIT = "lumipuku"


@dataclass(frozen=True, kw_only=True)
class UnitInfo:
    """A unit as the scenario has it."""

    id: str
    type: UnitTypeTable
    side: Side
    en: str
    fi: str
    size: int
    leader: bool
    squad_leader: bool
    grenades: bool
    nationality: str
    table: UnitTable
    figures: tuple[str, ...]
    places: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class Soldier:
    """A figure as the scenario has it; `weapon` is empty for one who has a special weapon instead (KUU-S-05)."""

    id: str
    unit: str
    number: int
    side: Side
    skill: int
    morale: int
    weapon: str
    gun: str
    leader: bool
    languages: frozenset[str]
    skills: frozenset[str]

    @property
    def medic(self) -> bool:
        """Whether he is a *välskäri*."""
        return MEDIC in self.skills

    @property
    def no_retreat(self) -> bool:
        """Whether he has *Ei peräännytä!*."""
        return NO_RETREAT in self.skills

    @property
    def snow_suit(self) -> bool:
        """Whether he wears a *lumipuku*."""
        return _SNOW_SUIT in self.skills


@dataclass(frozen=True, kw_only=True)
class Roster:
    """All units and soldiers of a scenario."""

    units: Mapping[str, UnitInfo]
    soldiers: Mapping[str, Soldier]
    rank: Mapping[str, int]
    """Figures in id order: by unit, then number."""


def figure_id(unit: str, number: int) -> str:
    """Unit, a dot, number."""
    return f"{unit}.{number}"


def build_roster(
    units: tuple[UnitTable, ...],
    types: Mapping[str, UnitTypeTable],
    weapons: Mapping[str, WeaponTable],
    steps: tuple[Vector, ...],
) -> Roster:
    """The roster of a force list that has been checked (KUU-S-05, KUU-T-31)."""
    infos = {table.id: _unit(table, types[table.type], steps) for table in sorted(units, key=lambda table: table.id)}
    soldiers = {
        soldier.id: soldier for info in infos.values() for soldier in _soldiers(info, types[info.table.type], weapons)
    }
    return Roster(units=infos, soldiers=soldiers, rank={figure: rank for rank, figure in enumerate(soldiers)})


def _unit(table: UnitTable, kind: UnitTypeTable, steps: tuple[Vector, ...]) -> UnitInfo:
    size = table.size or kind.size
    return UnitInfo(
        id=table.id,
        type=kind,
        side=kind.side,
        en=table.en or kind.en,
        fi=table.fi or kind.fi,
        size=size,
        leader=kind.leader,
        squad_leader=kind.squad_leader,
        grenades="grenades" in table.kit,
        nationality=kind.nationality,
        table=table,
        figures=tuple(figure_id(table.id, number) for number in range(1, size + 1)),
        places=slots(steps, table.formation, table.at, table.heading, size),
    )


def _soldiers(info: UnitInfo, kind: UnitTypeTable, weapons: Mapping[str, WeaponTable]) -> list[Soldier]:
    found = []
    for number in range(1, info.size + 1):
        weapon, gun, skills = kind.weapon, "", set(kind.skills)
        if "snow_suit" in info.table.kit:
            skills.add(_SNOW_SUIT)
        for given in (kind.special.get(str(number)), info.table.give.get(str(number))):
            if given is None:
                continue
            if given not in weapons:
                skills.add(given)
            elif weapons[given].kind in GUN_KINDS:
                weapon, gun = "", given
            else:
                weapon, gun = given, ""
        languages = frozenset(kind.languages or (kind.nationality,)) if kind.leader else frozenset()
        found.append(
            Soldier(
                id=figure_id(info.id, number),
                unit=info.id,
                number=number,
                side=kind.side,
                skill=kind.skill,
                morale=kind.morale,
                weapon=weapon,
                gun=gun,
                leader=kind.leader,
                languages=languages,
                skills=frozenset(skills),
            )
        )
    return found
