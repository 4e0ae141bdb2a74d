"""Progress of long work: a bar on stderr when that is a terminal, and what was kept when Ctrl-C ends the work."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from wardiary.cli.output import fresh_line, say

__all__ = ["Advance", "if_interrupted", "progress", "status"]

Advance = Callable[[int], None]
"""Called with the number of things done since the last call."""


@contextmanager
def progress(label: str, total: int) -> Iterator[Advance]:
    """A bar over `total` things; nothing at all where stderr is no terminal, or there is but one thing to do."""
    hidden = total < 2 or not sys.stderr.isatty()
    with click.progressbar(length=total, label=label, hidden=hidden, file=sys.stderr, show_pos=True) as bar:
        yield bar.update


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """A line of status on stderr, written over and over; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        yield lambda text: click.echo(f"\r\x1b[K{text}", nl=False, err=True)
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


@contextmanager
def if_interrupted(kept: Callable[[], str]) -> Iterator[None]:
    """Say what was kept when Ctrl-C ends the work inside; the interruption goes on."""
    try:
        yield
    except KeyboardInterrupt:
        fresh_line()
        say(f"interrupted: {kept()}")
        raise
