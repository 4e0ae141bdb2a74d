"""The fixed words of Freezing Death: sides, fronts, unit types, steps; bounds of its numbers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.kinds import Name

__all__ = [
    "FRONTS",
    "SIDES",
    "UNIT_TYPES",
    "BattleStep",
    "Box",
    "Front",
    "Hits",
    "Mode",
    "Modifier",
    "Operation",
    "Pile",
    "Reinforcement",
    "RollPurpose",
    "Side",
    "Small",
    "Strength",
    "UnitId",
    "UnitIds",
    "UnitType",
]

Side = Literal["sov", "fin"]
Front = Literal["KI", "LK", "SU"]
UnitType = Literal["infantry", "ski", "armour"]
Mode = Literal["event", "action"]
Pile = Literal["discard", "removed", "tableau"]
BattleStep = Literal[
    "attacker_cards",
    "defender_cards",
    "defence_infantry",
    "defence_special",
    "attack_infantry",
    "attack_special",
    "attacker_losses",
    "defender_losses",
    "end",
]
RollPurpose = Literal[
    "battle.attack.infantry",
    "battle.attack.ski",
    "battle.attack.armour",
    "battle.defence.infantry",
    "battle.defence.ski",
    "battle.defence.armour",
    "intervention",
]

SIDES: tuple[Side, ...] = ("sov", "fin")
FRONTS: tuple[Front, ...] = ("KI", "LK", "SU")
UNIT_TYPES: tuple[UnitType, ...] = ("infantry", "ski", "armour")

UnitId = Annotated[int, Meta(ge=1, le=100_000)]
UnitIds = Annotated[tuple[UnitId, ...], Meta(max_length=256)]
Box = Name
Strength = Annotated[int, Meta(ge=0, le=16)]
Hits = Annotated[int, Meta(ge=0, le=256)]
Small = Annotated[int, Meta(ge=0, le=256)]
Modifier = Annotated[int, Meta(ge=-256, le=256)]
Operation = Annotated[str, Meta(min_length=1, max_length=32)]
"""A card operation by name: its kind in lower case, a second one of the kind with ".2" behind it."""


class Reinforcement(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A unit that waits to be placed."""

    type: UnitType
    strength: Strength
