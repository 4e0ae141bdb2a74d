"""Listed is accepted and nothing else is; every order has a name that a person can type."""

from collections.abc import Iterator
from typing import Any

import msgspec

from wardiary.core.chance.keyed import choose
from wardiary.core.requests import Choice, Draw, Roll
from wardiary.core.seats import seat_of
from wardiary.core.state import copy_state, encode_state
from wardiary.events.kinds import Chance, Order
from wardiary.replay.matching import choose as understood
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.walking import Game, decisions, every, walk
from wardiary.replay.table import Table

__all__ = ["OrderTests", "Pool"]


class Pool:
    """Values that fields of a name had anywhere in a game, and orders of all kinds: what mutants are made of."""

    def __init__(self, game: Game) -> None:
        self.values: dict[str, list[Any]] = {}
        self.orders: list[Order] = []
        seen: set[Order] = set()
        for state, _, _ in decisions(game):
            for order in game.table.rules.legal(state):
                if order not in seen:
                    seen.add(order)
                    self.orders.append(order)
        for order in self.orders:
            for name in order.__struct_fields__:
                values = self.values.setdefault(name, [])
                if (value := getattr(order, name)) not in values:
                    values.append(value)

    def mutants(self, listed: list[Order], label: str, count: int) -> Iterator[Order]:
        """Orders of other moments, and listed ones with one field changed; the same for the same label."""
        for nth in range(count):
            pick = f"{label}|{nth}"
            if nth % 3 == 0 or not listed:
                yield self.orders[choose(b"mutants", pick, len(self.orders))]
                continue
            order = listed[choose(b"mutants", pick, len(listed))]
            if names := order.__struct_fields__:
                name = names[choose(b"fields", pick, len(names))]
                values = self._near(name)
                yield msgspec.structs.replace(order, **{name: values[choose(b"values", pick, len(values))]})

    def _near(self, name: str) -> list[Any]:
        """The values of a field, numbers one off too."""
        values = self.values[name]
        whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
        return [*values, *(value + step for value in whole for step in (-1, 1))]


def _admitted(table: Table, order: Order) -> bool:
    try:
        return table.spec.fold.codec.admit(order) == order
    except msgspec.ValidationError:
        return False


def _wrong(answer: Any, request: Any) -> Iterator[Chance]:
    replace = msgspec.structs.replace
    if isinstance(request, Roll):
        yield replace(answer, dice=(*answer.dice, 1))
        yield replace(answer, dice=(request.sides + 1, *answer.dice[1:]))
        yield replace(answer, dice=(0, *answer.dice[1:]))
        yield replace(answer, key=f"{answer.key}x")
        yield replace(answer, nth=answer.nth + 1)
    else:
        yield replace(answer, cards=(*answer.cards, answer.cards[0]))
        yield replace(answer, cards=("no such card", *answer.cards[1:]))
        yield replace(answer, shuffle=answer.shuffle + 1)
        yield replace(answer, deck="no such deck")


