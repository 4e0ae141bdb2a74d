"""Answers to what-if questions as rows: of the archive's table `whatif`, of a CSV file, of a chart."""

from collections.abc import Iterator
from typing import Any

from wardiary.analytics.columns import Piece
from wardiary.analytics.results import Result
from wardiary.analytics.schema import WHATIF
from wardiary.replay.valuation.tallies import BranchTally, Measure, WhatIf

__all__ = ["VALUE", "chart_rows", "whatif_piece", "whatif_rows"]

VALUE = "value"
"""The words of the rows that weigh all branches together."""
_Row = tuple[Any, ...]


def whatif_rows(answer: WhatIf) -> Result:
    """Every measure of every branch, in the columns of the table `whatif`."""
    return Result(WHATIF.names, [column.type for column in WHATIF.columns], list(_rows(answer)))


def whatif_piece(answer: WhatIf) -> Piece:
    """The same as it is spooled for the archive."""
    columns = dict(zip(WHATIF.names, zip(*_rows(answer), strict=True), strict=True))
    return {**columns, "game": answer.game, "game_id": answer.game_id}


def chart_rows(answer: WhatIf) -> Result:
    """A row for each branch and seat: what a chart of the result shares is drawn from."""
    rows = [
        (branch.words + (f" ({branch.reading})" if branch.reading else ""), one.name, one.mean, one.low, one.high)
        for branch in answer.branches
        for one in branch.measures
        if one.measure == "result"
    ]
    return Result(("answer", "seat", "share", "low", "high"), ("VARCHAR", "VARCHAR", *("DOUBLE",) * 3), rows)


def _rows(answer: WhatIf) -> Iterator[_Row]:
    players = [f"{seat}={player}" for seat, player in answer.players.items()]
    asked = (answer.game, answer.game_id, answer.id, answer.n, answer.asked)
    head = (*asked, answer.rules, answer.data, answer.seed, players, answer.futures)
    for number, branch in enumerate(answer.branches, 1):
        for measure in branch.measures:
            yield (*head, number, *_branch(branch), *_measure(measure))
    for measure in answer.value or ():
        yield (*head, 0, None, VALUE, None, False, 1.0, *_measure(measure))


def _branch(branch: BranchTally) -> _Row:
    return bytes(branch.answer).decode(), branch.words, branch.reading or None, branch.recorded, branch.weight


def _measure(one: Measure) -> _Row:
    pair = one.difference
    difference = (pair.mean, pair.low, pair.high) if pair else (None, None, None)
    return (one.measure, one.name, one.mean, one.low, one.high, one.p10, one.p50, one.p90, *difference)
