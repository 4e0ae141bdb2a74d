"""Bisecting: the first event after which something holds, whatever comes after."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import TINY, Book, book_of_slips, game, header_of, seeded, set_up, write, write_game
from tests.replay.planted import PlantedFault, crashing_diary, evolving, long_game, planted, three_late_orders
from tests.replay.playing import broken

from wardiary.core.games.tiny.rules import Marching
from wardiary.core.requests import Legal
from wardiary.events import tiny as e
from wardiary.events.common import Crashed, Noted, TookBack
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Order
from wardiary.replay.check import check
from wardiary.replay.crash import NO_ANSWER
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.laboratory.predicates import Moment
from wardiary.replay.laboratory.shrink import shrink
from wardiary.replay.replay import Replay


class Says:
    """A question about the state in Python."""

    def __init__(self, holds: Callable[[Mapping[str, Any]], bool], *fields: str) -> None:
        self.text, self.fields, self._holds = "says", fields, holds
        self.asked: list[int] = []
        self.states: list[Mapping[str, Any]] = []

    def first(self, moments: Sequence[Moment]) -> int | None:
        states = [msgspec.json.decode(moment.state) for moment in moments]
        self.asked += [moment.n for moment in moments]
        self.states += states
        return next((at for at, state in enumerate(states) if self._holds(state)), None)


@pytest.mark.parametrize("seed", range(4))
def test_the_first_event_after_which_it_holds(tmp_path: Path, seed: int) -> None:
    path = write_game(tmp_path / "a.diary", seed)
    replay = Replay(path, table=TINY)
    found = bisect(path, Says(lambda s: len(s["companies"]) < 6, "companies"), table=TINY)
    expected = next((n for n in range(12, replay.last + 1) if len(replay.state_at(n).companies) < 6), None)
    assert (found and found.event) == expected
    if found and expected:
        assert found.type == "tiny.battle_fought"
        assert found.turn == replay.state_at(expected).turn
        assert found.words.startswith("Battle at place")
        assert {part.path.partition(".")[0] for part in found.state} == {"companies"}
        assert all(part.after == "" for part in found.state), "companies are lost, nothing else"


def test_it_need_not_stay_true(tmp_path: Path) -> None:
    """Bids lie on the table in a few places only; a search by halves would miss them or find a later one."""
    path = write_game(tmp_path / "a.diary")
    replay = Replay(path, table=TINY)
    found = bisect(path, Says(lambda s: bool(s["bids"])), table=TINY)
    assert found is not None
    assert found.event == next(n for n, event in enumerate(replay.events, 1) if isinstance(event, e.Bid))
    assert replay.state.bids == {}


def test_every_event_is_looked_at_once_from_the_end_of_the_set_up(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary", size=7)
    replay, never = Replay(path, table=TINY), Says(lambda s: False)
    told: list[int] = []
    assert bisect(path, never, table=TINY, advance=told.append) is None
    assert never.asked == list(range(replay.step_ends[0], replay.last + 1))
    assert sum(told) == len(never.asked)
    now = bisect(path, Says(lambda s: True), table=TINY)
    assert now is not None
    assert now.event == replay.step_ends[0]
    assert now.why == "it holds already at the end of the set-up"


def test_what_was_taken_back_is_looked_at_only_when_asked(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    replay = Replay(path, table=TINY)
    records = replay.table.spec.fold.codec.records
    played = [n for n, event in enumerate(replay.events, 1) if type(event) not in records and n >= replay.step_ends[0]]
    line, whole = Says(lambda s: False), Says(lambda s: False)
    bisect(path, line, table=TINY)
    bisect(path, whole, table=TINY, taken_back=True)
    assert line.asked == [n for n in played if not replay.is_dead(n)]
    assert whole.asked == played
    assert [state["turn"] for state in whole.states] == [replay.state_at(n).turn for n in played]
    assert [state["bids"] for state in whole.states] == [replay.state_at(n).bids for n in played]


def test_a_failing_check(tmp_path: Path) -> None:
    table = evolving(TINY, e.BidsRevealed, lambda s, ev: setattr(s, "fought", ()))
    path = write(tmp_path / "a.diary", game(2))
    first = check(path, table=table).first
    found = bisect(path, "check-fails", table=table)
    assert first is not None
    assert found is not None
    assert (found.event, found.why) == (first.event, first.text())
    assert bisect(path, "check-fails", table=TINY) is None


def test_a_state_that_the_outcomes_do_not_give_is_shown(tmp_path: Path) -> None:
    """The rules write the state past their outcomes."""

    def writes_past(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        s.phase = "elsewhere"
        Marching.then(self, s, f, answer, run)

    table = broken(writes_past)
    path = write(tmp_path / "a.diary", game(2))
    found = bisect(path, "check-fails", table=table)
    assert found is not None
    assert "phase" in found.why
    assert [part.path for part in found.state] == ["phase"]


def test_rules_that_raise_on_a_recorded_answer(tmp_path: Path) -> None:
    def raises(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        if s.turn == 2:
            raise PlantedFault("in turn 2")
        Marching.then(self, s, f, answer, run)

    table = broken(raises)
    path = write(tmp_path / "a.diary", game(2))
    found = bisect(path, "raises", table=table)
    assert found is not None
    replay = Replay(path, table=TINY)
    march = (n for n, ev in enumerate(replay.events, 1) if isinstance(ev, e.March | e.Halt))
    assert found.event == next(n for n in march if replay.state_at(n).turn == 2)
    assert "PlantedFault" in found.why


def test_a_raise_is_found_behind_another_difference(tmp_path: Path) -> None:
    """A check that stops at the first difference would not come so far."""

    def otherwise(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        if s.turn == 3:
            raise PlantedFault("in turn 3")
        if s.turn == 1 and isinstance(answer, e.March):
            run.emit(e.ColumnMarched(side=f.side, units=()))
        Marching.then(self, s, f, answer, run)

    table = broken(otherwise)
    path = next(
        path
        for seed in range(20)
        if Replay(path := write_game(tmp_path / f"{seed}.diary", seed), table=TINY).state.turn > 3
    )
    first, found = check(path, table=table).first, bisect(path, "raises", table=table)
    assert first is not None
    assert first.kind != "raised"
    assert found is not None
    assert found.event > first.event
    assert found.turn == 3


def test_a_recorded_fault_that_still_is_one(tmp_path: Path) -> None:
    answers = long_game(TINY)
    orders = three_late_orders(answers, 3)
    table = planted(TINY, orders)
    crashing_diary(tmp_path / "a.diary", table, answers)
    found = bisect(tmp_path / "a.diary", "raises", table=table)
    assert found is not None
    assert found.type == "crashed"
    assert "PlantedFault" in found.words
    assert bisect(tmp_path / "a.diary", "raises", table=TINY) is None, "it is mended"


def test_somebody_who_is_asked_and_has_no_answer(tmp_path: Path) -> None:
    """Such a fault has no answer in its record; it is one as long as nothing is listed there."""
    steps = game(1)
    state, _ = set_up()
    asked = next(
        at
        for at, step in enumerate(steps[1:], 1)
        if TINY.rules.advance(state, step[0]) and marching(state)  # type: ignore[arg-type]  # an input
    )
    record = Crashed(answer=NO_ANSWER, exception="NoLegalAnswer", place="?")
    path = write(tmp_path / "a.diary", [*steps[: asked + 1], [record]])
    silent = broken(legal=lambda self, s, f, seat=None: Legal([]))
    found = bisect(path, "raises", table=silent)
    assert found is not None
    assert "lists no answer" in found.why
    assert bisect(path, "raises", table=TINY) is None
    small = shrink(path, "raises", tmp_path / "b.diary", table=silent)
    assert small.inputs == 1
    again = bisect(small.path, "raises", table=silent)
    assert again is not None
    assert again.why.partition(":")[2] == found.why.partition(":")[2]


def marching(state: Any) -> bool:
    return isinstance(state.frames[-1], e.AskMarch)


def test_a_diary_without_a_set_up(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", [], header=header_of(seeded(1)[0]))
    assert bisect(path, "raises", table=TINY) is None
    other = msgspec.structs.replace(header_of(seeded(1)[0]), scenario="river")
    found = bisect(write(tmp_path / "b.diary", [], header=other), "check-fails", table=TINY)
    assert found is not None
    assert (found.event, found.type) == (1, "header")
    with pytest.raises(UsageError, match="never set up"):
        bisect(path, Says(lambda s: True), table=TINY)


def test_notes_are_no_moments(tmp_path: Path) -> None:
    book = Book()
    book.play(6, "a")
    note = book.record(Noted(text="tea"))
    last = book.play(2, "b")
    back = book.record(TookBack(to=last, forced=True))
    watch = Says(lambda s: False)
    bisect(book.write(tmp_path / "a.diary"), watch, table=TINY)
    assert note not in watch.asked
    assert back not in watch.asked
    assert last in watch.asked


def test_an_order_is_told_by_its_name(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    found = bisect(path, Says(lambda s: bool(s["marched"]), "marched", "turn"), table=TINY)
    assert found is not None
    replay = Replay(path, table=TINY)
    assert isinstance(replay.event(found.event), Order)
    assert ": march " in found.words
    assert [part.path for part in found.state] == ["marched", "turn"]
    assert found.text().splitlines()[1].startswith("  marched: [] -> [")
    assert found.text().splitlines()[2] == "  turn: 1"


def test_a_frame_is_told_as_what_is_asked(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    found = bisect(path, Says(lambda s: s["frames"][:1] == [{"t": "tiny.ask_bids"}], "frames"), table=TINY)
    assert found is not None
    assert (found.type, found.words, found.why) == ("tiny.ask_bids", "now red and blue: bid a card", "")


def test_an_order_that_makes_no_sense_is_told_as_it_is_written(tmp_path: Path) -> None:
    """A hand-made diary in which somebody halts where cards are drawn."""
    path = write(tmp_path / "a.diary", [game(1)[0], [e.Halt()]])
    found = bisect(path, "check-fails", table=TINY)
    assert found is not None
    assert (found.type, found.words) == ("tiny.halt", '{"t":"tiny.halt"}')
    assert 'the rules refuse {"t":"tiny.halt"}: a draw' in found.why
