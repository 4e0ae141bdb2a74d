"""What if: other answers to what was asked at a moment of a game, each played on many times with the same luck.

`ask_what_if` says which branches there are, `answer_what_if` plays them. The branch that keeps the recorded answer is
played on with the same futures as every other, so that each difference is a difference of pairs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import msgspec

from wardiary.core.players import RANDOM
from wardiary.core.requests import Choice, Draw, Request, Roll
from wardiary.core.seats import seat_of
from wardiary.events.common import Drawn, Rolled
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Input, Order
from wardiary.replay.answers import asked_words
from wardiary.replay.compare import json_of
from wardiary.replay.fork import answers_after, judged_answer, step_end_at
from wardiary.replay.players import need_seats
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table
from wardiary.replay.valuation.futures import Branch, Futures, Position, Progress, endings, positions
from wardiary.replay.valuation.possible import Possible, answer_as_typed, possible_answers, reading_of
from wardiary.replay.valuation.tallies import BranchTally, Measure, Totals, WhatIf, measures, unchanged

__all__ = ["ANSWERS_MOST", "WhatIfQuestion", "answer_what_if", "ask_what_if", "stand_ins"]

ANSWERS_MOST = 100
"""Answers that are tried at once unless more are allowed."""


@dataclass(frozen=True, kw_only=True)
class WhatIfQuestion:
    """What is asked at a step's end, the answers to try there, and how each is played on."""

    replay: Replay
    n: int
    asked: str
    answers: Sequence[Possible]
    recorded: int | None
    """Which of the answers was given in the diary."""
    whole: bool
    """Whether these are all answers that there are."""
    position: Position
    plan: Futures

    @property
    def futures(self) -> int:
        """How many futures there are to play: answers of one reading share theirs."""
        return len(_plays(self)) * self.plan.n

    @property
    def menu(self) -> bool:
        """Whether the rules allow other answers than those that are listed."""
        request = self.replay.table.rules.request(self.replay.state_at(self.n))
        return isinstance(request, Choice) and request.menu

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the game's features."""
        table, state = self.replay.table, self.replay.state_at(self.n)
        return tuple(table.spec.features(table.data, state))


def ask_what_if(
    file: DiaryFile,
    at: int | str,
    *,
    answer: str | None = None,
    n: int = 200,
    players: Mapping[str, str] | None = None,
    seed: str = "",
    most: int = ANSWERS_MOST,
) -> WhatIfQuestion:
    """The question about the step's end `at`: another `answer`, in words or JSON, or every possible one.

    Seats that no player is named for keep the diary's computer player; a person's seat is played by `greedy` where the
    game has it, else by `random`. Without a `seed` the diary's id is it.

    Raises NotAStepEnd, UsageError, Refused for an answer that the rules do not accept and when nothing is asked, and
    what reading raises.
    """
    replay = Replay(file)
    end = step_end_at(replay, at, other_answer=True)
    table, state = replay.table, replay.state_at(end)
    request = table.rules.request(state)
    number, given = next(iter(answers_after(replay, end)), (end, None))
    if answer is None:
        by = seat_of(state, given) if isinstance(given, Order) else ""
        tried = possible_answers(table, state, seat=by, most=most)
    else:
        meant = judged_answer(replay, end, answer)
        _need_the_same_seat(replay, state, number, meant, given)
        tried = [_told(table, state, request, meant)]
    tried, recorded = _with_recorded(table, state, request, tried, given)
    return WhatIfQuestion(
        replay=replay,
        n=end,
        asked=asked_words(table, state, request),
        answers=tried,
        recorded=recorded,
        whole=answer is None,
        position=next(positions(replay, [end])),
        plan=Futures(seed=seed or replay.header.id, n=n, players=stand_ins(replay, players or {})),
    )


def _need_the_same_seat(replay: Replay, state: Any, number: int, meant: Input, given: Input | None) -> None:
    """Of a simultaneous choice each seat's answer is compared with its own.

    Raises UsageError for that of another seat than the diary's next answer `number`, if it is asked for after that.
    """
    if not (isinstance(meant, Order) and isinstance(given, Order)):
        return
    seat, first = seat_of(state, meant), seat_of(state, given)
    after = next(end for end in replay.step_ends if end >= number)
    request = replay.table.rules.request(replay.state_at(after))
    if seat != first and isinstance(request, Choice) and seat in request.seats:
        raise UsageError(
            f"the diary has the answer of {first} here, that of {seat} after event {after}: try it with --at {after}"
        )


def stand_ins(replay: Replay, named: Mapping[str, str]) -> dict[str, str]:
    """Who plays each seat of a diary on: the player named, else its own computer player, else `greedy` or `random`.

    Raises UsageError for a seat that there is not.
    """
    seats, spec = replay.header.seats, replay.table.spec
    need_seats(named, seats)
    known = {RANDOM, *spec.players}
    stand_in = "greedy" if "greedy" in spec.players else RANDOM
    return {seat: named.get(seat) or (player if player in known else stand_in) for seat, player in seats.items()}


