"""A decision point: everything that happens at one frame, in one place.

A class per frame, named and ordered as in the rulebook. In this order: what happens by itself on arrival (`arrive`),
the legal answers (`@option` methods), the chance asked (`chance`), what each answer causes (`then`).

    class Movement(Point[State, Data, AskMoves]):           # what happens at the frame AskMoves
        def arrive(self, s, f, run):                     # True: ask here; False: the stack has changed, look again
            ...
        @option(MoveUnit, over=steps_of_activated, outside="XYZ-4.2-01: an activated unit, one box along its front")
        def move(self, s, f, unit, box):                 # why not, or None
            ...
        done = unbarred(Done)                            # an order that nothing speaks against
        def then(self, s, f, answer, run):               # the answer itself has evolved already
            ...

An order is accepted when its fields are in the option's universe (`over`) and its bar (the method) has no objection:
so listed and accepted are the same by construction, and a bar never meets a unit that is not there. Orders are listed
in the order of their options.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, get_args

from wardiary.core.requests import Draw, Legal, Roll
from wardiary.core.run import Run
from wardiary.core.state import State
from wardiary.events.kinds import Frame, Input, Order, SeatFrame, SeatOrder
from wardiary.events.vocabulary import tag_of

__all__ = ["Marked", "Option", "Picks", "Point", "Universe", "option", "unbarred"]

S = TypeVar("S", bound=State)
D = TypeVar("D")
F = TypeVar("F", bound=Frame)
Bar = TypeVar("Bar", bound=Callable[..., str | None])
Universe = Callable[[Any, Any, Any], Iterable[tuple[Any, ...]]]
"""(data, state, frame) -> the field tuples an order could have here, sorted, each once."""


class Option:
    """One kind of order at a point: its universe, its bar if any, and the words for what is outside the universe."""

    __slots__ = ("bar", "lists", "make", "menu", "order", "outside", "over", "values")

    def __init__(self, marked: "Marked", bar: Callable[..., str | None] | None) -> None:
        self.order, self.over, self.outside, self.menu, listing = marked
        self.bar = bar
        self.make, self.values = _maker(self.order), _taker(self.order)
        self.lists = (self.make, self.over, bar) if listing is None else (self.make, listing, None)
        """What makes the listed orders, where their fields come from, and what is still to be asked of these."""


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


class Marked(NamedTuple):
    """What `option` and `unbarred` say of one kind of order."""

    order: type[Order]
    over: Universe
    outside: str
    menu: bool
    listing: Universe | None = None


def option(
    order: type[Order],
    *,
    over: Universe = _once,
    outside: str = "",
    menu: bool = False,
    listing: Universe | None = None,
) -> Callable[[Bar], Bar]:
    """Mark a method of a point as the bar of one kind of order.

    `over` lists the field tuples that make sense here; `outside` (clause first) refuses everything else. Without
    `over` the order has no fields. With `menu` the list is only a choice of proposals: the bar alone judges, and must
    stand any values of the right types. `listing` may find faster what the bar leaves of the universe, where the
    bar asks the same of many orders; tests hold the two together.
    """

    def mark(bar: Bar) -> Bar:
        bar.option = Marked(order, over, outside, menu, listing)  # type: ignore[attr-defined]
        return bar

    return mark


def unbarred(order: type[Order], *, over: Universe = _once, outside: str = "") -> Marked:
    """One kind of order at a point, against which nothing speaks that its universe lists."""
    return Marked(order, over, outside, menu=False)


class Point(Generic[S, D, F]):
    """What happens at one frame. Instances hold the component data and nothing else."""

    frame: ClassVar[type[Frame]]
    """The frame that the class names in its brackets; where several points share a base, each says its own."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if (named := get_args(base)[-1:]) and isinstance(named[0], type) and issubclass(named[0], Frame):
                cls.frame = named[0]

    def __init__(self, data: D) -> None:
        self.data = data
        self.options = {
            order: Option(marked, bar.__get__(self) if bar else None) for order, (marked, bar) in self.marked().items()
        }
        self.menu = any(o.menu for o in self.options.values())
        self._listings = tuple(o.lists for o in self.options.values())
        if anonymous := self._anonymous_orders():
            raise TypeError(
                f"{type(self).__name__} does not ask one side: {', '.join(anonymous)} must be a SeatOrder, "
                f"or {self.frame.__name__} a SeatFrame"
            )

    @classmethod
    def marked(cls) -> dict[type[Order], tuple[Marked, Callable[..., str | None] | None]]:
        """The orders that are asked here, with what is said of each and its bar."""
        found: dict[type[Order], tuple[Marked, Callable[..., str | None] | None]] = {}
        for base in reversed(cls.__mro__):
            for member in vars(base).values():
                if isinstance(member, Marked):
                    found[member.order] = member, None
                elif marked := getattr(member, "option", None):
                    found[marked.order] = marked, member
        return found

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
        for make, source, bar in self._listings:
            if bar is None:
                listed.append((make, list(source(data, s, f))))
            else:
                listed.append((make, [fields for fields in source(data, s, f) if bar(s, f, *fields) is None]))
        if seat is not None and len(self.seats(s, f)) > 1:
            listed = [(make, [fields for fields in kind if make(*fields).given_by == seat]) for make, kind in listed]
        return Legal(listed)

    def barred(self, s: S, f: F, seat: str) -> Iterator[tuple[Order, str]]:
        """The orders of a seat that make sense here and are not legal, each with the reason."""
        for kind in self.options.values():
            if (bar := kind.bar) is None:
                continue
            for fields in kind.over(self.data, s, f):
                if (reason := bar(s, f, *fields)) is not None:
                    order = kind.make(*fields)
                    if order.given_by in ("", seat):
                        yield order, reason

    def any_legal(self, s: S, f: F, *orders: type[Order]) -> bool:
        """Whether any order of these kinds is legal here; stops at the first."""
        for order in orders:
            _, source, bar = self.options[order].lists
            for fields in source(self.data, s, f):
                if bar is None or bar(s, f, *fields) is None:
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
        return kind.bar(s, f, *fields) if kind.bar is not None else None


class Picks(Point[S, D, F]):
    """A choice made one pick at a time, until there are enough, none is legal, or the seat gives the order `stop`.

    Then `conclude` names the whole. Its options are the picks, and `stop` where the seat may have done with fewer.
    """

    stop: ClassVar[type[Order]]

    def __init__(self, data: D) -> None:
        super().__init__(data)
        self.picks = tuple(order for order in self.options if order is not self.stop)

    def wanted(self, s: S, f: F) -> bool:
        """Whether one more may be picked, as far as their number goes."""
        return True

    def picked(self, s: S, f: F, answer: Any, run: Run[S]) -> None:
        """What a pick causes at once; nothing, where it is enough that it has been made."""

    def conclude(self, s: S, f: F, run: Run[S]) -> None:
        """What all picks together cause."""
        raise NotImplementedError(f"{type(self).__name__} has no conclude()")

    def arrive(self, s: S, f: F, run: Run[S]) -> bool:
        if self.wanted(s, f) and self.any_legal(s, f, *self.picks):
            return True
        self.conclude(s, f, run)
        return False

    def then(self, s: S, f: F, answer: Any, run: Run[S]) -> None:
        if isinstance(answer, self.stop):
            self.conclude(s, f, run)
        else:
            self.picked(s, f, answer, run)
