"""Views that games bring: battles, card plays, whole orders, holdings; position search as plain WHERE."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.analytics.making import HandMade

from wardiary.analytics.archive import Archive
from wardiary.analytics.contributed import COMMON, contributed_by, parse_view
from wardiary.analytics.views import SHELL_VIEWS, game_macros
from wardiary.core.games.freezing.odds import pool_odds
from wardiary.core.games.helsinki.odds import battle_odds, terms_for
from wardiary.core.registry import game_ids, load_game


def columns_of(archive: Archive, view: str) -> list[tuple[str, str]]:
    return [(row[0], row[1]) for row in archive.sql(f"DESCRIBE {view}")]


@pytest.mark.parametrize("view", COMMON, ids=lambda view: view.name)
def test_common_views_have_their_columns(mixed: Archive, whole: Archive, view: Any) -> None:
    """Whether any game of the archive brings something or none."""
    expected = [(column.name, column.type) for column in view.columns]
    for archive in (mixed, whole):
        assert columns_of(archive, view.name) == expected
    assert whole.sql(f"SELECT count(*) > 0 FROM {view.name}").rows == [(bool(view.otherwise),)]
    brought = {game for game in game_ids() for own in contributed_by(game) if own.name == view.name}
    found = {row[0] for row in mixed.sql(f"SELECT DISTINCT game FROM {view.name}")}
    assert found >= brought
    assert mixed.sql(f"SELECT count(*) FROM {view.name} WHERE game_id NOT IN (SELECT game_id FROM games)").rows == [
        (0,)
    ]


@pytest.mark.parametrize("game", game_ids())
def test_what_a_game_brings_is_described(mixed: Archive, game: str) -> None:
    common = {view.name: [column.name for column in view.columns] for view in COMMON}
    for own in contributed_by(game):
        found = [column for column, _ in columns_of(mixed, own.full_name)]
        expected = [column for column in common[own.name] if column != "game"]
        assert sorted(found) == sorted([*expected, *(column for column, _ in own.columns)]), own.full_name


@pytest.mark.parametrize("sql", ["SELECT 1", "-- Row one battle\nSELECT 1"])
def test_a_view_without_its_comment_is_refused(sql: str) -> None:
    with pytest.raises(ValueError, match="must begin with what a row is"):
        parse_view("tiny", "battles", sql)
    with pytest.raises(ValueError, match="one of the common views"):
        parse_view("tiny", "batles", "-- Row: one battle\nSELECT 1")


def test_the_shell_sees_the_same(mixed: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mixed.folder)
    with duckdb.connect() as shell:
        shell.execute((mixed.folder / SHELL_VIEWS).read_text())
        for view in (*(view.name for view in COMMON), "turns", "results", "positions_freezing"):
            query = f"SELECT * FROM {view} ORDER BY ALL"
            assert shell.execute(query).fetchall() == mixed.sql(query).rows, view


def test_battles_of_freezing_death_add_up(mixed: Archive) -> None:
    """Against the bare events: each battle once, each hit inside a battle in one of them."""
    ((battles, attack, defence),) = mixed.sql(
        "SELECT count(*), sum(attack_losses), sum(defence_losses) FROM battles WHERE game = 'freezing'"
    )
    events = mixed.sql("SELECT game_id, tag FROM outcomes WHERE game = 'freezing' ORDER BY game_id, n").rows
    declared = hits = 0
    fighting = False
    for _, tag in events:
        declared += tag == "freezing.battle_declared"
        fighting = tag != "freezing.battle_ended" and (fighting or tag == "freezing.battle_declared")
        hits += fighting and tag == "freezing.unit_hit"
    assert declared > 0
    assert (battles, attack + defence) == (declared, hits)


def freezing_battle(folder: Path) -> Archive:
    made = HandMade(folder, "freezing").played("g", ["sov"], players={"sov": "a", "fin": "b"})
    outcome = {"turn": 3, "step": 5}
    told = [
        ("battle_declared", '{"side":"sov","box":"KI-3","first_attack":true,"units":[1,2],"against":[7]}'),
        ("hits_scored", '{"side":"sov","hits":2}'),
        ("hits_scored", '{"side":"fin","hits":1}'),
        ("unit_hit", '{"unit":7,"strength":1}'),
        ("unit_hit", '{"unit":2,"strength":0}'),
        ("unit_hit", '{"unit":7,"strength":0}'),
        ("battle_ended", '{"box":"KI-3"}'),
        ("unit_hit", '{"unit":1,"strength":1}'),
        ("battle_declared", '{"side":"fin","box":"SU-2","units":[8],"against":[1]}'),
        ("battle_ended", '{"box":"SU-2"}'),
        ("battle_declared", '{"side":"fin","box":"SU-3","units":[8],"against":[1]}'),
    ]
    rows = [{**outcome, "n": n, "tag": f"freezing.{tag}", "args": args} for n, (tag, args) in enumerate(told, 10)]
    taken_back = {**outcome, "n": 30, "tag": "freezing.battle_declared", "args": told[0][1], "taken_back": True}
    return made.rows("outcomes", "g", *rows, taken_back).publish()


def test_a_battle_of_freezing_death_by_hand(tmp_path: Path) -> None:
    """What happens after a battle is not of it; one that was not fought to its end is none yet."""
    assert freezing_battle(tmp_path / "a").sql("FROM freezing_battles ORDER BY n").rows == [
        ("g", 10, 3, "KI-3", "sov", 2, 1, 1, 2, "attacker", True, 2, 1),
        ("g", 18, 3, "SU-2", "fin", 1, 1, 0, 0, None, False, 0, 0),
    ]


def test_battles_of_brother_against_brother_add_up(mixed: Archive) -> None:
    told = mixed.sql("SELECT count(*), count(attack_column), sum(margin), sum(advanced) FROM brother_battles").rows
    counted = mixed.sql(
        "SELECT count(*) FILTER (tag = 'brother.battle_declared'), count(*) FILTER (tag = 'brother.battle_resolved'),"
        " sum((args ->> '$.margin')::INTEGER) FILTER (tag = 'brother.battle_resolved'),"
        " sum(coalesce(json_array_length(args, '$.units'), 0)) FILTER (tag = 'brother.battle_ended')"
        " FROM outcomes WHERE NOT taken_back"
    ).rows
    assert told == counted
    assert told[0][1] > 0


def test_marches_have_their_paths(mixed: Archive) -> None:
    """A march of Freezing Death ends where the unit's last step went, and begins where it stood."""
    rows = mixed.sql("SELECT game, path, words FROM whole_orders WHERE deed = 'march' AND game <> 'tiny'").rows
    assert {game for game, _, _ in rows} == {"brother", "freezing", "helsinki"}
    assert all(path and words.endswith("-".join(path)) for _, path, words in rows)
    ((steps,),) = mixed.sql("SELECT count(*) FROM orders WHERE tag IN ('freezing.move_unit', 'freezing.withdraw')")
    assert sum(len(path) - 1 for game, path, _ in rows if game == "freezing") == steps


