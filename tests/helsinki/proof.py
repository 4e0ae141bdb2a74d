"""What Helsinki 1918 is proved with: for a seat the worlds that it cannot tell apart."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.state import copy_state
from wardiary.replay.proving import Proof

__all__ = ["PROOF"]


def twins(_data: Any, state: Any, seat: str) -> Iterator[Any]:
    """A card of another's hand changes places with one of the same deck in the bag or the pile."""
    owners = {"GS": "german", "RS": "red", "RE": "red", "WA": "white"}
    for deck, side in owners.items():
        if seat == side or (state.players == 2 and {seat, side} == {"german", "white"}):
            continue
        for card in dict.fromkeys(state.hands[side]):
            for pile in (state.bags, state.discards) if card.startswith(deck) else ():
                for other in dict.fromkeys(pile[deck]):
                    if other != card:
                        twin = copy_state(state)
                        twin.hands[side] = _with_one_other(state.hands[side], card, other)
                        (twin.bags if pile is state.bags else twin.discards)[deck] = _with_one_other(
                            pile[deck], other, card
                        )
                        yield twin


def _with_one_other(cards: tuple[str, ...], out: str, into: str) -> tuple[str, ...]:
    at = cards.index(out)
    return tuple(sorted((*cards[:at], *cards[at + 1 :], into)))


PROOF = Proof("helsinki", twins=twins)
