"""The commands that read: what they print for people and for programs, and their exit codes."""

import json
import re
import zipfile
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import Run
from tests.replay.diaries import game, write

from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.registry import codec_for
from wardiary.core.state import decode_state, encode_state
from wardiary.events.common import Back, Drawn, Rolled
from wardiary.events.diary import DiaryWriter, open_diary
from wardiary.events.helsinki import AskWindow
from wardiary.events.kinds import Event
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table


def events(path: Path) -> list[Event]:
    return [event for piece in open_diary(path, codec_for).events() for event in piece]


@pytest.mark.parametrize("at", ["1", "17", "last", "turn:2"])
def test_show_is_the_state_after_an_event(at: str, wardiary: Run, diary: Path) -> None:
    told = wardiary("show", diary, "--at", at, "--format", "json")
    assert (told.code, told.err) == (0, "")
    replay = Replay(diary)
    assert encode_state(decode_state(SPEC.fold.state, told.out)) == encode_state(replay.state_at(replay.number(at)))


def test_show_keeps_the_question_that_only_another_seat_sees(wardiary: Run, tmp_path: Path) -> None:
    table = Table.lay("helsinki")
    steps = game(2, table=table, most=300)
    asked = next(i for i, step in enumerate(steps) if isinstance(step[-1], AskWindow) and step[-1].side == "red")
    file = write(tmp_path / "window.diary", steps[: asked + 1], table=table)
    last = {seat: wardiary("show", file, "--as", seat).out.splitlines()[-1] for seat in table.spec.seats}
    assert last["red"] == "Reds: a card as the initiative begins, or pass"
    assert last["german"] == last["white"]
    assert "a card" not in last["german"]


def test_show_is_a_board_and_what_is_asked(wardiary: Run, open_diary_file: Path) -> None:
    told = wardiary("show", open_diary_file)
    assert told.out.splitlines()[0] == f"after event {len(events(open_diary_file))} of {len(events(open_diary_file))}"
    assert "hand of red: 03" in told.out
    assert "hand of blue: 01 05" in told.out
    assert told.out.splitlines()[-1] == "blue: bid a card"


@pytest.mark.parametrize("form", ["text", "json"])
def test_show_as_a_seat_hides_the_rest(form: str, wardiary: Run, open_diary_file: Path) -> None:
    told = wardiary("show", open_diary_file, "--as", "red", "--format", form).out
    if form == "text":
        assert "hand of blue" not in told
    else:
        seen = json.loads(told)
        assert seen["seat"] == "red"
        assert (seen["state"]["hands"]["blue"], seen["state"]["hands"]["red"]) == ([], ["03"])


def test_replay_tells_every_event_that_has_words(wardiary: Run, diary: Path) -> None:
    told = wardiary("replay", diary).out.splitlines()
    numbers = [int(line.split()[0]) for line in told]
    assert numbers == sorted(set(numbers))
    assert sum(" rolls " in line for line in told) == sum(isinstance(event, Rolled) for event in events(diary))
    assert any("The game ends: " in line for line in told)
    as_json = json.loads(wardiary("replay", diary, "--json").out)
    assert [entry["event"] for entry in as_json] == numbers


def test_replay_from_and_to(wardiary: Run, diary: Path) -> None:
    told = wardiary("replay", diary, "--from", "turn:2", "--to", "turn:3").out.splitlines()
    replay = Replay(diary)
    first, last = replay.number("turn:2"), replay.number("turn:3")
    assert {first <= int(line.split()[0]) <= last for line in told} == {True}


def test_replay_as_a_seat_hides_cards(wardiary: Run, open_diary_file: Path) -> None:
    told = wardiary("replay", open_diary_file, "--as", "red").out
    assert "blue draws ? from orders" in told
    assert "blue draws 05" not in told


