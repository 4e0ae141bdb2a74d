"""The suite of `wardiary.replay.proving` over every game of this repository, as any other game's tests run it."""

import pytest
import tests.brother.proof
import tests.freezing.proof
import tests.helsinki.proof
import tests.kuularuisku.proof
import tests.tiny.proof

from wardiary.core.registry import game_ids
from wardiary.replay.proving import GameSuite
from wardiary.replay.proving.play import hash_differences


class TestBrother(GameSuite):
    proof = tests.brother.proof.PROOF


class TestFreezing(GameSuite):
    proof = tests.freezing.proof.PROOF


class TestHelsinki(GameSuite):
    proof = tests.helsinki.proof.PROOF


class TestKuularuisku(GameSuite):
    proof = tests.kuularuisku.proof.PROOF


class TestTiny(GameSuite):
    proof = tests.tiny.proof.PROOF


def test_every_game_is_proved() -> None:
    proved = [suite.proof.game for suite in GameSuite.__subclasses__() if suite.__module__ == __name__]
    assert sorted(proved) == sorted(game_ids())


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_the_same_log_under_twenty_hash_seeds(game: str) -> None:
    assert hash_differences(game, 2, 20) == []
