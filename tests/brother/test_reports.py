"""The game's own reports, over tables of a few whole games made by hand."""

import json
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import duckdb
import pytest
from tests.brother.kit import whole_game

from wardiary.events import brother as e
from wardiary.events.common import Ended
from wardiary.events.kinds import Event, Frame, Input, Order, Outcome
from wardiary.events.vocabulary import tag_of

SEEDS = ("one", "two")
MONTHS = list(e.MONTHS)
REPORTS = ("battles", "january", "reinforcements", "strategic-towns", "supply", "wins")
TABLES = """
CREATE TABLE games(game VARCHAR, game_id VARCHAR, ended BOOLEAN, kind VARCHAR, winners VARCHAR[]);
CREATE VIEW counted AS FROM games;
CREATE TABLE outcomes(game_id VARCHAR, n BIGINT, step BIGINT, tag VARCHAR, args VARCHAR, taken_back BOOLEAN);
CREATE TABLE orders(game_id VARCHAR, n BIGINT, seat VARCHAR, tag VARCHAR, args VARCHAR, taken_back BOOLEAN);
CREATE MACRO wilson_low(k, n) AS k / n;
CREATE MACRO wilson_high(k, n) AS k / n;
CREATE MACRO small_sample(n) AS CASE WHEN n < 30 THEN 'small sample' ELSE '' END;
"""


def args(event: Event) -> str:
    fields = json.loads(e.CODEC.encode(event))
    return json.dumps({name: value for name, value in fields.items() if name != "t"})


def events_of(seed: str) -> list[Event]:
    return [event for step in whole_game(seed)[0] for event in step]


@cache
def database() -> duckdb.DuckDBPyConnection:
    """The columns of the archive that the reports read, filled as the archive fills them."""
    connection = duckdb.connect()
    connection.execute(TABLES)
    for seed in SEEDS:
        steps, states = whole_game(seed)
        ended = states[-1].result
        assert isinstance(ended, Ended)
        connection.execute(
            "INSERT INTO games VALUES ('brother', ?, true, ?, ?)", [seed, ended.kind, list(ended.winners)]
        )
        outcomes: list[tuple[Any, ...]] = []
        orders: list[tuple[Any, ...]] = []
        n, side = 1, ""
        for number, step in enumerate(steps):
            began = n + 1
            frames = states[number - 1].frames if number else ()
            side = str(getattr(frames[-1], "side", side)) if frames else side
            for event in step:
                n += 1
                if isinstance(event, Order):
                    orders.append((seed, n, side, tag_of(type(event)), args(event), False))
                elif isinstance(event, Outcome) and not isinstance(event, Frame):
                    outcomes.append((seed, n, began, tag_of(type(event)), args(event), False))
                else:
                    assert isinstance(event, Input | Frame)
        connection.executemany("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?)", outcomes)
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", orders)
    return connection


def rows(name: str) -> list[dict[str, Any]]:
    sql = files("wardiary.core.games.brother").joinpath("reports", f"{name}.sql").read_text(encoding="utf-8")
    result = database().execute(sql)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def happened(kind: type[Event]) -> list[Any]:
    return [event for seed in SEEDS for event in events_of(seed) if isinstance(event, kind)]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_says_what_it_answers_and_its_columns(name: str) -> None:
    sql = files("wardiary.core.games.brother").joinpath("reports", f"{name}.sql").read_text(encoding="utf-8")
    lines = sql.splitlines()
    assert (lines[0][:13], lines[1][:10], lines[2]) == ("-- Question: ", "-- Grain: ", "-- Columns:")
    said = [line.removeprefix("--   ").split("  ")[0].strip() for line in lines if line.startswith("--   ")]
    assert [column for entry in said for column in entry.split(", ")] == list(rows(name)[0])


def test_wins() -> None:
    assert sum(row["won"] for row in rows("wins")) == len(SEEDS)
    assert {row["kind"] for row in rows("wins")} == {event.kind for event in happened(Ended)}


def test_strategic_towns() -> None:
    found = Counter((MONTHS.index(event.month) + 1, event.strategic) for event in happened(e.MonthEnded))
    assert {(row["month"], row["strategic"]): row["held"] for row in rows("strategic-towns")} == found


def test_battles() -> None:
    resolved = happened(e.BattleResolved)
    assert sum(row["battles"] for row in rows("battles")) == len(resolved)
    assert sum(row["withdrawals"] for row in rows("battles")) == sum(event.withdrawal for event in resolved)
    assert sum(row["taken"] for row in rows("battles")) == sum(bool(event.units) for event in happened(e.BattleEnded))
    columns = Counter(event.attack_column for event in resolved)
    assert sum(row["battles"] for row in rows("battles") if row["attack_column"] == "3-4") == columns["3-4"]


def test_january() -> None:
    firsts = [next(ev for ev in events_of(seed) if isinstance(ev, e.PlayCard)) for seed in SEEDS]
    white = Counter((card.card, card.mode) for card in firsts)
    assert {(row["card"], row["mode"]): row["games"] for row in rows("january") if row["side"] == "white"} == white


def test_supply() -> None:
    weakened = [event for event in happened(e.UnitsWeakened) if event.cause == "supply"]
    assert sum(row["units"] for row in rows("supply")) == sum(len(event.units) for event in weakened)
    assert sum(row["games"] for row in rows("supply")) == len(happened(e.MonthEnded))
    assert sum(row["towns"] for row in rows("supply")) > 0


def test_reinforcements() -> None:
    ended = happened(e.ReinforcementsEnded)
    found = rows("reinforcements")
    assert sum(row["placed"] for row in found) == sum(event.placed for event in ended)
    assert sum(row["no_room"] for row in found) == sum(event.lost for event in ended if not event.stopped)
    assert sum(row["declined"] for row in found) == sum(event.lost for event in ended if event.stopped)
