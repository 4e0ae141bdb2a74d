"""8 Skills: Ei peräännytä!, nationalities, snow suits."""

from typing import Any

import pytest
from tests.kuularuisku.kit import DATA, Battle, clauses

from wardiary.core.games.kuularuisku.charts import cover_value
from wardiary.core.games.kuularuisku.phases.deployment import _hosts
from wardiary.core.games.kuularuisku.phases.evacuation import sought_by
from wardiary.core.games.kuularuisku.queries import commandable, compatible, joinable
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e

HERO = "R1 red_squad 4 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,500 h4"

HERO = "R1 red_squad 4 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,500 h4"


def asked(battle: Battle) -> Roll:
    request = battle.request
    assert isinstance(request, Roll), battle.top
    return request


def hit(battle: Battle, target: str, figure: str, face: int) -> Battle:
    """W1 shoots at a target and one man is hurt; the morale die is next."""
    return battle.shoot("W1", target).roll(4, 1, 1, 1).roll(1).suffer(figure).roll(face)


# Ei peräännytä!


@pytest.mark.clause("KUU-T-03", "KUU-T-06", "KUU-T-07")
def test_he_has_a_man_executed_and_the_test_is_rolled_again_until_it_is_passed() -> None:
    battle = hit(Battle(HERO), "R1", "R1.2", 5).roll(1)
    assert battle.top.side == "red"
    assert {order.figure for order in battle.listed(e.Execute)} == {"R1.1", "R1.2", "R1.3", "R1.4"}
    battle.do(e.Execute(figure="R1.2")).roll(1).do(e.Execute(figure="R1.3")).roll(1).do(e.Execute(figure="R1.4")).roll(
        6
    )
    assert battle.status("R1.1", "R1.2", "R1.3", "R1.4") == ["ok", "dead", "dead", "dead"]
    assert not battle.element("R1").prone
    assert len(battle.all(e.MoraleTested)) == 4
    assert len(battle.all(e.WoundsTested)) == 1  # no wound dice for the executed


@pytest.mark.clause("KUU-T-05", "KUU-T-03")
@pytest.mark.parametrize(("flag", "at"), [("prone", (300, 260)), ("fleeing", (300, 260)), (None, (300, 149))])
def test_he_is_not_in_force_down_fleeing_or_beyond_15_cm(flag: str | None, at: tuple[int, int]) -> None:
    battle = Battle(HERO).put(RK_1=at)
    if flag:
        battle.change("RK", **{flag: True})
    hit(battle, "R1", "R1.2", 5).roll(1)
    assert battle.element("R1").prone
    assert battle.all(e.Executed) == []


@pytest.mark.clause("KUU-T-04", "KUU-T-08", "KUU-1.3-06")
def test_the_last_one_is_not_executed_he_flees() -> None:
    battle = Battle(
        "R1 red_squad 2 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,500 h4", attach={"RK.1": "R1"}
    )
    hit(battle, "R1", "R1.2", 5).roll(1).do(e.Execute(figure="R1.1")).roll(1)
    assert "KUU-T-06" in (battle.refusal(e.Execute(figure="RK.1")) or "")
    battle.do(e.Execute(figure="R1.2")).roll(1)
    assert "R1" not in battle.state.elements
    assert battle.element("RK").fleeing


@pytest.mark.clause("KUU-T-08")
def test_a_unit_all_of_whose_members_are_executed_is_destroyed() -> None:
    battle = Battle(HERO.replace("squad 4 300,300", "squad 1 300,300"))
    hit(battle, "R1", "R1.1", 5).roll(1).do(e.Execute(figure="R1.1"))
    assert "R1" not in battle.state.elements
    assert battle.element("RK").kind == "leader"
    assert not battle.element("RK").fleeing


