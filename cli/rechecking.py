"""`recheck`: what a change of rules or data does to recorded games."""

from collections.abc import Iterator
from pathlib import Path

import click

from wardiary.analytics.archive import Archive
from wardiary.cli.doors import door, json_option
from wardiary.cli.output import error_line, one_line, print_json, print_table, print_text, say
from wardiary.cli.parameters import DIARY, FOLDER
from wardiary.cli.progress import if_interrupted, progress
from wardiary.core.component_data import in_folder, read_data_dir
from wardiary.core.words import counted
from wardiary.replay.finding import find_diaries
from wardiary.replay.laboratory.recheck import Rechecked, RulePlace, game_of, recheck
from wardiary.replay.laboratory.recheck_summary import RecheckSummary, Tally
from wardiary.replay.workers import cores

__all__ = ["recheck_command"]

_SHOWN = 20
"""Departing diaries, and diaries that cannot be checked, that are named; `--json` names all."""
_HOW_MAX = 100
"""Characters of the first difference in a row of the table."""


@door(
    "recheck",
    examples=[
        "wardiary recheck games",
        "wardiary recheck games.archive --data house-rules",
        "wardiary recheck games --json",
    ],
)
@click.argument("places", type=DIARY, nargs=-1, required=True, metavar="DIR...")
@click.option("--data", type=FOLDER, metavar="DIR", help="Component data to check against, instead of the game's own.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), help="Processes at work at once; as many as there are cores by default."
)
@json_option
def recheck_command(places: tuple[Path, ...], data: Path | None, workers: int | None, as_json: bool) -> int:
    """Show what a change of rules or data does to recorded games.

    Checks every diary in and below a folder, or in an archive, against the rules and data at hand, each step as it was
    recorded: so a changed number shows as the steps that it touches, not as every game. The first table says by clause
    and by field what departs, in how many steps of how many diaries; the second where each diary first departs; a third
    where the rules still fail on an answer on which they failed in a session.

    The exit code is 3 if a diary cannot be checked, else 1 if any departs or the rules still fail in it, else 0.
    """
    files = list(_diaries(places))
    given = (game_of(files), read_data_dir(data)) if data else None
    summary = RecheckSummary()
    departing, failing, troubled = list[Rechecked](), list[Rechecked](), list[Rechecked]()
    with (
        if_interrupted(lambda: f"{summary.diaries} of {len(files)} diaries checked: {_tally(summary)}"),
        progress("rechecking", len(files)) as advance,
        in_folder(data),
    ):
        for result in recheck(files, data=given, workers=workers or cores()):
            summary.add(result)
            advance(1)
            # A table needs a few of them, a program all.
            for kept, belongs in (
                (departing, result.first is not None),
                (failing, result.fault is not None),
                (troubled, bool(result.trouble)),
            ):
                if belongs and (as_json or len(kept) < _SHOWN):
                    kept.append(result)
    if as_json:
        print_json(_as_data(summary, departing, failing, troubled))
    elif summary.diaries:
        _print(summary, departing, failing, places)
    for result in troubled[:_SHOWN]:
        error_line(f"{result.path}: {result.trouble}")
    if summary.troubled > _SHOWN:
        say(f"and {summary.troubled - _SHOWN} more that cannot be checked; --json names them all")
    return summary.exit_code


def _diaries(places: tuple[Path, ...]) -> Iterator[Path]:
    for place in places:
        archive = Archive(place)
        yield from archive.diaries() if archive.exists() else find_diaries([place])


def _tally(summary: RecheckSummary) -> str:
    still = f", {summary.failing} on which the rules still fail" if summary.failing else ""
    trouble = f", {summary.troubled} cannot be checked" if summary.troubled else ""
    return f"{summary.fit} fit, {summary.depart} depart{still}{trouble}"


def _short(path: str, given: tuple[Path, ...]) -> str:
    """A diary's name within the one place that was named."""
    file = Path(path)
    return str(file.relative_to(given[0])) if len(given) == 1 and file != given[0] else path


def _print(
    summary: RecheckSummary, departing: list[Rechecked], failing: list[Rechecked], given: tuple[Path, ...]
) -> None:
    faults = counted(summary.still_raising, "recorded fault")
    still = f"; {faults} {'remains' if summary.still_raising == 1 else 'remain'}" if summary.still_raising else ""
    print_text(
        f"{counted(summary.diaries, 'diary', 'diaries')}: {_tally(summary)}; "
        f"{summary.steps_departing} of {counted(summary.steps, 'step')} depart{still}"
    )
    if departing:
        _print_departing(summary, departing, given)
    if failing:
        print_text("\nWhere the rules still fail")
        print_table(("diary", "event", "how"), (_fault_row(result, given) for result in failing), ("event",))


def _print_departing(summary: RecheckSummary, departing: list[Rechecked], given: tuple[Path, ...]) -> None:
    columns = ("clause", "what", "where in the rules", "steps", "diaries", "first seen in")
    print_text("\nWhat departs")
    print_table(columns, (_place_row(place, tally, given) for place, tally in summary.ranked()), ("steps", "diaries"))
    columns = ("diary", "steps", "event", "turn", "clause", "how")
    print_text("\nWhere each first departs")
    print_table(columns, (_diary_row(result, given) for result in departing), ("steps", "event", "turn"))
    if summary.depart > len(departing):
        print_text(f"and {summary.depart - len(departing)} more; --json names them all")


def _place_row(place: RulePlace, tally: Tally, given: tuple[Path, ...]) -> tuple[object, ...]:
    first = _short(tally.path, given)
    return place.clause or "-", place.what, place.place or "-", tally.steps, tally.diaries, first


def _diary_row(result: Rechecked, given: tuple[Path, ...]) -> tuple[object, ...]:
    first = result.first
    assert first is not None
    how = one_line(f"{first.type}: {first.text().partition('): ')[2]}", _HOW_MAX)
    steps = f"{len(result.departing)} of {result.steps}"
    return _short(result.path, given), steps, first.event, first.turn, first.clause or "-", how


def _fault_row(result: Rechecked, given: tuple[Path, ...]) -> tuple[object, ...]:
    fault = result.fault
    assert fault is not None
    how = f"{fault.exception} in {fault.place}: {fault.what}" if fault.now == "raises" else fault.what
    return _short(result.path, given), fault.event, one_line(how, _HOW_MAX)


def _as_data(
    summary: RecheckSummary, departing: list[Rechecked], failing: list[Rechecked], troubled: list[Rechecked]
) -> object:
    return {
        "diaries": summary.diaries,
        "fit": summary.fit,
        "depart": summary.depart,
        "still_fail": summary.failing,
        "cannot_be_checked": summary.troubled,
        "steps": summary.steps,
        "steps_departing": summary.steps_departing,
        "faults_still_raising": summary.still_raising,
        "places": [
            {
                "clause": place.clause,
                "place": place.place,
                "kind": place.kind,
                "type": place.type,
                "field": place.field,
                "steps": tally.steps,
                "diaries": tally.diaries,
                "first": {"path": tally.path, "event": tally.event},
            }
            for place, tally in summary.ranked()
        ],
        "departing": departing,
        "failing": failing,
        "troubled": troubled,
    }
