"""Check as oracle: a rule, an evolve function, a table broken on purpose, each found and named."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.replay.diaries import TINY, game, write, write_game

from wardiary.core.contract import Scenario
from wardiary.core.games.tiny import rules
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyState
from wardiary.core.points import option
from wardiary.core.run import Run
from wardiary.events import tiny as e
from wardiary.events.common import Began, Crashed, Ended
from wardiary.events.kinds import Event
from wardiary.replay.check import check
from wardiary.replay.table import Table

TOML = (Path(__file__).parents[2] / "core/games/tiny/data/tiny.toml").read_text(encoding="utf-8")


def table_with(point: type[Any]) -> Table:
    """Tiny with one decision point replaced."""
    return Table.lay(
        replace(
            SPEC,
            rules=replace(SPEC.rules, points=tuple(point if p.frame is point.frame else p for p in SPEC.rules.points)),
        )
    )


def table_evolving(**broken: Callable[[Any, Any], None]) -> Table:
    """Tiny with evolve functions replaced, by the event's class name."""
    evolve = {kind: broken.get(kind.__name__, function) for kind, function in SPEC.fold.evolve.items()}
    return Table.lay(replace(SPEC, fold=replace(SPEC.fold, evolve=evolve)))


class TiesHit(rules.Battles):
    """A changed effect: red's hits count twice."""

    def then(self, s: TinyState, f: e.AskBattle, answer: e.Rolled, run: Run[TinyState]) -> None:
        super().then(s, e.AskBattle(hits=None if f.hits is None else 2 * f.hits), answer, run)


class Timid(rules.Marching):
    """A changed legality: no company marches beyond place 2."""

    @option(e.March, over=rules.own_companies, outside="TINY-3: an own company")
    def march(self, s: TinyState, f: e.AskMarch, unit: int) -> str | None:
        return "TINY-3: too far" if s.companies[unit][1] == 2 else super().march(s, f, unit)


class Raising(rules.Marching):
    """A rule that raises when company 2 marches."""

    def then(self, s: TinyState, f: e.AskMarch, answer: Any, run: Run[TinyState]) -> None:
        if getattr(answer, "unit", 0) == 2:
            raise KeyError("no such road")
        super().then(s, f, answer, run)


class PastOutcomes(rules.Bids):
    """A rule that writes the state itself instead of emitting an outcome."""

    def then(self, s: TinyState, f: e.AskBids, answer: e.Bid, run: Run[TinyState]) -> None:
        super().then(s, f, answer, run)
        if len(s.bids) < 2 and s.turn == 2:
            s.companies[1] = ("red", 5)


class PastOutcomesAtTurnsEnd(rules.Battles):
    """The same in the step whose checkpoint holds the digest of the spoilt state."""

    def end_turn(self, s: TinyState, run: Run[TinyState]) -> None:
        super().end_turn(s, run)
        s.fought = (9,)


class OtherFrame(rules.Bids):
    """A frame that asks for more than it should."""

    def then(self, s: TinyState, f: e.AskBids, answer: e.Bid, run: Run[TinyState]) -> None:
        super().then(s, f, answer, run)
        if isinstance(top := run.stack[-1], e.AskMarch):
            run.become(e.AskMarch(side=top.side, points=top.points + 1))


class Unsettled(rules.DrawCards):
    """A point that never finds what to ask."""

    def arrive(self, s: TinyState, f: e.AskDraw, run: Run[TinyState]) -> bool:
        return False if s.turn == 2 else super().arrive(s, f, run)


RULES = [
    (TiesHit, "outcome", "tiny.battle_fought", "units"),
    (Timid, "missing", "tiny.column_marched", ""),
    (Raising, "raised", "tiny.march", "tests.replay.test_check_faults:Raising.then"),
    (PastOutcomes, "state", "tiny.bid", "companies.1"),
    (OtherFrame, "outcome", "tiny.ask_march", "points"),
    (Unsettled, "raised", "rolled", "core.engine:Rules._settle"),
]


@pytest.mark.parametrize(("point", "kind", "tag", "where"), RULES)
@pytest.mark.parametrize("all_steps", [False, True])
def test_a_broken_rule_is_found_where_it_first_shows(
    tmp_path: Path, point: type[Any], kind: str, tag: str, where: str, all_steps: bool
) -> None:
    reports = [
        check(write_game(tmp_path / f"{seed}.diary", seed), table=table_with(point), all_steps=all_steps)
        for seed in range(12)
    ]
    found = [report.first for report in reports if report.first]
    assert any((d.kind, d.type) == (kind, tag) and where in d.field for d in found), [d.text() for d in found]
    assert all(d.kind in (kind, "outcome", "refused", "missing", "raised", "surplus", "state") for d in found)
    if not all_steps:
        assert all(len(report.differences) <= 1 for report in reports)


def test_a_checkpoint_that_differs_is_followed_to_the_place_in_the_state(tmp_path: Path) -> None:
    first = check(write_game(tmp_path / "a.diary"), table=table_with(PastOutcomesAtTurnsEnd)).first
    assert first is not None
    assert (first.kind, first.field, first.expected) == ("state", "fought", "[9]")


def test_an_option_that_the_header_does_not_know_is_a_note(tmp_path: Path) -> None:
    road = Scenario(title="The road", seats=TINY.spec.seats, options={"fog": ("off", "on")})
    table = Table.lay(replace(TINY.spec, scenarios={"road": road}))
    report = check(write_game(tmp_path / "a.diary"), table=table)
    assert report.clean
    assert any("options now that the header does not name" in note for note in report.notes)


def test_a_place_in_the_state_is_named_with_both_values(tmp_path: Path) -> None:
    first = check(write_game(tmp_path / "a.diary"), table=table_with(PastOutcomes)).first
    assert first is not None
    assert (first.kind, first.field, first.expected) == ("state", "companies.1", '["red",5]')
    assert first.turn == 2
    assert first.found.startswith('["red",')


