"""What cannot be is refused with its clause: scenarios of the owner's own, and orders that go a millimetre too far."""

import re

import msgspec
import pytest
from tests.kuularuisku.kit import own_scenario
from tests.kuularuisku.tables import DATA, clauses

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.kuularuisku.data import load_data
from wardiary.core.games.kuularuisku.spec import SPEC
from wardiary.core.games.kuularuisku.state import KuularuiskuState
from wardiary.core.state import encode_state
from wardiary.events import kuularuisku as e
from wardiary.events.errors import DataError
from wardiary.events.kuularuisku import Place

OWN = SPEC.own_data()
RULES = Rules(SPEC, DATA)
GROVE = "polygon = [[80, 260], [220, 260], [220, 380], [80, 380]]"
FENCE = "points = [[240, 330], [360, 330]]"


@pytest.mark.parametrize(
    ("clause", "old", "new", "said"),
    clauses(
        ("KUU-G-06", GROVE, "polygon = [[80, 260], [220, 380], [220, 260], [80, 380]]", "grove: the side"),
        ("KUU-G-06", GROVE, "polygon = [[80, 260], [220, 260], [120, 260]]", "run back over each other"),
        ("KUU-G-06", GROVE, "polygon = [[80, 260], [390, 260], [390, 280], [80, 380]]", "grove and barn overlap"),
        ("KUU-G-06", GROVE, "polygon = [[80, 260], [220, 260]]", "grove: 2 corners"),
        ("KUU-G-06", FENCE, "points = [[240, 330], [240, 330]]", "fence: the point [240, 330] stands twice in a row"),
        (
            "KUU-G-01",
            GROVE,
            "polygon = [[80, 260], [220, 260], [220, 601]]",
            "[220, 601] is off the table of 600",
        ),
        ("KUU-G-01", "at = [300, 300]", "at = [300, 601]", "[300, 601] is off the table"),
        ("KUU-G-01", "at = [180, 60]", "at = [30, 60]", "unit R1.at: [-10, 60] is off the table"),
        ("KUU-G-04", "at = [400, 60]", "at = [229, 60]", "unit R2.at: [229, 60] is closer than 10 mm to R1"),
        ("KUU-G-25", "at = [400, 60]", "at = [400, 60]\nlevel = 1", "there is no level 1 at [400, 60]"),
        ("KUU-S-04", "at = [180, 60]", "at = [180, 121]", "[180, 121] is outside of its zone"),
        (
            "KUU-S-05",
            'formation = "line"',
            'formation = "line"\ngive = { 01 = "lewis" }',
            "no figure '01'; there are 1 to 5",
        ),
        ("KUU-S-05", 'formation = "line"', 'formation = "line"\ngive = { "\u0661" = "lewis" }', "no figure"),
        ("KUU-S-05", 'formation = "line"', 'formation = "line"\ngive = { 6 = "lewis" }', "no figure '6'"),
        ("KUU-S-06", '"points"', '"white_controls_0_of_1"', "0 of 1 objectives to control, there are 1"),
        ("KUU-S-06", '"points"', '"white_controls_1_of_7"', "1 of 7 objectives to control, there are 1"),
        ("KUU-S-06", '"points"', '"white_controls_mill"', "no objective 'mill'; there are farm"),
        ("KUU-5.6-09", 'id = "R1"', 'id = "own"', "unit own.id: that is where wounded men and escorts go"),
        ("KUU-T-03", 'formation = "line"', 'formation = "line"\ngive = { 1 = "ei_peraannyta" }', "is for leaders"),
        ("KUU-T-02", 'formation = "line"', 'formation = "line"\ngive = { 1 = "johtaja" }', "a unit by himself"),
        ("KUU-T-30", 'formation = "line"', 'formation = "line"\ngive = { 1 = "monikielinen" }', "needs languages"),
        ("KUU-T-31", 'formation = "line"', 'formation = "line"\ngive = { 1 = "saksalainen" }', "of a whole unit"),
        ("KUU-G-16", 'white = "N"', 'white = "S"', "both sides have the same edge"),
    ),
)
def test_a_scenario_that_cannot_be(clause: str, old: str, new: str, said: str) -> None:
    assert old in OWN["own.toml"]
    with pytest.raises(DataError) as error:
        load_data({"own.toml": OWN["own.toml"].replace(old, new, 1)})
    assert "own.toml" in str(error.value)
    assert said in str(error.value)
    assert clause in str(error.value)


