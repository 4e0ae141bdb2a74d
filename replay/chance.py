"""Where dice and cards come from when the game asks: a seed, a person at the table, a script.

A source answers the request; what it says becomes an event and from then on only the event counts.
"""

from collections.abc import Callable
from typing import Protocol, cast

from wardiary.core.chance.keyed import draw, roll, roll_label
from wardiary.core.requests import Draw, Roll
from wardiary.events.codec import Codec
from wardiary.events.common import Drawn, Rolled, SourceName
from wardiary.events.kinds import Chance

__all__ = ["ChanceSource", "KeyedSource", "TypedSource", "answer_chance"]


class ChanceSource(Protocol):
    """Answers rolls and draws."""

    @property
    def name(self) -> SourceName: ...
    def roll(self, request: Roll) -> tuple[int, ...]: ...
    def draw(self, request: Draw) -> tuple[str, ...]: ...


class KeyedSource:
    """Dice and draws keyed by a seed (`seed`) or by secret bytes that the header commits to (`system`)."""

    def __init__(self, seed: bytes, name: SourceName) -> None:
        self.name: SourceName = name
        self._seed = seed

    def roll(self, request: Roll) -> tuple[int, ...]:
        """The dice of the request's label."""
        label = roll_label(request.purpose, request.key, request.nth)
        return roll(self._seed, label, request.count, request.sides)

    def draw(self, request: Draw) -> tuple[str, ...]:
        """The cards of least keyed hash."""
        return draw(self._seed, request.deck, request.shuffle, request.bag, request.count)


class TypedSource:
    """Dice and draws that somebody tells: a person at the terminal, or the next line of a script."""

    def __init__(
        self,
        ask_dice: Callable[[Roll], tuple[int, ...]],
        ask_cards: Callable[[Draw], tuple[str, ...]],
        name: SourceName = "typed",
    ) -> None:
        self.name: SourceName = name
        self.roll, self.draw = ask_dice, ask_cards


def answer_chance(codec: Codec, source: ChanceSource, request: Roll | Draw) -> Chance:
    """The event of a source's answer, not yet judged."""
    if isinstance(request, Roll):
        rolled = cast(type[Rolled], codec.by_tag["rolled"])
        return rolled(
            purpose=request.purpose,
            by=request.by,
            key=request.key,
            nth=request.nth,
            sides=request.sides,
            dice=source.roll(request),
            source=source.name,
        )
    drawn = cast(type[Drawn], codec.by_tag["drawn"])
    return drawn(
        deck=request.deck, by=request.by, shuffle=request.shuffle, cards=source.draw(request), source=source.name
    )