@pytest.mark.clause("KUU-T-06")
def test_other_leaders_are_executed_only_when_no_soldier_is_left() -> None:
    battle = Battle(
        "R1 red_squad 1 300,300; RK red_commissar 1 300,260; RL red_platoon_leader 1 340,300; "
        "W1 jager_squad 4 300,500 h4",
        attach={"RL.1": "R1"},
    )
    hit(battle, "R1", "R1.1", 5).roll(1)
    assert [order.figure for order in battle.listed(e.Execute)] == ["R1.1"]


@pytest.mark.clause("KUU-T-07")
def test_the_nearest_of_several_is_in_force_and_every_failed_test_counts() -> None:
    battle = Battle(HERO + "; RQ red_commissar 1 300,240").change("R1", prone=True)
    battle.card("R1").do(e.Activate()).roll(1)
    assert battle.top.hero == "RK.1"
    assert battle.top.context == "start"


@pytest.mark.clause("KUU-T-07", "KUU-7.2-01")
def test_it_is_in_force_before_surrender_unless_he_lies_with_them() -> None:
    near = HERO.replace("300,500", "300,400")
    battle = Battle(near).change("R1", prone=True).charge("W1", "R1").roll(1)
    assert isinstance(battle.top, e.AskMorale)
    assert battle.top.hero == "RK.1"
    battle = Battle(near, attach={"RK.1": "R1"}).change("R1", prone=True).charge("W1", "R1").roll(1)
    assert battle.status("R1.1", "RK.1") == ["captured", "captured"]


@pytest.mark.clause("KUU-T-09", "KUU-T-12")
def test_in_a_melee_all_own_men_may_be_executed_and_the_last_hero_falls_back_and_flees() -> None:
    battle = Battle(
        "R1 red_squad 1 300,700; RK red_commissar 1 300,660; W1 jager_squad 4 300,800 h4", attach={"RK.1": "R1"}
    )
    battle.charge("W1", "R1").do(e.Hold()).roll(4, 1, 1, 1).roll(1, 1).suffer("R1.1").roll(6)
    battle.roll(1).do(e.Execute(figure="R1.1")).roll(1)
    reasons = [event.reason for event in battle.all(e.FiguresMoved)]
    assert reasons == ["assault", "fall_back", "flight"]
    assert battle.element("RK").fleeing


@pytest.mark.clause("KUU-T-12")
def test_after_a_charge_that_failed_he_goes_back_first() -> None:
    battle = Battle(
        "R1 red_squad 1 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,420 h4", attach={"RK.1": "R1"}
    )
    start = battle.figure("RK.1").at
    battle.charge("R1", "W1").do(e.Shoot(target="R1")).fire()
    battle.roll(4, 1, 1, 1).do(e.Keep()).roll(1).suffer("R1.1").roll(6).roll(1).do(e.Execute(figure="R1.1")).roll(1)
    assert battle.last(e.AssaultRepelled).target == "W1"
    track = next(t for t in battle.last(e.FiguresMoved).tracks if t.figure == "RK.1")
    assert track.points[0] == start
    assert battle.element("RK").fleeing


@pytest.mark.clause("KUU-T-13")
def test_the_weapon_of_an_executed_man_is_taken_at_once() -> None:
    battle = Battle("RM red_mg_team 4 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,500 h4")
    hit(battle, "RM", "RM.1", 5).roll(1).do(e.Execute(figure="RM.2"))
    assert isinstance(battle.top, e.AskGun)
    battle.do(e.Take(figure="RM.1"))
    assert battle.state.guns["RM.2"].holder == "RM.1"
    assert asked(battle).purpose == "morale"


# Nationalities

NATIONS = (
    "R1 red_squad 2 100,300; R2 russian_squad 2 200,300; RL red_platoon_leader 1 150,260; RV russian_leader 1 150,240; "
    "W1 jager_squad 2 500,300; W2 swedish_squad 2 560,300; W3 german_squad 2 620,300; "
    "WJ jager_platoon_leader 1 560,340; WS swedish_leader 1 540,340; WG german_leader 1 580,340"
)


