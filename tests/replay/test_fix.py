"""Putting right a mistyped die, card or order: what is accepted, what is carried over, what the diary says."""

from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import PEOPLE, TINY, answer_first, events_of, folded, live, play_until, seeded

from wardiary.core.requests import Roll
from wardiary.events import tiny as e
from wardiary.events.common import Fixed
from wardiary.events.errors import Refused, UsageError
from wardiary.replay.beginning import Setting
from wardiary.replay.chance import TypedSource
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session


def typed(path: Path) -> Session:
    """At a table where every die shows 6 and the lowest card is always drawn; two companies a side are marched."""
    source = TypedSource(lambda roll: (6,) * roll.count, lambda draw: draw.bag[: draw.count])
    return Session.create(path, TINY, Setting(dice=Dice.told(source), seats=PEOPLE, id="typed"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.diary"


@pytest.fixture
def session(path: Path) -> Session:
    return typed(path)


def numbers(session: Session, kind: type[Any]) -> list[int]:
    return [n for n in session.log.inputs(session.log.standing) if isinstance(session.log.events[n - 1], kind)]


def changed(session: Session, n: int, **fields: Any) -> Any:
    event = session.log.events[n - 1]
    return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__} | fields)


def roll_until(session: Session, rolls: int) -> None:
    """Everybody marches until so many rolls were made."""
    while len(numbers(session, e.Rolled)) < rolls:
        if not session.advance():
            answer_first(session)


def test_a_die_is_put_right_and_later_answers_are_carried_over(session: Session, path: Path) -> None:
    roll_until(session, 2)
    answers = [session.log.events[n - 1] for n in session.log.inputs(session.log.standing)]
    first, second = numbers(session, e.Rolled)[:2]
    right = changed(session, first, dice=(1,) * len(session.log.events[first - 1].dice))  # type: ignore[attr-defined]
    n, to = session.n, session.log.end_before(first)
    report = session.fix(first, right)
    assert (report.answers, report.stopped_at, report.reason) == (1, None, "")
    assert events_of(path)[n] == Fixed(n=first, to=to)
    assert events_of(path)[n + 1] == right
    after = [session.log.events[m - 1] for m in session.log.inputs(session.log.standing)]
    assert after == [right if answer is answers[-2] else answer for answer in answers]
    assert second < session.n
    assert folded(path) == live(session)


def test_a_card_is_put_right(session: Session, path: Path) -> None:
    play_until(session, e.AskBids)
    draws = numbers(session, e.Drawn)
    report = session.fix(draws[0], changed(session, draws[0], cards=("12",)))
    assert report.answers == 3
    assert session.state.hands == {"red": ("02", "12"), "blue": ("03", "04")}
    assert folded(path) == live(session)


def test_what_does_not_fit_any_more_ends_the_carrying_over(session: Session, path: Path) -> None:
    play_until(session, e.AskMarch)
    draws, inputs = numbers(session, e.Drawn), session.log.inputs(session.log.standing)
    bid = next(n for n in numbers(session, e.Bid) if session.log.events[n - 1].card == "01")  # type: ignore[attr-defined]
    report = session.fix(draws[0], changed(session, draws[0], cards=("12",)))
    assert report.answers == inputs.index(bid) - 1
    assert report.stopped_at == bid
    assert report.reason == "TINY-2: one card of the own hand, once"
    assert isinstance(session.state.frames[-1], e.AskBids)
    assert folded(path) == live(session)


def test_an_order_of_a_recorded_game_is_put_right(session: Session) -> None:
    play_until(session, e.AskMarch)
    bids = numbers(session, e.Bid)
    report = session.fix(bids[0], changed(session, bids[0], card="02"))
    assert (report.answers, report.stopped_at) == (1, None)


def test_a_fix_can_be_fixed_and_taken_back(session: Session, path: Path) -> None:
    play_until(session, e.AskBids)
    before = live(session)
    first = numbers(session, e.Drawn)[0]
    session.fix(first, changed(session, first, cards=("12",)))
    assert session.take_back(forced=True, to=session.log.ends[4])
    assert live(session) == before
    session.fix(first, changed(session, first, cards=("11",)))
    again = numbers(session, e.Drawn)[0]
    assert again > first
    session.fix(again, changed(session, again, cards=("10",)))
    assert session.state.hands["red"] == ("02", "10")
    assert folded(path) == live(session)


