"""A cache that has rotted: bytes that are not those that were written are met, and it is made anew."""

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from wardiary.analytics.archive import Archive
from wardiary.analytics.results import write_parquet
from wardiary.events.errors import ArchiveError, QueryError

HEADERS, BLOCK = 12_288, 262_144
"""Bytes of DuckDB's headers, and of a block behind them."""


def flipped(whole: bytes, places: range) -> bytes:
    spoilt = bytearray(whole)
    for place in places:
        spoilt[place] ^= 4
    return bytes(spoilt)


ROWS = "a bit of a block of rows"
"""What shows only when the rows are read: the cache opens as ever."""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a bit of every block": lambda whole: flipped(whole, range(HEADERS + 1_000, len(whole), BLOCK)),
    "a bit of both headers": lambda whole: flipped(whole, range(4_100, HEADERS, 4_096)),
    "cut short": lambda whole: whole[: HEADERS + BLOCK],
    "empty": lambda _: b"",
    "no database": lambda _: b"hello" * 9_000,
}
QUESTIONS: dict[str, Callable[[Archive], object]] = {
    "sql": lambda archive: archive.sql("SELECT game_id, n, args FROM orders ORDER BY ALL").rows,
    "report": lambda archive: archive.report("decisions").rows,
    "openings": lambda archive: archive.openings("tiny", depth=2).rows,
    "sql_apart": lambda archive: archive.sql_apart("SELECT game_id, n, args FROM orders ORDER BY ALL").rows,
}


@pytest.fixture
def filled(archive: Archive, games: Path) -> Archive:
    archive.add(sorted(games.iterdir())[:3])
    return archive


def spoil(archive: Archive, damage: str) -> None:
    """Damage the archive's cache."""
    archive.sql("SELECT 1")
    (cache,) = (archive.folder / "cache").iterdir()
    cache.chmod(0o644)
    whole = cache.read_bytes()
    if damage == ROWS:
        places = range(HEADERS + 1_000, len(whole), BLOCK)
        assert any(has_rotten_rows(cache, flipped(whole, range(place, place + 1))) for place in places)
    else:
        cache.write_bytes(DAMAGES[damage](whole))


def has_rotten_rows(cache: Path, spoilt: bytes) -> bool:
    """Write this as the cache; whether it opens, and the orders in it cannot be read."""
    cache.write_bytes(spoilt)
    try:
        with duckdb.connect(str(cache), read_only=True) as connection:
            try:
                connection.execute("SELECT max(hash(orders)) FROM orders").fetchall()
            except duckdb.Error:
                return True
    except duckdb.Error:
        return False
    return False


CASES = [("sql", damage) for damage in (ROWS, *DAMAGES)] + [
    ("report", ROWS),
    ("openings", ROWS),
    ("sql_apart", ROWS),
    ("sql_apart", "a bit of both headers"),
]


@pytest.mark.parametrize(("question", "damage"), CASES)
def test_a_damaged_cache_is_made_anew(filled: Archive, question: str, damage: str) -> None:
    ask = QUESTIONS[question]
    whole = ask(filled)
    spoil(filled, damage)
    assert ask(filled) == whole


@pytest.mark.parametrize("damage", [ROWS, "cut short", "a bit of every block"])
def test_damage_that_was_copied_from_an_earlier_cache_does_not_last(
    filled: Archive, games: Path, tmp_path: Path, damage: str
) -> None:
    spoil(filled, damage)
    filled.add([games])
    other = Archive(tmp_path / "other")
    other.add([games])
    for query in ("FROM orders ORDER BY ALL", "FROM outcomes ORDER BY ALL", "FROM positions ORDER BY ALL"):
        assert filled.sql(query).rows == other.sql(query).rows


def test_who_reads_rows_meanwhile_is_told_to_ask_again(filled: Archive, tmp_path: Path) -> None:
    spoil(filled, ROWS)
    path = tmp_path / "orders.parquet"
    with pytest.raises(ArchiveError, match="ask again"), filled.asked("FROM orders") as relation:
        write_parquet(relation, path)
    assert not path.exists()
    with filled.asked("FROM orders") as relation:
        assert write_parquet(relation, path) == len(filled.sql("FROM orders"))


def test_a_report_that_is_read_meanwhile_too(filled: Archive, tmp_path: Path) -> None:
    spoil(filled, ROWS)
    with pytest.raises(ArchiveError, match="ask again"), filled.reported("decisions") as relation:
        write_parquet(relation, tmp_path / "rows.parquet")
    with filled.reported("decisions") as relation:
        assert write_parquet(relation, tmp_path / "rows.parquet") > 0


def test_a_query_that_fails_by_itself_costs_no_cache(filled: Archive) -> None:
    filled.sql("SELECT 1")
    (cache,) = (filled.folder / "cache").iterdir()
    before = cache.stat().st_ino
    for ask in (filled.sql, filled.sql_apart):
        with pytest.raises(QueryError, match="Corrupt"):
            ask("SELECT error('Corrupt database file: computed checksum')")
    assert cache.stat().st_ino == before
