"""Shrinking: planted faults come down to what they need, the same each time, stopped or not, and check the same."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import TINY, book_of_slips, game, set_up, write, write_game
from tests.replay.planted import (
    PlantedFault,
    busy_answers,
    crashing_diary,
    evolving,
    freezing,
    long_game,
    long_tiny,
    planted,
    points_of,
    three_late_orders,
    with_points,
)

from wardiary.core.games.tiny.evolve import march as evolve_march
from wardiary.core.games.tiny.rules import Battles, Bids, Marching, own_companies
from wardiary.core.points import option
from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.common import Crashed, Drawn, Positioned, Rolled
from wardiary.events.errors import FileExists, UsageError
from wardiary.events.kinds import Input
from wardiary.replay.check import check
from wardiary.replay.laboratory import shrink as shrinking
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.laboratory.predicates import Condition, Moment
from wardiary.replay.laboratory.shrink import Progress, shrink
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

SEED_OF_A_LONG_GAME = 38
"""Random games of Freezing Death take some 400 inputs; this one takes more than 500."""


class Turn:
    """The state's turn is this one, without any SQL."""

    fields = ("turn",)

    def __init__(self, turn: int) -> None:
        self.text, self._turn = f"turn = {turn}", turn

    def first(self, moments: Any) -> int | None:
        held = (json_turn(moment) == self._turn for moment in moments)
        return next((index for index, holds in enumerate(held) if holds), None)


def json_turn(moment: Moment) -> int:
    turn = msgspec.json.decode(moment.state)["turn"]
    assert isinstance(turn, int)
    return turn


def inputs_of(path: Path | str, table: Table = TINY) -> list[Input]:
    return [event for event in Replay(path, table=table).events if isinstance(event, Input)]


@pytest.fixture(scope="module", params=["tiny", "freezing"])
def late_fault(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Table, int]:
    """A diary whose rules fail on the last of three orders, more than 500 inputs into the game."""
    sound, seed = (long_tiny(), 1) if request.param == "tiny" else (freezing(), SEED_OF_A_LONG_GAME)
    answers = long_game(sound, seed=seed)
    table = planted(sound, three_late_orders(answers, 500))
    path = tmp_path_factory.mktemp(request.param) / "late.diary"
    return path, table, crashing_diary(path, table, answers)


def test_a_fault_of_three_inputs_500_inputs_into_a_game(late_fault: tuple[Path, Table, int], tmp_path: Path) -> None:
    path, table, inputs = late_fault
    assert inputs > 500
    began = time.process_time()
    small = shrink(path, "raises", tmp_path / "small.diary", table=table)
    assert time.process_time() - began < 60
    assert small.inputs_before == inputs
    assert 3 <= small.inputs <= 6
    assert small.start > 0
    replay = Replay(small.path, table=table)
    assert isinstance(replay.events[1 + len(table.data.replaced)], Positioned)
    assert isinstance(replay.events[-1], Crashed)
    (was,), (now,) = check(path, table=table).faults, check(small.path, table=table).faults
    assert (was.now, was.exception, was.place) == (now.now, now.exception, now.place)
    assert now.exception == "PlantedFault"


