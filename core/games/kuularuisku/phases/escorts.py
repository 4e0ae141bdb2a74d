"""How groups of wounded, medics and escorts walk (KUU-5.6-06, -08, -09, KUU-G-29)."""

from collections.abc import Sequence

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.forced_moves import Party, straight_moves, toward_edge
from wardiary.core.games.kuularuisku.moves import allowance, is_union
from wardiary.core.games.kuularuisku.phases.base import State, Step, settle
from wardiary.core.games.kuularuisku.queries import able, ground_of, members, severe, soldier, standing, standings
from wardiary.core.games.kuularuisku.standing import nearest_of
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Mode, Track

__all__ = ["advance", "blocked", "lead_of", "make_returner", "walk_home"]


def lead_of(d: Data, s: State, name: str) -> str:
    """Whose place counts: the severely wounded man of a pair, else the one man (KUU-5.6-08)."""
    return (*severe(d, s, name), *able(d, s, name))[0]


def _ways(d: Data, s: State, name: str, mode: Mode) -> tuple[Track, ...]:
    """The group's way straight to its goal, both men shifted alike; who reaches the edge is taken care of there."""
    ground, element = ground_of(d, s), s.elements[name]
    lead, *others = standing(d, s, [lead_of(d, s, name), *(f for f in members(d, s, name) if f != lead_of(d, s, name))])
    carrying = bool(severe(d, s, name))
    bearer = able(d, s, name)[0]
    reach = allowance(d, s, bearer, mode, carrying)
    if element.kind == "medic":
        man = standings(d, s)[element.goal]
        party = Party(lead=lead, allowance=reach, goal=man.at, goal_level=man.level, reach=d.measures.contact)
    elif element.goal == "edge":
        edge = ground.edges[element.side]
        party = toward_edge(ground.table, lead, reach, edge, "at", tuple(others))
    else:
        _, post = ground.posts[int(element.goal.partition(".")[2]) - 1]
        party = Party(lead=lead, allowance=reach, goal=post, followers=tuple(others), reach=d.post_radius)
    tracks = straight_moves(ground.table, [party], standings(d, s).values())
    return tuple(replace(track, off=False) for track in tracks)


def blocked(d: Data, s: State, name: str) -> bool:
    """Whether a group cannot go a millimetre toward its goal (KUU-5.6-08)."""
    return not _ways(d, s, name, "normal")


def advance(d: Data, s: State, run: Step, name: str, mode: Mode) -> None:
    """A group walks toward its goal as far as it can."""
    if tracks := _ways(d, s, name, mode):
        run.emit(e.FiguresMoved(element=name, tracks=tracks, reason="evacuation"))


def make_returner(d: Data, s: State, run: Step, name: str) -> None:
    """The able man of a group has nobody to care for: a leader is alone again, others choose whom to join."""
    figure = able(d, s, name)[0]
    element = s.elements[name]
    if soldier(d, s, figure).leader:
        run.emit(e.LeaderParted(figure=figure, element=soldier(d, s, figure).unit))
        settle(d, s, run)
        return
    run.emit(
        e.GroupFormed(
            element=name,
            owner=element.owner,
            side=element.side,
            kind="returner",
            figures=(figure,),
            base=1,
            numbered=False,
        )
    )


def walk_home(d: Data, s: State, run: Step, name: str, host: str, mode: Mode) -> None:
    """An escort goes straight to the nearest man of a unit and joins it within 3 cm (KUU-5.6-03, -09, KUU-1.2-07).

    To the own unit its base strength stays (KUU-5.6-11); nobody's move is stopped by it.
    """
    ground = ground_of(d, s)
    me = standing(d, s, able(d, s, name))[0]
    goal = nearest_of(me.at, standing(d, s, able(d, s, host)))
    assert goal is not None
    party = Party(
        lead=me,
        allowance=allowance(d, s, me.figure, mode),
        goal=goal.at,
        goal_level=goal.level,
        reach=d.measures.cohesion,
    )
    if tracks := straight_moves(ground.table, [party], standings(d, s).values()):
        run.emit(e.FiguresMoved(element=name, tracks=tracks, reason="return"))
    if is_union(d, s, name, host):
        own = s.elements[name].owner == s.elements[host].owner
        _join(d, s, run, name, host, able(d, s, name), 0 if own else 1)


def _join(d: Data, s: State, run: Step, name: str, host: str, figures: Sequence[str], soldiers: int) -> None:
    run.emit(e.Joined(element=name, host=host, figures=tuple(figures), soldiers=soldiers))
    if name in s.elements and not members(d, s, name):
        run.emit(e.ElementGone(element=name))
    settle(d, s, run)
