"""1.0 units, 1.1 splitting."""

from typing import Any

import pytest
from tests.kuularuisku.kit import DUEL, Battle

from wardiary.core.games.kuularuisku.phases.joining import joins_here
from wardiary.core.games.kuularuisku.queries import (
    below_half,
    halves,
    is_leaderless,
)
from wardiary.core.requests import Draw
from wardiary.events import kuularuisku as e

EIGHT = (
    "R1 red_squad 8 300,300 double; R2 red_squad 4 600,300; W1 jager_squad 4 300,500 h4; W2 jager_squad 4 700,500 h4"
)
LONE = "R1 red_squad 4 300,300; R2 red_squad 4 500,300; RL red_platoon_leader 1 300,200; W1 jager_squad 4 300,1000 h4"


def split(battle: Battle, name: str, *figures: str) -> Battle:
    battle.card(name)
    battle.do(e.Activate())
    while not isinstance(battle.top, e.AskSplit):
        battle.do(e.Bring() if isinstance(battle.top, e.AskLeader) else e.Done())
    return battle.do(e.Split(figures=figures))


# 1.0


@pytest.mark.clause("KUU-1.0-01", "KUU-0-01", "KUU-1.3-04", "KUU-K-02", "KUU-K-08")
def test_a_figure_is_a_soldier_and_units_are_squads_teams_and_leaders() -> None:
    battle = Battle(LONE + "; RM red_mg_team 4 800,300")
    assert len(battle.state.figures) == 17
    assert {name: element.kind for name, element in battle.state.elements.items()} == {
        "R1": "unit",
        "R2": "unit",
        "RL": "leader",
        "RM": "unit",
        "W1": "unit",
    }
    assert battle.state.squad_leaders == {"R1": "R1.1", "R2": "R2.1", "RM": "RM.1", "W1": "W1.1"}
    assert not battle.data.soldier("own", "R1.1").leader  # a squad leader is no leader
    assert [order.host for order in battle.card("R1").listed(e.Command)] == []


# 1.1 Splitting


@pytest.mark.clause("KUU-1.1-01", "KUU-1.1-06")
def test_at_most_half_stay_behind_each_half_in_itself_cohesive() -> None:
    battle = Battle(EIGHT)
    battle.card("R1").do(e.Activate())
    assert isinstance(battle.top, e.AskSplit)
    five = ("R1.1", "R1.2", "R1.3", "R1.4", "R1.5")
    assert "KUU-1.1-01" in (battle.refusal(e.Split(figures=five)) or "")
    assert "KUU-1.1-06" in (battle.refusal(e.Split(figures=("R1.5", "R1.7"))) or "")  # the two ends
    assert "KUU-1.1-06" in (battle.refusal(e.Split(figures=())) or "")
    assert "KUU-1.1-06" in (battle.refusal(e.Split(figures=("W1.1",))) or "")
    assert battle.refusal(e.Split(figures=("R1.7", "R1.8"))) is None
    battle.do(e.Split(figures=("R1.7", "R1.8")))
    assert halves(battle.data, battle.state, "R1") == ("R1", "R1+")
    assert battle.element("R1+").covering


@pytest.mark.clause("KUU-1.1-06")
@pytest.mark.parametrize(
    ("force", "flags"),
    [
        ("R1 red_squad 1 300,300", {}),
        (DUEL.split(";", maxsplit=1)[0], {"prone": True}),
        ("RL red_platoon_leader 1 300,300", {}),
    ],
)
def test_nobody_splits_alone_or_prone(force: str, flags: dict[str, Any]) -> None:
    battle = Battle(f"{force}; W1 jager_squad 4 300,900 h4")
    name = force[:2]
    battle.change(name, **flags)
    battle.card(name).do(e.Activate())
    if flags:
        battle.rolls("morale", 1)
    assert isinstance(battle.top, e.AskElement)


@pytest.mark.clause("KUU-1.1-02", "KUU-1.1-03", "KUU-1.1-07", "KUU-1.1-14")
def test_one_card_lets_both_halves_act_the_covering_one_only_shoots() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    assert {order.element for order in battle.listed(e.GoFirst)} == {"R1", "R1+"}
    battle.do(e.GoFirst(element="R1+"))
    assert [order.action for order in battle.listed(e.Act)] == ["rejoin", "rejoin_fast", "shoot", "pass"]
    assert "KUU-1.1-02" in (battle.refusal(e.Act(action="fast_move")) or "")
    battle.do(e.Act(action="shoot"), e.Shoot(target="W2")).fire().roll(1, 1)
    assert battle.top.element == "R1"
    assert "move_shoot" in [order.action for order in battle.listed(e.Act)]
    battle.do(e.Act(action="shoot"), e.Shoot(target="W1")).fire().roll(1, 1, 1, 1, 1, 1)
    assert battle.element("R1").activated
    assert battle.element("R1+").activated


