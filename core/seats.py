"""Whose order it is: the one place that tells, for players, records, statistics and archives."""

from wardiary.core.state import State
from wardiary.events.errors import RulesFault
from wardiary.events.kinds import Order
from wardiary.events.vocabulary import tag_of

__all__ = ["seat_of"]


def seat_of(state: State, order: Order) -> str:
    """The seat whose order this is, given at this state: the order says it, else the frame that it answers.

    Raises RulesFault where neither does, which no order that the rules accept leaves open (`Point` sees to it).
    """
    if seat := order.given_by:
        return seat
    side = state.frames[-1].asked_side if state.frames else ""
    if not side:
        raise RulesFault(f"no seat is asked where {tag_of(type(order))} is given")
    return state.seat_playing(side)
