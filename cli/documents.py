"""The page docs/cli.md, made from the commands themselves by `scripts/cli-docs`."""

import inspect
import re
from collections.abc import Iterator

import click

from wardiary.cli.doors import Door, Doors
from wardiary.cli.main import COMMANDS, SECTIONS, cli

__all__ = ["page"]

_HEAD = """\
# The command line

This page is made from the commands' own help by `scripts/cli-docs`; a test fails when it is stale.

stdout is data and can be piped; messages, warnings and progress bars go to stderr. `--json` prints the answer for a
program. Nothing is overwritten without `--force`. What comes out of a file is shown with every control character
escaped. `--debug` shows the traceback of an error. For Tab completion see [completion](#completion).

| exit code | meaning |
|---|---|
| 0 | fine |
| 1 | a check found a difference, a simulated game failed, or wardiary itself or the rules failed |
| 2 | wrong use: an option, seat, game, number or file name that cannot be meant |
| 3 | an input that is unreadable, broken or refused; an output that cannot be written |
| 4 | another process is writing the diary |
| 130 | interrupted by Ctrl-C; what was finished is kept, and said |
| 141 | whoever read stdout went away, as `head` does |
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for title, section in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_command(name) for name in section]
    return "\n".join(parts)


def _command(name: str) -> str:
    root = click.Context(cli, info_name="wardiary")
    command = cli.get_command(root, name)
    assert isinstance(command, Door)
    context = click.Context(command, info_name=name, parent=root)
    parts = [_door(f"### {name}", COMMANDS[name][1], command, context)]
    if isinstance(command, Doors):
        for below, door in command.doors().items():
            summary = inspect.cleandoc(door.help or "").partition("\n")[0]
            parts.append(
                _door(f"#### {name} {below}", summary, door, click.Context(door, info_name=below, parent=context))
            )
    return "\n".join(parts)


def _door(heading: str, summary: str, command: Door, context: click.Context) -> str:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    lines = [heading, "", summary, "", "```", usage, "```", ""]
    lines += [*_paragraphs(command.help or ""), *_options(command, context)]
    lines += ["", "```sh", *command.examples, "```", ""]
    return "\n".join(lines)


def _paragraphs(text: str) -> Iterator[str]:
    """The help after its summary, as it is wrapped in the source."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text))[1:]:
        yield from (paragraph, "")


def _options(command: Door, context: click.Context) -> Iterator[str]:
    yield "| option | |"
    yield "|---|---|"
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and not {"--help", "--debug"} & set(parameter.opts):
            record = parameter.get_help_record(context)
            assert record is not None
            yield f"| {_cell(f'`{record[0]}`')} | {_cell(record[1])} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
