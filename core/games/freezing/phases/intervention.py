"""4.6 Intervention roll, the marker's way to the right, and the end of the turn."""

from collections.abc import Sequence

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.ending import final_scoring
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point
from wardiary.core.requests import Roll
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.common import Began, Ended
from wardiary.events.freezing import FRONTS, SIDES

__all__ = [
    "SUCCESS",
    "Intervention",
    "TurnEnd",
    "deal",
    "marker_right",
    "read_intervention",
]

SUCCESS = 6


class Intervention(Point[FreezingState, Data, e.AskIntervention]):
    """FRD-4.6-01 to -03, -07, FRD-1-10: after the last card of a turn FIN rolls; 6 or more moves the marker."""

    def chance(self, s: FreezingState, f: e.AskIntervention) -> Roll:
        return s.next_roll("intervention", "fin", str(s.turn), 1)

    def then(self, s: FreezingState, f: e.AskIntervention, answer: e.Rolled, run: Run[FreezingState]) -> None:
        total = answer.dice[0] + s.intervention_drm
        run.become(e.AskTurnEnd(side="fin"))
        run.emit(e.InterventionRolled(total=total, success=total >= SUCCESS))
        if total >= SUCCESS:
            marker_right(self.data, s, run)


def read_intervention(_d: Data, s: FreezingState, _roll: Roll, dice: Sequence[int]) -> str:
    """All that counts is whether it succeeds."""
    return "success" if dice[0] + s.intervention_drm >= SUCCESS else "no success"


def marker_right(d: Data, s: FreezingState, run: Run[FreezingState]) -> None:
    """One box to the right: the last one wins, the Swedish one brings units (FRD-4.6-04 to -06). May end the game."""
    track = d.intervention
    run.emit(e.MarkerMoved(position=s.marker + 1))
    if s.marker == track.win_box:
        run.decide(Ended(kind="fin_total", winners=("fin",)))
    if s.marker == track.sweden_box:
        waiting = tuple(e.Reinforcement(type=kind, strength=strength) for kind, strength in track.sweden_units)
        run.push(e.AskPlacing(side="fin", waiting=waiting, fronts=FRONTS))


class TurnEnd(Point[FreezingState, Data, e.AskTurnEnd]):
    """FRD-1-11 to -14: effects end; the position is scored after the last turn, else the next turn begins."""

    def arrive(self, s: FreezingState, f: e.AskTurnEnd, run: Run[FreezingState]) -> bool:
        run.emit(e.TurnEnded())
        if s.turn == len(self.data.turns.en):
            final_scoring(self.data, s, run)
        run.emit(Began(turn=s.turn + 1))
        deal(self.data, s, run)
        run.become(e.AskRefill(side="sov"))
        return False


def deal(d: Data, s: FreezingState, run: Run[FreezingState]) -> None:
    """Both sides take the cards of this turn into their hands (FRD-4.1-15, -23)."""
    for side in SIDES:
        if cards := d.dealt[side][s.turn]:
            run.emit(e.CardsDealt(side=side, cards=cards))
