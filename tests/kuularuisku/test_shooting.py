"""5 Shooting, and the weapons that are fired: targets, dice, cover, close range, machine guns."""

from typing import Any

import pytest
from tests.kuularuisku.kit import DATA, DUEL, Battle, area, clauses

from wardiary.core.games.kuularuisku.charts import hits_of, wounds_of
from wardiary.core.games.kuularuisku.moves import allowance
from wardiary.core.games.kuularuisku.queries import free_arms
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Shot

HOUSE = (
    '[[scenario.area]]\nid = "house"\ntype = "building"\npolygon = [[280, 390], [420, 390], [420, 410], [280, 410]]\n'
)
GUNS = "R1 red_squad 4 300,300 2=lewis; RM red_mg_team 4 600,300; W1 jager_squad 5 300,600 h4"


def asked(battle: Battle) -> Roll:
    request = battle.request
    assert isinstance(request, Roll)
    return request


@pytest.mark.parametrize(
    ("clause", "weapon", "expected"),
    clauses(
        (("KUU-A-01", "KUU-A-10"), "nagant_m1895", ("pistol", 300, 1, None, False, False)),
        ("KUU-A-01", "mauser_m96", ("pistol", 300, 1, None, False, False)),
        ("KUU-A-01", "mosin_nagant", ("rifle", 600, 1, None, False, False)),
        ("KUU-A-01", "winchester_m1895", ("rifle", 600, 1, None, False, False)),
        ("KUU-A-01", "berdan_m1870", ("rifle", 500, 1, None, False, False)),
        ("KUU-A-01", "japanese_rifle", ("rifle", 600, 1, None, False, False)),
        ("KUU-A-01", "mauser_m98a", ("rifle", 600, 1, None, False, False)),
        ("KUU-A-01", "chauchat_m15", ("lmg", 600, 2, None, False, False)),
        (("KUU-A-01", "KUU-A-02"), "lewis", ("lmg", 800, 3, None, False, True)),
        (("KUU-A-01", "KUU-A-03", "KUU-A-05"), "maxim_m1905_1910", ("mg", 1000, 6, 3, True, True)),
        (("KUU-A-01", "KUU-A-03", "KUU-A-05"), "colt_m1895", ("mg", 1000, 6, 3, True, True)),
        (("KUU-A-01", "KUU-A-03", "KUU-A-05"), "maxim_mg08", ("mg", 1000, 6, None, True, True)),
        (("KUU-A-01", "KUU-A-04", "KUU-A-05"), "m08_15", ("mg", 1000, 6, None, False, True)),
    ),
)
def test_weapons_are_as_printed(clause: str, weapon: str, expected: tuple[Any, ...]) -> None:
    found = DATA.weapons[weapon]
    seen = (found.kind, found.range, found.dice, found.dice_without_loader, found.half_speed, found.no_move_and_fire)
    assert seen == expected


# 5.1 Target


@pytest.mark.clause("KUU-5.1-01", "KUU-5.1-08")
def test_the_targets_in_range_and_sight_are_listed_before_the_choice() -> None:
    battle = Battle(DUEL + "; W2 jager_squad 3 600,1000 h4; W3 jager_squad 3 900,300 h4").act("R1", "shoot")
    assert [order.target for order in battle.listed(e.Shoot)] == ["W1", "W3"]
    assert "KUU-5.1-01" in (battle.refusal(e.Shoot(target="W2")) or "")
    assert "KUU-5.1-01" in (battle.refusal(e.Shoot(target="R1")) or "")


@pytest.mark.clause("KUU-5.1-01", "KUU-5.1-07", "KUU-6.0-02")
def test_who_fights_hand_to_hand_is_no_target() -> None:
    battle = Battle(DUEL + "; R2 red_squad 2 300,525").change("W1", melee=1).change("R2", melee=1)
    battle.activate("R1")
    assert "KUU-5.1-01" in (battle.refusal(e.Act(action="shoot")) or "")


