"""Plays a position to the end between computer players, in memory and as fast as the rules allow.

The same dice and players as in a session with the same seed: a playout from the set-up is the game that `simulate`
would write down.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from wardiary.core.contract import Player
from wardiary.core.engine import Rules
from wardiary.core.players import SeatDecision, random_player
from wardiary.core.requests import Choice, Over
from wardiary.core.state import State
from wardiary.events.common import Ended
from wardiary.events.errors import NoLegalAnswer, PlayerFault, TooLong, UsageError
from wardiary.events.kinds import Event
from wardiary.events.vocabulary import tag_of
from wardiary.replay.chance import ChanceSource, answer_chance
from wardiary.replay.players import DecisionCount

__all__ = ["MAX_DECISIONS", "STEPS_A_DECISION", "Playout", "playout"]

MAX_DECISIONS = 100_000
"""Decisions after which a game is said to have no end."""
STEPS_A_DECISION = 20
"""Steps for each of these decisions, rolls and draws among them, beyond which it is said to have none either."""


class Playout(Struct, frozen=True, kw_only=True):
    """How a playout ended, and how long it was from where it began."""

    result: Ended
    decisions: int
    steps: int
    events: int


def playout(
    rules: Rules[Any, Any],
    state: State,
    players: Mapping[str, Player],
    source: ChanceSource,
    seeds: Mapping[str, bytes],
    *,
    made: DecisionCount | None = None,
    max_decisions: int = MAX_DECISIONS,
    each: Callable[[Sequence[Event]], object] | None = None,
) -> Playout:
    """Play on from a step's end; the state changes in place.

    `seeds` key each seat's luck (`player_seeds`), `made` are the decisions made so far on the line of play, `each` is
    shown the events of every step. Raises UsageError for a seat without a player, NoLegalAnswer, PlayerFault, TooLong,
    and whatever rules and players raise; the state is then half changed.
    """
    count = made or DecisionCount()
    codec, request_of, advance = rules.spec.fold.codec, rules.request, rules.advance
    decisions = steps = events = 0
    while True:
        request = request_of(state)
        if isinstance(request, Choice):
            if decisions == max_decisions:
                raise TooLong(f"no end after {max_decisions} decisions")
            seat = request.seats[0]
            player = players.get(seat)
            if player is None:
                raise UsageError(f"nobody plays {seat}: a playout needs a computer player in each seat")
            decision: SeatDecision[Any, Any] = SeatDecision(
                rules, state, request, seat, seeds[seat], count.next(state, seat)
            )
            if not decision.legal and not request.menu:
                raise NoLegalAnswer(f"{seat} has no legal answer at {tag_of(type(request.frame))}")
            order = player(decision)
            # The random player takes its order off the list, so it need not be judged again.
            if player is not random_player and (reason := rules.refusal(state, order)):
                raise PlayerFault(f"the player of {seat} gave a refused order: {reason}")
            count.made(state, seat)
            step = advance(state, order)
            decisions += 1
        elif isinstance(request, Over):
            return Playout(result=request.result, decisions=decisions, steps=steps, events=events)
        else:
            step = advance(state, answer_chance(codec, source, request))
        steps += 1
        if steps == max_decisions * STEPS_A_DECISION:
            raise TooLong(f"no end after {steps} steps")
        events += len(step)
        if each is not None:
            each(step)
