"""The exact value of a small game between computer players: every roll, draw and choice of a player enumerated.

The same answer as `valuing.py` gives by playouts, without any chance in it: the oracle of its tests, and the better
answer where the tree is small enough. Positions that come about in several ways are valued once.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from wardiary.core.contract import Player
from wardiary.core.players import SeatDecision
from wardiary.core.requests import Choice, Over
from wardiary.core.state import State, copy_state, encode_state
from wardiary.core.words import counted
from wardiary.events.errors import NoLegalAnswer, UsageError
from wardiary.events.kinds import Input
from wardiary.events.vocabulary import tag_of
from wardiary.replay.narrate import input_words
from wardiary.replay.shares import result_shares
from wardiary.replay.table import Table
from wardiary.replay.valuation.control import Rows
from wardiary.replay.valuation.futures import Progress
from wardiary.replay.valuation.possible import possible_answers
from wardiary.replay.valuation.valuing import LuckQuestion, Try, Values

__all__ = ["POSITIONS_MOST", "ExactGame", "exact_values"]

POSITIONS_MOST = 100_000
"""Different positions that are valued at most."""
_ANSWERS_MOST = 100_000
_Shares = tuple[Fraction, ...]


class ExactGame:
    """Values of positions of one game between these players."""

    def __init__(
        self, table: Table, seats: tuple[str, ...], players: dict[str, Player], *, most: int = POSITIONS_MOST
    ) -> None:
        self._table, self._seats, self._players, self._most = table, seats, players, most
        self._known: dict[bytes, _Shares] = {}

    def value(self, state: State) -> _Shares:
        """The expected share of each seat. Raises UsageError when there are too many positions to value."""
        try:
            return self._value(state)
        except RecursionError:
            raise self._too_large() from None

    def _too_large(self) -> UsageError:
        return UsageError(
            f"this game is too large to be valued exactly (more than {counted(self._most, 'position')}, or too deep); "
            "value it by playouts, without --exact"
        )

    def _value(self, state: State) -> _Shares:
        if state.result is not None:
            shares = result_shares(state.result, self._seats)
            return tuple(Fraction(shares[seat]).limit_denominator(len(shares)) for seat in self._seats)
        key = encode_state(state)
        if key not in self._known:
            if len(self._known) >= self._most:
                raise self._too_large()
            total = [Fraction(0)] * len(self._seats)
            for chance, after in self._followers(state):
                for at, share in enumerate(self._value(after)):
                    total[at] += chance * share
            self._known[key] = tuple(total)
        return self._known[key]

    def _followers(self, state: State) -> Iterator[tuple[Fraction, State]]:
        """What can come next, each with its probability."""
        rules = self._table.rules
        request = rules.request(state)
        assert not isinstance(request, Over)
        if isinstance(request, Choice):
            answers = list(self.orders(state, request))
        else:
            answers = [
                (one.weight or Fraction(0), one.answer)
                for one in possible_answers(self._table, state, most=_ANSWERS_MOST)
            ]
        for chance, answer in answers:
            after = copy_state(state)
            rules.advance(after, answer)
            yield chance, after

    def orders(self, state: State, request: Choice) -> Iterator[tuple[Fraction, Input]]:
        """The orders that the player asked may give, each with its probability: all random numbers are tried.

        Raises UsageError when they are more than the positions that are valued at most.
        """
        seat = request.seats[0]
        ahead: list[tuple[int, ...]] = [()]
        while ahead:
            told = ahead.pop()
            decision = _Foretold(self._table.rules, state, request, seat, told)
            if not decision.legal and not request.menu:
                raise NoLegalAnswer(f"{seat} has no legal answer at {tag_of(type(request.frame))}")
            order = self._players[seat](decision)
            chance = Fraction(1)
            for at, count in enumerate(decision.counts):
                chance /= count
                if at >= len(told):
                    if len(ahead) + count > self._most:
                        raise UsageError(
                            f"the player of {seat} chooses at random among more than can all be tried; value the game "
                            "by playouts, without --exact, or name other players"
                        )
                    ahead += [(*told, *(0,) * (at - len(told)), number) for number in range(1, count)]
            yield chance, order


class _Foretold(SeatDecision[Any, Any]):
    """A decision whose random numbers are given: first those told, then 0; `counts` are how many each was of."""

    __slots__ = ("_told", "counts")

    def __init__(self, rules: Any, state: State, request: Choice, seat: str, told: tuple[int, ...]) -> None:
        super().__init__(rules, state, request, seat, b"", 1)
        self._told = told
        self.counts: list[int] = []

    def choose(self, count: int) -> int:
        self.counts.append(count)
        at = len(self.counts) - 1
        return self._told[at] if at < len(self._told) else 0


def exact_values(question: LuckQuestion, *, most: int = POSITIONS_MOST, advance: Progress = lambda _: None) -> Values:
    """The value of each point, and of every listed order of each decision. Raises UsageError for too large a game."""
    game = ExactGame(question.table, question.seats, question.players, most=most)
    # From the end: what is small is valued first.
    values: list[tuple[float, ...]] = []
    for point in reversed(range(len(question.points))):
        values.append(tuple(map(float, game.value(question.state(point)))))
        advance(question.plan.n)
    rows: list[Rows] = [[value] for value in reversed(values)]
    tries: dict[int, list[Try]] = {}
    for at, moment in enumerate(question.moments):
        if moment.kind == "decision":
            tries[at] = list(_tries(question, game, at))
    nothing = [(0.0,) * len(question.seats)]
    return Values(rows=rows, controls=[nothing] * len(rows), tries=tries, exact=True)


def _tries(question: LuckQuestion, game: ExactGame, at: int) -> Iterator[Try]:
    """Every other order at the beginning of a decision."""
    rules, state = question.table.rules, question.state(at)
    for order in question.other_orders(at):
        after = copy_state(state)
        rules.advance(after, order)
        value = tuple(map(float, game.value(after)))
        words = input_words(rules, state, order)
        yield Try(order=order, words=words, rows=[value], controls=[(0.0,) * len(value)])
