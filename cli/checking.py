"""`check` and `repair`: is a diary whole, and do the rules say the same."""

from collections.abc import Sequence
from pathlib import Path

import click

from wardiary.cli.doors import door, json_option
from wardiary.cli.output import error_line, print_json, print_text, say
from wardiary.cli.parameters import DIARY, diary_argument
from wardiary.cli.progress import if_interrupted, progress
from wardiary.core.words import counted
from wardiary.events.diary import repair
from wardiary.replay.check import Broken, CheckReport, check_many
from wardiary.replay.finding import find_diaries

__all__ = ["check_command", "repair_command"]


@door(
    "check",
    examples=["wardiary check evening.diary", "wardiary check games", "wardiary check --all old.diary --json"],
)
@click.argument("files", type=DIARY, nargs=-1, required=True, metavar="FILE...")
@click.option("--all", "all_steps", is_flag=True, help="Go on after a difference and name every step that differs.")
@json_option
def check_command(files: tuple[Path, ...], all_steps: bool, as_json: bool) -> int:
    """Check diaries against the rules.

    Verifies every byte of the chain, feeds each order, roll and draw to the rules again, and compares all that they
    make of it with what the diary holds; the first difference is named by event and field. A folder means the
    diaries in it and below. With `--all` the check goes on from each step as it was recorded, which shows what a change
    of the rules would change.

    The answer on which the rules failed in a session is given to them again. The exit code is 3 if any diary is
    unreadable, broken or cut short, else 1 if any departs from the rules or they still fail in it, else 0.
    """
    diaries = list(dict.fromkeys(find_diaries(files)))
    done: list[CheckReport | Broken] = []
    with (
        if_interrupted(lambda: f"{len(done)} of {len(diaries)} diaries checked: {_tally(done)}"),
        progress("checking", len(diaries)) as advance,
    ):

        def on_done(result: CheckReport | Broken) -> None:
            done.append(result)
            advance(1)
            if not as_json:
                _print(result)

        checked = check_many(diaries, all_steps=all_steps, on_done=on_done)
    if as_json:
        print_json(checked.results)
    count = sum(not path.is_dir() for path in diaries)
    if count and len(diaries) > 1:
        say(f"{counted(count, 'diary', 'diaries')}: {_tally(done)}")
    return checked.exit_code


def _print(result: CheckReport | Broken) -> None:
    if isinstance(result, Broken):
        error_line(result.text())
    else:
        print_text(result.text())


def _tally(results: Sequence[CheckReport | Broken]) -> str:
    broken = sum(isinstance(result, Broken) for result in results)
    clean = sum(isinstance(result, CheckReport) and result.clean for result in results)
    torn = sum(isinstance(result, CheckReport) and bool(result.torn) for result in results)
    failing = sum(isinstance(result, CheckReport) and _fails_only(result) for result in results)
    depart = len(results) - clean - broken - torn - failing
    meet = f"{failing} on which the rules still fail, " if failing else ""
    return f"{clean} clean, {depart} depart from the rules, {meet}{torn} cut short, {broken} unreadable or broken"


def _fails_only(report: CheckReport) -> bool:
    """Whether nothing is wrong but that the rules still fail."""
    return bool(report.faults_remaining) and not report.differences and not report.torn


@door("repair", examples=["wardiary repair evening.diary"])
@diary_argument
@json_option
def repair_command(file: Path, as_json: bool) -> None:
    """Cut a torn end off a diary that a crash left.

    What is cut off is kept beside it as FILE.torn: at most what was never acknowledged. A diary that is whole is left
    as it is, and one that is damaged in the middle is refused and not touched. `resume` does the same by itself.
    """
    report = repair(file)
    kept = None if report.recovered is None else report.recovered.kept
    if as_json:
        print_json({"diary": str(report.path), "events": report.events, "h": report.h, "kept": kept and str(kept)})
    elif kept is None:
        print_text(f"{file}: whole, {counted(report.events, 'event')}; nothing to repair")
    else:
        print_text(f"{file}: {counted(report.events, 'event')}; the torn end is kept in {kept}")
