"""The terminal as a conversation sees it: lines in, text out, and a curtain between two people who share it.

Without a terminal it reads lines from stdin until they end, and neither clears nor waits: so play can be scripted.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from os import get_terminal_size

import click

from wardiary.cli.output import one_line, readable, say
from wardiary.replay.interrupts import interrupts_followed

__all__ = ["Screen"]

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear, and forget what can be scrolled back to."""
_AGAIN = 0.2
"""Seconds after which a Ctrl-C that waits for the next line is sent again."""


def _interrupts_heard() -> contextlib.AbstractContextManager[object]:
    """No Ctrl-C is lost within: one that arrives just before the wait for a line would else wait for that line."""
    waiting = threading.get_ident()
    return interrupts_followed(lambda: signal.pthread_kill(waiting, signal.SIGINT), every=_AGAIN, until_heard=True)


class Screen:
    """`interactive` when a person sits at both ends."""

    warned_of_width = False
    lines_read = 0
    """Lines read so far where no terminal is."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # a slip of the keyboard is refused as any other answer
        self._completions: Sequence[str] = ()
        if self.interactive:
            self._prepare_line_editing()

    def show(self, text: str = "") -> None:
        """Text for whoever is looking."""
        click.echo(readable(text))

    def read(self, prompt: str, completions: Sequence[str] = ()) -> str | None:
        """A line that somebody types, stripped; None when there are no more. Raises KeyboardInterrupt."""
        self._completions = completions
        with _interrupts_heard():
            if not self.interactive:
                line = sys.stdin.readline()
                self.lines_read += 1
                return line.strip() if line else None
            try:
                return input(f"{one_line(prompt)} ").strip()
            except EOFError:
                self.show()
                return None

    def columns(self) -> int | None:
        """How many characters a line of the terminal has; None where no terminal is, or it does not say."""
        with contextlib.suppress(OSError, ValueError):
            return get_terminal_size(sys.stdout.fileno()).columns or None
        return None

    def warn_of_width(self, board: str) -> None:
        """Say once that lines of the board are broken: nobody can read a map then."""
        columns, wanted = self.columns(), max(map(len, board.splitlines()), default=0)
        if columns is not None and columns < wanted and not self.warned_of_width:
            self.warned_of_width = True
            say(f"the board has lines of {wanted} characters, this terminal of {columns}: widen it, then `board`")

    def clear(self) -> None:
        """Nothing of what was shown can be seen or scrolled back to."""
        if self.interactive:
            click.echo(_CLEAR, nl=False, color=True)

    def _prepare_line_editing(self) -> None:
        """Arrow keys, and Tab for answers. No history: the next person at the keyboard could leaf through it."""
        with contextlib.suppress(ImportError):
            import readline

            readline.set_auto_history(False)
            readline.set_completer(self._completer())
            readline.set_completer_delims("")
            readline.parse_and_bind("tab: complete")

    def _completer(self) -> Callable[[str, int], str | None]:
        def complete(text: str, state: int) -> str | None:
            fitting = [name for name in self._completions if name.casefold().startswith(text.casefold())]
            return fitting[state] if state < len(fitting) else None

        return complete
