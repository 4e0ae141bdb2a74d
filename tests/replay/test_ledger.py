"""The ledger of luck: sums worked by hand, hits as the rules counted them, what was taken back left out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.golden.making import FOLDER
from tests.replay.diaries import TINY, book_of_slips, game, write_game

from wardiary.core.requests import Choice, Roll
from wardiary.events import brother, freezing, kuularuisku
from wardiary.events import tiny as e
from wardiary.events.common import Drawn, Rolled
from wardiary.events.kinds import Event
from wardiary.replay.answers import read_answer
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.ledger import ALL, Account, Ledger, PurposeAccount, ledger
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session


def account(told: Ledger, seat: str, purpose: str) -> PurposeAccount:
    (found,) = [one for one in told.dice if (one.seat, one.purpose) == (seat, purpose)]
    return found


def answers(session: Session, rolls: Iterator[str]) -> Iterator[str]:
    """What is said at the table: the first card, the first bid, march as long as somebody can, these rolls."""
    while True:
        request: Any = session.request
        if isinstance(request, Roll):
            yield next(rolls)
        elif isinstance(request, Choice):
            legal = TINY.rules.legal(session.state)
            yield TINY.spec.words.name_order(TINY.data, session.state, legal[0])
        else:
            yield request.bag[-1]


def typed_battle(path: Path) -> Path:
    """Tiny with typed cards and dice, up to the first battle: a red company rolls 2, three blue ones 6 5 1."""
    with Session.create(path, TINY, Setting(dice=Dice.answered("typed"), id="typed")) as session:
        for said in answers(session, iter(["2", "6 5 1"])):
            session.answer(read_answer(TINY, session.state, session.request, said))
            if any(isinstance(event, e.BattleFought) for event in session.log.events):
                return path
    raise AssertionError("no battle")


def test_a_battle_at_a_table_worked_by_hand(tmp_path: Path) -> None:
    """A die hits from 5 up. Of the 216 falls of three dice 160 make at most 12 pips and 81 at least 12."""
    replay = Replay(typed_battle(tmp_path / "a.diary"), table=TINY)
    assert [roll.dice for roll in replay.events if isinstance(roll, Rolled)] == [(2,), (6, 5, 1)]
    told = ledger(replay)
    red, blue = account(told, "red", "battle"), account(told, "blue", "battle")
    assert red.pips == Account(rolls=1, dice=1, total=2, expected=3.5, at_most=2 / 6, at_least=5 / 6)
    assert red.hits == Account(rolls=1, dice=1, total=0, expected=1 / 3, at_most=4 / 6, at_least=1.0)
    assert blue.pips == Account(rolls=1, dice=3, total=12, expected=10.5, at_most=160 / 216, at_least=81 / 216)
    # Two of three hit in 3 * 2 * 2 * 4 = 48 falls, all three in 8.
    assert blue.hits == Account(rolls=1, dice=3, total=2, expected=1.0, at_most=208 / 216, at_least=56 / 216)
    assert red.pips.luck == -1.5
    assert [(one.seat, one.purpose) for one in told.dice] == [
        ("blue", "battle"),
        ("blue", ALL),
        ("red", "battle"),
        ("red", ALL),
    ]
    assert account(told, "red", ALL).pips == red.pips


def test_draws_are_told_by_deck_and_seat(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary", 2)
    told = ledger(Replay(path, table=TINY))
    drawn = [step[0] for step in game(2) if isinstance(step[0], Drawn)]
    assert [(deck.seat, deck.deck) for deck in told.decks] == [("blue", "orders"), ("red", "orders")]
    for deck in told.decks:
        cards = [card for draw in drawn if draw.by == deck.seat for card in draw.cards]
        assert (deck.draws, deck.cards, deck.shuffles, list(deck.drawn)) == (len(cards), len(cards), 0, cards)


def test_what_was_taken_back_is_no_luck(tmp_path: Path) -> None:
    replay = Replay(book_of_slips().write(tmp_path / "a.diary"), table=TINY)
    alive = [x for n, x in enumerate(replay.events, 1) if isinstance(x, Rolled | Drawn) and not replay.is_dead(n)]
    dead = [x for n, x in enumerate(replay.events, 1) if isinstance(x, Rolled | Drawn) and replay.is_dead(n)]
    assert dead
    told = ledger(replay)
    dice = sum(len(x.dice) for x in alive if isinstance(x, Rolled))
    assert sum(one.pips.dice for one in told.dice if one.purpose == ALL) == dice
    assert sum(deck.cards for deck in told.decks) == sum(isinstance(x, Drawn) for x in alive)


def test_a_game_without_a_roll_has_an_empty_ledger(tmp_path: Path) -> None:
    with Session.create(tmp_path / "a.diary", TINY, Setting(dice=Dice.seeded("1"), id="begun")):
        pass
    assert ledger(Replay(tmp_path / "a.diary", table=TINY)) == Ledger(dice=(), decks=())


def hits_told(event: Event) -> dict[str, int]:
    """The hits that an outcome reports, by who rolled them."""
    match event:
        case freezing.HitsScored(side=side, hits=hits):
            return {side: hits}
        case brother.BattleResolved(attack_hits=attack, defence_hits=defence):
            return {"attack": attack, "defence": defence}
        case kuularuisku.ShootingResolved(hits=hits):
            return {"shooting": hits}
        case kuularuisku.MeleeFought(hits_own=own, hits_other=other):
            return {"melee": own + other}
        case _:
            return {}


def _kind(one: PurposeAccount) -> str:
    """How the outcomes of the game tell these dice apart."""
    names = {"hits": "shooting", "rerolls": "shooting", "battle.attack": "attack", "battle.defence": "defence"}
    return names.get(one.purpose, one.purpose)


@pytest.mark.parametrize("player", ["greedy", "random"])
@pytest.mark.parametrize("name", ["brother", "freezing", "kuularuisku"])
def test_hits_are_those_that_the_rules_counted(name: str, player: str) -> None:
    """The log's own outcomes say how many hits the rules made of all rolls."""
    replay = Replay(FOLDER / f"{name}-{player}.diary")
    by_rules: dict[str, int] = {}
    for _, event, _ in replay.walk(taken_back=False):
        for who, hits in hits_told(event).items():
            by_rules[who] = by_rules.get(who, 0) + hits
    counted: dict[str, int] = {}
    for one in ledger(replay).dice:
        if one.hits is not None and (one.purpose == ALL) == (name == "freezing"):
            who = one.seat if name == "freezing" else _kind(one)
            counted[who] = counted.get(who, 0) + one.hits.total
    assert counted == {who: hits for who, hits in by_rules.items() if who in counted or hits}
    assert sum(counted.values()) > 0


def test_a_game_whose_rolls_count_no_hits_has_pips_only() -> None:
    told = ledger(Replay(FOLDER / "helsinki-greedy.diary"))
    assert told.dice
    assert all(one.hits is None for one in told.dice)
