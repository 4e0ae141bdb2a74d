"""2.0 to 2.4: activation cards, leaders' cards, waiting, actions."""

from typing import Any

import pytest
from tests.kuularuisku.kit import DUEL, Battle

from wardiary.core.games.kuularuisku.phases.actions import STEPS
from wardiary.core.requests import Draw, Roll
from wardiary.events import kuularuisku as e

SQUADS = "R1 red_squad 4 300,300; R2 red_squad 4 600,300; RL red_platoon_leader 1 450,260; W1 jager_squad 4 300,900 h4"


def drawn(battle: Battle) -> Draw:
    asked = battle.request
    assert isinstance(asked, Draw)
    return asked


@pytest.mark.clause(
    "KUU-2.1-01", "KUU-2.1-02", "KUU-2.1-03", "KUU-2.0-01", "KUU-K-01", "KUU-K-07", "KUU-K-08", "KUU-1.0-01"
)
def test_a_card_for_each_unit_and_leader_is_drawn_once_a_turn() -> None:
    battle = Battle(SQUADS)
    assert drawn(battle).bag == ("R1", "R2", "RL", "W1")
    assert drawn(battle).count == 1
    battle.act("R1", "pass")
    assert drawn(battle).bag == ("R2", "RL", "W1")
    assert battle.element("R1").activated
    for card in ("R2", "RL", "W1"):
        battle.act(card, "pass")
    assert battle.state.turn == 2
    assert drawn(battle).bag == ("R1", "R2", "RL", "W1")
    assert not battle.element("R1").activated


@pytest.mark.clause("KUU-2.1-04", "KUU-2.2-05")
def test_a_card_that_lets_nobody_act_is_skipped_without_a_window() -> None:
    battle = Battle(SQUADS, attach={"RL.1": "R1"})
    battle.card("W1").do(e.Wait())
    battle.act("R1", "pass")  # the leader acts with it
    assert isinstance(battle.top, e.AskOverwatch)
    battle.do(e.Want(by="white", want=False))
    windows = len(battle.all(e.AskOverwatch))
    battle.card("RL")
    assert battle.last(e.CardSkipped).card == "RL"
    assert len(battle.all(e.AskOverwatch)) == windows


@pytest.mark.clause("KUU-2.2-01", "KUU-2.2-02", "KUU-2.2-06", "KUU-2.2-07", "KUU-T-02", "KUU-K-02", "KUU-1.3-01")
def test_a_leader_commands_a_unit_within_15_cm() -> None:
    battle = Battle(SQUADS).put(RL_1=(340, 451))
    battle.card("RL")
    assert battle.listed(e.Command) == []
    battle.put(RL_1=(340, 450))  # R1.4 at (340, 300): exactly 150 mm
    assert [order.host for order in battle.listed(e.Command)] == ["R1"]
    battle.put(RL_1=(340, 451))
    assert battle.refusal(e.Command(host="R1"))
    battle.put(RL_1=(340, 450))
    battle.do(e.Command(host="R1"))
    assert {type(order) for order in battle.listed()} == {e.Activate, e.Wait}
    battle.do(e.Activate()).decline(e.Act(action="pass"))
    assert battle.element("R1").activated
    assert battle.element("RL").activated
    battle.card("R1")
    assert battle.last(e.CardSkipped).card == "R1"


@pytest.mark.clause("KUU-2.2-03")
def test_a_leader_commands_no_other_leader_and_no_unit_in_melee() -> None:
    battle = Battle(SQUADS + "; RK red_commissar 1 470,260").put(RL_1=(450, 300))
    battle.change("R1", melee=1).change("W1", melee=1).put(W1_1=(310, 320))
    battle.card("RL")
    assert [order.host for order in battle.listed(e.Command)] == ["R2"]
    assert battle.refusal(e.Command(host="RK")) == "KUU-2.2-01: an own unit within 15 cm that has not acted"


