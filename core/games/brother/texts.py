"""Names of sides, months and units for people."""

from collections.abc import Mapping

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.state import BrotherState
from wardiary.events.brother import UnitType

__all__ = ["MONTH_NAMES", "SIDE_NAMES", "counted_units", "unit_name"]

SIDE_NAMES = {"white": "White", "red": "Red"}
MONTH_NAMES = {"jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May"}


def unit_name(d: Data, s: BrotherState, number: int) -> str:
    """A unit as the text tells it: "partial Red Guard 57"."""
    unit = s.units.get(number)
    if unit is None:
        return f"unit {number}"
    return f"{'' if unit.full else 'partial '}{d.unit_types[unit.type].name} {number}"


def counted_units(d: Data, units: Mapping[UnitType, int]) -> str:
    """Numbers of units of each type, "3 Civil Guard, 1 Jaeger"; empty where there are none."""
    return ", ".join(f"{count} {d.unit_types[kind].name}" for kind, count in units.items() if count)
