"""The slots of formations: line, double line and column, about 20 mm from neighbour to neighbour."""

from collections.abc import Sequence

from wardiary.core.kit.plane.measure import Point, Vector, plus

__all__ = ["heading_of", "sideways", "slots"]


def sideways(number: int) -> int:
    """0, +1, -1, +2, -2 and so on: how far the slot of this number is to the right."""
    return (number + 1) // 2 if number % 2 else -(number // 2)


def slots(steps: Sequence[Vector], shape: str, anchor: Point, heading: int, count: int) -> tuple[Point, ...]:
    """The first `count` slots of a line, double line or column; `steps` are those of the eight directions."""
    right, back = steps[(heading + 2) % 8], steps[(heading + 4) % 8]
    found = []
    for number in range(count):
        match shape:
            case "line":
                across, rows = sideways(number), 0
            case "double":
                across, rows = sideways(number // 2), number % 2
            case _:
                across, rows = 0, number
        found.append(plus(anchor, (across * right[0] + rows * back[0], across * right[1] + rows * back[1])))
    return tuple(found)


def heading_of(direction: int) -> int:
    """The heading nearest to one of 16 directions (0 is north, clockwise), of two the clockwise one."""
    return ((direction + 1) // 2) % 8
