"""Answers given again where they may not fit: fitted, left out, simplified."""

from typing import Any

import pytest
from tests.replay.diaries import TINY, game, set_up
from tests.replay.playing import broken

from wardiary.core.requests import Choice, Draw, Roll
from wardiary.core.state import copy_state, encode_state
from wardiary.events import tiny as e
from wardiary.events.kinds import Input
from wardiary.replay.crash import crashed
from wardiary.replay.laboratory.cases import Holding, Raising
from wardiary.replay.laboratory.predicates import Moment
from wardiary.replay.laboratory.rerun import fitted, play, simpler, simplicity


def answers(seed: int = 3) -> list[Input]:
    """The answers of a game."""
    return [step[0] for step in game(seed)[1:] if isinstance(step[0], Input)]


def roll(*dice: int, **other: Any) -> e.Rolled:
    return e.Rolled(purpose="battle", by="red", key="9.9.red", nth=4, dice=dice, source="seed", **other)


ASKED = Roll(purpose="battle", by="blue", key="2.3.blue", nth=1, count=3)


@pytest.mark.parametrize(
    ("given", "dice"),
    [(roll(2, 3, 4), (2, 3, 4)), (roll(6), (6, 1, 1)), (roll(1, 2, 3, 4), (1, 2, 3))],
)
def test_a_roll_takes_its_label_from_what_is_asked(given: e.Rolled, dice: tuple[int, ...]) -> None:
    assert fitted(ASKED, given) == e.Rolled(
        purpose="battle", by="blue", key="2.3.blue", nth=1, dice=dice, source="script"
    )


@pytest.mark.parametrize("given", [roll(1, 2, 3, sides=8), e.Halt(), e.Bid(by="red", card="01")])
def test_what_cannot_be_that_roll(given: Input) -> None:
    assert fitted(ASKED, given) is None


@pytest.mark.parametrize(
    ("cards", "count", "drawn"),
    [(("05",), 1, ("05",)), (("99",), 1, ("03",)), (("05", "99"), 2, ("05", "03")), (("05", "05"), 2, ("05", "03"))],
)
def test_a_draw_takes_what_is_in_the_bag(cards: tuple[str, ...], count: int, drawn: tuple[str, ...]) -> None:
    asked = Draw(deck="orders", by="blue", bag=("03", "05", "07"), shuffle=2, count=count)
    given = e.Drawn(deck="orders", by="red", cards=cards, source="seed")
    assert fitted(asked, given) == e.Drawn(deck="orders", by="blue", shuffle=2, cards=drawn, source="script")
    assert fitted(asked, roll(1)) is None


def test_an_order_is_for_the_rules_to_judge_and_a_roll_is_not() -> None:
    choice = Choice(seats=("red",), frame=e.AskBids())
    assert fitted(choice, e.Halt()) == e.Halt()
    assert fitted(choice, roll(1)) is None


def test_all_answers_play_the_game_again() -> None:
    state, _ = set_up()
    steps = [list(played.step[1:]) for played in play(TINY.rules, state, answers())]
    assert steps == [step[1:] for step in game(3)[1:]]
    assert state.result is not None


def test_what_is_refused_is_left_out() -> None:
    """Twice the same answers: those that do not fit are passed over, and the state is what the others make."""
    state, _ = set_up()
    given = answers()[:12]
    doubled = [answer for one in given for answer in (one, e.March(unit=99), one)]
    played = list(play(TINY.rules, state, doubled))
    assert all(one.error is None for one in played)
    assert e.March(unit=99) not in [one.answer for one in played]
    again, _ = set_up()
    for one in played:
        assert TINY.rules.refusal(again, one.answer) is None
        TINY.rules.advance(again, one.answer)
    assert encode_state(again) == encode_state(state)


@pytest.mark.parametrize("seed", range(3))
def test_simpler_answers_are_simpler_and_fit(seed: int) -> None:
    state, _ = set_up()
    kinds: set[type[Any]] = set()
    for answer in answers(seed):
        before = encode_state(state)
        for other in simpler(TINY.rules, state, answer):
            assert simplicity([other]) < simplicity([answer])
            assert TINY.rules.refusal(copy_state(state), other) is None
            kinds.add(type(other))
        assert encode_state(state) == before
        TINY.rules.advance(state, answer)
    assert kinds == {e.Rolled, e.Drawn, e.Bid, e.March, e.Halt}


def test_the_simplest_has_nothing_simpler() -> None:
    state, _ = set_up()
    assert simpler(TINY.rules, state, e.Drawn(deck="orders", by="red", cards=("01",), source="script")) == []
    assert simpler(TINY.rules, state, roll(3)) == [], "a draw is asked"


def test_fewer_shorter_lower() -> None:
    ranked: list[list[Input]] = [
        [],
        [e.Halt()],
        [e.March(unit=1)],
        [e.March(unit=2)],
        [e.March(unit=10)],
        [roll(1)],
        [roll(2)],
        [roll(1, 1)],
        [e.Halt(), e.Halt()],
    ]
    assert sorted([*ranked[4:], *ranked[:4]], key=simplicity) == ranked


class Says:
    text, fields = "says", ()

    def __init__(self, at: int) -> None:
        self._at = at

    def first(self, moments: list[Moment]) -> int | None:
        self.numbers = [moment.n for moment in moments]
        return self._at if self._at < len(moments) else None


@pytest.mark.parametrize(("at", "steps"), [(0, None), (1, 1), (2, 2), (3, 3), (5, 4), (6, 5), (10_000, None)])
def test_a_condition_that_holds_from_the_start_on_is_not_shown(at: int, steps: int | None) -> None:
    """The fourth draw makes two events: itself, and the frame of the bids."""
    state, _ = set_up()
    asked = Says(at)
    shown = Holding(TINY, asked, 40).show(state, answers())  # type: ignore[arg-type]  # a list is enough here
    assert asked.numbers == list(range(39, 39 + len(asked.numbers)))
    assert (None if shown is None else len(shown.blocks)) == steps


def raises_on_a_march(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
    raise KeyError("no such march")


def test_another_fault_is_not_the_same() -> None:
    table = broken(raises_on_a_march)
    state, _ = set_up(table)
    found = next(one for one in play(table.rules, state, answers()) if one.error is not None)
    assert isinstance(found.error, KeyError)
    record = crashed(table.spec, found.answer, found.error)

    def shows(exception: str, place: str) -> bool:
        start, _ = set_up(table)
        shown = Raising(table, exception, place).show(start, answers())
        return shown is not None and shown.blocks[-1] == [record]

    assert shows("KeyError", record.place)
    assert not shows("ValueError", record.place)
    assert not shows("KeyError", "core.games.tiny.rules:Battles.then")
