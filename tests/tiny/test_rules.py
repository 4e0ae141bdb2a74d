"""Tiny's rules, clause by clause: given a position, when an answer comes, then these events."""

from collections.abc import Mapping
from typing import Any

import pytest

from wardiary.core.component_data import data_texts
from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import Company, TinyData, TinyState
from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.common import Ended
from wardiary.events.errors import DataError, Refused
from wardiary.events.kinds import Event, Frame

RULES: Rules[TinyState, TinyData] = Rules(SPEC, SPEC.rules.load_data({}))
ENDS: Mapping[int, Company] = {1: ("red", 1), 2: ("red", 1), 3: ("red", 1), 4: ("blue", 5), 5: ("blue", 5)}


OWN = data_texts("wardiary.core.games.tiny")["tiny.toml"]


def position(*frames: Frame, companies: Mapping[int, Company] = ENDS, **fields: Any) -> TinyState:
    """A state in turn 2 with these companies and nothing in hand."""
    stack = tuple(type(f)(**{n: getattr(f, n) for n in f.__struct_fields__} | {"at": i}) for i, f in enumerate(frames))
    base: dict[str, Any] = {"turn": 2, "hands": {"red": (), "blue": ()}}
    return TinyState(frames=stack, companies=dict(companies), **base | fields)  # type: ignore[arg-type]


def marching(side: e.Seat, points: int, **more: Any) -> TinyState:
    return position(e.AskBattle(), e.AskMarch(side=side, points=points), **more)


def rolled(by: e.Seat, place: int, *dice: int) -> e.Rolled:
    return e.Rolled(purpose="battle", by=by, key=f"2.{place}.{by}", dice=dice, source="typed")


def tags(events: list[Event]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]


@pytest.mark.parametrize(
    ("clause", "state", "order", "refusal"),
    [
        ("TINY-2", position(e.AskBids(), hands={"red": ("01",), "blue": ()}), e.Bid(by="red", card="02"), "TINY-2"),
        ("TINY-2", position(e.AskBids(), hands={"red": ("01",), "blue": ()}), e.Bid(by="red", card="01"), None),
        ("TINY-3", marching("red", 1), e.March(unit=4), "TINY-3: an own company"),
        ("TINY-3", marching("red", 1), e.March(unit=1), None),
        (
            "TINY-3",
            marching("red", 1, companies={1: ("red", 3), 4: ("blue", 3)}),
            e.March(unit=1),
            "TINY-3: it may not pass",
        ),
        ("TINY-3", marching("red", 1, companies={1: ("red", 5), 4: ("blue", 1)}), e.March(unit=1), "TINY-3: the road"),
        ("TINY-3", marching("red", 1), e.Bid(by="red", card="01"), "tiny.bid is not asked now"),
    ],
)
def test_an_order_is_accepted_or_refused(clause: str, state: TinyState, order: Any, refusal: str | None) -> None:
    before = encode_state(state)
    reason = RULES.refusal(state, order)
    assert (reason is None) if refusal is None else (reason is not None and reason.startswith(refusal))
    if refusal is not None:
        with pytest.raises(Refused):
            RULES.answer(state, order)
        assert encode_state(state) == before


def test_tiny_1_hands_are_filled_red_first_while_the_bag_lasts() -> None:
    state, events = RULES.set_up(Start(scenario="road"))
    asked: list[str] = []
    while isinstance(draw := RULES.request(state), Draw):
        asked.append(draw.by)
        events += RULES.answer(state, e.Drawn(deck="orders", by=draw.by, cards=draw.bag[:1], source="typed"))  # type: ignore[arg-type]
    assert asked == ["red", "red", "blue", "blue"]
    assert state.hands == {"red": ("01", "02"), "blue": ("03", "04")}
    assert "01" not in state.bag


