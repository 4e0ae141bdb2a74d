"""What a person types, understood: an order by name, prefix or number, dice, cards.

Nothing is guessed: what fits two answers is refused with both, what fits none with those it comes nearest to.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches

from wardiary.core.requests import Draw, Roll
from wardiary.core.words import counted
from wardiary.events.errors import UsageError

__all__ = ["choose", "dice_example", "dice_words", "is_number", "parse_cards", "parse_dice"]

_SHOWN = 5
"""Candidates named in a refusal."""


def _words_of(text: str) -> list[str]:
    """The words of a typed text or of a name, without regard to case and to what separates them."""
    return re.findall(r"[\w.*+/'-]+", text.casefold())


def choose(names: Sequence[str], typed: str, explained: Sequence[str] = ()) -> int:
    """Index of the one name that is meant: `#3`, the third; else the whole name, its number, or its words' beginnings.

    Words may be left out but keep their order: `b 3` is "blue bids 3". A whole word beats a beginning, so that
    `march 1` is not `march 11`. A bare number may be the number on the list or a word of a name; where both would
    do, neither does. `explained` says more about each name; its words count where the names alone do not tell what is
    meant, its numbers never. Raises UsageError saying what was expected.
    """
    if re.fullmatch(r"#\s*\d{1,9}", typed):
        index = int(typed[1:]) - 1
        if not 0 <= index < len(names):
            raise UsageError(f"there are answers #1 to #{len(names)}")
        return index
    words = _words_of(typed)
    split = [_words_of(name) for name in names]
    if words in split:
        return split.index(words)
    begun = _fitting(words, split)
    if is_number(typed) and 1 <= int(typed) <= len(names):
        begun = sorted({*begun, int(typed) - 1})
    if explained and not begun:
        said = ([word for word in _words_of(text) if not is_number(word)] for text in explained)
        begun = _fitting(words, [name + more for name, more in zip(split, said, strict=True)])
    if len(begun) == 1 and words:
        return begun[0]
    if begun and words:
        shown = ", ".join(f"#{at + 1} {names[at]}" for at in begun[:_SHOWN])
        more = f" and {len(begun) - _SHOWN} more" if len(begun) > _SHOWN else ""
        raise UsageError(f"{typed!r} may be {shown}{more}")
    raise UsageError(f"{typed!r} is no answer here{_nearest(typed, names)}")


def _fitting(words: Sequence[str], split: Sequence[Sequence[str]]) -> list[int]:
    """The names in which the words stand whole; else those in which they begin words."""
    whole = [at for at, name in enumerate(split) if _in_order(words, name, _whole)]
    return whole or [at for at, name in enumerate(split) if _in_order(words, name, _beginning)]


def is_number(text: str) -> bool:
    """Whether the text is a number that can stand in a game."""
    return text.isascii() and text.isdigit() and len(text) < 10


def _in_order(words: Iterable[str], name: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether the words fit words of the name, in its order."""
    rest = iter(name)
    return all(any(fits(part, word) for part in rest) for word in words)


def _whole(part: str, word: str) -> bool:
    """Numbers are the same with and without leading zeros."""
    return part == word or (is_number(part) and is_number(word) and int(part) == int(word))


def _beginning(part: str, word: str) -> bool:
    """The beginning of a number is another number."""
    return part.startswith(word) if not is_number(word) else _whole(part, word)


def _nearest(typed: str, names: Sequence[str]) -> str:
    """ "; did you mean ...?", or what there is where nothing is near; empty where there is nothing.

    A number is never taken for another: near are the names with the numbers that were typed, all uses of a card.
    """
    by_folded = {name.casefold(): name for name in names}
    if numbers := [word for word in _words_of(typed) if is_number(word)]:
        near = [name for name in by_folded if _in_order(numbers, _words_of(name), _whole)][:_SHOWN]
    else:
        near = get_close_matches(typed.casefold(), by_folded, n=3, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(by_folded[name] for name in near)}?"
    if not names:
        return ""
    shown = ", ".join(names[:_SHOWN])
    return f"; answers are {shown}{f' and {len(names) - _SHOWN} more (? lists them)' if len(names) > _SHOWN else ''}"


