"""`whatif` and `compare-data` at the command line: what is printed, what is kept, what cannot be meant."""

import csv
import io
import json
import time
from pathlib import Path

import pytest
from tests.cli.running import ROOT, Run, Start
from tests.cli.test_interrupt import interrupt, wait_for

from wardiary.core.requests import Choice, Roll
from wardiary.replay.replay import Replay


def asking(path: Path, kind: type, nth: int = 0) -> int:
    replay = Replay(path)
    found = [n for n in replay.step_ends if isinstance(replay.table.rules.request(replay.state_at(n)), kind)]
    return found[nth]


@pytest.fixture
def roll(diary: Path) -> int:
    """Where the last roll of the game is asked."""
    return asking(diary, Roll, -1)


def test_a_table_for_people(diary: Path, roll: int, wardiary: Run) -> None:
    done = wardiary("whatif", diary, "--at", roll, "--each", "-n", 20)
    assert (done.code, done.err) == (0, "")
    head, about, blank, columns, *rows = done.out.splitlines()
    assert head.startswith(f"After event {roll}: ")
    assert about.startswith("20 futures of each answer, played by red=greedy blue=random, seed ")
    assert blank == ""
    assert "read as" in columns
    assert [name in columns for name in ("chance", "red share", "red difference", "blue share")] == [True] * 4
    assert [row[0] for row in rows].count("*") == 1
    assert rows[-1].split()[0] == "value"
    assert " % (" in rows[0]


def test_a_seed_of_two_lines_stays_in_its_line(diary: Path, roll: int, wardiary: Run) -> None:
    done = wardiary("whatif", diary, "--at", roll, "--each", "-n", 2, "--seed", "a\nred  100.0 %")
    assert done.out.splitlines()[1].endswith("seed a\\nred  100.0 %.")


def test_features_are_told_when_asked_for(diary: Path, roll: int, wardiary: Run) -> None:
    done = wardiary("whatif", diary, "--at", roll, "--each", "-n", 5, "--feature", "lead")
    assert "\nlead at the end\n" in done.out
    assert "\nred at the end\n" not in done.out
    everything = wardiary("whatif", diary, "--at", roll, "--each", "-n", 5, "--feature", "all")
    assert everything.out.count(" at the end\n") == 3
    wrong = wardiary("whatif", diary, "--at", roll, "--each", "-n", 5, "--feature", "luck")
    assert (wrong.code, wrong.error) == (2, "no feature 'luck' in tiny; there are lead, red, blue")


def test_json_and_rows_say_the_same(diary: Path, roll: int, wardiary: Run) -> None:
    arguments = ["whatif", diary, "--at", roll, "--each", "-n", 8]
    told = json.loads(wardiary(*arguments, "--json").out)
    assert (told["n"], told["futures"], told["game"]) == (roll, 8, "tiny")
    assert sum(branch["weight"] for branch in told["branches"]) == pytest.approx(1)
    assert {one["measure"] for branch in told["branches"] for one in branch["measures"]} == {"result", "feature"}
    rows = list(csv.DictReader(io.StringIO(wardiary(*arguments, "--format", "csv").out)))
    assert len(rows) == (len(told["branches"]) + 1) * 5
    assert {row["question"] for row in rows} == {told["id"]}
    assert json.loads(rows[0]["answer"])["t"] == "rolled"
    assert json.loads(wardiary(*arguments, "--format", "json").out)[0]["words"] == rows[0]["words"]


@pytest.mark.parametrize("form", ["--json", "--format=csv", "--format=table"])
def test_the_same_bytes_with_one_worker_and_two(diary: Path, wardiary: Run, form: str) -> None:
    arguments = ["whatif", diary, "--at", asking(diary, Roll), "--each", "-n", 9, "--seed", "x", form]
    assert wardiary(*arguments).out == wardiary(*arguments, "--workers", 2).out


