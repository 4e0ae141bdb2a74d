"""What a diary is searched or shrunk for: that the rules raise, that a check fails, or something said of the state."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from wardiary.core.state import State, encode_state
from wardiary.events.kinds import Event
from wardiary.replay.compare import json_of, tag_or_nothing

__all__ = ["CHECK_FAILS", "RAISES", "Condition", "Moment", "StatePredicate", "moment", "said"]

RAISES: Literal["raises"] = "raises"
"""The rules at hand raise on an answer of the diary, or on one that a `crashed` record holds."""
CHECK_FAILS: Literal["check-fails"] = "check-fails"
"""The rules at hand make something else of the diary than it holds."""


class Moment(NamedTuple):
    """A state, as JSON, with the event that led to it."""

    n: int
    type: str
    event: str
    state: str


def moment(n: int, event: Event | None, after: State) -> Moment:
    """The moment after event `n`."""
    return Moment(n, tag_or_nothing(event), json_of(event), encode_state(after).decode())


class StatePredicate(Protocol):
    """A question about a state. Many are asked about at once: whoever answers may work on whole columns."""

    @property
    def text(self) -> str:
        """As the person wrote it."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the state that it names."""

    def first(self, moments: Sequence[Moment]) -> int | None:
        """The index of the first moment at which it holds. Raises QueryError for what cannot be asked."""


Condition = Literal["raises", "check-fails"] | StatePredicate


def said(condition: Condition) -> str:
    """The condition as the person wrote it."""
    return condition if isinstance(condition, str) else condition.text
