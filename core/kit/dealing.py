"""Cards that nobody sees, dealt anew among the places where they may lie."""

from collections.abc import Callable, Sequence

__all__ = ["deal"]


def deal(cards: Sequence[str], sizes: Sequence[int], choose: Callable[[int], int]) -> list[tuple[str, ...]]:
    """The cards dealt into places of these sizes, every deal as likely as another; each place sorted.

    A shuffle from behind (Durstenfeld 1964) that stops as soon as all places but the last are full: `choose` is asked
    for one number below the cards left, for each card of these. Raises ValueError unless the sizes add up to the cards.
    """
    if min(sizes, default=0) < 0 or sum(sizes) != len(cards):
        raise ValueError(f"{len(cards)} cards cannot be dealt as {', '.join(map(str, sizes)) or 'nothing'}")
    left, places = list(cards), list[tuple[str, ...]]()
    for size in sizes[:-1]:
        place: list[str] = []
        for _ in range(size):
            at = choose(len(left))
            left[at], left[-1] = left[-1], left[at]
            place.append(left.pop())
        places.append(tuple(sorted(place)))
    return [*places, tuple(sorted(left))] if sizes else []
