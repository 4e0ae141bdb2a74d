"""The control variate of playouts: what a fitted function of the features says of the rolls that a playout meets.

Before a roll the value is a mean over its faces, and a playout meets one of them by luck. The fitted function h values
the position after every face, and its mean over the faces is known exactly. So the sum over the rolls of a playout

    M = sum of (h(after the faces it met) - sum over all faces of P(faces) * h(after these faces))

has the mean 0, whatever h is, and Y - beta * M has the mean of the result Y, and less spread where h knows something.
See P. Glasserman, *Monte Carlo Methods in Financial Engineering* (2003), section 4.1; for games N. Burch, M. Schmid,
M. Moravcik, D. Morrill and M. Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
information games", AAAI (2018).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import fsum
from typing import Any

from wardiary.core.kit.pips import fall, ways
from wardiary.core.requests import Draw, Roll
from wardiary.core.state import State, copy_state
from wardiary.events.common import Rolled, SourceName
from wardiary.replay.appraisal import Appraisal
from wardiary.replay.chance import ChanceSource, TypedSource, answer_chance
from wardiary.replay.shares import result_shares
from wardiary.replay.table import Table

__all__ = ["ControlledSource", "Rows", "slopes", "taken_off"]

Rows = Sequence[tuple[float, ...]]
"""For each future a number for each seat, in the order of the seats."""
_FALLS_MOST = 36
"""A roll without hits that can fall in more ways than this is left out of the control."""
_ALIKE = 1e-9
"""Values that differ by less are one: what is left of their difference is rounding."""


class ControlledSource:
    """A source of dice that adds up, over the rolls it answers in one playout, what h says above its mean.

    `state` is the state that is played on in place: when a roll is answered, it is the one before the roll.
    """

    def __init__(
        self, source: ChanceSource, table: Table, appraisal: Appraisal, state: State, seats: Sequence[str]
    ) -> None:
        self.name: SourceName = source.name
        self._source, self._table, self._appraisal, self._state = source, table, appraisal, state
        self._seats = tuple(seats)
        self._sums = [0.0] * len(self._seats)

    @property
    def controls(self) -> dict[str, float]:
        """The sum of each seat so far."""
        return dict(zip(self._seats, self._sums, strict=True))

    def draw(self, request: Draw) -> tuple[str, ...]:
        """The source's cards; features seldom tell one card from another, so draws are no part of the control."""
        return self._source.draw(request)

    def roll(self, request: Roll) -> tuple[int, ...]:
        """The source's dice, taken into the sum."""
        dice = self._source.roll(request)
        met, falls = self._falls(request, dice)
        if len(falls) > 1:
            first, last = (self._worth(request, falls[end][1]) for end in (0, -1))
            # Where the least and the most hits are alike to h, nothing is to be had of the roll. That this is asked of
            # the roll and not of what it met keeps the mean at 0.
            if any(abs(one - other) > _ALIKE for one, other in zip(first, last, strict=True)):
                worth = [first, *(self._worth(request, one) for _, one in falls[1:-1]), last]
                for at in range(len(self._seats)):
                    mean = fsum(chance * one[at] for (chance, _), one in zip(falls, worth, strict=True))
                    self._sums[at] += worth[met][at] - mean
        return dice

    def _falls(self, request: Roll, dice: tuple[int, ...]) -> tuple[int, Sequence[tuple[float, tuple[int, ...]]]]:
        """Which of the ways to fall the dice met, and all of them with their chances: by hits where there are any."""
        face_hits = self._table.spec.face_hits
        hits = face_hits(self._table.data, self._state, self._rolled(request, dice)) if face_hits else None
        if hits is not None:
            by_hits = _by_hits(hits, request.count)
            total = sum(hits[face - 1] for face in dice)
            return next(at for at, (one, _, _) in enumerate(by_hits) if one == total), [one[1:] for one in by_hits]
        if request.sides**request.count > _FALLS_MOST:
            return 0, []
        every = list(product(range(1, request.sides + 1), repeat=request.count))
        return every.index(dice), [(1 / len(every), one) for one in every]

    def _worth(self, request: Roll, dice: tuple[int, ...]) -> tuple[float, ...]:
        """What the position after such a roll is worth to each seat."""
        after = copy_state(self._state)
        self._table.rules.advance(after, self._rolled(request, dice))
        if after.result is not None:
            shares = result_shares(after.result, self._seats)
        else:
            shares = self._appraisal.shares(after.turn, self._table.spec.features(self._table.data, after))
        return tuple(shares[seat] for seat in self._seats)

    def _rolled(self, request: Roll, dice: tuple[int, ...]) -> Any:
        source = TypedSource(lambda _: dice, lambda _: (), self.name)
        answer = answer_chance(self._table.spec.fold.codec, source, request)
        assert isinstance(answer, Rolled)
        return answer


@lru_cache(maxsize=256)
def _by_hits(hits: tuple[int, ...], count: int) -> Sequence[tuple[int, float, tuple[int, ...]]]:
    """For each number of hits that can come its chance, and dice that show it."""
    found = ways({hits: count})
    whole = len(hits) ** count
    return [(total, many / whole, fall(hits, count, total)) for total, many in enumerate(found) if many]


def slopes(rows: Sequence[Rows], controls: Sequence[Rows]) -> tuple[float, ...]:
    """For each seat the least squares beta of results on controls, over all points, each with its own means."""
    found: list[float] = []
    for seat in range(len(rows[0][0])):
        products: list[float] = []
        squares: list[float] = []
        for results, taken in zip(rows, controls, strict=True):
            result, mean = _mean(results, seat), _mean(taken, seat)
            pairs = zip(results, taken, strict=True)
            products += [(row[seat] - result) * (one[seat] - mean) for row, one in pairs]
            squares += [(one[seat] - mean) ** 2 for one in taken]
        whole = fsum(squares)
        found.append(fsum(products) / whole if whole > 0 else 0.0)
    return tuple(found)


def taken_off(rows: Rows, controls: Rows, beta: Sequence[float]) -> Rows:
    """Results less beta times the control, future by future."""
    return [
        tuple(share - slope * one for share, slope, one in zip(shares, beta, row, strict=True))
        for shares, row in zip(rows, controls, strict=True)
    ]


def _mean(rows: Rows, seat: int) -> float:
    return fsum(row[seat] for row in rows) / len(rows)
