"""Dice, draws and choices as pure functions of a seed and a label: no stream, nothing to keep, nothing to rewind.

Each value comes from a keyed blake2b of its own label, so that a changed order leaves all other rolls as they were,
nobody foretells a roll from earlier ones, and anyone who holds the seed can make every value again. docs/dice.md is
the description; tests/chance/vectors.json holds the known answers, which are part of the file format.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b

__all__ = ["SIDES_MAX", "choose", "draw", "roll", "roll_label", "seed_bytes"]

SIDES_MAX = 65_536
"""A face is made of one byte or two."""

_DICE, _DRAW, _CHOICE, _SEED = b"wardiary-dice", b"wardiary-draw", b"wardiary-pick", b"wardiary-seed"
_WORD = 8
_WORDS = 1 << 8 * _WORD


def seed_bytes(text: str) -> bytes:
    """The 32 bytes that an open seed stands for; the text is what the header's `dice_source.seed` holds."""
    return blake2b(text.encode(), digest_size=32, person=_SEED).digest()


def roll_label(purpose: str, key: str, nth: int) -> str:
    """The label of a roll: purpose, context, and the ordinal among rolls of equal purpose and context.

    Two different rolls never share a label: the first bar ends the purpose, the last begins the ordinal. Raises
    ValueError for a purpose with a bar in it.
    """
    if "|" in purpose:
        raise ValueError(f"a roll's purpose must not hold a bar: {purpose!r}")
    return f"{purpose}|{key}|{nth}"


def roll(seed: bytes, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
    """`count` faces from 1 to `sides`; a bigger pool under the same label begins with the same faces.

    Raises ValueError for an empty seed, a count below 1, or sides outside 2 to 65,536.
    """
    if count < 1:
        raise ValueError(f"cannot roll {count} dice")
    if sides > 255:
        return _roll_wide(seed, label, count, sides)
    faces, rejected = _byte_faces(sides)
    found = _first_block(seed, _DICE, label).translate(faces, rejected)
    if len(found) < count:
        blocks = _blocks(seed, _DICE, label)
        found = b""
        while len(found) < count:
            found += next(blocks).translate(faces, rejected)
    return tuple(found[:count])


def _roll_wide(seed: bytes, label: str, count: int, sides: int) -> tuple[int, ...]:
    """Faces beyond a byte: two bytes each, the higher first."""
    if sides > SIDES_MAX:
        raise ValueError(f"a die has 2 to {SIDES_MAX} sides, not {sides}")
    faces = _below(sides, 2, _blocks(seed, _DICE, label))
    return tuple(next(faces) + 1 for _ in range(count))


def choose(seed: bytes, label: str, count: int) -> int:
    """A uniform index from 0 to `count - 1`, for players that choose among `count` answers.

    Raises ValueError for an empty seed or a count outside 1 to 2**64.
    """
    if not 1 <= count <= _WORDS:
        raise ValueError(f"cannot choose among {count}")
    word = int.from_bytes(_first_block(seed, _CHOICE, label)[:_WORD])
    if word < _WORDS - _WORDS % count:
        return word % count
    return next(_below(count, _WORD, _blocks(seed, _CHOICE, label)))


def draw(seed: bytes, deck: str, shuffle: int, bag: Iterable[str], count: int = 1) -> tuple[str, ...]:
    """The next `count` cards to leave the bag, one after another: each time the card with the least keyed hash.

    The order of `bag` is of no account. Cards of one id are told apart by their ordinal in the bag (0, 1, ...), which
    enters the hash. So does the number of spare copies, the cards beyond the first of each id: when one of several
    copies leaves, all that stay are hashed anew. Without that the copies that stay would inherit the luck of the one
    that left, and follow it too often. In a bag without copies the rest therefore keeps its order whatever leaves.

    Drawing `count` cards is the same as drawing one card `count` times from the bag as it then is. Raises ValueError
    for an empty seed or a count outside 1 to the size of the bag.
    """
    left = Counter(bag)
    size = left.total()
    if not 1 <= count <= size:
        raise ValueError(f"cannot draw {count} cards from a bag of {size}")
    drawn: list[str] = []
    while len(drawn) < count:
        for card in _leaving_order(seed, deck, shuffle, left):
            drawn.append(card)
            left[card] -= 1
            if left[card] or len(drawn) == count:
                break
    return tuple(drawn)


def _leaving_order(seed: bytes, deck: str, shuffle: int, left: Counter[str]) -> list[str]:
    """The cards by rising hash, as long as no card leaves that has a copy left behind."""
    held = {card: copies for card, copies in left.items() if copies > 0}
    spare = sum(held.values()) - len(held)
    base = _keyed(seed, _DRAW).copy()
    base.update(f"{len(deck)}:{deck}{shuffle},{spare},".encode())
    hashed: list[tuple[bytes, str]] = []
    for copy in range(max(held.values())):
        numbered = base.copy()
        numbered.update(f"{copy}:".encode())
        for card, copies in held.items():
            if copies > copy:
                one = numbered.copy()
                one.update(card.encode())
                hashed.append((one.digest(), card))
    hashed.sort()
    return [card for _, card in hashed]


def _below(limit: int, width: int, blocks: Iterator[bytes]) -> Iterator[int]:
    """Uniform numbers below `limit` from `width` bytes each; the uneven rest of the range is thrown away."""
    end = 256**width - 256**width % limit
    for block in blocks:
        for at in range(0, len(block), width):
            number = int.from_bytes(block[at : at + width])
            if number < end:
                yield number % limit


def _blocks(seed: bytes, person: bytes, label: str) -> Iterator[bytes]:
    """64 bytes after 64 bytes: keyed blake2b of the block's number (8 bytes, from 0) and the label."""
    number = 0
    while True:
        block = _keyed(seed, person).copy()
        block.update(number.to_bytes(8) + label.encode())
        yield block.digest()
        number += 1


def _first_block(seed: bytes, person: bytes, label: str) -> bytes:
    """The first of `_blocks`, without the price of a generator."""
    block = _keyed(seed, person).copy()
    block.update(b"\0\0\0\0\0\0\0\0" + label.encode())
    return block.digest()


# The two caches below hold prepared values of pure functions; they are copied or read, never changed.


@lru_cache(maxsize=16)
def _keyed(seed: bytes, person: bytes) -> blake2b:
    """A hash object with its key taken in: half the price of making one for each label."""
    if not seed:
        raise ValueError("the seed is empty")
    return blake2b(key=seed if len(seed) <= 64 else blake2b(seed).digest(), person=person)


@lru_cache(maxsize=64)
def _byte_faces(sides: int) -> tuple[bytes, bytes]:
    """For each byte its face, and the bytes that stand for none: the uneven rest above the last whole turn."""
    if sides < 2:
        raise ValueError(f"a die has 2 to {SIDES_MAX} sides, not {sides}")
    end = 256 - 256 % sides
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(end, 256))
