"""`query`, `report`, `reports`: what an archive answers."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from wardiary.analytics.archive import Archive
from wardiary.analytics.charts import write_chart
from wardiary.analytics.openings import DEPTH_MAX
from wardiary.analytics.reports import Report, all_reports, report_named
from wardiary.analytics.results import Result, as_csv, as_json, as_markdown, as_table, write_parquet, write_text
from wardiary.analytics.untrusted import Limits
from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.files import read_text
from wardiary.cli.output import print_json, print_text, say
from wardiary.cli.parameters import FILE, FOLDER, GAME, SVG
from wardiary.events.errors import QueryError, UsageError

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

__all__ = [
    "format_options",
    "give_text",
    "openings_command",
    "query_command",
    "report_command",
    "reports_command",
]

F = TypeVar("F", bound=Callable[..., Any])
_ROWS_SHOWN = 1000


def format_options(function: F) -> F:
    """`--format` and, for Parquet, `-o` and `--force`."""
    formats = click.Choice(["table", "csv", "json", "parquet", "md"])
    function = click.option("--format", "form", type=formats, default="table", show_default=True, help="Form of rows.")(
        function
    )
    function = click.option("-o", "--output", type=FILE, help="Write to this file; Parquet needs one.")(function)
    return force_option(function)


@door(
    "query",
    examples=[
        "wardiary query games.archive 'SELECT game, count(*) AS games FROM games GROUP BY ALL'",
        "wardiary query games.archive 'FROM results' --format parquet -o results.parquet",
        "wardiary query games.archive 'DESCRIBE games'",
        "wardiary query games.archive 'SELECT count(*) FROM events' --untrusted --seconds 5",
    ],
)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.argument("sql", metavar="SQL")
@format_options
@click.option("--untrusted", is_flag=True, help="Run it in a process of its own, with hard limits.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 86_400),
    default=10,
    show_default=True,
    help="Time that an untrusted query has.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, 1 << 20),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Memory that an untrusted query has.",
)
def query_command(
    folder: Path, sql: str, form: str, output: Path | None, force: bool, untrusted: bool, seconds: float, memory: int
) -> None:
    """Ask an archive in SQL.

    One query in DuckDB's SQL over the tables and views that docs/archive.md describes; `-` reads it from stdin. It can
    read nothing else and change nothing: no files, no network, no settings. With `--untrusted`, for the query of a
    stranger, it also runs in a process of its own, whose memory the system bounds and which is killed when its time is
    up; it then gives no Parquet.
    """
    if not untrusted:
        _need_trust()
    text = read_text(Path("-")) if sql == "-" else sql
    if untrusted:
        if form == "parquet":
            raise QueryError("an untrusted query gives text, no Parquet: ask for csv or json")
        give_text(Archive(folder).sql_apart(text, Limits(seconds=seconds, memory=memory)), form, output, force)
        return
    if form != "parquet":
        give_text(Archive(folder).sql(text), form, output, force)
        return
    with Archive(folder).asked(text) as relation:
        _give_parquet(relation, output, force)


@door(
    "report",
    examples=[
        "wardiary report games.archive win-rate",
        "wardiary report games.archive dice --format csv",
        "wardiary report games.archive freezing.cards",
        "wardiary report games.archive comebacks --plot comebacks.svg",
    ],
)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.argument("name", metavar="NAME")
@click.option("--forks", is_flag=True, help="Count forked games too.")
@format_options
@click.option("--plot", type=SVG, metavar="FILE.svg", help="Draw a chart into this file instead of printing rows.")
def report_command(
    folder: Path, name: str, forks: bool, form: str, output: Path | None, force: bool, plot: Path | None
) -> None:
    """Print a named report of an archive.

    `wardiary reports` lists them. Rates stand with the number they rest on and their 95 % Wilson interval. Forked games
    share their beginning with another one and are left out unless you ask for them. Charts need the extra
    `wardiary[charts]`; `wardiary reports NAME` says whether a report has one.
    """
    if plot is not None:
        if output is not None or form != "table":
            raise UsageError("--plot draws a chart instead of printing rows: leave --format and -o out, or --plot")
        _plot(Archive(folder), name, forks, plot, force)
        return
    if form != "parquet":
        give_text(Archive(folder).report(name, forks=forks), form, output, force)
        return
    with Archive(folder).reported(name, forks=forks) as relation:
        _give_parquet(relation, output, force)


@door("reports", examples=["wardiary reports", "wardiary reports win-rate", "wardiary reports dice --sql"])
@click.argument("name", required=False)
@click.option("--sql", "as_sql", is_flag=True, help="Print the report's SQL, for the DuckDB shell.")
@json_option
def reports_command(name: str | None, as_sql: bool, as_json: bool) -> None:
    """List the named reports and what they answer.

    With NAME it explains one report: its question, what a row is, and each column. Its SQL runs as it stands in the
    DuckDB shell over an archive's `views.sql`.
    """
    if as_sql and name is None:
        raise UsageError("--sql needs the name of a report")
    if as_sql and as_json:
        raise UsageError("--sql prints the query alone, --json what is said about the report: give one of them")
    chosen = all_reports() if name is None else (report_named(name),)
    if as_json:
        print_json([_as_data(report) for report in chosen])
    elif as_sql:
        print_text(chosen[0].sql.rstrip())
    elif name is None:
        width = max(len(report.full_name) for report in chosen)
        for report in chosen:
            print_text(f"{report.full_name.ljust(width)}  {report.question}")
        print_text("\n`wardiary report DIR NAME` prints one, `wardiary reports NAME` explains it.")
    else:
        _explain(chosen[0])


@door(
    "openings",
    examples=[
        "wardiary openings games.archive freezing --cards",
        "wardiary openings games.archive freezing --cards --after 'sov 28 event' --depth 2 --least 10",
    ],
)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--after", multiple=True, metavar="ORDER", help="An order of the line so far, with its seat; repeatable.")
@click.option(
    "--depth", type=click.IntRange(1, DEPTH_MAX), default=1, show_default=True, help="How many orders each row adds."
)
@click.option("--cards", is_flag=True, help="Follow cards instead of whole orders.")
@click.option("--least", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Games a row needs.")
@click.option("--forks", is_flag=True, help="Count forked games too.")
@format_options
def openings_command(
    folder: Path,
    game: str,
    after: tuple[str, ...],
    depth: int,
    cards: bool,
    least: int,
    forks: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Explore how games of an archive begin.

    Each row is what comes next after the line of play so far: how many games went on so, and each seat's mean share of
    the results with its 95 % Wilson interval. Orders are whole ones, a march with its path; a row's words, put after
    `--after`, lead on from it.
    """
    result = Archive(folder).openings(game, after, depth=depth, cards=cards, least=least, forks=forks)
    if not result.rows:
        raise QueryError("no game of the archive went on from this line: look at the words of the rows before it")
    if form == "parquet":
        _give_parquet(result, output, force)
        return
    give_text(result, form, output, force)