def _told(table: Table, state: Any, request: Request, answer: Input) -> Possible:
    """An answer that somebody gives, with the probability that chance has for it, where that can be told."""
    plain = Possible(answer=answer, words=answer_as_typed(table, state, answer))
    if isinstance(request, Roll) and isinstance(answer, Rolled):
        plain = msgspec.structs.replace(plain, reading=reading_of(table, state, request, answer.dice))
    if not isinstance(request, Roll | Draw):
        return plain
    try:
        every = possible_answers(table, state, most=10**9)
    except UsageError:
        return plain
    return next((msgspec.structs.replace(plain, weight=one.weight) for one in every if _same(one, plain)), plain)


def _same(one: Possible, other: Possible) -> bool:
    """Whether two answers are one: equal orders, the same cards in any order, dice that are listed as one."""
    match one.answer, other.answer:
        case Rolled(), Rolled():
            if one.reading and other.reading and len(one.answer.dice) > 1:
                return one.reading == other.reading
            return sorted(one.answer.dice) == sorted(other.answer.dice)
        case Drawn(), Drawn():
            return sorted(one.answer.cards) == sorted(other.answer.cards)
        case _:
            return one.answer == other.answer


def _with_recorded(
    table: Table, state: Any, request: Request, tried: Sequence[Possible], given: Input | None
) -> tuple[list[Possible], int | None]:
    """The answers with the recorded one among them, as it was given, and its index; None where there is none."""
    found = list(tried)
    if given is None or table.rules.refusal(state, given):
        return found, None
    recorded = _told(table, state, request, given)
    for index, one in enumerate(found):
        if _same(one, recorded):
            found[index] = msgspec.structs.replace(recorded, weight=one.weight)
            return found, index
    return [*found, recorded], len(found)


def answer_what_if(
    question: WhatIfQuestion, *, workers: int = 1, executor: Executor | None = None, advance: Progress = lambda _: None
) -> WhatIf:
    """Play all branches on. The same however many workers play. Raises as `futures.endings` does."""
    encode = question.replay.table.spec.fold.codec.encode
    plays = _plays(question)
    branches = (Branch(position=question.position, answer=encode(question.answers[play[0]].answer)) for play in plays)
    playing = endings(branches, question.plan, workers=workers, executor=executor, advance=advance)
    told: dict[int, tuple[tuple[Measure, ...], Mapping[str, int]]] = {}
    totals, kept = Totals(), None
    for play, played in zip(plays, playing, strict=True):
        totals.add(played, sum((question.answers[index].weight or Fraction(0) for index in play), Fraction(0)))
        found, kinds = measures(played, kept), dict(sorted(Counter(ending.kind for ending in played).items()))
        told |= dict.fromkeys(play, (found, kinds))
        if question.recorded in play:
            kept = played
            told |= {at: (unchanged(found, len(played)), kinds) for at in play if at != question.recorded}
    return _whole(question, told, totals)


def _plays(question: WhatIfQuestion) -> list[list[int]]:
    """The answers by what is to be played, those of one reading together; the recorded one is in the first."""
    groups: dict[object, list[int]] = {}
    for index, one in enumerate(question.answers):
        groups.setdefault(one.reading or index, []).append(index)
    return sorted(groups.values(), key=lambda play: question.recorded not in play)


def _whole(
    question: WhatIfQuestion, told: Mapping[int, tuple[tuple[Measure, ...], Mapping[str, int]]], totals: Totals
) -> WhatIf:
    replay, plan = question.replay, question.plan
    header, table = replay.header, replay.table
    branches = tuple(
        BranchTally(
            words=one.words,
            reading=one.reading,
            answer=msgspec.Raw(json_of(one.answer).encode()),
            recorded=index == question.recorded,
            weight=None if one.weight is None else float(one.weight),
            chance="" if one.weight is None else str(one.weight),
            measures=told[index][0],
            kinds=told[index][1],
        )
        for index, one in enumerate(question.answers)
    )
    about = (table.spec.rules_version, table.data.digest, question.n, plan.seed, plan.n)
    made_of = (header.id, replay.block_h(question.n), about, sorted(plan.players.items()), [b.answer for b in branches])
    return WhatIf(
        id=blake2b(msgspec.json.encode(made_of), digest_size=16, person=b"wardiary-whatif").hexdigest(),
        game=header.game,
        game_id=header.id,
        rules=table.spec.rules_version,
        data=table.data.digest,
        n=question.n,
        asked=question.asked,
        seed=plan.seed,
        futures=plan.n,
        players=plan.players,
        branches=branches,
        value=totals.measures() if question.whole else None,
    )
