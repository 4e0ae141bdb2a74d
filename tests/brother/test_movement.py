"""4.2 Movement, and what 2.1 and 2.3 say about links, towns and stacks."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.brother.kit import DATA, Game, activated, clauses, position

from wardiary.core.games.brother.state import BrotherState
from wardiary.events import brother as e

HOME = ("vaasa CG", "viipuri RG")


def red(*towns: str, **fields: Any) -> BrotherState:
    return position(*towns, "vaasa CG", side="red", **fields)


@pytest.mark.parametrize(
    ("clause", "state", "town", "script", "order", "refusal"),
    clauses(
        (("BAB-4.2-01", "BAB-4.2-05"), position("jamsa CG", *HOME), "jamsa", "move 1; to jyvaskyla", "haapamaki", ""),
        (
            "BAB-4.2-05",
            position("jamsa CG", *HOME),
            "jamsa",
            "move 1; to jyvaskyla; to haapamaki",
            "vilppula",
            "BAB-4.2-05",
        ),
        ("BAB-4.2-05", position("jamsa cg", *HOME), "jamsa", "move 1; to jyvaskyla", "haapamaki", "BAB-4.2-05"),
        ("BAB-4.2-04", position("jamsa CG", *HOME), "jamsa", "move 1", "vaasa", "BAB-4.2-04, -12"),
        (("BAB-4.2-12", "BAB-2.1-08"), red("viipuri RG"), "viipuri", "move 1", "russia", "BAB-4.2-04, -12"),
        ("BAB-4.2-09", red("viipuri RG", "antrea cg"), "viipuri", "move 1", "antrea", "BAB-4.2-09"),
        ("BAB-2.1-01", red("pori RG"), "pori", "move 1", "ahlainen", ""),
        ("BAB-2.3-12", red("pori AT"), "pori", "move 1", "ahlainen", "BAB-2.3-12"),
        ("BAB-2.3-12", red("pori AT"), "pori", "move 1", "kokemaki", ""),
    ),
)
def test_a_step(clause: str, state: BrotherState, town: str, script: str, order: str, refusal: str) -> None:
    game = activated(state, town).play(script)
    assert game.refused(e.StepTo(town=order)) == refusal


@pytest.mark.parametrize(
    ("clause", "state", "units"),
    clauses(
        ("BAB-4.2-02", position("jamsa CG", "vilppula CG", *HOME), ["move 1"]),
        # A train with roads only, and a unit between enemies, have nowhere to go: the phase is passed over.
        ("BAB-2.3-12", position("jamsa RG AT", "vaasa CG", side="red"), ["move 1"]),
        ("BAB-4.2-20", position("jamsa CG", "orivesi RG", "vilppula RG", "jyvaskyla RG", "padasjoki RG"), []),
    ),
)
def test_setting_out(clause: str, state: BrotherState, units: list[str]) -> None:
    game = activated(state, "jamsa")
    assert (game.legal("move") if game.frame is e.AskMoves else []) == units


@pytest.mark.clause("BAB-4.2-03", "BAB-4.2-08")
def test_units_move_one_after_another_and_once() -> None:
    game = activated(position("jamsa CG CG", *HOME), "jamsa").play("move 2; to jyvaskyla")
    assert game.refused(e.MoveUnit(unit=1)).startswith("brother.move_unit is not asked now")
    game.play("stop")
    assert game.refused(e.MoveUnit(unit=2)) == "BAB-4.2-03"
    assert game.legal("move") == ["move 1"]
    later = game.play("end").pass_turns(1).play("22 ap; activate jyvaskyla; done; move 2; to haapamaki")
    assert later.refused(e.StepTo(town="vilppula")) == ""
    assert later.play("to vilppula").refused(e.StepTo(town="orivesi")) == ""


@pytest.mark.clause("BAB-4.2-06")
def test_a_move_as_a_whole_is_named() -> None:
    game = activated(position("jamsa CG", *HOME), "jamsa").play("move 1; to jyvaskyla; to haapamaki; stop")
    assert game.last(e.UnitMarched) == e.UnitMarched(unit=1, path=("jamsa", "jyvaskyla", "haapamaki"))


@pytest.mark.clause("BAB-4.2-07", "BAB-4.2-18", "BAB-2.1-06", "BAB-4.3-53", "BAB-4.2-19")
def test_towns_on_the_way_are_conquered_and_fortifications_there_destroyed() -> None:
    state = position("kotka G", *HOME, forts=("lahti", "vilppula"))
    game = activated(state, "kotka").play("move 1; to kouvola; to lahti; to riihimaki; stop")
    assert game.holder("kouvola", "lahti", "riihimaki") == "white white white"
    assert game.state.forts == ("vilppula",)
    assert game.happened(e.FortificationDestroyed) == [e.FortificationDestroyed(town="lahti")]


@pytest.mark.clause("BAB-4.2-10", "BAB-2.3-06", "BAB-2.3-07", "BAB-2.3-20")
@pytest.mark.parametrize(
    ("there", "kind", "refusal"),
    [
        ("RG RG RG", "RG", "BAB-4.2-10"),
        ("RG RG", "RG", ""),
        ("AT AT", "AT", "BAB-4.2-10"),
        ("AT AT", "RG", ""),
        ("AT RG", "AT", ""),
    ],
)
def test_three_units_in_a_town_two_of_them_trains(there: str, kind: str, refusal: str) -> None:
    game = activated(red(f"karjaa {kind}", f"hanko {there}"), "karjaa").play("move 1; to hanko")
    assert game.refused(e.Stop()) == refusal


@pytest.mark.clause("BAB-2.3-08", "BAB-4.2-20")
@pytest.mark.parametrize(
    ("unit", "refusal"),
    # A full guard has a point left to go on to Rauma; a partial one has none.
    [("RG", ""), ("rg", "BAB-4.2-20")],
)
def test_a_unit_steps_into_a_full_town_only_if_it_can_go_on(unit: str, refusal: str) -> None:
    state = red(f"loimaa {unit}", "kokemaki RG RG RG")
    assert activated(state, "loimaa").play("move 1").refused(e.StepTo(town="kokemaki")) == refusal


@pytest.mark.clause("BAB-2.3-09", "BAB-4.3-50")
def test_a_fortification_takes_no_room() -> None:
    state = red("tampere RG RG", "toijala RG", forts=("tampere",))
    assert activated(state, "toijala").play("move 3; to tampere; stop").at("tampere") == "RG RG RG"


@pytest.mark.clause("BAB-4.2-11", "BAB-4.2-21")
def test_the_moving_unit_has_left_its_town() -> None:
    state = red("tampere RG RG RG", "toijala RG")
    game = activated(state, "tampere", "toijala").play("move 1; to toijala; to tampere")
    assert game.refused(e.Stop()) == ""
    other = activated(state, "tampere", "toijala").play("move 1; to toijala; stop; move 4; to tampere; stop")
    assert other.at("tampere") == "RG RG RG"


@pytest.mark.clause("BAB-4.2-17")
def test_a_move_may_end_where_it_began_once_a_step_was_made() -> None:
    game = activated(red("tampere RG"), "tampere").play("move 1")
    assert game.refused(e.Stop()) == "BAB-4.2-17"
    assert game.play("to toijala; to tampere; stop").last(e.UnitMarched).path == ("tampere", "toijala", "tampere")


@pytest.mark.clause("BAB-4.2-22")
def test_no_unit_moves_after_an_attack() -> None:
    game = activated(red("tampere RG RG", "karkku cg", "ikaalinen cg"), "tampere").play(
        "done; attack karkku; with 1; done"
    )
    game.play("roll 1; roll 1")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    assert game.refused(e.MoveUnit(unit=2)).startswith("brother.move_unit is not asked now")


@pytest.mark.clause("BAB-4.2-23")
@pytest.mark.parametrize(
    "script", ["done; done", "move 1; to toijala; stop; done", "done; attack karkku; with 1; done; roll 1; roll 1"]
)
def test_an_activated_unit_may_do_both_or_neither(script: str) -> None:
    game = activated(red("tampere RG RG", "karkku CG"), "tampere").play(script)
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    game.end_turn()
    assert game.asked == "white"


@pytest.mark.clause("BAB-4.2-24")
def test_an_event_may_lift_a_unit_above_five_points() -> None:
    state = red("helsinki AT", hands={"red": ("49", "41")})
    game = Game(state).play("49 event; activate helsinki; move 1")
    for town in ("kerava", "hyvinkaa", "riihimaki", "hameenlinna", "toijala", "tampere", "orivesi"):
        game.play(f"to {town}")
    assert game.legal() == ["stop"]


@pytest.mark.parametrize(
    ("clause", "what", "expected"),
    clauses(
        (
            "BAB-2.1-01",
            lambda: (DATA.foot_distance["tampere"]["toijala"], DATA.foot_distance["pori"]["ahlainen"]),
            (1, 2),
        ),
        ("BAB-2.1-11", lambda: DATA.foot_distance["jamsa"]["mikkeli"], 4),
        ("BAB-2.1-02", lambda: DATA.strategic, ("helsinki", "oulu", "tampere", "vaasa", "viipuri")),
        ("BAB-2.1-15", lambda: max(DATA.near[town].count(other) for town in DATA.near for other in DATA.near), 1),
        ("BAB-4.2-12", lambda: "russia" in DATA.towns, False),
    ),
)
def test_the_map(clause: str, what: Callable[[], Any], expected: object) -> None:
    assert what() == expected


@pytest.mark.clause("BAB-4.1-31")
def test_a_cut_railway_is_a_road_and_no_way_for_trains_until_the_month_ends() -> None:
    state = red("tampere AT RG", "karkku cg", hands={"white": ("07", "22")}, number=1)
    state.frames = (e.AskCard(side="white", number=1),)
    state.controller["toijala"] = "white"
    game = Game(state).play("07 event; cut tampere-toijala")
    game.play("41 ap; activate tampere")
    game.play("move 1")
    assert game.refused(e.StepTo(town="toijala")) == "BAB-2.3-12"
    game.play("to orivesi; stop; move 2; to toijala")
    assert game.refused(e.StepTo(town="humppila")) == ""
    assert game.play("to humppila").legal() == ["stop"]
    state.cut = ("tampere-toijala",)
    state.frames = (e.AskCard(side="red", number=8),)
    later = Game(state).play("41 ap; end")
    assert later.state.cut == ()
