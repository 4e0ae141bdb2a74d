"""5.5 Wounds, 5.6 evacuation, and the medic."""

import pytest
from tests.kuularuisku.kit import DATA, DUEL, Battle, area, clauses

from wardiary.core.games.kuularuisku.moves import allowance
from wardiary.core.games.kuularuisku.odds import wound_chances
from wardiary.core.games.kuularuisku.phases.base import wound_results
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e

POSTS = '[{ side = "red", at = [300, 100] }]'


def asked(battle: Battle) -> Roll:
    request = battle.request
    assert isinstance(request, Roll)
    return request


@pytest.mark.parametrize(
    ("clause", "face", "result"),
    clauses(
        (("KUU-5.5-04", "KUU-5.5-05"), 1, "dead"),
        (("KUU-5.5-04", "KUU-5.5-06"), 2, "severe"),
        ("KUU-5.5-04", 3, "severe"),
        (("KUU-5.5-04", "KUU-5.5-07"), 4, "light"),
        ("KUU-5.5-04", 5, "light"),
        (("KUU-5.5-04", "KUU-5.5-08"), 6, "scratch"),
    ),
)
def test_the_wound_table(clause: str, face: int, result: str) -> None:
    assert wound_results(DATA, [face]) == (result,)
    battle = Battle().shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.2").roll(face)
    assert battle.figure("R1.2").status == {"scratch": "ok"}.get(result, result)


@pytest.mark.clause("KUU-5.5-04")
def test_the_other_reading_can_be_put_in_the_table() -> None:
    from tests.kuularuisku.kit import SPEC

    from wardiary.core.component_data import data_texts

    text = data_texts("wardiary.core.games.kuularuisku")["charts.toml"]
    other = text.replace(
        '"dead", "severe", "severe", "light", "light"', '"dead", "severe", "severe", "severe", "light"'
    )
    assert other != text
    assert wound_results(SPEC.rules.load_data({"charts.toml": other}), [4]) == ("severe",)
    assert wound_chances(DATA)["severe"] * 3 == 1


@pytest.mark.clause("KUU-5.5-01", "KUU-5.5-02", "KUU-5.5-03")
def test_the_owner_spreads_wounds_evenly_over_the_visible() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 4 300,500 h4").shoot("W1", "R1").roll(4, 4, 4, 4)
    battle.roll(1, 1, 1, 6)
    assert battle.top.side == "red"
    battle.suffer("R1.2")
    assert "KUU-5.5-02" in (battle.refusal(e.Suffer(figure="R1.2")) or "")
    battle.suffer("R1.1", "R1.2")
    assert asked(battle).count == 3  # one die for each, in the order of allocation
    assert asked(battle).by == "red"
    battle.roll(6, 4, 1)
    assert battle.status("R1.1", "R1.2") == ["light", "dead"]


@pytest.mark.clause("KUU-5.5-09", "KUU-5.5-10")
def test_results_do_not_add_up_and_the_severely_wounded_take_their_share() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 4 300,500 h4").change("R1.2", status="severe")
    battle.change("R1.1", status="light")
    battle.shoot("W1", "R1").roll(4, 4, 4, 1).roll(1, 1, 1).suffer("R1.2", "R1.1")
    assert e.Suffer(figure="R1.2") in battle.listed()
    battle.suffer("R1.2").roll(4, 5, 3)
    assert battle.status("R1.2", "R1.1") == ["severe", "light"]


@pytest.mark.clause("KUU-5.5-06", "KUU-5.3-01", "KUU-5.5-15")
def test_the_severely_wounded_neither_shoot_nor_move_by_themselves() -> None:
    battle = Battle().change("R1.4", status="severe").shoot("R1", "W1")
    assert asked(battle).count == 3
    battle = Battle().change("R1.4", status="severe").act("R1", "move_shoot")
    places = (e.Place(figure="R1.4", x=340, y=310),)
    assert "KUU-5.5-06" in (battle.refusal(e.Move(shape="keep", shift=(0, 10), places=places)) or "")


