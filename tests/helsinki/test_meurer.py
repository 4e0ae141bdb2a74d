"""14 Abteilung Meurer."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, clauses, position, refuses

from wardiary.events import helsinki as e

What = Callable[[Game], Any]
NE, SE, SW, NW = 1, 2, 4, 5


def landing(die: int | None = 1, **fields: Any) -> Game:
    """A German initiative with the arrival marker on 3; the arrival hex is 3323."""
    start: dict[str, Any] = {"side": "red", "german": "0104 1", "red": "2622 1", "tracks": {"meurer": 3}}
    game = Game(position(**{**start, **fields})).play("done; 5; 6")
    return game if die is None else game.play(str(die))


BESIDE = ", ".join(f"{cell} 1" for cell in DATA.ground.steps["3323"])


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        ("HEL-14.0-01", lambda: landing(None), lambda g: g.waiting, "roll landing german 1"),
        ("HEL-14.0-01", lambda: landing(None, tracks={"meurer": 0}), lambda g: g.waiting, "german GermanOrders"),
        ("HEL-14.0-01", lambda: landing(4), lambda g: (g.state.landed, g.waiting), (False, "german GermanOrders")),
        ("HEL-14.0-01", lambda: landing(3), lambda g: (g.state.landed, g.waiting), (True, "german LandingVertex")),
        (
            "HEL-14.0-02",
            lambda: landing().play("land 3323E"),
            lambda g: (g.at("3323"), [h.where for h in g.state.hqs.values()], g.waiting),
            ("german 3", ["3323E"], "german GermanOrders"),
        ),
        (
            ("HEL-14.0-03", "HEL-14.0-R1"),
            lambda: landing(red="3323 2, 2622 1"),
            lambda g: [g.waiting, g.play("1").waiting, g.play("6").waiting],
            ["roll disorder red 1", "roll disorder red 1", "german LandingVertex"],
        ),
        (
            "HEL-14.0-03",
            lambda: landing(red="3323 2, 2622 1").play("1; 6; land 3323E"),
            lambda g: (g.state.units[27].where, g.state.units[28].where, g.at("3323")),
            ("reserve", "lost", "german 3"),
        ),
        (
            "HEL-14.0-04",
            lambda: landing(),
            lambda g: (sorted(DATA.ground.in_water & set(DATA.ground.corners["3323"])), "land 3422W" in g.legal()),
            (["3422W"], True),
        ),
        (
            "HEL-14.0-04",
            lambda: landing().play("land 3422W; hq 7"),
            lambda g: [o for o in g.legal() if o.split()[-1] in DATA.ground.in_water],
            [],
        ),
        (
            "HEL-14.0-05",
            lambda: landing().play("land 3323E; move 3323 3; go 3222"),
            lambda g: (g.at("3222"), g.state.points),
            ("german 1", 5),
        ),
        (
            "HEL-14.0-R3",
            lambda: landing(red="3222 1, 2622 1"),
            lambda g: [v for v in g.legal() if "3222" in DATA.ground.touching[v.split()[1]]],
            [],
        ),
        ("HEL-14.0-R3", lambda: landing(german_hqs="3323E"), lambda g: "land 3323E" in g.legal(), False),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1").play("land 3323E"),
            lambda g: (g.waiting, "room" in g.legal()),
            ("white LandingRoom", False),
        ),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1").play("land 3323E; room 3222"),
            lambda g: (g.at("3222"), g.at("3323")),
            ("white 1", "german 3"),
        ),
        (
            "HEL-14.0-R2",
            lambda: landing(white="3323 1", red=f"{BESIDE}, 2622 1"),
            lambda g: g.waiting,
            "german LandingVertex",
        ),
        (
            "HEL-14.0-R6",
            lambda: landing(german="3323 1", white="3323 1").play("land 3323E"),
            lambda g: [g.waiting, g.play("room 3222").waiting],
            ["german LandingRoom", "white LandingRoom"],
        ),
        (
            "HEL-14.0-R4",
            lambda: landing(red_hqs="3323").play("land 3323E"),
            lambda g: (g.last(e.HqDestroyed).side, g.state.red_hqs_destroyed["german"]),
            ("german", 3),
        ),
        (
            "HEL-14.0-R5",
            lambda: landing(red="3323 1, 2622 1", white="3323 1", battles={"3323": ("white", NW)}).play(
                "1; land 3323E; room 3222"
            ),
            lambda g: (g.last(e.BattleEnded).hex, g.state.facings),
            ("3323", {}),
        ),
        ("HEL-14.0-01", lambda: landing(None, landed=True), lambda g: g.waiting, "german GermanOrders"),
    ),
)
def test_meurer(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-14.0-R2")
def test_without_an_open_hex_beside_it_a_unit_goes_to_its_reserve() -> None:
    game = landing(white="3323 1", red=f"{BESIDE}, 2622 1")
    game.play(game.legal()[0])
    assert game.legal() == ["room"]
    game.play("room")
    assert (game.state.units[51].where, game.at("3323")) == ("reserve", "german 3")


@pytest.mark.clause("HEL-14.0-R2")
def test_units_make_room_one_after_another_where_there_is_room() -> None:
    """Reds are around but for 3222, where one place is left."""
    reds = ", ".join(f"{cell} 1" for cell in DATA.ground.steps["3323"] if cell != "3222")
    game = landing(white="3323 2, 3222 2", red=f"{reds}, 2622 1").play("land 3222E")
    assert game.legal() == ["room 3222"]
    game.play("room 3222")
    assert game.legal() == ["room"]
    game.play("room")
    assert [game.state.units[unit].where for unit in (51, 52)] == ["3222", "reserve"]
    assert game.at("3323") == "german 3"


@pytest.mark.clause("HEL-10.2-04", "HEL-14.0-04")
def test_a_headquarters_in_water_that_has_nowhere_to_go_gets_no_order() -> None:
    assert refuses(position(german_hqs="3422W", red=f"{BESIDE}, 2622 1"), "hq 1", "HEL-10.2-04")
    assert Game(position(german_hqs="3422W", red="2622 1")).legal("hq") == ["hq 1"]