@pytest.mark.clause("KUU-2.2-04", "KUU-1.4-03")
def test_on_a_leaders_card_his_squad_acts_with_him() -> None:
    battle = Battle(SQUADS, attach={"RL.1": "R1"})
    battle.act("RL", "pass")
    assert battle.element("R1").activated
    assert battle.figure("RL.1").acted
    battle.card("R1")
    assert battle.last(e.CardSkipped).card == "R1"


@pytest.mark.clause("KUU-2.2-05", "KUU-1.3-01")
def test_a_leader_may_leave_his_squad_before_it_acts_and_keeps_his_card() -> None:
    battle = Battle(SQUADS, attach={"RL.1": "R1"})
    battle.card("R1").do(e.Activate())
    assert isinstance(battle.top, e.AskLeader)
    battle.do(e.Part()).decline(e.Act(action="pass"))
    assert battle.element("RL").kind == "leader"
    assert not battle.element("RL").activated
    battle.card("RL")
    assert isinstance(battle.top, e.AskReady)


@pytest.mark.clause("KUU-2.2-08", "KUU-1.2-10")
def test_a_leader_who_has_commanded_does_not_shoot_with_his_squad() -> None:
    near = SQUADS.replace("300,900", "300,500").replace("600,300", "520,300")
    battle = Battle(near, attach={"RL.1": "R1"}).put(RL_1=(360, 300))
    battle.card("RL").do(e.Command(host="R2"), e.Activate()).decline(e.Act(action="pass"))
    assert not battle.element("R1").activated
    battle.act("R1", "shoot").do(e.Shoot(target="W1"))
    assert [shot.figure for shot in battle.listed(e.Fire)[0].shots] == ["R1.1", "R1.2", "R1.3", "R1.4"]


@pytest.mark.clause("KUU-2.2-09", "KUU-1.4-02")
def test_a_leader_bound_to_a_squad_may_command_others_and_never_leaves() -> None:
    battle = Battle(SQUADS, attach={"RL.1": "R1"}).put(R2_1=(400, 300))
    battle.state.squad_leaders["R1"] = "RL.1"
    battle.card("RL")
    assert battle.refusal(e.Leave()) == "KUU-1.4-02: he leads this squad and cannot leave it"
    assert e.Command(host="R2") in battle.listed()
    battle.do(e.Activate())
    assert not isinstance(battle.top, e.AskLeader)


@pytest.mark.clause("KUU-2.2-09", "KUU-2.2-06")
@pytest.mark.parametrize("flag", ["melee", "fleeing", "prone"])
def test_a_leader_who_fights_flees_or_is_down_commands_nobody(flag: str) -> None:
    battle = Battle(SQUADS).put(RL_1=(450, 300))
    if flag == "melee":
        battle.change("W1", melee=1).put(W1_1=(450, 315))
    battle.change("RL", **{flag: 1 if flag == "melee" else True})
    battle.card("RL")
    assert not isinstance(battle.top, e.AskReady) or battle.listed(e.Command) == []


@pytest.mark.clause("KUU-2.2-10")
def test_a_squad_with_a_leader_may_be_commanded_by_another_leader() -> None:
    battle = Battle(SQUADS + "; RK red_commissar 1 330,400", attach={"RL.1": "R1"})
    battle.card("RK")
    assert e.Command(host="R1") in battle.listed()


@pytest.mark.clause("KUU-2.2-11", "KUU-2.4-01", "KUU-2.2-06")
def test_a_lone_leader_may_command_as_his_action_after_he_got_up() -> None:
    battle = Battle(SQUADS).put(RL_1=(450, 300)).change("RL", prone=True)
    battle.card("RL")
    assert battle.listed(e.Command) == []
    battle.do(e.Activate()).rolls("morale", 6)
    assert e.Command(host="R2") in battle.listed()
    battle.do(e.Command(host="R2"))
    assert {type(order) for order in battle.listed()} == {e.Activate, e.Wait}  # commanded leaders do not command


# Overwatch.


