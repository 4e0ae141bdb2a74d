"""Leaders who alone are left of a unit (KUU-1.3-06); leaders who escort, flee, wait or take refuge under fire."""

from typing import Any

import pytest
from tests.kuularuisku.kit import Battle

from wardiary.core.requests import Draw, Roll
from wardiary.events import kuularuisku as e

PAIR = "R1 red_squad 1 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,420 h4"
"""A Red and the leader with him."""
HERO = PAIR.replace("RL red_platoon_leader", "RL red_commissar")


def purpose(battle: Battle) -> tuple[str, str]:
    request: Any = battle.request
    assert isinstance(request, Roll), battle.top
    return request.purpose, request.by


def charged(forces: str, *wound: int) -> Battle:
    """R1 and the leader with it charge W1, whose fire wounds R1.1; the morale of the assaulters is next."""
    battle = Battle(forces, attach={"RL.1": "R1"}).charge("R1", "W1").do(e.Shoot(target="R1")).fire()
    return battle.roll(4, 1, 1, 1).do(e.Keep()).roll(1).suffer("R1.1").roll(*wound)


@pytest.mark.clause("KUU-6.2-10", "KUU-1.3-06", "KUU-6.2-04")
def test_a_leader_who_alone_is_left_of_the_assaulters_tests_and_fights_on() -> None:
    battle = charged(PAIR, 1)
    assert "R1" not in battle.state.elements
    assert battle.top.elements == ("RL",)
    battle.rolls("morale", 6)
    assert battle.element("RL").melee == battle.element("W1").melee == 1
    assert purpose(battle) == ("melee", "red")
    battle = charged(PAIR, 1)
    battle.rolls("morale", 1)
    assert battle.element("RL").melee == 0
    start = Battle(PAIR, attach={"RL.1": "R1"}).figure("RL.1").at
    assert battle.figure("RL.1").at == start
    assert battle.last(e.AssaultRepelled).target == "W1"


@pytest.mark.clause("KUU-T-03", "KUU-T-07", "KUU-6.2-04")
def test_a_hero_who_has_executed_all_others_and_passes_charges_on_alone() -> None:
    battle = charged(HERO, 6).rolls("morale", 1).do(e.Execute(figure="R1.1")).rolls("morale", 6)
    assert battle.all(e.AssaultRepelled) == []
    assert battle.element("RL").melee == battle.element("W1").melee == 1


@pytest.mark.clause("KUU-7.2-02", "KUU-T-07", "KUU-1.3-06")
def test_a_leader_who_alone_is_left_of_a_prone_target_and_passes_gets_up_and_fights() -> None:
    forces = PAIR.replace("300,420", "300,400") + "; RK red_commissar 1 300,200"
    battle = Battle(forces, attach={"RL.1": "R1"}).change("R1", prone=True).charge("W1", "R1").rolls("morale", 1)
    battle.do(e.Execute(figure="R1.1")).rolls("morale", 6)
    assert not battle.element("RL").prone
    assert battle.element("RL").melee == battle.element("W1").melee == 1


@pytest.mark.clause("KUU-7.1-02", "KUU-1.3-05", "KUU-1.3-06", "KUU-7.3-15")
def test_a_leader_who_alone_is_left_of_a_target_tests_its_morale() -> None:
    battle = Battle(PAIR, attach={"RL.1": "R1"}).shoot("W1", "R1").roll(4, 1, 1, 1).do(e.Keep()).roll(1)
    battle.suffer("R1.1").roll(1)
    assert "R1" not in battle.state.elements
    assert battle.top.elements == ("RL",)
    battle.rolls("morale", 1)
    assert battle.element("RL").prone
    assert not battle.element("RL").fleeing


@pytest.mark.clause("KUU-5.6-13", "KUU-1.2-07")
def test_a_leader_whose_charge_dies_is_a_lone_leader_again() -> None:
    battle = Battle(
        "R1 red_squad 4 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,500 h4", attach={"RL.1": "R1"}
    ).change("R1.4", status="severe")
    at = battle.figure("R1.4").at
    battle.put(RL_1=(at[0], at[1] - 20)).card("R1").do(e.Activate(), e.Bring())
    battle.do(e.DetachPair(figure="RL.1", patient="R1.4", goal="edge")).decline(e.Act(action="pass"))
    battle.act("W1", "shoot").do(e.Shoot(target="#1")).fire().roll(4, 1, 1, 1).roll(1).suffer("R1.4").roll(1)
    assert "#1" not in battle.state.elements
    assert battle.element("RL").kind == "leader"
    battle.rolls("morale", 6)


@pytest.mark.clause("KUU-7.3-03", "KUU-7.3-08")
def test_a_leader_who_fled_with_a_unit_that_is_rallied_acts_again_from_the_next_turn() -> None:
    battle = Battle(
        "R1 red_squad 4 300,300; RL red_platoon_leader 1 300,260; RQ red_platoon_leader 1 400,200; "
        "W1 jager_squad 4 300,500 h4",
        attach={"RL.1": "R1"},
    )
    battle.change("R1.3", status="dead").change("R1.4", status="dead")
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.2").roll(1).rolls("morale", 1).rolls("morale", 1)
    assert battle.top.context == "rally"
    battle.rolls("morale", 6)
    assert not battle.element("R1").fleeing
    assert battle.figure("RL.1").acted
    battle.card("RL")
    assert battle.last(e.CardSkipped).card == "RL"
    assert isinstance(battle.request, Draw)


