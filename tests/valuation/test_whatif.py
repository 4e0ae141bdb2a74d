"""What if: every answer with its futures, against what can be enumerated."""

from collections.abc import Mapping
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import TINY

from wardiary.core.players import SeatDecision
from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.state import copy_state
from wardiary.events.errors import NotAStepEnd, Refused, UsageError
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.fork import fork
from wardiary.replay.players import player_named
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session
from wardiary.replay.shares import result_shares
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.statistics import paired
from wardiary.replay.table import Table
from wardiary.replay.valuation.futures import Branch, Futures, endings, positions
from wardiary.replay.valuation.possible import possible_answers
from wardiary.replay.valuation.tallies import BranchTally, Measure, WhatIf
from wardiary.replay.valuation.whatif import answer_what_if, ask_what_if

GREEDY = {"red": "greedy", "blue": "greedy"}
SHORT = """
fact = ["turns", "places", "hand", "hits_on", "companies", "cards"]
turns = 2
places = 3
hand = 1
hits_on = 5
[companies]
red = 2
blue = 2
[cards]
01 = 1
02 = 1
03 = 2
04 = 2
"""
"""Tiny so small that all its futures can be enumerated."""


def written(folder: Path, *, data: Mapping[str, str] | None = None, seed: str = "7") -> Replay:
    plan = Plan(game="tiny", seed=seed, seats=GREEDY, data=data or {}, out=str(folder))
    return Replay(Path(str(next(iter(simulate(plan, 1))).path)))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return written(tmp_path_factory.mktemp("short"), data={"tiny.toml": SHORT})


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return written(tmp_path_factory.mktemp("whole"))


def exact(table: Table, state: Any) -> dict[str, Fraction]:
    """The value of a position, by enumeration of all that chance may do; players of Tiny that use no luck."""
    request = table.rules.request(state)
    seats = table.spec.seats
    match request:
        case Over(result=result):
            return {seat: Fraction(share).limit_denominator(6) for seat, share in result_shares(result, seats).items()}
        case Choice():
            decision: Any = SeatDecision(table.rules, state, request, request.seats[0], b"none", 1)
            table.rules.advance(state, player_named(table.spec, "greedy")(decision))
            return exact(table, state)
        case _:
            value = dict.fromkeys(seats, Fraction(0))
            for one in possible_answers(table, state, most=100):
                for seat, share in exact_after(table, state, one.answer).items():
                    value[seat] += (one.weight or Fraction(0)) * share
            return value


def exact_after(table: Table, state: Any, answer: Any) -> dict[str, Fraction]:
    twin = copy_state(state)
    table.rules.answer(twin, answer)
    return exact(table, twin)


def asking(replay: Replay, kind: type) -> list[int]:
    """The steps' ends at which this is asked."""
    return [n for n in replay.step_ends if isinstance(replay.table.rules.request(replay.state_at(n)), kind)]


def told(replay: Replay, at: int | str, n: int = 20, **given: Any) -> WhatIf:
    assert replay.path is not None
    return answer_what_if(ask_what_if(replay.path, at, n=n, **given))


def result(measures: BranchTally | tuple[Measure, ...], seat: str = "red") -> Measure:
    found = measures.measures if isinstance(measures, BranchTally) else measures
    return next(one for one in found if (one.measure, one.name) == ("result", seat))


def test_the_last_roll_is_told_exactly(short: Replay) -> None:
    """After it nothing is left to chance: each branch and the value of the moment before are what enumeration gives."""
    n = asking(short, Roll)[-1]
    state = short.state_at(n)
    found = told(short, n)
    assert len(found.branches) == len(possible_answers(short.table, state, most=10))
    for branch, one in zip(found.branches, possible_answers(short.table, state, most=10), strict=True):
        assert isclose(result(branch).mean, exact_after(short.table, state, one.answer)["red"], abs_tol=1e-12)
        assert Fraction(branch.chance) == one.weight
    assert found.value is not None
    for seat, value in exact(short.table, copy_state(state)).items():
        assert isclose(result(found.value, seat).mean, value, abs_tol=1e-12)


@pytest.mark.parametrize("kind", [Draw, Roll])
def test_estimates_hold_against_full_enumeration(short: Replay, kind: type) -> None:
    """The first draw and the first roll: of all branches and the value before them the interval holds the truth."""
    n = asking(short, kind)[0]
    state = short.state_at(n)
    found = told(short, n, n=300)
    for branch, one in zip(found.branches, possible_answers(short.table, state, most=10), strict=True):
        share = result(branch)
        assert share.low is not None
        assert share.high is not None
        assert share.low <= exact_after(short.table, state, one.answer)["red"] <= share.high, branch.words
    assert found.value is not None
    value = result(found.value)
    assert value.low is not None
    assert value.high is not None
    assert value.low <= exact(short.table, copy_state(state))["red"] <= value.high
    assert 0 < value.high - value.low < 0.12


