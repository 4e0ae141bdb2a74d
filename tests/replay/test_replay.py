"""Replay: the state after any event on whatever line of play, steps both ways, folds of any length."""

import subprocess
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.replay.diaries import TINY, Book, book_of_slips, game, write, write_game

from wardiary.core.fold import reduce
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.state import encode_state
from wardiary.events.common import Fixed, Noted, TookBack
from wardiary.events.diary import Jump
from wardiary.events.errors import NotAStepEnd, Unfoldable, UsageError
from wardiary.events.kinds import Event, Input, Record
from wardiary.events.tiny import March
from wardiary.events.vocabulary import tag_of
from wardiary.replay.replay import Replay, fold_file
from wardiary.replay.states import _SNAPSHOT_EVERY, States


@pytest.fixture(scope="module")
def slips(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    path = book_of_slips().write(tmp_path_factory.mktemp("replay") / "slips.diary")
    return Replay(path, table=TINY)


def slow_states(events: list[Event]) -> list[Any]:
    """The state after each event, by the plainest fold there is: each state from its parent's."""
    states: list[Any] = [SPEC.fold.state()]
    for event in events:
        states.append(
            states[event.to] if isinstance(event, TookBack | Fixed) else reduce(SPEC.fold.evolve, states[-1], event)
        )
    return states


def test_the_state_after_every_event_is_that_of_the_line_of_play_that_leads_there(slips: Replay) -> None:
    expected = slow_states(slips.events)
    assert [slips.state_at(n) for n in range(1, len(slips) + 1)] == expected[1:]
    assert [slips.state_at(n) for n in range(len(slips), 0, -1)] == expected[:0:-1]


def test_a_state_is_the_callers_own(slips: Replay) -> None:
    before = encode_state(slips.state_at(30))
    spoilt = slips.state_at(30)
    spoilt.companies.clear()
    spoilt.turn = 99
    assert encode_state(slips.state_at(30)) == before


def test_iterating_gives_each_event_with_the_state_before_it(slips: Replay) -> None:
    expected = slow_states(slips.events)
    seen = [(n, event, encode_state(state)) for n, event, state in slips]
    assert seen == [(n, event, encode_state(expected[n - 1])) for n, event in enumerate(slips.events, 1)]


def test_a_walk_can_leave_out_what_was_taken_back(slips: Replay) -> None:
    alive = [n for span in slips.line() for n in range(span.first, span.last + 1)]
    assert [n for n, _, _ in slips.walk(taken_back=False)] == alive
    assert [n for n, _, _ in slips.walk(20, 70, taken_back=False)] == [n for n in alive if 20 <= n <= 70]
    expected = slow_states(slips.events)
    parents = [0, *alive]
    assert all(state == expected[parents[i]] for i, (_, _, state) in enumerate(slips.walk(taken_back=False)))


def test_what_is_dead_was_taken_back(slips: Replay) -> None:
    jumps = [n for n, event in enumerate(slips.events, 1) if isinstance(event, TookBack | Fixed)]
    dead = [n for n in range(1, len(slips) + 1) if slips.is_dead(n)]
    assert len(jumps) == 3
    assert set(jumps) < set(dead)
    # The first branch was won back by the second take-back, so only the second branch and the mistyped die are dead.
    assert dead == [*range(dead[0], jumps[1] + 1), *range(slips.jumps[2].to + 1, jumps[2] + 1)]
    assert dead[0] == jumps[0]


def test_step_ends_are_the_last_events_of_steps(slips: Replay) -> None:
    ends = [
        n
        for n, event in enumerate(slips.events, 1)
        if n > 1 and not isinstance(event, Record)
        if n == len(slips) or isinstance(slips.event(n + 1), Input | Record)
    ]
    assert list(slips.step_ends) == ends
    assert [n for n in range(1, len(slips) + 1) if slips.is_step_end(n)] == ends


def test_another_number_is_refused_by_naming_the_two_nearest_ends(slips: Replay) -> None:
    inside = next(n for n in range(12, 60) if not slips.is_step_end(n))
    before, after = slips.nearest_step_ends(inside)
    assert before is not None
    assert after is not None
    assert before < inside < after
    with pytest.raises(NotAStepEnd, match=rf"event {inside} .* {before} and {after}$"):
        slips.need_step_end(inside)
    assert slips.need_step_end(after) == after
    assert slips.nearest_step_ends(1)[0] is None
    assert slips.nearest_step_ends(len(slips))[1] is None


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("0", "no event 0: this diary has 1 to"),
        ("-3", "no event -3"),
        ("100000", "no event 100000"),
        ("turn:9", "no turn '9' in this diary; it has 1, 2, 3"),
        ("turn:", "no place 'turn:'"),
        ("somewhere", "no place 'somewhere': give the number of an event, `last`, `turn:3`"),
        ("²", "no place '²'"),
    ],
)
def test_a_place_that_is_not_there_is_a_mistake_of_the_user(slips: Replay, where: str, words: str) -> None:
    with pytest.raises(UsageError, match=words.replace("(", r"\(")):
        slips.number(where)


