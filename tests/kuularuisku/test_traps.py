"""Places where the rules are easily got wrong, each with its numbers."""

import pytest
from tests.kuularuisku.kit import Battle, area

from wardiary.core.games.kuularuisku.moves import allowance
from wardiary.core.games.kuularuisku.queries import free_arms
from wardiary.core.requests import Draw
from wardiary.events import kuularuisku as e


@pytest.mark.clause("KUU-A-06", "KUU-6.4-09")
def test_a_gun_moved_by_a_fall_back_does_not_fire_this_turn() -> None:
    battle = Battle("R1 red_squad 4 300,600 2=lewis; W1 jager_squad 4 300,700 h4").charge("W1", "R1").do(e.Hold())
    battle.roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("R1.1").roll(6).rolls("morale", 1)
    assert battle.figure("R1.2").moved
    assert free_arms(battle.data, battle.state, "R1.2") == []
    assert not battle.element("R1").activated


@pytest.mark.clause("KUU-5.5-02", "KUU-5.2-04")
def test_two_visible_of_five_take_three_wounds_two_and_one() -> None:
    house = area("building", "100,395 292,395 292,405 100,405") + area(
        "building", "308,395 500,395 500,405 308,405", "b"
    )
    battle = Battle("R1 red_squad 5 300,300; W1 jager_squad 3 300,500 h4", house).put(
        W1_1=(300, 500), W1_2=(300, 520), W1_3=(300, 540)
    )
    battle.put(R1_1=(300, 300), R1_2=(300, 280), R1_3=(280, 280), R1_4=(260, 280), R1_5=(240, 280))
    battle.shoot("W1", "R1")
    assert battle.top.seen == ("R1.1", "R1.2")
    battle.roll(4, 4, 4).roll(1, 1, 1).suffer("R1.1", "R1.2", "R1.1")
    assert "KUU-5.5-02" in (battle.refusal(e.Suffer(figure="R1.3")) or "a roll") or not battle.listed(e.Suffer)
    assert battle.request.count == 3  # type: ignore[union-attr]


@pytest.mark.clause("KUU-5.2-04", "KUU-5.2-05")
def test_shooters_at_two_corners_of_a_house_have_two_views() -> None:
    house = area("building", "200,395 400,395 400,405 200,405")
    forces = "R1 red_squad 2 300,300; W1 jager_squad 4 300,500 h4"
    battle = Battle(forces, house)
    battle.put(R1_1=(190, 340), R1_2=(410, 340))
    battle.put(W1_1=(190, 460), W1_2=(180, 480), W1_3=(410, 460), W1_4=(420, 480))
    battle.change("R1", covering=False)
    battle.card("R1").do(e.Wait()).card("W1").do(e.Activate())
    from wardiary.core.games.kuularuisku.targets import sighting

    found = sighting(battle.data, battle.state, "R1", "W1")
    assert found.largest == {"R1.1": ("W1.1", "W1.2"), "R1.2": ("W1.3", "W1.4")}


@pytest.mark.clause("KUU-4.2-06", "KUU-A-08", "KUU-5.5-07")
def test_a_lightly_wounded_maxim_gunner_in_a_swamp_goes_12_mm() -> None:
    swamp = area("swamp", "250,250 400,250 400,400 250,400")
    battle = (
        Battle("RM red_mg_team 1 300,300 2=lewis; W1 jager_squad 2 300,900 h4", swamp)
        if False
        else Battle("RM red_mg_team 4 300,300; W1 jager_squad 2 300,900 h4", swamp)
    )
    battle.change("RM.2", status="light")
    assert allowance(battle.data, battle.state, "RM.2", "normal") == 25
    battle.act("RM", "move_shoot")
    stay = tuple(e.Place(figure=f"RM.{n}", to="stay") for n in (1, 3, 4))
    assert battle.refusal(e.Move(shape="keep", shift=(0, 12), places=stay)) is None
    assert "KUU-4.2-03" in (battle.refusal(e.Move(shape="keep", shift=(0, 13), places=stay)) or "")


@pytest.mark.clause("KUU-1.4-03", "KUU-2.1-04")
def test_a_bound_leaders_squad_has_two_cards_and_one_activation() -> None:
    battle = Battle(
        "R1 red_squad 4 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 2 300,900", attach={"RL.1": "R1"}
    )
    battle.state.squad_leaders["R1"] = "RL.1"
    battle.card("W1").do(e.Wait())
    battle.act("R1", "pass").do(e.Want(by="white", want=False))
    assert "RL" in battle.state.deck
    windows = len(battle.all(e.OverwatchRevealed))
    battle.card("RL")
    assert battle.last(e.CardSkipped).card == "RL"
    assert isinstance(battle.top, e.AskOverwatch)  # the one that follows the deck
    assert len(battle.all(e.OverwatchRevealed)) == windows


@pytest.mark.clause("KUU-2.3-04", "KUU-2.3-02")
def test_windows_follow_forced_activations_and_those_of_waiting_units() -> None:
    battle = Battle(
        "R1 red_squad 4 300,600; R2 red_squad 2 700,300; W1 jager_squad 2 300,900; W2 jager_squad 2 700,900"
    )
    battle.card("W1").do(e.Wait()).card("W2").do(e.Wait())
    battle.change("R1", fleeing=True).card("R1")
    assert isinstance(battle.top, e.AskOverwatch)  # after a flight
    battle.do(e.Want(by="white", want=True), e.CallUp(host="W1")).decline(e.Act(action="pass"))
    assert isinstance(battle.top, e.AskOverwatch)  # after a waiting unit has acted: the other may
    battle.do(e.Want(by="white", want=False))
    assert isinstance(battle.request, Draw)