@pytest.mark.parametrize("seat", ["red", "german", "white"])
def test_replay_as_a_seat_hides_the_numbers_of_what_it_does_not_know(seat: str, wardiary: Run, tmp_path: Path) -> None:
    """A question that only another seat sees would show as a gap."""
    table = Table.lay("helsinki")
    steps = game(2, table=table, most=300)
    asked = next(i for i, step in enumerate(steps) if any(isinstance(event, AskWindow) for event in step))
    file = write(tmp_path / "window.diary", steps[: asked + 20], table=table)
    told = wardiary("replay", file, "--as", seat, "--orders").out.splitlines()
    assert len(told) > 20
    assert {line[:2] for line in told} == {"  "}
    assert not any(line.split()[0].isdigit() for line in told)
    stepped = wardiary("replay", file, "--as", seat, "--orders", "--step", stdin="\n" * 1000).out.splitlines()
    assert stepped == told
    as_json = json.loads(wardiary("replay", file, "--as", seat, "--orders", "--json").out)
    assert [set(one) for one in as_json] == [{"words"}] * len(told)
    assert wardiary("show", file, "--as", seat).out.splitlines()[0] == f"as {seat} sees it"


def test_a_seat_is_told_of_a_take_back_without_numbers(wardiary: Run, open_diary_file: Path) -> None:
    assert wardiary("resume", open_diary_file, "--open", stdin="blue bids 5\nmarch 1\nundo\nlog 1\n").code == 0
    assert wardiary("replay", open_diary_file).out.splitlines()[-1].endswith("  Taken back to event 23.")
    assert wardiary("replay", open_diary_file, "--as", "blue").out.splitlines()[-1] == "  Taken back."


def test_replay_step_by_step_goes_both_ways(wardiary: Run, diary: Path) -> None:
    plain = wardiary("replay", diary).out.splitlines()
    stepped = wardiary("replay", diary, "--step", stdin="\n\nb\nnonsense\nboard\nq\n").out.splitlines()
    told = [line for line in stepped if line in plain]
    assert told[:4] == [plain[0], plain[1], plain[2], plain[1]]
    assert "Enter goes on, b goes back, board shows the position, q ends" in stepped
    assert any(line.startswith("turn ") for line in stepped)


def test_replay_step_by_step_ends_with_the_input_or_the_game(wardiary: Run, diary: Path) -> None:
    assert len(wardiary("replay", diary, "--step").out.splitlines()) == 1
    everything = wardiary("replay", diary, "--step", stdin="\n" * 1000)
    assert everything.out == wardiary("replay", diary).out


def test_taken_back_events_are_told_on_request(wardiary: Run, open_diary_file: Path) -> None:
    lines = "blue bids 5\nmarch 1\nundo\nmarch 2\n"
    assert wardiary("resume", open_diary_file, "--open", stdin=lines).code == 0
    with_them = wardiary("replay", open_diary_file, "--orders", "--taken-back").out.splitlines()
    without = wardiary("replay", open_diary_file, "--orders").out.splitlines()
    assert [line.split(None, 1)[1] for line in with_them if line not in without] == ["red: march 1."]
    assert set(without) <= set(with_them)


def test_remarks_and_slips_are_told_wherever_they_stand(wardiary: Run, open_diary_file: Path) -> None:
    """They are about the evening, not about the stretch of the game that was taken back."""
    lines = "blue bids 5\nmarch 1\nnote Red thought for an hour.\nundo\nmarch 2\n"
    assert wardiary("resume", open_diary_file, "--open", stdin=lines).code == 0
    told = [line.split(None, 1)[1] for line in wardiary("replay", open_diary_file).out.splitlines()]
    assert told[-2:] == ["Note: Red thought for an hour.", "Taken back to event 23."]
    assert not any("new sitting" in line for line in told)


def test_orders_that_the_game_passes_over_are_told_on_request(wardiary: Run, open_diary_file: Path) -> None:
    assert wardiary("resume", open_diary_file, "--open", stdin="blue bids 5\nmarch 1\n").code == 0
    told = wardiary("replay", open_diary_file, "--orders", "--as", "blue").out.splitlines()
    assert told[-1] == "  red: march 1."
    assert f"{len(events(open_diary_file)):>6}  red: march 1." in wardiary("replay", open_diary_file, "--orders").out
    assert "red: red bids" not in "\n".join(told)
    assert any(line.endswith("  red bids a card face down.") for line in told)
    assert "march" not in wardiary("replay", open_diary_file).out.splitlines()[-1].replace("marches first", "")


