"""`check` says where, what and on which side, of every kind of difference; and goes on after a bad file."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import Run
from tests.replay.diaries import TINY, Steps, game, header_of, seeded, write, write_game
from tests.replay.planted import evolving
from tests.replay.test_check import changed, field

from wardiary.core.state import State
from wardiary.events import tiny as e
from wardiary.events.common import Began, Embedded, Header, TookBack
from wardiary.events.kinds import Event
from wardiary.replay.check import Difference, check

Make = Callable[[Path], tuple[Path, int]]


def with_change(kind: type[Event], change: Callable[[Event], list[Event]], nth: int = 0) -> Make:
    def make(path: Path) -> tuple[Path, int]:
        steps, number = changed(game(1), kind, change, nth)
        return write(path, steps), number

    return make


def with_header(**values: object) -> Make:
    def make(path: Path) -> tuple[Path, int]:
        header: Header = msgspec.structs.replace(header_of(seeded(1)[0]), **values)
        return write(path, game(1), header=header), 1

    return make


def with_record(path: Path) -> tuple[Path, int]:
    """A take-back that passes a draw and does not say so."""
    steps: Steps = game(1)[:3]
    first = 1 + len(steps[0])
    n = 1 + sum(map(len, steps)) + 1
    return write(path, [*steps, [TookBack(to=first)]]), n


ROWS: list[tuple[str, Make, str, str, str]] = [
    ("outcome", with_change(e.AskMarch, field(points=9), 2), "tiny.ask_march", "points", "9"),
    ("refused", with_change(e.March, field(unit=50)), "tiny.march", "", '{"t":"tiny.march","unit":50}'),
    ("missing", with_change(e.ColumnMarched, lambda _: []), "tiny.column_marched", "", ""),
    ("surplus", with_change(e.ColumnMarched, lambda x: [x, x]), "tiny.column_marched", "", "tiny.column_marched"),
    ("header", with_header(scenario="rod"), "header", "scenario", "rod"),
    ("record", with_record, "took_back", "forced", "false"),
]


@pytest.mark.parametrize(("kind", "make", "tag", "place", "found"), ROWS, ids=[row[0] for row in ROWS])
def test_every_kind_of_difference_is_named_whole(
    tmp_path: Path, kind: str, make: Make, tag: str, place: str, found: str
) -> None:
    """Event number, turn, type, field, expected and found stand in the record and in the line."""
    path, number = make(tmp_path / "a.diary")
    difference = check(path, table=TINY).first
    assert difference is not None
    number += kind == "surplus"
    assert (difference.event, difference.kind, difference.type, difference.field) == (number, kind, tag, place)
    assert found in difference.found
    assert bool(difference.found) == (kind != "missing")
    assert bool(difference.expected) == (kind != "surplus")
    line = difference.text()
    assert line.startswith(f"event {number} ({tag}")
    assert (f"turn {difference.turn})" in line) == (kind != "header")
    for part in (place, difference.expected, difference.found):
        assert part in line


def test_a_state_that_the_outcomes_do_not_give_is_named_by_its_path(tmp_path: Path) -> None:
    """A rule that writes the state past its outcomes: the path in the state, with both sides."""

    def place_elsewhere(state: State, event: Event) -> None:
        TINY.rules.evolve[e.March](state, event)
        state.phase = "odd"

    class Once:
        """The rules' side differs from the fold's: the first call is the rules'."""

        calls = 0

        def __call__(self, state: State, event: Event) -> None:
            self.calls += 1
            (place_elsewhere if self.calls % 2 else TINY.rules.evolve[e.March])(state, event)

    difference = check(write_game(tmp_path / "a.diary"), table=evolving(TINY, e.March, Once())).first
    assert difference is not None
    assert (difference.kind, difference.field, difference.expected, difference.found) == (
        "state",
        "phase",
        '"odd"',
        '""',
    )
    assert 'phase: rules say "odd", diary has ""' in difference.text()


