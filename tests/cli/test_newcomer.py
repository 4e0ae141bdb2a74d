"""What a newcomer stumbled over in the commands: files and folders, what is counted, what is said."""

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.core.registry import codec_for
from wardiary.events.common import Drawn
from wardiary.events.diary import DiaryWriter, open_diary
from wardiary.events.kinds import Event, Order


def events(path: Path) -> list[Event]:
    return [event for piece in open_diary(path, codec_for).events(canonical=True) for event in piece]


def test_a_glance_leaves_the_diary_as_it_was(wardiary: Run, open_diary_file: Path) -> None:
    before = open_diary_file.read_bytes()
    told = wardiary("resume", open_diary_file, "--open", stdin="log 3\nboard\nquit\n")
    assert told.code == 0
    assert "red human, blue human; dice typed; last event " in told.out.splitlines()[0]
    assert open_diary_file.read_bytes() == before


def test_a_wrong_line_of_piped_play_is_named(wardiary: Run, open_diary_file: Path) -> None:
    told = wardiary("resume", open_diary_file, "--open", stdin="blue bids 5\nmarhc 1\n")
    assert told.code == 2
    assert "wardiary: line 2 of the input: 'marhc 1' is no answer here" in told.err


def test_a_header_alone_is_told_what_to_do(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    path = tmp_path / "begun.diary"
    DiaryWriter.create(
        path, open_diary(diary, codec_for).header, codec_for(open_diary(diary, codec_for).header)
    ).close()
    assert "delete the file and begin again" in wardiary("resume", path).error
    assert "delete the file and begin again" in wardiary("check", path).out


def test_all_rolls_of_a_typed_game_were_told(wardiary: Run, open_diary_file: Path) -> None:
    told = wardiary("verify-dice", open_diary_file)
    assert (told.code, told.out) == (0, f"{open_diary_file}: no seed: all 4 rolls and draws were told by the table\n")


@pytest.mark.parametrize("arguments", [("completion",), ("completion", "tcsh"), ("show", "a", "--format", "png")])
def test_the_layout_of_a_message_is_no_control_character(arguments: tuple[str, ...], wardiary: Run) -> None:
    told = wardiary(*arguments)
    assert told.code == 2
    assert "\\n" not in told.error
    assert "\\x09" not in told.error


def test_a_fork_says_where_it_goes_on_and_what_was_played(wardiary: Run, open_diary_file: Path, tmp_path: Path) -> None:
    fork = tmp_path / "fork.diary"
    told = wardiary("fork", open_diary_file, "--at", "last", "--set", "bids 5", "-o", fork)
    at = len(events(open_diary_file))
    assert told.out == f"{fork}: goes on from event {at} of {open_diary_file}; played: blue bids 05\n"


def test_a_fix_in_words_of_an_order(wardiary: Run, open_diary_file: Path) -> None:
    n = next(n for n, event in enumerate(events(open_diary_file), 1) if isinstance(event, Order))
    told = wardiary("fix", open_diary_file, "--at", n, "--set", "red: bids 3")
    assert (told.code, told.out) == (0, f"Event {n} is put right.\n")
    again = wardiary("fix", open_diary_file, "--at", n, "--set", "red: bids 7")
    assert f"event {n} was given again as event " in again.error


def test_a_fix_of_a_drawn_card_says_that_it_was_drawn(wardiary: Run, open_diary_file: Path) -> None:
    second = [n for n, event in enumerate(events(open_diary_file), 1) if isinstance(event, Drawn)][1]
    told = wardiary("fix", open_diary_file, "--at", second, "--set", "draw 3")
    assert told.error == f"at event {second} red draws from orders: 03 has been drawn"


def test_a_seats_view_is_no_position(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    view.write_text(wardiary("show", diary, "--at", "turn:2", "--as", "red", "--format", "json").out)
    told = wardiary("play", "tiny", "-o", tmp_path / "a.diary", "--from", view)
    assert (told.code, told.error) == (3, "position: this is only what red may see; write it without --as")


def test_data_files_are_written_to_start_ones_own_from(wardiary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert wardiary("games", "--write-data", folder, "freezing").code == 0
    options = folder / "options.toml"
    options.write_text(options.read_text().replace("counters_reusable = true", "counters_reusable = false"))
    assert wardiary("play", "freezing", "-o", tmp_path / "a.diary", "--data", folder).code == 0
    again = wardiary("games", "--write-data", folder, "freezing")
    assert (again.code, "exists already" in again.error) == (2, True)
    assert "destroyed_counters_reusable = false" in options.read_text()
    assert wardiary("games", "--write-data", folder).error == "--write-data needs a game"


@pytest.mark.parametrize(
    ("file", "counts", "line"),
    [
        ("units.toml", "23 fact, 5 reconstructed", ""),
        ("setup.toml", "0 fact, 1 reconstructed", "  reconstructed units"),
    ],
)
def test_facts_and_reconstructions_are_told_by_name(file: str, counts: str, line: str, wardiary: Run) -> None:
    told = wardiary("games", "freezing", "--provenance").out.splitlines()
    marks = json.loads(wardiary("games", "freezing", "--provenance", "--json").out)
    assert f"{file}: {counts}" in told
    assert line in told or not line
    assert counts == f"{sum(m == 'fact' for m in marks[file].values())} fact, " + (
        f"{sum(m == 'reconstructed' for m in marks[file].values())} reconstructed"
    )


def test_marks_of_ones_own_data_are_told(wardiary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert wardiary("games", "--write-data", folder, "tiny").code == 0
    table = folder / "tiny.toml"
    table.write_text(table.read_text().replace('"hand", ', "").replace("places = 5", "places = 7"))
    told = wardiary("games", "tiny", "--provenance", "--data", folder).out
    assert (
        told
        == "tiny.toml: 5 fact, 1 reconstructed\n  fact turns, places, hits_on, companies, cards; reconstructed hand\n"
    )
    assert wardiary("games", "tiny", "--data", folder).out != wardiary("games", "tiny").out
    for option in ("--provenance", "--data"):
        wrong = wardiary("games", option, *([folder] if option == "--data" else []))
        assert (wrong.code, wrong.error) == (2, f"{option} needs a game")


def test_a_house_rule_among_the_options_points_to_its_file(wardiary: Run, tmp_path: Path) -> None:
    told = wardiary("play", "freezing", "-o", tmp_path / "a.diary", "--option", "destroyed_counters_reusable=false")
    assert told.code == 2
    assert "It stands in options.toml: `wardiary games --write-data DIR freezing`" in told.error


def test_a_row_of_plain_values_is_one_difference(wardiary: Run, open_diary_file: Path, tmp_path: Path) -> None:
    fork = tmp_path / "fork.diary"
    drawn = next(n for n, event in enumerate(events(open_diary_file), 1) if isinstance(event, Drawn))
    assert wardiary("fork", open_diary_file, "--at", drawn - 1, "--set", "draw 12", "-o", fork).code == 0
    told = wardiary("diff", open_diary_file, fork).out
    assert f"they part after event {drawn - 1}:" in told
    assert sum(line.strip().startswith("bag") for line in told.split("state at the end")[0].splitlines()) == 1
