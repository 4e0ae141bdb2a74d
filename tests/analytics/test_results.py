"""Rows in Python, and as a table, CSV, JSON and Parquet."""

import csv
import io
import json
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from wardiary.analytics.archive import Archive
from wardiary.analytics.engine import connect, literal
from wardiary.analytics.results import Result, as_csv, as_json, as_markdown, as_table, write_parquet, write_text
from wardiary.events.errors import FileExists, QueryError, WriteFailed

VALUES = """
SELECT * FROM (VALUES
    (1, 'a,b', [1, 2], {'x': 1}, TIMESTAMP '2026-01-02 03:04:05', 1.5, true),
    (NULL, '', NULL, NULL, NULL, NULL, false),
    (-3, 'say "no"' || chr(10) || 'twice', [], {'x': NULL}, NULL, 0.25, NULL)
) t(number, words, list, struct, moment, fraction, truth)
"""


@pytest.fixture
def values(whole: Archive) -> Result:
    return whole.sql(VALUES)


def test_rows_and_columns(values: Result) -> None:
    assert values.columns == ("number", "words", "list", "struct", "moment", "fraction", "truth")
    assert values.types[:3] == ("INTEGER", "VARCHAR", "INTEGER[]")
    assert len(values) == 3
    assert next(iter(values))[0] == 1
    assert values.dicts()[0]["moment"] == datetime(2026, 1, 2, 3, 4, 5)


def test_table(values: Result) -> None:
    assert as_table(values).splitlines() == [
        "number  words            list   struct      moment               fraction  truth",
        "------  ---------------  -----  ----------  -------------------  --------  -----",
        '     1  a,b              [1,2]  {"x":1}     2026-01-02 03:04:05      1.50  true',
        "  NULL                   NULL   NULL        NULL                     NULL  false",
        '    -3  say "no"\\ntwice  []     {"x":null}  NULL                     0.25  NULL',
    ]


def test_table_is_bounded(whole: Archive) -> None:
    result = whole.sql("SELECT repeat('x', 500) AS long, i FROM range(10) r(i)")
    lines = as_table(result, most=3).splitlines()
    assert len(lines) == 6
    assert lines[-1].startswith("... 7 more rows")
    assert max(map(len, lines)) < 70
    assert "…" in lines[2]


def test_csv_is_read_back(values: Result) -> None:
    rows = list(csv.reader(io.StringIO(as_csv(values))))
    assert rows[0] == list(values.columns)
    assert rows[1] == ["1", "a,b", "[1,2]", '{"x":1}', "2026-01-02 03:04:05", "1.50", "true"]
    assert rows[3][1] == 'say "no"\ntwice'
    assert as_csv(values).splitlines()[2] == ',"",,,,,false', "NULL is empty, an empty string is not"


def test_json_is_read_back(values: Result) -> None:
    rows = json.loads(as_json(values))
    assert rows[0]["struct"] == {"x": 1}
    assert rows[0]["moment"] == "2026-01-02T03:04:05"
    assert rows[1] == dict.fromkeys(values.columns) | {"words": "", "truth": False}
    assert json.loads(as_json(Result(("a",), ("INTEGER",), []))) == []


def test_parquet_has_the_types(whole: Archive, tmp_path: Path) -> None:
    path = tmp_path / "odd 'name'.parquet"
    with whole.asked(VALUES) as relation:
        assert write_parquet(relation, path) == 3
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    with connect() as connection:
        found = connection.sql(f"FROM {literal(str(path))}")
        assert [str(kind) for kind in found.types][:5] == [
            "INTEGER",
            "VARCHAR",
            "INTEGER[]",
            "STRUCT(x INTEGER)",
            "TIMESTAMP",
        ]
        assert found.fetchall() == whole.sql(VALUES).rows


def test_parquet_of_a_query_that_fails_leaves_nothing(whole: Archive, tmp_path: Path) -> None:
    query = "SELECT CASE WHEN i < 90_000 THEN 1 ELSE error('stop') END AS x FROM range(100_000) r(i)"
    with whole.asked(query) as relation, pytest.raises(QueryError, match="stop"):
        write_parquet(relation, tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["parquet", "text"])
def test_files_are_not_overwritten(whole: Archive, tmp_path: Path, form: str) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")

    def write(force: bool) -> None:
        with whole.asked("SELECT 1 AS x") as relation:
            write_parquet(relation, path, force=force) if form == "parquet" else write_text(path, "x", force=force)

    with pytest.raises(FileExists):
        write(force=False)
    assert path.read_text() == "mine"
    write(force=True)
    assert path.read_bytes() != b"mine"
    assert [found.name for found in tmp_path.iterdir()] == ["mine"]


