"""The moments of a game: they follow on each other without a gap, and a decision is what a seat orders in one go."""

import itertools
from pathlib import Path

import pytest
from tests.replay.diaries import TINY, book_of_slips, game, write, write_game
from tests.replay.small_game import SHY, played

from wardiary.events.kinds import Chance, Input, Order
from wardiary.replay.moments import Moment, moments_of
from wardiary.replay.replay import Replay


def test_a_game_worked_by_hand(tmp_path: Path) -> None:
    replay = Replay(played(tmp_path / "a.diary", SHY))
    assert [(one.kind, one.seat, one.text()) for one in moments_of(replay)] == [
        ("draw", "red", "red draws 02 from orders"),
        ("draw", "blue", "blue draws 01 from orders"),
        ("decision", "red", "red bids 02"),
        ("decision", "blue", "blue bids 01"),
        ("decision", "red", "red: march 1 (and 1 more)"),
        ("decision", "blue", "blue: march 2"),
        ("dice", "red", "red rolls 1 for battle"),
        ("dice", "blue", "blue rolls 6 for battle"),
    ]
    assert [one.text() for one in moments_of(replay, every_order=True)][4:6] == ["red: march 1", "red: halt"]


def need_whole(replay: Replay, moments: list[Moment]) -> None:
    """Every surviving input is in one moment, and each begins where the one before it ends."""
    alive = [n for n, event, _ in replay.walk(taken_back=False) if isinstance(event, Input)]
    assert [n for moment in moments for n in moment.inputs] == alive
    assert all(before.after == after.before for before, after in itertools.pairwise(moments))
    assert all(replay.is_step_end(moment.before) and replay.is_step_end(moment.after) for moment in moments)
    assert all(replay.standing_at(moment.n - 1) == moment.before for moment in moments)
    if moments:
        assert moments[-1].after == replay.standing


@pytest.mark.parametrize("every_order", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_moments_make_the_whole_game(tmp_path: Path, seed: int, every_order: bool) -> None:
    replay = Replay(write_game(tmp_path / "a.diary", seed), table=TINY)
    moments = moments_of(replay, every_order=every_order)
    need_whole(replay, moments)
    assert all(len(moment.inputs) == 1 for moment in moments if every_order or moment.kind != "decision")
    for moment in moments:
        kind = Order if moment.kind == "decision" else Chance
        assert all(isinstance(replay.event(n), kind) for n in moment.inputs)


def test_two_decisions_of_a_seat_are_one_unless_something_lies_between(tmp_path: Path) -> None:
    moments = moments_of(Replay(write_game(tmp_path / "a.diary", 2), table=TINY))
    for one, other in itertools.pairwise(moments):
        assert (one.kind, one.seat) != (other.kind, other.seat) or one.kind != "decision"


def test_what_was_taken_back_and_fixed_is_left_out(tmp_path: Path) -> None:
    replay = Replay(book_of_slips().write(tmp_path / "a.diary"), table=TINY)
    moments = moments_of(replay)
    assert any(replay.is_dead(n) for n in range(1, replay.last))
    assert not any(replay.is_dead(n) for moment in moments for n in moment.inputs)
    inputs = [n for moment in moments for n in moment.inputs]
    assert inputs == sorted(inputs)


@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_game_that_goes_on(tmp_path: Path, most: int) -> None:
    replay = Replay(write(tmp_path / "a.diary", game(1, most=most)), table=TINY)
    moments = moments_of(replay)
    need_whole(replay, moments)
    assert sum(len(moment.inputs) for moment in moments) == most