@pytest.mark.clause("KUU-5.1-04", "KUU-1.2-10")
def test_a_leader_who_has_acted_and_takes_refuge_neither_shoots_nor_leaves_again() -> None:
    battle = Battle("R1 red_squad 2 300,300; RL red_platoon_leader 1 310,275; W1 jager_squad 2 300,500 h4")
    battle.act("RL", "pass").act("W1", "shoot").do(e.Shoot(target="RL"), e.Join(host="R1")).fire().roll(1, 1)
    battle.card("R1").do(e.Activate())
    assert not isinstance(battle.top, e.AskLeader)
    battle.decline(e.Act(action="shoot"), e.Shoot(target="W1"))
    assert [shot.figure for shot in battle.listed(e.Fire)[0].shots] == ["R1.1", "R1.2"]


@pytest.mark.clause("KUU-5.6-10", "KUU-5.6-09")
def test_an_escort_who_is_down_does_not_come_back_with_his_units_activation() -> None:
    for prone in (False, True):
        battle = Battle("R1 red_squad 4 300,300; W1 jager_squad 4 300,1100 h4").change("R1.4", status="light")
        battle.card("R1").do(e.Activate(), e.DetachLight(figure="R1.4", goal="edge")).decline(e.Act(action="pass"))
        battle.act("W1", "pass").do(e.Proceed(pace="normal"))
        battle.change("#1", kind="returner", goal="own", prone=prone).card("R1").do(e.Activate())
        assert isinstance(battle.top, e.AskReturn) is not prone


@pytest.mark.clause("KUU-6.3-01", "KUU-2.1-04")
def test_the_card_of_a_leader_in_melee_is_his_groups_and_skipped_once_it_has_fought() -> None:
    for first, second in (("R1", "RL"), ("RL", "R1")):
        battle = Battle(
            "R1 red_squad 4 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,340 h4",
            attach={"RL.1": "R1"},
        )
        battle.change("R1", melee=1).change("W1", melee=1).card(first)
        assert purpose(battle) == ("melee", "red")
        battle.roll(1).roll(1, 1, 1, 1).roll(1, 1, 1, 1)  # the leader has a skill of his own
        assert battle.element("R1").activated
        assert battle.figure("RL.1").acted
        battle.card(second)
        assert battle.last(e.CardSkipped).card == second


@pytest.mark.clause("KUU-6.3-01", "KUU-2.1-04")
def test_the_card_of_a_leader_whose_group_in_melee_has_acted_without_him_is_skipped() -> None:
    battle = Battle(PAIR, attach={"RL.1": "R1"}).change("R1", melee=1, activated=True).change("W1", melee=1)
    battle.card("RL")
    assert battle.last(e.CardSkipped).card == "RL"


@pytest.mark.clause("KUU-7.1-11", "KUU-1.3-06")
def test_a_leader_who_alone_is_left_of_a_fleeing_unit_does_not_test() -> None:
    battle = Battle(PAIR, attach={"RL.1": "R1"}).change("R1", fleeing=True).shoot("W1", "R1").roll(4, 1, 1, 1)
    battle.do(e.Keep()).roll(1).suffer("R1.1").roll(1)
    assert battle.element("RL").fleeing
    assert isinstance(battle.request, Draw)


WAITERS = "R1 red_squad 4 300,300; R2 red_squad 2 600,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,900 h4"


@pytest.mark.clause("KUU-2.2-04", "KUU-2.2-05", "KUU-2.3-09")
@pytest.mark.parametrize("card", ["RL", "R1"])
def test_a_leader_on_whose_card_the_unit_waits_acts_with_it(card: str) -> None:
    """On the unit's own card he waits too, but his card is still to come, and he may part from it."""
    battle = Battle(WAITERS, attach={"RL.1": "R1"}).card(card).do(e.Wait()).act("R2", "pass")
    battle.do(e.Want(by="red", want=True), e.CallUp(host="R1"))
    assert isinstance(battle.top, e.AskLeader) is (card == "R1")
    if card == "RL":
        assert battle.figure("RL.1").acted
        assert battle.state.frames[-2].leaders == ("RL.1",)  # type: ignore[union-attr]
        return
    battle.do(e.Part()).decline(e.Act(action="pass")).activate("RL")
    assert battle.top.element == "RL"


@pytest.mark.clause("KUU-2.2-05", "KUU-2.3-09")
def test_on_the_units_own_card_he_who_waited_with_it_acts_with_it_too() -> None:
    battle = Battle(WAITERS, attach={"RL.1": "R1"}).card("RL").do(e.Wait()).card("R1").do(e.Activate())
    assert isinstance(battle.top, e.AskSplit)
    assert battle.figure("RL.1").acted


@pytest.mark.clause("KUU-5.1-04", "KUU-7.3-04", "KUU-7.3-08")
def test_a_leader_who_flees_takes_no_refuge() -> None:
    forces = "R1 red_squad 4 300,300; RL red_platoon_leader 1 310,275; W1 jager_squad 4 300,500 h4"
    for fleeing in (False, True):
        battle = Battle(forces).change("RL", fleeing=fleeing).act("W1", "shoot").do(e.Shoot(target="RL"))
        assert isinstance(battle.top, e.AskReaction) is not fleeing


@pytest.mark.clause("KUU-5.1-04", "KUU-7.1-11")
def test_a_leader_who_takes_refuge_is_as_the_unit_is() -> None:
    forces = "R1 red_squad 4 300,300; RL red_platoon_leader 1 310,275; W1 jager_squad 4 300,500 h4"
    for squad, leader in ((False, True), (True, False)):
        battle = Battle(forces).change("R1", prone=squad).change("RL", prone=leader)
        battle.act("W1", "shoot").do(e.Shoot(target="RL"), e.Join(host="R1"))
        assert battle.element("R1").prone is squad