@pytest.mark.clause("KUU-5.1-03", "KUU-5.1-04", "KUU-1.2-04")
def test_a_lone_leader_who_is_shot_at_may_join_a_unit() -> None:
    battle = Battle("R1 red_squad 4 300,300; RL red_platoon_leader 1 370,300; W1 jager_squad 4 300,500 h4")
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.act("W1", "shoot").do(e.Shoot(target="RL"))
    assert isinstance(battle.top, e.AskReaction)
    assert battle.top.side == "red"
    battle.do(e.Join(host="R1"))
    fire: Any = battle.top
    assert (fire.element, fire.target) == ("W1", "R1")
    assert not battle.element("R1").halted  # no movement
    assert not battle.figure("RL.1").acted
    assert battle.state.squad_leaders["R1"] == "RL.1"
    battle.fire()
    shooting: Any = battle.state.frames[-1]
    assert set(shooting.seen) == {"R1.1", "R1.2", "R1.3", "R1.4", "RL.1"}


@pytest.mark.clause("KUU-5.1-03")
def test_or_he_stays_and_is_the_target() -> None:
    battle = Battle("R1 red_squad 4 300,300; RL red_platoon_leader 1 370,300; W1 jager_squad 4 300,500 h4")
    battle.act("W1", "shoot").do(e.Shoot(target="RL"), e.Done()).fire()
    assert battle.top.seen == ("RL.1",)
    battle = Battle("R1 red_squad 4 300,300; RL red_platoon_leader 1 371,300; W1 jager_squad 4 300,500 h4")
    battle.act("W1", "shoot").do(e.Shoot(target="RL"))
    assert isinstance(battle.top, e.AskFire)  # 31 mm from the nearest: nobody to join


@pytest.mark.clause("KUU-5.1-04")
def test_the_shots_are_lost_when_who_sees_most_of_the_unit_does_not_reach_it() -> None:
    house = HOUSE.replace(
        "[280, 390], [420, 390], [420, 410], [280, 410]", "[461, 300], [470, 300], [470, 330], [461, 330]"
    )
    other = house.replace('"house"', '"other"').replace("300]", "790]").replace("330]", "810]")
    forces = "R1 red_squad 2 300,300; RL red_platoon_leader 1 460,280; W1 jager_squad 2 460,880 h4"
    battle = Battle(forces, house + other)
    battle.put(R1_1=(485, 265), R1_2=(500, 252), W1_2=(480, 880))
    battle.act("W1", "shoot").do(e.Shoot(target="RL"), e.Join(host="R1"))
    assert battle.figure("RL.1").element == "R1"
    assert battle.all(e.ShotsFired) == []
    assert battle.element("W1").activated


@pytest.mark.clause("KUU-5.1-09")
def test_there_is_no_such_reaction_against_a_charge() -> None:
    battle = Battle("R1 red_squad 4 300,300; RL red_platoon_leader 1 370,300; W1 jager_squad 4 370,430 h4")
    battle.charge("W1", "RL")
    assert isinstance(battle.top, e.AskDefence)


# 5.2 Visibility


@pytest.mark.clause("KUU-5.1-02", "KUU-5.2-05")
def test_only_who_reaches_a_man_whom_he_sees_fires() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 1 300,900 h4").act("R1", "shoot").do(e.Shoot(target="W1"))
    near, far = (Shot(figure=figure, weapon="mosin_nagant") for figure in ("R1.1", "R1.2"))
    assert battle.listed(e.Fire) == [e.Fire(observer="R1.1", shots=(near,))]
    assert "KUU-5.2-05" in (battle.refusal(e.Fire(observer="R1.1", shots=(far,))) or "")


@pytest.mark.clause("KUU-5.2-04", "KUU-5.2-05", "KUU-5.2-06")
def test_only_what_the_observer_sees_can_be_hit_and_only_who_sees_it_fires() -> None:
    house = HOUSE.replace(
        "[280, 390], [420, 390], [420, 410], [280, 410]", "[295, 390], [420, 390], [420, 410], [295, 410]"
    )
    battle = Battle("R1 red_squad 4 300,300; W1 jager_squad 4 300,500 h4", house).act("R1", "shoot")
    battle.do(e.Shoot(target="W1"))
    fire = battle.listed(e.Fire)[0]
    battle.do(fire)
    seen = battle.top.seen
    assert 0 < len(seen) < 4
    assert "KUU-5.2-04" in (
        Battle("R1 red_squad 4 300,300; W1 jager_squad 4 300,500 h4", house)
        .act("R1", "shoot")
        .do(e.Shoot(target="W1"))
        .refusal(e.Fire(observer="R1.4", shots=fire.shots))
        or ""
    )