def _need_trust() -> None:
    """Raises UsageError for a limit of untrusted queries that would bound nothing."""
    context = click.get_current_context()
    for name in ("seconds", "memory"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"--{name} bounds an untrusted query only: give --untrusted too")


def _plot(archive: Archive, name: str, forks: bool, path: Path, force: bool) -> None:
    report = report_named(name)
    if not report.plot:
        raise UsageError(f"{report.full_name} has no chart: it is better read as a table")
    result = archive.report(name, forks=forks)
    write_chart(result, report.plot, report.places, report.question, path, force=force)
    say(f"{path}: {report.question}")


def _explain(report: Report) -> None:
    print_text(f"{report.full_name}: {report.question}\nA row: {report.grain}.")
    width = max(len(column) for column, _ in report.columns)
    for column, meaning in report.columns:
        print_text(f"  {column.ljust(width)}  {meaning}")
    if report.plot:
        print_text("It can be drawn: --plot FILE.svg.")


def _as_data(report: Report) -> dict[str, object]:
    return {
        "name": report.full_name,
        "game": report.game or None,
        "question": report.question,
        "grain": report.grain,
        "columns": dict(report.columns),
    }


def _give_parquet(rows: "DuckDBPyRelation | Result", output: Path | None, force: bool) -> None:
    """The rows in a file."""
    if output is None:
        raise QueryError("Parquet goes to a file: name it with -o FILE")
    say(f"{output}: {write_parquet(rows, output, force=force)} rows")


def give_text(result: Result, form: str, output: Path | None, force: bool) -> None:
    """The rows as text in a format, on stdout or in a file."""
    text = _text(result, form)
    if output is not None:
        write_text(output, text + "\n", force=force)
    elif form == "table" or sys.stdout.isatty():
        print_text(text)
    else:
        # Data for a program goes as it is; only what may reach a terminal is escaped.
        click.echo(text)


def _text(result: Result, form: str) -> str:
    if form == "table":
        return as_table(result, most=_ROWS_SHOWN)
    if form == "md":
        return as_markdown(result)
    return as_csv(result).removesuffix("\n") if form == "csv" else as_json(result)