def test_a_turn_is_named_by_the_end_of_the_step_in_which_it_began(slips: Replay) -> None:
    for turn in range(1, 7):
        n = slips.number(f"turn:{turn}")
        assert slips.is_step_end(n)
        assert not slips.is_dead(n)
        assert slips.state_at(n).turn == turn
        before = slips.nearest_step_ends(n)[0]
        assert before is None or slips.state_at(before).turn == turn - 1


@pytest.mark.parametrize("unit", ["event", "step", "turn", "phase"])
@pytest.mark.parametrize("taken_back", [False, True])
def test_stepping_back_visits_what_stepping_forward_did(tmp_path: Path, unit: Any, taken_back: bool) -> None:
    replay = Replay(book_of_slips().write(tmp_path / "a.diary"), table=TINY, taken_back=taken_back)
    replay.seek(1)
    there = [1]
    while replay.forward(unit) != there[-1]:
        there.append(replay.n)
        assert replay.state == replay.state_at(replay.n)
    assert there[-1] == replay.last
    back = [replay.seek("last")]
    while replay.backward(unit) != back[-1]:
        back.append(replay.n)
    assert back[::-1] == there
    assert sum(replay.is_dead(n) for n in there) == (0 if not taken_back else sum(map(replay.is_dead, there)))
    if unit in ("turn", "phase"):
        assert [replay.state_at(n).turn for n in there[1:7]] == [1, 2, 3, 4, 5, 6] or taken_back


def test_stepping_on_from_a_dead_event_returns_to_the_line_of_play(slips: Replay) -> None:
    dead = next(n for n in range(1, len(slips)) if slips.is_dead(n))
    slips.seek(dead)
    assert not slips.is_dead(slips.forward())
    slips.seek(dead)
    assert slips.backward() == dead - 1


def test_a_new_replay_stands_at_the_end(slips: Replay, tmp_path: Path) -> None:
    replay = Replay(write_game(tmp_path / "a.diary", 3), table=TINY)
    assert replay.n == replay.last == len(replay) == len(replay.events)
    assert replay.state.result is not None
    assert replay.number("last") == replay.last
    assert replay.header.game == "tiny"


