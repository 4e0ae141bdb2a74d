"""German landings: ports with garrisons, trains that cannot leave, room and counters."""

import pytest
from tests.brother.kit import DATA, Game, position

from wardiary.core.games.brother.state import BrotherState
from wardiary.events import brother as e


def landing(*towns: str) -> BrotherState:
    """White holds the card of the great landing."""
    return position(*towns, hands={"white": ("21", "25")})


PORTS = tuple(f"{town} rg" for town in DATA.anchors)


@pytest.mark.clause("BAB-2.1-09", "BAB-4.5-22")
def test_a_landing_against_garrisons_in_all_ports() -> None:
    game = Game(landing(*PORTS, "vaasa CG")).play("21 event")
    assert game.legal() == ["land hanko", "done"]
    game.play("land hanko")
    assert (game.frame, game.asked) == (e.AskWithdrawal, "red")
    game.play("withdraw 1 karjaa")
    assert (game.at("hanko"), game.holder("hanko")) == ("G", "white")


@pytest.mark.clause("BAB-4.3-40", "BAB-4.3-61")
def test_a_lone_train_in_hanko_surrenders_to_a_landing_when_karjaa_is_white() -> None:
    game = Game(landing("hanko at", "karjaa CG", "vaasa CG", "viipuri RG")).play("21 event; land hanko")
    assert (game.units(1), game.at("hanko"), game.asked) == ("-", "G", "white")


@pytest.mark.clause("BAB-2.3-07", "BAB-2.3-23")
def test_a_landing_obeys_stacking_and_counters() -> None:
    game = Game(landing("vaasa CG", "viipuri RG")).play("21 event; land turku; land turku; land turku")
    assert "land turku" not in game.legal()
    ten = Game(landing("vaasa CG", "salo G G G", "karjaa G G G", "lahti G G G")).play("21 event; land turku")
    assert (ten.at("turku"), ten.asked) == ("G", "red")


@pytest.mark.clause("BAB-4.1-09")
def test_seven_germans_land_in_three_towns_at_most() -> None:
    game = Game(landing("vaasa CG", "viipuri RG")).play("21 event; land turku; land turku; land kotka")
    assert "land rauma" in game.legal()
    game.play("land rauma; land kotka")
    assert game.legal() == ["land kotka", "land rauma", "land turku", "done"]
    game.play("land kotka; land turku")
    assert ([game.at(town) for town in ("turku", "kotka", "rauma")], game.asked) == (["G G G", "G G G", "G"], "red")


@pytest.mark.clause("BAB-4.1-09")
def test_three_germans_of_the_second_landing_are_all() -> None:
    state = position("vaasa CG", "viipuri RG", hands={"white": ("20", "25")}, removed={"white": ("21",)})
    game = Game(state).play("20 event; land turku; land turku; land turku")
    assert (game.at("turku"), game.asked) == ("G G G", "red")
