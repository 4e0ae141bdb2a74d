"""5.7 Events: the card operations that pick units or boxes (FRD-C-03, -04, -06, -08, -09, -12, -13)."""

from collections.abc import Iterator

from wardiary.core.games.freezing.data import BOX_LIMIT, OTHER, Data
from wardiary.core.games.freezing.operations import Act, Boost, Bypass, Hit, Weak, Withdraw
from wardiary.core.games.freezing.phases.base import Picking
from wardiary.core.games.freezing.phases.cards import own_units
from wardiary.core.games.freezing.phases.fronts import check_box
from wardiary.core.games.freezing.phases.intervention import marker_right
from wardiary.core.games.freezing.phases.script import carry_on, operation_as
from wardiary.core.games.freezing.queries import board_of, is_front_line, is_peace, units_at, units_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import freezing as e

__all__ = [
    "Activating",
    "Boosting",
    "Bypassing",
    "Marking",
    "Striking",
    "Weakening",
    "Withdrawing",
    "boxes_of_victim",
    "enemy_units",
    "steps_back",
    "units_at_source",
]


class Boosting(Picking[e.AskBoosting]):
    """FRD-C-03, FRD-4.1-13, -14, -27: strength points for own units, more than one each if the card says so."""

    def wanted(self, s: FreezingState, f: e.AskBoosting) -> bool:
        return len(s.picked) < operation_as(self.data, s, f.op, Boost).points

    @option(e.Strengthen, over=own_units, outside="FRD-C-03: an own unit on the board")
    def strengthen(self, s: FreezingState, f: e.AskBoosting, unit: int) -> str | None:
        boost, counter = operation_as(self.data, s, f.op, Boost), s.units[unit]
        if counter.type not in boost.types:
            return f"FRD-C-03: the card is not for {counter.type}"
        if self.data.front_of[counter.box] not in boost.fronts:
            return f"FRD-C-03: the card is not for {self.data.front_of[counter.box]}"
        if s.picked.count(unit) >= boost.per_unit:
            return "FRD-C-03: it got all that the card gives one unit"
        if counter.strength >= self.data.unit_types[counter.type].max_strength:
            return "FRD-2.3-12: it has its highest strength"
        if not boost.front_line and is_front_line(s, counter.box):
            return "FRD-4.1-14, FRD-4.1-27: it stands in a front line"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: FreezingState, f: e.AskBoosting, run: Run[FreezingState]) -> None:
        run.emit(e.OperationEnded(op=f.op, units=s.picked))
        carry_on(self.data, s, run, f.op)


class Activating(Picking[e.AskActivating]):
    """FRD-C-04: units of one box, of one front or of any are activated; then they move and fight as for points."""

    def wanted(self, s: FreezingState, f: e.AskActivating) -> bool:
        return len(s.picked) < operation_as(self.data, s, f.op, Act).units

    @option(e.Activate, over=own_units, outside="FRD-C-04: an own unit on the board")
    def activate(self, s: FreezingState, f: e.AskActivating, unit: int) -> str | None:
        act, counter = operation_as(self.data, s, f.op, Act), s.units[unit]
        front = self.data.front_of[counter.box]
        if unit in s.activated:
            return "FRD-C-04, FRD-4.1-25: it is activated"
        if counter.type not in act.types:
            return f"FRD-C-04: the card is not for {counter.type}"
        if front not in act.fronts:
            return f"FRD-C-04: the card is not for {front}"
        if s.picked:
            first = s.units[s.picked[0]].box
            if act.group == "box" and counter.box != first:
                return f"FRD-C-04: all in the box of the first, {first}"
            if act.group == "front" and front != self.data.front_of[first]:
                return f"FRD-C-04: all on the front of the first, {self.data.front_of[first]}"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: FreezingState, f: e.AskActivating, run: Run[FreezingState]) -> None:
        picked, drm = s.picked, operation_as(self.data, s, f.op, Act).attack_drm
        run.emit(e.OperationEnded(op=f.op, units=picked))
        if not picked:
            carry_on(self.data, s, run, f.op)
            return
        if drm:
            run.emit(e.AttackModified(side=f.side, drm=drm))
        run.become(e.AskMoves(side=f.side, op=f.op))


def units_at_source(d: Data, s: FreezingState, f: e.AskBypassing) -> list[tuple[int]]:
    return [(number,) for number in units_at(s, f.side, operation_as(d, s, f.op, Bypass).source)]


class Bypassing(Picking[e.AskBypassing]):
    """FRD-C-13: units of one box are activated; their one way leads past the enemy (see `Movement`)."""

    def wanted(self, s: FreezingState, f: e.AskBypassing) -> bool:
        return len(s.picked) < operation_as(self.data, s, f.op, Bypass).units

    @option(e.Activate, over=units_at_source, outside="FRD-C-13: an own unit in the box that the card names")
    def activate(self, s: FreezingState, f: e.AskBypassing, unit: int) -> str | None:
        return "FRD-C-13, FRD-4.1-25: it is activated" if unit in s.activated else None

    done = unbarred(e.Done)

    def conclude(self, s: FreezingState, f: e.AskBypassing, run: Run[FreezingState]) -> None:
        picked = s.picked
        run.emit(e.OperationEnded(op=f.op, units=picked))
        if picked:
            run.become(e.AskMoves(side=f.side, op=f.op))
        else:
            carry_on(self.data, s, run, f.op)


def boxes_of_victim(d: Data, s: FreezingState, f: e.AskStriking) -> list[tuple[str]]:
    return [(box,) for box in sorted(board_of(s).at[operation_as(d, s, f.op, Hit).victim])]


