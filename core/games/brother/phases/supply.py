"""4.4 Supply: the check at the end of a month."""

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.phases.conquest import conquer
from wardiary.core.games.brother.queries import supply_of, units_at
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import UnitType

__all__ = ["check_supply"]

_ALWAYS_SUPPLIED: frozenset[UnitType] = frozenset({"armoured_train", "german"})
"""BAB-2.3-13, -19; 4.4-08, -16: they do not suffer, the units beside them do."""


def check_supply(d: Data, s: BrotherState, run: Run[BrotherState]) -> None:
    """S1: from one snapshot of both sides, full units without supply turn partial and empty towns change hands.

    BAB-4.4-01 to -06, -08, -12 to -16: a hand-over in this check feeds and cuts nobody before the next one.
    """
    supplied = supply_of(d, s)
    cut_off = [town for town in d.towns if not supplied[s.controller[town]] & d.bit[town]]
    weakened = [
        number
        for town in cut_off
        for number in units_at(s, town)
        if s.units[number].full and s.units[number].type not in _ALWAYS_SUPPLIED
    ]
    empty = [town for town in cut_off if not units_at(s, town)]
    if weakened:
        run.emit(e.UnitsWeakened(units=tuple(sorted(weakened)), cause="supply"))
    for town in empty:
        conquer(s, run, town, "red" if s.controller[town] == "white" else "white")
