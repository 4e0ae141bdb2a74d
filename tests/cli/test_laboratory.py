"""The laboratory at the command line: recheck, bisect, shrink, fork --keep-inputs."""

import json
import signal
import time
from functools import partial
from pathlib import Path

import pytest
from tests.cli.running import Run, Start
from tests.replay.diaries import game, write
from tests.replay.test_check_faults import Raising, table_with

from wardiary.analytics.archive import Archive
from wardiary.cli import checking
from wardiary.events import tiny as e
from wardiary.events.common import Crashed
from wardiary.replay.check import check_many
from wardiary.replay.laboratory import recheck
from wardiary.replay.reading import open_reading
from wardiary.replay.replay import Replay

HARDER = "hits_on = 6"


@pytest.fixture
def games(tmp_path: Path, wardiary: Run) -> Path:
    """Twenty games of Tiny."""
    folder = tmp_path / "games"
    assert wardiary("simulate", "tiny", "-n", "20", "--seed", "7", "-o", folder).code == 0
    return folder


@pytest.fixture
def data(tmp_path: Path, wardiary: Run) -> Path:
    """Tiny's data with a harder number to hit on."""
    folder = tmp_path / "data"
    assert wardiary("games", "tiny", "--write-data", folder).code == 0
    file = folder / "tiny.toml"
    file.write_text(file.read_text().replace("hits_on = 5", HARDER))
    return folder


@pytest.fixture
def torn_diary(games: Path, tmp_path: Path) -> Path:
    """A game whose last line was only begun."""
    whole = min(games.iterdir()).read_bytes()
    file = tmp_path / "torn.diary"
    file.write_bytes(whole[:-20])
    return file


def crashed_diary(file: Path) -> Path:
    """A game that ended with an answer on which the rules raised, as `Raising` ones still do."""
    steps = game(1)
    march = next(at for at, step in enumerate(steps) if isinstance(step[0], e.March) and step[0].unit == 2)
    crash = Crashed(answer='{"t":"tiny.march","unit":2}', exception="KeyError", place="rules:then")
    return write(file, [*steps[:march], [crash]])


