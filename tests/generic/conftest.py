"""The games as a parameter, and the counts of what was tried, printed at the end."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.generic.walking import GAMES, table_of

from wardiary.replay.table import Table

_COUNTED = "counted "
Count = Callable[..., None]


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    """Each installed game."""
    game: str = request.param
    return table_of(game)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Count:
    """Say what a test has tried: count(games=3, steps=120). Nothing tried is a test that cannot fail."""

    def add(**numbers: int) -> None:
        assert all(numbers.values()), f"nothing was tried: {numbers}"
        # Properties travel with a test's report, from a worker process too.
        request.node.user_properties += [(_COUNTED + name, number) for name, number in numbers.items()]

    return add


def pytest_terminal_summary(terminalreporter: Any) -> None:
    total: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", ()):
        for name, number in report.user_properties if report.when == "call" else ():
            if name.startswith(_COUNTED):
                total[name.removeprefix(_COUNTED)] += number
    if total:
        tried = ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in sorted(total.items()))
        terminalreporter.write_line(f"generic suite over {', '.join(GAMES)}: {tried}")
