"""4.1 Events that refit, strike or carry units, choose a town, or cut a railway."""

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.operations import ChooseTown, FlipControl, Fortify, Hit, Refit, Relocate
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.conquest import conquer
from wardiary.core.games.brother.phases.script import carry_on, end_event, operation_as, operations_of
from wardiary.core.games.brother.queries import fits, has_room, in_supply, side_of, units_at
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import brother as e

__all__ = [
    "Choosing",
    "Cutting",
    "Refitting",
    "Relocating",
    "Striking",
    "all_towns",
    "end_picks",
    "enemy_units",
    "own_units",
    "railways",
    "units_to_carry",
]


def end_picks(
    d: Data, s: BrotherState, f: e.AskRefit | e.AskStriking | e.AskRelocating, run: Run[BrotherState]
) -> None:
    """Name the units that were picked, and go on with the card."""
    run.emit(e.OperationEnded(op=f.op, units=s.picked, towns=s.picked_towns))
    carry_on(d, s, run, f.op)


def own_units(_d: Data, s: BrotherState, f: e.AskRefit) -> list[tuple[int]]:
    return [(unit,) for unit in sorted(s.units) if side_of(s, unit) == f.side]


class Refitting(Picking[e.AskRefit]):
    """Partial units turn full; only events do that (BAB-2.3-05; 4.1-10, -31)."""

    def operation(self, s: BrotherState, f: e.AskRefit) -> Refit:
        return operation_as(self.data, s, f.op, Refit)

    def wanted(self, s: BrotherState, f: e.AskRefit) -> bool:
        return len(s.picked) < self.operation(s, f).n

    @option(e.Refit, over=own_units, outside="BAB-2.3-05: an own unit")
    def refit(self, s: BrotherState, f: e.AskRefit, unit: int) -> str | None:
        op, standing = self.operation(s, f), s.units[unit]
        if standing.full:
            return "BAB-2.3-05: the unit is full"
        if standing.type not in op.units:
            return "BAB-4.1-09: the event names other units"
        if not op.any_town and not in_supply(self.data, s, f.side, standing.town):
            return "BAB-4.1-09: the town is not in supply"
        if not fits(self.data, s, f.side, op.where, standing.town):
            return "BAB-4.1-09: the event names other towns"
        if op.same_town and s.picked_towns and standing.town != s.picked_towns[0]:
            return "BAB-4.1-09: all units must stand in one town"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: BrotherState, f: e.AskRefit, run: Run[BrotherState]) -> None:
        end_picks(self.data, s, f, run)


def enemy_units(_d: Data, s: BrotherState, f: e.AskStriking) -> list[tuple[int]]:
    return [(unit,) for unit in sorted(s.units) if side_of(s, unit) != f.side]


class Striking(Picking[e.AskStriking]):
    """Enemy units turn partial or are removed without a battle (BAB-4.1-09, -10, -31)."""

    def operation(self, s: BrotherState, f: e.AskStriking) -> Hit:
        return operation_as(self.data, s, f.op, Hit)

    def wanted(self, s: BrotherState, f: e.AskStriking) -> bool:
        return len(s.picked) < self.operation(s, f).n

    @option(e.StrikeUnit, over=enemy_units, outside="BAB-4.1-09: an enemy unit")
    def strike(self, s: BrotherState, f: e.AskStriking, unit: int) -> str | None:
        op, standing = self.operation(s, f), s.units[unit]
        if standing.type != op.unit or standing.full != op.full:
            return "BAB-4.1-09: the event names other units"
        if unit in s.picked or (op.distinct and standing.town in s.picked_towns):
            return "BAB-4.1-09: each unit must stand in another town"
        if not fits(self.data, s, f.side, op.where, standing.town):
            return "BAB-4.1-09: the event names other towns"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: BrotherState, f: e.AskStriking, run: Run[BrotherState]) -> None:
        end_picks(self.data, s, f, run)


def units_to_carry(d: Data, s: BrotherState, f: e.AskRelocating) -> list[tuple[int, str]]:
    op = operation_as(d, s, f.op, Relocate)
    return [(unit, op.target) for unit in sorted(s.units) if s.units[unit].type == op.unit]


