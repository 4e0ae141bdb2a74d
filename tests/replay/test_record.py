"""Scripts: what they say, what is wrong with them and where, the diary they make or do not make."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import TINY, broken, events_of, folded, live, raises_on_third

from wardiary.events import tiny as e
from wardiary.events.common import Fixed, Header, Noted, Rolled, Sealed, TookBack
from wardiary.events.errors import FileExists, RulesFault, ScriptError
from wardiary.replay.record import record, record_script
from wardiary.replay.script import parse_script
from wardiary.replay.session import Session

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "scripts.md"
HEAD = "game: tiny\n"
DRAWN = HEAD + "draw 02\ndraw 03\ndraw 04\ndraw 05\n"


def example() -> str:
    found = re.search(r"```script\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "evening.txt"
    path.write_text(example(), encoding="utf-8")
    return path


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_example_of_the_document_is_a_whole_game(script: Path, tmp_path: Path) -> None:
    out = tmp_path / "evening.diary"
    session = record(script, out)
    assert session.over
    events = events_of(out)
    assert folded(out) == live(session)
    assert isinstance(events[-1], Sealed)
    header = events[0]
    assert isinstance(header, Header)
    assert (header.written, header.dice_source.source) == (None, "script")
    kinds = [type(event) for event in events]
    assert [kinds.count(kind) for kind in (Noted, TookBack, Fixed)] == [1, 1, 1]
    assert {event.source for event in events if isinstance(event, Rolled | e.Drawn)} == {"script"}
    assert files(tmp_path) == {"evening.txt", "evening.diary"}


def test_the_same_script_gives_the_same_bytes(script: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.diary", tmp_path / "two.diary"
    record(script, one)
    record(script, two)
    assert one.read_bytes() == two.read_bytes()
    script.write_text(example() + "# an afterthought\n", encoding="utf-8")
    other = record(script, tmp_path / "three.diary")
    assert other.header.id != events_of(one)[0].id  # type: ignore[attr-defined]


def test_a_script_with_a_seed_and_a_computer_player_needs_orders_only(script: Path, tmp_path: Path) -> None:
    script.write_text("game: tiny\ndice: seed:5\nseat blue: greedy\nred: #1\nred: halt\n", encoding="utf-8")
    session = record(script, tmp_path / "x.diary")
    assert session.header.seats == {"red": "human", "blue": "greedy"}
    assert {event.source for event in session.log.events if isinstance(event, e.Drawn)} == {"seed"}
    assert sum(isinstance(event, e.Halt) for event in session.log.events) >= 1


def test_an_unfinished_script_leaves_a_diary_to_go_on_with(script: Path, tmp_path: Path) -> None:
    script.write_text(DRAWN + "red: bids 02\n", encoding="utf-8")
    out = tmp_path / "x.diary"
    record(script, out)
    with Session.resume(out, table=TINY) as session:
        session.answer(e.Bid(by="blue", card="05"))
        assert isinstance(session.state.frames[-1], e.AskMarch)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (HEAD + "fly 3", 2, "'fly 3' cannot be understood; expected is one of: SEAT: an order, roll 3 6"),
        (HEAD + "game: x", 2, "game is said twice"),
        (HEAD + "seat red: human\nseat  red: human", 3, "seat red is said twice"),
        (HEAD + "scenario:", 2, "scenario: what?"),
        (DRAWN + "dice: seed:1", 6, "dice stands at the head of a script"),
        (HEAD + "draw 99", 2, "'99' is no card of orders"),
        (HEAD + "red: halt", 2, "an order of red, where `draw ...` is expected (red: draw 1 from orders)"),
        (HEAD + "\n# remark\nroll 3", 4, "roll, where `draw ...` is expected"),
        (DRAWN + "red: bids 0", 6, "'bids 0' is no answer here; answers are"),
        (DRAWN + "red: bids", 6, "'bids' may be #1 red bids 02, #2 red bids 03"),
        (DRAWN + "green: bids 02", 6, "'green', where red or blue is asked (red and blue: bid a card)"),
        (DRAWN + "roll 3", 6, "'roll', where an order is expected (red and blue: bid a card)"),
        (DRAWN + "red: bids 02\nred: bids 03", 7, "'red', where blue is asked"),
        (HEAD + "take back", 2, "no decision has been made yet"),
        (HEAD + "take back now", 2, "'take back now' cannot be understood"),
        (DRAWN + "red: #1\nblue: #1\ntake back", 8, "has been seen since"),
        (HEAD + "fix roll 3", 2, "there is no roll to fix"),
        (DRAWN + "fix roll 3", 6, "there is no roll to fix"),
        (DRAWN + "red: #1\nfix draw 99", 7, "'99' is no card of orders"),
        (HEAD + '{"t":"tiny.march","unit":9}', 2, "a draw of red from orders is asked now, no tiny.march"),
        (HEAD + '{"t":"tiny.march","unit":-9}', 2, "is no order, roll or draw of this game: Expected `int` >= 0"),
        (HEAD + '{"t":"tiny.flee"}', 2, "is no order, roll or draw of this game: Invalid value 'tiny.flee'"),
        (HEAD + '{"t":"noted","text":"x"}', 2, "noted is no order, roll or draw"),
        (HEAD + "{" * 5000, 2, "is no order, roll or draw of this game"),
        (HEAD + "note " + "x" * 5000, 2, "a note has at most 4096 characters, this one has 5000"),
        (HEAD + "\x1b[31mred\x1b[0m", 2, "cannot be understood"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_left(
    script: Path, tmp_path: Path, text: str, line: int, message: str
) -> None:
    script.write_text(text, encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        record(script, tmp_path / "x.diary")
    assert str(caught.value).startswith(f"{script}, line {line}: ")
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert files(tmp_path) == {"evening.txt"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "names no game"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"game: tiny\nseat green: human\n", "no seat 'green'"),
        (b"game: tiny\nseat red: napoleon\n", "no player 'napoleon'"),
        (b"game: tiny\ndice: cup\n", "'cup' is neither `script` nor `seed:N`"),
        (b"game: tiny\ndice: seed:\n", "is neither"),
        (b"game: tiny\nscenario: sea\n", "no scenario 'sea'"),
        (b"game: tiny\noption fog: on\n", "no option 'fog'"),
        (b"#" * (5 << 20), "a script has at most"),
    ],
)
def test_a_wrong_head_is_named(script: Path, tmp_path: Path, content: bytes, message: str) -> None:
    script.write_bytes(content)
    with pytest.raises(ScriptError, match=re.escape(message)):
        record(script, tmp_path / "x.diary")
    assert files(tmp_path) == {"evening.txt"}


def test_the_commands_game_must_be_the_scripts(script: Path, tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="is a script of tiny, not of other"):
        record(script, tmp_path / "x.diary", game="other")
    script.write_text(example().replace("game: tiny\n", ""), encoding="utf-8")
    assert record(script, tmp_path / "x.diary", game="tiny").over


@pytest.mark.parametrize("missing", ["missing.txt", "."])
def test_a_script_that_cannot_be_read_is_named(tmp_path: Path, missing: str) -> None:
    with pytest.raises(ScriptError, match="cannot be read"):
        record(tmp_path / missing, tmp_path / "x.diary")


def test_an_existing_file_is_not_overwritten(script: Path, tmp_path: Path) -> None:
    (tmp_path / "x.diary").write_text("mine")
    with pytest.raises(FileExists):
        record(script, tmp_path / "x.diary")
    assert (tmp_path / "x.diary").read_text() == "mine"
    assert files(tmp_path) == {"evening.txt", "x.diary"}


def test_a_rules_fault_names_the_line_and_is_no_fault_of_the_script(tmp_path: Path) -> None:
    script = parse_script(DRAWN + "red: #1\nblue: #2\nblue: march 6\n", "evening.txt")
    with pytest.raises(RulesFault, match=r"evening.txt, line 8: the rules failed: ZeroDivisionError in core\."):
        record_script(script, broken(raises_on_third), tmp_path / "x.diary")
    assert files(tmp_path) == set()


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("red: march 3", ("red", "", "march 3")),
        ("  roll 3 6  ", ("", "roll", "3 6")),
        ("take  back!", ("", "take back!", "")),
        ("undo", ("", "take back", "")),
        ("undo!", ("", "take back!", "")),
        ("fix   roll 3", ("", "fix roll", "3")),
        ("note a: b # c", ("", "note", "a: b # c")),
        ("note", ("", "note", "")),
        ('red: {"t":"tiny.halt"}', ("red", "", '{"t":"tiny.halt"}')),
        ('{"t":"tiny.halt"}', ("", "", '{"t":"tiny.halt"}')),
    ],
)
def test_lines_are_read(line: str, read: tuple[Any, ...]) -> None:
    (found,) = parse_script(f"# first\r\n\n{line}\r\n").lines
    assert (found.number, found.seat, found.verb, found.text) == (3, *read)
