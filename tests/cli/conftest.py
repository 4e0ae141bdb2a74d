"""The command line in tests: called in this process where that tells enough, as a child process where not."""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path

import pytest
from tests.cli.person import Person, Sit
from tests.cli.running import ROOT, Outcome, Run, Start

from wardiary.cli.errors import run
from wardiary.cli.main import cli
from wardiary.cli.playing import dice_named
from wardiary.cli.terminal import Conversation
from wardiary.replay.beginning import Setting
from wardiary.replay.session import Session
from wardiary.replay.table import Table


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """The environment of child processes, in which the package is found as it is here."""
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


@pytest.fixture
def wardiary(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process."""

    def call(*arguments: str | Path, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = run(cli, [str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return call


@pytest.fixture
def child(environment: dict[str, str]) -> Run:
    """Run a command line as a process of its own and wait for it."""

    def call(*arguments: str | Path, stdin: str = "") -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "wardiary.cli", *map(str, arguments)],
            input=stdin,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    """Start a command line as a process of its own; whatever still runs at the end is killed."""
    running: list[subprocess.Popen[str]] = []

    def begin(*arguments: str | Path) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "wardiary.cli", *map(str, arguments)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


def played(*arguments: str, stdin: str = "") -> bytes:
    """The diary of a game that is played by these arguments and lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.diary"
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            assert run(cli, ["play", "tiny", "-o", str(path), *arguments]) == 0
        return path.read_bytes()


@pytest.fixture(scope="session")
def finished_game() -> bytes:
    return played("--seat", "red=greedy", "--seat", "blue=random", "--dice", "seed:7")


@pytest.fixture(scope="session")
def stopped_game() -> bytes:
    return played("--dice", "typed", "--open", stdin="3\n7\n5\n1\nred bids 7\n")


@pytest.fixture
def diary(finished_game: bytes, tmp_path: Path) -> Path:
    """A finished, sealed game of Tiny between computer players, with an open seed."""
    path = tmp_path / "game.diary"
    path.write_bytes(finished_game)
    return path


@pytest.fixture
def open_diary_file(stopped_game: bytes, tmp_path: Path) -> Path:
    """A game of Tiny that was left after red's bid: people in both seats, dice and cards typed."""
    path = tmp_path / "open.diary"
    path.write_bytes(stopped_game)
    return path


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Begin a game of Tiny and play these lines."""
    numbers = count()

    def play(
        *lines: str,
        seats: dict[str, str] | None = None,
        dice: str = "seed:1",
        open_hands: bool = False,
        tty: bool = True,
        at_curtain: Sequence[str] = (),
    ) -> tuple[Session, Person]:
        setting = Setting(dice=dice_named(dice), seats=seats or {})
        person = Person(lines, interactive=tty, at_curtain=at_curtain)
        with Session.create(tmp_path / f"{next(numbers)}.diary", Table.lay("tiny"), setting) as session:
            Conversation(session, person, open_hands=open_hands).run()
        return session, person

    return play
