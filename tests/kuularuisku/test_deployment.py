"""Free deployment: what is a legal place, who is left out, where a leader stands who begins with a unit."""

from typing import Any

import pytest
from tests.kuularuisku.kit import SPEC, area, clauses, own_scenario

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.events import kuularuisku as e
from wardiary.events.common import ScenarioOption
from wardiary.events.kuularuisku import Shape

SQUADS = "R1 red_squad 2 300,300; R2 red_squad 2 600,300; W1 jager_squad 2 300,900"
ZONES = "{ red = [0, 200, 1200, 400], white = [0, 800, 1200, 1200] }"


def free(forces: str = SQUADS, terrain: str = "", zones: str = ZONES) -> tuple[Rules[Any, Any], Any]:
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": own_scenario(forces, terrain, zones=zones)}))
    state, _ = rules.set_up(Start(scenario="own", options=(ScenarioOption(name="deployment", value="free"),)))
    return rules, state


def deploy(element: str, x: int, y: int, shape: Shape = "line", heading: int = 0, level: int = 0) -> e.Deploy:
    return e.Deploy(element=element, spot=(x, y), shape=shape, heading=heading, level=level)


TOWER = area("building", "500,220 700,220 700,380 500,380", floors=2)
GROUND = (
    TOWER
    + area("rapids", "800,220 900,220 900,380 800,380")
    + ('[[scenario.line]]\nid = "wall"\ntype = "high_wall"\npoints = [[1000, 220], [1000, 380]]\n')
)


@pytest.mark.parametrize(
    ("clause", "order", "refused"),
    clauses(
        ("KUU-S-04", deploy("R1", 300, 400), False),
        ("KUU-S-04", deploy("R1", 300, 401), True),
        ("KUU-S-04", deploy("R1", 300, 210, heading=2), True),  # its second man at (300, 190)
        ("KUU-G-01", deploy("R1", 1190, 300), True),
        ("KUU-G-01", deploy("R1", -1_000_000, 1_000_000), True),
        ("KUU-S-08", deploy("R1", 600, 300, level=2), False),  # on the roof
        ("KUU-S-08", deploy("R1", 600, 300, level=3), True),
        ("KUU-S-08", deploy("R1", 500, 300, level=1), True),  # the wall line is outside
        ("KUU-S-08", deploy("R1", 850, 300), True),
        ("KUU-S-08", deploy("R1", 800, 300, "column", 2), False),  # on the bank
        ("KUU-S-08", deploy("R1", 1000, 300), True),
        ("KUU-S-08", deploy("W1", 300, 300), True),
        ("KUU-S-08", deploy("R9", 300, 300), True),
        ("KUU-S-08", deploy("R1", 300, 300, "keep"), True),
    ),
)
def test_where_a_unit_may_be_placed(clause: str, order: e.Deploy, refused: bool) -> None:
    rules, state = free(terrain=GROUND)
    found = rules.refusal(state, order)
    assert (found is not None) is refused
    if refused:
        assert clause in (found or "")


@pytest.mark.clause("KUU-S-08", "KUU-G-18", "KUU-G-04")
def test_nobody_is_placed_on_another_or_in_contact_with_an_enemy() -> None:
    rules, state = free(zones="{ red = [0, 0, 1200, 1200], white = [0, 0, 1200, 1200] }")
    rules.answer(state, deploy("R1", 300, 300))
    assert "KUU-S-08" in (rules.refusal(state, deploy("W1", 320, 320, heading=2)) or "")
    assert rules.refusal(state, deploy("W1", 320, 321)) is None
    assert "KUU-G-04" in (rules.refusal(state, deploy("W1", 309, 300)) or "")


STRIP = area("rapids", "0,190 1194,190 1194,410 0,410")
DIAGONAL = area("rapids", "82,80 160,80 160,158", "below") + area("rapids", "80,82 158,160 80,160", "above")


@pytest.mark.clause("KUU-S-08")
@pytest.mark.parametrize(
    ("unit", "terrain", "zone"),
    [("1195,300 column", STRIP, "[11, 200, 1199, 400]"), ("120,120 column h1", DIAGONAL, "[100, 100, 140, 140]")],
    ids=["to the millimetre", "aslant"],
)
def test_a_unit_that_has_room_only_beside_the_grid_is_not_left_out(unit: str, terrain: str, zone: str) -> None:
    forces = f"R1 red_squad 2 {unit}; W1 jager_squad 2 300,900"
    rules, state = free(forces, terrain, f"{{ red = {zone}, white = [0, 800, 1200, 1200] }}")
    listed = [order for order in rules.legal(state) if isinstance(order, e.Deploy)]
    assert len(listed) == 1  # where there is room
    rules.answer(state, listed[0])
    assert {"R1.1", "R1.2"} <= set(state.figures)


