"""What every game must keep, as a suite that any game's own tests run: the contract, held over games played at random.

A test file of three lines runs all of it, `my_game` being the id of an installed game:

    from wardiary.replay.proving import GameSuite, Proof, open_game
    class TestMyGame(GameSuite):
        proof = Proof("my_game", twins=open_game)

Needs pytest: `pip install 'wardiary[testing]'`. docs/adding-a-game.md says what a game brings besides.
"""

try:
    import pytest
except ImportError as missing:
    raise ImportError("wardiary.replay.proving needs pytest: pip install 'wardiary[testing]'") from missing

# Before they are imported: a failed assertion then shows what stood on both sides.
pytest.register_assert_rewrite(
    *(f"{__name__}.{name}" for name in ("imagined", "orders", "play", "sight", "states", "tables"))
)

from wardiary.replay.proving.proof import Proof, Twins, open_game  # noqa: E402
from wardiary.replay.proving.suite import GameSuite  # noqa: E402

__all__ = ["GameSuite", "Proof", "Twins", "open_game"]
