"""State and component data of Tiny."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from wardiary.core.component_data import Marks, Provenance, Table
from wardiary.core.state import State
from wardiary.events import tiny as e

SIDES: tuple[e.Seat, e.Seat] = ("red", "blue")
Company = tuple[e.Seat, int]


class TinyState(State, kw_only=True):
    """Companies as (side, place) by number; hands, bids and the bag of order cards."""

    frames: tuple[e.AskDraw | e.AskBids | e.AskMarch | e.AskBattle, ...] = ()
    companies: dict[int, Company] = field(default_factory=dict)
    hands: dict[e.Seat, tuple[str, ...]] = field(default_factory=dict)
    bids: dict[e.Seat, str] = field(default_factory=dict)
    bag: list[str] = field(default_factory=list)
    marched: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()


Positive = Annotated[int, Meta(ge=1, le=100)]


class TinyTable(Table, frozen=True, kw_only=True):
    """tiny.toml."""

    turns: Positive
    places: Annotated[int, Meta(ge=3, le=100)]
    hand: Positive
    hits_on: Annotated[int, Meta(ge=2, le=6)]
    companies: Mapping[e.Seat, Positive]
    cards: Mapping[str, Positive]
    fact: Marks = ()


class TinyFiles(Struct, frozen=True, kw_only=True):
    """The one data file."""

    tiny: TinyTable


class TinyData(TinyTable, frozen=True, kw_only=True):
    """The table, and what a diary says of it."""

    digest: str
    replaced: Mapping[str, str]
    provenance: Provenance


def at(s: TinyState, place: int, side: e.Seat) -> tuple[int, ...]:
    """Numbers of a side's companies at a place."""
    return tuple(sorted(unit for unit, where in s.companies.items() if where == (side, place)))


def contested(s: TinyState) -> list[int]:
    """Places where both sides stand."""
    here = {side: {place for of, place in s.companies.values() if of == side} for side in SIDES}
    return sorted(here["red"] & here["blue"])
