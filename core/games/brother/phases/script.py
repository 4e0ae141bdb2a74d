"""4.1 An event's operations in their printed order, and those of them that ask nothing (BAB-4.1-09, -31; E1)."""

from collections.abc import Mapping
from functools import partial
from typing import TypeVar

from msgspec import Struct

from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.operations import (
    ApBonus,
    ChooseTown,
    DegradeLink,
    FlipControl,
    Fortify,
    Hit,
    Land,
    Offensive,
    Operation,
    PeekHand,
    Place,
    Refit,
    Relocate,
    RussiaClose,
    Table,
)
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.kit.script import carry_out, operation_of_kind
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import Side
from wardiary.events.kinds import Frame

__all__ = ["begin_event", "carry_on", "end_event", "end_phases", "operation_as", "operations_of"]

Kind = TypeVar("Kind", bound=Struct)


def operations_of(d: Data, s: BrotherState) -> Mapping[str, Operation]:
    """The operations of the card in play, by name."""
    return d.operations[s.card or ""]


def operation_as(d: Data, s: BrotherState, name: str, kind: type[Kind]) -> Kind:
    """An operation of the card in play, of the kind that a frame stands for."""
    return operation_of_kind(operations_of(d, s), name, kind)


def begin_event(d: Data, s: BrotherState, run: Run[BrotherState], side: Side) -> None:
    """The first operation that asks something, those before it being done."""
    _carry_out(d, s, run, side)


def carry_on(d: Data, s: BrotherState, run: Run[BrotherState], op: str) -> None:
    """The operation on top of the stack is done: the next one of the card, or the end of the event."""
    run.pop()
    side: Side = run.stack[0].side  # type: ignore[attr-defined]
    _carry_out(d, s, run, side, after=op)


def end_event(run: Run[BrotherState]) -> None:
    """The rest of the card is skipped."""
    run.pop()


def end_phases(d: Data, s: BrotherState, run: Run[BrotherState]) -> None:
    """Activation, movement and battles are over: the end of a card played for points, or of an offensive."""
    if s.mode == "ap":
        run.pop()
    else:
        name = next(name for name, op in operations_of(d, s).items() if isinstance(op, Offensive))
        carry_on(d, s, run, name)


def _carry_out(d: Data, s: BrotherState, run: Run[BrotherState], side: Side, after: str | None = None) -> None:
    carry_out(run, operations_of(d, s), partial(_asked, side), partial(_do, d, s, run, side), after)


def _asked(side: Side, op: str, operation: Operation) -> Frame | None:
    """The frame of an operation that may ask something."""
    match operation:
        case Offensive(towns=towns):
            return e.AskActivating(side=side, points=towns)
        case Place():
            return e.AskPlacing(side=side, op=op)
        case Land():
            return e.AskLanding(side=side, op=op)
        case Refit():
            return e.AskRefit(side=side, op=op)
        case Hit():
            return e.AskStriking(side=side, op=op)
        case Relocate():
            return e.AskRelocating(side=side, op=op)
        case Fortify(where="same_town"):
            return None
        case ChooseTown() | Fortify() | FlipControl():
            return e.AskTown(side=side, op=op)
        case DegradeLink():
            return e.AskLink(side=side, op=op)
        case _:
            return None


def _do(d: Data, s: BrotherState, run: Run[BrotherState], side: Side, operation: Operation) -> None:
    """An operation that asks nothing. A table card does nothing now: it goes to the table when the turn ends."""
    match operation:
        case Fortify():
            town = s.chosen
            if town is not None and town not in s.forts and len(s.forts) < d.fortifications:
                run.emit(e.FortificationBuilt(town=town))
        case ApBonus(value=value):
            run.emit(e.BonusGiven(side=side, change=value))
        case PeekHand():
            run.emit(e.HandSeen(side=side, cards=cards_of(s.hands, OTHER[side])))
        case RussiaClose():
            if s.russia_open:
                run.emit(e.RussiaOpened(open=False))
        case Table() | _:
            pass
