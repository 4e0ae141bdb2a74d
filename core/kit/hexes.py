"""Exact arithmetic of a hex grid whose hexes, edges and corners are all places.

Flat-topped hexes in columns and rows, both counted from 1; even columns lie half a hex lower. Everything is a pure
function of whole numbers; a grid has no borders here, what lies on a map is the game's affair.

Directions go clockwise from north, 0 to 5. A cell is (column, row). An edge is the pair of its two cells, the lesser
one first. A corner is (column, row, side): the east or west corner of that cell; every corner of the grid has exactly
one such name, since of the three cells that meet in it one lies to its west or one to its east.
"""

from typing import Literal

__all__ = [
    "DIRECTIONS",
    "Cell",
    "Corner",
    "Edge",
    "Side",
    "cell_of",
    "corner_of",
    "corners",
    "direction_to",
    "distance",
    "edge",
    "name_cell",
    "name_corner",
    "neighbour",
    "neighbours",
    "next_corners",
    "opposite",
    "touching",
]

Side = Literal["E", "W"]
Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Corner = tuple[int, int, Side]

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_N, _NE, _SE, _S, _SW, _NW = range(6)


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


def neighbour(cell: Cell, direction: int) -> Cell:
    """The cell one step away. Directions are taken modulo six."""
    column, row = cell
    by_column, by_row = (_ODD if column % 2 else _EVEN)[direction % 6]
    return column + by_column, row + by_row


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around a cell, clockwise from north."""
    return tuple(neighbour(cell, direction) for direction in range(6))


def direction_to(cell: Cell, other: Cell) -> int:
    """The direction of an adjacent cell. Raises ValueError when the cells are not adjacent."""
    for direction in range(6):
        if neighbour(cell, direction) == other:
            return direction
    raise ValueError(f"{name_cell(cell)} and {name_cell(other)} are not adjacent")


def distance(cell: Cell, other: Cell) -> int:
    """The least number of steps between two cells."""
    across = other[0] - cell[0]
    down = _slanted(other) - _slanted(cell)
    return max(abs(across), abs(down), abs(across + down))


def _slanted(cell: Cell) -> int:
    """The row counted along the slanted axis, so that steps are straight lines in two coordinates."""
    column, row = cell
    return row - (column + column % 2) // 2


def edge(cell: Cell, other: Cell) -> Edge:
    """The edge between adjacent cells. Raises ValueError when they are not adjacent."""
    direction_to(cell, other)
    return (cell, other) if cell < other else (other, cell)


def corners(cell: Cell) -> tuple[Corner, ...]:
    """The six corners of a cell, clockwise from east."""
    return (
        (*cell, "E"),
        (*neighbour(cell, _SE), "W"),
        (*neighbour(cell, _SW), "E"),
        (*cell, "W"),
        (*neighbour(cell, _NW), "E"),
        (*neighbour(cell, _NE), "W"),
    )


def touching(corner: Corner) -> tuple[Cell, Cell, Cell]:
    """The three cells that meet in a corner; the first one names it, the next lies to the north, the last south."""
    column, row, side = corner
    cell = (column, row)
    if side == "E":
        return cell, neighbour(cell, _NE), neighbour(cell, _SE)
    return cell, neighbour(cell, _NW), neighbour(cell, _SW)


def next_corners(corner: Corner) -> tuple[Corner, Corner, Corner]:
    """The three corners one edge away: the level one, the northern and the southern."""
    column, row, side = corner
    cell = (column, row)
    if side == "E":
        return (column + 2, row, "W"), (*neighbour(cell, _NE), "W"), (*neighbour(cell, _SE), "W")
    return (column - 2, row, "E"), (*neighbour(cell, _NW), "E"), (*neighbour(cell, _SW), "E")


def name_cell(cell: Cell) -> str:
    """Column and row with two digits each: "0713"."""
    return f"{cell[0]:02}{cell[1]:02}"


def cell_of(name: str) -> Cell:
    """The cell of a name. Raises ValueError for anything but four digits."""
    if len(name) != 4 or not name.isascii() or not name.isdigit():
        raise ValueError(f"{name!r} is no hex: four digits are, column and row")
    return int(name[:2]), int(name[2:])


def name_corner(corner: Corner) -> str:
    """The cell's name and the side: "0713E"."""
    return f"{name_cell(corner[:2])}{corner[2]}"


def corner_of(name: str) -> Corner:
    """The corner of a name. Raises ValueError for anything but four digits and E or W."""
    match name[4:]:
        case "E":
            return (*cell_of(name[:4]), "E")
        case "W":
            return (*cell_of(name[:4]), "W")
    raise ValueError(f"{name!r} is no corner: four digits and E or W are")
