"""Diff: where two diaries part, in header, event and state."""

from pathlib import Path

import msgspec
import pytest
from tests.replay.diaries import (
    TINY,
    book_of_slips,
    game,
    header_of,
    play_on,
    seeded,
    set_up,
    write,
    write_game,
)
from tests.replay.planted import with_board

from wardiary.core.requests import Roll
from wardiary.events import tiny as e
from wardiary.events.common import Noted, Parent
from wardiary.replay.diff import Ancestor, DiffReport, diff
from wardiary.replay.fork import fork
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table


def compared(a: Path | str, b: Path | str) -> DiffReport:
    report = diff(a, b, table=TINY)
    assert msgspec.json.decode(msgspec.json.encode(report), type=DiffReport) == report
    assert report.exit_code == (0 if report.same else 1)
    return report


def test_a_diary_is_the_same_as_itself_whatever_its_blocks_and_notes(tmp_path: Path) -> None:
    a = write_game(tmp_path / "a.diary", 3)
    b = write_game(tmp_path / "b.diary", 3, size=20)
    c = write(tmp_path / "c.diary", [game(3)[0], [Noted(text="hot day")], *game(3)[1:]], header=Replay(a).header)
    assert compared(a, b) == msgspec.structs.replace(compared(a, a), a=str(a), b=str(b))
    for other in (b, c):
        report = compared(a, other)
        assert (report.same, report.header, report.first, report.end) == (True, (), None, ())
        assert report.shared == sum(map(len, game(3)))
        assert "the lines of play are the same, up to event 115" in report.text()


def test_what_was_taken_back_is_no_difference(tmp_path: Path) -> None:
    a = book_of_slips().write(tmp_path / "a.diary")
    b = fork(a, "last", tmp_path / "b.diary", table=TINY).path
    report = compared(a, b)
    assert report.same
    assert {field.path for field in report.header} == {"id", "parent"}
    assert report.ancestor is not None
    assert (report.ancestor.n, report.ancestor.same) == (Replay(a, table=TINY).standing, True)


def test_a_fork_with_another_die_parts_there(tmp_path: Path) -> None:
    a = write_game(tmp_path / "a.diary")
    parent = Replay(a, table=TINY)
    end = next(n for n in parent.step_ends if isinstance(TINY.rules.request(parent.state_at(n)), Roll))
    rolled = parent.event(end + 1)
    assert isinstance(rolled, e.Rolled)
    face = 6 if rolled.dice == (1,) else 1
    b = fork(a, end, tmp_path / "b.diary", answer=f'{{"dice":[{face}],"source":"seed"}}', table=TINY).path
    report = compared(a, b)
    assert report.first is not None
    assert (report.first.n_a, report.first.n_b) == (end + 1, end + 1)
    assert [(f.path, f.a, f.b) for f in report.first.fields] == [("dice", f"[{rolled.dice[0]}]", f"[{face}]")]
    assert report.first.words_a == f"{rolled.by} rolls {rolled.dice[0]} for battle."
    assert report.shared == end - 1
    assert report.ancestor is not None
    assert (report.ancestor.id, report.ancestor.n, report.ancestor.same) == (parent.header.id, end, True)
    assert "they part after" in report.text()
    siblings = compared(b, fork(a, end, tmp_path / "c.diary", table=TINY).path)
    assert siblings.ancestor == report.ancestor


def test_a_parent_that_is_not_what_it_was_is_said_so(tmp_path: Path) -> None:
    a = write_game(tmp_path / "a.diary", 1)
    b = fork(a, "turn:3", tmp_path / "b.diary", table=TINY).path
    header = msgspec.structs.replace(header_of(seeded(2)[0]), id=Replay(a, table=TINY).header.id)
    c = write(tmp_path / "c.diary", game(2), header=header)
    ancestor = compared(c, b).ancestor
    assert ancestor is not None
    assert not ancestor.same
    assert "not the same" in compared(c, b).text()


def test_one_that_ends_earlier_parts_where_it_ends(tmp_path: Path) -> None:
    whole = write_game(tmp_path / "a.diary")
    header = Replay(whole, table=TINY).header
    part = write(tmp_path / "b.diary", game(1, most=20), header=header)
    report = compared(part, whole)
    assert report.first is not None
    assert (report.first.n_a, report.first.type_a, report.first.words_a) == (0, "", "")
    assert report.first.n_b == 2 + report.shared == Replay(part, table=TINY).last + 1
    assert report.ancestor is not None
    assert report.ancestor.same
    assert {field.path for field in report.end} >= {"turn", "result"}
    assert "a: ends there" in report.text()


