"""The page docs/archive.md, made from the schema, the SQL files and the reports by `scripts/archive-docs`."""

import re
from collections.abc import Iterator
from importlib.resources import files

from wardiary.analytics.reports import Report, all_reports
from wardiary.analytics.schema import SCHEMA, TABLES, TableSchema
from wardiary.analytics.views import game_macros
from wardiary.core.registry import game_ids

__all__ = ["page"]

_VIEW = re.compile(r"((?:-- .+\n)+)CREATE OR REPLACE VIEW (\w+)")
_MACRO = re.compile(r"((?:-- .+\n)+)(?:CREATE OR REPLACE MACRO (\w+\([^)]*\)) AS .*(?:\n(?!--|CREATE).*)*\n?)+")
_MACRO_NAME = re.compile(r"^CREATE OR REPLACE MACRO (\w+\([^)]*\))", re.MULTILINE)

_HEAD = f"""\
# The archive

This page is made from the code by `scripts/archive-docs`; a test fails when it is stale. It describes schema {SCHEMA}.

An archive is a folder that holds many games twice: as rows in Parquet files, and as the diaries that the rows come
from. `wardiary archive add DIR FILE...` makes and fills it, `query` and `report` ask it, `archive rebuild` makes the
rows again from the diaries.

```
archive.json                             says that this is an archive
game=GAME/part=PART/TABLE.parquet        the tables; a part holds up to 2,000 games of one kind
game=GAME/part=PART/manifest.json        which diaries are in the part, and the digest of each of its files
diaries/ID.diary.zst                     the diaries (ID.diary where zstandard was not installed)
views.sql                                tables, views and macros for the DuckDB shell
cache/                                   made from the tables for queries; may be deleted at any time
lock, tmp-*, old-*, swap.json            the writer's
```

## What is added, and what is not

- A diary is known by its header's `id` and the chained hash of its last block. Adding it again changes nothing. One
  that goes on from what is there replaces it; an older copy of what is there changes nothing; one that went on
  differently under the same id is refused.
- `add` verifies every chain, compares every line with what its event is written as, and folds all events. It does not
  ask the rules: that is what `wardiary check` does.
- A bad file is named and left out, the rest goes in, and the exit code is 3. A torn end is left out and said.
- Games that are not decided are rows like others; reports about results leave them out.
- A fork shares its beginning with its parent, so reports leave forks out unless `--forks` asks for them.
- What was taken back stays, marked `taken_back`. Statistics about dice use all rolls, others what was not taken back.
- A new part is written aside, is on the disk, and is then published by one rename. Where a diary replaces another, what
  is to happen is written down first and finished by whoever comes next. So an archive whose writer was killed is as it
  was before or after. One process writes at a time; readers need no lock and are never disturbed.

## Other programs

Every file is complete in itself: each row names its `game` and `game_id`. In the DuckDB shell, from the archive's
folder: `duckdb -init views.sql` gives all tables, views and macros of this page, and `wardiary reports NAME --sql`
prints a report's SQL, which runs there as it stands. Elsewhere a table is `game=*/part=*/TABLE.parquet`.

While a writer replaces games, programs that read the files themselves may for a moment see the old rows and the new
ones; `wardiary` does not.

## What a query may do

`wardiary query` and `Archive.sql` run one query (SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW; not EXPLAIN,
and PIVOT with the values in its IN) on a copy of the tables in `cache/`, attached read-only, with DuckDB's access to
files, network and extensions off and its configuration locked. Of the table functions `range`, `generate_series`,
`unnest`, `repeat`, `repeat_row`, `json_each` and `json_tree` are open, and the macros of this page. A query gets 2 GB
of memory and spills nothing to the disk. Its time is not bounded, and memory is bounded by DuckDB's own account: this
keeps mistakes and curiosity in, it is no prison for people who mean harm.

Parquet is written by a second connection, which is given no SQL of the user's: it reads the rows from the first one as
an Arrow stream.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, "## Tables\n", *map(_table, TABLES)]
    parts += ["## Views\n", *_views(), _POSITIONS, "## Macros\n", *_macros()]
    parts += ["## Reports\n", "`wardiary report DIR NAME` prints one; every rate stands with its n and its interval.\n"]
    parts += map(_report, all_reports())
    return "\n".join(parts)


_POSITIONS = """\
### positions_GAME

For each game with positions: one position, with a column for each feature (`positions_tiny`, `positions_freezing`). So
a search for positions is a plain WHERE:

```sql
SELECT p.game_id FROM positions_tiny p JOIN results r USING (game_id)
WHERE p.mark = 'turn' AND p.turn = 4 AND p.lead > 0 AND NOT p.taken_back AND r.seat = 'red' AND NOT r.won
```
"""


def _table(table: TableSchema) -> str:
    lines = [
        f"### {table.name}",
        "",
        f"A row is {table.grain}. Key: {', '.join(f'`{name}`' for name in table.key)}.",
        "",
    ]
    lines += [table.note, ""] if table.note else []
    lines += ["| column | type | meaning |", "|---|---|---|"]
    lines += [f"| {column.name} | {column.type} | {column.meaning} |" for column in table.columns]
    return "\n".join([*lines, ""])


def _views() -> Iterator[str]:
    for comment, name in _VIEW.findall(_shipped("views.sql")):
        yield f"### {name}\n\n{_prose(comment)}\n"


def _macros() -> Iterator[str]:
    yield from _macro_table(_shipped("macros.sql"))
    for game in game_ids():
        if own := game_macros(game):
            yield f"### Macros of {game}\n\nIn archives that hold the game, over the tables that it ships with.\n"
            yield from _macro_table(own)


def _macro_table(sql: str) -> Iterator[str]:
    yield "| macro | |\n|---|---|"
    for found in _MACRO.finditer(sql):
        names = ", ".join(f"`{' '.join(name.split())}`" for name in _MACRO_NAME.findall(found[0]))
        yield f"| {names} | {_prose(found[1])} |"
    yield ""


def _report(report: Report) -> str:
    lines = [f"### {report.full_name}", "", f"{report.question} A row is {report.grain}.", ""]
    lines += ["| column | meaning |", "|---|---|"]
    lines += [f"| {column} | {meaning} |" for column, meaning in report.columns]
    return "\n".join([*lines, ""])


def _shipped(name: str) -> str:
    return files("wardiary.analytics").joinpath("sql", name).read_text(encoding="utf-8")


def _prose(comment: str) -> str:
    return " ".join(line.removeprefix("-- ") for line in comment.splitlines())