@pytest.mark.clause("KUU-1.1-04", "KUU-1.1-08", "KUU-1.1-15", "KUU-1.1-09")
def test_the_covering_half_may_come_back_and_merges_within_3_cm() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    battle.do(e.GoFirst(element="R1"), e.Act(action="fast_move")).move(0, -100)
    battle.do(e.Act(action="rejoin"))
    away = e.Move(shape="keep", shift=(0, 90))
    assert "KUU-1.1-08" in (battle.refusal(away) or "")
    battle.move(0, -95)
    assert isinstance(battle.top, e.AskClosing)
    battle.do(e.Join(host="R1"))
    assert "R1+" not in battle.state.elements
    assert battle.element("R1").base == 8
    assert not battle.element("R1").covering


@pytest.mark.clause("KUU-1.1-15")
def test_it_comes_back_without_squad_leader_but_not_prone_nor_to_a_half_that_flees() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.do(e.GoFirst(element="R1+"))
    assert battle.refusal(e.Act(action="rejoin")) is None
    battle.change("R1", fleeing=True)
    assert "KUU-1.1-15" in (battle.refusal(e.Act(action="rejoin")) or "")
    battle.change("R1", fleeing=False).change("R1+", prone=True)
    assert "KUU-1.1-15" in (battle.refusal(e.Act(action="rejoin")) or "")


@pytest.mark.clause("KUU-1.1-05", "KUU-5.1-01", "KUU-7.1-11")
def test_the_halves_are_targets_by_themselves() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    for half in ("R1", "R1+"):
        battle.do(*([e.GoFirst(element=half)] if battle.listed(e.GoFirst) else []), e.Act(action="pass"))
    battle.act("W1", "shoot")
    assert {"R1", "R1+"} <= {order.target for order in battle.listed(e.Shoot)}
    battle.do(e.Shoot(target="R1+")).fire()
    assert battle.top.seen == ("R1.7", "R1.8")
    battle.roll(4, 1, 1, 1).roll(1).suffer("R1.7").roll(1).rolls("morale", 1)
    assert battle.element("R1+").prone
    assert not battle.element("R1").prone


@pytest.mark.clause("KUU-1.1-09", "KUU-7.3-10", "KUU-7.3-16")
def test_the_strength_of_a_half_is_counted_by_itself_until_they_merge() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    assert (battle.element("R1").base, battle.element("R1+").base) == (6, 2)
    battle.change("R1.8", status="dead")
    assert not below_half(battle.data, battle.state, "R1+")
    battle.change("R1.2", status="dead").change("R1.3", status="dead").change("R1.4", status="dead")
    assert not below_half(battle.data, battle.state, "R1")
    battle.change("R1.5", status="dead")
    assert below_half(battle.data, battle.state, "R1")
    for figure in ("R1.2", "R1.3", "R1.4", "R1.5", "R1.8"):
        battle.change(figure, status="ok")
    battle.do(e.GoFirst(element="R1+")).change("R1", prone=True)
    battle.do(e.Act(action="rejoin"), e.Move(shape="stay"), e.Join(host="R1"))
    assert battle.element("R1").base == 8
    assert battle.element("R1").prone


@pytest.mark.clause("KUU-1.1-10", "KUU-1.4-05")
def test_the_half_without_the_squad_leader_is_not_leaderless_until_he_is_lost() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    assert not is_leaderless(battle.data, battle.state, "R1+")
    battle.do(e.GoFirst(element="R1"), e.Act(action="pass"), e.Act(action="pass"))
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(2).rolls("morale", 6)
    assert is_leaderless(battle.data, battle.state, "R1")
    assert is_leaderless(battle.data, battle.state, "R1+")


@pytest.mark.clause("KUU-1.1-12")
def test_halves_test_in_order_and_each_fires_at_assaults_once() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    battle.do(e.GoFirst(element="R1"), e.Act(action="pass"), e.Act(action="pass"))
    for card in ("R2", "W1", "W2"):
        battle.act(card, "pass")
    battle.change("R1", prone=True, defended=True).change("R1+", prone=True)
    assert not battle.element("R1+").defended
    battle.card("R1").do(e.Activate())
    asked = [battle.top.elements]
    battle.rolls("morale", 6)
    asked.append(battle.top.elements)
    assert asked == [("R1",), ("R1+",)]


