"""`why`: which event last wrote a part of the state, held against a slow search; and the answers that led to it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import Run
from tests.replay.diaries import TINY, book_of_slips, game, header_of, seeded, set_up, write, write_game
from tests.replay.planted import with_points

from wardiary.core.games.tiny import rules
from wardiary.core.state import encode_state
from wardiary.events.common import Parent
from wardiary.events.errors import UsageError
from wardiary.replay.laboratory.state_path import NOTHING, value_at
from wardiary.replay.laboratory.why import Why, why
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

PATHS = (
    "turn",
    "phase",
    "companies",
    "companies.1",
    "companies.4.1",
    "hands.red",
    "bids.blue",
    "bag",
    "bag.0",
    "marched",
)


def value_in_json(encoded: bytes, path: str) -> object:
    """What stands at a path of the printed state, found without the code under test; None where there is nothing."""
    value: Any = json.loads(encoded)
    for name in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list):
            value = value[int(name)] if int(name) < len(value) else None
    return value


def last_change(replay: Replay, n: int, path: str) -> int:
    """The last event on the line to event `n` that changed it, by folding the line anew; 0 when none did."""
    state, changed = TINY.rules.empty(), 0
    before = value_in_json(encode_state(state), path)
    for span in replay.line(n):
        for number in range(span.first, span.last + 1):
            TINY.rules.evolve[type(replay.event(number))](state, replay.event(number))
            if (now := value_in_json(encode_state(state), path)) != before:
                changed, before = number, now
    return changed


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("where", [0.3, 0.7, 1.0])
def test_it_names_the_event_that_a_slow_search_finds(tmp_path: Path, path: str, where: float) -> None:
    """Over take-backs, a take-back of one, and a fix: only the line of play that leads there counts."""
    file = book_of_slips().write(tmp_path / "a.diary")
    replay = Replay(file, table=TINY)
    n = int(replay.last * where)
    expected = last_change(replay, n, path)
    if not expected and value_in_json(encode_state(replay.state_at(n)), path) is None:
        with pytest.raises(UsageError, match="nothing ever did"):
            why(file, path, at=n, table=TINY)
        return
    found = why(file, path, at=n, table=TINY)
    assert found.event == expected
    assert msgspec.json.decode(found.value or b"null") == value_in_json(encode_state(replay.state_at(n)), path)
    if expected:
        block = replay.block(expected)
        assert (found.first, found.last, found.h) == (block.first, block.last, replay.block_h(expected))
        assert found.first <= expected <= found.last


def test_what_was_taken_back_wrote_nothing(tmp_path: Path) -> None:
    """A move that was taken back explains the board only as long as it stands."""
    book = book_of_slips()
    replay = Replay(book.write(tmp_path / "a.diary"), table=TINY)
    named = {
        why(tmp_path / "a.diary", f"companies.{unit}", table=TINY).event
        for unit in (1, 2, 3, 4)
        for _ in ("at the end",)
    }
    assert not any(replay.is_dead(event) for event in named)


def test_the_chain_leads_from_answer_to_answer_back_to_the_set_up(tmp_path: Path) -> None:
    """A company marches because of an order, asked by the second bid, asked by the last draw, back to event 2."""
    file = write_game(tmp_path / "a.diary")
    replay = Replay(file, table=TINY)
    march = next(n for n, event, _ in replay if type(event).__name__ == "March")
    unit = replay.event(march).unit  # type: ignore[attr-defined]  # it is a March
    found = why(file, f"companies.{unit}", at=march, table=TINY)
    assert found.event == march
    assert found.clauses == "TINY-3"
    first, *others = found.links
    assert (first.event, first.type, first.asked, first.clauses) == (march, "tiny.march", "tiny.ask_march", "TINY-3")
    assert [link.asked for link in others] == ["tiny.ask_bids", "tiny.ask_draw", ""]
    assert [link.clauses for link in others] == ["TINY-2", "TINY-1", ""]
    assert [link.words.split()[1] for link in others] == ["bids", "draws", "set-up"]
    assert others[-1].event == 2
    assert [link.event for link in found.links] == sorted((link.event for link in found.links), reverse=True)
    text = found.text()
    assert f"written by event {march} (tiny.march, turn 1)" in text
    assert f"because of event {march}" in text
    assert text.count("asked by event") == 3
    assert "[TINY-2]" in text


def test_a_long_chain_is_cut_in_words_and_whole_in_json(tmp_path: Path) -> None:
    file = write_game(tmp_path / "a.diary")
    found = why(file, "turn", table=TINY)
    assert len(found.links) > 12
    assert f"after {len(found.links) - 12} answers more" in found.text()
    assert found.text().count("asked by event") == 11
    assert msgspec.json.decode(msgspec.json.encode(found), type=Why) == found


def test_the_rules_at_hand_are_named_only_where_they_make_that_event(tmp_path: Path) -> None:
    """With other battle rules the lost companies are no longer theirs to explain."""

    class Mild(rules.Battles):
        """TINY-4: nobody is hurt."""

        def then(self, s: Any, f: Any, answer: Any, run: Any) -> None:
            none = msgspec.structs.replace(answer, dice=(1,) * len(answer.dice))
            super().then(s, f if f.hits is None else msgspec.structs.replace(f, hits=0), none, run)

    points = [Mild if point is rules.Battles else point for point in TINY.spec.rules.points]
    mild = Table.lay(with_points(TINY.spec, points))
    file = write_game(tmp_path / "a.diary", 3)
    replay = Replay(file, table=TINY)
    fought = next(n for n, event, _ in replay if getattr(event, "units", ()) and type(event).__name__ == "BattleFought")
    path = f"companies.{replay.event(fought).units[0]}"  # type: ignore[attr-defined]  # it is a BattleFought
    ours, theirs = why(file, path, at=fought, table=TINY), why(file, path, at=fought, table=mild)
    assert (ours.event, theirs.event) == (fought, fought)
    assert (ours.place, ours.clauses) == ("core.games.tiny.rules:Battles.then", "TINY-4, TINY-5")
    assert (theirs.place, theirs.clauses) == ("", "")


def test_rules_that_raise_on_it_do_not_stop_it(tmp_path: Path) -> None:
    class Raising(rules.Marching):
        """TINY-3, broken."""

        def conclude(self, s: Any, f: Any, run: Any) -> None:
            raise ArithmeticError

    points = [Raising if point is rules.Marching else point for point in TINY.spec.rules.points]
    file = write_game(tmp_path / "a.diary")
    replay = Replay(file, table=TINY)
    n = next(n for n, event, _ in replay if type(event).__name__ == "ColumnMarched")
    found = why(file, "marched", at=n, table=Table.lay(with_points(TINY.spec, points)))
    assert (found.event, found.place) == (n, "")


def test_a_diary_that_begins_with_a_position_says_where_that_comes_from(tmp_path: Path) -> None:
    state, first = set_up()
    _, opened = TINY.rules.set_up_position(encode_state(state))
    assert first
    parent = Parent(id="book", n=45, h="0" * 32, reason="shrunk: raises")
    header = msgspec.structs.replace(header_of(seeded(1)[0]), parent=parent)
    file = write(tmp_path / "a.diary", [opened, *game(1)[1:]], header=header)
    found = why(file, "companies.1", at=2, table=TINY)
    assert (found.event, found.words, found.place) == (2, "The game starts from a written position.", "")
    assert [link.words for link in found.links] == ["the written position"]
    assert "goes on from event 45 of book (shrunk: raises)" in found.text()


def test_what_no_event_wrote(tmp_path: Path) -> None:
    file = write_game(tmp_path / "a.diary")
    found = why(file, "phase", table=TINY)
    assert (found.event, found.value, found.links) == (0, '""', ())
    assert "no event has written it" in found.text()


@pytest.mark.parametrize(
    ("path", "at", "words"),
    [
        ("nix", "last", "no part 'nix' of the state: it has frames, turn"),
        ("", "last", "no part ''"),
        ("companies.99", "last", "companies.99: nothing stands there after event"),
        ("companies.1.5", "last", "nothing stands there"),
        ("companies.1", 0, "no event 0"),
        ("companies.1", "turn:99", "no turn '99'"),
    ],
)
def test_wrong_use(tmp_path: Path, path: str, at: int | str, words: str) -> None:
    file = write_game(tmp_path / "a.diary")
    with pytest.raises(UsageError, match=words):
        why(file, path, at=at, table=TINY)


class Row(msgspec.Struct, frozen=True):
    """A record."""

    box: str


VALUES: list[tuple[object, str, object]] = [
    ({"fin.ski": 2, "fin": {"ski": 3}}, "fin.ski", 2),
    ({"fin": {"ski": 3}}, "fin.ski", 3),
    ({1: Row("KI-1")}, "1.box", "KI-1"),
    ({1: Row("KI-1")}, "1.nix", NOTHING),
    ((Row("a"), Row("b")), "1.box", "b"),
    ([1, 2], "2", NOTHING),
    ([1, 2], "-1", NOTHING),
    ("text", "0", NOTHING),
    ({}, "a", NOTHING),
    (7, "", 7),
]


@pytest.mark.parametrize(("value", "path", "expected"), VALUES)
def test_values_at_paths(value: object, path: str, expected: object) -> None:
    assert value_at(value, path) == expected


def test_at_the_command_line(tmp_path: Path, wardiary: Run) -> None:
    file = write_game(tmp_path / "a.diary")
    done = wardiary("why", file, "--at", "turn:2", "turn")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("turn after event ")
    assert "(began, turn 2): == Turn 2" in done.out
    as_json = json.loads(wardiary("why", file, "--at", "turn:2", "turn", "--json").out)
    assert (as_json["type"], as_json["before"], as_json["value"]) == ("began", "1", "2")
    assert wardiary("why", file, "nix").code == 2
    assert wardiary("why", tmp_path / "gone.diary", "turn").code == 3


def test_the_spec_of_another_rules_version_is_no_hindrance(tmp_path: Path) -> None:
    """Old diaries are asked, too."""
    old = Table.lay(replace(TINY.spec, rules_version="0"))
    file = write(tmp_path / "a.diary", game(1), header=header_of(seeded(1)[0], table=old), table=old)
    assert why(file, "turn", table=TINY).event == why(file, "turn", table=old).event > 0
