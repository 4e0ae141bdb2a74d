"""What all commands share: how they are declared, `--debug`, and examples in their help that a test parses."""

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

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")


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
