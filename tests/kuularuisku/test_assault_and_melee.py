"""6 Melee: charges, defensive fire, rounds, several units, grenades; 7.2 charges at who is down."""

from typing import Any

import pytest
from tests.kuularuisku.kit import Battle

from wardiary.core.games.kuularuisku.charts import melee_dice
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Shot

NEAR = "R1 red_squad 4 300,300; W1 jager_squad 4 300,400 h4"
"""Skill 5 against 4, morale 4 against 4, 10 cm apart."""
GRENADES = NEAR + " grenades"


def asked(battle: Battle) -> Roll:
    request = battle.request
    assert isinstance(request, Roll), battle.top
    return request


def blows(forces: str = NEAR, **words: Any) -> Battle:
    """W1 charges R1, which does not fire; the dice of the first round are next."""
    battle = Battle(forces, **words).charge("W1", "R1")
    return battle.do(e.Hold()) if isinstance(battle.top, e.AskDefence) else battle


# 6.1 The charge


@pytest.mark.clause("KUU-6.1-01", "KUU-6.0-01", "KUU-6.4-01", "KUU-6.4-15")
def test_moving_into_contact_is_a_charge_and_a_round_is_fought_at_once() -> None:
    battle = blows()
    assert battle.last(e.AssaultDeclared).target == "R1"
    assert battle.element("W1").melee == battle.element("R1").melee == 1
    assert (asked(battle).purpose, asked(battle).by, asked(battle).count) == ("melee", "white", 4)
    battle.roll(1, 1, 1, 1)
    assert (asked(battle).by, asked(battle).count) == ("red", 4)
    battle.roll(1, 1, 1, 1)
    assert battle.element("W1").activated
    assert not battle.element("R1").activated
    assert battle.element("W1").melee == 1  # one round for each activation


@pytest.mark.clause("KUU-6.1-03")
@pytest.mark.parametrize("action", ["move_shoot", "fast_move"])
def test_normal_and_fast_moves_may_be_charges(action: str) -> None:
    battle = Battle(NEAR).charge("W1", "R1", action)
    assert isinstance(battle.top, e.AskDefence)


@pytest.mark.clause("KUU-6.1-05")
def test_a_unit_whose_gun_has_fired_does_not_charge_another_may() -> None:
    forces = "R1 red_squad 4 300,300; W1 jager_squad 4 300,400 h4 2=lewis"
    battle = Battle(forces).change("gun W1.2", fired=True).act("W1", "fast_move")
    assert "KUU-6.1-05" in (battle.refusal(e.Assault(target="R1", shape="keep", shift=(0, -85))) or "")
    assert Battle(forces).act("W1", "fast_move").listed(e.Assault)


# 6.2 Defensive fire


@pytest.mark.clause("KUU-6.2-01", "KUU-6.2-03", "KUU-2.3-07")
def test_full_firepower_before_its_activation_half_of_it_after_in_the_open() -> None:
    wood = '[[scenario.area]]\nid = "w"\ntype = "wood"\npolygon = [[100, 305], [500, 305], [500, 500], [100, 500]]\n'
    battle = Battle(NEAR, wood).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert asked(battle).count == 4
    assert battle.top.cover_value == 6
    battle = Battle("R1 red_squad 7 300,300 double; W1 jager_squad 4 300,400 h4").act("R1", "pass")
    battle.charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert asked(battle).count == 3  # seven rifles
    battle = Battle(NEAR).card("R1").do(e.Wait()).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert asked(battle).count == 4  # who waits has not acted


@pytest.mark.clause("KUU-6.2-01", "KUU-6.2-08")
def test_half_of_one_rifle_is_no_fire_and_half_keeps_the_best_dice() -> None:
    battle = Battle("R1 red_squad 1 300,300; W1 jager_squad 4 300,400 h4").act("R1", "pass").charge("W1", "R1")
    assert asked(battle).purpose == "melee"
    battle = Battle(
        "R1 red_squad 3 300,300; RL red_platoon_leader 1 300,240; W1 jager_squad 4 300,400 h4", attach={"RL.1": "R1"}
    )
    battle.put(RL_1=(260, 300)).act("R1", "pass").charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert battle.top.volley == ((4, 1), (5, 1))