def test_stats_count_what_is_there(wardiary: Run, diary: Path) -> None:
    told = json.loads(wardiary("stats", diary, "--json").out)
    assert told["events"] == len(events(diary))
    assert sum(told["by_type"].values()) == len(events(diary))
    rolled = [event for event in events(diary) if isinstance(event, Rolled)]
    assert sum(dice["rolls"] for dice in told["dice"]) == len(rolled)
    faces = Counter(face for event in rolled for face in event.dice)
    assert sum(dice["total"] for dice in told["dice"]) == sum(face * n for face, n in faces.items())
    assert "events in" not in wardiary("stats", diary).out
    assert f"{len(events(diary))} events in " in wardiary("stats", diary, "--verbose").out


def test_check_of_a_folder_is_check_of_its_diaries(wardiary: Run, diary: Path, open_diary_file: Path) -> None:
    told = wardiary("check", diary.parent)
    assert told.code == 0
    assert [line.split(": ")[0] for line in told.out.splitlines() if not line.startswith(" ")] == [
        str(diary),
        str(open_diary_file),
    ]
    assert told.err == "2 diaries: 2 clean, 0 depart from the rules, 0 cut short, 0 unreadable or broken\n"


def departing(diary: Path, path: Path) -> int:
    """A diary with a right chain in which the first march is another unit's; the number of the event."""
    told = events(diary)
    n = next(n for n, event in enumerate(told, 1) if event.__struct_config__.tag == "tiny.column_marched")
    with DiaryWriter.create(path, told[0], SPEC.fold.codec) as writer:  # type: ignore[arg-type]
        writer.append([*told[1 : n - 1], msgspec.structs.replace(told[n - 1], units=(99,)), *told[n:-1]])
    return n


@pytest.mark.parametrize("all_steps", [False, True])
def test_check_names_the_event_that_differs(all_steps: bool, wardiary: Run, diary: Path, tmp_path: Path) -> None:
    n = departing(diary, tmp_path / "other.diary")
    told = wardiary("check", tmp_path / "other.diary", *(["--all"] if all_steps else []))
    assert told.code == 1
    assert f"event {n} (tiny.column_marched" in told.out
    assert ": units: rules say [1,2,3], diary has [99]" in told.out


