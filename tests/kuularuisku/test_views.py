"""The game in SQL: its views, against events and by hand; its odds, against the exact ones."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.analytics.making import HandMade
from tests.cli.conftest import environment
from tests.kuularuisku.kit import DATA
from tests.kuularuisku.test_reports import archive, happened

from wardiary.analytics.archive import Archive
from wardiary.analytics.views import game_macros
from wardiary.core.games.kuularuisku.odds import melee_odds, shooting_odds

__all__ = ["archive", "environment"]

LOST = ("dead", "severe")
Groups = tuple[tuple[int, int], ...]


def one(archive: Archive, query: str) -> tuple[Any, ...]:
    (row,) = archive.sql(query)
    return tuple(row)


def test_shootings_add_up(archive: Archive) -> None:
    shots = happened(archive, "shooting_resolved")
    assert one(
        archive,
        "SELECT count(*), count(attacker), count(place), sum(dice), sum(hits), sum(wounds), sum(defence_losses), "
        "count(*) FILTER (kind = 'defensive') FROM kuularuisku_battles WHERE kind <> 'melee'",
    ) == (
        *(len(shots),) * 3,
        *(sum(shot[field] for shot in shots) for field in ("fired", "hits", "wounds")),
        sum(result in LOST for shot in shots for result in shot["results"]),
        sum(shot.get("defensive", False) for shot in shots),
    )
    fired = happened(archive, "shots_fired")
    seen = "SELECT sum(attacking), sum(defending) FROM kuularuisku_battles WHERE kind <> 'melee'"
    assert one(archive, seen) == (sum(len(one["shots"]) for one in fired), sum(len(one["seen"]) for one in fired))


def test_rounds_of_melee_add_up(archive: Archive) -> None:
    rounds = happened(archive, "melee_fought")
    assert rounds
    assert one(
        archive,
        "SELECT count(*), count(place), sum(attack_losses + defence_losses), sum(hits), sum(defence_hits), "
        "count(*) FILTER (won = 'attacker'), count(*) FILTER (won = 'defender') "
        "FROM battles SEMI JOIN (FROM kuularuisku_battles WHERE kind = 'melee') USING (game_id, n) "
        "JOIN (SELECT game_id, n, hits, defence_hits FROM kuularuisku_battles) USING (game_id, n)",
    ) == (
        *(len(rounds),) * 2,
        sum(result in LOST for fought in rounds for result in fought["results"]),
        sum(fought["hits_own"] for fought in rounds),
        sum(fought["hits_other"] for fought in rounds),
        sum(fought.get("loser", fought["side"]) != fought["side"] for fought in rounds),
        sum(fought.get("loser") == fought["side"] for fought in rounds),
    )


def told_by_hand(folder: Path) -> Archive:
    """Two units whose names say nothing of their sides: a volley, one in defence, and a round of melee."""
    soldiers = {"Bow": ("white", "Bow.1", 100, 50), "Axe": ("red", "Axe.1", 300, 40)}
    told: list[tuple[str, str]] = [
        (
            "element_formed",
            f'{{"element":"{unit}","owner":"{unit}","side":"{side}","kind":"unit","base":2,'
            f'"spots":[{{"figure":"{figure}","x":{x},"y":{y}}},{{"figure":"{unit}.2","x":1,"y":2}}]}}',
        )
        for unit, (side, figure, x, y) in soldiers.items()
    ]
    way = '"tracks":[{"figure":"Axe.1","points":[[300,40],[250,40],[200,41]]}]'
    resolved = '"cover":4,"wounds":2,"wounded":["Axe.1","Axe.2"],"results":["light","severe"],"range_mm":250'
    told += [
        ("figures_moved", f'{{"element":"Axe",{way},"reason":"move"}}'),
        (
            "shots_fired",
            '{"element":"Bow","target":"Axe","shots":[{"figure":"Bow.2","weapon":"w"}],"seen":["Axe.1","Axe.2"]}',
        ),
        (
            "shooting_resolved",
            f'{{"element":"Bow","target":"Axe","fired":3,"hits":2,{resolved},"expected_hits":15000,"weapons":["b","a","b"]}}',
        ),
        ("assault_declared", '{"element":"Axe","target":"Bow"}'),
        (
            "figures_moved",
            '{"element":"Axe","tracks":[{"figure":"Axe.1","points":[[200,41],[110,50]]}],"reason":"assault"}',
        ),
        (
            "shots_fired",
            '{"element":"Bow+","target":"Axe","shots":[{"figure":"Bow.1","weapon":"w"}],"seen":["Axe.1"],"defensive":true}',
        ),
        (
            "shooting_resolved",
            '{"element":"Bow+","target":"Axe","fired":1,"hits":0,"cover":6,"wounds":0,"wounded":[],"results":[],'
            '"range_mm":90,"defensive":true,"expected_hits":5000,"weapons":["a"]}',
        ),
        ("elements_melee", '{"elements":["Axe","Bow"],"melee":1}'),
        (
            "melee_fought",
            '{"melee":1,"side":"red","dice_own":2,"dice_other":1,"hits_own":2,"hits_other":1,'
            '"wounded":["Axe.2","Bow.1","Bow.2"],"results":["dead","severe","scratch"],"loser":"white","grenades":["red"]}',
        ),
    ]
    rows = [
        {"turn": 2, "step": 9, "n": n, "tag": f"kuularuisku.{tag}", "args": args, "frame": False}
        for n, (tag, args) in enumerate(told, 10)
    ]
    made = HandMade(folder, "kuularuisku").played("g", ["red"], players={"red": "a", "white": "b"})
    return made.rows("outcomes", "g", *rows, {**rows[4], "n": 40, "taken_back": True}).publish()


def test_battles_by_hand(tmp_path: Path) -> None:
    found = told_by_hand(tmp_path / "a")
    common = "n, place, attacker, attacking, defending, attack_losses, defence_losses, won, kind"
    assert found.sql(f"SELECT {common} FROM kuularuisku_battles ORDER BY n").rows == [
        (14, "200,41", "white", 1, 2, 0, 1, None, "shooting"),
        (18, "110,50", "white", 1, 1, 0, 0, None, "defensive"),
        (20, "110,50", "red", 2, 1, 1, 1, "attacker", "melee"),
    ]
    own = "element, target, weapons, range_mm, cover, dice, hits, expected_hits, wounds, defence_dice, defence_hits"
    assert found.sql(f"SELECT {own} FROM kuularuisku_battles ORDER BY n").rows == [
        ("Bow", "Axe", ["a", "b"], 250, 4, 3, 2, 1.5, 2, None, None),
        ("Bow+", "Axe", ["a"], 90, 6, 1, 0, 0.5, 0, None, None),
        (None, None, ["grenades"], None, None, 2, 2, None, 2, 1, 1),
    ]


def test_the_order_of_cards_knows_sides_by_the_set_up(tmp_path: Path) -> None:
    """Bow is White's although nothing in its name says so; its card came first, and two of Red's men fell."""
    folder = tmp_path / "a"
    made = told_by_hand(folder)
    again = HandMade(folder, "kuularuisku").played("h", ["red"], players={"red": "a", "white": "b"})
    assert made.report("kuularuisku.activation-order").rows == []
    formed = (
        '{"element":"Bow","owner":"Bow","side":"white","kind":"unit","base":2,"spots":[{"figure":"Bow.1","x":1,"y":1}]}'
    )
    hurt = '{"wounded":["Axe.1","Axe.2","Axe.2"],"results":["dead","light","severe"]}'
    foe = formed.replace("Bow", "Axe").replace("white", "red")
    again.rows(
        "outcomes",
        "h",
        {"n": 3, "turn": 1, "step": 3, "tag": "kuularuisku.element_formed", "args": formed},
        {"n": 4, "turn": 1, "step": 3, "tag": "kuularuisku.element_formed", "args": foe},
        {"n": 9, "turn": 1, "step": 8, "tag": "kuularuisku.wounds_tested", "args": hurt},
        {
            "n": 10,
            "turn": 1,
            "step": 8,
            "tag": "kuularuisku.figures_out",
            "args": '{"figures":["Axe.2"],"fate":"captured"}',
        },
    )
    again.rows("draws", "h", {"n": 5, "turn": 1, "deck": "activation", "seat": "both", "shuffle": 1, "cards": ["Bow"]})
    again.rows("draws", "h", {"n": 12, "turn": 1, "deck": "activation", "seat": "both", "shuffle": 1, "cards": ["Axe"]})
    rows = again.publish().report("kuularuisku.activation-order").rows
    assert rows == [("middle", "white", 1, 0.0, 2.0, "small sample"), ("last", "red", 1, 1.0, 0.0, "small sample")]


def test_every_card_that_was_not_skipped_is_one_card_play(archive: Archive) -> None:
    (drawn,) = one(archive, "SELECT count(*) FROM draws WHERE NOT taken_back")
    played, asked, distinct = one(
        archive,
        "SELECT count(*), count(*) FILTER (mode <> 'fight'), count(DISTINCT (game_id, n)) FROM kuularuisku_card_plays",
    )
    assert played == distinct == drawn - len(happened(archive, "card_skipped"))
    ready = happened(archive, "ask_ready")
    assert asked == sum("commander" not in frame for frame in ready)
    assert one(archive, "SELECT count(*) FROM kuularuisku_card_plays c JOIN orders o USING (game_id, n, seat)") == (
        asked,
    )
    wrong = (
        "SELECT count(*) FROM kuularuisku_card_plays p JOIN outcomes f ON f.game_id = p.game_id "
        "AND f.args ->> '$.owner' = p.card AND f.tag = 'kuularuisku.element_formed' WHERE f.args ->> '$.side' <> p.seat"
    )
    assert one(archive, wrong) == (0,)


def test_whole_orders_are_each_told_once(archive: Archive) -> None:
    counts: dict[str, int] = dict(archive.sql("SELECT deed, count(*) FROM kuularuisku_whole_orders GROUP BY ALL").rows)
    given: dict[str, int] = dict(
        archive.sql("SELECT split_part(tag, '.', 2), count(*) FROM orders WHERE NOT taken_back GROUP BY ALL").rows
    )
    for deed in ("activate", "wait", "command", "assault", "split", "return", "execute"):
        assert counts.get(deed, 0) == given.get(deed, 0), deed
    assert counts["attach"] == given["attach"] + given.get("alone", 0) + given.get("part", 0)
    assert counts["shoot"] + counts.get("fire back", 0) == len(happened(archive, "shots_fired")) == given["fire"]
    assert counts["move"] <= given["move"]
    assert counts["evacuate"] == given["proceed"]
    assert one(
        archive,
        "SELECT count(*) FROM kuularuisku_whole_orders WHERE words IS NULL OR seat IS NULL OR contains(words, '\"')",
    ) == (0,)


def test_a_move_begins_where_the_man_stood(archive: Archive) -> None:
    moved = happened(archive, "figures_moved")
    ways = {tuple(f"{x},{y}" for x, y in event["tracks"][0]["points"]) for event in moved}
    rows = archive.sql("SELECT path, words FROM kuularuisku_whole_orders WHERE deed IN ('move', 'assault')").rows
    assert rows
    assert all(tuple(path) in ways and words.endswith("-".join(path)) for path, words in rows)


def test_leads_are_the_points(archive: Archive) -> None:
    wrong = (
        "SELECT count(*) FROM leads JOIN positions_kuularuisku p USING (game_id, n) "
        "WHERE seat <> 'red' OR ahead <> red_points - white_points"
    )
    assert one(archive, wrong) == (0,)
    assert one(archive, "SELECT count(*) FROM leads") == one(archive, "SELECT count(*) FROM positions_kuularuisku")


@pytest.fixture(scope="module")
def macros() -> "duckdb.DuckDBPyConnection":
    connection = duckdb.connect()
    connection.execute(game_macros("kuularuisku"))
    return connection


@pytest.mark.parametrize("groups", [((4, 1),), ((2, 3), (6, 2)), ((3, 4), (4, 4), (5, 4)), ((5, 30),)])
@pytest.mark.parametrize("cover", [2, 4, 6])
@pytest.mark.parametrize("close", [False, True])
def test_the_odds_of_a_shooting(macros: "duckdb.DuckDBPyConnection", groups: Groups, cover: int, close: bool) -> None:
    exact = shooting_odds(DATA, groups, cover, close=close)
    dice = [list(group) for group in groups]
    rows = macros.execute(f"FROM kuularuisku_odds({dice}, cover := {cover}, again := {close})").fetchall()
    for column, spread in enumerate((exact.hits, exact.wounds, exact.killed), 1):
        assert {row[0]: row[column] for row in rows} == pytest.approx(
            {number: float(spread.get(number, 0)) for number in range(len(rows))}, abs=1e-12
        )


@pytest.mark.parametrize("other", [((5, 1),), ((5, 2),), ((3, 1), (5, 2)), ((4, 6), (6, 2))])
@pytest.mark.parametrize(("own_grenades", "other_grenades"), [(False, False), (True, False), (True, True)])
def test_the_odds_of_a_melee(
    macros: "duckdb.DuckDBPyConnection", other: Groups, own_grenades: bool, other_grenades: bool
) -> None:
    own = ((3, 2), (4, 5))
    exact = melee_odds(own, other, own_grenades=own_grenades, other_grenades=other_grenades)
    rows = macros.execute(
        f"FROM kuularuisku_melee_odds({[list(group) for group in own]}, {[list(group) for group in other]}, "
        f"own_grenades := {own_grenades}, other_grenades := {other_grenades})"
    ).fetchall()
    for mine, theirs, loser, chance in rows:
        assert chance == pytest.approx(float(exact.own_hits.get(mine, 0) * exact.other_hits.get(theirs, 0)), abs=1e-12)
        assert loser == ("own" if mine < theirs else "other" if mine > theirs else None)
    lost = {side: sum(row[3] for row in rows if row[2] == side) for side in ("own", "other", None)}
    assert lost == pytest.approx(
        {"own": float(exact.own_loses), "other": float(exact.other_loses), None: float(exact.equal)}
    )
