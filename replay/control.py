"""The control variate of playouts: what a fitted function says of the roll or draw that comes next.

Before a roll the value is a mean over its faces, and a playout meets one of them by luck. The fitted function values
the position after every face, and its mean over the faces is known exactly. So of each playout's result

    Y - beta * (h(after the face it met) - sum over faces of P(face) * h(after the face))

has the same mean as Y, whatever h and beta are, and less spread where h knows something. See P. Glasserman, *Monte
Carlo Methods in Financial Engineering* (2003), section 4.1; for games N. Burch and others, "AIVAT: a new variance
reduction technique for agent evaluation in imperfect information games", AAAI (2018), which does so at every roll.
"""

from collections.abc import Sequence
from math import fsum
from typing import Any

from wardiary.core.requests import Draw, Roll
from wardiary.core.state import copy_state
from wardiary.events.common import Drawn, Rolled
from wardiary.events.errors import UsageError
from wardiary.replay.appraisal import Appraisal, appraise
from wardiary.replay.dice import Dice
from wardiary.replay.possible import possible_answers, reading_of
from wardiary.replay.table import Table
from wardiary.replay.valuing import LuckQuestion, Rows

__all__ = ["Controlled", "control", "control_rows"]

ANSWERS_MOST = 2_000
"""A roll or draw with more different answers has no control."""
_ALIKE = 1e-9
"""Values that differ by less are one: what is left of their difference is rounding."""


class Controlled:
    """Rows with the control taken off. `beta` by seat, `spread_left` the share of the variance that is left.

    Both are over the points before rolls and draws; 1 is left where there is no such point, or nothing to explain.
    """

    def __init__(self, rows: list[Rows], beta: tuple[float, ...], spread_left: tuple[float, ...]) -> None:
        self.rows, self.beta, self.spread_left = rows, beta, spread_left


def control(question: LuckQuestion, rows: Sequence[Rows], appraisal: Appraisal) -> Controlled:
    """Take the control off at each point before a roll or a draw.

    `beta` is one number a seat, estimated from all such points of the game together: the least squares one. That the
    same futures estimate it moves a mean by an amount of the order of one over their number (Glasserman, 4.1.3).
    """
    seats = len(question.seats)
    controls = {
        point: control_rows(question, point, appraisal)
        for point, moment in enumerate(question.moments)
        if moment.kind != "decision"
    }
    beta = tuple(_beta(rows, controls, seat) for seat in range(seats))
    found = list(rows)
    for point, taken in controls.items():
        found[point] = [
            tuple(share - slope * one for share, slope, one in zip(shares, beta, row, strict=True))
            for shares, row in zip(rows[point], taken, strict=True)
        ]
    left = tuple(_left(rows, found, list(controls), seat) for seat in range(seats))
    return Controlled(found, beta, left)


def control_rows(question: LuckQuestion, point: int, appraisal: Appraisal) -> Rows:
    """For each future what h says of the answer that it met, less the mean over all; 0 where there are too many."""
    table, state, plan = question.table, question.state(point), question.plan
    nothing = (0.0,) * len(question.seats)
    try:
        answers = possible_answers(table, state, most=ANSWERS_MOST)
    except UsageError:
        return [nothing] * plan.n
    request = table.rules.request(state)
    worth: dict[object, tuple[float, ...]] = {}
    chance: dict[object, float] = {}
    for one in answers:
        key = _key(table, state, request, one.answer)
        if key not in worth:
            after = copy_state(state)
            table.rules.advance(after, one.answer)
            worth[key] = appraise(appraisal, table, after, question.seats)
        chance[key] = chance.get(key, 0.0) + float(one.weight or 0)
    if all(max(column) - min(column) < _ALIKE for column in zip(*worth.values(), strict=True)):
        return [nothing] * plan.n
    mean = [fsum(chance[key] * worth[key][seat] for key in worth) for seat in range(len(nothing))]
    found: Rows = []
    for future in range(plan.first, plan.first + plan.n):
        met = worth[_key(table, state, request, _answer_in(question, request, future))]
        found.append(tuple(one - whole for one, whole in zip(met, mean, strict=True)))
    return found


def _answer_in(question: LuckQuestion, request: Any, future: int) -> tuple[int, ...] | tuple[str, ...]:
    """Dice or cards that come in a future."""
    source = Dice.seeded(f"{question.plan.seed}/{future}").source
    assert source is not None
    return source.roll(request) if isinstance(request, Roll) else source.draw(request)


def _key(table: Table, state: Any, request: Any, answer: object) -> object:
    """What tells answers apart: the reading of dice where the game has one, else their faces; cards in any order."""
    if isinstance(request, Draw):
        return tuple(sorted(answer.cards if isinstance(answer, Drawn) else answer))  # type: ignore[call-overload]
    dice: Sequence[int] = answer.dice if isinstance(answer, Rolled) else answer  # type: ignore[assignment]
    in_order = request.purpose in table.spec.rules.dice_in_order
    return reading_of(table, state, request, dice) or tuple(dice if in_order else sorted(dice))


def _beta(rows: Sequence[Rows], controls: dict[int, Rows], seat: int) -> float:
    """The slope of results on controls, each point with its own mean result."""
    products: list[float] = []
    squares: list[float] = []
    for point, taken in controls.items():
        results = [shares[seat] for shares in rows[point]]
        mean = fsum(results) / len(results)
        products += [(share - mean) * row[seat] for share, row in zip(results, taken, strict=True)]
        squares += [row[seat] ** 2 for row in taken]
    whole = fsum(squares)
    return fsum(products) / whole if whole > 0 else 0.0


def _left(before: Sequence[Rows], after: Sequence[Rows], points: Sequence[int], seat: int) -> float:
    raw = fsum(_spread([row[seat] for row in before[point]]) for point in points)
    rest = fsum(_spread([row[seat] for row in after[point]]) for point in points)
    return rest / raw if raw > 0 else 1.0


def _spread(values: Sequence[float]) -> float:
    mean = fsum(values) / len(values)
    return fsum((value - mean) ** 2 for value in values)
