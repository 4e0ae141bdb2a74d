"""What a seat makes of a position: its aims, how far they are, what a battle promises, where units are needed.

Worths are whole numbers. All of it is worked out from what the seat may see, anew for each decision.
"""

from functools import cached_property
from typing import Any

from wardiary.core.games.brother.charts import Terms, possible_hits, terms_of
from wardiary.core.games.brother.data import CAPITAL, OTHER, STACKING_LIMIT, Data
from wardiary.core.games.brother.operations import Where
from wardiary.core.games.brother.queries import (
    enemy_towns,
    fits,
    has_room,
    in_supply,
    is_enemy_held,
    is_linked,
    movement_points,
    own_garrisons,
    points_left,
    steps_of,
    strategic_held,
    units_at,
)
from wardiary.core.games.brother.state import SIDE_OF, Battle, BrotherState
from wardiary.core.kit.graph import cheapest
from wardiary.core.requests import Choice, Request
from wardiary.events.brother import Side, UnitType

__all__ = ["AIM", "CARE", "DANGER", "FAR", "FOCUS", "GUARD", "NEAR", "STEP", "VAASA", "Appraisal"]

FAR = 40
AIM = 1_200
VAASA = 1_800
GUARD = 900
CARE = 95
STEP = 60
FOCUS = 600
NEAR = 10
DANGER = 5