def test_the_same_each_time_whether_it_was_stopped_or_not(
    late_fault: tuple[Path, Table, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table, _ = late_fault
    whole = shrink(path, "raises", tmp_path / "whole.diary", table=table)
    out = tmp_path / "stopped.diary"

    def stop_at(tries: int) -> Callable[[Progress], None]:
        def watch(now: Progress) -> None:
            if now.tries == tries:
                raise KeyboardInterrupt

        return watch

    for tries in (6, 11):
        with pytest.raises(KeyboardInterrupt):
            shrink(path, "raises", out, table=table, watch=stop_at(tries))
        assert {entry.name for entry in tmp_path.iterdir()} == {"whole.diary", "stopped.diary.tries"}
    again = shrink(path, "raises", out, table=table)
    assert out.read_bytes() == Path(whole.path).read_bytes()
    assert again.again > 0
    assert again.tries < whole.tries
    assert {entry.name for entry in tmp_path.iterdir()} == {"whole.diary", "stopped.diary"}


@pytest.mark.parametrize("spoilt", [b"", b"no JSON", b'{"question":"another","nothing":[]}', b"\xff"])
def test_a_side_file_that_says_nothing_is_as_good_as_none(tmp_path: Path, spoilt: bytes) -> None:
    path = write_game(tmp_path / "a.diary")
    (tmp_path / "b.diary.tries").write_bytes(spoilt)
    assert shrink(path, Turn(3), tmp_path / "b.diary", table=TINY).again == 0
    assert not (tmp_path / "b.diary.tries").exists()


def test_tries_under_other_rules_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = write_game(tmp_path / "a.diary"), tmp_path / "b.diary"

    def stop(now: Progress) -> None:
        if now.tries == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shrink(path, Turn(3), out, table=TINY, position=False, watch=stop)
    assert (tmp_path / "b.diary.tries").exists()
    monkeypatch.setattr(shrinking, "rules_digest", lambda game: "edited")
    assert shrink(path, Turn(3), out, table=TINY, position=False).again == 0


def raising(point: type[Any], then: Callable[..., None], table: Table = TINY) -> Table:
    """Tiny with another `then` at one of its points."""
    other = type(point.__name__, (point,), {"then": then, "__module__": point.__module__})
    points = [other if old is point else old for old in points_of(table.spec)]
    return Table.lay(with_points(table.spec, points), table.data.replaced)


def fails_on_three_dice(self: Any, s: Any, f: Any, answer: e.Rolled, run: Any) -> None:
    if len(answer.dice) >= 2 and s.turn > 1:
        raise PlantedFault("too many dice")
    Battles.then(self, s, f, answer, run)


def test_dice_and_cards_become_as_low_as_they_can_be_and_orders_short(tmp_path: Path) -> None:
    """The rules fail on a roll of two dice or more, whatever they show."""
    table = raising(Battles, fails_on_three_dice)
    path = next(
        path
        for seed in range(40)
        if check(path := write_game(tmp_path / f"{seed}.diary", seed), table=table).first is not None
    )
    small = shrink(path, "raises", tmp_path / "small.diary", table=table, position=False)
    replay = Replay(small.path, table=table)
    record = replay.events[-1]
    assert isinstance(record, Crashed)
    answer = table.spec.fold.codec.decode(record.answer)
    assert isinstance(answer, Rolled)
    assert set(answer.dice) == {1}
    assert all(set(event.dice) == {1} for event in replay.events if isinstance(event, Rolled))
    assert small.inputs < len(inputs_of(path, table))
    assert {event.source for event in replay.events if isinstance(event, Rolled | Drawn)} == {"script"}
    assert replay.header.dice_source.source == "script"


def test_no_input_can_be_left_out(tmp_path: Path) -> None:
    """What is left of a search from the set-up is minimal: without any one of its inputs it does not show."""
    path = write_game(tmp_path / "a.diary", 4)
    small = shrink(path, Turn(2), tmp_path / "b.diary", table=TINY, position=False)
    answers = inputs_of(small.path)
    assert 0 < len(answers) < len(inputs_of(path))
    for out in range(len(answers)):
        state, _ = set_up()
        for answer in answers[:out] + answers[out + 1 :]:
            if TINY.rules.refusal(state, answer) is None:
                TINY.rules.advance(state, answer)
        assert state.turn < 2


def test_a_condition_on_the_state_holds_first_at_the_end_of_the_small_diary(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    small = shrink(path, Turn(4), tmp_path / "b.diary", table=TINY)
    found = bisect(small.path, Turn(4), table=TINY)
    assert found is not None
    assert small.inputs == 1
    assert [end for end in Replay(small.path, table=TINY).step_ends if end >= found.event] == [small.events]
    assert check(small.path, table=TINY).clean


def test_the_small_diary_names_where_it_comes_from(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    small = shrink(path, Turn(3), tmp_path / "b.diary", table=TINY)
    header = Replay(small.path, table=TINY).header
    assert header.parent is not None
    assert (header.parent.id, header.parent.n) == (parent.header.id, small.start)
    assert header.parent.h == parent.block_h(small.start)
    assert header.parent.reason == "shrunk: turn = 3"
    assert header.id == small.id != parent.header.id
    assert Replay(small.path, table=TINY).event(2) == Positioned(
        state=encode_state(parent.state_at(small.start)).decode()
    )


def heavy(self: Any, s: Any, f: Any, answer: e.Rolled, run: Any) -> None:
    """Battles in which every die hits."""
    Battles.then(self, s, f, msgspec.structs.replace(answer, dice=(6,) * len(answer.dice)), run)


def test_a_check_that_fails_fails_the_same(tmp_path: Path) -> None:
    table = raising(Battles, heavy)
    path = write_game(tmp_path / "a.diary", 2)
    was = check(path, table=table).first
    assert was is not None
    assert was.kind == "outcome"
    small = shrink(path, "check-fails", tmp_path / "b.diary", table=table)
    report = check(small.path, table=table)
    assert report.first is not None
    assert (report.first.kind, report.first.type, report.first.field) == (was.kind, was.type, was.field)
    assert (report.first.expected, report.first.found) == (was.expected, was.found)
    assert small.inputs == 1
    assert check(small.path, table=TINY).clean, "what was recorded is what the sound rules make of it"


def test_a_difference_that_needs_three_inputs(tmp_path: Path) -> None:
    """From no position does the last step alone depart, nor after anything but the two orders before it."""
    answers = long_game(TINY)
    table = planted(TINY, three_late_orders(answers, 10), lambda run: run.emit(e.ColumnMarched(side="red", units=())))
    state, first = set_up()
    path = write(tmp_path / "a.diary", [first, *(TINY.rules.answer(state, answer) for answer in answers)])
    was = check(path, table=table).first
    assert was is not None
    small = shrink(path, "check-fails", tmp_path / "b.diary", table=table)
    now = check(small.path, table=table).first
    assert now is not None
    assert (now.kind, now.type, now.field) == (was.kind, was.type, was.field)
    assert 3 <= small.inputs == len(inputs_of(small.path)) <= 6


def marches_off(s: Any, ev: e.March) -> None:
    """The third company of a column goes off the road, quietly."""
    evolve_march(s, ev)
    if len(s.marched) == 3:
        s.companies[ev.unit] = (s.companies[ev.unit][0], 50)


def fails_off_the_road(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
    if any(place == 50 for _, place in s.companies.values()):
        raise PlantedFault("a company is off the road")
    Bids.then(self, s, f, answer, run)


def test_no_start_is_a_position_that_the_game_finds_faults_in(tmp_path: Path) -> None:
    """The state is spoilt some inputs before the rules fail on it: the start is before that."""
    table = evolving(raising(Bids, fails_off_the_road), e.March, marches_off)
    state, _ = set_up(table)
    path = tmp_path / "a.diary"
    crashing_diary(path, table, moved_on(table, state))
    small = shrink(path, "raises", tmp_path / "b.diary", table=table)
    replay = Replay(small.path, table=table)
    answers = inputs_of(small.path, table)
    assert 1 < small.inputs == len(answers) + 1 < 8
    assert all(place <= 5 for _, place in replay.state_at(2).companies.values())


def moved_on(table: Table, state: Any) -> Iterator[Input]:
    """Busy play, each answer played on the state as it is taken."""
    for answer in busy_answers(table, state):
        yield answer
        table.rules.answer(state, answer)


def test_what_never_shows_cannot_be_shrunk(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    hints: list[tuple[Condition, str]] = [
        ("raises", "`--that check-fails` looks"),
        ("check-fails", "`--that raises` looks"),
        (Turn(77), "to shrink$"),
    ]
    for that, hint in hints:
        with pytest.raises(UsageError, match=f"shows nowhere in it.*{hint}"):
            shrink(path, that, tmp_path / "b.diary", table=TINY)
    with pytest.raises(UsageError, match="in the set-up"):
        shrink(path, Turn(1), tmp_path / "b.diary", table=TINY)
    assert sorted(tmp_path.iterdir()) == [path]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    before = path.read_bytes()
    with pytest.raises(FileExists):
        shrink(path, Turn(3), path, table=TINY)
    assert path.read_bytes() == before
    other = tmp_path / "b.diary"
    other.write_text("old")
    shrink(path, Turn(3), other, table=TINY, force=True)
    assert check(other, table=TINY).clean


def refuses_company_two(self: Any, s: Any, f: Any, unit: int) -> str | None:
    return "TINY-3: company 2 rests" if unit == 2 else Marching.march(self, s, f, unit)


class Resting(Marching):
    """Company 2 may not march any more."""

    @option(e.March, over=own_companies, outside="TINY-3: an own company")
    def march(self, s: Any, f: Any, unit: int) -> str | None:
        return "TINY-3: company 2 rests" if unit == 2 else super().march(s, f, unit)


def test_an_order_that_is_refused_now(tmp_path: Path) -> None:
    points = [Resting if old is Marching else old for old in points_of(TINY.spec)]
    table = Table.lay(with_points(TINY.spec, points))
    path = write(tmp_path / "a.diary", game(3))
    was = check(path, table=table).first
    assert was is not None
    assert (was.kind, was.clause) == ("refused", "TINY-3")
    small = shrink(path, "check-fails", tmp_path / "b.diary", table=table)
    assert small.inputs == 1
    first = check(small.path, table=table).first
    assert first is not None
    assert (first.kind, first.expected) == ("refused", was.expected)
