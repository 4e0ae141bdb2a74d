"""The orders that the game's page shows are orders, and the rules take them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.kuularuisku.kit import SPEC

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.events import kuularuisku as e
from wardiary.events.common import ScenarioOption

PAGE = Path(__file__).parents[2] / "docs" / "games" / "kuularuisku.md"
RULES = Rules(SPEC, SPEC.rules.load_data({}))
ORDERS = [
    SPEC.fold.codec.decode(line) for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("{")
]


def test_every_kind_of_order_that_has_a_menu_is_shown() -> None:
    assert {type(order) for order in ORDERS} == {e.Deploy, e.Move, e.Split, e.Fire}


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_an_order_on_the_page_is_taken(order: Any) -> None:
    """In S1 as it is laid out; to be fired at, the enemy comes nearer."""
    deployment = "free" if isinstance(order, e.Deploy) else "fixed"
    options = (ScenarioOption(name="deployment", value=deployment),)
    state: Any
    state, _ = RULES.set_up(Start(scenario="S1", options=options))
    frames: dict[type[Any], Any] = {
        e.Move: e.AskMove(side="red", element="R1", mode="normal", at=1),
        e.Split: e.AskSplit(side="red", element="R1", at=1),
        e.Fire: e.AskFire(side="red", element="R1", target="W1", at=1),
    }
    if type(order) in frames:
        state.frames = (e.AskCard(step="draw"), frames[type(order)])
        for number, name in enumerate(sorted(name for name in state.figures if name.startswith("W1."))):
            state.figures[name] = msgspec.structs.replace(state.figures[name], at=(300 + 20 * number, 500))
        state.forget()
    assert RULES.refusal(state, order) is None
    assert order not in RULES.legal(state)
