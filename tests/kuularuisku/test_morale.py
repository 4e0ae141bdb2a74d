"""7 Morale, flight, leaving the table."""

import pytest
from tests.kuularuisku.kit import DUEL, Battle, clauses

from wardiary.core.games.kuularuisku.phases.flight import rallying_leader
from wardiary.core.games.kuularuisku.queries import below_half, best_morale
from wardiary.core.requests import Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Track

HERO = "R1 red_squad 4 300,300; RK red_commissar 1 300,260; W1 jager_squad 4 300,500 h4"


def asked(battle: Battle) -> Roll:
    request = battle.request
    assert isinstance(request, Roll), battle.top
    return request


def hit(battle: Battle, target: str, figure: str, face: int) -> Battle:
    """W1 shoots at a target and one man is hurt; the morale die is next."""
    return battle.shoot("W1", target).roll(4, 1, 1, 1).roll(1).suffer(figure).roll(face)


# 7.1


@pytest.mark.clause("KUU-7.1-01", "KUU-7.1-02", "KUU-7.1-08", "KUU-7.1-12", "KUU-K-05")
@pytest.mark.parametrize(("die", "prone"), [(3, True), (4, False), (6, False)])
def test_one_die_at_or_above_the_best_morale(die: int, prone: bool) -> None:
    battle = hit(Battle(), "R1", "R1.2", 5)  # a light wound
    assert (asked(battle).count, asked(battle).by) == (1, "red")
    battle.roll(die)
    assert battle.element("R1").prone is prone
    assert battle.last(e.MoraleTested).needed == 4  # the morale value, not the skill of 5


@pytest.mark.clause("KUU-7.1-08")
def test_one_test_for_a_shooting_and_none_for_scratches() -> None:
    battle = Battle().shoot("W1", "R1").roll(4, 4, 1, 1).roll(1, 1).suffer("R1.1", "R1.2").roll(4, 4).rolls("morale", 6)
    assert len(battle.all(e.MoraleTested)) == 1
    battle = hit(Battle(), "R1", "R1.2", 6)
    assert battle.all(e.MoraleTested) == []


@pytest.mark.clause("KUU-7.1-03", "KUU-7.1-05", "KUU-7.1-10", "KUU-K-03")
def test_who_is_down_tests_at_the_start_of_his_own_activation() -> None:
    battle = hit(Battle(), "R1", "R1.2", 5).roll(1)
    battle.card("R1").do(e.Activate())
    assert asked(battle).purpose == "morale"
    battle.roll(1)
    assert [order.action for order in battle.listed(e.Act)] == ["shoot", "pass"]
    assert "KUU-7.1-03" in (battle.refusal(e.Act(action="move_shoot")) or "")
    assert len(battle.all(e.MoraleTested)) == 2  # no second test then
    battle = hit(Battle(), "R1", "R1.2", 5).roll(1)
    battle.card("R1").do(e.Activate()).roll(4).decline()
    assert "move_shoot" in [order.action for order in battle.listed(e.Act)]


@pytest.mark.clause("KUU-7.1-09", "KUU-1.3-02")
def test_the_best_value_among_the_able_counts() -> None:
    battle = Battle(HERO, attach={"RK.1": "R1"})
    assert best_morale(battle.data, battle.state, ["R1"]) == 3
    battle.change("RK.1", status="severe")
    assert best_morale(battle.data, battle.state, ["R1"]) == 4


@pytest.mark.clause("KUU-7.1-10", "KUU-7.3-01")
def test_who_is_down_already_takes_the_second_test_under_fire() -> None:
    battle = Battle().change("R1", prone=True).change("R1.3", status="dead").change("R1.4", status="dead")
    hit(battle, "R1", "R1.2", 1)
    battle.roll(1)
    assert battle.top.context == "second"


