"""The SQL that stands over the tables: macros, views, a view of positions for each game."""

from collections.abc import Iterable, Mapping
from importlib.resources import files

from wardiary.analytics.engine import literal, name
from wardiary.analytics.manifest import Part
from wardiary.analytics.schema import TABLES

__all__ = ["SHELL_VIEWS", "features_of", "layer", "shell_views"]

SHELL_VIEWS = "views.sql"
"""The file in an archive that makes its views in the DuckDB shell."""


def layer(features: Mapping[str, Iterable[str]]) -> str:
    """Statements that make macros and views over the tables. `features` are the names in `positions`, by game."""
    shipped = files("wardiary.analytics").joinpath("sql")
    fixed = [shipped.joinpath(file).read_text(encoding="utf-8") for file in ("macros.sql", "views.sql")]
    return "\n".join([*fixed, *(_positions_view(game, features[game]) for game in sorted(features))])


def features_of(parts: Iterable[Part]) -> dict[str, list[str]]:
    """The features that positions have, by game."""
    found: dict[str, set[str]] = {}
    for part in parts:
        found.setdefault(part.manifest.game, set()).update(part.manifest.features)
    return {game: sorted(features) for game, features in found.items() if features}


def shell_views(parts: Iterable[Part]) -> str:
    """All of it over the Parquet files, for a DuckDB shell whose folder is the archive's."""
    tables = [
        f"CREATE OR REPLACE VIEW {table.name} AS SELECT {', '.join(map(name, table.names))} FROM read_parquet("
        f"'game=*/part=*/{table.name}.parquet', hive_partitioning = false, union_by_name = true);"
        for table in TABLES
    ]
    head = "-- The archive's tables and views for the DuckDB shell: cd to this folder, then `duckdb -init views.sql`.\n"
    return "\n".join([head, *tables, "", layer(features_of(parts))])


def _positions_view(game: str, features: Iterable[str]) -> str:
    columns = ",\n    ".join(
        f"any_value(value) FILTER (feature = {literal(feature)}) AS {name(feature)}" for feature in features
    )
    return (
        f"-- Positions of {' '.join(game.split())}, a column for each feature.\n"
        f"CREATE OR REPLACE VIEW {name(f'positions_{game}')} AS\n"
        f"SELECT game_id, n, turn, mark, taken_back,\n    {columns}\n"
        f"FROM positions WHERE game = {literal(game)} GROUP BY ALL;\n"
    )