@pytest.mark.clause("KUU-5.5-15", "KUU-5.5-17", "KUU-1.0-03")
def test_a_severe_man_is_carried_by_an_able_one_at_half_speed_or_left_behind() -> None:
    battle = Battle().change("R1.4", status="severe").act("R1", "move_shoot")
    carry = (("R1.2", "R1.4"),)
    assert "KUU-4.2-06" in (battle.refusal(e.Move(shape="keep", shift=(0, 51), carry=carry)) or "")
    battle.move(0, 50, carry=carry)
    assert battle.figure("R1.4").at == (340, 350)
    assert battle.figure("R1.4").element == "R1"
    battle = Battle().change("R1.4", status="severe").act("R1", "move_shoot").move(0, 100)
    assert battle.element("R1.4").kind == "left"
    battle = Battle().change("R1.4", status="severe").act("R1", "move_shoot").move(0, 20)
    assert battle.figure("R1.4").element == "R1"  # still in the chain


@pytest.mark.clause("KUU-5.5-15", "KUU-5.6-05")
def test_fewer_able_men_than_wounded_carry_nobody_and_nobody_is_carried_fast() -> None:
    battle = Battle().change("R1.4", status="severe").change("R1.3", status="severe").change("R1.2", status="severe")
    battle.act("R1", "move_shoot")
    order = e.Move(shape="keep", shift=(0, 10), carry=(("R1.1", "R1.2"),))
    assert "KUU-5.5-15" in (battle.refusal(order) or "")
    battle = Battle().change("R1.4", status="severe").act("R1", "fast_move")
    order = e.Move(shape="keep", shift=(0, 10), carry=(("R1.2", "R1.4"),))
    assert "KUU-5.6-05" in (battle.refusal(order) or "")


@pytest.mark.clause("KUU-5.5-17", "KUU-4.2-06")
def test_the_rates_of_who_carries() -> None:
    battle = Battle("R1 red_squad 4 300,300 2=maxim_m1905_1910; W1 jager_squad 4 300,500 h4").change(
        "R1.1", status="light"
    )
    d, s = battle.data, battle.state
    assert [allowance(d, s, "R1.1", "normal"), allowance(d, s, "R1.1", "fast")] == [50, 100]
    assert [allowance(d, s, "R1.1", "normal", True), allowance(d, s, "R1.3", "normal", True)] == [50, 50]
    assert allowance(d, s, "R1.2", "normal", True) == 25


# Special weapons


@pytest.mark.clause("KUU-5.5-11", "KUU-5.5-13")
def test_another_man_takes_the_gun_and_the_place_of_the_fallen() -> None:
    battle = Battle("RM red_mg_team 4 300,300; W1 jager_squad 4 300,500 h4")
    battle.shoot("W1", "RM").roll(4, 1, 1, 1).roll(1).suffer("RM.2").roll(2)
    assert isinstance(battle.top, e.AskGun)
    assert [order.figure for order in battle.listed(e.Take)] == ["RM.1", "RM.4"]  # RM.3 is 40 mm away
    battle.do(e.Take(figure="RM.4"))
    assert battle.state.guns["RM.2"].holder == "RM.4"
    assert battle.figure("RM.4").at == (320, 300)
    assert battle.figure("RM.2").at == (340, 300)  # the severely wounded one changes places with him
    assert not battle.figure("RM.4").moved
    assert [name for name, _ in _arms(battle, "RM.4")] == ["RM.2", "mosin_nagant"]


def _arms(battle: Battle, figure: str) -> list[tuple[str, object]]:
    from wardiary.core.games.kuularuisku.queries import arms_of

    return [*arms_of(battle.data, battle.state, figure)]


@pytest.mark.clause("KUU-5.5-13", "KUU-G-28")
def test_who_stands_on_another_floor_takes_nothing() -> None:
    house = area("building", "250,250 400,250 400,350 250,350", floors=2)
    battle = Battle("RM red_mg_team 4 300,300; W1 jager_squad 4 300,500 h4", house).change("RM.4", level=1)
    battle.shoot("W1", "RM").roll(4, 1, 1, 1).roll(1).suffer("RM.2").roll(1)
    assert [order.figure for order in battle.listed(e.Take)] == ["RM.1"]


