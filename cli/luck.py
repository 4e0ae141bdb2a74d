"""`luck`: what a game's dice, cards and decisions were worth, told apart."""

from dataclasses import replace
from pathlib import Path

import click
import msgspec

from wardiary.analytics.charts import need_charts, write_chart
from wardiary.analytics.fitting import fit_appraisal, games_in
from wardiary.analytics.luck import value_rows
from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.luck_words import print_fit, print_ledger, print_report
from wardiary.cli.output import print_json, say
from wardiary.cli.parameters import (
    DIARY,
    FILE,
    GAME,
    SVG,
    as_mapping,
    cores_option,
    futures_option,
    luck_option,
    seat_option,
)
from wardiary.cli.progress import if_interrupted, progress
from wardiary.core.words import counted
from wardiary.events.errors import UsageError
from wardiary.replay.aside import need_free, written_aside
from wardiary.replay.replay import Replay
from wardiary.replay.valuation.appraisal import Appraisal, need_fitting, read_appraisal
from wardiary.replay.valuation.exact import exact_values
from wardiary.replay.valuation.ledger import Ledger, ledger
from wardiary.replay.valuation.luck import LuckReport, alternatives, tell_luck
from wardiary.replay.valuation.valuing import LuckQuestion, ask_luck, play_tries, play_values
from wardiary.replay.workers import cores

__all__ = ["luck_command"]

_FUTURES = 20
"""Futures of each position: so many that a game of Freezing Death takes two minutes on two cores."""
_DECISIONS, _ORDERS = 8, 3


