"""The nineteen worked examples of the rulebook, with the numbers it prints."""

from typing import Any

import pytest
from tests.brother.kit import (
    AP,
    DATA,
    Game,
    activated,
    attacking,
    clauses,
    month_after,
    position,
)

from wardiary.core.games.brother.charts import Terms, resolve, terms_of
from wardiary.events import brother as e


@pytest.mark.clause("BAB-2.4-03")
def test_an_empty_conquered_town_stays_with_its_conqueror() -> None:
    state = position("vilppula RG RG", "vaasa CG", side="red", white="haapamaki jyvaskyla pieksamaki")
    game = activated(state, "vilppula")
    for unit in (1, 2):
        game.play(f"move {unit}; to haapamaki; to jyvaskyla; to pieksamaki; stop")
    assert game.at("vilppula") == ""
    assert game.holder("vilppula", "haapamaki", "jyvaskyla", "pieksamaki") == "red red red red"


@pytest.mark.clause("BAB-4.1-21")
def test_swedish_volunteers_and_tokois_grain_train() -> None:
    state = position(
        "tampere RG RG",
        "toijala RG",
        "helsinki RG RG RG",
        "vaasa CG",
        hands={"white": ("05", "25"), "red": ("33",)},
    )
    game = Game(state).play("05 event; place civil_guard vaasa; place civil_guard seinajoki")
    assert (game.at("vaasa"), game.at("seinajoki")) == ("CG CG", "CG")
    assert game.pile("white", "05") == "removed"
    game.play("33 ap; activate tampere; activate toijala; activate helsinki")
    assert game.state.activated == (1, 2, 3, 4, 5, 6)
    assert game.frame is e.AskMoves
    game.play("end")
    assert game.pile("red", "33") == "reshuffle"


@pytest.mark.clause("BAB-4.1-22")
def test_trained_machine_gunner() -> None:
    state = position(
        "riihimaki AT RG RG",
        "toijala RG RG",
        "vilppula RG RG",
        "humppila CG",
        side="red",
        hands={"red": ("30", "41")},
    )
    game = Game(state).play("30 ap; activate riihimaki; activate toijala")
    assert game.frame is e.AskMoves
    game.play("move 1; to hameenlinna; to toijala; to tampere; to orivesi; to vilppula; stop")
    assert game.at("vilppula") == "AT RG RG"
    game.play("move 2; to hameenlinna; to toijala; stop; done; attack humppila")
    assert game.legal("with") == ["with 2", "with 4", "with 5"]
    assert game.units(3) == "RG riihimaki"


@pytest.mark.clause("BAB-4.2-13")
def test_a_jaeger_of_four_points_goes_from_jamsa_to_mikkeli() -> None:
    game = activated(position("jamsa J", "vaasa CG"), "jamsa")
    game.play("move 1; to jyvaskyla; to pieksamaki; to mikkeli")
    assert game.legal() == ["stop"]


@pytest.mark.clause("BAB-4.2-14")
def test_a_partial_red_guard_goes_to_pori_and_no_further() -> None:
    game = activated(position("kokemaki rg", "viipuri RG", side="red"), "kokemaki").play("move 1; to pori")
    assert game.refused(e.StepTo(town="ahlainen")) == "BAB-4.2-05"
    assert "stop" in game.legal()


@pytest.mark.clause("BAB-4.2-15")
def test_units_pass_a_full_town() -> None:
    state = position("tampere RG", "toijala RG RG RG", "hameenlinna RG RG", side="red")
    game = activated(state, "tampere").play("move 1; to toijala")
    assert game.refused(e.Stop()) == "BAB-4.2-10"
    assert game.play("to hameenlinna; stop").at("hameenlinna") == "RG RG RG"


