"""Luck and choice: parts that add up, exact ones by hand, playouts that agree with them, intervals worked by hand."""

from dataclasses import replace
from math import fsum, sqrt
from pathlib import Path

import msgspec
import pytest
from tests.replay.diaries import TINY, book_of_slips, game, write, write_game
from tests.replay.small_game import BOLD, SHY, played
from tests.valuation.test_control import appraisal_of

from wardiary.events import tiny as e
from wardiary.events.errors import UsageError
from wardiary.replay.fork import fork
from wardiary.replay.replay import Replay
from wardiary.replay.statistics import Estimate, student_t
from wardiary.replay.valuation.appraisal import TURN
from wardiary.replay.valuation.control import Rows, taken_off
from wardiary.replay.valuation.exact import exact_values
from wardiary.replay.valuation.luck import LuckReport, MomentLuck, SeatLuck, alternatives, scouts, tell_luck
from wardiary.replay.valuation.valuing import LuckQuestion, Values, agrees, ask_luck, play_tries, play_values

GREEDY = {"red": "greedy", "blue": "greedy"}
LEAD = appraisal_of({"red": 1.0, "blue": -1.0, "lead": 0.3, TURN: 0.1})


def question_of(path: Path, n: int = 8, *, fitted: bool = False, every_order: bool = False) -> LuckQuestion:
    question = ask_luck(path, n=n, players=GREEDY, seed="luck", every_order=every_order)
    if fitted:
        question = replace(question, plan=msgspec.structs.replace(question.plan, appraisal=LEAD))
    return question


def told(question: LuckQuestion, *, decisions: int = 3) -> tuple[Values, LuckReport]:
    values = play_values(question)
    values.tries = play_tries(question, alternatives(question, values, decisions=decisions, orders=2))
    return values, tell_luck(question, values)


def need_whole(report: LuckReport) -> None:
    """Each seat's parts add up to its whole, moment by moment and account by account, to 1e-9."""
    for seat in report.seats:
        changes = [moment.change[seat.seat].mean for moment in report.moments]
        assert seat.whole.mean == pytest.approx(seat.end.mean - seat.start.mean, abs=1e-9)
        assert fsum(changes) == pytest.approx(seat.whole.mean, abs=1e-9)
        parts = (seat.luck, seat.choices, seat.others)
        assert fsum(part.mean for part in parts) == pytest.approx(seat.whole.mean, abs=1e-9)
        chance = (seat.own_dice, seat.other_dice, seat.draws)
        assert fsum(part.mean for part in chance) == pytest.approx(seat.luck.mean, abs=1e-9)
    for moment, before, after in zip(report.moments, report.points, report.points[1:], strict=False):
        for name, change in moment.change.items():
            assert change.mean == pytest.approx(after.shares[name].mean - before.shares[name].mean, abs=1e-9)
        assert fsum(one.mean for one in moment.change.values()) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("every_order", [False, True])
