"""Back to where they came from: after a failed charge, to the main body, to the edge with a wounded man."""

import pytest
from tests.kuularuisku.kit import Battle, area
from tests.kuularuisku.tables import OPEN, lay, man, way

from wardiary.core.games.kuularuisku.choices import pairs_to_carry
from wardiary.core.games.kuularuisku.forced_moves import regroup, straight_moves, toward_edge, way_back
from wardiary.core.games.kuularuisku.moves import Wish, judge_move
from wardiary.events import kuularuisku as e

# A failed charge


def charge(battle: Battle, shift: e.Point, *fallen: str) -> Battle:
    """R1 charges W1; the defenders' fire leaves these severely wounded, and the others fail their test."""
    battle.act("R1", "move_shoot")
    battle.do(e.Assault(target="W1", shape="keep", shift=shift), e.Shoot(target="R1")).fire()
    battle.roll(*[6] * battle.request.count)  # type: ignore[union-attr]
    battle.roll(*[1] * len(fallen), *[6] * (4 - len(fallen)))
    return battle.suffer(*fallen).roll(*[2] * len(fallen)).rolls("morale", 1)


COLUMN = "R1 red_squad 3 300,300 column; W1 jager_squad 4 300,335 h4"


@pytest.mark.clause("KUU-6.2-06", "KUU-G-04")
def test_whose_start_is_taken_by_a_fallen_comrade_stands_beside_him() -> None:
    battle = charge(Battle(COLUMN), (0, 20), "R1.2")
    assert battle.last(e.AssaultRepelled).element == "R1"
    assert battle.figure("R1.2").at == (300, 300)  # where he fell, and where R1.1 came from
    assert [battle.figure(name).at for name in ("R1.1", "R1.3")] == [(300, 310), (300, 260)]
    assert battle.element("R1").activated


@pytest.mark.clause("KUU-6.2-06", "KUU-G-04")
def test_whoever_can_goes_back_the_whole_way() -> None:
    battle = charge(Battle(COLUMN), (0, 15), "R1.3")  # he lies at (300, 275), 5 mm from where R1.2 started
    assert [battle.figure(name).at for name in ("R1.1", "R1.2")] == [(300, 300), (300, 285)]
    aside = charge(Battle("R1 red_squad 3 300,300; W1 jager_squad 4 300,335 h4"), (0, 20), "R1.1")
    assert [aside.figure(name).at for name in ("R1.2", "R1.3")] == [(320, 300), (280, 300)]


@pytest.mark.clause("KUU-6.2-06", "KUU-G-04")
def test_who_finds_no_room_at_his_start_leaves_that_of_the_others_free() -> None:
    crowd = Battle(COLUMN).put(R1_3=(305, 312), W1_1=(300, 345), W1_2=(330, 345), W1_3=(270, 345), W1_4=(350, 345))
    battle = charge(crowd, (0, 20), "R1.2")
    assert battle.figure("R1.3").at == (305, 312)
    assert battle.figure("R1.1").at == (294, 308)  # (300, 310), on his way back, would be on R1.3
    two = Battle("R1 red_squad 4 300,300; W1 jager_squad 4 300,335 h4")
    two.put(R1_1=(300, 300), R1_2=(293, 280), R1_3=(310, 300), R1_4=(317, 280))
    battle = charge(two, (0, 20), "R1.2", "R1.4")  # one on each side of where the others came from
    assert [battle.figure(name).at for name in ("R1.1", "R1.3")] == [(303, 300), (310, 308)]


@pytest.mark.clause("KUU-6.2-06", "KUU-G-27", "KUU-G-11", "KUU-G-18", "KUU-G-01")
def test_beside_a_fallen_comrade_there_must_be_room() -> None:
    one, lying = man("R1.1", 300, 340), man("R1.2!", 300, 300)
    assert way_back(OPEN, one, (300, 300), 0, []).at == (300, 300)
    assert way_back(OPEN, one, (300, 300), 0, [lying]).at == (300, 310)
    assert way_back(OPEN, man("R1.1", 300, 260), (300, 300), 0, [lying]).at == (300, 290)
    wall = lay("high_wall 290,310 310,310")
    assert way_back(wall, one, (300, 300), 0, [lying]).at == (294, 308)
    rapids = lay("rapids 0,299 1000,299 1000,330 0,330")
    assert way_back(rapids, one, (300, 299), 0, [lying]).at == (300, 290)
    edge = man("R1.2!", 0, 300)
    assert way_back(OPEN, man("R1.1", 0, 300), (0, 300), 0, [edge]).at == (0, 290)
    house = lay("building:1 250,250 350,250 350,308 250,308")
    above = lying._replace(level=1, height=1)
    back = way_back(house, one, (300, 300), 1, [above])
    assert (back.at, back.level) == ((292, 306), 1)
    assert way_back(house, one, (300, 300), 1, [lying])[1:4] == ((300, 300), 1, 1)
    hut = lay("building:1 295,295 305,295 305,305 295,305")
    assert way_back(hut, one, (300, 300), 1, [above])[1:4] == ((300, 300), 0, 0)


