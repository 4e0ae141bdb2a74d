"""The opening explorer, against lines counted by hand."""

from pathlib import Path

import pytest
from tests.analytics.making import HandMade
from tests.analytics.test_reports_of_play import play, played
from tests.cli.running import Run

from wardiary.analytics.archive import Archive
from wardiary.analytics.openings import openings_sql
from wardiary.events.errors import QueryError, UsageError


@pytest.fixture
def lines(tmp_path: Path, environment: dict[str, str]) -> Archive:
    """Five games: two begin 28 01, of which one goes on with 29; one 28 02; one 29 alone; a fork; one not decided."""
    made = HandMade(tmp_path / "freezing", "freezing")
    first, answer, other = play(3, "sov", "28", "event"), play(5, "fin", "01", "event"), play(5, "fin", "02", "action")
    third = play(9, "sov", "29", "event")
    for game, winners, plays, about in (
        ("a", ["sov"], [first, answer, third], {}),
        ("b", ["fin"], [first, answer], {}),
        ("c", [], [first, other], {}),
        ("d", None, [third | {"n": 2}], {}),
        ("f", ["sov"], [first, answer, third], {"parent_id": "a"}),
    ):
        played(made, game, winners, **about)
        made.rows("orders", game, *reversed(plays), play(1, "sov", "33", "event") | {"taken_back": True})
    return made.publish()


def test_first_orders(lines: Archive) -> None:
    found = lines.openings("freezing")
    assert found.columns == (
        "opening", "games", "decided", "fin", "fin_low", "fin_high", "sov", "sov_low", "sov_high", "note"
    )  # fmt: skip
    assert [row[:4] + row[6:7] for row in found] == [
        ("sov card 28 event", 3, 3, 0.5, 0.5),
        ("sov card 29 event", 1, 0, None, None),
    ]
    assert found.rows[0][4:6] == pytest.approx((0.125, 0.875), abs=1e-3), "Wilson for one and a half of three"


def test_what_comes_after(lines: Archive) -> None:
    rows = lines.openings("freezing", ["sov 28 event"], cards=True).rows
    assert [row[:4] for row in rows] == [("fin 01 event", 2, 2, 0.5), ("fin 02 action", 1, 1, 0.5)]
    rows = lines.openings("freezing", ["sov 28 event", "fin 01 event"], cards=True).rows
    assert [row[:4] for row in rows] == [("sov 29 event", 1, 1, 0.0)], "games that ended there have no next card"
    assert lines.openings("freezing", ["sov 30 event"], cards=True).rows == []


def test_lines_of_several(lines: Archive) -> None:
    rows = lines.openings("freezing", depth=2, cards=True).rows
    assert [row[:3] for row in rows] == [
        ("sov 28 event / fin 01 event", 2, 2),
        ("sov 28 event / fin 02 action", 1, 1),
    ]
    assert [row[0] for row in lines.openings("freezing", depth=2, cards=True, least=2)] == [rows[0][0]]
    assert lines.openings("freezing", depth=2, cards=True, forks=True).rows[0][1] == 3


def test_real_games(mixed: Archive) -> None:
    """Rows of one depth are all games that came so far; their words lead on."""
    games = mixed.sql("SELECT count(*) FROM games WHERE game = 'brother'").rows[0][0]
    rows = mixed.openings("brother", depth=3).rows
    assert sum(row[1] for row in rows) == games
    begun = rows[0][0].split(" / ")
    assert mixed.openings("brother", begun[:2]).rows[0][0] == begun[2]


@pytest.mark.parametrize(("depth", "after"), [(0, 0), (51, 0), (1, 50)])
def test_no_opening_is_that_long(depth: int, after: int) -> None:
    with pytest.raises(UsageError, match="1 to 50"):
        openings_sql("tiny", ["red"], after=["x"] * after, depth=depth)


def test_a_game_that_is_not_there(lines: Archive) -> None:
    with pytest.raises(QueryError, match="holds no game of tiny"):
        lines.openings("tiny")


def test_words_are_no_sql(lines: Archive) -> None:
    assert lines.openings("freezing", ["'] OR true --"], cards=True).rows == []


def test_at_the_command_line(wardiary: Run, lines: Archive) -> None:
    told = wardiary("openings", lines.folder, "freezing", "--cards", "--after", "sov 28 event", "--format", "csv")
    assert told.out.splitlines()[1].startswith("fin 01 event,2,2,0.5,")
    told = wardiary("openings", lines.folder, "freezing", "--after", "nonsense")
    assert (told.code, "no game of the archive went on from this line" in told.err) == (2, True)
