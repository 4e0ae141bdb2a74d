"""The engine's one loop and the common fold, on Tiny's events with points and positions made for the question."""

from dataclasses import replace
from typing import Any, ClassVar

import msgspec
import pytest

from wardiary.core.contract import Start
from wardiary.core.engine import SETTLE_LIMIT, Rules
from wardiary.core.fold import apply_all, reduce
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyData, TinyState
from wardiary.core.points import Point, option
from wardiary.core.requests import Choice, Draw, Roll
from wardiary.core.run import Run
from wardiary.core.state import copy_state, encode_state
from wardiary.events import tiny as e
from wardiary.events.common import Back, Began, Ended, Positioned
from wardiary.events.errors import NotSettled, Refused, RulesFault
from wardiary.events.kinds import Event, Frame

START = Start(scenario="road")
ROLL = Roll(purpose="battle", by="red", key="2.3.red", nth=2, count=2, sides=8)
DRAW = Draw(deck="orders", by="red", bag=("01", "02", "02"), shuffle=1, count=2)
ROLLED = e.Rolled(purpose="battle", by="red", key="2.3.red", nth=2, sides=8, dice=(7, 1), source="typed")
DRAWN = e.Drawn(deck="orders", by="red", shuffle=1, cards=("02", "01"), source="typed")


class Asking(Point[TinyState, TinyData, e.AskDraw]):
    """Asks whatever a test puts here, and does nothing with the answer."""

    frame = e.AskDraw
    asked: ClassVar[Roll | Draw] = ROLL

    def chance(self, s: TinyState, f: e.AskDraw) -> Roll | Draw:
        return self.asked

    def then(self, s: TinyState, f: e.AskDraw, answer: Any, run: Run[TinyState]) -> None:
        pass


def rules_of(*points: type[Point[Any, Any, Any]]) -> Rules[TinyState, TinyData]:
    return Rules(replace(SPEC, rules=replace(SPEC.rules, points=points)), SPEC.rules.load_data({}))


def standing(*frames: Frame, **fields: Any) -> TinyState:
    """A state at these frames, each at its place of the stack."""
    stack = tuple(msgspec.structs.replace(frame, at=at) for at, frame in enumerate(frames))
    return TinyState(frames=stack, turn=2, hands={"red": (), "blue": ()}, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "answer", "changes", "reason"),
    [
        (ROLL, ROLLED, {}, None),
        (ROLL, ROLLED, {"by": "blue"}, "rolled.by: 'blue', asked is 'red'"),
        (ROLL, ROLLED, {"purpose": "supply"}, "rolled.purpose: 'supply', asked is 'battle'"),
        (ROLL, ROLLED, {"key": "2.4.red"}, "rolled.key: '2.4.red', asked is '2.3.red'"),
        (ROLL, ROLLED, {"nth": 1}, "rolled.nth: 1, asked is 2"),
        (ROLL, ROLLED, {"sides": 6}, "rolled.sides: 6, asked is 8"),
        (ROLL, ROLLED, {"dice": (7,)}, "rolled.dice: 1 dice, asked are 2"),
        (ROLL, ROLLED, {"dice": (7, 9)}, "rolled.dice: a face of 9, a die has 1 to 8"),
        (ROLL, ROLLED, {"dice": (0, 1)}, "rolled.dice: a face of 0, a die has 1 to 8"),
        (ROLL, DRAWN, {}, "a roll of red for battle is asked now, no drawn"),
        (ROLL, e.Halt(), {}, "a roll of red for battle is asked now, no tiny.halt"),
        (DRAW, DRAWN, {}, None),
        (DRAW, DRAWN, {"cards": ("02", "02")}, None),
        (DRAW, DRAWN, {"cards": ("01", "01")}, "drawn.cards: 01 is not in orders"),
        (DRAW, DRAWN, {"cards": ("01", "03")}, "drawn.cards: 03 is not in orders"),
        (DRAW, DRAWN, {"cards": ("01",)}, "drawn.cards: 1 cards, asked are 2"),
        (DRAW, DRAWN, {"by": "blue"}, "drawn.by: 'blue', asked is 'red'"),
        (DRAW, DRAWN, {"deck": "events"}, "drawn.deck: 'events', asked is 'orders'"),
        (DRAW, DRAWN, {"shuffle": 0}, "drawn.shuffle: 0, asked is 1"),
        (DRAW, ROLLED, {}, "a draw of red from orders is asked now, no rolled"),
    ],
)
def test_a_roll_or_draw_is_judged_field_by_field(
    asked: Roll | Draw, answer: Any, changes: dict[str, Any], reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Asking, "asked", asked)
    assert rules_of(Asking).refusal(standing(e.AskDraw()), msgspec.structs.replace(answer, **changes)) == reason


