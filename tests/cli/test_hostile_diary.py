"""Diaries that are whole, well chained and canonical, and tell of a game that no rules ever played."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import Run
from tests.replay.diaries import game, write

from wardiary.events.brother import UnitPlaced
from wardiary.events.common import Began
from wardiary.events.kinds import Event
from wardiary.events.tiny import Halt, March
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

STEPS = game(1)
LIES: dict[str, Sequence[Sequence[Event]]] = {
    "no such company": [STEPS[0], [March(unit=77)]],
    "halts where cards are drawn": [STEPS[0], [Halt()]],
    "bids that nobody reveals": [*STEPS[:6], STEPS[6][:1]],
}
WRONG_TURN = [*STEPS[:4], [*STEPS[4], Began(turn=9)], *STEPS[5:]]
"""A step with an outcome too many, which no answer has."""
UNFOLDABLE, SENSELESS = "tiny.march cannot be applied to the state before it: KeyError", "make sense of this tiny."
READ: list[tuple[str, str, str]] = [
    *(("no such company", line, UNFOLDABLE) for line in ("show {file}", "replay {file}", "stats {file}")),
    ("no such company", "verify-dice {file}", UNFOLDABLE),
    ("no such company", "diff {file} {other}", UNFOLDABLE),
    ("no such company", "diff {other} {file}", UNFOLDABLE),
    ("no such company", "export {file} --as red -o {new}", UNFOLDABLE),
    ("no such company", "resume {file}", SENSELESS),
    ("halts where cards are drawn", "replay {file}", SENSELESS),
    ("halts where cards are drawn", "replay {file} --as blue --json", SENSELESS),
    ("halts where cards are drawn", "stats {file}", SENSELESS),
    ("halts where cards are drawn", "diff {other} {file}", SENSELESS),
    ("halts where cards are drawn", "export {file} --as red -o {new}", SENSELESS),
    ("halts where cards are drawn", "resume {file}", SENSELESS),
    ("bids that nobody reveals", "show {file}", "tiny.ask_bids asks nobody"),
]


@pytest.mark.parametrize(("lie", "line", "words"), READ)
def test_what_no_rules_wrote_is_named_by_file_and_event(
    lie: str, line: str, words: str, wardiary: Run, diary: Path, tmp_path: Path
) -> None:
    file, new = write(tmp_path / "lie.diary", LIES[lie]), tmp_path / "new"
    before, last = file.read_bytes(), sum(map(len, LIES[lie])) + 1
    told = wardiary(*(part.format(file=file, other=diary, new=new) for part in line.split()))
    assert told.code == 3, told
    assert told.error.startswith(f"{file}, event {last}: ")
    assert words in told.error
    assert f"`wardiary check {file}`" in told.error
    assert (file.read_bytes(), sorted(tmp_path.iterdir())) == (before, sorted({diary, file}))


def test_a_torn_end_of_what_cannot_be_gone_on_with_is_not_cut_off(wardiary: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "lie.diary", LIES["no such company"])
    with file.open("ab") as end:
        end.write(b'{"t":"tiny.bid"')
    before = file.read_bytes()
    assert wardiary("resume", file).code == 3
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (before, [file])


@pytest.mark.parametrize(("lie", "event"), [(lie, 12) for lie in list(LIES)[:2]] + [("bids that nobody reveals", 19)])
def test_check_says_where_it_departs(lie: str, event: int, wardiary: Run, tmp_path: Path) -> None:
    told = wardiary("check", write(tmp_path / "lie.diary", LIES[lie]))
    assert told.code == 1
    assert f"event {event}" in told.out


@pytest.mark.parametrize("line", ["replay {file}", "replay {file} --as red", "resume {file}"])
def test_an_event_that_no_words_fit_is_named(line: str, wardiary: Run, tmp_path: Path) -> None:
    """The state takes the lie; the narration has no name for the town."""
    table = Table.lay("brother")
    (first,) = game(1, table=table, most=0)
    at = next(i for i, event in enumerate(first) if isinstance(event, UnitPlaced))
    lie = [*first[:at], msgspec.structs.replace(first[at], town="nowhere"), *first[at + 1 :]]
    file = write(tmp_path / "lie.diary", [lie], table=table)
    before = file.read_bytes()
    told = wardiary(*(part.format(file=file) for part in line.split()))
    assert told.code == 3, told
    error = told.err.splitlines()[-1]
    assert error.startswith(f"wardiary: {file}, event {at + 2}: the game cannot make sense of this brother.unit_placed")
    assert f"`wardiary check {file}`" in error
    assert file.read_bytes() == before


def test_a_session_that_asks_nobody_keeps_the_case(wardiary: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "lie.diary", LIES["bids that nobody reveals"])
    told = wardiary("resume", file)
    assert told.code == 1
    assert "RulesFault in core.engine:Rules.request (tiny.ask_bids asks nobody)" in told.err
    assert "crashed" in {type(event).__struct_config__.tag for event in Replay(file).events}


def test_show_takes_any_event(wardiary: Run, diary: Path) -> None:
    replay = Replay(diary)
    asked = {n: wardiary("show", diary, "--at", str(n)) for n in range(1, replay.last + 1)}
    assert {n: told for n, told in asked.items() if (told.code, told.err) != (0, "")} == {}
    inside = {n for n, told in asked.items() if "inside a step, which ends with event" in told.out}
    assert inside == {
        n
        for n in range(1, replay.last + 1)
        if (state := replay.state_at(n)).frames and not state.result and not replay.is_between_steps(n)
    }
    assert inside


def test_a_departure_that_no_answers_bring_about_is_shrunk_to_its_step(wardiary: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "lie.diary", WRONG_TURN)
    told = wardiary("shrink", file, "--that", "check-fails", "-o", tmp_path / "small.diary")
    assert told.code == 0, told
    assert "small.diary: 1 answer from the position after event" in told.out
    assert wardiary("check", tmp_path / "small.diary").code == 1


def test_a_search_that_cannot_show_it_leaves_nothing(wardiary: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "lie.diary", WRONG_TURN)
    told = wardiary("shrink", file, "--that", "turn > 5", "-o", tmp_path / "small.diary")
    assert (told.code, list(tmp_path.iterdir())) == (2, [file])
    assert "does not show when the answers are given again" in told.error
