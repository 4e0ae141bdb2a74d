"""Cards as sorted tuples: bags, hands and piles. Copies of a card lie side by side."""

from bisect import insort

__all__ = ["add", "take"]


def add(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The cards with these among them, sorted."""
    whole = list(cards)
    for card in more:
        insort(whole, card)
    return tuple(whole)


def take(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The cards without these, one copy each. Raises ValueError when one is not there."""
    for card in gone:
        at = cards.index(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards
