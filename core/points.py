"""A decision point: everything that happens at one frame, in one place.

A class per frame, named and ordered as in the rulebook. In this order: what happens by itself on arrival (`arrive`),
the legal answers (`@option` methods), the chance asked (`chance`), what each answer causes (`then`).

    class Movement(Point[State, Data, AskMoves]):
        frame = AskMoves

        def arrive(self, s, f, run):                     # True: ask here; False: the stack has changed, look again
            ...
        @option(MoveUnit, over=steps_of_activated, outside="XYZ-4.2-01: an activated unit, one box along its front")
        def move(self, s, f, unit, box):                 # why not, or None
            ...
        def then(self, s, f, answer, run):               # the answer itself has evolved already
            ...

An order is accepted when its fields are in the option's universe (`over`) and its bar (the method) has no objection:
so listed and accepted are the same by construction, and a bar never meets a unit that is not there.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar

from wardiary.core.requests import Draw, Legal, Roll
from wardiary.core.run import Run
from wardiary.core.state import State
from wardiary.events.kinds import Frame, Input, Order, SeatFrame, SeatOrder
from wardiary.events.vocabulary import tag_of

__all__ = ["Option", "Point", "Universe", "option"]

S = TypeVar("S", bound=State)
D = TypeVar("D")
F = TypeVar("F", bound=Frame)
Bar = TypeVar("Bar", bound=Callable[..., str | None])
Universe = Callable[[Any, Any, Any], Iterable[tuple[Any, ...]]]
"""(data, state, frame) -> the field tuples an order could have here, sorted, each once."""


class Option:
    """One kind of order at a point: its universe, its bar, and the words for what is outside the universe."""

    __slots__ = ("bar", "make", "menu", "order", "outside", "over", "values")

    def __init__(
        self, order: type[Order], over: Universe, outside: str, menu: bool, bar: Callable[..., str | None]
    ) -> None:
        self.order, self.over, self.outside, self.menu, self.bar = order, over, outside, menu, bar
        self.make, self.values = _maker(order), _taker(order)


def _maker(order: type[Order]) -> Callable[..., Order]:
    fields = order.__struct_fields__
    match fields:
        case ():
            return order
        case (only,):
            return lambda value: order(**{only: value})
        case _:
            return lambda *values: order(**dict(zip(fields, values, strict=True)))


def _taker(order: type[Order]) -> Callable[[Order], tuple[Any, ...]]:
    """The fields of an order of this kind, as its maker takes them."""
    fields = order.__struct_fields__
    match fields:
        case ():
            return lambda _order: ()
        case (only,):
            return lambda order: (getattr(order, only),)
        case _:
            return attrgetter(*fields)


def _once(_data: Any, _state: Any, _frame: Any) -> tuple[tuple[()]]:
    return ((),)


def option(
    order: type[Order], *, over: Universe = _once, outside: str = "", menu: bool = False
) -> Callable[[Bar], Bar]:
    """Mark a method of a point as the bar of one kind of order.

    `over` lists the field tuples that make sense here; `outside` (clause first) refuses everything else. Without
    `over` the order has no fields. With `menu` the list is only a choice of proposals: the bar alone judges, and must
    stand any values of the right types.
    """

    def mark(bar: Bar) -> Bar:
        bar.option = (order, over, outside, menu)  # type: ignore[attr-defined]
        return bar

    return mark


class Point(Generic[S, D, F]):
    """What happens at one frame. Instances hold the component data and nothing else."""

    frame: ClassVar[type[Frame]]

    def __init__(self, data: D) -> None:
        self.data = data
        self.options: dict[type[Order], Option] = {}
        for cls in reversed(type(self).__mro__):
            for member in vars(cls).values():
                if marked := getattr(member, "option", None):
                    order, over, outside, menu = marked
                    self.options[order] = Option(order, over, outside, menu, member.__get__(self))
        self.menu = any(o.menu for o in self.options.values())
        if anonymous := self._anonymous_orders():
            raise TypeError(
                f"{type(self).__name__} does not ask one side: {', '.join(anonymous)} must be a SeatOrder, "
                f"or {self.frame.__name__} a SeatFrame"
            )

    def _anonymous_orders(self) -> list[str]:
        """The orders of which nothing would say whose they are."""
        if issubclass(self.frame, SeatFrame):
            return []
        return [order.__name__ for order in self.options if not issubclass(order, SeatOrder)]

    def arrive(self, s: S, f: F, run: Run[S]) -> bool:
        """What happens by itself on arriving here. True: ask. False: state or stack changed, look again."""
        return True

    def seats(self, s: S, f: F) -> tuple[str, ...]:
        """Who is asked: the seat that plays the frame's side. A simultaneous choice names several."""
        return (s.seat_playing(f.asked_side),)

    def chance(self, s: S, f: F) -> Roll | Draw | None:
        """The roll or draw asked here; None where seats are asked."""
        return None

    def then(self, s: S, f: F, answer: Any, run: Run[S]) -> None:
        """What the accepted answer causes. Checks that may decide the game come last."""
        raise NotImplementedError(f"{type(self).__name__} has no then()")

    def legal(self, s: S, f: F, seat: str | None = None) -> Legal:
        """All listed orders here, or those that one seat of several may give."""
        data, listed = self.data, []
        for kind in self.options.values():
            bar = kind.bar
            listed.append((kind.make, [fields for fields in kind.over(data, s, f) if bar(s, f, *fields) is None]))
        if seat is not None and len(self.seats(s, f)) > 1:
            listed = [(make, [fields for fields in kind if make(*fields).given_by == seat]) for make, kind in listed]
        return Legal(listed)

    def any_legal(self, s: S, f: F, *orders: type[Order]) -> bool:
        """Whether any order of these kinds is legal here; stops at the first."""
        for order in orders:
            kind = self.options[order]
            bar = kind.bar
            for fields in kind.over(self.data, s, f):
                if bar(s, f, *fields) is None:
                    return True
        return False

    def refusal(self, s: S, f: F, order: Input) -> str | None:
        """Why this order is not accepted here, or None."""
        kind = self.options.get(type(order))  # type: ignore[arg-type]
        if kind is None:
            asked = ", ".join(tag_of(o) for o in self.options)
            return f"{tag_of(type(order))} is not asked now; asked is: {asked}"
        fields = kind.values(order)  # type: ignore[arg-type]
        if not kind.menu and fields not in kind.over(self.data, s, f):
            return kind.outside
        return kind.bar(s, f, *fields)
