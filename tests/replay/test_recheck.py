"""Rechecking: a change of data or rules shows as the steps that it touches, by clause; whoever checks, and how many."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.running import ROOT
from tests.replay.diaries import TINY, book_of_slips, write_game

from wardiary.events.diary import find_jumps, open_diary
from wardiary.events.errors import DataError, UsageError
from wardiary.replay.check import check
from wardiary.replay.findings import Difference
from wardiary.replay.laboratory.recheck import Rechecked, RulePlace, game_of, recheck
from wardiary.replay.laboratory.recheck_summary import RecheckSummary
from wardiary.replay.table import Table, Tables

OWN = TINY.spec.own_data()["tiny.toml"]
HARDER = {"tiny.toml": OWN.replace("hits_on = 5", "hits_on = 6")}
LONGER = {"tiny.toml": OWN.replace("turns = 6", "turns = 5")}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Thirty games of Tiny."""
    folder = tmp_path_factory.mktemp("games")
    return [write_game(folder / f"{seed:02}.diary", seed, size=10) for seed in range(30)]


def summed(results: Sequence[Rechecked]) -> RecheckSummary:
    summary = RecheckSummary()
    for result in results:
        summary.add(result)
    return summary


def test_under_the_same_rules_all_fit(games: list[Path]) -> None:
    summary = summed(list(recheck(games)))
    assert (summary.diaries, summary.fit, summary.depart, summary.exit_code) == (30, 30, 0, 0)
    assert summary.steps == sum(check(path).steps for path in games)
    assert summary.places == {}


def test_a_changed_number_shows_as_the_steps_that_it_touches(games: list[Path]) -> None:
    table = Table.lay(TINY.spec, HARDER)
    results = list(recheck(games, data=("tiny", HARDER)))
    for path, result in zip(games, results, strict=True):
        report = check(path, table=table, all_steps=True)
        assert result.path == str(path)
        assert result.departing == tuple(difference.step for difference in report.differences)
        assert result.first == report.first
        assert result.fits == report.clean
        for touched in result.touched:
            same = [difference.event for difference in report.differences if RulePlace.of(difference) == touched.place]
            assert (touched.steps, touched.event) == (len(same), same[0])
    assert any(touched.steps > 1 for result in results for touched in result.touched)
    summary = summed(results)
    assert 0 < summary.fit < 30, "games in which nobody rolled a 5 are not touched"
    assert 0 < summary.steps_departing < summary.steps / 10
    assert {place.clause for place in summary.places} == {"TINY-4, TINY-5"}
    assert {place.place for place in summary.places} == {"core.games.tiny.rules:Battles.then"}
    assert {(place.type, place.field) for place in summary.places} >= {
        ("tiny.ask_battle", "hits"),
        ("tiny.battle_fought", "units"),
    }
    assert sum(tally.steps for tally in summary.places.values()) == summary.steps_departing
    assert summary.exit_code == 1


def test_where_each_place_was_seen_first(games: list[Path]) -> None:
    results = list(recheck(games, data=("tiny", HARDER)))
    for place, tally in summed(results).ranked():
        first = next(result for result in results if any(touched.place == place for touched in result.touched))
        assert tally.path == first.path
        report = check(tally.path, table=Table.lay(TINY.spec, HARDER), all_steps=True)
        assert tally.event == next(d.event for d in report.differences if RulePlace.of(d) == place)
        assert tally.diaries == sum(any(touched.place == place for touched in result.touched) for result in results)
    steps = [tally.steps for _, tally in summed(results).ranked()]
    assert steps == sorted(steps, reverse=True)


def test_workers_change_nothing(games: list[Path]) -> None:
    assert list(recheck(games, data=("tiny", HARDER), workers=3)) == list(recheck(games, data=("tiny", HARDER)))


def test_embedded_data_are_the_diarys_own(tmp_path: Path) -> None:
    """A diary with data of its own is checked with these, unless other data are asked about."""
    table = Table.lay(TINY.spec, HARDER)
    path = write_game(tmp_path / "a.diary", 1, table=table)
    (own,) = recheck([path])
    assert own.fits
    (other,) = recheck([path], data=("tiny", LONGER))
    assert not other.fits


