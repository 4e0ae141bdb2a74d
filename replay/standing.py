"""Where a session stands: the state at a step's end, and who has decided what on the way there."""

from typing import Any, NamedTuple

from wardiary.core.engine import Rules
from wardiary.core.seats import seat_of
from wardiary.core.state import State
from wardiary.events.kinds import Order
from wardiary.replay.log import Log
from wardiary.replay.players import DecisionCount
from wardiary.replay.states import apply_numbered, naming

__all__ = ["Standing", "stand_at"]


class Standing(NamedTuple):
    """`deciders` is the seat of each order on the line of play, by event number."""

    state: Any
    decisions: DecisionCount
    deciders: dict[int, str]


def stand_at(rules: Rules[Any, Any], log: Log, to: int) -> Standing:
    """Fold the line of play that leads to event `to`, and count its decisions.

    Raises Unfoldable, Unplayable for a line that no rules wrote.
    """
    state: State = rules.empty()
    decisions, deciders = DecisionCount(), dict[int, str]()
    events = log.events
    for n in log.numbers(to):
        event = events[n - 1]
        if isinstance(event, Order):
            with naming(n, event, log.path):
                deciders[n] = seat = seat_of(state, event)
            decisions.made(state, seat)
        apply_numbered(rules.evolve, state, (event,), n, log.path)
    return Standing(state, decisions, deciders)