def test_games_are_found_by_the_header(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    assert Replay(path).state == Replay(path, table=TINY).state == Replay(path.read_bytes()).state


def test_a_diary_of_a_header_alone_has_no_step(tmp_path: Path) -> None:
    replay = Replay(write(tmp_path / "a.diary", []), table=TINY)
    assert (replay.last, list(replay.step_ends), replay.state) == (1, [], SPEC.fold.state())
    assert replay.forward("step") == replay.backward("turn") == 1
    with pytest.raises(NotAStepEnd, match="no step has ended yet"):
        replay.need_step_end(1)


def test_an_event_that_the_state_cannot_take_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", [game(1)[0], [Noted(text="x")], [March(unit=77)]])
    number = 1 + len(game(1)[0]) + 2
    replay = Replay(path, table=TINY)
    assert replay.state_at(number - 1).turn == 1
    for read in (lambda: replay.state_at(number), lambda: list(replay), lambda: fold_file(path, table=TINY)):
        with pytest.raises(Unfoldable, match=r"tiny.march cannot be applied .*KeyError: 77") as caught:
            read()
        assert caught.value.event == number


def test_fold_file_gives_the_last_state_and_the_count_of_every_tag(slips: Replay) -> None:
    state, counts = fold_file(str(slips.path), table=TINY)
    assert state == slips.state_at(slips.last)
    assert counts == Counter(tag_of(type(event)) for event in slips.events)


moves = st.lists(st.tuples(st.sampled_from(["play", "back"]), st.integers(1, 400)), max_size=12)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 50), moves=moves)
def test_any_take_backs_give_the_state_of_the_chain_of_parents(
    tmp_path_factory: pytest.TempPathFactory, seed: int, moves: list[tuple[str, int]]
) -> None:
    book = Book(seed)
    for index, (what, number) in enumerate(moves):
        if what == "play":
            book.play(1 + number % 9, f"{index}")
        else:
            ends = sorted(book.states)
            book.record(TookBack(to=ends[number % len(ends)]))
    path = book.write(tmp_path_factory.mktemp("lines") / "a.diary")
    replay = Replay(path, table=TINY)
    assert replay.state == book.state == fold_file(path, table=TINY).state
    assert [replay.state_at(n) for n in range(1, len(replay) + 1)] == slow_states(replay.events)[1:]


CYCLE = [event for step in game(1) for event in step]


def long_log(events: int) -> list[Event]:
    """Events that fold well and go on for ever: a game again and again."""
    return (CYCLE * (events // len(CYCLE) + 1))[:events]


class Counted(dict[type[Event], Any]):
    """An evolve table that counts what is looked up in it: the events folded."""

    folded = 0

    def __getitem__(self, kind: type[Event]) -> Any:
        self.folded += 1
        return super().__getitem__(kind)


def test_seeks_at_random_in_a_long_log_are_short_folds_and_right() -> None:
    """How long one takes is measured in benchmarks/bench_seek.py."""
    events = long_log(20_000)
    jumps = [Jump(n, n - len(CYCLE) * (n // len(CYCLE) // 2 + 1)) for n in range(1_000, 20_000, 1_973)]
    for jump in jumps:
        events[jump.n - 1] = TookBack(to=jump.to)
    table = Counted(SPEC.fold.evolve)
    states = States(table, SPEC.fold.state(), events, jumps)
    states.at(20_000)
    expected, folds = slow_states(events), set()
    for n in (step * 7_919 % 20_000 + 1 for step in range(1_000)):
        table.folded = 0
        assert states.at(n) == expected[n]
        folds.add(table.folded)
    assert 200 < max(folds) < _SNAPSHOT_EVERY


PEAK = """
import pathlib, resource, sys
from wardiary.core.games.tiny.spec import SPEC
from wardiary.replay.replay import fold_file
from wardiary.replay.table import Table
state, counts = fold_file(sys.argv[1], table=Table.lay(SPEC))
status = pathlib.Path("/proc/self/status")
# On Linux a child's ru_maxrss begins with what its parent had; the kernel's own mark does not.
lines = status.read_text().splitlines() if status.exists() else []
marks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
print(marks[0] if marks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, counts.total(), state.turn)
"""


def peak_of_fold(path: Path) -> tuple[int, int]:
    """Peak memory, in KiB (bytes on macOS), of a process that folds the diary; and the events it folded."""
    source = Path(__file__).parents[2] / "src"
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(source), "PATH": ""},
    )
    peak, total, _ = map(int, done.stdout.split())
    return peak, total


def write_long(path: Path, events: int) -> Path:
    log = cycle(CYCLE)
    return write(path, (list(islice(log, min(100, events - at))) for at in range(0, events, 100)))


@pytest.mark.parametrize("events", [100_000, pytest.param(2_000_000, marks=pytest.mark.long)])
def test_the_memory_of_a_fold_is_flat_in_the_length_of_the_log(tmp_path: Path, events: int) -> None:
    short, total = peak_of_fold(write_long(tmp_path / "short.diary", 20_000))
    assert total == 20_001
    long, total = peak_of_fold(write_long(tmp_path / "long.diary", events))
    assert total == events + 1
    assert long < short * 1.2, (short, long)
