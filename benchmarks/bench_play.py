"""Playing at random: without a diary, with one, and what listing and judging cost."""

from collections.abc import Callable
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus, play, setting_of
from wardiary.core.requests import Choice
from wardiary.core.state import State, copy_state
from wardiary.replay.check import check
from wardiary.replay.session import Session

Paired = Callable[..., float]


def some(games: Corpus) -> range:
    """The indexes of a few games: about 5,000 events."""
    return range(max(2, len(games.games) * 5_000 // games.count))


def test_play_without_a_diary(benchmark: BenchmarkFixture, games: Corpus) -> None:
    table = games.table
    decisions = benchmark(lambda: sum(play(table, setting_of(table, index)) for index in some(games)))
    if not benchmark.disabled and benchmark.stats:
        benchmark.extra_info["decisions_per_s"] = round(decisions / benchmark.stats.stats.median)
        benchmark.extra_info["ms_per_game"] = round(benchmark.stats.stats.median * 1e3 / len(some(games)), 1)


def test_recording_with_a_block_a_step_against_the_same_session_without(
    paired: Paired, games: Corpus, tmp_path: Path
) -> None:
    table = games.table
    written = iter(range(1_000_000))

    def record() -> None:
        for index in some(games):
            path = tmp_path / f"{next(written)}.diary"
            with Session.create(path, table, setting_of(table, index), sync="none") as session:
                session.play_on()
            path.unlink()

    def play_only() -> None:
        for index in some(games):
            Session.in_memory(table, setting_of(table, index)).play_on()

    paired(record, play_only, aim=1.4, events=sum(len(games.events[index]) for index in some(games)))


def test_check(benchmark: BenchmarkFixture, games: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "checked.diary"
    path.write_bytes(games.diary(0, 20))
    report = benchmark(lambda: check(path, table=games.table))
    assert report.clean
    if not benchmark.disabled and benchmark.stats:
        benchmark.extra_info["events_per_s"] = round(len(games.events[0]) / benchmark.stats.stats.median)


def middle(games: Corpus) -> State:
    """A position where an order is asked, half-way through the first game."""
    rules = games.table.rules
    state: State = rules.empty()
    steps = games.games[0]
    for number, step in enumerate(steps):
        for event in step:
            rules.table[type(event)](state, event)
        if number >= len(steps) // 2 and isinstance(rules.request(state), Choice):
            break
    return state


def test_listing(benchmark: BenchmarkFixture, games: Corpus) -> None:
    state = middle(games)
    legal = benchmark(lambda: games.table.rules.legal(state))
    benchmark.extra_info["answers"] = len(legal)


def test_step_of_the_first_listed_order(benchmark: BenchmarkFixture, games: Corpus) -> None:
    """On a copy, copy included: judge, evolve, settle."""
    state, rules = middle(games), games.table.rules
    order = rules.legal(state)[0]
    benchmark(lambda: rules.answer(copy_state(state), order))
