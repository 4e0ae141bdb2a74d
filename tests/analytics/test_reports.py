"""Each report against an answer worked out by hand from a few rows."""

from pathlib import Path
from typing import Any

import pytest
from tests.analytics.making import HandMade

from wardiary.analytics.archive import Archive
from wardiary.analytics.engine import connect
from wardiary.analytics.reports import Report, all_reports, parse_report, report_named
from wardiary.core.registry import game_ids, game_packages
from wardiary.events.errors import QueryError

TESTS = Path(__file__).parents[1]
TWO = {"red": "greedy", "blue": "random"}
SMALL = "small sample"


@pytest.fixture
def tiny(tmp_path: Path, environment: dict[str, str]) -> HandMade:
    return HandMade(tmp_path / "tiny", "tiny")


@pytest.fixture
def freezing(tmp_path: Path, environment: dict[str, str]) -> HandMade:
    return HandMade(tmp_path / "freezing", "freezing")


def rows(archive: Archive, name: str, *columns: str, **options: bool) -> list[tuple[Any, ...]]:
    result = archive.report(name, **options)
    at = [result.columns.index(column) for column in columns]
    return [tuple(row[index] for index in at) for row in result]


def four_games(tiny: HandMade) -> Archive:
    """Red wins two, blue one, one is drawn; one is not decided; a fork of the first is red's."""
    tiny.played("a", ["red"], players=TWO, kind="ground", turns=6, score=2, decisions=30)
    tiny.played("b", ["red"], players=TWO, kind="annihilation", turns=4, decisions=20)
    tiny.played("c", ["blue"], players=TWO, kind="ground", turns=6, score=-1, decisions=31)
    tiny.played("d", [], players=TWO, kind="ground", turns=6, score=0, decisions=25)
    tiny.played("e", None, players=TWO, turns=2, decisions=7)
    tiny.played("f", ["red"], players=TWO, kind="ground", turns=5, score=1, decisions=26, parent_id="a")
    return tiny.publish()


def test_win_rate(tiny: HandMade) -> None:
    archive = four_games(tiny)
    assert rows(
        archive, "win-rate", "seat", "player", "opponents", "kind", "games", "won", "rate", "share", "note"
    ) == [
        ("blue", "random", "red=greedy", "any", 4, 1, 0.25, 0.375, SMALL),
        ("blue", "random", "red=greedy", "ground", 4, 1, 0.25, None, SMALL),
        ("red", "greedy", "blue=random", "any", 4, 2, 0.5, 0.625, SMALL),
        ("red", "greedy", "blue=random", "annihilation", 4, 1, 0.25, None, SMALL),
        ("red", "greedy", "blue=random", "ground", 4, 1, 0.25, None, SMALL),
    ]
    assert rows(archive, "win-rate", "low", "high")[2] == (0.15, 0.85), "Wilson for 2 of 4"


def test_forks_are_counted_when_asked_for(tiny: HandMade) -> None:
    archive = four_games(tiny)
    won = [row for row in rows(archive, "win-rate", "seat", "kind", "games", "won", forks=True) if row[1] == "any"]
    assert won == [("blue", "any", 5, 1), ("red", "any", 5, 3)]


def test_results_by_turn(tiny: HandMade) -> None:
    assert rows(four_games(tiny), "results-by-turn", "turn", "winners", "kind", "decided", "games", "rate", "note") == [
        (4, "red", "annihilation", 1, 4, 0.25, SMALL),
        (6, "blue", "ground", 1, 4, 0.25, SMALL),
        (6, "nobody", "ground", 1, 4, 0.25, SMALL),
        (6, "red", "ground", 1, 4, 0.25, SMALL),
    ]


def test_allies_share_a_win(tiny: HandMade) -> None:
    tiny.played("a", ["red", "white"], players={"red": "x", "white": "y", "blue": "z"}, kind="k", turns=1)
    assert rows(tiny.publish(), "win-rate", "seat", "opponents", "kind", "won", "share") == [
        ("blue", "red=x white=y", "any", 0, 0.0),
        ("red", "blue=z white=y", "any", 1, 0.5),
        ("red", "blue=z white=y", "k", 1, None),
        ("white", "blue=z red=x", "any", 1, 0.5),
        ("white", "blue=z red=x", "k", 1, None),
    ]


