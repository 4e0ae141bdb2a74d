"""The component data, loaded and checked once, and the maps made of it: neighbours, steps, supply masks, zones."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.core.component_data import Provenance, content_of, data_digest, load_files, provenance, refuse_faulty
from wardiary.core.games.brother.battle_tables import Chart, read_chart
from wardiary.core.games.brother.checks import CAPITAL, breaches
from wardiary.core.games.brother.components import (
    CardTable,
    Files,
    LinkTable,
    SetupFile,
    ShareTable,
    TownTable,
    UnitTable,
    Values,
)
from wardiary.core.games.brother.operations import Offensive, Operation, Table
from wardiary.core.games.brother.zones import fixed_zones
from wardiary.core.kit.graph import cheapest
from wardiary.core.kit.script import named_operations
from wardiary.events.brother import MONTHS, SIDES, UNIT_TYPES, Month, Side, UnitType

__all__ = [
    "CAPITAL",
    "CODES",
    "FILE_NAMES",
    "OTHER",
    "PACKAGE",
    "RAIL_COST",
    "ROAD_COST",
    "STACKING_LIMIT",
    "STRATEGIC_TO_WIN",
    "TRAIN_LIMIT",
    "TURNS",
    "Data",
    "Steps",
    "link_name",
    "load_data",
]

PACKAGE = "wardiary.core.games.brother"
FILE_NAMES = {"charts": "battle_tables.toml"}
"""Files that are not named as their fields."""
STACKING_LIMIT = 3
TRAIN_LIMIT = 2
STRATEGIC_TO_WIN = 4
TURNS: Mapping[Month, int] = {"jan": 3, "feb": 8, "mar": 8, "apr": 8, "may": 8}
"""Turns of each side in a month, and the cards of a hand (BAB-1-03, 4.1-01, -03)."""
OTHER: Mapping[Side, Side] = {"white": "red", "red": "white"}
ROAD_COST, RAIL_COST = 2, 1
CODES: Mapping[UnitType, str] = {
    "civil_guard": "CG",
    "jaeger": "J",
    "german": "G",
    "red_guard": "RG",
    "armoured_train": "AT",
}
"""How unit types are written on boards and in questions."""

Steps = Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, kw_only=True)
class Data:
    """Everything that is printed on board, counters, cards and sheet. Never changed."""

    digest: str
    replaced: Mapping[str, str]
    files: Files

    towns: Mapping[str, TownTable]
    """Sorted by id."""
    strategic: tuple[str, ...]
    anchors: tuple[str, ...]
    russia_open: bool
    near: Mapping[str, tuple[str, ...]]
    """Neighbours by any link, sorted."""
    near_by_rail: Mapping[str, tuple[str, ...]]
    rails: Mapping[str, tuple[str, str]]
    """Railway links by name, sorted."""
    foot_steps: Steps
    """From a town: each neighbour and the Movement Points it costs (BAB-4.2-05)."""
    train_steps: Steps
    foot_distance: Mapping[str, Mapping[str, int]]
    """Movement Points from each town to each other, whoever holds what lies between."""
    train_distance: Mapping[str, Mapping[str, int]]
    """The same over railways; towns out of reach are not there."""
    bit: Mapping[str, int]
    """One bit for each town; sets of towns are ints."""
    near_bits: tuple[int, ...]
    """For the town of each bit, in order, the bits of its neighbours."""
    strategic_bits: int
    zones: Mapping[str, frozenset[str]]

    unit_types: Mapping[UnitType, UnitTable]
    values: Mapping[tuple[UnitType, bool], Values]
    elite: frozenset[UnitType]
    counters: Mapping[UnitType, int]
    fortifications: int

    attack: Chart
    defence: Chart
    shares: Mapping[Side, ShareTable]
    setup: SetupFile

    cards: Mapping[str, CardTable]
    added: Mapping[tuple[Side, Month], tuple[str, ...]]
    """The cards that come into a side's game each month."""
    operations: Mapping[str, Mapping[str, Operation]]
    """The operations of each card by name, in their order: "place", "place.2"."""
    offensive: Mapping[str, Offensive]
    """The offensive of each card that has one."""
    table: Mapping[str, Table]
    """What each card does that is put on the table."""

    @property
    def provenance(self) -> Provenance:
        """For each file the mark of each datum."""
        return provenance(self.files, **FILE_NAMES)


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    files = load_files(PACKAGE, replaced, Files, **FILE_NAMES)
    refuse_faulty(breaches(files))
    return _assemble(files, dict(replaced))


