"""`play`, `resume`, `note` and `fix` as commands: what they write, say and return."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.core.registry import codec_for
from wardiary.events.common import Embedded, Noted, Resumed, Sealed
from wardiary.events.diary import open_diary
from wardiary.events.kinds import Event

MARCH = ["3", "7", "5", "1", "red bids 7", "blue bids 5"]


def events(path: Path) -> list[Event]:
    return [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_game_between_computers_is_played_and_sealed(diary: Path) -> None:
    assert isinstance(events(diary)[-1], Sealed)


def test_seats_dice_scenario_stand_in_the_header(wardiary: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    assert (
        wardiary("play", "tiny", "-o", path, "--seat", "blue=greedy", "--dice", "seed:5", "--scenario", "road").code
        == 0
    )
    header = open_diary(path, codec_for).header
    assert header.seats == {"red": "human", "blue": "greedy"}
    assert (header.dice_source.source, header.dice_source.seed, header.scenario) == ("seed", "5", "road")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", header.written or "")


def test_leaving_says_how_to_go_on_and_going_on_does(wardiary: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    left = wardiary("play", "tiny", "-o", path, "--dice", "typed", "--open", stdin=lines(*MARCH[:3]))
    assert left.code == 0
    assert f"`wardiary resume {path}` goes on" in left.err
    on = wardiary("resume", path, "--open", stdin=lines(*MARCH[3:], "quit"))
    assert on.code == 0
    assert "red: march a company (2 points left) or halt" in on.out
    assert sum(isinstance(event, Resumed) for event in events(path)) == 1


def test_secret_dice_lie_beside_the_diary_until_it_is_sealed(wardiary: Run, tmp_path: Path) -> None:
    path, secret = tmp_path / "a.diary", tmp_path / "a.diary.secret"
    assert wardiary("play", "tiny", "-o", path).code == 0
    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.read_text().strip() not in path.read_text()
    sealed = wardiary("resume", path, stdin="seal!\n")
    assert sealed.code == 0
    assert f"{path}: sealed" in sealed.err
    assert f"`wardiary fork {path} --at last -o OTHER` goes on from here" in sealed.err
    assert not secret.exists()
    assert wardiary("resume", path).code == 3


def test_a_position_makes_a_start(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    shown = wardiary("show", diary, "--at", "turn:3", "--format", "json")
    position = tmp_path / "position.json"
    position.write_text(shown.out)
    path = tmp_path / "from.diary"
    assert wardiary("play", "tiny", "-o", path, "--from", position, "--dice", "typed").code == 0
    again = wardiary("show", path, "--format", "json")
    assert json.loads(again.out) == json.loads(shown.out)


def test_own_data_is_played_with_and_embedded(wardiary: Run, tmp_path: Path) -> None:
    from wardiary.core.component_data import data_texts

    folder = tmp_path / "data"
    folder.mkdir()
    own = data_texts("wardiary.core.games.tiny")["tiny.toml"]
    (folder / "tiny.toml").write_text(re.sub(r"(?m)^turns = \d+", "turns = 2", own))
    path = tmp_path / "own.diary"
    played = wardiary("play", "tiny", "-o", path, "--data", folder)
    assert played.code == 0
    assert "turn 1 of 2" in played.out
    assert any(isinstance(event, Embedded) for event in events(path))


@pytest.mark.parametrize("stdin", [None, "From stdin.\n"])
def test_a_note_stands_in_the_diary(stdin: str | None, wardiary: Run, open_diary_file: Path) -> None:
    before = len(events(open_diary_file))
    text = "-" if stdin else "Red thought for an hour."
    noted = wardiary("note", open_diary_file, text, stdin=stdin or "")
    assert noted.code == 0
    after = events(open_diary_file)
    assert after[before:] == [Noted(text=(stdin or text).strip())]
    assert f"noted as event {before + 1}" in noted.err


def test_a_mistyped_card_is_fixed_and_the_rest_carried_over(wardiary: Run, open_diary_file: Path) -> None:
    told = events(open_diary_file)
    n = next(n for n, event in enumerate(told, 1) if getattr(event, "cards", None) == ("03",))
    fixed = wardiary("fix", open_diary_file, "--at", n, "--set", '{"cards":["08"]}', "--json")
    assert (fixed.code, json.loads(fixed.out)["answers"], json.loads(fixed.out)["stopped_at"]) == (0, 4, None)
    assert wardiary("check", open_diary_file).code == 0
    shown = wardiary("show", open_diary_file)
    assert "hand of red: 08" in shown.out


def test_a_fix_that_stops_the_rest_says_where(wardiary: Run, open_diary_file: Path) -> None:
    told = events(open_diary_file)
    n = next(n for n, event in enumerate(told, 1) if getattr(event, "cards", None) == ("07",))
    fixed = wardiary("fix", open_diary_file, "--at", n, "--set", '{"cards":["08"]}')
    assert fixed.code == 0
    assert "2 later answers are carried over, that of event" in fixed.out
    assert "TINY-2" in fixed.out


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        ("07", 0, ""),
        ("draw 7", 0, ""),
        ("bids 12", 2, "red draws from orders: "),
        ("03", 2, "says that already"),
        ("05", 0, ""),
        ('{"cards":["99"]}', 3, "99 is not in orders"),
        ('{"cards":["07"]}', 0, ""),
        ('{"cards":["03"]}', 2, "says that already"),
        ('{"t":"tiny.halt"}', 2, "red draws from orders; a tiny.halt is not asked"),
        ("{", 2, "is no answer of this game"),
        ('{"cards":' + "[" * 5000, 2, "is no answer of this game"),
        ("[1]", 2, "is no answer of this game"),
    ],
)
def test_a_refused_fix_leaves_no_trace(value: str, code: int, words: str, wardiary: Run, open_diary_file: Path) -> None:
    n = next(n for n, event in enumerate(events(open_diary_file), 1) if getattr(event, "cards", None) == ("03",))
    before = open_diary_file.read_bytes()
    told = wardiary("fix", open_diary_file, "--at", n, "--set", value)
    assert (told.code, words in told.err) == (code, True)
    assert code == 0 or open_diary_file.read_bytes() == before


class Terminal:
    """A child process at a terminal of its own."""

    def __init__(self, environment: dict[str, str], *arguments: str | Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wardiary.cli", *map(str, arguments)],
            env={**environment, "TERM": "xterm"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def expect(self, words: str, seconds: float = 300) -> str:
        """What was shown up to these words, which must come."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            assert time.monotonic() < end, f"no {words!r} in {self.seen!r}"
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                self.seen += os.read(self.master, 65536).decode()
        shown, _, self.seen = self.seen.partition(words)
        return shown

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def close(self) -> int:
        self.process.kill()
        self.process.wait(30)
        os.close(self.master)
        return self.process.returncode