def dice_archive(tiny: HandMade) -> Archive:
    """Twelve dice of a seed, four of them taken back, and three that people typed; a fork repeats some."""
    tiny.played("a", ["red"], players=TWO)
    tiny.played("b", None, players=TWO, dice_source="typed")
    tiny.played("f", None, players=TWO, parent_id="a")
    seed = {"source": "seed", "purpose": "battle", "sides": 6}
    tiny.rows(
        "rolls",
        "a",
        {**seed, "n": 5, "seat": "red", "dice": [1, 1, 1, 1], "pips": 4},
        {**seed, "n": 8, "seat": "red", "dice": [2, 2, 2, 3], "pips": 9},
        {**seed, "n": 9, "seat": "blue", "dice": [3, 4, 4, 5], "pips": 16, "taken_back": True},
    )
    typed = {"source": "typed", "purpose": "battle", "sides": 6}
    tiny.rows("rolls", "b", {**typed, "seat": "blue", "n": 3, "dice": [6, 6, 5], "pips": 17})
    tiny.rows("rolls", "f", {**seed, "n": 5, "seat": "red", "dice": [1, 1, 1, 1], "pips": 4})
    return tiny.publish()


def test_dice(tiny: HandMade) -> None:
    """All dice count, also those taken back: 4, 3, 2, 2, 1, 0 against 2 each is a chi-square of 5."""
    columns = ("source", "dice", "mean", "expected", "faces", "chi_square", "p", "note")
    assert rows(dice_archive(tiny), "dice", *columns) == [
        ("seed", 12, 2.417, 3.5, [4, 3, 2, 2, 1, 0], 5.0, 0.4159, SMALL),
        ("typed", 3, 5.667, 3.5, [0, 0, 0, 0, 1, 2], 7.0, 0.2206, SMALL),
    ]


def test_rolls(tiny: HandMade) -> None:
    """What was taken back counts in its own column alone. Red: mean 13/8, spread 0.744, so +- 0.516."""
    columns = ("purpose", "seat", "games", "rolls", "dice", "dice_a_roll", "mean", "low", "high", "taken_back")
    assert rows(dice_archive(tiny), "rolls", *columns) == [
        ("battle", "blue", 1, 1, 3, 3.0, 5.667, 5.013, 6.32, 1),
        ("battle", "red", 1, 2, 8, 4.0, 1.625, 1.109, 2.141, 0),
    ]


def test_length(tiny: HandMade) -> None:
    assert rows(four_games(tiny), "length", "which", "place", "game_id", "decisions", "winners", "games", "median") == [
        ("longest", 1, "c", 31, "blue", 4, 27.5),
        ("longest", 2, "a", 30, "red", 4, 27.5),
        ("longest", 3, "d", 25, "nobody", 4, 27.5),
        ("longest", 4, "b", 20, "red", 4, 27.5),
        ("shortest", 1, "b", 20, "red", 4, 27.5),
        ("shortest", 2, "d", 25, "nobody", 4, 27.5),
        ("shortest", 3, "a", 30, "red", 4, 27.5),
        ("shortest", 4, "c", 31, "blue", 4, 27.5),
    ]


def test_length_shows_five(tiny: HandMade) -> None:
    for number in range(8):
        tiny.played(f"g{number}", ["red"], players=TWO, decisions=number)
    found = rows(tiny.publish(), "length", "which", "decisions")
    assert found == [*(("longest", 7 - place) for place in range(5)), *(("shortest", place) for place in range(5))]


def test_take_backs(tiny: HandMade) -> None:
    tiny.played("a", ["red"], players=TWO, take_backs=2, forced_take_backs=1, taken_back_events=9)
    tiny.played("b", None, players=TWO, fixes=1, taken_back_events=3)
    tiny.played("c", ["red"], players=TWO, dice_source="typed")
    columns = (
        "dice_source",
        "games",
        "with_take_backs",
        "rate",
        "take_backs",
        "forced",
        "fixes",
        "events_lost",
        "note",
    )
    assert rows(tiny.publish(), "take-backs", *columns) == [
        ("seed", 2, 1, 0.5, 2, 1, 1, 12, SMALL),
        ("typed", 1, 0, 0.0, 0, 0, 0, 0, SMALL),
    ]


SIDES = {"fin": "random", "sov": "greedy"}


def two_wars(freezing: HandMade) -> HandMade:
    return freezing.played("a", ["fin"], players=SIDES, turns=6).played("b", ["sov"], players=SIDES, turns=6)


