"""Decoding and folding: lines to events, events to a state, with the chain and without."""

from collections.abc import Callable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus
from wardiary.core.fold import apply_all, nothing
from wardiary.events.diary import open_diary
from wardiary.events.kinds import Event
from wardiary.replay.states import States

Paired = Callable[..., float]
Rate = Callable[..., None]


def lines_of(games: Corpus) -> list[bytes]:
    return [games.codec.encode_lines(events) for events in games.events]


def fold(games: Corpus, logs: list[list[Event]]) -> None:
    table, empty = games.table.rules.evolve, games.table.rules.empty
    for events in logs:
        apply_all(table, empty(), events)


def decode(games: Corpus, lines: list[bytes]) -> list[list[Any]]:
    return [games.codec.decode_wire_lines(log) for log in lines]


def unverified(games: Corpus, lines: list[bytes]) -> None:
    fold(games, decode(games, lines))


def verified(games: Corpus, diaries: list[bytes]) -> None:
    rules, codec = games.table.rules, games.codec
    for diary in diaries:
        state = rules.empty()
        for events in open_diary(diary, lambda _header: codec).events(verify=True):
            apply_all(rules.evolve, state, events)


def per_event(benchmark: BenchmarkFixture, events: int) -> None:
    if not benchmark.disabled and benchmark.stats:
        middle = benchmark.stats.stats.median
        benchmark.extra_info |= {"ns_per_event": round(middle / events * 1e9), "events_per_s": round(events / middle)}


def test_encode_lines(benchmark: BenchmarkFixture, games: Corpus) -> None:
    logs = games.events
    benchmark(lambda: [games.codec.encode_lines(events) for events in logs])
    per_event(benchmark, games.count)


def test_decode_lines(benchmark: BenchmarkFixture, games: Corpus) -> None:
    lines = lines_of(games)
    assert benchmark(decode, games, lines) == games.events
    per_event(benchmark, games.count)


def test_decode_and_fold(rate: Rate, games: Corpus) -> None:
    lines = lines_of(games)
    rate(lambda: unverified(games, lines), games.count, "events/s", games.aim("decode and fold"))


def test_decode_and_fold_with_the_chain_of_a_block_a_step(rate: Rate, games: Corpus) -> None:
    diaries = [games.diary(game, 1) for game in range(len(games.games))]
    rate(lambda: verified(games, diaries), games.count, "events/s", games.aim("decode and fold, chained"))


def test_decode_and_fold_with_the_chain_of_20_steps_a_block(rate: Rate, games: Corpus) -> None:
    diaries = [games.diary(game, 20) for game in range(len(games.games))]
    rate(lambda: verified(games, diaries), games.count, "events/s")


def test_fold_against_no_op_dispatch(paired: Paired, games: Corpus) -> None:
    logs, empty = games.events, games.table.rules.empty
    idle = dict.fromkeys(games.table.rules.evolve, nothing)

    def dispatch() -> None:
        for events in logs:
            apply_all(idle, empty(), events)

    paired(lambda: fold(games, logs), dispatch, aim=6.0, events=games.count)


def test_replay_of_decoded_events_against_apply_all(paired: Paired, games: Corpus) -> None:
    """What replaying adds over the bare loop: numbers, snapshots, take-backs."""
    logs, rules = games.events, games.table.rules

    def replay() -> None:
        for events in logs:
            States(rules.evolve, rules.empty(), events, ()).at(len(events))

    paired(replay, lambda: fold(games, logs), aim=1.25, events=games.count)


def test_chain_of_20_steps_a_block_against_decode_and_fold(paired: Paired, games: Corpus) -> None:
    lines, codec = lines_of(games), games.codec
    readers = [open_diary(games.diary(game, 20), lambda _header: codec) for game in range(len(games.games))]

    def verify() -> None:
        for reader in readers:
            for _blocks in reader.raw_blocks(verify=True):
                pass

    paired(verify, lambda: fold(games, decode(games, lines)), aim=0.5, events=games.count)
