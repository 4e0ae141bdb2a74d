"""Reports about play itself, each against an answer worked out by hand; and their charts."""

import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.analytics.making import HandMade
from tests.analytics.test_reports import SMALL, rows

from wardiary.analytics.archive import Archive
from wardiary.analytics.charts import PLACES, chart_svg, need_charts
from wardiary.analytics.reports import Report, all_reports, parse_report, report_named
from wardiary.analytics.results import Result
from wardiary.events.errors import QueryError
from wardiary.replay.simulation.strength import Meeting, ratings

ELO = ("player", "elo", "compared")
PLAYERS = {"sov": "ann", "fin": "bob"}


@pytest.fixture
def made(tmp_path: Path, environment: dict[str, str]) -> HandMade:
    return HandMade(tmp_path / "freezing", "freezing")


def played(made: HandMade, game: str, winners: list[str] | None, **about: Any) -> None:
    given = {"scenario": "war", "rules": "1", "data": "d", "decisions": 10, "turns": 3}
    made.played(game, winners, players=PLAYERS, **given | about)


def test_versions(made: HandMade) -> None:
    played(made, "a", ["sov"])
    played(made, "b", ["fin"], decisions=20)
    played(made, "c", ["fin"], rules="2")
    played(made, "d", [], data="e")
    columns = ("scenario", "rules", "data", "seat", "games", "won", "rate", "share", "decisions", "note")
    assert rows(made.publish(), "versions", *columns) == [
        ("war", "1", "d", "fin", 2, 1, 0.5, 0.5, 15.0, SMALL),
        ("war", "1", "d", "sov", 2, 1, 0.5, 0.5, 15.0, SMALL),
        ("war", "1", "e", "fin", 1, 0, 0.0, 0.5, 10.0, SMALL),
        ("war", "1", "e", "sov", 1, 0, 0.0, 0.5, 10.0, SMALL),
        ("war", "2", "d", "fin", 1, 1, 1.0, 1.0, 10.0, SMALL),
        ("war", "2", "d", "sov", 1, 0, 0.0, 0.0, 10.0, SMALL),
    ]


def test_decisions(made: HandMade) -> None:
    """Four ways, equally often, are four in effect; of those taken 2, 1 and 1 times there are 2 ** 1.5."""
    played(made, "a", None)
    played(made, "b", ["sov"])
    made.rows("orders", "a", *({"n": n, "seat": "sov", "tag": "t.go", "args": f'{{"to":{n}}}'} for n in range(4)))
    rest = [{"n": n, "seat": "fin", "tag": "t.go", "args": f'{{"to":{to}}}'} for n, to in enumerate((1, 1, 2, 3))]
    made.rows("orders", "b", *rest, {"n": 9, "seat": "fin", "tag": "t.go", "args": "{}", "taken_back": True})
    columns = ("seat", "tag", "orders", "a_game", "different", "in_effect", "most_given", "note")
    assert rows(made.publish(), "decisions", *columns) == [
        ("fin", "t.go", 4, 2.0, 3, 2.8, 0.5, SMALL),
        ("sov", "t.go", 4, 2.0, 4, 4.0, 0.25, SMALL),
    ]


def test_luck(made: HandMade) -> None:
    """Expected are 3.5 pips a die. What was taken back is no luck."""
    for game, winners, pips in (("a", ["sov"], 9), ("b", ["sov"], 6), ("c", ["fin"], 3), ("d", [], 7)):
        played(made, game, winners)
        roll = {"seat": "sov", "sides": 6, "n": 4, "dice": [1, 1], "pips": pips}
        made.rows("rolls", game, roll, {**roll, "n": 5, "pips": 12, "taken_back": True})
    columns = ("seat", "result", "games", "dice", "luck", "lucky", "lucky_rate", "note")
    archive = made.publish()
    assert rows(archive, "luck", *columns) == [
        ("sov", "any", 4, 2.0, -0.75, 1, 0.25, SMALL),
        ("sov", "drawn", 1, 2.0, 0.0, 0, 0.0, SMALL),
        ("sov", "lost", 1, 2.0, -4.0, 0, 0.0, SMALL),
        ("sov", "won", 2, 2.0, 0.5, 1, 0.5, SMALL),
    ]
    assert rows(archive, "luck", "low", "high")[3] == (-2.44, 3.44), "spread 2.1213 of two games"
    assert rows(archive, "luck", "low", "high")[1] == (None, None), "one game has no spread"


def play(n: int, seat: str, card: str, mode: str) -> dict[str, Any]:
    return {
        "n": n,
        "turn": 1,
        "seat": seat,
        "tag": "freezing.play_card",
        "args": f'{{"card":"{card}","mode":"{mode}"}}',
    }


def three_games(made: HandMade) -> Archive:
    """Sov wins two of three; in the first and the third it plays card 28 as an event, twice in the third."""
    for game, winner in (("a", "sov"), ("b", "sov"), ("c", "fin")):
        played(made, game, [winner])
    made.rows("orders", "a", play(5, "sov", "28", "event"), play(7, "fin", "01", "action"))
    made.rows("orders", "b", play(5, "sov", "29", "event"), play(7, "fin", "01", "action"))
    made.rows("orders", "c", *(play(n, "sov", "28", "event") for n in (5, 9)), play(7, "fin", "02", "action"))
    return made.publish()


