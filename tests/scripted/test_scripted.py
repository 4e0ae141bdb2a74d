"""The kit itself, on Tiny: what a script may say, and that what is wrong in one fails the test that says it."""

from typing import Any

import pytest
from tests.scripted.game import ScriptedGame, named, outcome
from tests.scripted.tables import clauses, replaced, rules_with
from tests.scripted.whole import played_out, whole_game

from wardiary.core.engine import Rules
from wardiary.core.fold import apply_all
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyData, TinyState
from wardiary.core.state import encode_state
from wardiary.events import tiny as e

RULES: Rules[TinyState, TinyData] = Rules(SPEC, SPEC.rules.load_data({}))


class Game(ScriptedGame[TinyState, TinyData]):
    """A position of Tiny."""

    RULES = RULES


def marching(**fields: Any) -> TinyState:
    """Red marches with three points, one place before blue."""
    frames = (e.AskBattle(), e.AskMarch(at=1, side="red", points=3))
    companies: Any = {1: ("red", 2), 2: ("red", 1), 4: ("blue", 3)}
    return TinyState(frames=frames, turn=2, companies=companies, hands={"red": (), "blue": ()}, **fields)


def test_a_script_says_draws_orders_and_dice() -> None:
    game = Game.from_start()
    assert (game.step, named(game.step)[0], game.waiting) == (game.events, "BagFilled", "draw orders red")
    game.play("draw 01; draw 02; draw 03; draw 04; blue bids 03")
    assert (game.asked, game.frame, game.legal("red")) == ("red", e.AskBids, ["red bids 01", "red bids 02"])
    battle = Game(marching()).play("march 1; halt")
    assert (battle.waiting, battle.dice(), battle.purpose(), battle.asked) == ("roll battle red 1", 1, "battle", "red")
    battle.play("6; roll 1")
    assert battle.last(e.BattleFought).units == (4,)
    assert [roll.dice for roll in battle.happened(e.Rolled)] == [(6,), (1,)]
    assert (battle.over(), battle.result, battle.asked, battle.waiting) == (True, "annihilation", "", "over")
    assert battle.ended is not None
    assert battle.ended.winners == ("red",)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("march 4", "'march 4' is not legal: march 1, march 2, halt"),
        ("roll 3", "'roll 3' is not legal"),
        ("march 1; halt; march 2", "'march 2', but asked is: roll battle red 1"),
        ("march 1; halt; draw 07", "'draw 07', but asked is: roll battle red 1"),
        ("march 1; halt; 6; 1; halt", "'halt', but asked is: over"),
    ],
)
def test_what_is_not_asked_fails_the_test(script: str, message: str) -> None:
    with pytest.raises(AssertionError) as failed:
        Game(marching()).play(script)
    assert message in str(failed.value)


def test_a_position_stays_as_it_is() -> None:
    state = marching()
    before = encode_state(state)
    assert outcome(Game(state), "march 1", lambda g: g.state.companies[1]) == ("red", 3)
    assert encode_state(state) == before


def test_a_refusal_is_told_by_its_clause_and_must_change_nothing() -> None:
    game = Game(marching())
    assert (game.refused(e.March(unit=4)), game.refused(e.March(unit=1))) == ("TINY-3", "")
    assert game.reason(e.March(unit=4)) == "TINY-3: an own company"

    class Careless(Rules[TinyState, TinyData]):
        def refusal(self, state: Any, answer: Any) -> str | None:
            state.turn += 1
            return None

    with pytest.raises(AssertionError, match="has changed the state"):
        Game(marching(), Careless(SPEC, RULES.data)).refused(e.Halt())


def test_rows_carry_their_clauses() -> None:
    rows = clauses((("TINY-1", "TINY-2"), 1), ("TINY-3", 2))
    assert [[mark.args[0] for mark in row.marks] for row in rows] == [["TINY-1", "TINY-2"], ["TINY-3"]]
    assert [row.values for row in rows] == [("TINY-1, TINY-2", 1), ("TINY-3", 2)]


def test_data_is_changed_where_it_stands_and_nowhere_else() -> None:
    assert rules_with(SPEC, tiny=replaced("hits_on = 5", "hits_on = 2")).data.hits_on == 2
    assert replaced("a", "b", "c", "d")("cab") == "dbb"
    with pytest.raises(AssertionError, match="'no such words' is not in the file"):
        rules_with(SPEC, tiny=replaced("no such words", ""))


def test_a_whole_game_is_its_steps_and_the_states_after_them() -> None:
    steps, states = whole_game(RULES, "kit")
    folded = RULES.empty()
    for step, state in zip(steps, states, strict=True):
        apply_all(SPEC.fold.evolve, folded, step)
        assert encode_state(folded) == encode_state(state)
    assert encode_state(played_out(RULES, "kit")) == encode_state(states[-1])
    greedy = dict.fromkeys(SPEC.seats, SPEC.players["greedy"])
    assert encode_state(played_out(RULES, "kit", players=greedy)) != encode_state(states[-1])
