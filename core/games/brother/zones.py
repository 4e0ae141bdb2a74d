"""The words that name towns in a card: fixed ones, made once for a map, and ones that hang on the position.

Fixed: `any`, `north` (of the front line), `strategic`, `not_strategic`, `X_linked` (towns linked to X) and
`X_and_linked` (X too). Of the position: `own_with_unit`, `own_strategic`, `same_town` (the one chosen by this card),
`linked_to_white_unit`.
"""

from collections.abc import Mapping, Sequence

from wardiary.core.games.brother.components import TownTable
from wardiary.core.games.brother.operations import Where

__all__ = ["fixed_zones", "is_known", "towns_of"]

_MOVING_WORDS = frozenset({"own_with_unit", "own_strategic", "same_town", "linked_to_white_unit"})


def fixed_zones(towns: Sequence[TownTable], linked: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """The towns of each fixed word."""
    zones = {
        "any": frozenset(town.id for town in towns),
        "north": frozenset(town.id for town in towns if town.side == "white"),
        "strategic": frozenset(town.id for town in towns if town.strategic),
        "not_strategic": frozenset(town.id for town in towns if not town.strategic),
    }
    for town, near in linked.items():
        zones[f"{town}_linked"] = frozenset(near)
        zones[f"{town}_and_linked"] = frozenset((town, *near))
    return zones


def is_known(where: Where, zones: Mapping[str, frozenset[str]]) -> bool:
    """Whether a word, or every town of a list, is known."""
    if isinstance(where, str):
        return where in zones or where in _MOVING_WORDS
    return all(town in zones["any"] for town in where)


def towns_of(where: Where, zones: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """The towns of a fixed word or a list; None for a word that hangs on the position."""
    return zones.get(where) if isinstance(where, str) else frozenset(where)
