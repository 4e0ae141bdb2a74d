"""Forks that keep the parent's later answers: what the change does not touch stays, and where it stops is said."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import TINY, Book, book_of_slips, game, header_of, seeded, write, write_game
from tests.replay.planted import PlantedFault
from tests.replay.playing import broken

from wardiary.core.games.tiny.rules import Marching
from wardiary.core.requests import Draw, Roll
from wardiary.events import tiny as e
from wardiary.events.common import Crashed, DiceSource, Rolled, TookBack
from wardiary.events.kinds import Chance, Input, Order
from wardiary.replay.check import check
from wardiary.replay.fork import fork
from wardiary.replay.keep_inputs import ToldByLabel
from wardiary.replay.replay import Replay


def told(source: str, steps: list[Any]) -> list[Any]:
    """The same game with dice and cards of another source."""
    return [
        [msgspec.structs.replace(ev, source=source) if isinstance(ev, Chance) else ev for ev in step] for step in steps
    ]


@pytest.mark.parametrize("seed", range(4))
def test_without_a_change_the_whole_game_comes_again(tmp_path: Path, seed: int) -> None:
    path = write_game(tmp_path / "a.diary", seed)
    parent = Replay(path, table=TINY)
    for end in parent.step_ends[:: len(parent.step_ends) // 5]:
        made = fork(path, end, tmp_path / f"{end}.diary", keep_inputs=True, table=TINY)
        child = Replay(made.path, table=TINY)
        assert child.events[1:] == parent.events[1:]
        assert made.kept is not None
        assert (made.kept.answers, made.kept.why, made.kept.left_out, made.kept.rolled_anew) == (
            sum(isinstance(event, Input) for event in parent.events[end:]),
            "",
            0,
            0,
        )


def battle(replay: Replay) -> int:
    """The last event before the first battle's second roll."""
    rolls = [n for n, event in enumerate(replay.events, 1) if isinstance(event, Rolled)]
    return rolls[1] - 1


def dice_at(replay: Replay, n: int) -> tuple[int, ...]:
    event = replay.event(n)
    assert isinstance(event, Rolled)
    return event.dice


def changed(replay: Replay) -> tuple[int, str]:
    """The end before that roll, and the roll as it would have hit nobody if it hit, everybody if it did not."""
    n = battle(replay)
    dice = dice_at(replay, n + 1)
    return n, f"roll {' '.join('1' if max(dice) >= 5 else '6' for _ in dice)}"


@pytest.mark.parametrize("source", ["seed", "typed"])
def test_one_roll_changed(tmp_path: Path, source: str) -> None:
    """Labels keep the other rolls: each that the fork has in common with the parent shows the same dice."""
    stops = 0
    for seed in range(12):
        dice = seeded(seed)[0] if source == "seed" else DiceSource(source="typed")
        path = write(tmp_path / f"{seed}.diary", told(source, game(seed)), header=header_of(dice, name=f"g{seed}"))
        parent = Replay(path, table=TINY)
        at, answer = changed(parent)
        made = fork(path, at, tmp_path / f"{seed}.fork.diary", answer=answer, keep_inputs=True, table=TINY)
        child, kept = Replay(made.path, table=TINY), made.kept
        assert kept is not None
        labels = {_label(event): event.dice for event in parent.events if isinstance(event, Rolled)}
        assert all(
            event.dice == labels.get(_label(event), event.dice)
            for n, event in enumerate(child.events, 1)
            if isinstance(event, Rolled) and n != at + 1
        )
        assert check(made.path).clean
        assert kept.answers <= kept.of == sum(isinstance(event, Input) for event in parent.events[at + 1 :])
        if source == "typed":
            assert kept.rolled_anew == 0, "nobody can make dice that were typed"
        if kept.why:
            stops += 1
            assert at < kept.stopped_at <= parent.last
            assert str(kept.stopped_at) in kept.text()
            assert kept.why in kept.text()
        else:
            assert kept.answers + kept.left_out == kept.of
            assert child.state.result is not None
    assert stops > 0


def _label(event: Rolled) -> tuple[object, ...]:
    return event.purpose, event.by, event.key, event.nth, len(event.dice)