@pytest.mark.parametrize(
    ("clause", "old", "new", "said"),
    clauses(
        (
            "KUU-T-03",
            'weapon = "mosin_nagant"',
            'weapon = "mosin_nagant"\nskills = ["ei_peraannyta"]',
            "red_squad.skills",
        ),
        ("KUU-T-31", 'skills = ["johtaja", "venalainen"]', 'skills = ["johtaja", "saksalainen"]', "not RU"),
        ("KUU-T-30", 'skills = ["johtaja", "monikielinen"]', 'skills = ["johtaja"]', "swedish_leader.languages"),
        ("KUU-T-30", 'languages = ["RU"]', 'languages = ["RU", "FI"]', "russian_leader.languages"),
        ("KUU-T-31", 'languages = ["RU"]', 'languages = ["FI"]', "RU is his own"),
        ("KUU-5.5-13", 'weapon = "mosin_nagant"', 'weapon = "lewis"', "red_squad.weapon: lewis is a special weapon"),
        ("KUU-S-05", 'special = { 2 = "max', 'special = { 02 = "max', "no figure '02'; there are 1 to 4"),
    ),
)
def test_a_unit_table_that_cannot_be(clause: str, old: str, new: str, said: str) -> None:
    assert old in OWN["units.toml"]
    with pytest.raises(DataError, match=re.escape(said)) as error:
        load_data({"units.toml": OWN["units.toml"].replace(old, new, 1)})
    assert "units.toml: unit_type " in str(error.value)
    assert clause in str(error.value)


@pytest.mark.clause("KUU-5.5-13")
@pytest.mark.parametrize("flag", ["half_speed = true", "no_move_and_fire = true", "dice_without_loader = 1"])
def test_only_special_weapons_bind_their_man(flag: str) -> None:
    rifle = OWN["weapons.toml"].replace('class = "rifle"', f'class = "rifle"\n{flag}', 1)
    with pytest.raises(DataError, match=r"weapons.toml: weapon mosin_nagant.class: only lmg and mg .*KUU-5.5-13"):
        load_data({"weapons.toml": rifle})


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("size = 5", "size = 41", "size"),
        ("size = 5", "size = true", "size"),
        ("table = [600, 600]", "table = [10001, 600]", "table[0]"),
        ("table = [600, 600]", "table = [600.5, 600]", "table[0]"),
        ("turns = 6", "turns = 99999999999999999999", "turns"),
        ("turns = 6", "turns = -1", "turns"),
        ("at = [180, 60]", "at = [180, -60]", "at[1]"),
        ("at = [180, 60]", "at = [180]", "at"),
        ("heading = 0", "heading = 8", "heading"),
        ("floors = 1", "floors = 10", "floors"),
    ],
)
def test_numbers_that_cannot_be(old: str, new: str, where: str) -> None:
    assert old in OWN["own.toml"]
    with pytest.raises(DataError, match=rf"own.toml: scenario\..*{re.escape(where)}"):
        load_data({"own.toml": OWN["own.toml"].replace(old, new, 1)})


