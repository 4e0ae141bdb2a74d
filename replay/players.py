"""Who sits where: a person or a computer player for each seat, and how a computer player is asked."""

from collections.abc import Iterable, Mapping
from typing import Any

from wardiary.core.contract import AnyGame, Player
from wardiary.core.engine import Rules
from wardiary.core.players import HUMAN, RANDOM, SeatDecision, random_player
from wardiary.core.requests import Choice
from wardiary.core.state import State
from wardiary.events.errors import NoLegalAnswer, UsageError
from wardiary.events.kinds import Order
from wardiary.events.vocabulary import tag_of
from wardiary.replay.mcts import MCTS, search_player

__all__ = ["DecisionCount", "computer_players", "decide", "player_named", "seated", "seating"]


class DecisionCount:
    """How many decisions each seat has made in each phase of each turn: the ordinals that key the players' luck."""

    __slots__ = ("_made",)

    def __init__(self, made: Iterable[tuple[int, str, str, int]] = ()) -> None:
        """`made` as `in_turn` gives it."""
        self._made: dict[tuple[int, str, str], int] = {(turn, phase, seat): count for turn, phase, seat, count in made}

    def in_turn(self, turn: int) -> tuple[tuple[int, str, str, int], ...]:
        """Turn, phase, seat and number of its decisions, for the phases of one turn: all that later ones depend on."""
        return tuple(sorted((*place, count) for place, count in self._made.items() if place[0] == turn))

    def next(self, state: State, seat: str) -> int:
        """The ordinal of the decision that the seat now faces, from 1."""
        return self._made.get((state.turn, state.phase, seat), 0) + 1

    def made(self, state: State, seat: str) -> None:
        """The seat decides, at this state."""
        place = (state.turn, state.phase, seat)
        self._made[place] = self._made.get(place, 0) + 1


def computer_players(spec: AnyGame) -> tuple[str, ...]:
    """The names of a game's computer players: those of every game first, then its own, sorted."""
    own = sorted(spec.players)
    return tuple(dict.fromkeys((RANDOM, *([MCTS] if spec.sight.imagine is not None else []), *own)))


def player_named(spec: AnyGame, name: str) -> Player:
    """The computer player of this name, a search player with its budget (`mcts:400`) among them.

    Raises UsageError, naming those there are.
    """
    there_are = computer_players(spec)
    if name in spec.players:
        return spec.players[name]
    if name == RANDOM:
        return random_player
    kind, _, budget = name.partition(":")
    if kind == MCTS and MCTS in there_are:
        return search_player(budget) if name != MCTS else search_player()
    raise UsageError(f"no player {name!r} for {spec.id}; there are {', '.join(sorted(there_are))} and {HUMAN}")


def seating(spec: AnyGame, scenario: str, names: Mapping[str, str]) -> dict[str, str]:
    """The player's name for each seat of the scenario, a person where none is given.

    Raises UsageError for a seat or a player that there is not.
    """
    seats = spec.scenarios[scenario].seats
    if unknown := sorted(set(names) - set(seats)):
        raise UsageError(f"no seat {unknown[0]!r} in {scenario} of {spec.id}; there are {', '.join(seats)}")
    chosen = {seat: names.get(seat, HUMAN) for seat in seats}
    seated(spec, chosen)
    return chosen


def seated(spec: AnyGame, names: Mapping[str, str]) -> dict[str, Player | None]:
    """The computer player of each seat, None for a person. Raises UsageError for an unknown name."""
    return {seat: None if name == HUMAN else player_named(spec, name) for seat, name in names.items()}


def decide(
    rules: Rules[Any, Any], state: State, request: Choice, seat: str, player: Player, seed: bytes, nth: int
) -> Order:
    """The player's order, not yet judged. Raises NoLegalAnswer, and whatever rules and player raise."""
    decision: SeatDecision[Any, Any] = SeatDecision(rules, state, request, seat, seed, nth)
    if not decision.legal and not request.menu:
        raise NoLegalAnswer(f"{seat} has no legal answer at {tag_of(type(request.frame))}")
    return player(decision)