def test_check_of_many_returns_the_worst(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    departing(diary, tmp_path / "other.diary")
    assert wardiary("check", diary, tmp_path / "other.diary").code == 1
    told = wardiary("check", diary, tmp_path / "other.diary", tmp_path / "gone", "--json")
    assert told.code == 3
    assert [result.get("error", "") for result in json.loads(told.out)] == ["", "", "Unreadable"]
    assert "1 clean, 1 depart from the rules, 0 cut short, 1 unreadable or broken" in told.err


def test_dice_of_a_seed_are_verified_and_a_loaded_die_is_found(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    assert wardiary("verify-dice", diary).code == 0
    told = events(diary)
    n = next(n for n, event in enumerate(told, 1) if isinstance(event, Rolled))
    roll = told[n - 1]
    assert isinstance(roll, Rolled)
    loaded = msgspec.structs.replace(roll, dice=tuple(7 - face for face in roll.dice))
    with DiaryWriter.create(tmp_path / "loaded.diary", told[0], SPEC.fold.codec) as writer:  # type: ignore[arg-type]
        writer.append([*told[1 : n - 1], loaded])
    found = wardiary("verify-dice", tmp_path / "loaded.diary", "--json")
    assert found.code == 1
    assert [conflict["event"] for conflict in json.loads(found.out)["conflicts"]] == [n]


def test_diff_of_a_game_and_itself_and_its_fork(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    assert wardiary("diff", diary, diary).code == 0
    replay = Replay(diary)
    n = next(n for n in replay.step_ends if isinstance(replay.events[n], Rolled))
    roll = replay.events[n]
    assert isinstance(roll, Rolled)
    other = json.dumps({"dice": [7 - face for face in roll.dice]})
    fork = tmp_path / "fork.diary"
    assert wardiary("fork", diary, "--at", n, "--set", other, "-o", fork).code == 0
    told = wardiary("diff", diary, fork, "--json")
    assert told.code == 1
    assert json.loads(told.out)["first"]["n_a"] == n + 1
    assert "dice" in wardiary("diff", diary, fork).out


def test_a_fork_is_gone_on_with(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    fork = tmp_path / "fork.diary"
    made = wardiary("fork", diary, "--at", "turn:3", "-o", fork, "--json")
    assert (made.code, json.loads(made.out)["reseeded"]) == (0, False)
    assert wardiary("resume", fork).code == 0
    assert wardiary("check", fork).code == 0
    assert wardiary("diff", diary, fork).code == 0, "the same dice and players give the same game"


def test_force_overwrites_and_nothing_else_does(wardiary: Run, diary: Path, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("game: tiny\ndraw 03\n")
    for line in (
        f"fork {diary} --at turn:2",
        f"export {diary} --as red",
        f"bundle {diary}",
        f"record tiny --script {script}",
    ):
        out = tmp_path / "out"
        out.write_text("old")
        refused = wardiary(*line.split(), "-o", out)
        assert (refused.code, out.read_text()) == (2, "old")
        assert wardiary(*line.split(), "-o", out, "--force").code == 0
        assert out.read_bytes() != b"old"
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
        out.unlink()


@pytest.mark.parametrize("target", ["file", "-"])
def test_an_export_holds_what_a_seat_may_know(
    target: str, wardiary: Run, open_diary_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "red.jsonl"
    told = wardiary("export", open_diary_file, "--as", "red", "-o", out if target == "file" else "-")
    assert told.code == 0
    lines = [json.loads(line) for line in (out.read_text() if target == "file" else told.out).splitlines()]
    assert lines[0]["seat"] == "red"
    drawn = [line["event"] for line in lines if line.get("event", {}).get("t") == "drawn"]
    assert [event["cards"] for event in drawn if event["by"] == "blue"] == [["?"], ["?"]]
    assert len(drawn) == sum(isinstance(event, Drawn) for event in events(open_diary_file))


def test_a_bundle_packs_the_refused_order(wardiary: Run, open_diary_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.zip"
    before = open_diary_file.read_bytes()
    order = '{"t":"tiny.bid","by":"blue","card":"09"}'
    told = wardiary("bundle", open_diary_file, "--order", order, "-o", out)
    assert told.code == 0
    assert "TINY-2" in told.out
    assert open_diary_file.read_bytes() == before
    with zipfile.ZipFile(out) as archive:
        archive.extract("game.diary", tmp_path)
    again = wardiary("check", tmp_path / "game.diary")
    assert re.search(r"crashed then .*; now .* is refused: TINY-2", again.out)
    assert json.loads(wardiary("bundle", open_diary_file, "-o", tmp_path / "b.zip", "--json").out)["game"] == "tiny"


def test_a_recorded_script_is_the_same_bytes_each_time(wardiary: Run, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("game: tiny\ndice: seed:4\nseat red: random\nseat blue: greedy\n")
    first = wardiary("record", "tiny", "--script", script, "-o", tmp_path / "a.diary", "--json")
    assert json.loads(first.out)["result"]["kind"] in ("ground", "annihilation")
    second = wardiary("record", "tiny", "--script", script, "-o", tmp_path / "b.diary")
    assert "The game ends: " in second.out
    assert (tmp_path / "a.diary").read_bytes() == (tmp_path / "b.diary").read_bytes()


def test_resume_of_a_diary_that_somebody_changed_names_check_first(
    wardiary: Run, open_diary_file: Path, tmp_path: Path
) -> None:
    told, other = events(open_diary_file), tmp_path / "other.diary"
    with DiaryWriter.create(other, told[0], SPEC.fold.codec) as writer:  # type: ignore[arg-type]
        writer.append([*told[1:-1], Back(to=0)])
    failed = wardiary("resume", other, stdin="1\n")
    assert failed.code == 1
    assert 0 < failed.err.find(f"`wardiary check {other}`") < failed.err.find("wardiary bundle")
    checked = wardiary("check", other)
    assert (checked.code, "the rules do not add it" in checked.out) == (1, True)
