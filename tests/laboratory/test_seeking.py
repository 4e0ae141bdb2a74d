"""Seeking by event, step, turn, phase and bookmark, both ways, held against fresh folds of the line of play."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import Run
from tests.golden.making import DIARIES
from tests.replay.diaries import TINY, book_of_slips

from wardiary.core.chance.keyed import choose
from wardiary.events.errors import UsageError
from wardiary.replay.replay import Replay, Unit

UNITS: tuple[Unit, ...] = ("event", "step", "turn", "phase", "note")


def fresh_fold(replay: Replay, n: int) -> Any:
    """The state after event `n`, folded from nothing along its line of play."""
    state = replay.table.rules.empty()
    for span in replay.line(n):
        for event in replay.events[span.first - 1 : span.last]:
            replay.table.rules.evolve[type(event)](state, event)
    return state


@pytest.mark.parametrize("name", ["slips", "freezing-random", "tiny-evening"])
def test_a_random_walk_is_where_fresh_folds_are(tmp_path: Path, name: str) -> None:
    """No seek applies an event twice or leaves one out, whatever came before it."""
    file = book_of_slips().write(tmp_path / "a.diary") if name == "slips" else _golden(name)
    replay = Replay(file, table=TINY if name == "slips" else None)
    for nth in range(150):
        unit = UNITS[choose(b"unit", str(nth), len(UNITS))]
        match choose(b"walk", str(nth), 3):
            case 0:
                replay.seek(1 + choose(b"seek", str(nth), replay.last))
            case 1:
                replay.forward(unit)
            case 2:
                replay.backward(unit)
        assert replay.state == fresh_fold(replay, replay.n), replay.n


def _golden(name: str) -> Path:
    return next(path for path in DIARIES if path.stem == name)


def test_a_bookmark_is_a_note_and_is_found_by_its_words(tmp_path: Path) -> None:
    """`note:WORDS` is the step's end where play stood when it was written; the last such note counts."""
    replay = Replay(book_of_slips().write(tmp_path / "a.diary"), table=TINY)
    note = next(n for n, event, _ in replay if type(event).__name__ == "Noted")
    n = replay.seek("note:second thoughts")
    assert n == replay.standing_at(note)
    assert replay.is_step_end(n)
    assert replay.seek("note:ON SECOND") == n
    with pytest.raises(UsageError, match="no note 'third' in this diary; it has 'on second thoughts'"):
        replay.number("note:third")


def test_without_a_note_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no note 'x' in this diary; it has none"):
        Replay(_golden("tiny-random")).number("note:x")


def test_stepping_by_notes_goes_from_one_to_the_next_and_back(tmp_path: Path, wardiary: Run) -> None:
    file = tmp_path / "a.diary"
    wardiary("play", "tiny", "-o", file, "--dice", "seed:1", "--open", stdin="1\n")
    for text in ("first", "second"):
        assert wardiary("note", file, text).code == 0
    replay = Replay(file)
    notes = [n for n, event, _ in replay if type(event).__name__ == "Noted"]
    assert len(notes) == 2
    replay.seek(1)
    assert [replay.forward("note") for _ in range(3)] == [*notes, replay.last]
    replay.seek("last")
    assert replay.n == notes[1]
    assert [replay.backward("note") for _ in range(2)] == [notes[0], 1]


@pytest.mark.parametrize("where", ["turn:2", "turn:1:x", "note:second thoughts", "last", "40"])
def test_places_at_the_command_line(tmp_path: Path, wardiary: Run, where: str) -> None:
    file = book_of_slips().write(tmp_path / "a.diary")
    shown = wardiary("show", file, "--at", where)
    if where == "turn:1:x":
        assert shown.code == 2
        assert "no turn '1:x' in this diary" in shown.error
    else:
        assert shown.code == 0, shown.err


def test_a_phase_is_a_place_at_the_command_line(wardiary: Run) -> None:
    """`turn:2:PHASE`, for games that have phases."""
    for path in DIARIES:
        replay = Replay(path)
        marks = [mark for mark in replay._marks if ":" in mark]
        if marks:
            assert wardiary("show", path, "--at", f"turn:{marks[-1]}").code == 0
            assert wardiary("show", path, "--at", f"turn:{marks[-1].partition(':')[0]}").code == 0
            return
    raise AssertionError("no game has phases")
