"""From an order to move to the ways of figures, judged: the rules' side of movement (KUU-4, KUU-1, KUU-5.5-15).

`terrain`, `movement`, `expansion` and `forced_moves` know the geometry; here stands who may move at all, how far, and
what a move is for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.expansion import order_fault, tracks_of
from wardiary.core.games.kuularuisku.forced_moves import regroup
from wardiary.core.games.kuularuisku.movement import March, march_of, moved, refusal
from wardiary.core.games.kuularuisku.queries import (
    able,
    bound_guns,
    ground_of,
    guns_of,
    halves,
    is_cohesive,
    is_leaderless,
    joinable,
    moving_order,
    severe,
    standing,
    standings,
)
from wardiary.core.games.kuularuisku.standing import Standing, cohesive_groups
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.state import Memo
from wardiary.core.kit.plane.measure import Point, distance_squared, within
from wardiary.events.kuularuisku import Mode, Pairs, Place, Shape, Track

__all__ = [
    "Judged",
    "Wish",
    "allowance",
    "has_to_regroup",
    "is_union",
    "judge_assault",
    "judge_move",
    "march",
    "may_move",
    "near_hosts",
    "other_half",
]

_Going = tuple[str, Mode, tuple[tuple[str, str], ...], str, tuple[str, ...]]
"""Who goes, how fast, who carries whom, whom they charge, who joins in standing still."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What an order to move says."""

    shape: Shape
    shift: Point | None = None
    anchor: Point | None = None
    heading: int = 0
    via: tuple[Point, ...] = ()
    carry: Pairs = ()
    places: tuple[Place, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether nothing is said but the shape."""
        return not (self.shift or self.anchor or self.via or self.carry or self.places)


@dataclass(frozen=True, slots=True)
class Judged:
    """Ways that may be gone, or why not; `bound`: only since the element joins another with it."""

    tracks: tuple[Track, ...] = ()
    refused: str | None = None
    bound: bool = False


def allowance(d: Data, s: State, figure: str, mode: Mode, carrying: bool = False) -> int:
    """How far a figure may go on good ground (KUU-4.2-05, -06, KUU-5.5-07, -17, KUU-A-03, -08)."""
    if carrying:
        reach = d.normal // 2
    else:
        reach = d.fast if mode == "fast" else d.normal
        if s.figures[figure].status == "light":
            reach //= 2
    if any(d.weapons[s.guns[gun].weapon].half_speed for gun in guns_of(s, figure)):
        reach //= 2
    return reach


def may_move(d: Data, s: State, element: str, commanded: bool) -> str | None:
    """Why an element may not move by order at all, clause first, or None.

    KUU-7.1-03 (prone), KUU-1.2-03, -10 (others joined it), KUU-1.1-02 (covering), KUU-1.4-01, -04 (no squad leader:
    only to join, or by command).
    """
    me = s.elements[element]
    if me.prone:
        return "KUU-7.1-03: it is prone"
    if me.halted:
        return "KUU-1.2-03: others joined it this turn"
    if me.covering:
        return "KUU-1.1-02: it gives covering fire"
    if is_leaderless(d, s, element) and not commanded and not _hosts_in_reach(d, s, element):
        return "KUU-1.4-01: it has no squad leader and nobody within reach to join"
    return None


def _hosts_in_reach(d: Data, s: State, element: str) -> bool:
    reach = d.fast + d.measures.cohesion
    mine = [s.figures[figure].at for figure in able(d, s, element)]
    return any(
        within(at, s.figures[figure].at, reach)
        for host in joinable(d, s, element)
        for figure in able(d, s, host)
        for at in mine
    )


def march(
    d: Data,
    s: State,
    element: str,
    mode: Mode,
    carry: Sequence[tuple[str, str]] = (),
    target: str = "",
    joined: Sequence[str] = (),
) -> March:
    """The element ready to move; figures of `joined` elements stand still and count for its cohesion.

    Kept with the position: every order of a menu is judged by the same one.
    """
    work = partial(_make_ready, d, s)
    marches: Memo[_Going, March] = s.derived("marches", lambda: Memo(work))
    return marches.of((element, mode, tuple(carry), target, tuple(joined)), work)


def _make_ready(d: Data, s: State, going: _Going) -> March:
    element, mode, carry, target, joined = going
    bearers, carried = {one for one, _ in carry}, [other for _, other in carry]
    movers = (*moving_order(d, s, element), *carried)
    allowances = {
        figure: 0 if bound_guns(d, s, figure) else allowance(d, s, figure, mode, figure in bearers or figure in carried)
        for figure in movers
    }
    fixed = [figure for host in joined for figure in able(d, s, host)]
    allowances |= dict.fromkeys(fixed, 0)
    members = standing(d, s, (*movers, *fixed))
    others = [one for name, one in standings(d, s).items() if name not in allowances]
    return march_of(ground_of(d, s).table, members, allowances, others, carry, target)


def _ways(d: Data, s: State, element: str, mode: Mode, wish: Wish) -> tuple[tuple[Track, ...], str | None]:
    """The ways that a wish means, or why it means none."""
    lying = severe(d, s, element)
    if wish.carry and mode == "fast":
        return (), "KUU-5.6-05: the severely wounded cannot be moved fast"
    if wish.carry and len(able(d, s, element)) < len(lying):
        return (), "KUU-5.5-15: fewer able men than severely wounded; none of these moves"
    movers = standing(d, s, (*moving_order(d, s, element), *lying))
    if fault := order_fault(movers, wish.shape, wish.anchor, wish.carry, wish.places):
        return (), fault
    carried = {other for _, other in wish.carry}
    if wrong := [place.figure for place in wish.places if place.figure in lying and place.figure not in carried]:
        return (), f"KUU-5.5-06: {wrong[0]} cannot move by himself"
    stuck = [figure for figure in able(d, s, element) if bound_guns(d, s, figure)]
    named = {place.figure for place in wish.places}
    stays = tuple(Place(figure=figure, to="stay") for figure in stuck if figure not in named)
    tracks = tracks_of(
        ground_of(d, s).table,
        d.steps,
        [one for one in movers if one.able or one.figure in carried],
        wish.carry,
        wish.shape,
        shift=wish.shift or (0, 0),
        anchor=wish.anchor,
        heading=wish.heading,
        via=wish.via,
        places=(*wish.places, *stays),
    )
    if wrong := [track.figure for track in tracks if track.figure in stuck]:
        return (), f"KUU-A-06: {wrong[0]} has fired a weapon that forbids moving this turn"
    return tracks, None


def judge_move(d: Data, s: State, element: str, mode: Mode, wish: Wish, commanded: bool, rejoin: bool) -> Judged:
    """An order to move: its ways, or the clause against it (KUU-1.0-05, -06, KUU-1.1-08, -15, KUU-1.2, KUU-1.4-07)."""
    must_regroup = has_to_regroup(d, s, element, commanded)
    if wish.shape == "regroup":
        return _judge_regroup(d, s, element, mode, wish, must_regroup)
    tracks, fault = _ways(d, s, element, mode, wish)
    if fault:
        return Judged(refused=fault)
    if not tracks:
        if rejoin or not must_regroup:
            return Judged()
        return Judged(refused="KUU-1.0-04: those who are more than 3 cm away must come back first: regroup")
    if rejoin:
        return _judge_rejoin(d, s, element, mode, wish, tracks)
    free = march(d, s, element, mode, wish.carry)
    reason = refusal(free, tracks)
    leaderless = is_leaderless(d, s, element) and not commanded
    if reason is None and not leaderless:
        return Judged(tracks)
    if reason is not None and not reason.startswith("KUU-1.0-06"):
        return Judged(refused=reason)
    if _reaches_host(d, s, element, mode, wish, tracks):
        return Judged(tracks, bound=True)
    return Judged(refused=reason or "KUU-1.4-07: without squad leader it moves only to a unit that it joins at once")


def has_to_regroup(d: Data, s: State, element: str, commanded: bool) -> bool:
    """Whether an element must come back together: one that may move and does not hang together (KUU-1.0-04, -05).

    Without squad leader it may go nowhere but to a host (KUU-1.4-01), so that nothing forces it.
    """
    return not is_cohesive(d, s, element) and (commanded or not is_leaderless(d, s, element))


def _judge_regroup(d: Data, s: State, element: str, mode: Mode, wish: Wish, must_regroup: bool) -> Judged:
    if not must_regroup or not wish.plain:
        return Judged(refused="KUU-1.0-05: who hangs together, or has no squad leader, does not regroup")
    members = standing(d, s, able(d, s, element))
    allowances = {
        one.figure: 0 if bound_guns(d, s, one.figure) else allowance(d, s, one.figure, mode) for one in members
    }
    leader = s.squad_leaders.get(s.elements[element].owner, "")
    return Judged(regroup(ground_of(d, s).table, members, allowances, leader, standings(d, s).values()))


def _reaches_host(d: Data, s: State, element: str, mode: Mode, wish: Wish, tracks: Sequence[Track]) -> bool:
    """Whether the element would end within 3 cm of a unit that it may join, in one chain with it (KUU-1.2-06)."""
    table, ways = ground_of(d, s).table, {track.figure: track for track in tracks}
    ends = [moved(table, one, ways.get(one.figure)) for one in standing(d, s, able(d, s, element))]
    for host in joinable(d, s, element):
        others = standing(d, s, able(d, s, host))
        if (
            _is_near(d, ends, others)
            and refusal(march(d, s, element, mode, wish.carry, joined=(host,)), tracks) is None
        ):
            return True
    return False


def _is_near(d: Data, ends: Sequence[Standing], others: Sequence[Standing]) -> bool:
    return any(within(one.at, other.at, d.measures.cohesion) for one in ends for other in others)


def is_union(d: Data, s: State, element: str, host: str) -> bool:
    """Whether two elements stand within 3 cm of each other and would be one chain (KUU-1.2-01, -06)."""
    mine, theirs = standing(d, s, able(d, s, element)), standing(d, s, able(d, s, host))
    return _is_near(d, mine, theirs) and len(cohesive_groups(ground_of(d, s).table, [*mine, *theirs])) == 1


def near_hosts(d: Data, s: State, element: str) -> list[str]:
    """The units that the element may join where it stands (KUU-1.2)."""
    return [host for host in joinable(d, s, element) if is_union(d, s, element, host)]


def other_half(d: Data, s: State, element: str) -> str | None:
    """The other half of a split unit."""
    parts = [part for part in halves(d, s, s.elements[element].owner) if part != element]
    return parts[0] if s.elements[element].kind == "unit" and parts else None


def _judge_rejoin(d: Data, s: State, element: str, mode: Mode, wish: Wish, tracks: tuple[Track, ...]) -> Judged:
    """Back to the other half: nearer than before; broken up only if it was (KUU-1.1-04, -08, -15)."""
    other = other_half(d, s, element)
    if other is None:
        return Judged(refused="KUU-1.1-08: there is no other half")
    reason = refusal(march(d, s, element, mode, wish.carry), tracks)
    if reason is not None and reason.startswith("KUU-1.0-06"):
        union = refusal(march(d, s, element, mode, wish.carry, joined=(other,)), tracks) is None
        reason = None if union or not is_cohesive(d, s, element) else reason
    if reason is not None:
        return Judged(refused=reason)
    table, ways = ground_of(d, s).table, {track.figure: track for track in tracks}
    mine, theirs = standing(d, s, able(d, s, element)), standing(d, s, able(d, s, other))
    ends = [moved(table, one, ways.get(one.figure)) for one in mine]
    if any(track.off for track in tracks) or _gap(ends, theirs) >= _gap(mine, theirs):
        return Judged(refused="KUU-1.1-08: it must end nearer to the other half")
    return Judged(tracks)


def _gap(some: Sequence[Standing], others: Sequence[Standing]) -> int:
    return min(distance_squared(one.at, other.at) for one in some for other in others)


def judge_assault(d: Data, s: State, element: str, mode: Mode, target: str, wish: Wish, commanded: bool) -> Judged:
    """An order to charge (KUU-6.1-01 to -05, KUU-1.4-06)."""
    if is_leaderless(d, s, element) and not commanded:
        return Judged(refused="KUU-1.4-06: without squad leader it cannot charge")
    if stuck := [figure for figure in able(d, s, element) if bound_guns(d, s, figure)]:
        return Judged(refused=f"KUU-6.1-05: {stuck[0]} has fired a weapon that forbids moving this turn")
    if wish.shape == "regroup":
        return Judged(refused="KUU-1.0-05: who regroups does not charge")
    tracks, fault = _ways(d, s, element, mode, wish)
    if fault:
        return Judged(refused=fault)
    reason = refusal(march(d, s, element, mode, wish.carry, target), tracks)
    return Judged(tracks, reason)
