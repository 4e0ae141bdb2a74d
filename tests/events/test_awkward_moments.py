"""The five moments that docs/log-format.md writes out by hand: decoded, stepped, folded and seen by each seat."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.events import paper

from wardiary.core.contract import Redaction, public
from wardiary.core.fold import apply_all, evolve_table, nothing
from wardiary.core.state import State
from wardiary.events.common import Drawn
from wardiary.events.kinds import Event, Frame, Input, Order
from wardiary.events.vocabulary import tag_of

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"
BLOCKS = dict(re.findall(r"```jsonl moment=([a-z-]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
CODEC = paper.CODEC
TABLE = evolve_table(
    CODEC,
    {
        Drawn: nothing,
        **dict.fromkeys((t for t in CODEC.vocabulary if "." in tag_of(t) and not issubclass(t, Frame)), nothing),
    },
)


def steps(moment: str) -> list[list[Event]]:
    return [[CODEC.decode(line) for line in step.splitlines()] for step in BLOCKS[moment].strip().split("\n\n")]


def stacks(moment: str) -> list[tuple[str, ...]]:
    """The tags of the stack after each step, above the frame that the excerpt takes for granted."""
    state = State(frames=(Frame(at=0),))
    found = []
    for step in steps(moment):
        apply_all(TABLE, state, step)
        found.append(tuple(tag_of(type(frame)) for frame in state.frames[1:]))
    return found


@pytest.mark.parametrize("moment", sorted(BLOCKS))
def test_lines_are_canonical(moment: str) -> None:
    for line in BLOCKS[moment].encode().split(b"\n"):
        if line:
            assert CODEC.is_canonical(line, CODEC.decode_wire(line))


@pytest.mark.parametrize("moment", sorted(BLOCKS))
def test_a_step_has_one_input_in_front_or_only_outcomes(moment: str) -> None:
    for step in steps(moment):
        assert not any(isinstance(event, Input) for event in step[1:])


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (
            "tied-loss",
            [("freezing.battle",), ("freezing.battle", "freezing.ask_loss"), ("freezing.battle",)],
        ),
        (
            "reaction",
            [("brother.battle", "brother.ask_reaction")] * 3 + [("brother.battle",)] * 2 + [()],
        ),
        (
            "interrupt",
            [
                ("helsinki.order_move", "helsinki.test_command", "helsinki.ask_window"),
                ("helsinki.order_move", "helsinki.test_command"),
                ("helsinki.order_move", "helsinki.ask_path"),
            ],
        ),
        (
            "overwatch",
            [("kuularuisku.ask_overwatch",)] * 2
            + [("kuularuisku.roll_priority",)] * 2
            + [("kuularuisku.ask_waiting",)],
        ),
    ],
)
def test_frames_fold_to_the_stack_the_page_tells(moment: str, expected: Sequence[tuple[str, ...]]) -> None:
    assert stacks(moment) == list(expected)


def seen(moment: str, seat: str, rules: dict[type[Event], Redaction]) -> list[str]:
    whole: dict[type[Event], Redaction] = dict.fromkeys(CODEC.vocabulary, public) | rules
    events = (event for step in steps(moment) for event in step)
    shown = (whole[type(event)](None, event, seat) for event in events)
    return [CODEC.encode(event).decode() for event in shown if event is not None]


def test_a_window_is_hidden_from_a_seat_that_is_not_asked() -> None:
    def veil(_state: object, event: Event, seat: str) -> Event | None:
        return None if isinstance(event, paper.AskWindow) and event.side != seat else event

    rules: dict[type[Event], Redaction] = {paper.AskWindow: veil}
    assert not any("ask_window" in line for line in seen("interrupt", "red", rules))
    assert any("ask_window" in line for line in seen("interrupt", "white", rules))


def test_a_hidden_answer_shows_that_it_was_given_and_not_what() -> None:
    def veil(_state: object, event: Event, seat: str) -> Event:
        if isinstance(event, paper.WantOverwatch) and event.by != seat:
            return paper.WantOverwatch(by=event.by, want=False)
        return event

    rules: dict[type[Event], Redaction] = {paper.WantOverwatch: veil}
    one = [line for line in seen("overwatch", "red", rules) if "want_overwatch" in line]
    assert one == [
        '{"t":"kuularuisku.want_overwatch","by":"white","want":false}',
        '{"t":"kuularuisku.want_overwatch","by":"red","want":true}',
    ]


def test_equal_labels_are_told_apart_by_their_ordinal() -> None:
    state = State(frames=(Frame(at=0),))
    for step in steps("overwatch"):
        apply_all(TABLE, state, step)
    assert state.rolled == {"overwatch|4.2": 2}


def test_the_move_is_one_order_and_one_outcome_with_every_way() -> None:
    order, outcome, _ask = steps("move")[0]
    assert isinstance(order, Order)
    assert isinstance(outcome, paper.FiguresMoved)
    assert [track.figure for track in outcome.tracks] == ["W2.1", "W2.2"]
