"""`record`: a game from a file of orders and results."""

from pathlib import Path

import click

from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.output import print_json, print_text, say
from wardiary.cli.parameters import FILE, FOLDER, game_argument
from wardiary.core.words import common_ask, counted
from wardiary.replay.record import record

__all__ = ["record_command"]


@door("record", examples=["wardiary record tiny --script evening.txt -o evening.diary"])
@game_argument
@click.option("--script", type=FILE, required=True, help="The file to read; docs/scripts.md says how it is written.")
@click.option("-o", "--output", type=FILE, required=True, help="The diary to write.")
@click.option("--data", type=FOLDER, metavar="DIR", help="Your own copies of the game's data files.")
@force_option
@json_option
def record_command(game: str, script: Path, output: Path, data: Path | None, force: bool, as_json: bool) -> None:
    """Record a game from a file of orders and results.

    The script holds a line for each order, roll and draw, as you would write them down at a table. Each is judged by
    the rules; a line that is malformed or refused is named with its reason, and then no diary is written. The same
    script gives the same diary, byte for byte. It is sealed when the game has ended; else `wardiary resume` goes on.
    """
    session = record(script, output, game=game, data=data, force=force)
    summary = {"diary": str(output), "id": session.header.id, "events": session.n, "result": session.result}
    if as_json:
        print_json(summary)
        return
    print_text(f"{output}: {counted(session.n, 'event')}")
    print_text(common_ask(session.request) if session.over else f"not ended yet; `wardiary resume {output}` goes on")
    for warning in session.warnings:
        say(f"note: {warning}")
