"""The fit of a value: the same rows from an archive and a folder, scores worked by hand, what is too little."""

from math import log
from pathlib import Path

import msgspec
import pytest
from tests.analytics.making import simulated
from tests.replay.diaries import Book

from wardiary.analytics.archive import Archive
from wardiary.analytics.fitting import GAMES_LEAST, ROWS_MOST, GameRows, fit_appraisal, games_in, quality_of
from wardiary.events.common import TookBack
from wardiary.events.errors import DataError, UsageError
from wardiary.replay.fork import fork
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table
from wardiary.replay.valuation.appraisal import TURN, Bin, need_fitting, read_appraisal
from wardiary.replay.valuation.regression import logistic


def rows_of(number: int, share: float, positions: list[tuple[int, dict[str, int]]]) -> GameRows:
    """A game of red and blue."""
    return GameRows(
        id=f"game-{number}",
        game="tiny",
        rules="1",
        data="d",
        players=("blue=greedy", "red=greedy"),
        shares={"red": share, "blue": 1 - share},
        positions=tuple(positions),
    )


def two_kinds(count: int) -> list[GameRows]:
    """Games with a lead of 1, of which three in four are won, and as many with -1, of which one in four is."""
    return [
        rows_of(
            number, float((number // 2 % 4 == 0) != (number % 2 == 0)), [(1, {"lead": 1 if number % 2 == 0 else -1})]
        )
        for number in range(count)
    ]


def test_an_archive_and_a_folder_have_the_same_rows(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = simulated(tmp_path / "games", "tiny", 6)
    archive = Archive(tmp_path / "archive")
    archive.add([folder])
    assert archive.exists()
    by_folder = sorted(games_in(folder, "tiny"), key=lambda one: one.id)
    by_archive = sorted(games_in(tmp_path / "archive", "tiny"), key=lambda one: one.id)
    assert len(by_folder) == 6
    assert all(len(one.positions) >= 1 for one in by_folder)
    assert [(x.id, x.shares, x.positions, x.rules, x.data, x.players) for x in by_folder] == [
        (x.id, x.shares, x.positions, x.rules, x.data, x.players) for x in by_archive
    ]
    assert list(games_in(folder, "freezing")) == []


@pytest.mark.parametrize("archived", [False, True])
def test_forks_and_turns_that_were_taken_back_are_left_out(
    tmp_path: Path, environment: dict[str, str], archived: bool
) -> None:
    """Of a game that goes back over a turn's beginning each turn counts once; its fork, played to its end, never."""
    folder = tmp_path / "games"
    folder.mkdir()
    book = Book(1)
    early = book.play(9, "a")
    book.play(40, "b")
    book.record(TookBack(to=early, forced=True))
    book.play(10_000, "c")
    path = book.write(folder / "a.diary")
    fork(path, Replay(path).step_ends[6], folder / "b.diary", keep_inputs=True)
    assert Replay(folder / "b.diary").state.result is not None
    if archived:
        Archive(tmp_path / "archive").add([folder])
        assert len(list(Archive(tmp_path / "archive").sql("FROM games"))) == 2
    (found,) = games_in(tmp_path / "archive" if archived else folder, "tiny")
    assert found.id == Replay(path).header.id
    turns = [turn for turn, _ in found.positions]
    assert turns == sorted(set(turns))


def test_the_fit_by_hand() -> None:
    """Log odds of +-log 3, held back a little by the ridge; the columns are the lead alone."""
    found = fit_appraisal(two_kinds(800))
    assert found.columns == ("lead",), "the turn never changes"
    assert (found.means, found.spreads) == ((0.0,), (1.0,))
    assert found.seats["red"].intercept == pytest.approx(0.0, abs=1e-9)
    (weight,) = found.seats["red"].weights
    # 800 rows: the gradient 800 * (3/4 - p) is the ridge's hold on the weight, 1 * weight.
    assert 800 * (0.75 - logistic(weight)) == pytest.approx(weight, abs=1e-6)
    assert found.seats["blue"].weights == pytest.approx((-weight,), abs=1e-9)
    assert found.shares(9, {"lead": 1})["red"] == pytest.approx(0.749, abs=0.001)
    assert found.held_out_games + 600 < found.games == 800
    quality = found.seats["red"].quality
    assert quality.brier < quality.brier_base
    assert quality.log_score < quality.log_score_base


def test_the_order_of_the_games_is_of_no_account() -> None:
    games = two_kinds(60)
    assert fit_appraisal(games) == fit_appraisal(list(reversed(games)))


def test_held_out_games_have_no_part_in_the_forecasts_that_are_judged_by_them() -> None:
    """With another result a game changes the forecasts for all held-out ones, unless it is one of them."""

    def forecasts(games: list[GameRows]) -> list[float]:
        return [one.predicted for one in fit_appraisal(games).seats["red"].quality.calibration]

    def drawn(one: GameRows) -> GameRows:
        return msgspec.structs.replace(one, shares={"red": 0.5, "blue": 0.5})

    games = two_kinds(40)
    told = forecasts(games)
    without_part = [
        at for at, one in enumerate(games) if forecasts([*games[:at], drawn(one), *games[at + 1 :]]) == told
    ]
    assert len(without_part) == fit_appraisal(games).held_out_games > 0


def test_scores_and_calibration_by_hand() -> None:
    """Of 0.9, 0.9, 0.1 the observed are 1, 0, 0; the base says 1/2 always."""
    quality = quality_of([(0.9, 1.0), (0.9, 0.0), (0.1, 0.0)], 0.5)
    assert quality.brier == pytest.approx((0.01 + 0.81 + 0.01) / 3, abs=1e-15)
    assert quality.brier_base == pytest.approx(0.25, abs=1e-15)
    assert quality.log_score == pytest.approx(-(log(0.9) + log(0.1) + log(0.9)) / 3, abs=1e-12)
    assert quality.log_score_base == pytest.approx(log(2), abs=1e-12)
    assert quality.calibration == (
        Bin(rows=1, predicted=0.1, observed=0.0),
        Bin(rows=2, predicted=0.9, observed=0.5),
    )


def test_a_certain_forecast_that_fails_has_a_finite_score() -> None:
    assert 13 < quality_of([(1.0, 0.0)], 0.5).log_score < 14


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([], "0 decided games are too few to fit a value on: give it 20 or more"),
        (two_kinds(GAMES_LEAST - 1), "19 decided games are too few"),
        ([rows_of(number, 1.0, []) for number in range(40)], "no positions with features"),
    ],
)
def test_what_is_too_little(games: list[GameRows], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        fit_appraisal(games)


def test_very_many_games_are_thinned_out() -> None:
    many = [
        rows_of(number, number % 2, [(turn, {"lead": number % 3 - 1}) for turn in range(60)]) for number in range(130)
    ]
    found = fit_appraisal(many)
    assert found.rows <= ROWS_MOST < 60 * 130
    assert found.games == ROWS_MOST // 60
    assert TURN in found.columns


def test_a_fit_is_read_again_and_judged(tmp_path: Path) -> None:
    found = fit_appraisal(two_kinds(40))
    path = tmp_path / "fit.json"
    path.write_bytes(msgspec.json.encode(found))
    assert read_appraisal(path) == found
    need_fitting(found, Table.lay("tiny"), ("red", "blue"))
    with pytest.raises(UsageError, match="the fit is of tiny, the diary of freezing"):
        need_fitting(found, Table.lay("freezing"), ("sov", "fin"))
    with pytest.raises(UsageError, match="knows nothing of the seat green"):
        need_fitting(found, Table.lay("tiny"), ("red", "green"))
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, format="wardiary-fit/9")))
    with pytest.raises(DataError, match="no fit of this version"):
        read_appraisal(path)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, spreads=(0.0,))))
    with pytest.raises(DataError, match="no fit of this version"):
        read_appraisal(path)
    for text in (b"{}", b"not json", b"\xff", b"[" * 5000):
        path.write_bytes(text)
        with pytest.raises(DataError, match="is no fit of `wardiary luck --fit`"):
            read_appraisal(path)
