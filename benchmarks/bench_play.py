"""Playing at random: without a diary, with one, and what listing and judging cost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus, play, setting_of
from wardiary.core.requests import Choice
from wardiary.core.state import State, copy_state
from wardiary.events.diary import DiaryWriter
from wardiary.events.kinds import Input
from wardiary.replay.check import CheckReport, check_many
from wardiary.replay.session import Session

Paired = Callable[..., float]
Rate = Callable[..., None]


def some(games: Corpus) -> range:
    """The indexes of a few games: about 5,000 events."""
    return range(max(2, len(games.games) * 5_000 // games.count))


def decisions_of(games: Corpus) -> int:
    return sum(play(games.table, setting_of(games.table, index)) for index in some(games))


def record(games: Corpus, folder: Path, block_steps: int) -> None:
    """The same games with a diary each."""
    for index in some(games):
        path = folder / f"{index}.diary"
        setting = setting_of(games.table, index)
        with Session.create(path, games.table, setting, sync="none", block_steps=block_steps) as session:
            session.play_on()
        path.unlink()


def test_play_without_a_diary(rate: Rate, games: Corpus) -> None:
    rate(lambda: decisions_of(games), decisions_of(games), "decisions/s", games.aim("play"))


def test_games_at_random(rate: Rate, games: Corpus) -> None:
    rate(lambda: decisions_of(games), len(some(games)), "games/s", games.aim("games"))


@pytest.mark.parametrize("block_steps", [50, 1])
def test_play_with_a_diary(rate: Rate, games: Corpus, tmp_path: Path, block_steps: int) -> None:
    """50 steps a block, as `simulate` writes them, and one, as live play does."""
    aim = games.aim("play with a diary")
    rate(lambda: record(games, tmp_path, block_steps), decisions_of(games), "decisions/s", aim)


def test_append(rate: Rate, games: Corpus, tmp_path: Path) -> None:
    """Known inputs: legality, rules, fold, encoding, hash, write; a block a step, nobody chooses."""
    rules, indexes = games.table.rules, some(games)

    def append() -> None:
        for index in indexes:
            path = tmp_path / f"{index}.diary"
            with DiaryWriter.create(path, games.headers[index], games.codec, sync="none") as writer:
                state, first = rules.set_up(games.table.start())
                writer.append(first)
                for step in games.games[index][1:]:
                    answer = step[0]
                    assert isinstance(answer, Input)
                    writer.append(rules.answer(state, answer))
            path.unlink()

    rate(append, sum(len(games.games[index]) for index in indexes), "steps/s", games.aim("append"))


def test_recording_with_a_block_a_step_against_the_same_session_without(
    paired: Paired, games: Corpus, tmp_path: Path
) -> None:
    table = games.table

    def play_only() -> None:
        for index in some(games):
            Session.in_memory(table, setting_of(table, index)).play_on()

    paired(
        lambda: record(games, tmp_path, 1),
        play_only,
        aim=1.4,
        events=sum(len(games.events[index]) for index in some(games)),
    )


@pytest.mark.parametrize("block_steps", [50, 1])
def test_check(rate: Rate, games: Corpus, tmp_path: Path, block_steps: int) -> None:
    """Several diaries at one go, each read from its file."""
    paths = [tmp_path / f"{index}.diary" for index in some(games)]
    for index, path in enumerate(paths):
        path.write_bytes(games.diary(index, block_steps))
    assert all(isinstance(report, CheckReport) and report.clean for report in check_many(paths).results)
    events = sum(len(games.events[index]) for index in some(games))
    rate(lambda: check_many(paths), events, "events/s", games.aim("check"))


def middle(games: Corpus) -> State:
    """A position where an order is asked, half-way through the first game."""
    rules = games.table.rules
    state: State = rules.empty()
    steps = games.games[0]
    for number, step in enumerate(steps):
        for event in step:
            rules.evolve[type(event)](state, event)
        if number >= len(steps) // 2 and isinstance(rules.request(state), Choice):
            break
    return state


def test_listing(benchmark: BenchmarkFixture, games: Corpus) -> None:
    state = middle(games)
    legal = benchmark(lambda: games.table.rules.legal(state))
    benchmark.extra_info["answers"] = len(legal)


def test_step_of_the_first_listed_order(benchmark: BenchmarkFixture, games: Corpus) -> None:
    """On a copy, copy included: judge, evolve, settle."""
    state, rules = middle(games), games.table.rules
    order = rules.legal(state)[0]
    benchmark(lambda: rules.answer(copy_state(state), order))