@pytest.mark.clause("KUU-7.1-11", "KUU-7.3-04")
def test_who_flees_takes_no_tests_under_fire_and_cover_stays_what_it_is() -> None:
    battle = hit(Battle().change("R1", fleeing=True), "R1", "R1.2", 1)
    assert battle.all(e.MoraleTested) == []
    battle = Battle(HERO, attach={"RK.1": "R1"})
    hit(battle, "R1", "R1.2", 5)
    battle.roll(1).do(e.Execute(figure="R1.2")).roll(1).do(e.Execute(figure="R1.3")).roll(3)
    assert not battle.element("R1").prone


@pytest.mark.clause("KUU-7.1-13")
def test_without_able_men_there_is_no_test() -> None:
    battle = Battle("R1 red_squad 1 300,300; R2 red_squad 2 900,300; W1 jager_squad 4 300,500 h4")
    hit(battle, "R1", "R1.1", 2)
    assert battle.all(e.MoraleTested) == []


# 7.3


@pytest.mark.parametrize(
    ("clause", "size", "lost", "below"),
    clauses(
        (("KUU-7.3-10", "KUU-7.3-16"), 6, 3, False),
        ("KUU-7.3-10", 6, 4, True),
        ("KUU-7.3-10", 13, 6, False),
        ("KUU-7.3-10", 13, 7, True),
    ),
)
def test_below_half_is_strictly_less(clause: str, size: int, lost: int, below: bool) -> None:
    battle = Battle(
        f"R1 red_squad {size} 600,300 double; RL red_platoon_leader 1 600,340; W1 jager_squad 2 300,900",
        attach={"RL.1": "R1"},
    )
    for number in range(2, 2 + lost):
        battle.change(f"R1.{number}", status="severe")
    assert below_half(battle.data, battle.state, "R1") is below  # the leader does not count


def shaken(forces: str = DUEL, **attach: str) -> Battle:
    """R1 has lost two of four; one more falls, and it fails the test under fire."""
    battle = Battle(forces, attach=attach or None)
    battle.change("R1.3", status="dead").change("R1.4", status="dead")
    return hit(battle, "R1", "R1.2", 1).roll(1)


@pytest.mark.clause("KUU-7.3-01", "KUU-7.3-11")
def test_below_half_a_second_test_follows_at_once_and_success_leaves_it_down() -> None:
    battle = shaken()
    assert battle.element("R1").prone
    assert asked(battle).purpose == "morale"
    battle.roll(4)
    assert battle.element("R1").prone
    assert not battle.element("R1").fleeing


@pytest.mark.clause("KUU-7.3-02", "KUU-7.3-03", "KUU-7.3-11", "KUU-7.3-13")
def test_failing_it_too_it_flees_at_once_to_its_edge_and_has_acted() -> None:
    battle = shaken().roll(1)
    assert battle.element("R1").fleeing
    assert not battle.element("R1").prone
    assert battle.figure("R1.1").at == (300, 100)
    assert battle.element("R1").activated


@pytest.mark.clause("KUU-7.3-04", "KUU-7.4-01", "KUU-7.3-13")
def test_it_runs_on_at_each_card_and_off_the_table() -> None:
    battle = shaken().roll(1).card("R1")  # skipped: it has acted
    assert battle.state.turn == 2
    battle.act("W1", "pass").card("R1")
    assert battle.figure("R1.1").status == "withdrawn"
    assert "R1" not in battle.state.elements


@pytest.mark.clause("KUU-7.3-05", "KUU-7.3-07", "KUU-7.3-06", "KUU-7.3-14")
def test_slow_guns_and_severe_men_stay_the_light_run_slower_and_nobody_waits() -> None:
    battle = Battle("RM red_mg_team 4 300,300; W1 jager_squad 4 300,500 h4")
    battle.change("RM.3", status="severe").change("RM.4", status="light").change("RM", fleeing=True)
    battle.card("RM")
    assert battle.state.guns["RM.2"].at == (320, 300)
    assert battle.element("RM.3").kind == "left"
    assert battle.figure("RM.1").at == (300, 100)
    assert battle.figure("RM.4").at == (340, 200)


RALLY = "R1 red_squad 4 300,300; RL red_platoon_leader 1 420,150; W1 jager_squad 4 300,500 h4"