@pytest.mark.parametrize(
    ("forces", "said"),
    [
        (
            "; ".join(f"R{i} red_squad 40 300,{20 + i * 21}" for i in range(6)),
            "red has 240 figures; there is room for 200",
        ),
        ("; ".join(f"R{i} red_squad 1 {10 + i * 20},20" for i in range(33)), "scenario.unit: Expected `array`"),
        (f"R1 red_squad 40 400,100 {' '.join(f'{i}=maxim_m1905_1910' for i in range(1, 41))}", "fire 280 dice at once"),
    ],
)
def test_more_than_there_is_room_for(forces: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        load_data({"own.toml": own_scenario(f"{forces}; W1 jager_squad 2 300,900")})


@pytest.mark.clause("KUU-1.0-01")
@pytest.mark.parametrize("side", ["red", "white", None])
def test_a_side_without_a_unit_is_refused(side: str | None) -> None:
    head, *units = OWN["own.toml"].split("[[scenario.unit]]")
    left = [unit for unit in units if ('id = "W' in unit) is (side == "red")] if side else []
    text = "[[scenario.unit]]".join([head, *left]) if left else head.replace("victory", "unit = []\nvictory", 1)
    with pytest.raises(DataError, match="white has no unit" if side == "white" else "red has no unit"):
        load_data({"own.toml": text})


@pytest.mark.clause("KUU-1.0-02")
def test_a_formation_that_breaks_up_is_refused() -> None:
    wide = OWN["charts.toml"].replace("[20, 0]", "[31, 0]").replace("[-20, 0]", "[-31, 0]")
    with pytest.raises(DataError, match=r"more than 30 mm apart \(KUU-1.0-02\)"):
        load_data({"charts.toml": wide})


def test_the_order_of_entries_means_nothing_to_the_digest_of_the_data() -> None:
    head, *types = OWN["units.toml"].split("[[unit_type]]")
    turned = "[[unit_type]]".join([head, *(f"{kind.rstrip()}\n\n" for kind in reversed(types))])
    assert load_data({"units.toml": turned}).digest == DATA.digest
    assert load_data({"units.toml": turned.replace("skill = 5", "skill = 4", 1)}).digest != DATA.digest


def asked(mode: e.Mode = "normal", element: str = "R1") -> KuularuiskuState:
    """The crossroads as they are laid out, a unit about to move."""
    s, _ = RULES.set_up(Start(scenario="S1"))
    s.frames = (e.AskCard(step="draw"), e.AskMove(side="red", element=element, mode=mode, at=1))
    return s


def move(shift: e.Point | None = None, via: tuple[e.Point, ...] = (), places: tuple[Place, ...] = ()) -> e.Move:
    return e.Move(shape="keep", shift=shift, via=via, places=places)


@pytest.mark.parametrize(
    ("clause", "mode", "order", "refused"),
    clauses(
        ("KUU-4.2-05", "normal", move(shift=(-100, 0)), False),
        ("KUU-4.2-06", "normal", move(shift=(-101, 0)), True),
        ("KUU-4.2-05", "fast", move(shift=(200, 0)), False),
        ("KUU-4.2-06", "fast", move(shift=(201, 0)), True),
        ("KUU-G-05", "normal", move(shift=(0, 60), via=((0, 40), (20, 40))), False),
        ("KUU-4.2-06", "normal", move(shift=(0, 60), via=((0, 40), (30, 40))), True),
        ("KUU-4.2-04", "normal", move(shift=(0, 90)), False),  # up to the mud
        ("KUU-4.2-03", "normal", move(shift=(0, 91)), True),
        ("KUU-1.0-06", "normal", move(places=(Place(figure="R1.6", x=371, y=80),)), True),
        ("KUU-1.0-06", "normal", move(places=(Place(figure="R1.6", x=370, y=80),)), False),
        ("KUU-G-04", "normal", move(places=(Place(figure="R1.6", x=349, y=80),)), True),
        ("KUU-G-01", "normal", move(places=(Place(figure="R1.6", x=360, y=-1),)), True),
        ("KUU-G-27", "normal", move(places=(Place(figure="R1.6", x=360, y=90, level=1),)), True),
        ("KUU-7.4-02", "normal", move(places=(Place(figure="R1.6", to="exit", x=360, y=0),)), True),
        ("KUU-4.0-01", "normal", move(places=(Place(figure="R2.1", x=360, y=90),)), True),
    ),
)
def test_an_order_to_move(clause: str, mode: e.Mode, order: e.Move, refused: bool) -> None:
    s = asked(mode, "R2" if mode == "fast" else "R1")
    before = encode_state(s)
    found = RULES.refusal(s, order)
    assert (found or "").startswith(f"{clause}:") is refused
    assert (found is None) is not refused
    assert encode_state(s) == before


def has_float(kind: object) -> bool:
    """Whether a type has a float anywhere in it."""
    return "FloatType" in repr(msgspec.inspect.type_info(kind))


@pytest.mark.clause("KUU-G-02")
def test_neither_state_nor_events_have_floating_point() -> None:
    kinds = (KuularuiskuState, *e.ORDERS, *e.DEEDS, *e.FRAMES, *e.CHANCES)
    assert len(kinds) > 80
    assert not any(map(has_float, kinds))
    assert has_float(msgspec.defstruct("Wrong", [("length", tuple[float, ...])]))
