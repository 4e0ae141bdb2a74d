"""The same games under other data: pairs, and the shift that the data make."""

from collections.abc import Mapping

import msgspec
import pytest

from wardiary.core.registry import load_game
from wardiary.events.errors import DataError, UsageError
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.statistics import paired
from wardiary.replay.table import Table
from wardiary.replay.valuation.changed_data import DataComparison, compare_data
from wardiary.replay.valuation.futures import Branch, Futures, endings, start_of
from wardiary.replay.valuation.tallies import Measure

GREEDY = {"red": "greedy", "blue": "greedy"}
TEXT = load_game("tiny").own_data()["tiny.toml"]


def changed(old: str, new: str) -> dict[str, str]:
    assert old in TEXT
    return {"tiny.toml": TEXT.replace(old, new)}


STRONGER = changed("red = 3", "red = 5")


def result(measures: tuple[Measure, ...], seat: str) -> Measure:
    return next(one for one in measures if (one.measure, one.name) == ("result", seat))


def compared(data: Mapping[str, str], n: int = 60, workers: int = 1) -> DataComparison:
    return compare_data("tiny", data, n=n, seed="1918", players=GREEDY, workers=workers)


def test_two_more_companies_win_more_games() -> None:
    found = compared(STRONGER)
    shift = result(found.changed, "red").difference
    assert shift is not None
    assert shift.excludes_zero
    assert shift.mean > 0.2
    assert abs(shift.mean - (result(found.changed, "red").mean - result(found.original, "red").mean)) < 1e-12
    other = result(found.changed, "blue").difference
    assert other is not None
    assert abs(shift.mean + other.mean) < 1e-12
    assert {one.difference for one in found.original} == {None}


def test_the_original_games_are_those_of_simulate() -> None:
    found = compared(STRONGER, n=20)
    games = list(simulate(Plan(game="tiny", seed="1918", seats=GREEDY), 20))
    won = [1.0 if "red" in g.result.winners else 0.0 if g.result.winners else 0.5 for g in games if g.result]
    assert result(found.original, "red").mean == sum(won) / 20


def test_what_the_games_do_not_come_to_makes_no_difference() -> None:
    """The pairs have the same luck: a game that is over within five turns is the same game where a sixth may follow."""
    found = compare_data("tiny", changed("turns = 6", "turns = 5"), n=40, players=GREEDY)
    plan = Futures(seed="1", n=40, players=GREEDY)
    tables = [Table.lay("tiny"), Table.lay("tiny", changed("turns = 6", "turns = 5"))]
    before, after = endings([Branch(position=start_of(table, table.start())) for table in tables], plan)
    early = [a == b for a, b in zip(before, after, strict=True) if b.kind == "annihilation"]
    assert all(early)
    assert len(early) > 5
    shares = ([e.shares["red"] for e in after], [e.shares["red"] for e in before])
    assert result(found.changed, "red").difference == paired(*shares, bounds=(-1, 1))


def test_the_same_bytes_with_one_worker_and_two() -> None:
    assert msgspec.json.encode(compared(STRONGER, 20)) == msgspec.json.encode(compared(STRONGER, 20, workers=2))


@pytest.mark.parametrize(
    ("data", "given", "error", "words"),
    [
        ({}, {}, UsageError, "equal to those of tiny"),
        ({"tiny.toml": TEXT + "\n# a remark\n"}, {}, UsageError, "equal to those of tiny"),
        ({"tiny.toml": "turns = 0"}, {}, DataError, "tiny.toml"),
        (STRONGER, {"players": {"green": "greedy"}}, UsageError, "no seat 'green'"),
        (STRONGER, {"players": {"red": "human"}}, UsageError, "name one for red"),
        (STRONGER, {"scenario": "sea"}, UsageError, "no scenario 'sea'"),
    ],
)
def test_what_cannot_be_compared(
    data: dict[str, str], given: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        compare_data("tiny", data, n=2, **given)  # type: ignore[arg-type]


CHANGES = {
    "brother": ("cards.toml", "ap = 3", "ap = 1"),
    "freezing": ("options.toml", "first_attack_dice_after_losses = true", "first_attack_dice_after_losses = false"),
    "helsinki": ("tracks.toml", "squares_a_casualty = 3", "squares_a_casualty = 2"),
    "kuularuisku": ("charts.toml", "normal = 100", "normal = 90"),
}


@pytest.mark.parametrize("game", CHANGES)
def test_every_game_can_be_compared(game: str) -> None:
    """One number of its data, a pair of random games."""
    file, old, new = CHANGES[game]
    text = load_game(game).own_data()[file]
    assert old in text
    found = compare_data(game, {file: text.replace(old, new, 1)}, n=1)
    assert [one.name for one in found.original] == [one.name for one in found.changed]
    assert sum(one.mean for one in found.changed if one.measure == "result") == pytest.approx(1)
    assert found.original_data != found.changed_data


def test_the_files_that_differ_are_named_whatever_their_layout() -> None:
    own = load_game("freezing").own_data()
    harder = {**own, "units.toml": own["units.toml"].replace("hits_on = 5", "hits_on = 6", 1)}
    harder["cards.toml"] = f"# a copy\n\n{own['cards.toml']}"
    assert compare_data("freezing", harder, n=1).files == ("units.toml",)
