"""Take-backs in words: what was taken back or played again, and why one is refused."""

from collections.abc import Sequence

from wardiary.core.words import counted, listed
from wardiary.events.common import TOLD_SOURCES, Drawn, Rolled
from wardiary.events.errors import TakeBackRefused
from wardiary.events.kinds import Chance, Event, Input, Order
from wardiary.replay.narrate import event_words, input_words
from wardiary.replay.session import Session

__all__ = ["moves_words", "refusal_words", "undone_words"]

_FIX = "a mistyped die or card is put right by `fix`"


def undone_words(session: Session, numbers: Sequence[int], viewer: str) -> str:
    """What left the line of play, as far as the viewer may know it, and how it comes back."""
    them = "them" if len(_inputs(session, numbers)) > 1 else "it"
    fix = f"; {_FIX}" if _was_typed(session, numbers) else ""
    return f"Taken back: {moves_words(session, numbers, viewer)} (`redo` brings {them} back){fix}."


def refusal_words(session: Session, refused: TakeBackRefused, viewer: str) -> str:
    """Why nothing is taken back: what was learned since, in the game's words."""
    log, n = session.log, refused.event
    state = log.state_at(session.rules, n - 1)
    told = event_words(session.table.spec, session.table.data, state, log.events[n - 1], viewer or None)
    news = told.rstrip(".") or "something became known"
    fix = f"; {_FIX}" if _was_typed(session, [session.log.inputs(log.standing)[-1]]) else ""
    number = "" if viewer else f" (event {n})"
    return f"Since then: {news}{number}. `undo!` takes it back all the same, and the diary says so{fix}."


def moves_words(session: Session, numbers: Sequence[int], viewer: str) -> str:
    """The first of these inputs in words, the rest counted: "blue: march 5, and 2 rolls and 1 draw since"."""
    log = session.log
    first, *later = _inputs(session, numbers)
    event = log.events[first - 1]
    assert isinstance(event, Input)
    state = log.state_at(session.rules, log.end_before(first))
    moved = input_words(session.rules, state, event, viewer or None) or "a decision"
    since = [log.events[n - 1] for n in later]
    counts = [
        counted(count, word)
        for word, kind in (("order", Order), ("roll", Rolled), ("draw", Drawn))
        if (count := sum(isinstance(one, kind) for one in since))
    ]
    return f"{moved}, and {listed(counts)} since" if counts else moved


def _inputs(session: Session, numbers: Sequence[int]) -> list[int]:
    return [n for n in numbers if isinstance(session.log.events[n - 1], Input)]


def _was_typed(session: Session, numbers: Sequence[int]) -> bool:
    """Whether there is a roll or draw among these that a person told."""
    return any(_is_told(session.log.events[n - 1]) for n in numbers)


def _is_told(event: Event) -> bool:
    return isinstance(event, Chance) and getattr(event, "source", "") in TOLD_SOURCES