@pytest.mark.clause("KUU-1.1-13")
def test_what_is_left_of_a_split_unit_is_the_whole_unit() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    battle.do(e.GoFirst(element="R1"), e.Act(action="pass"), e.Act(action="pass"))
    for figure in ("R1.2", "R1.3", "R1.4", "R1.5", "R1.6"):
        battle.change(figure, status="dead")
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(1)
    assert "R1" not in battle.state.elements
    assert battle.last(e.HalfWhole).element == "R1+"
    assert not battle.element("R1+").covering
    assert battle.element("R1+").base == 2
    battle.act("R2", "pass").act("W2", "pass")
    battle.activate("R1")
    assert battle.top.element == "R1+"


@pytest.mark.clause("KUU-1.1-14", "KUU-6.3-01", "KUU-7.3-04")
def test_on_the_card_of_halves_that_differ_each_does_its_own() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8")
    battle.do(e.GoFirst(element="R1"), e.Act(action="pass"), e.Act(action="pass"))
    for card in ("R2", "W1", "W2"):
        battle.act(card, "pass")
    battle.change("R1", fleeing=True)
    battle.card("R1")
    assert battle.refusal(e.Wait()) is not None
    battle.do(e.Activate())
    battle.do(e.GoFirst(element="R1"))
    assert battle.last(e.FiguresMoved).reason == "flight"
    assert battle.top.element == "R1+"
    battle.do(e.Act(action="pass"))
    assert battle.element("R1").activated


@pytest.mark.clause("KUU-1.1-08", "KUU-1.1-12", "KUU-6.2-02", "KUU-1.2-03")
@pytest.mark.parametrize("half", ["R1", "R1+"])
@pytest.mark.parametrize("flag", ["defended", "halted"])
def test_halves_that_are_one_again_keep_what_either_has_done(half: str, flag: str) -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8").do(e.GoFirst(element="R1+"))
    assert not getattr(battle.element("R1"), flag)
    battle.do(e.Act(action="rejoin"), e.Move(shape="stay"))
    battle.change(half, **{flag: True}).do(e.Join(host="R1"))
    assert getattr(battle.element("R1"), flag)


@pytest.mark.clause("KUU-1.1-07", "KUU-1.1-08", "KUU-2.0-01")
def test_a_half_that_comes_back_before_the_other_has_acted_ends_the_activation_of_both() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8").do(e.GoFirst(element="R1+"))
    battle.do(e.Act(action="rejoin"), e.Move(shape="stay"), e.Join(host="R1"))
    assert battle.element("R1").activated
    assert isinstance(battle.request, Draw)


@pytest.mark.clause("KUU-1.1-09", "KUU-1.1-15")
@pytest.mark.parametrize("flags", [{"fleeing": True}, {"melee": 1}])
def test_nobody_merges_with_a_half_that_flees_or_fights(flags: dict[str, Any]) -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8").do(e.GoFirst(element="R1"))
    battle.change("R1+", **flags)
    assert joins_here(battle.data, battle.state, "R1") == []
    battle.change("R1+", fleeing=False, melee=0)
    assert joins_here(battle.data, battle.state, "R1") == ["R1+"]


@pytest.mark.clause("KUU-1.1-02", "KUU-1.1-08")
def test_a_half_that_comes_back_does_not_charge() -> None:
    battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8").put(W1_1=(340, 320))
    battle.do(e.GoFirst(element="R1+"), e.Act(action="rejoin"))
    assert not battle.listed(e.Assault)
    charge = e.Assault(target="W1", shape="keep", shift=(0, 5))
    assert "KUU-1.1-02" in (battle.refusal(charge) or "")


@pytest.mark.clause("KUU-1.1-08")
def test_the_half_that_moves_may_merge_with_the_covering_one_or_stay_split() -> None:
    for merges in (True, False):
        battle = split(Battle(EIGHT), "R1", "R1.7", "R1.8").do(e.GoFirst(element="R1+"), e.Act(action="pass"))
        battle.do(e.Act(action="fast_move")).move(0, 5)
        assert battle.listed() == [e.Join(host="R1+"), e.Done()]
        battle.do(e.Join(host="R1+") if merges else e.Done())
        assert ("R1+" in battle.state.elements) is not merges
        assert battle.element("R1").activated
