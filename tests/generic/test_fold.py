"""The common part of every fold."""

import pytest

from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyState
from wardiary.events import tiny as e
from wardiary.events.common import Back

FRAMES = (
    e.AskBattle(),
    e.AskMarch(at=1, side="red", points=2),
    e.AskMarch(at=2, side="blue", points=3),
    e.AskDraw(at=3),
)


@pytest.mark.parametrize("at", range(5))
def test_a_frame_stands_at_its_place_and_nothing_above_it(at: int) -> None:
    state = TinyState(frames=FRAMES)
    frame = e.AskMarch(at=at, side="blue", points=1)
    SPEC.fold.evolve[e.AskMarch](state, frame)
    assert state.frames == (*FRAMES[:at], frame)


@pytest.mark.parametrize("to", range(5))
def test_falling_back_leaves_so_many_frames(to: int) -> None:
    state = TinyState(frames=FRAMES)
    SPEC.fold.evolve[Back](state, Back(to=to))
    assert state.frames == FRAMES[:to]