def test_parquet_where_nothing_can_be_written(whole: Archive, tmp_path: Path) -> None:
    with whole.asked("SELECT 1 AS x") as relation, pytest.raises(WriteFailed, match=r"folder .*nowhere does not exist"):
        write_parquet(relation, tmp_path / "nowhere" / "rows.parquet")
    with whole.asked("SELECT 1 AS x") as relation, pytest.raises(QueryError, match="not UTF-8"):
        write_parquet(relation, tmp_path / "\udcff.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("library", "method"), [("pandas", "df"), ("polars", "pl")])
def test_data_frames(values: Result, library: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They need their library, and say so when it is not there."""
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(QueryError, match=f"pip install {library}"):
        getattr(values, method)()


KINDS = {
    "BIGINT": "9223372036854775807::BIGINT",
    "DOUBLE": "'nan'::DOUBLE",
    "DECIMAL(9,2)": "-1.50::DECIMAL(9, 2)",
    "VARCHAR": "'say \"no\" \\ ' || chr(10) || 'ä'",
    "BOOLEAN": "true",
    "TIMESTAMP": "TIMESTAMP '2026-01-02 03:04:05.678'",
    "DATE": "DATE '1918-01-27'",
    "INTERVAL": "INTERVAL '3 days 4 seconds'",
    "BLOB": "'\\xAA\\x00b'::BLOB",
    "INTEGER[]": "[1, NULL, 3]::INTEGER[]",
    "STRUCT(a VARCHAR, b BIGINT[])": "{'a': 'x', 'b': [1::BIGINT]}",
    "STRUCT(a INTEGER)[]": "[{'a': 1}]",
    "MAP(VARCHAR, INTEGER)": "MAP {'k': 1}",
}


@pytest.mark.parametrize("kind", KINDS)
def test_arrow_has_the_types(whole: Archive, kind: str) -> None:
    """What another DuckDB reads from the stream is what a query there gives."""
    query = f'SELECT {KINDS[kind]} AS "odd ""name" UNION ALL SELECT NULL'
    result = whole.sql(query)
    assert result.types == (kind,)
    with connect() as connection:
        plain = connection.sql(query)
        expected = (plain.columns, plain.fetchall())
        connection.register("rows", result)
        streamed = connection.sql("FROM rows")
        assert (streamed.columns, repr(streamed.fetchall())) == (expected[0], repr(expected[1]))
        assert connection.sql("SELECT count(*) FROM rows").fetchall() == [(2,)], "it can be read again"


def test_bits_are_text_in_arrow(whole: Archive) -> None:
    with connect() as connection:
        connection.register("rows", whole.sql("SELECT '10110'::BIT AS b UNION ALL SELECT NULL"))
        assert connection.sql("FROM rows").fetchall() == [("10110",), (None,)]


def test_arrow_of_nothing(whole: Archive) -> None:
    with connect() as connection:
        connection.register("rows", whole.sql("SELECT 1 AS a, 'x' AS b WHERE false"))
        assert [str(kind) for kind in connection.sql("FROM rows").types] == ["INTEGER", "VARCHAR"]


def test_arrow_of_many_rows(whole: Archive) -> None:
    result = whole.sql("SELECT i, i::VARCHAR AS s FROM range(300000) r(i)")
    with connect() as connection:
        connection.register("rows", result)
        assert connection.sql("SELECT count(*), sum(i), count(DISTINCT s) FROM rows").fetchall() == [
            (300_000, 44_999_850_000, 300_000)
        ]


def test_polars_reads_a_result(values: Result) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(values)
    assert frame.equals(values.pl())
    assert str(frame.schema["moment"]) == "Datetime(time_unit='us', time_zone=None)"
    assert frame["list"].to_list() == [[1, 2], None, []]


def test_pandas_has_the_rows(values: Result) -> None:
    pytest.importorskip("pandas")
    frame = values.df()
    assert list(frame.columns) == list(values.columns)
    assert frame["words"].tolist() == [row[1] for row in values]


@pytest.mark.parametrize("where", ["", "WHERE false"])
def test_pandas_has_the_types_whatever_is_null(whole: Archive, where: str) -> None:
    pytest.importorskip("pandas")
    frame = whole.sql(
        "SELECT NULL::INTEGER AS score, n, n > 2 AS late, n / 2 AS half, NULL::TIMESTAMP AS written, "
        f"n AS score FROM (VALUES (1::BIGINT), (NULL), (9007199254740993)) v(n) {where}"
    ).df()
    assert list(map(str, frame.dtypes)) == ["Int32", "Int64", "boolean", "Float64", "datetime64[us]", "Int64"]
    assert list(frame.columns) == ["score", "n", "late", "half", "written", "score"]
    if not where:
        assert frame["n"].dropna().tolist() == [1, 9007199254740993]


def test_notebooks_show_a_small_table(whole: Archive) -> None:
    result = whole.sql("SELECT '<script>' AS \"<b>\", i FROM range(25) r(i)")
    html = result._repr_html_()
    assert html.count("<tr>") == 21
    assert "<th>&lt;b&gt;</th>" in html
    assert '<td>&lt;script&gt;</td><td style="text-align: right">0</td>' in html
    assert "<p>5 more rows</p>" in html
    assert "<script>" not in html


def test_markdown(values: Result) -> None:
    lines = as_markdown(Result(("a|b", "n"), ("VARCHAR", "INTEGER"), [("x|y\nz", 1), (None, None)])).splitlines()
    assert lines == ["| a\\|b | n |", "| --- | ---: |", "| x\\|y<br>z | 1 |", "|  |  |"]
    assert len(as_markdown(values).splitlines()) == 5


KILLED = """
import os, signal, sys
from pathlib import Path
from wardiary.analytics.archive import Archive
from wardiary.analytics.results import write_parquet
from wardiary.replay import aside

def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

with Archive(sys.argv[2]).asked("SELECT * FROM range(100000)") as relation:
    setattr(Path if sys.argv[1] == "replace" else aside, sys.argv[1], die)
    write_parquet(relation, Path(sys.argv[3]), force=True)
"""


@pytest.mark.parametrize("moment", ["_sync", "replace"])
def test_parquet_is_whole_or_as_it_was_when_its_writer_is_killed(
    whole: Archive, tmp_path: Path, environment: dict[str, str], moment: str
) -> None:
    path = tmp_path / "rows.parquet"
    path.write_text("before")
    command = [sys.executable, "-c", KILLED, moment, str(whole.folder), str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert path.read_text() == "before"
