"""Luck in every game: the last moments of a recorded game are valued, with a control variate over its own features."""

from dataclasses import replace
from math import fsum
from pathlib import Path

import msgspec
import pytest
from tests.golden.making import FOLDER
from tests.replay.test_control import NO_QUALITY

from wardiary.core.registry import game_ids
from wardiary.replay.appraisal import FORMAT, Appraisal, SeatFit
from wardiary.replay.luck import alternatives, tell_luck
from wardiary.replay.moments import Moment
from wardiary.replay.valuing import LuckQuestion, ask_luck, play_tries, play_values

LAST = 9


def appraisal_for(question: LuckQuestion) -> Appraisal:
    """The first features of the game with some weight each, the seats in turn for and against."""
    table, state = question.table, question.state(0)
    columns = tuple(table.spec.features(table.data, state))[:5]
    weights = tuple(0.1 * (at + 1) for at in range(len(columns)))
    return Appraisal(
        format=FORMAT,
        game=table.spec.id,
        rules=table.spec.rules_version,
        data=table.data.digest,
        players=(),
        games=0,
        rows=0,
        held_out_games=0,
        held_out_rows=0,
        ridge=1.0,
        columns=columns,
        means=(0.0,) * len(columns),
        spreads=(10.0,) * len(columns),
        seats={
            seat: SeatFit(intercept=0.0, weights=weights if at % 2 else tuple(-x for x in weights), quality=NO_QUALITY)
            for at, seat in enumerate(question.seats)
        },
    )


def end_of(path: Path) -> LuckQuestion:
    """The last moments of a diary, played on at random with a control."""
    whole = ask_luck(path, n=4, seed="generic")
    players = dict.fromkeys(whole.seats, "random")
    moments: list[Moment] = list(whole.moments[-LAST:])
    plan = msgspec.structs.replace(whole.plan, players=players, appraisal=appraisal_for(whole))
    return LuckQuestion(
        replay=whole.replay,
        moments=moments,
        points=whole.points[-LAST - 1 :],
        numbers=whole.numbers[-LAST - 1 :],
        plan=plan,
    )


@pytest.mark.parametrize("game", game_ids())
def test_the_end_of_a_game_adds_up(game: str) -> None:
    question = end_of(FOLDER / f"{game}-random.diary")
    values = play_values(question)
    values.tries = play_tries(question, alternatives(question, values, decisions=1, orders=2))
    report = tell_luck(question, values)
    assert report.ended
    assert fsum(seat.end.mean for seat in report.seats) == pytest.approx(1.0, abs=1e-9)
    for seat in report.seats:
        parts = (seat.luck, seat.choices, seat.others)
        assert fsum(part.mean for part in parts) == pytest.approx(seat.end.mean - seat.start.mean, abs=1e-9)
    assert {moment.seat for moment in report.moments if moment.kind == "decision"} <= set(question.seats)
    assert all(moment.words for moment in report.moments)
    again = replace(question, moments=question.moments[:1], points=question.points[:2], numbers=question.numbers[:2])
    assert play_values(again).rows == values.rows[:2]
