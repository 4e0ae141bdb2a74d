"""The position as text and as a drawing: everybody is on it where he stands, and nothing breaks on odd positions."""

import re
from xml.etree import ElementTree

import msgspec
import pytest
from tests.kuularuisku.kit import Battle
from tests.kuularuisku.tables import DATA

from wardiary.core.contract import Start, View
from wardiary.core.engine import Rules
from wardiary.core.games.kuularuisku.board import ACROSS, TERRAIN, UP, board, cover_words, letters, states_of
from wardiary.core.games.kuularuisku.data import load_data
from wardiary.core.games.kuularuisku.queries import soldier
from wardiary.core.games.kuularuisku.spec import SPEC
from wardiary.core.games.kuularuisku.state import ON_TABLE, Gun, KuularuiskuState
from wardiary.core.games.kuularuisku.svg import MARGIN, svg
from wardiary.core.games.kuularuisku.svg_legend import FILLS, STROKES
from wardiary.events import kuularuisku as e
from wardiary.events.common import ScenarioOption

RULES = Rules(SPEC, DATA)
SCENARIOS = ("S1", "S2", "S3", "S4", "own")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def laid(scenario: str) -> KuularuiskuState:
    """A scenario as it begins, with all that can be marked on a table."""
    s, _ = RULES.set_up(Start(scenario=scenario))
    red, white = sorted(name for name in s.elements if len(_of(s, name)) > 1)[:2]
    first, second, *_ = _of(s, red)
    s.figures[first] = msgspec.structs.replace(s.figures[first], status="light")
    s.figures[second] = msgspec.structs.replace(s.figures[second], status="severe")
    s.elements[red] = msgspec.structs.replace(s.elements[red], prone=True, activated=True)
    s.elements[white] = msgspec.structs.replace(s.elements[white], waiting=True, melee=1)
    s.last_shots = ((first, _of(s, white)[0]),)
    s.guns["gun"] = Gun(weapon="lewis", at=(333, 444))
    s.frames = (e.AskTarget(side="red", element=red),)
    s.forget()
    return s


def _of(s: KuularuiskuState, element: str) -> list[str]:
    return [name for name, figure in s.figures.items() if figure.element == element]


def seen(s: KuularuiskuState) -> View[KuularuiskuState]:
    return SPEC.sight.view(DATA, s, None)