@pytest.mark.clause("KUU-6.2-02")
def test_it_fires_at_charges_once_a_turn() -> None:
    battle = Battle(NEAR + "; W2 jager_squad 3 300,180 h0").charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    battle.roll(6, 1, 1, 1).do(e.Keep()).roll(1).suffer("W1.1").roll(6).rolls("morale", 1)
    assert battle.element("R1").defended
    battle.charge("W2", "R1")
    assert asked(battle).purpose == "melee"


@pytest.mark.clause("KUU-6.2-04", "KUU-6.2-05", "KUU-6.2-06")
def test_wound_tests_even_of_scratches_call_for_morale_and_failure_sends_them_back() -> None:
    battle = Battle(NEAR).change("W1.4", status="ok").charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    battle.roll(6, 1, 1, 1).do(e.Keep()).roll(1).suffer("W1.1").roll(6)
    assert asked(battle).purpose == "morale"
    battle.roll(3)
    assert battle.last(e.AssaultRepelled).element == "W1"
    assert battle.figure("W1.1").at == (300, 400)
    assert not battle.element("W1").prone
    assert len(battle.all(e.MoraleTested)) == 1
    assert battle.element("W1").activated
    assert battle.element("W1").melee == 0


@pytest.mark.clause("KUU-6.2-04", "KUU-6.2-05")
def test_success_or_no_wound_test_lets_the_charge_go_on_machine_guns_or_not() -> None:
    battle = Battle(NEAR).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    battle.roll(6, 1, 1, 1).do(e.Keep()).roll(1).suffer("W1.1").roll(6).rolls("morale", 4)
    assert asked(battle).purpose == "melee"
    battle = Battle("RM red_mg_team 4 300,300; W1 jager_squad 4 300,400 h4").charge("W1", "RM").do(e.Shoot(target="W1"))
    battle.do(e.Fire(observer="RM.2", shots=(Shot(figure="RM.2", weapon="RM.2", loader="RM.4"),)))
    battle.roll(1, 1, 1, 1, 1, 1).do(e.Keep())
    assert asked(battle).purpose == "melee"  # the gun's own trigger is not for this


@pytest.mark.clause("KUU-6.2-06")
def test_the_severe_stay_where_they_fell_and_are_left_behind() -> None:
    battle = Battle(NEAR).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    battle.roll(6, 1, 1, 1).do(e.Keep()).roll(1).suffer("W1.4").roll(2).rolls("morale", 1)
    assert battle.element("W1.4").kind == "left"
    assert battle.figure("W1.4").at[1] < 340


@pytest.mark.clause("KUU-6.2-07")
def test_fire_is_at_where_the_charge_ends() -> None:
    battle = Battle(NEAR).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert battle.top.range_mm <= 20
    assert battle.top.seen == ("W1.1", "W1.2", "W1.3", "W1.4")


@pytest.mark.clause("KUU-6.2-08", "KUU-A-06")
def test_a_gun_that_has_moved_does_not_fire_at_a_charge() -> None:
    battle = Battle("R1 red_squad 2 300,300 2=lewis; W1 jager_squad 4 300,400 h4").change("R1.2", moved=True)
    battle.charge("W1", "R1").do(e.Shoot(target="W1"))
    assert [shot.figure for shot in battle.listed(e.Fire)[0].shots] == ["R1.1"]


@pytest.mark.clause("KUU-6.2-09", "KUU-7.2-01")
@pytest.mark.parametrize("flag", ["prone", "fleeing"])
def test_who_is_down_or_flees_does_not_fire_but_may_surrender(flag: str) -> None:
    battle = Battle(NEAR).change("R1", **{flag: True}).charge("W1", "R1")
    assert asked(battle).key.endswith("surrender.R1")
    battle.roll(6)
    assert not battle.element("R1").prone
    assert not battle.element("R1").fleeing
    assert asked(battle).purpose == "melee"


@pytest.mark.clause("KUU-6.2-09", "KUU-2.3-06")
def test_to_fire_at_a_charge_is_no_activation_and_does_not_end_waiting() -> None:
    battle = Battle(NEAR).card("R1").do(e.Wait()).charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    assert battle.element("R1").waiting
    assert not battle.element("R1").activated


