"""What Freezing Death is proved with: for a seat the worlds that it cannot tell apart."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.state import copy_state
from wardiary.replay.proving import Proof

__all__ = ["PROOF"]


def twins(data: Any, state: Any, seat: str) -> Iterator[Any]:
    """A hidden card of the other's hand changes places with one of his bag; cards new this turn are known to all."""
    old = {card for card in data.cards if data.cards[card].turn != state.turn}
    for card, side in state.hands.items():
        for other, owner in state.bags.items():
            if side == owner != seat and {card, other} <= old:
                twin = copy_state(state)
                del twin.hands[card], twin.bags[other]
                twin.hands[other], twin.bags[card] = side, side
                yield twin


PROOF = Proof("freezing", twins=twins)
