"""Games play to their end, and every way to a state gives the same state."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.generic.conftest import Count
from tests.generic.walking import GAMES, every, games_of, walk

from wardiary.core.fold import apply_all
from wardiary.core.state import copy_state, decode_state, encode_state
from wardiary.events.common import Ended
from wardiary.events.diary import iter_survivors, open_diary
from wardiary.events.kinds import Input
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session
from wardiary.replay.table import Table

HASHED = """
import sys
from hashlib import blake2b
from tests.generic.walking import play
from wardiary.events.codec import Codec
digest = blake2b()
for seed in range(int(sys.argv[2])):
    game = play(sys.argv[1], seed, 0)
    for step in game.steps:
        digest.update(Codec.encode_lines(step))
    for state in game.states:
        digest.update(state)
    table = game.table
    state, _ = table.rules.set_up(game.start)
    for seat in table.spec.seats:
        digest.update(table.spec.words.board(table.data, table.spec.sight.view(table.data, state, seat)).encode())
print(digest.hexdigest())
"""


def test_random_games_end(table: Table, count: Count) -> None:
    """Each ends in the last step, by one event, and then nothing is asked."""
    tried = 0
    for game in games_of(table):
        ends = [at for at, step in enumerate(game.steps) for event in step if isinstance(event, Ended)]
        assert ends == [len(game.steps) - 1]
        assert all(isinstance(step[0], Input) for step in game.steps[1:])
        assert not any(isinstance(event, Input) for step in game.steps for event in step[1:])
        final = decode_state(table.spec.fold.state, game.states[-1])
        assert final.result is not None
        assert final.frames == ()
        assert set(final.result.winners) <= set(table.seats(game.start.scenario))
        tried += 1
    count(games=tried)


def test_the_fold_is_the_live_state_after_every_step(table: Table, count: Count) -> None:
    steps = 0
    for game in games_of(table):
        folded = table.rules.empty()
        for step, state in zip(game.steps, game.states, strict=True):
            apply_all(table.rules.evolve, folded, step)
            assert encode_state(folded) == state
            steps += 1
    count(steps_folded=steps)


def test_every_line_is_canonical(table: Table, count: Count) -> None:
    codec, events = table.spec.fold.codec, 0
    for game in games_of(table):
        for step in game.steps:
            for event in step:
                line = codec.encode(event)
                again = codec.decode(line)
                assert again == event
                assert codec.is_canonical(line, again)
                assert type(again) is type(event)
                events += 1
    count(events_written=events)


def test_a_snapshot_and_the_rest_give_the_whole(table: Table, count: Count) -> None:
    tried = 0
    for game in games_of(table):
        for at in every(len(game.states), 60):
            state = decode_state(table.spec.fold.state, game.states[at])
            for step in game.steps[at + 1 :]:
                apply_all(table.rules.evolve, state, step)
            assert encode_state(state) == game.states[-1]
            tried += 1
    count(snapshots=tried)


def test_a_fork_with_the_same_answers_is_the_parent(table: Table, count: Count) -> None:
    """At every step's end of a short game, at 200 of a long one; through the judging door."""
    rules, forks = table.rules, 0
    for game in games_of(table, 3):
        for at in every(len(game.states), 200):
            state = decode_state(table.spec.fold.state, game.states[at])
            for step in game.steps[at + 1 :]:
                answer = step[0]
                assert isinstance(answer, Input)
                assert tuple(rules.answer(state, answer)) == step
            assert encode_state(state) == game.states[-1]
            forks += 1
    count(forks=forks)


def test_a_copy_goes_its_own_way(table: Table, count: Count) -> None:
    """What happens to a copy never shows in the state it was made of, nor the other way round."""
    rules, copies = table.rules, 0
    for game in games_of(table, 2):
        places = set(every(len(game.states), 60))
        for at, moment in enumerate(walk(game)):
            if at in places:
                twin = copy_state(moment.state)
                assert encode_state(twin) == game.states[at]
                for step in game.steps[at + 1 : at + 21]:
                    rules.advance(twin, step[0])  # type: ignore[arg-type]
                assert encode_state(moment.state) == game.states[at]
                copies += 1
    count(copies=copies)


def test_a_recorded_game_can_be_gone_on_with_from_its_file(table: Table, tmp_path: Path, count: Count) -> None:
    path, codec = tmp_path / "game.diary", table.spec.fold.codec
    seats = dict.fromkeys(table.seats(next(iter(table.spec.scenarios))), "random")
    with Session.create(path, table, Setting(dice=Dice.seeded("file"), seats=seats), sync="none") as session:
        for _ in range(20):
            session.advance()
    with Session.resume(path, table=table, sync="none") as session:
        session.play_on()
        assert session.over
        session.take_back(session.log.ends[len(session.log.ends) // 2], forced=True)
        session.play_on()
        session.seal()
        state = table.rules.empty()
        for _, events in iter_survivors(open_diary(path, lambda _: codec)):
            apply_all(table.rules.evolve, state, events)
        assert encode_state(state) == encode_state(session.state)
        count(recorded_events=session.n)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("values", [3, pytest.param(20, marks=pytest.mark.long)])
def test_the_same_log_whatever_the_hash_seed(game: str, values: int, count: Count) -> None:
    root = Path(__file__).resolve().parents[2]
    paths = os.pathsep.join(filter(None, [str(root), *sys.path]))
    games = {"tiny": 10}.get(game, 1)
    found = {
        subprocess.run(
            [sys.executable, "-c", HASHED, game, str(games)],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(value)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for value in range(values)
    }
    assert len(found) == 1
    count(hash_seeds=values)
