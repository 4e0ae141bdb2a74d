"""The finite menu of moves and charges that is listed; any other order that the rules allow is accepted as well.

Thinner than the whole grid of `menu.py`, so that listing a decision takes milliseconds: all shifted alike in sixteen
directions, whole way or half; new formations in eight, whole way; straight toward enemies, objectives and hosts.
"""

from collections.abc import Iterator
from typing import Any

from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.menu import Proposal, exits, formations, shifts, toward, toward_host
from wardiary.core.games.kuularuisku.menu import assault as charge
from wardiary.core.games.kuularuisku.movement import March
from wardiary.core.games.kuularuisku.moves import march, other_half
from wardiary.core.games.kuularuisku.queries import (
    able,
    elements_of,
    ground_of,
    is_cohesive,
    joinable,
    members,
    severe,
    standing,
)
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.kit.plane.measure import distance_squared, within
from wardiary.events.kuularuisku import Mode, Pairs

__all__ = ["WHOLE_OR_HALF", "assault_choices", "move_choices", "pairs_to_carry"]

_WHOLE, WHOLE_OR_HALF = (4,), (4, 2)
"""Quarters of the way."""


def pairs_to_carry(d: Data, s: State, element: str) -> Pairs:
    """Each severely wounded man with the nearest able man still free; none when there are too few (KUU-5.5-15)."""
    lying, free = severe(d, s, element), list(able(d, s, element))
    if not lying or len(free) < len(lying):
        return ()
    pairs = []
    for wounded in lying:
        bearer = min(free, key=lambda name: distance_squared(s.figures[name].at, s.figures[wounded].at))
        free.remove(bearer)
        pairs.append((bearer, wounded))
    return tuple(pairs)


def move_choices(d: Data, s: State, element: str, mode: Mode, rejoin: bool) -> Iterator[tuple[Any, ...]]:
    """Proposals, each once, as the fields of an order to move; the rules judge them."""
    seen: set[Proposal] = set()
    for proposal in _proposals(d, s, element, mode, rejoin):
        if proposal not in seen:
            seen.add(proposal)
            yield _fields(proposal)


def _fields(proposal: Proposal) -> tuple[Any, ...]:
    shift = proposal.shift if proposal.shape == "keep" else None
    return proposal.shape, shift, proposal.anchor, proposal.heading, proposal.via, proposal.carry, proposal.places


def _proposals(d: Data, s: State, element: str, mode: Mode, rejoin: bool) -> Iterator[Proposal]:
    yield Proposal("stay")
    if not is_cohesive(d, s, element) and not rejoin:
        yield Proposal("regroup")
    ready = march(d, s, element, mode)
    if rejoin:
        yield from _rejoining(d, s, element, ready)
        return
    leader = s.squad_leaders.get(s.elements[element].owner, "")
    yield from shifts(ready, WHOLE_OR_HALF)
    yield from formations(ready, leader, _WHOLE, straight=True)
    yield from _toward(d, s, element, ready)
    yield from exits(ready)
    if mode == "normal" and (carry := pairs_to_carry(d, s, element)):
        laden = march(d, s, element, mode, carry)
        yield from shifts(laden, WHOLE_OR_HALF)


def _toward(d: Data, s: State, element: str, ready: March) -> Iterator[Proposal]:
    """Straight toward each objective, each enemy element and each unit that it may join."""
    ground, side = ground_of(d, s), s.elements[element].side
    goals = [[objective.at] for objective in ground.objectives]
    goals += [[s.figures[f].at for f in able(d, s, foe)] for foe in elements_of(d, s, OTHER[side])]
    for points in goals:
        if points and (proposal := toward(ready, points)):
            yield proposal
    other = other_half(d, s, element)
    for host in [*joinable(d, s, element), *([other] if other else [])]:
        if proposal := toward_host(ready, standing(d, s, able(d, s, host))):
            yield proposal


def _rejoining(d: Data, s: State, element: str, ready: March) -> Iterator[Proposal]:
    other = other_half(d, s, element)
    if other is None:
        return
    theirs = standing(d, s, able(d, s, other))
    for proposal in (toward_host(ready, theirs), toward(ready, [one.at for one in theirs])):
        if proposal is not None:
            yield proposal


def assault_choices(d: Data, s: State, element: str, mode: Mode) -> Iterator[tuple[Any, ...]]:
    """A charge at each enemy element within reach, as the fields of an order."""
    side, reach = s.elements[element].side, (d.fast if mode == "fast" else d.normal) + d.measures.contact
    mine = [s.figures[figure].at for figure in able(d, s, element)]
    for foe in elements_of(d, s, OTHER[side]):
        theirs = standing(d, s, members(d, s, foe))
        if not any(within(at, one.at, reach) for at in mine for one in theirs):
            continue
        proposal = charge(march(d, s, element, mode, target=foe), d.steps, theirs)
        if proposal is not None:
            yield (foe, *_fields(proposal))
