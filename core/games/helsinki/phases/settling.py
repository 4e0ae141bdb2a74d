"""10.7, 10.10 What follows from a changed position: battles end, headquarters in danger fall or hop; the flags."""

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.movement import is_threatened, may_stand
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.phases.ending import check_flags
from wardiary.core.games.helsinki.queries import units_of
from wardiary.core.games.helsinki.state import board_of
from wardiary.core.points import unbarred
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

__all__ = ["ALLIED", "Settling", "drop_barricades", "end_battles", "hops", "remove_red_hqs", "settle", "threatened_hqs"]

ALLIED: tuple[Side, ...] = ("german", "white")


def settle(run: Step, cause: Side, *, victory: bool) -> None:
    """Have the position settled when all that is pushed on top of this is done."""
    run.push(e.AskSettling(side="german", cause=cause, victory=victory))


def end_battles(s: State, run: Step) -> None:
    """A battle ends when only one coalition is left in its hex, whatever the cause (HEL-10.7-R4, HEL-11.4-07)."""
    board = board_of(s)
    for cell in sorted([cell for cell in s.facings if cell not in board.red or cell not in board.allied]):
        run.emit(e.BattleEnded(hex=cell))


def drop_barricades(s: State, run: Step) -> None:
    """A barricade falls when no Red unit is left in its hex."""
    red = board_of(s).red
    for cell in sorted([cell for cell in s.barricades if cell not in red]):
        run.emit(e.BarricadeFell(hex=cell))


def remove_red_hqs(s: State, run: Step, cause: Side) -> None:
    """A Red headquarters alone with enemies is removed (HEL-10.10-01, -R1), to somebody's credit (-R2)."""
    board = board_of(s)
    alone = [
        number
        for number, hq in s.hqs.items()
        if hq.side == "red" and hq.where in board.allied and hq.where not in board.red
    ]
    for number in sorted(alone):
        here = [side for side in ALLIED if units_of(s, side, s.hqs[number].where)]
        by = here[0] if len(here) == 1 else "german" if cause == "red" else cause
        run.emit(e.HqDestroyed(hq=number, side=by))


def threatened_hqs(d: Data, s: State) -> list[int]:
    """German headquarters on a vertex of a hex that holds only Red units (HEL-10.10-02, -R3)."""
    return sorted([n for n, hq in s.hqs.items() if hq.side == "german" and is_threatened(d, s, hq.where)])


def hops(d: Data, s: State, _f: e.AskSettling) -> list[tuple[int, str]]:
    """Threatened headquarters, each with the safe vertices of the land hexes that it touches."""
    found: list[tuple[int, str]] = []
    for number in threatened_hqs(d, s):
        here = s.hqs[number].where
        vertices = {vertex for cell in d.ground.touching[here] for vertex in d.ground.corners[cell]}
        found += [(number, vertex) for vertex in sorted(vertices) if vertex != here and may_stand(d, s, here, vertex)]
    return found


class Settling(HelsinkiPoint[e.AskSettling]):
    """HEL-10.10-R5: after every executed order, card, landing and midnight test, on the position then."""

    def arrive(self, s: State, f: e.AskSettling, run: Step) -> bool:
        end_battles(s, run)
        drop_barricades(s, run)
        remove_red_hqs(s, run, f.cause)
        if threatened := threatened_hqs(self.data, s):
            ways = hops(self.data, s, f)
            if len(ways) > 1:
                return True
            if ways:
                run.emit(e.HqMarched(hq=ways[0][0], path=(), vertex=ways[0][1]))
                return False
            for number in threatened:
                run.emit(e.HqDestroyed(hq=number, side="red"))
        run.pop()
        if f.victory:
            check_flags(self.data, s, run)
        return False

    hop = unbarred(
        e.HopHq, over=hops, outside="HEL-10.10-R3: a threatened headquarters, to a free and safe vertex beside it"
    )

    def then(self, s: State, f: e.AskSettling, answer: e.HopHq, run: Step) -> None:
        pass
