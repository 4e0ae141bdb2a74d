"""4.5 Reinforcements: the month's, and units that events bring."""

from typing import Any

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.operations import Land, Place
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.conquest import conquer
from wardiary.core.games.brother.phases.script import carry_on, operation_as
from wardiary.core.games.brother.queries import (
    counter_is_free,
    fits,
    has_room,
    in_supply,
    is_enemy_held,
    strategic_held,
)
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import Side, UnitType
from wardiary.events.common import Began

__all__ = [
    "Landing",
    "Placing",
    "Reinforcements",
    "anchor_towns",
    "end_arrivals",
    "no_place",
    "own_towns",
    "reinforcements_due",
    "towns_for_unit",
]


def no_place(d: Data, s: BrotherState, side: Side, kind: UnitType, town: str) -> str | None:
    """Why a new unit cannot enter a town: control, supply, room, counters (BAB-2.3-07, -23; 4.4-07; 4.5-16, -22)."""
    if not in_supply(d, s, side, town):
        return "BAB-4.5-16: the town must be own and in supply"
    if not has_room(s, town, kind):
        return "BAB-2.3-07: the town is full"
    if not counter_is_free(d, s, kind):
        return "BAB-2.3-23: no counter is left"
    return None


def reinforcements_due(d: Data, s: BrotherState, side: Side) -> e.ReinforcementsDue:
    """BAB-4.5-01 to -04, -07 to -09, -20: counted once, when the side begins to place."""
    table, strategic = d.shares[side], strategic_held(d, s, side)
    share = table.month(s.month)
    due = {table.guards: share.guards_per_strategic * strategic, table.elite: share.elite} if share else {}
    return e.ReinforcementsDue(
        side=side,
        strategic=strategic,
        civil_guard=due.get("civil_guard", 0),
        jaeger=due.get("jaeger", 0),
        red_guard=due.get("red_guard", 0),
        armoured_train=due.get("armoured_train", 0),
    )


def own_towns(_d: Data, s: BrotherState, f: e.AskReinforcements) -> list[tuple[UnitType, str]]:
    kinds = sorted(kind for kind, count in s.waiting.items() if count)
    return [(kind, town) for kind in kinds for town in sorted(s.controller) if s.controller[town] == f.side]


class Reinforcements(Point[BrotherState, Data, e.AskReinforcements]):
    """R4, R5: new units one at a time; what finds no room is lost (BAB-1-08, -12, -13; 4.5-05 to -17, -20 to -24)."""

    def arrive(self, s: BrotherState, f: e.AskReinforcements, run: Run[BrotherState]) -> bool:
        if s.reinforcing != f.side:
            run.emit(reinforcements_due(self.data, s, f.side))
        if self.any_legal(s, f, e.PlaceUnit):
            return True
        self.conclude(s, f, run, stopped=False)
        return False

    @option(e.PlaceUnit, over=own_towns, outside="BAB-4.5-06, -11, -20: a unit that is due, an own town")
    def place(self, s: BrotherState, f: e.AskReinforcements, kind: UnitType, town: str) -> str | None:
        share = self.data.shares[f.side]
        if kind == share.elite and town not in share.elite_towns:
            return f"BAB-4.5-05, -10: it enters in {', '.join(share.elite_towns)}"
        if self.data.towns[town].side != f.side:
            return "BAB-4.5-17: the town lies beyond the initial front line"
        return no_place(self.data, s, f.side, kind, town)

    done = unbarred(e.Done)

    def then(self, s: BrotherState, f: e.AskReinforcements, answer: Any, run: Run[BrotherState]) -> None:
        if isinstance(answer, e.PlaceUnit):
            run.emit(e.UnitPlaced(unit=s.last_unit + 1, type=answer.type, full=True, town=answer.town))
        else:
            self.conclude(s, f, run, stopped=True)

    @staticmethod
    def conclude(s: BrotherState, f: e.AskReinforcements, run: Run[BrotherState], *, stopped: bool) -> None:
        lost = sum(s.waiting.values())
        run.emit(e.ReinforcementsEnded(side=f.side, placed=len(s.picked_towns), lost=lost, stopped=stopped))
        run.pop()
        if f.side == "red":
            run.emit(Began(turn=s.turn, phase="play"))