def test_rules_that_raise_are_named_with_the_answer(tmp_path: Path) -> None:
    def fail(_state: State, _event: Event) -> None:
        raise ArithmeticError("seven")

    difference = check(write_game(tmp_path / "a.diary"), table=evolving(TINY, e.March, fail)).first
    assert difference is not None
    assert (difference.kind, difference.exception, difference.expected) == ("raised", "ArithmeticError", "seven")
    assert f"on {difference.found}: seven" in difference.text()
    assert difference.found.startswith('{"t":"tiny.march"')


def test_all_steps_are_named_and_the_check_goes_on_from_the_recorded_one(tmp_path: Path) -> None:
    steps, first = changed(game(1), e.AskMarch, field(points=9), 2)
    steps, second = changed(steps, Began, field(turn=7), 3)
    path = write(tmp_path / "a.diary", steps)
    found = [difference.event for difference in check(path, table=TINY, all_steps=True).differences]
    assert found[0] == first
    assert second in found
    assert [difference.event for difference in check(path, table=TINY).differences] == [first]


def test_it_goes_on_after_bad_files_and_ends_with_a_count(tmp_path: Path, wardiary: Run) -> None:
    """A clean one, one that departs, one that is no diary, one of another game, one with broken data, a clean one."""
    write_game(tmp_path / "a.diary", 1)
    write(tmp_path / "b.diary", changed(game(1), e.AskMarch, field(points=9), 2)[0])
    (tmp_path / "c.diary").write_text("no diary")
    write(tmp_path / "d.diary", game(1), header=msgspec.structs.replace(header_of(seeded(1)[0]), game="chess"))
    write(tmp_path / "e.diary", [[Embedded(name="tiny.toml", text="turns = 3\n")], *game(1)])
    write_game(tmp_path / "f.diary", 2)
    done = wardiary("check", tmp_path)
    assert done.code == 3
    assert done.out.count(": clean, ") == 2
    assert done.out.count(": departs from rules ") == 1
    errors = done.err.splitlines()
    assert [str(tmp_path / f"{name}.diary") in line for name, line in zip("cde", errors, strict=False)] == [True] * 3
    assert errors[3:] == ["6 diaries: 2 clean, 1 depart from the rules, 0 cut short, 3 unreadable or broken"]
    results = json.loads(wardiary("check", tmp_path, "--json").out)
    assert [Path(result["path"]).name for result in results] == [f"{name}.diary" for name in "abcdef"]
    assert set(Difference.__struct_fields__) >= set(results[1]["differences"][0])


BAD: list[tuple[str, Callable[[Path], object], str]] = [
    (
        "embedded data that cannot be used",
        lambda path: write(path, [[Embedded(name="tiny.toml", text="turns = 3\n")], *game(1)]),
        "the data it embeds: tiny.toml: ",
    ),
    (
        "embedded data that is no TOML",
        lambda path: write(path, [[Embedded(name="tiny.toml", text="turns = \n")], *game(1)]),
        "the data it embeds: tiny.toml: ",
    ),
    (
        "a game that is not installed",
        lambda path: write(path, game(1), header=msgspec.structs.replace(header_of(seeded(1)[0]), game="chess")),
        "no game 'chess'",
    ),
]


@pytest.mark.parametrize("command", ["check", "show", "resume", "stats", "replay", "verify-dice"])
@pytest.mark.parametrize(("make", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_errors_of_component_data_name_the_file_alike(
    tmp_path: Path, wardiary: Run, command: str, make: Callable[[Path], object], words: str
) -> None:
    path = tmp_path / "a.diary"
    make(path)
    before = path.read_bytes()
    done = wardiary(command, path)
    assert done.code in (2, 3)
    assert done.error.startswith(f"{path}: {words}")
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["show", "resume"])
def test_other_data_names_the_file(tmp_path: Path, wardiary: Run, command: str) -> None:
    path = write(tmp_path / "a.diary", game(1), header=msgspec.structs.replace(header_of(seeded(1)[0]), data="0" * 32))
    assert wardiary(command, path).error.startswith(f"{path} was played with component data {'0' * 32}")
