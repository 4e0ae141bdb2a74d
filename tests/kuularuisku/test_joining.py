"""1.2 to 1.4: joining, leaders, units without squad leader."""

import pytest
from tests.kuularuisku.kit import Battle

from wardiary.core.games.kuularuisku.moves import Wish, judge_move, may_move
from wardiary.core.games.kuularuisku.queries import (
    below_half,
    best_morale,
    is_leaderless,
    soldiers_in,
    strength,
)
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e

EIGHT = (
    "R1 red_squad 8 300,300 double; R2 red_squad 4 600,300; W1 jager_squad 4 300,500 h4; W2 jager_squad 4 700,500 h4"
)
LONE = "R1 red_squad 4 300,300; R2 red_squad 4 500,300; RL red_platoon_leader 1 300,200; W1 jager_squad 4 300,1000 h4"

LONE = "R1 red_squad 4 300,300; R2 red_squad 4 500,300; RL red_platoon_leader 1 300,200; W1 jager_squad 4 300,1000 h4"


# 1.2 Joining


def lone_soldier() -> Battle:
    """R1 is one soldier 20 cm from R2."""
    return Battle("R1 red_squad 1 300,300; R2 red_squad 4 500,300; W1 jager_squad 4 300,1100 h4")


@pytest.mark.clause("KUU-1.2-01", "KUU-1.2-03", "KUU-1.2-07", "KUU-1.2-08", "KUU-2.4-05")
def test_a_lone_soldier_joins_a_unit_within_3_cm_which_may_not_move_then() -> None:
    battle = lone_soldier().act("R1", "fast_move").move(150, 0)  # R2.3 at (480, 300): 30 mm
    assert [order.host for order in battle.listed(e.Join)] == ["R2"]
    battle.do(e.Join(host="R2"))
    assert battle.figure("R1.1").element == "R2"
    assert "R1" not in battle.state.elements
    assert battle.element("R2").base == 5
    assert battle.element("R2").halted
    battle.activate("R2")
    assert "KUU-1.2-03" in (battle.refusal(e.Act(action="move_shoot")) or "")
    battle.do(e.Act(action="pass"))
    battle.act("W1", "pass")
    assert battle.state.deck == ("R2", "W1")  # no card for R1 any more
    battle.activate("R2")
    assert battle.refusal(e.Act(action="move_shoot")) is None


@pytest.mark.clause("KUU-1.2-01")
def test_three_centimetres_and_no_more() -> None:
    battle = lone_soldier().act("R1", "fast_move").move(149, 0)
    assert battle.element("R1").activated  # not even asked: 31 mm


@pytest.mark.clause("KUU-1.2-03", "KUU-1.2-08")
def test_a_host_that_has_acted_is_not_stopped() -> None:
    battle = lone_soldier().act("R2", "pass").act("R1", "fast_move").move(150, 0).do(e.Join(host="R2"))
    assert not battle.element("R2").halted
    assert battle.element("R2").activated
    assert battle.figure("R1.1").acted


@pytest.mark.clause("KUU-1.2-03")
def test_a_halted_host_may_be_commanded_to_shoot() -> None:
    battle = Battle(
        "R1 red_squad 1 300,300; R2 red_squad 4 500,300; RL red_platoon_leader 1 500,240; W1 jager_squad 4 500,600 h4"
    )
    battle.act("R1", "fast_move").move(150, 0).do(e.Join(host="R2"))
    battle.card("RL").do(e.Command(host="R2"), e.Activate()).decline()
    assert "KUU-1.2-03" in (battle.refusal(e.Act(action="move_shoot")) or "")  # KUU-1.2-10: binds the commanded too
    assert battle.refusal(e.Act(action="shoot")) is None


@pytest.mark.clause("KUU-1.2-10")
def test_joiners_that_have_acted_do_not_shoot_again_but_move_along() -> None:
    battle = Battle("R1 red_squad 1 300,300; R2 red_squad 4 500,300; W1 jager_squad 4 500,600 h4")
    battle.act("R1", "fast_move").move(150, 0).do(e.Join(host="R2"))
    battle.act("R2", "shoot").do(e.Shoot(target="W1"))
    assert [shot.figure for shot in battle.listed(e.Fire)[0].shots] == ["R2.1", "R2.2", "R2.3", "R2.4"]


