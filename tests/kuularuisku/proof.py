"""What Kuularuisku 1918 is proved with: for a seat the worlds that it cannot tell apart."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.state import copy_state
from wardiary.replay.proving import Proof

__all__ = ["PROOF"]


def twins(_data: Any, state: Any, seat: str) -> Iterator[Any]:
    """The other side has answered otherwise about its waiting units."""
    for side, want in state.wants.items():
        if side != seat:
            twin = copy_state(state)
            twin.wants[side] = not want
            yield twin


PROOF = Proof("kuularuisku", twins=twins, moments=15, forks=20)