def test_cards(freezing: HandMade) -> None:
    """Card 07: dealt once, drawn twice; twice an event in game a (won), once for points in b, one play taken back."""
    two_wars(freezing)
    play = {"seat": "fin", "tag": "freezing.play_card"}
    event, points = '{"card":"07","mode":"event"}', '{"card":"07","mode":"action"}'
    freezing.rows("draws", "a", {"n": 1, "seat": "fin", "cards": ["07"]}, {"n": 2, "seat": "fin", "cards": ["08"]})
    freezing.rows("draws", "b", {"n": 2, "seat": "fin", "cards": ["07"]})
    freezing.rows("outcomes", "a", {"n": 3, "tag": "freezing.cards_dealt", "args": '{"side":"fin","cards":["07"]}'})
    freezing.rows(
        "orders",
        "a",
        {**play, "n": 4, "args": event},
        {**play, "n": 6, "args": event},
        {**play, "n": 8, "args": points, "taken_back": True},
    )
    freezing.rows("orders", "b", {**play, "n": 5, "args": points})
    columns = ("seat", "card", "drawn", "as_event", "as_points", "event_rate", "games", "share", "note")
    assert rows(freezing.publish(), "cards", *columns) == [
        ("fin", "07", 3, 2, 1, 0.667, 1, 1.0, SMALL),
        ("fin", "08", 1, 0, 0, None, 0, None, SMALL),
    ]


def position(n: int, turn: int, mark: str, **values: int) -> list[dict[str, Any]]:
    return [{"n": n, "turn": turn, "mark": mark, "feature": name, "value": value} for name, value in values.items()]


def test_front_progress(freezing: HandMade) -> None:
    """The Isthmus falls in game a between turns 2 and 3."""
    two_wars(freezing)
    for game, values in (("a", (0, -1, -5)), ("b", (0, 1, -2))):
        for turn, value in enumerate(values, 1):
            mark = "end" if turn == 3 else "turn"
            freezing.rows(
                "positions",
                game,
                *position(turn * 10, turn, mark, value_ki=value, sov_points_ki=turn, fin_points_ki=2 * turn, score=0),
            )
    freezing.rows("outcomes", "a", {"n": 25, "tag": "freezing.front_taken", "args": '{"front":"KI"}'})
    freezing.rows(
        "outcomes", "b", {"n": 24, "tag": "freezing.front_taken", "args": '{"front":"KI"}', "taken_back": True}
    )
    columns = ("front", "mark", "turn", "games", "value", "lowest", "highest", "sov_points", "fin_points", "taken")
    found = [row for row in rows(freezing.publish(), "front-progress", *columns, "taken_rate") if row[0] == "KI"]
    assert found == [
        ("KI", "turn", 1, 2, 0.0, 0, 0, 1.0, 2.0, 0, 0.0),
        ("KI", "turn", 2, 2, 0.0, -1, 1, 2.0, 4.0, 0, 0.0),
        ("KI", "end", 3, 2, -3.5, -5, -2, 3.0, 6.0, 1, 0.5),
    ]


def placed(n: int, unit: int, side: str, kind: str, strength: int) -> dict[str, Any]:
    args = f'{{"unit":{unit},"side":"{side}","type":"{kind}","strength":{strength},"box":"KI-3"}}'
    return {"n": n, "tag": "freezing.unit_placed", "args": args}


def hit(n: int, unit: int, strength: int, **more: Any) -> dict[str, Any]:
    return {"n": n, "tag": "freezing.unit_hit", "args": f'{{"unit":{unit},"strength":{strength}}}', **more}


def test_losses(freezing: HandMade) -> None:
    """Unit 1 loses all of its two points and one gained; unit 2 one to an event; a hit on 3 is taken back."""
    two_wars(freezing)
    freezing.rows(
        "outcomes",
        "a",
        placed(2, 1, "fin", "infantry", 2),
        placed(3, 2, "fin", "ski", 3),
        placed(4, 3, "sov", "armour", 1),
        hit(10, 1, 2),
        hit(11, 1, 1),
        hit(12, 1, 0),
        hit(13, 3, 0, taken_back=True),
    )
    freezing.rows("outcomes", "b", placed(2, 1, "fin", "infantry", 4))
    freezing.rows(
        "orders",
        "a",
        {"n": 8, "seat": "fin", "tag": "freezing.strengthen", "args": '{"unit":1}'},
        {"n": 9, "seat": "sov", "tag": "freezing.weaken", "args": '{"unit":2}'},
    )
    columns = (
        "side",
        "type",
        "games",
        "placed",
        "points",
        "hits",
        "weakened",
        "strengthened",
        "a_game",
        "destroyed",
        "rate",
    )
    assert rows(freezing.publish(), "freezing.losses", *columns) == [
        ("fin", "infantry", 2, 2, 6, 3, 0, 1, 1.5, 1, 0.5),
        ("fin", "ski", 2, 1, 3, 0, 1, 0, 0.5, 0, 0.0),
        ("sov", "armour", 2, 1, 1, 0, 0, 0, 0.0, 0, 0.0),
    ]


