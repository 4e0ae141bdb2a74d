"""What a computer player is given to decide on, and the player that every game has.

A player's luck is keyed like the dice: the same seat at the same place of the same game gets the same numbers, so a
what-if that changes nothing before it changes nothing in it.
"""

from typing import Any, Generic, TypeVar

from wardiary.core.chance.keyed import choose
from wardiary.core.contract import ComponentData, Decision
from wardiary.core.engine import Rules
from wardiary.core.requests import Legal, Request
from wardiary.core.state import State, copy_state
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Order

__all__ = ["HUMAN", "RANDOM", "SeatDecision", "random_player"]

S = TypeVar("S", bound=State)
D = TypeVar("D", bound=ComponentData)
HUMAN = "human"
"""Stands for a person where players are named."""
RANDOM = "random"
"""The player that every game has."""


class SeatDecision(Generic[S, D]):
    """A decision that a seat has to make. `nth` counts the seat's decisions in this phase of this turn, from 1."""

    __slots__ = ("_choices", "_rules", "_seed", "_state", "legal", "nth", "request", "seat")

    def __init__(self, rules: Rules[S, D], state: S, request: Request, seat: str, seed: bytes, nth: int) -> None:
        self._rules, self._state, self._seed = rules, state, seed
        self.request, self.seat, self.nth = request, seat, nth
        self.legal: Legal = rules.legal(state, seat)
        self._choices = 0

    @property
    def chances_taken(self) -> int:
        """How many random numbers the player has asked for: without any, its order is what it always gives here."""
        return self._choices

    @property
    def data(self) -> Any:
        """The game's component data."""
        return self._rules.data

    def view(self) -> Any:
        """What the seat may see; the player's own, to change at will, such as in a search."""
        return self._rules.spec.sight.view(self._rules.data, copy_state(self._state), self.seat)

    @property
    def rules(self) -> Rules[S, D]:
        """The game's rules, without the state."""
        return self._rules

    def imagine(self) -> Any:
        """A whole state behind the seat's view; the true state has no part in it but by the view."""
        spec = self._rules.spec
        if spec.sight.imagine is None:
            raise UsageError(f"{spec.id} does not say how to imagine what a seat cannot see")
        return spec.sight.imagine(self._rules.data, self.view(), self.choose)

    def choose(self, count: int) -> int:
        """A number from 0 to `count` - 1, keyed by seat, turn, phase and decision."""
        self._choices += 1
        state = self._state
        label = f"player|{self.seat}|{state.turn}|{state.phase}|{self.nth}|{self._choices}"
        return choose(self._seed, label, count)


def random_player(decision: Decision) -> Order:
    """Uniform over the listed answers."""
    return decision.legal[decision.choose(len(decision.legal))]
