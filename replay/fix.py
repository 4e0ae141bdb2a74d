"""Putting right what was mistyped at the table: a die, a card, an order.

The record `fixed` sends play back to before the mistyped event, the right value follows with its outcomes, and the
later answers are given again as long as the rules accept them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wardiary.events.common import TOLD_SOURCES, Back, Drawn, Fixed, Header, Rolled, SourceName, TookBack
from wardiary.events.errors import Refused, RulesFault, UsageError
from wardiary.events.kinds import Chance, Event, Frame, Input, Order, Outcome, Record
from wardiary.events.vocabulary import tag_of
from wardiary.replay.answers import asked_words
from wardiary.replay.log import Log
from wardiary.replay.states import naming
from wardiary.replay.table import Table

__all__ = ["Carried", "FixPlan", "carry_over", "given_again", "judge_fix", "need_fixable"]


@dataclass(frozen=True, kw_only=True)
class FixPlan:
    """Play goes on from event `to`; `later` are the numbers of the answers after the mistyped one."""

    to: int
    later: tuple[int, ...]
    forced: bool


@dataclass(frozen=True, kw_only=True)
class Carried:
    """How far the later answers were carried over: how many, and which event stopped it and why, if any did."""

    answers: int
    stopped_at: int | None = None
    reason: str = ""


def judge_fix(table: Table, log: Log, source: SourceName, n: int, right: Input, *, forced: bool) -> FixPlan:
    """What the fix would do; changes nothing. Raises UsageError, Refused, Unfoldable, Unplayable."""
    inputs = log.inputs(log.standing)
    need_fixable(log, n)
    wrong = log.events[n - 1]
    if wrong == right:
        raise UsageError(f"event {n} says that already")
    to = log.end_before(n)
    state = log.state_at(table.rules, to)
    if isinstance(wrong, Order) is not isinstance(right, Order):
        with naming(n, wrong, log.path):
            asked = asked_words(table, state, table.rules.request(state))
        raise UsageError(f"at event {n} {asked}; a {tag_of(type(right))} is not asked")
    was_told = wrong.source in TOLD_SOURCES if isinstance(wrong, Rolled | Drawn) else source in TOLD_SOURCES
    if not was_told and not forced:
        kind = "the dice and cards" if isinstance(wrong, Chance) else "orders"
        raise Refused(f"event {n} was not typed from a table: {kind} of a game on the screen are taken back, not fixed")
    with naming(n, wrong, log.path):
        reason = table.rules.refusal(state, right)
    if reason:
        raise Refused(reason)
    return FixPlan(to=to, later=tuple(m for m in inputs if m > n), forced=not was_told)


def need_fixable(log: Log, n: int) -> None:
    """Raises UsageError, which says what else to fix, unless event `n` is an answer on the line of play."""
    if not 1 <= n <= len(log):
        raise UsageError(f"no event {n}: this diary has 1 to {len(log)}")
    inputs = log.inputs(log.standing)
    if n in inputs:
        return
    event = log.events[n - 1]
    if isinstance(event, Record | Header):
        raise UsageError(f"event {n} ({tag_of(type(event))}) is a record of the diary: there is nothing to fix in it")
    if not isinstance(event, Input):
        raise UsageError(f"event {n} is {_origin(log, n)}")
    again = given_again(log)
    at = n
    while at in again:
        at = again[at]
    if at in inputs:
        raise UsageError(f"event {n} was given again as event {at}: use --at {at}")
    raise UsageError(f"event {n} was taken back: there is nothing to fix in it")


def _origin(log: Log, n: int) -> str:
    """Of which answers the rules made an outcome: that of its step, and those before it back to another outcome."""
    numbers = [m for m in log.numbers(n) if m < n]
    answers = [m for m in numbers if isinstance(log.events[m - 1], Input)]
    if not answers:
        return "part of the set-up: there is nothing to fix in it"
    first = last = answers[-1]
    for m in reversed([m for m in numbers if m < last]):
        event = log.events[m - 1]
        if isinstance(event, Input):
            first = m
        elif isinstance(event, Outcome) and not isinstance(event, Frame | Back):
            break
    if first == last:
        return f"what the rules made of event {last}: fix that one"
    return f"what the rules made of events {first} to {last}: fix one of those"


def given_again(log: Log) -> dict[int, int]:
    """For each answer that a fix replaced or carried over, the number under which it was given again."""
    again: dict[int, int] = {}
    for n, record in enumerate(log.events, 1):
        if isinstance(record, Fixed):
            old = [m for m in log.inputs(log.standing_at(n - 1)) if m >= record.n]
            again |= zip(old, _answers_after(log, n, old), strict=False)
    return again


def _answers_after(log: Log, n: int, old: Sequence[int]) -> Iterator[int]:
    """The answers that follow the record of a fix, as long as they are those that it carries over."""
    wanted = iter(old)
    for m, event in enumerate(log.events[n:], n + 1):
        if isinstance(event, TookBack | Fixed):
            return
        if isinstance(event, Input):
            before = next(wanted, None)
            if before is None or (before != old[0] and event != log.events[before - 1]):
                return
            yield m


def carry_over(answer: Callable[[Input], list[Event]], right: Input, plan: FixPlan, log: Log) -> Carried:
    """Give the right value and then the later answers, through the session's door."""
    answer(right)
    for carried, n in enumerate(plan.later):
        again = log.events[n - 1]
        assert isinstance(again, Input)
        try:
            answer(again)
        except (Refused, RulesFault) as stop:
            return Carried(answers=carried, stopped_at=n, reason=str(stop))
    return Carried(answers=len(plan.later))