@pytest.mark.clause("KUU-S-08", "KUU-G-25")
def test_a_floor_is_room_too() -> None:
    rules, state = free(
        "R1 red_squad 1 10,10; R2 red_squad 1 10,10 level1; W1 jager_squad 2 300,900",
        area("building", "0,0 20,0 20,20 0,20"),
        "{ red = [9, 9, 11, 11], white = [0, 800, 1200, 1200] }",
    )
    rules.answer(state, deploy("R1", 10, 10))
    rules.answer(state, deploy("W1", 300, 900))
    assert [(order.element, order.level) for order in rules.legal(state) if isinstance(order, e.Deploy)] == [("R2", 1)]


@pytest.mark.clause("KUU-S-04", "KUU-1.3-03")
@pytest.mark.parametrize("defender", ["red", "white"])
def test_the_defender_is_the_first_to_place_a_unit_and_to_attach_a_leader(defender: str) -> None:
    forces = f"{SQUADS}; RL red_platoon_leader 1 500,300; WL jager_platoon_leader 1 500,900"
    text = own_scenario(forces, defender=f'"{defender}"')
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": text}))
    options = (ScenarioOption(name="deployment", value="free"),)
    state: Any
    state, _ = rules.set_up(Start(scenario="own", options=options))
    assert state.frames[-1].side == defender
    state, _ = rules.set_up(Start(scenario="own"))
    asked = [state.frames[-1].figure]
    rules.answer(state, e.Alone())
    asked.append(state.frames[-1].figure)
    assert asked == (["RL.1", "WL.1"] if defender == "red" else ["WL.1", "RL.1"])


@pytest.mark.clause("KUU-S-07")
@pytest.mark.parametrize(("heading", "place"), [(0, (300, 280)), (1, (286, 286)), (2, (280, 300)), (4, (300, 320))])
def test_a_leader_stands_behind_a_unit_as_it_was_placed(heading: int, place: e.Point) -> None:
    rules, state = free(
        "R1 red_squad 2 300,300; RK red_commissar 1 600,300; RL red_platoon_leader 1 500,300; W1 jager_squad 2 300,900"
    )
    placed = (deploy("R1", 300, 300, heading=heading), deploy("W1", 300, 900), deploy("RK", 600, 300))
    for order in (*placed, deploy("RL", 500, 300)):
        rules.answer(state, order)
    rules.answer(state, e.Alone())  # the commissar; what is asked about the next leader still knows
    rules.answer(state, e.Attach(host="R1"))
    assert state.figures["RL.1"].at == place


@pytest.mark.clause("KUU-S-07")
@pytest.mark.parametrize(
    ("forces", "terrain", "zone", "place"),
    [
        ("", "", "[0, 290, 1200, 400]", (280, 300)),  # (300, 280) and (286, 286) are outside
        ("", area("rapids", "250,250 350,250 350,299 250,299"), "[0, 0, 1200, 400]", (280, 300)),
        ("W1 jager_squad 1 300,261; ", "", "[0, 0, 1200, 400]", (286, 286)),  # (300, 280) is 19 mm from the enemy
        ("W1 jager_squad 1 300,259; ", "", "[0, 0, 1200, 400]", (300, 280)),
    ],
    ids=["zone", "ground", "contact", "no contact"],
)
def test_a_leader_begins_where_he_can_stand(forces: str, terrain: str, zone: str, place: e.Point) -> None:
    text = own_scenario(
        f"R1 red_squad 1 300,300; RL red_platoon_leader 1 500,300; {forces}W2 jager_squad 2 300,900",
        terrain,
        zones=f"{{ red = {zone}, white = [0, 0, 1200, 1200] }}",
    )
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": text}))
    state, _ = rules.set_up(Start(scenario="own"))
    rules.answer(state, e.Attach(host="R1"))
    assert state.figures["RL.1"].at == place
    assert state.elements["R1"].base == 1


@pytest.mark.clause("KUU-S-07", "KUU-G-26")
def test_a_leader_begins_on_the_floor_of_the_unit() -> None:
    tower = area("building", "290,281 400,281 400,400 290,400", floors=2)
    forces = "R1 red_squad 1 300,300 level1; RL red_platoon_leader 1 500,300; W1 jager_squad 2 300,900"
    rules = Rules(SPEC, SPEC.rules.load_data({"own.toml": own_scenario(forces, tower)}))
    state, _ = rules.set_up(Start(scenario="own"))
    rules.answer(state, e.Attach(host="R1"))
    assert (state.figures["RL.1"].at, state.figures["RL.1"].level) == ((300, 320), 1)
