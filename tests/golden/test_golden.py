"""Diaries that were played once and for all: they fold as they did, are clean, and can be gone on with anywhere.

Has something changed that may? `scripts/golden` says what, `scripts/golden --write` renews the files.
"""

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.golden.making import COUNTS, DEPTH, DIARIES, DIGESTS, Digest, counts_of, digest_of

from wardiary.core.registry import game_ids
from wardiary.core.requests import Over
from wardiary.core.state import decode_state, encode_state
from wardiary.events.common import Fixed, Noted, TookBack
from wardiary.events.kinds import Input
from wardiary.replay.check import check
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session

GOLDEN = msgspec.json.decode(DIGESTS.read_bytes(), type=dict[str, Digest])
EVERYWHERE = 25
"""Steps' ends of a long diary at which a session really goes on; at all of them with --long."""

each = pytest.mark.parametrize("path", DIARIES, ids=lambda path: path.stem)


def test_every_game_has_golden_diaries_and_counts() -> None:
    assert {path.stem for path in DIARIES} == set(GOLDEN)
    assert {path.stem.partition("-")[0] for path in DIARIES} == set(game_ids())
    assert set(msgspec.json.decode(COUNTS.read_bytes())) == set(game_ids())


@each
def test_it_folds_to_the_recorded_digests(path: Path) -> None:
    assert digest_of(path) == GOLDEN[path.stem]


@each
def test_it_is_clean(path: Path) -> None:
    report = check(path, all_steps=True)
    assert report.clean, report.text()
    assert (report.warnings, report.notes, report.faults) == ((), (), ())
    assert (report.steps, report.sealed) == (GOLDEN[path.stem].steps, True)


@each
def test_at_every_steps_end_the_rules_go_on_as_recorded(path: Path) -> None:
    """From nothing but the encoded state: a frame that changed its meaning would show here."""
    replay = Replay(path)
    rules, ends = replay.table.rules, replay.step_ends
    for before, after in pairwise(ends):
        step = [
            event for event in replay.events[before:after] if type(event) not in replay.table.spec.fold.codec.records
        ]
        jumps = [event for event in replay.events[before:after] if isinstance(event, TookBack | Fixed)]
        start = jumps[-1].to if jumps else before
        state = decode_state(replay.table.spec.fold.state, encode_state(replay.state_at(start)))
        answer = step[0]
        assert isinstance(answer, Input)
        assert rules.answer(state, answer) == step, f"after event {before}"
        assert encode_state(state) == encode_state(replay.state_at(after))
    assert isinstance(rules.request(replay.state_at(ends[-1])), Over)


def resumes(path: Path, tmp_path: Path, most: int | None) -> None:
    """Cut off after a block that ends a step, the diary is gone on with by the same step."""
    replay, whole = Replay(path), path.read_bytes()
    ends = list(replay.step_ends)
    lines = {int(match[1]): match.end() for match in re.finditer(rb'\{"t":"commit","n":(\d+),.*\n', whole)}
    stride = max(1, len(ends) // most) if most else 1
    cut = tmp_path / "cut.diary"
    for before, after in list(pairwise(ends))[::stride]:
        cut.write_bytes(whole[: lines[before]])
        with Session.resume(cut, table=replay.table, sync="none") as session:
            assert session.warnings == []
            assert encode_state(session.state) == encode_state(replay.state_at(before))
            if type(replay.events[before]) not in replay.table.spec.fold.codec.records:
                answer = replay.events[before]
                played = session.advance()
                if not played:  # a person is asked, or what the table rolled
                    assert isinstance(answer, Input)
                    played = session.answer(answer)
                assert played == replay.events[before:after]


@each
def test_a_session_resumes_it(path: Path, tmp_path: Path) -> None:
    resumes(path, tmp_path, EVERYWHERE)


@pytest.mark.long
@each
def test_a_session_resumes_it_at_every_steps_end(path: Path, tmp_path: Path) -> None:
    resumes(path, tmp_path, None)


def test_one_of_them_has_slips_of_the_hand() -> None:
    kinds = set(map(type, Replay(next(path for path in DIARIES if path.stem == "tiny-evening")).events))
    assert {Noted, TookBack, Fixed} <= kinds


@pytest.mark.parametrize("game", game_ids())
def test_legal_answers_are_as_many_as_they_were(game: str) -> None:
    """Perft: the ways to give so many answers from the set-up, rolls and draws keyed by a seed."""
    golden = msgspec.json.decode(COUNTS.read_bytes(), type=dict[str, dict[str, int]])
    assert counts_of(game) == golden[game]
    assert len(golden[game]) >= min(DEPTH.get(game, 3), 3)