@pytest.mark.parametrize(
    ("clause", "leader", "units"),
    clauses(
        (("KUU-T-32", "KUU-T-22"), "RL.1", ["R1"]),
        ("KUU-T-22", "RV.1", ["R2"]),
        (("KUU-T-20", "KUU-T-21", "KUU-T-32"), "WJ.1", ["W1"]),
        (("KUU-T-30", "KUU-T-20"), "WS.1", ["W1", "W2"]),
        ("KUU-T-21", "WG.1", ["W3"]),
    ),
)
def test_whom_a_leader_commands_and_joins(clause: str, leader: str, units: list[str]) -> None:
    battle = Battle(NATIONS)
    d, s = battle.data, battle.state
    assert commandable(d, s, leader) == units
    assert joinable(d, s, leader[:2]) == units
    side = battle.element(leader[:2]).side
    frame = e.AskAttachment(side=side, figure=leader)
    assert [host for (host,) in _hosts(d, s, frame)] == units


@pytest.mark.clause("KUU-T-31")
def test_every_unit_has_one_nationality_and_every_leader_a_set() -> None:
    battle = Battle(NATIONS)
    assert compatible(battle.data, battle.state, "WS.1", "W1")
    assert {entry.nationality for entry in DATA.types.values()} == {"FI", "SE", "DE", "RU"}
    assert battle.data.soldier("own", "WS.1").languages == {"FI", "SE"}
    assert battle.data.soldier("own", "WJ.1").languages == {"FI"}


# Lumipuku


@pytest.mark.clause("KUU-T-10", "KUU-T-11", "KUU-6.2-03")
def test_snow_suits_give_5_in_the_open_in_winter_figure_by_figure() -> None:
    suits = "R1 red_squad 2 300,300; W1 jager_squad 3 300,500 h4 snow_suit"

    def cover(battle: Battle, *seen: str, **words: Any) -> int:
        return cover_value(battle.data, battle.state, ["R1.1"], seen, **words)

    winter = Battle(suits, winter="true")
    assert cover(winter, "W1.1", "W1.2", in_open=False) == 5
    assert cover(winter, "W1.1", in_open=True) == 5
    assert cover(Battle(suits), "W1.1", in_open=False) == 6
    wood = '[[scenario.area]]\nid = "w"\ntype = "wood"\npolygon = [[200, 450], [400, 450], [400, 600], [200, 600]]\n'
    assert cover(Battle(suits, wood, winter="true"), "W1.1", in_open=False) == 4
    one = Battle(suits.replace(" snow_suit", " 1=lumipuku"), winter="true")
    assert [cover(one, f"W1.{n}", in_open=False) for n in (1, 2)] == [5, 6]


@pytest.mark.clause("KUU-T-01", "KUU-T-02", "KUU-O-07")
def test_skills_are_of_single_figures() -> None:
    battle = Battle("R1 red_squad 4 300,300 3=valskari; RK red_commissar 1 300,200; W1 jager_squad 2 300,500")
    soldiers = {name: battle.data.soldier("own", name) for name in battle.state.figures}
    assert [name for name, soldier in soldiers.items() if soldier.medic] == ["R1.3"]
    assert soldiers["RK.1"].leader
    assert soldiers["RK.1"].no_retreat
    assert [kind.id for kind in DATA.types.values() if "ei_peraannyta" in kind.skills] == ["red_commissar"]
    assert all(("johtaja" in kind.skills) == kind.leader for kind in DATA.types.values())


# Välskäri


@pytest.mark.clause("KUU-T-43", "KUU-T-41")
def test_a_medic_seeks_nobody_in_a_melee_or_on_his_way_already() -> None:
    forces = "R1 red_squad 2 300,300 2=valskari; R2 red_squad 2 400,300; W1 jager_squad 2 420,340 h4"
    for flags in ({}, {"melee": 1}, {"kind": "evacuation"}):
        battle = Battle(forces).change("R2.1", status="severe").change("R2", **flags)
        assert sought_by(battle.data, battle.state, "R1.2", set()) == (None if flags else "R2.1")
        assert sought_by(battle.data, battle.state, "R1.2", {"R2.1"}) is None
