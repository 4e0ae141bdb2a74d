"""How rare a total of dice is: exact chances by convolution.

Dice are grouped by what their faces count: `{(1, 2, 3, 4, 5, 6): 12}` are the pips of twelve dice,
`{(0, 0, 0, 0, 1, 1): 5, (0, 0, 0, 1, 1, 1): 2}` the hits of five that hit on a 5 and two that hit on a 4. Every face of
a die is equally likely.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import prod

__all__ = ["DicePool", "expected", "fall", "pips_of", "tails", "variance", "ways"]

DicePool = Mapping[tuple[int, ...], int]
"""How many dice there are of each kind; a kind is what each of its faces counts, never less than 0."""


def pips_of(sides: int) -> tuple[int, ...]:
    """The kind of die that counts its pips."""
    return tuple(range(1, sides + 1))


def expected(pool: DicePool) -> Fraction:
    """The expected total."""
    return sum((count * Fraction(sum(faces), len(faces)) for faces, count in pool.items()), Fraction(0))


def variance(pool: DicePool) -> Fraction:
    """The variance of the total."""
    found = Fraction(0)
    for faces, count in pool.items():
        mean = Fraction(sum(faces), len(faces))
        found += count * sum(((face - mean) ** 2 for face in faces), Fraction(0)) / len(faces)
    return found


def ways(pool: DicePool) -> list[int]:
    """In how many ways the dice make each total, from 0 up.

    The product of the dice's polynomials, each held in one integer with a slot of bits a coefficient (Kronecker
    substitution): exact, and as fast as Python multiplies.
    """
    width = prod(len(faces) ** count for faces, count in pool.items()).bit_length() // 8 + 1
    packed = prod(sum(1 << 8 * width * face for face in faces) ** count for faces, count in pool.items())
    most = sum(max(faces) * count for faces, count in pool.items())
    slots = packed.to_bytes(width * (most + 1), "little")
    return [int.from_bytes(slots[at : at + width], "little") for at in range(0, len(slots), width)]


def tails(pool: DicePool, total: int) -> tuple[Fraction, Fraction]:
    """P(X <= total) and P(X >= total), X what the dice make; the total itself counts in both."""
    found = ways(pool)
    whole = sum(found)
    at_most = sum(found[: max(total + 1, 0)])
    at_least = whole - sum(found[: max(total, 0)])
    return Fraction(at_most, whole), Fraction(at_least, whole)


def fall(faces: tuple[int, ...], count: int, total: int) -> tuple[int, ...]:
    """Dice of one kind that make this total: the faces shown, from 1 up. Raises ValueError when none do."""
    shown: list[int] = []
    for left in reversed(range(count)):
        rest = ways({faces: left})
        fitting = [at for at, face in enumerate(faces) if 0 <= total - face < len(rest) and rest[total - face]]
        if not fitting:
            raise ValueError(f"{count} dice do not make this total")
        shown.append(fitting[0] + 1)
        total -= faces[fitting[0]]
    return tuple(shown)