# Regrouping


@pytest.mark.clause("KUU-4.2-03", "KUU-1.0-05", "KUU-G-29")
def test_a_main_body_in_the_mud_slows_its_stragglers_down() -> None:
    mud = lay("muddy_field 0,0 150,0 150,150 0,150")
    body, straggler = [man("R1.1", 100, 100), man("R1.2", 120, 100)], man("R1.3", 300, 100)
    rates = dict.fromkeys(("R1.1", "R1.2", "R1.3"), 100)
    assert regroup(mud, [*body, straggler], rates, "", [*body, straggler]) == (way("R1.3", "300,100 250,100"),)
    border = [man("R1.1", 150, 100), man("R1.2", 150, 120)]
    assert regroup(mud, [*border, straggler], rates, "", [*border, straggler]) == (way("R1.3", "300,100 200,100"),)


@pytest.mark.clause("KUU-G-29", "KUU-1.0-05")
def test_of_equally_near_stragglers_the_lowest_id_goes_first_and_to_the_lowest_id() -> None:
    battle = Battle("R1 red_squad 3 300,300; R2 red_squad 2 600,300; W1 jager_squad 4 300,900 h4")
    for name in ("R2.1", "R2.2"):
        battle.change(name, element="R1")
    battle.state.elements.pop("R2")
    battle.state.squad_leaders = {"R1": "R2.1", "W1": "W1.1"}  # a leader of a higher id than his men
    battle.put(R1_1=(250, 370), R2_1=(250, 330), R1_2=(300, 350), R1_3=(320, 350), R2_2=(340, 350))
    judged = judge_move(battle.data, battle.state, "R1", "fast", Wish("regroup"), commanded=False, rejoin=False)
    ends = {track.figure: track.points[-1] for track in judged.tracks}
    assert ends == {"R1.1": (290, 354), "R2.1": (287, 344)}
    battle.put(R1_1=(300, 460), R1_2=(260, 360), R1_3=(286, 360), R2_1=(314, 360), R2_2=(340, 360))
    judged = judge_move(battle.data, battle.state, "R1", "normal", Wish("regroup"), commanded=False, rejoin=False)
    assert [track.points[-1][0] for track in judged.tracks] == [288]  # toward R1.3, as near as R2.1


# Evacuation


@pytest.mark.clause("KUU-5.6-08", "KUU-G-29", "KUU-G-04")
def test_an_escort_who_stays_at_the_edge_needs_room_there() -> None:
    wounded, escort = man("R1.2!", 100, 30), man("R1.1", 118, 30)
    party = toward_edge(OPEN, wounded, 50, "S", "at", (escort,))
    free = straight_moves(OPEN, [party], [escort, wounded])
    assert free == (way("R1.2", "100,30 100,0", off=True), way("R1.1", "118,30 118,0", off=True))
    ends = [track.points[-1] for track in straight_moves(OPEN, [party], [escort, wounded, man("R2.1", 121, 3)])]
    assert ends == [(100, 13), (118, 13)]
    under_the_man = man("R2.1", 95, 0)  # he himself is taken care of
    assert straight_moves(OPEN, [party], [escort, wounded, under_the_man]) == free
    before = toward_edge(OPEN, wounded, 50, "S", "at", (man("R1.1", 100, 12),))
    stopped = straight_moves(OPEN, [before], [*before.figures, man("R2.1", 109, 0)])
    assert [track.points[-1] for track in stopped] == [(100, 23), (100, 5)]


