"""What all commands share: how they are declared, `--debug`, and examples in their help that a test parses."""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from wardiary.cli.errors import Settings

__all__ = ["Door", "Doors", "debug_option", "door", "force_option", "json_option"]

F = TypeVar("F", bound=Callable[..., Any])


def _debug(context: click.Context, _parameter: click.Parameter, given: bool) -> None:
    settings = context.find_object(Settings)
    if given and settings is not None:
        settings.debug = True


def debug_option() -> click.Option:
    """`--debug`, of the program and of each command."""
    return click.Option(
        ["--debug"], is_flag=True, expose_value=False, is_eager=True, callback=_debug, help="Show tracebacks of errors."
    )


class Door(click.Command):
    """A command: a thin door to one function of the library.

    Its help says in one line what it does, then explains itself, then gives `examples`, each a whole command line.
    """

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)
        self.params.append(debug_option())

    def invoke(self, ctx: click.Context) -> Any:
        for parameter in self.params:
            if parameter.name in ctx.params:
                ctx.params[parameter.name] = _as_text(ctx.params[parameter.name], parameter, ctx)
        return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def _as_text(value: Any, parameter: click.Parameter, context: click.Context) -> Any:
    """The value with its texts as Unicode, whatever the locale in which Python read the command line.

    File names are paths and may be any bytes; all else comes to stand in diaries, queries and messages. Raises
    click.BadParameter.
    """
    match value:
        case str() if not value.isascii():
            try:
                return type(value)(os.fsencode(value).decode())
            except UnicodeDecodeError:
                raise click.BadParameter(f"{value[:60]!r} is no UTF-8 text", context, parameter) from None
        case tuple():
            return tuple(_as_text(one, parameter, context) for one in value)
        case _:
            return value


class Doors(Door, click.Group):
    """A command that has commands of its own below it."""

    def doors(self) -> dict[str, Door]:
        """The commands below it, by name."""
        return {name: command for name, command in self.commands.items() if isinstance(command, Door)}


def door(name: str, *, examples: Sequence[str]) -> Callable[[Callable[..., Any]], Door]:
    """Declare a function as a command; the first line of its docstring is the summary."""

    def make(function: Callable[..., Any]) -> Door:
        return click.command(name, cls=Door, examples=examples)(function)

    return make


def json_option(function: F) -> F:
    """`--json`: the answer as JSON on stdout."""
    return click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, for programs.")(function)


def force_option(function: F) -> F:
    """`--force`: overwrite the output."""
    return click.option("--force", is_flag=True, help="Overwrite the output if it exists.")(function)