def lame_march(s: Any, ev: Any) -> None:
    s.marched = (*s.marched, ev.unit)


def raising_march(s: Any, ev: Any) -> None:
    raise LookupError("no company")


def forgetful_battle(s: Any, ev: Any) -> None:
    s.companies = {unit: where for unit, where in s.companies.items() if unit not in ev.units}


def greedy_draw(s: Any, ev: Any) -> None:
    s.hands[ev.by] = tuple(sorted((*s.hands[ev.by], *ev.cards)))


def idle_score(s: Any, ev: Any) -> None:
    SPEC.fold.evolve[Began](s, ev)
    s.rolled["stale"] = 1


EVOLVES = [
    ({"March": lame_march}, None, None),
    ({"March": raising_march}, "raised", "tiny.march"),
    ({"BattleFought": forgetful_battle}, None, None),
    ({"Drawn": greedy_draw}, None, None),
    ({"Began": idle_score}, "outcome", "checkpoint"),
]


@pytest.mark.parametrize(("broken", "kind", "tag"), EVOLVES)
@pytest.mark.parametrize("all_steps", [False, True])
def test_a_broken_evolve_function_is_found(
    tmp_path: Path, broken: dict[str, Any], kind: str | None, tag: str | None, all_steps: bool
) -> None:
    found = [
        check(write_game(tmp_path / f"{seed}.diary", seed), table=table_evolving(**broken), all_steps=all_steps).first
        for seed in range(6)
    ]
    assert any(found)
    assert all((d.kind, d.type) == (kind, tag) for d in found if d is not None and kind is not None)


def test_an_evolve_function_that_raises_is_named_with_its_place(tmp_path: Path) -> None:
    first = check(write_game(tmp_path / "a.diary"), table=table_evolving(March=raising_march)).first
    assert first is not None
    assert first.field == "tests.replay.test_check_faults:raising_march"
    assert (first.exception, first.expected) == ("LookupError", "no company")


def test_recorded_events_that_do_not_fold_end_the_check_of_all_steps(tmp_path: Path) -> None:
    steps = game(1)
    march = next(at for at, step in enumerate(steps) if isinstance(step[0], e.March))
    broken: list[Event] = [e.March(unit=70), *steps[march][1:]]
    report = check(write(tmp_path / "a.diary", [*steps[:march], broken, *steps[march + 1 :]]), all_steps=True)
    assert [(d.kind, d.event) for d in report.differences] == [("refused", 2 + sum(map(len, steps[:march])))]
    assert report.steps == march + 1


def test_all_steps_shows_a_changed_number_as_the_steps_it_touches(tmp_path: Path) -> None:
    easier = Table.lay(SPEC, {"tiny.toml": TOML.replace("hits_on = 5", "hits_on = 4")})
    touched = 0
    for seed in range(12):
        path = write_game(tmp_path / f"{seed}.diary", seed)
        report = check(path, table=easier, all_steps=True)
        fours = sum(isinstance(step[0], e.Rolled) and 4 in step[0].dice for step in game(seed))
        steps = {difference.step for difference in report.differences}
        assert len(steps) == len(report.differences) == report.steps_differing
        assert {difference.type for difference in report.differences} <= {
            "tiny.battle_fought",
            "tiny.ask_battle",
            "ended",
        }
        assert report.steps_differing <= 2 * fours
        assert report.steps == len(game(seed))
        assert bool(fours) >= bool(steps)
        touched += len(steps)
        first = check(path, table=easier)
        assert first.differences == report.differences[:1]
        assert first.notes[0].startswith("event 1: played with component data")
    assert touched > 12


def test_a_crash_that_the_rules_still_raise_is_said_so(tmp_path: Path) -> None:
    steps = game(1)
    march = next(at for at, step in enumerate(steps) if isinstance(step[0], e.March) and step[0].unit == 2)
    crash = Crashed(answer='{"t":"tiny.march","unit":2}', exception="KeyError", place="rules:then")
    path = write(tmp_path / "a.diary", [*steps[:march], [crash]])
    report = check(path, table=table_with(Raising))
    (fault,) = report.faults
    assert (fault.now, fault.exception) == ("raises", "KeyError")
    assert fault.place == "tests.replay.test_check_faults:Raising.then"
    assert (report.clean, report.differences, report.exit_code) == (False, (), 1)
    assert f"{path}: rules {report.rules_here} still fail where they failed" in report.text()
    report = check(path)
    (fault,) = report.faults
    assert (fault.now, fault.what) == ("plays", "")
    assert (report.clean, report.exit_code) == (True, 0)


def test_a_dead_end_that_the_rules_still_lead_to_is_no_clean_diary(tmp_path: Path) -> None:
    crash = Crashed(answer="null", exception="BrokenState", place="?")
    path = write(tmp_path / "a.diary", [*game(1, most=4), [crash]])
    dead_end = replace(SPEC, rules=replace(SPEC.rules, faults=lambda _data, _state: ["a company too many"]))
    report = check(path, table=Table.lay(dead_end))
    assert (report.faults[0].now, report.faults[0].what) == ("refuses", "a company too many")
    assert (report.faults_remaining, report.clean, report.exit_code) == (1, False, 1)
    assert check(path).clean


def test_a_game_that_is_over_takes_no_more(tmp_path: Path) -> None:
    steps = game(1)
    assert any(isinstance(event, Ended) for event in steps[-1])
    first = check(write(tmp_path / "a.diary", [*steps, [e.Halt()]]), table=TINY).first
    assert first is not None
    assert (first.kind, first.expected) == ("refused", "the game is over")
