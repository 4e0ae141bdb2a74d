"""A game from outside, without an entry point: Tiny under a name of its own, with a fault in its marching rules."""

import sys
from dataclasses import replace
from typing import Any

from wardiary.core.games.tiny import rules
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyState
from wardiary.core.points import option
from wardiary.core.run import Run
from wardiary.events import tiny as e
from wardiary.replay.table import Table

__all__ = ["BOUNDS", "FAULTY", "Marching"]

BOUNDS = {1: "the ford", 2: "the mill", 3: "the bridge"}
"""Names of places, some of them forgotten: the fault."""


class Marching(rules.Marching):
    """Names the place that a company comes to, and fails where there is no name; a company 3 may not march at all."""

    def then(self, s: TinyState, f: e.AskMarch, answer: Any, run: Run[TinyState]) -> None:
        if isinstance(answer, e.March):
            _ = BOUNDS[s.companies[answer.unit][1]]
        super().then(s, f, answer, run)

    @option(e.March, over=rules.own_companies, outside="FAULTY-3: an own company")
    def march(self, s: TinyState, f: e.AskMarch, unit: int) -> str | None:
        return "FAULTY-3: company 3 rests" if unit == 3 else super().march(s, f, unit)


FAULTY = Table.lay(
    replace(
        SPEC,
        id="faulty",
        rules=replace(
            SPEC.rules, points=tuple(Marching if p.frame is Marching.frame else p for p in SPEC.rules.points)
        ),
    )
)

if __name__ == "__main__":
    from tests.replay.faulty_game import FAULTY as TABLE

    from wardiary.replay.bundle import open_bundle

    # Under the module's own name, so that places read as they did where the bundle was made.
    sys.stdout.write(open_bundle(sys.argv[1], table=TABLE).text() + "\n")
