"""How the cache is filled: in pieces, from an earlier one, and by processes that are killed."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from tests.analytics.making import simulated

from wardiary.analytics import filling
from wardiary.analytics.archive import Archive
from wardiary.analytics.manifest import Part

CACHE_MAKER = "import sys; from wardiary.analytics.archive import Archive; Archive(sys.argv[1]).sql('SELECT 1')"


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Games of two kinds, by turns."""
    folder = tmp_path_factory.mktemp("filling")
    kinds = [sorted(simulated(folder / game, game, 3).iterdir()) for game in ("tiny", "brother")]
    return [path for pair in zip(*kinds, strict=True) for path in pair]


def all_rows(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """Every table and view, whole."""
    names = archive.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY ALL")
    return {name: archive.sql(f'FROM "{name}" ORDER BY ALL').rows for (name,) in names}


def anew(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """The same from a cache that begins with nothing."""
    for file in (archive.folder / "cache").iterdir():
        file.unlink()
    return all_rows(archive)


def test_a_cache_goes_on_from_the_one_before(
    originals: list[Path], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.add(originals[:2])
    assert len(all_rows(archive)["games"]) == 2
    archive.add(originals[2:])
    put: list[int] = []
    inner = filling._put

    def counted(connection: duckdb.DuckDBPyConnection, chunk: list[Part], views: list[tuple[str, str]]) -> None:
        put.append(len(chunk))
        inner(connection, chunk, views)

    monkeypatch.setattr(filling, "_put", counted)
    grown = all_rows(archive)
    assert put == [1, 1], "one new part of each kind, and nothing of what was there"
    assert len(grown["games"]) == 6
    assert grown["brother_battles"]
    assert grown == anew(archive)


@pytest.mark.parametrize("change", ["remove", "compact", "kind"])
def test_what_is_no_growth_begins_anew(
    originals: list[Path], archive: Archive, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """A part that is gone, or a kind of game that is new, which has views of its own."""
    archive.add(originals[0:1] if change == "kind" else originals[:2])
    archive.add(originals[2:3])
    before = all_rows(archive)
    laid: list[bool] = []
    inner = filling._lay

    def noted(*given: object) -> None:
        laid.append(True)
        inner(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(filling, "_lay", noted)
    match change:
        case "remove":
            gone = str(before["games"][0][1])
            archive.remove([gone])
            assert not any(row[1] == gone for row in all_rows(archive)["games"])
        case "compact":
            archive.compact()
            assert all_rows(archive) == before
        case "kind":
            archive.add(originals[3:4])
            assert len(all_rows(archive)["brother_holdings"]) > 0
    assert laid


def test_pieces_of_any_size_give_the_same(
    originals: list[Path], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in originals:
        archive.add([path])
    whole = all_rows(archive)
    monkeypatch.setattr(filling, "_CHUNK_EVENTS", 1)
    assert anew(archive) == whole


def test_an_earlier_cache_that_is_damaged_is_not_gone_on_from(originals: list[Path], archive: Archive) -> None:
    """One that is no database, and one whose tables are not what it says."""
    archive.add(originals[:2])
    archive.sql("SELECT 1")
    (cache,) = (archive.folder / "cache").iterdir()
    cache.chmod(0o644)
    with duckdb.connect(str(cache)) as damaged:
        damaged.execute("DROP TABLE games CASCADE; CREATE TABLE games (other INTEGER)")
    (archive.folder / "cache" / "broken.duckdb").write_bytes(b"x" * 5000)
    archive.add(originals[2:])
    grown = all_rows(archive)
    assert grown == anew(archive)
    assert len(list((archive.folder / "cache").iterdir())) == 1


def test_what_a_killed_process_left_is_taken_away(originals: list[Path], archive: Archive) -> None:
    archive.add(originals[:1])
    archive.sql("SELECT 1")
    dead, living = (archive.folder / "cache" / f"making-{number:016x}" for number in range(2))
    for folder in (dead, living):
        folder.mkdir()
        (folder / "x.duckdb").write_bytes(b"half")
    handle = os.open(living, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        archive.add(originals[1:2])
        assert len(archive.sql("FROM games")) == 2
        assert (dead.exists(), living.exists()) == (False, True)
    finally:
        os.close(handle)


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.long)])
def test_killed_while_it_makes_a_cache(
    originals: list[Path], archive: Archive, environment: dict[str, str], kills: int
) -> None:
    """At whatever moment, the next one makes it whole, and nothing is left lying."""
    archive.add(originals[:2])
    archive.sql("SELECT 1")
    archive.add(originals[2:])
    folder = archive.folder / "cache"
    (old,) = folder.iterdir()
    for number in range(kills):
        maker = subprocess.Popen([sys.executable, "-c", CACHE_MAKER, str(archive.folder)], env=environment)
        deadline = time.monotonic() + 60
        while not list(folder.glob("making-*")) and maker.poll() is None and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(0.005 * (number % 30))
        maker.send_signal(signal.SIGKILL)
        maker.wait()
        whole = [path for path in folder.glob("*.duckdb") if path != old]
        for path in whole:
            with duckdb.connect(str(path), read_only=True) as connection:
                assert connection.execute("SELECT count(*) FROM games").fetchall() == [(6,)]
            path.unlink()
    assert len(archive.sql("FROM games")) == 6
    assert len(list(folder.iterdir())) == 1
