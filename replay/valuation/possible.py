"""Every answer that what is asked may get: faces of a roll, cards of a draw, listed orders; with their probabilities.

Dice and cards are fair, so their probabilities are exact fractions. Of a roll the faces count and not which die shows
them, unless the game says otherwise for its purpose (`GameRules.dice_in_order`); where it says that the rules read even
less of a pool (`GameRules.readings`), dice of one reading are one answer, the roll that comes first standing for it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice, product
from math import comb, factorial, prod
from typing import Any

from msgspec import Struct

from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.words import counted
from wardiary.events.common import Drawn, Rolled
from wardiary.events.errors import Refused, UsageError
from wardiary.events.kinds import Input, Order
from wardiary.replay.chance import drawn_as, rolled_as
from wardiary.replay.table import Table

__all__ = ["POOL_MOST", "Possible", "answer_as_typed", "possible_answers", "reading_of"]

POOL_MOST = 200_000
"""Different rolls of one pool that are looked at, at most."""


class Possible(Struct, frozen=True, kw_only=True):
    """An answer, as a person would type it, and its probability: None where a seat chooses.

    `reading` is what the rules read of it, where that is less than what it shows; answers of one reading are followed
    by the same futures.
    """

    answer: Input
    words: str
    weight: Fraction | None = None
    reading: str = ""


def possible_answers(table: Table, state: Any, *, seat: str = "", most: int) -> list[Possible]:
    """All answers to what is asked in this state, in a fixed order; of a simultaneous choice those of one `seat`.

    Raises Refused when nothing is asked, UsageError when there are more than `most`.
    """
    request = table.rules.request(state)
    match request:
        case Over():
            raise Refused("the game is over: nothing is asked")
        case Roll():
            found = _rolls(table, state, request)
        case Draw():
            found = _draws(table, request)
        case Choice():
            orders = table.rules.legal(state, seat or request.seats[0])
            found = [Possible(answer=order, words=answer_as_typed(table, state, order)) for order in orders]
    if len(found) > most:
        raise UsageError(
            f"there are {len(found)} answers here, more than {most}: allow them with --most {len(found)}, or try one "
            "with --set"
        )
    return found


def answer_as_typed(table: Table, state: Any, answer: Input) -> str:
    """The words with which a person gives this answer: `roll 3 6`, `draw 31`, the short name of an order."""
    match answer:
        case Rolled(dice=dice):
            return f"roll {' '.join(map(str, dice))}"
        case Drawn(cards=cards):
            return f"draw {' '.join(cards)}"
        case Order():
            return table.spec.words.name_order(table.data, state, answer)
        case _:
            raise Refused("neither an order nor a roll nor a draw")


def reading_of(table: Table, state: Any, request: Roll, dice: Sequence[int]) -> str:
    """What the rules read of these dice; empty where the game does not say that it is less than the faces."""
    reading = table.spec.rules.readings.get(request.purpose)
    return reading(table.data, state, request, dice) if reading else ""


def _rolls(table: Table, state: Any, request: Roll) -> list[Possible]:
    """One die by its faces; a pool by its readings, or by its different rolls, each with its number of ways."""
    shown: dict[tuple[object, str], tuple[tuple[int, ...], int]] = {}
    for dice, ways in _outcomes(request, in_order=request.purpose in table.spec.rules.dice_in_order):
        reading = reading_of(table, state, request, dice)
        key = (None if reading and request.count > 1 else dice, reading)
        first, so_far = shown.get(key, (dice, 0))
        shown[key] = first, so_far + ways
    return [
        Possible(
            answer=rolled_as(table.spec.fold.codec, request, dice),
            words=f"roll {' '.join(map(str, dice))}",
            weight=Fraction(ways, request.sides**request.count),
            reading=reading,
        )
        for (_, reading), (dice, ways) in shown.items()
    ]


def _outcomes(request: Roll, *, in_order: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Different rolls, rising, and in how many ways each falls. Raises UsageError for a pool too large to look at."""
    sides, count = request.sides, request.count
    if (size := sides**count if in_order else comb(sides + count - 1, count)) > POOL_MOST:
        raise UsageError(f"{counted(count, 'die', 'dice')} fall in {size} different ways: try one with --set")
    faces = range(1, sides + 1)
    if in_order:
        yield from ((dice, 1) for dice in product(faces, repeat=count))
        return
    for dice in combinations_with_replacement(faces, count):
        yield dice, factorial(count) // prod(map(factorial, Counter(dice).values()))


def _draws(table: Table, request: Draw) -> list[Possible]:
    """Cards by their ids: copies of one are one answer, as likely as there are copies."""
    bag, count = request.bag, request.count
    hands = list(islice(_hands(sorted(Counter(bag).items()), count), POOL_MOST + 1))
    if len(hands) > POOL_MOST:
        raise UsageError(f"{counted(count, 'card')} of {len(bag)} are drawn in too many ways: try one with --set")
    return [
        Possible(
            answer=drawn_as(table.spec.fold.codec, request, cards),
            words=f"draw {' '.join(cards)}",
            weight=Fraction(ways, comb(len(bag), count)),
        )
        for cards, ways in hands
    ]


def _hands(left: Sequence[tuple[str, int]], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Different hands of `count` cards from (card, copies), and in how many ways each can be drawn."""
    if count == 0:
        yield (), 1
        return
    if not left:
        return
    (card, copies), others = left[0], left[1:]
    for taken in range(min(copies, count), -1, -1):
        for hand, ways in _hands(others, count - taken):
            yield (card,) * taken + hand, comb(copies, taken) * ways
