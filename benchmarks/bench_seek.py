"""Seeking in one game: to any event, both ways, once the snapshots stand."""

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus
from wardiary.replay.replay import Replay


def test_seek(benchmark: BenchmarkFixture, games: Corpus, tmp_path: Path) -> None:
    """Every seventh event, forth and back, in the longest game."""
    longest = max(range(len(games.games)), key=lambda game: len(games.events[game]))
    path = tmp_path / "long.diary"
    path.write_bytes(games.diary(longest, 20))
    replay = Replay(path, table=games.table)
    targets = [*range(2, replay.last, 7), *range(replay.last, 2, -7)]
    replay.state_at(replay.last)
    benchmark(lambda: [replay.state_at(n) for n in targets])
    if not benchmark.disabled and benchmark.stats:
        benchmark.extra_info["us_per_seek"] = round(benchmark.stats.stats.median / len(targets) * 1e6)