def test_states_are_compared_place_by_place(tmp_path: Path) -> None:
    state, opening = set_up()
    a = write(tmp_path / "a.diary", [opening, *play_on(TINY, state, seeded(1)[1])])
    moved = [msgspec.structs.replace(x, milestone=2) if x == opening[2] else x for x in opening]
    b = write(tmp_path / "b.diary", [moved])
    first = compared(a, b).first
    assert first is not None
    assert (first.n_a, first.type_a, first.fields[0].path) == (4, "tiny.company_placed", "milestone")
    assert [f.path for f in compared(a, b).after] == ["companies.2"]
    assert compared(a, b).after[0].text() == 'companies.2: ["red",1] | ["red",2]'


@pytest.mark.parametrize(("seed_a", "seed_b"), [(1, 2), (3, 4)])
def test_other_games_part_early(tmp_path: Path, seed_a: int, seed_b: int) -> None:
    report = compared(write_game(tmp_path / "a.diary", seed_a), write_game(tmp_path / "b.diary", seed_b))
    assert report.first is not None
    assert report.shared < 60
    assert report.ancestor is None
    assert {field.path for field in report.header} == {"id", "dice_source.seed"}


def test_forks_are_compared_from_where_they_parted_in_the_games_words(tmp_path: Path) -> None:
    """What differs is told by event, as lines of the board, and by field; what always differs in forks is not."""
    path = write_game(tmp_path / "a.diary", 4)
    parent = Replay(path, table=TINY)
    at = next(n for n, event in enumerate(parent.events, 1) if isinstance(event, e.March)) - 1
    ours = fork(path, at, tmp_path / "b.diary", keep_inputs=True, table=TINY)
    theirs = fork(path, at, tmp_path / "c.diary", answer="halt", table=TINY)
    report = diff(ours.path, theirs.path, table=TINY)
    assert report.last_a == report.last_b == at
    assert report.board_after
    assert {line[:3] for line in report.board_after} == {"a: ", "b: "}
    told = report.text()
    assert told.splitlines()[2] == f"both come from {parent.header.id}, up to its event {at}"
    assert "headers" not in told
    assert "the board after that step:" in told
    march = parent.event(at + 1)
    assert isinstance(march, e.March)
    place = parent.state_at(at).companies[march.unit][1]
    assert any(line.startswith(f"a: {place}:") for line in report.board_after)
    assert any(field.path == f"companies.{march.unit}" for field in report.after)
    assert diff(ours.path, path, table=TINY).board_end == ()


def test_a_board_that_the_game_cannot_show_is_left_out(tmp_path: Path) -> None:
    def fails(data: object, view: object) -> str:
        raise ZeroDivisionError

    table = Table.lay(with_board(TINY.spec, fails))
    report = diff(write_game(tmp_path / "a.diary", 1), write_game(tmp_path / "b.diary", 2), table=table)
    assert report.first is not None
    assert (report.board_after, report.board_end) == ((), ())
    assert report.end


@pytest.mark.parametrize("ends", [(45, 59), (59, 45)])
def test_two_forks_of_one_parent_come_from_where_the_earlier_one_left_it(tmp_path: Path, ends: tuple[int, int]) -> None:
    write_game(tmp_path / "p.diary")
    for name, n in zip("ab", ends, strict=True):
        fork(tmp_path / "p.diary", n, tmp_path / f"{name}.diary", table=TINY, reason=name)
    ancestor = diff(tmp_path / "a.diary", tmp_path / "b.diary", table=TINY).ancestor
    assert ancestor == Ancestor(id="game-1", n=45, same=True)


@pytest.mark.parametrize(("hashes", "same"), [("aa", True), ("ab", False)])
def test_forks_at_one_event_say_whether_their_parents_agree(tmp_path: Path, hashes: str, same: bool) -> None:
    """Two parents of one id whose blocks differ: one of them was written anew."""
    for name, h in zip("ab", hashes, strict=True):
        parent = Parent(id="p", n=45, h=h * 32, reason="")
        header = msgspec.structs.replace(header_of(seeded(1)[0], name=name), parent=parent)
        write(tmp_path / f"{name}.diary", game(1), header=header)
    ancestor = diff(tmp_path / "a.diary", tmp_path / "b.diary", table=TINY).ancestor
    assert ancestor == Ancestor(id="p", n=45, same=same)
