"""3 Setup: towns, units and fortifications as the sheet says, then January (BAB-3-01 to -05; 2.1-04, -05, -12, -13)."""

from wardiary.core.contract import Start
from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.phases.rounds import begin_month
from wardiary.core.games.brother.state import SIDE_OF, BrotherState
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import MONTHS, SIDES, Side

__all__ = ["set_up", "starting_sides"]


def starting_sides(d: Data) -> dict[str, Side]:
    """Who controls each town at the start: who has units there, else whose side of the line it is (BAB-2.1-12)."""
    sides: dict[str, Side] = {town.id: town.side for town in d.towns.values()}
    return sides | {entry.town: SIDE_OF[entry.type] for entry in d.setup.units}


def set_up(d: Data, _start: Start, run: Run[BrotherState]) -> None:
    """Emits what fills the empty state, and begins January; no choices (BAB-3-01 to -05; BAB-2.1-04, -05, -12, -13)."""
    sides = starting_sides(d)
    for side in SIDES:
        run.emit(e.TownsAssigned(side=side, towns=tuple(sorted(t for t, owner in sides.items() if owner == side))))
    if not d.russia_open:
        run.emit(e.RussiaOpened(open=False))
    number = 0
    for entry in d.setup.units:
        for full in (*[True] * entry.full, *[False] * entry.partial):
            number += 1
            run.emit(e.UnitPlaced(unit=number, type=entry.type, full=full, town=entry.town))
    for town in d.setup.fortifications:
        run.emit(e.FortificationBuilt(town=town))
    begin_month(d, run.state, run, MONTHS[0])
