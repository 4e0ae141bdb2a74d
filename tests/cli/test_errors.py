"""Whatever a command raises ends as one line on stderr and the exit code that is promised."""

import errno
import os
from collections.abc import Iterator

import click
import pytest

from wardiary.cli.doors import door
from wardiary.cli.errors import run
from wardiary.events import errors as e

CODES: list[tuple[BaseException, int, str]] = [
    (e.UsageError("no seat 'gren'"), 2, "no seat 'gren'"),
    (e.UnknownGame("no game 'x'"), 2, "no game 'x'"),
    (e.NotAStepEnd("no step ends there"), 2, "no step ends there"),
    (e.FileExists("a exists"), 2, "a exists"),
    (e.Refused("TINY-3: the road ends here"), 3, "TINY-3: the road ends here"),
    (e.TakeBackRefused("past a roll", event=20), 3, "past a roll"),
    (e.DataError("tiny.toml: bad"), 3, "tiny.toml: bad"),
    (e.BrokenChain("is broken", line=3), 3, "line 3: is broken"),
    (e.WriteFailed("disk full"), 3, "disk full"),
    (e.Locked("a: is being written"), 4, "a: is being written"),
    (e.Departure("differs"), 1, "differs (--debug shows where)"),
    (e.RulesFault("the rules failed"), 1, "the rules failed (--debug shows where)"),
    (OSError(errno.ENOENT, "No such file or directory", "a\x1b[1m"), 3, "a\\x1b[1m: No such file or directory"),
    (click.FileError("f", "denied"), 3, "Could not open file 'f': denied"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (click.Abort(), 130, "interrupted"),
    (BrokenPipeError(errno.EPIPE, "Broken pipe"), 141, ""),
    (ZeroDivisionError("no"), 1, "a fault of this program, please report it (ZeroDivisionError: no)"),
    (RecursionError("deep"), 1, "a fault of this program, please report it (RecursionError: deep)"),
]


def failing(error: BaseException) -> click.Command:
    @door("fail", examples=["wardiary fail"])
    def fail_command() -> None:
        """Fail."""
        raise error

    return fail_command


@pytest.fixture(autouse=True)
def _stdout_survives(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """A reader that is gone takes this process's stdout away."""
    kept = os.dup(1)
    yield
    os.dup2(kept, 1)
    os.close(kept)


@pytest.mark.parametrize(("error", "code", "words"), CODES, ids=[repr(error) for error, *_ in CODES])
def test_errors_end_as_one_line_and_a_code(
    error: BaseException, code: int, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(failing(error), []) == code
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == (1 if words else 0)
    assert words in err
    assert "Traceback" not in err


def test_debug_shows_the_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(failing(e.Refused("TINY-3: no")), ["--debug"]) == 3
    err = capfd.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "fail_command" in err
    assert err.endswith("wardiary: TINY-3: no\n")


def test_every_error_of_the_library_has_a_designed_code() -> None:
    """A new class of errors gets one of the codes that the documentation promises."""

    def below(kind: type[e.WardiaryError]) -> list[type[e.WardiaryError]]:
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in below(child))]

    assert {kind.exit_code for kind in below(e.WardiaryError)} == {1, 2, 3, 4}
