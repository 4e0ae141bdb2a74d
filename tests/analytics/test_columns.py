"""Which events are off the line of play, and columns made of rows."""

import pytest

from wardiary.analytics.columns import Columns, Dead
from wardiary.analytics.schema import ORDERS, RECORDS
from wardiary.events.diary import Span

SPANS = [Span(4, 6), Span(9, 9)]


@pytest.mark.parametrize("n", range(1, 12))
def test_dead(n: int) -> None:
    assert Dead(SPANS).holds(n) == (n in {4, 5, 6, 9})


def test_dead_flags_and_count() -> None:
    assert Dead(SPANS).flags([3, 4, 6, 7, 9]) == [False, True, True, False, True]
    assert Dead(SPANS).count == 4
    assert Dead([]).flags([1, 2]) == [False, False]


def test_rows_become_columns_once() -> None:
    columns = Columns(ORDERS)
    assert columns.take("g", "x", Dead([])) is None
    columns.add((3, 1, None, "red", "t", "{}"))
    columns.add((4, 1, "p", "blue", "u", "{}"))
    piece = columns.take("g", "x", Dead(SPANS))
    assert piece is not None
    assert tuple(piece) == ORDERS.names
    assert (piece["game"], piece["n"], piece["seat"]) == ("g", (3, 4), ("red", "blue"))
    assert piece["taken_back"] == [False, True]
    assert columns.take("g", "x", Dead([])) is None


def test_records_are_never_taken_back() -> None:
    columns = Columns(RECORDS)
    columns.add((5, 1, None, "noted", "{}"))
    piece = columns.take("g", "x", Dead(SPANS))
    assert piece is not None
    assert "taken_back" not in piece