@pytest.mark.clause("KUU-6.2-10")
def test_when_all_fall_the_charge_is_over() -> None:
    battle = (
        Battle("R1 red_squad 4 300,300; W1 jager_squad 1 300,400 h4").charge("W1", "R1").do(e.Shoot(target="W1")).fire()
    )
    battle.roll(6, 1, 1, 1).do(e.Keep()).roll(1).suffer("W1.1").roll(1)
    assert "W1" not in battle.state.elements
    assert battle.element("R1").melee == 0


# 7.2


@pytest.mark.clause("KUU-7.2-01", "KUU-7.2-02")
def test_who_fails_surrenders_with_his_leaders_and_weapons() -> None:
    battle = Battle(
        "RM red_mg_team 4 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,400 h4", attach={"RL.1": "RM"}
    )
    battle.change("RM", prone=True).charge("W1", "RM").roll(2)
    assert battle.status("RM.1", "RM.2", "RM.3", "RM.4", "RL.1") == ["captured"] * 5
    assert battle.state.guns["RM.2"].at == (320, 300)
    assert battle.figure("W1.1").at != (300, 400)  # it stays where it is
    assert battle.element("W1").activated


@pytest.mark.clause("KUU-7.2-03", "KUU-6.1-04")
def test_who_lies_there_is_captured_without_a_test() -> None:
    battle = Battle("R1 red_squad 2 300,300; R2 red_squad 2 900,300; W1 jager_squad 4 300,400 h4")
    battle.change("R1.2", status="severe")
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).do(e.Keep()).roll(1).suffer("R1.1").roll(1)
    battle.act("R2", "pass").card("R1")
    battle.charge("W1", "R1.2")
    assert battle.status("R1.2") == ["captured"]
    assert isinstance(battle.request, object)


# 6.3, 6.4


@pytest.mark.clause("KUU-6.3-01", "KUU-6.3-02", "KUU-6.5-01", "KUU-6.5-03", "KUU-6.4-08")
def test_who_is_in_a_melee_only_fights_on_at_the_next_card_of_either_side() -> None:
    battle = blows().roll(1, 1, 1, 1).roll(1, 1, 1, 1)
    assert battle.last(e.MeleeFought).loser is None  # 0 : 0
    battle.card("R1")
    assert (asked(battle).purpose, asked(battle).by) == ("melee", "red")
    battle.roll(5, 1, 1, 1).roll(1, 1, 1, 1).suffer("W1.1").roll(6).rolls("morale", 1)
    assert battle.element("R1").melee == 0
    assert battle.last(e.ActivationEnded).element == "R1"  # it has won and does nothing more
    assert battle.state.turn == 2


@pytest.mark.clause("KUU-6.4-01", "KUU-6.4-02", "KUU-6.4-13", "KUU-5.3-05")
def test_a_die_for_each_able_man_by_his_own_skill() -> None:
    battle = Battle(NEAR + "; WL jager_platoon_leader 1 300,440", attach={"WL.1": "W1"}).change("W1.4", status="severe")
    battle.change("W1.3", status="light")
    assert melee_dice(battle.data, battle.state, ["W1"], False) == ((3, 1), (4, 3))
    assert melee_dice(battle.data, battle.state, ["W1"], True) == ((3, 1), (4, 1))


@pytest.mark.clause("KUU-6.4-01", "KUU-6.4-03", "KUU-6.4-14", "KUU-6.4-13", "KUU-7.1-06")
def test_both_sides_strike_before_anything_is_applied_without_cover() -> None:
    battle = blows().roll(4, 4, 1, 1)
    assert asked(battle).count == 4  # all four still strike
    battle.roll(5, 5, 1, 1)
    assert battle.top.side == "white"  # the activating side spreads its wounds first
    battle.suffer("W1.1", "W1.2")
    assert battle.top.side == "red"
    battle.suffer("R1.1", "R1.2")
    assert asked(battle).by == "white"
    battle.roll(1, 4)
    assert battle.status("W1.1") == ["ok"]  # not applied yet
    battle.roll(1, 6)
    assert battle.status("W1.1", "W1.2", "R1.1", "R1.2") == ["dead", "light", "dead", "ok"]
    assert not battle.all(e.MoraleTested)  # equal hits, no test though men died
    assert battle.element("R1").melee == 1