class Restless(Asking):
    def arrive(self, s: TinyState, f: e.AskDraw, run: Run[TinyState]) -> bool:
        return False


class Leaving(Asking):
    def arrive(self, s: TinyState, f: e.AskDraw, run: Run[TinyState]) -> bool:
        run.pop()
        return False


def test_rules_that_never_come_to_rest_are_stopped() -> None:
    with pytest.raises(NotSettled, match=f"{SETTLE_LIMIT} automatic stops at tiny.ask_draw"):
        rules_of(Restless).set_up(START)


def test_a_stack_that_runs_empty_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RulesFault, match="the last frame was popped and the game is not over"):
        rules_of(Leaving).set_up(START)


def test_a_frame_without_a_point_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RulesFault, match=r"no decision point for frame tiny\.ask_bids"):
        rules_of(Asking).request(standing(e.AskBids()))


def test_a_state_that_asks_nothing_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RulesFault, match="the game is not over and asks nothing"):
        rules_of(Asking).request(standing())


class Moving(Point[TinyState, TinyData, e.AskMarch]):
    """A halt changes the stack as the test says."""

    frame = e.AskMarch
    change: ClassVar[Any]

    @option(e.Halt)
    def halt(self, s: TinyState, f: e.AskMarch) -> str | None:
        return None

    def then(self, s: TinyState, f: e.AskMarch, answer: Any, run: Run[TinyState]) -> None:
        type(self).change(run)


RED, BLUE = e.AskMarch(side="red", points=1), e.AskMarch(side="blue", points=2)


def push_and_pop(run: Run[TinyState]) -> None:
    run.push(BLUE)
    run.pop()


def pop_and_become(run: Run[TinyState]) -> None:
    run.pop()
    run.become(RED)


def become_and_push(run: Run[TinyState]) -> None:
    run.become(BLUE)
    run.push(RED)


@pytest.mark.parametrize(
    ("change", "logged", "stack"),
    [
        (lambda run: None, [], [BLUE, RED]),
        (lambda run: run.pop(), [Back(to=1)], [BLUE]),
        (lambda run: run.become(BLUE), [e.AskMarch(at=1, side="blue", points=2)], [BLUE, BLUE]),
        (lambda run: run.become(RED), [], [BLUE, RED]),
        (lambda run: run.push(BLUE), [e.AskMarch(at=2, side="blue", points=2)], [BLUE, RED, BLUE]),
        (push_and_pop, [], [BLUE, RED]),
        (pop_and_become, [RED], [RED]),
        (
            become_and_push,
            [e.AskMarch(at=1, side="blue", points=2), e.AskMarch(at=2, side="red", points=1)],
            [BLUE, BLUE, RED],
        ),
    ],
    ids=["nothing", "pop", "become", "become the same", "push", "push and pop", "pop and become", "two"],
)
def test_a_step_logs_the_net_change_of_the_stack(
    change: Any, logged: list[Event], stack: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Moving, "change", staticmethod(change), raising=False)
    state = standing(BLUE, RED)
    folded = copy_state(state)
    events = rules_of(Moving).answer(state, e.Halt())
    assert events == [e.Halt(), *logged]
    assert state.frames == standing(*stack).frames
    apply_all(SPEC.fold.evolve, folded, events)
    assert folded == state


class Proposing(Point[TinyState, TinyData, e.AskMarch]):
    """A menu: company 1 is proposed, any but 3 is accepted."""

    frame = e.AskMarch

    @option(e.March, over=lambda _data, _state, _frame: ((1,),), menu=True)
    def march(self, s: TinyState, f: e.AskMarch, unit: int) -> str | None:
        return "TINY-3: company 3 is tired" if unit == 3 else None


def test_a_menu_lists_some_of_what_is_accepted() -> None:
    rules, state = rules_of(Proposing), standing(RED)
    assert rules.request(state) == Choice(seats=("red",), frame=RED, menu=True)
    assert list(rules.legal(state)) == [e.March(unit=1)]
    assert [rules.refusal(state, e.March(unit=unit)) for unit in (1, 2, 3)] == [
        None,
        None,
        "TINY-3: company 3 is tired",
    ]


class Barring(Point[TinyState, TinyData, e.AskBids]):
    """Both sides bid; card 03 must not be."""

    def seats(self, s: TinyState, f: e.AskBids) -> tuple[str, ...]:
        return ("red", "blue")

    @option(e.Bid, over=lambda _data, _state, _frame: [(by, card) for by in ("blue", "red") for card in ("02", "03")])
    def bid(self, s: TinyState, f: e.AskBids, by: str, card: str) -> str | None:
        return "TINY-2: not this one" if card == "03" else None