def test_check_says_where_the_rules_still_fail(tmp_path: Path, wardiary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    file = crashed_diary(tmp_path / "crashed.diary")
    monkeypatch.setattr(checking, "check_many", partial(check_many, table=table_with(Raising)))
    done = wardiary("check", file)
    assert done.code == 1
    assert f"{file}: rules 1 still fail where they failed" in done.out
    assert "still raises KeyError" in done.out
    done = wardiary("check", file, file.with_name("gone"))
    assert done.code == 3
    counted = "2 diaries: 0 clean, 0 depart from the rules, 1 on which the rules still fail, 0 cut short, 1 unreadable"
    assert counted in done.err


def test_a_folder_without_diaries_is_no_diary(games: Path, tmp_path: Path, wardiary: Run) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = wardiary("recheck", empty)
    assert (done.code, done.out) == (3, "")
    assert done.error.startswith(f"{empty}: is a folder, not a diary")
    done = wardiary("recheck", games, empty)
    assert done.code == 3
    assert done.out.startswith("20 diaries: 20 fit, 0 depart, 1 cannot be checked; ")
    assert json.loads(wardiary("recheck", empty, "--json").out)["diaries"] == 0
    (tmp_path / "void").mkdir()
    done = wardiary("check", empty, tmp_path / "void")
    assert (done.code, done.err.count("is a folder"), "0 clean" in done.err) == (3, 2, False)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(("bisect", "--that", "turn > 1"), id="bisect"),
        pytest.param(("bisect", "--that", "raises"), id="bisect raises"),
        pytest.param(("shrink", "--that", "turn > 1", "-o", "small.diary"), id="shrink"),
    ],
)
def test_a_torn_end_is_told_once(
    asked: tuple[str, ...], torn_diary: Path, wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = wardiary(asked[0], torn_diary, *asked[1:])
    assert done.code in (0, 1)
    assert done.err.count("no whole block") == 1


def test_a_test_alone_is_asked_for_by_name_and_option(games: Path, tmp_path: Path, wardiary: Run) -> None:
    done = wardiary("bundle", min(games.iterdir()), "-o", tmp_path / "test_x.py")
    assert done.code == 2
    assert "--pytest" in done.error
    assert not (tmp_path / "test_x.py").exists()


def test_recheck_of_games_that_fit(games: Path, wardiary: Run) -> None:
    done = wardiary("recheck", games)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("20 diaries: 20 fit, 0 depart; 0 of ")
    assert done.out.count("\n") == 1


def test_recheck_tells_what_other_data_touch(games: Path, data: Path, wardiary: Run) -> None:
    done = wardiary("recheck", games, "--data", data)
    assert (done.code, done.err) == (1, "")
    counts, what, where = done.out.split("\n\n")
    assert "diaries: " in counts
    assert what.splitlines()[0] == "What departs"
    assert what.splitlines()[1].split()[:2] == ["clause", "what"]
    assert "TINY-4, TINY-5" in what
    assert "tiny.ask_battle: hits" in what
    assert "core.games.tiny.rules:Battles.then" in what
    assert where.splitlines()[0] == "Where each first departs"
    assert "rules say 0, diary has 1" in where
    assert str(games) not in what + where, "names are short within one folder"


def test_recheck_says_where_the_rules_still_fail(
    games: Path, tmp_path: Path, wardiary: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `check` does: such a diary does not fit, and is named. Put right, it does."""
    file = crashed_diary(games / "crashed.diary")
    assert wardiary("recheck", file).out.startswith("1 diary: 1 fit, 0 depart; 0 of ")
    monkeypatch.setattr(
        recheck, "open_reading", lambda path, _, **more: open_reading(path, table_with(Raising), **more)
    )
    done = wardiary("recheck", file)
    assert (done.code, done.err) == (1, "")
    counts, where = done.out.split("\n\n")
    assert counts.startswith("1 diary: 0 fit, 0 depart, 1 on which the rules still fail; 0 of ")
    assert counts.endswith("; 1 recorded fault remains")
    assert where.splitlines()[0] == "Where the rules still fail"
    assert where.splitlines()[-1].split()[:2] == [str(file), str(Replay(file).last)]
    assert "KeyError in " in where
    found = json.loads(wardiary("recheck", file, "--json").out)
    assert (found["fit"], found["depart"], found["still_fail"], found["faults_still_raising"]) == (0, 0, 1, 1)
    assert [Path(one["path"]).name for one in found["failing"]] == ["crashed.diary"]


def test_recheck_as_json_names_all(games: Path, data: Path, wardiary: Run) -> None:
    done = wardiary("recheck", games, "--data", data, "--json", "--workers", "2")
    found = json.loads(done.out)
    assert done.code == 1
    assert found["diaries"] == 20 == found["fit"] + found["depart"]
    assert len(found["departing"]) == found["depart"]
    assert sum(len(game["departing"]) for game in found["departing"]) == found["steps_departing"]
    assert sum(place["steps"] for place in found["places"]) == found["steps_departing"]
    assert found["troubled"] == []
    assert found == json.loads(wardiary("recheck", games, "--data", data, "--json", "--workers", "1").out)


def test_recheck_of_an_archive_is_that_of_its_diaries(games: Path, data: Path, tmp_path: Path, wardiary: Run) -> None:
    archive = tmp_path / "games.archive"
    assert wardiary("archive", "add", archive, games).code == 0
    assert len(Archive(archive).diaries()) == 20
    (archive / "diaries" / "stray.diary").write_text("not named by the archive")
    one, two = (
        wardiary("recheck", games, "--data", data, "--json"),
        wardiary("recheck", archive, "--data", data, "--json"),
    )
    counts = ("diaries", "fit", "depart", "cannot_be_checked", "steps", "steps_departing")
    ours, theirs = json.loads(one.out), json.loads(two.out)
    assert [ours[name] for name in counts] == [theirs[name] for name in counts]


def test_recheck_names_what_cannot_be_checked(games: Path, wardiary: Run) -> None:
    bad = games / "bad.diary"
    bad.write_text("no diary")
    done = wardiary("recheck", games)
    assert done.code == 3
    assert "20 fit, 0 depart, 1 cannot be checked" in done.out
    assert done.error.startswith(f"{bad}: ")


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["recheck", "nowhere"], 3, "nowhere: no such file"),
        (["recheck", "."], 3, "is a folder, not a diary"),
        (["recheck"], 2, "DIR"),
        (["bisect", "nowhere", "--that", "turn = 1"], 3, "no such file"),
        (["bisect", "nowhere"], 2, "--that"),
        (["shrink", "nowhere", "--that", "raises", "-o", "small.diary"], 3, "no such file"),
        (["shrink", "nowhere", "--that", "raises"], 2, "-o"),
    ],
)
def test_wrong_use(
    arguments: list[str], code: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wardiary: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    done = wardiary(*arguments)
    assert done.code == code
    assert why in done.err
    assert list(tmp_path.iterdir()) == []


def test_bisect_finds_and_tells(diary: Path, wardiary: Run) -> None:
    done = wardiary("bisect", diary, "--that", "turn = 3")
    assert (done.code, done.err) == (1, "")
    first, second = done.out.splitlines()
    assert first.startswith(f"{diary}: event ")
    assert first.endswith("(began, turn 3): == Turn 3")
    assert second == "  turn: 2 -> 3"
    event = int(first.partition(": event ")[2].split()[0])
    found = json.loads(wardiary("bisect", diary, "--that", "turn = 3", "--json").out)
    assert (found["event"], found["turn"], found["type"]) == (event, 3, "began")
    assert found["state"] == [{"path": "turn", "before": "2", "after": "3"}]


@pytest.mark.parametrize("that", ["turn = 300", "raises", "check-fails"])
def test_bisect_finds_nothing(diary: Path, wardiary: Run, that: str) -> None:
    done = wardiary("bisect", diary, "--that", that)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{diary}: never {that!r}, in ")
    assert json.loads(wardiary("bisect", diary, "--that", that, "--json").out) is None


@pytest.mark.parametrize(
    ("that", "why"),
    [
        ("turn >", "syntax error"),
        ("nosuch = 1", "nosuch"),
        ("EXISTS (FROM read_text('/etc/passwd'))", "may not be used"),
    ],
)
def test_a_condition_that_cannot_be_asked(diary: Path, wardiary: Run, that: str, why: str) -> None:
    for command in (["bisect"], ["shrink", "-o", str(diary.with_name("small.diary"))]):
        done = wardiary(command[0], diary, *command[1:], "--that", that)
        assert done.code == 2
        assert why in done.error
    assert not diary.with_name("small.diary").exists()


def test_shrink_writes_a_diary_that_shows_it(diary: Path, wardiary: Run) -> None:
    small = diary.with_name("small.diary")
    done = wardiary("shrink", diary, "--that", "turn = 3", "-o", small)
    assert done.code == 0
    assert done.out.startswith(f"{small}: 1 answer from the position after event ")
    assert "wardiary replay" in done.err
    assert wardiary("check", small).code == 0
    assert wardiary("bisect", small, "--that", "turn = 3").code == 1
    assert [path.name for path in diary.parent.iterdir() if path.name.startswith("small")] == ["small.diary"]
    again = wardiary("shrink", diary, "--that", "turn = 3", "-o", small)
    assert (again.code, again.error) == (
        2,
        f"{small} exists already: choose another name, or overwrite it with --force",
    )
    forced = json.loads(wardiary("shrink", diary, "--that", "turn = 3", "-o", small, "--force", "--json").out)
    assert (forced["inputs"], forced["condition"]) == (1, "turn = 3")


@pytest.mark.parametrize(
    "command",
    [
        ("shrink", "--that", "turn = 3"),
        ("fork", "--at", "last"),
        ("bundle",),
        ("bundle", "--pytest"),
        ("export", "--as", "red"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("link", [False, True], ids=["by its name", "by a link"])
def test_what_is_made_of_a_diary_never_replaces_it(
    command: tuple[str, ...], link: bool, diary: Path, wardiary: Run
) -> None:
    before, out = diary.read_bytes(), diary
    if link:
        out = diary.with_name("link.diary")
        out.hardlink_to(diary)
    done = wardiary(*command, diary, "-o", out, "--force")
    assert done.code == 2
    assert done.error == f"{out} is the file that is read, and would be lost: choose another name for the new one"
    assert diary.read_bytes() == out.read_bytes() == before


def test_a_condition_that_cannot_be_asked_names_no_line_that_nobody_wrote(diary: Path, wardiary: Run) -> None:
    done = wardiary("bisect", diary, "--that", "turn > ")
    assert done.code == 2
    assert done.error == 'Parser Error: syntax error at or near ")"'


def test_shrink_from_the_set_up(diary: Path, wardiary: Run) -> None:
    small = diary.with_name("small.diary")
    told = json.loads(wardiary("shrink", diary, "--that", "turn = 2", "-o", small, "--from-set-up", "--json").out)
    assert told["start"] == 0
    assert 1 < told["inputs"] < told["inputs_before"]
    assert '"positioned"' not in small.read_text()
    assert wardiary("check", small).code == 0


def test_what_shows_nowhere_cannot_be_shrunk(diary: Path, wardiary: Run) -> None:
    done = wardiary("shrink", diary, "--that", "raises", "-o", diary.with_name("small.diary"))
    assert done.code == 2
    assert "'raises' shows nowhere in it" in done.error


def test_shrink_is_stopped_by_ctrl_c_and_goes_on(tmp_path: Path, wardiary: Run, start: Start) -> None:
    wardiary("simulate", "freezing", "-n", "1", "--seed", "1", "-o", tmp_path / "games")
    (game,) = (tmp_path / "games").glob("*.diary")
    small, that = tmp_path / "small.diary", "turn = 2"
    process = start("shrink", game, "--that", that, "-o", small, "--from-set-up")
    tries = tmp_path / "small.diary.tries"
    while process.poll() is None and not tries.exists():
        time.sleep(0.05)
    assert process.poll() is None, "it was over before it was stopped"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "candidates were tried; the same command goes on" in told
    assert {path.name for path in tmp_path.iterdir()} == {"games", "small.diary.tries"}
    went_on = json.loads(wardiary("shrink", game, "--that", that, "-o", small, "--from-set-up", "--json").out)
    assert went_on["again"] > 0
    assert not tries.exists()


def test_fork_keeps_the_later_answers(diary: Path, wardiary: Run) -> None:
    rolls = [n for n, line in enumerate(event_lines(diary), 1) if line.startswith('{"t":"rolled"')]
    other = diary.with_name("other.diary")
    same = wardiary("fork", diary, "--at", str(rolls[0] - 1), "--keep-inputs", "-o", other)
    assert same.code == 0
    assert "later answers kept" in same.out
    assert wardiary("check", other).code == 0
    assert wardiary("diff", diary, other).code == 0
    sixes = f"roll {' '.join('6' * dice(diary, rolls[0]))}"
    again = ("fork", diary, "--at", str(rolls[0] - 1), "--set", sixes, "--keep-inputs", "-o", other, "--force")
    changed = wardiary(*again, "--json")
    kept = json.loads(changed.out)["kept"]
    assert kept["answers"] <= kept["of"]
    assert bool(kept["why"]) == (kept["stopped_at"] > 0)
    assert wardiary("check", other).code == 0


def event_lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith('{"t":"commit"')]


def dice(path: Path, n: int) -> int:
    return len(json.loads(event_lines(path)[n - 1])["dice"])


@pytest.mark.parametrize("command", [["bisect"], ["shrink", "-o", "small.diary"]])
def test_a_condition_that_never_ends_is_stopped(command: list[str], wardiary: Run, diary: Path) -> None:
    endless = "(SELECT count(*) FROM range(1000000) a(x), range(1000000) b(y) WHERE x * y % 7 = turn) > 3"
    told = wardiary(*command, diary, "--that", endless, "--seconds", "0.2")
    assert (told.code, told.out) == (2, "")
    assert told.error == "the condition was stopped: one query with it took longer than 0.2 s; --seconds gives it more"
