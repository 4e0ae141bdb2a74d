"""When the rules raise, the disk fails or somebody interrupts: nothing acknowledged is lost, the case is kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import (
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

from wardiary.core.requests import Draw
from wardiary.events import tiny as e
from wardiary.events.common import Crashed
from wardiary.events.errors import (
    NoLegalAnswer,
    PlayerFault,
    RulesFault,
    UsageError,
    WriteFailed,
)
from wardiary.replay.chance import TypedSource
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session
from wardiary.replay.table import Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.diary"


def march(session: Session, unit: int) -> None:
    session.answer(e.March(unit=unit))


def test_a_crash_in_mid_step_is_recorded_and_undone(path: Path) -> None:
    with Session.create(path, broken(raises_on_third), seeded()) as session:
        play_until(session, e.AskMarch)
        unit = 3 if session.state.frames[-1].side == "red" else 6
        state, n = live(session), session.n
        with pytest.raises(RulesFault, match="half way") as caught:
            march(session, unit)
        check, bundle = f"`wardiary check {path}` says where", f"wardiary bundle {path} -o report.zip"
        assert 0 < str(caught.value).find(check) < str(caught.value).find(bundle)
        assert f"event {n + 1} of {path}" in str(caught.value)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        assert live(session) == state == folded(path)
        case = events_of(path)[-1]
        assert isinstance(case, Crashed)
        assert (case.answer, case.exception) == (f'{{"t":"tiny.march","unit":{unit}}}', "ZeroDivisionError")
        march(session, unit - 1)
        assert folded(path) == live(session)


def raises(*_arguments: Any) -> Any:
    raise KeyError("a table has no such row")


@pytest.mark.parametrize(
    "members",
    [{"any_legal": raises}, {"arrive": raises}, {"seats": raises}, {"legal": raises}, {"chance": raises}],
    ids=lambda members: next(iter(members)),
)
def test_a_crash_anywhere_is_recorded_once_and_no_game_is_lost(path: Path, members: dict[str, Any]) -> None:
    with Session.create(path, broken(**members), seeded(seats=RANDOM)) as session:
        with pytest.raises(RulesFault):
            session.play_on()
        events = events_of(path)
        case = events[-1]
        assert isinstance(case, Crashed)
        assert case.exception == "KeyError"
        assert [event for event in events if isinstance(event, Crashed)] == [case]
        assert folded(path) == live(session)


@pytest.mark.parametrize("members", [{"legal": raises}, {"chance": raises}], ids=lambda members: next(iter(members)))
def test_a_fault_met_by_looking_is_recorded_too(path: Path, members: dict[str, Any]) -> None:
    with Session.create(path, broken(**members), seeded()) as session:
        with pytest.raises(RulesFault):
            play_out(session)
        assert isinstance(events_of(path)[-1], Crashed)
        assert folded(path) == live(session)


def test_an_impossible_request_of_the_rules_is_their_fault(path: Path) -> None:
    def from_nothing(self: Any, s: Any, f: Any) -> Draw:
        return Draw(deck="orders", by="red", bag=())

    with Session.create(path, broken(chance=from_nothing), seeded(seats=RANDOM)) as session:
        with pytest.raises(RulesFault, match="cannot draw 1 cards from a bag of 0"):
            session.play_on()
        assert isinstance(events_of(path)[-1], Crashed)


def test_what_a_teller_raises_is_no_fault_of_the_rules(path: Path) -> None:
    def leaves(_request: Any) -> Any:
        raise EOFError

    setting = replace(seeded(), dice=Dice.told(TypedSource(leaves, leaves)))
    with Session.create(path, TINY, setting) as session:
        file = path.read_bytes()
        with pytest.raises(EOFError):
            session.advance()
        assert path.read_bytes() == file


def test_an_interrupt_while_writing_ends_the_session(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows then whether the file has the step; opening it again does."""
    with Session.create(path, TINY, seeded()) as session:
        session.play_on()

        def interrupted(*_arguments: Any) -> int:
            raise KeyboardInterrupt

        monkeypatch.setattr(session._keeper.writer, "_write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            answer_first(session)
        with pytest.raises(WriteFailed, match="open the diary again"):
            answer_first(session)
    with Session.resume(path, table=TINY) as again:
        play_out(again)
        assert folded(path) == live(again)


def test_the_place_of_a_crash_names_module_and_function_only(path: Path) -> None:
    def evolve_fails(state: Any, event: Any) -> None:
        raise LookupError

    table = broken()
    table.rules.evolve = {**table.rules.evolve, e.BidsRevealed: evolve_fails}
    with Session.create(path, table, seeded(seats=RANDOM)) as session, pytest.raises(RulesFault):
        session.play_on()
    case = events_of(path)[-1]
    assert isinstance(case, Crashed)
    assert case.place == "core.run:Run.emit"
    assert case.answer.startswith('{"t":"tiny.bid","by":"blue"')


def test_no_legal_answer_is_a_fault_with_its_case(path: Path) -> None:
    def nothing_listed(self: Any, s: Any, f: Any, seat: str | None = None) -> list[Any]:
        return []

    with Session.create(path, broken(legal=nothing_listed), seeded(seats=RANDOM)) as session:
        with pytest.raises(NoLegalAnswer, match=r"(red|blue) has no legal answer at tiny.ask_march"):
            session.play_on()
        case = events_of(path)[-1]
        assert isinstance(case, Crashed)
        assert (case.answer, case.exception) == ("null", "NoLegalAnswer")


@pytest.mark.parametrize(
    ("order", "exception", "answer"),
    [
        (None, "KeyError", "null"),
        (e.Bid(by="red", card="99"), "PlayerFault", '{"t":"tiny.bid","by":"red","card":"99"}'),
    ],
)
def test_a_computer_player_at_fault_is_recorded(path: Path, order: Any, exception: str, answer: str) -> None:
    def player(decision: Any) -> Any:
        return raises() if order is None else order

    table = Table.lay(replace(TINY.spec, players={"odd": player}))
    with Session.create(path, table, seeded(seats={"red": "odd"})) as session:
        with pytest.raises(RulesFault) as caught:
            session.play_on()
        assert isinstance(caught.value, PlayerFault) is (exception == "PlayerFault")
        case = events_of(path)[-1]
        assert isinstance(case, Crashed)
        assert (case.exception, case.answer) == (exception, answer)
        assert folded(path) == live(session)


def test_an_interrupt_between_play_and_write_ends_the_session(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state has the step and the file has not: going on would leave it out."""

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with Session.create(path, TINY, seeded()) as session:
        monkeypatch.setattr(session.log, "add_step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.advance()
        with pytest.raises(WriteFailed, match="open the diary again"):
            session.advance()


def test_an_interrupt_in_mid_step_restores_and_records_nothing(path: Path) -> None:
    def interrupted(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        run.emit(e.ColumnMarched(side=f.side, units=()))
        raise KeyboardInterrupt

    with Session.create(path, broken(interrupted), seeded()) as session:
        play_until(session, e.AskMarch)
        state, file = live(session), path.read_bytes()
        with pytest.raises(KeyboardInterrupt):
            answer_first(session)
        assert (live(session), path.read_bytes()) == (state, file)


# When the disk fails


def test_a_failed_write_ends_the_session_and_loses_nothing_acknowledged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.create(path, TINY, seeded())
    session.play_on()
    n, state = session.n, live(session)
    monkeypatch.setattr(session._keeper.writer, "_write", lambda *_: 3)
    with pytest.raises(WriteFailed):
        answer_first(session)
    for attempt in (lambda: answer_first(session), lambda: session.note("x"), session.advance, session.take_back):
        with pytest.raises(WriteFailed, match="open the diary again"):
            attempt()
    session.close()
    with Session.resume(path, table=TINY) as again:
        assert live(again) == state == folded(path)
        assert again.n == n
        answer_first(again)


def test_a_closed_or_sealed_session_says_so(path: Path) -> None:
    session = Session.create(path, TINY, seeded(seats=RANDOM))
    session.play_on()
    session.seal()
    with pytest.raises(UsageError, match="sealed"):
        session.note("too late")
    session.close()
    session.close()
    other = Session.create(path.with_name("b.diary"), TINY, seeded())
    other.close()
    with pytest.raises(UsageError, match="closed"):
        other.advance()