@pytest.mark.clause("KUU-1.2-02", "KUU-1.4-01", "KUU-1.4-07", "KUU-1.2-06")
@pytest.mark.parametrize("none", ["", None], ids=["lost", "by its data"])
def test_a_unit_without_squad_leader_moves_only_to_a_unit_with_one(none: str | None) -> None:
    battle = Battle(
        "R1 red_squad 3 300,300; R2 red_squad 4 500,300; R3 red_squad 2 300,450; W1 jager_squad 4 300,1100 h4"
    )
    battle.state.squad_leaders["R1"] = ""
    del battle.state.squad_leaders["R3"]
    if none is not None:
        battle.state.squad_leaders["R3"] = none
    battle.state.forget()
    battle.act("R1", "fast_move")
    assert "KUU-1.4-07" in (battle.refusal(e.Move(shape="keep", shift=(50, 0))) or "")
    assert "KUU-1.4-07" in (battle.refusal(e.Move(shape="keep", shift=(0, 125))) or "")  # R3 has none either
    battle.move(135, 0)  # R1.2 from 320 to 455: 25 mm from R2.3
    assert e.Done() not in battle.listed()
    battle.do(e.Join(host="R2"))
    assert battle.element("R2").base == 7
    assert soldiers_in(battle.data, battle.state, "R2") == ("R1.1", "R1.2", "R1.3", "R2.1", "R2.2", "R2.3", "R2.4")


@pytest.mark.clause("KUU-1.4-01")
def test_without_anybody_in_reach_it_does_not_move_at_all() -> None:
    battle = Battle("R1 red_squad 3 300,300; R2 red_squad 4 700,300; W1 jager_squad 4 300,1100 h4")
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.activate("R1")
    assert "KUU-1.4-01" in (battle.refusal(e.Act(action="fast_move")) or "")


@pytest.mark.clause("KUU-1.2-04", "KUU-1.4-02", "KUU-1.3-03")
def test_a_leader_joins_and_leads_a_leaderless_squad_for_good() -> None:
    battle = Battle(LONE)
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.act("RL", "move_shoot").move(0, 75)
    assert [order.host for order in battle.listed(e.Join)] == ["R1"]
    battle.do(e.Join(host="R1"))
    assert battle.state.squad_leaders["R1"] == "RL.1"
    assert battle.element("R1").halted
    assert battle.element("R1").base == 4  # leaders never count
    assert strength(battle.data, battle.state, "R1") == 4
    battle.activate("R1")
    assert "KUU-1.2-03" in (battle.refusal(e.Act(action="fast_move")) or "")


@pytest.mark.clause("KUU-1.2-05", "KUU-1.3-05")
def test_a_unit_may_hold_several_joined_soldiers_and_leaders() -> None:
    battle = Battle(LONE + "; RK red_commissar 1 300,260", attach={"RL.1": "R1", "RK.1": "R1"})
    assert {name for name, f in battle.state.figures.items() if f.element == "R1"} == {
        "R1.1",
        "R1.2",
        "R1.3",
        "R1.4",
        "RL.1",
        "RK.1",
    }
    battle.act("R2", "pass")
    battle.put(W1_1=(300, 500), W1_2=(280, 500), W1_3=(320, 500), W1_4=(260, 500))
    battle.act("W1", "shoot").do(e.Shoot(target="R1"))
    battle.fire()
    assert {"RL.1", "RK.1"} <= set(battle.top.seen)


@pytest.mark.clause("KUU-1.2-06")
@pytest.mark.parametrize("flag", ["melee", "fleeing"])
def test_no_host_fights_or_flees(flag: str) -> None:
    battle = lone_soldier()
    battle.change("R2", **{flag: 1 if flag == "melee" else True})
    if flag == "melee":
        battle.change("W1", melee=1)
    battle.act("R1", "fast_move").move(150, 0)
    assert battle.element("R1").activated
    assert "R1" in battle.state.elements


@pytest.mark.clause("KUU-1.2-06")
def test_severe_comrades_of_a_lone_soldier_are_left_behind_when_he_joins() -> None:
    battle = Battle("R1 red_squad 2 300,300; R2 red_squad 4 500,300; W1 jager_squad 4 300,1100 h4")
    battle.change("R1.2", status="severe").put(R1_2=(440, 300), R1_1=(300, 300))
    battle.act("R1", "fast_move").move(150, 0).do(e.Join(host="R2"))
    assert battle.element("R1.2").kind == "left"


@pytest.mark.clause("KUU-1.2-09", "KUU-T-31")
def test_a_lone_soldier_joins_a_unit_of_another_nationality() -> None:
    battle = Battle("R1 russian_squad 1 300,300; R2 red_squad 4 500,300; W1 jager_squad 4 300,1100 h4")
    battle.act("R1", "fast_move").move(150, 0).do(e.Join(host="R2"))
    assert battle.figure("R1.1").element == "R2"


@pytest.mark.clause("KUU-1.2-08", "KUU-7.1-01", "KUU-5.3-05")
def test_joined_figures_keep_their_own_skill_and_morale() -> None:
    battle = Battle("R1 red_veteran_squad 1 300,300; R2 red_squad 2 500,300; W1 jager_squad 4 480,600 h4")
    battle.act("R2", "pass").act("R1", "fast_move").move(175, 0).do(e.Join(host="R2")).act("W1", "pass")
    battle.shoot("R2", "W1")
    assert battle.top.groups == ((4, 1), (5, 2))


# 1.3 Leaders


