"""Luck told apart from choice: what each roll, draw and decision of a game did to what it is worth to each seat.

With V(i) the value of point i for a seat, each moment i is worth V(i + 1) - V(i) to it, and the sum over all moments is
V(end) - V(start), whatever the values are. The moments of chance are its luck, its own decisions its choices, those of
the others what it is left with: luck + choices + others = whole.

A value is a mean over futures, so every sum of changes is one too: it is taken future by future, and its interval comes
from the spread of these sums, in which what the points of one future have in common has fallen out.
"""

from collections.abc import Callable, Sequence
from math import fsum

from msgspec import Struct

from wardiary.events.kinds import Order
from wardiary.replay.narrate import input_words
from wardiary.replay.statistics import Bounds, Estimate, estimate, wilson
from wardiary.replay.valuation.control import Rows, slopes, taken_off
from wardiary.replay.valuation.moments import Kind, Moment
from wardiary.replay.valuation.valuing import LuckQuestion, Values

__all__ = [
    "ControlUsed",
    "LuckReport",
    "MomentLuck",
    "PointValue",
    "SeatLuck",
    "TriedChoice",
    "alternatives",
    "scouts",
    "tell_luck",
]

_SHARES: Bounds = (0.0, 1.0)
"""Between which a share of the result lies."""


class PointValue(Struct, frozen=True, kw_only=True):
    """What a position is worth: each seat's expected share of the result. `n` is the step's end where it stands."""

    n: int
    turn: int
    shares: dict[str, Estimate]


class TriedChoice(Struct, frozen=True, kw_only=True):
    """A decision beside the best other order that was tried there, for the seat that decided.

    `best` was chosen among `tried` orders by the scouts, futures that are not used again; `gain` is what the decision
    brought above it in the others.
    """

    best: str
    tried: int
    gain: Estimate


class MomentLuck(Struct, frozen=True, kw_only=True):
    """A moment, and what it changed for each seat. `sure`: for some seat the interval excludes 0."""

    n: int
    after: int
    turn: int
    kind: Kind
    seat: str
    words: str
    change: dict[str, Estimate]
    against: TriedChoice | None = None

    @property
    def sure(self) -> bool:
        """Whether it is known to have changed anything."""
        return any(one.excludes_zero for one in self.change.values())


class SeatLuck(Struct, frozen=True, kw_only=True):
    """The whole game for one seat: `whole` = `luck` + `choices` + `others`, in shares of the result.

    `luck` is `own_dice` + `other_dice` + `draws`. `others` are the decisions of the other seats. `against_best` adds up
    what this seat's decisions brought above the best other orders that were tried, over `tried` decisions.
    """

    seat: str
    start: Estimate
    end: Estimate
    whole: Estimate
    luck: Estimate
    own_dice: Estimate
    other_dice: Estimate
    draws: Estimate
    choices: Estimate
    others: Estimate
    against_best: Estimate | None
    tried: int


class ControlUsed(Struct, frozen=True, kw_only=True):
    """What the fitted function did: its factor, and the share of the variance of results that it left."""

    beta: float
    variance_left: float


class LuckReport(Struct, frozen=True, kw_only=True):
    """A game's luck and choices. `futures` is 0 where the values are exact; `scouts` of them only picked orders."""

    id: str
    game: str
    ended: bool
    players: dict[str, str]
    seed: str
    futures: int
    scouts: int
    control: dict[str, ControlUsed] | None
    seats: tuple[SeatLuck, ...]
    points: tuple[PointValue, ...]
    moments: tuple[MomentLuck, ...]

    @property
    def swings(self) -> list[MomentLuck]:
        """The moments that are known to have changed something, the greatest first."""
        found = [one for one in self.moments if one.sure]
        return sorted(found, key=lambda one: (-max(abs(change.mean) for change in one.change.values()), one.n))


def scouts(futures: int) -> int:
    """How many futures, the first ones, pick which orders to compare with; the others then judge. 0 of less than 4."""
    return futures // 2 if futures >= 4 else 0


def tell_luck(question: LuckQuestion, values: Values) -> LuckReport:
    """The report of a game that has been valued."""
    told = _Telling(question, values)
    return LuckReport(
        id=question.replay.header.id,
        game=question.replay.header.game,
        ended=question.state(len(question.points) - 1).result is not None,
        players=dict(question.plan.players),
        seed=question.plan.seed,
        futures=0 if values.exact else question.plan.n,
        scouts=0 if values.exact else scouts(question.plan.n),
        control=told.control_used() if question.plan.appraisal else None,
        seats=tuple(told.seat(at) for at in range(len(question.seats))),
        points=tuple(told.point(at) for at in range(len(question.points))),
        moments=tuple(told.moment(at) for at in range(len(question.moments))),
    )


