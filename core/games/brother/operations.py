"""What a card does when it is played as an event: one typed table for each kind of operation.

In the card file an operation is an inline table whose `op` names its kind: `{ op = "refit", n = 2, ... }`. "Own" means
the side that plays the card. `where` and `scope` name towns: a list of ids, or one of the words in `zones.py`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.brother import UnitType

__all__ = [
    "ApBonus",
    "Change",
    "ChooseTown",
    "DegradeLink",
    "FlipControl",
    "Fortify",
    "Hit",
    "Land",
    "Offensive",
    "Operation",
    "PeekHand",
    "Place",
    "Positive",
    "Refit",
    "Relocate",
    "RussiaClose",
    "Table",
    "Where",
]

Positive = Annotated[int, Meta(ge=1, le=64)]
Change = Annotated[int, Meta(ge=-20, le=20)]
Where = str | tuple[str, ...]


class _Op(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op"):
    """An operation of a card."""


class Offensive(_Op, frozen=True, kw_only=True, tag="offensive"):
    """Activate up to `towns` own towns, then move and attack.

    `mp` is added to the Movement Points of each activated unit; `roll` and `shift` to the attacker's die and column in
    attacks on a town in `scope`.
    """

    towns: Positive
    mp: Change = 0
    roll: Change = 0
    shift: Change = 0
    scope: Where = "any"
    no_road_penalty: bool = False
    ignore_forts: bool = False
    attack: bool = True


class Place(_Op, frozen=True, kw_only=True, tag="place"):
    """Up to `n` new units, each in an own, supplied town; `distinct`: each in another town."""

    unit: UnitType
    full: bool
    n: Positive
    where: Where
    distinct: bool = False


class Refit(_Op, frozen=True, kw_only=True, tag="refit"):
    """Up to `n` own partial units in supplied towns turn full; `any_town`: supplied or not."""

    units: Annotated[tuple[UnitType, ...], Meta(min_length=1, max_length=5)]
    n: Positive
    where: Where = "any"
    same_town: bool = False
    any_town: bool = False


class Hit(_Op, frozen=True, kw_only=True, tag="hit"):
    """Up to `n` enemy units of this type and strength: a full one turns partial, a partial one is removed."""

    unit: UnitType
    full: bool
    n: Positive
    where: Where
    distinct: bool = False


class Land(_Op, frozen=True, kw_only=True, tag="land"):
    """Up to `n` full Germans in at most `max_towns` anchor towns; Red units leave a town of `clear` first."""

    n: Positive
    max_towns: Positive
    clear: tuple[str, ...] = ()


class ChooseTown(_Op, frozen=True, kw_only=True, tag="choose_town"):
    """One town, `same_town` for the rest of the card; if none fits, the rest of the card is skipped."""

    where: Where


class Fortify(_Op, frozen=True, kw_only=True, tag="fortify"):
    """A fortification in a town that has none, while there are counters."""

    n: Annotated[int, Meta(ge=1, le=1)] = 1
    where: Where


class FlipControl(_Op, frozen=True, kw_only=True, tag="flip_control"):
    """An enemy town without units, not strategic, linked to a supplied own town, changes sides."""

    n: Annotated[int, Meta(ge=1, le=1)] = 1


class DegradeLink(_Op, frozen=True, kw_only=True, tag="degrade_link"):
    """A railway link with an end in an own town counts as a road until the month ends."""


class Relocate(_Op, frozen=True, kw_only=True, tag="relocate", rename={"source": "from", "target": "to"}):
    """Up to `n` own units from towns without supply go to an own town, as room allows."""

    unit: UnitType
    n: Positive
    source: Literal["unsupplied"]
    target: str


class PeekHand(_Op, frozen=True, kw_only=True, tag="peek_hand"):
    """The other side's hand as it is now is seen."""


class ApBonus(_Op, frozen=True, kw_only=True, tag="ap_bonus"):
    """Every later card of the side gives so many more action points, until the month ends."""

    value: Change


class RussiaClose(_Op, frozen=True, kw_only=True, tag="russia_close"):
    """The Russia box closes for the rest of the game."""


class Table(_Op, frozen=True, kw_only=True, tag="table"):
    """The card stays before its owner until he uses it, at its trigger and where `scope` and `only_if` hold."""

    trigger: Literal["red_attack", "white_attack", "opponent_ap"]
    scope: Where = "any"
    only_if: Literal["no_jaeger_or_german_attacking", "road_attacker", "german_attacking"] | None = None
    attack_roll: Change = 0
    defence_roll: Change = 0
    attack_shift: Change = 0
    points: Change = 0
    withdrawal_margin: Annotated[int, Meta(ge=1, le=20)] | None = None
    drop_guards: bool = False


Operation = (
    Offensive
    | Place
    | Refit
    | Hit
    | Land
    | ChooseTown
    | Fortify
    | FlipControl
    | DegradeLink
    | Relocate
    | PeekHand
    | ApBonus
    | RussiaClose
    | Table
)
