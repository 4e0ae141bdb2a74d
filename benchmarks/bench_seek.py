"""Seeking in one game, in a log of many, and in one very long game: to any event, once the snapshots stand."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus
from benchmarks.long_game import EVENTS, long_diary, long_table
from wardiary.core.fold import apply_all
from wardiary.replay.replay import Replay
from wardiary.replay.states import States


def test_seek(benchmark: BenchmarkFixture, figure: Callable[..., None], games: Corpus, tmp_path: Path) -> None:
    """Every seventh event, forth and back, in the longest game."""
    longest = max(range(len(games.games)), key=lambda game: len(games.events[game]))
    path = tmp_path / "long.diary"
    path.write_bytes(games.diary(longest, 20))
    replay = Replay(path, table=games.table)
    targets = [*range(2, replay.last, 7), *range(replay.last, 2, -7)]
    replay.state_at(replay.last)
    benchmark(lambda: [replay.state_at(n) for n in targets])
    if not benchmark.disabled:
        slowest = max(min(_ms(replay, n) for _ in range(3)) for n in targets)
        figure(slowest, "ms for the slowest seek", -5)


def test_seek_in_a_long_log(benchmark: BenchmarkFixture, figure: Callable[..., None], games: Corpus) -> None:
    """A thousand seeks at random in 100,000 events: a game again and again."""
    longest = max(games.events, key=len)
    events = (longest * (100_000 // len(longest) + 1))[:100_000]
    states = States(games.table.spec.fold.evolve, games.table.rules.empty(), events, ())
    states.at(len(events))
    targets = [step * 7_919 % len(events) + 1 for step in range(1_000)]
    benchmark(lambda: [states.at(n) for n in targets])
    if not benchmark.disabled:
        took = []
        for n in targets:
            start = process_time()
            states.at(n)
            took.append((process_time() - start) * 1e3)
        figure(sorted(took)[950], "ms for a seek, the 95th of a hundred", -5)


def test_seek_in_one_game_of_100_000_events(
    benchmark: BenchmarkFixture, figure: Callable[..., None], tmp_path: Path
) -> None:
    """A thousand seeks at random in one game on a long turn track, against a fold of the whole to the same events."""
    path = tmp_path / "long.diary"
    path.write_bytes(long_diary())
    replay = Replay(path, table=long_table())
    assert replay.last >= EVENTS
    targets = [step * 7_919 % replay.last + 1 for step in range(1_000)]
    replay.state_at(replay.last)
    benchmark(lambda: [replay.state_at(n) for n in targets])
    if not benchmark.disabled:
        took = sorted(min(_ms(replay, n) for _ in range(3)) for n in targets)
        whole = min(_fold_ms(replay) for _ in range(3))
        figure(took[950], "ms for a seek in one long game, p95", -5)
        figure(whole, "ms for a fold of all of it")
        figure(whole / took[950], "times a seek (p95) is faster than a fold of all", 50)


def _fold_ms(replay: Replay) -> float:
    """A fold from the first event to the last, of events that are decoded."""
    state, start = replay.table.rules.empty(), process_time()
    apply_all(replay.table.rules.evolve, state, replay.events)
    return (process_time() - start) * 1e3


def _ms(replay: Replay, n: int) -> float:
    start = process_time()
    replay.state_at(n)
    return (process_time() - start) * 1e3
