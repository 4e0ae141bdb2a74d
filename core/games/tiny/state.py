"""State and component data of Tiny."""

from collections.abc import Mapping

from msgspec import Struct, field

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
    bag: tuple[str, ...] = ()
    marched: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()


class TinyData(Struct, frozen=True, kw_only=True):
    turns: int
    places: int
    hand: int
    hits_on: int
    companies: Mapping[str, int]
    cards: Mapping[str, int]
    digest: str = ""
    replaced: Mapping[str, str] = {}


def at(s: TinyState, place: int, side: e.Seat) -> tuple[int, ...]:
    """Numbers of a side's companies at a place."""
    return tuple(sorted(unit for unit, where in s.companies.items() if where == (side, place)))


def contested(s: TinyState) -> list[int]:
    """Places where both sides stand."""
    here = {side: {place for of, place in s.companies.values() if of == side} for side in SIDES}
    return sorted(here["red"] & here["blue"])
