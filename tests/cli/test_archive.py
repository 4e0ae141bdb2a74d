"""`archive`, `query`, `report`, `reports` from the command line, a game's whole way from the table to a rate."""

import fcntl
import json
import signal
import time
from pathlib import Path

import pytest
from tests.cli.running import Run, Start

from wardiary.analytics.engine import connect


@pytest.fixture
def games(wardiary: Run, tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    assert wardiary("simulate", "tiny", "-n", "5", "--seed", "a", "-o", folder).code == 0
    return folder


@pytest.fixture
def archive(wardiary: Run, games: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    added = wardiary("archive", "add", folder, games)
    assert (added.code, added.err) == (0, "")
    assert added.out.startswith("5 added; ")
    return folder


def test_from_the_table_to_a_report(wardiary: Run, diary: Path, archive: Path) -> None:
    assert wardiary("archive", "add", archive, diary).out.startswith("1 added; ")
    told = wardiary("report", archive, "win-rate")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[0].split()[:4] == ["game", "seat", "player", "opponents"]
    assert "red=greedy" in told.out
    assert wardiary("archive", "verify", archive).out == f"{archive}: whole\n"
    rebuilt = wardiary("archive", "rebuild", archive)
    assert (rebuilt.code, rebuilt.out[:8]) == (0, "6 added;")
    assert wardiary("report", archive, "win-rate").out == told.out


def test_bad_files_are_named_and_the_code_says_it(wardiary: Run, archive: Path, diary: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.diary"
    bad.write_text("\x1b[31mhello\n")
    added = wardiary("archive", "add", archive, bad, tmp_path / "gone.diary", diary)
    assert added.code == 3
    assert [str(bad) in line or "gone.diary" in line for line in added.err.splitlines()] == [True, True]
    assert "\x1b" not in added.err
    assert added.out.startswith("1 added, 2 left out; ")
    data = json.loads(wardiary("archive", "add", archive, bad, diary, "--json").out)
    assert data["counts"] == {
        "added": 0,
        "replaced": 0,
        "already there": 1,
        "an older copy of what is there": 0,
        "left out": 1,
    }


def test_damage_is_found_and_mended(wardiary: Run, archive: Path) -> None:
    table = next(archive.glob("game=tiny/part=*/rolls.parquet"))
    table.write_bytes(table.read_bytes()[:-1])
    found = wardiary("archive", "verify", archive)
    assert (found.code, found.out) == (3, "")
    assert str(table) in found.err
    assert json.loads(wardiary("archive", "verify", archive, "--json").out)["faults"][0]["file"] == str(table)
    assert wardiary("archive", "rebuild", archive).code == 0
    assert wardiary("archive", "verify", archive).code == 0


def test_info(wardiary: Run, archive: Path) -> None:
    told = wardiary("archive", "info", archive)
    assert told.out.splitlines()[1].split()[:3] == ["tiny", "1", "5"]
    info = json.loads(wardiary("archive", "info", archive, "--json").out)
    assert info["games"][0]["rows"]["games"] == 5


@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_formats(wardiary: Run, archive: Path, tmp_path: Path, form: str) -> None:
    output = tmp_path / "out"
    query = "SELECT game, count(*) AS games FROM games GROUP BY ALL"
    arguments = ["query", archive, query, "--format", form]
    if form != "parquet":
        told = wardiary(*arguments).out
        assert {"table": "tiny      5", "csv": "game,games\ntiny,5\n", "json": '[{"game":"tiny","games":5}]'}[
            form
        ] in told
    assert wardiary(*arguments, "-o", output).code == 0
    assert output.stat().st_size > 0
    again = wardiary(*arguments, "-o", output)
    assert (again.code, "exists already" in again.err) == (2, True)
    assert wardiary(*arguments, "-o", output, "--force").code == 0


def test_parquet_needs_a_file(wardiary: Run, archive: Path) -> None:
    told = wardiary("query", archive, "FROM games", "--format", "parquet")
    assert (told.code, "-o FILE" in told.err) == (2, True)


def test_a_query_from_stdin(wardiary: Run, archive: Path) -> None:
    assert wardiary("query", archive, "-", "--format", "csv", stdin="SELECT 1 AS a").out == "a\n1\n"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("FROM read_csv('/etc/passwd')", "may not be used"),
        ("DROP TABLE games", "only queries are run"),
        ("FROM nowhere", "does not exist"),
        ("SELEC", "syntax error"),
    ],
)
def test_a_query_that_may_not_be(wardiary: Run, archive: Path, sql: str, says: str) -> None:
    told = wardiary("query", archive, sql)
    assert (told.code, told.out) == (2, "")
    assert says in told.err
    assert told.err.count("\n") == 1


def test_hostile_text_is_escaped_in_a_table(wardiary: Run, archive: Path) -> None:
    told = wardiary("query", archive, "SELECT chr(27) || '[31mred' AS x")
    assert "\x1b" not in told.out
    assert "\\x1b[31mred" in told.out


@pytest.mark.parametrize("command", [["archive", "info"], ["archive", "verify"], ["archive", "rebuild"], ["report"]])
def test_no_archive(wardiary: Run, tmp_path: Path, command: list[str]) -> None:
    told = wardiary(*command, tmp_path / "gone", *(["dice"] if command == ["report"] else []))
    assert (told.code, "no archive there" in told.err) == (2, True)


def test_a_second_writer(wardiary: Run, archive: Path, diary: Path) -> None:
    with (archive / "lock").open("r+b") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        told = wardiary("archive", "add", archive, diary)
    assert (told.code, "another process writes this archive" in told.err) == (4, True)


def test_reports_are_listed_and_explained(wardiary: Run) -> None:
    assert "win-rate" in wardiary("reports").out
    told = wardiary("reports", "win-rate").out
    assert "How often does each seat win" in told
    assert "95 % Wilson interval" in told
    assert wardiary("reports", "dice", "--sql").out.startswith("-- Question: ")
    assert {report["name"] for report in json.loads(wardiary("reports", "--json").out)} >= {"dice", "freezing.cards"}
    assert wardiary("reports", "--sql").code == 2
    unknown = wardiary("reports", "win-rat")
    assert (unknown.code, "did you mean win-rate" in unknown.err) == (2, True)


def test_ctrl_c_keeps_what_was_finished(start: Start, wardiary: Run, tmp_path: Path) -> None:
    games = tmp_path / "games"
    assert wardiary("simulate", "tiny", "-n", "300", "--seed", "a", "-o", games).code == 0
    process = start("archive", "add", tmp_path / "archive", games)
    lock = tmp_path / "archive" / "lock"
    for _ in range(200):
        if lock.exists():
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "interrupted" in err
    assert wardiary("archive", "add", tmp_path / "archive", games).code == 0
    assert wardiary("archive", "verify", tmp_path / "archive").code == 0


def test_a_report_of_a_game_that_is_not_there(wardiary: Run, archive: Path) -> None:
    told = wardiary("report", archive, "freezing.cards")
    assert (told.code, told.out) == (2, "")
    assert "holds no game of freezing, only tiny" in told.err


@pytest.mark.parametrize("apart", ["\n", "\0"])
def test_paths_from_stdin(start: Start, games: Path, tmp_path: Path, apart: str) -> None:
    odd = tmp_path / "odd name\twith [1]*.diary"
    first, *others = sorted(games.iterdir())
    first.rename(odd)
    process = start("archive", "add", tmp_path / "a", "-", others[2])
    out, err = process.communicate(apart.join(map(str, [odd, *others[:2], tmp_path / "gone.diary"])))
    assert (process.returncode, out[:21]) == (3, "4 added, 1 left out; ")
    assert "gone.diary" in err


def test_no_archive_is_left_by_a_mistake(wardiary: Run, tmp_path: Path) -> None:
    told = wardiary("archive", "add", tmp_path / "a", tmp_path / "gone.diary")
    assert (told.code, told.out) == (3, "1 left out; 0 events\n")
    assert list(tmp_path.iterdir()) == []


def test_games_are_taken_out(wardiary: Run, archive: Path) -> None:
    listed = wardiary("query", archive, "SELECT game_id FROM games ORDER BY ALL", "--format", "csv").out.split()[1:]
    assert wardiary("archive", "rm", archive, listed[0]).out == "1 game removed\n"
    told = wardiary("archive", "rm", archive, "nobody", "-", stdin=f"{listed[1]}\n\n{listed[2]}\n")
    assert (told.code, told.out) == (3, "2 games removed\n")
    assert told.err == f"wardiary: {archive}: there is no game nobody\n"
    assert json.loads(wardiary("archive", "rm", archive, listed[3], "--json").out)["removed"] == [listed[3]]
    assert wardiary("query", archive, "SELECT game_id FROM games", "--format", "csv").out.split()[1:] == [listed[4]]
    assert wardiary("archive", "verify", archive).code == 0


def test_small_parts_are_joined(wardiary: Run, archive: Path, diary: Path) -> None:
    wardiary("archive", "add", archive, diary)
    assert wardiary("archive", "compact", archive).out == "2 parts before, 1 now\n"
    assert json.loads(wardiary("archive", "compact", archive, "--json").out) == {"before": 1, "after": 1}


def test_an_untrusted_query(wardiary: Run, archive: Path, tmp_path: Path) -> None:
    told = wardiary("query", archive, "SELECT count(*) AS n FROM games", "--untrusted", "--format", "csv")
    assert (told.code, told.out) == (0, "n\n5\n")
    bomb = "SELECT list_sum(list_transform(range(3000000), lambda x: list_sum(range(x % 60000))))"
    told = wardiary("query", archive, bomb, "--untrusted", "--seconds", "1")
    assert (told.code, told.out) == (2, "")
    assert "longer than 1 s" in told.err
    told = wardiary("query", archive, "FROM games", "--untrusted", "--format", "parquet", "-o", tmp_path / "x")
    assert (told.code, "no Parquet" in told.err, (tmp_path / "x").exists()) == (2, True, False)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("query", "SELECT 1", "--seconds", "10"), "--seconds bounds an untrusted query only: give --untrusted too"),
        (("query", "SELECT 1", "--memory", "64"), "--memory bounds an untrusted query only: give --untrusted too"),
        (("report", "win-rate", "--plot", "a.svg", "--format", "csv"), "--plot draws a chart instead of printing rows"),
        (("report", "win-rate", "--plot", "a.svg", "-o", "a.txt"), "--plot draws a chart instead of printing rows"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    wardiary: Run, archive: Path, arguments: tuple[str, ...], error: str
) -> None:
    command, *rest = arguments
    told = wardiary(command, archive, *rest)
    assert (told.code, told.out) == (2, "")
    assert error in told.err


