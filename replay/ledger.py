"""The cheap ledger of luck: what the dice of a diary gave against what fair dice give, from the log alone.

No playouts: pips and hits are summed by seat and purpose, and how rare each sum is comes exactly, by convolution. What
was taken back is no luck. Whether many pips are good is the game's affair; hits are good for who rolled them.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from wardiary.core.contract import AnyGame
from wardiary.core.kit.pips import expected, pips_of, tails
from wardiary.events.common import Drawn, Rolled
from wardiary.replay.replay import Replay

__all__ = ["ALL", "Account", "DeckAccount", "Ledger", "PurposeAccount", "ledger"]

ALL = "all"
"""Stands in place of a purpose for all rolls of a seat together."""


class Account(Struct, frozen=True, kw_only=True):
    """A sum of dice: `dice` of them in `rolls` rolls gave `total` where `expected` was to be expected.

    `at_most` is the probability that fair dice give no more than this, `at_least` that they give no less; the total
    itself counts in both.
    """

    rolls: int
    dice: int
    total: int
    expected: float
    at_most: float
    at_least: float

    @property
    def luck(self) -> float:
        """What came above expectation."""
        return self.total - self.expected


class PurposeAccount(Struct, frozen=True, kw_only=True):
    """The dice of a seat for a purpose, or all its dice. `hits` is None where the rolls count none."""

    seat: str
    purpose: str
    pips: Account
    hits: Account | None


class DeckAccount(Struct, frozen=True, kw_only=True):
    """The cards that a seat drew from a deck: how often, how many, how often the deck was shuffled again, which."""

    seat: str
    deck: str
    draws: int
    cards: int
    shuffles: int
    drawn: tuple[str, ...]


class Ledger(Struct, frozen=True, kw_only=True):
    """Accounts by seat and purpose, after those of a seat the one of all its dice; then the decks."""

    dice: tuple[PurposeAccount, ...]
    decks: tuple[DeckAccount, ...]


class _Pools:
    """Dice of one account, as they come."""

    def __init__(self) -> None:
        self.pips: Counter[tuple[int, ...]] = Counter()
        self.hits: Counter[tuple[int, ...]] = Counter()
        self.rolls = self.hit_rolls = self.pip_total = self.hit_total = 0

    def add(self, roll: Rolled, face_hits: tuple[int, ...] | None) -> None:
        """A roll, and how many hits each face of its dice is."""
        self.rolls += 1
        self.pips[pips_of(roll.sides)] += len(roll.dice)
        self.pip_total += sum(roll.dice)
        if face_hits is not None:
            self.hit_rolls += 1
            self.hits[face_hits] += len(roll.dice)
            self.hit_total += sum(face_hits[face - 1] for face in roll.dice)

    def account(self, seat: str, purpose: str) -> PurposeAccount:
        """The sums with their odds."""
        hits = _account(self.hits, self.hit_rolls, self.hit_total) if self.hit_rolls else None
        pips = _account(self.pips, self.rolls, self.pip_total)
        return PurposeAccount(seat=seat, purpose=purpose, pips=pips, hits=hits)


def _account(pool: Counter[tuple[int, ...]], rolls: int, total: int) -> Account:
    at_most, at_least = tails(pool, total)
    return Account(
        rolls=rolls,
        dice=pool.total(),
        total=total,
        expected=float(expected(pool)),
        at_most=float(at_most),
        at_least=float(at_least),
    )


def ledger(replay: Replay) -> Ledger:
    """The ledger of a diary's line of play. Raises Unfoldable, Unplayable."""
    pools: dict[tuple[str, str], _Pools] = {}
    draws: dict[tuple[str, str], list[Drawn]] = {}
    for event, face_hits in _chances(replay):
        if isinstance(event, Rolled):
            for purpose in (event.purpose, ALL):
                pools.setdefault((event.by, purpose), _Pools()).add(event, face_hits)
        else:
            draws.setdefault((event.by, event.deck), []).append(event)
    order = sorted(pools, key=lambda key: (key[0], key[1] == ALL, key[1]))
    return Ledger(
        dice=tuple(pools[key].account(*key) for key in order),
        decks=tuple(_deck(seat, deck, drawn) for (seat, deck), drawn in sorted(draws.items())),
    )


def _chances(replay: Replay) -> Iterator[tuple[Any, tuple[int, ...] | None]]:
    """Rolls and draws of the line of play; beside a roll how many hits each face is."""
    spec: AnyGame = replay.table.spec
    for n, event, state in replay.walk(taken_back=False):
        if isinstance(event, Rolled):
            with replay.naming(n):
                face_hits = spec.face_hits(replay.table.data, state, event) if spec.face_hits else None
            yield event, face_hits
        elif isinstance(event, Drawn):
            yield event, None


def _deck(seat: str, deck: str, drawn: list[Drawn]) -> DeckAccount:
    cards = tuple(card for draw in drawn for card in draw.cards)
    shuffles = len({draw.shuffle for draw in drawn}) - 1
    return DeckAccount(seat=seat, deck=deck, draws=len(drawn), cards=len(cards), shuffles=shuffles, drawn=cards)