@pytest.mark.clause("BAB-4.2-16")
def test_units_make_room_by_the_order_of_their_moves() -> None:
    state = position("tampere RG RG", "toijala RG RG RG", "hameenlinna RG RG", side="red")
    full = activated(state, "tampere", "toijala").play("move 1; to toijala")
    assert full.refused(e.Stop()) == "BAB-4.2-10"
    game = activated(state, "tampere", "toijala")
    game.play("move 3; to hameenlinna; stop; move 4; to hameenlinna; to riihimaki; stop")
    game.play("move 1; to toijala; stop; move 2; to toijala; stop")
    assert game.at("toijala") == "RG RG RG"


@pytest.mark.clause("BAB-4.3-20")
def test_units_of_two_towns_attack_together() -> None:
    state = position("tampere RG", "hameenlinna RG", "toijala CG", side="red")
    assert attacking(state, "toijala", 1, 2).last(e.BattleDeclared).units == (1, 2)


@pytest.mark.clause("BAB-4.3-21")
def test_units_of_one_town_attack_in_two_directions() -> None:
    state = position("pori AT RG RG", "kokemaki CG", "ahlainen CG", side="red")
    game = attacking(state, "kokemaki", 1, 2).play("roll 1; roll 1")
    while game.frame is not e.AskBattles:
        game.play(game.legal()[0])
    game.play("attack ahlainen")
    assert game.refused(e.Assign(unit=1)) == "BAB-4.3-08"
    fresh = activated(state, "pori").play("done; attack ahlainen")
    assert fresh.refused(e.Assign(unit=1)) == "BAB-2.3-12"
    assert fresh.refused(e.Assign(unit=3)) == ""


def terms(state: Any, town: str, *units: int) -> Terms:
    game = attacking(state, town, *units)
    battle = game.state.battle
    assert battle is not None
    return terms_of(DATA, game.state, battle)


@pytest.mark.parametrize(("clause", "value"), clauses((("BAB-4.3-22", "BAB-4.3-26"), 11), ("BAB-4.3-23", 3)))
def test_values_of_the_attack_on_toijala(clause: str, value: int) -> None:
    state = position("tampere AT RG RG", "hameenlinna rg rg", "toijala CG cg", side="red")
    found = terms(state, "toijala", 1, 2, 3, 4, 5)
    assert value == (found.attack_value if "22" in clause else found.defence_value)


@pytest.mark.clause("BAB-4.3-24")
def test_seven_and_a_six_four_and_a_two() -> None:
    result = resolve(DATA, Terms(attack_value=7, defence_value=4), 6, 2)
    assert (result.attack.hits, result.defence.hits) == (3, 2)


@pytest.mark.clause("BAB-4.3-25", "BAB-4.3-27")
def test_karkku() -> None:
    state = position("tampere AT RG RG", "karkku J CG CG", "ikaalinen CG", side="red")
    game = attacking(state, "karkku", 1, 2, 3).play("roll 6; roll 3")
    found = game.last(e.BattleResolved)
    assert (found.attack_value, found.defence_value) == (9, 8)
    assert (found.attack_hits, found.attack_star, found.defence_hits, found.defence_star) == (4, True, 3, False)
    game.play("hit 5; hit 5; hit 6")
    assert game.legal() == ["hit 4"]
    game.play("hit 4")
    assert game.at("karkku") == "cg j"
    game.play("hit 2; hit 2; hit 3")
    assert game.units(1, 2, 3) == "AT tampere, -, rg tampere"
    assert (found.margin, found.needed, found.withdrawal) == (1, 1, True)
    assert game.frame is e.AskWithdrawal


@pytest.mark.clause("BAB-4.3-32", "BAB-4.3-33")
def test_antrea() -> None:
    state = position(
        "joutseno RG RG",
        "viipuri AT RG RG",
        "antrea CG CG",
        side="red",
        hands={"red": ("35", "41")},
        table={"white": ("12",)},
    )
    game = Game(state).play("35 event; activate joutseno; activate viipuri; done; attack antrea")
    game.play("with 1; with 2; with 3; with 4; with 5")
    assert game.asked == "white"
    game.play("use 12; roll 5; roll 2")
    found = game.last(e.BattleResolved)
    assert (found.attack_value, found.defence_value, found.attack_die, found.defence_die) == (13, 4, 2, 2)
    assert (found.attack_hits, found.defence_hits, found.margin, found.withdrawal) == (2, 2, 0, False)
    assert game.pile("white", "12") == "reshuffle"


