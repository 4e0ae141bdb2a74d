"""One game of Freezing Death that is a hundred thousand events long: a turn track of 1,200 turns, and nobody attacks.

The turn track is component data, as `--data` replaces it. Where sides attack, or the world steps in, one of them has
won long before.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.requests import Choice, Over, Roll
from wardiary.events.common import FORMAT, DiceSource, Header
from wardiary.events.diary import DiaryWriter, MemoryPort
from wardiary.events.freezing import Attack, MoveUnit
from wardiary.events.kinds import Event, Order
from wardiary.replay.chance import KeyedSource, answer_chance
from wardiary.replay.opening import embedded_files
from wardiary.replay.table import Table

__all__ = ["EVENTS", "long_diary", "long_table"]

EVENTS = 100_000
_TURNS = 1_200
_STEPS_A_BLOCK = 20


@cache
def long_table() -> Table:
    """The game with the long track."""
    text = Table.lay("freezing").spec.own_data()["tracks.toml"]
    names = msgspec.json.encode([f"turn {turn}" for turn in range(1, _TURNS + 1)]).decode()
    text, changed = re.subn(r"(?<=\[turns\]\n)en = .*\nfi = .*\n", f"en = {names}\nfi = {names}\n", text)
    assert changed == 1
    return Table.lay("freezing", {"tracks.toml": text})


@cache
def long_diary() -> bytes:
    """The diary of the first hundred thousand events of such a game, twenty steps a block."""
    table, port, name = long_table(), MemoryPort(), Path("long.diary")
    with DiaryWriter.create(name, _header(table), table.spec.fold.codec, sync="none", port=port) as writer:
        block: list[Event] = [*embedded_files(table)]
        for steps, step in enumerate(_steps(table), 1):
            block += step
            if steps % _STEPS_A_BLOCK == 0:
                writer.append(block)
                block = []
                if writer.last_n >= EVENTS:
                    break
        assert writer.last_n >= EVENTS, f"the game ended after {writer.last_n} events"
    return port.contents(name)


def _header(table: Table) -> Header:
    return Header(
        format=FORMAT,
        id="long",
        game=table.spec.id,
        rules=table.spec.rules_version,
        data=table.data.digest,
        scenario=next(iter(table.spec.scenarios)),
        options=table.start().options,
        seats=dict.fromkeys(table.spec.seats, "random"),
        dice_source=DiceSource(source="seed", seed="long"),
    )


def _steps(table: Table) -> Iterator[list[Event]]:
    """The set-up, then steps of random play without attacks."""
    rules, source, luck = table.rules, KeyedSource(seed_bytes("long"), "seed"), b"long"
    state, first = rules.set_up(table.start())
    yield first
    for nth in count():
        match rules.request(state):
            case Over():
                return
            case Choice():
                legal = list(rules.legal(state))
                peaceful = [order for order in legal if _is_peaceful(state, order)] or legal
                yield rules.advance(state, peaceful[choose(luck, str(nth), len(peaceful))])
            case Roll() as request:
                roll = answer_chance(table.spec.fold.codec, source, request)
                # With a six the world steps in.
                yield rules.advance(state, replace(roll, dice=(1,) * request.count, source="typed"))
            case request:
                yield rules.advance(state, answer_chance(table.spec.fold.codec, source, request))


def _is_peaceful(state: FreezingState, order: Order) -> bool:
    """Whether nobody is attacked by it and nothing taken."""
    if isinstance(order, MoveUnit):
        return state.control[order.box] == state.units[order.unit].side
    return not isinstance(order, Attack)
