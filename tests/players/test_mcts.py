"""The search player: what it is called, what it may know, how it searches, and where it is better than greedy."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import tests.brother.proof
import tests.freezing.proof
import tests.helsinki.proof
import tests.tiny.proof
from tests.players.duel import Sides, duel, share

from wardiary.core.players import SeatDecision
from wardiary.core.registry import load_game
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, encode_state
from wardiary.events import tiny
from wardiary.events.errors import UsageError
from wardiary.replay import mcts
from wardiary.replay.check import check
from wardiary.replay.mcts import BUDGET, search, search_player
from wardiary.replay.players import player_named
from wardiary.replay.proving import Proof
from wardiary.replay.proving.walking import decisions, every, table_of
from wardiary.replay.simulation.jobs import Plan
from wardiary.replay.simulation.simulate import simulate

PROOFS = {proof.game: proof for proof in (tests.brother.proof.PROOF, tests.freezing.proof.PROOF)}
PROOFS |= {proof.game: proof for proof in (tests.helsinki.proof.PROOF, tests.tiny.proof.PROOF)}
GAMES = ("brother", "freezing", "helsinki", "kuularuisku", "tiny")


def moments(game: str, most: int) -> list[tuple[Any, Choice]]:
    """States of a random game at which somebody has a choice, evenly spread."""
    played = next(Proof(game, twins=tests.tiny.proof.twins).played(1))
    found = [
        (copy_state(state), request)
        for state, request, _ in decisions(played)
        if len(played.table.rules.legal(state, request.seats[0])) > 1
    ]
    return [found[at] for at in every(len(found), most)]


def decision(game: str, state: Any, request: Choice, seed: bytes = b"seed") -> SeatDecision[Any, Any]:
    return SeatDecision(table_of(game).rules, state, request, request.seats[0], seed, 1)


# The name


def test_a_name_may_say_the_budget() -> None:
    spec = load_game("tiny")
    assert player_named(spec, "mcts").keywords == {"budget": BUDGET}  # type: ignore[attr-defined]
    assert player_named(spec, "mcts:7").keywords == {"budget": 7}  # type: ignore[attr-defined]


@pytest.mark.parametrize("budget", ["", "0", "-3", "1.5", "x", "1000001", "9" * 5000, "²"])
def test_another_budget_is_refused(budget: str) -> None:
    with pytest.raises(UsageError, match="a budget is a number of playouts"):
        search_player(budget)


def test_a_game_that_imagines_nothing_has_no_search_player() -> None:
    spec = load_game("tiny")
    blind = replace(spec, sight=replace(spec.sight, imagine=None))
    with pytest.raises(UsageError, match="no player 'mcts:5' for tiny; there are greedy, random and human"):
        player_named(blind, "mcts:5")


def test_a_player_of_the_games_own_comes_first() -> None:
    own = load_game("tiny").players["greedy"]
    assert player_named(replace(load_game("tiny"), players={"mcts": own}), "mcts") is own


# What it may know


@pytest.mark.parametrize("game", sorted(PROOFS))
def test_it_decides_the_same_in_worlds_that_its_seat_cannot_tell_apart(game: str) -> None:
    table, compared = table_of(game), 0
    for state, request in moments(game, 60):
        twins = list(islice(PROOFS[game].twins(table.data, state, request.seats[0]), 2))
        if compared >= 4 or not twins:
            continue
        orders = [search(decision(game, world, request), 4) for world in (state, *twins)]
        assert orders == [orders[0]] * len(orders)
        compared += len(twins)
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_it_leaves_the_game_untouched_and_gives_a_listed_order(game: str) -> None:
    for state, request in moments(game, 4):
        before = encode_state(state)
        asked = decision(game, state, request)
        order = search(asked, 4)
        assert encode_state(state) == before
        assert asked.rules.refusal(state, order) is None


# How it searches


@pytest.fixture
def playouts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The world of each playout, in order."""
    made: list[int] = []
    outcome = mcts._Worlds.outcome

    def counted(self: Any, order: Any, nth: int) -> int:
        made.append(nth)
        return outcome(self, order, nth)

    monkeypatch.setattr(mcts._Worlds, "outcome", counted)
    return made


@pytest.mark.parametrize("budget", [1, 5, 24])
def test_it_keeps_to_its_budget(budget: int, playouts: list[int]) -> None:
    state, request = moments("tiny", 1)[0]
    search(decision("tiny", state, request), budget)
    assert len(playouts) <= budget
    assert budget == 1 or playouts


def test_the_same_decision_gets_the_same_answer_and_luck_is_keyed() -> None:
    """With other luck it draws other worlds; some decision or other then falls otherwise."""
    answers = [
        [search(decision("tiny", state, request, seed), 12) for state, request in moments("tiny", 20)]
        for seed in (b"one", b"one", b"two", b"three", b"four")
    ]
    assert answers[0] == answers[1]
    assert any(answers[0] != other for other in answers[2:])


def answer(*values: int) -> mcts._Answer:
    made = mcts._Answer(None)  # type: ignore[arg-type]
    for value in values:
        made.add(value)
    return made


