"""Seeking in one game, and in a log of many: to any event, both ways, once the snapshots stand."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus
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


def _ms(replay: Replay, n: int) -> float:
    start = process_time()
    replay.state_at(n)
    return (process_time() - start) * 1e3
