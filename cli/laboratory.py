"""`bisect` and `shrink`: where something first holds, and the smallest diary in which it does."""

from pathlib import Path

import click

from wardiary.analytics.state_predicate import condition
from wardiary.cli.doors import door, json_option
from wardiary.cli.errors import DIFFERENCE, FINE
from wardiary.cli.output import print_json, print_text
from wardiary.cli.parameters import diary_argument
from wardiary.cli.progress import progress
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.replay import Replay

__all__ = ["bisect_command"]

_that = click.option(
    "--that",
    required=True,
    metavar="P",
    help="`raises`, `check-fails`, or an expression over the state in DuckDB's SQL: 'turn > 3'.",
)


@door(
    "bisect",
    examples=[
        "wardiary bisect evening.diary --that 'turn > 2'",
        """wardiary bisect evening.diary --that "(companies->'$.3[1]')::INT = 5" """.rstrip(),
        "wardiary bisect evening.diary --that check-fails",
        "wardiary bisect evening.diary --that raises",
    ],
)
@diary_argument
@_that
@click.option("--taken-back", is_flag=True, help="Look at what was taken back, too.")
@json_option
def bisect_command(file: Path, that: str, taken_back: bool, as_json: bool) -> int:
    """Find the first event after which something holds.

    P is `raises` (the rules at hand fail on an answer), `check-fails` (they make something else of it than the diary
    holds), or an expression in DuckDB's SQL over the state, as `show --format json` prints it: its fields are columns,
    numbers and texts as such, all else JSON; `state` is the whole, `n`, `t` and `event` are the number, tag and JSON of
    the event that led to it. Every event is looked at, from the end of the set-up on: P need not stay true.

    Prints the event's number, the turn, the event in words, and the part of the state that P names. The exit code is 1
    when P holds somewhere, 0 when it never does.
    """
    replay = Replay(file, other_data=True)
    with (
        condition(that, replay.table.spec.state) as asked,
        progress("looking", replay.last) as advance,
    ):
        found = bisect(file, asked, taken_back=taken_back, advance=advance)
    if as_json:
        print_json(found)
    elif found is None:
        print_text(f"{file}: never {that!r}, in {replay.last} events")
    else:
        print_text(f"{file}: {found.text()}")
    return FINE if found is None else DIFFERENCE
