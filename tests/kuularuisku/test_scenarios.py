"""Scenarios, sides, victory, deployment; what the rulebook says of its own frame (0, 3, O, K, L, S)."""

from typing import Any

import pytest
from tests.kuularuisku.kit import DATA, DUEL, SPEC, Battle, area, clauses, own_scenario

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.kuularuisku.data import unit_points
from wardiary.core.games.kuularuisku.phases.ending import controller, victory_points
from wardiary.core.games.kuularuisku.queries import is_cohesive, standings
from wardiary.events import kuularuisku as e
from wardiary.events.common import Ended, ScenarioOption

FARM = '[{ id = "farm", at = [300, 400], points = 3 }]'
THREE_FARMS = '[{ id = "a", at = [300, 300] }, { id = "b", at = [600, 300] }, { id = "c", at = [900, 300] }]'


def over(battle: Battle) -> Ended:
    assert battle.state.result is not None, battle.top
    return battle.state.result


def pass_turn(battle: Battle) -> Battle:
    for card in battle.state.deck:
        if battle.state.result is None:
            battle.card(card)
            if isinstance(battle.top, e.AskReady):
                battle.do(e.Activate())
            if isinstance(battle.top, e.AskLeader | e.AskSplit | e.AskWounded | e.AskElement):
                battle.decline(e.Act(action="pass"))
    return battle


# The scenarios


@pytest.mark.parametrize(
    ("clause", "name", "reds", "whites", "cards", "points"),
    clauses(
        (("KUU-S-05", "KUU-S-04"), "S1", 14, 10, 6, (78, 78)),
        (("KUU-S-05", "KUU-S-04"), "S2", 24, 42, 12, (165, 340)),
        (("KUU-S-05", "KUU-S-04"), "S3", 21, 35, 10, (119, 285)),
        (("KUU-S-05", "KUU-S-04"), "S4", 18, 23, 7, (127, 180)),
    ),
)
def test_forces_decks_and_points(clause: str, name: str, reds: int, whites: int, cards: int, points: Any) -> None:
    roster = DATA.grounds[name].roster
    sides = [soldier.side for soldier in roster.soldiers.values()]
    assert (sides.count("red"), sides.count("white")) == (reds, whites)
    rules = Rules(SPEC, DATA)
    state, _ = rules.set_up(Start(scenario=name))
    while isinstance(state.frames[-1], e.AskAttachment):
        rules.answer(state, e.Alone())
    assert len(state.deck) == cards
    totals = [
        sum(unit_points(DATA, name, unit) for unit, info in roster.units.items() if info.side == side)
        for side in ("red", "white")
    ]
    assert tuple(totals) == points


@pytest.mark.clause("KUU-S-05")
def test_figures_are_numbered_and_special_weapons_stand_instead_of_the_own() -> None:
    battle = Battle("R1 red_squad 3 300,300 2=lewis 3=berdan_m1870; W1 jager_squad 2 300,500 1=valskari")
    soldiers = battle.data.grounds["own"].roster.soldiers
    assert battle.state.squad_leaders["R1"] == "R1.1"
    assert (soldiers["R1.2"].weapon, soldiers["R1.2"].gun) == ("", "lewis")
    assert battle.state.guns["R1.2"].holder == "R1.2"
    assert soldiers["R1.3"].weapon == "berdan_m1870"
    assert soldiers["W1.1"].medic


@pytest.mark.clause("KUU-S-05")
def test_what_the_scenario_gives_stands_instead_of_what_the_type_has() -> None:
    battle = Battle("RM red_mg_team 4 300,300 2=lewis; R1 red_mg_team 4 300,200; W1 jager_squad 2 300,500")
    soldiers = battle.data.grounds["own"].roster.soldiers
    assert (soldiers["RM.2"].gun, soldiers["R1.2"].gun) == ("lewis", "maxim_m1905_1910")


@pytest.mark.clause("KUU-0-03", "KUU-K-06")
def test_the_dice_are_keyed_by_turn_and_what_they_are_about() -> None:
    battle = Battle()
    keys = []
    for _ in range(2):
        battle.shoot("W1", "R1")
        keys.append(battle.request.key)  # type: ignore[union-attr]
        battle.roll(1, 1, 1, 1).act("R1", "pass")
    assert keys == ["1.W1.R1", "2.W1.R1"]
    assert not battle.state.rolled


