"""Taking back: to where, past what, and back again; and the one law: the fold of the file is the live state."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.replay.playing import (
    PEOPLE,
    RANDOM,
    TINY,
    answer_first,
    broken,
    events_of,
    folded,
    live,
    play_out,
    play_until,
    raises_on_third,
    seeded,
)

from wardiary.core.requests import Choice
from wardiary.events import tiny as e
from wardiary.events.common import TookBack
from wardiary.events.errors import NotAStepEnd, Refused, RulesFault, TakeBackRefused, UsageError, WardiaryError
from wardiary.events.kinds import Order
from wardiary.replay.log import Log, step_ends
from wardiary.replay.session import Session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Red and blue are people; the first march is asked."""
    made = Session.create(tmp_path / "game.diary", TINY, seeded())
    play_until(made, e.AskMarch)
    return made


def fold_of(session: Session) -> bytes:
    assert session.path is not None
    return folded(session.path)


def test_the_last_decision_is_taken_back(session: Session) -> None:
    before, n = live(session), session.log.standing
    answer_first(session)
    number = session.take_back()
    assert live(session) == before == fold_of(session)
    assert session.path is not None
    assert events_of(session.path)[number - 1] == TookBack(to=n)
    assert session.log.standing == n


def test_several_decisions_are_taken_back_one_by_one(session: Session) -> None:
    states = [live(session)]
    for _ in range(2):
        answer_first(session)
        states.append(live(session))
    for state in states[-2::-1]:
        session.take_back()
        assert live(session) == state == fold_of(session)


def test_a_take_back_is_taken_back(session: Session) -> None:
    answer_first(session)
    after, n = live(session), session.n
    assert session.taken_back_from is None
    session.take_back()
    assert session.taken_back_from == n
    session.take_back(n)
    assert live(session) == after == fold_of(session)
    answer_first(session)
    assert session.taken_back_from is None


def test_the_abandoned_branch_can_be_gone_back_to_after_other_play(session: Session) -> None:
    answer_first(session, 0)
    first, n = live(session), session.n
    session.take_back()
    answer_first(session, 1)
    assert live(session) != first
    session.take_back(n)
    assert live(session) == first == fold_of(session)


@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_only_step_ends_are_gone_back_to(session: Session, offset: int) -> None:
    ends = session.log.ends
    inside = next(n for n in range(ends[0], session.n) if n not in ends and n + 1 not in ends)
    with pytest.raises(NotAStepEnd) as caught:
        session.take_back(inside, forced=True)
    below, above = max(n for n in ends if n < inside), min(n for n in ends if n > inside)
    assert str(caught.value) == f"no step ends with event {inside}: the nearest ends are {below} and {above}"
    for impossible in (0, 1, session.n + offset + 2):
        with pytest.raises(NotAStepEnd):
            session.take_back(impossible, forced=True)


def test_where_play_stands_nothing_is_to_take_back(session: Session) -> None:
    with pytest.raises(UsageError, match="stands at event"):
        session.take_back(session.log.standing)
    fresh = Session.in_memory(TINY, seeded())
    with pytest.raises(UsageError, match="no decision has been made yet"):
        fresh.take_back()


@pytest.mark.parametrize("what", ["rolled", "drawn", "tiny.bids_revealed"])
def test_news_is_not_passed_unless_forced(tmp_path: Path, what: str) -> None:
    session = Session.create(tmp_path / "game.diary", TINY, seeded())
    kind = TINY.spec.fold.codec.by_tag[what]
    play_until(session, e.AskBids)
    seen = 0
    while not seen:
        start = len(session.log)
        answer_first(session)
        session.play_on()
        seen = next((n for n in range(start + 1, session.n + 1) if type(session.log.events[n - 1]) is kind), 0)
    before, n, file = live(session), session.n, session.path.read_bytes()  # type: ignore[union-attr]
    to = session.log.end_before(next(m for m in reversed(range(1, seen + 1)) if m - 1 in session.log.ends))
    with pytest.raises(TakeBackRefused, match="has been seen since"):
        session.take_back(to)
    assert (live(session), session.n, session.path.read_bytes()) == (before, n, file)  # type: ignore[union-attr]
    number = session.take_back(to, forced=True)
    assert session.log.events[number - 1] == TookBack(to=to, forced=True)
    assert live(session) != before
    assert live(session) == fold_of(session)


