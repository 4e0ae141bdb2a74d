"""The SQL that stands over the tables: macros, views, what games bring, a view of positions for each game."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from wardiary.analytics.contributed import contributed_by, contributed_views
from wardiary.analytics.engine import literal, name
from wardiary.analytics.manifest import Part
from wardiary.analytics.schema import ALL_TABLES, TableSchema
from wardiary.core.contract import NO_FEATURES
from wardiary.core.registry import game_ids, game_packages, load_game

__all__ = [
    "SHELL_VIEWS",
    "game_macros",
    "kept_views",
    "layer_of",
    "program_digest",
    "shell_views",
    "shipped",
]

_PLACE = ("game_id", "n", "turn", "mark", "taken_back")
"""The columns of positions that say where one stands."""
_SOURCES = (".py", ".sql", ".toml")

SHELL_VIEWS = "views.sql"
"""The file in an archive that makes its views in the DuckDB shell."""


def layer_of(parts: Sequence[Part], *, kept: bool = False) -> str:
    """Statements that make macros and views over the tables of these parts.

    With `kept` what is dear to work out is made once: tables instead of the views that games bring, and of positions.
    """
    games = sorted({part.manifest.game for part in parts})
    known = game_ids()
    installed = [game for game in games if game in known]
    return "\n".join(
        [
            shipped("macros.sql"),
            *filter(None, map(game_macros, installed)),
            *contributed_views(installed, kept=kept),
            shipped("views.sql"),
            *_positions_views(parts, kept),
        ]
    )


@cache
def program_digest(games: frozenset[str]) -> str:
    """32 hex digits over all that the layer is made of for these games, without making it: that takes a game's data.

    Whatever a game's folder holds counts: its queries, its data, the code that writes its macros. None of it changes
    in a process that has imported it.
    """
    packages = game_packages()
    hashed = blake2b(digest_size=16)
    for package in ("wardiary.analytics", *sorted(packages[game] for game in games if packages.get(game))):
        hashed.update(package.encode())
        for path, text in _sources(files(package), package):
            hashed.update(f"|{path}|{len(text)}|".encode())
            hashed.update(text)
    return hashed.hexdigest()


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{place}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, path)
        elif entry.name.endswith(_SOURCES):
            yield path, entry.read_bytes()


def game_macros(game: str) -> str:
    """The macros that a game brings, over its own tables; empty if it brings none."""
    spec = load_game(game)
    return "" if spec.sql is None else spec.sql(spec.rules.load_data({}))


def shell_views(parts: Sequence[Part]) -> str:
    """All of it over the Parquet files, for a DuckDB shell whose folder is the archive's."""
    tables = [_shell_table(table, parts) for table in ALL_TABLES]
    head = "-- The archive's tables and views for the DuckDB shell: cd to this folder, then `duckdb -init views.sql`.\n"
    return "\n".join([head, *tables, "", layer_of(parts)])


def kept_views(game: str, parts: Iterable[Part]) -> Iterator[tuple[str, str]]:
    """Names of a game's views that are dear to work out, and their queries; the parts say which features there are."""
    if game in game_ids():
        yield from ((view.full_name, view.sql) for view in contributed_by(game))
    yield from _positions(part for part in parts if part.manifest.game == game)


def _shell_table(table: TableSchema, parts: Sequence[Part]) -> str:
    """A view over the files of a table; one without rows where there are no files, which DuckDB would not stand."""
    head = f"CREATE OR REPLACE VIEW {table.name} AS SELECT"
    if not any(table in part.manifest.schemas for part in parts):
        nothing = ", ".join(f"NULL::{column.type} AS {name(column.name)}" for column in table.columns)
        return f"{head} {nothing} WHERE false;"
    return (
        f"{head} {', '.join(map(name, table.names))} FROM read_parquet("
        f"'game=*/part=*/{table.name}.parquet', hive_partitioning = false, union_by_name = true);"
    )


def _positions_views(parts: Iterable[Part], kept: bool) -> Iterator[str]:
    for view, query in _positions(parts):
        kind = "TABLE" if kept else "VIEW"
        yield f"-- Positions, a column for each feature.\nCREATE OR REPLACE {kind} {name(view)} AS\n{query};\n"


def _positions(parts: Iterable[Part]) -> Iterator[tuple[str, str]]:
    features: dict[str, set[str]] = {}
    for part in parts:
        features.setdefault(part.manifest.game, set()).update(part.manifest.features)
    for game, found in sorted(features.items()):
        if found:
            yield f"positions_{game}", _positions_query(game, sorted(found))


def _positions_query(game: str, features: Iterable[str]) -> str:
    columns = ",\n    ".join(
        f"any_value(value) FILTER (feature = {literal(feature)}) AS {name(_column_of(feature))}" for feature in features
    )
    return f"SELECT {', '.join(_PLACE)},\n    {columns}\nFROM positions WHERE game = {literal(game)} GROUP BY ALL"


def _column_of(feature: str) -> str:
    """The column of a feature. No game may give one a name of a position's own, but a game's earlier version did."""
    return f"feature_{feature}" if feature.lower() in NO_FEATURES else feature


def shipped(file: str) -> str:
    """A file of SQL of every archive: `macros.sql`, `views.sql`."""
    return files("wardiary.analytics").joinpath("sql", file).read_text(encoding="utf-8")