def test_one_answer_in_words_and_in_json(diary: Path, wardiary: Run) -> None:
    n = asking(diary, Choice)
    every = json.loads(wardiary("whatif", diary, "--at", n, "--each", "-n", 4, "--json").out)
    other = next(branch for branch in every["branches"] if not branch["recorded"])
    for answer in (other["words"], json.dumps(other["answer"])):
        told = json.loads(wardiary("whatif", diary, "--at", n, "--set", answer, "-n", 4, "--json").out)
        assert told["branches"][0]["words"] == other["words"]
        assert [branch["recorded"] for branch in told["branches"]] == [False, True]
        assert told["branches"][0]["measures"] == other["measures"]
        assert told["value"] is None


def test_an_open_end_has_nothing_to_compare_with(open_diary_file: Path, wardiary: Run) -> None:
    done = wardiary("whatif", open_diary_file, "--at", "last", "--each", "-n", 3)
    assert done.code == 0
    assert done.err == "nothing was answered here: there is no recorded answer to compare with\n"
    assert "played by red=greedy blue=greedy" in done.out


def test_rows_are_kept_in_an_archive(diary: Path, roll: int, wardiary: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.archive"
    arguments = ["whatif", diary, "--at", roll, "--each", "-n", 4, "--archive", archive]
    missing = wardiary(*arguments)
    assert (missing.code, missing.out) == (2, "")
    assert "no archive there" in missing.error
    assert wardiary("archive", "add", archive, diary).code == 0
    assert "kept as what-if question " in wardiary(*arguments).err
    assert "has already what-if question " in wardiary(*arguments).err
    query = "SELECT DISTINCT w.n, g.kind FROM whatif w JOIN games g USING (game_id)"
    (told,) = json.loads(wardiary("query", archive, query, "--format", "json").out)
    assert told["n"] == roll


def test_a_chart(diary: Path, roll: int, wardiary: Run, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    picture = tmp_path / "whatif.svg"
    arguments = ["whatif", diary, "--at", roll, "--each", "-n", 4, "--plot", picture]
    done = wardiary(*arguments)
    assert (done.code, done.err) == (0, f"{picture}: the result shares of each answer\n")
    assert picture.read_text().startswith("<svg")
    assert ">red<" in picture.read_text()
    again = wardiary(*arguments)
    assert (again.code, again.out) == (2, "")
    assert "exists already" in again.error
    assert wardiary(*arguments, "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--at", "15", "--each"], 2, "is not the end of a step, play cannot go on from it; the nearest ends"),
        (["--at", "99999", "--each"], 2, "no event 99999"),
        (["--at", "last", "--each"], 3, "the game is over: nothing is asked"),
        (["--at", "ROLL"], 2, "give either --each, for every possible answer, or --set, for one"),
        (["--at", "ROLL", "--each", "--set", "roll 1"], 2, "give either --each"),
        (["--at", "ROLL", "--set", "roll 9 9 9 9"], 2, "after event"),
        (["--at", "ROLL", "--set", '{"t":"tiny.halt"}'], 3, "a tiny.halt is not asked"),
        (["--at", "ROLL", "--each", "--most", "1"], 2, "more than 1: allow them with --most"),
        (["--at", "ROLL", "--each", "--seat", "green=random"], 2, "no seat 'green'"),
        (["--at", "ROLL", "--each", "--seat", "red=bold"], 2, "no player 'bold'"),
        (["--at", "ROLL", "--each", "--seat", "red=human"], 2, "name one for red"),
        (["--at", "ROLL", "--each", "-n", "0"], 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_meant(
    diary: Path, roll: int, wardiary: Run, arguments: list[str], code: int, words: str
) -> None:
    given = [str(roll) if word == "ROLL" else word for word in arguments]
    done = wardiary("whatif", diary, *given)
    assert (done.code, done.out) == (code, "")
    assert words in done.error


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--feature", "luck"], 2, "no feature 'luck' in tiny; there are lead, red, blue"),
        (["-o", "nowhere/rows.csv"], 3, "folder nowhere does not exist"),
        (["--plot", "nowhere/shares.svg"], 3, "folder nowhere does not exist"),
        (["--archive", "nowhere"], 2, "no archive there"),
    ],
)
def test_what_would_fail_in_the_end_is_refused_before_anything_is_played(
    diary: Path, roll: int, wardiary: Run, arguments: list[str], code: int, words: str
) -> None:
    """A million futures would take an hour."""
    done = wardiary("whatif", diary, "--at", roll, "--each", "-n", 1_000_000, *arguments)
    assert (done.code, done.out) == (code, "")
    assert words in done.error