class _Telling:
    """Sums of changes, future by future, the control variate taken off."""

    def __init__(self, question: LuckQuestion, values: Values) -> None:
        self._question, self._values = question, values
        self._beta = slopes(values.rows, values.controls)
        pairs = zip(values.rows, values.controls, strict=True)
        self._rows = [taken_off(rows, controls, self._beta) for rows, controls in pairs]
        self._is_over = question.state(len(question.points) - 1).result is not None
        self._choices = {at: choice for at in range(len(question.moments)) if (choice := self._choice(at))}

    def control_used(self) -> dict[str, ControlUsed]:
        """What the control took off."""
        return {
            seat: ControlUsed(beta=self._beta[place], variance_left=self._left(place))
            for place, seat in enumerate(self._question.seats)
        }

    def _left(self, place: int) -> float:
        before = fsum(_squares([row[place] for row in rows]) for rows in self._values.rows)
        after = fsum(_squares([row[place] for row in rows]) for rows in self._rows)
        return after / before if before > 0 else 1.0

    def point(self, at: int) -> PointValue:
        """The value of a point to each seat."""
        state_turn = self._question.moments[at - 1].turn if at else 0
        return PointValue(
            n=self._question.numbers[at],
            turn=state_turn,
            shares={seat: self._share(at, place) for place, seat in enumerate(self._question.seats)},
        )

    def _share(self, at: int, place: int) -> Estimate:
        """The mean share with Wilson's interval; where a control was used with Student's, cut to what shares can be."""
        column = [row[place] for row in self._rows[at]]
        n, mean = len(column), fsum(column) / len(column)
        if self._values.exact or (at == len(self._rows) - 1 and self._is_over):
            return Estimate(n=n, mean=mean, low=mean, high=mean)
        if self._question.plan.appraisal is None:
            low, high = wilson(min(max(fsum(column), 0.0), n), n)
            return Estimate(n=n, mean=mean, low=low, high=high)
        return self._unlike(estimate(column, bounds=_SHARES), [row[place] for row in self._values.rows[at]], _SHARES)

    def moment(self, at: int) -> MomentLuck:
        """What a moment changed."""
        moment = self._question.moments[at]
        choice = self._choices.get(at)
        return MomentLuck(
            n=moment.n,
            after=moment.after,
            turn=moment.turn,
            kind=moment.kind,
            seat=moment.seat,
            words=moment.text(),
            change={seat: self._change([at], place) for place, seat in enumerate(self._question.seats)},
            against=choice.told(exact=self._values.exact) if choice else None,
        )

    def _change(self, moments: Sequence[int], place: int) -> Estimate:
        """The sum of what these moments changed for a seat."""
        moving = [at for at in moments if at not in self._values.same]
        bounds = self._bounds(moving)
        found = _estimate(_sums(self._rows, moving, place), bounds, exact=self._values.exact or not moving)
        return self._unlike(found, _sums(self._values.rows, moving, place), bounds)

    def _bounds(self, moving: Sequence[int]) -> Bounds:
        """Between which the sum of these changes lies: moments in a row change a share by no more than one does."""
        same = self._values.same
        rows = sum(
            nth == 0 or any(between not in same for between in range(moving[nth - 1] + 1, at))
            for nth, at in enumerate(moving)
        )
        return -float(rows), float(rows)

    @staticmethod
    def _unlike(found: Estimate, played: Sequence[float], bounds: Bounds) -> Estimate:
        """The estimate, unless every future tells the same.

        What a control then adds has a spread of its own, which says nothing of theirs.
        """
        if found.n < 2 or found.low == found.high or any(value != played[0] for value in played):
            return found
        alike = estimate(played, bounds=bounds)
        low, high = alike.low or 0.0, alike.high or 0.0
        return Estimate(n=found.n, mean=found.mean, low=min(low, found.mean), high=max(high, found.mean))

    def seat(self, place: int) -> SeatLuck:
        """The account of a seat."""
        seat, moments = self._question.seats[place], self._question.moments

        def of(wanted: Callable[[Moment], bool]) -> Estimate:
            return self._change([at for at, moment in enumerate(moments) if wanted(moment)], place)

        choices = {at: one for at, one in self._choices.items() if moments[at].seat == seat}
        return SeatLuck(
            seat=seat,
            start=self._share(0, place),
            end=self._share(len(moments), place),
            whole=of(lambda moment: True),
            luck=of(lambda moment: moment.kind != "decision"),
            own_dice=of(lambda moment: moment.kind == "dice" and moment.seat == seat),
            other_dice=of(lambda moment: moment.kind == "dice" and moment.seat != seat),
            draws=of(lambda moment: moment.kind == "draw"),
            choices=of(lambda moment: moment.kind == "decision" and moment.seat == seat),
            others=of(lambda moment: moment.kind == "decision" and moment.seat != seat),
            against_best=self._against(list(choices.values())),
            tried=len(choices),
        )

    def _choice(self, at: int) -> "_Choice | None":
        """None where no other order was tried.

        The scouts pick the best; only the other futures say what it is worth, so that it is not praised for the luck
        that made it the best. Playing on from before the decision is what the computer player would have ordered.
        """
        values, moment = self._values, self._question.moments[at]
        tries = values.tries.get(at)
        if not tries:
            return None
        place = self._question.seats.index(moment.seat)
        cut = 0 if values.exact else scouts(self._question.plan.n)
        offered = [(one.words, taken_off(one.rows, one.controls, self._beta)) for one in tries]
        if at not in values.same:
            offered.insert(0, (f"as {self._question.plan.players[moment.seat]} would", self._rows[at]))
        scouting = slice(0, cut) if cut else slice(None)
        best, rows = max(offered, key=lambda one: fsum(row[place] for row in one[1][scouting]))
        pairs = zip(self._rows[at + 1][cut:], rows[cut:], strict=True)
        return _Choice(best=best, tried=len(offered), gains=tuple(mine[place] - other[place] for mine, other in pairs))

    def _against(self, choices: Sequence["_Choice"]) -> Estimate | None:
        if not choices:
            return None
        sums = [fsum(gains) for gains in zip(*(one.gains for one in choices), strict=True)]
        most = float(len(choices))
        return _estimate(sums, (-most, most), exact=self._values.exact)