class Relocating(Picking[e.AskRelocating]):
    """Units without supply are carried to another own town, as room allows (BAB-4.1-09, -10, -31)."""

    def operation(self, s: BrotherState, f: e.AskRelocating) -> Relocate:
        return operation_as(self.data, s, f.op, Relocate)

    def wanted(self, s: BrotherState, f: e.AskRelocating) -> bool:
        return len(s.picked) < self.operation(s, f).n

    @option(e.Relocate, over=units_to_carry, outside="BAB-4.1-09: a unit of the event, to the town of the event")
    def relocate(self, s: BrotherState, f: e.AskRelocating, unit: int, town: str) -> str | None:
        standing = s.units[unit]
        if s.controller[town] != f.side:
            return "BAB-4.1-09: the town is the enemy's"
        if in_supply(self.data, s, f.side, standing.town):
            return "BAB-4.1-09: the unit's town is in supply"
        if not has_room(s, town, standing.type):
            return "BAB-2.3-07: the town is full"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: BrotherState, f: e.AskRelocating, run: Run[BrotherState]) -> None:
        end_picks(self.data, s, f, run)


def all_towns(d: Data, _s: BrotherState, _f: e.AskTown) -> list[tuple[str]]:
    return [(town,) for town in d.towns]


class Choosing(Point[BrotherState, Data, e.AskTown]):
    """A town that an event is about, fortifies or turns over; a choice that must be made (BAB-2.1-07; 4.1-31)."""

    def arrive(self, s: BrotherState, f: e.AskTown, run: Run[BrotherState]) -> bool:
        if self.any_legal(s, f, e.ChooseTown):
            return True
        if isinstance(operations_of(self.data, s)[f.op], ChooseTown):
            end_event(run)
        else:
            carry_on(self.data, s, run, f.op)
        return False

    @option(e.ChooseTown, over=all_towns, outside="BAB-4.1-09: a town")
    def choose(self, s: BrotherState, f: e.AskTown, town: str) -> str | None:
        match operations_of(self.data, s)[f.op]:
            case Fortify(where=where):
                if len(s.forts) >= self.data.fortifications:
                    return "BAB-2-01: no fortification is left"
                if town in s.forts:
                    return "BAB-4.3-48: the town is fortified"
                if s.controller[town] != f.side:
                    return "BAB-4.1-09: the town is the enemy's"
            case FlipControl():
                return self.keeps_side(s, f, town)
            case ChooseTown(where=where):
                pass
            case _:
                return "BAB-4.1-09: the event names no town"
        return None if fits(self.data, s, f.side, where, town) else "BAB-4.1-09: the event names other towns"

    def keeps_side(self, s: BrotherState, f: e.AskTown, town: str) -> str | None:
        """Why a town does not come over."""
        if s.controller[town] == f.side:
            return "BAB-4.1-09: the town is own"
        if units_at(s, town):
            return "BAB-4.1-09: units stand there"
        if self.data.towns[town].strategic:
            return "BAB-4.1-09: a Strategic Town does not come over"
        if not any(in_supply(self.data, s, f.side, other) for other in self.data.near[town]):
            return "BAB-4.1-09: no own town in supply is linked to it"
        return None

    def then(self, s: BrotherState, f: e.AskTown, answer: e.ChooseTown, run: Run[BrotherState]) -> None:
        match operations_of(self.data, s)[f.op]:
            case Fortify():
                run.emit(e.FortificationBuilt(town=answer.town))
            case FlipControl():
                conquer(s, run, answer.town, f.side)
        carry_on(self.data, s, run, f.op)


def railways(d: Data, _s: BrotherState, _f: e.AskLink) -> list[tuple[str]]:
    return [(link,) for link in d.rails]


class Cutting(Point[BrotherState, Data, e.AskLink]):
    """A railway with an end in an own town counts as a road until the month ends (BAB-4.1-10, -31)."""

    def arrive(self, s: BrotherState, f: e.AskLink, run: Run[BrotherState]) -> bool:
        if self.any_legal(s, f, e.CutLink):
            return True
        carry_on(self.data, s, run, f.op)
        return False

    @option(e.CutLink, over=railways, outside="BAB-4.1-09: a railway")
    def cut(self, s: BrotherState, f: e.AskLink, link: str) -> str | None:
        if link in s.cut:
            return "BAB-4.1-09: the railway is cut already"
        if not any(s.controller[town] == f.side for town in self.data.rails[link]):
            return "BAB-4.1-09: neither end is an own town"
        return None

    def then(self, s: BrotherState, f: e.AskLink, answer: e.CutLink, run: Run[BrotherState]) -> None:
        carry_on(self.data, s, run, f.op)