def test_a_menu_is_told_and_a_question_ends_as_one(wardiary: Run) -> None:
    """On the plane of Kuularuisku 1918 only some of all moves are listed."""
    diary = ROOT / "tests/golden/kuularuisku-random.diary"
    at = next(
        n
        for n in reversed(Replay(diary).step_ends)
        if isinstance(request := Replay(diary).table.rules.request(Replay(diary).state_at(n)), Choice) and request.menu
    )
    done = wardiary("whatif", diary, "--at", at, "--each", "-n", 1)
    assert done.err == "these are not all orders that the rules allow here: --set tries any other one\n"
    assert done.out.splitlines()[0].endswith("?"), "not with another stop after it"


def test_a_file_that_is_no_diary(tmp_path: Path, wardiary: Run) -> None:
    path = tmp_path / "x.diary"
    path.write_text("hello\n")
    assert wardiary("whatif", path, "--at", "3", "--each").code == 3


def test_ctrl_c_stops_the_workers(diary: Path, start: Start) -> None:
    process = start("whatif", diary, "--at", str(asking(diary, Choice)), "--each", "-n", "1000000", "--workers", "2")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    # Two workers, and the tracker of what they share.
    wait_for(lambda: len(children.read_text().split()) == 3, process)
    working = [Path(f"/proc/{child}") for child in children.read_text().split()]
    code, out, err = interrupt(process)
    assert (code, out) == (130, "")
    assert err.splitlines()[-1] == "wardiary: interrupted"
    assert "Traceback" not in err
    end = time.monotonic() + 60
    while any(child.exists() for child in working):
        assert time.monotonic() < end, "they end with their parent"
        time.sleep(0.02)


@pytest.fixture
def data(tmp_path: Path, wardiary: Run) -> Path:
    """Tiny's data with a harder number to hit on."""
    folder = tmp_path / "mine"
    assert wardiary("games", "tiny", "--write-data", folder).code == 0
    return folder


def test_other_data_are_compared(data: Path, wardiary: Run) -> None:
    arguments = ["compare-data", "tiny", "--data", data, "-n", 30, "--seat", "red=greedy", "--seat", "blue=greedy"]
    same = wardiary(*arguments)
    assert (same.code, same.out) == (2, "")
    assert same.error == "these data are equal to those of tiny: there is nothing to compare"
    file = data / "tiny.toml"
    file.write_text(file.read_text().replace("red = 3", "red = 5"))
    done = wardiary(*arguments)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "tiny, road: 30 pairs of games, red=greedy blue=greedy, seed 1."
    assert lines[3].split() == ["seat", "original", "changed", "difference"]
    assert lines[4].startswith("red ")
    told = json.loads(wardiary(*arguments, "--json", "--workers", 2).out)
    assert told["original_data"] != told["changed_data"]
    shift = next(one for one in told["changed"] if one["name"] == "red" and one["measure"] == "result")["difference"]
    assert shift["low"] > 0
    assert f"{100 * shift['mean']:+.1f} ({100 * shift['low']:+.1f} to {100 * shift['high']:+.1f})" in lines[4]


def test_data_that_cannot_be_used(data: Path, wardiary: Run) -> None:
    (data / "tiny.toml").write_text("turns = 0\n")
    done = wardiary("compare-data", "tiny", "--data", data, "-n", 2)
    assert done.code == 3
    assert "tiny.toml" in done.error
