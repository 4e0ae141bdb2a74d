"""Which dice are in force while a diary is read, and what they would have given."""

from collections.abc import Sequence

import msgspec

from wardiary.core.chance.commitment import matches
from wardiary.core.requests import Draw, Request, Roll
from wardiary.events.common import DiceSource, Drawn, Rolled
from wardiary.events.kinds import Chance
from wardiary.replay.chance import KeyedSource
from wardiary.replay.dice import Dice

__all__ = ["DiceTrail", "fits"]


class DiceTrail:
    """The dice of the header, changed by each `reseeded`, whatever was taken back: a new secret stays the new one.

    `reveal` is what the seal tells, in hex; it opens the stretch whose commitment it fits.
    """

    def __init__(self, declared: DiceSource, reveal: str | None) -> None:
        self._reveal = reveal
        self.change(declared)

    def change(self, declared: DiceSource) -> None:
        """From here on these dice are in force."""
        self.declared = declared
        self.source: KeyedSource | None = None
        if declared.source == "seed" and declared.seed:
            source = Dice.seeded(declared.seed).source
            self.source = source if isinstance(source, KeyedSource) else None
        elif declared.source == "system" and self._reveal and matches(declared.commit or "", self._reveal):
            self.source = KeyedSource(bytes.fromhex(self._reveal), "system")

    def is_keyed(self, answer: Chance) -> bool:
        """Whether this roll or draw claims to come from the dice in force, and these can be made again."""
        return self.source is not None and getattr(answer, "source", None) == self.declared.source

    def expected(self, request: Request, answer: Chance) -> Chance:
        """The roll or draw as the dice in force give it, for an answer that `is_keyed` and fits the request."""
        if self.source is None:
            raise ValueError("the dice in force cannot be made again")
        if isinstance(request, Roll):
            return msgspec.structs.replace(answer, dice=self.source.roll(request))
        if isinstance(request, Draw):
            return msgspec.structs.replace(answer, cards=self.source.draw(request))
        return answer


def fits(request: Request, answer: Chance) -> bool:
    """Whether this answers that request, whatever the faces or cards."""
    match request, answer:
        case Roll(), Rolled():
            names: Sequence[str] = Roll.SETTLED
            count = len(answer.dice)
        case Draw(), Drawn():
            names = Draw.SETTLED
            count = len(answer.cards)
        case _:
            return False
    return count == request.count and all(getattr(request, name) == getattr(answer, name) for name in names)
