"""A whole game of Freezing Death as two people played it at a table, from their script to the reports.

`tests/evening/freezing.script` is the game, `tests/evening/freezing.transcript` what the command line says about it,
command by command; the diary's last commit line, and with it the hash of every byte, stands there too. When a change
of words, rules or format is meant to show there,

    WARDIARY_RENEW=1 pytest tests/cli/test_freezing_evening.py

writes the transcript anew: read the difference before you keep it.
"""

import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli.running import ROOT, Outcome, Run

from wardiary.core.registry import codec_for
from wardiary.events.common import Ended, Fixed, Noted, Rolled, Sealed, TookBack
from wardiary.events.diary import open_diary
from wardiary.events.freezing import Drawn
from wardiary.events.kinds import Event, Order
from wardiary.replay.record import record

EVENING = ROOT / "tests" / "evening"
SCRIPT, TRANSCRIPT = EVENING / "freezing.script", EVENING / "freezing.transcript"
COMMAND = re.compile(r"^\$ (.*)\n", re.MULTILINE)
RENEW = bool(os.environ.get("WARDIARY_RENEW"))


def events_of(path: Path) -> list[Event]:
    return [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "evening.diary"
    record(SCRIPT, path)
    return path


def carried_out(words: Sequence[str], wardiary: Run) -> str:
    """What a command of the transcript prints; only commands that succeed stand there."""
    if words[0] == "tail":
        return Path(words[-1]).read_text(encoding="utf-8").splitlines()[-1] + "\n"
    told: Outcome = wardiary(*words[1:])
    assert (words[0], told.code) == ("wardiary", 0), told
    return told.out


def test_the_command_line_over_the_whole_game(wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    monkeypatch.chdir(tmp_path)
    preface, *parts = COMMAND.split(TRANSCRIPT.read_text(encoding="utf-8"))
    commands = parts[0::2]
    assert len(commands) >= 20
    anew = preface
    for command, expected in zip(commands, parts[1::2], strict=True):
        told = carried_out(shlex.split(command), wardiary)
        anew += f"$ {command}\n{told}"
        assert RENEW or told.rstrip("\n") == expected.rstrip("\n"), command
        anew += "\n"
    if RENEW:
        TRANSCRIPT.write_text(anew.rstrip("\n") + "\n", encoding="utf-8")


def test_the_game_is_whole(evening: Path) -> None:
    events = events_of(evening)
    (ended,) = [event for event in events if isinstance(event, Ended)]
    assert (ended.kind, ended.winners) == ("sov_total", ("sov",))
    assert isinstance(events[-1], Sealed)
    assert sum(isinstance(event, Order) for event in events) > 350
    kinds = Counter(type(event) for event in events)
    assert [kinds[kind] for kind in (TookBack, Fixed)] == [2, 2]
    assert kinds[Noted] >= 4
    assert {event.source for event in events if isinstance(event, Rolled | Drawn)} == {"script"}
    assert not any(event.forced for event in events if isinstance(event, TookBack))


def test_the_script_reads_like_an_evening() -> None:
    """Each impulse has its comment, every decision its line, and cards are called by their titles."""
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 120
    played = [line for line in lines if re.match("(sov|fin): (event|action) ", line)]
    told = [line for line in lines if re.match("# (Veera|Onni) [1-8]\\. ", line)]
    assert len(played) == len(told) + 1  # one card was taken back
    assert [line for line in played if re.search("[0-9]", line)] == []
    assert len([line for line in lines if line.startswith("# ===== Turn ")]) == 5


def test_an_export_for_a_seat_hides_what_the_other_drew(wardiary: Run, evening: Path, tmp_path: Path) -> None:
    told = wardiary("export", evening, "--as", "fin", "-o", tmp_path / "fin.jsonl")
    assert told.code == 0
    lines = map(json.loads, (tmp_path / "fin.jsonl").read_text(encoding="utf-8").splitlines())
    drawn = [line["event"] for line in lines if line.get("event", {}).get("t") == "drawn"]
    assert {card for draw in drawn if draw["by"] == "sov" for card in draw["cards"]} == {"?"}
    assert "?" not in {card for draw in drawn if draw["by"] == "fin" for card in draw["cards"]}
    assert len(drawn) == sum(isinstance(event, Drawn) for event in events_of(evening))