@pytest.mark.clause("KUU-5.5-11", "KUU-5.5-12", "KUU-5.5-14", "KUU-A-06", "KUU-5.5-16")
def test_or_it_stays_there_and_anybody_may_take_it_up_by_a_move() -> None:
    battle = Battle("RM red_mg_team 4 300,300; W1 jager_squad 4 300,500 h4").put(RM_4=(300, 320))
    battle.shoot("W1", "RM").roll(4, 1, 1, 1).roll(1).suffer("RM.2").roll(1).do(e.Pass()).rolls("morale", 6)
    assert battle.state.guns["RM.2"].at == (320, 300)
    battle.act("RM", "fast_move").move(0, -180)
    battle.put(W1_1=(300, 380), W1_2=(280, 380), W1_3=(320, 380), W1_4=(260, 380))
    battle.act("W1", "move_shoot").move(0, -60)
    if isinstance(battle.top, e.AskTarget):
        battle.do(e.Hold())
    assert battle.top.picks
    battle.do(e.PickUp(figure="W1.3", gun="RM.2"))
    assert battle.state.guns["RM.2"].holder == "W1.3"
    assert battle.state.guns["RM.2"].moved
    assert battle.figure("W1.3").moved


@pytest.mark.clause("KUU-5.5-16", "KUU-1.3-06")
def test_a_unit_without_able_men_is_out_of_play_and_its_wounded_lie_there() -> None:
    battle = Battle("R1 red_squad 2 300,300; R2 red_squad 2 800,300; W1 jager_squad 4 300,500 h4")
    battle.change("R1.2", status="severe")
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(3)
    assert "R1" not in battle.state.elements
    assert {battle.element("R1.1").kind, battle.element("R1.2").kind} == {"left"}
    assert not battle.all(e.AskMorale)
    battle.card("R1")
    assert battle.last(e.CardSkipped).card == "R1"


# Evacuation


def wounded(**statuses: str) -> Battle:
    battle = Battle(DUEL.replace("300,500", "300,1100"), aid_posts=POSTS)
    for name, status in statuses.items():
        battle.change(name.replace("_", "."), status=status)
    return battle


@pytest.mark.clause("KUU-5.6-01", "KUU-5.6-04", "KUU-5.6-06", "KUU-5.6-07", "KUU-5.6-11")
def test_a_light_man_leaves_with_his_units_activation_and_goes_at_the_end_of_the_turn() -> None:
    battle = wounded(R1_4="light")
    battle.card("R1").do(e.Activate())
    goals = [order.goal for order in battle.listed(e.DetachLight)]
    assert goals == ["edge", "post.1"]
    battle.do(e.DetachLight(figure="R1.4", goal="edge"))
    assert battle.element("#1").kind == "evacuation"
    assert battle.element("R1").base == 4
    battle.decline(e.Act(action="pass"))
    assert battle.state.deck == ("W1",)  # no card for the group
    battle.act("W1", "pass")
    assert isinstance(battle.top, e.AskEvacuation)
    assert battle.listed(e.Proceed) == [e.Proceed(pace="normal"), e.Proceed(pace="fast")]
    battle.do(e.Proceed(pace="fast"))
    assert battle.figure("R1.4").at == (340, 200)
    assert battle.state.turn == 2
    assert "#1" not in battle.state.deck