def towns_for_unit(d: Data, s: BrotherState, f: e.AskPlacing) -> list[tuple[UnitType, str]]:
    kind = operation_as(d, s, f.op, Place).unit
    return [(kind, town) for town in d.towns if s.controller[town] == f.side]


class Placing(Picking[e.AskPlacing]):
    """An event brings units, on either side of the front line (BAB-4.5-15, -17, -22)."""

    def operation(self, s: BrotherState, f: e.AskPlacing) -> Place:
        return operation_as(self.data, s, f.op, Place)

    def wanted(self, s: BrotherState, f: e.AskPlacing) -> bool:
        return len(s.picked_towns) < self.operation(s, f).n

    @option(e.PlaceUnit, over=towns_for_unit, outside="BAB-4.5-15: a unit of the event, an own town")
    def place(self, s: BrotherState, f: e.AskPlacing, kind: UnitType, town: str) -> str | None:
        op = self.operation(s, f)
        if not fits(self.data, s, f.side, op.where, town):
            return "BAB-4.1-09: the event names other towns"
        if op.distinct and town in s.picked_towns:
            return "BAB-4.1-09: each unit enters in another town"
        return no_place(self.data, s, f.side, kind, town)

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskPlacing, answer: Any, run: Run[BrotherState]) -> None:
        full = self.operation(s, f).full
        run.emit(e.UnitPlaced(unit=s.last_unit + 1, type=answer.type, full=full, town=answer.town))

    def conclude(self, s: BrotherState, f: e.AskPlacing, run: Run[BrotherState]) -> None:
        end_arrivals(s, f.op, run)
        carry_on(self.data, s, run, f.op)


def end_arrivals(s: BrotherState, op: str, run: Run[BrotherState]) -> None:
    """Names the units that came and where; their numbers are the last that were given."""
    count = len(s.picked_towns)
    units = tuple(range(s.last_unit - count + 1, s.last_unit + 1))
    run.emit(e.OperationEnded(op=op, units=units, towns=s.picked_towns))


def anchor_towns(d: Data, _s: BrotherState, _f: e.AskLanding) -> list[tuple[str]]:
    return [(town,) for town in d.anchors]


class Landing(Picking[e.AskLanding]):
    """German units land in anchor towns; supply and control do not matter (BAB-2.1-09; 4.1-10; 4.5-22)."""

    def operation(self, s: BrotherState, f: e.AskLanding) -> Land:
        return operation_as(self.data, s, f.op, Land)

    def arrive(self, s: BrotherState, f: e.AskLanding, run: Run[BrotherState]) -> bool:
        if s.landing is not None:
            self.go_ashore(s, run, s.landing)
            return False
        return super().arrive(s, f, run)

    def wanted(self, s: BrotherState, f: e.AskLanding) -> bool:
        return len(s.picked_towns) < self.operation(s, f).n

    @staticmethod
    def go_ashore(s: BrotherState, run: Run[BrotherState], town: str) -> None:
        """Red units in the town leave it first, as after a lost battle."""
        if is_enemy_held(s, "white", town):
            run.push(e.AskWithdrawal(side="red", town=town))
            return
        conquer(s, run, town, "white")
        run.emit(e.UnitPlaced(unit=s.last_unit + 1, type="german", full=True, town=town))

    @option(e.LandUnit, over=anchor_towns, outside="BAB-2.1-09: a town with an anchor")
    def land(self, s: BrotherState, f: e.AskLanding, town: str) -> str | None:
        op = self.operation(s, f)
        if town not in s.picked_towns and len(set(s.picked_towns)) >= op.max_towns:
            return f"BAB-4.1-09: {op.max_towns} towns are the most"
        if is_enemy_held(s, "white", town):
            if town not in op.clear:
                return "BAB-4.1-09: Red units stand there"
        elif not has_room(s, town, "german"):
            return "BAB-2.3-07: the town is full"
        return None if counter_is_free(self.data, s, "german") else "BAB-2.3-23: no counter is left"

    done = unbarred(e.Done)

    def conclude(self, s: BrotherState, f: e.AskLanding, run: Run[BrotherState]) -> None:
        end_arrivals(s, f.op, run)
        carry_on(self.data, s, run, f.op)
