"""The suite notices what it is there to notice: its own detectors, on Tiny with something taken away."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import Struct

from wardiary.core.fold import evolve_table
from wardiary.core.registry import load_game
from wardiary.events.vocabulary import tag_of
from wardiary.replay.proving.states import not_plain, stale
from wardiary.replay.proving.tables import misnamed, surplus
from wardiary.replay.proving.walking import play
from wardiary.replay.table import Table


@pytest.mark.parametrize(
    ("part", "name", "left_out", "found"),
    [
        ("fold", "evolve", "tiny.march", "tiny.march has no evolve function"),
        ("words", "narration", "tiny.bid", "tiny.bid has no narration"),
        ("sight", "redactions", "drawn", "drawn has no redaction"),
    ],
)
def test_a_missing_entry_is_noticed(part: str, name: str, left_out: str, found: str) -> None:
    spec = load_game("tiny")
    whole = getattr(spec, part)
    entries = {kind: rule for kind, rule in getattr(whole, name).items() if tag_of(kind) != left_out}
    changed: dict[str, Any] = {part: replace(whole, **{name: entries})}
    assert replace(spec, **changed).gaps() == [found]


@pytest.mark.parametrize(("part", "name"), [("fold", "evolve"), ("words", "narration"), ("sight", "redactions")])
def test_an_entry_too_much_is_noticed(part: str, name: str) -> None:
    spec = load_game("tiny")
    whole = getattr(spec, part)
    changed: dict[str, Any] = {part: replace(whole, **{name: {**getattr(whole, name), Struct: None}})}
    assert surplus(replace(spec, **changed)) == [f"Struct: {name} for no event of the vocabulary"]


def test_a_frame_with_two_points_is_noticed() -> None:
    spec = load_game("tiny")
    points = (*spec.rules.points, next(point for point in spec.rules.points if point.__name__ == "Marching"))
    assert surplus(replace(spec, rules=replace(spec.rules, points=points))) == ["tiny.ask_march: 2 points"]


def test_a_missing_point_is_noticed() -> None:
    spec = load_game("tiny")
    points = tuple(point for point in spec.rules.points if point.__name__ != "Marching")
    changed = replace(spec, rules=replace(spec.rules, points=points))
    assert changed.gaps() == ["tiny.ask_march has no decision point"]
    assert surplus(changed) == [
        "tiny.halt: an order that no point asks",
        "tiny.march: an order that no point asks",
    ]


def test_a_feature_that_is_no_column_is_noticed() -> None:
    features = ["lead", "turn", "Lead", "red units", "red_units", "n", "2nd", "taken_back"]
    assert misnamed(features) == ["turn", "Lead", "red units", "n", "2nd", "taken_back"]


def test_an_event_without_evolve_fails_at_import() -> None:
    spec = load_game("tiny")
    with pytest.raises(TypeError, match=r"no evolve function for .*tiny\.march"):
        evolve_table(spec.fold.codec, {})


def test_a_state_too_deep_is_noticed() -> None:
    class Deep(Struct):
        lists: Any = ()
        fine: Any = ()
        sets: Any = ()
        floats: Any = 0

    assert not_plain(Deep({"a": [1]}, [(1, "x")], {1}, 0.5)) == ["lists", "sets", "floats"]


def test_a_stale_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_table: Table, state: Any, _drawn: bool) -> None:
        state.derived("companies", lambda: dict(state.companies))
        state.derived("constant", lambda: 1)

    found = list(stale(play("tiny", 0, 0), read, monkeypatch))
    assert {line.split()[0] for line in found} == {"companies"}
    assert any("March(" in line for line in found)
