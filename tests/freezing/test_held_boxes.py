"""Which boxes a side held when its impulse began (4.2-16), asked of the units after whatever happened since."""

import pytest
from tests.freezing.kit import position

from wardiary.core.games.freezing.queries import was_held
from wardiary.core.games.freezing.spec import SPEC
from wardiary.events import freezing as e
from wardiary.events.kinds import Event


@pytest.mark.parametrize(
    "events",
    [
        (),
        (e.MoveUnit(unit=1, box="KI-3"),),
        (e.UnitHit(unit=1, strength=0),),
        (e.MoveUnit(unit=1, box="KI-3"), e.UnitHit(unit=1, strength=0)),
        (e.MoveUnit(unit=1, box="KI-3"), e.MoveUnit(unit=2, box="KI-4")),
    ],
)
@pytest.mark.clause("FRD-4.2-16")
def test_a_box_was_held_by_whoever_left_it_or_fell_in_it(events: tuple[Event, ...]) -> None:
    state = position("KI-4 sov i1", "KI-5 sov i2", "KI-3 fin i1", "LK-3 fin i1", hands={"sov": ("55",)})
    for event in (e.PlayCard(card="55", mode="action"), *events):
        SPEC.fold.evolve[type(event)](state, event)
    assert was_held(state, "sov", "KI-4")


@pytest.mark.parametrize(
    "events",
    [
        (e.UnitPlaced(unit=5, side="sov", type="infantry", strength=1, box="LK-3"),),
        (
            e.UnitPlaced(unit=5, side="sov", type="infantry", strength=1, box="LK-3"),
            e.UnitHit(unit=5, strength=0),
        ),
        (
            e.UnitPlaced(unit=5, side="sov", type="infantry", strength=1, box="LK-3"),
            e.MoveUnit(unit=5, box="LK-4"),
        ),
        (e.MoveUnit(unit=2, box="LK-3"),),
        (e.UnitHit(unit=4, strength=0),),
    ],
)
@pytest.mark.clause("FRD-4.2-16")
def test_newcomers_and_enemies_did_not_hold_a_box(events: tuple[Event, ...]) -> None:
    state = position("KI-4 sov i1", "KI-5 sov i2", "KI-3 fin i1", "LK-3 fin i1", hands={"sov": ("55",)})
    for event in (e.PlayCard(card="55", mode="action"), *events):
        SPEC.fold.evolve[type(event)](state, event)
    assert not was_held(state, "sov", "LK-3")