def test_card_value(made: HandMade) -> None:
    columns = ("seat", "card", "mode", "plays", "games", "share", "others", "other_share", "difference", "note")
    archive = three_games(made)
    assert rows(archive, "card-value", *columns) == [
        ("fin", "02", "action", 1, 1, 1.0, 2, 0.0, 1.0, SMALL),
        ("fin", "01", "action", 2, 2, 0.0, 1, 1.0, -1.0, SMALL),
        ("sov", "29", "event", 1, 1, 1.0, 2, 0.5, 0.5, SMALL),
        ("sov", "28", "event", 3, 2, 0.5, 1, 1.0, -0.5, SMALL),
    ]
    # Wilson's 0.095 to 0.905 of 1 in 2, and 0.207 to 1 of 1 in 1.
    assert rows(archive, "card-value", "difference_low", "difference_high")[3] == (-0.905, 0.391)


def test_openings(made: HandMade) -> None:
    columns = ("seat", "opening", "games", "decided", "won", "rate", "share", "note")
    assert rows(three_games(made), "openings", *columns) == [
        ("fin", "card 01 action", 2, 2, 0, 0.0, 0.0, SMALL),
        ("fin", "card 02 action", 1, 1, 1, 1.0, 1.0, SMALL),
        ("sov", "card 28 event", 2, 2, 1, 0.5, 0.5, SMALL),
        ("sov", "card 29 event", 1, 1, 1, 1.0, 1.0, SMALL),
    ]


def led(made: HandMade, game: str, winners: list[str] | None, *ahead: int) -> None:
    """A game with Fin's lead at the beginning of each turn, and at the end."""
    played(made, game, winners)
    marks = ["turn"] * (len(ahead) - 1) + ["end"]
    positions = zip(ahead, marks, range(1, 99), strict=False)
    made.rows(
        "positions",
        game,
        *(
            {"n": 10 * t, "turn": min(t, len(ahead) - 1), "mark": m, "feature": "score", "value": v}
            for v, m, t in positions
        ),
    )


def four_leads(made: HandMade) -> Archive:
    led(made, "a", ["fin"], 2, -1, 3, 4)
    led(made, "b", ["sov"], 2, 1, -2, -3)
    led(made, "c", ["fin"], 1, 1, 0, 1)
    led(made, "d", [], 1, 0, 0, 0)
    led(made, "e", None, 5, 5)
    return made.publish()


def test_swings(made: HandMade) -> None:
    """A lead that comes to nothing has not changed hands."""
    assert rows(
        four_leads(made), "swings", "turn", "games", "seat", "ahead", "moved", "greatest", "turned", "rate"
    ) == [
        (1, 5, "fin", 2.2, 1.0, 3, 1, 0.2),
        (2, 4, "fin", 0.25, 2.0, 4, 2, 0.5),
        (3, 4, "fin", 0.25, 0.75, 1, 0, 0.0),
    ]


def test_comebacks(made: HandMade) -> None:
    assert rows(four_leads(made), "comebacks", "turn", "games", "seat", "comebacks", "rate", "behind") == [
        (1, 3, "fin", 1, 0.333, 2),
        (2, 3, "fin", 2, 0.667, 1),
        (3, 2, "fin", 0, 0.0, None),
    ]


def test_time_of_decision(made: HandMade) -> None:
    """Games a and b are decided in turn 3; in c the winner was level when the last turn began."""
    assert rows(four_leads(made), "time-of-decision", "turn", "games", "decided", "rate", "by_then") == [
        (3, 3, 2, 0.667, 0.667),
        (None, 3, 1, 0.333, 0.667),
    ]


def test_players(made: HandMade) -> None:
    """Fin wins three of four. Who sat there twice has won once, as few as the seat would give one and a half."""
    for game, winner, players in (
        ("a", "fin", {"sov": "ann", "fin": "bob"}),
        ("b", "fin", {"sov": "bob", "fin": "ann"}),
        ("c", "fin", {"sov": "bob", "fin": "ann"}),
        ("d", "sov", {"sov": "ann", "fin": "bob"}),
    ):
        made.played(game, [winner], players=players)
    columns = ("player", "games", "share", "expected", "strength", "elo", "compared", "note")
    assert rows(made.publish(), "players", *columns) == [
        ("ann", 4, 0.75, 0.5, 0.25, None, 2, SMALL),
        ("bob", 4, 0.25, 0.5, -0.25, None, 2, SMALL),
    ], "whoever was Ann and Finnish won, and was Bob and Soviet lost: no strength of hers is too large for that"


THREE = {("a", "b"): (5, 9), ("b", "a"): (6, 2), ("b", "c"): (7, 4), ("c", "b"): (8, 3)}
"""Games that the first seat and the second seat won, by who sat there: a never met c."""


