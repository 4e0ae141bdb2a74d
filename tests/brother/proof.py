"""What Brother Against Brother is proved with: for a seat the worlds that it cannot tell apart."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.state import copy_state
from wardiary.replay.proving import Proof

__all__ = ["PROOF"]


def twins(data: Any, state: Any, seat: str) -> Iterator[Any]:
    """A card of the other's hand changes places with one of his pool; the fixed card of the month is known to all."""
    for card, side in state.hands.items():
        share = data.shares[side].month(state.month)
        if share is not None and card == share.fixed_card:
            continue
        for other, owner in state.pools.items():
            if side == owner != seat:
                twin = copy_state(state)
                del twin.hands[card], twin.pools[other]
                twin.hands[other], twin.pools[card] = side, side
                yield twin


PROOF = Proof("brother", twins=twins)