# Sides


@pytest.mark.parametrize(
    ("clause", "unit", "size", "leader"),
    clauses(
        ("KUU-O-01", "red_squad", 13, False),
        ("KUU-O-01", "red_company_leader", 1, True),
        (("KUU-O-01", "KUU-O-07"), "red_commissar", 1, True),
        ("KUU-O-01", "red_platoon_leader", 1, True),
        (("KUU-O-02", "KUU-O-05"), "red_mg_team", 4, False),
        ("KUU-O-03", "jager_squad", 9, False),
        ("KUU-O-03", "jager_platoon_leader", 1, True),
        ("KUU-O-04", "civil_guard_squad", 8, False),
        ("KUU-O-04", "civil_guard_leader", 1, True),
        ("KUU-O-05", "white_mg_team", 4, False),
        (("KUU-O-03", "KUU-O-05"), "white_company_commander", 1, True),
    ),
)
def test_the_unit_table_has_the_printed_sizes(clause: str, unit: str, size: int, leader: bool) -> None:
    kind = DATA.types[unit]
    assert (kind.size, kind.leader) == (size, leader)
    if unit.endswith("mg_team"):
        weapon = DATA.weapons[kind.special["2"]]
        assert weapon.kind == "mg"
    if kind.leader:
        assert "johtaja" in kind.skills


@pytest.mark.clause("KUU-O-06")
def test_the_printed_strengths_add_up() -> None:
    size = {name: kind.size for name, kind in DATA.types.items()}
    plutoona = size["red_platoon_leader"] + 2 * size["red_squad"]
    company = size["red_company_leader"] + size["red_commissar"] + 4 * plutoona
    guard = size["civil_guard_leader"] + 5 * size["civil_guard_squad"]
    least = size["white_company_commander"] + 2 * (size["jager_platoon_leader"] + 2 * size["jager_squad"])
    most = size["white_company_commander"] + 8 * (size["jager_platoon_leader"] + 5 * size["jager_squad"])
    assert (plutoona, company, guard, least, most) == (27, 110, 41, 39, 369)


@pytest.mark.clause("KUU-K-08", "KUU-L-01", "KUU-7.1-06", "KUU-0-03")
def test_there_is_infantry_alone() -> None:
    assert {weapon.kind for weapon in DATA.weapons.values()} == {"pistol", "rifle", "lmg", "mg"}
    assert not [name for name in DATA.types if "car" in name.split("_") or "train" in name or "cavalry" in name]
    purposes = e.Rolled.__annotations__["purpose"]
    assert "artillery" not in repr(purposes)


# Victory


@pytest.mark.clause("KUU-S-01")
def test_a_steady_able_man_within_100_mm_controls_where_no_enemy_is() -> None:
    battle = Battle(objectives=FARM)
    d, s = battle.data, battle.state
    at = (300, 400)
    assert controller(d, s, at) is None  # both are within 100 mm
    battle.put(W1_1=(300, 501), W1_2=(320, 510), W1_3=(280, 510), W1_4=(260, 520))
    assert controller(d, s, at) == "red"
    battle.put(R1_1=(300, 299), R1_2=(320, 290), R1_3=(280, 290), R1_4=(340, 290))
    assert controller(d, s, at) is None
    battle.put(R1_1=(300, 300))
    assert controller(d, s, at) == "red"
    battle.change("R1", prone=True)
    assert controller(d, s, at) is None
    battle.change("R1", prone=False, fleeing=True)
    assert controller(d, s, at) is None
    battle.change("R1", fleeing=False).change("R1.1", status="severe")
    assert controller(d, s, at) is None