def test_nothing_but_rows_goes_to_stdout(start: Start, archive: Path) -> None:
    """DuckDB has a progress bar of its own."""
    query = "SELECT count(*) AS n FROM range(30000) a, range(60000) b WHERE a.range * b.range % 7 = 3"
    out, _ = start("query", archive, query, "--format", "csv").communicate(timeout=300)
    assert out.splitlines()[0] == "n"
    assert out.count("\n") == 2


def test_a_report_as_markdown_and_as_a_chart(wardiary: Run, archive: Path, tmp_path: Path) -> None:
    told = wardiary("report", archive, "versions", "--format", "md")
    assert told.out.startswith("| game | scenario | rules | data | seat | games |")
    assert (wardiary("report", archive, "length", "--plot", tmp_path / "a.svg").code, list(tmp_path.glob("*.svg"))) == (
        2,
        [],
    )
    told = wardiary("report", archive, "win-rate", "--plot", tmp_path / "a.png")
    assert (told.code, "charts are SVG" in told.err, (tmp_path / "a.png").exists()) == (2, True, False)
    pytest.importorskip("altair")
    path = tmp_path / "chart.svg"
    told = wardiary("report", archive, "win-rate", "--plot", path)
    assert (told.code, told.out, path.read_text()[:4]) == (0, "", "<svg")
    assert wardiary("report", archive, "win-rate", "--plot", path).code == 2
    assert wardiary("report", archive, "win-rate", "--plot", path, "--force").code == 0
    assert "--plot FILE.svg" in wardiary("reports", "win-rate").out


def test_openings_in_every_form(wardiary: Run, archive: Path, tmp_path: Path) -> None:
    told = wardiary("openings", archive, "tiny", "--format", "csv")
    head, *rows = told.out.splitlines()
    assert (told.code, head) == (0, "opening,games,decided,blue,blue_low,blue_high,red,red_low,red_high,note")
    path = tmp_path / "openings.parquet"
    assert wardiary("openings", archive, "tiny", "--format", "parquet", "-o", path).code == 0
    with connect() as connection:
        found = connection.execute(f"SELECT opening, games FROM read_parquet('{path}')").fetchall()
    assert sum(games for _, games in found) == 5
    assert len(found) == len(rows)
    told = wardiary("openings", archive, "tiny", "--after", "red bids nothing")
    assert (told.code, "no game of the archive went on" in told.err) == (2, True)
