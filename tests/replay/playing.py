"""Games of Tiny for the tests of the playing side, and games whose rules are broken on purpose."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wardiary.core.contract import AnyGame
from wardiary.core.fold import apply_all
from wardiary.core.games.tiny.rules import POINTS, Marching
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.requests import Choice
from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.diary import iter_survivors, open_diary
from wardiary.events.kinds import Event
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session
from wardiary.replay.table import Table

TINY = Table.lay(SPEC)
PEOPLE: Mapping[str, str] = {"red": "human", "blue": "human"}
RANDOM: Mapping[str, str] = {"red": "random", "blue": "random"}


def seeded(seed: int | str = 1, seats: Mapping[str, str] = PEOPLE, **more: Any) -> Setting:
    """A setting with open dice."""
    return Setting(dice=Dice.seeded(str(seed)), seats=seats, id=f"game-{seed}", **more)


def events_of(path: Path) -> list[Event]:
    """All events of a diary."""
    return [event for events in open_diary(path, lambda _: SPEC.fold.codec).events(canonical=True) for event in events]


def folded(path: Path, spec: AnyGame = SPEC) -> bytes:
    """The encoded state at the end of a diary's line of play, without rules and without the session's own log."""
    state = spec.fold.state()
    for _, events in iter_survivors(open_diary(path, lambda _: spec.fold.codec)):
        apply_all(spec.fold.evolve, state, events)
    return encode_state(state)


def live(session: Session) -> bytes:
    return encode_state(session.state)


def answer_first(session: Session, index: int = 0) -> list[Event]:
    """The person who is asked gives one of the listed orders."""
    request = session.request
    assert isinstance(request, Choice)
    legal = session.legal(request.seats[0])
    return session.answer(legal[index % len(legal)])


def play_until(session: Session, frame: type[Event], index: int = 0) -> None:
    """Play on until this frame asks."""
    session.play_on()
    while type(session.state.frames[-1]) is not frame:
        answer_first(session, index)
        session.play_on()


def play_out(session: Session, index: int = 0) -> None:
    """To the end."""
    session.play_on()
    while not session.over:
        answer_first(session, index)
        session.play_on()


def broken(then: Callable[..., None] | None = None, **members: Any) -> Table:
    """Tiny with a Marching that has other members, such as a `then` that raises."""
    if then is not None:
        members["then"] = then
    point = type("Marching", (Marching,), {"__module__": Marching.__module__, **members})
    points = tuple(point if old is Marching else old for old in POINTS)
    return Table.lay(replace(SPEC, rules=replace(SPEC.rules, points=points)))


def raises_on_third(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
    """Raises in mid-step when company 3 or 6 marches: the state is half changed by then."""
    if isinstance(answer, e.March) and answer.unit in (3, 6):
        run.emit(e.ColumnMarched(side=f.side, units=()))
        raise ZeroDivisionError("half way")
    Marching.then(self, s, f, answer, run)