def test_branches_weighed_by_their_chances_are_the_value_before_them(replay: Replay) -> None:
    """By definition of the row, and the mean of what comes when the position itself is played on."""
    n = asking(replay, Roll)[0]
    found = told(replay, n, n=400)
    assert found.value is not None
    for one in found.value:
        weighed = sum(
            Fraction(branch.chance) * Fraction(measure.mean)
            for branch in found.branches
            for measure in branch.measures
            if (measure.measure, measure.name) == (one.measure, one.name)
        )
        assert isclose(one.mean, weighed, abs_tol=1e-9)
    plan = Futures(seed=found.seed, n=400, players=GREEDY)
    (played,) = endings([Branch(position=next(positions(replay, [n])))], plan)
    shares = [ending.shares["red"] for ending in played]
    apart = paired(shares, [result(found.value).mean] * len(shares), bounds=(-1, 1))
    assert not apart.excludes_zero


def test_freezing_death_averages_to_the_parent(tmp_path: Path) -> None:
    """Late in a game, where its futures are short: pairs of a future of the moment and the weighed branches."""
    plan = Plan(game="freezing", seed="1918", seats={"sov": "random", "fin": "greedy"}, out=str(tmp_path))
    replay = Replay(Path(str(next(iter(simulate(plan, 1))).path)))
    pools = [
        n
        for n in asking(replay, Roll)
        if isinstance(request := replay.table.rules.request(replay.state_at(n)), Roll) and request.count > 1
    ]
    n = pools[-3]
    assert replay.path is not None
    question = ask_what_if(replay.path, n, n=30, players={"sov": "random", "fin": "random"})
    assert all("hit" in one.reading for one in question.answers)
    found = answer_what_if(question)
    (played,) = endings([Branch(position=question.position)], question.plan)
    assert found.value is not None
    for value in found.value:
        values = [
            ending.shares[value.name] if value.measure == "result" else ending.features[value.name] for ending in played
        ]
        apart = paired(values, [value.mean] * len(values), bounds=(-99, 99))
        # Of a score of measures one may lie outside by chance; twice the interval none does.
        if apart.low is not None and apart.high is not None:
            middle, reach = apart.mean, (apart.high - apart.low) / 2
            own = 0.0 if value.low is None or value.high is None else (value.high - value.low) / 2
            assert abs(middle) <= 2 * (reach + own), value


def test_the_recorded_answer_is_marked_as_it_was_given(replay: Replay) -> None:
    n = asking(replay, Roll)[0]
    given = replay.event(n + 1)
    found = told(replay, n)
    assert found.recorded is not None
    assert found.recorded.words == f"roll {' '.join(map(str, given.dice))}"  # type: ignore[attr-defined]
    assert [branch.recorded for branch in found.branches].count(True) == 1
    assert all(one.difference is None for one in found.recorded.measures)


def test_differences_are_of_pairs_of_equal_luck(replay: Replay) -> None:
    n = asking(replay, Roll)[0]
    question = ask_what_if(replay.path or "", n, n=50)
    found = answer_what_if(question)
    encode = replay.table.spec.fold.codec.encode
    branches = [Branch(position=question.position, answer=encode(one.answer)) for one in question.answers]
    played = list(endings(branches, question.plan))
    assert question.recorded is not None
    kept = [ending.shares["red"] for ending in played[question.recorded]]
    for index, branch in enumerate(found.branches):
        if index != question.recorded:
            shares = [ending.shares["red"] for ending in played[index]]
            assert result(branch).difference == paired(shares, kept, bounds=(-1, 1))
            assert branch.kinds == {kind: [e.kind for e in played[index]].count(kind) for kind in branch.kinds}
            assert sum(branch.kinds.values()) == 50


def test_faces_that_the_rules_read_alike_share_their_futures(replay: Replay) -> None:
    """One die by its faces: four miss, two hit; two branches are played, and what reads alike differs in nothing."""
    single = [
        n
        for n in asking(replay, Roll)
        if isinstance(request := TINY.rules.request(replay.state_at(n)), Roll) and request.count == 1
    ]
    question = ask_what_if(replay.path or "", single[0], n=10)
    assert (len(question.answers), question.futures) == (6, 20)
    found = answer_what_if(question)
    alike = [branch for branch in found.branches if found.recorded and branch.reading == found.recorded.reading]
    assert len(alike) in (2, 4)
    for branch in alike:
        if not branch.recorded:
            assert {(one.difference.mean, one.difference.low) for one in branch.measures if one.difference} == {(0, 0)}