def link_name(a: str, b: str) -> str:
    """The name of the link between two towns."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


def _assemble(files: Files, replaced: Mapping[str, str]) -> Data:
    towns = {town.id: town for town in sorted(files.towns.towns, key=lambda town: town.id)}
    rail = {town: _ends(town, files.links.rail) for town in towns}
    road = {town: _ends(town, files.links.road) for town in towns}
    near = {town: tuple(sorted((*rail[town], *road[town]))) for town in towns}
    rails = {link.id: (min(link.a, link.b), max(link.a, link.b)) for link in files.links.rail}
    bit = {town: 1 << at for at, town in enumerate(towns)}
    cards = {card.id: card for card in sorted(files.cards.cards, key=lambda card: card.id)}
    operations = {card.id: named_operations(card.ops) for card in cards.values()}
    units = files.units.by_type
    strategic = tuple(town.id for town in towns.values() if town.strategic)
    foot_steps = {
        town: tuple((other, RAIL_COST if other in rail[town] else ROAD_COST) for other in near[town]) for town in towns
    }
    train_steps = {town: tuple((other, RAIL_COST) for other in rail[town]) for town in towns}
    return Data(
        digest=data_digest(_content(files)),
        replaced=replaced,
        files=files,
        towns=towns,
        strategic=strategic,
        anchors=tuple(town.id for town in towns.values() if town.anchor),
        russia_open=files.towns.russia_open,
        near=near,
        near_by_rail=rail,
        rails=dict(sorted(rails.items())),
        foot_steps=foot_steps,
        train_steps=train_steps,
        foot_distance={town: cheapest(town, foot_steps.__getitem__) for town in towns},
        train_distance={town: cheapest(town, train_steps.__getitem__) for town in towns},
        bit=bit,
        near_bits=tuple(sum(bit[other] for other in near[town]) for town in towns),
        strategic_bits=sum(bit[town] for town in strategic),
        zones=fixed_zones(list(towns.values()), near),
        unit_types=units,
        values={
            (kind, full): unit.full if full else unit.partial for kind, unit in units.items() for full in (True, False)
        },
        elite=frozenset(kind for kind, unit in units.items() if unit.elite),
        counters={kind: getattr(files.counters, kind) for kind in UNIT_TYPES},
        fortifications=files.counters.fortification,
        attack=read_chart(files.charts.attack),
        defence=read_chart(files.charts.defence),
        shares={"white": files.reinforcements.white, "red": files.reinforcements.red},
        setup=files.setup,
        cards=cards,
        added={
            (side, month): tuple(c.id for c in cards.values() if (c.side, c.month) == (side, month))
            for side in SIDES
            for month in MONTHS
        },
        operations=operations,
        offensive={card: op for card, ops in operations.items() for op in ops.values() if isinstance(op, Offensive)},
        table={card: op for card, ops in operations.items() for op in ops.values() if isinstance(op, Table)},
    )


def _ends(town: str, links: tuple[LinkTable, ...]) -> tuple[str, ...]:
    return tuple(sorted(link.b if link.a == town else link.a for link in links if town in (link.a, link.b)))


def _content(files: Files) -> object:
    """What the digest covers. The order of the set-up counts, as it numbers the units; a link has no direction."""
    content = content_of(files, {"towns.towns": "id", "cards.cards": "id"})
    content["links"] = {
        "rail": sorted(link.id for link in files.links.rail),
        "road": sorted(link.id for link in files.links.road),
    }
    return content
