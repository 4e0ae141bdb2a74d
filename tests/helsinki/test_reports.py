"""The game's own reports, asked of an archive of whole games, against counts of their events."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.analytics.making import header, simulated, write_diary
from tests.cli.conftest import environment
from tests.helsinki.kit import Game, started

from wardiary.analytics.archive import Archive
from wardiary.events.common import DiceSource

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


SCRIPT = (
    # the events, and six initiatives: German, Red, White, Red, German with the landing, German
    "draw RE01; draw RE05; draw RS01; draw; pay 0; draw GS01; draw; pay 1; draw GS02; done",
    "5; 2; add meurer; pass; morale; 6; morale; 1; done",
    "4; 3; organise 2622E; 6",
    "6; 3; add meurer; pass; arrest 1; 6; recruit; 1; done",
    "3; 4; draw RS02; 2; land 3323E; draw; draw GS03; done",
    "2; 4; draw RS03",
)


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Archive:
    """An archive of one game of six initiatives, which is not decided."""
    state, opening = started()
    game = Game(state)
    for line in SCRIPT:
        game.play(line)
    folder = tmp_path_factory.mktemp("counted")
    seats = dict.fromkeys(("german", "red", "white"), "human")
    first = header("counted", "helsinki", scenario="three", seats=seats, dice_source=DiceSource(source="typed"))
    write_diary(folder / "counted.diary", first, [opening, game.events])
    made = Archive(folder / "archive")
    assert made.add([folder / "counted.diary"]).exit_code == 0
    return made


SMALL = "small sample"
"""By hand: the modified dice were 5 to 1, 3 to 3, 6 to 3, 2 to 4, 2 to 3; the last initiative is under way."""


@pytest.mark.parametrize(
    ("name", "columns", "rows"),
    [
        (
            "initiatives",
            "side initiatives of rate margin points unspent note",
            [
                ("german", 2, 5, 0.4, 1.5, 3.5, 3.0, SMALL),
                ("red", 2, 5, 0.4, 3.5, 3.5, 1.5, SMALL),
                ("white", 1, 5, 0.2, 0.0, 1.0, 0.0, SMALL),
            ],
        ),
        (
            "time-used",
            "side kind orders points spare by_night share a_game note",
            [
                ("german", "draw", 3, 2, 1, 0, 1.0, 2.0, SMALL),
                ("red", "morale", 2, 2, 0, 0, 0.5, 2.0, SMALL),
                ("red", "arrest", 1, 1, 0, 0, 0.25, 1.0, SMALL),
                ("red", "recruit", 1, 1, 0, 0, 0.25, 1.0, SMALL),
                ("white", "organise", 1, 1, 0, 0, 1.0, 1.0, SMALL),
            ],
        ),
        (
            "squads",
            "attempt attempts successes rate total a_game",
            [("arrest", 1, 1, 1.0, 6.0, 1.0), ("organise", 1, 1, 1.0, 5.0, 1.0)],
        ),
        ("meurer", "turn games rolls square rate", [(5, 1, 1.0, 2.0, 1.0)]),
        (
            "flags",
            "clock initiatives flags lowest highest germans whites reds",
            [(0, 6, 5.0, 5, 5, 11.5, 0.0, 16.0)],
        ),
        (
            "morale",
            "date night initiatives morale lowest highest lost",
            [(11, False, 6, 3.67, 3, 4, 0.0)],
        ),
        ("victories", "kind won", []),
    ],
)
def test_reports_of_a_game_counted_by_hand(counted: Archive, name: str, columns: str, rows: list[Any]) -> None:
    assert [tuple(row[column] for column in columns.split()) for row in report(counted, name)] == rows


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
    ends: dict[str, list[dict[str, int]]] = {}
    for game, kind in archive.sql("SELECT game_id, kind FROM games"):
        rows = archive.sql(f"SELECT feature, value FROM positions WHERE game_id = '{game}' AND mark = 'end'")
        ends.setdefault(kind, []).append(dict(tuple(row) for row in rows))
    assert {row["kind"]: row["won"] for row in found} == {kind: len(games) for kind, games in ends.items()}
    features = {"time_left": "squares_left", "hqs_by_german": "red_hqs_by_german", "hqs_by_white": "red_hqs_by_white"}
    features |= {
        name: name.replace("reds", "red").replace("germans", "german") for name in ("reds_lost", "germans_lost")
    }
    for row in found:
        games = ends[row["kind"]]
        for column, feature in features.items():
            assert row[column] == pytest.approx(sum(game[feature] for game in games) / len(games), abs=0.051)