def test_a_change_of_the_games_own_data_alone_departs_nowhere(tmp_path: Path) -> None:
    """What the header says of the data is a question about versions; whether play differs is the question here."""
    path = write_game(tmp_path / "a.diary", 1)
    other = {"tiny.toml": OWN.replace("turns = 6", "turns = 6 ")} | {}
    changed = {"tiny.toml": OWN.replace("12 = 3", "12 = 3\n13 = 3")}
    assert Table.lay(TINY.spec, other).data.digest == TINY.data.digest
    (result,) = recheck([path], data=("tiny", changed))
    assert result.first is not None
    assert (result.first.type, result.first.kind, len(result.departing)) == ("tiny.bag_filled", "outcome", 1)


def test_take_backs_and_fixes_are_checked_through(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    assert find_jumps(open_diary(path, lambda _: TINY.spec.fold.codec))
    assert [result.fits for result in recheck([path])] == [True]


def test_bad_diaries_are_named_and_stop_nothing(tmp_path: Path, games: list[Path]) -> None:
    torn, broken, none = tmp_path / "torn.diary", tmp_path / "broken.diary", tmp_path / "none.diary"
    whole = games[0].read_bytes()
    torn.write_bytes(whole[:-5])
    broken.write_bytes(whole.replace(b'"turn":2', b'"turn":3', 1))
    results = list(recheck([torn, broken, none, games[1]]))
    assert [bool(result.trouble) for result in results] == [True, True, True, False]
    summary = summed(results)
    assert (summary.troubled, summary.fit, summary.exit_code) == (3, 1, 3)
    assert "torn" in results[0].trouble or "no whole block" in results[0].trouble
    assert str(none) not in results[2].trouble, "the path is said once"


def test_data_of_another_game(tmp_path: Path, games: list[Path]) -> None:
    (result,) = recheck(games[:1], data=("freezing", {}))
    assert "is of tiny" in result.trouble
    with pytest.raises(DataError):
        list(recheck(games[:1], data=("tiny", {"tiny.toml": "turns = 0"})))


def test_the_game_that_data_belong_to(tmp_path: Path, games: list[Path]) -> None:
    (tmp_path / "bad.diary").write_text("no diary")
    assert game_of([tmp_path / "bad.diary", games[0]]) == "tiny"
    with pytest.raises(UsageError, match="none of these"):
        game_of([tmp_path / "bad.diary"])


def test_many_kinds_of_data_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every diary may embed data of its own; few tables are kept, and the results are the same."""
    monkeypatch.setattr(Tables, "MOST", 4)
    paths = []
    for points in range(1, 24):
        data = {"tiny.toml": OWN.replace("12 = 3", f"12 = {points}")}
        paths.append(write_game(tmp_path / f"{points}.diary", 1, table=Table.lay(TINY.spec, data)))
    assert all(result.fits for result in recheck(paths))
    assert all(result.fits for result in recheck(paths[:3]))
    tables = Tables()
    kept = [tables.lay(TINY.spec, {"tiny.toml": OWN.replace("12 = 3", f"12 = {points}")}) for points in range(1, 9)]
    assert tables.lay(TINY.spec, {"tiny.toml": OWN.replace("12 = 3", "12 = 8")}) is kept[-1]
    assert tables.lay(TINY.spec, {"tiny.toml": OWN.replace("12 = 3", "12 = 1")}) is not kept[0]


def test_a_place_of_each_kind_of_difference() -> None:
    def what(**fields: Any) -> str:
        return RulePlace.of(Difference(event=1, type="x.y", **fields)).what

    assert what(kind="outcome", field="units.3.box") == "x.y: units"
    assert what(kind="refused", expected="TINY-3: no") == "x.y is refused"
    assert what(kind="raised", field="m:f", exception="KeyError") == "x.y meets KeyError"
    assert what(kind="missing") == "x.y comes to it"
    assert what(kind="surplus") == "x.y goes"
    assert RulePlace.of(Difference(event=1, type="x.y", kind="raised", field="m:f", exception="E")).place == "m:f"


def test_results_are_records(games: list[Path]) -> None:
    results = list(recheck(games[:3], data=("tiny", HARDER)))
    assert msgspec.json.decode(msgspec.json.encode(results), type=list[Rechecked]) == results


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_it(games: list[Path], workers: int) -> None:
    code = f"""
import os, sys
from pathlib import Path
from wardiary.replay.laboratory.recheck import recheck
if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:]] * 200
    for nth, result in enumerate(recheck(files, workers={workers})):
        if nth == 20:
            print("going", flush=True)
"""
    script = games[0].parent / f"work{workers}.py"
    script.write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(script), *map(str, games)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=300)
    with suppress(ProcessLookupError):  # what outlives it would hold its streams open
        os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode != 0
    assert told.rstrip().endswith("KeyboardInterrupt")