class Striking(Point[FreezingState, Data, e.AskStriking]):
    """FRD-C-08: a box whose units take the event's hits; no dice, no Line, no kept cards."""

    def arrive(self, s: FreezingState, f: e.AskStriking, run: Run[FreezingState]) -> bool:
        boxes = [box for (box,) in boxes_of_victim(self.data, s, f) if self.strike(s, f, box) is None]
        if len(boxes) > 1:
            return True
        if boxes:
            self.fall(s, f, run, boxes[0])
        else:
            carry_on(self.data, s, run, f.op)
        return False

    @option(e.Strike, over=boxes_of_victim, outside="FRD-C-08: a box with units that the card hits")
    def strike(self, s: FreezingState, f: e.AskStriking, box: str) -> str | None:
        hit = operation_as(self.data, s, f.op, Hit)
        if self.data.front_of[box] not in hit.fronts:
            return f"FRD-C-08: the card is for {', '.join(hit.fronts)}"
        if hit.territory is not None and self.data.territory[box] != hit.territory:
            return f"FRD-C-08: the card is for {hit.territory} territory"
        if hit.front_line and not is_front_line(s, box):
            return "FRD-C-08: the card is for front lines"
        return None

    def then(self, s: FreezingState, f: e.AskStriking, answer: e.Strike, run: Run[FreezingState]) -> None:
        self.fall(s, f, run, answer.box)

    def fall(self, s: FreezingState, f: e.AskStriking, run: Run[FreezingState], box: str) -> None:
        hit = operation_as(self.data, s, f.op, Hit)
        run.emit(e.BoxStruck(side=hit.victim, box=box, hits=hit.hits))
        run.become(e.AskLoss(side=hit.victim, box=box, op=f.op))


def enemy_units(_d: Data, s: FreezingState, f: e.AskWeakening) -> list[tuple[int]]:
    return [(number,) for number in units_of(s, OTHER[f.side])]


class Weakening(Picking[e.AskWeakening]):
    """FRD-C-09: different enemy units of strength 2 or more outside front lines lose a point each."""

    def wanted(self, s: FreezingState, f: e.AskWeakening) -> bool:
        return len(s.picked) < operation_as(self.data, s, f.op, Weak).units

    @option(e.Weaken, over=enemy_units, outside="FRD-C-09: an enemy unit on the board")
    def weaken(self, s: FreezingState, f: e.AskWeakening, unit: int) -> str | None:
        if unit in s.picked:
            return "FRD-C-09: different units"
        if s.units[unit].strength < 2:
            return "FRD-C-09: strength 2 or more"
        if is_front_line(s, s.units[unit].box):
            return "FRD-C-09: it stands in a front line"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: FreezingState, f: e.AskWeakening, run: Run[FreezingState]) -> None:
        run.emit(e.OperationEnded(op=f.op, units=s.picked))
        carry_on(self.data, s, run, f.op)


def steps_back(d: Data, s: FreezingState, f: e.AskWithdrawing) -> Iterator[tuple[int, str]]:
    """Own units of the front with the box one step back, where there is one."""
    front = operation_as(d, s, f.op, Withdraw).front
    for number in units_of(s, f.side):
        here = s.units[number].box
        back = d.back[f.side][here]
        if d.front_of[here] == front and back is not None:
            yield number, back


class Withdrawing(Picking[e.AskWithdrawing]):
    """FRD-C-12, FRD-C-15: units of one box step back, each once, into a box without enemies."""

    def wanted(self, s: FreezingState, f: e.AskWithdrawing) -> bool:
        return len(s.picked) < operation_as(self.data, s, f.op, Withdraw).units

    @option(e.Withdraw, over=steps_back, outside="FRD-C-12: an own unit of the front, one box back")
    def withdraw(self, s: FreezingState, f: e.AskWithdrawing, unit: int, box: str) -> str | None:
        if unit in s.moved:
            return "FRD-C-12: a unit moves once"
        if s.picked and s.units[unit].box != s.moved[s.picked[0]]:
            return f"FRD-C-12: all from the box of the first, {s.moved[s.picked[0]]}"
        if units_at(s, OTHER[f.side], box):
            return f"FRD-C-12: enemies are in {box}"
        if len(units_at(s, f.side, box)) >= BOX_LIMIT:
            return "FRD-4.2-09: four units stand there"
        if self.data.territory[box] != f.side and is_peace(self.data, s):
            return "FRD-C-15, FRD-4.2-04: it is peace"
        return None

    done = unbarred(e.Done)

    def picked(self, s: FreezingState, f: e.AskWithdrawing, answer: e.Withdraw, run: Run[FreezingState]) -> None:
        check_box(self.data, s, run, s.moved[answer.unit])
        check_box(self.data, s, run, answer.box)

    def conclude(self, s: FreezingState, f: e.AskWithdrawing, run: Run[FreezingState]) -> None:
        run.emit(e.OperationEnded(op=f.op, units=s.picked))
        carry_on(self.data, s, run, f.op)


class Marking(Point[FreezingState, Data, e.AskMarking]):
    """FRD-C-06, FRD-4.6-06: the marker goes right box by box, entering each one."""

    def arrive(self, s: FreezingState, f: e.AskMarking, run: Run[FreezingState]) -> bool:
        if f.steps:
            run.become(e.AskMarking(side=f.side, op=f.op, steps=f.steps - 1))
            marker_right(self.data, s, run)
        else:
            carry_on(self.data, s, run, f.op)
        return False
