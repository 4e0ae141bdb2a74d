"""4.5 Front effects, and who controls a box: what is looked at after each step that moves, places or removes units."""

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import board_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.common import Ended
from wardiary.events.freezing import Side

__all__ = [
    "check_box",
    "marker_left",
]

_SUOMUSSALMI_STEPS = 2
"""Boxes to the left that the marker goes when Suomussalmi is taken (FRD-4.5-04)."""


def check_box(d: Data, s: FreezingState, run: Run[FreezingState], box: str) -> None:
    """BOARD_CHECK: control (FRD-S-10), then whether a front is taken (FRD-4.5-01, -08). May end the game: call last."""
    at = board_of(s).at
    soviets_here, finns_here = box in at["sov"], box in at["fin"]
    if soviets_here == finns_here:
        return
    holder: Side = "sov" if soviets_here else "fin"
    if s.control[box] != holder:
        run.emit(e.ControlChanged(box=box, side=holder))
    front = d.front_of[box]
    if soviets_here and box == d.home["fin"][front] and front not in s.fronts_taken:
        run.emit(e.FrontTaken(front=front))
        if front == "SU":
            marker_left(s, run, _SUOMUSSALMI_STEPS)
        elif front == "KI":
            run.decide(Ended(kind="sov_total", winners=("sov",)))


def marker_left(s: FreezingState, run: Run[FreezingState], steps: int) -> None:
    """The marker goes left, to the first box at most; boxes it enters do nothing (FRD-4.5-09, FRD-4.6-06)."""
    position = max(1, s.marker - steps)
    if position != s.marker:
        run.emit(e.MarkerMoved(position=position))
