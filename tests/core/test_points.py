"""Decision points: which frame a class stands for, which orders it lists, and choices made one pick at a time."""

from typing import Any, TypeVar

import pytest

from wardiary.core.points import Picks, Point, option, unbarred
from wardiary.core.run import Run
from wardiary.core.state import State
from wardiary.events.common import Began
from wardiary.events.kinds import Frame, Order
from wardiary.events.tiny import AskDraw, AskMarch, Bid, Halt, March

F = TypeVar("F", bound=Frame)


class Base(Point[State, None, F]):
    pass


class Named(Point[State, None, AskMarch]):
    pass


class NamedThroughABase(Base[AskDraw]):
    pass


class OfAnyFrame(Base[Any]):
    march = unbarred(March, over=lambda d, s, f: [(1,), (2,)], outside="no such company")

    @option(Bid, over=lambda d, s, f: [("red", "01"), ("blue", "02")], outside="no such card")
    def bid(self, s: State, f: Any, by: str, card: str) -> str | None:
        return "red may not bid" if by == "red" else None

    halt = unbarred(Halt)


class Asked(OfAnyFrame):
    frame = AskMarch


class Quick(OfAnyFrame):
    """Lists bids without asking the bar, which still judges them."""

    frame = AskMarch

    @option(
        Bid,
        over=lambda d, s, f: [("red", "01"), ("blue", "02")],
        listing=lambda d, s, f: [("blue", "02")] if s.phase != "nobody" else [],
        outside="no such card",
    )
    def bid(self, s: State, f: Any, by: str, card: str) -> str | None:
        return "red may not bid" if by == "red" else None


class Heir(OfAnyFrame):
    frame = AskMarch
    march = unbarred(March, over=lambda d, s, f: [(3,)], outside="only the third")


@pytest.mark.parametrize(
    ("point", "frame"),
    [(Named, AskMarch), (NamedThroughABase, AskDraw), (Base, None), (OfAnyFrame, None), (Heir, AskMarch)],
)
def test_the_frame_is_the_one_in_the_brackets(point: type[Point[Any, Any, Any]], frame: type[Frame] | None) -> None:
    assert getattr(point, "frame", None) is frame


FRAME = AskMarch(side="red", points=2)
LISTED: list[Order] = [March(unit=1), March(unit=2), Bid(by="blue", card="02"), Halt()]


def test_orders_are_listed_in_the_order_of_their_options() -> None:
    assert list(Asked(None).legal(State(), FRAME)) == LISTED
    assert list(Heir(None).legal(State(), FRAME)) == [March(unit=3), *LISTED[2:]]


def test_an_order_with_a_listing_is_listed_from_it_and_judged_by_its_bar() -> None:
    point = Quick(None)
    assert list(point.legal(State(), FRAME)) == LISTED
    assert list(point.legal(State(phase="nobody"), FRAME)) == [LISTED[0], LISTED[1], LISTED[3]]
    assert [point.any_legal(State(phase=phase), FRAME, Bid) for phase in ("", "nobody")] == [True, False]
    assert point.refusal(State(), FRAME, Bid(by="red", card="01")) == "red may not bid"
    assert point.refusal(State(), FRAME, Bid(by="red", card="02")) == "no such card"


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        *((order, None) for order in LISTED),
        (March(unit=3), "no such company"),
        (Bid(by="red", card="01"), "red may not bid"),
        (Bid(by="red", card="02"), "no such card"),
    ],
)
def test_what_is_listed_is_accepted_and_nothing_else(order: Order, refusal: str | None) -> None:
    assert Asked(None).refusal(State(), FRAME, order) == refusal


@pytest.mark.parametrize(
    ("orders", "there_are"), [((March,), True), ((Halt,), True), ((Bid,), True), ((), False), ((Bid, Halt), True)]
)
def test_any_order_of_a_kind(orders: tuple[type[Order], ...], there_are: bool) -> None:
    assert Asked(None).any_legal(State(), FRAME, *orders) is there_are


class Picking(Picks[State, None, AskMarch]):
    """Marches until the turn's number is the frame's points; company 7 is never there."""

    stop = Halt
    march = unbarred(March, over=lambda d, s, f: [(1,)] if s.phase != "nobody" else [])
    halt = unbarred(Halt)

    def wanted(self, s: State, f: AskMarch) -> bool:
        return s.turn < f.points

    def picked(self, s: State, f: AskMarch, answer: Any, run: Run[State]) -> None:
        run.emit(Began(turn=s.turn + 1))

    def conclude(self, s: State, f: AskMarch, run: Run[State]) -> None:
        run.pop()


def begun(state: State, event: Began) -> None:
    state.turn = event.turn


@pytest.mark.parametrize(
    ("turn", "phase", "asks"),
    [(0, "", True), (1, "", True), (2, "", False), (0, "nobody", False)],
    ids=["none yet", "one more", "enough", "none legal"],
)
def test_picks_are_asked_while_one_is_wanted_and_legal(turn: int, phase: str, asks: bool) -> None:
    state = State(turn=turn, phase=phase, frames=(FRAME,))
    run: Run[State] = Run({Began: begun}, state)
    assert Picking(None).arrive(state, FRAME, run) is asks
    assert run.stack == ([FRAME] if asks else [])


def test_a_pick_has_its_effect_and_stop_concludes() -> None:
    state = State(frames=(FRAME,))
    run: Run[State] = Run({Began: begun}, state)
    point = Picking(None)
    point.then(state, FRAME, March(unit=1), run)
    assert (state.turn, run.stack) == (1, [FRAME])
    point.then(state, FRAME, Halt(), run)
    assert (state.turn, run.stack) == (1, [])


def test_picks_without_a_conclusion_say_so() -> None:
    class Endless(Picks[State, None, AskMarch]):
        stop = Halt

    with pytest.raises(NotImplementedError, match="Endless has no conclude"):
        Endless(None).arrive(State(), FRAME, Run({}, State(frames=(FRAME,))))
