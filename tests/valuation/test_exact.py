"""Exact values: a game that is worked out by hand, every random number of a player tried, and what is too large."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.replay.small_game import BOLD, SHY, SMALL, played

from wardiary.core.contract import Decision, Player
from wardiary.core.requests import Choice
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Order
from wardiary.replay.players import player_named
from wardiary.replay.table import Table
from wardiary.replay.valuation.exact import ExactGame, exact_values
from wardiary.replay.valuation.valuing import ask_luck

SEATS = ("red", "blue")
LARGE = Path("tests/golden/tiny-greedy.diary")


def game_of(red: str, blue: str, *, most: int = 10_000) -> ExactGame:
    players = {"red": player_named(SMALL.spec, red), "blue": player_named(SMALL.spec, blue)}
    return ExactGame(SMALL, SEATS, players, most=most)


@pytest.mark.parametrize(
    ("red", "blue", "value"),
    [
        ("greedy", "greedy", Fraction(1, 2)),
        # Red leads: he halts at once (1/2 of the time, worth 1/2), in the middle (1/4, 1/2), or marches through (1/4,
        # 5/8): 17/32. Blue leads: 3/8. Where red has halted blue is greedy and comes to the middle.
        ("random", "greedy", (Fraction(17, 32) + Fraction(3, 8)) / 2),
        ("greedy", "random", 1 - (Fraction(17, 32) + Fraction(3, 8)) / 2),
    ],
)
def test_the_value_of_the_start_by_hand(red: str, blue: str, value: Fraction) -> None:
    state, _ = SMALL.rules.set_up(SMALL.start())
    assert game_of(red, blue).value(state) == (value, 1 - value)


def test_two_random_players_by_hand() -> None:
    """The leader who stands in the middle meets the other there half of the time, who then stays or comes; all is 1/2.

    So the leader has 5/8 in a quarter of all cases and else 1/2, as long as the other does not gain from halting: he
    does not, since a leader who stands alone in the middle is not beyond it.
    """
    state, _ = SMALL.rules.set_up(SMALL.start())
    assert game_of("random", "random").value(state) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize(
    ("said", "values"),
    [
        (BOLD, [1 / 2, 5 / 8, 5 / 8, 5 / 8, 5 / 8, 5 / 8, 3 / 4, 1]),
        (SHY, [1 / 2, 5 / 8, 5 / 8, 5 / 8, 5 / 8, 1 / 2, 1 / 2, 1 / 4, 0]),
    ],
    ids=["bold", "shy"],
)
def test_every_point_of_a_game_by_hand(tmp_path: Path, said: list[str], values: list[float]) -> None:
    question = ask_luck(played(tmp_path / "a.diary", said), n=2)
    found = exact_values(question)
    assert found.exact
    assert [red for ((red, _),) in found.rows] == pytest.approx(values, abs=1e-9)
    assert [blue for ((_, blue),) in found.rows] == pytest.approx([1 - value for value in values], abs=1e-9)


def test_other_orders_by_hand(tmp_path: Path) -> None:
    """Only march and halt are listed; halting at once is worth a draw."""
    question = ask_luck(played(tmp_path / "a.diary", BOLD), n=2)
    tries = exact_values(question).tries
    assert [(one.words, one.rows) for one in tries[4]] == [("red: halt", [(0.5, 0.5)])]
    assert all(not others for at, others in tries.items() if at != 4)


def two_numbers(decision: Decision) -> Order:
    """Asks for a number of 2; for 1 asks for another of 3; gives the order of that number."""
    if decision.choose(2) == 0:
        return decision.legal[0]
    return decision.legal[1 if decision.choose(3) == 2 else 0]


def numbers_in_advance(decision: Decision) -> Order:
    """Asks for numbers of 2, 3 and 2 whatever they are; gives the last order for 0, 2 and 1."""
    return decision.legal[1 if [decision.choose(count) for count in (2, 3, 2)] == [0, 2, 1] else 0]


@pytest.mark.parametrize(
    ("player", "last"),
    [(two_numbers, Fraction(1, 6)), (numbers_in_advance, Fraction(1, 12))],
    ids=["one by one", "all"],
)
def test_every_random_number_of_a_player_is_tried(tmp_path: Path, player: Player, last: Fraction) -> None:
    """The last order comes with 1/2 * 1/3 or 1/2 * 1/3 * 1/2, the first with the rest."""
    path = played(tmp_path / "a.diary", ["02", "01", "red bids 02", "blue bids 01"])
    state = ask_luck(path, n=2).state(4)
    players: dict[str, Player] = dict.fromkeys(SEATS, player)
    game = ExactGame(SMALL, SEATS, players)
    request: Any = SMALL.rules.request(state)
    assert isinstance(request, Choice)
    chances: dict[str, Fraction] = {}
    for chance, order in game.orders(state, request):
        name = type(order).__name__
        chances[name] = chances.get(name, Fraction(0)) + chance
    assert chances == {"March": 1 - last, "Halt": last}


def test_a_player_of_too_many_random_numbers_is_refused() -> None:
    """A search player asks for seeds of worlds, 2**64 of them."""
    question = ask_luck(LARGE, n=2, players={"red": "mcts:2"})
    with pytest.raises(UsageError, match="the player of red chooses at random among more than can all be tried"):
        exact_values(question)


def test_a_game_that_is_too_large_is_refused() -> None:
    question = ask_luck(LARGE, n=2)
    with pytest.raises(
        UsageError, match=r"more than 50 positions, or too deep\); value it by playouts, without --exact"
    ):
        exact_values(question, most=50)


def test_a_game_that_is_too_long_is_refused() -> None:
    """A tree deeper than Python counts is too large as well, and not a fault."""
    table = Table.lay("freezing")
    players = {seat: player_named(table.spec, "random") for seat in ("sov", "fin")}
    state, _ = table.rules.set_up(table.start())
    with pytest.raises(UsageError, match="too large to be valued exactly"):
        ExactGame(table, ("sov", "fin"), players, most=400).value(state)