def test_another_answer_is_tried_beside_the_recorded_one(replay: Replay) -> None:
    n = asking(replay, Roll)[0]
    found = told(replay, n, answer="roll 6 6 6"[: 4 + 2 * len(replay.event(n + 1).dice)])  # type: ignore[attr-defined]
    assert [branch.recorded for branch in found.branches] in ([False, True], [True])
    assert found.branches[0].weight is not None
    assert found.value is None


def test_an_order_has_no_chance_and_no_value_before_it(replay: Replay) -> None:
    n = asking(replay, Choice)[0]
    found = told(replay, n)
    assert {branch.words.split()[0] for branch in found.branches} == {"red"}
    assert {branch.weight for branch in found.branches} == {None}
    assert found.value is None
    assert found.recorded is not None


def test_in_a_simultaneous_choice_each_seat_is_compared_with_itself(replay: Replay) -> None:
    """The diary has red's bid first. Blue's, given in its place, is no other answer to that."""
    n = asking(replay, Choice)[0]
    request = replay.table.rules.request(replay.state_at(n))
    assert isinstance(request, Choice)
    assert request.seats == ("red", "blue")
    blue = next(iter(replay.table.rules.legal(replay.state_at(n), "blue")))
    words = replay.table.spec.words.name_order(replay.table.data, replay.state_at(n), blue)
    after = next(end for end in replay.step_ends if end > n)
    with pytest.raises(UsageError, match=f"the answer of red here, that of blue after event {after}: .* --at {after}"):
        told(replay, n, answer=words)
    assert {branch.words.split()[0] for branch in told(replay, after, answer=words, n=2).branches} == {"blue"}


def test_at_the_open_end_there_is_nothing_to_compare_with(replay: Replay, tmp_path: Path) -> None:
    n = asking(replay, Roll)[0]
    forked = fork(replay.path or "", n, tmp_path / "open.diary")
    found = answer_what_if(ask_what_if(forked.path, "last", n=10))
    assert found.recorded is None
    assert {one.difference for branch in found.branches for one in branch.measures} == {None}
    assert found.value is not None


def test_of_answers_that_were_taken_back_the_last_one_given_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    setting = Setting(dice=Dice.seeded("1"), seats={"blue": "greedy"})
    with Session.create(path, TINY, setting) as session:
        session.play_on()
        n = len(session.log)
        first, second = session.legal("red")
        session.answer(first)
        session.take_back()
        assert len(session.log) > n
        session.answer(second)
    found = answer_what_if(ask_what_if(path, n, n=5))
    assert found.recorded is not None
    assert found.recorded.words == TINY.spec.words.name_order(TINY.data, Replay(path).state_at(n), second)


def test_persons_are_stood_in_for_and_players_may_be_named(tmp_path: Path, replay: Replay) -> None:
    n = asking(replay, Choice)[0]
    question = ask_what_if(replay.path or "", n, players={"blue": "random"})
    assert question.plan.players == {"red": "greedy", "blue": "random"}
    with pytest.raises(UsageError, match="no seat 'green'"):
        ask_what_if(replay.path or "", n, players={"green": "random"})


def test_the_same_seed_gives_the_same_bytes_with_one_worker_and_two(replay: Replay) -> None:
    n = asking(replay, Roll)[0]
    path = replay.path or ""
    alone = answer_what_if(ask_what_if(path, n, n=30, seed="x"))
    together = answer_what_if(ask_what_if(path, n, n=30, seed="x"), workers=2)
    assert msgspec.json.encode(alone) == msgspec.json.encode(together)
    other = answer_what_if(ask_what_if(path, n, n=30, seed="y"))
    assert (other.id, other.branches) != (alone.id, alone.branches)
    assert answer_what_if(ask_what_if(path, n, n=30)).seed == replay.header.id


def test_one_future_tells_means_and_no_difference_s_interval(replay: Replay) -> None:
    found = told(replay, asking(replay, Roll)[0], n=1)
    for branch in found.branches:
        for one in branch.measures:
            assert one.difference is None or (one.difference.low, one.difference.high) == (None, None)


def test_play_goes_on_from_a_step_s_end_only(replay: Replay) -> None:
    within = next(n for n in range(12, replay.last) if not replay.is_step_end(n))
    with pytest.raises(NotAStepEnd, match="the nearest ends are"):
        ask_what_if(replay.path or "", within)


def test_what_was_refused_at_the_table_is_refused_here(replay: Replay) -> None:
    n = asking(replay, Choice)[0]
    with pytest.raises(Refused, match="TINY-2"):
        ask_what_if(replay.path or "", n, answer='{"t":"tiny.bid","by":"red","card":"77"}')
    with pytest.raises(UsageError, match="is no answer here"):
        ask_what_if(replay.path or "", n, answer="dance")
    with pytest.raises(Refused, match="the game is over"):
        ask_what_if(replay.path or "", "last")
