"""Whole games between computer players, for tests that look at every step or at how games end."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from wardiary.core.contract import Player
from wardiary.core.engine import Rules
from wardiary.core.players import random_player
from wardiary.core.state import State, copy_state
from wardiary.events.kinds import Event
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.playout import playout
from wardiary.replay.table import Table

__all__ = ["played_out", "whole_game"]


def played_out(
    rules: Rules[Any, Any],
    seed: str,
    scenario: str | None = None,
    players: Mapping[str, Player] | None = None,
    each: Any = None,
) -> Any:
    """The end of a game by seed: the last state. Seats without a player are random; `each` as in `playout`."""
    table, dice = Table(rules.spec, rules), Dice.seeded(seed)
    start = table.start(scenario)
    seats = table.seats(start.scenario)
    assert dice.source is not None
    state, first = rules.set_up(start)
    if each is not None:
        each(state, first)
    playing = {**dict.fromkeys(seats, random_player), **(players or {})}
    keep = None if each is None else (lambda step: each(state, step))
    playout(rules, state, playing, dice.source, player_seeds(dice, "", seats), each=keep)
    return state


@cache
def whole_game(rules: Rules[Any, Any], seed: str, scenario: str | None = None) -> tuple[list[list[Event]], list[Any]]:
    """A game between random players: its steps, the set-up first, and the state after each of them."""
    steps: list[list[Event]] = []
    states: list[State] = []

    def keep(state: State, step: Any) -> None:
        steps.append(list(step))
        states.append(copy_state(state))

    played_out(rules, seed, scenario, each=keep)
    return steps, states
