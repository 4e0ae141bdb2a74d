"""The schema: types that every engine reads, and a page that says what the code says."""

import re
from pathlib import Path

import pytest
from tests.analytics.making import HandMade
from tests.cli.running import ROOT

from wardiary.analytics.archive import Archive
from wardiary.analytics.documentation import page
from wardiary.analytics.engine import connect, literal
from wardiary.analytics.schema import POSITIONS, SCHEMA, TABLES
from wardiary.core.contract import NO_FEATURES
from wardiary.core.registry import game_ids

BY_NAME = {table.name: table for table in TABLES}
SCALARS = r"(BIGINT|INTEGER|VARCHAR|BOOLEAN|TIMESTAMP)"
TYPE = re.compile(rf"({SCALARS}|STRUCT\(\w+ {SCALARS}(, \w+ {SCALARS})*\))(\[\])?")


def test_types_are_those_that_every_engine_reads() -> None:
    wrong = [
        (table.name, column.name) for table in TABLES for column in table.columns if not TYPE.fullmatch(column.type)
    ]
    assert wrong == []


def test_every_table_says_whose_rows_it_has_first() -> None:
    assert {table.names[:2] for table in TABLES} == {("game", "game_id")}
    assert all(set(table.key) <= set(table.names) for table in TABLES)


def test_a_column_has_one_type_in_all_tables() -> None:
    types = {(column.name, column.type) for table in TABLES for column in table.columns}
    names = [name for name, _ in types]
    assert sorted(names) == sorted(set(names))


def test_no_feature_is_called_like_a_column_of_positions() -> None:
    assert {*POSITIONS.names} - {"feature", "value"} == NO_FEATURES


def test_every_column_is_explained() -> None:
    assert [column.name for table in TABLES for column in table.columns if not column.meaning.endswith(".")] == []


@pytest.mark.parametrize("name", list(BY_NAME))
def test_files_have_the_columns_and_the_schemas_number(whole: Archive, name: str) -> None:
    found = BY_NAME[name]
    (part,) = whole.parts()
    path = literal(str(part.file(found.name)))
    with connect() as connection:
        columns = connection.execute(f"DESCRIBE FROM read_parquet({path}, hive_partitioning = false)").fetchall()
        assert [(row[0], row[1].replace('"', "")) for row in columns] == [
            (column.name, column.type) for column in found.columns
        ]
        about = dict(connection.execute(f"SELECT key, value FROM parquet_kv_metadata({path})").fetchall())
        assert about == {b"wardiary_table": found.name.encode(), b"wardiary_schema": str(SCHEMA).encode()}
        codecs = connection.execute(f"SELECT DISTINCT compression FROM parquet_metadata({path})").fetchall()
        assert codecs == [("ZSTD",)]


@pytest.mark.parametrize("name", list(BY_NAME))
def test_keys_tell_rows_apart(whole: Archive, name: str) -> None:
    found = BY_NAME[name]
    key = ", ".join(found.key)
    assert whole.sql(f"SELECT {key} FROM {found.name} GROUP BY ALL HAVING count(*) > 1").rows == []
    assert len(whole.sql(f"FROM {found.name} LIMIT 1")) == 1


def test_the_page_is_what_the_code_says(environment: dict[str, str]) -> None:
    """Stale? `scripts/archive-docs` writes it anew."""
    assert (ROOT / "docs" / "archive.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("query", re.findall(r"```sql\n(.+?)```", page(), re.DOTALL))
def test_queries_on_the_page_run(mixed: Archive, query: str) -> None:
    assert mixed.sql(query).columns == ("game_id",)


def test_the_page_has_every_table_view_and_macro(mixed: Archive) -> None:
    told = page()
    views = {
        row[0] for row in mixed.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'")
    }
    assert views >= {"counted", "results", "dice", "events", "positions_tiny"}
    own = ("positions_", *(f"{game}_" for game in game_ids()))
    assert [view for view in views if f"### {view}\n" not in told and not view.startswith(own)] == []
    macros = (Path(__file__).parents[2] / "analytics" / "sql" / "macros.sql").read_text()
    assert [name for name in re.findall(r"MACRO (\w+)\(", macros) if f"`{name}(" not in told] == []


@pytest.mark.parametrize("game", game_ids())
def test_columns_of_positions_are_the_features_by_their_names(mixed: Archive, game: str) -> None:
    found = set(mixed.sql(f"FROM positions_{game}").columns)
    features = {feature for (feature,) in mixed.sql(f"SELECT DISTINCT feature FROM positions WHERE game = '{game}'")}
    assert found == features | (NO_FEATURES - {"game"})


def test_a_feature_that_was_called_like_a_column_keeps_its_values(tmp_path: Path) -> None:
    made = HandMade(tmp_path / "archive", "tiny").played("g", ["red"], players={"red": "a", "blue": "b"})
    features = (("lead", 2), ("turn", 7), ("MARK", 8))
    where = {"n": 1, "turn": 3, "mark": "turn"}
    made.rows("positions", "g", *({**where, "feature": feature, "value": value} for feature, value in features))
    found = made.publish().sql("SELECT n, turn, mark, lead, feature_turn, feature_mark FROM positions_tiny")
    assert found.rows == [(1, 3, "turn", 2, 7, 8)]
