"""Memory of a fold: the same for a long diary as for one a tenth as long."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.corpus import Corpus
from wardiary.core.fold import apply_all
from wardiary.events.common import TookBack
from wardiary.events.diary import iter_survivors, open_diary
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.kinds import Event

Figure = Callable[..., None]
LONG, SHORT = 2_000_000, 200_000


def write_long(games: Corpus, path: Path, events: int) -> int:
    """The first game played again and again, each time taken back to the set-up. Returns the events written."""
    header, (set_up, *steps) = games.headers[0], games.games[0]
    begun = 1 + len(set_up)
    again = [event for step in steps for event in step]
    h, last = GENESIS, 0
    with path.open("wb") as file:

        def block(of: list[Event]) -> None:
            nonlocal h, last
            last += len(of)
            written, h = close_block(h, games.codec.encode_lines(of), last, False)
            file.write(written)

        block([header])
        block(list(set_up))
        while True:
            for at in range(0, len(again), 100):
                block(again[at : at + 100])
            if last >= events:
                return last
            block([TookBack(to=begun, forced=True)])


def peak(games: Corpus, path: Path) -> int:
    """Bytes at the peak of folding the line of play, chain verified."""
    rules, codec = games.table.rules, games.codec
    tracemalloc.start()
    try:
        state = rules.empty()
        for _first, events in iter_survivors(open_diary(path, lambda _header: codec)):
            apply_all(rules.evolve, state, events)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_of_a_fold(benchmark: Any, figure: Figure, games: Corpus, tmp_path: Path) -> None:
    if games.table.spec.id != "freezing":
        pytest.skip("what grows or not is the reader, the same for all games")
    long, short = (LONG, SHORT) if not benchmark.disabled else (20_000, 2_000)
    peaks: list[int] = []
    for size in (short, long):
        path = tmp_path / f"{size}.diary"
        events = write_long(games, path, size)
        peaks.append(peak(games, path))
        figure(peaks[-1] / 2**20, f"MiB at the peak of folding {events:,} events")
        path.unlink()
    if not benchmark.disabled:
        figure(peaks[1] / peaks[0], "times the memory for ten times the events", -1.1)
    benchmark.pedantic(lambda: None, rounds=1)
