"""An event's operations in their order, and those of them that ask nothing (FRD-C-01, -05 to -07, -10, -11)."""

from collections.abc import Mapping
from functools import partial
from typing import TypeVar

from msgspec import Struct

from wardiary.core.games.freezing.data import OTHER, Data
from wardiary.core.games.freezing.operations import (
    Act,
    Boost,
    Bypass,
    Fort,
    Hit,
    Keep,
    Mark,
    Operation,
    OppAp,
    OppAtk,
    Place,
    Roll,
    Weak,
    Withdraw,
)
from wardiary.core.games.freezing.phases.fronts import marker_left
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.kit.script import carry_out, operation_of_kind
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.freezing import Side
from wardiary.events.kinds import Frame

__all__ = ["begin_event", "carry_on", "operation_as", "operations_of"]

Kind = TypeVar("Kind", bound=Struct)


def operations_of(d: Data, s: FreezingState) -> Mapping[str, Operation]:
    """The operations of the card in play, by name."""
    return d.operations[s.card or ""]


def operation_as(d: Data, s: FreezingState, name: str, kind: type[Kind]) -> Kind:
    """An operation of the card in play, of the kind that a frame stands for."""
    return operation_of_kind(operations_of(d, s), name, kind)


def begin_event(d: Data, s: FreezingState, run: Run[FreezingState], side: Side) -> None:
    """The first operation that asks something, those before it being done."""
    _carry_out(d, s, run, side)


def carry_on(d: Data, s: FreezingState, run: Run[FreezingState], op: str) -> None:
    """The operation on top of the stack is done; the next one of the card, or the end of the event."""
    run.pop()
    card_frame = run.stack[0]
    if isinstance(card_frame, e.AskCard):
        _carry_out(d, s, run, card_frame.side, after=op)


def _carry_out(d: Data, s: FreezingState, run: Run[FreezingState], side: Side, after: str | None = None) -> None:
    carry_out(run, operations_of(d, s), partial(_asked, side), partial(_do, d, s, run, side), after)


def _asked(side: Side, op: str, operation: Operation) -> Frame | None:
    """The frame of an operation that may ask something."""
    match operation:
        case Place(units=units, fronts=fronts):
            waiting = tuple(e.Reinforcement(type=kind, strength=strength) for kind, strength in units)
            return e.AskPlacing(side=side, waiting=waiting, fronts=fronts, op=op)
        case Boost():
            return e.AskBoosting(side=side, op=op)
        case Act():
            return e.AskActivating(side=side, op=op)
        case Bypass():
            return e.AskBypassing(side=side, op=op)
        case Hit():
            return e.AskStriking(side=side, op=op)
        case Weak():
            return e.AskWeakening(side=side, op=op)
        case Withdraw():
            return e.AskWithdrawing(side=side, op=op)
        case Mark(steps=steps) if steps > 0:
            return e.AskMarking(side=side, op=op, steps=steps)
        case _:
            return None


def _do(d: Data, s: FreezingState, run: Run[FreezingState], side: Side, operation: Operation) -> None:
    """An operation that asks nothing. A kept card does nothing now: it goes to the tableau when the impulse ends."""
    match operation:
        case Fort(levels=levels):
            level = min(s.line_level + levels, max(d.levels))
            if level != s.line_level:
                run.emit(e.LineRaised(level=level))
        case Mark(steps=steps):
            marker_left(s, run, -steps)
        case Roll(drm=drm):
            run.emit(e.InterventionModified(drm=drm))
        case OppAp(change=change):
            run.emit(e.PointsModified(side=OTHER[side], change=change))
        case OppAtk(drm=drm):
            run.emit(e.AttackModified(side=OTHER[side], drm=drm))
        case Keep() | _:
            pass
