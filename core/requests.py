"""What a game waits for: an order of one seat or of several, a roll, a draw; or nothing, when it is over."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, overload

from msgspec import Struct

from wardiary.events.common import Ended
from wardiary.events.kinds import Frame, Order

__all__ = ["Choice", "Draw", "Legal", "Over", "Request", "Roll"]


class Choice(Struct, frozen=True, kw_only=True):
    """An order of one of `seats` (more than one: a simultaneous choice). A menu lists only some of what is accepted."""

    seats: tuple[str, ...]
    frame: Frame
    menu: bool = False


class Roll(Struct, frozen=True, kw_only=True):
    """`count` dice of `sides`, rolled by seat `by`; the label of the keyed dice is purpose, key and nth."""

    SETTLED: ClassVar = ("purpose", "by", "key", "nth", "sides")
    """What the answer has in common with the request."""

    purpose: str
    by: str
    key: str
    nth: int
    count: int
    sides: int = 6


class Draw(Struct, frozen=True, kw_only=True):
    """`count` cards, each uniform over what is left of `bag` (sorted), for seat `by`."""

    SETTLED: ClassVar = ("deck", "by", "shuffle")
    """What the answer has in common with the request."""

    deck: str
    by: str
    bag: tuple[str, ...]
    shuffle: int = 0
    count: int = 1


class Over(Struct, frozen=True, kw_only=True):
    """The game is decided."""

    result: Ended


Request = Choice | Roll | Draw | Over


class Legal(Sequence[Order]):
    """The listed answers to a choice, in the game's fixed order: count, index, iterate.

    Orders are made only when looked at. Listed and accepted are one thing, except where the request is a menu.
    """

    __slots__ = ("_count", "_kinds")

    def __init__(self, kinds: Sequence[tuple[Callable[..., Order], Sequence[tuple[Any, ...]]]]) -> None:
        """`kinds`: in order, what makes an order of a kind, and the field tuples of its orders."""
        self._kinds = kinds
        self._count = sum([len(listed) for _, listed in kinds])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Order: ...
    @overload
    def __getitem__(self, index: slice) -> list[Order]: ...
    def __getitem__(self, index: int | slice) -> Order | list[Order]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._count))]
        at = index if index >= 0 else index + self._count
        if at >= 0:
            for make, listed in self._kinds:
                if at < len(listed):
                    return make(*listed[at])
                at -= len(listed)
        raise IndexError(f"answer {index} of {self._count}")

    def __iter__(self) -> Iterator[Order]:
        return (make(*fields) for make, listed in self._kinds for fields in listed)
