"""For each game, worlds that a seat cannot tell apart: the same state with what is hidden from the seat dealt anew.

A game with hidden things adds its function here: (component data, state, seat) -> other states, equal in everything
that the seat knows. A game in which everything lies open stands here with `open_game`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wardiary.core.state import copy_state, encode_state

__all__ = ["TWINS", "Twins"]

Twins = Callable[[Any, Any, str], Iterator[Any]]


def open_game(_data: Any, _state: Any, _seat: str) -> Iterator[Any]:
    """Nothing is hidden."""
    return iter(())


def tiny(_data: Any, state: Any, seat: str) -> Iterator[Any]:
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
            first, second = _tiny_card(state, *one), _tiny_card(state, *other)
            _tiny_put(twin, *one, second)
            _tiny_put(twin, *other, first)
            twin.bag.sort()
            twin.hands = {side: tuple(sorted(hand)) for side, hand in twin.hands.items()}
            if encode_state(twin) != encode_state(state):
                yield twin


def _tiny_card(state: Any, where: str, side: str, at: int) -> str:
    card: str = state.bag[at] if where == "bag" else state.hands[side][at] if where == "hand" else state.bids[side]
    return card


def _tiny_put(state: Any, where: str, side: str, at: int, card: str) -> None:
    if where == "bag":
        state.bag[at] = card
    elif where == "hand":
        hand = state.hands[side]
        state.hands[side] = (*hand[:at], card, *hand[at + 1 :])
    else:
        state.bids[side] = card


def freezing(data: Any, state: Any, seat: str) -> Iterator[Any]:
    """A hidden card of the other's hand changes places with one of his bag; cards new this turn are known to all."""
    old = {card for card in data.cards if data.cards[card].turn != state.turn}
    for card, side in state.hands.items():
        for other, owner in state.bags.items():
            if side == owner != seat and {card, other} <= old:
                twin = copy_state(state)
                del twin.hands[card], twin.bags[other]
                twin.hands[other], twin.bags[card] = side, side
                yield twin


def brother(data: Any, state: Any, seat: str) -> Iterator[Any]:
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


def _sorted_with(pile: tuple[str, ...], out: str, into: str) -> tuple[str, ...]:
    return tuple(sorted((*(card for card in pile if card != out), into)))


def helsinki(_data: Any, state: Any, seat: str) -> Iterator[Any]:
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


def kuularuisku(_data: Any, state: Any, seat: str) -> Iterator[Any]:
    """The other side has answered otherwise about its waiting units."""
    for side, want in state.wants.items():
        if side != seat:
            twin = copy_state(state)
            twin.wants[side] = not want
            yield twin


TWINS: Mapping[str, Twins] = {
    "brother": brother,
    "freezing": freezing,
    "helsinki": helsinki,
    "kuularuisku": kuularuisku,
    "tiny": tiny,
}