@pytest.mark.parametrize(
    ("which", "fields", "error", "message"),
    [
        (0, {"cards": ("99",)}, Refused, "99 is not in orders"),
        (0, {"cards": ("12", "11")}, Refused, "2 cards, asked are 1"),
        (0, {"cards": ("01",)}, UsageError, "says that already"),
        (0, {"by": "blue"}, Refused, "drawn.by"),
    ],
)
def test_a_wrong_right_value_changes_nothing(
    session: Session, path: Path, which: int, fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    play_until(session, e.AskBids)
    n = numbers(session, e.Drawn)[which]
    state, file = live(session), path.read_bytes()
    with pytest.raises(error, match=message):
        session.fix(n, changed(session, n, **fields))
    assert (live(session), path.read_bytes()) == (state, file)


@pytest.mark.parametrize(
    ("n", "why"),
    [
        (0, "no event 0"),
        (1, r"event 1 \(header\) is a record of the diary"),
        (2, "event 2 is part of the set-up"),
        (999, "no event 999"),
    ],
)
def test_only_answers_on_the_line_of_play_are_fixed(session: Session, n: int, why: str) -> None:
    play_until(session, e.AskBids)
    with pytest.raises(UsageError, match=why):
        session.fix(n, e.Drawn(deck="orders", by="red", cards=("12",), source="typed"))


def test_an_order_is_no_right_value_of_a_draw(session: Session) -> None:
    play_until(session, e.AskBids)
    n = numbers(session, e.Drawn)[0]
    with pytest.raises(UsageError, match=r"red draws from orders; a tiny\.halt is not asked"):
        session.fix(n, e.Halt())


def test_an_outcome_names_the_answers_that_made_it(session: Session) -> None:
    play_until(session, e.AskMarch)
    bids = numbers(session, e.Bid)
    revealed = next(n for n, event in enumerate(session.log.events, 1) if isinstance(event, e.BidsRevealed))
    made_of = rf"event {revealed} is what the rules made of events \d+ to {bids[-1]}: fix one of those"
    with pytest.raises(UsageError, match=made_of):
        session.fix(revealed, e.Halt())


def test_what_was_given_again_names_its_new_number(session: Session) -> None:
    play_until(session, e.AskBids)
    old = numbers(session, e.Drawn)
    session.fix(old[0], changed(session, old[0], cards=(sorted(session.state.bag)[-1],)), forced=True)
    for before, after in zip(old, numbers(session, e.Drawn), strict=True):
        with pytest.raises(UsageError, match=f"event {before} was given again as event {after}: use --at {after}"):
            session.fix(before, changed(session, before, cards=("12",)))


def test_what_was_taken_back_is_not_fixed(session: Session) -> None:
    play_until(session, e.AskMarch)
    n = numbers(session, e.Bid)[-1]
    session.take_back(forced=True)
    with pytest.raises(UsageError, match=f"event {n} was taken back"):
        session.fix(n, e.Halt())


@pytest.mark.parametrize("kind", [e.Drawn, e.Bid])
def test_what_nobody_typed_is_fixed_only_by_force(path: Path, kind: type[Any]) -> None:
    session = Session.create(path, TINY, seeded())
    play_until(session, e.AskMarch)
    n = numbers(session, kind)[0]
    hand = session.log.state_at(session.rules, n - 1).hands
    right = changed(session, n, card=hand["red"][1]) if kind is e.Bid else changed(session, n, cards=(_free(session),))
    with pytest.raises(Refused, match="was not typed from a table"):
        session.fix(n, right)
    session.fix(n, right, forced=True)
    records = [event for event in events_of(path) if isinstance(event, Fixed)]
    assert [record.forced for record in records] == [True]
    assert folded(path) == live(session)


def _free(session: Session) -> str:
    """A card that nobody drew."""
    drawn = {session.log.events[n - 1].cards[0] for n in numbers(session, e.Drawn)}  # type: ignore[attr-defined]
    return next(f"{card:02}" for card in range(1, 13) if f"{card:02}" not in drawn)


def test_a_roll_of_another_size_does_not_fit(session: Session) -> None:
    roll_until(session, 1)
    n = numbers(session, e.Rolled)[0]
    request = session.rules.request(session.log.state_at(session.rules, session.log.end_before(n)))
    assert isinstance(request, Roll)
    with pytest.raises(Refused, match="dice"):
        session.fix(n, changed(session, n, dice=(1,) * (request.count + 1)))
