"""Lines of sight on the tables of Kuularuisku 1918: the rules' way against the clauses word for word.

The lines lead from each point of a lattice over the table to every other, friends in the way standing on a second one.
"""

from collections.abc import Callable
from itertools import permutations
from types import ModuleType

import pytest

from wardiary.core.games.kuularuisku import plain_sight, sight_lines
from wardiary.core.games.kuularuisku.data import load_data
from wardiary.core.games.kuularuisku.standing import Standing, stand
from wardiary.core.games.kuularuisku.terrain import Table

Paired = Callable[..., float]
STEPS = 4
GROUNDS = load_data({}).grounds


def lattice(table: Table, side: str, shift: int) -> list[Standing]:
    """Figures at equal distances over the whole table."""
    return [
        stand(table, f"{side}.{row}{column}", (across + shift, up + shift), side=side, owner=side)
        for row, up in enumerate(range(table.height // STEPS // 2, table.height, table.height // STEPS))
        for column, across in enumerate(range(table.width // STEPS // 2, table.width, table.width // STEPS))
    ]


@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4"])
def test_lines_of_sight_against_the_plain_way(paired: Paired, scenario: str) -> None:
    table = GROUNDS[scenario].table
    lines = list(permutations(lattice(table, "red", 0), 2))
    friends = lattice(table, "white", 31)

    def clear(way: ModuleType) -> int:
        return sum(way.is_clear(table, shooter, target, friends) for shooter, target in lines)

    assert clear(sight_lines) == clear(plain_sight)
    paired(lambda: clear(sight_lines), lambda: clear(plain_sight), aim=0.05, events=len(lines))