def test_forced_where_nothing_was_seen_is_not_logged_as_forced(session: Session) -> None:
    answer_first(session)
    number = session.take_back(forced=True)
    assert isinstance(record := session.log.events[number - 1], TookBack)
    assert not record.forced


def test_keyed_dice_meet_the_same_answers_again(session: Session) -> None:
    start, answers = session.log.standing, []
    while not session.over:
        answers += [event for event in session.play_on() if not isinstance(event, Order)]
        if not session.over:
            answers += answer_first(session)
    end = live(session)
    session.take_back(start, forced=True)
    play_out(session)
    assert live(session) == end == fold_of(session)


def test_a_persons_decision_is_taken_back_with_the_computers_reply() -> None:
    session = Session.in_memory(TINY, seeded(10, {"red": "human", "blue": "random"}))
    play_until(session, e.AskMarch)
    before, n = live(session), session.n
    session.answer(e.Halt())
    session.play_on()
    assert any(isinstance(event, Order) for event in session.log.events[n + 1 :])
    session.take_back(forced=True)
    assert live(session) == before


def test_computer_players_decide_the_same_after_a_take_back(tmp_path: Path) -> None:
    with Session.create(tmp_path / "game.diary", TINY, seeded(3, RANDOM)) as session:
        session.play_on()
        end, halfway = live(session), session.log.ends[len(session.log.ends) // 2]
        session.take_back(halfway, forced=True)
        session.play_on()
        assert live(session) == end == fold_of(session)
        session.take_back(halfway, forced=True)
    with Session.resume(tmp_path / "game.diary", table=TINY) as again:
        again.play_on()
        assert live(again) == end


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["answer", "play", "back", "far", "note", "fix", "refused", "reopen", "crash"]),
        st.integers(0, 1 << 16),
    ),
    max_size=40,
)
CRASHING = broken(raises_on_third)


def act(session: Session, what: str, number: int) -> None:
    """One thing that may happen at a table."""
    match what:
        case "answer" if isinstance(session.request, Choice):
            answer_first(session, number)
        case "crash" if isinstance(session.state.frames[-1] if session.state.frames else None, e.AskMarch):
            session.answer(e.March(unit=3 + 3 * (number % 2)))
        case "play" | "answer":
            session.advance()
        case "back":
            session.take_back(forced=number % 3 == 0)
        case "far":
            session.take_back(session.log.ends[number % len(session.log.ends)], forced=True)
        case "note":
            session.note("x" * (number % 9))
        case "refused":
            session.answer(e.Bid(by="red", card="99"))
        case "fix":
            inputs = session.log.inputs(session.log.standing)
            n = inputs[number % len(inputs)] if inputs else 1
            event: Any = session.log.events[n - 1]
            if isinstance(event, e.Rolled):
                event = e.Rolled(**{**_fields(event), "dice": tuple(7 - face for face in event.dice)})
            elif isinstance(event, e.Drawn):
                card = f"{number % 12 + 1:02}"
                event = e.Drawn(**{**_fields(event), "cards": (card,)})
            session.fix(n, event, forced=True)


def _fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(1, 20), acts=ACTS)
def test_the_fold_of_the_file_is_the_live_state_whatever_happens(seed: int, acts: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.diary"
        session = Session.create(path, CRASHING, seeded(seed, PEOPLE), sync="none")
        for what, number in acts:
            if what == "reopen":
                session.close()
                session = Session.resume(path, table=CRASHING, sync="none")
            before, n = live(session), session.n
            try:
                act(session, what, number)
            except RulesFault:
                assert live(session) == folded(path)
            except (Refused, UsageError):
                assert (live(session), session.n) == (before, n)
            except WardiaryError as error:  # nothing else is expected of a sound disk
                raise AssertionError from error
            assert live(session) == folded(path)
            assert len(events_of(path)) == session.n
        log = Log(TINY.spec.fold.codec)
        log.add_block(session.log.events)
        assert (log.ends, log.jumps) == (session.log.ends, session.log.jumps)
        assert session.log.ends == step_ends(TINY.spec.fold.codec, events_of(path))
        session.close()