def test_at_a_real_terminal_the_screen_is_passed_and_cleared(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal(environment, "play", "tiny", "-o", tmp_path / "a.diary", "--dice", "seed:1")
    try:
        terminal.expect("Pass the screen to red, who presses Enter.")
        terminal.type("")
        terminal.expect("\x1b[H\x1b[2J\x1b[3J")
        terminal.expect("hand of red: ")
        terminal.expect("> ")
        terminal.type("nonsense")
        terminal.expect("is no answer here")
        terminal.type("#1")
        terminal.expect("\x1b[H\x1b[2J\x1b[3J")
        terminal.expect("Pass the screen to blue")
        terminal.type("")
        assert "hand of red" not in terminal.expect("hand of blue: ")
        terminal.expect("> ")
        terminal.type("quit")
        terminal.expect("goes on")
        assert terminal.process.wait(30) == 0
    finally:
        terminal.close()


def test_ctrl_c_at_a_terminal_keeps_the_game(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    terminal = Terminal(environment, "play", "tiny", "-o", path, "--seat", "blue=greedy", "--dice", "seed:1")
    try:
        terminal.expect("bid a card")
        terminal.expect("> ")
        terminal.process.send_signal(2)
        terminal.expect(f"`wardiary resume {path}` goes on")
        assert terminal.process.wait(30) == 130
    finally:
        terminal.close()
    assert events(path)


def test_progress_is_shown_to_a_terminal_and_to_nothing_else(
    environment: dict[str, str], wardiary: Run, tmp_path: Path
) -> None:
    arguments = ("simulate", "tiny", "-n", 3, "--seed", "1")
    terminal = Terminal(environment, *map(str, arguments), "-o", tmp_path / "seen")
    try:
        terminal.expect("tiny: 3 games  [")
        terminal.expect("3/3")
        terminal.expect("a second")
        assert terminal.process.wait(30) == 0
    finally:
        terminal.close()
    assert "[" not in wardiary(*arguments, "-o", tmp_path / "unseen").err
