"""The game's own reports, asked of an archive of whole games, against counts of their events."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import environment

from wardiary.analytics.archive import Archive
from wardiary.replay.simulation.simulate import Plan, simulate

__all__ = ["archive", "environment"]

REPORTS = ("activation-order", "losses", "melee", "morale", "shooting")
GAMES = 3


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Archive:
    """An archive of a few games of greedy players, in which it comes to blows."""
    folder = tmp_path_factory.mktemp("kuularuisku")
    plan = Plan(game="kuularuisku", seed="tests", seats={"red": "greedy", "white": "greedy"}, out=str(folder))
    assert not any(summary.fault for summary in simulate(plan, GAMES))
    made = Archive(tmp_path_factory.mktemp("archive") / "kuularuisku")
    assert made.add([folder]).exit_code == 0
    return made


def report(archive: Archive, name: str) -> list[dict[str, Any]]:
    found = archive.report(f"kuularuisku.{name}")
    return [dict(zip(found.columns, row, strict=True)) for row in found]


def happened(archive: Archive, tag: str) -> list[dict[str, Any]]:
    """The fields of all outcomes of a tag."""
    rows = archive.sql(f"SELECT args FROM outcomes WHERE tag = 'kuularuisku.{tag}' AND NOT taken_back")
    return [json.loads(args) for (args,) in rows]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_says_what_it_answers_and_its_columns(archive: Archive, name: str) -> None:
    sql = Path(str(files("wardiary.core.games.kuularuisku").joinpath("reports", f"{name}.sql"))).read_text("utf-8")
    lines = sql.splitlines()
    assert (lines[0][:13], lines[1][:10], lines[2]) == ("-- Question: ", "-- Grain: ", "-- Columns:")
    said = [line.removeprefix("--   ").split("  ")[0].strip() for line in lines if line.startswith("--   ")]
    assert [column for entry in said if entry for column in entry.split(", ")] == list(report(archive, name)[0])


def test_shooting(archive: Archive) -> None:
    shots, found = happened(archive, "shooting_resolved"), report(archive, "shooting")
    assert sum(row["shootings"] for row in found) == len(shots)
    assert sum(row["hits"] for row in found) == sum(shot["hits"] for shot in shots)
    assert sum(row["wounds"] for row in found) == sum(shot["wounds"] for shot in shots)
    expected = sum(shot["expected_hits"] for shot in shots) / 10_000
    assert abs(sum(float(row["expected_hits"]) for row in found) - expected) < 0.1
    close = [shot for shot in shots if shot["range_mm"] <= 150]
    assert sum(row["dice"] for row in found if row["range_cm"] == "0-15") == sum(shot["fired"] for shot in close)


def test_morale(archive: Archive) -> None:
    tests = happened(archive, "morale_tested")
    found = {row["context"]: (row["tests"], row["failed"]) for row in report(archive, "morale")}
    counts = Counter(test["context"] for test in tests)
    failed = Counter(test["context"] for test in tests if not test["passed"])
    assert found == {context: (count, failed[context]) for context, count in counts.items()}


def test_losses(archive: Archive) -> None:
    shots, found = happened(archive, "shooting_resolved"), {row["cause"]: row for row in report(archive, "losses")}
    causes = Counter(" + ".join(sorted(set(shot["weapons"]))) for shot in shots)
    assert {cause: row["times"] for cause, row in found.items() if cause not in ("melee", "execution")} == causes
    dead = sum(shot["results"].count("dead") for shot in shots)
    assert sum(row["dead"] for cause, row in found.items() if cause in causes) == dead


def test_melee(archive: Archive) -> None:
    rounds, found = happened(archive, "melee_fought"), report(archive, "melee")
    assert sum(row["rounds"] for row in found) == len(rounds)
    assert sum(row["equal"] for row in found) == sum("loser" not in one for one in rounds)
    assert all(row["lost"] + row["won"] + row["equal"] == row["rounds"] for row in found)


def test_activation_order(archive: Archive) -> None:
    found = report(archive, "activation-order")
    assert {(row["third"], row["seat"]) for row in found} == {
        (third, seat) for third in ("first", "middle", "last") for seat in ("red", "white")
    }
    drawn = archive.sql("SELECT count(*) FROM draws WHERE NOT taken_back")
    assert sum(row["cards"] for row in found) == next(iter(drawn))[0]
