"""The rows of a diary, against a slow and obvious way to make them."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.analytics.making import events_of, header, parent_of, take_back, write_diary

from wardiary.analytics import rows as rows_module
from wardiary.analytics.archive import Archive
from wardiary.core.engine import Rules
from wardiary.core.fold import apply_all, reduce
from wardiary.core.registry import load_game
from wardiary.core.state import encode_state
from wardiary.events.common import Drawn, Ended, Fixed, Header, Noted, Positioned, Resumed, Rolled, TookBack
from wardiary.events.kinds import Event, Frame, Order, Record


def states_before_and_after(game: str, events: list[Event]) -> list[tuple[Any, Any]]:
    """For each event the states before and after it, each on its own line of play."""
    spec = load_game(game)
    after: list[Any] = [spec.fold.state()]
    pairs = []
    for event in events:
        before = after[-1]
        now = after[event.to] if isinstance(event, TookBack | Fixed) else reduce(spec.fold.evolve, before, event)
        pairs.append((before, now))
        after.append(now)
    return pairs


def kind_of(event: Event) -> str:
    kinds: list[tuple[type[Event] | tuple[type[Event], ...], str]] = [
        (Order, "order"),
        (Rolled, "roll"),
        (Drawn, "draw"),
        ((Record, Header), "record"),
        (Frame, "frame"),
    ]
    return next((kind for base, kind in kinds if isinstance(event, base)), "outcome")


def dead(events: list[Event]) -> set[int]:
    """Numbers off the line of play: all but the chain of parents of the last event."""
    parent = {n: n - 1 for n in range(1, len(events) + 1)}
    for n, event in enumerate(events, 1):
        if isinstance(event, TookBack | Fixed):
            parent[n + 1] = event.to
    alive, at = set(), len(events)
    if isinstance(events[-1], TookBack | Fixed):
        at = events[-1].to
    while at > 0:
        alive.add(at)
        at = parent[at]
    return set(range(1, len(events) + 1)) - alive


def expected_events(game: str, events: list[Event]) -> list[tuple[Any, ...]]:
    """(n, step, turn, phase, kind, tag, seat, args, taken_back) of each event."""
    spec = load_game(game)
    rules: Rules[Any, Any] = Rules(spec, spec.rules.load_data({}))
    gone, step, found = dead(events), None, []
    pairs = zip(events, states_before_and_after(game, events), strict=True)
    for n, (event, (before, after)) in enumerate(pairs, 1):
        kind = kind_of(event)
        step = None if kind == "record" else n if kind in {"order", "roll", "draw"} else step or n
        line = json.loads(spec.fold.codec.encode(event))
        tag = line.pop("t")
        seat = line.get("by") if kind in {"order", "roll", "draw"} else None
        if kind == "order" and seat is None:
            point, frame = rules.point(before)
            (seat,) = point.seats(before, frame)
        # A record belongs where play stood when it was made; a turn's mark to the turn that it begins.
        state = before if kind == "record" else after
        found.append((n, step, state.turn, state.phase or None, kind, tag, seat, line, kind != "record" and n in gone))
    return found


def recorded_events(archive: Archive, game_id: str) -> list[tuple[Any, ...]]:
    result = archive.sql(
        "SELECT n, step, turn, phase, kind, tag, seat, args, taken_back FROM events "
        f"WHERE game_id = '{game_id}' ORDER BY n"
    )
    return [(*row[:7], without_defaults(row[4], json.loads(row[7])), row[8]) for row in result]


def without_defaults(kind: str, args: dict[str, Any]) -> dict[str, Any]:
    """Rolls and draws spell out what an event leaves away."""
    defaults = {"roll": {"nth": 1, "sides": 6}, "draw": {"shuffle": 0}}.get(kind, {})
    return {name: value for name, value in args.items() if name not in defaults or value != defaults[name]}


def assert_rows_of(archive: Archive, path: Path) -> None:
    events = events_of(path)
    first = events[0]
    assert isinstance(first, Header)
    assert recorded_events(archive, first.id) == expected_events(first.game, events)


def test_every_event_of_a_simulated_game(games: Path, whole: Archive) -> None:
    for path in sorted(games.iterdir())[:3]:
        assert_rows_of(whole, path)


def test_every_event_of_a_real_game(freezing_games: Path, archive: Archive) -> None:
    archive.add([freezing_games])
    for path in sorted(freezing_games.iterdir()):
        assert_rows_of(archive, path)


@pytest.mark.parametrize("steps", [1, 2, 9])
def test_a_game_with_a_take_back(games: Path, archive: Archive, tmp_path: Path, steps: int) -> None:
    path, back = take_back(next(games.iterdir()), tmp_path / "back.diary", steps=steps)
    archive.add([path])
    assert_rows_of(archive, path)
    ((turns, back_events, decisions),) = archive.sql("SELECT turns, taken_back_events, decisions FROM games")
    events = events_of(path)
    assert turns == states_before_and_after("tiny", events)[back - 1][1].turn
    assert back_events == len(events) - back
    assert decisions == sum(isinstance(event, Order) for event in events[:back])


def test_a_take_back_taken_back(games: Path, archive: Archive, tmp_path: Path) -> None:
    """The first take-back and what was played after it die; what it took back lives again, and play goes on."""
    source = next(games.iterdir())
    events = events_of(source)
    path, _ = take_back(source, tmp_path / "once.diary", steps=4)
    once = events_of(path)
    end = len(once) - 1
    again = [*once[1:], Noted(text="no"), TookBack(to=end), *events[end : end + 1]]
    first = once[0]
    assert isinstance(first, Header)
    twice = write_diary(tmp_path / "twice.diary", first, [again])
    archive.add([twice])
    assert_rows_of(archive, twice)
    assert archive.sql("SELECT take_backs, forced_take_backs, notes FROM games").rows == [(2, 1, 1)]
    dead_rows = archive.sql("SELECT count(*) FROM events WHERE taken_back").rows
    assert dead_rows == [(0,)], "only records stand between the two take-backs"


def test_the_same_step_taken_back_twice(games: Path, archive: Archive, tmp_path: Path) -> None:
    """Each time play goes on from the state as it was, whatever was played in between."""
    source = sorted(games.iterdir())[0]
    path, back = take_back(source, tmp_path / "once.diary", steps=6)
    once = events_of(path)
    first = once[0]
    assert isinstance(first, Header)
    played = [*once[back:-1], TookBack(to=back)]
    twice = write_diary(tmp_path / "twice.diary", first, [[*once[1:], *played, *once[back:-1]]])
    archive.add([twice])
    assert_rows_of(archive, twice)
    assert archive.sql("SELECT take_backs FROM games").rows == [(2,)]


def test_positions_are_the_features_at_the_ends_of_steps(games: Path, whole: Archive) -> None:
    spec = load_game("tiny")
    data = spec.rules.load_data({})
    path = next(games.iterdir())
    events = events_of(path)
    first = events[0]
    assert isinstance(first, Header)
    pairs = states_before_and_after("tiny", events)
    recorded = whole.sql(f"SELECT DISTINCT n, turn, mark FROM positions WHERE game_id = '{first.id}' ORDER BY n").rows
    turns = pairs[-1][1].turn
    assert [(turn, mark) for _, turn, mark in recorded] == [
        *((turn, "turn") for turn in range(1, turns + 1)),
        (turns, "end"),
    ]
    for n, _, _ in recorded:
        features: dict[str, int] = dict(
            whole.sql(f"SELECT feature, value FROM positions WHERE game_id = '{first.id}' AND n = {n}").rows
        )
        assert features == spec.features(data, pairs[n - 1][1])
        assert n == len(events) or kind_of(events[n]) in {"order", "roll", "draw", "record"}


def test_the_view_of_positions_has_a_column_a_feature(whole: Archive) -> None:
    wide = whole.sql("SELECT game_id, n, lead, red, blue FROM positions_tiny ORDER BY ALL").rows
    long = whole.sql(
        "SELECT game_id, n, max(CASE WHEN feature = 'lead' THEN value END), "
        "max(CASE WHEN feature = 'red' THEN value END), max(CASE WHEN feature = 'blue' THEN value END) "
        "FROM positions GROUP BY ALL ORDER BY ALL"
    ).rows
    assert wide == long
    assert len(wide) > 12


def test_games_and_players(games: Path, whole: Archive) -> None:
    for path in games.iterdir():
        events = events_of(path)
        first, result = events[0], next(event for event in events if isinstance(event, Ended))
        assert isinstance(first, Header)
        ((kind, winners, score, count, ended),) = whole.sql(
            f"SELECT kind, winners, score, events, ended FROM games WHERE game_id = '{first.id}'"
        )
        assert (kind, tuple(winners), score, count, ended) == (
            result.kind,
            result.winners,
            result.score,
            len(events),
            True,
        )
        players = whole.sql(
            f"SELECT seat, player, won FROM players WHERE game_id = '{first.id}' ORDER BY seat DESC"
        ).rows
        assert players == [(seat, "random", seat in result.winners) for seat in ("red", "blue")]
    decisions = "SELECT sum(decisions), (SELECT sum(decisions) FROM players), (SELECT count(*) FROM orders) FROM games"
    ((by_game, by_seat, orders),) = whole.sql(decisions)
    assert by_game == by_seat == orders > 0


def test_rolls_have_their_pips(whole: Archive) -> None:
    rolls = whole.sql("SELECT dice, pips, seat, purpose, source FROM rolls").rows
    assert rolls
    assert all(
        sum(dice) == pips and (purpose, source) == ("battle", "seed") for dice, pips, _, purpose, source in rolls
    )


def test_what_the_header_and_records_say(games: Path, archive: Archive, tmp_path: Path) -> None:
    events = events_of(next(games.iterdir()))
    seats = {"red": "human", "blue": "greedy"}
    first = header("fork", seats=seats, written="2026-03-01T20:15:00+02:00", parent=parent_of("other"))
    notes = [Noted(text="late"), Resumed(rules="2", data="e" * 32), Resumed(rules="3", data="e" * 32)]
    archive.add([write_diary(tmp_path / "fork.diary", first, [events[1:12], notes])])
    (about,) = archive.sql("SELECT * FROM games").dicts()
    assert {name: about[name] for name in ("rules", "last_rules", "parent_id", "parent_n", "fork_reason")} == {
        "rules": "1",
        "last_rules": "3",
        "parent_id": "other",
        "parent_n": 2,
        "fork_reason": "to try another way",
    }
    assert about["written"] == datetime(2026, 3, 1, 18, 15), "UTC"
    assert (about["notes"], about["sittings"], about["seats"]) == (1, 3, ["red", "blue"])
    assert (about["ended"], about["kind"], about["winners"], about["sealed"]) == (False, None, None, False)
    assert archive.sql("SELECT won FROM players").rows == [(None,), (None,)]


def test_a_game_from_a_written_position(games: Path, archive: Archive, tmp_path: Path) -> None:
    spec = load_game("tiny")
    state = spec.fold.state()
    apply_all(spec.fold.evolve, state, events_of(next(games.iterdir()))[1:12])
    begun = Positioned(state=encode_state(state).decode())
    archive.add([write_diary(tmp_path / "x.diary", header("x"), [[begun]]), games])
    told = archive.sql("SELECT game_id FROM games WHERE from_position").rows
    assert told == [("x",)]
    found = archive.sql("SELECT n, turn, mark, feature, value FROM positions WHERE game_id = 'x' ORDER BY feature").rows
    features = spec.features(spec.rules.load_data({}), state)
    assert found == [(2, state.turn, "turn", name, features[name]) for name in sorted(features)]


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=0, max_size=40)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(texts, min_size=1, max_size=6))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, said: list[str]) -> None:
    folder = tmp_path_factory.mktemp("texts")
    path = write_diary(folder / "x.diary", header("x"), [[Noted(text=text)] for text in said])
    archive = Archive(folder / "archive")
    assert archive.add([path]).exit_code == 0
    found = archive.sql("SELECT args FROM records WHERE tag = 'noted' ORDER BY n").rows
    assert [json.loads(args)["text"] for (args,) in found] == said


def test_long_games_go_through_in_pieces(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few hundred bytes, some of one line alone, give the same rows."""
    monkeypatch.setattr(rows_module, "PIECE_BYTES", 300)
    paths = sorted(games.iterdir())[:2]
    archive.add(paths)
    for path in paths:
        assert_rows_of(archive, path)
