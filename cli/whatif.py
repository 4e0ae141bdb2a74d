"""`whatif`: other answers to what was asked at a moment of a game, each played on many times with the same luck."""

from collections.abc import Sequence
from pathlib import Path

import click

from wardiary.analytics.archive import Archive
from wardiary.analytics.charts import need_charts, write_chart
from wardiary.analytics.whatif import VALUE, chart_rows, whatif_rows
from wardiary.cli.asking import give_text
from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.measures import chance_cell, points_cell, share_cell, signed_cell
from wardiary.cli.output import one_line, print_json, print_table, print_text, say
from wardiary.cli.parameters import (
    FILE,
    FOLDER,
    PLACE,
    SVG,
    Place,
    as_mapping,
    diary_argument,
    futures_option,
    luck_option,
    seat_option,
    workers_option,
)
from wardiary.cli.progress import progress
from wardiary.core.words import counted
from wardiary.events.errors import UsageError
from wardiary.replay.aside import need_free
from wardiary.replay.valuation.tallies import BranchTally, Measure, WhatIf
from wardiary.replay.valuation.whatif import ANSWERS_MOST, WhatIfQuestion, answer_what_if, ask_what_if

__all__ = ["whatif_command"]


@door(
    "whatif",
    examples=[
        "wardiary whatif evening.diary --at 45 --each -n 200 --workers 2",
        "wardiary whatif evening.diary --at 45 --set 'roll 6 6' --seat red=greedy --seat blue=greedy",
        "wardiary whatif evening.diary --at turn:3 --each --feature lead --plot whatif.svg",
        "wardiary whatif evening.diary --at 45 --each --archive games.archive --json",
    ],
)
@diary_argument
@click.option("--at", type=PLACE, required=True, help="The event to go on from: the state after it.")
@click.option("--each", is_flag=True, help="Try every possible answer to what is asked there.")
@click.option("--set", "answer", metavar="WORDS|JSON", help="Try this answer, and the recorded one beside it.")
@futures_option("Futures of each answer.")
@seat_option
@luck_option("the futures")
@workers_option
@click.option(
    "--most",
    type=click.IntRange(1, 100_000),
    default=ANSWERS_MOST,
    show_default=True,
    metavar="K",
    help="Answers that --each tries at most.",
)
@click.option(
    "--feature", "features", multiple=True, metavar="NAME|all", help="Tell this number of the last position too."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "md"]),
    default="table",
    show_default=True,
    help="A table for people, or a row for each measure of each answer.",
)
@click.option("-o", "--output", type=FILE, help="Write the rows to this file.")
@click.option("--plot", type=SVG, metavar="FILE.svg", help="Draw the result shares into this file.")
@click.option("--archive", type=FOLDER, metavar="DIR", help="Keep the rows in this archive's table `whatif`.")
@force_option
@json_option
def whatif_command(
    file: Path,
    at: Place,
    each: bool,
    answer: str | None,
    futures: int,
    seats: tuple[tuple[str, str], ...],
    seed: str,
    workers: int,
    most: int,
    features: tuple[str, ...],
    form: str,
    output: Path | None,
    plot: Path | None,
    archive: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play on from a moment with other answers and compare how it ends.

    The answer to what is asked after event N is changed, to one (--set, in the words of the prompt or as JSON) or to
    every one that there is (--each): every face of a die, every card of a draw, every listed order. Of a pool of dice
    those that the rules read alike are one answer, as by its hits. Each is played to the end by computer players,
    always under the same luck: a roll that the change does not touch falls as it does in the other branches, so that a
    difference comes from the answer and not from other dice.

    Each row gives the mean share of the result that a seat gets, with its 95 % Wilson interval, and the mean difference
    to the recorded answer (marked *) over pairs of futures of equal luck, with its interval. Where chance is asked the
    last row is the value of the moment before it: all answers, weighed by their chances. Seats that --seat does not
    name keep the diary's computer players; for persons `greedy` plays, or `random`. docs/what-if.md explains the
    method.
    """
    _need_one(each, answer)
    kept = _need_places(output, plot, archive, force=force)
    named = as_mapping(seats, "seat")
    question = ask_what_if(file, at, answer=answer, n=futures, players=named, seed=seed, most=most)
    chosen = _chosen(question, features)
    with progress(f"{counted(len(question.answers), 'answer')}", question.futures) as advance:
        found = answer_what_if(question, workers=workers, advance=advance)
    if as_json:
        print_json(found)
    elif form == "table" and output is None:
        _print(found, chosen)
        if each and question.menu:
            say("these are not all orders that the rules allow here: --set tries any other one")
    else:
        give_text(whatif_rows(found), form, output, force)
    _plot(found, plot, force=force)
    if kept is not None:
        say(f"{archive}: {'kept as' if kept.keep_whatif(found) else 'has already'} what-if question {found.id}")


def _need_one(each: bool, answer: str | None) -> None:
    if each == (answer is not None):
        raise UsageError("give either --each, for every possible answer, or --set, for one")


def _need_places(output: Path | None, plot: Path | None, folder: Path | None, *, force: bool) -> Archive | None:
    """The archive to keep the rows in. Raises, before anything is played, for what could not be written."""
    for path in filter(None, (output, plot)):
        need_free(path, force=force)
    if plot is not None:
        need_charts()
    if folder is None:
        return None
    archive = Archive(folder)
    archive.parts()
    return archive


def _chosen(question: WhatIfQuestion, features: Sequence[str]) -> list[str]:
    """The features to tell of. Raises UsageError for one that there is not."""
    there = question.features
    if "all" in features:
        return list(there)
    if unknown := [name for name in features if name not in there]:
        raise UsageError(f"no feature {unknown[0]!r} in {question.replay.header.game}; there are {', '.join(there)}")
    return list(features)


def _plot(found: WhatIf, plot: Path | None, *, force: bool) -> None:
    if plot is None:
        return
    places = {"x": "answer", "y": "share", "low": "low", "high": "high", "colour": "seat"}
    write_chart(chart_rows(found), "bar", places, f"What if: {found.asked}", plot, force=force)
    say(f"{plot}: the result shares of each answer")


def _print(found: WhatIf, features: Sequence[str]) -> None:
    players = " ".join(f"{seat}={player}" for seat, player in found.players.items())
    print_text(f"After event {found.n}: {found.asked}{'' if found.asked.endswith('?') else '.'}")
    print_text(
        f"{counted(found.futures, 'future')} of each answer, played by {players}, seed {one_line(found.seed)}.\n"
    )
    chance = any(branch.weight is not None for branch in found.branches)
    readings = any(branch.reading for branch in found.branches)
    head = ["", "answer", *(["read as"] if readings else []), *(["chance"] if chance else [])]
    columns = [*head, *(column for seat in found.players for column in (f"{seat} share", f"{seat} difference"))]
    rows = []
    for branch in found.branches:
        told = [branch.reading] if readings else []
        told += [chance_cell(branch.weight)] if chance else []
        results = [one for one in branch.measures if one.measure == "result"]
        rows.append(["*" if branch.recorded else "", branch.words, *told, *_cells(results, branch)])
    if found.value:
        results = [one for one in found.value if one.measure == "result"]
        blank = [""] * (readings + chance)
        rows.append(["", VALUE, *blank, *(cell for one in results for cell in (share_cell(one), ""))])
    print_table(columns, rows, right=[column for column in columns if column == "chance"])
    if found.recorded is None:
        say("nothing was answered here: there is no recorded answer to compare with")
    for name in features:
        _print_feature(found, name)


def _cells(results: Sequence[Measure], branch: BranchTally) -> list[str]:
    return [cell for one in results for cell in (share_cell(one), points_cell(one.difference))]


def _print_feature(found: WhatIf, name: str) -> None:
    print_text(f"\n{name} at the end")
    rows: list[list[object]] = []
    for branch in found.branches:
        one = _feature(branch.measures, name)
        mark = "*" if branch.recorded else ""
        rows.append([mark, branch.words, f"{one.mean:.2f}", one.p10, one.p50, one.p90, signed_cell(one.difference)])
    if found.value:
        rows.append(["", VALUE, f"{_feature(found.value, name).mean:.2f}", "", "", "", ""])
    numbers = ("mean", "10 %", "50 %", "90 %")
    print_table(("", "answer", *numbers, "difference"), rows, right=numbers)


def _feature(measures: Sequence[Measure], name: str) -> Measure:
    return next(one for one in measures if (one.measure, one.name) == ("feature", name))
