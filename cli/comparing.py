"""`compare-data`: the same games under other component data."""

from pathlib import Path

import click

from wardiary.cli.doors import door, json_option
from wardiary.cli.measures import points_cell, share_cell, signed_cell
from wardiary.cli.output import one_line, print_json, print_table, print_text
from wardiary.cli.parameters import (
    FOLDER,
    OPTION,
    SCENARIO,
    as_mapping,
    futures_option,
    game_argument,
    luck_option,
    seat_option,
    workers_option,
)
from wardiary.cli.progress import progress
from wardiary.core.component_data import read_data_dir
from wardiary.core.words import counted
from wardiary.replay.valuation.changed_data import DataComparison, compare_data

__all__ = ["compare_data_command"]


@door(
    "compare-data",
    examples=[
        "wardiary compare-data tiny --data mine -n 500 --seat red=greedy --seat blue=greedy",
        "wardiary compare-data freezing --data mine -n 200 --seat sov=greedy --seat fin=greedy --workers 2 --json",
    ],
)
@game_argument
@click.option("--data", type=FOLDER, metavar="DIR", required=True, help="The changed copies of the game's data files.")
@futures_option("Pairs of games.")
@luck_option("both games of a pair", default="1")
@seat_option
@workers_option
@click.option("--scenario", type=SCENARIO, help="How the games start; the game's first by default.")
@click.option(
    "--option", "options", type=OPTION, multiple=True, metavar="NAME=VALUE", help="An option of the scenario."
)
@json_option
def compare_data_command(
    game: str,
    data: Path,
    futures: int,
    seed: str,
    seats: tuple[tuple[str, str], ...],
    workers: int,
    scenario: str | None,
    options: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Play the same games under other component data and compare how they end.

    Each game is played twice by the same computer players with the same luck: with the game's own data, and with files
    of DIR in their place (`wardiary games --write-data DIR GAME` writes them to start from). A roll falls alike in both
    games of a pair wherever both ask for it, so that the difference is the work of the data. The tables give each
    seat's share of the result and each feature of the last position with both data, and the mean difference of the
    pairs with its 95 % interval.

    For recorded games see `recheck`, which tells where other data would have changed them.
    """
    texts = read_data_dir(data)
    with progress(f"{game}: {counted(futures, 'pair')} of games", 2 * futures) as advance:
        found = compare_data(
            game,
            texts,
            n=futures,
            seed=seed,
            players=as_mapping(seats, "seat"),
            scenario=scenario,
            options=as_mapping(options, "option"),
            workers=workers,
            advance=advance,
        )
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: DataComparison) -> None:
    players = " ".join(f"{seat}={player}" for seat, player in found.players.items())
    played = f"{counted(found.games, 'pair')} of games, {players}, seed {one_line(found.seed)}"
    print_text(f"{found.game}, {found.scenario}: {played}.")
    print_text(f"Data {found.original_data} against {found.changed_data} ({', '.join(found.files)}).\n")
    pairs = list(zip(found.original, found.changed, strict=True))
    results = [
        (new.name, share_cell(old), share_cell(new), points_cell(new.difference))
        for old, new in pairs
        if new.measure == "result"
    ]
    print_table(("seat", "original", "changed", "difference"), results)
    features = [
        (new.name, f"{old.mean:.2f}", f"{new.mean:.2f}", signed_cell(new.difference))
        for old, new in pairs
        if new.measure == "feature"
    ]
    if features:
        print_text()
        print_table(("feature", "original", "changed", "difference"), features, right=("original", "changed"))