@pytest.mark.clause("KUU-5.6-08", "KUU-G-04")
def test_a_pair_waits_before_the_edge_until_there_is_room() -> None:
    battle = Battle("R1 red_squad 3 300,30; R2 red_squad 1 350,0; W1 jager_squad 2 300,900 h4")
    battle.change("R1.3", status="severe").put(R1_3=(320, 30), R1_2=(338, 30), R2_1=(341, 3))
    battle.card("R1").do(e.Activate(), e.DetachPair(figure="R1.2", patient="R1.3", goal="edge"))
    battle.decline(e.Act(action="pass")).act("R2", "pass").act("W1", "pass")
    battle.do(e.Proceed(pace="normal"))
    assert battle.status("R1.3") == ["severe"]
    assert battle.figure("R1.3").at == (320, 13)
    battle.act("R2", "move_shoot").move(60, 0).act("R1", "pass").act("W1", "pass")
    battle.do(e.Proceed(pace="normal"))
    assert battle.status("R1.3") == ["evacuated"]
    assert battle.figure("R1.2").at == (338, 0)


# A unit without squad leader that is scattered


@pytest.mark.clause("KUU-1.0-05", "KUU-1.4-01")
def test_without_squad_leader_nobody_must_or_may_come_back_but_to_join() -> None:
    battle = Battle("R1 red_squad 3 300,300; R2 red_squad 4 420,300; W1 jager_squad 4 300,500 h4").put(R1_3=(200, 300))
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.activate("R1")
    assert {"shoot", "pass", "move_shoot"} <= {order.action for order in battle.listed(e.Act)}
    battle.do(e.Act(action="move_shoot"))
    assert "KUU-1.0-05" in (battle.refusal(e.Move(shape="regroup")) or "")
    assert e.Move(shape="regroup") not in battle.listed()
    assert battle.refusal(e.Move(shape="stay")) is None


@pytest.mark.clause("KUU-1.0-05", "KUU-1.4-04")
def test_by_command_it_comes_back_like_any_other() -> None:
    forces = "R1 red_squad 3 300,300; RL red_platoon_leader 1 300,270; W1 jager_squad 4 300,900 h4"
    battle = Battle(forces).put(R1_3=(200, 300))
    battle.state.squad_leaders["R1"] = ""
    battle.state.forget()
    battle.card("RL").do(e.Command(host="R1"), e.Activate()).decline()
    assert "KUU-1.0-05" in (battle.refusal(e.Act(action="pass")) or "")
    battle.do(e.Act(action="move_shoot"))
    assert battle.refusal(e.Move(shape="regroup")) is None
    assert "KUU-1.0-04" in (battle.refusal(e.Move(shape="stay")) or "")


@pytest.mark.clause("KUU-5.5-15", "KUU-1.1-15")
def test_a_scattered_half_that_comes_back_ends_with_its_wounded_in_contact() -> None:
    battle = Battle("R1 red_squad 8 300,300 double; W1 jager_squad 4 300,900 h4", area("wood", "0,0 9,0 9,9"))
    battle.card("R1").do(e.Activate(), e.Split(figures=("R1.3", "R1.7", "R1.8")))
    battle.do(e.GoFirst(element="R1"), e.Act(action="fast_move")).move(0, 150)
    battle.change("R1.8", status="severe").put(R1_3=(260, 300), R1_7=(340, 300), R1_8=(340, 282))
    battle.do(e.Act(action="rejoin"))
    carry = (("R1.7", "R1.8"),)
    assert battle.refusal(e.Move(shape="keep", shift=(0, 40), carry=carry)) is None
    apart = (e.Place(figure="R1.8", x=340, y=310),)
    assert "KUU-5.5-15" in (battle.refusal(e.Move(shape="keep", shift=(0, 40), carry=carry, places=apart)) or "")


@pytest.mark.clause("KUU-5.5-15", "KUU-5.5-06")
def test_each_wounded_man_is_proposed_with_a_bearer_of_his_own() -> None:
    battle = Battle("R1 red_squad 4 300,300; W1 jager_squad 2 300,900 h4")
    battle.change("R1.2", status="severe").change("R1.3", status="severe")
    battle.put(R1_1=(302, 300), R1_2=(320, 300), R1_3=(310, 315), R1_4=(328, 318))
    pairs = pairs_to_carry(battle.data, battle.state, "R1")
    assert pairs == (("R1.1", "R1.2"), ("R1.4", "R1.3"))  # R1.1 would be nearer to both
    battle.act("R1", "move_shoot")
    laden = [order for order in battle.listed(e.Move) if order.carry]
    assert laden
    assert {order.carry for order in laden} == {pairs}
    assert max(max(map(abs, order.shift)) for order in laden if order.shift) == 50
    battle.change("R1.4", status="severe")
    assert pairs_to_carry(battle.data, battle.state, "R1") == ()
