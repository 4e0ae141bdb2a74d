"""What a card does when it is played as an event: one typed table for each kind of operation (FRD-C-01 to C-14).

In the card file an operation is an inline table whose `op` names its kind: `{ op = "FORT", levels = 1 }`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.freezing import Front, Side, UnitType

__all__ = [
    "Act",
    "Boost",
    "Bypass",
    "Drm",
    "Fort",
    "Fronts",
    "Hit",
    "Keep",
    "Mark",
    "Operation",
    "OppAp",
    "OppAtk",
    "Place",
    "Positive",
    "Roll",
    "Strength",
    "Types",
    "Weak",
    "Withdraw",
]

Strength = Annotated[int, Meta(ge=1, le=16)]
Positive = Annotated[int, Meta(ge=1, le=64)]
Drm = Annotated[int, Meta(ge=-20, le=20)]
Types = Annotated[tuple[UnitType, ...], Meta(min_length=1, max_length=3)]
Fronts = Annotated[tuple[Front, ...], Meta(min_length=1, max_length=3)]


class _Op(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op"):
    """An operation of a card; "own" means the side that plays it."""


class Place(_Op, frozen=True, kw_only=True, tag="PLACE"):
    """New own units (type, strength), each on a front of `fronts` of the owner's choice (FRD-C-02)."""

    units: Annotated[tuple[tuple[UnitType, Strength], ...], Meta(min_length=1, max_length=64)]
    fronts: Fronts


class Boost(_Op, frozen=True, kw_only=True, tag="BOOST"):
    """Up to `points` strength points for own units, at most `per_unit` each (FRD-C-03)."""

    points: Positive
    per_unit: Positive
    types: Types
    fronts: Fronts
    front_line: bool = False


class Act(_Op, frozen=True, kw_only=True, tag="ACT"):
    """Up to `units` own units of one box, of one front or of any may move and fight (FRD-C-04)."""

    units: Positive
    group: Literal["box", "front", "any"]
    types: Types
    fronts: Fronts
    attack_drm: Drm = 0


class Fort(_Op, frozen=True, kw_only=True, tag="FORT"):
    """The Mannerheim Line rises (FRD-C-05)."""

    levels: Positive


class Mark(_Op, frozen=True, kw_only=True, tag="MARK"):
    """The intervention marker moves, to the right if positive (FRD-C-06)."""

    steps: Drm


class Roll(_Op, frozen=True, kw_only=True, tag="ROLL"):
    """This turn's intervention roll changes (FRD-C-07)."""

    drm: Drm


class Hit(_Op, frozen=True, kw_only=True, tag="HIT"):
    """`hits` on the units of `victim` in one box (FRD-C-08)."""

    hits: Positive
    victim: Side
    fronts: Fronts
    territory: Side | None = None
    front_line: bool = False


class Weak(_Op, frozen=True, kw_only=True, tag="WEAK"):
    """Up to `units` enemy units behind the front lose a point each (FRD-C-09)."""

    units: Positive


class OppAp(_Op, frozen=True, kw_only=True, tag="OPP_AP"):
    """The opponent's next card has more action points (negative: fewer) (FRD-C-10)."""

    change: Drm


class OppAtk(_Op, frozen=True, kw_only=True, tag="OPP_ATK"):
    """The opponent's attack dice change in his next impulse (FRD-C-11)."""

    drm: Drm


class Withdraw(_Op, frozen=True, kw_only=True, tag="WITHDRAW"):
    """Up to `units` own units of one box step back (FRD-C-12)."""

    units: Positive
    front: Front


class Bypass(_Op, frozen=True, kw_only=True, tag="BYPASS", rename={"source": "from", "target": "to"}):
    """Up to `units` own units in one box may go to another past the enemy (FRD-C-13)."""

    units: Positive
    source: str
    target: str


class Keep(_Op, frozen=True, kw_only=True, tag="KEEP"):
    """The card stays in front of its owner and works once, in a battle that fits its window (FRD-C-14)."""

    attacker: Side | Literal["any"]
    boxes: tuple[str, ...] | None = None
    attacking_type: UnitType | None = None
    sov_drm: Drm = 0
    fin_drm: Drm = 0
    fin_ignores_hits: Annotated[int, Meta(ge=0, le=64)] = 0
    attacking_armour_hits_on: Annotated[int, Meta(ge=1, le=6)] | None = None
    line_in_force: Annotated[int, Meta(ge=0, le=0)] | None = None


Operation = Place | Boost | Act | Fort | Mark | Roll | Hit | Weak | OppAp | OppAtk | Withdraw | Bypass | Keep
