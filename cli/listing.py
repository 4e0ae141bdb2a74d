"""`games`, `schema`, `completion`: what is installed, what a diary's lines look like, help for a shell."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.errors import COMPLETE, PROGRAM
from wardiary.cli.output import one_line, print_json, print_text, say
from wardiary.cli.parameters import FOLDER, GAME
from wardiary.cli.provenance import provenance_lines
from wardiary.core.contract import AnyGame
from wardiary.core.players import HUMAN
from wardiary.core.registry import game_ids, load_game
from wardiary.events.codec import Codec
from wardiary.events.errors import FileExists, UsageError
from wardiary.events.schema import schema
from wardiary.replay.aside import written_aside
from wardiary.replay.players import computer_players
from wardiary.replay.table import Table

__all__ = ["completion_command", "games_command", "schema_command"]


@door(
    "games",
    examples=[
        "wardiary games",
        "wardiary games freezing --json",
        "wardiary games brother --provenance",
        "wardiary games --write-data mine freezing",
    ],
)
@click.argument("game", type=GAME, required=False)
@click.option(
    "--write-data",
    type=FOLDER,
    metavar="DIR",
    help="Write GAME's own data files into a folder, to start yours from.",
)
@click.option("--provenance", is_flag=True, help="Tell of GAME's data what is a fact and what was reconstructed.")
@click.option("--data", type=FOLDER, metavar="DIR", help="Your own copies of GAME's data files.")
@force_option
@json_option
def games_command(
    game: str | None, write_data: Path | None, provenance: bool, data: Path | None, force: bool, as_json: bool
) -> None:
    """List the games with their seats, scenarios, players and data.

    For each installed game: the version of its rules, the seats and scenarios with their options (the first value
    is what is played when nothing is said), the computer players, and the digest of its component data. A diary names
    rules version and data digest, so that you can see what it was played with. The last lines of each show how to
    begin.

    With --provenance it tells for each of GAME's data files which values are facts (printed in the rulebook or another
    public source), which are inferred from one, and which were reconstructed; those an owner of the game may want to
    replace by what is printed in the box.

    With --write-data it writes GAME's data files instead; changed copies are played with by `--data DIR`. Files that
    are as the game has them may be deleted there.
    """
    for option, given in (("--write-data", write_data), ("--provenance", provenance), ("--data", data)):
        if given and game is None:
            raise UsageError(f"{option} needs a game")
    if write_data is not None and (provenance or data is not None or as_json):
        raise UsageError("--write-data writes the game's own files and prints nothing: give only --force with it")
    if write_data is not None and game is not None:
        written = _write_data(load_game(game), write_data, force=force)
        say(f"{write_data}: {', '.join(written)}; `--data {write_data}` plays with them")
        return
    if provenance and game is not None:
        marks = Table.lay(game, data).data.provenance
        if as_json:
            print_json(marks)
        else:
            print_text("\n".join(one_line(line) for line in provenance_lines(marks)))
        return
    games = [_described(Table.lay(one, data)) for one in ([game] if game else game_ids())]
    if as_json:
        print_json(games)
        return
    for described in games:
        _print_game(described)


def _print_game(game: Mapping[str, Any]) -> None:
    print_text(f"{game['id']}: {one_line(game['title'])}")
    print_text(f"  rules {game['rules']}, data {game['data']}")
    print_text(f"  players: {', '.join(game['players'])}")
    for name, scenario in game["scenarios"].items():
        print_text(f"  scenario {name}: {one_line(scenario.title)} (seats {', '.join(scenario.seats)})")
        for option, values in scenario.options.items():
            print_text(f"    --option {option}={'|'.join(values)}")
    for line in _beginnings(game):
        print_text(f"  {line}")


def _beginnings(game: Mapping[str, Any]) -> Iterator[str]:
    """Commands for somebody who sees the game's name for the first time."""
    first, *others = game["seats"]
    player = next(name for name in reversed(game["players"]) if name != "human")
    seats = "".join(f" --seat {seat}={player}" for seat in others)
    yield f"play as {first}: wardiary play {game['id']} -o evening.diary{seats}"
    yield f"let computers play: wardiary simulate {game['id']} -n 9 --seed 1918 -o games --seat {first}={player}{seats}"
    if game["odds"]:
        yield f"ask: wardiary odds {game['id']}"


def _write_data(spec: AnyGame, folder: Path, *, force: bool) -> list[str]:
    """The game's data files in a folder, which is made; their names. Nothing is written when one would be lost."""
    texts = spec.own_data()
    folder.mkdir(parents=True, exist_ok=True)
    if taken := [name for name in texts if (folder / name).exists() and not force]:
        raise FileExists(f"{folder / taken[0]} exists already: choose another folder, or overwrite with --force")
    for name, text in texts.items():
        with written_aside(folder / name, force=force) as aside:
            aside.write_text(text, encoding="utf-8")
    return list(texts)


def _described(table: Table) -> dict[str, Any]:
    spec = table.spec
    return {
        "id": spec.id,
        "title": spec.title,
        "rules": spec.rules_version,
        "data": table.data.digest,
        "seats": spec.seats,
        "players": [HUMAN, *computer_players(spec)],
        "scenarios": spec.scenarios,
        "odds": spec.odds is not None,
    }


@door("schema", examples=["wardiary schema", "wardiary schema tiny > tiny.schema.json"])
@click.argument("game", type=GAME, required=False)
def schema_command(game: str | None) -> None:
    """Print the JSON Schema of a game's events.

    The schema describes one line of a diary of GAME: every event and the commit line that closes a block. Without
    GAME it describes the lines that all games share.
    """
    if game is None:
        print_json(schema(Codec(()), "common"))
        return
    spec = load_game(game)
    print_json(schema(spec.fold.codec, spec.id))


@door("completion", examples=['eval "$(wardiary completion bash)"', "wardiary completion fish | source"])
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print the completion script of a shell.

    With it the Tab key completes commands, options, games, scenarios, seats, players and files. Put the line of the
    example for your shell into its start-up file: ~/.bashrc, ~/.zshrc, or ~/.config/fish/config.fish.
    """
    from click.shell_completion import get_completion_class

    from wardiary.cli.main import cli

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(cli, {}, PROGRAM, COMPLETE).source())
