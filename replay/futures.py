"""The futures of a position: played to the end many times by computer players, with the same luck on every branch.

Future `i` of master seed `S` has the dice, draws and players' luck of game `i` of `simulate --seed S`: all are keyed by
`S/i`, whose bytes are its blake2b (docs/dice.md). Because they are keyed by what they are for and not drawn from a
stream, two branches of one position, or two positions of one game, meet the same luck wherever they ask the same
question: common random numbers, so that a difference between branches is told by far fewer futures than two separate
samples would take.

Jobs and endings are plain records, which any executor may carry to another process or machine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.core.contract import AnyGame, Start
from wardiary.core.players import HUMAN
from wardiary.core.seats import seat_of
from wardiary.core.state import State, copy_state, decode_state, encode_state
from wardiary.events.errors import RulesFault, UsageError, WardiaryError
from wardiary.events.kinds import Input, Order
from wardiary.replay.appraisal import Appraisal
from wardiary.replay.chance import ChanceSource
from wardiary.replay.control import ControlledSource
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.players import DecisionCount, player_named
from wardiary.replay.playout import MAX_DECISIONS, Playout, playout
from wardiary.replay.replay import Replay
from wardiary.replay.shares import result_shares
from wardiary.replay.table import Table
from wardiary.replay.workers import in_order, pool

__all__ = ["Branch", "Ending", "Futures", "Position", "Progress", "endings", "positions", "result_shares", "start_of"]

_BATCH = 4
"""Futures that a worker plays at a time: few, for it finishes them when the person interrupts."""
_ANY_EXECUTOR_WORKERS = 8
"""For how many workers tasks are held ready where nobody says how many there are."""
_ANSWER_SHOWN = 200
"""Characters of an answer that are told of a future that failed."""
_ADVICE = "try again with fewer workers"
Progress = Callable[[int], object]
"""Told how many futures have been played since it was last called."""


class Position(Struct, frozen=True, kw_only=True):
    """A step's end, as it travels: the state in its canonical encoding, and what the players' luck depends on.

    `data` are component data files that replace the game's own (name, text); `made` the decisions of this turn.
    """

    game: str
    seats: tuple[str, ...]
    state: bytes
    data: Mapping[str, str] = {}
    made: tuple[tuple[int, str, str, int], ...] = ()


class Branch(Struct, frozen=True, kw_only=True):
    """A position, and the answer (as its canonical JSON) that is given to what is asked there; none if it is empty."""

    position: Position
    answer: bytes = b""


class Futures(Struct, frozen=True, kw_only=True):
    """How branches are played on: numbers `first` to `first + n - 1` of a master seed, a computer player a seat.

    With an `appraisal` each ending tells its control variate too.
    """

    seed: str
    n: int
    players: Mapping[str, str]
    first: int = 1
    max_decisions: int = MAX_DECISIONS
    appraisal: Appraisal | None = None


class Ending(Struct, frozen=True, kw_only=True):
    """How one future ended. `shares` by seat, `features` as the game's record makes them of the last state.

    `controls` by seat have the mean 0 (`replay/control.py`); there are none without an appraisal.
    """

    future: int
    kind: str
    winners: tuple[str, ...]
    score: int | None
    shares: Mapping[str, float]
    features: Mapping[str, int]
    decisions: int
    controls: Mapping[str, float] = {}


def _quiet(_played: int) -> None:
    """Nobody watches."""


class _Job(Struct, frozen=True, kw_only=True):
    branch: Branch
    plan: Futures


def positions(replay: Replay, numbers: Iterable[int]) -> Iterator[Position]:
    """The positions after events of one line of play, rising, each a step's end; one walk for all.

    Raises NotAStepEnd, UsageError, and what folding raises.
    """
    wanted = {replay.need_step_end(n) for n in numbers}
    line = replay.line(max(wanted)) if wanted else []
    if beside := [n for n in sorted(wanted) if not any(span.first <= n <= span.last for span in line)]:
        raise UsageError(f"event {beside[0]} is not on the line of play that leads to event {max(wanted)}")
    made = DecisionCount()
    for span in line:
        for n, event, before in replay.states.walk(span.first, span.last):
            if isinstance(event, Order):
                with replay.naming(n):
                    made.made(before, seat_of(before, event))
            if n in wanted:
                yield _position(replay.table, tuple(replay.header.seats), replay.state_at(n), made)


def start_of(table: Table, start: Start) -> Position:
    """The position after the set-up of a scenario."""
    return _position(table, table.seats(start.scenario), table.rules.set_up(start)[0], DecisionCount())


def _position(table: Table, seats: tuple[str, ...], state: State, made: DecisionCount) -> Position:
    return Position(
        game=table.spec.id,
        seats=seats,
        state=encode_state(state),
        data=dict(table.data.replaced),
        made=made.in_turn(state.turn),
    )


def endings(
    branches: Iterable[Branch],
    plan: Futures,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    advance: Progress = _quiet,
) -> Iterator[list[Ending]]:
    """For each branch, in their order and as they become ready, the endings of its futures, in theirs.

    They are the same however many workers play. `workers` above 1 spawns a pool of processes for it, an `executor` of
    any kind is used and left open. Branches are taken as they are needed.

    Raises UsageError for seats without a computer player, RulesFault naming the future that failed, and WardiaryError
    when a worker died.
    """
    if plan.n < 1 or plan.first < 1 or workers < 1:
        raise UsageError("the number of futures, the first of them and the number of workers are 1 or more")
    Dice.seeded(f"{plan.seed}/{plan.first + plan.n}")
    parts = [
        msgspec.structs.replace(plan, first=at, n=min(_BATCH, plan.first + plan.n - at))
        for at in range(plan.first, plan.first + plan.n, _BATCH)
    ]
    jobs = (_Job(branch=branch, plan=part) for branch in branches for part in parts)
    batches = _batches(jobs, workers, executor)
    while first := list(islice(batches, 1)):
        found: list[Ending] = []
        for batch in chain(first, islice(batches, len(parts) - 1)):
            found += batch
            advance(len(batch))
        yield found


def _batches(jobs: Iterator[_Job], workers: int, executor: Executor | None) -> Iterator[list[Ending]]:
    if executor is not None:
        yield from in_order(executor, _play, jobs, workers=_ANY_EXECUTOR_WORKERS, advice=_ADVICE)
    elif workers == 1:
        yield from map(_play, jobs)
    else:
        with pool(workers) as own:
            yield from in_order(own, _play, jobs, workers=workers, advice=_ADVICE)


@lru_cache(maxsize=8)
def _laid(game: str, data: tuple[tuple[str, str], ...]) -> Table:
    """A process lays a table once."""
    return Table.lay(game, dict(data))


def _play(job: _Job) -> list[Ending]:
    """What an executor is given: some futures of one branch."""
    position, plan = job.branch.position, job.plan
    table = _laid(position.game, tuple(sorted(position.data.items())))
    players = _players(table.spec, position.seats, plan.players)
    root = decode_state(table.spec.fold.state, position.state)
    found: list[Ending] = []
    for future in range(plan.first, plan.first + plan.n):
        dice = Dice.seeded(f"{plan.seed}/{future}")
        assert dice.source is not None
        state, count = copy_state(root), DecisionCount(position.made)
        source: ChanceSource = dice.source
        controlled = None
        if plan.appraisal is not None:
            source = controlled = ControlledSource(source, table, plan.appraisal, state, position.seats)
        try:
            if job.branch.answer:
                _give(table, state, job.branch.answer, count)
            end = playout(
                table.rules,
                state,
                players,
                source,
                player_seeds(dice, "", position.seats),
                made=count,
                max_decisions=plan.max_decisions,
            )
        except Exception as error:
            raise _failed(job, future, error) from error
        controls = controlled.controls if controlled else {}
        found.append(_ending(table, state, position.seats, future, end, controls))
    return found


def _players(spec: AnyGame, seats: Sequence[str], names: Mapping[str, str]) -> dict[str, Any]:
    """Raises UsageError for a seat that there is not, and for one without a computer player."""
    if unknown := sorted(set(names) - set(seats)):
        raise UsageError(f"no seat {unknown[0]!r} in this game; there are {', '.join(seats)}")
    if missing := [seat for seat in seats if names.get(seat, HUMAN) == HUMAN]:
        raise UsageError(f"a future is played by computer players: name one for {missing[0]}")
    return {seat: player_named(spec, names[seat]) for seat in seats}


def _give(table: Table, state: State, answer: bytes, count: DecisionCount) -> None:
    event = table.spec.fold.codec.decode(answer)
    assert isinstance(event, Input)
    if isinstance(event, Order):
        count.made(state, seat_of(state, event))
    table.rules.answer(state, event)


def _ending(
    table: Table, state: State, seats: Sequence[str], future: int, end: Playout, controls: Mapping[str, float]
) -> Ending:
    result = end.result
    return Ending(
        future=future,
        kind=result.kind,
        winners=result.winners,
        score=result.score,
        shares=result_shares(result, seats),
        features=dict(table.spec.features(table.data, state)),
        decisions=end.decisions,
        controls=controls,
    )


def _failed(job: _Job, future: int, error: Exception) -> WardiaryError:
    """What a future that did not end within the rules is told as; the words say which one it was."""
    if isinstance(error, WardiaryError) and not isinstance(error, RulesFault):
        return error
    answer = job.branch.answer.decode()
    which = f"future {future} of seed {job.plan.seed!r}{f' after {answer[:_ANSWER_SHOWN]}' if answer else ''}"
    return RulesFault(f"{which} failed: {type(error).__name__}: {error}")
