"""The control variate: its mean over all falls of the dice is 0, and taking it off changes no mean."""

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from tests.replay.small_game import SMALL

from wardiary.core.registry import load_game
from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.state import copy_state
from wardiary.replay.appraisal import FORMAT, TURN, Appraisal, SeatFit, SeatQuality
from wardiary.replay.chance import KeyedSource, TypedSource, answer_chance
from wardiary.replay.control import ControlledSource, Rows, slopes, taken_off
from wardiary.replay.table import Table

NO_QUALITY = SeatQuality(brier=0.0, brier_base=0.0, log_score=0.0, log_score_base=0.0, calibration=())


def appraisal_of(columns: dict[str, float], *, game: str = "tiny") -> Appraisal:
    """Weights for red as told, for blue turned about; columns as they are, without standardising."""
    weights = tuple(columns.values())
    return Appraisal(
        format=FORMAT,
        game=game,
        rules="1",
        data="",
        players=(),
        games=0,
        rows=0,
        held_out_games=0,
        held_out_rows=0,
        ridge=1.0,
        columns=tuple(columns),
        means=(0.0,) * len(columns),
        spreads=(1.0,) * len(columns),
        seats={
            "blue": SeatFit(intercept=0.0, weights=tuple(-weight for weight in weights), quality=NO_QUALITY),
            "red": SeatFit(intercept=0.0, weights=weights, quality=NO_QUALITY),
        },
    )


LEAD = appraisal_of({"lead": 1.5, "red": 1.0, "blue": -1.0, TURN: 0.25})
SEATS = ("red", "blue")


def first_rolls(table: Table, count: int) -> list[Any]:
    """States of Tiny before rolls, with greedy marches and the first of everything else."""
    found: list[Any] = []
    state, _ = table.rules.set_up(table.start())
    source = KeyedSource(b"control", "seed")
    while len(found) < count:
        request = table.rules.request(state)
        assert not isinstance(request, Over)
        if isinstance(request, Choice):
            table.rules.advance(state, table.rules.legal(state, request.seats[0])[0])
            continue
        if isinstance(request, Roll):
            found.append(copy_state(state))
        table.rules.advance(state, answer_chance(table.spec.fold.codec, source, request))
    return found


@pytest.mark.parametrize("table", [SMALL, Table.lay("tiny")], ids=["small", "tiny"])
def test_the_mean_of_the_control_over_all_falls_is_nothing(table: Table) -> None:
    moved = 0
    for state in first_rolls(table, 2):
        request = table.rules.request(state)
        assert isinstance(request, Roll)
        falls = list(product(range(1, 7), repeat=request.count))
        sums = []
        for dice in falls:
            source = ControlledSource(TypedSource(lambda _, dice=dice: dice, _no_cards), table, LEAD, state, SEATS)  # type: ignore[misc]
            assert source.roll(request) == dice
            sums.append(source.controls)
        for seat in SEATS:
            assert sum(one[seat] for one in sums) / len(falls) == pytest.approx(0.0, abs=1e-12)
        moved += any(one["red"] for one in sums)
        assert all(one["red"] == pytest.approx(-one["blue"], abs=1e-12) for one in sums)
    assert moved, "h tells the faces apart at some roll"


def _no_cards(_request: Draw) -> tuple[str, ...]:
    raise AssertionError("no cards are drawn")


def test_the_control_of_a_roll_by_hand() -> None:
    """Red has missed; blue hits in half of all falls and ends the game for him: 1/2 from the mean each way."""
    before_red, before_blue = first_rolls(SMALL, 2)
    request = SMALL.rules.request(before_blue)
    assert isinstance(request, Roll)
    hits = before_blue.frames[-1].hits
    worth = {}
    for face in (1, 6):
        source = ControlledSource(TypedSource(lambda _, face=face: (face,), _no_cards), SMALL, LEAD, before_blue, SEATS)  # type: ignore[misc]
        source.roll(request)
        worth[face] = source.controls["red"]
    # The step ends the game: after red's hit a miss wins all and a hit shares, after his miss it wins all or loses all.
    assert worth == pytest.approx({1: 0.25, 6: -0.25} if hits else {1: 0.5, 6: -0.5}, abs=1e-12)
    assert before_red.frames[-1].hits is None


def test_a_big_pool_is_valued_by_its_hits() -> None:
    """Freezing Death counts hits, so that eight dice have nine ways to fall; Tiny without that would have 1,679,616."""
    assert load_game("freezing").face_hits is not None
    state = first_rolls(Table.lay("tiny"), 1)[0]
    asked = Table.lay("tiny").rules.request(state)
    assert isinstance(asked, Roll)
    request = msgspec.structs.replace(asked, count=8)
    source = ControlledSource(KeyedSource(b"x", "seed"), Table.lay("tiny"), LEAD, state, SEATS)
    _, falls = source._falls(request, (1, 2, 3, 4, 5, 6, 5, 6))
    assert [dice for _, dice in falls][:2] == [(1,) * 8, (1,) * 7 + (5,)]
    assert sum(chance for chance, _ in falls) == pytest.approx(1.0, abs=1e-12)
    assert falls[8][0] == pytest.approx(float(Fraction(1, 3) ** 8), abs=1e-15)


def test_slopes_by_hand() -> None:
    """Two points: (0, 1) on controls (-1, 1) has the products 1/2 + 1/2, (1, 0) on (0, 2) minus as much: 0 of 4."""
    up: list[Rows] = [[(0.0,), (1.0,)], [(-1.0,), (1.0,)]]
    down: list[Rows] = [[(1.0,), (0.0,)], [(0.0,), (2.0,)]]
    assert slopes([up[0]], [up[1]]) == (0.5,)
    assert slopes([down[0]], [down[1]]) == (-0.5,)
    assert slopes([up[0], down[0]], [up[1], down[1]]) == (0.0,)
    assert slopes([up[0]], [[(0.0,), (0.0,)]]) == (0.0,)


def test_what_is_taken_off_by_hand() -> None:
    rows, controls = [(1.0, 0.0), (0.0, 1.0)], [(0.5, -0.5), (-0.5, 0.5)]
    assert taken_off(rows, controls, (1.0, 0.5)) == [(0.5, 0.25), (0.5, 0.75)]
