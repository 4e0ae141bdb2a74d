"""5 End of the game: the final scoring."""

from typing import NoReturn

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import board_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.common import Ended
from wardiary.events.freezing import Front

__all__ = ["final_scoring", "front_value", "total_value"]


def final_scoring(d: Data, s: FreezingState, run: Run[FreezingState]) -> NoReturn:
    """Below 0 a Soviet partial win, above 0 a Finnish one, 0 a draw (FRD-5-03, -06 to -08)."""
    total = total_value(d, s)
    run.emit(
        e.Scored(
            karelia=front_value(d, s, "KI"),
            ladoga=front_value(d, s, "LK"),
            suomussalmi=front_value(d, s, "SU"),
            intervention=d.intervention.values[s.marker - 1],
            total=total,
        )
    )
    if total < 0:
        run.decide(Ended(kind="sov_partial", winners=("sov",), score=total))
    if total > 0:
        run.decide(Ended(kind="fin_partial", winners=("fin",), score=total))
    run.decide(Ended(kind="draw", score=0))


def front_value(d: Data, s: FreezingState, front: Front) -> int:
    """The value under the leftmost box with Soviet units, the rightmost when there are none (FRD-5-04, -09, -10)."""
    soviets = board_of(s).at["sov"]
    boxes = d.fronts[front].boxes
    return next((box.vp for box in boxes if box.id in soviets), boxes[-1].vp)


def total_value(d: Data, s: FreezingState) -> int:
    """The values of the three fronts and of the marker's box (FRD-5-04, -05)."""
    return sum(front_value(d, s, front) for front in d.fronts) + d.intervention.values[s.marker - 1]
