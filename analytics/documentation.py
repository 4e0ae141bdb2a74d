"""The page docs/archive.md, made from the schema, the SQL files and the reports by `scripts/archive-docs`."""

import re
from collections.abc import Iterable, Iterator

from wardiary.analytics.contributed import COMMON, contributed_by
from wardiary.analytics.headers import columns_in
from wardiary.analytics.reports import Report, all_reports
from wardiary.analytics.schema import ALL_TABLES, SCHEMA, Column, TableSchema
from wardiary.analytics.views import game_macros, shipped
from wardiary.core.registry import game_ids

__all__ = ["page"]

_VIEW = re.compile(r"((?:-- .+\n)+?)(?:-- Columns:\n((?:--   .+\n)+))?CREATE OR REPLACE VIEW (\w+)")
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
game=GAME/part=PART/TABLE.parquet        the tables; a part holds up to 2,000 games of one kind, or answers to what-if
                                         questions in the table `whatif` alone
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
  ask the rules: a diary that departs from them but folds goes in like any other. Run `wardiary check FILE...` first on
  diaries that you did not make yourself, and add those with exit code 0.
- A bad file, or a folder without a diary in it, is named and left out, the rest goes in, and the exit code is 3. A torn
  end is left out and said.
- Paths are taken as they come, from a list on stdin too (`-`), and handed in batches to a process a core (`--workers`);
  memory does not grow with their number. From Python one process does it all unless `workers` says more.
- `archive rm` takes games out, `archive compact` joins the small parts that many calls of `add` make, `archive verify`
  compares every file with its digest, and `archive rebuild` makes all tables again from the kept diaries. A table
  that is not the file that was written is refused by whatever would make something of it: the cache, `rm`, `compact`.
- Games that are not decided are rows like others; reports about results leave them out.
- A fork shares its beginning with its parent, so reports leave forks out unless `--forks` asks for them.
- What was taken back stays, marked `taken_back`. Statistics about dice use all rolls, others what was not taken back.
- `wardiary whatif --archive DIR` adds the answer to a what-if question as a part of its own; the same question is kept
  once. No diary gives these rows: `rebuild` leaves them as they are, `compact` joins them, `verify` compares their
  digests, `rm` takes those about a game out with it. The archive need not hold the game itself.
- A new part is written aside, is on the disk, and is then published by one rename. Where a diary replaces another, what
  is to happen is written down first and finished by whoever comes next. So an archive whose writer was killed is as it
  was before or after. One process writes at a time; readers need no lock and are never disturbed.

## The cache

The first query after a change makes the cache, a DuckDB file with the rows of all tables and of the views that are
dear to work out. Where parts have only come, the earlier cache is copied and the new parts are put in; after `rm`,
`compact`, `rebuild`, a replaced diary or a new kind of game, and with another release of this program or of DuckDB, it
is made anew. A million events or one part go in at a time, in 1 GB of memory, beyond which DuckDB spills to a folder
beside the cache. It is published by one rename; what a killed process left is taken away by the next. The table
`made.parts` in it says which parts it holds. DuckDB keeps a checksum of each block: a query that meets bytes which are
not those that were written has the cache made anew from the tables.

## Versions

Every Parquet file says its table and schema in its metadata (`wardiary_table`, `wardiary_schema`), every manifest its
schema. A change of a table's columns or of their meaning raises the number. Tables of an older schema are not read:
`archive rebuild` makes them again from the diaries, and old diaries stay readable for ever; rows of `whatif` it carries
over, a column that they did not have is NULL. Tables of a newer one ask
for a newer release. Views, macros and reports are no part of the files, and are always those of the program at hand.

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
keeps mistakes and curiosity in.

For the query of a stranger there are `query --untrusted` and `Archive.sql_apart`: the same walls, in a process of its
own that knows no environment variable and works in an empty folder. The kernel bounds its memory, its CPU time and its
open files and lets it write none; a clock kills it (10 s unless you say otherwise), and so does an answer of more than
64 MiB. What comes back is decoded as plain values. The same user's files could still be read by code that breaks out of
DuckDB itself: who must rule that out runs it as another user. Strangers' diaries come in through `archive add`, which
checks every byte; strangers' Parquet files never.

