"""Putting right what was mistyped at the table: a die, a card, an order.

The record `fixed` sends play back to before the mistyped event, the right value follows with its outcomes, and the
later answers are given again as long as the rules accept them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wardiary.events.common import Drawn, Rolled, SourceName
from wardiary.events.errors import Refused, RulesFault, UsageError
from wardiary.events.kinds import Chance, Event, Input, Order
from wardiary.events.vocabulary import tag_of
from wardiary.replay.log import Log
from wardiary.replay.states import naming
from wardiary.replay.table import Table

__all__ = ["Carried", "FixPlan", "carry_over", "judge_fix"]

_TOLD = ("typed", "script")


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
    if n not in inputs:
        raise UsageError(f"event {n} is no order, roll or draw on the line of play: there is nothing to fix in it")
    wrong = log.events[n - 1]
    if wrong == right:
        raise UsageError(f"event {n} says that already")
    if isinstance(wrong, Order) is not isinstance(right, Order):
        raise UsageError(f"event {n} is {tag_of(type(wrong))}, the right value is {tag_of(type(right))}")
    was_told = wrong.source in _TOLD if isinstance(wrong, Rolled | Drawn) else source in _TOLD
    if not was_told and not forced:
        kind = "the dice and cards" if isinstance(wrong, Chance) else "orders"
        raise Refused(f"event {n} was not typed from a table: {kind} of a game on the screen are taken back, not fixed")
    to = log.end_before(n)
    state = log.state_at(table.rules, to)
    with naming(n, wrong, log.path):
        reason = table.rules.refusal(state, right)
    if reason:
        raise Refused(reason)
    return FixPlan(to=to, later=tuple(m for m in inputs if m > n), forced=not was_told)


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
