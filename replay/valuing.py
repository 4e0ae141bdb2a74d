"""What each position of a game is worth to each seat, by playouts with common random numbers.

Every position is played on with the same futures: future `i` has the same dice, draws and players' luck wherever it
starts (`replay/futures.py`). A row of a position is one future's result; rows are independent of each other, the
positions of one row are not, and that is what makes differences between positions sharp.

Where the players would have done in every future what was done in the diary, the value does not change, and nothing is
played: what would follow is the very same.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wardiary.core.contract import Player
from wardiary.core.players import SeatDecision
from wardiary.core.requests import Choice
from wardiary.core.state import decode_state, encode_state
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Order
from wardiary.replay.control import Rows
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.futures import Branch, Ending, Futures, Position, Progress, endings, positions
from wardiary.replay.moments import Moment, moments_of
from wardiary.replay.players import DecisionCount, player_named
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.shares import result_shares
from wardiary.replay.table import Table
from wardiary.replay.whatif import stand_ins

__all__ = ["LuckQuestion", "Try", "Values", "agrees", "ask_luck", "play_tries", "play_values"]


@dataclass(frozen=True, kw_only=True)
class LuckQuestion:
    """A game as positions and the moments between them: point 0 is the start, point `i` stands after moment `i - 1`."""

    replay: Replay
    moments: Sequence[Moment]
    points: Sequence[Position]
    numbers: Sequence[int]
    """The step's end at which each point stands."""
    plan: Futures

    @property
    def table(self) -> Table:
        """The table of the diary."""
        return self.replay.table

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the header's order."""
        return tuple(self.replay.header.seats)

    @property
    def futures(self) -> int:
        """How many futures there are at most to play."""
        return len(self.points) * self.plan.n

    @cached_property
    def players(self) -> dict[str, Player]:
        """The computer player of each seat. Raises UsageError for one that there is not."""
        return {seat: player_named(self.table.spec, name) for seat, name in self.plan.players.items()}

    def state(self, point: int) -> Any:
        """The state at a point, the caller's own."""
        return decode_state(self.table.spec.fold.state, self.points[point].state)


@dataclass(frozen=True, kw_only=True)
class Try:
    """Another order at the beginning of a decision, and how the game went on from it."""

    order: Order
    words: str
    rows: Rows
    controls: Rows


@dataclass(kw_only=True)
class Values:
    """The results of each point's futures, and their control variates: 0 where there is no appraisal.

    `same` are moments that changed nothing in any future. `exact`: there is one row, and it is no sample.
    """

    rows: list[Rows]
    controls: list[Rows]
    same: frozenset[int] = frozenset()
    tries: dict[int, list[Try]] = field(default_factory=dict)
    """Other orders that were tried, by moment."""
    exact: bool = False


def ask_luck(
    file: DiaryFile,
    *,
    n: int,
    players: dict[str, str] | None = None,
    seed: str = "",
    every_order: bool = False,
) -> LuckQuestion:
    """What is to be valued in a diary. Seats are played on as `stand_ins` has it; without a seed the diary's id is it.

    Raises UsageError for a game that was never set up, and what reading raises.
    """
    replay = Replay(file)
    moments = moments_of(replay, every_order=every_order)
    start = moments[0].before if moments else replay.standing
    if not start:
        raise UsageError(f"{replay.path or 'the diary'} has no game in it: it was never set up")
    numbers = [start, *(moment.after for moment in moments)]
    question = LuckQuestion(
        replay=replay,
        moments=moments,
        points=list(positions(replay, numbers)),
        numbers=numbers,
        plan=Futures(seed=seed or replay.header.id, n=n, players=stand_ins(replay, players or {})),
    )
    _ = question.players  # named now, before anything is played
    return question