def holdings(folder: Path) -> Archive:
    made = HandMade(folder, "freezing")
    for game, winner in (("held", "sov"), ("lost", "sov"), ("won", "fin")):
        made.played(game, [winner], players={"sov": "a", "fin": "b"}, turns=8)
        changes = [(2, 1, 2, "fin"), *([(40, 3, 39, "sov")] if game == "lost" else [])]
        made.rows(
            "outcomes",
            game,
            *(
                {"n": n, "turn": turn, "step": step, "tag": "freezing.control_changed"}
                | {"args": f'{{"box":"KI-3","side":"{side}"}}'}
                for n, turn, step, side in changes
            ),
        )
        line = {"turn": 4, "mark": "turn", "feature": "fin_line"}
        made.rows("positions", game, {**line, "n": 60, "value": int(game != "lost")})
    return made.publish()


def test_positions_are_found_with_a_plain_where(tmp_path: Path) -> None:
    """Fin held the Line at turn 4 and lost; red held Viipuri before April and white won."""
    archive = holdings(tmp_path / "a")
    search = (
        "SELECT game_id FROM positions_freezing JOIN results USING (game_id) "
        "WHERE positions_freezing.turn = 4 AND mark = 'turn' AND fin_line = 1 AND seat = 'fin' AND NOT won"
    )
    assert archive.sql(search).rows == [("held",)]
    assert archive.sql("FROM holdings ORDER BY ALL").rows == [
        ("freezing", "held", "KI-3", "fin", 2, None, 0, None),
        ("freezing", "lost", "KI-3", "fin", 2, 39, 0, 3),
        ("freezing", "lost", "KI-3", "sov", 40, None, 3, None),
        ("freezing", "won", "KI-3", "fin", 2, None, 0, None),
    ]


def test_who_held_a_town_before_a_month(tmp_path: Path) -> None:
    made = HandMade(tmp_path / "a", "brother")
    for game, month, winner in (("early", "feb", "white"), ("late", "apr", "white"), ("red", "feb", "red")):
        made.played(game, [winner], players={"white": "a", "red": "b"})
        rows = [
            (2, "towns_assigned", '{"side":"white","towns":["viipuri","turku"]}'),
            (3, "month_began", '{"month":"jan"}'),
            (9, "month_began", f'{{"month":"{month}"}}'),
            (10, "control_changed", '{"town":"viipuri","side":"red"}'),
        ]
        made.rows(
            "outcomes", game, *({"n": n, "turn": n, "tag": f"brother.{tag}", "args": args} for n, tag, args in rows)
        )
    archive = made.publish()
    assert archive.sql(
        "SELECT game_id FROM brother_holdings h JOIN results r USING (game_id) "
        "WHERE place = 'viipuri' AND h.seat = 'red' AND from_month < 4 AND r.seat = 'white' AND won"
    ).rows == [("early",)]
    assert archive.sql("FROM brother_holdings WHERE game_id = 'early' AND place = 'viipuri' ORDER BY from_n").rows == [
        ("early", "viipuri", "white", 2, 9, 0, 10, 0, 2),
        ("early", "viipuri", "red", 10, None, 10, None, 2, None),
    ]


