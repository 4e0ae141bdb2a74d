"""4 Movement: figures go their ways, and who is left lying."""

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import State, Step, drop_guns, settle
from wardiary.core.games.kuularuisku.queries import able, ground_of, severe, standing
from wardiary.core.games.kuularuisku.standing import are_linked
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import MoveReason, Track

__all__ = ["go", "leave_lying"]


def go(d: Data, s: State, run: Step, element: str, tracks: tuple[Track, ...], reason: MoveReason) -> None:
    """Figures go their ways; weapons leave the table with them; who lies apart from the rest is left behind.

    KUU-4.0-01, KUU-5.5-15, KUU-5.5-16, KUU-7.4-01.
    """
    if not tracks:
        return
    run.emit(e.FiguresMoved(element=element, tracks=tracks, reason=reason))
    drop_guns(s, run, [track.figure for track in tracks if track.off])
    leave_lying(d, s, run, element)
    if any(track.off for track in tracks):
        settle(d, s, run)


def leave_lying(d: Data, s: State, run: Step, element: str) -> None:
    """The severely wounded outside of the chain of an element that has moved (KUU-5.5-15)."""
    if element not in s.elements or not able(d, s, element):
        return
    table = ground_of(d, s).table
    chain = standing(d, s, able(d, s, element))
    waiting = standing(d, s, severe(d, s, element))
    while linked := [one for one in waiting if any(are_linked(table, one, other) for other in chain)]:
        chain += linked
        waiting = [one for one in waiting if one not in linked]
    for one in waiting:
        run.emit(e.LeftBehind(figure=one.figure, element=one.figure))