@pytest.mark.parametrize(
    ("clause", "red", "blue", "first"),
    [("TINY-2", "01", "05", "blue"), ("TINY-2", "09", "05", "red"), ("TINY-2", "06", "05", "red")],
)
def test_tiny_2_the_higher_bid_marches_first_and_equal_points_go_by_number(
    clause: str, red: str, blue: str, first: str
) -> None:
    state = position(e.AskBids(), hands={"red": (red,), "blue": (blue,)})
    assert tags(RULES.answer(state, e.Bid(by="blue", card=blue))) == ["tiny.bid"]
    request = RULES.request(state)
    assert isinstance(request, Choice)
    assert request.seats == ("red",)
    events = RULES.answer(state, e.Bid(by="red", card=red))
    revealed = events[1]
    assert isinstance(revealed, e.BidsRevealed)
    assert revealed.first == first
    assert isinstance(state.frames[-1], e.AskMarch)
    assert state.frames[-1].side == first


def test_tiny_3_a_column_is_one_outcome_and_ends_when_its_points_are_spent() -> None:
    state = marching("red", 2)
    assert tags(RULES.answer(state, e.March(unit=1))) == ["tiny.march"]
    last = tags(RULES.answer(state, e.March(unit=1)))
    assert last == ["tiny.march", "tiny.column_marched", "began", "tiny.ask_bids", "checkpoint"]
    assert state.companies[1] == ("red", 3)


@pytest.mark.parametrize(
    ("clause", "red", "blue", "lost"),
    [
        ("TINY-4", (5,), (4,), {4}),
        ("TINY-4", (4,), (6,), {1}),
        ("TINY-4", (6,), (5,), {1, 4}),
        ("TINY-4", (1,), (1,), set()),
    ],
)
def test_tiny_4_both_roll_and_lose_at_once(
    clause: str, red: tuple[int, ...], blue: tuple[int, ...], lost: set[int]
) -> None:
    state = position(
        e.AskBattle(), companies={1: ("red", 3), 2: ("red", 1), 4: ("blue", 3), 5: ("blue", 5)}, bag=["01", "02"]
    )
    request = RULES.request(state)
    assert isinstance(request, Roll)
    assert (request.by, request.count) == ("red", 1)
    RULES.answer(state, rolled("red", 3, *red))
    RULES.answer(state, rolled("blue", 3, *blue))
    assert {1, 2, 4, 5} - set(state.companies) == lost


@pytest.mark.parametrize(
    ("clause", "companies", "turn", "result"),
    [
        ("TINY-5", {1: ("red", 4), 4: ("blue", 4)}, 6, Ended(kind="ground", winners=("red",), score=1)),
        ("TINY-5", {1: ("red", 2), 4: ("blue", 2)}, 6, Ended(kind="ground", winners=("blue",), score=-1)),
        ("TINY-5", {1: ("red", 3), 4: ("blue", 3)}, 6, Ended(kind="ground", score=0)),
    ],
)
def test_tiny_5_ground_decides_after_the_last_turn(
    clause: str, companies: dict[int, Company], turn: int, result: Ended
) -> None:
    place = next(iter(companies.values()))[1]
    state = position(e.AskBattle(), companies=companies, turn=turn)
    for by in ("red", "blue"):
        RULES.answer(state, e.Rolled(purpose="battle", by=by, key=f"{turn}.{place}.{by}", dice=(1,), source="typed"))
    assert RULES.request(state) == Over(result=result)


def test_tiny_5_the_last_side_alive_wins_at_once() -> None:
    state = position(e.AskBattle(), companies={1: ("red", 3), 4: ("blue", 3)})
    RULES.answer(state, rolled("red", 3, 6))
    events = RULES.answer(state, rolled("blue", 3, 2))
    assert tags(events) == ["rolled", "tiny.battle_fought", "ended", "back", "checkpoint"]
    assert state.result == Ended(kind="annihilation", winners=("red",))
    assert state.frames == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turns = ", "tiny.toml: not valid TOML"),
        ("turns = 6", "tiny.toml: the file: Object missing required field"),
        ("turns = 'six'", "tiny.toml: turns: Expected `int`, got `str`"),
        (OWN.replace("turns = 6", "turns = 7"), "tiny.toml: cards: 12 cards are too few for 7 turns"),
        (OWN.replace("places = 5", "places = 0"), "tiny.toml: places: Expected `int` >= 3"),
    ],
)
def test_component_data_is_refused_by_file_key_and_reason(text: str, message: str) -> None:
    with pytest.raises(DataError, match=r"tiny\.toml") as refused:
        SPEC.rules.load_data({"tiny.toml": text})
    assert str(refused.value).startswith(message)
