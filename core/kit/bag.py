"""Cards as sorted tuples: bags, hands and piles. Copies of a card lie side by side."""

__all__ = ["add", "take"]


def add(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The cards with these among them, sorted."""
    whole = [*cards, *more]
    whole.sort()
    return tuple(whole)


def take(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The cards without these, one copy each. Raises ValueError when one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