@pytest.mark.parametrize("draws", [0, 3])
def test_elo_is_the_tournaments_own(made: HandMade, draws: int) -> None:
    """As far as it goes: who lost everything and who met himself alone are compared with nobody."""
    meetings = []
    for (sov, fin), won in THREE.items():
        outcomes = [["sov"]] * won[0] + [["fin"]] * won[1] + [[]] * draws
        for number, winners in enumerate(outcomes):
            made.played(f"{sov}{fin}{number}", winners, players={"sov": sov, "fin": fin})
        meetings.append(Meeting(players=(sov, fin), won=tuple(one + draws / 2 for one in won)))
    for number in range(4):
        made.played(f"lost{number}", ["sov"], players={"sov": "a", "fin": "loser"})
        made.played(f"self{number}", ["fin"], players={"sov": "lonely", "fin": "lonely"})
    found = {player: (elo, compared) for player, elo, compared in rows(made.publish(), "players", *ELO)}
    fitted = {rating.name: rating.elo or 0.0 for rating in ratings("abc", ("sov", "fin"), meetings).players}
    mean = sum(fitted.values()) / 3
    assert {name: (pytest.approx(elo - mean, abs=1.0), 3) for name, elo in fitted.items()} | {
        "loser": (None, 1),
        "lonely": (None, 1),
    } == found


def test_elo_of_three_seats(made: HandMade) -> None:
    """Allies share a victory, and one seat never wins."""
    made.game = "helsinki"
    seats = ("german", "red", "white")
    shares: dict[tuple[str, ...], list[float]] = {}
    for number, who in enumerate(product("xyz", repeat=3)):
        strongest = max(0, 2, key=lambda at: who[at])
        for nth, winners in enumerate(([seats[0]], [seats[2]], [seats[0], seats[2]], [seats[strongest]])):
            made.played(f"{number}-{nth}", winners, players=dict(zip(seats, who, strict=True)))
            won = shares.setdefault(who, [0.0] * 3)
            for seat in winners:
                won[seats.index(seat)] += 1 / len(winners)
    meetings = [Meeting(players=who, won=tuple(won)) for who, won in shares.items()]
    fitted = {rating.name: rating.elo or 0.0 for rating in ratings("xyz", seats, meetings).players}
    mean = sum(fitted.values()) / 3
    found = {player: elo for player, elo, _ in rows(made.publish(), "players", *ELO)}
    assert len({round(elo) for elo in fitted.values()}) > 1
    assert found == {name: pytest.approx(elo - mean, abs=1.0) for name, elo in fitted.items()}


PLOTS = [report for report in all_reports() if report.plot]


@pytest.mark.parametrize("report", PLOTS, ids=lambda report: report.full_name)
def test_plots_name_columns_that_are_there(report: Report) -> None:
    columns = [word for names, _ in report.columns for word in names.split(", ")]
    assert set(report.places) <= set(PLACES)
    assert set(report.places.values()) <= set(columns)
    assert {"x", "y"} <= set(report.places)
    assert ("low" in report.places) == ("high" in report.places)


@pytest.mark.parametrize("report", PLOTS, ids=lambda report: report.full_name)
def test_charts_are_drawn(mixed: Archive, report: Report) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    result = mixed.report(report.full_name)
    if not result.rows:
        pytest.skip("the archive has no rows for it")
    svg = chart_svg(result, report.plot, report.places, report.question)
    assert svg.startswith("<svg")
    assert report.question.split()[0] in svg
    assert report.places["x"] in svg
    assert svg.count("<path") > 3


def test_nothing_is_no_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(QueryError, match="nothing to plot"):
        chart_svg(Result(("x", "y"), ("VARCHAR", "DOUBLE"), []), "bar", {"x": "x", "y": "y"}, "why")
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(QueryError, match=r"pip install 'wardiary\[charts\]'"):
        chart_svg(Result(("x", "y"), ("VARCHAR", "DOUBLE"), [("a", 1.0)]), "bar", {"x": "x", "y": "y"}, "why")
    with pytest.raises(QueryError, match=r"pip install 'wardiary\[charts\]'"):
        need_charts()


def test_a_plot_stands_in_the_comment() -> None:
    head = "-- Question: Why?\n-- Grain: one\n-- Columns:\n--   a  what\n--   b  that\n"
    report = parse_report("r", "", f"{head}-- Plot: line x=a y=b_c\nSELECT 1")
    assert (report.plot, report.places) == ("line", {"x": "a", "y": "b_c"})
    assert parse_report("r", "", f"{head}-- Plot: band x=a y=b low=c high=d\nSELECT 1").plot == "band"
    assert parse_report("r", "", f"{head}SELECT 1").plot == ""
    for wrong in ("-- Plot: pie x=a", "-- Plot: bar", "-- Plot: bar x=A", "-- Plot bar x=a"):
        with pytest.raises(ValueError, match="must begin with"):
            parse_report("r", "", f"{head}{wrong}\nSELECT 1")
    assert report_named("length").plot == ""