class OrderTests(Suite):
    def test_listed_is_accepted_and_nothing_else(self, table: Table, count: Count) -> None:
        """Where the list is only a menu, every order on it is accepted all the same."""
        rules, tried, refused = table.rules, 0, 0
        for game in self.proof.played():
            pool = Pool(game)
            for at, (state, request, answer) in enumerate(decisions(game)):
                before = encode_state(state)
                listed = list(rules.legal(state))
                assert listed, "somebody is asked and nothing is listed"
                assert len(set(listed)) == len(listed)
                refusals = {order: reason for order in listed if (reason := rules.refusal(state, order)) is not None}
                assert refusals == {}, f"listed, but refused: {refusals}"
                no_events = [order for order in listed if not _admitted(table, order)]
                assert no_events == [], f"listed, but out of the bounds of its event: {no_events}"
                assert answer in listed
                for order in pool.mutants(listed, f"{game.seed}|{at}", self.proof.mutants):
                    reason = rules.refusal(state, order)
                    if not request.menu:
                        assert reason is not None or order in listed, f"not listed, but accepted: {order}"
                        assert reason is None or order not in listed, f"listed, but refused: {order}: {reason}"
                    assert reason is None or reason.strip(), f"refused without a reason: {order}"
                    refused += reason is not None
                    tried += 1
                tried += len(listed)
                assert encode_state(state) == before
        count(answers_tried=tried, answers_refused=refused)

    def test_every_listed_answer_can_be_played(self, table: Table, count: Count) -> None:
        """At some moments of a game, all of them, each on its own copy; at least one more thing can then be asked."""
        rules, played = table.rules, 0
        for game in self.proof.played(2):
            moments = [(copy_state(state), request) for state, request, _ in decisions(game)]
            for at in every(len(moments), self.proof.moments):
                state, _ = moments[at]
                for order in rules.legal(state):
                    twin = copy_state(state)
                    events = rules.answer(twin, order)
                    assert events[0] == order
                    rules.request(twin)
                    played += 1
        count(answers_played=played)

    def test_each_seat_is_listed_its_own_orders(self, table: Table, count: Count) -> None:
        """What the seats of a simultaneous choice may give is together what is listed; nobody else may answer."""
        rules, seats = table.rules, 0
        for game in self.proof.played():
            for state, request, _ in decisions(game):
                shares = [list(rules.legal(state, seat)) for seat in request.seats]
                assert all(shares)
                assert sorted(map(repr, rules.legal(state))) == sorted(repr(o) for share in shares for o in share)
                whose = [{seat_of(state, order) for order in share} for share in shares]
                assert whose == [{seat} for seat in request.seats]
                assert len(set(request.seats)) == len(request.seats)
                assert set(request.seats) <= set(table.seats(game.start.scenario))
                seats += len(request.seats)
        count(seats_asked=seats)

    def test_names_are_unique_and_understood(self, table: Table, count: Count) -> None:
        spec, named = table.spec, 0
        for game in self.proof.played():
            for state, request, _ in decisions(game):
                for seat in request.seats:
                    listed = table.rules.legal(state, seat)
                    names = [spec.words.name_order(table.data, state, order) for order in listed]
                    assert all(name and name.isprintable() and name == name.strip() for name in names)
                    assert len({name.casefold() for name in names}) == len(names), names
                    explained = [
                        spec.words.explain_order(table.data, state, order) for order in table.rules.legal(state, seat)
                    ]
                    assert all(text.isprintable() and text == text.strip() for text in explained)
                    assert [understood(names, name, explained) for name in names] == list(range(len(names)))
                    named += len(names)
        count(names=named)

    def test_orders_are_refused_where_chance_is_asked_and_after_the_end(self, table: Table, count: Count) -> None:
        rules, refused = table.rules, 0
        for game in self.proof.played():
            orders = Pool(game).orders
            chances = [step[0] for step in game.steps if isinstance(step[0], Chance)]
            for moment in walk(game):
                before = encode_state(moment.state)
                if not isinstance(moment.request, Choice):
                    assert len(rules.legal(moment.state)) == 0
                    assert all(rules.refusal(moment.state, order) for order in orders[:20])
                if not isinstance(moment.request, Roll | Draw):
                    assert all(rules.refusal(moment.state, chance) for chance in chances[:20])
                    refused += 1
                assert encode_state(moment.state) == before
        count(moments_refused=refused)

    def test_another_roll_or_draw_than_asked_is_refused(self, table: Table, count: Count) -> None:
        rules, refused = table.rules, 0
        for game in self.proof.played(3):
            for moment in walk(game):
                if not isinstance(moment.answer, Chance):
                    continue
                assert rules.refusal(moment.state, moment.answer) is None
                for wrong in _wrong(moment.answer, moment.request):
                    assert rules.refusal(moment.state, wrong), wrong
                    refused += 1
        count(rolls_and_draws_refused=refused)