@pytest.mark.clause("KUU-6.4-04", "KUU-6.4-05", "KUU-6.4-11", "KUU-7.1-07", "KUU-7.1-02")
def test_the_side_with_more_hits_to_take_tests_and_falls_back_10_cm_on_failure() -> None:
    battle = blows().roll(4, 4, 1, 1).roll(5, 1, 1, 1).suffer("W1.1").suffer("R1.2", "R1.3").roll(6).roll(6, 6)
    assert (asked(battle).purpose, asked(battle).by) == ("morale", "red")
    before = battle.figure("R1.1").at
    battle.roll(3)
    assert battle.last(e.FiguresMoved).reason == "fall_back"
    after = battle.figure("R1.1").at
    assert 95**2 < (after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2 <= 100**2
    assert not battle.element("R1").prone
    assert not battle.element("R1").fleeing
    assert not battle.element("R1").activated  # it may still act
    assert battle.element("W1").melee == 0


@pytest.mark.clause("KUU-6.4-05", "KUU-6.4-15")
def test_after_a_test_that_is_passed_the_melee_goes_on() -> None:
    battle = blows().roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("R1.2").roll(6).rolls("morale", 4)
    assert battle.element("R1").melee == 1
    assert len(battle.all(e.MeleeFought)) == 1


@pytest.mark.clause("KUU-6.4-06")
def test_who_has_no_way_back_is_destroyed() -> None:
    walls = "\n".join(
        f'[[scenario.area]]\nid = "r{n}"\ntype = "rapids"\npolygon = {p}\n'
        for n, p in enumerate(
            (
                "[[200, 250], [420, 250], [420, 280], [200, 280]]",
                "[[200, 285], [240, 285], [240, 420], [200, 420]]",
                "[[380, 285], [420, 285], [420, 420], [380, 420]]",
            )
        )
    )
    battle = blows(NEAR, terrain=walls).roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("R1.2").roll(6).rolls("morale", 1)
    assert battle.status("R1.1", "R1.2", "R1.3", "R1.4") == ["dead"] * 4


@pytest.mark.clause("KUU-6.4-07", "KUU-6.4-14")
def test_the_severely_wounded_of_the_loser_die() -> None:
    battle = blows().roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("R1.2").roll(2).rolls("morale", 1)
    assert battle.status("R1.2") == ["dead"]
    assert battle.status("R1.1") == ["ok"]


@pytest.mark.clause("KUU-6.4-10", "KUU-7.3-05")
def test_slow_guns_are_left_and_who_ends_beyond_the_edge_is_withdrawn() -> None:
    battle = Battle("RM red_mg_team 4 300,12; W1 jager_squad 4 300,112 h4").charge("W1", "RM").do(e.Hold())
    battle.roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("RM.1").roll(6).rolls("morale", 1)
    assert battle.state.guns["RM.2"].at == (320, 12)
    assert battle.status("RM.1", "RM.3") == ["withdrawn", "withdrawn"]


@pytest.mark.clause("KUU-6.4-12")
def test_a_side_without_able_men_has_lost_and_its_wounded_are_captured() -> None:
    battle = blows("R1 red_squad 1 300,300; R2 red_squad 2 900,300; W1 jager_squad 4 300,400 h4")
    battle.roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(2)
    assert battle.status("R1.1") == ["captured"]
    assert battle.last(e.MeleeFought).loser == "red"
    assert not battle.all(e.MoraleTested)


@pytest.mark.clause("KUU-6.4-16", "KUU-6.4-03")
def test_when_neither_has_anybody_left_nobody_wins_and_the_wounded_lie_there() -> None:
    battle = blows(
        "R1 red_squad 1 300,300; R2 red_squad 2 900,300; W1 jager_squad 1 300,400 h4; W2 jager_squad 2 900,900 h4"
    )
    battle.roll(4).roll(5).suffer("W1.1").suffer("R1.1").roll(2).roll(2)
    assert battle.last(e.MeleeFought).loser is None
    assert {battle.element("R1.1").kind, battle.element("W1.1").kind} == {"left"}


@pytest.mark.clause("KUU-6.4-16", "KUU-5.5-02")
def test_with_fewer_men_than_hits_the_spread_goes_round_again() -> None:
    battle = blows("R1 red_squad 2 300,300; W1 jager_squad 4 300,400 h4").roll(4, 4, 4, 1).roll(1, 1)
    battle.suffer("R1.1", "R1.2")
    assert battle.refusal(e.Suffer(figure="R1.1")) is None
    battle.suffer("R1.1")
    assert asked(battle).count == 3


@pytest.mark.clause("KUU-6.4-09")
def test_units_fall_back_from_the_middle_of_the_enemy() -> None:
    battle = blows().roll(4, 1, 1, 1).roll(1, 1, 1, 1).suffer("R1.2").roll(6).rolls("morale", 1)
    tracks = battle.last(e.FiguresMoved).tracks
    shifts = {(t.points[-1][0] - t.points[0][0], t.points[-1][1] - t.points[0][1]) for t in tracks}
    assert len(shifts) == 1  # all alike


# 6.5, 6.6

THREE = "R1 red_squad 4 300,300; R2 red_womens_squad 3 420,400 h0; W1 jager_squad 4 300,400 h4"


@pytest.mark.clause("KUU-6.5-01", "KUU-6.5-02", "KUU-6.5-03", "KUU-6.6-03", "KUU-6.4-04")
def test_a_third_unit_joins_the_melee_without_fire_and_without_grenades() -> None:
    battle = blows(THREE.replace("h4", "h4 grenades")).do(e.Throw())
    battle.roll(1, 1, 1, 1).roll(1, 1)
    battle.charge("R2", "W1")
    assert battle.element("R2").melee == 1
    assert (asked(battle).by, asked(battle).count) == ("red", 7)  # no fire, no grenades, both units strike
    battle.roll(1, 1, 1, 1, 1, 1, 1).roll(4, 1, 1, 1).suffer("R2.1").roll(6)
    assert battle.top.elements == ("R1", "R2")
    battle.roll(3)  # one test with the best morale of both: 3
    assert battle.last(e.MoraleTested).needed == 3
    assert not battle.element("R1").activated
    battle.card("R1")
    assert asked(battle).count == 7


@pytest.mark.clause("KUU-6.4-05", "KUU-6.4-14")
def test_all_units_of_the_loser_fall_back() -> None:
    battle = blows(THREE).roll(1, 1, 1, 1).roll(1, 1, 1, 1)
    battle.charge("R2", "W1").roll(1, 1, 1, 1, 1, 1, 1).roll(4, 1, 1, 1).suffer("R2.1").roll(6).rolls("morale", 1)
    moved = [event.element for event in battle.all(e.FiguresMoved) if event.reason == "fall_back"]
    assert moved == ["R1", "R2"]
    assert battle.element("R1").melee == battle.element("R2").melee == battle.element("W1").melee == 0


@pytest.mark.clause("KUU-6.6-01", "KUU-6.6-04", "KUU-6.6-05")
def test_grenades_cost_the_other_side_two_dice_and_are_not_used_up() -> None:
    battle = blows(GRENADES)
    assert isinstance(battle.top, e.AskGrenades)
    assert battle.top.side == "white"
    battle.do(e.Throw())
    assert asked(battle).count == 4
    battle.roll(1, 1, 1, 1)
    assert asked(battle).count == 2
    assert blows(GRENADES).do(e.Pass()).roll(1, 1, 1, 1).request.count == 4  # type: ignore[union-attr]


@pytest.mark.clause("KUU-6.6-02")
def test_both_may_use_them_and_one_die_at_least_is_left() -> None:
    battle = blows("R1 red_squad 2 300,300 grenades; W1 jager_squad 4 300,400 h4 grenades").do(e.Throw())
    assert battle.top.side == "red"
    battle.do(e.Throw())
    assert asked(battle).count == 2
    battle.roll(1, 1)
    assert asked(battle).count == 1


@pytest.mark.clause("KUU-6.6-03")
def test_grenades_are_for_the_first_activation_only() -> None:
    battle = blows(GRENADES).do(e.Throw()).roll(1, 1, 1, 1).roll(1, 1)
    battle.card("R1")
    assert asked(battle).count == 4
