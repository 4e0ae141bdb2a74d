"""Pure questions about a position. Units are named by number; answers with units are in rising order of numbers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wardiary.core.games.freezing.data import BOX_LIMIT, OTHER, Data
from wardiary.core.games.freezing.state import Cards, FreezingState, Pile
from wardiary.events.freezing import SIDES, Front, Side, UnitType

__all__ = [
    "Board",
    "activated_units",
    "battle_boxes",
    "board_of",
    "cannot_place",
    "cards_of",
    "counters_left",
    "is_first_attack",
    "is_front_line",
    "is_peace",
    "points_by_type",
    "strongest",
    "units_at",
    "units_of",
    "was_held",
]

_NOBODY: tuple[int, ...] = ()


class Board(NamedTuple):
    """The index of units by side, and by side and box; derived, never stored."""

    units: dict[Side, tuple[int, ...]]
    fields: dict[Side, tuple[tuple[int], ...]]
    """The units as field tuples of orders that name one."""
    at: dict[Side, dict[str, tuple[int, ...]]]
    front_lines: frozenset[str]
    """The boxes with units of both sides (FRD-S-11, FRD-4.2-11)."""


def board_of(s: FreezingState) -> Board:
    """The index; built again after each event that places, moves or removes a unit."""
    kept: Board | None = s.__dict__.get("board")
    return s.derived("board", lambda: _build(s)) if kept is None else kept


def _build(s: FreezingState) -> Board:
    at: dict[Side, dict[str, tuple[int, ...]]] = {"sov": {}, "fin": {}}
    units: dict[Side, list[int]] = {"sov": [], "fin": []}
    for number, unit in sorted(s.units.items()):
        side, box = unit.side, unit.box
        units[side].append(number)
        here = at[side]
        here[box] = (*here[box], number) if box in here else (number,)
    return Board(
        {side: tuple(units[side]) for side in SIDES},
        {side: tuple(zip(units[side], strict=True)) for side in SIDES},
        at,
        frozenset(at["sov"].keys() & at["fin"].keys()),
    )


def units_of(s: FreezingState, side: Side) -> tuple[int, ...]:
    """All units of a side."""
    return board_of(s).units[side]


def units_at(s: FreezingState, side: Side, box: str) -> tuple[int, ...]:
    """The units of a side in a box."""
    return board_of(s).at[side].get(box, _NOBODY)


def cards_of(pile: Pile, side: Side) -> Cards:
    """The cards of a side in a hand, bag or pile, sorted."""
    return tuple(sorted([card for card, of in pile.items() if of == side]))


def is_front_line(s: FreezingState, box: str) -> bool:
    """Whether units of both sides are in the box (FRD-S-11, FRD-4.2-11)."""
    return box in board_of(s).front_lines


def is_peace(d: Data, s: FreezingState) -> bool:
    """Whether this is a turn of preparation (FRD-1-05)."""
    return s.turn in d.turns.peace


def activated_units(s: FreezingState, box: str) -> tuple[int, ...]:
    """The activated units in a box (FRD-4.1-32)."""
    units = s.units
    return tuple(sorted([number for number in s.activated if number in units and units[number].box == box]))


def battle_boxes(s: FreezingState, side: Side) -> list[str]:
    """Boxes with an activated unit and an enemy, not fought in yet, sorted (FRD-4.3-01, -29)."""
    enemies = board_of(s).at[OTHER[side]]
    boxes = {s.units[number].box for number in s.activated if number in s.units}
    return sorted(box for box in boxes if box in enemies and box not in s.fought)


def is_first_attack(s: FreezingState, box: str) -> bool:
    """Whether all of the side's units here came in this impulse (FRD-S-13, FRD-4.2-16)."""
    came = [number for number in activated_units(s, box) if number in s.moved]
    return bool(came) and not was_held(s, s.units[came[0]].side, box)


def was_held(s: FreezingState, side: Side, box: str) -> bool:
    """Whether the side, whose impulse it is, had a unit in the box when the impulse began (FRD-4.2-16)."""
    stayed = any(number <= s.newest and number not in s.moved for number in units_at(s, side, box))
    return stayed or any(number <= s.newest and before == box for number, before in s.moved.items())


def strongest(s: FreezingState, units: Iterable[int]) -> list[int]:
    """Those of the units still on the board that share the highest strength (FRD-4.3-11)."""
    alive = [number for number in units if number in s.units]
    top = max((s.units[number].strength for number in alive), default=0)
    return [number for number in alive if s.units[number].strength == top]


def points_by_type(s: FreezingState, units: Sequence[int]) -> tuple[int, int]:
    """Strength points of the units still on the board: infantry, and the side's other type (FRD-S-14)."""
    infantry = special = 0
    for number in units:
        unit = s.units.get(number)
        if unit is None:
            continue
        if unit.type == "infantry":
            infantry += unit.strength
        else:
            special += unit.strength
    return infantry, special


def counters_left(d: Data, s: FreezingState, side: Side, kind: UnitType) -> int:
    """Counters of a type that can still be placed (FRD-2.3-13)."""
    there_are = d.unit_types[kind].counters.get(side, 0)
    if d.options.destroyed_counters_reusable:
        return there_are - sum(s.units[number].type == kind for number in units_of(s, side))
    return there_are - s.created.get(f"{side}.{kind}", 0)


def cannot_place(d: Data, s: FreezingState, side: Side, kind: UnitType, front: Front) -> str | None:
    """Why a new unit cannot stand in the home box of a front, or None (FRD-S-18)."""
    home = d.home[side][front]
    own = units_at(s, side, home)
    if counters_left(d, s, side, kind) < 1:
        return f"FRD-2.3-13: no {kind} counter is left"
    if front not in d.unit_types[kind].placeable:
        return f"FRD-4.4-05: {kind} is not placed on {front}"
    if side == "fin" and front in s.fronts_taken:
        return f"FRD-4.5-02: {front} is taken"
    if len(own) >= BOX_LIMIT:
        return f"FRD-4.4-03: {home} holds four units"
    if not own and units_at(s, OTHER[side], home):
        return f"FRD-4.4-07: {home} holds enemies only"
    if not own and s.control[home] != side:
        return f"FRD-4.4-11: {home} is under enemy control"
    return None
