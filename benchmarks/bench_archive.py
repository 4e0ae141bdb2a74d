"""The archive: adding games, and each report, on games of random players."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus, corpus
from benchmarks.replicas import replicate
from wardiary.analytics.archive import Archive
from wardiary.analytics.engine import connect, literal
from wardiary.analytics.reports import all_reports
from wardiary.core.fold import apply_all
from wardiary.core.registry import game_ids
from wardiary.events.diary import open_diary

Paired = Callable[..., float]
BLOCK_STEPS = 50


def diaries(games: Corpus, folder: Path) -> list[Path]:
    """The corpus as files, blocks as `simulate` writes them. Games of two kinds may have the same ids."""
    paths = []
    for game, header in enumerate(games.headers):
        path = folder / f"{header.game}-{header.id}.diary"
        path.write_bytes(games.diary(game, BLOCK_STEPS))
        paths.append(path)
    return paths


def fresh(tmp_path: Path) -> Callable[[], Archive]:
    """Archives that are not there yet, one after the other."""
    numbers = iter(range(1_000_000))
    return lambda: Archive(tmp_path / f"archive-{next(numbers)}")


def test_add_against_a_verified_fold(paired: Paired, games: Corpus, tmp_path: Path) -> None:
    """All of `archive add`, against reading, verifying and folding the same files and no more."""
    paths, archive = diaries(games, tmp_path), fresh(tmp_path)
    table = games.table.rules.evolve

    def verified_fold() -> None:
        for path in paths:
            state = games.table.rules.empty()
            for events in open_diary(path, lambda _header: games.codec).events(canonical=True):
                apply_all(table, state, events)

    paired(lambda: archive().add(paths), verified_fold, aim=None, events=games.count)


def test_add(rate: Callable[..., None], games: Corpus, tmp_path: Path) -> None:
    """Games into a fresh archive: chain verified, folded, rows written, rules not run."""
    paths, archive = diaries(games, tmp_path), fresh(tmp_path)
    rate(lambda: archive().add(paths), games.count, "events/s", 150_000)


def test_add_against_read_json(paired: Paired, games: Corpus, tmp_path: Path) -> None:
    """The same against DuckDB alone, which reads the lines of the same files and writes them to one Parquet file."""
    paths, archive = diaries(games, tmp_path), fresh(tmp_path)
    files = ", ".join(literal(str(path)) for path in paths)

    def bare() -> None:
        with connect() as connection:
            connection.execute(
                f"COPY (FROM read_json_objects([{files}], format = 'newline_delimited')) "
                f"TO {literal(str(tmp_path / 'bare.parquet'))} (FORMAT parquet, COMPRESSION zstd)"
            )

    paired(lambda: archive().add(paths), bare, aim=None, events=games.count)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """One archive with the corpus of every installed game, under ids of their own."""
    folder = tmp_path_factory.mktemp("filled")
    archive = Archive(folder / "archive")
    originals = [path for game in game_ids() for path in diaries(corpus(game), folder)]
    archive.add(replicate(originals, sum(corpus(game).count for game in game_ids()), folder / "games"))
    assert [game.game for game in archive.info().games] == list(game_ids())
    archive.sql("SELECT 1")
    return archive


@pytest.mark.parametrize("name", [report.full_name for report in all_reports()])
def test_report(benchmark: BenchmarkFixture, filled: Archive, name: str) -> None:
    benchmark.extra_info["events"] = sum(game.events for game in filled.info().games)
    benchmark(filled.report, name)


def test_bytes_an_event(benchmark: BenchmarkFixture, games: Corpus, tmp_path: Path) -> None:
    """Of the tables and of the kept diaries; the time is that of looking it up."""
    archive = fresh(tmp_path)()
    archive.add(diaries(games, tmp_path))
    (info,) = benchmark(archive.info).games
    benchmark.extra_info |= {
        "table_bytes_per_event": round(info.table_bytes / info.events, 2),
        "diary_bytes_per_event": round(info.diary_bytes / info.events, 2),
    }
