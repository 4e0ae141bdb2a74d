"""Tables and figures for the tests of geometry.

`lay("wood 0,0 100,0 100,50", ...)` is a table of a metre by a metre with that terrain: the type, the height of a hill
or the floors of a building after a colon ("hill:2", "building:1"), the corners or the points of a line.
`man("R1.1", 50, 60)` is a figure: R is red and W white, the unit stands before the dot, "!" behind the name: severely
wounded.
"""

from typing import Any

from hypothesis import strategies as st
from tests.scripted.tables import clauses

from wardiary.core.component_data import load_files
from wardiary.core.games.kuularuisku.components import Files
from wardiary.core.games.kuularuisku.data import PACKAGE, load_data
from wardiary.core.games.kuularuisku.standing import Standing, stand
from wardiary.core.games.kuularuisku.terrain import Piece, Table, TerrainType, lay_table, terrain_faults
from wardiary.core.kit.plane.measure import Point
from wardiary.events.kuularuisku import Track

__all__ = [
    "CORNER",
    "CROWDED",
    "DATA",
    "HOUSE",
    "LODGE",
    "OPEN",
    "PLACES",
    "S1",
    "S2",
    "S3",
    "S4",
    "TOWER",
    "TYPES",
    "clauses",
    "lay",
    "man",
    "piece",
    "points",
    "way",
]

DATA = load_data({})
S1, S2, S3, S4 = (DATA.grounds[name].table for name in ("S1", "S2", "S3", "S4"))
TYPES = {
    entry.id: TerrainType(
        id=entry.id,
        kind=entry.kind,
        cover=entry.cover or 6,
        difficult=entry.difficult,
        impassable=entry.impassable,
        dense=entry.dense,
        opaque=entry.opaque,
        blocks_sight=entry.blocks_sight,
    )
    for entry in load_files(PACKAGE, {}, Files).terrain.terrain
}


def points(text: str) -> tuple[Point, ...]:
    """ "0,0 30,40": points."""
    return tuple((int(x), int(y)) for x, y in (point.split(",") for point in text.split()))


def piece(text: str, name: str = "") -> Piece:
    """A piece of terrain: its type, perhaps a height, its points."""
    kind, _, rest = text.partition(" ")
    kind, _, height = kind.partition(":")
    return Piece(id=name or kind, type=TYPES[kind], points=points(rest), height=int(height or 0))


def lay(*pieces: str) -> Table:
    """A table of 1000 by 1000 mm with sound terrain; a piece is known by its type, or by what stands before a "="."""
    made = []
    for text in pieces:
        name, _, rest = text.rpartition("=")
        made.append(piece(rest, name))
    assert terrain_faults(1000, 1000, made) == []
    return lay_table(1000, 1000, made, DATA.measures)


def man(name: str, x: int, y: int, level: int = 0, table: Table | None = None, **fields: Any) -> Standing:
    """A figure; on a table with hills its elevation is that of the ground and its floor."""
    figure, able = name.rstrip("!"), not name.endswith("!")
    owner = figure.partition(".")[0]
    side = "red" if figure.startswith("R") else "white"
    return stand(table or OPEN, figure, (x, y), level, **{"side": side, "owner": owner, "able": able, **fields})


def way(name: str, path: str, level: int = 0, off: bool = False) -> Track:
    """A figure's way: "0,0 30,40"."""
    return Track(figure=name, points=points(path), level=level, off=off)


OPEN = lay()
HOUSE = "house=building:1 400,400 600,400 600,600 400,600"
LODGE = "lodge=building:1 700,400 800,400 800,600 700,600"
TOWER = "tower=building:3 400,400 600,400 600,600 400,600"

# A crowded corner of a table: everything that can be in the way of a line or of a man, in every order of corners.
CROWDED = lay(
    "hill:1 100,100 300,80 320,200 200,160 120,260",
    "high=hill:2 150,100 250,100 220,140 160,140",
    "hut=building:1 40,40 90,40 90,90 40,90",
    "church=building:2 340,220 420,220 420,260 380,260 380,300 340,300",
    "dense_wood 40,120 96,120 90,260 30,240 70,180",
    "ruins 180,220 300,220 300,330 180,330",
    "swamp 96,300 170,300 170,380 90,380",
    "rapids 330,40 420,40 420,60 330,80",
    "high_wall 20,290 60,330 60,400",
    "stone_wall 200,340 320,360",
    "sandbags 30,270 80,275",
    "wood 440,120 500,120 500,200 440,220",
)
CORNER = st.integers(0, 52).map(lambda step: 10 * step)
PLACES = st.tuples(CORNER, CORNER) | st.tuples(st.integers(0, 520), st.integers(0, 420))
"""Points of the crowded corner; borders and corners come often."""
