"""Games played at random, looked at step by step."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any

from msgspec import Struct

from wardiary.core.contract import Player, Start
from wardiary.core.players import random_player
from wardiary.core.registry import GROUP
from wardiary.core.requests import Choice, Request
from wardiary.core.state import encode_state
from wardiary.events.kinds import Event, Input
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.playout import playout
from wardiary.replay.table import Table

__all__ = ["Game", "Moment", "decisions", "every", "play", "read_everything", "starts", "table_of", "walk"]


class Game(Struct, frozen=True):
    """A whole random game: how it began, each step's events (the set-up first), the encoded state after each."""

    table: Table
    start: Start
    seed: int
    steps: tuple[tuple[Event, ...], ...]
    states: tuple[bytes, ...]


class Moment(Struct, frozen=True):
    """Between two steps: the live state, what it asks, what is answered next (None: the game is over)."""

    state: Any
    request: Request
    answer: Input | None


def starts(table: Table) -> list[Start]:
    """Each scenario with its default options, and with each other value of each option."""
    found: list[Start] = []
    for name, scenario in table.spec.scenarios.items():
        found.append(table.start(name))
        found += [
            table.start(name, {option: value}) for option, values in scenario.options.items() for value in values[1:]
        ]
    return found


@cache
def table_of(game: str) -> Table:
    """A game laid out once: by the id of an installed one, or by where its record stands, "package.module:SPEC"."""
    return Table.lay(EntryPoint(game, game, GROUP).load() if ":" in game else game)


@cache
def play(game: str, seed: int, choice: int) -> Game:
    """One game of random players, kept for the next test."""
    table = table_of(game)
    start = starts(table)[choice]
    rules, dice = table.rules, Dice.seeded(f"generic {seed}")
    assert dice.source is not None
    state, first = rules.set_up(start)
    steps, states = [tuple(first)], [encode_state(state)]

    def keep(step: Any) -> None:
        steps.append(tuple(step))
        states.append(encode_state(state))

    seats = table.seats(start.scenario)
    players: dict[str, Player] = dict.fromkeys(seats, random_player)
    playout(rules, state, players, dice.source, player_seeds(dice, "", seats), each=keep)
    return Game(table, start, seed, tuple(steps), tuple(states))


def walk(game: Game) -> Iterator[Moment]:
    """Every moment of a game on one live state that the rules play."""
    rules = game.table.rules
    state, _ = rules.set_up(game.start)
    for step in game.steps[1:]:
        answer = step[0]
        assert isinstance(answer, Input)
        yield Moment(state, rules.request(state), answer)
        rules.advance(state, answer)
    yield Moment(state, rules.request(state), None)


def decisions(game: Game) -> Iterator[tuple[Any, Choice, Input]]:
    """The moments at which an order is asked."""
    for moment in walk(game):
        if isinstance(moment.request, Choice) and moment.answer is not None:
            yield moment.state, moment.request, moment.answer


def every(count: int, most: int) -> range:
    """At most so many places of `count`, evenly spread."""
    return range(0, count, max(1, -(-count // most)))


def read_everything(table: Table, state: Any, drawn: bool = True) -> None:
    """Every call of the contract that only reads.

    Boards cost more than all the rest together: unless they are `drawn` there is only one, of the open view, the one
    view that holds the state itself.
    """
    rules, spec, data = table.rules, table.spec, table.data
    request = rules.request(state)
    spec.words.ask(data, state, request)
    spec.features(data, state)
    spec.rules.faults(data, state)
    seats = request.seats if isinstance(request, Choice) else ()
    for seat in (None, *seats):
        for order in rules.legal(state, seat):
            spec.words.name_order(data, state, order)
            rules.refusal(state, order)
    views = [*(spec.sight.view(data, state, seat) for seat in spec.seats), spec.sight.view(table.data, state, None)]
    for view in views if drawn else views[-1:]:
        spec.words.board(data, view)
        if spec.words.svg is not None:
            spec.words.svg(data, view)
