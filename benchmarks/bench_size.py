"""Sizes: events a decision and a step, bytes an event plain and compressed."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.corpus import Corpus

Figure = Callable[..., None]


def test_events(benchmark: Any, figure: Figure, games: Corpus) -> None:
    steps = sum(map(len, games.games))
    figure(games.count / games.decisions, "events a decision")
    figure(games.count / steps, "events a step")
    figure(games.count / len(games.games), "events a game")
    benchmark.pedantic(lambda: games.count, rounds=1)


@pytest.mark.parametrize(("block_steps", "aim"), [(50, -7), (20, None), (1, None)])
def test_bytes_an_event(benchmark: Any, figure: Figure, games: Corpus, block_steps: int, aim: float | None) -> None:
    """`simulate` writes 50 steps a block, and an archive keeps each diary compressed, at level 3."""
    zstandard = pytest.importorskip("zstandard")
    diaries = [games.diary(game, block_steps) for game in range(len(games.games))]
    figure(sum(map(len, diaries)) / games.count, f"bytes an event, {block_steps} steps a block")
    for level in (3, 19):
        small = [zstandard.ZstdCompressor(level=level).compress(diary) for diary in diaries]
        figure(sum(map(len, small)) / games.count, f"bytes an event in zstd -{level}", aim if level == 3 else None)
    benchmark.pedantic(lambda: zstandard.ZstdCompressor(level=3).compress(diaries[0]), rounds=1)
