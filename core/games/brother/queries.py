"""Pure questions about a position: who stands where, what is in supply, where a unit may go.

What hangs on the map alone is made once in `Data`. What hangs on the position is kept in the state's derived slots:
`board` until a unit moves, `counts` until one comes or goes, `supply` until a town changes hands, `steps` until a
railway is cut or mended.
"""

from collections import Counter
from collections.abc import Mapping

from wardiary.core.games.brother.data import STACKING_LIMIT, TRAIN_LIMIT, Data, Steps, link_name
from wardiary.core.games.brother.operations import Where
from wardiary.core.games.brother.state import SIDE_OF, BrotherState, Cards, Pile
from wardiary.events.brother import Side, UnitType

__all__ = [
    "Board",
    "board_of",
    "can_go_on",
    "cards_of",
    "counter_is_free",
    "enemy_towns",
    "fits",
    "has_room",
    "in_supply",
    "is_enemy_held",
    "is_linked",
    "is_rail_open",
    "movement_points",
    "own_garrisons",
    "points_left",
    "side_of",
    "steps_of",
    "strategic_held",
    "supply_of",
    "units_at",
]

_ROAD_COST = 2
Board = Mapping[str, tuple[int, ...]]


def side_of(s: BrotherState, number: int) -> Side:
    """Whose a unit is."""
    return SIDE_OF[s.units[number].type]


def board_of(s: BrotherState) -> Board:
    """The units of each town that has any, sorted. All units of a town are its controller's."""

    def build() -> Board:
        board: dict[str, tuple[int, ...]] = {}
        units = s.units
        for number in sorted(units):
            town = units[number].town
            board[town] = (*board[town], number) if town in board else (number,)
        return board

    return s.derived("board", build)


def units_at(s: BrotherState, town: str) -> tuple[int, ...]:
    """The units of a town, sorted."""
    return board_of(s).get(town, ())


def cards_of(pile: Pile, side: Side) -> Cards:
    """The cards of a side in a hand, pool or pile, sorted."""
    return tuple(sorted([card for card, owner in pile.items() if owner == side]))


def own_garrisons(s: BrotherState, side: Side) -> list[str]:
    """The towns that hold a side's units, sorted."""
    controller = s.controller
    return sorted(town for town in board_of(s) if controller[town] == side)


def enemy_towns(s: BrotherState, side: Side) -> list[str]:
    """The towns that hold enemy units, sorted."""
    controller = s.controller
    return sorted(town for town in board_of(s) if controller[town] != side)


def strategic_held(d: Data, s: BrotherState, side: Side) -> int:
    """How many Strategic Towns a side controls."""
    return sum(s.controller[town] == side for town in d.strategic)


# Stacking


def has_room(s: BrotherState, town: str, kind: UnitType, without: int = 0) -> bool:
    """Whether one unit more fits, at most three and two trains of them; `without`: not counting this unit.

    BAB-2.3-06, -09: fortifications do not count.
    """
    here = units_at(s, town)
    if len(here) - (without in here) >= STACKING_LIMIT:
        return False
    if kind != "armoured_train":
        return True
    return sum(s.units[n].type == "armoured_train" for n in here if n != without) < TRAIN_LIMIT


def counter_is_free(d: Data, s: BrotherState, kind: UnitType) -> bool:
    """Whether a counter of the type is off the map (BAB-2.3-23)."""
    counts = s.derived("counts", lambda: Counter(unit.type for unit in s.units.values()))
    return counts[kind] < d.counters[kind]


# Supply


def supply_of(d: Data, s: BrotherState) -> Mapping[Side, int]:
    """For each side the bits of its towns in supply (BAB-4.4-02, -03, -09): joined over own towns to a Strategic one.

    Trains and German units are not asked here: they never need it (BAB-4.4-08).
    """

    def build() -> Mapping[Side, int]:
        bit = d.bit
        white = sum(bit[town] for town, side in s.controller.items() if side == "white")
        red = sum(bit.values()) - white
        return {"white": _flood(d, white), "red": _flood(d, red)}

    return s.derived("supply", build)


