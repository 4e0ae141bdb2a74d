"""From whatever a command raised to one line on stderr and an exit code.

    0    fine
    1    a check found a difference; or the rules, or this program, failed: our fault
    2    wrong use of the command line
    3    an input that is unreadable, broken or refused; an output that cannot be written
    4    another process writes the diary
    130  interrupted by Ctrl-C
    141  the reader of the output went away, as in `wardiary replay FILE | head`

The codes of the library's own errors are theirs (`wardiary.events.errors`). A traceback is shown for `--debug` only.
"""

import contextlib
import errno
import os
import sys
import traceback
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

from wardiary.cli.output import error_line, show_warnings
from wardiary.events.errors import WardiaryError

__all__ = [
    "COMPLETE",
    "DIFFERENCE",
    "FINE",
    "INTERRUPTED",
    "PROGRAM",
    "READER_GONE",
    "UNUSABLE",
    "WRONG_USE",
    "Settings",
    "run",
]

FINE = 0
DIFFERENCE = 1
WRONG_USE = 2
UNUSABLE = 3
INTERRUPTED = 130
READER_GONE = 141
PROGRAM = "wardiary"
_DISK_FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
COMPLETE = "_WARDIARY_COMPLETE"
"""The environment variable by which a shell asks for completions."""


class Settings:
    """What holds for the whole run of the program, the `obj` of click's contexts."""

    def __init__(self) -> None:
        self.debug = False


def run(group: click.Command, arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; every exception ends here."""
    settings = Settings()
    try:
        code = _invoke(group, sys.argv[1:] if arguments is None else arguments, settings)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except (KeyboardInterrupt, click.Abort) as error:
        return _report(error, settings, INTERRUPTED, "interrupted")
    except click.ClickException as error:
        return _wrong_use(error, settings)
    except WardiaryError as error:
        where = "".join(f"{note}: " for note in getattr(error, "__notes__", ()))
        return _report(error, settings, error.exit_code, f"{where}{error}")
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _reader_gone()
        where = f"{os.fspath(error.filename)}: " if isinstance(error.filename, str | os.PathLike) else ""
        if not where and error.errno in _DISK_FULL:  # whatever else writes names its file
            where = "the output: "
        return _report(error, settings, UNUSABLE, f"{where}{error.strerror or error}")
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        return _report(error, settings, DIFFERENCE, f"a fault of this program, please report it ({words})")
    return code if isinstance(code, int) else FINE


def _invoke(group: click.Command, arguments: Sequence[str], settings: Settings) -> object:
    """What `click.Command.main` does, without its own ways of ending the program."""
    if instruction := os.environ.get(COMPLETE):
        return shell_complete(group, {}, PROGRAM, COMPLETE, instruction)
    with group.make_context(PROGRAM, list(arguments), obj=settings) as context:
        show_warnings()
        return group.invoke(context)


def _report(error: BaseException, settings: Settings, code: int, words: str) -> int:
    if settings.debug:
        traceback.print_exception(error)
    elif code == DIFFERENCE:
        words += " (--debug shows where)"
    # stderr may be closed as well: the exit code still says it.
    with contextlib.suppress(OSError):
        error_line(words)
    return code


def _wrong_use(error: click.ClickException, settings: Settings) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return WRONG_USE
    # The newlines and tabs are click's own layout.
    words = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        words += f" (`{context.command_path} --help` says more)"
    return _report(error, settings, UNUSABLE if isinstance(error, click.FileError) else WRONG_USE, words)


def _reader_gone() -> int:
    """Whoever read our output has enough of it. What is still buffered must not raise again at exit."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return READER_GONE
