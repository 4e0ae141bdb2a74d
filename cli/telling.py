"""What each person at the terminal has to be told: the events since they last looked, as far as their seat may know."""

from collections.abc import Iterable, Sequence
from typing import Any

from wardiary.core.contract import View
from wardiary.core.state import State, copy_state
from wardiary.events.kinds import Event
from wardiary.replay.narrate import words
from wardiary.replay.session import Session

__all__ = ["EVERYBODY", "Teller", "history", "view_of"]

EVERYBODY = ""
"""The viewer who may see all hands: one person playing alone, or a group that does not mind."""


def view_of(session: Session, viewer: str) -> View[Any]:
    """What the viewer may see."""
    return session.view(viewer) if viewer else session.table.spec.open_view(session.state)


def _words(session: Session, state: State, event: Event, viewer: str) -> str:
    """What the viewer is told of an event, empty where there is nothing to tell."""
    return words(session.table.spec, session.table.data, state, event, viewer or None)


def history(session: Session, viewer: str) -> list[str]:
    """All that the viewer has been told on the line of play that led to here."""
    evolve, state = session.table.spec.evolve, session.table.rules.empty()
    told: list[str] = []
    for event in session.log.line(session.n):
        told.append(_words(session, state, event, viewer))
        evolve[type(event)](state, event)
    return [line for line in told if line]


class Teller:
    """Narrates events to each viewer from the state before them, which it keeps itself."""

    def __init__(self, session: Session, viewers: Sequence[str]) -> None:
        self._session = session
        self._untold: dict[str, list[str]] = {viewer: [] for viewer in viewers}
        self.start_over()

    def start_over(self) -> None:
        """The state has jumped: a take-back, a fix, a fault."""
        self._state = copy_state(self._session.state)

    def hear(self, events: Iterable[Event]) -> None:
        """Take in events as they happen."""
        evolve = self._session.table.spec.evolve
        for event in events:
            for viewer, lines in self._untold.items():
                if line := _words(self._session, self._state, event, viewer):
                    lines.append(line)
            evolve[type(event)](self._state, event)

    def news(self, viewer: str) -> list[str]:
        """What the viewer has not been told yet; it counts as told now."""
        lines = self._untold[viewer]
        self._untold[viewer] = []
        return lines

    def has_secrets(self, viewers: Sequence[str]) -> bool:
        """Whether any viewer may not see all that there is now."""
        return any(self._session.view(viewer).state != self._session.state for viewer in viewers if viewer)
