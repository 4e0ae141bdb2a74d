"""What a query may do, and every attack that was tried."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.analytics.test_adding import ids

from wardiary.analytics.archive import Archive
from wardiary.analytics.manifest import digest_of
from wardiary.analytics.sandbox import sandbox
from wardiary.analytics.store import Store
from wardiary.events.errors import QueryError

GOOD = [
    "SELECT count(*) FROM games",
    "FROM games SELECT game_id LIMIT 1;",
    "WITH a AS (SELECT 1 AS b) SELECT b FROM a",
    "WITH RECURSIVE a AS (SELECT 1 AS b UNION ALL SELECT b + 1 FROM a WHERE b < 3) FROM a",
    "VALUES (1), (2)",
    "SHOW TABLES",
    "DESCRIBE games",
    "SUMMARIZE players",
    "PIVOT players ON seat IN ('red', 'blue') USING count(*)",
    "SELECT unnest(dice) FROM rolls LIMIT 1",
    "SELECT args ->> '$.card' FROM orders WHERE tag = 'tiny.bid'",
    "SELECT key FROM orders, json_each(args) WHERE tag = 'tiny.bid'",
    "SELECT * FROM range(3) JOIN generate_series(2) s(x) ON true",
    "SELECT wilson_low(1, 2), dice_p([1, 2, 3])",
    "SELECT list_transform([1], lambda x: x + 1)",
    "SELECT table_name FROM information_schema.tables",
    "-- a remark\nSELECT 1",
]


@pytest.mark.parametrize("query", GOOD)
def test_queries_run(whole: Archive, query: str) -> None:
    assert len(whole.sql(query)) > 0


ATTACKS = [
    # files
    "FROM read_csv('/etc/passwd')",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('/etc/passwd')",
    "FROM read_json('{data}/x.json')",
    "FROM read_parquet('{archive}/game=*/part=*/games.parquet')",
    "FROM parquet_metadata('{archive}/game=tiny/part=*/games.parquet')",
    "FROM read_duckdb('{cache}')",
    "FROM read_text('{cache}')",
    "FROM glob('/etc/*')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM '/etc/passwd'",
    "FROM '/etc/hosts.csv'",
    "FROM '{cache}'",
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT 1 WHERE EXISTS (FROM read_csv('/etc/passwd'))",
    "WITH a AS (FROM read_text('/etc/passwd')) FROM a",
    "SELECT * FROM games UNION ALL BY NAME FROM read_text('/etc/passwd')",
    "DESCRIBE (FROM read_csv('/etc/passwd'))",
    "FROM \"read_text\"('/etc/passwd')",
    "FROM system.main.read_text('/etc/passwd')",
    "FROM query('FROM read_text(''/etc/passwd'')')",
    "FROM query_table('/etc/passwd')",
    "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "FROM 'https://example.org/x.csv'",
    "FROM games, LATERAL (FROM glob(game))",
    "SELECT 1 LIMIT (SELECT count(*) FROM glob('/etc/*'))",
    "SELECT 1 ORDER BY (SELECT max(file) FROM glob('/etc/*'))",
    "SELECT list_transform([1], lambda x: (SELECT max(content) FROM read_text('/etc/passwd')))",
    "SUMMARIZE '/etc/passwd'",
    "UNPIVOT (FROM glob('/etc/*')) ON file",
    # writing
    "COPY games TO '{data}/stolen.csv'",
    "COPY games TO '{cache}'",
    "COPY (SELECT 1) TO '{cache}' (FORMAT csv)",
    "EXPORT DATABASE '{data}/stolen'",
    "INSERT INTO games (game_id) VALUES ('mine')",
    "UPDATE games SET game_id = 'mine'",
    "DELETE FROM games",
    "DROP TABLE games",
    "CREATE TABLE mine (i INTEGER)",
    "CREATE TEMP TABLE mine (i INTEGER)",
    "CREATE TABLE memory.mine AS SELECT 1",
    "CREATE MACRO wilson_low(k, n) AS 1",
    "CREATE OR REPLACE VIEW games AS SELECT 1",
    "WITH a AS (INSERT INTO games (game_id) VALUES ('mine') RETURNING *) FROM a",
    "EXPLAIN ANALYZE COPY games TO '{data}/stolen.csv'",
    "ALTER TABLE games RENAME TO mine",
    "MERGE INTO games USING (SELECT 1) ON true WHEN NOT MATCHED THEN INSERT DEFAULT VALUES",
    "COPY FROM DATABASE archive TO memory",
    "VACUUM",
    "CHECKPOINT",
    # databases, extensions, settings
    "ATTACH '{data}/mine.duckdb'",
    "ATTACH '{cache}' AS again",
    "DETACH archive",
    "USE memory",
    "IMPORT DATABASE '{data}'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET threads = 64",
    "SET memory_limit = '1TB'",
    "RESET lock_configuration",
    "SET VARIABLE forks = true",
    "PRAGMA database_list",
    "PRAGMA enable_profiling",
    "CALL enable_logging(storage = 'file')",
    "CREATE SECRET s (TYPE s3)",
    "BEGIN",
    "PREPARE p AS SELECT 1",
    # what the machine is
    "SELECT getenv('HOME')",
    "SELECT current_setting('secret_directory')",
    "FROM duckdb_settings()",
    "FROM duckdb_databases()",
    "FROM duckdb_databases",
    "FROM system.main.duckdb_databases()",
    "FROM pragma_database_list",
    "FROM duckdb_secrets()",
    "FROM duckdb_extensions()",
    "FROM duckdb_temporary_files()",
    "FROM which_secret('x', 's3')",
    "FROM pg_catalog.pg_settings",
    "SELECT 'HOME'.getenv()",
    "SELECT list_transform(['HOME'], lambda x: getenv(x))",
    "FROM duckdb_logs",
    "FROM duckdb_external_file_cache()",
    "FROM pragma_storage_info('games')",
    "FROM enable_profiling()",
    "SELECT json_serialize_plan('SELECT current_setting(''secret_directory'')', optimize := true)",
    # several statements, none, and what is no SQL
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE games",
    "",
    "-- nothing",
    "EXPLAIN SELECT 1",
    "SELEC 1",
    "SELECT * FROM nowhere",
    "SELECT 1/",
    "SELECT \x00 1",
    "PIVOT players ON seat",
    # what no tree can be made of, and what no text is
    f"SELECT {'abs(' * 900}1{')' * 900}",
    f"SELECT {'[' * 900}{']' * 900}",
    f"SELECT {'(' * 100_000}1{')' * 100_000}",
    "SELECT '\ud800'",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_refused_and_tell_no_path(whole: Archive, tmp_path: Path, attack: str) -> None:
    ids(whole)
    (cache,) = (whole.folder / "cache").glob("*.duckdb")
    before = digest_of(cache)
    given = {"data": str(tmp_path), "archive": str(whole.folder), "cache": str(cache)}
    query = attack
    for word, path in given.items():
        query = query.replace(f"{{{word}}}", path)
    with pytest.raises(QueryError) as refused:
        whole.sql(query)
    said = str(refused.value)
    assert "\n" not in said
    for path in (*given.values(), str(Path.home()), os.getcwd()):
        assert path in query or path not in said
    assert list(tmp_path.iterdir()) == []
    assert digest_of(cache) == before


def test_a_pivot_without_its_values_is_told_what_it_lacks(whole: Archive) -> None:
    with pytest.raises(QueryError, match=r"unless its values stand in it.* IN \("):
        whole.sql("PIVOT players ON seat USING count(*)")


RAW = [
    "COPY games TO '{data}/stolen.csv'",
    "FROM read_text('/etc/passwd')",
    "ATTACH '{data}/mine.duckdb'",
    "INSERT INTO games (game_id) VALUES ('mine')",
    "DROP TABLE games",
    "SET enable_external_access = true",
    "SET memory_limit = '1TB'",
    "INSTALL httpfs",
    "EXPORT DATABASE '{data}/stolen'",
    "CALL enable_logging(storage = 'file', storage_path = '{data}')",
    "PRAGMA profiling_output = '{data}/profile.json'",
    "SET home_directory = '{data}'",
    "LOAD '{data}/mine.duckdb_extension'",
    "FROM read_duckdb('{data}/mine.duckdb')",
    "MERGE INTO games USING (SELECT 1) ON true WHEN NOT MATCHED THEN INSERT DEFAULT VALUES",
]


@pytest.mark.parametrize("attack", RAW)
def test_behind_the_gate_the_walls_stand_too(whole: Archive, tmp_path: Path, attack: str) -> None:
    """The same on the connection itself, as if the gate had let it pass."""
    import duckdb

    with sandbox(Store(whole.folder), {}) as connection, pytest.raises(duckdb.Error):
        connection.execute(attack.replace("{data}", str(tmp_path)))
    assert list(tmp_path.iterdir()) == []


def test_variables_of_python_are_no_tables(whole: Archive) -> None:
    secret = [{"a": 1}]
    with pytest.raises(QueryError, match="secret"):
        whole.sql("FROM secret")
    assert secret


def test_memory_is_bounded(whole: Archive) -> None:
    with pytest.raises(QueryError, match="Out of Memory"):
        whole.sql("SELECT list(a) FROM range(2_000_000_000) r(a)")


def test_errors_say_the_line(whole: Archive) -> None:
    with pytest.raises(QueryError, match="line 3 of the query"):
        whole.sql("SELECT game_id,\n  turns\nFRUM games x y")


def test_forks_is_false_for_queries(whole: Archive) -> None:
    assert whole.sql("SELECT getvariable('forks')").rows == [(None,)]


def test_the_cache_is_made_again_when_games_come(games: Path, archive: Archive) -> None:
    first, second = sorted(games.iterdir())[:2]
    archive.add([first])
    assert len(ids(archive)) == 1
    (old,) = (archive.folder / "cache").iterdir()
    archive.add([second])
    assert len(ids(archive)) == 2
    (new,) = (archive.folder / "cache").iterdir()
    assert old.name != new.name


def test_the_cache_may_be_thrown_away(games: Path, archive: Archive) -> None:
    archive.add([games])
    before = ids(archive)
    (cache,) = (archive.folder / "cache").iterdir()
    cache.unlink()
    assert ids(archive) == before


def test_a_damaged_cache_is_made_again(games: Path, archive: Archive) -> None:
    archive.add([games])
    held = ids(archive)
    (cache,) = (archive.folder / "cache").glob("*.duckdb")
    cache.unlink()
    cache.write_bytes(b"x" * 5000)
    assert ids(archive) == held


def test_an_archive_that_cannot_be_written_is_read(
    games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.add([games])
    monkeypatch.setattr("wardiary.analytics.cache.os.access", lambda *_given: False)
    assert len(ids(archive)) == 12
    assert not (archive.folder / "cache").exists()


def test_an_empty_archive_answers(archive: Archive, games: Path) -> None:
    archive.add([games])
    archive.remove([row[0] for row in archive.sql("SELECT game_id FROM games")])
    assert archive.sql("SELECT count(*) FROM games").rows == [(0,)]
    assert len(archive.report("win-rate")) == 0


def test_duckdb_is_imported_when_it_is_needed(environment: dict[str, str]) -> None:
    code = (
        "import sys, pkgutil, wardiary.analytics, importlib\n"
        "for found in pkgutil.iter_modules(wardiary.analytics.__path__):\n"
        "    importlib.import_module('wardiary.analytics.' + found.name)\n"
        "from wardiary.analytics.archive import Archive\n"
        "Archive('/nowhere')\n"
        "print('duckdb' in sys.modules or '_duckdb' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
