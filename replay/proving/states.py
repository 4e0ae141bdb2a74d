"""States: sound at every step, plain in form, the same bytes when equal, untouched by whoever reads."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from wardiary.core.state import State, copy_state, decode_state, encode_state, state_digest
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.walking import Game, every, read_everything, walk
from wardiary.replay.table import Table

__all__ = ["StateTests", "is_plain", "not_plain", "stale", "turned"]


def is_plain(value: Any) -> bool:
    """An immutable value all the way down: no floats, no sets, nothing of a class that can change."""
    match value:
        case None | bool() | int() | str():
            return True
        case tuple():
            return all(map(is_plain, value))
        case Struct():
            frozen = type(value).__struct_config__.frozen
            return frozen and all(is_plain(getattr(value, name)) for name in value.__struct_fields__)
    return False


def not_plain(state: Any) -> list[str]:
    """Fields that are no immutable value, and no dict or list of immutable values."""
    found: list[str] = []
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if type(value) is dict:
            sound = all(type(key) in (str, int) and is_plain(item) for key, item in value.items())
        elif type(value) is list:
            sound = all(map(is_plain, value))
        else:
            sound = is_plain(value)
        if not sound:
            found.append(name)
    return found


def turned(table: Table, encoded: bytes) -> Any:
    """The state with every dict filled the other way round."""
    state = decode_state(table.spec.fold.state, encoded)
    for name in state.__struct_fields__:
        if isinstance(value := getattr(state, name), dict):
            backward = list(value.items())[::-1]
            setattr(state, name, dict(backward[1:] + backward[:1]))
    return state


def stale(
    game: Game, read: Callable[[Table, Any, bool], None], monkeypatch: pytest.MonkeyPatch, drawn: int = 60
) -> Iterator[str]:
    """Derived values that an event should have dropped: kept ones are compared with what their builders make now.

    Before each event all are filled that were asked for at the start of its step; at so many steps as are `drawn`,
    each seat's board asks too, at all others only that of the open view.
    """
    state = game.table.rules.empty()
    builders: dict[str, Callable[[], Any]] = {}
    derived = State.derived

    def watched(self: State, name: str, build: Callable[[], Any]) -> Any:
        if self is state:
            builders[name] = build
        return derived(self, name, build)

    monkeypatch.setattr(State, "derived", watched)
    places = set(every(len(game.steps), drawn))
    for at, step in enumerate(game.steps):
        builders.clear()
        state.forget()
        if state.frames:
            read(game.table, state, at in places)
        for event in step:
            for name, build in builders.items():
                state.derived(name, build)
            game.table.rules.evolve[type(event)](state, event)
            kept = [name for name in builders if name in state.__dict__]
            yield from (f"{name} after {event}" for name in kept if state.__dict__[name] != builders[name]())
    monkeypatch.undo()


class StateTests(Suite):
    def test_no_faults_at_any_step(self, table: Table, count: Count) -> None:
        states = 0
        for game in self.proof.played():
            for moment in walk(game):
                assert table.spec.rules.faults(table.data, moment.state) == []
                states += 1
        count(states_sound=states)

    def test_reading_leaves_the_state_untouched(self, table: Table, count: Count) -> None:
        states = 0
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                read_everything(table, moment.state, at in places)
                assert encode_state(moment.state) == game.states[at]
                states += 1
        count(states_read=states)

    def test_states_are_two_levels_deep(self, table: Table, count: Count) -> None:
        states = 0
        for game in self.proof.played():
            for moment in walk(game):
                assert not_plain(moment.state) == []
                states += 1
        count(states_plain=states)

    def test_a_copy_has_its_own_containers_and_shares_the_rest(self, table: Table, count: Count) -> None:
        """The written-out copy is what a loop over the fields would make."""
        states = 0
        for moment in walk(next(self.proof.played())):
            state = moment.state
            twin = copy_state(state)
            assert twin == state
            for name in state.__struct_fields__:
                value, copied = getattr(state, name), getattr(twin, name)
                assert (copied is not value) == isinstance(value, dict | list), name
            states += 1
        count(states_copied=states)

    def test_a_copy_keeps_derived_values_and_forgets_for_itself(self, table: Table) -> None:
        state = table.rules.empty()
        state.derived("turns", lambda: [state.turn])
        twin = copy_state(state)
        assert twin.derived("turns", list) is state.derived("turns", list)
        twin.forget("turns")
        assert (twin.derived("turns", list), state.derived("turns", list)) == ([], [0])

    def test_equal_states_give_equal_bytes_whatever_the_order_of_their_dicts(self, table: Table, count: Count) -> None:
        permuted = 0
        for game in self.proof.played():
            for at in every(len(game.states), self.proof.moments):
                state = turned(table, game.states[at])
                assert encode_state(state) == game.states[at]
                assert state_digest(state) == state_digest(decode_state(table.spec.fold.state, game.states[at]))
                permuted += 1
        count(states_permuted=permuted)

    def test_the_rules_do_not_depend_on_the_order_of_dicts(self, table: Table, count: Count) -> None:
        """The same request, the same list in the same order, the same step, the same views; at some moments, boards."""
        rules, spec, states = table.rules, table.spec, 0
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                again = turned(table, game.states[at])
                assert rules.request(again) == moment.request
                assert list(rules.legal(again)) == list(rules.legal(moment.state))
                assert spec.features(table.data, again) == spec.features(table.data, moment.state)
                assert spec.rules.faults(table.data, again) == []
                for seat in spec.seats:
                    views = [spec.sight.view(table.data, state, seat) for state in (again, moment.state)]
                    assert views[0] == views[1]
                    if at in places:
                        assert spec.words.board(table.data, views[0]) == spec.words.board(table.data, views[1])
                if moment.answer is not None:
                    assert tuple(rules.advance(again, moment.answer)) == game.steps[at + 1]
                states += 1
        count(states_permuted_and_played=states)

    def test_derived_values_are_what_would_be_built_anew(
        self, table: Table, count: Count, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Filled before each event, compared after it."""
        events = 0
        for game in self.proof.played(2):
            assert list(stale(game, read_everything, monkeypatch, self.proof.moments)) == []
            events += sum(map(len, game.steps))
        count(events_looked_at=events)