@pytest.mark.clause("KUU-7.3-08", "KUU-7.3-12")
@pytest.mark.parametrize(("die", "flees"), [(2, True), (3, False)])
def test_a_leader_on_the_way_may_stop_it_with_his_morale(die: int, flees: bool) -> None:
    battle = shaken(RALLY).roll(1)
    assert battle.top.context == "rally"
    battle.roll(die)
    assert battle.last(e.MoraleTested).needed == 3
    assert battle.element("R1").fleeing is flees
    assert battle.element("R1").activated  # it acts again from the next turn


@pytest.mark.clause("KUU-7.3-12", "KUU-7.3-09", "KUU-T-31")
def test_who_rallies_is_near_steady_of_its_nation_and_was_not_with_it() -> None:
    battle = Battle(RALLY)
    way = (Track(figure="R1.1", points=((300, 300), (300, 100))),)

    def leader() -> str | None:
        return rallying_leader(battle.data, battle.state, "R1", way)

    assert leader() == "RL.1"
    battle.put(RL_1=(450, 150))
    assert leader() == "RL.1"
    battle.put(RL_1=(451, 150))
    assert leader() is None
    battle.put(RL_1=(420, 150)).change("RL", prone=True)
    assert leader() == "RL.1"  # he may be down
    battle.change("RL", prone=False, fleeing=True)
    assert leader() is None
    battle.change("RL", fleeing=False).change("R1", fled_with=("RL.1",))
    assert leader() is None
    russian = Battle(RALLY.replace("red_platoon_leader", "russian_leader"))
    assert rallying_leader(russian.data, russian.state, "R1", way) is None


@pytest.mark.clause("KUU-7.3-09")
def test_a_leader_who_was_with_it_does_not_rally_it() -> None:
    battle = Battle(
        "R1 red_squad 4 300,300; RL red_platoon_leader 1 300,260; W1 jager_squad 4 300,500 h4", attach={"RL.1": "R1"}
    )
    battle.change("R1.3", status="dead").change("R1.4", status="dead")
    hit(battle, "R1", "R1.2", 1).roll(1).roll(1)
    assert battle.element("R1").fleeing
    assert battle.element("R1").fled_with == ("RL.1",)
    assert not [event for event in battle.all(e.AskMorale) if event.context == "rally"]


@pytest.mark.clause("KUU-7.3-14", "KUU-1.0-04")
def test_after_a_rally_it_must_come_together_again() -> None:
    battle = Battle(RALLY.replace("420,150", "500,800")).change("R1.4", status="light").change("R1", fleeing=True)
    battle.card("R1")
    battle.change("R1", fleeing=False)
    battle.act("RL", "pass").act("W1", "pass").activate("R1")
    assert "pass" not in [order.action for order in battle.listed(e.Act)]


@pytest.mark.clause("KUU-7.3-15", "KUU-T-12")
def test_a_lone_leader_only_goes_to_ground() -> None:
    battle = Battle("RL red_platoon_leader 1 300,300; W1 jager_squad 4 300,500 h4")
    hit(battle, "RL", "RL.1", 5).roll(1)
    assert battle.element("RL").prone
    assert not battle.all(e.Fled)
    hero = Battle("RK red_commissar 1 300,300; W1 jager_squad 4 300,500 h4")
    hit(hero, "RK", "RK.1", 5).roll(1)
    assert hero.element("RK").prone
    assert not hero.all(e.Fled)


# 7.4


@pytest.mark.clause("KUU-7.4-01", "KUU-7.4-02", "KUU-S-02")
def test_who_leaves_the_table_by_order_is_withdrawn_and_costs_nothing() -> None:
    battle = Battle("R1 red_squad 2 300,60; R2 red_squad 2 700,300; W1 jager_squad 2 300,900 h4").act("R1", "fast_move")
    away = next(order for order in battle.listed(e.Move) if any(place.to == "exit" for place in order.places))
    battle.do(away)
    assert battle.status("R1.1", "R1.2") == ["withdrawn", "withdrawn"]
    assert "R1" not in battle.state.elements
    from wardiary.core.games.kuularuisku.phases.ending import victory_points

    assert victory_points(battle.data, battle.state, "white") == 0
