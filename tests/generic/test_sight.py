"""What a seat sees does not depend on what it may not know; every event is told and redacted."""

from typing import Any

import msgspec
from tests.generic.conftest import Count
from tests.generic.twins import TWINS
from tests.generic.walking import every, games_of, walk

from wardiary.core.requests import Choice, Draw
from wardiary.core.sight import public
from wardiary.core.state import copy_state, encode_state
from wardiary.events.kinds import Chance, Order
from wardiary.replay.table import Table

TWINS_MAX = 25
"""Other worlds looked at for each seat and moment."""


def sight_of(table: Table, state: Any, seat: str) -> bytes:
    """Everything that is shown to a seat: its view to the byte, the board, what is asked, what it may answer."""
    spec, data, rules = table.spec, table.data, table.rules
    view = spec.sight.view(data, state, seat)
    request = rules.request(state)
    asked = isinstance(request, Choice) and seat in request.seats
    names = [spec.words.name_order(data, state, order) for order in rules.legal(state, seat)] if asked else []
    drawing = spec.words.svg(data, view) if spec.words.svg else ""
    shown = (view, spec.words.board(data, view), drawing, names, spec.words.ask(data, state, request) if asked else "")
    return msgspec.json.encode(shown)


def test_every_game_says_what_is_hidden_in_it(table: Table) -> None:
    assert table.spec.id in TWINS, "add the game to tests/generic/twins.py"


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(table: Table, count: Count) -> None:
    spec, twins_of, worlds = table.spec, TWINS[table.spec.id], 0
    for game in games_of(table):
        places = set(every(len(game.states), 60))
        for at, moment in enumerate(walk(game)):
            if at not in places:
                continue
            for seat in spec.seats:
                seen = sight_of(table, moment.state, seat)
                for _, twin in zip(range(TWINS_MAX), twins_of(table.data, moment.state, seat), strict=False):
                    assert encode_state(twin) != game.states[at], "a twin that is the same world"
                    assert spec.rules.faults(table.data, twin) == [], "a twin that cannot be"
                    assert sight_of(table, twin, seat) == seen
                    worlds += 1
    hides = [
        kind for kind, rule in spec.sight.redactions.items() if rule is not public and issubclass(kind, Order | Chance)
    ]
    if hides or worlds:
        count(worlds_compared=worlds)


def test_every_event_is_told_and_redacted(table: Table, count: Count) -> None:
    """From the state before it; what is left for a seat is an event of the same kind that can be written."""
    spec, told = table.spec, 0
    for game in games_of(table):
        state = table.rules.empty()
        for step in game.steps:
            for event in step:
                words = spec.words.narration[type(event)](table.data, state, event)
                assert isinstance(words, str)
                assert words == "".join(line for line in words if line.isprintable() or line == "\n").strip()
                for seat in spec.seats:
                    left = spec.sight.redactions[type(event)](state, event, seat)
                    if left is not None:
                        assert type(left) is type(event)
                        assert spec.fold.codec.admit(left) == left
                table.rules.evolve[type(event)](state, event)
                told += 1
    count(events_told=told)


def test_telling_and_redacting_leave_the_state_untouched(table: Table, count: Count) -> None:
    spec, states = table.spec, 0
    for game in games_of(table, 2):
        state = table.rules.empty()
        for step, after in zip(game.steps, game.states, strict=True):
            for event in step:
                before = encode_state(state)
                spec.words.narration[type(event)](table.data, state, event)
                for seat in spec.seats:
                    spec.sight.redactions[type(event)](state, event, seat)
                assert encode_state(state) == before
                table.rules.evolve[type(event)](state, event)
            assert encode_state(state) == after
            states += 1
    count(states_told=states)


def test_a_redacted_answer_does_not_give_the_hidden_away(table: Table, count: Count) -> None:
    """What another seat sees of an answer that is hidden from it is the same for every answer that could stand there.

    Where a seat may see a whole order or draw, the redaction is the event itself; where it may not, all listed orders
    of the acting seat of that kind, or all cards of the bag, look alike.
    """
    spec, hidden = table.spec, 0
    for game in games_of(table):
        for moment in walk(game):
            answer: Any = moment.answer
            if answer is None:
                continue
            rule = spec.sight.redactions[type(answer)]
            for seat in spec.seats:
                seen = rule(moment.state, answer, seat)
                if seen == answer:
                    continue
                hidden += 1
                others: list[Any] = [
                    order
                    for order in table.rules.legal(moment.state)
                    if type(order) is type(answer) and getattr(order, "by", None) == getattr(answer, "by", None)
                ]
                if isinstance(moment.request, Draw):
                    bag = sorted(set(moment.request.bag))
                    others += [msgspec.structs.replace(answer, cards=(card, *answer.cards[1:])) for card in bag]
                assert others
                assert all(rule(moment.state, other, seat) == seen for other in others)
    if any(spec.sight.redactions[kind] is not public for kind in spec.fold.codec.inputs):
        count(answers_hidden=hidden)


def test_a_redacted_answer_tells_no_more_than_the_view_after_it(table: Table, count: Count) -> None:
    """Two answers that leave a seat with the same view must look the same to it, unless their kind is public."""
    spec, rules, pairs = table.spec, table.rules, 0
    for game in games_of(table):
        places = set(every(len(game.states), 60))
        for at, moment in enumerate(walk(game)):
            answer: Any = moment.answer
            if at not in places or answer is None or spec.sight.redactions[type(answer)] is public:
                continue
            if isinstance(moment.request, Draw):
                bag = sorted(set(moment.request.bag) - set(answer.cards[1:]))[:TWINS_MAX]
                others = [msgspec.structs.replace(answer, cards=(card, *answer.cards[1:])) for card in bag]
            else:
                listed = [order for order in rules.legal(moment.state) if type(order) is type(answer)]
                others = [order for order in listed if getattr(order, "by", "") == getattr(answer, "by", "")]
            looks: dict[tuple[str, bytes], Any] = {}
            for other in others:
                after = copy_state(moment.state)
                rules.advance(after, other)
                for seat in spec.seats:
                    seen = msgspec.json.encode(spec.sight.view(table.data, after, seat))
                    left = spec.sight.redactions[type(other)](moment.state, other, seat)
                    assert looks.setdefault((seat, seen), left) == left, f"{seat} learns more from {other}"
                    pairs += 1
    if any(spec.sight.redactions[kind] is not public for kind in spec.fold.codec.inputs):
        count(redactions_held_against_views=pairs)