def _flood(d: Data, own: int) -> int:
    """The bits of `own` that are joined to a Strategic Town of `own`."""
    near = d.near_bits
    reached = fresh = own & d.strategic_bits
    while fresh:
        grown = 0
        while fresh:
            lowest = fresh & -fresh
            grown |= near[lowest.bit_length() - 1]
            fresh ^= lowest
        fresh = grown & own & ~reached
        reached |= fresh
    return reached


def in_supply(d: Data, s: BrotherState, side: Side, town: str) -> bool:
    """Whether the town is the side's and in supply."""
    return bool(supply_of(d, s)[side] & d.bit[town])


# Links and movement


def is_rail_open(d: Data, s: BrotherState, a: str, b: str) -> bool:
    """Whether a railway joins the towns that is not cut this month."""
    name = link_name(a, b)
    return name in d.rails and name not in s.cut


def steps_of(d: Data, s: BrotherState, kind: UnitType) -> Steps:
    """From each town the neighbours that the unit type can go to, with the Movement Points (BAB-4.2-05, 2.3-12)."""
    train = kind == "armoured_train"
    if not s.cut:
        return d.train_steps if train else d.foot_steps
    whole = s.derived("steps", lambda: (_foot_steps(d, s), _train_steps(d, s)))
    return whole[train]


def _foot_steps(d: Data, s: BrotherState) -> Steps:
    return {
        town: tuple((other, _ROAD_COST if link_name(town, other) in s.cut else cost) for other, cost in steps)
        for town, steps in d.foot_steps.items()
    }


def _train_steps(d: Data, s: BrotherState) -> Steps:
    return {
        town: tuple(step for step in steps if link_name(town, step[0]) not in s.cut)
        for town, steps in d.train_steps.items()
    }


def is_linked(d: Data, s: BrotherState, kind: UnitType, a: str, b: str) -> bool:
    """Whether the unit type can attack or withdraw from one town to the other: trains over rail only."""
    return is_rail_open(d, s, a, b) if kind == "armoured_train" else b in d.near[a]


def movement_points(d: Data, s: BrotherState, number: int) -> int:
    """A unit's Movement Points this turn: its printed ones and what the event in play adds (BAB-4.2-24)."""
    unit = s.units[number]
    printed = d.values[unit.type, unit.full].mp
    if s.mode == "event" and s.card is not None and s.card in d.offensive:
        return printed + d.offensive[s.card].mp
    return printed


def points_left(d: Data, s: BrotherState, number: int) -> int:
    """What the unit on its way has not yet used."""
    steps = steps_of(d, s, s.units[number].type)
    used = 0
    for at, town in enumerate(s.path[1:]):
        used += next(cost for other, cost in steps[s.path[at]] if other == town)
    return movement_points(d, s, number) - used


def can_go_on(d: Data, s: BrotherState, number: int, town: str, points: int) -> bool:
    """Whether the unit, come to `town` with so many points left, can stop there or somewhere beyond (BAB-4.2-20)."""
    kind = s.units[number].type
    if has_room(s, town, kind, without=number):
        return True
    side = SIDE_OF[kind]
    return any(
        cost <= points and not is_enemy_held(s, side, other) and can_go_on(d, s, number, other, points - cost)
        for other, cost in steps_of(d, s, kind)[town]
    )


def is_enemy_held(s: BrotherState, side: Side, town: str) -> bool:
    """Whether enemy units stand in the town."""
    return s.controller[town] != side and town in board_of(s)


# Words of cards


def fits(d: Data, s: BrotherState, side: Side, where: Where, town: str) -> bool:
    """Whether a town is among those that a card of this side names."""
    if not isinstance(where, str):
        return town in where
    match where:
        case "own_with_unit":
            return s.controller[town] == side and town in board_of(s)
        case "own_strategic":
            return s.controller[town] == side and town in d.strategic
        case "same_town":
            return town == s.chosen
        case "linked_to_white_unit":
            return any(s.controller[other] == "white" and other in board_of(s) for other in d.near[town])
        case _:
            return town in d.zones[where]