def test_turns_by_hand(tmp_path: Path) -> None:
    """What was taken back is in no column, and what went before the first turn is turn 0."""
    made = HandMade(tmp_path / "archive", "tiny")
    back = {"taken_back": True}
    for game, about in (("g", {}), ("fork", {"parent_id": "g"})):
        made.played(game, None, players={"red": "a", "blue": "b"}, **about)
        made.rows("outcomes", game, {"n": 2, "turn": 0}, {"n": 8, "turn": 1}, {"n": 14, "turn": 1, **back})
        made.rows("orders", game, {"n": 5, "turn": 1}, {"n": 11, "turn": 1, **back}, {"n": 15, "turn": 2})
        made.rows("rolls", game, {"n": 6, "turn": 1, "dice": [1, 6]}, {"n": 12, "turn": 1, "dice": [3], **back})
        made.rows("rolls", game, {"n": 9, "turn": 1, "dice": [4]})
        made.rows("draws", game, {"n": 7, "turn": 1, "cards": ["x", "y"]}, {"n": 3, "turn": 1, "cards": ["z"], **back})
    columns = "turn, first_n, last_n, orders, rolls, outcomes, dice, draws"
    assert made.publish().sql(f"SELECT game_id, {columns} FROM turns ORDER BY ALL").rows == [
        ("g", 0, 2, 2, 0, 0, 1, 0, 0),
        ("g", 1, 5, 9, 1, 2, 1, 3, 2),
        ("g", 2, 15, 15, 1, 0, 0, 0, 0),
    ]


def test_features_that_tell_who_holds_what(mixed: Archive) -> None:
    assert mixed.sql("SELECT DISTINCT fin_line + sov_line FROM positions_freezing").rows == [(1,)]
    town = "red_helsinki + red_viipuri + red_tampere + red_vaasa + red_oulu"
    assert mixed.sql(f"SELECT count(*) FROM positions_brother WHERE {town} <> strategic_red").rows == [(0,)]


@pytest.fixture(scope="module")
def macros() -> "duckdb.DuckDBPyConnection":
    connection = duckdb.connect()
    for game in ("freezing", "helsinki"):
        connection.execute(game_macros(game))
    return connection


@pytest.mark.parametrize(("dice", "hits_on", "drm"), list(product((0, 1, 7, 30), (5, 6), (-6, -1, 0, 2, 6))))
def test_a_pool_of_freezing_death(macros: "duckdb.DuckDBPyConnection", dice: int, hits_on: int, drm: int) -> None:
    faces = sum(min(face + drm, 6) >= hits_on for face in range(1, 7))
    found = macros.execute(f"FROM freezing_hits({dice}, {hits_on}, {drm})").fetchall()
    expected = pool_odds(dice, faces)
    assert len(found) == dice + 1
    for hits, chance in found:
        assert float(chance) == pytest.approx(float(expected.get(hits, Fraction(0))), abs=1e-12)


def test_a_battle_of_freezing_death_in_odds(macros: "duckdb.DuckDBPyConnection") -> None:
    rows = macros.execute(
        "SELECT sum(chance), sum(chance * attack_hits), sum(chance * defence_hits), min(attack_hits) "
        "FROM freezing_odds(10, 4, attack_special := 3, defence_drm := 1, defence_ignores := 0)"
    ).fetchall()
    assert rows[0] == pytest.approx((1, 10 / 6 + 3 / 3, 4 / 3, 0))
    ignored = macros.execute("SELECT chance FROM freezing_odds(1, 0, defence_ignores := 1)").fetchall()
    assert ignored == [(pytest.approx(1),)]


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("terrain", ["O", "W", "S", "C"])
@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (1, -1), (-2, 1)])
def test_a_battle_of_helsinki_in_odds(
    macros: "duckdb.DuckDBPyConnection", dice: int, terrain: str, attack: int, defence: int
) -> None:
    data = load_game("helsinki").rules.load_data({})
    terms = terms_for(data, dice=dice, terrain=terrain, attack=attack, defence=defence)
    odds = battle_odds(data, terms)
    rows = macros.execute(
        f"SELECT difference, loser, effect, chance FROM helsinki_odds({terms.dice}, terrain := {terms.least}, "
        f"attack_drm := {terms.attack}, defence_drm := {terms.defence})"
    ).fetchall()
    assert {row[0]: row[3] for row in rows} == pytest.approx({k: float(p) for k, p in odds.differences.items()})
    for (loser, effect), chance in odds.effects.items():
        told = [row[3] for row in rows if (row[1] or "nobody", row[2] or "none") == (loser, effect)]
        assert sum(told) == pytest.approx(float(chance))
