"""A diary told event by event, from the state before each, to everybody or as one seat may hear it."""

from collections.abc import Iterable, Iterator
from typing import Any

from wardiary.core.contract import AnyGame
from wardiary.core.engine import Rules
from wardiary.core.seats import seat_of
from wardiary.events.common import Fixed, Header, Resumed, TookBack
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Event, Input, Order
from wardiary.replay.compare import json_of
from wardiary.replay.replay import Replay

__all__ = ["event_words", "input_words", "need_seat", "redacted", "same_sittings", "sentences", "words_or_json"]


def need_seat(spec: AnyGame, seat: str) -> str:
    """The seat itself. Raises UsageError, naming those there are."""
    if seat not in spec.seats:
        raise UsageError(f"no seat {seat!r} in {spec.id}; there are {', '.join(spec.seats)}")
    return seat


def redacted(spec: AnyGame, state: Any, event: Event, seat: str) -> Event | None:
    """What a seat may know of an event, from the state before it; None: not even that it happened."""
    return spec.sight.redactions[type(event)](state, event, seat)


def event_words(spec: AnyGame, data: Any, state: Any, event: Event, seat: str | None = None) -> str:
    """The sentence for an event, from the state before it; empty where there is nothing to tell.

    For a seat, what it may know of the event is told over what it may see of the state: nothing hidden is looked at,
    and no number of another event is named, as gaps in them would tell of events that the seat does not know of.
    """
    if seat is None:
        return spec.words.narration[type(event)](data, state, event)
    seen = redacted(spec, state, event, seat)
    if seen is None:
        return ""
    if isinstance(seen, TookBack | Fixed):
        return _jump_words(seen)
    return spec.words.narration[type(seen)](data, spec.sight.view(data, state, seat).state, seen)


def _jump_words(event: TookBack | Fixed) -> str:
    """A take-back or fix without the numbers of the diary."""
    if isinstance(event, Fixed):
        return "What was mistyped is put right."
    return f"Taken back{' (forced)' if event.forced else ''}."


def sentences(
    replay: Replay,
    *,
    first: int = 1,
    last: int | None = None,
    seat: str | None = None,
    taken_back: bool = True,
    orders: bool = False,
) -> Iterator[tuple[int, str]]:
    """The number and the sentence of each event that has one, from event `first` to `last`.

    Without `taken_back` only the line of play is told, and the keeper's records wherever they stand: a remark, a
    take-back or a fix is about the evening, not about a branch of the game. With `orders` the small orders are told
    by their short names, about which the game says nothing as their outcome names them together. Raises UsageError,
    Unfoldable, Unplayable.
    """
    spec, data = replay.table.spec, replay.table.data
    if seat is not None:
        need_seat(spec, seat)
    silent = same_sittings(replay.events)
    records = spec.fold.codec.records
    for n, event, state in replay.walk(first, last):
        if n in silent or not (taken_back or type(event) in records or not replay.is_dead(n)):
            continue
        with replay.naming(n):
            told = event_words(spec, data, state, event, seat)
            if not told and orders and isinstance(event, Order):
                told = f"{_order_words(replay.table.rules, state, event, seat)}."
        if told:
            yield n, told


def _order_words(rules: Rules[Any, Any], state: Any, order: Order, seat: str | None = None) -> str:
    """Who orders what, by its short name: "blue: march 5". What the seat may not know is told as the game tells it."""
    spec, data = rules.spec, rules.data
    if seat is not None and redacted(spec, state, order, seat) != order:
        return event_words(spec, data, state, order, seat).rstrip(".")
    name, by = spec.words.name_order(data, state, order), seat_of(state, order)
    return name if name.startswith(f"{by} ") else f"{by}: {name}"


def input_words(rules: Rules[Any, Any], state: Any, event: Input, seat: str | None = None) -> str:
    """An order by its short name, a roll or draw as the game tells it; without a full stop."""
    if isinstance(event, Order):
        return _order_words(rules, state, event, seat)
    return event_words(rules.spec, rules.data, state, event, seat).rstrip(".")


def words_or_json(rules: Rules[Any, Any], state: Any, event: Event) -> str:
    """An answer or event in words; as it is written where the game says nothing, or can make no sense of it there."""
    try:
        if isinstance(event, Input):
            return input_words(rules, state, event)
        return event_words(rules.spec, rules.data, state, event) or json_of(event)
    except Exception:  # whatever a game's words raise on what its rules refuse
        return json_of(event)


def same_sittings(events: Iterable[Event]) -> frozenset[int]:
    """The numbers of the new sittings under the rules and data of the one before: nothing to tell of."""
    before: tuple[str, str] | None = None
    found: set[int] = set()
    for n, event in enumerate(events, 1):
        if isinstance(event, Header | Resumed):
            if isinstance(event, Resumed) and (event.rules, event.data) == before:
                found.add(n)
            before = (event.rules, event.data)
    return frozenset(found)
