"""3 Set-up: units, tracks, the first hands."""

from wardiary.core.contract import Start
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.intervention import deal
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.common import Began

__all__ = ["set_up"]


def set_up(d: Data, _start: Start, run: Run[FreezingState]) -> None:
    """FRD-3-01 to -04, FRD-2.1-05, FRD-2.2-03: control as printed, starting units, tracks, turn-1 cards."""
    run.emit(Began(turn=1))
    for box, side in d.territory.items():
        run.emit(e.ControlChanged(box=box, side=side))
    for row in d.setup:
        for _ in range(row.count):
            number = run.state.last_unit + 1
            run.emit(e.UnitPlaced(unit=number, side=row.side, type=row.type, strength=row.strength, box=row.box))
    run.emit(e.LineRaised(level=d.line.start_level))
    run.emit(e.MarkerMoved(position=d.intervention.start_box))
    deal(d, run.state, run)
    run.push(e.AskCard(side="sov", impulse=1))
