"""Nothing is missing from a game's record: every event, frame, order and seat stands where it must."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.generic.conftest import Count
from tests.generic.walking import games_of, starts

from wardiary.core.contract import AnyGame
from wardiary.core.fold import evolve_table
from wardiary.core.registry import load_game
from wardiary.core.words import common_narration
from wardiary.events.kinds import Frame
from wardiary.events.vocabulary import faults, tag_of
from wardiary.replay.table import Table


def gaps(spec: AnyGame) -> list[str]:
    """What the record of a game leaves out, and what it holds too much."""
    vocabulary = set(spec.fold.codec.vocabulary)
    tables = {"evolve": spec.fold.evolve, "narration": spec.words.narration, "redactions": spec.sight.redactions}
    found = [f"{tag_of(kind)}: no {name}" for name, entries in tables.items() for kind in vocabulary - entries.keys()]
    found += [
        f"{kind.__name__}: {name} for no event of the vocabulary"
        for name, entries in tables.items()
        for kind in entries.keys() - vocabulary
    ]
    frames = {kind for kind in vocabulary if issubclass(kind, Frame)}
    points = Counter(point.frame for point in spec.rules.points)
    found += [f"{tag_of(kind)}: a frame without a point" for kind in frames - points.keys()]
    found += [f"{tag_of(kind)}: {number} points" for kind, number in points.items() if number > 1]
    found += [f"{tag_of(kind)}: a point for no frame of the vocabulary" for kind in points.keys() - frames]
    asked = {
        member.option[0]
        for point in spec.rules.points
        for cls in point.__mro__
        for member in vars(cls).values()
        if hasattr(member, "option")
    }
    found += [f"{tag_of(order)}: an order that no point asks" for order in spec.fold.codec.orders - asked]
    found += [f"{tag_of(order)}: asked, but not in the vocabulary" for order in asked - spec.fold.codec.orders]
    found += [f"{kind.__name__}: reveals, but not in the vocabulary" for kind in spec.sight.reveals - vocabulary]
    return sorted(found)


def test_every_table_is_whole(table: Table) -> None:
    assert gaps(table.spec) == []


@pytest.mark.parametrize(
    ("part", "name", "left_out", "found"),
    [
        ("fold", "evolve", "tiny.march", "tiny.march: no evolve"),
        ("words", "narration", "tiny.bid", "tiny.bid: no narration"),
        ("sight", "redactions", "drawn", "drawn: no redactions"),
    ],
)
def test_a_missing_entry_is_noticed(part: str, name: str, left_out: str, found: str) -> None:
    spec = load_game("tiny")
    whole = getattr(spec, part)
    entries = {kind: rule for kind, rule in getattr(whole, name).items() if tag_of(kind) != left_out}
    changed: dict[str, Any] = {part: replace(whole, **{name: entries})}
    assert gaps(replace(spec, **changed)) == [found]


def test_a_missing_point_is_noticed() -> None:
    spec = load_game("tiny")
    found = gaps(
        replace(
            spec,
            rules=replace(
                spec.rules, points=tuple(point for point in spec.rules.points if point.__name__ != "Marching")
            ),
        )
    )
    assert found == [
        "tiny.ask_march: a frame without a point",
        "tiny.halt: an order that no point asks",
        "tiny.march: an order that no point asks",
    ]


def test_an_event_without_evolve_fails_at_import() -> None:
    spec = load_game("tiny")
    with pytest.raises(TypeError, match=r"no evolve function for .*tiny\.march"):
        evolve_table(spec.fold.codec, {})


def test_the_vocabulary_keeps_the_wire_rules(table: Table) -> None:
    assert faults(table.spec.fold.codec.vocabulary) == []
    own = {tag_of(kind) for kind in table.spec.fold.codec.vocabulary if "." in tag_of(kind)}
    assert {tag.partition(".")[0] for tag in own} == {table.spec.id}


def test_seats_and_scenarios_are_said(table: Table) -> None:
    spec = table.spec
    assert spec.scenarios
    assert spec.seats
    for start in starts(table):
        scenario = spec.scenarios[start.scenario]
        assert scenario.title
        assert scenario.seats
        state, _ = table.rules.set_up(start)
        assert set(table.rules.spec.sight.view(table.data, state, scenario.seats[0]).__struct_fields__) >= {
            "seat",
            "state",
        }
    assert set(common_narration(spec.fold.codec)) <= set(spec.words.narration)


def test_features_are_numbers_of_the_same_names_everywhere(table: Table, count: Count) -> None:
    spec, found, states = table.spec, set(), 0
    for game in games_of(table, 2):
        state = table.rules.empty()
        for step in game.steps:
            for event in step:
                table.rules.evolve[type(event)](state, event)
            features = spec.features(table.data, state)
            assert all(type(value) is int for value in features.values())
            found.add(tuple(features))
            states += 1
    assert len(found) == 1
    count(states_described=states)


def test_random_games_meet_the_events(table: Table, count: Count) -> None:
    """How much of the vocabulary random play has seen, in the printed counts; all of it in the small game."""
    met = {type(event) for game in games_of(table) for step in game.steps for event in step}
    own = {kind for kind in table.spec.fold.codec.vocabulary if "." in tag_of(kind)}
    missing = sorted(tag_of(kind) for kind in own - met)
    if table.spec.id == "tiny":
        assert missing == []
    count(kinds_of_events_met=len(own & met))
