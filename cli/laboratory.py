"""`bisect`, `shrink`, `why`, `audit`: where something first holds, the smallest such diary, its causes; reloads."""

from pathlib import Path

import click

from wardiary.analytics.state_predicate import SECONDS, condition
from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.errors import DIFFERENCE, FINE
from wardiary.cli.output import print_json, print_report, print_text, say
from wardiary.cli.parameters import DIARY, FILE, PLACE, Place, diary_argument
from wardiary.cli.progress import if_interrupted, progress, status
from wardiary.replay.laboratory.audit import audit
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.laboratory.shrink import Progress, shrink
from wardiary.replay.laboratory.why import why
from wardiary.replay.reading import open_reading

__all__ = ["audit_command", "bisect_command", "shrink_command", "why_command"]

_that = click.option(
    "--that",
    required=True,
    metavar="P",
    help="`raises`, `check-fails`, or an expression over the state in DuckDB's SQL: 'turn > 3'.",
)

_seconds = click.option(
    "--seconds",
    type=click.FloatRange(0.1, 86_400),
    default=SECONDS,
    show_default=True,
    help="Time that one query with P has, over some hundred states.",
)


@door(
    "bisect",
    examples=[
        "wardiary bisect evening.diary --that 'turn > 2'",
        """wardiary bisect evening.diary --that "len(hands['red']) = 0 AND t = 'tiny.bid'" """.rstrip(),
        "wardiary bisect evening.diary --that check-fails",
        "wardiary bisect evening.diary --that raises",
    ],
)
@diary_argument
@_that
@_seconds
@click.option("--taken-back", is_flag=True, help="Look at what was taken back, too.")
@json_option
def bisect_command(file: Path, that: str, seconds: float, taken_back: bool, as_json: bool) -> int:
    """Find the first event after which something holds.

    P is `raises` (the rules at hand fail on an answer), `check-fails` (they make something else of it than the diary
    holds), or an expression in DuckDB's SQL over the state, as `show --format json` prints it. The state's fields are
    columns: numbers and texts as such, lists as lists, dicts as maps, all else JSON; `state` is the whole as JSON, `n`,
    `t` and `event` are the number, tag and JSON of the event that led to it. Every event is looked at, from the end of
    the set-up on: P need not stay true.

    Prints the event's number, the turn, the event in words, and the part of the state that P names. The exit code is 1
    when P holds somewhere, 0 when it never does.
    """
    reader, table = open_reading(file, other_data=True)
    asking = condition(that, table.spec.fold.state, seconds=seconds)
    with asking as asked, progress("looking", reader.last_n) as advance:
        found = bisect(file, asked, taken_back=taken_back, advance=advance)
    if as_json:
        print_json(found)
    elif found is None:
        print_text(f"{file}: never {that!r}, in {reader.last_n} events")
    else:
        print_text(f"{file}: {found.text()}")
    return FINE if found is None else DIFFERENCE


@door(
    "shrink",
    examples=[
        "wardiary shrink evening.diary --that raises -o small.diary",
        "wardiary shrink evening.diary --that check-fails -o small.diary",
        "wardiary shrink evening.diary --that 'len(bag) = 0' -o small.diary --from-set-up",
    ],
)
@diary_argument
@_that
@_seconds
@click.option("-o", "--output", type=FILE, required=True, help="The new diary.")
@click.option("--from-set-up", is_flag=True, help="Begin with the game's own set-up, not with a later position.")
@force_option
@json_option
def shrink_command(
    file: Path, that: str, seconds: float, output: Path, from_set_up: bool, force: bool, as_json: bool
) -> None:
    """Make the smallest diary in which something still happens.

    P is what `wardiary bisect` takes. The answers that lead to where it first holds are given again, from the latest
    position that will do, with fewer and fewer of them (delta debugging); then orders are replaced by shorter ones,
    dice and cards by lower ones. The same diary gives the same result each time. `wardiary check` finds in it what it
    found in the whole game.

    Ctrl-C stops; what was tried is kept in OUTPUT.tries, and the same command goes on.
    """
    _, table = open_reading(file, other_data=True)
    tried = 0
    with (
        condition(that, table.spec.fold.state, seconds=seconds) as asked,
        if_interrupted(lambda: f"{tried} candidates were tried; the same command goes on"),
        status() as tell,
    ):

        def watch(now: Progress) -> None:
            nonlocal tried
            tried = now.tries
            tell(f"{now.doing}: {now.tries} tried, {now.inputs} answers")

        small = shrink(file, asked, output, position=not from_set_up, force=force, watch=watch)
    if as_json:
        print_json(small)
        return
    print_text(small.text())
    say(f"`wardiary replay {output} --orders` tells it, `wardiary bundle {output} -o bug.zip` packs it")


@door(
    "why",
    examples=[
        "wardiary why evening.diary --at 45 companies.3",
        "wardiary why evening.diary --at turn:3 hands.red",
        "wardiary why evening.diary companies.3 --json",
    ],
)
@diary_argument
@click.argument("path")
@click.option("--at", type=PLACE, default="last", show_default=True, help="The event after which it stands there.")
@json_option
def why_command(file: Path, path: str, at: Place, as_json: bool) -> None:
    """Tell which event last wrote a part of the state, and what led to it.

    PATH names a place in the state as `check`, `diff` and `bisect` name it and `wardiary show --format json` prints
    it: `turn`, `companies.3`, `hands.red`, `frames.0.side`. Told are the event that last changed it, the clauses of
    the rules that make this event, the block it was written in, and the answers that led to it, each with the clauses
    of the decision: the answer of its step, the one by whose step that was asked, and so on back to the set-up.
    """
    found = why(file, path, at=at)
    print_report(found, as_json=as_json)


@door("audit", examples=["wardiary audit mine.diary yours.diary"])
@click.argument("a", type=DIARY)
@click.argument("b", type=DIARY)
@json_option
def audit_command(a: Path, b: Path, as_json: bool) -> int:
    """Tell whether two files are one game that was gone on with from a copy.

    Two files of one game with the same beginning that go on differently: somebody kept a copy and went back to it.
    Where both go on with the same roll and it fell otherwise, it was rolled again; later rolls that fell otherwise are
    named too. Forks say where they come from and are no reload. The exit code is 1 for a game that was gone on with
    twice, or is kept under two ids.
    """
    report = audit(a, b)
    print_report(report, as_json=as_json)
    return report.exit_code