def test_an_order_changed_until_an_order_no_longer_fits(tmp_path: Path) -> None:
    """Red bids its other card: the game goes on with the same orders, up to one that cannot be given here."""
    path = write_game(tmp_path / "a.diary", 1)
    parent = Replay(path, table=TINY)
    bid = next(n for n, event in enumerate(parent.events, 1) if isinstance(event, e.Bid) and event.by == "red")
    given = parent.event(bid)
    assert isinstance(given, e.Bid)
    other = next(card for card in parent.state_at(bid - 1).hands["red"] if card != given.card)
    made = fork(path, bid - 1, tmp_path / "b.diary", answer=f"red bids {other}", keep_inputs=True, table=TINY)
    kept = made.kept
    assert kept is not None
    assert kept.why
    stopped = parent.event(kept.stopped_at)
    child = Replay(made.path, table=TINY)
    assert isinstance(stopped, Input)
    assert TINY.rules.refusal(child.state, stopped), "it does not fit where the fork stands"
    orders = [event for event in parent.events[bid : kept.stopped_at - 1] if isinstance(event, Order)]
    assert [event for event in child.events[bid:] if isinstance(event, Order)] == orders


def test_rules_that_raise_are_kept_as_a_session_keeps_them(tmp_path: Path) -> None:
    def raises(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        if s.turn == 2:
            raise PlantedFault("in turn 2")
        Marching.then(self, s, f, answer, run)

    table = broken(raises)
    path = write_game(tmp_path / "a.diary")
    made = fork(path, 11, tmp_path / "b.diary", keep_inputs=True, table=table)
    child = Replay(made.path, table=table)
    record = child.events[-1]
    assert isinstance(record, Crashed)
    assert record.exception == "PlantedFault"
    assert made.kept is not None
    assert "the rules raise PlantedFault" in made.kept.why
    assert check(made.path, table=table).faults[0].now == "raises"


def test_a_dead_branch_keeps_its_own_answers(tmp_path: Path) -> None:
    book = Book()
    early = book.play(6, "a")
    late = book.play(5, "b")
    book.record(TookBack(to=early, forced=True))
    book.play(3, "c")
    path = book.write(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    dead = next(end for end in parent.step_ends if early < end < late)
    made = fork(path, dead, tmp_path / "b.diary", keep_inputs=True, table=TINY)
    assert Replay(made.path, table=TINY).state == parent.state_at(late)
    alive = fork(path, early, tmp_path / "c.diary", keep_inputs=True, table=TINY)
    assert Replay(alive.path, table=TINY).state == parent.state


def test_slips_are_left_behind(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    made = fork(path, parent.step_ends[0], tmp_path / "b.diary", keep_inputs=True, table=TINY)
    child = Replay(made.path, table=TINY)
    assert child.state == parent.state
    assert not any(isinstance(event, TookBack) for event in child.events)


def test_the_same_fork_has_the_same_name_and_another_another(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    parent = Replay(path, table=TINY)
    at, answer = changed(parent)

    def name(which: str, **more: Any) -> str:
        return fork(path, at, tmp_path / which, answer=answer, table=TINY, **more).id

    assert name("b", keep_inputs=True) == name("c", keep_inputs=True) != name("d")
    assert (tmp_path / "b").read_bytes() == (tmp_path / "c").read_bytes()


def test_equal_questions_in_one_turn_keep_their_own_dice() -> None:
    """Rolls for the same purpose at the same place are told apart by their ordinal, whatever their order in the log."""

    def rolled(nth: int, face: int) -> e.Rolled:
        return e.Rolled(purpose="battle", by="red", key="2.3.red", nth=nth, dice=(face,), source="typed")

    told = ToldByLabel([(20, rolled(2, 5)), (10, rolled(1, 3)), (30, rolled(3, 6))])
    asked = [Roll(purpose="battle", by="red", key="2.3.red", nth=nth, count=1) for nth in (1, 2, 2, 3)]
    assert [told.take(request) for request in asked] == [
        (10, rolled(1, 3)),
        (20, rolled(2, 5)),
        None,
        (30, rolled(3, 6)),
    ]
    assert told.left() == []


def test_a_draw_is_kept_as_long_as_its_cards_are_in_the_bag() -> None:
    def drawn(*cards: str) -> e.Drawn:
        return e.Drawn(deck="orders", by="red", cards=cards, source="typed")

    told = ToldByLabel([(10, drawn("03")), (20, drawn("05"))])
    request = Draw(deck="orders", by="red", bag=("05", "07"))
    assert told.take(request) is None
    assert told.take(msgspec.structs.replace(request, bag=("03", "05"))) == (10, drawn("03"))
    assert told.take(request) == (20, drawn("05"))
    assert told.take(request) is None
