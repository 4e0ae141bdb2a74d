"""Words: names of orders, questions, narration; what a seat sees of the simultaneous choice."""

import msgspec
import pytest
from tests.kuularuisku.kit import DATA, SPEC, Battle

from wardiary.core.contract import Start
from wardiary.core.games.kuularuisku.view import hide_want, view
from wardiary.core.games.kuularuisku.words import ask, explain_order, name_order
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Place, Shot


@pytest.mark.parametrize(
    ("order", "name"),
    [
        (e.Act(action="move_shoot"), "move and shoot"),
        (e.Act(action="special", name="dig"), "special dig"),
        (e.Move(shape="keep", shift=(0, -90)), "shift 0,-90"),
        (e.Move(shape="line", anchor=(300, 400), heading=2), "line at 300,400 E"),
        (
            e.Move(shape="keep", shift=(5, 6), via=((1, 2),), carry=(("R1.1", "R1.2"),)),
            "shift 5,6 via 1,2 R1.1 carries R1.2",
        ),
        (e.Move(shape="stay", places=(Place(figure="R1.1", to="exit", x=300, y=0),)), "leave the table south"),
        (e.Move(shape="stay", places=(Place(figure="R1.1", x=3, y=4, level=1),)), "stay R1.1 to 3,4 level 1"),
        (e.Assault(target="W1", shape="keep", shift=(0, 85)), "assault W1 shift 0,85"),
        (
            e.Fire(observer="R1.1", shots=(Shot(figure="R1.1", weapon="lewis", loader="R1.2"),)),
            "fire R1.1 lewis loaded by R1.2, seen by R1.1",
        ),
        (e.DetachLight(figure="R1.1", goal="edge"), "evacuate R1.1 edge"),
        (e.Want(by="red", want=True), "yes"),
        (e.Suffer(figure="R1.1"), "wound R1.1"),
        (e.Deploy(element="R1", spot=(10, 20), shape="line", heading=4), "deploy R1 10,20 line S"),
    ],
)
def test_short_names(order: object, name: str) -> None:
    battle = Battle()
    assert name_order(battle.data, battle.state, order) == name  # type: ignore[arg-type]


def test_names_in_english_and_finnish() -> None:
    battle = Battle().card("W1")
    assert ask(battle.data, battle.state, battle.request) == "Whites: the card of W1 jäger squad (jääkäriryhmä) came up"
    assert explain_order(battle.data, battle.state, e.Command(host="R1")) == "Red squad (punakaartin osasto)"
    assert DATA.weapons["lewis"].fi == "Lewis-pikakivääri"
    assert {skill.id: skill.fi for skill in DATA.charts.skill}["valskari"] == "välskäri"


def test_a_battle_is_told() -> None:
    battle = Battle().shoot("W1", "R1").roll(4, 4, 1, 1).roll(1, 6).suffer("R1.1").roll(1).rolls("morale", 1)
    state, first = battle.rules.set_up(_start())
    told = []
    for event in battle.events:
        told.append(SPEC.words.narration[type(event)](battle.data, state, event))
        SPEC.fold.evolve[type(event)](state, event)
    assert "W1 jäger squad fires at R1 Red squad, 4 men in sight." in told
    assert "4 dice at 20 cm: 2 hits, cover 6, 1 wound: R1.1 dead." in told
    assert "R1 Red squad goes to ground." in told
    assert first


def _start() -> Start:
    return Start(scenario="own")


def test_the_others_answer_about_waiting_units_is_not_seen() -> None:
    battle = Battle(
        "R1 red_squad 2 300,300; R2 red_squad 2 600,300; W1 jager_squad 2 300,900; W2 jager_squad 2 600,900"
    )
    battle.card("R1").do(e.Wait()).card("W1").do(e.Wait())
    battle.act("R2", "pass").do(e.Want(by="white", want=True))
    seen = view(battle.data, battle.state, "red")
    assert seen.state.wants == {"white": None}
    assert view(battle.data, battle.state, "white").state.wants == {"white": True}
    yes, no = (e.Want(by="white", want=want) for want in (True, False))
    assert msgspec.json.encode(hide_want(battle.state, yes, "red")) == msgspec.json.encode(
        hide_want(battle.state, no, "red")
    )
    assert hide_want(battle.state, yes, "white") == yes
