"""Stats: one diary in numbers, counted here by other means."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.replay.diaries import TINY, book_of_slips, game, header_of, play_on, seal, seeded, set_up, write, write_game

from wardiary.events import tiny as e
from wardiary.events.common import Crashed, DiceSource
from wardiary.events.kinds import Event
from wardiary.replay.answers import read_answer
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session
from wardiary.replay.stats import Stats, stats


def counted(path: Path) -> Stats:
    found = stats(path, table=TINY)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Stats) == found
    return found


def test_events_steps_and_decisions(tmp_path: Path) -> None:
    steps = game(2)
    found = counted(write_game(tmp_path / "a.diary", 2))
    assert (found.events, found.steps, found.inputs) == (1 + sum(map(len, steps)), len(steps), len(steps) - 1)
    assert found.by_type["tiny.bid"] == sum(isinstance(step[0], e.Bid) for step in steps)
    assert sum(found.by_type.values()) == found.events
    assert list(found.by_type.values()) == sorted(found.by_type.values(), reverse=True)
    assert sum(found.decisions.values()) == sum(isinstance(step[0], e.Bid | e.March | e.Halt) for step in steps)
    bids = Counter(step[0].by for step in steps if isinstance(step[0], e.Bid))
    assert all(found.decisions[seat] >= bids[seat] for seat in ("red", "blue"))
    assert found.bytes == (tmp_path / "a.diary").stat().st_size
    assert (found.turns, found.sittings, found.take_backs, found.fixes, found.crashes) == (6, 1, 0, 0, 0)
    assert found.result is not None
    assert not found.sealed


def test_dice_are_counted_by_purpose_and_seat_with_mean_and_expectation(tmp_path: Path) -> None:
    steps = game(2)
    dice = counted(write_game(tmp_path / "a.diary", 2)).dice
    rolls = [step[0] for step in steps if isinstance(step[0], e.Rolled)]
    assert [(d.purpose, d.by, d.sides) for d in dice] == [("battle", "blue", 6), ("battle", "red", 6)]
    for one in dice:
        faces = [face for roll in rolls if roll.by == one.by for face in roll.dice]
        assert (one.dice, one.total, one.mean) == (len(faces), sum(faces), sum(faces) / len(faces))
        assert one.faces == tuple(faces.count(face) for face in range(1, 7))
        assert one.rolls == sum(roll.by == one.by for roll in rolls)
        assert one.expected == 3.5
        assert "fair 3.50" in one.text()


def test_slips_are_counted_and_lines_of_play_told_apart(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    replay = Replay(path, table=TINY)
    found = counted(path)
    assert (found.take_backs, found.forced_take_backs, found.played_again) == (1, 1, 1)
    assert (found.fixes, found.sittings) == (1, 2)
    assert found.taken_back_events == sum(map(replay.is_dead, range(1, replay.last + 1)))
    alive = [event for n, event in enumerate(replay.events, 1) if not replay.is_dead(n)]
    assert sum(found.decisions.values()) == sum(isinstance(x, e.Bid | e.March | e.Halt) for x in alive)
    assert "1 take-back (1 forced), 1 played again, 1 fix, 2 sittings" in found.text()
    assert "by type" not in found.text()
    assert "by type" in found.text(verbose=True)


def told_game(path: Path) -> Session:
    """Tiny with typed dice up to the first bids, its cards 3, 7, 5, 1."""
    session = Session.create(path, TINY, Setting(dice=Dice(DiceSource(source="typed"), None), id="typed"))
    for card in ("03", "07", "05", "01"):
        tell(session, card)
    return session


def tell(session: Session, said: str) -> None:
    session.answer(read_answer(TINY, session.state, session.request, said))


def test_what_was_mistyped_did_not_fall(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    with told_game(path) as session:
        n = next(n for n, event in enumerate(session.log.events, 1) if isinstance(event, e.Drawn))
        wrong = session.log.events[n - 1]
        assert isinstance(wrong, e.Drawn)
        session.fix(n, msgspec.structs.replace(wrong, cards=("08",)))
    assert counted(path).draws == {"orders by blue": 2, "orders by red": 2}


def test_what_was_drawn_and_taken_back_did_fall(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    with told_game(path) as session:
        session.take_back(session.log.ends[-2], forced=True)
        tell(session, "02")
    assert counted(path).draws == {"orders by blue": 3, "orders by red": 2}


def test_keyed_dice_that_fall_again_fell_once(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    with Session.create(path, TINY, Setting(dice=Dice.seeded("1"), id="seeded")) as session:
        session.play_on()
        drawn = sum(isinstance(event, e.Drawn) for event in session.log.events)
        session.take_back(session.log.ends[0], forced=True)
        session.play_on()
    assert sum(counted(path).draws.values()) == drawn


@pytest.mark.parametrize("most", [0, 5, 30])
def test_a_game_still_being_played(tmp_path: Path, most: int) -> None:
    path = write(tmp_path / "a.diary", game(1, most=most))
    found = counted(path)
    assert found.result is None
    assert "still being played" in found.text()
    assert set(found.decisions) == {"red", "blue"}


def test_a_header_alone_and_a_sealed_diary(tmp_path: Path) -> None:
    empty = counted(write(tmp_path / "a.diary", []))
    assert (empty.events, empty.steps, empty.turns, empty.dice) == (1, 0, 0, ())
    state, opening = set_up()
    crash = Crashed(answer="null", exception="KeyError", place="x")
    steps: list[list[Event]] = [opening, [crash], *play_on(TINY, state, seeded(1)[1])]
    path = write(tmp_path / "b.diary", steps, header=header_of(seeded(1)[0], name="crashing"))
    seal(path, None)
    found = counted(path)
    assert (found.sealed, found.crashes, found.id) == (True, 1, "crashing")
    assert "1 crash" in found.text()
    assert "; sealed" in found.text()
