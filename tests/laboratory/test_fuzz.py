"""`simulate --fuzz`: a planted fault of each kind is found, kept in a diary, and made again by the printed command."""

import json
import shlex
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import Run
from tests.replay.diaries import TINY
from tests.replay.planted import evolving, with_points

from wardiary.core.games.tiny import rules
from wardiary.core.points import unbarred
from wardiary.events import tiny as e
from wardiary.events.common import Crashed
from wardiary.replay.bundle import bundle
from wardiary.replay.check import check
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.laboratory.shrink import shrink
from wardiary.replay.replay import Replay
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.table import Table, laid_once

SECONDS = 60
GAMES = 100


class Crashing(rules.Marching):
    """TINY-3, but from turn 3 on three companies are too many."""

    def conclude(self, s: Any, f: Any, run: Any) -> None:
        if len(s.marched) == 3 and s.turn > 2:
            raise KeyError(s.marched[2])
        super().conclude(s, f, run)


class Silent(rules.Bids):
    """TINY-2, but in turn 4 nobody has a card to bid."""

    bid = unbarred(
        e.Bid, over=lambda d, s, f: [] if s.turn == 4 else rules.cards_to_bid(d, s, f), outside="TINY-2: a card"
    )


class Endless(rules.Marching):
    """TINY-3, but nobody is ever done."""

    def arrive(self, s: Any, f: Any, run: Any) -> bool:
        return True

    def conclude(self, s: Any, f: Any, run: Any) -> None:
        pass


class Boundless(rules.Marching):
    """TINY-3, but columns grow without bound."""

    def conclude(self, s: Any, f: Any, run: Any) -> None:
        if s.marched:
            run.emit(e.ColumnMarched(side=f.side, units=(10**12,)))
        run.pop()


class Rolling(rules.Battles):
    """TINY-4, but the dice are never the last."""

    def then(self, s: Any, f: Any, answer: Any, run: Any) -> None:
        run.become(e.AskBattle())


class Remembering(rules.Battles):
    """TINY-4, but every second time that this process sees a roll it does not count."""

    seen: ClassVar[Counter[str]] = Counter()

    def then(self, s: Any, f: Any, answer: Any, run: Any) -> None:
        self.seen[answer.key] += 1
        faces = (1 + 5 * (self.seen[answer.key] % 2),) * len(answer.dice)
        super().then(s, f, replace(answer, dice=faces), run)


def lose_the_way(s: Any, ev: Any) -> None:
    """Who survives a battle after turn 3 lands beside the road."""
    TINY.rules.evolve[e.BattleFought](s, ev)
    if s.turn > 3:
        s.companies = {unit: (side, 99) for unit, (side, _) in s.companies.items()}


def with_point(point: type[Any]) -> Table:
    points = [point if old.frame is point.frame else old for old in TINY.spec.rules.points]
    return Table.lay(with_points(TINY.spec, points))