@pytest.mark.clause("KUU-5.2-03")
def test_into_dense_wood_one_sees_ten_centimetres() -> None:
    wood = area("dense_wood", "200,400 400,400 400,700 200,700")
    battle = Battle("R1 red_squad 1 300,300; W1 jager_squad 1 300,500 h4", wood).activate("R1")
    assert battle.refusal(e.Act(action="shoot")) is None
    battle = Battle("R1 red_squad 1 300,300; W1 jager_squad 1 300,501 h4", wood).activate("R1")
    assert battle.refusal(e.Act(action="shoot"))


@pytest.mark.clause("KUU-5.1-05", "KUU-1.1-11", "KUU-5.6-10")
def test_own_men_of_another_unit_are_in_the_way_the_other_half_is_not_who_left_is() -> None:
    forces = "R1 red_squad 2 300,300; R2 red_squad 2 600,300; W1 jager_squad 1 300,500 h4"
    battle = Battle(forces).put(R1_2=(300, 320)).change("R1.2", status="light")
    battle.activate("R1")
    assert battle.refusal(e.Act(action="shoot")) is None  # their own comrade is not in the way
    battle = Battle(forces).put(R1_1=(300, 300), R1_2=(300, 280), R2_1=(300, 400), R2_2=(320, 400)).activate("R1")
    assert "KUU-5.1-01" in (battle.refusal(e.Act(action="shoot")) or "")
    battle = Battle(forces).put(R1_1=(300, 300), R1_2=(300, 320)).change("R1.2", status="light")
    battle.card("R1").do(e.Activate(), e.DetachLight(figure="R1.2", goal="edge"))
    assert "KUU-5.1-01" in (battle.refusal(e.Act(action="shoot")) or "")


# 5.3 Shooting test


@pytest.mark.clause("KUU-5.3-01", "KUU-5.3-02", "KUU-5.3-04", "KUU-0-03", "KUU-K-04", "KUU-K-06", "KUU-5.4-01")
def test_a_die_for_each_man_hits_at_his_skill_or_above_and_cover_below_its_value_wounds() -> None:
    battle = Battle().shoot("W1", "R1")
    assert (asked(battle).count, asked(battle).purpose, asked(battle).sides) == (4, "hits", 6)
    battle.roll(3, 4, 5, 6)  # skill 4: three hits
    assert (asked(battle).count, asked(battle).purpose, asked(battle).by) == (3, "cover", "red")
    battle.roll(5, 6, 1)  # in the open 6 saves
    assert battle.top.wounds == 2


@pytest.mark.parametrize(
    ("clause", "needed", "hits"),
    clauses((("KUU-5.3-04", "KUU-K-04"), 2, 5), ("KUU-5.3-04", 4, 3), ("KUU-5.3-04", 5, 2), ("KUU-5.3-04", 6, 1)),
)
def test_each_face_against_each_skill(clause: str, needed: int, hits: int) -> None:
    assert hits_of(needed, range(1, 7)) == hits


@pytest.mark.parametrize(
    ("clause", "cover", "wounds"),
    clauses(
        (("KUU-5.4-01", "KUU-5.4-03"), 6, 5),
        (("KUU-5.4-01", "KUU-5.4-03"), 5, 4),
        (("KUU-5.4-01", "KUU-5.4-03"), 4, 3),
        (("KUU-5.4-01", "KUU-5.4-03"), 3, 2),
        (("KUU-5.4-01", "KUU-5.4-03"), 2, 1),
    ),
)
def test_each_face_against_each_cover(clause: str, cover: int, wounds: int) -> None:
    assert wounds_of(cover, range(1, 7)) == wounds


@pytest.mark.clause("KUU-5.3-03", "KUU-5.5-13")
def test_a_man_with_two_weapons_fires_one() -> None:
    battle = Battle(GUNS).change("gun RM.2", holder="R1.1")
    assert [name for name, _ in free_arms(battle.data, battle.state, "R1.1")] == ["RM.2", "mosin_nagant"]
    battle.act("R1", "shoot").do(e.Shoot(target="W1"))
    both = (Shot(figure="R1.1", weapon="RM.2"), Shot(figure="R1.1", weapon="mosin_nagant"))
    assert "KUU-5.3-03" in (battle.refusal(e.Fire(observer="R1.1", shots=both)) or "")
    assert battle.refusal(e.Fire(observer="R1.1", shots=both[:1])) is None
    assert battle.refusal(e.Fire(observer="R1.1", shots=both[1:])) is None


