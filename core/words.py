"""Words for what all games share: rolls, draws, turns, results and the keeper's records; names of orders, numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events import common
from wardiary.events.codec import Codec
from wardiary.events.kinds import Event, Frame, Order

__all__ = ["Narrator", "common_ask", "common_narration", "counted", "listed", "plain_name", "signed", "silent"]

Narrator = Callable[[Any, Any, Any], str]


def counted(count: int, one: str, many: str = "") -> str:
    """`1 point`, `2 points`; `many` where the plural is not made by an s."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def signed(number: int) -> str:
    """`+1`, `-2`, `0`."""
    return f"{number:+}" if number else "0"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plain_name(order: Order, words: Mapping[type[Order], str]) -> str:
    """A short name to type: the order's word, or else its own name in small letters, and all its fields."""
    word = words.get(type(order)) or type(order).__name__.lower()
    return " ".join([word, *(str(getattr(order, name)) for name in order.__struct_fields__)])


def silent(_data: Any, _state: Any, _event: Any) -> str:
    """The narrator of an event of which there is nothing to tell."""
    return ""


def _rolled(ev: common.Rolled) -> str:
    return f"{ev.by} rolls {' '.join(map(str, ev.dice))} for {ev.purpose}."


def _drawn(ev: common.Drawn) -> str:
    return f"{ev.by} draws {', '.join(ev.cards)} from {ev.deck}."


def _began(ev: common.Began) -> str:
    return f"-- {ev.phase}" if ev.phase else f"== Turn {ev.turn}"


def _ended(ev: common.Ended) -> str:
    score = "" if ev.score is None else f" (score {ev.score})"
    return f"The game ends: {ev.kind}, {' and '.join(ev.winners) or 'nobody'} wins{score}."


_TELLERS: Mapping[type[Event], Callable[[Any], str]] = {
    common.Rolled: _rolled,
    common.Drawn: _drawn,
    common.Began: _began,
    common.Ended: _ended,
    common.Positioned: lambda ev: "The game starts from a written position.",
    common.Noted: lambda ev: f"Note: {ev.text}",
    common.TookBack: lambda ev: f"Taken back to event {ev.to}{' (forced)' if ev.forced else ''}.",
    common.Fixed: lambda ev: f"Event {ev.n} was mistyped; play goes on from event {ev.to}.",
    common.Resumed: lambda ev: f"A new sitting, rules {ev.rules}.",
    common.Reseeded: lambda ev: f"From here on the dice come from {ev.dice_source.source}.",
    common.Crashed: lambda ev: f"The rules failed on {ev.answer}: {ev.exception} in {ev.place}.",
    common.Sealed: lambda ev: "The diary is sealed.",
    common.Header: lambda ev: f"{ev.game}, {ev.scenario}, rules {ev.rules}: {ev.id}",
    common.Embedded: lambda ev: f"Played with its own {ev.name}.",
    common.Back: lambda ev: "",
    common.Checkpoint: lambda ev: "",
}


def common_narration(codec: Codec) -> dict[type[Event], Narrator]:
    """A teller for each common event of the vocabulary (narrowed ones too) and silence for every frame."""
    told: dict[type[Event], Narrator] = {}
    for event_type in codec.vocabulary:
        for base, teller in _TELLERS.items():
            if issubclass(event_type, base):
                told[event_type] = _from_event(teller)
        if issubclass(event_type, Frame):
            told[event_type] = silent
    return told


def _from_event(teller: Callable[[Any], str]) -> Narrator:
    return lambda _data, _state, event: teller(event)


def common_ask(request: Request) -> str:
    """The request in plain words, for what a game says nothing special about."""
    match request:
        case Roll(purpose=purpose, by=by, count=count, sides=sides):
            return f"{by}: roll {count}d{sides} for {purpose}"
        case Draw(deck=deck, by=by, count=count):
            return f"{by}: draw {count} from {deck}"
        case Choice(seats=seats):
            return f"{' and '.join(seats)}: decide"
        case Over(result=result):
            return _ended(result)
