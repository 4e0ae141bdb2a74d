"""Archives in tests. Games are found by their entry points, as in the tests of the command line."""

from pathlib import Path

import pytest
from tests.analytics.making import simulated
from tests.cli.conftest import environment, wardiary

from wardiary.analytics.archive import Archive
from wardiary.core.registry import game_ids

__all__ = ["archive", "environment", "freezing_games", "games", "mixed", "wardiary", "whole"]

_GAMES = 12


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """A folder with twelve games of Tiny between computer players."""
    return simulated(tmp_path_factory.mktemp("games"), "tiny", _GAMES)


@pytest.fixture(scope="session")
def freezing_games(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """A folder with two games of Freezing Death between computer players."""
    return simulated(tmp_path_factory.mktemp("freezing"), "freezing", 2)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, games: Path) -> Archive:
    """An archive of these games; for reading alone."""
    archive = Archive(tmp_path_factory.mktemp("archives") / "whole")
    assert archive.add([games]).exit_code == 0
    return archive


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory, games: Path, freezing_games: Path) -> Archive:
    """An archive of games of every kind; for reading alone."""
    folder = tmp_path_factory.mktemp("mixed")
    archive = Archive(folder / "archive")
    others = [simulated(folder / game, game, 2) for game in game_ids() if game not in {"tiny", "freezing"}]
    assert archive.add([games, freezing_games, *others]).exit_code == 0
    return archive


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive that is not there yet."""
    return Archive(tmp_path / "archive")
