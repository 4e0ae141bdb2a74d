"""States: sound at every step, plain in form, the same bytes when equal, untouched by whoever reads."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct
from tests.generic.conftest import Count
from tests.generic.walking import Game, every, games_of, play, read_everything, walk

from wardiary.core.state import State, copy_state, decode_state, encode_state, state_digest
from wardiary.replay.table import Table


def test_no_faults_at_any_step(table: Table, count: Count) -> None:
    states = 0
    for game in games_of(table):
        for moment in walk(game):
            assert table.spec.rules.faults(table.data, moment.state) == []
            states += 1
    count(states_sound=states)


def test_reading_leaves_the_state_untouched(table: Table, count: Count) -> None:
    states = 0
    for game in games_of(table):
        for at, moment in enumerate(walk(game)):
            read_everything(table, moment.state)
            assert encode_state(moment.state) == game.states[at]
            states += 1
    count(states_read=states)


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


def test_states_are_two_levels_deep(table: Table, count: Count) -> None:
    states = 0
    for game in games_of(table):
        for moment in walk(game):
            assert not_plain(moment.state) == []
            states += 1
    count(states_plain=states)


def test_a_state_too_deep_is_noticed() -> None:
    class Deep(Struct):
        lists: Any = ()
        fine: Any = ()
        sets: Any = ()
        floats: Any = 0

    assert not_plain(Deep({"a": [1]}, [(1, "x")], {1}, 0.5)) == ["lists", "sets", "floats"]


def turned(table: Table, encoded: bytes) -> Any:
    """The state with every dict filled the other way round."""
    state = decode_state(table.spec.fold.state, encoded)
    for name in state.__struct_fields__:
        if isinstance(value := getattr(state, name), dict):
            backward = list(value.items())[::-1]
            setattr(state, name, dict(backward[1:] + backward[:1]))
    return state


def test_a_copy_has_its_own_containers_and_shares_the_rest(table: Table, count: Count) -> None:
    """The written-out copy is what a loop over the fields would make."""
    states = 0
    for moment in walk(next(games_of(table))):
        state = moment.state
        twin = copy_state(state)
        assert twin == state
        for name in state.__struct_fields__:
            value, copied = getattr(state, name), getattr(twin, name)
            assert (copied is not value) == isinstance(value, dict | list), name
        states += 1
    count(states_copied=states)


def test_a_copy_keeps_derived_values_and_forgets_for_itself(table: Table) -> None:
    state = table.rules.empty()
    state.derived("turns", lambda: [state.turn])
    twin = copy_state(state)
    assert twin.derived("turns", list) is state.derived("turns", list)
    twin.forget("turns")
    assert (twin.derived("turns", list), state.derived("turns", list)) == ([], [0])


def test_equal_states_give_equal_bytes_whatever_the_order_of_their_dicts(table: Table, count: Count) -> None:
    permuted = 0
    for game in games_of(table):
        for at in every(len(game.states), 60):
            state = turned(table, game.states[at])
            assert encode_state(state) == game.states[at]
            assert state_digest(state) == state_digest(decode_state(table.spec.fold.state, game.states[at]))
            permuted += 1
    count(states_permuted=permuted)


def test_the_rules_do_not_depend_on_the_order_of_dicts(table: Table, count: Count) -> None:
    """The same request, the same list in the same order, the same step, the same views."""
    rules, spec, states = table.rules, table.spec, 0
    for game in games_of(table):
        for at, moment in enumerate(walk(game)):
            again = turned(table, game.states[at])
            assert rules.request(again) == moment.request
            assert list(rules.legal(again)) == list(rules.legal(moment.state))
            assert spec.features(table.data, again) == spec.features(table.data, moment.state)
            assert spec.rules.faults(table.data, again) == []
            for seat in spec.seats:
                views = [spec.sight.view(table.data, state, seat) for state in (again, moment.state)]
                assert views[0] == views[1]
                assert spec.words.board(table.data, views[0]) == spec.words.board(table.data, views[1])
            if moment.answer is not None:
                assert tuple(rules.advance(again, moment.answer)) == game.steps[at + 1]
            states += 1
    count(states_permuted_and_played=states)


def stale(game: Game, read: Callable[[Table, Any], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Derived values that an event should have dropped: kept ones are compared with what their builders make now."""
    state = game.table.rules.empty()
    builders: dict[str, Callable[[], Any]] = {}
    derived = State.derived

    def watched(self: State, name: str, build: Callable[[], Any]) -> Any:
        if self is state:
            builders[name] = build
        return derived(self, name, build)

    monkeypatch.setattr(State, "derived", watched)
    for step in game.steps:
        if state.frames:
            read(game.table, state)
        for event in step:
            for name, build in builders.items():
                state.derived(name, build)
            game.table.rules.evolve[type(event)](state, event)
            kept = [name for name in builders if name in state.__dict__]
            yield from (f"{name} after {event}" for name in kept if state.__dict__[name] != builders[name]())
    monkeypatch.undo()


def test_derived_values_are_what_would_be_built_anew(
    table: Table, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filled before each event, compared after it."""
    events = 0
    for game in games_of(table, 2):
        assert list(stale(game, read_everything, monkeypatch)) == []
        events += sum(map(len, game.steps))
    count(events_looked_at=events)


def test_a_stale_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_table: Table, state: Any) -> None:
        state.derived("companies", lambda: dict(state.companies))
        state.derived("constant", lambda: 1)

    found = list(stale(play("tiny", 0, 0), read, monkeypatch))
    assert {line.split()[0] for line in found} == {"companies"}
    assert any("March(" in line for line in found)