class Appraisal:
    """One seat's view of one position."""

    def __init__(self, data: Data, state: BrotherState, side: Side, request: Request) -> None:
        self.data, self.state, self.side = data, state, side
        self.enemy = OTHER[side]
        self.frame: Any = request.frame if isinstance(request, Choice) else None

    # Aims and distances

    @cached_property
    def enemies_at(self) -> list[str]:
        return enemy_towns(self.state, self.side)

    @cached_property
    def aims(self) -> dict[str, int]:
        """Towns worth going to: the enemy's Strategic Towns, and own ones in danger that lack a garrison."""
        s, found = self.state, dict[str, int]()
        for town in self.data.strategic:
            if s.controller[town] != self.side:
                found[town] = (VAASA if town == CAPITAL else AIM) + (FOCUS if town == self.focus else 0)
            else:
                lacking = STACKING_LIMIT - len(units_at(s, town))
                danger = self.distance_to_enemy(town)
                if lacking and danger <= DANGER:
                    found[town] = GUARD * lacking // STACKING_LIMIT + 60 * (DANGER - danger)
        return found

    @cached_property
    def _danger(self) -> dict[str, int]:
        return {}

    @cached_property
    def focus(self) -> str | None:
        """The enemy's Strategic Town that own strength is nearest to, his own near it taken off."""
        s, d = self.state, self.data

        def lead(town: str) -> int:
            away, total = d.foot_distance[town], 0
            for unit in s.units.values():
                battle = d.values[unit.type, unit.full].battle
                if SIDE_OF[unit.type] == self.side:
                    total += battle * max(0, NEAR - away[unit.town])
                elif away[unit.town] <= 2:
                    total -= NEAR * battle
            return total

        return max((town for town in d.strategic if s.controller[town] != self.side), key=lead, default=None)

    def distance_to_enemy(self, town: str) -> int:
        """Movement Points to the nearest enemy unit."""
        if town not in self._danger:
            away = self.data.foot_distance[town]
            self._danger[town] = min((away[other] for other in self.enemies_at), default=FAR)
        return self._danger[town]

    def distance_to_aim(self, town: str) -> int:
        away = self.data.foot_distance[town]
        return min((away[aim] for aim in self.aims), default=FAR)

    def friends(self, town: str) -> int:
        return len(units_at(self.state, town)) if self.state.controller[town] == self.side else 0

    # Standing somewhere

    def pull(self, kind: UnitType, town: str) -> int:
        """How strongly the aims speak for a unit in this town."""
        if (kind, town) not in self._pull:
            self._pull[kind, town] = self._pull_of(kind, town)
        return self._pull[kind, town]

    @cached_property
    def _pull(self) -> dict[tuple[UnitType, str], int]:
        return {}

    def _pull_of(self, kind: UnitType, town: str) -> int:
        away = (self.data.train_distance if kind == "armoured_train" else self.data.foot_distance)[town]
        return max((worth - STEP * away.get(aim, FAR) for aim, worth in self.aims.items()), default=0)

    def worth_of_standing(self, number: int, town: str) -> int:
        """What it is worth to have this unit in this town, other units as they stand."""
        s, d = self.state, self.data
        unit = s.units[number]
        others = [n for n in units_at(s, town) if n != number] if s.controller[town] == self.side else []
        worth = self.pull(unit.type, town) + 15 * len(others)
        if s.controller[town] != self.side:
            worth += 1_500 if d.towns[town].strategic else 60
        elif d.towns[town].strategic and not others and self.distance_to_enemy(town) <= DANGER:
            worth += GUARD
        elif d.towns[town].strategic and len(others) < STACKING_LIMIT and self.distance_to_enemy(town) <= 2:
            worth += GUARD // 2
        if not in_supply(d, s, self.side, town) and s.controller[town] == self.side:
            worth -= 40
        return worth

    def reachable(self, number: int, start: str, points: int) -> dict[str, int]:
        """Towns that the unit can come to from `start`, with the points left there."""
        s = self.state
        steps = steps_of(self.data, s, s.units[number].type)
        costs = cheapest(
            start,
            lambda town: (step for step in steps[town] if not is_enemy_held(s, self.side, step[0])),
            most=points,
        )
        return {town: points - cost for town, cost in costs.items()}

    def best_standing(self, number: int, start: str, points: int) -> int:
        """The worth of the best town where the unit could stop."""
        kind = self.state.units[number].type
        return max(
            (
                self.worth_of_standing(number, town) + left
                for town, left in self.reachable(number, start, points).items()
                if has_room(self.state, town, kind, without=number)
            ),
            default=-10_000,
        )

    def worth_of_stopping(self) -> int:
        """What it is worth to the unit on its way to go no further."""
        number = self.frame.unit
        return self.worth_of_standing(number, self.state.path[-1]) + points_left(self.data, self.state, number) + 1

    def gain_of_moving(self, number: int) -> int:
        """How much better the unit could stand than where it does; the same for equal units of a town."""
        unit = self.state.units[number]
        face = (unit.type, unit.full, unit.town)
        if face not in self._gains:
            best = self.best_standing(number, unit.town, movement_points(self.data, self.state, number))
            self._gains[face] = best - self.worth_of_standing(number, unit.town) - STEP // 2
        return self._gains[face]

    @cached_property
    def _gains(self) -> dict[tuple[UnitType, bool, str], int]:
        return {}

    def best_beyond(self, town: str) -> int:
        """The best that the unit on its way can do through a neighbouring town."""
        number = self.frame.unit
        unit = self.state.units[number]
        cost = dict(steps_of(self.data, self.state, unit.type)[unit.town])[town]
        return self.best_standing(number, town, points_left(self.data, self.state, number) - cost)

    # Battles

    @cached_property
    def active(self) -> tuple[int, ...]:
        """Activated units, also while towns are still being activated."""
        s = self.state
        return s.activated or tuple(n for town in s.activated_towns for n in units_at(s, town))

    def eligible(self, town: str) -> tuple[int, ...]:
        """Activated units that can still attack a town."""
        s = self.state
        return tuple(
            n
            for n in self.active
            if n in s.units and n not in s.attacked and is_linked(self.data, s, s.units[n].type, s.units[n].town, town)
        )

    def worth_of_attack(self, town: str, attackers: tuple[int, ...]) -> int:
        """Damage done less damage taken, and the chance to take the town; at 100 for a damage point."""
        if not attackers:
            return -10_000
        battle = Battle(side=self.side, town=town, attackers=attackers, defenders=units_at(self.state, town))
        return self.worth_of_terms(terms_of(self.data, self.state, battle), town)

    def worth_of_terms(self, terms: Terms, town: str) -> int:
        done, taken = possible_hits(self.data, terms)
        falls = sum(ours - theirs >= terms.needed for ours in done for theirs in taken)
        damage = sum(min(hits, terms.defence_value) for hits in done)
        losses = sum(min(hits, terms.attack_value) for hits in taken)
        return (6 * (100 * damage - CARE * losses) + self.prize(town) * falls) // 36

    def prize(self, town: str) -> int:
        """What the town is worth when it falls."""
        if self.data.towns[town].strategic:
            held = strategic_held(self.data, self.state, "white")
            if self.side == "white":
                return 700 + 250 * held
            return 2_000 if town == CAPITAL else 900
        return 80 + max(0, 8 - self.distance_to_aim(town)) * 15

    # Choosing towns

    def worth_of_activating(self, town: str) -> int:
        """What the units of a town could do this turn: an attack with what is active already, or moves."""
        s = self.state
        units = units_at(s, town)
        moves = sum(max(0, self.gain_of_moving(n)) for n in units)
        fights = 0
        for target in self.data.near[town]:
            if is_enemy_held(s, self.side, target):
                joined = (*self.eligible(target), *(n for n in units if self.links(n, target)))
                before = self.worth_of_attack(target, self.eligible(target)) if self.eligible(target) else 0
                fights = max(fights, self.worth_of_attack(target, joined) - max(before, 0))
        return fights + moves // 3

    def links(self, number: int, target: str) -> bool:
        unit = self.state.units[number]
        return is_linked(self.data, self.state, unit.type, unit.town, target)

    def useful_towns(self) -> int:
        """How many garrisons have something to do."""
        return sum(self.distance_to_enemy(town) <= 3 for town in own_garrisons(self.state, self.side))

    def need_of(self, kind: UnitType, town: str) -> int:
        """How much a new unit is wanted in a town: near aims and enemies, with few friends."""
        danger = self.distance_to_enemy(town)
        worth = self.pull(kind, town) - 10 * danger
        if self.data.towns[town].strategic and danger <= DANGER and self.state.controller[town] == self.side:
            worth += GUARD // (1 + self.friends(town))
        return worth

    # Counting, for cards

    def places(self, kind: UnitType, where: Where) -> int:
        """Towns where an event could place a unit."""
        s, d = self.state, self.data
        return sum(
            in_supply(d, s, self.side, town) and fits(d, s, self.side, where, town) and has_room(s, town, kind)
            for town in d.towns
        )

    def partial_units(self, kinds: tuple[UnitType, ...], *, supplied: bool) -> int:
        s = self.state
        return sum(
            not unit.full
            and unit.type in kinds
            and SIDE_OF[unit.type] == self.side
            and (not supplied or in_supply(self.data, s, self.side, unit.town))
            for unit in s.units.values()
        )

    def enemies(self, kind: UnitType, *, full: bool) -> int:
        return sum(unit.type == kind and unit.full == full for unit in self.state.units.values())
