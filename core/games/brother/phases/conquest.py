"""Conquest: a town changes hands, and a field fortification there is destroyed (BAB-4.3-53)."""

from wardiary.core.games.brother.state import BrotherState
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import Side

__all__ = ["conquer"]


def conquer(s: BrotherState, run: Run[BrotherState], town: str, side: Side) -> None:
    """The town is the side's, if it was not; entered or not (BAB-2.1-06, -07; 4.2-07, -18, -19; 4.3-53)."""
    if s.controller[town] == side:
        return
    run.emit(e.ControlChanged(town=town, side=side))
    if town in s.forts:
        run.emit(e.FortificationDestroyed(town=town))