def _sums(rows: Sequence[Rows], moments: Sequence[int], place: int) -> list[float]:
    """For each future the sum of what these moments changed for a seat."""
    futures = range(len(rows[0]))
    return [fsum(rows[at + 1][i][place] - rows[at][i][place] for at in moments) for i in futures]


def _estimate(values: Sequence[float], bounds: Bounds, *, exact: bool) -> Estimate:
    """Values that are no samples are known as they are."""
    if exact:
        return Estimate(n=len(values), mean=values[0], low=values[0], high=values[0])
    return estimate(values, bounds=bounds)


class _Choice(Struct, frozen=True, kw_only=True):
    """The best of the orders tried in place of a decision's first, and future by future what the decision gained."""

    best: str
    tried: int
    gains: tuple[float, ...]

    def told(self, *, exact: bool) -> TriedChoice:
        return TriedChoice(best=self.best, tried=self.tried, gain=_estimate(self.gains, (-1.0, 1.0), exact=exact))


def _squares(values: Sequence[float]) -> float:
    mean = fsum(values) / len(values)
    return fsum((value - mean) ** 2 for value in values)


def alternatives(
    question: LuckQuestion, values: Values, *, decisions: int, orders: int
) -> list[tuple[int, Order, str]]:
    """Which other orders to try: at most so many `decisions`, at each at most so many `orders`, evenly off its list.

    The decisions are those that moved the value most in the scouting futures; among equals those with the longer list,
    then the earlier. All of it is settled by the diary, the players and the seed.
    """
    cut = scouts(question.plan.n)
    if not cut:
        return []
    ranked: list[tuple[float, int, int]] = []
    for at, moment in enumerate(question.moments):
        listed = len(question.other_orders(at))
        if listed:
            place = question.seats.index(moment.seat)
            pairs = zip(values.rows[at + 1][:cut], values.rows[at][:cut], strict=True)
            moved = fsum(after[place] - before[place] for after, before in pairs) / cut
            ranked.append((-abs(moved), -listed, at))
    found: list[tuple[int, Order, str]] = []
    for _, _, at in sorted(ranked)[:decisions]:
        others, state = question.other_orders(at), question.state(at)
        count = min(orders, len(others))
        for place in range(count):
            order = others[(2 * place + 1) * len(others) // (2 * count)]
            found.append((at, order, input_words(question.table.rules, state, order)))
    return sorted(found, key=lambda one: one[0])