def test_a_seat_is_told_why_its_own_orders_are_not_legal_and_nobody_elses() -> None:
    rules, state = rules_of(Barring), standing(e.AskBids())
    for seat in ("red", "blue"):
        assert list(rules.legal(state, seat)) == [e.Bid(by=seat, card="02")]
        assert list(rules.barred(state, seat)) == [(e.Bid(by=seat, card="03"), "TINY-2: not this one")]


def test_what_no_bar_refuses_is_not_barred() -> None:
    assert list(Rules(SPEC, SPEC.rules.load_data({})).barred(standing(e.AskBids()), "red")) == []


def test_ordinals_of_rolls_begin_anew_with_a_turn_and_go_on_through_its_phases() -> None:
    roll = e.Rolled(purpose="battle", by="red", key="2.3.red", dice=(1,), source="typed")
    again = msgspec.structs.replace(roll, nth=2)
    state = standing(e.AskDraw())
    apply_all(SPEC.fold.evolve, state, [roll, again, Began(turn=2, phase="battles")])
    assert state.rolled == {"battle|2.3.red": 2}
    assert (state.turn, state.phase) == (2, "battles")
    apply_all(SPEC.fold.evolve, state, [Began(turn=3)])
    assert state.rolled == {}
    assert (state.turn, state.phase) == (3, "")


def test_a_frame_lets_everything_above_its_place_fall() -> None:
    state = standing(BLUE, RED, BLUE)
    apply_all(SPEC.fold.evolve, state, [e.AskMarch(at=1, side="red", points=3)])
    assert state.frames == standing(BLUE, e.AskMarch(side="red", points=3)).frames
    apply_all(SPEC.fold.evolve, state, [Back(to=0)])
    assert state.frames == ()


def test_reduce_leaves_the_state_before_as_it_was() -> None:
    state = standing(e.AskDraw(), bag=["01", "02"])
    before = encode_state(state)
    after = reduce(SPEC.fold.evolve, state, e.Drawn(deck="orders", by="red", cards=("01",), source="typed"))
    assert (after.bag, encode_state(state)) == (["02"], before)


def test_a_copy_takes_derived_values_along_and_keeps_its_own() -> None:
    state = standing(e.AskDraw())
    assert state.derived("x", lambda: 7) == 7
    twin = copy_state(state)
    assert twin.derived("x", lambda: 8) == 7
    twin.forget("x")
    assert twin.derived("x", lambda: 9) == 9
    assert state.derived("x", lambda: 10) == 7


def test_a_written_position_drops_what_was_derived_from_the_one_before() -> None:
    state = standing(e.AskDraw())
    state.derived("x", lambda: 7)
    apply_all(SPEC.fold.evolve, state, [Positioned(state=encode_state(standing(e.AskBids())).decode())])
    assert state.derived("x", lambda: 8) == 8
    assert state == standing(e.AskBids())


RULES: Rules[TinyState, TinyData] = Rules(SPEC, SPEC.rules.load_data({}))
COMPANIES: dict[int, Any] = {1: ("red", 2), 4: ("blue", 4)}
OVER = Ended(kind="ground")


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (standing(companies=COMPANIES), "it asks nothing, and the game is not over"),
        (standing(e.AskBids(), result=OVER, companies=COMPANIES), "the game is over, and something is asked"),
        (
            TinyState(turn=2, frames=(e.AskBattle(), e.AskMarch(at=2, side="red", points=1)), companies=COMPANIES),
            r"frame 1 of the stack \(tiny.ask_march\) says it is at 2",
        ),
        (standing(e.AskBids(), companies=COMPANIES), "tiny.ask_bids asks red and blue and lists no answer"),
        (
            TinyState(turn=2, frames=(e.AskDraw(),), bag=["01"], companies=COMPANIES),
            r"the rules cannot go on from it \(KeyError: 'red'\)",
        ),
    ],
    ids=["nothing asked", "asked after the end", "wrong place", "no answer", "broken"],
)
def test_a_position_that_cannot_be_played_on_is_refused(state: TinyState, reason: str) -> None:
    with pytest.raises(Refused, match=f"position: {reason}"):
        RULES.set_up_position(encode_state(state))


def test_a_position_where_the_game_is_over_may_be_shown() -> None:
    over = standing(result=OVER, companies=COMPANIES)
    assert RULES.set_up_position(encode_state(over))[0] == over