def rolled(n: int, turn: int, success: str) -> dict[str, Any]:
    args = f'{{"total":6,"success":{success}}}'
    return {"n": n, "turn": turn, "tag": "freezing.intervention_rolled", "args": args}


def test_intervention(freezing: HandMade) -> None:
    two_wars(freezing)
    for game, markers in (("a", (1, 2)), ("b", (1, 4))):
        for turn, marker in enumerate(markers, 1):
            freezing.rows("positions", game, *position(turn * 10, turn, "turn", marker=marker))
    freezing.rows("positions", "b", *position(30, 2, "end", marker=7))
    freezing.rows("outcomes", "a", rolled(9, 1, "true"), rolled(19, 2, "false"))
    freezing.rows("outcomes", "b", rolled(9, 1, "false"))
    columns = ("turn", "games", "marker", "lowest", "highest", "rolls", "successes", "rate", "note")
    assert rows(freezing.publish(), "intervention", *columns) == [
        (1, 2, 1.0, 1, 1, 2, 1, 0.5, SMALL),
        (2, 2, 3.0, 2, 4, 1, 0, 0.0, SMALL),
    ]


def test_every_report_is_tested_here() -> None:
    """Those of a game may have their tests beside the game's: then `tests/GAME/test_reports.py` names each."""
    here = [Path(__file__), Path(__file__).with_name("test_reports_of_play.py")]
    tested = "".join(path.read_text(encoding="utf-8") for path in here)
    for report in all_reports():
        beside = TESTS / report.game / "test_reports.py"
        is_tested = f"def test_{report.name.replace('-', '_')}(" in tested
        assert is_tested or f'"{report.name}"' in beside.read_text(encoding="utf-8"), report.full_name


def test_there_are_the_ten_that_were_asked_for() -> None:
    names = "win-rate results-by-turn dice rolls length take-backs cards front-progress losses intervention"
    assert {report.name for report in all_reports()} >= set(names.split())


@pytest.mark.parametrize("name", [report.full_name for report in all_reports()])
def test_comments_name_the_columns_there_are(mixed: Archive, name: str) -> None:
    report = report_named(name)
    told = [column for columns, _ in report.columns for column in columns.split(", ")]
    assert tuple(told) == mixed.report(name).columns


def test_reports_run_in_the_duckdb_shell_as_they_stand(mixed: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell does no more than this: it runs views.sql in the archive's folder, then the report."""
    monkeypatch.chdir(mixed.folder)
    with connect() as shell:
        shell.execute(Path("views.sql").read_text())
        for report in all_reports():
            assert shell.execute(report.sql).fetchall() == mixed.report(report.full_name).rows, report.full_name


def test_a_report_of_a_game_that_is_not_there(whole: Archive) -> None:
    with pytest.raises(QueryError, match="holds no game of freezing, only tiny"):
        whole.report("freezing.cards")


def test_a_short_name_that_two_games_have() -> None:
    with pytest.raises(
        QueryError, match=r"several games have a report 'losses': freezing\.losses, kuularuisku\.losses"
    ):
        report_named("losses")


@pytest.mark.parametrize("name", ["win-rat", "freezing.card", "nonsense"])
def test_an_unknown_report(whole: Archive, name: str) -> None:
    with pytest.raises(QueryError, match=f"no report '{name}': (did you mean|`wardiary reports` lists)"):
        whole.report(name)


def test_a_games_report_has_two_names(environment: dict[str, str]) -> None:
    assert report_named("cards") == report_named("freezing.cards")


@pytest.mark.parametrize(
    "sql", ["SELECT 1", "-- Question: what?\nSELECT 1", "-- Question: a\n-- Grain: b\n-- Columns:\n"]
)
def test_a_report_without_its_comment(sql: str) -> None:
    with pytest.raises(ValueError, match="must begin with its question"):
        parse_report("x", "", sql)


def test_reports_lie_beside_their_game(environment: dict[str, str]) -> None:
    assert game_packages()["freezing"] == "wardiary.core.games.freezing"
    assert {report.game for report in all_reports()} == {"", *game_ids()} - {"tiny"}
    assert all(isinstance(report, Report) for report in all_reports())