@pytest.mark.parametrize("fitted", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_parts_add_up_to_the_whole(tmp_path: Path, seed: int, fitted: bool, every_order: bool) -> None:
    path = write_game(tmp_path / "a.diary", seed)
    _, report = told(question_of(path, fitted=fitted, every_order=every_order))
    need_whole(report)
    assert report.ended
    result = Replay(path, table=TINY).state.result
    assert result is not None
    assert {seat.seat: seat.end.mean for seat in report.seats} == {
        seat: (1.0 if seat in result.winners else 0.0) if result.winners else 0.5 for seat in ("red", "blue")
    }


def point_estimate(value: float) -> Estimate:
    return Estimate(n=1, mean=value, low=value, high=value)


def by_seat(report: LuckReport, seat: str) -> SeatLuck:
    return next(one for one in report.seats if one.seat == seat)


@pytest.mark.parametrize(
    ("said", "luck", "own", "other", "draws", "choices", "others", "best"),
    [
        # Red draws the lead (+1/8), marches through as greedy would, hits (+1/8), blue misses (+1/4).
        (BOLD, 1 / 2, 1 / 8, 1 / 4, 1 / 8, 0.0, 0.0, 0.0),
        # Red draws the lead (+1/8), halts in the middle (-1/8; greedy would have marched on), misses, blue hits.
        (SHY, -3 / 8, -1 / 4, -1 / 4, 1 / 8, -1 / 8, 0.0, -1 / 8),
    ],
    ids=["bold", "shy"],
)
def test_exact_luck_by_hand(
    tmp_path: Path,
    said: list[str],
    luck: float,
    own: float,
    other: float,
    draws: float,
    choices: float,
    others: float,
    best: float,
) -> None:
    question = question_of(played(tmp_path / "a.diary", said))
    report = tell_luck(question, exact_values(question))
    need_whole(report)
    red = by_seat(report, "red")
    found = (red.luck, red.own_dice, red.other_dice, red.draws, red.choices, red.others, red.against_best)
    assert found == tuple(point_estimate(value) for value in (luck, own, other, draws, choices, others, best))
    assert (report.futures, report.scouts) == (0, 0)
    blue = by_seat(report, "blue")
    assert (blue.luck.mean, blue.own_dice.mean, blue.others.mean) == (-luck, -other, -choices)


def test_exact_swings_by_hand(tmp_path: Path) -> None:
    """Every moment that changes anything is sure; the greatest first, marked as what it is."""
    question = question_of(played(tmp_path / "a.diary", SHY))
    swings = tell_luck(question, exact_values(question)).swings
    assert [(one.kind, one.words, one.change["red"].mean) for one in swings] == [
        ("dice", "red rolls 1 for battle", -0.25),
        ("dice", "blue rolls 6 for battle", -0.25),
        ("draw", "red draws 02 from orders", 0.125),
        ("decision", "red: march 1 (and 1 more)", -0.125),
    ]
    decision = swings[3]
    assert decision.against is not None
    assert (decision.against.best, decision.against.tried) == ("as greedy would", 2)


@pytest.mark.parametrize("fitted", [False, True])
def test_playouts_agree_with_the_exact_values(tmp_path: Path, fitted: bool) -> None:
    """Of 40 seeds 95 % intervals hold the exact value in 38 on average, in less than 33 once in three hundred times."""
    question = question_of(played(tmp_path / "a.diary", ["02"]), 30, fitted=fitted)
    exact = tell_luck(question, exact_values(question))
    values, changes = exact.points[1].shares["red"].mean, exact.moments[0].change["red"].mean
    assert (values, changes) == (0.625, 0.125)
    held_value = held_change = 0
    for seed in range(40):
        asked = replace(question, plan=msgspec.structs.replace(question.plan, seed=f"coverage {seed}"))
        found = tell_luck(asked, play_values(asked))
        held_value += _holds(found.points[1].shares["red"], values)
        held_change += _holds(found.moments[0].change["red"], changes)
    assert held_value >= 33
    assert held_change >= 33


@pytest.mark.parametrize("fitted", [False, True])
def test_many_playouts_come_near_to_the_exact_values(tmp_path: Path, fitted: bool) -> None:
    for name, said in (("bold", BOLD), ("shy", SHY)):
        question = question_of(played(tmp_path / f"{name}.diary", said), 200, fitted=fitted)
        exact, found = tell_luck(question, exact_values(question)), tell_luck(question, play_values(question))
        for true, guess in zip(exact.points, found.points, strict=True):
            assert guess.shares["red"].mean == pytest.approx(true.shares["red"].mean, abs=0.04 if fitted else 0.1)


def _holds(interval: Estimate, value: float) -> bool:
    assert interval.low is not None
    assert interval.high is not None
    return interval.low - 1e-12 <= value <= interval.high + 1e-12


def test_the_control_changes_no_mean_much_and_narrows(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", game(2, most=12))
    plain = tell_luck(question_of(path, 60), play_values(question_of(path, 60)))
    question = question_of(path, 60, fitted=True)
    fitted = tell_luck(question, play_values(question))
    assert fitted.control is not None
    assert plain.control is None
    assert fitted.control["red"].variance_left < 0.85
    assert 0.3 < fitted.control["red"].beta < 3
    narrower = [
        _width(after.shares["red"]) < _width(before.shares["red"])
        for before, after in zip(plain.points, fitted.points, strict=True)
    ]
    assert sum(narrower) > 0.6 * len(narrower)


def _width(one: Estimate) -> float:
    return (one.high or 0) - (one.low or 0)


def test_what_the_players_would_have_done_is_not_played_again(tmp_path: Path) -> None:
    """Where nothing changes in any future, playing on from both ends gives the very same rows."""
    path = Path("tests/golden/tiny-greedy.diary")
    question = question_of(path, 4)
    same = [at for at in range(len(question.moments)) if agrees(question, at)]
    assert same == [at for at, moment in enumerate(question.moments) if moment.kind == "decision"]
    values = play_values(question)
    assert values.same == frozenset(same)
    for at in same[:4]:
        alone = replace(question, moments=(), points=question.points[at + 1 : at + 2], numbers=())
        assert play_values(alone).rows[0] == values.rows[at]
    report = tell_luck(question, values)
    assert all(report.moments[at].change["red"] == Estimate(n=4, mean=0.0, low=0.0, high=0.0) for at in same)
    assert by_seat(report, "red").choices == Estimate(n=4, mean=0.0, low=0.0, high=0.0)


def test_a_random_player_seldom_does_the_same(tmp_path: Path) -> None:
    question = ask_luck(write_game(tmp_path / "a.diary", 1), n=12)
    assert question.plan.players == {"red": "random", "blue": "random"}
    for at, moment in enumerate(question.moments):
        if agrees(question, at):
            assert len(TINY.rules.legal(question.state(at), moment.seat)) == 1


def test_the_same_however_many_workers(tmp_path: Path) -> None:
    question = question_of(write(tmp_path / "a.diary", game(1, most=12)), 12, fitted=True)
    alone, two = play_values(question), play_values(question, workers=2)
    assert alone == two
    tries = alternatives(question, alone, decisions=2, orders=2)
    assert tries
    assert play_tries(question, tries) == play_tries(question, tries, workers=2)


def hand_values(question: LuckQuestion, columns: list[list[float]]) -> Values:
    """Values of red as told, point by point and future by future; blue's are the rest."""
    rows: list[Rows] = [[(value, 1 - value) for value in column] for column in columns]
    return Values(rows=rows, controls=[[(0.0, 0.0)] * len(column) for column in columns])


def test_intervals_of_a_moment_and_of_a_sum_by_hand(tmp_path: Path) -> None:
    """Eight futures: the first draw changes 1, 0, 0, 1 twice over, the second -1, 0, 1, 0; both together 0, 0, 1, 1."""
    question = question_of(played(tmp_path / "a.diary", ["02", "01"]), 8)
    values = hand_values(question, [[0, 0, 0, 0] * 2, [1, 0, 0, 1] * 2, [0, 0, 1, 1] * 2])
    report = tell_luck(question, values)
    half = student_t(7) * sqrt((8 * 0.5**2) / 7) / sqrt(8)
    first = report.moments[0].change["red"]
    assert (first.mean, first.low, first.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-12)
    draws = by_seat(report, "red").draws
    assert (draws.mean, draws.low, draws.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-12)
    second = report.moments[1].change["red"]
    half = student_t(7) * sqrt(4 / 7) / sqrt(8)
    assert (second.mean, second.low, second.high) == pytest.approx((0.0, -half, half), abs=1e-12)
    assert [one.n for one in report.swings] == [report.moments[0].n]
    assert not report.ended


def test_a_swing_is_listed_only_when_its_interval_excludes_nothing(tmp_path: Path) -> None:
    question = question_of(played(tmp_path / "a.diary", ["02", "01"]), 6)
    values = hand_values(question, [[0] * 6, [1, 1, 1, 1, 1, 0], [1, 1, 1, 0, 1, 1]])
    report = tell_luck(question, values)
    assert [one.n for one in report.swings] == [report.moments[0].n]
    assert report.moments[1].change["red"].mean == 0.0


def test_futures_that_all_agree_do_not_make_a_change_certain(tmp_path: Path) -> None:
    """Six of six: the change of 1 may be 2 less in a part 1 - 0.025 ** (1 / 6) of futures; the same with a control."""
    question = question_of(played(tmp_path / "a.diary", ["02", "01"]), 6)
    values = hand_values(question, [[0] * 6, [1] * 6, [1] * 6])
    change = tell_luck(question, values).moments[0].change["red"]
    assert change.mean == 1.0
    assert change.low == pytest.approx(1 - 2 * (1 - 0.025 ** (1 / 6)), abs=1e-12)
    fitted = question_of(played(tmp_path / "b.diary", ["02", "01"]), 6, fitted=True)
    values.controls[1] = [(x, -x) for x in (0.1, -0.1, 0.2, -0.2, 0.0, 0.0)]
    controlled = tell_luck(fitted, values)
    assert _width(controlled.moments[0].change["red"]) == pytest.approx(_width(change), abs=1e-12)
    value = controlled.points[1].shares["red"]
    assert value.low == pytest.approx(0.025 ** (1 / 6), abs=1e-12), "nor a value that all of them agree on"


def test_a_sum_that_is_the_same_in_all_futures_may_be_off_by_all_of_its_parts(tmp_path: Path) -> None:
    """Two rolls of blue's with a roll of red's between them are bounded by 2; two draws in a row by 1, as one is."""
    question = question_of(played(tmp_path / "a.diary", BOLD), 4)
    kinds = [(moment.kind, moment.seat) for moment in question.moments]
    own = [at for at, kind in enumerate(kinds) if kind == ("dice", "red")]
    draws = [at for at, (kind, _) in enumerate(kinds) if kind == "draw"]
    assert draws == [0, 1]
    columns = [[0.5] * 4 for _ in question.points]
    red = by_seat(tell_luck(question, hand_values(question, columns)), "red")
    part = 1 - 0.025 ** (1 / 4)
    assert (red.draws.low, red.draws.high) == pytest.approx((-part, part), abs=1e-12)
    assert (red.whole.low, red.whole.high) == pytest.approx((-part, part), abs=1e-12)
    runs = sum(at - 1 not in own for at in own)
    assert red.own_dice.high == pytest.approx(runs * part, abs=1e-12)
    assert red.luck.high == pytest.approx(2 * part, abs=1e-12), "draws, then a decision, then dice"


def test_scouts_pick_the_best_order_and_do_not_judge_it(tmp_path: Path) -> None:
    """Of four futures two pick: halting looks best to them with 1, but is worth 0 in the others, where red had 1."""
    question = question_of(played(tmp_path / "a.diary", BOLD[:6]), 4)
    assert scouts(4) == 2
    assert [moment.kind for moment in question.moments][-1] == "decision"
    values = play_values(question)
    at = len(question.moments) - 1
    (halt,) = play_tries(question, alternatives(question, values, decisions=9, orders=9))[at]
    assert halt.words == "red: halt"
    values.rows[at + 1] = [(x, 1 - x) for x in (0.0, 0.0, 1.0, 1.0)]
    values.rows[at] = [(x, 1 - x) for x in (0.5, 0.5, 0.5, 0.5)]
    values.same = frozenset()
    values.tries = {at: [replace(halt, rows=[(x, 1 - x) for x in (1.0, 1.0, 0.0, 0.0)])]}
    against = tell_luck(question, values).moments[at].against
    assert against is not None
    assert (against.best, against.tried, against.gain.mean) == ("red: halt", 2, 1.0)
    assert against.gain.n == 2


def test_alternatives_are_bounded_and_off_the_list(tmp_path: Path) -> None:
    question = question_of(write_game(tmp_path / "a.diary", 1))
    values = play_values(question)
    found = alternatives(question, values, decisions=4, orders=2)
    assert found == alternatives(question, values, decisions=4, orders=2)
    moments = [at for at, _, _ in found]
    assert len(set(moments)) <= 4
    assert max(map(moments.count, moments)) <= 2
    for at, order, _ in found:
        state, moment = question.state(at), question.moments[at]
        assert order in list(TINY.rules.legal(state, moment.seat))
        assert order != question.replay.event(moment.n)
    assert (
        alternatives(replace(question, plan=msgspec.structs.replace(question.plan, n=3)), values, decisions=4, orders=2)
        == []
    )


@pytest.mark.parametrize("nth", [0, 2, -1])
def test_orders_are_tried_where_the_scouts_saw_the_value_move_most(tmp_path: Path, nth: int) -> None:
    """Of eight futures four scout: they see it move at one decision. That the others do at another counts nothing."""
    question = question_of(write_game(tmp_path / "a.diary", 1), 8)
    places = [at for at in range(len(question.moments)) if question.other_orders(at)]
    moved, decoy = places[nth], places[1]
    assert moved != decoy
    points = range(len(question.points))
    columns = [[0.25 if at > moved else 0.5] * 4 + [1.0 if at > decoy else 0.5] * 4 for at in points]
    found = alternatives(question, hand_values(question, columns), decisions=1, orders=2)
    assert {at for at, _, _ in found} == {moved}


def test_a_hidden_bid_lies_on_the_table(tmp_path: Path) -> None:
    """Between two hidden bids one seat has decided and the other has not: a position like any other."""
    path = played(tmp_path / "a.diary", ["02", "01", "red bids 02"])
    question = question_of(path)
    assert isinstance(question.replay.event(question.moments[-1].n), e.Bid)
    _, report = told(question)
    need_whole(report)
    assert not report.ended


def test_a_game_that_goes_on_ends_with_an_estimate(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", game(1, most=9))
    values, report = told(question_of(path))
    need_whole(report)
    assert not report.ended
    assert report.seats[0].end.low != report.seats[0].end.high
    assert len(values.rows) == len(report.points)


def test_a_game_that_was_only_set_up(tmp_path: Path) -> None:
    _, report = told(question_of(write(tmp_path / "a.diary", game(1, most=0))))
    need_whole(report)
    assert len(report.points) == 1
    assert report.moments == ()


def test_a_fork_and_a_book_of_slips(tmp_path: Path) -> None:
    """A fork holds its parent's line of play and is a game like any other; what was taken back is no moment."""
    parent = write_game(tmp_path / "a.diary", 1)
    at = Replay(parent, table=TINY).step_ends[6]
    fork(parent, at, tmp_path / "b.diary", keep_inputs=True)
    for path in (tmp_path / "b.diary", book_of_slips().write(tmp_path / "c.diary")):
        _, report = told(question_of(path, 4))
        need_whole(report)
        assert report.ended


def test_a_diary_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no game in it: it was never set up"):
        ask_luck(write(tmp_path / "a.diary", []), n=4)


def test_a_report_is_a_record_for_programs(tmp_path: Path) -> None:
    _, report = told(question_of(played(tmp_path / "a.diary", SHY), fitted=True))
    assert msgspec.json.decode(msgspec.json.encode(report), type=LuckReport) == report
    assert all(isinstance(one, MomentLuck) for one in report.swings)


def test_rows_with_the_control_are_those_that_are_told(tmp_path: Path) -> None:
    question = question_of(write_game(tmp_path / "a.diary", 1), 6, fitted=True)
    values = play_values(question)
    report = tell_luck(question, values)
    assert report.control is not None
    beta = tuple(report.control[seat].beta for seat in question.seats)
    column = [row[0] for row in taken_off(values.rows[0], values.controls[0], beta)]
    assert report.points[0].shares["red"].mean == pytest.approx(fsum(column) / 6, abs=1e-12)