@pytest.mark.clause("KUU-S-02", "KUU-7.4-01")
def test_victory_points() -> None:
    battle = Battle(
        "R1 red_squad 6 300,300 double; RL red_platoon_leader 1 300,200; W1 jager_squad 2 300,900", objectives=FARM
    )
    for name, status in zip(
        ("R1.1", "R1.2", "R1.3", "R1.4", "R1.5", "RL.1"),
        ("dead", "captured", "severe", "evacuated", "withdrawn", "dead"),
        strict=True,
    ):
        battle.change(name, status=status)
    assert victory_points(battle.data, battle.state, "white") == 2 + 2 + 1 + 0 + 0 + 4
    battle.change("RL.1", status="severe")
    assert victory_points(battle.data, battle.state, "white") == 2 + 2 + 1 + 2
    battle.put(W1_1=(300, 480))
    battle.put(R1_6=(900, 300))
    assert victory_points(battle.data, battle.state, "white") == 7 + 3


@pytest.mark.clause("KUU-S-03", "KUU-S-06", "KUU-S-02")
def test_after_the_last_turn_points_decide_and_equal_is_a_draw() -> None:
    battle = Battle(turns="2")
    pass_turn(battle)
    assert battle.state.result is None
    pass_turn(battle)
    assert over(battle) == Ended(kind="points", winners=(), score=0)
    battle = Battle("R1 red_squad 2 300,320; W1 jager_squad 2 300,900", objectives=FARM, turns="1")
    assert over(pass_turn(battle)) == Ended(kind="points", winners=("red",), score=3)


@pytest.mark.clause("KUU-S-03")
def test_a_side_without_able_men_at_a_turns_end_has_lost_whatever_the_points() -> None:
    battle = Battle("R1 red_squad 1 300,300; W1 jager_squad 4 300,500 h4", objectives=FARM, turns="8")
    battle.shoot("W1", "R1").roll(4, 1, 1, 1).roll(1).suffer("R1.1").roll(2)
    assert battle.state.result is None  # at the turn's end only
    battle.card("R1")
    assert over(battle).kind == "annihilation"
    assert over(battle).winners == ("white",)


@pytest.mark.clause("KUU-S-06")
def test_one_objective_is_won_at_any_turns_end_else_the_other_side_wins() -> None:
    far = "R1 red_squad 2 300,1100; W1 jager_squad 2 300,900"
    battle = Battle(far, objectives=FARM, victory='"white_controls_farm"', turns="2")
    pass_turn(pass_turn(battle))
    assert over(battle) == Ended(kind="objective", winners=("red",), score=0)
    battle = Battle(far, objectives=FARM, victory='"white_controls_farm"', turns="8").put(
        W1_1=(300, 450), W1_2=(320, 450)
    )
    assert over(pass_turn(battle)).winners == ("white",)
    assert battle.state.turn == 1


@pytest.mark.clause("KUU-S-06")
def test_red_may_be_the_one_who_must_control() -> None:
    far = "R1 red_squad 2 300,900; W1 jager_squad 2 300,1100"
    for at, winner in ((900, "white"), (400, "red")):
        battle = Battle(far.replace("900", str(at)), objectives=FARM, victory='"red_controls_farm"', turns="1")
        assert over(pass_turn(battle)).winners == (winner,)


@pytest.mark.clause("KUU-S-06")
def test_two_of_three_are_counted_at_the_last_turns_end_only() -> None:
    forces = "R1 red_squad 2 300,1100; W1 jager_squad 2 300,300; W2 jager_squad 2 600,300"
    battle = Battle(forces, objectives=THREE_FARMS, victory='"white_controls_2_of_3"', turns="2")
    pass_turn(battle)
    assert battle.state.result is None
    pass_turn(battle)
    assert over(battle).winners == ("white",)
    battle = Battle(forces, objectives=THREE_FARMS, victory='"white_controls_2_of_3"', turns="1").put(
        W2_1=(900, 900), W2_2=(920, 900)
    )
    assert over(pass_turn(battle)).winners == ("red",)


# Deployment


@pytest.mark.clause("KUU-S-04", "KUU-1.3-03")
def test_fixed_deployment_puts_everybody_where_the_scenario_says_leaders_alone() -> None:
    battle = Battle("R1 red_squad 2 300,300; RL red_platoon_leader 1 300,200; W1 jager_squad 2 300,900")
    assert battle.figure("R1.2").at == (320, 300)
    assert battle.element("RL").kind == "leader"


