"""What Tiny is proved with: for a seat the worlds that it cannot tell apart."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.state import copy_state, encode_state
from wardiary.replay.proving import Proof

__all__ = ["PROOF"]


def twins(_data: Any, state: Any, seat: str) -> Iterator[Any]:
    """Any two unseen cards change places: those in the bag, in the other's hand, in the other's bid."""
    others = [side for side in state.hands if side != seat]
    unseen = [
        *(("bag", "", at) for at in range(len(state.bag))),
        *(("hand", side, at) for side in others for at in range(len(state.hands[side]))),
        *(("bid", side, 0) for side in others if side in state.bids),
    ]
    for at, one in enumerate(unseen):
        for other in unseen[at + 1 :]:
            twin = copy_state(state)
            first, second = _card(state, *one), _card(state, *other)
            _put(twin, *one, second)
            _put(twin, *other, first)
            twin.bag.sort()
            twin.hands = {side: tuple(sorted(hand)) for side, hand in twin.hands.items()}
            if encode_state(twin) != encode_state(state):
                yield twin


def _card(state: Any, where: str, side: str, at: int) -> str:
    card: str = state.bag[at] if where == "bag" else state.hands[side][at] if where == "hand" else state.bids[side]
    return card


def _put(state: Any, where: str, side: str, at: int, card: str) -> None:
    if where == "bag":
        state.bag[at] = card
    elif where == "hand":
        hand = state.hands[side]
        state.hands[side] = (*hand[:at], card, *hand[at + 1 :])
    else:
        state.bids[side] = card


EVENING = """\
# Two columns on one road, a short evening.
game: tiny
seat red: human
seat blue: human
dice: script

draw 01
draw 07
draw 03
draw 08
note Red holds the worst card of the deck.
red: bids 07
blue: bids 08
blue: march 4
blue: march 5
red: march 1
take back
red: march 2
red: march 1
draw 06
draw 04
red: 6
blue: 4
red: march 3
red: march 1
blue: march 6
draw 05
draw 10
red: #2
blue: {"t":"tiny.bid","by":"blue","card":"10"}
blue: m 4
blue: m 5
blue: m 6
red: march 2
red: march 3
roll 5 5 1
fix roll 5 5 5
roll 1 2 6
"""
"""The evening of docs/scripts.md."""

PROOF = Proof("tiny", twins=twins, games=20, script=EVENING, every_event=True)
