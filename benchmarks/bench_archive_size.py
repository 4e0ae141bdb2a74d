"""The archive at size: real games, copied under new ids until there are as many events as are asked for.

    WARDIARY_ARCHIVE_EVENTS=10000000 scripts/bench -k archive_size

Without the variable a small archive is made, which says that the benchmark runs and nothing about size. Times are CPU
times of all processes and threads; beside them the clock's, which other work on the machine lengthens.
"""

import os
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from benchmarks.bench_archive import diaries
from benchmarks.corpus import corpus
from benchmarks.replicas import replicate
from wardiary.analytics.archive import Archive
from wardiary.analytics.cache import cache_of
from wardiary.analytics.engine import connect, literal, parquet_files
from wardiary.analytics.reports import all_reports, report_named
from wardiary.analytics.store import Store
from wardiary.core.registry import game_ids
from wardiary.replay.workers import cores

EVENTS = int(os.environ.get("WARDIARY_ARCHIVE_EVENTS", "30000"))
COMMON = ("win-rate", "results-by-turn", "length", "dice", "rolls", "luck", "versions", "players", "take-backs")
"""Reports that everybody asks for; the others may take longer."""
Figure = Callable[..., None]


@dataclass(frozen=True)
class Sized:
    """The archive, its diaries and events; what adding took: CPU and clock seconds, MiB of the largest process."""

    archive: Archive
    files: list[Path]
    events: int
    cpu: float
    clock: float
    memory: float


def cpu_of_all() -> float:
    """CPU seconds of this process and those that it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.fixture(scope="module")
def sized(tmp_path_factory: pytest.TempPathFactory) -> Sized:
    folder = tmp_path_factory.mktemp("sized")
    originals = [path for game in game_ids() for path in diaries(corpus(game), folder)]
    files = list(replicate(originals, EVENTS, folder / "games"))
    archive = Archive(folder / "archive")
    cpu, clock = cpu_of_all(), time.monotonic()
    assert archive.add(files, workers=cores()).exit_code == 0
    cpu, clock = cpu_of_all() - cpu, time.monotonic() - clock
    memory = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    events = sum(game.events for game in archive.info().games)
    return Sized(archive, files, events, cpu, clock, memory)


def test_archive_size_add(benchmark: Any, figure: Figure, sized: Sized, tmp_path: Path) -> None:
    """Chains checked, events folded, rows and Parquet written, against DuckDB alone reading the same lines as JSON."""
    files = ", ".join(literal(str(path)) for path in sized.files)

    def bare() -> None:
        with connect() as connection:
            connection.execute(
                f"COPY (FROM read_json([{files}], format = 'newline_delimited')) "
                f"TO {literal(str(tmp_path / 'bare.parquet'))} (FORMAT parquet, COMPRESSION zstd)"
            )

    cpu, clock = cpu_of_all(), time.monotonic()
    benchmark.pedantic(bare, rounds=1)
    cpu, clock = cpu_of_all() - cpu, time.monotonic() - clock
    figure(sized.cpu / cpu, "CPU times of bare read_json to Parquet", -4)
    figure(sized.clock / clock, "clock times of it")
    figure(sized.events / sized.cpu, "events/s of CPU")
    figure(sized.memory, "MiB, the largest process", -2048)


def test_archive_size_bytes(benchmark: Any, figure: Figure, sized: Sized) -> None:
    info = benchmark(sized.archive.info)
    figure(sum(game.table_bytes for game in info.games) / sized.events, "bytes of tables an event", -8)
    figure(sum(game.diary_bytes for game in info.games) / sized.events, "bytes of diaries an event")


def test_archive_size_cache(benchmark: Any, figure: Figure, sized: Sized) -> None:
    """The first query makes the cache; one of bare DuckDB that copies the tables' files stands beside it."""
    cpu = cpu_of_all()
    benchmark.pedantic(lambda: sized.archive.sql("SELECT 1"), rounds=1)
    cpu = cpu_of_all() - cpu
    figure(cpu, "s of CPU")
    parts = sized.archive.parts()
    copied = cpu_of_all()
    with connect() as connection:
        for table in ("orders", "outcomes", "rolls", "draws", "positions"):
            connection.execute(f"CREATE TABLE {table} AS FROM {parquet_files(part.file(table) for part in parts)}")
    figure(cpu / (cpu_of_all() - copied), "times of copying the tables")


@pytest.mark.parametrize("name", [report.full_name for report in all_reports()])
def test_archive_size_report(paired: Callable[..., float], figure: Figure, sized: Sized, name: str) -> None:
    """A report against its SQL by hand: plain DuckDB, which opens the same file and runs the same statement."""
    report = report_named(name)
    seconds: list[float] = []

    def asked() -> Any:
        begun = time.process_time()
        result = sized.archive.report(name)
        seconds.append(time.process_time() - begun)
        return result

    with cache_of(Store(sized.archive.folder)) as cache:

        def by_hand() -> Any:
            with duckdb.connect(str(cache), read_only=True) as connection:
                return connection.execute(report.sql).fetchall()

        assert sized.archive.report(name).rows == by_hand()
        paired(asked, by_hand, aim=1.5, events=sized.events)
    figure(min(seconds), "s of CPU", -0.3 if name in COMMON else -1.5)
