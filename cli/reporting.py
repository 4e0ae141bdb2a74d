"""`stats`, `verify-dice`, `export` and `bundle`: what a diary tells, what one seat may know of it, a bug report."""

from pathlib import Path

import click

from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.output import harmless_json, one_line, print_json, print_report, print_text, say
from wardiary.cli.parameters import FILE, SEAT, diary_argument
from wardiary.core.words import counted
from wardiary.events.errors import UsageError
from wardiary.replay.bundle import bundle, write_test
from wardiary.replay.export import export, export_lines
from wardiary.replay.stats import stats
from wardiary.replay.verify_dice import verify_dice

__all__ = ["bundle_command", "export_command", "stats_command", "verify_dice_command"]


@door("stats", examples=["wardiary stats evening.diary", "wardiary stats evening.diary --json"])
@diary_argument
@click.option("--verbose", is_flag=True, help="Tell sizes too, and count the events by type.")
@json_option
def stats_command(file: Path, verbose: bool, as_json: bool) -> None:
    """Count a game's events, dice and cards.

    Tells how long the game was and how it ended, what each seat decided, rolled and drew, how the dice fell, and what
    was taken back or put right. Dice count as they fell at the table: those taken back too, but not those that were
    mistyped and put right.
    """
    told = stats(file)
    if as_json:
        print_json(told)
    else:
        print_text(told.text(verbose=verbose))


@door("verify-dice", examples=["wardiary verify-dice evening.diary"])
@diary_argument
@json_option
def verify_dice_command(file: Path, as_json: bool) -> int:
    """Make a game's dice again from its seed and compare.

    With an open seed, or the secret that a sealed diary reveals, every roll and draw can be made again, and it shows
    whether the secret is the one that was promised before the first roll. What the table rolled cannot be verified
    and is counted. The exit code is 1 when a roll or the promise does not hold.
    """
    report = verify_dice(file)
    print_report(report, as_json=as_json)
    return report.exit_code


@door(
    "export",
    examples=[
        "wardiary export evening.diary --as red -o red.jsonl",
        "wardiary export evening.diary --as red -o - | head",
    ],
)
@diary_argument
@click.option("--as", "seat", type=SEAT, required=True, help="The seat whose knowledge is written.")
@click.option("-o", "--output", type=FILE, required=True, help="The file to write, - for stdout.")
@force_option
def export_command(file: Path, seat: str, output: Path, force: bool) -> None:
    """Write a diary that holds only what one seat may know.

    A diary shows every hand. An export is JSON Lines for one seat: each event as far as that seat knows of it, the
    same in words, and at the end what the seat sees. It holds no seed, no secret and no hidden card, and cannot be
    resumed.
    """
    if str(output) == "-":
        for line in export_lines(file, seat):
            click.echo(harmless_json(line.decode().rstrip()))
        return
    count = export(file, seat, output, force=force)
    say(f"{output}: {counted(count, 'line')}, as {seat} may know them")


@door(
    "bundle",
    examples=[
        "wardiary bundle evening.diary -o report.zip",
        "wardiary bundle small.diary --pytest -o report.zip",
        "wardiary bundle small.diary --pytest -o test_small.py",
        """wardiary bundle evening.diary --order '{"t":"tiny.march","unit":2}' -o report.zip""",
    ],
)
@diary_argument
@click.option("-o", "--output", type=FILE, required=True, help="The zip file to write.")
@click.option("--order", metavar="JSON", help="An order that the rules refuse and that you think is right.")
@click.option("--pytest", "with_test", is_flag=True, help="Add a test for pytest that fails for the same reason.")
@force_option
@json_option
def bundle_command(file: Path, output: Path, order: str | None, with_test: bool, force: bool, as_json: bool) -> None:
    """Pack a diary and all that a bug report needs into one file.

    The bundle holds the diary with the answer at which the rules failed, the game's data, the versions of everything
    involved, and what a check says; whoever unpacks it sees the same fault. It shows every hand and, once the game is
    sealed, the secret of its dice.

    With --pytest there is a test in it that fails while the rules go wrong in the diary, and passes once they play it.
    Where the output's name ends in .py only the test is written, with the diary in it: for a small one, as `wardiary
    shrink` makes it.
    """
    is_test_alone = output.suffix == ".py"
    if is_test_alone and not with_test:
        raise UsageError(f"{output}: a test is written with --pytest; a bundle is a zip file, give it another name")
    if is_test_alone:
        packed = write_test(file, output, order=order, force=force)
    else:
        packed = bundle(file, output, order=order, with_test=with_test, force=force)
    if as_json:
        print_json(packed)
    else:
        print_text(f"{output}: {one_line(packed.verdict.text())}")
        if is_test_alone:
            say(f"`python -m pytest {output}` fails while the rules do so")
