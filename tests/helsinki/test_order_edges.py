"""Edges of orders, battles and cards that single clauses leave open: what is left, what comes next, in which order."""

from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, position, sums

from wardiary.core.games.helsinki.movement import hq_ends, reach
from wardiary.core.games.helsinki.queries import status
from wardiary.events import helsinki as e

S = 3


@pytest.mark.clause("HEL-5.0-R1", "HEL-5.1-01")
def test_an_order_that_passed_through_the_night_is_fought_by_night_though_the_clock_shows_day() -> None:
    fields: dict[str, Any] = {"german": "0303 3, 0404 1", "red": "0303 1, 2622 1", "battles": {"0303": ("german", S)}}
    s = position(time=27, german_hqs="0104E", **fields)
    assert status(DATA, s, "german", "0303") == "command"
    game = Game(s).play("attack 0303 3; 5 1 1; 1")
    assert DATA.time[game.track("time")].night is False
    assert sums(game)[0] == 4


@pytest.mark.clause("HEL-5.0-03", "HEL-5.1-05")
def test_points_of_a_track_pass_no_midnight() -> None:
    s = position(german="0104 1", time=23, points=0, tracks={"headquarters": 1})
    assert Game(s).play("draw").last(e.OrderPaid).midnights == 0


@pytest.mark.clause("HEL-4.4-03")
def test_what_white_lays_aside_comes_to_what_lies_there() -> None:
    s = position(side="white", red="2622 1", hands={"white": ("WA05", "WA08")})
    game = Game(s).play("done; 5; 4; play WA05; add meurer; exchange WA08")
    assert game.state.discards["WA"] == ("WA05", "WA08")


@pytest.mark.clause("HEL-12.0-R5", "HEL-10.5-02")
def test_the_bicycle_company_adds_to_what_a_friend_in_the_city_gives() -> None:
    s = position(german="2421 1, 2422 1", effects=("GS04",))
    assert "2424" in reach(DATA, s, "german", "2421").quiet
    assert "2424" not in reach(DATA, position(german="2421 1, 2422 1"), "german", "2421").quiet


@pytest.mark.clause("HEL-12.0-01")
def test_a_card_places_the_lowest_numbers_of_the_reserve() -> None:
    s = position(side="white", red="2622 1, 2722 1", hands={"red": ("RE03",)})
    game = Game(s).play("done; 5; 4; play RE03; place 2622; place 2622")
    assert [placed.unit for placed in game.happened(e.UnitPlaced)] == [29, 30]


FLANK: dict[str, Any] = {
    "german": "0404 1, 0403 2",
    "red": "0404 1, 2622 1",
    "battles": {"0404": ("german", S)},
    "german_hqs": "0403W",
}


@pytest.mark.clause("HEL-10.8-07", "HEL-10.8-R3")
def test_of_flank_attackers_only_those_that_are_left_go_back() -> None:
    """The least attack against the best defence, by night: one or both attackers are lost."""
    both = Game(position(**FLANK, time=21)).play("move 0403 2; go 0404 0403; go 0404 0403; 1 1; 6")
    gone = [unit for unit in (2, 3) if both.state.units[unit].where not in ("0404", "0403")]
    assert gone != []
    assert [back.units for back in both.happened(e.UnitsReturned)] == [
        units for units in [tuple(unit for unit in (2, 3) if unit not in gone)] if units
    ]
    one = Game(position(**{**FLANK, "german": "0404 1, 0403 1"}, time=21)).play("move 0403 1; go 0404 0403; 1; 6")
    assert one.happened(e.UnitsReturned) == []
    assert one.state.units[2].where not in ("0404", "0403")


@pytest.mark.clause("HEL-10.8-R2", "HEL-7.3-R1")
def test_no_more_follow_to_the_flank_than_have_room_behind() -> None:
    s = position(
        german="0402 3, 0403 1, 0404 1",
        red="0404 1, 2622 1",
        battles={"0404": ("german", S)},
        german_hqs="0402E",
    )
    game = Game(s).play("move 0402 3; go 0404 0403; go 0404 0403")
    assert game.legal() == ["stay"]


