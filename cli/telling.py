"""What each person at the terminal has to be told: the events since they last looked, as far as their seat may know."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from wardiary.cli.output import one_line
from wardiary.core.contract import View
from wardiary.core.state import State, copy_state
from wardiary.events.kinds import Event
from wardiary.replay.narrate import event_words, same_sittings
from wardiary.replay.session import Session
from wardiary.replay.states import naming

__all__ = ["EVERYBODY", "News", "Teller", "history", "told_line", "view_of"]

EVERYBODY = ""
"""The viewer who may see all hands: one person playing alone, or a group that does not mind."""


def view_of(session: Session, viewer: str) -> View[Any]:
    """What the viewer may see."""
    return session.view(viewer or None)


def _words(session: Session, state: State, event: Event, viewer: str) -> str:
    """What the viewer is told of an event, empty where there is nothing to tell."""
    return event_words(session.table.spec, session.table.data, state, event, viewer or None)


def history(session: Session, viewers: Sequence[str]) -> list[tuple[int, str]]:
    """By number what all these viewers have been told alike: the line of play that led to here, and the records.

    Raises Unplayable for an event that no rules wrote and no words fit.
    """
    spec, log, state = session.table.spec, session.log, session.table.rules.empty()
    silent, alive = same_sittings(log.events), set(log.numbers(session.n))
    told: list[tuple[int, str]] = []
    for n, event in enumerate(log.events, 1):
        if n not in silent and (n in alive or type(event) in spec.fold.codec.records):
            with naming(n, event, session.path):
                words_by_viewer = {_words(session, state, event, viewer) for viewer in viewers}
            told += [(n, one) for one in words_by_viewer if one and len(words_by_viewer) == 1]
        if n in alive:
            spec.fold.evolve[type(event)](state, event)
    return told


def told_line(n: int, words: str, *, numbered: bool) -> str:
    """What is told of event `n`, by its number where nothing is hidden from whoever reads it.

    Gaps in the numbers would tell a seat of events that it does not know of, as in an export.
    """
    return f"{n:>6}  {one_line(words)}" if numbered else f"  {one_line(words)}"


class News(NamedTuple):
    """A line to tell, and the event that it is about; None where it is about the game at the table itself."""

    line: str
    event: Event | None = None


class Teller:
    """Narrates events to each viewer from the state before them, which it keeps itself.

    Those who look at one screen are told a thing once: `on_screen` is what stands there for all to read.
    """

    def __init__(self, session: Session, viewers: Sequence[str]) -> None:
        self._session = session
        self._untold: dict[str, list[News]] = {viewer: [] for viewer in viewers}
        self._on_screen: list[News] = []
        self._state = copy_state(session.state)

    def start_over(self) -> None:
        """The state has jumped: a take-back, a fix, a fault. What does not stand any more is not told any more."""
        self._state = copy_state(self._session.state)
        standing = {id(event) for event in self._session.log.line(self._session.n)}
        for viewer, news in self._untold.items():
            self._untold[viewer] = [one for one in news if one.event is None or id(one.event) in standing]

    def announce(self, line_for: Callable[[str], str], *, but: str) -> None:
        """Something that all viewers but one have to be told, as it did not happen in the game."""
        for viewer, news in self._untold.items():
            if viewer != but:
                news.append(News(line_for(viewer)))

    def clear_screen(self) -> None:
        """Nothing that was told can be read any more."""
        self._on_screen.clear()

    def hear(self, events: Iterable[Event]) -> None:
        """Take in events as they happen."""
        evolve = self._session.table.spec.fold.evolve
        for event in events:
            for viewer, lines in self._untold.items():
                if line := _words(self._session, self._state, event, viewer):
                    lines.append(News(line, event))
            evolve[type(event)](self._state, event)

    def news(self, viewer: str) -> list[str]:
        """What the viewer has not been told yet, by name or from the screen before him; it counts as told now."""
        news = [one for one in self._untold[viewer] if not self._is_on_screen(one)]
        self._untold[viewer] = []
        if len(self._untold) > 1:
            self._on_screen += news
        return [one.line for one in news]

    def _is_on_screen(self, news: News) -> bool:
        """Whether this line about this event stands there; another event may well have the same words."""
        return any(news.event is seen.event and news.line == seen.line for seen in self._on_screen)

    def has_secrets(self, viewers: Sequence[str]) -> bool:
        """Whether any viewer may not see all that there is now."""
        return any(self._session.view(viewer).state != self._session.state for viewer in viewers if viewer)
