"""The five moments of docs/log-format.md: decoded, stepped, folded and seen by each seat."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.events import paper

from wardiary.core.fold import EvolveTable, apply_all, evolve_table, nothing
from wardiary.core.registry import load_game
from wardiary.core.sight import Redaction, public
from wardiary.core.state import State
from wardiary.events.codec import Codec
from wardiary.events.common import Drawn
from wardiary.events.kinds import Event, Frame, Input, Order
from wardiary.events.vocabulary import tag_of

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"
FOUND = re.findall(r"```jsonl moment=([a-z-]+) game=([a-z]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
BLOCKS = {moment: text for moment, _, text in FOUND}
CODECS = {moment: paper.CODEC if game == "paper" else load_game(game).fold.codec for moment, game, _ in FOUND}


def frames_only(codec: Codec) -> EvolveTable:
    """A fold that moves frames and counts rolls, and takes no other notice."""
    own = [event for event in codec.vocabulary if "." in tag_of(event) and not issubclass(event, Frame)]
    drawn = [event for event in codec.vocabulary if issubclass(event, Drawn)]
    return evolve_table(codec, dict.fromkeys((*own, *drawn), nothing))


def steps(moment: str) -> list[list[Event]]:
    decode = CODECS[moment].decode
    return [[decode(line) for line in step.splitlines()] for step in BLOCKS[moment].strip().split("\n\n")]


def folded(moment: str) -> Iterator[State]:
    """The state after each step, above as many frames as the excerpt takes for granted."""
    whole = steps(moment)
    below = min(event.at for step in whole for event in step if isinstance(event, Frame) and event.at)
    state = State(frames=tuple(Frame(at=at) for at in range(below)))
    table = frames_only(CODECS[moment])
    for step in whole:
        apply_all(table, state, step)
        yield state


def stacks(moment: str) -> list[tuple[str, ...]]:
    """The tags of the stack after each step, without the frames that were taken for granted."""
    return [tuple(tag_of(type(f)) for f in state.frames if type(f) is not Frame) for state in folded(moment)]


@pytest.mark.parametrize("moment", sorted(BLOCKS))
def test_lines_are_canonical(moment: str) -> None:
    for line in BLOCKS[moment].encode().split(b"\n"):
        if line:
            assert CODECS[moment].is_canonical(line, CODECS[moment].decode_wire(line))


@pytest.mark.parametrize("moment", sorted(BLOCKS))
def test_a_step_has_one_input_in_front_or_only_outcomes(moment: str) -> None:
    for step in steps(moment):
        assert not any(isinstance(event, Input) for event in step[1:])


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("tied-loss", [("freezing.ask_battle", "freezing.ask_loss"), ("freezing.ask_card",)]),
        ("reaction", [("brother.ask_reaction",)] * 2 + [("brother.ask_battle",)] * 2),
        (
            "interrupt",
            [
                ("paper.order_move", "paper.test_command", "paper.ask_window"),
                ("paper.order_move", "paper.test_command"),
                ("paper.order_move", "paper.ask_path"),
            ],
        ),
        (
            "overwatch",
            [("paper.ask_overwatch",)] * 2 + [("paper.roll_priority",)] * 2 + [("paper.ask_waiting",)],
        ),
    ],
)
def test_frames_fold_to_the_stack_the_page_tells(moment: str, expected: Sequence[tuple[str, ...]]) -> None:
    assert stacks(moment) == list(expected)


def seen(moment: str, seat: str, rules: dict[type[Event], Redaction]) -> list[str]:
    everybody = dict.fromkeys(CODECS[moment].vocabulary, public)
    whole: dict[type[Event], Redaction] = {**everybody, **rules}
    events = (event for step in steps(moment) for event in step)
    shown = (whole[type(event)](None, event, seat) for event in events)
    return [Codec.encode(event).decode() for event in shown if event is not None]


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
        '{"t":"paper.want_overwatch","by":"white","want":false}',
        '{"t":"paper.want_overwatch","by":"red","want":true}',
    ]


def test_equal_labels_are_told_apart_by_their_ordinal() -> None:
    *_, state = folded("overwatch")
    assert state.rolled == {"overwatch|4.2": 2}


def test_the_move_is_one_order_and_one_outcome_with_every_way() -> None:
    order, outcome, _ask = steps("move")[0]
    assert isinstance(order, Order)
    assert isinstance(outcome, paper.FiguresMoved)
    assert [track.figure for track in outcome.tracks] == ["W2.1", "W2.2"]