@pytest.mark.clause("KUU-5.6-02", "KUU-5.6-05", "KUU-5.6-06", "KUU-5.6-08", "KUU-5.6-12", "KUU-5.6-03", "KUU-5.6-09")
def test_a_pair_goes_to_the_post_and_the_escort_comes_back() -> None:
    battle = wounded(R1_4="severe").put(R1_4=(320, 180), R1_2=(320, 200), R1_1=(300, 200), R1_3=(280, 200))
    battle.card("R1").do(e.Activate())
    assert {(order.figure, order.patient) for order in battle.listed(e.DetachPair)} == {("R1.2", "R1.4")}
    battle.do(e.DetachPair(figure="R1.2", patient="R1.4", goal="post.1")).decline(e.Act(action="pass"))
    battle.act("W1", "pass")
    assert battle.listed(e.Proceed) == [e.Proceed(pace="normal")]
    battle.do(e.Proceed(pace="normal"))
    start, end = (320, 180), battle.figure("R1.4").at
    assert (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2 <= 50**2
    assert battle.figure("R1.2").at == (end[0], end[1] + 20)  # both shift alike
    battle.act("R1", "pass").act("W1", "pass")
    battle.do(e.Proceed(pace="normal"))
    assert battle.status("R1.4", "R1.2") == ["evacuated", "ok"]
    assert battle.element("#1").kind == "returner"
    assert e.Seek(goal="own") in battle.listed()
    battle.do(e.Seek(goal="own"))
    battle.card("R1").do(e.Activate())
    assert isinstance(battle.top, e.AskReturn)
    battle.do(e.Return(pace="normal"))
    assert battle.figure("R1.2").element == "R1"
    assert battle.element("R1").base == 4
    assert not battle.element("R1").halted


@pytest.mark.clause("KUU-5.6-08")
def test_the_edge_is_reached_on_its_line() -> None:
    battle = wounded(R1_4="light").put(R1_1=(300, 60), R1_2=(320, 60), R1_3=(280, 60), R1_4=(340, 60))
    battle.card("R1").do(e.Activate(), e.DetachLight(figure="R1.4", goal="edge")).decline(e.Act(action="pass"))
    battle.act("W1", "pass").do(e.Proceed(pace="fast"))
    assert battle.figure("R1.4").status == "evacuated"


@pytest.mark.clause("KUU-5.6-10")
def test_a_group_is_a_target_tests_morale_and_does_not_fire_at_a_charge() -> None:
    battle = wounded(R1_4="light").put(W1_1=(340, 600), W1_2=(320, 600), W1_3=(360, 600), W1_4=(380, 600))
    battle.card("R1").do(e.Activate(), e.DetachLight(figure="R1.4", goal="edge")).decline(e.Act(action="pass"))
    battle.act("W1", "shoot").do(e.Shoot(target="#1")).fire().roll(4, 1, 1, 1).roll(1).suffer("R1.4").roll(4)
    battle.rolls("morale", 1)
    assert battle.element("#1").prone
    assert asked(battle).purpose == "morale"  # it tests first in its own turn
    battle.roll(1)
    assert battle.figure("R1.4").at == (340, 300)
    battle.put(W1_1=(340, 400), W1_2=(320, 400), W1_3=(360, 400), W1_4=(380, 400)).change("#1", prone=False)
    battle.charge("W1", "#1")
    assert isinstance(battle.request, Roll)  # straight to blows
    assert asked(battle).purpose == "melee"


@pytest.mark.clause("KUU-5.6-13")
def test_a_pair_that_loses_one_of_its_men() -> None:
    battle = wounded(R1_4="severe").put(W1_1=(340, 600), W1_2=(320, 600), W1_3=(360, 600), W1_4=(380, 600))
    battle.card("R1").do(e.Activate(), e.DetachPair(figure="R1.2", patient="R1.4", goal="edge")).decline(
        e.Act(action="pass")
    )
    assert battle.element("#1").base == 1
    battle.act("W1", "shoot").do(e.Shoot(target="#1")).fire().roll(4, 1, 1, 1).roll(1).suffer("R1.4").roll(1)
    assert battle.element("#1").kind == "returner"
    battle = wounded(R1_4="severe").put(W1_1=(340, 600), W1_2=(320, 600), W1_3=(360, 600), W1_4=(380, 600))
    battle.card("R1").do(e.Activate(), e.DetachPair(figure="R1.2", patient="R1.4", goal="edge")).decline(
        e.Act(action="pass")
    )
    battle.act("W1", "shoot").do(e.Shoot(target="#1")).fire().roll(4, 1, 1, 1).roll(1).suffer("R1.2").roll(1)
    assert battle.element("R1.4").kind == "left"
    assert "#1" not in battle.state.elements


@pytest.mark.clause("KUU-5.6-12", "KUU-5.5-16")
def test_the_last_able_man_may_go_and_the_unit_is_out_of_play() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 4 300,1100 h4").change("R1.2", status="severe")
    battle.card("R1").do(e.Activate(), e.DetachPair(figure="R1.1", patient="R1.2", goal="edge"))
    assert "R1" not in battle.state.elements
    battle.act("W1", "pass")
    assert battle.top.element == "#1"


@pytest.mark.clause("KUU-5.6-07")
@pytest.mark.parametrize("flag", ["prone"])
def test_nobody_leaves_an_element_that_stays_down(flag: str) -> None:
    battle = wounded(R1_4="light").change("R1", **{flag: True})
    battle.card("R1").do(e.Activate()).rolls("morale", 1)
    assert isinstance(battle.top, e.AskElement)


@pytest.mark.clause("KUU-5.6-05")
def test_groups_neither_shoot_nor_charge() -> None:
    battle = wounded(R1_4="light").put(W1_1=(340, 400), W1_2=(320, 400), W1_3=(360, 400), W1_4=(380, 400))
    battle.card("R1").do(e.Activate(), e.DetachLight(figure="R1.4", goal="edge")).decline(e.Act(action="pass"))
    battle.act("W1", "pass")
    assert {type(order) for order in battle.listed()} == {e.Proceed, e.Done}


# Välskäri

MEDIC = "R1 red_squad 4 300,300 4=valskari; R2 red_squad 2 700,300; W1 jager_squad 4 300,500 h4"


@pytest.mark.clause("KUU-T-40", "KUU-T-42", "KUU-T-01")
def test_a_medic_may_have_each_wound_test_of_his_unit_rolled_once_more() -> None:
    battle = Battle(MEDIC).shoot("W1", "R1").roll(4, 4, 1, 1).roll(1, 1).suffer("R1.1", "R1.4").roll(1, 2)
    assert battle.listed() == [e.Reroll(), e.Keep()]
    battle.do(e.Reroll())
    assert (asked(battle).purpose, asked(battle).count) == ("medic", 1)
    battle.roll(6).do(e.Reroll()).roll(3)  # his own wound too; the second result stands
    assert battle.status("R1.1", "R1.4") == ["ok", "severe"]
    assert battle.last(e.WoundsTested).results == ("scratch", "severe")


@pytest.mark.clause("KUU-T-42")
def test_without_an_able_medic_in_the_unit_there_is_no_second_test() -> None:
    battle = (
        Battle(MEDIC).change("R1.4", status="severe").shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(1)
    )
    assert battle.status("R1.1") == ["dead"]


@pytest.mark.clause("KUU-T-41", "KUU-T-43", "KUU-T-44")
def test_a_medic_must_go_to_the_nearest_severe_man_and_take_him_to_the_edge() -> None:
    battle = Battle(MEDIC.replace("300,500", "300,1100")).put(R2_2=(440, 300), R2_1=(460, 300))
    battle.change("R2.2", status="severe")
    battle.card("R1").do(e.Activate())
    assert battle.element("#1").kind == "medic"
    assert battle.element("#1").goal == "R2.2"
    battle.decline(e.Act(action="pass")).act("R2", "pass").act("W1", "pass")
    assert battle.figure("R1.4").at == (420, 300)  # 80 mm, in contact
    assert (battle.element("#1").kind, battle.element("#1").goal) == ("evacuation", "edge")
    assert battle.figure("R2.2").element == "#1"


@pytest.mark.clause("KUU-T-41", "KUU-T-44")
def test_beyond_15_cm_or_behind_a_house_he_stays() -> None:
    battle = (
        Battle(MEDIC.replace("300,500", "300,1100"))
        .put(R2_2=(491, 300), R2_1=(510, 300))
        .change("R2.2", status="severe")
    )
    battle.card("R1").do(e.Activate())
    assert "#1" not in battle.state.elements
    house = (
        '[[scenario.area]]\nid = "h"\ntype = "building"\npolygon = [[380, 250], [400, 250], [400, 350], [380, 350]]\n'
    )
    battle = (
        Battle(MEDIC.replace("300,500", "300,1100"), house)
        .put(R2_2=(440, 300), R2_1=(460, 300))
        .change("R2.2", status="severe")
    )
    battle.card("R1").do(e.Activate())
    assert "#1" not in battle.state.elements


@pytest.mark.clause("KUU-T-43")
def test_a_medic_does_not_leave_a_unit_that_is_down_and_two_seek_different_men() -> None:
    battle = (
        Battle(MEDIC.replace("300,500", "300,1100"))
        .put(R2_2=(440, 300), R2_1=(460, 300))
        .change("R2.2", status="severe")
    )
    battle.change("R1", prone=True).card("R1").do(e.Activate()).rolls("morale", 1)
    assert "#1" not in battle.state.elements
    two = Battle(MEDIC.replace("4=valskari", "4=valskari 2=valskari").replace("300,500", "300,1100"))
    two.put(R2_2=(440, 300), R2_1=(460, 300)).change("R2.2", status="severe")
    two.card("R1").do(e.Activate())
    assert two.element("#1").goal == "R2.2"
    assert "#2" not in two.state.elements  # KUU-T-44: the lower id has him
