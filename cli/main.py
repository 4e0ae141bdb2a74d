"""The command `wardiary`: its commands by section, each loaded only when it is called."""

import importlib
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from wardiary import __version__
from wardiary.cli.doors import debug_option
from wardiary.cli.errors import run
from wardiary.cli.output import prepare_streams

__all__ = ["COMMANDS", "SECTIONS", "LazyGroup", "cli", "main"]

SECTIONS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Play": {
        "play": ("playing", "Play a game at the terminal and keep its diary."),
        "resume": ("playing", "Go on with a game that was stopped."),
        "note": ("playing", "Write a remark into a diary."),
        "fix": ("playing", "Put right a die, card or order that was mistyped."),
        "record": ("recording", "Record a game from a file of orders and results."),
        "simulate": ("simulating", "Let computer players play many games."),
    },
    "Look": {
        "show": ("looking", "Show the position after an event."),
        "replay": ("looking", "Tell a game again, event by event."),
        "stats": ("reporting", "Count a game's events, dice and cards."),
        "export": ("reporting", "Write a diary that holds only what one seat may know."),
    },
    "Check": {
        "check": ("checking", "Check diaries against the rules."),
        "verify-dice": ("reporting", "Make a game's dice again from its seed and compare."),
        "audit": ("laboratory", "Tell whether two files are one game that was gone on with from a copy."),
        "recheck": ("rechecking", "Show what a change of rules or data does to recorded games."),
        "diff": ("branching", "Find the first event in which two diaries differ."),
        "bisect": ("laboratory", "Find the first event after which something holds."),
        "why": ("laboratory", "Tell which event last wrote a part of the state, and what led to it."),
        "repair": ("checking", "Cut a torn end off a diary that a crash left."),
    },
    "Branch and report": {
        "fork": ("branching", "Begin a new diary from a moment of another."),
        "shrink": ("laboratory", "Make the smallest diary in which something still happens."),
        "bundle": ("reporting", "Pack a diary and all that a bug report needs into one file."),
    },
    "Ask": {
        "archive": ("archive", "Keep many diaries as tables that SQL can ask."),
        "query": ("asking", "Ask an archive in SQL."),
        "report": ("asking", "Print a named report of an archive."),
        "reports": ("asking", "List the named reports and what they answer."),
        "openings": ("asking", "Explore how games of an archive begin."),
        "luck": ("luck", "Tell luck from choice: what each roll, draw and decision was worth."),
        "odds": ("odds", "Tell the exact odds of a battle."),
        "whatif": ("whatif", "Play on from a moment with other answers and compare how it ends."),
        "compare-data": ("comparing", "Play the same games under other component data and compare how they end."),
    },
    "About": {
        "games": ("listing", "List the games with their seats, scenarios, players and data."),
        "schema": ("listing", "Print the JSON Schema of a game's events."),
        "completion": ("listing", "Print the completion script of a shell."),
    },
}
"""For each section of the help its commands: the module of `wardiary.cli` that holds it, and its summary."""

COMMANDS: Mapping[str, tuple[str, str]] = {
    name: entry for section in SECTIONS.values() for name, entry in section.items()
}


class LazyGroup(click.Group):
    """Imports a command's module when the command is run or asked for help; the list of commands imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wardiary.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        named = [
            CompletionItem(name, help=summary) for name, (_, summary) in COMMANDS.items() if name.startswith(incomplete)
        ]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, summary) for name, (_, summary) in section.items()], col_max=14)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[debug_option()],
)
@click.version_option(__version__, message="wardiary %(version)s", help="Show the version.")
def cli() -> None:
    """Keep a war diary of a wargame: play, stop, resume, show, check and fork recorded games.

    Every die, card and order of a game is a line of its diary. `wardiary COMMAND --help` explains a command and shows
    how it is used; `wardiary play tiny -o first.diary` begins a small game.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    prepare_streams()
    sys.exit(run(cli, arguments))