def play_values(
    question: LuckQuestion,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    advance: Progress = lambda _: None,
) -> Values:
    """Play on from every point. The same however many workers play; raises as `futures.endings` does."""
    nothing = [(0.0,) * len(question.seats)] * question.plan.n
    known: dict[int, tuple[Rows, Rows]] = {}
    played: list[int] = []
    same: set[int] = set()

    def branches() -> Iterator[Branch]:
        for point, position in enumerate(question.points):
            if point and agrees(question, point - 1):
                same.add(point - 1)
                advance(question.plan.n)
            elif (result := _result_at(question, point)) is not None:
                known[point] = [result] * question.plan.n, nothing
                advance(question.plan.n)
            else:
                played.append(point)
                yield Branch(position=position)

    found = endings(branches(), question.plan, workers=workers, executor=executor, advance=advance)
    for nth, ended in enumerate(found):
        known[played[nth]] = _rows_of(ended, question.seats)
    values = Values(rows=[], controls=[], same=frozenset(same))
    for point in range(len(question.points)):
        rows, controls = known.get(point) or (values.rows[-1], values.controls[-1])
        values.rows.append(rows)
        values.controls.append(controls)
    return values


def play_tries(
    question: LuckQuestion,
    tries: Sequence[tuple[int, Order, str]],
    *,
    workers: int = 1,
    executor: Executor | None = None,
    advance: Progress = lambda _: None,
) -> dict[int, list[Try]]:
    """Play on from other orders, each with its moment and words, by moment."""
    encode = question.table.spec.fold.codec.encode
    branches = (Branch(position=question.points[moment], answer=encode(order)) for moment, order, _ in tries)
    found: dict[int, list[Try]] = {}
    playing = endings(branches, question.plan, workers=workers, executor=executor, advance=advance)
    for (moment, order, words), ended in zip(tries, playing, strict=True):
        rows, controls = _rows_of(ended, question.seats)
        found.setdefault(moment, []).append(Try(order=order, words=words, rows=rows, controls=controls))
    return found


def _rows_of(ended: Sequence[Ending], seats: Sequence[str]) -> tuple[Rows, Rows]:
    """Shares and controls of endings."""
    shares = [tuple(ending.shares[seat] for seat in seats) for ending in ended]
    return shares, [tuple(ending.controls.get(seat, 0.0) for seat in seats) for ending in ended]


def _result_at(question: LuckQuestion, point: int) -> tuple[float, ...] | None:
    """The shares of a game that is over at this point."""
    if point != len(question.points) - 1:
        return None
    result = question.state(point).result
    if result is None:
        return None
    shares = result_shares(result, question.seats)
    return tuple(shares[seat] for seat in question.seats)


def agrees(question: LuckQuestion, moment: int) -> bool:
    """Whether a decision is what the players would have decided there in every future, so that its value is the same.

    A player that asks for no random number gives the same orders in all of them and is asked once.
    """
    if question.moments[moment].kind != "decision":
        return False
    plan, after = question.plan, question.points[moment + 1].state
    for future in range(plan.first, plan.first + plan.n):
        state, by_chance = _decided_alike(question, moment, future)
        if state is None or encode_state(state) != after:
            return False
        if not by_chance:
            return True
    return True


def _decided_alike(question: LuckQuestion, moment: int, future: int) -> tuple[Any, bool]:
    """The state after a decision if the player gives its orders in this future, else None; whether it took chances."""
    position, seat = question.points[moment], question.moments[moment].seat
    rules, player = question.table.rules, question.players[seat]
    seed = player_seeds(Dice.seeded(f"{question.plan.seed}/{future}"), "", question.seats)[seat]
    state, count = question.state(moment), DecisionCount(position.made)
    by_chance = False
    for n in question.moments[moment].inputs:
        request = rules.request(state)
        order = question.replay.events[n - 1]
        if not isinstance(request, Choice) or not isinstance(order, Order) or request.seats[0] != seat:
            return None, by_chance
        decision: SeatDecision[Any, Any] = SeatDecision(rules, state, request, seat, seed, count.next(state, seat))
        if player(decision) != order:
            return None, by_chance
        by_chance = by_chance or decision.chances_taken > 0
        count.made(state, seat)
        rules.advance(state, order)
    return state, by_chance
