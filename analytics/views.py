"""The SQL that stands over the tables: macros, views, a view of positions for each game."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from wardiary.analytics.engine import literal, name
from wardiary.analytics.manifest import Part
from wardiary.analytics.schema import TABLES
from wardiary.core.registry import game_ids, load_game

__all__ = ["SHELL_VIEWS", "game_macros", "layer", "layer_of", "shell_views"]

SHELL_VIEWS = "views.sql"
"""The file in an archive that makes its views in the DuckDB shell."""


def layer_of(parts: Sequence[Part]) -> str:
    """The layer of an archive of these parts."""
    installed = game_ids()
    games = sorted({part.manifest.game for part in parts})
    return layer(_features_of(parts), [game_macros(game) for game in games if game in installed])


def game_macros(game: str) -> str:
    """The macros that a game brings, over its own tables; empty if it brings none."""
    spec = load_game(game)
    return "" if spec.sql is None else spec.sql(spec.rules.load_data({}))


def layer(features: Mapping[str, Iterable[str]], macros: Iterable[str] = ()) -> str:
    """Statements that make macros and views over the tables.

    `features` are the names in `positions`, by game; `macros` are the games' own.
    """
    shipped = files("wardiary.analytics").joinpath("sql")
    fixed = [shipped.joinpath(file).read_text(encoding="utf-8") for file in ("macros.sql", "views.sql")]
    return "\n".join(
        [*fixed, *filter(None, macros), *(_positions_view(game, features[game]) for game in sorted(features))]
    )


def _features_of(parts: Iterable[Part]) -> dict[str, list[str]]:
    """The features that positions have, by game."""
    found: dict[str, set[str]] = {}
    for part in parts:
        found.setdefault(part.manifest.game, set()).update(part.manifest.features)
    return {game: sorted(features) for game, features in found.items() if features}


def shell_views(parts: Sequence[Part]) -> str:
    """All of it over the Parquet files, for a DuckDB shell whose folder is the archive's."""
    tables = [
        f"CREATE OR REPLACE VIEW {table.name} AS SELECT {', '.join(map(name, table.names))} FROM read_parquet("
        f"'game=*/part=*/{table.name}.parquet', hive_partitioning = false, union_by_name = true);"
        for table in TABLES
    ]
    head = "-- The archive's tables and views for the DuckDB shell: cd to this folder, then `duckdb -init views.sql`.\n"
    return "\n".join([head, *tables, "", layer_of(parts)])


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
