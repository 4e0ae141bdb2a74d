"""An answer to whatever the game asks, as JSON or as a person says it at the table.

`bids 12`, `red: bids 12`, `roll 3 6`, `draw 31` or just `3 6` and `31`, as in scripts and at the prompt; in JSON orders
whole, and by their fields alone what the request settles: rolls, draws, orders of the one kind that is asked.
"""

import re
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events.codec import Codec
from wardiary.events.common import Drawn, SourceName
from wardiary.events.errors import Refused, UsageError
from wardiary.events.kinds import Chance, Event, Input, Order, SeatOrder
from wardiary.events.vocabulary import tag_of
from wardiary.replay.chance import TypedSource, answer_chance
from wardiary.replay.matching import choose, parse_cards, parse_dice
from wardiary.replay.table import Table

__all__ = ["asked_words", "cards_drawn", "decode_input", "read_answer", "told_chance"]

_MOST = 900_000
_SAID_BY = re.compile(r"([^\s:{}]+)\s*:\s*(.+)")


def read_answer(table: Table, state: Any, request: Request, text: str, *, gone: Collection[str] = ()) -> Input:
    """The input that is meant here. What a roll, a draw or an order does not say is taken from the request.

    So `{"dice": [6, 1]}` and `6 1` are enough; the source of dice and cards is `typed` unless the JSON says another.
    `gone` are cards that the table has drawn. The answer is not yet judged by the rules. Raises UsageError for what
    cannot be understood, Refused for what cannot be an answer to this request.
    """
    if isinstance(request, Over):
        raise Refused("the game is over")
    if len(text) > _MOST:
        raise UsageError(f"an answer has at most {_MOST} characters")
    said = text.strip()
    if said.startswith(("{", "[")):
        return _from_json(table, state, request, said)
    if isinstance(request, Choice):
        return _order(table, state, request, said)
    try:
        return told_chance(table, request, said, gone=gone)
    except UsageError as error:
        raise UsageError(f"{asked_words(table, state, request)}: {error}") from None


def decode_input(codec: Codec, line: str | bytes, *, said: str) -> Input:
    """An order, roll or draw from the JSON of its line. Raises UsageError, repeating what was said."""
    try:
        event = codec.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(f"{said[:60]!r} is no order, roll or draw of this game: {error}") from None
    if not isinstance(event, Input):
        raise UsageError(f"{tag_of(type(event))} is no order, roll or draw")
    return event


def asked_words(table: Table, state: Any, request: Request) -> str:
    """Who does what here: "red draws from orders"; for an order the game's own words."""
    match request:
        case Roll(by=by, count=count, sides=sides, purpose=purpose):
            return f"{by} rolls {count}d{sides} for {purpose}"
        case Draw(by=by, count=count, deck=deck):
            return f"{by} draws {'' if count == 1 else f'{count} '}from {deck}"
        case _:
            return table.spec.words.ask(table.data, state, request)


def told_chance(
    table: Table,
    request: Roll | Draw,
    said: str,
    *,
    gone: Collection[str] = (),
    secret: bool = False,
    source: SourceName = "typed",
) -> Chance:
    """The roll or draw that somebody tells, with or without its word before it: `roll 3 6`, `draw 31`, `3 6`, `31`.

    `gone` are cards that the table has drawn; where the draw is `secret` no refusal names another card. The answer is
    not yet judged by the rules. Raises UsageError.
    """
    word = "roll" if isinstance(request, Roll) else "draw"
    told = re.sub(rf"{word}\s+", "", said, count=1) if said.startswith(word) else said
    titles = table.spec.words.card_title

    def cards(draw: Draw) -> tuple[str, ...]:
        names = [titles(table.data, draw.deck, card) for card in draw.bag]
        return parse_cards(told, draw, names, secret=secret, gone=gone)

    return answer_chance(
        table.spec.fold.codec, TypedSource(lambda roll: parse_dice(told, roll), cards, source), request
    )


def cards_drawn(events: Iterable[Event], request: Draw) -> frozenset[str]:
    """The cards that the same seat has drawn from the same deck since its last shuffle."""
    return frozenset(
        card
        for event in events
        if isinstance(event, Drawn)
        and (event.deck, event.shuffle, event.by) == (request.deck, request.shuffle, request.by)
        for card in event.cards
    )


def _order(table: Table, state: Any, request: Choice, said: str) -> Input:
    """An order by its short name, the seat before it where two are asked."""
    spoken = _SAID_BY.fullmatch(said)
    seats, words = ((spoken[1],), spoken[2]) if spoken and spoken[1] in request.seats else (request.seats, said)
    legal = [order for seat in seats for order in table.rules.legal(state, seat)]
    spec, data = table.spec, table.data
    names = [spec.words.name_order(data, state, order) for order in legal]
    try:
        return legal[choose(names, words, [spec.words.explain_order(data, state, order) for order in legal])]
    except UsageError as error:
        raise UsageError(f"{error} ({spec.words.ask(data, state, request)})") from None


def _from_json(table: Table, state: Any, request: Request, text: str) -> Input:
    codec = table.spec.fold.codec
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(f"{text[:60]!r} is no answer: {error}; give words or a JSON object") from None
    asked = _asked(table, state, request)
    if not isinstance(request, Choice) and given.get("t", asked["t"]) != asked["t"]:
        raise Refused(f"{asked_words(table, state, request)}; a {given['t']} is not asked")
    if "t" in given and given["t"] != asked.get("t"):
        asked = {}
    try:
        return decode_input(codec, msgspec.json.encode({**asked, **given}), said=text)
    except (UnicodeEncodeError, RecursionError) as error:
        raise UsageError(f"{text[:60]!r} is no answer: {error}") from None


def _asked(table: Table, state: Any, request: Request) -> dict[str, Any]:
    """The fields that the request settles, the tag first: all but faces or cards, or the one kind of order asked."""
    if isinstance(request, Roll):
        return {"t": "rolled", **{name: getattr(request, name) for name in Roll.SETTLED}, "source": "typed"}
    if isinstance(request, Draw):
        return {"t": "drawn", **{name: getattr(request, name) for name in Draw.SETTLED}, "source": "typed"}
    kinds: set[type[Order]] = set()
    if isinstance(request, Choice):
        kinds = {type(order) for seat in request.seats for order in table.rules.legal(state, seat)}
    if len(kinds) != 1:
        return {}
    (kind,) = kinds
    seats = request.seats if isinstance(request, Choice) else ()
    by = {"by": seats[0]} if len(seats) == 1 and issubclass(kind, SeatOrder) else {}
    return {"t": tag_of(kind), **by}
