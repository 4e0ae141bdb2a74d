"""Seeking in one game: to any event, both ways, once the snapshots stand."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus
from wardiary.replay.replay import Replay


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


def _ms(replay: Replay, n: int) -> float:
    start = process_time()
    replay.state_at(n)
    return (process_time() - start) * 1e3