@pytest.mark.clause("BAB-4.3-41")
def test_units_that_withdrew_defend_again() -> None:
    state = position("kristiina RG RG RG", "vilppula RG RG", "seinajoki CG CG", "haapamaki CG", side="red")
    game = Game(state).play("41 ap; activate kristiina; activate vilppula; done; attack seinajoki")
    game.play("with 1; with 2; with 3; roll 6; roll 1; hit 6; hit 7; hit 1")
    game.play("withdraw 6 haapamaki; withdraw 7 haapamaki; done; attack haapamaki; with 4; with 5")
    assert game.last(e.BattleDeclared).against == (6, 7, 8)


@pytest.mark.clause("BAB-4.3-47")
def test_seinajoki() -> None:
    state = position("haapamaki AT RG RG", "seinajoki CG CG cg", "vaasa CG", side="red")
    game = attacking(state, "seinajoki", 1, 2, 3).play("roll 3; roll 1")
    found = game.last(e.BattleResolved)
    assert (found.attack_value, found.defence_value) == (9, 5)
    assert (found.attack_hits, found.defence_hits, found.defence_star) == (3, 1, False)
    game.play("hit 4; hit 4; hit 5; hit 2")
    ways = {name.split()[2] for name in game.legal("withdraw")}
    assert ways == {"vaasa", "kauhava", "kristiina"}
    game.play("withdraw 5 vaasa; withdraw 6 kauhava")
    assert game.legal("advance") == ["advance 1", "advance 3"]
    assert game.refused(e.Advance(unit=2)) == "BAB-4.3-42, -43"
    game.play("advance 1; advance 3")
    assert (game.at("seinajoki"), game.holder("seinajoki")) == ("AT RG", "red")


@pytest.mark.clause("BAB-4.3-51")
def test_fortified_tampere() -> None:
    result = resolve(DATA, Terms(attack_value=13, defence_value=7, attack_shift=-1, defence_shift=1), 1, 1)
    assert (result.attack.column, result.defence.column) == ("11-12", "9-11")
    state = position("tampere RG RG RG", "vilppula J J", "orivesi J CG", forts=("tampere",))
    found = terms(state, "tampere", 6, 7)
    assert (found.attack_shift, found.defence_shift) == (-1, 1)


@pytest.mark.clause("BAB-4.4-10")
def test_supply_at_the_end_of_a_january_in_which_nothing_happens() -> None:
    game = Game.from_start().pass_turns(6)
    weakened = game.last(e.UnitsWeakened).units
    assert sorted(game.units(n) for n in weakened) == ["cg kirkkonummi", "cg loviisa", "cg uusikaupunki", "rg varkaus"]
    assert game.at("oulu") == "RG"
    assert [event.town for event in game.happened(e.ControlChanged)] == ["kemi"]
    assert game.holder("kemi") == "red"
    assert (game.at("kuopio"), game.at("porvoo"), game.at("tornio")) == ("rg", "cg", "cg")


@pytest.mark.clause("BAB-4.5-14", "BAB-4.5-18")
def test_the_third_jaeger_of_march_finds_no_room() -> None:
    game = month_after(position("vaasa CG CG", "oulu CG CG", "viipuri RG", month="feb"))
    due = game.last(e.ReinforcementsDue)
    assert (due.strategic, due.jaeger, due.civil_guard) == (2, 3, 6)
    game.play("place jaeger vaasa; place jaeger oulu")
    assert game.state.waiting == {"civil_guard": 6, "jaeger": 1}
    assert game.legal("place jaeger") == []
    assert game.legal("place civil_guard kauhava") == ["place civil_guard kauhava"]


def test_the_card_of_four_points_is_where_the_kit_says() -> None:
    assert all(DATA.cards[name.split()[0]].ap == 4 for name in AP.values())
