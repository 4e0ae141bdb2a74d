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

__all__ = ["ChanceSource", "KeyedSource", "TypedSource", "answer_chance", "drawn_as", "rolled_as"]


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
        return rolled_as(codec, request, source.roll(request), source.name)
    return drawn_as(codec, request, source.draw(request), source.name)


def rolled_as(codec: Codec, request: Roll, dice: tuple[int, ...], source: SourceName = "typed") -> Rolled:
    """The event of a roll that fell so, not yet judged."""
    rolled = cast(type[Rolled], codec.by_tag["rolled"])
    return rolled(
        purpose=request.purpose,
        by=request.by,
        key=request.key,
        nth=request.nth,
        sides=request.sides,
        dice=dice,
        source=source,
    )


def drawn_as(codec: Codec, request: Draw, cards: tuple[str, ...], source: SourceName = "typed") -> Drawn:
    """The event of a draw of these cards, not yet judged."""
    drawn = cast(type[Drawn], codec.by_tag["drawn"])
    return drawn(deck=request.deck, by=request.by, shuffle=request.shuffle, cards=cards, source=source)
