"""The fixed words of Brother Against Brother: sides, months, unit types, steps; bounds of its ids and numbers."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.kinds import CardId, Name

__all__ = [
    "GUARDS",
    "MONTHS",
    "SIDES",
    "UNIT_TYPES",
    "BattleStep",
    "Cards",
    "Cause",
    "Link",
    "Mode",
    "Modifier",
    "Month",
    "Operation",
    "Pile",
    "RollPurpose",
    "Side",
    "Small",
    "Town",
    "Towns",
    "UnitId",
    "UnitIds",
    "UnitType",
]

Side = Literal["white", "red"]
Month = Literal["jan", "feb", "mar", "apr", "may"]
UnitType = Literal["civil_guard", "jaeger", "german", "red_guard", "armoured_train"]
Mode = Literal["ap", "event"]
Pile = Literal["reshuffle", "removed", "table"]
BattleStep = Literal["attack", "defence"]
RollPurpose = Literal["battle.attack", "battle.defence"]
Cause = Literal["supply", "card"]

SIDES: tuple[Side, ...] = ("white", "red")
MONTHS: tuple[Month, ...] = ("jan", "feb", "mar", "apr", "may")
UNIT_TYPES: tuple[UnitType, ...] = ("civil_guard", "jaeger", "german", "red_guard", "armoured_train")
GUARDS: frozenset[UnitType] = frozenset({"civil_guard", "red_guard"})

Town = Name
Link = Name
"""A railway link: its two towns in alphabetical order with a dash between them."""
Towns = Annotated[tuple[Town, ...], Meta(max_length=256)]
UnitId = Annotated[int, Meta(ge=1, le=100_000)]
UnitIds = Annotated[tuple[UnitId, ...], Meta(max_length=256)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=128)]
Small = Annotated[int, Meta(ge=0, le=256)]
Modifier = Annotated[int, Meta(ge=-256, le=256)]
Operation = Annotated[str, Meta(min_length=1, max_length=32)]
"""A card operation by name: its kind, a second one of the kind with ".2" behind it."""
