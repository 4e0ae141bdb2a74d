"""`odds`: the exact odds of a battle, asked in the words of its game."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import click

from wardiary.cli.doors import door, json_option
from wardiary.cli.output import print_json, print_table, print_text
from wardiary.cli.parameters import FOLDER, game_argument
from wardiary.core.contract import AnyGame
from wardiary.core.odds import Cell, OddsAnswer, OddsTable
from wardiary.core.registry import game_ids, load_game
from wardiary.events.errors import UsageError
from wardiary.replay.table import Table

__all__ = ["odds_command"]

_LEAST_SHOWN = Fraction(1, 20000)
"""Half a hundredth of a per cent: what is less would be printed as nothing."""


@door(
    "odds",
    examples=[
        "wardiary odds freezing",
        "wardiary odds freezing side=sov box=LK-4 attack=i3,3 defence=i2 first",
        "wardiary odds freezing side=sov box=KI-3 attack=infantry:3,3,4,armour:3 defence=infantry:2,2 line=2 cards=48",
        "wardiary odds freezing side=fin box=SU-3 attack=s2,1 defence=i4,2 drm=+1 --json",
    ],
)
@game_argument
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--data", type=FOLDER, metavar="DIR", help="Your own copies of the game's data files.")
@json_option
def odds_command(game: str, words: tuple[str, ...], data: Path | None, as_json: bool) -> None:
    """Tell the exact odds of a battle.

    Each game has its own words for a battle; `wardiary odds GAME` without any lists them. The answer repeats the
    question as it was understood, then gives the chances of hits and losses on both sides, what is to be expected,
    and how the battle ends. Nothing is rolled: chances are computed exactly and printed in per cent. `--json` gives
    them as numbers from 0 to 1.
    """
    spec = load_game(game)
    if spec.odds is None:
        asked = [name for name in game_ids() if load_game(name).odds is not None]
        raise UsageError(f"{game} tells no odds; games that do: {', '.join(asked) or 'none'}")
    loaded = Table.lay(spec, data).data
    if not words:
        _explain(spec, as_json)
        return
    answer = spec.odds.ask(loaded, words)
    if as_json:
        print_json(_as_data(answer))
    else:
        _print(answer)


def _explain(spec: AnyGame, as_json: bool) -> None:
    """What may be asked about this game."""
    assert spec.odds is not None
    if as_json:
        print_json({"game": spec.id, "words": spec.odds.usage, "examples": spec.odds.examples})
        return
    print_text(f"A question about {spec.title}:\n{spec.odds.usage}\nExamples:")
    for example in spec.odds.examples:
        print_text(f"  wardiary odds {spec.id} {example}")


def _print(answer: OddsAnswer) -> None:
    print_text(answer.asked)
    for table in answer.tables:
        print_text(f"\n{table.title}")
        rows = [
            [_cell(cell, chance=column in table.chances) for column, cell in _pairs(table, row)] for row in table.rows
        ]
        words = {column for row in table.rows for column, cell in _pairs(table, row) if isinstance(cell, str)}
        print_table(table.columns, rows, right=[column for column in table.columns if column not in words])


def _pairs(table: OddsTable, row: tuple[Cell, ...]) -> list[tuple[str, Cell]]:
    return list(zip(table.columns, row, strict=True))


def _cell(cell: Cell, *, chance: bool) -> str:
    """A cell for people: chances in per cent, means with two decimals."""
    if cell is None:
        return ""
    if not isinstance(cell, Fraction):
        return str(cell)
    if not chance:
        return _hundredths(cell)
    return "<0.01 %" if 0 < cell < _LEAST_SHOWN else f"{_hundredths(100 * cell)} %"


def _hundredths(number: Fraction) -> str:
    whole, rest = divmod(abs(round(number * 100)), 100)
    return f"{'-' if number < 0 else ''}{whole}.{rest:02}"


def _as_data(answer: OddsAnswer) -> Mapping[str, object]:
    return {
        "asked": answer.asked,
        "tables": [
            {"title": table.title, "rows": [dict(_json_pairs(table, row)) for row in table.rows]}
            for table in answer.tables
        ],
    }


def _json_pairs(table: OddsTable, row: tuple[Cell, ...]) -> list[tuple[str, object]]:
    """The cells for programs; what has no chance at all is 0."""
    return [
        (column, float(cell or 0) if column in table.chances else float(cell) if isinstance(cell, Fraction) else cell)
        for column, cell in _pairs(table, row)
    ]