@pytest.mark.clause("KUU-2.3-01", "KUU-2.3-02", "KUU-2.3-04", "KUU-2.3-07")
def test_a_waiting_unit_acts_after_another_ones_activation_in_the_same_turn() -> None:
    battle = Battle(SQUADS)
    battle.card("R1").do(e.Wait())
    assert battle.element("R1").waiting
    assert not battle.element("R1").activated
    assert isinstance(battle.request, Draw)  # to wait opens no window
    battle.act("W1", "pass")
    assert isinstance(battle.top, e.AskOverwatch)
    battle.do(e.Want(by="red", want=True), e.CallUp(host="R1")).decline(e.Act(action="pass"))
    assert battle.element("R1").activated
    assert not battle.element("R1").waiting
    assert isinstance(battle.request, Draw)  # nobody waits any more


TWO = DUEL + "; R2 red_squad 3 600,300; W2 jager_squad 3 600,500 h4"


@pytest.mark.clause("KUU-2.3-03")
def test_both_want_to_and_the_higher_die_goes_first_ties_are_rolled_again() -> None:
    battle = Battle(TWO)
    battle.card("R1").do(e.Wait())
    battle.card("W1").do(e.Wait())
    battle.act("R2", "pass")
    battle.do(e.Want(by="white", want=True))
    assert battle.request.seats == ("red",)  # type: ignore[union-attr]
    battle.do(e.Want(by="red", want=True))
    assert battle.last(e.OverwatchRevealed).wanted_by == ("red", "white")
    first = battle.request
    assert isinstance(first, Roll)
    assert (first.purpose, first.by, first.count, first.nth) == ("overwatch", "both", 2, 1)
    battle.roll(3, 3)
    again = battle.request
    assert isinstance(again, Roll)
    assert again.nth == 2
    battle.roll(2, 5)
    assert battle.top.side == "white"
    assert e.Done() not in battle.listed()  # the winner uses one at least
    battle.do(e.CallUp(host="W1")).decline(e.Act(action="pass"))
    assert battle.top.side == "red"
    assert e.Done() in battle.listed()
    battle.do(e.Done())
    assert battle.element("R1").waiting


@pytest.mark.clause("KUU-2.3-04")
def test_the_winner_may_use_several_units() -> None:
    battle = Battle(TWO + "; R3 red_squad 2 800,300")
    for card in ("R1", "R2", "W1"):
        battle.card(card).do(e.Wait())
    battle.act("W2", "pass")
    battle.do(e.Want(by="red", want=True), e.Want(by="white", want=True)).roll(6, 1)
    battle.do(e.CallUp(host="R2")).decline(e.Act(action="pass"))
    assert battle.top.side == "red"
    battle.do(e.CallUp(host="R1")).decline(e.Act(action="pass"))
    assert battle.top.side == "white"


@pytest.mark.clause("KUU-2.3-05")
def test_a_last_window_follows_the_deck_and_what_waits_on_lapses() -> None:
    battle = Battle()
    battle.act("R1", "pass")
    battle.card("W1").do(e.Wait())
    assert isinstance(battle.top, e.AskOverwatch)  # the last card opened none, so one is opened
    battle.do(e.Want(by="white", want=False))
    assert battle.last(e.OverwatchLapsed).elements == ("W1",)
    assert battle.state.turn == 2
    assert not battle.element("W1").waiting


@pytest.mark.clause("KUU-2.3-06")
def test_a_prone_unit_may_wait_and_tests_when_it_acts() -> None:
    battle = Battle().change("R1", prone=True)
    battle.card("R1").do(e.Wait())
    battle.act("W1", "pass")
    battle.do(e.Want(by="red", want=True), e.CallUp(host="R1")).rolls("morale", 6)
    assert not battle.element("R1").prone


@pytest.mark.clause("KUU-2.3-06")
def test_a_waiting_unit_that_is_charged_or_flees_waits_no_longer() -> None:
    battle = Battle("R1 red_squad 4 300,300; W1 jager_squad 5 300,400 h4")
    battle.card("R1").do(e.Wait())
    battle.charge("W1", "R1").do(e.Hold()).roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1)
    assert battle.element("R1").melee
    assert not battle.element("R1").waiting