Parquet is written by a second connection, which is given no SQL of the user's: it reads the rows from the first one as
an Arrow stream.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, "## Tables\n", *map(_table, ALL_TABLES)]
    parts += ["## Views\n", *_views(), _POSITIONS, _FROM_GAMES, *_common_views(), "## Macros\n", *_macros()]
    parts += ["## Reports\n", "`wardiary report DIR NAME` prints one; every rate stands with its n and its interval.\n"]
    parts += map(_report, all_reports())
    return "\n".join(parts)


_POSITIONS = """\
### positions_GAME

For each game with positions: one position, with a column for each feature (`positions_tiny`, `positions_freezing`);
`DESCRIBE positions_freezing` lists them. Before them stand `game_id`, `n`, `turn`, `mark` and `taken_back`, which no
feature may be called; one that was so called when its rows were written is `feature_turn`. So a search for positions is
a plain WHERE, here Finns who held the Line when turn 4 began, and lost:

```sql
SELECT p.game_id FROM positions_freezing p JOIN results r USING (game_id)
WHERE p.mark = 'turn' AND p.turn = 4 AND p.fin_line = 1 AND NOT p.taken_back AND r.seat = 'fin' AND NOT r.won
```
"""

_FROM_GAMES = """\
## Views that games bring

What a battle or a holding is, only a game can say: `battles`, `card_plays`, `whole_orders` and `holdings` have rows of
those games whose folder has a query for them; `GAME_battles` and so on have columns of the game's own besides. Red held
Viipuri before April, and White won:

```sql
SELECT DISTINCT h.game_id FROM brother_holdings h JOIN results r USING (game_id)
WHERE h.place = 'viipuri' AND h.seat = 'red' AND h.from_month < 4 AND r.seat = 'white' AND r.won
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
    return "\n".join([*lines, _typed_columns(table.columns)])


def _views() -> Iterator[str]:
    for comment, columns, name in _VIEW.findall(shipped("views.sql")):
        yield f"### {name}\n\n{_prose(comment)}\n"
        if columns:
            yield _columns(columns_in(columns))


def _common_views() -> Iterator[str]:
    own = {(view.game, view.name): view for game in game_ids() for view in contributed_by(game)}
    for common in COMMON:
        yield f"### {common.name}\n\nA row is {common.row}.\n"
        yield _typed_columns(common.columns)
        for game in game_ids():
            view = own.get((game, common.name))
            if view is not None:
                more = " It has more columns:" if view.columns else ""
                yield f"`{view.full_name}`: {view.row}.{more}\n"
                yield from [_columns(view.columns)] if view.columns else []
            elif common.otherwise:
                yield f"For {game} a row is {common.otherwise_row}.\n"


def _columns(columns: Iterable[tuple[str, str]]) -> str:
    lines = ["| column | meaning |", "|---|---|", *(f"| {name} | {meaning} |" for name, meaning in columns)]
    return "\n".join([*lines, ""])


def _typed_columns(columns: Iterable[Column]) -> str:
    lines = ["| column | type | meaning |", "|---|---|---|"]
    lines += [f"| {column.name} | {column.type} | {column.meaning} |" for column in columns]
    return "\n".join([*lines, ""])


def _macros() -> Iterator[str]:
    yield from _macro_table(shipped("macros.sql"))
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
    drawn = f" Drawn by `--plot` as a {report.plot} chart." if report.plot else ""
    lines = [f"### {report.full_name}", "", f"{report.question} A row is {report.grain}.{drawn}", ""]
    return "\n".join([*lines, _columns(report.columns)])


def _prose(comment: str) -> str:
    return " ".join(line.removeprefix("-- ") for line in comment.splitlines())
