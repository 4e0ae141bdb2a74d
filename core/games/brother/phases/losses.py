"""4.3 After the dice: losses of the defender and the attacker, withdrawal or surrender, the advance."""

from typing import Any

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.battle import battle_of
from wardiary.core.games.brother.phases.conquest import conquer
from wardiary.core.games.brother.queries import has_room, is_enemy_held, is_linked, units_at
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import brother as e

__all__ = [
    "ADVANCE_LIMIT",
    "Advancing",
    "Losses",
    "Withdrawal",
    "attackers_left",
    "units_in_battle",
    "ways_out",
]

ADVANCE_LIMIT = 3


def units_in_battle(_d: Data, s: BrotherState, f: e.AskLosses) -> list[tuple[int]]:
    battle = battle_of(s)
    units = battle.attackers if f.side == battle.side else battle.defenders
    return [(unit,) for unit in units if unit in s.units]


class Losses(Point[BrotherState, Data, e.AskLosses]):
    """B6, B7: one unit for each hit, the defender's first (BAB-4.3-17 to -19, -58, -59)."""

    def arrive(self, s: BrotherState, f: e.AskLosses, run: Run[BrotherState]) -> bool:
        if s.due[f.side] and units_in_battle(self.data, s, f):
            return True
        run.pop()
        return False

    @option(e.TakeHit, over=units_in_battle, outside="BAB-4.3-17: an own unit that took part in the battle")
    def take(self, s: BrotherState, f: e.AskLosses, unit: int) -> str | None:
        battle = battle_of(s)
        bound = battle.attacker_bound if f.side == battle.side else battle.defender_bound
        if s.due[f.side] == 1 and bound and unit not in bound and not any(n in battle.struck for n in bound):
            return "BAB-4.3-18: the asterisk binds a Jaeger, German or armoured train"
        return None

    def then(self, s: BrotherState, f: e.AskLosses, answer: e.TakeHit, run: Run[BrotherState]) -> None:
        pass


def ways_out(d: Data, s: BrotherState, f: e.AskWithdrawal) -> list[tuple[int, str]]:
    return [(unit, town) for unit in units_at(s, f.town) for town in d.near[f.town]]


class Withdrawal(Point[BrotherState, Data, e.AskWithdrawal]):
    """B8: each unit goes to a neighbouring own town with room; those with none surrender together.

    BAB-4.3-36, -37, -39, -40, -61 to -64; 2.3-21.
    """

    def arrive(self, s: BrotherState, f: e.AskWithdrawal, run: Run[BrotherState]) -> bool:
        here = units_at(s, f.town)
        if here and self.any_legal(s, f, e.WithdrawUnit):
            return True
        if s.left:
            units, towns = zip(*s.left, strict=True)
            run.emit(e.DefenderWithdrew(side=f.side, town=f.town, units=units, towns=towns))
        if here:
            run.emit(e.UnitsSurrendered(side=f.side, town=f.town, units=here))
        run.pop()
        return False

    @option(e.WithdrawUnit, over=ways_out, outside="BAB-4.3-36: a beaten unit and a neighbouring town")
    def withdraw(self, s: BrotherState, f: e.AskWithdrawal, unit: int, town: str) -> str | None:
        if s.controller[town] != f.side:
            return "BAB-4.3-39: the enemy controls the town"
        kind = s.units[unit].type
        if not is_linked(self.data, s, kind, f.town, town):
            return "BAB-4.3-61: a train withdraws over railways only"
        if not has_room(s, town, kind):
            return "BAB-4.3-40: the town is full"
        return None

    def then(self, s: BrotherState, f: e.AskWithdrawal, answer: e.WithdrawUnit, run: Run[BrotherState]) -> None:
        pass


def attackers_left(_d: Data, s: BrotherState, _f: e.AskAdvance) -> list[tuple[int]]:
    return [(unit,) for unit in battle_of(s).attackers if unit in s.units]


class Advancing(Picking[e.AskAdvance]):
    """B9: up to three full attackers, and Germans, enter the town if no defender is left in it.

    BAB-2.3-18; 4.3-05, -42 to -46, -65 to -67.
    """

    def wanted(self, s: BrotherState, f: e.AskAdvance) -> bool:
        return not is_enemy_held(s, f.side, f.town)

    @option(e.Advance, over=attackers_left, outside="BAB-4.3-42, -66: a unit that took part in the attack")
    def advance(self, s: BrotherState, f: e.AskAdvance, unit: int) -> str | None:
        standing = s.units[unit]
        if unit in s.picked:
            return "BAB-4.3-42: the unit has advanced"
        if not standing.full and standing.type != "german":
            return "BAB-4.3-42, -43: a partial unit does not advance, unless it is German"
        if len(s.picked) >= ADVANCE_LIMIT or not has_room(s, f.town, standing.type):
            return "BAB-2.3-07: the town is full"
        return None

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskAdvance, answer: Any, run: Run[BrotherState]) -> None:
        conquer(s, run, f.town, f.side)

    @staticmethod
    def conclude(s: BrotherState, f: e.AskAdvance, run: Run[BrotherState]) -> None:
        run.emit(e.BattleEnded(town=f.town, units=s.picked))
        run.pop()
