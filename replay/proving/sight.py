"""What a seat sees does not depend on what it may not know; every event is told and redacted."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from wardiary.core.requests import Choice, Draw
from wardiary.core.sight import public
from wardiary.core.state import copy_state, encode_state
from wardiary.events.kinds import Chance, Input, Order
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.walking import Game, decisions, every, walk
from wardiary.replay.table import Table

__all__ = ["SightTests", "orders_of", "shown", "telling"]

_OF_A_KIND = 3


def shown(table: Table, state: Any, seat: str, tried: Sequence[Input], drawn: bool = True) -> dict[str, Any]:
    """Everything that is shown to a seat: its view, what is asked, what it may answer; with `drawn` the board too.

    So is what it is told of orders that may not fit, some of which are `tried`: a refusal is an output like another.
    A board is made of the view alone, so it could differ where views are alike only by what a view carries unseen.
    """
    spec, data, rules = table.spec, table.data, table.rules
    view = spec.sight.view(data, state, seat)
    request = rules.request(state)
    asked = isinstance(request, Choice) and seat in request.seats
    listed = rules.legal(state, seat) if asked else ()
    return {
        "its view": view,
        "the board": spec.words.board(data, view) if drawn else "",
        "the drawing": spec.words.svg(data, view) if drawn and spec.words.svg else "",
        "the names of its orders": [spec.words.name_order(data, state, order) for order in listed],
        "what is refused to it": [rules.refusal(state, order) for order in tried if asked],
        "the words of the request": spec.words.ask(data, state, request) if asked else "",
    }


def telling(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What of all that is shown differs, to the byte; of a view and of the state in it each field."""

    def parts(seen: dict[str, Any]) -> dict[str, bytes]:
        view, state = seen["its view"], seen["its view"].state
        fields = {f"state.{name} of its view": getattr(state, name) for name in state.__struct_fields__}
        fields |= {f"{name} of its view": getattr(view, name) for name in view.__struct_fields__ if name != "state"}
        fields |= {name: value for name, value in seen.items() if name != "its view"}
        return {name: msgspec.json.encode(value) for name, value in fields.items()}

    first, second = parts(one), parts(other)
    return [name for name in first if first[name] != second[name]]


def orders_of(game: Game, seat: str) -> list[Input]:
    """A few orders of each kind that a seat gives in a game, no two of them the same."""
    given: dict[type[Input], dict[bytes, Input]] = {}
    for _, request, answer in decisions(game):
        if seat in request.seats and getattr(answer, "by", seat) == seat:
            given.setdefault(type(answer), {}).setdefault(msgspec.json.encode(answer), answer)
    kinds = [list(orders.values()) for orders in given.values()]
    return [orders[at] for orders in kinds for at in every(len(orders), _OF_A_KIND)]


class SightTests(Suite):
    def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(self, table: Table, count: Count) -> None:
        spec, twins_of, worlds = table.spec, self.proof.twins, 0
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            tried = {seat: orders_of(game, seat) for seat in spec.seats}
            for at, moment in enumerate(walk(game)):
                if at not in places:
                    continue
                for seat in spec.seats:
                    twins = list(islice(twins_of(table.data, moment.state, seat), self.proof.worlds))
                    for drawn, some in ((True, twins[:1]), (False, twins[1:])):
                        seen = shown(table, moment.state, seat, tried[seat], drawn)
                        line = msgspec.json.encode(seen)
                        for twin in some:
                            assert encode_state(twin) != game.states[at], "a twin that is the same world"
                            assert spec.rules.faults(table.data, twin) == [], "a twin that cannot be"
                            other = shown(table, twin, seat, tried[seat], drawn)
                            assert msgspec.json.encode(other) == line, (
                                f"step {at}: {seat} can tell apart two worlds that it may not, "
                                f"by {', '.join(telling(seen, other))}"
                            )
                            worlds += 1
        redactions = spec.sight.redactions
        hides = [kind for kind, rule in redactions.items() if rule is not public and issubclass(kind, Order | Chance)]
        if hides or worlds:
            count(worlds_compared=worlds)

    def test_every_event_is_told_and_redacted(self, table: Table, count: Count) -> None:
        """From the state before it; what is left for a seat is an event of the same kind that can be written."""
        spec, told = table.spec, 0
        for game in self.proof.played():
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

    def test_telling_and_redacting_leave_the_state_untouched(self, table: Table, count: Count) -> None:
        spec, states = table.spec, 0
        for game in self.proof.played(2):
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

    def test_a_redacted_answer_does_not_give_the_hidden_away(self, table: Table, count: Count) -> None:
        """What another seat sees of an answer that is hidden from it is the same for every answer that could be there.

        Where a seat may see a whole order or draw, the redaction is the event itself; where it may not, all listed
        orders of the acting seat of that kind, or all cards of the bag, look alike.
        """
        spec, hidden = table.spec, 0
        for game in self.proof.played():
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

    def test_a_redacted_answer_tells_no_more_than_the_view_after_it(self, table: Table, count: Count) -> None:
        """Two answers that leave a seat with the same view must look the same to it, unless their kind is public."""
        spec, rules, pairs = table.spec, table.rules, 0
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                answer: Any = moment.answer
                if at not in places or answer is None or spec.sight.redactions[type(answer)] is public:
                    continue
                if isinstance(moment.request, Draw):
                    bag = sorted(set(moment.request.bag) - set(answer.cards[1:]))[: self.proof.worlds]
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
