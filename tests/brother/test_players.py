"""The greedy player: it decides on its view alone, always the same way, and better than chance."""

from typing import Any

import pytest
from tests.brother.kit import DATA, RULES, activated, attacking, month_after, position
from tests.scripted.whole import played_out

from wardiary.core.contract import Player
from wardiary.core.games.brother.players import PLAYERS
from wardiary.core.games.brother.players.appraisal import Appraisal
from wardiary.core.games.brother.players.greedy import WORTH, greedy
from wardiary.core.games.brother.spec import SPEC
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.players import SeatDecision, random_player
from wardiary.core.requests import Choice
from wardiary.events import brother as e
from wardiary.events.brother import Side


def decide(state: BrotherState) -> Any:
    request = RULES.request(state)
    assert isinstance(request, Choice)
    return greedy(SeatDecision(RULES, state, request, request.seats[0], b"seed", 1))


def winner(seed: str, white: Player, red: Player) -> str:
    """Who wins a seeded game."""
    winners: tuple[str, ...] = played_out(RULES, seed, players={"white": white, "red": red}).result.winners
    return winners[0]


def test_every_order_has_a_worth() -> None:
    assert set(WORTH) == set(e.ORDERS)
    assert {"greedy": greedy} == PLAYERS


def test_it_sees_what_its_seat_sees() -> None:
    """The same choice in two worlds that differ in the other's hand only."""
    for hand, pool in ((("05", "12"), ("06",)), (("06", "12"), ("05",))):
        state = position("vaasa CG", "tampere RG", side="red", hands={"white": hand}, pools={"white": pool})
        assert decide(state) == e.PlayCard(card="41", mode="event")


def test_it_attacks_where_the_odds_are_good_and_not_where_they_are_bad() -> None:
    good = activated(position("orivesi J J J", "vilppula rg", "vaasa CG", "viipuri RG"), "orivesi")
    while good.frame is not e.AskBattles:
        good.answer(e.Done())
    assert decide(good.state) == e.Attack(town="vilppula")
    bad = activated(position("orivesi cg", "tampere AT RG RG", "vaasa CG"), "orivesi").play("done")
    assert decide(bad.state) == e.Done()


def test_it_loses_partial_guards_before_trains() -> None:
    state = position("tampere AT RG RG", "karkku CG CG CG", "vaasa CG", side="red")
    game = attacking(state, "karkku", 1, 2, 3).play("roll 1; roll 3; hit 4")
    assert decide(game.state) in (e.TakeHit(unit=2), e.TakeHit(unit=3))


def test_it_places_jaegers_before_guards() -> None:
    game = month_after(position("vaasa CG CG", "viipuri RG", month="feb"))
    assert decide(game.state).type == "jaeger"


def test_its_aims_are_the_enemys_strategic_towns() -> None:
    state = position("vaasa CG", "oulu CG", "viipuri RG")
    request = RULES.request(state)
    white = Appraisal(DATA, state, "white", request)
    assert {"helsinki", "tampere", "viipuri"} <= set(white.aims)
    assert white.prize("tampere") > white.prize("karkku")
    assert SPEC.players["greedy"] is greedy


@pytest.mark.long
@pytest.mark.parametrize("seat", ["white", "red"])
def test_it_beats_random_against_the_same_opponent_and_seeds(seat: Side) -> None:
    """Against greedy, 60 games from each seat: at least 20 points better than random, or nine of ten."""
    games = range(60)
    pairs = {
        name: (greedy, own) if seat == "red" else (own, greedy)
        for name, own in (("greedy", greedy), ("random", random_player))
    }
    won = {name: sum(winner(f"duel {n}", *pair) == seat for n in games) for name, pair in pairs.items()}
    share, other = won["greedy"] / len(games), won["random"] / len(games)
    assert share - other >= 0.2 or (share >= 0.9 and share > other)
