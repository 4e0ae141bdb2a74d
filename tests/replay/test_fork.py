"""Forks: the same answers give the parent's states, another answer another game, and nothing is ever overwritten."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.replay.diaries import (
    SECRET,
    SYSTEM,
    TINY,
    Book,
    book_of_slips,
    game,
    header_of,
    play_on,
    seal,
    seeded,
    set_up,
    write,
    write_game,
)

from wardiary.core.requests import Choice, Roll
from wardiary.events import tiny as e
from wardiary.events.common import DiceSource, Noted, Reseeded, Resumed, TookBack
from wardiary.events.errors import FileExists, Locked, NotAStepEnd, Refused, UsageError, WriteFailed
from wardiary.events.kinds import Input
from wardiary.replay.beginning import Setting
from wardiary.replay.chance import KeyedSource
from wardiary.replay.check import check
from wardiary.replay.dice import Dice, keep_secret, kept_secret
from wardiary.replay.fork import fork
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session


def inputs_after(replay: Replay, n: int) -> list[Input]:
    """The inputs of the last line of play after event `n`."""
    numbers = [m for span in replay.line() for m in range(span.first, span.last + 1) if m > n]
    return [event for m in numbers if isinstance(event := replay.event(m), Input)]


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 40))
def test_at_every_end_the_same_answers_give_the_parents_states(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("fork")
    parent = Replay(write_game(folder / "parent.diary", seed), table=TINY)
    ends = [end for end in parent.step_ends if end > 0]
    for end in ends:
        made = fork(folder / "parent.diary", end, folder / f"{end}.diary", table=TINY)
        child = Replay(made.path, table=TINY)
        assert (made.last, child.last) == (end, end)
        assert child.events[1:] == parent.events[1:end]
        assert child.state == parent.state_at(end)
        state, inputs = child.state, inputs_after(parent, end)
        after = [n for n in parent.step_ends if n > end]
        for answer, n in zip(inputs, after, strict=True):
            TINY.rules.answer(state, answer)
            assert state == parent.state_at(n)


def test_a_fork_says_where_it_left_its_parent(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary", size=5)
    parent = Replay(path, table=TINY)
    end = parent.step_ends[7]
    made = fork(path, end, tmp_path / "b.diary", reason="what if red waits", table=TINY)
    header = Replay(made.path, table=TINY).header
    assert header.parent is not None
    assert (header.parent.id, header.parent.n, header.parent.reason) == (parent.header.id, end, "what if red waits")
    assert header.parent.h == parent.block_h(end)
    assert f'"h":"{header.parent.h}"'.encode() in path.read_bytes()
    assert header.id == made.id != parent.header.id
    assert msgspec.structs.replace(header, id="x", parent=None) == msgspec.structs.replace(parent.header, id="x")
    assert check(made.path).clean


def test_the_clock_of_the_parent_is_not_taken_over(tmp_path: Path) -> None:
    header = msgspec.structs.replace(header_of(seeded(1)[0]), written="1918-01-28T06:00:00Z")
    path = write(tmp_path / "a.diary", game(1), header=header)
    assert Replay(fork(path, "last", tmp_path / "b.diary", table=TINY).path, table=TINY).header.written is None


def test_a_fork_of_a_game_with_slips_holds_its_line_of_play_alone(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    made = fork(path, "last", tmp_path / "b.diary", table=TINY)
    child = Replay(made.path, table=TINY)
    assert made.at == parent.standing == parent.last
    assert child.state == parent.state
    assert not any(isinstance(event, TookBack) for event in child.events)
    assert any(isinstance(event, Resumed) for event in child.events)
    assert check(made.path).clean
    dead = next(n for n in parent.step_ends if parent.is_dead(n))
    assert Replay(fork(path, dead, tmp_path / "c.diary", table=TINY).path).state == parent.state_at(dead)


def test_play_goes_on_only_from_the_end_of_a_step(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    with pytest.raises(NotAStepEnd, match="nearest end is 11"):
        fork(path, 5, tmp_path / "b.diary", table=TINY)
    with pytest.raises(UsageError, match="no event 4711"):
        fork(path, 4711, tmp_path / "b.diary", table=TINY)
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_record_means_where_play_stands_then(tmp_path: Path) -> None:
    book = Book()
    early = book.play(6, "a")
    note = book.record(Noted(text="on second thoughts"))
    book.play(3, "b")
    back = book.record(TookBack(to=early, forced=True))
    path = book.write(tmp_path / "a.diary")
    for at in (note, back):
        made = fork(path, at, tmp_path / f"{at}.diary", table=TINY)
        assert (made.at, made.last) == (early, early)
    sealed = write_game(tmp_path / "sealed.diary")
    end = Replay(sealed, table=TINY).last
    seal(sealed, None)
    assert fork(sealed, end + 1, tmp_path / "after.diary", table=TINY).at == end


def test_the_state_before_an_answer_is_named_for_one_who_names_the_answer(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    last_roll = max(n for n, event in enumerate(parent.events, 1) if isinstance(event, e.Rolled))
    with pytest.raises((UsageError, Refused), match=f"in place of event {last_roll} another is given with --at"):
        fork(path, last_roll, tmp_path / "b.diary", answer="nonsense", table=TINY)


@pytest.mark.parametrize("answer", ["6", "roll 6", '{"dice":[6]}'])
def test_another_answer_is_given_in_words_or_json(tmp_path: Path, answer: str) -> None:
    path = write_game(tmp_path / "a.diary")
    end = end_where(Replay(path, table=TINY), Roll)
    made = fork(path, end, tmp_path / "b.diary", answer=answer, table=TINY)
    rolled = Replay(made.path, table=TINY).event(end + 1)
    assert isinstance(rolled, e.Rolled)
    assert (rolled.dice, made.played) == ((6,), f"{rolled.by} rolls 6 for battle")


@pytest.mark.parametrize("form", ["{by} bids {card}", "{by}: bids {card}", '{{"card":"{card}","by":"{by}"}}'])
def test_another_order_is_given_in_words_or_by_its_fields(tmp_path: Path, form: str) -> None:
    path = write_game(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    end = end_where(parent, Choice)
    card = parent.state_at(end).hands["red"][1]
    made = fork(path, end, tmp_path / "b.diary", answer=form.format(by="red", card=card), table=TINY)
    assert Replay(made.path, table=TINY).event(end + 1) == e.Bid(by="red", card=card)
    assert made.played == f"red bids {card}"


def end_where(replay: Replay, kind: type[Any]) -> int:
    """The first end of a step after which this is asked."""
    return next(n for n in replay.step_ends if isinstance(TINY.rules.request(replay.state_at(n)), kind))


def test_another_answer_is_played_with_its_outcomes(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    end = end_where(parent, Roll)
    made = fork(path, end, tmp_path / "b.diary", answer='{"dice":[6]}', reason="luck", table=TINY)
    child = Replay(made.path, table=TINY)
    rolled = child.event(end + 1)
    assert isinstance(rolled, e.Rolled)
    assert (rolled.dice, rolled.source, rolled.purpose) == ((6,), "typed", "battle")
    assert made.last == len(child) > end + 1
    report = check(made.path)
    assert (report.clean, report.warnings) == (True, ())


def test_the_same_fork_has_the_same_name_and_bytes(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    end = end_where(Replay(path, table=TINY), Roll)
    one, again, other = (
        fork(path, end, tmp_path / f"{index}.diary", answer=f'{{"dice":[{face}]}}', table=TINY)
        for index, face in enumerate((6, 6, 5))
    )
    assert one.id == again.id != other.id
    assert Path(one.path).read_bytes() == Path(again.path).read_bytes() != Path(other.path).read_bytes()
    plain = {fork(path, end, tmp_path / f"p{index}.diary", table=TINY).id for index in range(3)}
    assert len(plain) == 3


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        ('{"dice":[7]}', Refused, "a face of 7"),
        ('{"dice":[1,2]}', Refused, "2 dice, asked are 1"),
        ('{"t":"tiny.halt"}', Refused, "after event .* rolls 1d6 for battle; a tiny.halt is not asked"),
        ('{"t":"noted","text":"x"}', Refused, "a noted is not asked"),
        ('{"t":"tiny.retreat"}', Refused, "tiny.retreat"),
        ("[1]", UsageError, "no answer"),
        ("dice 6", UsageError, "after event .*: (red|blue) rolls 1d6 for battle: 'dice 6' is no roll"),
        ('{"dice":[99999999999999999999]}', UsageError, "after event .* is no order, roll or draw of this game"),
        ("[" * 2000, UsageError, "no answer"),
    ],
)
def test_a_bad_answer_is_refused_and_nothing_is_written(
    tmp_path: Path, answer: str, error: type[Exception], words: str
) -> None:
    path = write_game(tmp_path / "a.diary")
    end = end_where(Replay(path, table=TINY), Roll)
    with pytest.raises(error, match=words):
        fork(path, end, tmp_path / "b.diary", answer=answer, table=TINY)
    assert sorted(tmp_path.iterdir()) == [path]


def test_nothing_is_overwritten_unless_forced(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    taken = tmp_path / "b.diary"
    taken.write_text("mine")
    with pytest.raises(FileExists):
        fork(path, "last", taken, table=TINY)
    assert taken.read_text() == "mine"
    fork(path, "last", taken, table=TINY, force=True)
    assert check(taken).clean
    with pytest.raises(WriteFailed):
        fork(path, "last", tmp_path / "no" / "folder.diary", table=TINY)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.diary", "b.diary"]


def test_the_dice_of_an_open_seed_go_on(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary", 5)
    parent = Replay(path, table=TINY)
    end = parent.step_ends[9]
    made = fork(path, end, tmp_path / "b.diary", table=TINY)
    assert not made.reseeded
    session = Session.resume(made.path, table=TINY)
    with session:
        session.play_on()
        assert session.over
    report = check(made.path)
    assert (report.clean, report.warnings, report.unverified.secret) == (True, (), 0)


def system_game(folder: Path, *, most: int = 10_000) -> Path:
    state, opening = set_up()
    steps = [opening, *play_on(TINY, state, KeyedSource(SECRET, "system"), most=most)]
    return write(folder / "system.diary", steps, header=header_of(SYSTEM))


def test_a_secret_that_is_known_goes_on_and_is_kept_beside_the_fork(tmp_path: Path) -> None:
    path = system_game(tmp_path)
    keep_secret(path, SECRET)
    made = fork(path, "turn:3", tmp_path / "b.diary", table=TINY)
    assert not made.reseeded
    assert kept_secret(Path(made.path), SYSTEM.commit or "") == SECRET
    assert os.stat(f"{made.path}.secret").st_mode & 0o777 == 0o600
    with Session.resume(made.path, table=TINY) as session:
        session.play_on()
        session.seal()
    report = check(made.path)
    assert (report.clean, report.warnings, report.unverified.secret) == (True, (), 0)


def test_a_fork_that_fails_leaves_the_secret_of_the_diary_it_would_replace(tmp_path: Path) -> None:
    """That diary is being played: without the secret its dice would be others from the next sitting on."""
    path, taken = system_game(tmp_path), tmp_path / "b.diary"
    keep_secret(path, SECRET)
    with Session.create(taken, TINY, Setting(dice=Dice.system())) as session:
        with pytest.raises(Locked):
            fork(path, "turn:3", taken, table=TINY, force=True)
        assert session.dice.declared.commit is not None
        assert kept_secret(taken, session.dice.declared.commit) == session.dice.secret
    assert sorted(p.name for p in tmp_path.glob("b.*")) == ["b.diary", "b.diary.secret"]
    with Session.resume(taken, table=TINY) as session:
        assert session.warnings == []


def test_a_revealed_secret_goes_on(tmp_path: Path) -> None:
    path = system_game(tmp_path)
    seal(path, SECRET.hex())
    made = fork(path, "turn:3", tmp_path / "b.diary", table=TINY)
    assert not made.reseeded
    assert kept_secret(Path(made.path), SYSTEM.commit or "") == SECRET


def test_a_secret_that_is_not_known_is_replaced_and_the_diary_says_so(tmp_path: Path) -> None:
    path = system_game(tmp_path)
    made = fork(path, "turn:3", tmp_path / "b.diary", table=TINY)
    assert made.reseeded
    last = Replay(made.path, table=TINY).events[-1]
    assert isinstance(last, Reseeded)
    assert kept_secret(Path(made.path), last.dice_source.commit or "") is not None
    assert last.dice_source.commit != SYSTEM.commit


def test_other_dice_may_be_given(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    made = fork(path, "turn:2", tmp_path / "b.diary", dice=Dice.seeded("other"), table=TINY)
    last = Replay(made.path, table=TINY).events[-1]
    assert made.reseeded
    assert last == Reseeded(dice_source=DiceSource(source="seed", seed="other"))


def test_a_take_back_does_not_bring_a_lost_secret_back(tmp_path: Path) -> None:
    book = Book(1)
    book.play(6, "a")
    early = book.last
    book.record(Noted(text="the side file is lost"))
    book.record(Reseeded(dice_source=seeded("new")[0]))
    book.seed = "new"
    book.play(4, "b")
    book.record(TookBack(to=early, forced=True))
    book.play(30, "c")
    path = book.write(tmp_path / "a.diary")
    report = check(path)
    assert (report.clean, report.warnings) == (True, ())
    made = fork(path, "last", tmp_path / "b.diary", table=TINY)
    assert not made.reseeded
    child = Replay(made.path, table=TINY)
    assert sum(isinstance(event, Reseeded) for event in child.events) == 1
    assert child.state == book.state
    report = check(made.path)
    assert (report.clean, report.warnings) == (True, ())


def test_newer_rules_are_a_new_sitting(tmp_path: Path) -> None:
    header = msgspec.structs.replace(header_of(seeded(1)[0]), rules="0.9")
    path = write(tmp_path / "a.diary", game(1), header=header)
    replay = Replay(path, table=TINY)
    end = end_where(replay, Choice)
    order = msgspec.json.encode(TINY.rules.legal(replay.state_at(end))[0]).decode()
    made = fork(path, end, tmp_path / "b.diary", answer=order, table=TINY)
    child = Replay(made.path, table=TINY)
    assert child.header.rules == "0.9"
    assert child.event(end + 1) == Resumed(rules="1", data=TINY.data.digest)
    assert check(made.path).clean
