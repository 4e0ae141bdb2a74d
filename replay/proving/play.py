"""Games play to their end, and every way to a state gives the same state."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wardiary.core.fold import apply_all
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, decode_state, encode_state
from wardiary.events.common import Drawn, Ended, Rolled
from wardiary.events.diary import iter_survivors, open_diary
from wardiary.events.kinds import Input, Order
from wardiary.events.vocabulary import tag_of
from wardiary.replay.beginning import Setting
from wardiary.replay.check import check
from wardiary.replay.dice import Dice
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.fingerprint import PARTS
from wardiary.replay.proving.walking import Game, every, walk
from wardiary.replay.record import record_script
from wardiary.replay.script import parse_script
from wardiary.replay.session import Session
from wardiary.replay.table import Table

__all__ = ["PlayTests", "differing", "hash_differences", "told"]


def differing(one: Any, other: Any) -> str:
    """The fields in which two states differ."""
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(names) or "the order of a list or dict"


def hash_differences(game: str, games: int, seeds: int) -> list[str]:
    """What of random games is not the same in processes with a hash seed each; empty when all is.

    The processes look for the game where this one does.
    """
    paths = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "wardiary.replay.proving.fingerprint", game, str(games)]
    found: dict[str, set[str]] = {part: set() for part in PARTS}
    for seed in range(seeds):
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{game} cannot be played in another process:\n{done.stderr}"
        for line in done.stdout.splitlines():
            part, digest = line.split()
            found[part].add(digest)
    return [part for part, digests in found.items() if len(digests) != 1]


def told(game: Game) -> str:
    """A game as a script: orders by their names, what was rolled and drawn."""
    table, start = game.table, game.start
    lines = [f"scenario: {start.scenario}", *(f"option {option.name}: {option.value}" for option in start.options)]
    for moment in walk(game):
        match moment.answer:
            case Order() as order:
                seats = moment.request.seats if isinstance(moment.request, Choice) else ()
                name = table.spec.words.name_order(table.data, moment.state, order)
                lines.append(f"{getattr(order, 'by', seats[0])}: {name}")
            case Rolled(dice=dice):
                lines.append(f"roll {' '.join(map(str, dice))}")
            case Drawn(cards=cards):
                lines.append(f"draw {' '.join(cards)}")
    return "\n".join(lines)


class PlayTests(Suite):
    def test_random_games_end(self, table: Table, count: Count) -> None:
        """Each ends in the last step, by one event, and then nothing is asked."""
        tried = 0
        for game in self.proof.played():
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

    def test_the_fold_is_the_live_state_after_every_step(self, table: Table, count: Count) -> None:
        steps = 0
        for game in self.proof.played():
            folded = table.rules.empty()
            for at, (step, state) in enumerate(zip(game.steps, game.states, strict=True)):
                apply_all(table.rules.evolve, folded, step)
                if encode_state(folded) != state:
                    fields = differing(folded, decode_state(table.spec.fold.state, state))
                    pytest.fail(
                        f"step {at} ({tag_of(type(step[0]))}): the live state is not the fold of the events; they "
                        f"differ in: {fields}. Rules write the state by events only, never themselves"
                    )
                steps += 1
        count(steps_folded=steps)

    def test_every_line_is_canonical(self, table: Table, count: Count) -> None:
        codec, events = table.spec.fold.codec, 0
        for game in self.proof.played():
            for step in game.steps:
                for event in step:
                    line = codec.encode(event)
                    again = codec.decode(line)
                    assert again == event
                    assert codec.is_canonical(line, again)
                    assert type(again) is type(event)
                    events += 1
        count(events_written=events)

    def test_a_snapshot_and_the_rest_give_the_whole(self, table: Table, count: Count) -> None:
        tried = 0
        for game in self.proof.played():
            for at in every(len(game.states), self.proof.moments):
                state = decode_state(table.spec.fold.state, game.states[at])
                for step in game.steps[at + 1 :]:
                    apply_all(table.rules.evolve, state, step)
                assert encode_state(state) == game.states[-1]
                tried += 1
        count(snapshots=tried)

    def test_a_fork_with_the_same_answers_is_the_parent(self, table: Table, count: Count) -> None:
        """At every step's end of a short game, at some hundred of a long one; through the judging door.

        The first and every tenth goes on to the end of the game, the others for forty steps.
        """
        rules, forks = table.rules, 0
        for game in self.proof.played(3):
            for at in every(len(game.states), self.proof.forks):
                state = decode_state(table.spec.fold.state, game.states[at])
                last = len(game.steps) - 1
                end = last if forks % 10 == 0 else min(last, at + 40)
                for step in game.steps[at + 1 : end + 1]:
                    answer = step[0]
                    assert isinstance(answer, Input)
                    assert tuple(rules.answer(state, answer)) == step
                assert encode_state(state) == game.states[end]
                forks += 1
        count(forks=forks)

    def test_a_copy_goes_its_own_way(self, table: Table, count: Count) -> None:
        """What happens to a copy never shows in the state it was made of, nor the other way round."""
        rules, copies = table.rules, 0
        for game in self.proof.played(2):
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                if at in places:
                    twin = copy_state(moment.state)
                    assert encode_state(twin) == game.states[at]
                    for step in game.steps[at + 1 : at + 21]:
                        rules.advance(twin, step[0])  # type: ignore[arg-type]
                    assert encode_state(moment.state) == game.states[at]
                    copies += 1
        count(copies=copies)

    def test_a_recorded_game_can_be_gone_on_with_from_its_file(
        self, table: Table, tmp_path: Path, count: Count
    ) -> None:
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

    def test_a_script_is_recorded_the_same_every_time_and_found_clean(
        self, table: Table, tmp_path: Path, count: Count
    ) -> None:
        """The proof's own script, if it has one, and a game played at random, told as people would tell it."""
        game = next(self.proof.played())
        scripts = {"told": told(game), **({"own": self.proof.script} if self.proof.script else {})}
        for name, text in scripts.items():
            files = [tmp_path / f"{name}-{nth}.diary" for nth in range(2)]
            for file in files:
                session = record_script(parse_script(text, name), table, file)
            assert files[0].read_bytes() == files[1].read_bytes()
            report = check(files[0], table=table)
            assert report.clean, report.text()
            if name == "told":
                assert encode_state(session.state) == game.states[-1]
            count(scripted_events=session.n)

    def test_the_same_log_whatever_the_hash_seed(self, table: Table, count: Count) -> None:
        """In processes of their own."""
        proof = self.proof
        parts = hash_differences(proof.game, max(1, proof.games // 2), proof.hash_seeds)
        assert parts == [], (
            f"{' and '.join(parts)} depend on PYTHONHASHSEED: somewhere a set, or a dict filled from one, is gone "
            "through in its own order; sort it"
        )
        count(hash_seeds=proof.hash_seeds)
