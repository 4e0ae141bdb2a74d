"""A session plays and records: what it refuses, what survives a crash of the rules, of the disk, of the process."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import (
    RANDOM,
    TINY,
    answer_first,
    events_of,
    folded,
    live,
    play_out,
    play_until,
    seeded,
)

from wardiary.core.requests import Choice, Draw, Over
from wardiary.events import tiny as e
from wardiary.events.common import Ended, Header, Noted
from wardiary.events.diary import open_diary
from wardiary.events.errors import (
    FileExists,
    Refused,
    UsageError,
)
from wardiary.events.kinds import Input
from wardiary.replay.session import Session
from wardiary.replay.table import Table

COMPUTER_BLUE = {"red": "human", "blue": "random"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.diary"


def test_a_whole_game_is_in_the_file_step_by_step(path: Path) -> None:
    with Session.create(path, TINY, seeded(seats=RANDOM)) as session:
        session.play_on()
        assert session.over
        assert isinstance(session.request, Over)
        assert isinstance(session.result, Ended)
        assert folded(path) == live(session)
        assert len(events_of(path)) == session.n
    blocks = list(open_diary(path, lambda _: TINY.spec.fold.codec).blocks())
    assert [type(event) for event in blocks[0].events] == [Header]
    assert all(isinstance(block.events[0], Input) for block in blocks[2:])
    assert sum(isinstance(event, Input) for block in blocks for event in block.events) == len(blocks) - 2


def test_each_answer_is_in_the_file_before_it_is_acknowledged(path: Path) -> None:
    with Session.create(path, TINY, seeded()) as session:
        session.play_on()
        for _ in range(6):
            events = answer_first(session)
            assert events_of(path)[-len(events) :] == events
            assert folded(path) == live(session)
            session.play_on()


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (e.March(unit=1), "tiny.march is not asked now"),
        (e.Bid(by="red", card="99"), "TINY-2"),
        (e.Bid(by="red", card=""), "Expected `str` of length >= 1"),
        (e.Bid(by="green", card="01"), "Invalid enum value 'green'"),  # type: ignore[arg-type]
        (e.Bid(by="red", card=7), "Expected `str`, got `int`"),  # type: ignore[arg-type]
        (e.Bid(by="red", card=object()), "object"),  # type: ignore[arg-type]
        (e.BattleFought(milestone=1, units=()), "no order, roll or draw"),
        (e.Drawn(deck="orders", by="red", cards=("01",), source="typed"), "an order of red or blue is asked now"),
    ],
)
def test_a_refused_answer_changes_and_writes_nothing(path: Path, order: Any, reason: str) -> None:
    with Session.create(path, TINY, seeded()) as session:
        session.play_on()
        state, file, n = live(session), path.read_bytes(), session.n
        with pytest.raises(Refused, match=reason):
            session.answer(order)
        assert (live(session), path.read_bytes(), session.n) == (state, file, n)
        answer_first(session)


def test_a_simultaneous_choice_asks_its_seats_in_the_requests_order(path: Path) -> None:
    with Session.create(path, TINY, seeded(seats={"red": "random", "blue": "human"})) as session:
        session.play_on()
        assert session.request == Choice(seats=("blue",), frame=session.state.frames[-1])
    with Session.in_memory(TINY, seeded(seats=COMPUTER_BLUE)) as session:
        session.play_on()
        assert session.request == Choice(seats=("red", "blue"), frame=session.state.frames[-1])
        answer_first(session)
        assert session.advance()[0].by == "blue"  # type: ignore[attr-defined]


def test_steps_in_common_blocks_hold_the_same_events(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.diary"
    with Session.create(path, TINY, seeded(seats=RANDOM)) as session:
        session.play_on()
    with Session.create(other, TINY, seeded(seats=RANDOM), sync="none", block_steps=7) as session:
        for _ in range(10):
            session.advance()
        session.note("between")
        session.play_on()
    several = events_of(other)
    assert [event for event in several if not isinstance(event, Noted)] == events_of(path)
    blocks = list(open_diary(other, lambda _: TINY.spec.fold.codec).blocks())
    inputs = [sum(isinstance(event, Input) for event in block.events) for block in blocks]
    assert inputs[:6] == [0, 0, 7, 3, 0, 7]
    assert [len(block.events) for block in blocks if any(isinstance(x, Noted) for x in block.events)] == [1]


def test_a_game_in_memory_is_the_same_game(path: Path) -> None:
    with Session.create(path, TINY, seeded(seats=RANDOM)) as recorded:
        recorded.play_on()
    alone = Session.in_memory(TINY, seeded(seats=RANDOM))
    alone.play_on()
    assert alone.log.events == recorded.log.events
    with pytest.raises(UsageError, match="nothing to seal"):
        alone.seal()


def test_a_view_hides_and_unknown_seats_are_named() -> None:
    session = Session.in_memory(TINY, seeded())
    session.play_on()
    assert session.view("red").state.hands["blue"] == ()
    with pytest.raises(UsageError, match="no seat 'green' in this game; there are red, blue"):
        session.view("green")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"seats": {"green": "human"}}, "no seat 'green' in road of tiny; there are red, blue"),
        ({"seats": {"red": "napoleon"}}, "no player 'napoleon' for tiny; there are greedy, mcts, random and human"),
        ({"scenario": "sea"}, "no scenario 'sea' in tiny; there are road"),
        ({"options": {"fog": "on"}}, "no option 'fog' in road; there are none"),
        ({"id": ""}, "the header would not be valid"),
        ({"position": "{"}, "position: Input data was truncated"),
        ({"position": '{"turn":"x"}'}, "position: Expected `int`"),
    ],
)
def test_a_game_that_cannot_begin_leaves_no_file(tmp_path: Path, more: dict[str, Any], message: str) -> None:
    with pytest.raises((UsageError, Refused), match=message):
        Session.create(tmp_path / "x.diary", TINY, replace(seeded(), **more))
    assert list(tmp_path.iterdir()) == []


def test_an_existing_diary_is_never_overwritten(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(FileExists):
        Session.create(path, TINY, seeded())
    assert path.read_text() == "mine"


def test_a_written_position_is_a_start(path: Path) -> None:
    first = Session.in_memory(TINY, seeded())
    play_until(first, e.AskMarch)
    with Session.create(path, TINY, seeded(2, position=live(first))) as second:
        assert live(second) == live(first)
        play_out(second)
    assert folded(path) == live(second)


def test_what_is_typed_answers_rolls_and_draws_by_hand(path: Path) -> None:
    with Session.create(path, TINY, seeded()) as session:
        request = session.request
        assert isinstance(request, Draw)
        session.answer(e.Drawn(deck="orders", by="red", cards=("05",), source="typed"))
        assert session.state.hands["red"] == ("05",)
        with pytest.raises(Refused, match="05 is not in orders"):
            session.answer(e.Drawn(deck="orders", by="red", cards=("05",), source="typed"))
        session.advance_chance()
        play_until(session, e.AskBids)
        with pytest.raises(UsageError, match="no roll or draw is asked now"):
            session.advance_chance()


def test_a_computer_players_decisions_are_counted_by_turn_and_phase(path: Path) -> None:
    """From 1 in each phase of each turn, also after a take-back and in a later sitting."""
    seen: list[tuple[int, str, int]] = []

    def counting(decision: Any) -> Any:
        state = decision.view().state
        seen.append((state.turn, state.phase, decision.nth))
        return decision.legal[0]

    table = Table.lay(replace(TINY.spec, players={"counting": counting}))
    with Session.create(path, table, seeded(seats={"red": "counting", "blue": "random"})) as session:
        session.play_on()
        whole, halfway = list(seen), session.log.ends[len(session.log.ends) // 2]
        session.take_back(halfway, forced=True)
    turns = [turn for turn, _, _ in whole]
    assert [nth for _, _, nth in whole] == [turns[:at].count(turn) + 1 for at, turn in enumerate(turns)]
    assert max(nth for _, _, nth in whole) > 2
    seen.clear()
    with Session.resume(path, table=table) as again:
        again.play_on()
    assert 0 < len(seen) < len(whole)
    assert whole[-len(seen) :] == seen


@pytest.mark.parametrize("text", ["", "a\nb", "\x1b[31m", "ä" * 4096])
def test_notes_are_kept_as_they_are(path: Path, text: str) -> None:
    with Session.create(path, TINY, seeded()) as session:
        n = session.note(text)
        assert events_of(path)[n - 1] == Noted(text=text)
        with pytest.raises(UsageError, match="at most 4096 characters, this one has 4097"):
            session.note("x" * 4097)
        assert session.n == n