def dice_words(request: Roll) -> str:
    """`2 dice of 1 to 6`."""
    return f"{counted(request.count, 'die', 'dice')} of 1 to {request.sides}"


def _example(request: Roll) -> list[str]:
    return [str(1 + at * 2 % request.sides) for at in range(request.count)]


def dice_example(request: Roll) -> str:
    """How this roll may be typed: `1 3, or 13`."""
    faces = _example(request)
    return " ".join(faces) + (f", or {''.join(faces)}" if len(faces) > 1 and request.sides <= 9 else "")


def parse_dice(typed: str, request: Roll) -> tuple[int, ...]:
    """The dice of a roll: `3 6 2`, `3,6,2`, or `362` where no face has two digits. Raises UsageError."""
    expected = f"{dice_words(request)}, such as {' '.join(_example(request))}"
    groups = re.findall(r"\d+", typed)
    if not groups or not re.fullmatch(r"[\d\s,;]+", typed) or not typed.isascii():
        raise UsageError(f"{typed!r} is no roll; expected {expected}")
    run_together = len(groups) == 1 and request.count > 1 and request.sides <= 9
    dice = [int(face) for face in (groups[0] if run_together else groups) if len(face) < 10]
    if len(dice) != request.count:
        raise UsageError(f"{counted(len(dice), 'die', 'dice')}; expected {expected}")
    if outside := [face for face in dice if not 1 <= face <= request.sides]:
        raise UsageError(f"no die shows {outside[0]}; expected {expected}")
    return tuple(dice)


def parse_cards(
    typed: str, request: Draw, titles: Sequence[str], *, secret: bool = False, gone: Collection[str] = ()
) -> tuple[str, ...]:
    """The cards of a draw, by id or title, several with commas; `titles` go with the bag. Raises UsageError.

    Where the draw is `secret` no refusal names another card: what is in the bag tells what is in other hands. `gone`
    are cards drawn before, which whoever draws may know of.
    """
    parts = [part.strip() for part in typed.split(",") if part.strip()]
    if len(parts) == 1 and request.count > 1:
        parts = parts[0].split()
    if len(parts) != request.count:
        raise UsageError(f"{counted(len(parts), 'card')}; expected {request.count} of {request.deck}")
    left = list(zip(request.bag, titles, strict=True))
    cards: list[str] = []
    for part in parts:
        ids = [card for card, _ in left]
        _need_undrawn(part, ids, [*gone, *cards])
        at = ids.index(part) if part in ids else _card_at(left, part, request.deck, secret=secret)
        cards.append(left.pop(at)[0])
    return tuple(cards)


def _need_undrawn(typed: str, left: Sequence[str], gone: Sequence[str]) -> None:
    """Raises UsageError for a card that was drawn and does not lie in the bag again."""
    if not any(_whole(card, typed) for card in left):
        for card in gone:
            if _whole(card, typed):
                raise UsageError(f"{card} has been drawn")


def _card_at(left: Sequence[tuple[str, str]], typed: str, deck: str, *, secret: bool) -> int:
    """Where the card is that is meant: equal cards of a bag are one and the same."""
    kinds = list(dict.fromkeys(left))
    names = [card if card == title else f"{card} {title}" for card, title in kinds]
    words = _words_of(typed)
    begun = [at for at, (card, _) in enumerate(kinds) if _in_order(words, _words_of(card), _whole)]
    begun = begun or [at for at, name in enumerate(names) if _in_order(words, _words_of(name), _beginning)]
    if len(begun) == 1 and words:
        return left.index(kinds[begun[0]])
    if begun and words:
        several = "more than one card" if secret else ", ".join(names[at] for at in begun[:_SHOWN])
        raise UsageError(f"{typed!r} may be {several}: type the card's number")
    raise UsageError(f"{typed!r} is no card of {deck} that can be drawn{'' if secret else _nearest(typed, names)}")
