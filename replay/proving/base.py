"""What the parts of the suite share: the proof, the table, and the count of what was tried."""

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from wardiary.replay.proving.proof import Proof
from wardiary.replay.table import Table

__all__ = ["Count", "Suite", "tried"]

Count = Callable[..., None]
_COUNTED = "counted "


class Suite:
    """Part of the suite. A class derived from it says in `proof` which game is meant."""

    proof: ClassVar[Proof]

    @pytest.fixture
    def table(self) -> Table:
        """The game, laid out once."""
        if not isinstance(getattr(self, "proof", None), Proof):
            pytest.fail(f"{type(self).__name__} names no game: give it `proof = Proof(...)`")
        return self.proof.table

    @pytest.fixture
    def count(self, request: pytest.FixtureRequest) -> Count:
        """Say what a test has tried: count(games=3, steps=120). Nothing tried is a test that cannot fail."""

        def add(**numbers: int) -> None:
            nothing = [name.replace("_", " ") for name, number in numbers.items() if not number]
            assert not nothing, f"nothing was tried: no {', no '.join(nothing)}"
            # Properties travel with a test's report, from a worker process too.
            request.node.user_properties += [(_COUNTED + name, number) for name, number in numbers.items()]

        return add


def tried(reports: Any) -> Counter[str]:
    """All that the tests of these reports have counted, for a line at the end of a run."""
    total: Counter[str] = Counter()
    for report in reports:
        for name, number in report.user_properties if report.when == "call" else ():
            if name.startswith(_COUNTED):
                total[name.removeprefix(_COUNTED).replace("_", " ")] += number
    return total