def test_ucb1_prefers_what_did_well_and_what_it_knows_little_of() -> None:
    """Of equal counts the better mean; of equal means the fewer playouts; in the end the better mean again."""
    well, badly = answer(500, 500), answer(-500, -500)
    assert mcts._next_answer([badly, well], 4) is well
    rare, often = answer(0, 100), answer(0, 100, 0, 100, 0, 100)
    assert mcts._next_answer([often, rare], 8) is rare
    hopeless, good = answer(-900), answer(*[900] * 3)
    assert mcts._next_answer([hopeless, good], 4) is good


def test_the_logarithm_is_that_of_base_2() -> None:
    from math import log2

    assert [mcts._log(count) for count in (1, 2, 4)] == [0, 64, 128]
    assert all(0 <= 64 * log2(count) - mcts._log(count) < 1 for count in range(1, 300))


def test_answers_are_tried_in_the_order_of_the_games_own_player() -> None:
    """Greedy bids its highest card, then the next."""
    state, request = moments("tiny", 1)[0]
    asked = decision("tiny", state, request)
    greedy = load_game("tiny").players["greedy"]
    likely = list(mcts._likely(asked, greedy, greedy(asked)))
    worth = [table_of("tiny").data.cards[order.card] for order in likely if isinstance(order, tiny.Bid)]
    assert len(worth) == len(likely)
    assert worth == sorted(worth, reverse=True)
    assert sorted(likely, key=str) == sorted(asked.legal, key=str)


def test_an_answer_that_wins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the value of a position says nothing, the result does: of two bids the one that always wins is given."""
    state, request = moments("tiny", 1)[0]
    asked = decision("tiny", state, request)
    wanted = asked.legal[0]
    assert load_game("tiny").players["greedy"](asked) != wanted
    monkeypatch.setattr(mcts._Worlds, "outcome", lambda _self, order, _nth: 1_000 if order == wanted else -1_000)
    assert search(asked, 12) == wanted


def test_all_playouts_of_a_decision_are_cut_at_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brother's turns are short and of unequal length: some of them take more decisions than the least, some fewer."""
    cuts: list[int] = []
    valued = mcts._value

    def seen(rules: Any, state: Any, seat: str) -> int:
        cuts.append(state.turn)
        return valued(rules, state, seat)

    monkeypatch.setattr(mcts, "_value", seen)
    searched = 0
    for state, request in moments("brother", 40):
        cuts.clear()
        search(decision("brother", state, request), 5)
        assert len(set(cuts)) <= 1
        assert all(cut > state.turn for cut in cuts)
        searched += len(cuts) > 1
        if searched == 3:
            break
    assert searched


def test_its_answers_do_better_than_greedys_in_worlds_it_has_not_seen() -> None:
    """Summed over the cards that a Finn may play in a game, where the two disagree, with other luck."""
    gain = differing = 0
    for state, request in moments("freezing", 500):
        asked = decision("freezing", state, request)
        if request.seats[0] != "fin" or len(state.frames) > 1 or differing == 3:
            continue
        greedy = load_game("freezing").players["greedy"]
        orders = search(asked, 8), greedy(asked)
        if orders[0] == orders[1]:
            continue
        unseen = mcts._Worlds(decision("freezing", state, request, b"other luck"), greedy)
        gain += sum(unseen.outcome(orders[0], nth) - unseen.outcome(orders[1], nth) for nth in range(8))
        differing += 1
    assert differing == 3
    assert gain > 0


# Games


@pytest.mark.parametrize(("game", "seats"), [("tiny", ("red", "blue")), ("freezing", ("sov", "fin"))])
def test_whole_games_are_recorded_checked_and_the_same_again(game: str, seats: tuple[str, str], tmp_path: Path) -> None:
    def written(folder: Path) -> dict[str, bytes]:
        plan = Plan(game=game, seed="search", seats={seats[0]: "mcts:2", seats[1]: "greedy"}, out=str(folder))
        (summary,) = simulate(plan, 1)
        assert summary.path is not None
        assert check(summary.path).clean
        return {path.name: path.read_bytes() for path in folder.glob("*.diary")}

    first = written(tmp_path / "first")
    assert written(tmp_path / "second") == first
    (diary,) = first.values()
    assert f'"{seats[0]}":"mcts:2"'.encode() in diary.splitlines()[0]


def test_a_duel_counts_only_games_with_different_results() -> None:
    found = duel(Sides("tiny", "blue", "greedy", "random", "random"), 6)
    shares = [(share(pair.challenger, "blue"), share(pair.other, "blue")) for pair in found.pairs]
    assert found.improves.successes == sum(mine > theirs for mine, theirs in shares)
    assert found.improves.failures == sum(mine < theirs for mine, theirs in shares)
    assert found.beats.successes == sum(mine > 0.5 for mine, _ in shares)
    assert found.beats.failures == sum(mine < 0.5 for mine, _ in shares)
    assert found.text().startswith(f"blue: {len(shares)} games, share ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seat", "claim"),
    [
        ("freezing", "sov", "improves"),
        ("freezing", "fin", "beats"),
        ("brother", "white", "improves"),
        ("brother", "red", "beats"),
    ],
)
def test_it_is_better_than_greedy(game: str, seat: str, claim: str) -> None:
    """By the sequential test of `tests.players.duel`: what docs/quality.md claims of each seat."""
    found = duel(Sides(game, seat, "mcts:16"), series="claim", claims=[claim])
    assert getattr(found, claim).verdict is True, found.text()
