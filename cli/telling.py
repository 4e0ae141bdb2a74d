"""What each person at the terminal has to be told: the events since they last looked, as far as their seat may know."""

from collections.abc import Iterable, Sequence
from typing import Any

from wardiary.core.contract import View
from wardiary.core.state import copy_state
from wardiary.events.kinds import Event
from wardiary.replay.session import Session

__all__ = ["EVERYBODY", "Teller", "view_of"]

EVERYBODY = ""
"""The viewer who may see all hands: one person playing alone, or a group that does not mind."""


def view_of(session: Session, viewer: str) -> View[Any]:
    """What the viewer may see."""
    return session.view(viewer) if viewer else session.table.spec.open_view(session.state)


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
        spec, data = self._session.table.spec, self._session.table.data
        for event in events:
            for viewer, lines in self._untold.items():
                seen = spec.redactions[type(event)](self._state, event, viewer) if viewer else event
                if seen is not None and (words := spec.narration[type(seen)](data, self._state, seen)):
                    lines.append(words)
            spec.evolve[type(event)](self._state, event)

    def news(self, viewer: str) -> list[str]:
        """What the viewer has not been told yet; it counts as told now."""
        lines = self._untold[viewer]
        self._untold[viewer] = []
        return lines

    def has_secrets(self, viewers: Sequence[str]) -> bool:
        """Whether any viewer may not see all that there is now."""
        return any(self._session.view(viewer).state != self._session.state for viewer in viewers if viewer)