@pytest.mark.clause("KUU-S-07")
def test_a_leader_who_begins_with_a_unit_stands_behind_its_first_man_who_has_room() -> None:
    forces = "R1 red_squad 3 300,300; RL red_platoon_leader 1 300,200; W1 jager_squad 2 300,900"
    battle = Battle(forces, attach={"RL.1": "R1"})
    assert battle.figure("RL.1").at == (300, 280)  # heading 0: first behind
    battle = Battle(forces + "; RQ red_platoon_leader 1 300,272", attach={"RL.1": "R1"})
    assert battle.figure("RL.1").at == (286, 286)
    crowded = Battle(
        "R1 red_squad 1 0,0; RL red_platoon_leader 1 300,200; W1 jager_squad 2 300,900", attach={"RL.1": "R1"}
    )
    assert crowded.figure("RL.1").at == (0, 20)  # what is off the table is no place


def free(**words: Any) -> tuple[Rules[Any, Any], Any]:
    text = own_scenario(
        "R1 red_squad 2 300,300; R2 red_squad 2 600,300; W1 jager_squad 2 300,900",
        zones="{ red = [0, 200, 1200, 400], white = [0, 800, 1200, 1200] }",
        **words,
    )
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": text}))
    state, _ = rules.set_up(Start(scenario="own", options=(ScenarioOption(name="deployment", value="free"),)))
    return rules, state


@pytest.mark.clause("KUU-S-08", "KUU-S-04")
def test_free_deployment_alternates_in_the_zones_the_defender_first() -> None:
    rules, state = free()
    assert state.frames[-1].side == "red"

    def deploy(element: str, spot: tuple[int, int], **more: Any) -> e.Deploy:
        return e.Deploy(element=element, spot=spot, shape="line", heading=0, **more)

    assert "KUU-S-04" in (rules.refusal(state, deploy("R1", (300, 401))) or "")
    assert "KUU-S-08" in (rules.refusal(state, deploy("R1", (300, 300), level=1)) or "")
    assert "KUU-S-08" in (rules.refusal(state, deploy("W1", (300, 900))) or "")
    rules.answer(state, deploy("R1", (300, 300)))
    assert state.frames[-1].side == "white"
    rules.answer(state, deploy("W1", (300, 900)))
    assert state.frames[-1].side == "red"
    assert "KUU-G-04" in (rules.refusal(state, deploy("R2", (325, 300))) or "")
    rules.answer(state, deploy("R2", (700, 300)))
    assert isinstance(state.frames[-1], e.AskCard)
    assert all(is_cohesive(rules.data, state, name) for name in state.elements)
    assert len(standings(rules.data, state)) == 6


@pytest.mark.clause("KUU-S-08")
def test_a_unit_without_a_place_is_left_out_and_counts_as_withdrawn() -> None:
    text = own_scenario(
        "R1 red_squad 2 10,10; R2 red_squad 2 10,20; W1 jager_squad 2 300,900",
        zones="{ red = [0, 10, 30, 20], white = [0, 800, 1200, 1200] }",
    )
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": text}))
    state, _ = rules.set_up(Start(scenario="own", options=(ScenarioOption(name="deployment", value="free"),)))
    rules.answer(state, e.Deploy(element="R1", spot=(5, 15), shape="line", heading=0))
    rules.answer(state, rules.legal(state)[0])
    assert state.left_out == ("R2",)
    assert isinstance(state.frames[-1], e.AskCard)
    assert state.deck == ("R1", "W1")


@pytest.mark.clause("KUU-G-03", "KUU-G-16")
def test_within_means_centre_to_centre_whatever_the_level() -> None:
    tower = area("building", "430,280 470,280 470,320 430,320", floors=3)
    battle = Battle(
        DUEL.split(";", maxsplit=1)[0] + "; RL red_platoon_leader 1 450,300 level2; W1 jager_squad 2 300,900", tower
    )
    battle.card("RL")
    assert [order.host for order in battle.listed(e.Command)] == ["R1"]  # R1.4 at (340, 300), two floors below
