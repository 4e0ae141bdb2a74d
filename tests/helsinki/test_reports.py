"""The game's own reports, asked of an archive of whole games, against counts of their events."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.analytics.making import simulated
from tests.cli.conftest import environment

from wardiary.analytics.archive import Archive

__all__ = ["archive", "environment"]

REPORTS = ("flags", "initiatives", "meurer", "morale", "squads", "time-used", "victories")
GAMES = 4


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Archive:
    """An archive of four random games."""
    folder = simulated(tmp_path_factory.mktemp("helsinki"), "helsinki", GAMES)
    made = Archive(tmp_path_factory.mktemp("archive") / "helsinki")
    assert made.add([folder]).exit_code == 0
    return made


def report(archive: Archive, name: str) -> list[dict[str, Any]]:
    found = archive.report(f"helsinki.{name}")
    return [dict(zip(found.columns, row, strict=True)) for row in found]


def happened(archive: Archive, tag: str) -> list[dict[str, Any]]:
    """The fields of all outcomes of a tag, with their turn."""
    rows = archive.sql(f"SELECT turn, args FROM outcomes WHERE tag = 'helsinki.{tag}' AND NOT taken_back")
    return [{"turn": turn, **json.loads(args)} for turn, args in rows]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_says_what_it_answers_and_its_columns(archive: Archive, name: str) -> None:
    sql = Path(str(files("wardiary.core.games.helsinki").joinpath("reports", f"{name}.sql"))).read_text("utf-8")
    lines = sql.splitlines()
    assert (lines[0][:13], lines[1][:10], lines[2]) == ("-- Question: ", "-- Grain: ", "-- Columns:")
    said = [line.removeprefix("--   ").split("  ")[0].strip() for line in lines if line.startswith("--   ")]
    assert [column for entry in said for column in entry.split(", ")] == list(report(archive, name)[0])


def test_initiatives(archive: Archive) -> None:
    won = Counter(event["side"] for event in happened(archive, "initiative_won") if event["turn"] > 1)
    found = report(archive, "initiatives")
    assert {row["side"]: row["initiatives"] for row in found} == won
    assert next(row["margin"] for row in found if row["side"] == "white") == 0
    assert {row["of"] for row in found} == {won.total()}


def test_time_used(archive: Archive) -> None:
    found = report(archive, "time-used")
    paid = happened(archive, "order_paid")
    assert sum(row["orders"] for row in found) == len(paid)
    assert sum(row["points"] for row in found) == sum(event["points"] for event in paid)
    given = Counter((event["side"], event["kind"]) for event in happened(archive, "order_given"))
    assert all(row["orders"] <= given[row["side"], row["kind"]] for row in found)


def test_squads(archive: Archive) -> None:
    found = {row["attempt"]: (row["attempts"], row["successes"]) for row in report(archive, "squads")}
    tried, formed = happened(archive, "squad_tried"), happened(archive, "unit_formed")
    assert found["organise"] == (len(tried), sum("squad" in event for event in tried))
    assert found["form"] == (len(formed), sum("unit" in event for event in formed))
    arrests = happened(archive, "arrest_tried")
    assert found["arrest"] == (len(arrests), sum(event["arrested"] for event in arrests))


def test_meurer(archive: Archive) -> None:
    found = report(archive, "meurer")
    assert sum(row["games"] for row in found) == GAMES
    landings = sorted(event["turn"] for event in happened(archive, "landing_tried") if event["landed"])
    assert sorted(row["turn"] for row in found for _ in range(row["games"]) if row["turn"]) == landings


def test_flags_and_morale_by_time(archive: Archive) -> None:
    begun = len(happened(archive, "initiative_won"))
    for name in ("flags", "morale"):
        assert sum(row["initiatives"] for row in report(archive, name)) == begun
    assert report(archive, "flags")[0]["highest"] == 5
    assert {row["date"] for row in report(archive, "morale")} <= {11, 12, 13}


def test_victories(archive: Archive) -> None:
    found = report(archive, "victories")
    assert sum(row["won"] for row in found) == GAMES
    assert all(row["flags"] == 0 for row in found if not row["kind"].startswith("red"))
