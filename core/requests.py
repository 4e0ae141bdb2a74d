"""What a game waits for: an order of one seat or of several, a roll, a draw; or nothing, when it is over."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

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

    purpose: str
    by: str
    key: str
    nth: int
    count: int
    sides: int = 6


class Draw(Struct, frozen=True, kw_only=True):
    """`count` cards, each uniform over what is left of `bag` (sorted), for seat `by`."""

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

    __slots__ = ("_entries",)

    def __init__(self, entries: list[tuple[Callable[..., Order], tuple[Any, ...]]]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Order: ...
    @overload
    def __getitem__(self, index: slice) -> list[Order]: ...
    def __getitem__(self, index: int | slice) -> Order | list[Order]:
        if isinstance(index, slice):
            return [make(*fields) for make, fields in self._entries[index]]
        make, fields = self._entries[index]
        return make(*fields)

    def __iter__(self) -> Iterator[Order]:
        return (make(*fields) for make, fields in self._entries)