FAULTS = [
    pytest.param(with_point(Crashing), "KeyError in tests.laboratory.test_fuzz:Crashing.conclude", id="crash"),
    pytest.param(with_point(Silent), "NoLegalAnswer in ", id="no legal answer"),
    pytest.param(with_point(Endless), "TooLong: no end after 2000 decisions", id="too many decisions"),
    pytest.param(with_point(Rolling), "TooLong: no end after 40000 steps", id="too many rolls"),
    pytest.param(with_point(Boundless), "RulesFault in replay.crash:need_readable: tiny.", id="event out of bounds"),
    pytest.param(with_point(Remembering), "the check departs: event ", id="check differs"),
    pytest.param(evolving(TINY, e.BattleFought, lose_the_way), "BrokenState: company ", id="state invariants"),
]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Put a game with a fault in the place of Tiny, wherever games are looked for."""

    def put(table: Table) -> Table:
        laid_once.cache_clear()
        monkeypatch.setattr("wardiary.replay.table.load_game", lambda _: table.spec)
        return table

    yield put
    laid_once.cache_clear()


@pytest.mark.parametrize(("table", "fault"), FAULTS)
def test_a_planted_fault_is_found_within_a_minute(
    tmp_path: Path, wardiary: Run, plant: Any, table: Table, fault: str
) -> None:
    """CPU time counts: the machine may be busy."""
    plant(table)
    began, given = time.process_time(), ("simulate", "tiny", "-n", "1", "--seed", "fuzz")
    for first in range(1, GAMES):
        one = ("--first", str(first), "--max-decisions", "2000", "--fuzz", "--json", "-o", tmp_path / "games")
        done = wardiary(*given, *one)
        if done.code:
            break
    assert time.process_time() - began < SECONDS
    (failed,) = json.loads(done.out)["failed"]
    assert done.code == 1
    assert failed["fault"].startswith(fault)
    diary = Path(failed["diary"])
    assert diary.parent == tmp_path / "games" / "failed"
    assert failed["command"] in done.err
    # The printed command makes the same game again, and the same fault.
    kept = diary.read_bytes()
    diary.unlink()
    again = wardiary(*shlex.split(failed["command"])[1:], "--json")
    assert again.code == 1
    assert json.loads(again.out)["failed"][0]["fault"].partition(":")[0] == failed["fault"].partition(":")[0]
    if "check departs" not in fault:  # rules that remember do otherwise each time
        assert diary.read_bytes() == kept
        assert isinstance(Replay(diary, table=table).events[-1], Crashed)


def test_without_it_only_what_stops_a_game_is_a_fault(tmp_path: Path, plant: Any) -> None:
    """Invariants and the second opinion of a check cost time: they are asked for."""
    plant(evolving(TINY, e.BattleFought, lambda s, ev: TINY.rules.evolve[e.BattleFought](s, ev)))
    plan = Plan(game="tiny", seed="a", out=str(tmp_path))
    plain = [summary.fault for summary in simulate(plan, 3)]
    assert plain == ["", "", ""]
    plant(with_point(Remembering))
    assert [summary.fault for summary in simulate(Plan(game="tiny", seed="b", out=str(tmp_path)), 20)] == [""] * 20


def test_a_broken_state_is_found_in_memory_too(plant: Any) -> None:
    plant(evolving(TINY, e.BattleFought, lose_the_way))
    found = [summary.fault for summary in simulate(Plan(game="tiny", seed="fuzz", fuzz=True), 60)]
    assert any(fault.startswith("BrokenState") and "is off the road" in fault for fault in found)
    laid_once.cache_clear()
    plant(TINY)
    assert not any(summary.fault for summary in simulate(Plan(game="tiny", seed="fuzz", fuzz=True), 5))


def test_games_that_are_there_are_judged_again(tmp_path: Path, plant: Any) -> None:
    plant(TINY)
    plan = Plan(game="tiny", seed="a", out=str(tmp_path))
    list(simulate(plan, 3))
    assert all(summary.kept for summary in simulate(plan, 3))
    before = {path: path.read_bytes() for path in tmp_path.glob("*.diary")}
    assert not any(summary.kept for summary in simulate(Plan(game="tiny", seed="a", out=str(tmp_path), fuzz=True), 3))
    assert {path: path.read_bytes() for path in tmp_path.glob("*.diary")} == before


def broken_state(folder: Path, plant: Any) -> tuple[Path, Table]:
    table = plant(evolving(TINY, e.BattleFought, lose_the_way))
    for summary in simulate(Plan(game="tiny", seed="fuzz", out=str(folder), fuzz=True), 60):
        if summary.fault:
            return Path(str(summary.path)), table
    raise AssertionError("no state was broken")


def test_the_rest_of_the_laboratory_takes_a_broken_state(tmp_path: Path, plant: Any) -> None:
    """check, bisect, shrink and bundle find it in the diary that fuzzing left, and in the small one."""
    diary, table = broken_state(tmp_path, plant)
    (fault,) = check(diary, table=table).faults
    assert (fault.now, fault.then.partition(" ")[0]) == ("refuses", "BrokenState")
    assert "is off the road" in fault.what
    found = bisect(diary, "raises", table=table)
    assert found is not None
    assert "is off the road" in found.why
    small = shrink(diary, "raises", tmp_path / "small.diary", table=table)
    assert small.inputs < 40
    made = bundle(tmp_path / "small.diary", tmp_path / "bug.zip", with_test=True, table=table)
    assert (made.verdict.kind, made.verdict.reason) == ("refused", fault.what)


@pytest.mark.parametrize("folder", [True, False])
def test_a_game_that_rolls_for_ever_is_stopped(tmp_path: Path, plant: Any, folder: bool) -> None:
    """Nobody decides anything any more, so decisions alone would never be too many."""
    plant(with_point(Rolling))
    plan = Plan(game="tiny", seed="fuzz", max_decisions=100, out=str(tmp_path) if folder else None)
    found = [summary.fault for summary in simulate(plan, 20)]
    assert sum(fault.startswith("TooLong") and fault.endswith("no end after 2000 steps") for fault in found) > 10
