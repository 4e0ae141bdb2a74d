"""Who may import whom, where import-linter's contracts in pyproject.toml cannot say it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
EVOLVE = re.compile(r"wardiary\.core\.games\.(\w+)\.evolve(\.|$)")
EVENTS = re.compile(r"wardiary\.events\.(\w+)")
OF_GAME = re.compile(r"wardiary\.core\.games\.(\w+)")


def games() -> list[str]:
    return sorted(spec.parent.name for spec in (ROOT / "core" / "games").glob("*/spec.py"))


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("wardiary", cache_dir=None)


def evolve_faults(graph: grimp.ImportGraph) -> Iterator[str]:
    """What an evolve imports besides events, its own state, the fold's table and the kit."""
    for module in sorted(graph.modules):
        if found := EVOLVE.match(module):
            own = f"wardiary.core.games.{found[1]}"
            allowed = (
                "wardiary.events",
                "wardiary.core.fold",
                "wardiary.core.state",
                "wardiary.core.kit",
                f"{own}.state",
                f"{own}.evolve",
            )
            yield from (
                f"{module} imports {other}"
                for other in sorted(graph.find_modules_directly_imported_by(module))
                if not any(other == name or other.startswith(f"{name}.") for name in allowed)
            )


def foreign_events(graph: grimp.ImportGraph, names: list[str]) -> Iterator[str]:
    """Where a game, or a game's events, imports another game's events; nobody else may import any."""
    for module in sorted(graph.modules):
        home = OF_GAME.match(module) or EVENTS.match(module)
        own = home[1] if home and home[1] in names else None
        for other in sorted(graph.find_modules_directly_imported_by(module)):
            of = EVENTS.match(other)
            if of and of[1] in names and of[1] != own:
                yield f"{module} imports {other}"


def test_evolve_imports_state_and_events_only(graph: grimp.ImportGraph) -> None:
    assert [game for game in games() if not any(OF_GAME.match(m) and EVOLVE.match(m) for m in graph.modules)] == []
    assert list(evolve_faults(graph)) == []


def test_events_of_a_game_are_its_own(graph: grimp.ImportGraph) -> None:
    assert list(foreign_events(graph, games())) == []


def test_breaches_are_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (
        ("wardiary.core.games.red.evolve.units", "wardiary.core.games.red.data"),
        ("wardiary.core.games.red.evolve.units", "wardiary.core.games.red.state"),
        ("wardiary.core.games.red.evolve.units", "wardiary.events.red"),
        ("wardiary.core.games.red.rules", "wardiary.events.blue.orders"),
        ("wardiary.core.engine", "wardiary.events.red"),
        ("wardiary.core.engine", "wardiary.events.common"),
    ):
        graph.add_import(importer=importer, imported=imported)
    assert list(evolve_faults(graph)) == ["wardiary.core.games.red.evolve.units imports wardiary.core.games.red.data"]
    assert list(foreign_events(graph, ["red", "blue"])) == [
        "wardiary.core.engine imports wardiary.events.red",
        "wardiary.core.games.red.rules imports wardiary.events.blue.orders",
    ]


def test_each_game_is_registered() -> None:
    """The folders with a spec and the entry points are one list."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["wardiary.games"] == {
        game: f"wardiary.core.games.{game}.spec:SPEC" for game in games()
    }