@pytest.mark.clause("KUU-5.3-05")
def test_skills_are_rolled_apart_the_best_first() -> None:
    battle = Battle(
        "R1 red_squad 3 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,500 h4", attach={"RL.1": "R1"}
    )
    battle.put(RL_1=(320, 320))
    battle.shoot("R1", "W1")
    assert asked(battle).count == 1
    battle.roll(4)
    assert asked(battle).count == 3
    battle.roll(4, 4, 5)
    assert asked(battle).purpose == "cover"
    assert asked(battle).count == 2


@pytest.mark.clause("KUU-5.3-06", "KUU-7.1-04", "KUU-K-03", "KUU-5.7-03")
def test_who_is_down_hits_on_six_whatever_his_skill_at_close_range_too() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 german_squad 3 300,440 h4").change("W1", prone=True)
    battle.activate("W1").rolls("morale", 1)
    battle.do(e.Act(action="shoot"), e.Shoot(target="R1")).fire().roll(5, 5, 6)
    assert isinstance(battle.top, e.AskShooting)
    battle.do(e.Reroll()).roll(5, 6)
    assert asked(battle).purpose == "cover"
    assert asked(battle).count == 2


@pytest.mark.clause("KUU-5.7-01", "KUU-5.7-02")
def test_within_15_cm_failed_dice_may_be_rolled_once_more() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 2 300,450 h4").shoot("R1", "W1").roll(1, 5)
    assert battle.listed() == [e.Reroll(), e.Keep()]
    battle.do(e.Reroll())
    assert asked(battle).count == 1
    battle.roll(2)
    assert asked(battle).purpose == "cover"
    far = Battle("R1 red_squad 1 300,300; W1 jager_squad 1 300,451 h4").shoot("R1", "W1").roll(1)
    assert not isinstance(far.top, e.AskShooting)


@pytest.mark.clause("KUU-5.7-03", "KUU-6.2-07")
def test_fire_at_a_charge_is_at_close_range_too() -> None:
    battle = Battle("R1 red_squad 2 300,300; W1 jager_squad 2 300,420 h4").charge("W1", "R1")
    battle.do(e.Shoot(target="W1")).fire().roll(1, 1)
    assert battle.listed() == [e.Reroll(), e.Keep()]
    assert battle.top.side == "red"


# Machine guns


@pytest.mark.clause("KUU-A-05", "KUU-A-07")
def test_a_maxim_has_six_dice_with_a_loader_and_three_without() -> None:
    battle = Battle(GUNS).act("RM", "shoot").do(e.Shoot(target="W1"))
    fire = battle.listed(e.Fire)[0]
    gun = next(shot for shot in fire.shots if shot.weapon == "RM.2")
    assert gun.loader in ("RM.1", "RM.4")
    assert gun.loader not in [shot.figure for shot in fire.shots]
    battle.do(fire)
    assert asked(battle).count == 6 + 2
    alone = Battle(GUNS).act("RM", "shoot").do(e.Shoot(target="W1"))
    shots = (Shot(figure="RM.2", weapon="RM.2"),)
    alone.do(e.Fire(observer="RM.2", shots=shots))
    assert asked(alone).count == 3


@pytest.mark.clause("KUU-A-07")
@pytest.mark.parametrize(
    ("shots", "reason"),
    [
        ((("RM.1", "mosin_nagant", None), ("RM.2", "RM.2", "RM.1")), "does something else"),
        ((("RM.2", "RM.2", "RM.3"),), "not in contact"),
        ((("RM.1", "mosin_nagant", "RM.4"),), "needs no loader"),
    ],
)
def test_a_loader_is_in_contact_and_fires_nothing(shots: tuple[tuple[str, str, str | None], ...], reason: str) -> None:
    battle = Battle(GUNS).act("RM", "shoot").do(e.Shoot(target="W1"))
    order = e.Fire(observer="RM.2", shots=tuple(Shot(figure=f, weapon=w, loader=x) for f, w, x in shots))
    assert reason in (battle.refusal(order) or "")


