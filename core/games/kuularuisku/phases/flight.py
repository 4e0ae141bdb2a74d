"""7.3 Below half strength: fleeing, what is left behind, and the leader who stops it."""

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.forced_moves import passes_near, straight_moves, toward_edge
from wardiary.core.games.kuularuisku.moves import allowance
from wardiary.core.games.kuularuisku.phases.base import State, Step, drop_guns, settle
from wardiary.core.games.kuularuisku.queries import (
    able,
    attached,
    compatible,
    ground_of,
    guns_of,
    own_leaders,
    severe,
    soldier,
    standing,
    standings,
)
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Track

__all__ = ["drop_slow_guns", "flee", "flee_on", "rallying_leader"]


def flee(d: Data, s: State, run: Step, element: str) -> None:
    """The element begins to flee, at once; that is its activation if it had none this turn (KUU-7.3-02, -03, -11).

    Of the leaders with it, too: even when one rallies it, they act again from the next turn (KUU-1.3-05, KUU-7.3-08).
    """
    leaders = attached(d, s, element) or (able(d, s, element) if s.elements[element].kind == "leader" else ())
    run.emit(e.Fled(element=element, leaders=leaders))
    if not s.elements[element].activated:
        run.emit(e.ActivationEnded(element=element))
    for leader in leaders:
        if s.elements[element].kind == "unit" and not s.figures[leader].acted:
            run.emit(e.LeaderActed(figure=leader))
    flee_on(d, s, run, element)


def flee_on(d: Data, s: State, run: Step, element: str) -> None:
    """A fast move straight to the own edge (KUU-7.3-02, -04 to -08, -13, -14); then a leader may stop it."""
    ground = ground_of(d, s)
    drop_slow_guns(d, s, run, element)
    for figure in severe(d, s, element):
        run.emit(e.LeftBehind(figure=figure, element=figure))
    edge = ground.edges[s.elements[element].side]
    runners = standing(d, s, able(d, s, element))
    parties = [toward_edge(ground.table, one, allowance(d, s, one.figure, "fast"), edge, "over") for one in runners]
    tracks = straight_moves(ground.table, parties, standings(d, s).values())
    moved = {track.figure for track in tracks}
    stood = [Track(figure=one.figure, points=(one.at,), level=one.level) for one in runners if one.figure not in moved]
    if tracks:
        run.emit(e.FiguresMoved(element=element, tracks=tracks, reason="flight"))
        drop_guns(s, run, [track.figure for track in tracks if track.off])
    settle(d, s, run)
    if element in s.elements and able(d, s, element):
        leader = rallying_leader(d, s, element, (*tracks, *stood))
        if leader is not None:
            run.push(
                e.AskMorale(
                    side=s.elements[element].side,
                    elements=(element,),
                    context="rally",
                    step="roll",
                    needed=soldier(d, s, leader).morale,
                )
            )


def drop_slow_guns(d: Data, s: State, run: Step, element: str) -> None:
    """Machine guns that slow their men down are not taken along (KUU-7.3-05, KUU-6.4-10)."""
    for figure in able(d, s, element):
        for gun in guns_of(s, figure):
            if d.weapons[s.guns[gun].weapon].half_speed:
                run.emit(e.GunDropped(gun=gun, spot=s.figures[figure].at, level=s.figures[figure].level))


def rallying_leader(d: Data, s: State, element: str, tracks: tuple[Track, ...]) -> str | None:
    """The best leader whom the flight passed (KUU-7.3-08, -09, -12): not fleeing, not with it when it began to flee."""
    me = s.elements[element]
    found = [
        (soldier(d, s, leader).morale, ground_of(d, s).roster.rank[leader], leader)
        for leader in own_leaders(d, s, me.side)
        if leader not in me.fled_with
        and not s.elements[s.figures[leader].element].fleeing
        and compatible(d, s, leader, me.owner)
        and passes_near(tracks, s.figures[leader].at, d.rally)
    ]
    return min(found)[2] if found else None
