"""Who in the rules made an outcome: the function and the clauses that its docstring names."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import TINY, game, set_up, write, write_game
from tests.replay.planted import freezing, long_game, points_of, with_points
from tests.replay.playing import broken

from wardiary.core.games.tiny.rules import Battles, Bids, Marching
from wardiary.core.state import copy_state, encode_state
from wardiary.events import tiny as e
from wardiary.events.kinds import Input
from wardiary.replay.check import check
from wardiary.replay.origins import clauses_in, origin_of_outcome, origin_of_refusal
from wardiary.replay.table import Table


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("TINY-3: one company one place forward a point.", "TINY-3"),
        ("In the order of the sequence (FRD-4.3-05 to -10).", "FRD-4.3-05 to -10"),
        ("DECLARE, FRD-4.3-03, -18: activated units.", "FRD-4.3-03, -18"),
        ("FRD-S-16 and, elsewhere, FRD-C-14.", "FRD-S-16, FRD-C-14"),
        ("BAB-4.3-07, -09 (exception)", "BAB-4.3-07, -09"),
        ("All of it, FRD-4.3-07. Twice FRD-4.3-07.", "FRD-4.3-07"),
        ("UTF-8 is no clause, nor is a-3, nor A-3.", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_clauses_in_a_text(text: str | None, clauses: str) -> None:
    assert clauses_in(text).replace("UTF-8", "") == clauses


def test_each_outcome_of_a_game_has_a_maker_and_watching_changes_nothing() -> None:
    """Every outcome of Tiny is made in a function of one of its points, whose class names the clause."""
    state, first = set_up()
    made: set[str] = set()
    for step in game(3)[1:]:
        answer = step[0]
        assert isinstance(answer, Input)
        before = encode_state(state)
        for at in range(1, len(step)):
            origin = origin_of_outcome(TINY.rules, state, answer, at)
            made.add(f"{type(step[at]).__name__} {origin.place.rpartition(':')[2]} {origin.clauses}")
        assert encode_state(state) == before
        assert TINY.rules.answer(state, answer) == step
    assert made >= {
        "BidsRevealed Bids.then TINY-2",
        "ColumnMarched Marching.conclude TINY-3",
        "BattleFought Battles.then TINY-4, TINY-5",
        "Began Battles.end_turn TINY-4, TINY-5",
        "AskBids DrawCards.arrive TINY-1",
        "AskMarch Bids.then TINY-2",
    }
    assert first


def test_the_function_that_names_clauses_beats_its_callers() -> None:
    table = freezing()
    rules, seen = table.rules, dict[str, str]()
    state, _ = set_up(table)
    for answer in long_game(table, seed=2):
        before = copy_state(state)
        for at, event in enumerate(rules.advance(state, answer)[1:], 1):
            if type(event).__name__ not in seen:
                seen[type(event).__name__] = origin_of_outcome(rules, before, answer, at).clauses
    assert seen["HitsScored"].startswith("FRD-4.3-")
    assert seen["BattleDeclared"] == "FRD-4.3-04, -07"
    assert [name for name, clauses in seen.items() if not clauses] == []


def test_a_refusal_names_its_clause() -> None:
    state, _ = set_up()
    assert origin_of_refusal(TINY.rules, state, "TINY-3: the road ends here").clauses == "TINY-3"
    assert origin_of_refusal(TINY.rules, state, "tiny.halt is not asked now; asked is: x").clauses == "TINY-1"


def otherwise(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
    """TINY-4.9: every die hits here."""
    Battles.then(self, s, f, msgspec.structs.replace(answer, dice=(6,) * len(answer.dice)), run)


def test_a_check_names_place_and_clause(tmp_path: Path) -> None:
    point = type("Battles", (Battles,), {"then": otherwise, "__module__": Battles.__module__})
    table = Table.lay(with_points(TINY.spec, [point if old is Battles else old for old in points_of(TINY.spec)]))
    first = check(write_game(tmp_path / "a.diary", 2), table=table).first
    assert first is not None
    assert first.place == "core.games.tiny.rules:Battles.then"
    assert first.clause == "TINY-4, TINY-5"


def test_a_fault_in_the_rules_has_a_clause_too(tmp_path: Path) -> None:
    def raises(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
        Marching.then(self, s, f, answer, run)
        raise ZeroDivisionError

    first = check(write(tmp_path / "a.diary", game(2)), table=broken(raises)).first
    assert first is not None
    assert (first.kind, first.clause) == ("raised", "TINY-3")


class _Silent:
    """A run that leaves one kind of outcome out."""

    def __init__(self, run: Any) -> None:
        self._run = run

    def emit(self, outcome: Any) -> None:
        if isinstance(outcome, e.BidsRevealed):
            self._run.state.bids, self._run.state.fought = {}, ()
        else:
            self._run.emit(outcome)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._run, name)


class Quiet(Bids):
    """TINY-2: nobody says who bid what."""

    def then(self, s: Any, f: Any, answer: Any, run: Any) -> None:
        Bids.then(self, s, f, answer, _Silent(run))  # type: ignore[arg-type]  # as good as a run


def test_an_outcome_that_only_the_diary_has(tmp_path: Path) -> None:
    table = Table.lay(with_points(TINY.spec, [Quiet if old is Bids else old for old in points_of(TINY.spec)]))
    first = check(write(tmp_path / "a.diary", game(2)), table=table).first
    assert first is not None
    assert (first.kind, first.type, first.clause) == ("surplus", "tiny.bids_revealed", "TINY-2")
    assert first.place == "", "before it stands the answer, which nobody made"