@pytest.mark.clause("KUU-A-02", "KUU-A-06")
def test_a_lewis_that_has_fired_keeps_its_man_where_he_is_and_one_that_moved_does_not_fire() -> None:
    battle = Battle(GUNS).act("R1", "move_shoot").move(0, 20)
    battle.do(e.Shoot(target="W1"))
    assert "R1.2" not in [shot.figure for shot in battle.listed(e.Fire)[0].shots]
    battle = Battle(GUNS).act("R1", "shoot_move").do(e.Shoot(target="W1")).fire()
    battle.roll(*[1] * asked(battle).count).rolls("morale", 6)
    places = (e.Place(figure="R1.2", x=320, y=310),)
    assert "KUU-A-06" in (battle.refusal(e.Move(shape="keep", shift=(0, 10), places=places)) or "")
    battle.move(0, 10)
    assert battle.figure("R1.2").at == (320, 300)
    assert battle.figure("R1.1").at == (300, 310)


@pytest.mark.clause("KUU-A-04", "KUU-A-08", "KUU-A-03", "KUU-5.5-07")
def test_half_speed_binds_the_gunner_alone() -> None:
    battle = Battle(GUNS + "; R3 red_squad 2 900,300 1=m08_15")
    assert [allowance(battle.data, battle.state, f"RM.{n}", "normal") for n in (1, 2, 3)] == [100, 50, 100]
    assert allowance(battle.data, battle.state, "R3.1", "fast") == 200
    battle.change("RM.2", status="light")
    assert allowance(battle.data, battle.state, "RM.2", "normal") == 25


@pytest.mark.clause("KUU-A-06")
def test_the_limit_binds_the_weapon_in_other_hands_too() -> None:
    battle = Battle(GUNS).change("gun RM.2", moved=True, holder="RM.3")
    assert [name for name, _ in free_arms(battle.data, battle.state, "RM.3")] == ["mosin_nagant"]
    battle.change("gun RM.2", moved=False).change("RM.3", moved=True)
    assert [name for name, _ in free_arms(battle.data, battle.state, "RM.3")] == ["mosin_nagant"]


@pytest.mark.clause("KUU-A-06", "KUU-6.2-08")
def test_a_gun_fired_at_a_charge_binds_its_man_on_his_card() -> None:
    battle = Battle("R1 red_squad 3 300,300 2=lewis; W1 jager_squad 3 300,400 h4; W2 jager_squad 3 600,700 h4")
    battle.charge("W1", "R1").do(e.Shoot(target="W1")).fire().roll(6, 6, 6, 6, 6).roll(1, 1, 1, 1, 1)
    battle.suffer("W1.1", "W1.2", "W1.3", "W1.1", "W1.2").roll(1, 1, 1, 1, 1)
    battle.act("R1", "move_shoot").move(0, 10)
    assert battle.figure("R1.2").at == (320, 300)


@pytest.mark.clause("KUU-A-09", "KUU-7.1-02", "KUU-7.1-08")
def test_machine_gun_fire_alone_calls_for_a_morale_test_scratches_do_not() -> None:
    battle = Battle(GUNS).act("RM", "shoot").do(e.Shoot(target="W1")).fire().roll(*[1] * 8)
    assert asked(battle).purpose == "morale"
    battle = Battle(GUNS).act("R1", "shoot").do(e.Shoot(target="W1"))
    rifles = next(
        order for order in battle.listed(e.Fire) if all(shot.weapon == "mosin_nagant" for shot in order.shots)
    )
    battle.do(rifles).roll(6, 1, 1).roll(1).suffer("W1.1").roll(6)
    assert not battle.all(e.AskMorale)
    battle = Battle(GUNS).act("R1", "shoot").do(e.Shoot(target="W1"))
    lewis = (Shot(figure="R1.2", weapon="R1.2"),)
    battle.do(e.Fire(observer="R1.2", shots=lewis)).roll(1, 1, 1)  # light ones too
    assert asked(battle).purpose == "morale"


@pytest.mark.clause("KUU-3.0-01", "KUU-3.2-01", "KUU-4.2-02")
def test_the_catalogue_says_what_hampers_and_what_covers() -> None:
    difficult = {entry.id for entry in DATA.files.terrain.terrain if entry.difficult}
    assert difficult == {"muddy_field", "dense_wood", "rough_rocks", "ruins", "swamp", "water", "building"}
    assert {entry.id for entry in DATA.files.terrain.terrain if entry.dense} == {"dense_wood", "ruins"}
    assert len(DATA.files.terrain.terrain) == 23


@pytest.mark.clause("KUU-0-02")
def test_the_scale_is_a_constant_of_the_data() -> None:
    assert DATA.charts.measures.mm_per_cm == 10