@pytest.mark.clause("KUU-1.3-02", "KUU-7.1-09", "KUU-7.1-01")
def test_the_unit_may_use_the_morale_of_a_leader_with_it() -> None:
    battle = Battle(LONE, attach={"RL.1": "R1"})
    assert best_morale(battle.data, battle.state, ["R1"]) == 3
    assert best_morale(battle.data, battle.state, ["R2"]) == 4


@pytest.mark.clause("KUU-1.3-06", "KUU-5.5-16", "KUU-7.3-15")
def test_the_leader_of_a_unit_without_soldiers_is_alone_again() -> None:
    battle = Battle(
        "R1 red_squad 1 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,500 h4", attach={"RL.1": "R1"}
    )
    battle.change("R1", prone=True)
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(1)
    assert "R1" not in battle.state.elements
    assert battle.element("RL").kind == "leader"
    assert battle.element("RL").prone
    assert not below_half(battle.data, battle.state, "RL")
    battle.rolls("morale", 1)  # he was under fire with them, and stays down
    assert not battle.element("RL").fleeing
    battle.card("RL")
    assert isinstance(battle.top, e.AskReady)


# 1.4 Units without squad leader


@pytest.mark.clause("KUU-1.4-04", "KUU-1.4-06")
def test_a_commanded_unit_without_squad_leader_may_move_this_once_and_charge() -> None:
    battle = Battle(LONE.replace("300,1000", "300,480"))
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    assert may_move(battle.data, battle.state, "R1", commanded=True) is None
    battle.card("RL").do(e.Command(host="R1"), e.Activate()).decline(e.Act(action="fast_move"))
    assert battle.listed(e.Assault)
    battle.move(0, -60)
    battle.act("R2", "pass").act("W1", "pass")
    battle.card("R1")
    assert battle.last(e.CardSkipped).card == "R1"
    battle.act("R1", "fast_move")
    assert "KUU-1.4-07" in (battle.refusal(e.Move(shape="keep", shift=(0, -60))) or "")


@pytest.mark.clause("KUU-1.4-06")
def test_without_squad_leader_it_cannot_charge() -> None:
    battle = Battle("R1 red_squad 3 300,300; R2 red_squad 4 420,300; W1 jager_squad 4 300,400 h4")
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.act("R1", "move_shoot")
    charge = e.Assault(target="W1", shape="keep", shift=(0, 85))
    assert "KUU-1.4-06" in (battle.refusal(charge) or "")
    battle.do(e.Move(shape="stay"), e.Hold())
    battle.act("R2", "pass")
    battle.change("R1", fleeing=True)  # forced moves are not stopped
    battle.act("W1", "pass")
    battle.card("R1")
    assert battle.last(e.FiguresMoved).reason == "flight"


@pytest.mark.clause("KUU-1.4-05")
def test_a_team_without_squad_leader_in_the_data_is_never_leaderless() -> None:
    battle = Battle(LONE)
    assert not is_leaderless(battle.data, battle.state, "RL")
    assert "RL" not in battle.state.squad_leaders


@pytest.mark.clause("KUU-1.4-08", "KUU-1.4-02")
def test_the_best_of_the_leaders_with_it_takes_over_when_the_squad_leader_falls() -> None:
    battle = Battle(
        "R1 red_squad 4 300,300; RK red_commissar 1 300,260; RL red_platoon_leader 1 340,260; "
        "W1 jager_squad 4 300,500 h4",
        attach={"RL.1": "R1", "RK.1": "R1"},
    )
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(1)
    assert battle.state.squad_leaders["R1"] == "RK.1"  # both have 3: the lower id
    assert not battle.all(e.SquadLeaderLost)
    battle.rolls("morale", 6)
    battle.activate("R1")
    assert battle.refusal(e.Act(action="fast_move")) is None


def regrouping(battle: Battle) -> list[str]:
    """Who of R1 goes back to the main body."""
    judged = judge_move(battle.data, battle.state, "R1", "fast", Wish("regroup"), commanded=False, rejoin=False)
    return [track.figure for track in judged.tracks]


@pytest.mark.clause("KUU-1.0-04", "KUU-1.0-05")
def test_the_main_body_is_the_largest_group_then_that_of_the_squad_leader() -> None:
    battle = Battle().put(R1_1=(600, 300), R1_2=(620, 300))
    assert regrouping(battle) == ["R1.3", "R1.4"]
    battle.put(R1_2=(320, 300), R1_3=(300, 300))
    assert regrouping(battle) == ["R1.1"]
    battle.activate("R1")
    assert [order.action for order in battle.listed(e.Act)] == ["move_shoot", "shoot_move", "fast_move"]
    battle.do(e.Act(action="fast_move"))
    assert e.Move(shape="regroup") in battle.listed()
    assert "KUU-1.0-04" in (battle.refusal(e.Move(shape="stay")) or "")
    battle.do(e.Move(shape="regroup"))
    assert battle.figure("R1.1").at == (400, 300)


def test_a_kit_roll_is_asked() -> None:
    assert not isinstance(Battle().request, Roll)