def rows_of(text: str) -> dict[int, str]:
    """The rows of the map by the millimetres at their side."""
    return {int(row[:5]): row[6:] for row in text.splitlines() if re.match(r" *\d+ [^ ]", row) and row[5] == " "}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_figure_is_on_the_map_and_in_the_list(scenario: str) -> None:
    s = laid(scenario)
    text = board(DATA, seen(s))
    rows, names = rows_of(text), letters(DATA, s)
    for name, figure in s.figures.items():
        x, y = figure.at
        row = rows[min(y // UP * UP, max(rows))]
        others = {
            other
            for other, who in s.figures.items()
            if who.at[0] // ACROSS == x // ACROSS and who.at[1] // UP == y // UP
        }
        assert row[min(x // ACROSS, len(row) - 1)] in {names[soldier(DATA, s, other).unit] for other in others}
        assert re.search(rf"(?<!\d)\.{soldier(DATA, s, name).number} {x},{y}", text)


def test_a_turn_that_has_begun_is_told() -> None:
    s = laid("S3")
    s.turn, s.deck = 3, ("R1", "W2")
    assert board(DATA, seen(s)).startswith(
        "Winter assault on a forest camp, March 1918. Turn 3 of 15, winter\nCards to come: R1, W2\n"
    )
    assert ">Turn 3 of 15<" in svg(DATA, seen(s))


def test_red_has_capitals_and_white_small_letters_in_the_order_of_ids() -> None:
    assert letters(DATA, laid("S1")) == {"R1": "A", "R2": "B", "RL": "C", "W1": "a", "W2": "b", "WL": "c"}


def test_the_text_says_what_a_player_must_know() -> None:
    s = laid("S1")
    text = board(DATA, seen(s))
    assert "Meeting engagement at the crossroads, February 1918. Not begun, 8 turns" in text
    assert "crossroads 450,450, 6 points: held by nobody" in text
    unit = "A R1 Red squad: 6 able, base 7, skill 5, morale 4, mosin_nagant 600 mm, prone, activated, W1 at 740 mm"
    assert unit in text
    assert ".1 300,80 light leads" in text
    assert ".2 320,80 severe" in text
    assert ".5 260,80 berdan_m1870 500 mm" in text
    assert ".2 560,820 lewis 800 mm 3 dice" in text
    maxim = board(DATA, seen(laid("S4")))
    assert "maxim_m1905_1910 1000 mm 6 dice (3 without loader)" in maxim
    assert "civil guard squad: 8 able, base 8, skill 5, morale 3, mosin_nagant 600 mm, snow suits, grenades" in board(
        DATA, seen(laid("S3"))
    )


def test_who_is_with_a_unit_of_other_values_has_them_beside_him() -> None:
    battle = Battle(
        "R1 red_squad 2 300,300; RL red_platoon_leader 1 300,200; W1 jager_squad 2 300,900", attach={"RL.1": "R1"}
    )
    assert "RL.1 300,280 skill 4 morale 3 nagant_m1895 300 mm" in board(battle.data, seen(battle.state))


def test_who_is_still_to_be_placed_is_told_with_the_zone() -> None:
    state, _ = RULES.set_up(Start(scenario="S1", options=(ScenarioOption(name="deployment", value="free"),)))
    text = board(DATA, seen(state))
    assert "to be placed between 0,0 and 900,150:\n  R1 Red squad: 7 men, skill 5, morale 4, mosin_nagant" in text
    assert "RL Red platoon leader: 1 man, skill 4, morale 3, nagant_m1895 300 mm\n\nWhite" in text
    assert "to be placed" not in board(DATA, seen(laid("S1")))


def test_signs_of_terrain_and_their_cover_are_told() -> None:
    text = board(DATA, seen(laid("S1")))
    assert "Last shots: R1.1 at R2.1" in text
    assert "On the ground: gun (lewis) at 333,444" in text
    assert '" wood (cover 4)' in text
    assert "# building (cover 3, difficult, hides)" in text


def test_the_map_shows_terrain_where_it_is() -> None:
    s = laid("S1")
    rows = rows_of(board(DATA, seen(s)))
    assert rows[390][540 // ACROSS] == TERRAIN["building"]
    assert rows[600][480 // ACROSS] == TERRAIN["wooden_fence"]
    assert rows[210][210 // ACROSS] == TERRAIN["muddy_field"]
    assert rows[450][450 // ACROSS] == "*"
    assert rows[30][30 // ACROSS] == "."
    assert len(rows) == 30
    assert {len(row) for row in rows.values()} == {60}


def test_before_the_set_up_there_is_nothing_to_show() -> None:
    nothing = seen(KuularuiskuState())
    assert board(DATA, nothing) == "No scenario is laid out yet."
    assert ElementTree.fromstring(svg(DATA, nothing)).tag == f"{NAMESPACE}svg"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_drawing_is_sound_and_has_everybody_at_his_place(scenario: str) -> None:
    s = laid(scenario)
    drawing = ElementTree.fromstring(svg(DATA, seen(s)))
    height = DATA.grounds[scenario].table.height
    shown = {}
    for group in drawing.iter(f"{NAMESPACE}g"):
        title, circle = group.find(f"{NAMESPACE}title"), group.find(f"{NAMESPACE}circle")
        if title is not None and circle is not None and title.text:
            name = title.text.split(",")[0]
            shown[name] = (int(circle.attrib["cx"]), height - int(circle.attrib["cy"]))
    assert shown == {name: figure.at for name, figure in s.figures.items() if figure.status in ON_TABLE}
    lines = list(drawing.iter(f"{NAMESPACE}line"))
    assert len(lines) == len(s.last_shots)
    assert drawing.attrib["viewBox"].endswith(str(int(drawing.attrib["viewBox"].split()[3])))
    assert int(drawing.attrib["viewBox"].split()[3]) >= height + 2 * MARGIN


def test_every_type_of_terrain_has_a_sign_and_a_look() -> None:
    kinds = {kind for name in SCENARIOS for kind in cover_words(DATA, laid(name))}
    assert kinds <= TERRAIN.keys()
    assert set(FILLS) | set(STROKES) == set(TERRAIN)
    assert len(set(TERRAIN.values())) == len(TERRAIN)
    assert len(set(FILLS.values())) == len(FILLS)


def test_states_are_told() -> None:
    s = laid("S1")
    assert states_of(DATA, s, "R1") == ["prone", "activated"]
    assert states_of(DATA, s, "R2") == ["in melee 1", "on overwatch"]
    assert states_of(DATA, s, "W1") == []
    s.squad_leaders["R1"] = ""
    s.elements["R1"] = msgspec.structs.replace(s.elements["R1"], prone=False, fleeing=True, goal="edge")
    s.forget()
    assert states_of(DATA, s, "R1") == ["fleeing", "activated", "no squad leader", "on the way to edge"]


def test_names_of_the_owners_own_are_escaped() -> None:
    own = SPEC.own_data()["own.toml"]
    data = load_data({"own.toml": own.replace("Skirmish at the farm", "<script>&")})
    s = Rules(SPEC, data).set_up(Start(scenario="own"))[0]
    drawing = svg(data, seen(s))
    assert "<script>" not in drawing
    assert "&lt;script&gt;&amp;" in drawing
    assert ElementTree.fromstring(drawing).tag == f"{NAMESPACE}svg"


def test_ranges_are_drawn_around_whoever_acts() -> None:
    s = laid("S1")
    rings = [
        circle
        for circle in ElementTree.fromstring(svg(DATA, seen(s))).iter(f"{NAMESPACE}circle")
        if circle.attrib.get("clip-path")
    ]
    assert [int(ring.attrib["r"]) for ring in rings] == [150, 500, 600]
    s.frames = ()
    assert "clip-path" not in svg(DATA, seen(s))