@pytest.mark.clause("KUU-2.3-08", "KUU-2.2-07")
def test_a_command_is_one_activation_and_opens_one_window_even_when_the_unit_waits() -> None:
    battle = Battle(SQUADS).put(RL_1=(450, 300))
    battle.card("RL").do(e.Command(host="R2"), e.Wait())
    assert isinstance(battle.top, e.AskOverwatch)
    battle.do(e.Want(by="red", want=False))
    assert isinstance(battle.request, Draw)


@pytest.mark.clause("KUU-2.3-09", "KUU-2.1-04")
def test_a_card_for_a_unit_that_waits_offers_the_choice_again() -> None:
    battle = Battle(SQUADS, attach={"RL.1": "R1"})
    battle.card("RL").do(e.Wait())
    battle.card("R1")
    assert isinstance(battle.top, e.AskReady)
    battle.do(e.Wait())
    assert battle.element("R1").waiting


# Actions.


@pytest.mark.clause("KUU-2.4-01", "KUU-2.4-04", "KUU-K-09")
def test_one_action_of_those_that_are_open() -> None:
    battle = Battle().activate("W1")
    assert [order.action for order in battle.listed(e.Act)] == [
        "move_shoot",
        "shoot_move",
        "fast_move",
        "shoot",
        "pass",
    ]
    assert battle.refusal(e.Act(action="rejoin"))
    battle.do(e.Act(action="pass"))
    assert battle.element("W1").activated


@pytest.mark.clause("KUU-2.4-02", "KUU-2.4-03", "KUU-2.4-06", "KUU-K-09")
def test_either_part_comes_first_and_is_finished_before_the_other() -> None:
    assert STEPS["move_shoot"][:2] == ("move", "shoot")
    assert STEPS["shoot_move"][:2] == ("shoot", "move")
    battle = Battle().act("W1", "move_shoot")
    battle.move(0, 50)
    assert isinstance(battle.top, e.AskTarget)
    assert e.Hold() in battle.listed()  # not every figure has to shoot
    battle.do(e.Hold())
    assert battle.element("W1").activated
    battle = Battle().act("W1", "shoot_move")
    assert isinstance(battle.top, e.AskTarget)
    assert e.Hold() not in battle.listed()
    battle.do(e.Shoot(target="R1")).fire().roll(1, 1, 1, 1)
    assert isinstance(battle.top, e.AskMove)
    battle.move(0, 50)
    assert battle.element("W1").activated


@pytest.mark.clause("KUU-2.4-04")
def test_moving_alone_is_moving_and_shooting_without_shooters() -> None:
    battle = Battle("R1 red_squad 2 300,100; W1 jager_squad 2 300,1100 h4").act("W1", "move_shoot")
    battle.move(0, -50)
    assert battle.element("W1").activated  # nobody in range: not even asked


@pytest.mark.clause("KUU-2.4-05")
def test_special_actions_are_those_of_the_scenario() -> None:
    battle = Battle().activate("W1")
    assert battle.refusal(e.Act(action="special", name="dig"))
    battle = Battle(special_actions='["dig"]').activate("W1", e.Act(action="special", name="dig"))
    assert battle.last(e.ActionTaken).name == "dig"
    assert battle.element("W1").activated


@pytest.mark.clause("KUU-4.1-01")
def test_after_a_fast_move_there_is_no_shooting_and_no_picking_up() -> None:
    battle = Battle("R1 red_squad 3 300,300; RM red_mg_team 3 500,300; W1 jager_squad 3 300,700 h4")
    battle.state.guns["RM.2"] = _on_the_ground(battle.state.guns["RM.2"], (340, 470))
    battle.state.forget()
    battle.act("R1", "fast_move").move(0, 160)
    assert battle.element("R1").activated
    assert battle.state.guns["RM.2"].holder == ""


def _on_the_ground(gun: Any, at: tuple[int, int]) -> Any:
    from msgspec.structs import replace

    return replace(gun, holder="", at=at)