@pytest.mark.clause("HEL-10.9-R1")
def test_the_last_place_behind_a_battle_can_be_taken() -> None:
    s = position(german="0404 1, 0405 2, 0305 3", red="0404 1, 2622 1", battles={"0404": ("german", S)})
    game = Game(s).play("move 0404 1; 6")
    assert game.legal("go") == ["go 0405", "go 0505"]


@pytest.mark.clause("HEL-12.0-01", "HEL-7.5-02")
def test_red_is_asked_before_white_for_cards_on_an_arrest() -> None:
    s = position(side="red", red="2523 1, 2622 1", squads="2523E", hands={"red": ("RS08",), "white": ("WA03",)})
    game = Game(s).play("arrest 1")
    assert [game.waiting, game.play("pass").waiting] == ["red Window", "white Window"]


@pytest.mark.clause("HEL-7.1-01")
def test_morale_that_does_not_rise_moves_no_marker() -> None:
    game = Game(position(side="red", red="2622 1")).play("morale; 1")
    assert game.last(e.MoraleTried).squares == 0
    assert game.happened(e.MarkerMoved) == []


@pytest.mark.clause("HEL-8.1-02", "HEL-8.2-R1", "HEL-7.5-03", "HEL-6.1-01")
def test_what_comes_and_goes_counts_at_once() -> None:
    """A squad that gathers, one that is arrested, a headquarters that falls."""
    white = Game(position(side="white", red="2622 1"))
    assert white.legal("form") == []
    assert white.play("organise 2421E; 6").legal("form") == [
        f"form {cell}" for cell in sorted(DATA.ground.touching["2421E"])
    ]
    red = Game(position(side="red", red="2523 1, 2622 1", squads="2523E", tracks={"activity": 4}))
    assert red.legal("arrest") == ["arrest 1"]
    assert red.play("arrest 1; 6").legal("arrest") == []
    beside_reds = {vertex for cell in ("2610", "2710") for vertex in DATA.ground.corners[cell]}
    taken = " ".join(vertex for vertex in DATA.ground.corners["2711"] if vertex not in beside_reds)
    lost = Game(
        position(
            side="red",
            red="2611 1, 2710 1, 2711 1, 2622 1",
            german="2711 1",
            battles={"2711": ("german", S)},
            german_hqs="2610E",
            squads=taken,
        )
    )
    assert status(DATA, lost.state, "german", "2711") == "direct"
    lost.play("move 2611 1; 6; go 2610")
    assert [fallen.hq for fallen in lost.happened(e.HqDestroyed)] == [1]
    assert status(DATA, lost.state, "german", "2711") == "out"


@pytest.mark.clause("HEL-14.0-R3")
def test_corners_for_the_landing_are_listed_sorted() -> None:
    game = Game(position(side="red", red="2622 1", tracks={"meurer": 3})).play("done; 5; 6; 1")
    assert game.legal() == [f"land {vertex}" for vertex in sorted(DATA.ground.corners["3323"])]


@pytest.mark.clause("HEL-12.0-02", "HEL-12.0-03")
def test_piles_are_kept_sorted_whatever_was_played_first() -> None:
    s = position(side="red", red="2622 1", hands={"red": ("RS05", "RS07")}, tracks={"morale": 3})
    assert Game(s).play("play RS07; play RS05").state.discards["RS"] == ("RS05", "RS07")
    opening = position(side="white", red="2622 1", squads="2421E", hands={"red": ("RE04", "RE06")})
    assert Game(opening).play("done; 5; 4; play RE06; play RE04; done").state.removed == ("RE04", "RE06")


@pytest.mark.clause("HEL-10.2-03")
def test_a_headquarters_never_ends_in_a_hex_with_enemies_not_even_beside_friends() -> None:
    s = position(german_hqs="0104E", german="0304 1", red="0304 1, 2622 1", battles={"0304": ("german", S)})
    ways = hq_ends(DATA, s, 1).values()
    assert {"0203", "0204"} <= {way[-1] for way in ways}
    assert not [way for way in ways if "0304" in way]