@door(
    "luck",
    examples=[
        "wardiary luck evening.diary",
        "wardiary luck evening.diary --ledger",
        "wardiary luck evening.diary -n 200 --seat red=greedy --seat blue=greedy --plot luck.svg",
        "wardiary luck evening.diary --exact --json",
        "wardiary luck --fit games --game tiny -o fit.json",
        "wardiary luck evening.diary --fit fit.json",
    ],
)
@click.argument("file", type=DIARY, required=False)
@click.option("--ledger", "ledger_only", is_flag=True, help="Tell only what the log says, without playing on.")
@futures_option("Futures of each position.", default=_FUTURES, least=2)
@seat_option
@luck_option("the futures")
@cores_option
@click.option(
    "--decisions",
    type=click.IntRange(0, 100_000),
    default=_DECISIONS,
    show_default=True,
    metavar="K",
    help="Decisions at which other orders are tried.",
)
@click.option(
    "--orders",
    type=click.IntRange(1, 10_000),
    default=_ORDERS,
    show_default=True,
    metavar="K",
    help="Other orders tried at each of them.",
)
@click.option("--every-order", is_flag=True, help="Value every single order, not what a seat orders in one go.")
@click.option("--exact", is_flag=True, help="Enumerate everything that can happen; for small games.")
@click.option(
    "--fit",
    "fit_on",
    type=FILE,
    metavar="PLACE",
    help="A fit that was kept, or an archive or folder of diaries to fit on.",
)
@click.option("--game", type=GAME, help="The game to fit on, where no FILE says it.")
@click.option("-o", "--output", type=FILE, metavar="FIT.json", help="Keep the fit in this file.")
@click.option(
    "--all", "show_all", is_flag=True, help="List every moment, not only those that surely changed something."
)
@click.option("--plot", type=SVG, metavar="FILE.svg", help="Draw the values over the game into this file.")
@force_option
@json_option
def luck_command(
    file: Path | None,
    ledger_only: bool,
    futures: int,
    seats: tuple[tuple[str, str], ...],
    seed: str,
    workers: int | None,
    decisions: int,
    orders: int,
    every_order: bool,
    exact: bool,
    fit_on: Path | None,
    game: str | None,
    output: Path | None,
    show_all: bool,
    plot: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Tell luck from choice: what each roll, draw and decision was worth.

    First the ledger, from the log alone: for each seat and purpose the pips and hits that its dice gave, what fair dice
    give, and how rare so many or so few are.

    Then the value of the game for each seat, its expected share of the result, after every roll, draw and decision: the
    position is played to the end N times by computer players, always under the same luck. What a roll or draw changed
    is luck, what a decision changed is choice, and together they are the whole way from the first value to the result.
    The moments are listed that surely changed something: those whose 95 % interval excludes 0. At some decisions other
    orders are tried too. Seats that --seat does not name keep the diary's computer players; for persons `greedy` plays,
    or `random`.

    --fit makes the values sharper by a function of the game's features, fitted on many games; without FILE it is only
    fitted, and kept with -o. docs/luck.md explains what is done, and what the intervals are worth.
    """
    _need_places(output, plot, force=force)
    if file is None:
        _fit_only(fit_on, game, output, force=force, as_json=as_json)
        return
    _need_meaning(ledger_only=ledger_only, exact=exact, fit_on=fit_on, plot=plot, output=output)
    if ledger_only:
        _tell(ledger(Replay(file)), as_json=as_json)
        return
    question = ask_luck(file, n=futures, players=as_mapping(seats, "seat"), seed=seed, every_order=every_order)
    question = _fitted(question, fit_on, output, force=force)
    with if_interrupted(lambda: "the values are not kept: the same command works them out again"):
        accounts = _ledger(question.replay, quiet=as_json)
        report = _valued(question, workers or cores(), decisions=decisions, orders=orders, exact=exact)
    _tell(accounts, report, as_json=as_json, show_all=show_all)
    _plot(report, plot, force=force)


def _ledger(replay: Replay, *, quiet: bool) -> Ledger:
    """The ledger, printed while there is still to be played for the rest."""
    accounts = ledger(replay)
    if not quiet:
        print_ledger(accounts)
    return accounts


def _need_places(output: Path | None, plot: Path | None, *, force: bool) -> None:
    """Raises, before anything is played, for what could not be written."""
    for path in filter(None, (output, plot)):
        need_free(path, force=force)
    if plot is not None:
        need_charts()


def _tell(accounts: Ledger, report: LuckReport | None = None, *, as_json: bool, show_all: bool = False) -> None:
    """Print what was found. For people the ledger of a report was printed before it was played for."""
    if as_json:
        valued = {} if report is None else {"value": report, "swings": report.swings}
        print_json({"ledger": accounts, **valued})
    elif report is None:
        print_ledger(accounts)
    else:
        print_report(report, show_all=show_all)
    if report is not None and not report.ended:
        say("the game is not over: its last value is an estimate like the others")


def _plot(report: LuckReport, plot: Path | None, *, force: bool) -> None:
    if plot is None:
        return
    places = {"x": "event", "y": "share", "low": "low", "high": "high", "colour": "seat"}
    write_chart(value_rows(report), "band", places, f"Expected share of the result: {report.id}", plot, force=force)
    say(f"{plot}: the expected share of the result over the game")


def _need_meaning(
    *, ledger_only: bool, exact: bool, fit_on: Path | None, plot: Path | None, output: Path | None
) -> None:
    """Raises UsageError for options that say nothing together."""
    if ledger_only and (exact or fit_on or plot or output):
        raise UsageError("--ledger plays nothing on: it goes with --json alone")
    if exact and fit_on:
        raise UsageError("--exact has no playouts that --fit could make sharper: give one of them")
    if output and not fit_on:
        raise UsageError("-o keeps a fit: give --fit too")


def _fit_only(place: Path | None, game: str | None, output: Path | None, *, force: bool, as_json: bool) -> None:
    if place is None:
        raise UsageError("give a diary, or --fit with an archive or a folder of diaries")
    if game is None:
        raise UsageError("say with --game which game is to be fitted, or give a diary of it")
    appraisal = fit_appraisal(games_in(place, game))
    if output is not None:
        _keep(appraisal, output, force=force)
    if as_json:
        print_json(appraisal)
    else:
        print_fit(appraisal)


def _keep(appraisal: Appraisal, output: Path, *, force: bool) -> None:
    with written_aside(output, force=force) as aside:
        aside.write_bytes(msgspec.json.format(msgspec.json.encode(appraisal)) + b"\n")
    say(f"{output}: fitted on {counted(appraisal.games, 'game')}; `wardiary luck FILE --fit {output}` uses it")


def _fitted(question: LuckQuestion, place: Path | None, output: Path | None, *, force: bool) -> LuckQuestion:
    """The question with a fit that is read, or made now and kept; as it is without a place of one."""
    if place is None:
        return question
    game = question.table.spec.id
    found = fit_appraisal(games_in(place, game)) if place.is_dir() else read_appraisal(place)
    need_fitting(found, question.table, question.seats)
    if output is not None:
        _keep(found, output, force=force)
    return replace(question, plan=msgspec.structs.replace(question.plan, appraisal=found))


def _valued(question: LuckQuestion, workers: int, *, decisions: int, orders: int, exact: bool) -> LuckReport:
    with progress(counted(len(question.points), "position"), question.futures) as advance:
        if exact:
            return tell_luck(question, exact_values(question, advance=advance))
        values = play_values(question, workers=workers, advance=advance)
    tries = alternatives(question, values, decisions=decisions, orders=orders)
    with progress(counted(len(tries), "other order"), len(tries) * question.plan.n) as advance:
        values.tries = play_tries(question, tries, workers=workers, advance=advance)
    return tell_luck(question, values)
